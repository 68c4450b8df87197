/*
 * stdio_trials.c: operations that suggest trials and say what became of them.
 */
#include <inttypes.h>
#include <math.h>

#include "app/exchange/stdio_request.h"
#include "app/exchange/told.h"
#include "base/error.h"
#include "base/mem.h"
#include "study/life.h"
#include "study/tell.h"

static void say_ok(const struct inlay_request *r)
{
    inlay_text_add(inlay_json_write_value(r->w, NULL), "{\"ok\": true}");
}

/* Those that were suggested are in the reply, also where there are fewer. */
inlay_status inlay_op_ask(struct inlay_request *r, inlay_error *err)
{
    const bool is_list = json_object_get(r->json, "n") != NULL;
    int64_t n = 1, n_asked = 0;
    inlay_status st = INLAY_OK;

    if (is_list)
        st = inlay_json_integer(r->json, "n", "the request", &n, err);
    if (st == INLAY_OK && (n < 1 || n > INLAY_TOLD_MOST))
        st = inlay_fail(err, INLAY_EINVAL, "n: %" PRId64 " is not from 1 to %d",
                        n, INLAY_TOLD_MOST);
    if (st == INLAY_OK)
        st = inlay_told_ask(r->study, n, is_list, r->w, &n_asked, err);
    return n_asked > 0 ? INLAY_OK : st;
}

/* What the request tells of an evaluation. */
static struct inlay_outcome outcome_of(const struct inlay_request *r)
{
    return (struct inlay_outcome){r->y, r->variance, r->why, r->metrics.bytes};
}

