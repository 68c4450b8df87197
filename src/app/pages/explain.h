/*
 * explain.h: why a trial was suggested: what the model believed when it was
 * asked, what came out, and what lies near.
 *
 * A past trial is explained by the study as it was then, so that the numbers
 * are those by which it was chosen, not what is known by now.
 *
 *     explain.c        the facts
 *     explain_print.c  as words and as JSON
 */
#ifndef INLAY_APP_PAGES_EXPLAIN_H
#define INLAY_APP_PAGES_EXPLAIN_H

#include <jansson.h>

#include "base/text.h"
#include "study/study.h"

/* "model", "design", ... */
const char *inlay_origin_name(enum inlay_origin origin);

/* A trial that was finished before. */
struct inlay_neighbour {
    int64_t id;
    double distance; /* in length-scales of the model, or in ranges */
    inlay_state state;
    double y;             /* NaN if it failed */
    const inlay_value *x; /* of the study */
};
enum { INLAY_MOST_NEIGHBOURS = 3 };

/* Random configurations with which a suggestion is compared. */
enum { INLAY_N_RANDOM = 256 };

struct inlay_explanation {
    inlay_study *study; /* as it was then; owned */
    inlay_value *x;
    int64_t id; /* 0: the next suggestion, not asked */
    enum inlay_origin origin;
    bool is_replayed; /* the suggestion was computed again: the same x */
    bool is_other;    /* ... and it was another: not this build's, or not this
                         file's */
    inlay_state state;
    double y;  /* NaN unless done */
    char *why; /* NULL unless failed */

    bool has_model;      /* else what follows is NaN, up to the next blank */
    inlay_prediction at; /* of x, by what was known then */
    double z;            /* (y − mean) / sd; > 0 is a larger value */
    double p_better;     /* that f(x) is better than the model's f(best) */
    double rank;         /* share of random configurations less promising */
    double typical_sd;   /* their median */
    inlay_relevance *relevance; /* of each variable */

    inlay_trial best;         /* of those finished then; id 0: none */
    inlay_prediction at_best; /* NaN where there is none */
    struct inlay_neighbour near[INLAY_MOST_NEIGHBOURS];
    size_t n_near;
};

/* Trial id of the store at path; 0: the next suggestion.  INLAY_ESTATE where
 * there is no such trial. */
inlay_status inlay_explain(const char *path, int64_t id,
                           struct inlay_explanation *out, inlay_error *err);
void inlay_explanation_clear(struct inlay_explanation *e);

/* Sentences and tables, for people; and one object with exact numbers, null
 * where one is not known. */
void inlay_explanation_print(const struct inlay_explanation *e,
                             struct inlay_text *page);
json_t *inlay_explanation_json(const struct inlay_explanation *e);

#endif
