/*
 * criterion.h: what suggestions of a study are chosen by, in words.
 */
#ifndef INLAY_APP_PAGES_CRITERION_H
#define INLAY_APP_PAGES_CRITERION_H

/* What inlay_prediction.acquisition is the logarithm of, for the acquisition of
 * inlay_study_acquisition(): a noun without an article, "expected
 * improvement". */
const char *inlay_criterion_name(const char *acquisition);

#endif
