/*
 * matter.h: which variables hardly matter at the best trial.
 */
#ifndef INLAY_APP_PAGES_MATTER_H
#define INLAY_APP_PAGES_MATTER_H

#include "inlay.h"

/* Of each variable: can it be moved alone, from the best trial and over its whole
 * range, with hardly any difference to any output?  Where a model cannot tell,
 * no.  *is_flat: to the models nothing matters anywhere, which says nothing. */
inlay_status inlay_matter_find(inlay_study *study, const inlay_trial *best,
                               bool *is_idle, bool *is_flat, inlay_error *err);

#endif
