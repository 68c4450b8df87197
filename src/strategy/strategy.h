/*
 * strategy.h: what a method of optimization is: a function of (space, options,
 * history, rng) to the next configuration.
 *
 * A strategy has no tell(): it reads the history.  What it must find again it
 * leaves in the trace of its suggestion; all else it keeps is cache, and
 * dropping the cache changes no answer.  It minimizes.
 *
 * A method gives the functions in which it differs, inlay_strategy_ops.  The
 * study calls inlay_strategy_suggest() and its like, which know what to do where
 * a method lacks one.
 */
#ifndef INLAY_STRATEGY_STRATEGY_H
#define INLAY_STRATEGY_STRATEGY_H

#include "base/rng.h"
#include "base/stop.h"
#include "problem/history.h"
#include "strategy/design.h"
#include "strategy/options.h"

struct inlay_strategy;

/*
 * rng always belongs to the trial that is to be; each method splits it by keys of
 * its own.  u is a point of the cube that the method searches.  All but init,
 * suggest, appraise, forget and clear are called with a belief of h in place.  Any
 * function may be NULL; without search there is no model.
 */
struct inlay_strategy_ops {
    size_t size; /* of the method's struct, which begins with inlay_strategy */
    enum inlay_origin begins;  /* the initial trials: design, net or random */
    uint64_t random_stream;    /* key for random suggestions; 0: rng itself */
    bool learns_from_failures; /* a failed trial is enough for a belief */
    bool learns_from_outside;  /* ... and so do trials outside the space */

    /* Reads the options that are the method's own, n_initial too; s is 0 but for
     * what all methods share. */
    inlay_status (*init)(struct inlay_strategy *s, const inlay_options *options,
                         int variant, inlay_error *err);
    /* Next configuration and trace; NULL: inlay_sequential_suggest(). */
    inlay_status (*suggest)(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err);
    /* Fits the model to h; then what predict and search need beyond it. */
    inlay_status (*believe)(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err);
    inlay_status (*appraise)(struct inlay_strategy *s,
                             const struct inlay_history *h,
                             const struct inlay_rng *rng, inlay_error *err);
    /* Drops all of that, whether complete or not. */
    void (*forget)(struct inlay_strategy *s);
    /* u := the most promising point.  INLAY_EXHAUSTED where all is known. */
    inlay_status (*search)(struct inlay_strategy *s,
                           const struct inlay_history *h,
                           const struct inlay_rng *rng, double *u,
                           inlay_error *err);
    /* What is to be found again of the suggestion u; by_model: it has looked at
     * the belief. */
    inlay_status (*leave_trace)(const struct inlay_strategy *s, const double *u,
                                bool by_model, struct inlay_trace *trace,
                                inlay_error *err);

    inlay_status (*predict)(struct inlay_strategy *s, const double *u,
                            inlay_prediction *out, inlay_error *err);
    /* u := where the model's mean is least. */
    inlay_status (*minimum)(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_error *err);
    /* *prefers := does recommend=auto mean the minimum?  NULL: no, the best
     * observed. */
    inlay_status (*prefers_minimum)(const struct inlay_strategy *s,
                                    bool *prefers, inlay_error *err);
    /* Is the belief sure that values scatter, so that a configuration may be
     * measured again with repeats=auto?  NULL: it never is. */
    bool (*finds_noise)(const struct inlay_strategy *s);
    /* Is there a model of that output?  NULL: of the objective alone.  What
     * follows is called where there is. */
    bool (*models)(struct inlay_strategy *s, size_t output);
    inlay_status (*predict_output)(struct inlay_strategy *s, const double *u,
                                   size_t output, inlay_output_prediction *out,
                                   inlay_error *err);
    inlay_status (*relevance)(struct inlay_strategy *s, size_t output,
                              inlay_relevance *out, inlay_error *err);
    inlay_status (*leave_one_out)(struct inlay_strategy *s,
                                  const struct inlay_history *h, size_t output,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, size_t *n,
                                  inlay_error *err);
    inlay_status (*residual)(struct inlay_strategy *s, const double *u,
                             size_t output, double y, double variance,
                             inlay_residual *out, inlay_error *err);
    inlay_status (*hyper)(struct inlay_strategy *s, const double *u,
                          size_t output, inlay_hyperparameters *out,
                          double **numbers, inlay_error *err);
    /* Of the objective; n_repeated is the study's. */
    inlay_status (*noise)(struct inlay_strategy *s, const double *u,
                          inlay_noise_estimate *out, inlay_error *err);
    /* Frees what the method holds beside its caches. */
    void (*clear)(struct inlay_strategy *s);
};

