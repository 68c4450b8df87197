/*
 * tell.c: all that is told to a study: results, wishes, trials finished
 * elsewhere.
 *
 * Here, and nowhere else, a value that is not finite becomes a failed trial.
 */
#include "study/tell.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "study/inside.h"

/* Gives the event the configuration x, which is canonical, as a view; e->x views
 * *json. */
static inlay_status print_x(const inlay_study *s, const inlay_value *x,
                            struct inlay_text *json, struct inlay_event *e,
                            inlay_error *err)
{
    inlay_configuration_add_array(json, s->space, x);
    e->x = json->bytes;
    e->values = x;
    return inlay_text_status(json, err);
}

/* ---- Wishes ---- */

/* A trial has that configuration already, and repeats are off. */
static inlay_status check_new(const inlay_study *s, const inlay_value *x,
                              inlay_error *err)
{
    int64_t id = 0;
    const inlay_status st =
        s->may_repeat ? INLAY_OK : inlay_study_find_x(s, x, &id, err);
    if (st == INLAY_OK && id > 0)
        return inlay_fail(err, INLAY_ESTATE,
                          "enqueue: trial %lld already has this configuration, "
                          "and repeats are off",
                          (long long)id);
    return st;
}

inlay_status inlay_study_enqueue(inlay_study *s, const inlay_value *x,
                                 inlay_error *err)
{
    struct inlay_event e = {.kind = INLAY_EVENT_ENQUEUED};
    const struct inlay_append a = {
        .events = &e, .n_events = 1, .is_durable = true};
    inlay_value *copy = NULL;
    struct inlay_text json = {0};
    bool is_late;
    if (!s || !x)
        return inlay_refuse_null(__func__, "study and x", err);
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_study_check_x(s, x, &copy, err);
    if (st == INLAY_OK)
        st = check_new(s, copy, err);
    if (st == INLAY_OK)
        st = print_x(s, copy, &json, &e, err);
    e.study = s->study_event;
    if (st == INLAY_OK)
        st = inlay_study_append(s, &a, &is_late, err);
    inlay_text_clear(&json);
    inlay_mem_free(copy);
    return inlay_settle(err, st);
}

/* ---- Results ---- */

/* Why a trial has failed, NULL if it has not. */
static const char *reason_of(double y, const char *why)
{
    return why           ? (why[0] ? why : "no reason given")
           : isfinite(y) ? NULL
           : isnan(y)    ? "the value is not a number"
           : y > 0.0     ? "the value is infinite"
                         : "the value is minus infinity";
}

/* Texts that an end views. */
struct end_texts {
    struct inlay_text reason, metrics;
    bool may_lack; /* an output without a value is unknown, and no failure */
};

static void clear_texts(struct end_texts *texts)
{
    inlay_text_clear(&texts->reason);
    inlay_text_clear(&texts->metrics);
}

const struct inlay_outputs *inlay_study_outputs(const inlay_study *s)
{
    return inlay_options_outputs(s->options);
}

/* The values of all outputs, with the caller to free them, and why they are not
 * a result. */
static inlay_status read_values(const struct inlay_outputs *outputs, double y,
                                const char *metrics, double **values,
                                struct inlay_text *why, inlay_error *err)
{
    *values = inlay_mem_doubles(outputs->n);
    if (!*values)
        return inlay_fail_memory(err, "values");
    inlay_status st = inlay_outputs_read(outputs, y, metrics, *values, err);
    if (st == INLAY_OK)
        inlay_outputs_add_reason(outputs, *values, why);
    return st;
}

inlay_status inlay_study_add_missing(const inlay_study *s, double y,
                                     const char *metrics,
                                     struct inlay_text *why, inlay_error *err)
{
    double *values = NULL;
    inlay_status st = read_values(inlay_options_outputs(s->options), y, metrics,
                                  &values, why, err);
    inlay_mem_free(values);
    return st == INLAY_OK ? inlay_text_status(why, err) : st;
}

/* Of a study whose outputs have names: all of them must be there, and stand
 * among the metrics. */
