/*
 * outcome.h: what an evaluation gives: the objective, and values with limits.
 *
 * A study has one output or several.  One has a goal: it is the objective.  The
 * others have limits, from below, from above or both; the objective may have
 * some, too.  A trial is feasible if all its limits are known to hold.
 *
 * Values are as reported.  In a journal the objective is the y of an end; the
 * other outputs stand among its metrics, under their names.  So a limit that is
 * set on a metric later finds what was measured before.
 *
 * With the objective its variance may be told, as "variance" in an object of
 * values.  Where an output has that name, the key is the output's.
 */
#ifndef INLAY_PROBLEM_OUTCOME_H
#define INLAY_PROBLEM_OUTCOME_H

#include <jansson.h>

#include "base/text.h"
#include "inlay.h"

/* {0} is an empty list. */
struct inlay_outputs {
    inlay_output *at; /* their names are views of name */
    char **name;
    size_t n, room, room_name;
    size_t objective; /* the one with a goal; n: none has */
    bool is_default; /* nobody has named an output: there is one, "objective" */
};

/* The list of a study whose user has named no output. */
inlay_status inlay_outputs_init(struct inlay_outputs *outputs,
                                inlay_error *err);
void inlay_outputs_clear(struct inlay_outputs *outputs);
inlay_status inlay_outputs_copy(const struct inlay_outputs *from,
                                struct inlay_outputs *out, inlay_error *err);

/* One more; the first one takes the place of the default.  INLAY_EINVAL: see
 * inlay_options_add_output. */
inlay_status inlay_outputs_add(struct inlay_outputs *outputs,
                               const inlay_output *output, inlay_error *err);
/* INLAY_EINVAL where none has a goal. */
inlay_status inlay_outputs_check(const struct inlay_outputs *outputs,
                                 inlay_error *err);

/* The output of that name; n where there is none. */
size_t inlay_outputs_find(const struct inlay_outputs *outputs,
                          const char *name);

bool inlay_output_has_limit(const inlay_output *output);
/* Has one of them a limit? */
bool inlay_outputs_have_limits(const struct inlay_outputs *outputs);

/*
 * How far a value is from its limits: 0 within, else the excess as a share of
 * the limit (of the distance between two limits; of 1 where the limit is 0).
 * Infinite for NaN.  Violation of a trial: the sum over its values.
 */
double inlay_output_violation(const inlay_output *output, double value);
double inlay_outputs_violation(const struct inlay_outputs *outputs,
                               const double *values);

/* The names, for a message: "loss, latency_ms". */
void inlay_outputs_add_names(const struct inlay_outputs *outputs,
                             struct inlay_text *text);

/* ---- The variance of the objective ---- */

extern const char inlay_variance_key[]; /* "variance" */

/* Is the key of an object of values that of the variance? */
bool inlay_outputs_is_variance(const struct inlay_outputs *outputs,
                               const char *key);
/* A variance is finite and not negative; NaN, which is none, passes.  The message
 * begins with `where`. */
inlay_status inlay_variance_check(const char *where, double variance,
                                  inlay_error *err);
/* *variance := a number that passes; NaN for null, or where json is NULL. */
inlay_status inlay_variance_read(const json_t *json, double *variance,
                                 inlay_error *err);
/* Takes the variance out of an object of values, where it has one. */
inlay_status inlay_outputs_take_variance(const struct inlay_outputs *outputs,
                                         json_t *object, double *variance,
                                         inlay_error *err);

/* ---- Values of a trial ---- */

/*
 * values[n] := the outputs of a trial whose objective was told as y, with these
 * metrics (a JSON object, or NULL).  NaN where a value is missing or not finite;
 * the objective is then y.
 */
inlay_status inlay_outputs_read(const struct inlay_outputs *outputs, double y,
                                const char *metrics, double *values,
                                inlay_error *err);

/* Why values are no result: text is left empty where all are finite. */
void inlay_outputs_add_reason(const struct inlay_outputs *outputs,
                              const double *values, struct inlay_text *text);

/* *out := the metrics (a JSON object, or NULL) with the outputs in front; the
 * caller clears it.  A metric that has the name of an output is left out. */
inlay_status inlay_outputs_write(const struct inlay_outputs *outputs,
                                 const double *values, const char *metrics,
                                 struct inlay_text *out, inlay_error *err);

#endif
