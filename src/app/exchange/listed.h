/*
 * listed.h: a trial as the tool knows it, from a store or from a study, for all
 * that shows one.
 */
#ifndef INLAY_APP_EXCHANGE_LISTED_H
#define INLAY_APP_EXCHANGE_LISTED_H

#include <jansson.h>

#include "base/text.h"
#include "inlay.h"
#include "problem/outcome.h"

enum inlay_listed_state {
    INLAY_LISTED_PENDING,
    INLAY_LISTED_RUNNING, /* leased to a process that is not known to be dead */
    INLAY_LISTED_DONE,
    INLAY_LISTED_FAILED,
    INLAY_LISTED_ABANDONED,
    INLAY_LISTED_DISCARDED /* done or failed, but its result is void */
};

enum { INLAY_N_LISTED = INLAY_LISTED_DISCARDED + 1 };

/* "pending", "running", "done", "failed", "abandoned", "discarded", NULL. */
extern const char *const inlay_listed_names[INLAY_N_LISTED + 1];
/* The state that a word of ours, or of another tool, means, in upper or lower
 * case; -1: none. */
int inlay_listed_find(const char *word);
/* The name of that state; NULL: none. */
const char *inlay_listed_guess(const char *word);

/* When something was: "asked", "started", "ended", "amended". */
enum { INLAY_LISTED_STARTED = 1, INLAY_N_LISTED_TIMES = 4 };
extern const char *const inlay_listed_times[INLAY_N_LISTED_TIMES];

/* A trial as the tool knows it. */
struct inlay_listed {
    int64_t id;
    enum inlay_listed_state state;
    const inlay_value *x;
    double y;             /* NaN where it has no value */
    double variance;      /* of y, as was given with it; NaN: none was */
    const double *values; /* of each output, NaN: unknown; NULL: it has none */
    double violation;     /* how far they are from their limits; 0: feasible */
    const char *why;      /* why it failed or was abandoned, or NULL */
    const char *metrics;  /* a JSON object, or NULL */
    double seconds; /* of the evaluation, in whole milliseconds; NaN: unknown */
    int64_t n_starts; /* 0: unknown */
    bool is_discarded;
    const char *void_because; /* why it was discarded, or NULL */
    const char *notes;        /* its attributes as a JSON object, or NULL */
    const char *holder;       /* the process that evaluates it, or NULL */
    union {                   /* seconds since 1970; 0: not yet, or unknown */
        struct {
            double asked_at, started_at, ended_at, amended_at;
        };
        double at[INLAY_N_LISTED_TIMES];
    };
    bool is_outside; /* x lies outside the space, see inlay_trial */
    bool is_added;   /* nobody asked for it: it takes nothing of a budget */
};

/* The same of a trial as the library has it; what a study does not know is left
 * out.  The attributes are in *notes, which the caller clears. */
struct inlay_listed inlay_listed_of(const inlay_study *study,
                                    const inlay_trial *trial,
                                    struct inlay_text *notes);

/* The best of a list, {0} at first: the least violation, then the objective, as a
 * history orders them. */
struct inlay_listed_best {
    int64_t id; /* 0: none yet */
    double y, violation;
};
/* Takes the trial if it is better; says whether it did. */
bool inlay_listed_take_best(struct inlay_listed_best *best,
                            const inlay_options *options,
                            const struct inlay_listed *trial);

/* What happened to it, whether that is void or not: the name of a state. */
const char *inlay_listed_end(const struct inlay_listed *trial);

/* What values mean: variables and outputs. */
struct inlay_trial_terms {
    const inlay_space *space;
    const struct inlay_outputs *outputs;
    bool has_times; /* when it was asked, started, ended is told, too */
};

/* *out := the metrics, without those that are told as its values, for the caller to
 * drop; NULL: there are none. */
inlay_status inlay_listed_metrics(const struct inlay_listed *trial,
                                  const struct inlay_outputs *outputs,
                                  json_t **out, inlay_error *err);

#endif