static inlay_status gather_outputs(const inlay_study *s, double y,
                                   const char *metrics, struct end_texts *texts,
                                   inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(s->options);
    double *values = NULL;
    inlay_status st =
        read_values(outputs, y, metrics, &values, &texts->reason, err);
    if (st == INLAY_OK && texts->reason.n == 0)
        st =
            inlay_outputs_write(outputs, values, metrics, &texts->metrics, err);
    if (st == INLAY_OK && texts->may_lack)
        inlay_text_clear(&texts->reason);
    inlay_mem_free(values);
    return st;
}

/* The end of a trial, which views *texts: valid UTF-8 whatever was given. */
static inlay_status make_end(const inlay_study *s, struct inlay_outcome o,
                             struct end_texts *texts, struct inlay_event *e,
                             inlay_error *err)
{
    const char *given = reason_of(o.y, o.why);
    inlay_status st = inlay_variance_check(inlay_variance_key, o.variance, err);
    if (st == INLAY_OK && given)
        inlay_text_add_utf8(&texts->reason, given);
    else if (st == INLAY_OK && !inlay_options_outputs(s->options)->is_default)
        st = gather_outputs(s, o.y, o.metrics, texts, err);
    e->kind = INLAY_EVENT_ENDED;
    e->text = texts->reason.bytes;
    e->y = e->text ? NAN : o.y + 0.0; /* no −0: SQLite does not keep it */
    e->has_variance = !isnan(o.variance);
    e->variance = e->has_variance ? o.variance + 0.0 : 0.0; /* no −0 either */
    e->metrics = texts->metrics.n > 0 ? texts->metrics.bytes : o.metrics;
    return st == INLAY_OK ? inlay_text_status(&texts->reason, err) : st;
}

/* A result of the trial, by an event of that kind. */
static inlay_status add_result(inlay_study *s, enum inlay_event_kind kind,
                               int64_t id, struct inlay_outcome outcome,
                               inlay_error *err)
{
    struct inlay_event e = {.trial = id};
    struct end_texts texts = {0};
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = make_end(s, outcome, &texts, &e, err);
    e.kind = kind;
    if (st == INLAY_OK)
        st = inlay_study_change_trial(s, &e,
                                      kind == INLAY_EVENT_ENDED
                                          ? inlay_history_check_pending
                                          : inlay_history_check_finished,
                                      err);
    clear_texts(&texts);
    return st;
}

inlay_status inlay_study_end(inlay_study *s, int64_t id,
                             struct inlay_outcome outcome, inlay_error *err)
{
    return add_result(s, INLAY_EVENT_ENDED, id, outcome, err);
}

inlay_status inlay_study_amend_end(inlay_study *s, int64_t id,
                                   struct inlay_outcome outcome,
                                   inlay_error *err)
{
    return add_result(s, INLAY_EVENT_AMENDED, id, outcome, err);
}

/* "the study has 2 outputs (loss, latency_ms)" */
static inlay_status refuse_count(const inlay_study *s, const char *call,
                                 size_t n, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(s->options);
    struct inlay_text names = {0};
    inlay_outputs_add_names(outputs, &names);
    inlay_status st = inlay_text_status(&names, err);
    if (st == INLAY_OK)
        st = inlay_fail(err, INLAY_EINVAL,
                        "%s: got %zu value%s, but the study has %zu output%s "
                        "(%s): report one value for each",
                        call, n, n == 1 ? "" : "s", outputs->n,
                        outputs->n == 1 ? "" : "s", inlay_text_view(&names));
    inlay_text_clear(&names);
    return st;
}

/* *json := all values as metrics, with those that were given; left empty where
 * there is nothing to say. */
static inlay_status join_values(const inlay_study *s, const char *call,
                                const double *values, size_t n,
                                const char *metrics, struct inlay_text *json,
                                inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(s->options);
    const struct inlay_outputs none = {0};
    if (n != outputs->n)
        return refuse_count(s, call, n, err);
    if (outputs->is_default && !metrics)
        return INLAY_OK;
    return inlay_outputs_write(outputs->is_default ? &none : outputs, values,
                               metrics, json, err);
}

