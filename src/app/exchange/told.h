/*
 * told.h: what commands and conversations share: how trials are asked for, and
 * what people and programs tell of an evaluation, a value and metrics.
 */
#ifndef INLAY_APP_EXCHANGE_TOLD_H
#define INLAY_APP_EXCHANGE_TOLD_H

#include <jansson.h>

#include "base/json_writer.h"
#include "base/shown.h"
#include "base/text.h"
#include "study/tell.h"

/* How many trials may be asked for at once. */
enum { INLAY_TOLD_MOST = 10000 };

/* Asks for n trials and writes {"id": 7, "x": {...}}; as a list, {"trials":
 * [...]}.  *n_asked of them were suggested and are written, although a later
 * one failed. */
inlay_status inlay_told_ask(inlay_study *study, int64_t n, bool is_list,
                            struct inlay_json_writer *w, int64_t *n_asked,
                            inlay_error *err);

/* A number, or nan or inf, which are values too: failures. */
bool inlay_told_number(const char *text, double *y);
/* Appends a JSON object.  Anything else is INLAY_EINVAL; the message begins with
 * `where`, as "metrics". */
inlay_status inlay_told_metrics(const json_t *json, const char *where,
                                struct inlay_text *out, inlay_error *err);
/* The same of a text that should be one; "" and NULL append nothing. */
inlay_status inlay_told_parse_metrics(const char *text, const char *where,
                                      struct inlay_text *out, inlay_error *err);
/*
 * The outputs of a trial as an object, {"loss": 0.25, "latency_ms": 12}: *y :=
 * the objective (NaN where it is null or "nan"), *variance := its variance (NaN
 * where there is none); the others are appended to metrics
 * as an object, unless there are none.  Each output must be
 * among them, unless the objective is NaN.  A study
 * with one output also takes the only number of an object, whose key then is in
 * *key; else *key is left alone.  more: metrics beside the object, or NULL.
 */
inlay_status inlay_told_outputs(const inlay_study *study, json_t *object,
                                json_t *more, double *y, double *variance,
                                struct inlay_text *metrics,
                                struct inlay_shown *key, inlay_error *err);
/* inlay_study_end; the message that refuses a second result shows the first. */
inlay_status inlay_told_end(inlay_study *study, int64_t id,
                            struct inlay_outcome outcome, inlay_error *err);

/* Why a trial has failed that was told a finite value: it lacks another output.
 * NULL where it has not; a view. */
const char *inlay_told_lack(const inlay_study *study, int64_t id, double y);
/* The end of an answer to a result: "failed", where that is so, and "taken", the
 * key of the value where it was not the objective's. */
void inlay_told_write_end(struct inlay_json_writer *w, const inlay_study *study,
                          int64_t id, double y, const struct inlay_shown *key);

/* Are those outputs but the objective that the object has a number, null or
 * "nan"?  INLAY_EINVAL names the first that is not.  Without one that it lacks
 * the trial has failed. */
inlay_status inlay_told_check_limits(const inlay_study *study,
                                     const json_t *object, inlay_error *err);

/* May a result be one number, without metrics?  INLAY_EINVAL where the study has
 * several outputs: the others would be missing. */
inlay_status inlay_told_check_alone(const inlay_study *study, inlay_error *err);

#endif
