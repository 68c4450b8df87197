/*
 * stdio_request.h: a request of a conversation by lines of JSON, its parts, and the
 * operations; for the files stdio*.c alone.
 */
#ifndef INLAY_APP_EXCHANGE_STDIO_REQUEST_H
#define INLAY_APP_EXCHANGE_STDIO_REQUEST_H

#include "base/json.h"
#include "base/json_writer.h"
#include "base/shown.h"
#include "inlay.h"

/* What an operation is given; parts that it has no key for are 0. */
struct inlay_request {
    inlay_study *study;
    const inlay_space *space;
    const json_t *json;
    struct inlay_json_writer *w; /* of the answer */
    int64_t id;
    inlay_value *x;
    double y; /* NaN where it failed */
    const char *why;
    struct inlay_text metrics;
    struct inlay_shown key; /* of the value, where it is not the objective's */
};

/* Reads a part of a request, or runs an operation. */
typedef inlay_status inlay_request_fn(struct inlay_request *r,
                                      inlay_error *err);

/* ---- Parts (stdio_request.c) ---- */

/* Of tell and add: y, or why it failed; and metrics. */
inlay_request_fn inlay_request_result;
inlay_request_fn inlay_request_id;
/* Seconds that the operation may take; without them it has all the time. */
inlay_request_fn inlay_request_deadline;
inlay_request_fn inlay_request_x;
/* A reason is optional. */
inlay_request_fn inlay_request_why;

/* ---- Operations ---- */

/* What changes trials (stdio_trials.c). */
inlay_request_fn inlay_op_ask, inlay_op_tell, inlay_op_enqueue, inlay_op_add,
    inlay_op_abandon, inlay_op_requeue, inlay_op_amend, inlay_op_discard,
    inlay_op_restore, inlay_op_note, inlay_op_lease, inlay_op_renew;
/* What looks, and the study itself (stdio_study.c). */
inlay_request_fn inlay_op_best, inlay_op_show, inlay_op_info, inlay_op_change,
    inlay_op_explain, inlay_op_check;
/* The model along variables (stdio_slice.c). */
inlay_request_fn inlay_op_slice;

#endif