inlay_status inlay_op_tell(struct inlay_request *r, inlay_error *err)
{
    const inlay_status st = inlay_told_end(r->study, r->id, outcome_of(r), err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    inlay_told_write_end(r->w, r->study, r->id, r->y, &r->key);
    return st;
}

inlay_status inlay_op_enqueue(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_enqueue(r->study, r->x, err);
}

/* ---- Trials that were evaluated elsewhere ---- */

static inlay_status add_one(struct inlay_request *r, inlay_error *err)
{
    int64_t id = 0;
    inlay_status st = inlay_request_result(r, err);

    if (st == INLAY_OK)
        st = inlay_request_x(r, err);
    if (st == INLAY_OK)
        st = inlay_study_add_ended(r->study, r->x, outcome_of(r), &id, err);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(r->w, "id", id);
    inlay_told_write_end(r->w, r->study, id, r->y, &r->key);
    return st;
}

/* One of several, {"x": {...}, "y": 1}; *y := its value. */
static inlay_status add_row(const struct inlay_request *r, const json_t *json,
                            struct inlay_batch *batch, double *y,
                            inlay_error *err)
{
    static const char *const KEYS[] = {
        "x", "y", "variance", "values", "failed", "metrics", NULL};
    struct inlay_request row = {
        .study = r->study, .space = r->space, .json = json};
    inlay_status st = INLAY_OK;

    if (!json_is_object(json))
        st = inlay_fail(err, INLAY_EPARSE,
                        "a trial is an object, {\"x\": {...}, \"y\": 1}, not "
                        "%s",
                        inlay_json_type_name(json));
    if (st == INLAY_OK)
        st = inlay_request_check_keys(&row, "add", KEYS, err);
    if (st == INLAY_OK)
        st = inlay_request_result(&row, err);
    if (st == INLAY_OK)
        st = inlay_request_x(&row, err);
    if (st == INLAY_OK)
        st = inlay_batch_add(batch, r->study, row.x, outcome_of(&row), err);
    *y = row.y;
    inlay_text_clear(&row.metrics);
    inlay_mem_free(row.x);
    return st;
}

/* {"first": 5, "n": 2}, with those that failed because they lack an output. */
static void write_added(const struct inlay_request *r, int64_t first, size_t n,
                        const double *y)
{
    bool is_any = false;

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(r->w, "first", first);
    inlay_json_write_integer(r->w, "n", (int64_t)n);
    for (size_t i = 0; i < n; i++) {
        const int64_t id = first + (int64_t)i;
        const char *why = inlay_told_lack(r->study, id, y[i]);

        if (!why)
            continue;
        if (!is_any)
            inlay_json_begin_array(r->w, "failed", INLAY_JSON_LINE);
        is_any = true;
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(r->w, "id", id);
        inlay_json_write_text(r->w, "why", why);
        inlay_json_end(r->w);
    }
    if (is_any)
        inlay_json_end(r->w);
    inlay_json_end(r->w);
}

/* All or none. */
static inlay_status add_many(struct inlay_request *r, const json_t *trials,
                             inlay_error *err)
{
    const size_t n = json_array_size(trials);
    struct inlay_batch batch = {0};
    int64_t first = 0;

    if (json_object_size(r->json) > 2 || n == 0)
        return inlay_fail(err, INLAY_EPARSE,
                          "add: \"trials\" must be an array of trials, each "
                          "with \"x\" and \"y\", and stand alone");
    double *y = inlay_mem_doubles(n);
    inlay_status st = y ? INLAY_OK : inlay_fail_memory(err, "trials");
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = inlay_fail_within(
            err, add_row(r, json_array_get(trials, i), &batch, &y[i], err),
            "trial %zu of %zu", i + 1, n);
    if (st == INLAY_OK)
        st = inlay_study_add_batch(r->study, &batch, &first, err);
    if (st == INLAY_OK)
        write_added(r, first, n, y);
    inlay_batch_clear(&batch);
    inlay_mem_free(y);
    return st;
}

inlay_status inlay_op_add(struct inlay_request *r, inlay_error *err)
{
    const json_t *trials = json_object_get(r->json, "trials");

    return trials ? add_many(r, trials, err) : add_one(r, err);
}

/* ---- When something went wrong with a trial ---- */

inlay_status inlay_op_abandon(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_abandon(r->study, r->id, r->why, err);
}

inlay_status inlay_op_requeue(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_requeue(r->study, r->id, err);
}

inlay_status inlay_op_amend(struct inlay_request *r, inlay_error *err)
{
    const inlay_status st =
        inlay_study_amend_end(r->study, r->id, outcome_of(r), err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    inlay_told_write_end(r->w, r->study, r->id, r->y, &r->key);
    return st;
}

inlay_status inlay_op_discard(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_discard(r->study, r->id, r->why, err);
}

inlay_status inlay_op_restore(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_restore(r->study, r->id, err);
}

/* ---- Attributes ---- */

/* {"host": "node7", "old": null}: sets and removes. */
static inlay_status read_notes(json_t *given, struct inlay_note *changes,
                               inlay_error *err)
{
    const char *key;
    json_t *value;
    size_t i = 0;

    if (!json_is_object(given))
        return inlay_fail(err, INLAY_EPARSE,
                          "attributes: must be an object of strings, such as "
                          "{\"host\": \"n7\"}, not %s",
                          inlay_json_type_name(given));
    json_object_foreach(given, key, value)
    {
        if (!json_is_string(value) && !json_is_null(value))
            return inlay_fail(err, INLAY_EPARSE,
                              "attribute '%s': must be a string, or null to "
                              "remove it, not %s",
                              inlay_shown_text(key).text,
                              inlay_json_type_name(value));
        changes[i++] = (struct inlay_note){key, json_string_value(value)};
    }
    return INLAY_OK;
}

static inlay_status set_notes(struct inlay_request *r, json_t *given,
                              inlay_error *err)
{
    const size_t n = json_object_size(given);
    struct inlay_note *changes = inlay_mem_new(n, sizeof *changes);
    inlay_status st = changes ? INLAY_OK : inlay_fail_memory(err, "attributes");

    if (st == INLAY_OK)
        st = read_notes(given, changes, err);
    if (st == INLAY_OK)
        st = inlay_study_note(r->study, r->id, changes, n, err);
    inlay_mem_free(changes);
    say_ok(r);
    return st;
}

static inlay_status write_notes(struct inlay_request *r, inlay_error *err)
{
    inlay_trial t;
    inlay_status st = inlay_study_refresh(r->study, err);

    if (st == INLAY_OK && r->id != 0)
        st = inlay_study_trial(r->study, r->id, &t, err);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_notes_print(inlay_study_notes(r->study, r->id), NULL, 0,
                      inlay_json_write_value(r->w, "attributes"));
    inlay_json_end(r->w);
    return st;
}

/* Without "attributes": what they are.  Id 0 is the study. */
inlay_status inlay_op_note(struct inlay_request *r, inlay_error *err)
{
    json_t *given = json_object_get(r->json, "attributes");

    return given ? set_notes(r, given, err) : write_notes(r, err);
}

/* ---- Leases ---- */

inlay_status inlay_op_lease(struct inlay_request *r, inlay_error *err)
{
    double seconds = 0.0;
    inlay_status st = INLAY_OK;

    if (!json_object_get(r->json, "seconds"))
        return inlay_fail(
            err, INLAY_EPARSE,
            "seconds is missing: how long a lease lasts unless it "
            "is renewed, as in {\"op\": \"lease\", \"seconds\": "
            "60}");
    st = inlay_json_number(r->json, "seconds", "the request", &seconds, err);
    if (st == INLAY_OK && !(seconds >= 0.0))
        st = inlay_fail(err, INLAY_EINVAL,
                        "seconds: %g is not a number from 0 on", seconds);

    say_ok(r);
    return st == INLAY_OK ? inlay_study_set_lease(r->study, seconds, err) : st;
}

inlay_status inlay_op_renew(struct inlay_request *r, inlay_error *err)
{
    const inlay_status st = inlay_study_renew(r->study, err);

    say_ok(r);
    return st == INLAY_ESTATE
               ? inlay_fail(err, st,
                            "renew: this conversation has no leases; send "
                            "{\"op\": \"lease\", \"seconds\": 60} first")
               : st;
}
