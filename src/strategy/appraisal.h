/*
 * appraisal.h: what each point is worth, given a belief: the acquisition that
 * option "acquisition" names, weighted by success, and all it stands on.
 */
#ifndef INLAY_STRATEGY_APPRAISAL_H
#define INLAY_STRATEGY_APPRAISAL_H

#include "acquire/ei.h"
#include "acquire/kg.h"
#include "acquire/mes.h"
#include "acquire/optima.h"
#include "acquire/pes.h"
#include "acquire/weighted.h"
#include "strategy/belief.h"

struct inlay_appraisal_options {
    enum inlay_acquisition acquisition; /* never auto: see below */
    bool adapts; /* acquisition=auto: by the noise of the belief */
    enum inlay_incumbent incumbent; /* of EI; never AUTO */
    double failure_weight; /* exponent of P(success); 0: by the history */
    size_t n_minima;       /* drawn of each component; 0: by their number */
    size_t n_features;     /* of a draw */
    double ep_tolerance;
    size_t n_threads;
};

struct inlay_appraisal {
    double *best;  /* EI, KG: the incumbent of each component */
    double *known; /* KG: the mean of each component at each point */
    struct inlay_optima optima;        /* PES, MES */
    struct inlay_minimizer *minimizer; /* PES: of each of them */
    union {
        struct inlay_acq base;
        struct inlay_ei ei;
        struct inlay_pes pes;
        struct inlay_mes mes;
        struct inlay_kg kg;
    } inner;
    struct inlay_weighted acq; /* points to inner: it must not move */
    size_t n_minima, n_unconverged;
};

void inlay_appraisal_read_options(const inlay_options *options,
                                  struct inlay_appraisal_options *out);

/* The acquisition for a belief: the one of the options, unless they adapt. */
enum inlay_acquisition
inlay_appraisal_acquisition(const struct inlay_appraisal_options *options,
                            const struct inlay_belief *b);

/* Does it seek to improve on an incumbent?  If not, it seeks to know where the
 * optimum is. */
bool inlay_acquisition_has_incumbent(enum inlay_acquisition acquisition);

/* The belief must outlive the appraisal, and h be the history that it is of. */
inlay_status inlay_appraisal_form(struct inlay_appraisal *a,
                                  const struct inlay_belief *b,
                                  const struct inlay_history *h,
                                  const struct inlay_appraisal_options *options,
                                  const struct inlay_rng *rng,
                                  inlay_error *err);
void inlay_appraisal_clear(struct inlay_appraisal *a);

#endif
