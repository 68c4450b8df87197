/*
 * result.h: what a worker's standard output says.
 *
 * The result is the last line that is one.  A line is a result if it is
 *
 * - a number, with any white space around it; nan, inf and infinity are
 *   numbers that are not finite, in upper or lower case;
 * - a JSON object with the objective under its name ("objective" where outputs
 *   have no names), whose other keys are metrics, other outputs among them.
 *   NaN and Infinity, which are not JSON but what Python writes, are read.
 *
 * If there is none, the last JSON object is taken if it has exactly one number
 * besides a variance, whatever its key.
 *
 * A line of more than 1 MiB is not a result.  A result that is not a finite
 * number is not passed over for an earlier one: it is unusable, and says why.
 */
#ifndef INLAY_RUN_RESULT_H
#define INLAY_RUN_RESULT_H

#include <jansson.h>

#include "base/text.h"
#include "problem/outcome.h"

enum inlay_result_kind {
    INLAY_RESULT_NONE = 0,
    INLAY_RESULT_VALUE,
    INLAY_RESULT_UNUSABLE,
};

struct inlay_result {
    enum inlay_result_kind kind;
    double value;    /* finite; 0 unless kind is VALUE */
    double variance; /* of value; NaN: none, as while it is among the metrics */
    char *metrics;   /* JSON object in one line, or NULL where there are none */
    char why[320];   /* there is no value; else empty */
    char key[80]; /* of the number that was taken in place of the objective, for
                      messages; else empty */
};

/* Cleared with inlay_result_clear().  Only memory can fail. */
inlay_status inlay_result_of_text(const char *text, size_t n,
                                  const char *objective,
                                  struct inlay_result *out, inlay_error *err);
/* The same of a file, of which no more is read than is needed.  A file that
 * cannot be read has no result, and says why. */
inlay_status inlay_result_read(const char *path, const char *objective,
                               struct inlay_result *out, inlay_error *err);
void inlay_result_clear(struct inlay_result *result);

/* Takes the variance from the metrics, unless an output has its name.  One that is
 * no variance makes the result unusable. */
inlay_status inlay_result_take_variance(struct inlay_result *result,
                                        const struct inlay_outputs *outputs,
                                        inlay_error *err);

/* The key of the only number of an object that has no objective, but for a
 * variance beside it: a view.  NULL
 * where it has none or several: then why gets what to write; verb says how, as
 * "print". */
const char *inlay_result_key(json_t *object, const char *objective,
                             const char *verb, struct inlay_text *why);

#endif
