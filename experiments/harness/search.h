/*
 * search.h: one method, once, on one objective.
 */
#ifndef INLAY_EXPERIMENTS_SEARCH_H
#define INLAY_EXPERIMENTS_SEARCH_H

#include "harness/objective.h"

enum search_rule { SEARCH_RECOMMENDED, SEARCH_OBSERVED, SEARCH_N_RULES };

/* A problem is solved once the best observation has a gap of no more than this. */
#define SEARCH_SOLVED 1e-3

/* What a search gave.  The gap after evaluation i is that between the value,
 * without noise, of what would be chosen then and the minimum: chosen is what
 * the method itself recommends, or the configuration of the best observation. */
struct search {
    size_t n;                    /* evaluations */
    double *gap[SEARCH_N_RULES]; /* n each */
    size_t repeats;      /* of a configuration, while unsolved (see search.c) */
    size_t near_repeats; /* of one or its close neighborhood, while unsolved */
    double ask_seconds, recommend_seconds; /* of the processor, in all */
};

/* Exits the program with a message if there is no memory. */
void search_init(struct search *s, size_t n);
void search_clear(struct search *s);

/* Fills s.  The first evaluation is at o->first.  Exits the program with a
 * message where the study fails: it must not. */
void search_run(const struct objective *o, const inlay_options *options,
                struct search *s);

#endif
