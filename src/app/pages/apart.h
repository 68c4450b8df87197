/*
 * apart.h: how far apart two configurations are, as the model measures it.
 */
#ifndef INLAY_APP_PAGES_APART_H
#define INLAY_APP_PAGES_APART_H

#include "problem/encode.h"

/*
 * In length-scales (in ranges where there is none), between points a and b of
 * the exact encoding; `without` is a variable that does not count, SIZE_MAX for
 * none.
 */
double inlay_apart(const struct inlay_encoding *enc, const inlay_relevance *r,
                   size_t without, const double *a, const double *b);

#endif
