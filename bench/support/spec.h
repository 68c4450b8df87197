/*
 * spec.h: a method with its options in one word, as programs take it:
 * "gp-basic:preset=paper,samples=5".
 */
#ifndef INLAY_BENCH_SPEC_H
#define INLAY_BENCH_SPEC_H

#include "inlay.h"

/* The method "default" sets none.  Exits the program with a message where the
 * spec is wrong; the caller frees. */
inlay_options *spec_options(const char *spec, uint64_t seed);

#endif
