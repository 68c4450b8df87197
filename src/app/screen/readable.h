/*
 * readable.h: numbers, values and configurations as people read them, in lines
 * and in columns.  Exact ones are in problem/configuration and base/text.
 */
#ifndef INLAY_APP_SCREEN_READABLE_H
#define INLAY_APP_SCREEN_READABLE_H

#include "base/harmless.h"
#include "problem/space.h"

/* So many significant digits; "-" for NaN. */
struct inlay_shown inlay_readable_number(double v, int digits);
/* 0.123 is "12 %"; "-" for NaN.  Neither 0 nor 100 but where that is exact. */
struct inlay_shown inlay_readable_percent(double share);
/* A count and its noun: "1 trial", "2 trials". */
struct inlay_shown inlay_readable_count(size_t n, const char *one);
/* A real in so many digits, anything else as it is; long names are cut. */
struct inlay_shown inlay_readable_value(const inlay_value *v, int digits);

/* "rate=0.1 depth=3", reals in six digits, names whole; `how` is that of
 * base/harmless. */
void inlay_readable_add_configuration(struct inlay_text *text,
                                      const inlay_space *space,
                                      const inlay_value *x, unsigned how);
/* name=value for each variable, exact, both as words of a shell; `before` and
 * `after` around each. */
void inlay_readable_add_assignments(struct inlay_text *text,
                                    const inlay_space *space,
                                    const inlay_value *x, const char *before,
                                    const char *after);

/* Appends s, harmless, and spaces up to `width` columns: after it, or before it
 * where it belongs to the right. */
void inlay_readable_add_padded(struct inlay_text *text, const char *s,
                               size_t width, bool is_right);

/* What inlay_prediction.acquisition is the logarithm of, for the acquisition of
 * inlay_study_acquisition(): a noun without an article, "expected improvement".
 * It does not say minimum or maximum: users of both goals read it. */
const char *inlay_readable_acquisition(const char *acquisition);

#endif
