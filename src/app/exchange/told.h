/*
 * told.h: what people and programs tell of an evaluation: a value, and metrics.
 */
#ifndef INLAY_APP_EXCHANGE_TOLD_H
#define INLAY_APP_EXCHANGE_TOLD_H

#include <jansson.h>

#include "base/text.h"

/* A number, or nan or inf, which are values too: failures. */
bool inlay_told_number(const char *text, double *y);
/* Appends a JSON object.  Anything else is INLAY_EINVAL; the message begins with
 * `where`, as "metrics". */
inlay_status inlay_told_metrics(const json_t *json, const char *where,
                                struct inlay_text *out, inlay_error *err);
/* The same of a text that should be one; "" and NULL append nothing. */
inlay_status inlay_told_parse_metrics(const char *text, const char *where,
                                      struct inlay_text *out, inlay_error *err);
/* inlay_study_end; what refuses a second result shows the first. */
inlay_status inlay_told_end(inlay_study *study, int64_t id, double y,
                            const char *why, const char *metrics,
                            inlay_error *err);

#endif