/* What the caller of a public function reports; views values and *json, which is
 * cleared by who makes it. */
static inlay_status make_outcome(const inlay_study *s, const char *call,
                                 const double *values, size_t n,
                                 double variance, const char *metrics,
                                 struct inlay_text *json,
                                 struct inlay_outcome *out, inlay_error *err)
{
    const inlay_status st = join_values(s, call, values, n, metrics, json, err);
    if (st == INLAY_OK)
        *out = (struct inlay_outcome){
            .y = values[inlay_options_objective(s->options)],
            .variance = variance,
            .metrics = json->bytes,
        };
    return st;
}

/* inlay_study_end or inlay_study_amend_end. */
typedef inlay_status end_fn(inlay_study *s, int64_t id,
                            struct inlay_outcome outcome, inlay_error *err);

static inlay_status report(inlay_study *s, const char *call, int64_t id,
                           const double *values, size_t n, double variance,
                           const char *metrics, end_fn *end, inlay_error *err)
{
    struct inlay_outcome outcome;
    struct inlay_text json = {0};
    inlay_status st = make_outcome(s, call, values, n, variance, metrics, &json,
                                   &outcome, err);
    if (st == INLAY_OK)
        st = end(s, id, outcome, err);
    inlay_text_clear(&json);
    return inlay_settle(err, st);
}

inlay_status inlay_study_report_noisy(inlay_study *s, int64_t id,
                                      const double *values, size_t n,
                                      double variance, const char *metrics,
                                      inlay_error *err)
{
    if (!s || !values)
        return inlay_refuse_null(__func__, "study and values", err);
    return report(s, "report", id, values, n, variance, metrics,
                  inlay_study_end, err);
}

inlay_status inlay_study_report(inlay_study *s, int64_t id,
                                const double *values, size_t n,
                                const char *metrics, inlay_error *err)
{
    if (!s || !values)
        return inlay_refuse_null(__func__, "study and values", err);
    return report(s, "report", id, values, n, NAN, metrics, inlay_study_end,
                  err);
}

static inlay_status tell(inlay_study *s, int64_t id,
                         struct inlay_outcome outcome, inlay_error *err)
{
    if (inlay_options_n_outputs(s->options) > 1)
        return refuse_count(s, "tell", 1, err);
    return inlay_settle(err, inlay_study_end(s, id, outcome, err));
}

inlay_status inlay_study_tell(inlay_study *s, int64_t id, double value,
                              inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return tell(s, id, inlay_outcome_of(value, NULL, NULL), err);
}

inlay_status inlay_study_tell_noisy(inlay_study *s, int64_t id, double value,
                                    double variance, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return tell(s, id, (struct inlay_outcome){value, variance, NULL, NULL},
                err);
}

/* ---- Other results ---- */

inlay_status inlay_study_amend(inlay_study *s, int64_t id, const double *values,
                               size_t n, const char *metrics, inlay_error *err)
{
    if (!s || !values)
        return inlay_refuse_null(__func__, "study and values", err);
    return report(s, "amend", id, values, n, NAN, metrics,
                  inlay_study_amend_end, err);
}

inlay_status inlay_study_amend_noisy(inlay_study *s, int64_t id,
                                     const double *values, size_t n,
                                     double variance, const char *metrics,
                                     inlay_error *err)
{
    if (!s || !values)
        return inlay_refuse_null(__func__, "study and values", err);
    return report(s, "amend", id, values, n, variance, metrics,
                  inlay_study_amend_end, err);
}

/* Without a reason it is one all the same. */
static struct inlay_outcome failure(const char *why)
{
    return inlay_outcome_of(NAN, why ? why : "no reason given", NULL);
}

inlay_status inlay_study_amend_failed(inlay_study *s, int64_t id,
                                      const char *why, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(err, inlay_study_amend_end(s, id, failure(why), err));
}

inlay_status inlay_study_tell_failed(inlay_study *s, int64_t id,
                                     const char *why, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(err, inlay_study_end(s, id, failure(why), err));
}

/* ---- Trials finished elsewhere ---- */

