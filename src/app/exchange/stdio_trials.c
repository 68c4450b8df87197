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

inlay_status inlay_op_tell(struct inlay_request *r, inlay_error *err)
{
    const inlay_status st =
        inlay_told_end(r->study, r->id, r->y, r->why, r->metrics.bytes, err);

    inlay_trial t;

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    if (st == INLAY_OK && isfinite(r->y) &&
        inlay_study_trial(r->study, r->id, &t, NULL) == INLAY_OK && t.why)
        inlay_json_write_text(r->w, "failed", t.why);
    if (r->key.text[0])
        inlay_json_write_bytes(r->w, "taken", r->key.text);
    inlay_json_end(r->w);
    return st;
}

inlay_status inlay_op_enqueue(struct inlay_request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_enqueue(r->study, r->x, err);
}

inlay_status inlay_op_add(struct inlay_request *r, inlay_error *err)
{
    int64_t id = 0;
    const inlay_status st = inlay_study_add_ended(r->study, r->x, r->y, r->why,
                                                  r->metrics.bytes, &id, err);

    inlay_json_write_object(r->w, NULL, "id", &(const double){(double)id});
    return st;
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
    say_ok(r);
    return inlay_study_amend_end(r->study, r->id, r->y, r->why,
                                 r->metrics.bytes, err);
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

/* {"host": "node7", "old": null}: sets and removes. */
inlay_status inlay_op_note(struct inlay_request *r, inlay_error *err)
{
    json_t *given = json_object_get(r->json, "attributes");
    const size_t n = json_object_size(given);
    struct inlay_note *changes = inlay_mem_new(n, sizeof *changes);
    inlay_status st = changes ? INLAY_OK : inlay_fail_memory(err, "attributes");
    const char *key;
    json_t *value;
    size_t i = 0;

    if (st == INLAY_OK && !given)
        st = inlay_fail(err, INLAY_EPARSE,
                        "attributes is missing: texts under names, as in "
                        "{\"host\": \"n7\"}; null removes one");
    if (st == INLAY_OK && !json_is_object(given))
        st = inlay_fail(err, INLAY_EPARSE,
                        "attributes: must be an object of strings, not %s",
                        inlay_json_type_name(given));
    json_object_foreach(given, key, value)
    {
        if (st == INLAY_OK && !json_is_string(value) && !json_is_null(value))
            st = inlay_fail(err, INLAY_EPARSE,
                            "attribute '%s': must be a string, or null to "
                            "remove it, not %s",
                            inlay_shown_text(key).text,
                            inlay_json_type_name(value));
        if (st == INLAY_OK)
            changes[i++] = (struct inlay_note){key, json_string_value(value)};
    }
    if (st == INLAY_OK)
        st = inlay_study_note(r->study, r->id, changes, n, err);
    inlay_mem_free(changes);
    say_ok(r);
    return st;
}

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
