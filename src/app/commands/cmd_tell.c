/*
 * cmd_tell.c: inlay tell: the result of a trial.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/best.h"
#include "app/commands/cmd.h"
#include "base/harmless.h"
#include "base/text.h"
#include "app/exchange/import_rows.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/json.h"
#include "problem/space.h"
#include "study/claim.h"
#include "study/tell.h"

struct result {
    int64_t id;
    double y;              /* NaN where it failed */
    struct inlay_text why; /* empty where the value says it all */
    struct inlay_text metrics;
};

static void clear_result(struct result *r)
{
    inlay_text_clear(&r->why);
    inlay_text_clear(&r->metrics);
}

static inlay_status read_metrics(const char *text, struct inlay_text *out,
                                 inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(text, strlen(text), &json, err);

    if (st != INLAY_OK)
        return inlay_fail_within(err, st, "--metrics");
    if (!json_is_object(json))
        st = inlay_fail(err, INLAY_EINVAL,
                        "--metrics: must be a JSON object, as "
                        "'{\"loss\": 0.5}', not %s",
                        inlay_json_type_name(json));
    else
        inlay_json_add(out, json);
    json_decref(json);
    return st == INLAY_OK ? inlay_text_status(out, err) : st;
}

static inlay_status read_result(const struct inlay_args *args, struct result *r,
                                inlay_error *err)
{
    const char *id = args->words[1];
    const char *value = args->n_words > 2 ? args->words[2] : NULL;
    const char *why = inlay_args_get(args, "failed");
    const char *metrics = inlay_args_get(args, "metrics");
    inlay_status st = INLAY_OK;

    if (!inlay_text_to_integer(id, &r->id))
        return inlay_fail(err, INLAY_EINVAL,
                          "'%s' is not the number of a trial",
                          inlay_shown_text(id).text);
    if (!value == !why)
        return inlay_fail(err, INLAY_EINVAL,
                          "trial %" PRId64 ": give %s VALUE or --failed WHY",
                          r->id, value ? "either" : "a");
    if (value && !inlay_import_number(value, &r->y))
        return inlay_fail(err, INLAY_EINVAL,
                          "trial %" PRId64 ": '%s' is not a number", r->id,
                          inlay_shown_text(value).text);
    if (why) {
        r->y = NAN;
        inlay_text_add_utf8(&r->why, why[0] ? why : "no reason given");
        st = inlay_text_status(&r->why, err);
    }
    if (st == INLAY_OK && metrics)
        st = read_metrics(metrics, &r->metrics, err);
    return st;
}

/* Two results of one trial: that of the run would be dropped. */
static inlay_status check_free(inlay_study *study, int64_t id, inlay_error *err)
{
    bool is_running = false;
    const inlay_status st = inlay_study_is_running(study, id, &is_running, err);

    if (st == INLAY_OK && is_running)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 ": 'inlay run' evaluates it now; "
                          "stop the run first, if its result is not wanted",
                          id);
    return st;
}

/* trial 7: 0.25, the best so far */
static inlay_status acknowledge(const inlay_study *study, int64_t id,
                                inlay_error *err)
{
    struct inlay_text page = {0};
    inlay_trial t, best;
    const inlay_status st = inlay_study_trial(study, id, &t, err);

    if (st != INLAY_OK)
        return st;
    inlay_text_printf(&page, "trial %" PRId64 ": ", id);
    if (t.state == INLAY_DONE) {
        inlay_text_add_number(&page, t.value);
        if (inlay_study_best(study, &best, NULL) == INLAY_OK && best.id == id)
            inlay_text_add(&page, ", the best so far");
    } else {
        inlay_text_add(&page, "failed: ");
        inlay_harmless_add(&page, t.why ? t.why : "");
    }
    inlay_text_add(&page, "\n");
    return inlay_say_text(&page, err);
}

int inlay_cmd_tell(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct result r = {0};
    inlay_error err = {0};
    inlay_status st = read_result(args, &r, &err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_STORE_WRITE, &target, &err);
    if (st == INLAY_OK)
        st = check_free(target.study, r.id, &err);
    if (st == INLAY_OK)
        st = inlay_best_tell(target.study, r.id, r.y, r.why.bytes,
                             r.metrics.bytes, &err);
    if (st == INLAY_OK && args->is_json)
        inlay_say_result("{\"ok\": true}\n");
    else if (st == INLAY_OK && !args->is_quiet)
        st = acknowledge(target.study, r.id, &err);
    clear_result(&r);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
