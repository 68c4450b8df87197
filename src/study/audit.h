/*
 * audit.h: the verdict on a model by its leave-one-out residuals.
 */
#ifndef INLAY_STUDY_AUDIT_H
#define INLAY_STUDY_AUDIT_H

#include "inlay.h"

enum { INLAY_MOST_WORST = 3 };

/* Residuals, and where each is. */
struct inlay_worst {
    inlay_residual is[INLAY_MOST_WORST];
    const inlay_residual *at[INLAY_MOST_WORST];
};

/* All but noise_sd, of n >= 1 residuals; *out views worst. */
void inlay_model_check_make(const inlay_residual *r, size_t n,
                            struct inlay_worst *worst, inlay_model_check *out);

/* Of all trials so far: inlay_audit.are_failures_random. */
inlay_status inlay_study_failures_are_random(inlay_study *s, bool *is_random,
                                             inlay_error *err);

#endif
