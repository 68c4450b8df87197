/*
 * audit.h: the verdict on a model by its leave-one-out residuals.
 */
#ifndef INLAY_STUDY_AUDIT_H
#define INLAY_STUDY_AUDIT_H

#include "inlay.h"

enum { INLAY_MOST_WORST = 3 };

/* All but noise_sd, of n >= 1 residuals; *out views worst. */
void inlay_model_check_make(const inlay_residual *r, size_t n,
                            inlay_residual worst[INLAY_MOST_WORST],
                            inlay_model_check *out);

#endif
