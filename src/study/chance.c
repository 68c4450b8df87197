/*
 * chance.c: do trials fail by chance, or because of where they are?
 *
 * Two permutation tests of the labels failed and done, each of which must find
 * nothing:
 *
 *     variables   the largest correlation of the label with a variable, with the
 *                 square of its distance from the middle, with one of its
 *                 categories, or with the sum or difference of two: finds limits,
 *                 also where the search has gone along one
 *     neighbors   the covariance of labels of nearest neighbors: finds regions
 *
 * The harm of a wrong "random" is larger than that of silence, as people then
 * retry what can never work; so either test speaks at SUSPICION, which is not at
 * all strict.  Random failures pass both in about two of three studies.
 */
#include "study/chance.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/stop.h"

enum { MIN_OF_EACH = 8, MAX_TRIALS = 400, N_PERMUTATIONS = 200, N_NEAR = 3 };
/* Of more variables there are too many pairs. */
enum { MOST_PAIRED = 20 };
static const double SUSPICION = 0.2;

/* Finished trials, the newest MAX_TRIALS of them. */
struct labels {
    size_t n, n_failed;
    const double *u[MAX_TRIALS];
    size_t label[MAX_TRIALS]; /* 1: failed */
    size_t near[MAX_TRIALS][N_NEAR];
    size_t n_features;
    double *feature; /* n_features rows of n: centered, of length 1 */
};

/* ---- Trials ---- */

static void gather(const struct inlay_history *h, struct labels *l)
{
    for (size_t i = h->n; i-- > 0 && l->n < MAX_TRIALS;) {
        const struct inlay_record *r = h->record[i];
        if (r->state == INLAY_STATE_PENDING)
            continue;
        l->u[l->n] = r->u;
        l->label[l->n++] = r->state == INLAY_STATE_FAILED;
        l->n_failed += r->state == INLAY_STATE_FAILED;
    }
}

static double distance_of(const struct inlay_encoding *enc, const double *a,
                          const double *b)
{
    double sum = 0.0;
    for (size_t j = 0; j < enc->dim; j++) {
        const double d = a[j] - b[j];
        sum += enc->axis[j].kind != INLAY_AXIS_CATEGORY ? d * d
               : d != 0.0                               ? 1.0
                                                        : 0.0;
    }
    return sum;
}

/* The nearest of trial i, by insertion. */
static void find_near(const struct inlay_encoding *enc, struct labels *l,
                      size_t i)
{
    double best[N_NEAR] = {INFINITY, INFINITY, INFINITY};
    for (size_t k = 0; k < l->n; k++) {
        double d = distance_of(enc, l->u[i], l->u[k]);
        size_t which = k;
        for (size_t m = 0; k != i && m < N_NEAR; m++)
            if (d < best[m]) {
                const double was = best[m];
                const size_t who = l->near[i][m];
                best[m] = d;
                l->near[i][m] = which;
                d = was;
                which = who;
            }
    }
}

/* ---- Features ---- */

/* Sum and difference of two numeric axes: a limit on both of them. */
static size_t count_pairs(const struct inlay_encoding *enc)
{
    const size_t n = enc->dim - inlay_encode_n_categories(enc);
    return enc->dim <= MOST_PAIRED && n > 1 ? n * (n - 1) : 0;
}

/* Centers a row and gives it length 1; false: all are equal. */
static bool normalize(double *row, size_t n)
{
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += row[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        row[i] -= mean;
        squares += row[i] * row[i];
    }
    for (size_t i = 0; i < n; i++)
        row[i] /= sqrt(squares);
    return squares > 1e-20;
}

static size_t count_of_axis(const struct inlay_axis *axis)
{
    enum { MAX_CATEGORIES = 50 };
    return axis->kind != INLAY_AXIS_CATEGORY  ? 2
           : axis->n_levels <= MAX_CATEGORIES ? (size_t)axis->n_levels
                                              : 0;
}

static double feature_at(const struct inlay_axis *axis, size_t k, double u)
{
    if (axis->kind == INLAY_AXIS_CATEGORY)
        return inlay_axis_level(axis, u) == k ? 1.0 : 0.0;
    return k == 0 ? u : (u - 0.5) * (u - 0.5);
}