struct inlay_strategy {
    const struct inlay_strategy_ops *ops;
    inlay_ask_stats stats;              /* of the last suggest */
    enum inlay_acquisition acquisition; /* that predict tells, if any */

    struct inlay_design design; /* has the cubes and may_repeat */
    size_t n_initial;           /* trials before the model is used */
    double random_share;        /* of the suggestions after them */
    enum inlay_recommend recommend;
    uint64_t version; /* of the history that the cached belief is of */
    bool has_belief, has_appraisal;
    struct inlay_watch *watch; /* of the study, or NULL */
};

/* ---- For the study ---- */

/* The strategy that option "method" names; exact and watch (or NULL) must outlive
 * it.  Once the watch is over, functions below may return anything but a belief
 * that is not whole: who began it settles. */
inlay_status inlay_strategy_new(const struct inlay_encoding *exact,
                                const inlay_options *options,
                                struct inlay_strategy **out,
                                struct inlay_watch *watch, inlay_error *err);
void inlay_strategy_free(struct inlay_strategy *s);

/* May a configuration be suggested that is in the history already, whatever a
 * belief says? */
bool inlay_strategy_may_repeat(const inlay_options *options);

/* The next configuration (canonical values) and its trace.  INLAY_EXHAUSTED
 * where nothing new is left. */
inlay_status inlay_strategy_suggest(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng, inlay_value *x,
                                    struct inlay_trace *trace,
                                    inlay_error *err);
/* What the model says of x: NaN and success 1 where there is none. */
inlay_status inlay_strategy_predict(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng,
                                    const inlay_value *x, inlay_prediction *out,
                                    inlay_error *err);
/* The configuration to use in the end; at least one trial is done. */
inlay_status inlay_strategy_recommend(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      inlay_value *x, inlay_error *err);
/* The same of one output; NaN where it has no model. */
inlay_status inlay_strategy_predict_output(struct inlay_strategy *s,
                                           const struct inlay_history *h,
                                           const struct inlay_rng *rng,
                                           const inlay_value *x, size_t output,
                                           inlay_output_prediction *out,
                                           inlay_error *err);
/* What the model of an output knows of each variable (room for all), and of each
 * trial that has a value of it, in their order (room for n_done), *n of them.
 * *has_model is false, and nothing written, where there is no model. */
inlay_status inlay_strategy_relevance(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      size_t output, inlay_relevance *out,
                                      bool *has_model, inlay_error *err);
inlay_status inlay_strategy_leave_one_out(struct inlay_strategy *s,
                                          const struct inlay_history *h,
                                          const struct inlay_rng *rng,
                                          size_t output, inlay_residual *out,
                                          size_t *n, bool *has_model,
                                          inlay_error *err);
/* What the model says of the value y of an output of x, which the history does
 * not know, with its variance (NaN: the model's noise).  A method without a residual of its own takes its prediction for it:
 * no noise, and z on the scale of y.  All NaN where there is no model. */
inlay_status inlay_strategy_residual(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     const inlay_value *x, size_t output,
                                     double y, double variance,
                                     inlay_residual *out, inlay_error *err);
/* The hyper-parameters of the model of an output: views of *numbers, which the
 * caller frees.  Nothing is written where there are none. */
inlay_status inlay_strategy_hyper(struct inlay_strategy *s,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng, size_t output,
                                  inlay_hyperparameters *out, double **numbers,
                                  inlay_error *err);
/* The noise of the objective at the best trial, but for n_repeated; NaN and false
 * where there is no model that knows of it. */
inlay_status inlay_strategy_noise(struct inlay_strategy *s,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng,
                                  inlay_noise_estimate *out, inlay_error *err);

/* ---- For the methods ---- */

/* An option that is a number, or `fallback` where it is 0. */
size_t inlay_strategy_count(const inlay_options *options,
                            enum inlay_option_id id, size_t fallback);

/* May a configuration be suggested again, by the options or by the belief that is
 * in place? */
bool inlay_strategy_repeats(const struct inlay_strategy *s);

/* From so many trials on, a model that has no memory has too many of them: its
 * matrices have 8 MB each. */
enum { INLAY_MANY_TRIALS = 1000 };

/* Is the history enough for a belief? */
bool inlay_strategy_can_believe(const struct inlay_strategy *s,
                                const struct inlay_history *h);
/* The belief of h, from the cache if it is there; and its appraisal. */
inlay_status inlay_strategy_believe(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng,
                                    inlay_error *err);
inlay_status inlay_strategy_appraise(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     inlay_error *err);

#endif
