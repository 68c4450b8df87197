/*
 * strategy.h: what a method of optimisation is: a function of (space, options,
 * history, rng) to the next configuration.
 *
 * A strategy has no tell(): it reads the history.  What it must find again it
 * leaves in the trace of its suggestion; all else it keeps is cache, and
 * dropping the cache changes no answer.  It minimises.
 */
#ifndef INLAY_STRATEGY_STRATEGY_H
#define INLAY_STRATEGY_STRATEGY_H

#include "base/rng.h"
#include "problem/history.h"
#include "strategy/options.h"

struct inlay_strategy;

struct inlay_strategy_ops {
    /* The next configuration (canonical values) and its trace.  rng belongs to
     * the trial that is to be.  INLAY_EXHAUSTED where nothing new is left. */
    inlay_status (*suggest)(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err);
    /* What the model says of x; rng as for suggest. */
    inlay_status (*predict)(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, const inlay_value *x,
                            inlay_prediction *out, inlay_error *err);
    /* The configuration to use in the end; at least one trial is done. */
    inlay_status (*recommend)(struct inlay_strategy *s,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_value *x,
                              inlay_error *err);
    /* What the model knows of each variable (room for all), rng as for suggest;
     * *has_model is false, and nothing written, where there is none. */
    inlay_status (*relevance)(struct inlay_strategy *s,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_relevance *out,
                              bool *has_model, inlay_error *err);
    /* The same of each trial that is done, in their order: room for n_done. */
    inlay_status (*leave_one_out)(struct inlay_strategy *s,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, bool *has_model,
                                  inlay_error *err);
    void (*free)(struct inlay_strategy *s);
    /* What the model says of the value y of x, which the history does not know;
     * there is a model.  NULL: values have no noise, and z is on the scale of
     * y. */
    inlay_status (*residual)(struct inlay_strategy *s,
                             const struct inlay_history *h,
                             const struct inlay_rng *rng, const inlay_value *x,
                             double y, inlay_residual *out, inlay_error *err);
    /* The hyper-parameters of the model, where anything is done: views of
     * *numbers, which the caller frees.  NULL: there are none. */
    inlay_status (*hyper)(struct inlay_strategy *s,
                          const struct inlay_history *h,
                          const struct inlay_rng *rng,
                          inlay_hyperparameters *out, double **numbers,
                          inlay_error *err);
};

struct inlay_strategy {
    const struct inlay_strategy_ops *ops;
    inlay_ask_stats stats;              /* of the last suggest */
    enum inlay_acquisition acquisition; /* that predict tells, if any */
};

/* The strategy that option "method" names; exact must outlive it. */
inlay_status inlay_strategy_new(const struct inlay_encoding *exact,
                                const inlay_options *options,
                                struct inlay_strategy **out, inlay_error *err);
void inlay_strategy_free(struct inlay_strategy *s);

/* May a configuration be suggested that is in the history already? */
bool inlay_strategy_may_repeat(const inlay_options *options);

#endif
