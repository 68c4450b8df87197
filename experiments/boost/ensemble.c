/*
 * ensemble.c: scores are kept by class, so that the softmax is vector code over
 * rows.
 */
#include "boost/ensemble.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/exponential.h"
#include "base/mem.h"
#include "base/vector.h"

enum { BLOCK = 256 }; /* rows whose exponentials are kept at a time */

/* Below it a Newton step has no denominator; scikit-learn's constant. */
static const double MIN_CURVATURE = 1e-150;

static size_t at(const struct ensemble *e, size_t class, size_t row)
{
    return class * e->digits->n + row;
}

/* A class that no row has gets the least probability that is told from 0. */
static void start_scores(struct ensemble *e)
{
    size_t count[DIGITS_CLASSES] = {0};
    for (size_t i = 0; i < e->n_train; i++)
        count[e->digits->label[e->train[i]]]++;
    for (size_t k = 0; k < DIGITS_CLASSES; k++) {
        const double p = (double)count[k] / (double)e->n_train;
        const double start = log(fmin(fmax(p, DBL_EPSILON), 1.0 - DBL_EPSILON));
        for (size_t i = 0; i < e->digits->n; i++)
            e->score[at(e, k, i)] = start;
    }
}

inlay_status ensemble_new(const struct digits *digits, const bool *is_held,
                          const struct ensemble_options *options,
                          struct ensemble **out, inlay_error *err)
{
    const size_t n = digits->n;
    struct ensemble *e = inlay_mem_new(1, sizeof *e);
    if (!e)
        return inlay_fail_memory(err, "an ensemble");
    e->digits = digits;
    e->options = *options;
    e->rng = inlay_rng_seed(options->seed);
    e->train = inlay_mem_new(n, sizeof *e->train);
    e->held = inlay_mem_new(n, sizeof *e->held);
    e->row = inlay_mem_new(n, sizeof *e->row);
    e->quantum = inlay_mem_new(DIGITS_CLASSES * n, sizeof *e->quantum);
    e->crossed = inlay_mem_new(ROOTS_STRIDE * n, sizeof *e->crossed);
    e->score = inlay_mem_doubles(DIGITS_CLASSES * n);
    e->residual = inlay_mem_doubles(DIGITS_CLASSES * n);
    if (!e->train || !e->held || !e->row || !e->quantum || !e->crossed ||
        !e->score || !e->residual) {
        ensemble_free(e);
        return inlay_fail_memory(err, "an ensemble");
    }
    for (size_t i = 0; i < n; i++) {
        if (is_held[i])
            e->held[e->n_held++] = (uint16_t)i;
        else
            e->train[e->n_train++] = (uint16_t)i;
    }
    start_scores(e);
    const inlay_status st =
        roots_init(digits, e->train, e->n_train, &e->roots, err);
    if (st == INLAY_OK)
        *out = e;
    else
        ensemble_free(e);
    return st;
}

void ensemble_free(struct ensemble *e)
{
    if (!e)
        return;
    inlay_mem_free(e->train);
    inlay_mem_free(e->held);
    inlay_mem_free(e->row);
    inlay_mem_free(e->quantum);
    inlay_mem_free(e->crossed);
    roots_clear(&e->roots);
    inlay_mem_free(e->score);
    inlay_mem_free(e->residual);
    inlay_mem_free(e);
}

/* The softmax of n <= BLOCK rows; columns of s and p are `stride` apart. */
INLAY_VECTORISED
static void softmax(const double *restrict s, size_t stride, size_t n,
                    double *restrict p)
{
    double top[BLOCK], sum[BLOCK];
    for (size_t i = 0; i < n; i++) {
        top[i] = s[i];
        sum[i] = 0.0;
    }
    for (size_t k = 1; k < DIGITS_CLASSES; k++)
        for (size_t i = 0; i < n; i++) {
            const double v = s[k * stride + i];
            top[i] = v > top[i] ? v : top[i];
        }
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        for (size_t i = 0; i < n; i++) {
            const double v = inlay_exp_negative(s[k * stride + i] - top[i]);
            p[k * stride + i] = v;
            sum[i] += v;
        }
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        for (size_t i = 0; i < n; i++)
            p[k * stride + i] /= sum[i];
}

static void find_residuals(struct ensemble *e)
{
    const size_t n = e->digits->n;
    for (size_t from = 0; from < n; from += BLOCK)
        softmax(e->score + from, n, n - from < BLOCK ? n - from : BLOCK,
                e->residual + from);
    for (size_t i = 0; i < DIGITS_CLASSES * n; i++)
        e->residual[i] = -e->residual[i];
    for (size_t i = 0; i < n; i++)
        e->residual[at(e, e->digits->label[i], i)] += 1.0;
}

static void find_quanta(struct ensemble *e)
{
    const size_t n = e->digits->n;
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        for (size_t i = 0; i < n; i++) {
            const uint64_t q = histogram_quantum(e->residual[at(e, k, i)]);
            e->quantum[at(e, k, i)] = q;
            e->crossed[i * ROOTS_STRIDE + k] = q;
        }
}

/* The Newton step of a leaf.  |r| is p, or 1 − p where the label is k. */
static double newton_step(const double *residual, const uint16_t *row, size_t n)
{
    const double K = DIGITS_CLASSES;
    double slope = 0.0, curvature = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double r = residual[row[i]], p = fabs(r);
        slope += r;
        curvature += p * (1.0 - p);
    }
    return curvature < MIN_CURVATURE * (double)n
               ? 0.0
               : (K - 1.0) / K * slope / curvature;
}

static void add_tree(struct ensemble *e, size_t class)
{
    const double *residual = e->residual + at(e, class, 0);
    double *score = e->score + at(e, class, 0);
    memcpy(e->row, e->train, e->n_train * sizeof *e->row);
    const struct tree_data data = {
        e->digits, residual, e->quantum + at(e, class, 0), &e->root[class]};
    tree_grow(&data, &e->options.limits, e->row, e->n_train, &e->work, &e->rng,
              &e->tree);

    for (size_t j = 0; j < e->tree.n_nodes; j++) {
        struct tree_node *leaf = &e->tree.node[j];
        if (leaf->left)
            continue;
        const uint16_t *row = e->row + leaf->first;
        leaf->value = e->options.rate * newton_step(residual, row, leaf->n);
        for (size_t i = 0; i < leaf->n; i++)
            score[row[i]] += leaf->value;
    }
    for (size_t i = 0; i < e->n_held; i++) {
        const uint8_t *level =
            e->digits->level + (size_t)e->held[i] * DIGITS_PIXELS;
        score[e->held[i]] += tree_find(&e->tree, level)->value;
    }
}

void ensemble_add_stage(struct ensemble *e)
{
    find_residuals(e);
    find_quanta(e);
    roots_build(&e->roots, e->crossed, e->root);
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        add_tree(e, k);
}

void ensemble_predict(const struct ensemble *e, size_t row,
                      double p[DIGITS_CLASSES])
{
    double score[DIGITS_CLASSES];
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        score[k] = e->score[at(e, k, row)];
    softmax(score, 1, 1, p);
}

double ensemble_log_likelihood(const struct ensemble *e, const uint16_t *row,
                               size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        double p[DIGITS_CLASSES];
        ensemble_predict(e, row[i], p);
        const double hit = p[e->digits->label[row[i]]];
        sum += log(fmin(fmax(hit, DBL_EPSILON), 1.0 - DBL_EPSILON));
    }
    return sum;
}
