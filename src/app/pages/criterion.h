/*
 * criterion.h: what suggestions of a study are chosen by, in words.
 */
#ifndef INLAY_APP_PAGES_CRITERION_H
#define INLAY_APP_PAGES_CRITERION_H

#include "study/study.h"

/* What inlay_prediction.acquisition is the logarithm of: a noun without an
 * article, "expected improvement". */
const char *inlay_criterion_name(const inlay_study *study);

#endif
