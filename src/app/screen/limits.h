/*
 * limits.h: limits of outputs, and how far values are from them, in words.
 */
#ifndef INLAY_APP_SCREEN_LIMITS_H
#define INLAY_APP_SCREEN_LIMITS_H

#include "problem/outcome.h"

/* "at most 12", "at least 0.85", "0.2 to 0.9"; "none". */
void inlay_limits_add_range(struct inlay_text *text,
                            const inlay_output *output);

/* How far a value is within its limits, to the nearer one; negative outside, NaN
 * where there is none or the value is not known. */
double inlay_limits_margin(const inlay_output *output, double value);

/* "within by 0.4", "0.3 too high", "0.3 too low", "not known"; nothing where
 * there is no limit. */
void inlay_limits_add_margin(struct inlay_text *text,
                             const inlay_output *output, double value);

/* "latency_ms=17.1 > 12, accuracy=0.7 < 0.85": the limits that values break. */
void inlay_limits_add_broken(struct inlay_text *text,
                             const struct inlay_outputs *outputs,
                             const double *values);

/*
 * A line for each output of a done trial but its objective's value, which is said
 * elsewhere: "  latency_ms  11.3  (at most 12: within by 0.7)".
 */
void inlay_limits_add_table(struct inlay_text *text,
                            const struct inlay_outputs *outputs,
                            const double *values);

#endif