void inlay_batch_clear(struct inlay_batch *b)
{
    for (size_t i = 0; i < b->n; i++)
        inlay_mem_free(b->events[i].block);
    inlay_mem_free(b->events);
    *b = (struct inlay_batch){0};
}

static inlay_status push(struct inlay_batch *b, const struct inlay_event *e,
                         inlay_error *err)
{
    struct inlay_event *events =
        inlay_mem_grow(b->events, &b->room, b->n + 1, sizeof *events);
    if (events)
        b->events = events;
    if (!events || !inlay_event_copy(e, &events[b->n]))
        return inlay_fail_memory(err, "trials");
    b->n++;
    return INLAY_OK;
}

inlay_status inlay_batch_add_outside(struct inlay_batch *b,
                                     const inlay_study *s, const inlay_value *x,
                                     struct inlay_outcome outcome,
                                     inlay_error *err)
{
    struct inlay_event asked = {.kind = INLAY_EVENT_ASKED,
                                .cause = INLAY_CAUSE_ADDED};
    struct inlay_event end = {0};
    struct inlay_text json = {0};
    struct end_texts texts = {.may_lack = b->may_lack};
    inlay_status st = print_x(s, x, &json, &asked, err);
    if (st == INLAY_OK)
        st = make_end(s, outcome, &texts, &end, err);
    if (st == INLAY_OK)
        st = push(b, &asked, err);
    if (st == INLAY_OK)
        st = push(b, &end, err);
    inlay_text_clear(&json);
    clear_texts(&texts);
    return st;
}

inlay_status inlay_batch_add(struct inlay_batch *b, const inlay_study *s,
                             const inlay_value *x, struct inlay_outcome outcome,
                             inlay_error *err)
{
    inlay_value *copy = NULL;
    inlay_status st = inlay_study_check_x(s, x, &copy, err);
    if (st == INLAY_OK)
        st = inlay_batch_add_outside(b, s, copy, outcome, err);
    inlay_mem_free(copy);
    return st;
}

inlay_status inlay_batch_append(struct inlay_batch *b,
                                const struct inlay_event *e, inlay_error *err)
{
    return push(b, e, err);
}

/* The numbers that come after the last trial. */
static void number_trials(const inlay_study *s, struct inlay_batch *b)
{
    int64_t id = (int64_t)s->history.n_trials;
    for (size_t i = 0; i < b->n; i++) {
        id += b->events[i].kind == INLAY_EVENT_ASKED;
        b->events[i].trial = id;
        b->events[i].known = s->last_event;
        b->events[i].study =
            b->events[i].kind == INLAY_EVENT_ASKED ? s->study_event : 0;
    }
}

inlay_status inlay_study_add_batch(inlay_study *s, struct inlay_batch *b,
                                   int64_t *first, inlay_error *err)
{
    bool is_late = b->n > 0;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && is_late) {
        st = inlay_study_sync(s, err);
        if (st != INLAY_OK)
            return st;
        number_trials(s, b);
        const struct inlay_append a = {
            .premise = {.kind = INLAY_PREMISE_NEXT,
                        .trial = b->events[0].trial,
                        .budget = INT64_MAX},
            .events = b->events,
            .n_events = b->n,
            .is_durable = true,
        };
        st = inlay_study_append(s, &a, &is_late, err);
    }
    if (st == INLAY_OK && first && b->n > 0)
        *first = b->events[0].trial;
    if (st == INLAY_OK)
        inlay_batch_clear(b);
    return st;
}

inlay_status inlay_study_add_ended(inlay_study *s, const inlay_value *x,
                                   struct inlay_outcome outcome, int64_t *id,
                                   inlay_error *err)
{
    struct inlay_batch batch = {0};
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_batch_add(&batch, s, x, outcome, err);
    if (st == INLAY_OK)
        st = inlay_study_add_batch(s, &batch, id, err);
    inlay_batch_clear(&batch);
    return st;
}