static void add_pair(struct labels *l, size_t j, size_t k, double sign)
{
    double *row = l->feature + l->n_features * l->n;
    for (size_t i = 0; i < l->n; i++)
        row[i] = l->u[i][j] + sign * l->u[i][k];
    l->n_features += normalize(row, l->n);
}

static void add_pairs(const struct inlay_encoding *enc, struct labels *l)
{
    for (size_t j = 0; j < enc->dim && count_pairs(enc) > 0; j++)
        for (size_t k = 0; k < j; k++) {
            if (enc->axis[j].kind == INLAY_AXIS_CATEGORY ||
                enc->axis[k].kind == INLAY_AXIS_CATEGORY)
                continue;
            add_pair(l, j, k, 1.0);
            add_pair(l, j, k, -1.0);
        }
}

static inlay_status make_features(const struct inlay_encoding *enc,
                                  struct labels *l, inlay_error *err)
{
    size_t most = count_pairs(enc);
    for (size_t j = 0; j < enc->dim; j++)
        most += count_of_axis(&enc->axis[j]);
    l->feature = inlay_mem_new(most * l->n, sizeof *l->feature);
    if (!l->feature)
        return inlay_fail_memory(err, "what failures have in common");
    for (size_t j = 0; j < enc->dim; j++)
        for (size_t k = 0; k < count_of_axis(&enc->axis[j]); k++) {
            double *row = l->feature + l->n_features * l->n;
            for (size_t i = 0; i < l->n; i++)
                row[i] = feature_at(&enc->axis[j], k, l->u[i][j]);
            l->n_features += normalize(row, l->n);
        }
    add_pairs(enc, l);
    return INLAY_OK;
}

/* ---- Tests ---- */

static double of_variables(const struct labels *l, const size_t *label)
{
    double most = 0.0;
    for (size_t f = 0; f < l->n_features; f++) {
        const double *row = l->feature + f * l->n;
        double sum = 0.0;
        for (size_t i = 0; i < l->n; i++)
            sum += label[i] ? row[i] : 0.0;
        most = fmax(most, fabs(sum));
    }
    return most;
}

static double of_neighbors(const struct labels *l, const size_t *label)
{
    const double p = (double)l->n_failed / (double)l->n;
    double sum = 0.0;
    for (size_t i = 0; i < l->n; i++)
        for (size_t m = 0; m < N_NEAR; m++)
            sum += ((double)label[i] - p) * ((double)label[l->near[i][m]] - p);
    return sum;
}

/* Does neither test speak?  Equal values count half. */
static bool are_silent(const struct labels *l, struct inlay_watch *watch)
{
    typedef double statistic_fn(const struct labels *l, const size_t *label);
    static statistic_fn *const tests[] = {of_variables, of_neighbors};
    struct inlay_rng rng = inlay_rng_seed(1);
    const double is[] = {of_variables(l, l->label), of_neighbors(l, l->label)};
    double above[2] = {0.5, 0.5};
    size_t label[MAX_TRIALS];
    for (size_t i = 0; i < l->n; i++)
        label[i] = l->label[i];
    for (size_t k = 0; k < N_PERMUTATIONS && !inlay_watch_poll(watch); k++) {
        inlay_rng_shuffle(&rng, label, l->n);
        for (size_t t = 0; t < 2; t++) {
            const double now = tests[t](l, label);
            above[t] += now > is[t] ? 1.0 : now == is[t] ? 0.5 : 0.0;
        }
    }
    const double least = SUSPICION * (N_PERMUTATIONS + 1.0);
    return above[0] > least && above[1] > least;
}

inlay_status inlay_chance_of_failures(const struct inlay_history *history,
                                      struct inlay_watch *watch,
                                      bool *is_random, inlay_error *err)
{
    struct labels *l = inlay_mem_new(1, sizeof *l);
    inlay_status st = INLAY_OK;
    *is_random = false;
    if (!l)
        return inlay_fail_memory(err, "what failures have in common");
    gather(history, l);
    if (l->n_failed >= MIN_OF_EACH && l->n - l->n_failed >= MIN_OF_EACH) {
        for (size_t i = 0; i < l->n; i++)
            find_near(history->exact, l, i);
        st = make_features(history->exact, l, err);
        if (st == INLAY_OK)
            *is_random = are_silent(l, watch);
    }
    inlay_mem_free(l->feature);
    inlay_mem_free(l);
    return st == INLAY_OK ? inlay_watch_settle(watch, st, err) : st;
}
