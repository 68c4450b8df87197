/*
 * merit.c: from a history to the good and the bad trials, and their weights.
 */
#include "strategy/merit.h"

#include <assert.h>
#include <math.h>

#include "base/error.h"
#include "base/mem.h"

/* The most good trials there can be, and how many of the last count fully. */
enum { MAX_GOOD = 25, N_FRESH = 25 };

/* Of the largest improvement: a good trial is never without weight. */
static const double LEAST_IMPROVEMENT = 1e-12;

size_t inlay_merit_n_good(enum inlay_good good, size_t n)
{
    const size_t n_good = good == INLAY_GOOD_LINEAR
                              ? (3 * n + 19) / 20 /* 0.15 n, rounded up */
                              : (size_t)ceil(0.25 * sqrt((double)n));
    return n_good < MAX_GOOD ? n_good : MAX_GOOD;
}

/* Of equal ones the earlier. */
static bool comes_before(const struct inlay_record *a,
                         const struct inlay_record *b)
{
    return inlay_record_is_better(a, b) ||
           (!inlay_record_is_better(b, a) && a->id < b->id);
}

static void weigh_by_age(size_t n, double *weight)
{
    const size_t n_old = n > N_FRESH ? n - N_FRESH : 0;
    const double oldest = 1.0 / (double)n;
    for (size_t i = 0; i < n; i++)
        weight[i] = 1.0;
    for (size_t i = 0; i < n_old; i++)
        weight[i] = n_old == 1 ? oldest
                               : oldest + (1.0 - oldest) * (double)i /
                                              (double)(n_old - 1);
}

/* y[n] to weights with mean 1, in place: y is to be improved on, NaN where there
 * is none.  Halves, as a difference may overflow. */
static void weigh_by_improvement(double threshold, size_t n, double *y)
{
    double most = 0.0, sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        y[i] = 0.5 * threshold - 0.5 * y[i];
        most = fmax(most, y[i]);
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = most > 0.0 ? fmax(y[i] / most, LEAST_IMPROVEMENT) : 1.0;
        sum += y[i];
    }
    for (size_t i = 0; i < n; i++)
        y[i] *= (double)n / sum;
}

/* Shares out the trials; weight[] of the good ones := their values.  Returns the
 * best value of the bad ones that are done, or NaN. */
static double share_out(const struct inlay_history *h,
                        const struct inlay_record *worst_good, size_t n_good,
                        const double **point, double *weight)
{
    double threshold = NAN;
    size_t n_bad = 0, found = 0;
    for (size_t i = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        const bool is_done = r->state == INLAY_STATE_DONE;
        if (is_done && !comes_before(worst_good, r)) {
            weight[found] = r->y;
            point[found++] = r->u;
            continue;
        }
        if (is_done)
            threshold = fmin(threshold, r->y); /* of a NaN and y: y */
        point[n_good + n_bad++] = r->u;
    }
    assert(found == n_good);
    return threshold;
}

inlay_status inlay_merit_init(struct inlay_merit *m,
                              const struct inlay_history *h,
                              enum inlay_good good, enum inlay_weights weights,
                              inlay_error *err)
{
    const struct inlay_record *best[MAX_GOOD];
    const size_t wanted = inlay_merit_n_good(good, h->n_done + h->n_failed);
    const size_t n_good = wanted < h->n_done ? wanted : h->n_done;
    const size_t n_bad = h->n - n_good;
    assert(n_good > 0);

    const double **point;
    double *weight;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(point, h->n), INLAY_PART(weight, h->n), {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the good trials");
    inlay_history_best_few(h, n_good, best);
    const double threshold =
        share_out(h, best[n_good - 1], n_good, point, weight);
    if (weights == INLAY_WEIGHTS_AGE) {
        weigh_by_age(n_good, weight);
        weigh_by_age(n_bad, weight + n_good);
    } else {
        weigh_by_improvement(threshold, n_good, weight);
        for (size_t i = 0; i < n_bad; i++)
            weight[n_good + i] = 1.0;
    }
    *m = (struct inlay_merit){
        .good = {point, weight, n_good},
        .bad = {point + n_good, weight + n_good, n_bad},
        .points = point,
    };
    return INLAY_OK;
}

void inlay_merit_clear(struct inlay_merit *m)
{
    inlay_mem_free(m->points);
    *m = (struct inlay_merit){0};
}
