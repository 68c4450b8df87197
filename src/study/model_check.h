/*
 * model_check.h: the verdict on a model by its leave-one-out residuals.
 */
#ifndef INLAY_STUDY_MODEL_CHECK_H
#define INLAY_STUDY_MODEL_CHECK_H

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

#endif
