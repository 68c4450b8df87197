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
    double y;        /* NaN where it failed */
    double variance; /* of y; NaN: none was given */
    const char *why;
    struct inlay_text metrics;
    struct inlay_shown key; /* of the value, where it is not the objective's */
    size_t output;          /* of whose model is asked */
};

/* Reads a part of a request, or runs an operation. */
typedef inlay_status inlay_request_fn(struct inlay_request *r,
                                      inlay_error *err);

/* ---- Parts (stdio_request.c) ---- */

/* The keys that the request may have; the list ends with a NULL. `where` begins
 * the message. */
inlay_status inlay_request_check_keys(const struct inlay_request *r,
                                      const char *where,
                                      const char *const *keys,
                                      inlay_error *err);
/* Of tell, add and amend: y or values, or why it failed; variance and metrics. */
inlay_request_fn inlay_request_result;
inlay_request_fn inlay_request_id;
/* Seconds that the operation may take; without them it has all the time. */
inlay_request_fn inlay_request_deadline;
inlay_request_fn inlay_request_x;
/* A reason is optional. */
inlay_request_fn inlay_request_why;
/* Without a name: the objective. */
inlay_request_fn inlay_request_output;

/* ---- Operations ---- */

/* What changes trials (stdio_trials.c). */
inlay_request_fn inlay_op_ask, inlay_op_tell, inlay_op_enqueue, inlay_op_add,
    inlay_op_abandon, inlay_op_requeue, inlay_op_amend, inlay_op_discard,
    inlay_op_restore, inlay_op_note, inlay_op_lease, inlay_op_renew;
/* What looks, and the study itself (stdio_study.c). */
inlay_request_fn inlay_op_best, inlay_op_show, inlay_op_changes, inlay_op_find,
    inlay_op_is_better, inlay_op_info, inlay_op_options, inlay_op_change,
    inlay_op_last_revision, inlay_op_last_ask, inlay_op_explain, inlay_op_check;
/* What the model says (stdio_model.c). */
inlay_request_fn inlay_op_predict, inlay_op_recommend, inlay_op_relevance,
    inlay_op_leave_one_out, inlay_op_hyperparameters, inlay_op_noise;
/* ... along variables (stdio_slice.c). */
inlay_request_fn inlay_op_slice;

/* ---- Parts of answers (stdio_model.c) ---- */

void inlay_request_write_numbers(const struct inlay_request *r, const char *key,
                                 const double *v, size_t n);
/* Members of an object: a prediction, and that of each output by its name, unless
 * the only one has none. */
void inlay_request_write_prediction(const struct inlay_request *r,
                                    const inlay_prediction *p,
                                    const inlay_output_prediction *outputs);

#endif
