/* folds.c: ten ensembles, one after the other. */
#include "boost/folds.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"

inlay_status folds_deal(size_t n, uint64_t seed, uint8_t *fold,
                        inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    size_t *order = inlay_mem_new(n, sizeof *order);
    if (!order)
        return inlay_fail_memory(err, "folds");
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    inlay_rng_shuffle(&rng, order, n);
    for (size_t i = 0; i < n; i++)
        fold[order[i]] = (uint8_t)(i % FOLDS);
    inlay_mem_free(order);
    return INLAY_OK;
}

/* Σ log p(label) over the rows of one fold. */
static inlay_status judge_fold(const struct digits *digits, const uint8_t *fold,
                               size_t held,
                               const struct ensemble_options *options,
                               double *sum, inlay_error *err)
{
    struct ensemble *e = NULL;
    bool is_held[DIGITS_MAX_ROWS];
    for (size_t i = 0; i < digits->n; i++)
        is_held[i] = fold[i] == held;
    const inlay_status st = ensemble_new(digits, is_held, options, &e, err);
    if (st != INLAY_OK)
        return st;
    for (size_t stage = 0; stage < ENSEMBLE_STAGES; stage++)
        ensemble_add_stage(e);
    *sum += ensemble_log_likelihood(e, e->held, e->n_held);
    ensemble_free(e);
    return INLAY_OK;
}

inlay_status folds_log_likelihood(const struct digits *digits,
                                  const uint8_t *fold,
                                  const struct ensemble_options *options,
                                  double *out, inlay_error *err)
{
    double sum = 0.0;
    inlay_status st = INLAY_OK;
    for (size_t held = 0; st == INLAY_OK && held < FOLDS; held++)
        st = judge_fold(digits, fold, held, options, &sum, err);
    if (st == INLAY_OK)
        *out = sum / (double)digits->n;
    return st;
}