inlay_status inlay_study_add(inlay_study *s, const inlay_value *x, double value,
                             int64_t *id, inlay_error *err)
{
    if (!s || !x)
        return inlay_refuse_null(__func__, "study and x", err);
    if (inlay_options_n_outputs(s->options) > 1)
        return refuse_count(s, "add", 1, err);
    return inlay_settle(
        err, inlay_study_add_ended(s, x, inlay_outcome_of(value, NULL, NULL),
                                   id, err));
}

inlay_status inlay_study_add_noisy(inlay_study *s, const inlay_value *x,
                                   const double *values, size_t n,
                                   double variance, const char *metrics,
                                   int64_t *id, inlay_error *err)
{
    struct inlay_outcome outcome;
    struct inlay_text json = {0};
    if (!s || !x || !values)
        return inlay_refuse_null(__func__, "study, x and values", err);
    inlay_status st = make_outcome(s, "add", values, n, variance, metrics,
                                   &json, &outcome, err);
    if (st == INLAY_OK)
        st = inlay_study_add_ended(s, x, outcome, id, err);
    inlay_text_clear(&json);
    return inlay_settle(err, st);
}

inlay_status inlay_study_add_report(inlay_study *s, const inlay_value *x,
                                    const double *values, size_t n,
                                    const char *metrics, int64_t *id,
                                    inlay_error *err)
{
    if (!s || !x || !values)
        return inlay_refuse_null(__func__, "study, x and values", err);
    return inlay_study_add_noisy(s, x, values, n, NAN, metrics, id, err);
}

/* What add_many was given. */
struct rows {
    const inlay_value *x;
    const double *values, *variances;
    const char *const *metrics;
};

static inlay_status add_row(struct inlay_batch *b, inlay_study *s,
                            const struct rows *rows, size_t i, inlay_error *err)
{
    const size_t n_outputs = inlay_options_n_outputs(s->options);
    struct inlay_outcome outcome;
    struct inlay_text json = {0};
    inlay_status st = make_outcome(
        s, "add_many", rows->values + i * n_outputs, n_outputs,
        rows->variances ? rows->variances[i] : NAN,
        rows->metrics ? rows->metrics[i] : NULL, &json, &outcome, err);
    if (st == INLAY_OK)
        st = inlay_batch_add(b, s,
                             rows->x + i * inlay_space_n_variables(s->space),
                             outcome, err);
    inlay_text_clear(&json);
    return inlay_fail_within(err, st, "add_many: trial %zu", i + 1);
}

static inlay_status add_rows(inlay_study *s, size_t n, const struct rows *rows,
                             int64_t *first, inlay_error *err)
{
    struct inlay_batch batch = {0};
    if (n == 0)
        return inlay_fail(err, INLAY_EINVAL, "add_many: n must not be 0");
    inlay_status st = inlay_study_check_writable(s, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = add_row(&batch, s, rows, i, err);
    if (st == INLAY_OK)
        st = inlay_study_add_batch(s, &batch, first, err);
    inlay_batch_clear(&batch);
    return inlay_settle(err, st);
}

inlay_status inlay_study_add_many_noisy(inlay_study *s, size_t n,
                                        const inlay_value *x,
                                        const double *values,
                                        const double *variances,
                                        const char *const *metrics,
                                        int64_t *first, inlay_error *err)
{
    if (!s || !x || !values)
        return inlay_refuse_null(__func__, "study, x and values", err);
    return add_rows(s, n, &(struct rows){x, values, variances, metrics}, first,
                    err);
}

inlay_status inlay_study_add_many(inlay_study *s, size_t n,
                                  const inlay_value *x, const double *values,
                                  const char *const *metrics, int64_t *first,
                                  inlay_error *err)
{
    if (!s || !x || !values)
        return inlay_refuse_null(__func__, "study, x and values", err);
    return add_rows(s, n, &(struct rows){x, values, NULL, metrics}, first, err);
}

inlay_status inlay_study_add_failed(inlay_study *s, const inlay_value *x,
                                    const char *why, int64_t *id,
                                    inlay_error *err)
{
    if (!s || !x)
        return inlay_refuse_null(__func__, "study and x", err);
    return inlay_settle(err,
                        inlay_study_add_ended(s, x, failure(why), id, err));
}
