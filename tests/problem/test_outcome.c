/*
 * test_outcome.c: outputs, their limits, and their values among metrics.
 */
#include "check.h"

#include "problem/outcome.h"

#define NO_LIMIT -INFINITY, INFINITY

static inlay_status add(struct inlay_outputs *o, const char *name,
                        inlay_goal goal, double min, double max,
                        inlay_error *err)
{
    return inlay_outputs_add(o, &(inlay_output){name, goal, min, max}, err);
}

/* loss to be minimized, latency at most 20, accuracy at least 0.9. */
static struct inlay_outputs three(void)
{
    struct inlay_outputs o = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_outputs_init(&o, &err), err);
    CHECK(o.n == 1 && o.is_default && o.objective == 0);
    CHECK_TEXT(o.at[0].name, "objective");
    CHECK_OK(add(&o, "latency", INLAY_GOAL_NONE, -INFINITY, 20.0, &err), err);
    CHECK(o.n == 1 && !o.is_default && o.objective == 1);
    CHECK_FAILS(inlay_outputs_check(&o, &err), INLAY_EINVAL, err,
                "outputs: none has a goal; give one \"goal\": \"minimize\" or "
                "\"maximize\"");
    CHECK_OK(add(&o, "loss", INLAY_GOAL_MINIMIZE, NO_LIMIT, &err), err);
    CHECK_OK(add(&o, "accuracy", INLAY_GOAL_NONE, 0.9, INFINITY, &err), err);
    CHECK(o.n == 3 && o.objective == 1);
    CHECK_OK(inlay_outputs_check(&o, &err), err);
    return o;
}

TEST(violation_is_the_share_of_the_limit)
{
    struct inlay_outputs o = three();
    const inlay_output both = {"b", INLAY_GOAL_NONE, 10.0, 14.0};
    const inlay_output zero = {"z", INLAY_GOAL_NONE, -INFINITY, 0.0};
    CHECK(inlay_outputs_have_limits(&o));
    CHECK(inlay_outputs_violation(&o, (double[]){20.0, 7.0, 0.9}) == 0.0);
    CHECK_ABS(inlay_outputs_violation(&o, (double[]){30.0, 7.0, 0.45}), 1.0,
              1e-12);
    CHECK_ABS(inlay_output_violation(&both, 16.0), 0.5, 1e-12);
    CHECK_ABS(inlay_output_violation(&both, 6.0), 1.0, 1e-12);
    CHECK_ABS(inlay_output_violation(&zero, 0.25), 0.25, 1e-12);
    CHECK(inlay_output_violation(&zero, NAN) == (double)INFINITY);
    CHECK(inlay_output_violation(&o.at[1], NAN) == 0.0);
    inlay_outputs_clear(&o);
}

TEST(values_come_from_metrics_and_the_objective_from_y)
{
    struct inlay_outputs o = three();
    inlay_error err = {0};
    double v[3];
    CHECK_OK(inlay_outputs_read(&o, 0.5, "{\"accuracy\": 1, \"latency\": 2.5}",
                                v, &err),
             err);
    CHECK(v[0] == 2.5 && v[1] == 0.5 && v[2] == 1.0);
    /* A metric of the objective's name is none. */
    CHECK_OK(inlay_outputs_read(&o, 0.5, "{\"latency\": \"x\", \"loss\": 3}", v,
                                &err),
             err);
    CHECK(isnan(v[0]) && v[1] == 0.5 && isnan(v[2]));
    CHECK_OK(inlay_outputs_read(&o, 0.5, NULL, v, &err), err);
    CHECK(isnan(v[0]) && v[1] == 0.5 && isnan(v[2]));
    CHECK_OK(inlay_outputs_read(&o, 0.5, "no JSON", v, &err), err);
    CHECK(isnan(v[0]) && v[1] == 0.5);
    inlay_outputs_clear(&o);
}

TEST(what_was_written_is_read_back)
{
    struct inlay_outputs o = three();
    inlay_error err = {0};
    struct inlay_text text = {0};
    const double v[] = {1.0 / 3.0, -2e-300, 0.95};
    double again[3];
    CHECK_OK(
        inlay_outputs_write(&o, v, "{\"epochs\": 3, \"loss\": 9}", &text, &err),
        err);
    CHECK(!strstr(text.bytes, "9}") && strstr(text.bytes, "\"epochs\": 3"));
    CHECK_OK(inlay_outputs_read(&o, v[1], text.bytes, again, &err), err);
    CHECK(memcmp(v, again, sizeof v) == 0);
    inlay_text_clear(&text);
    CHECK(inlay_outputs_write(&o, v, "[1]", &text, &err) == INLAY_EPARSE);
    inlay_text_clear(&text);
    inlay_outputs_clear(&o);
}

TEST(a_missing_value_is_named)
{
    struct inlay_outputs o = three();
    struct inlay_text text = {0};
    inlay_outputs_add_reason(&o, (double[]){1.0, 2.0, 3.0}, &text);
    CHECK(text.n == 0);
    inlay_outputs_add_reason(&o, (double[]){1.0, 2.0, NAN}, &text);
    CHECK_TEXT(text.bytes, "the result has no finite value of 'accuracy'");
    inlay_text_clear(&text);
    inlay_outputs_clear(&o);
}

TEST(mistakes_are_refused)
{
    struct inlay_outputs o = three();
    inlay_error err = {0};
    CHECK_FAILS(add(&o, "", INLAY_GOAL_NONE, 0.0, 1.0, &err), INLAY_EINVAL, err,
                "an output has an empty name");
    CHECK_FAILS(add(&o, "loss", INLAY_GOAL_NONE, 0.0, 1.0, &err), INLAY_EINVAL,
                err, "two outputs are called 'loss'");
    CHECK_FAILS(add(&o, "m", INLAY_GOAL_NONE, 2.0, 2.0, &err), INLAY_EINVAL,
                err, "output 'm': its min, 2, is not below its max, 2");
    CHECK_FAILS(add(&o, "m", INLAY_GOAL_NONE, NAN, 2.0, &err), INLAY_EINVAL,
                err, "output 'm': a limit is not a number");
    CHECK_FAILS(
        add(&o, "m", INLAY_GOAL_NONE, NO_LIMIT, &err), INLAY_EINVAL, err,
        "output 'm' has neither a goal nor a limit: give it a goal, a min or a "
        "max, or leave it out (it is then kept as a metric)");
    CHECK_FAILS(
        add(&o, "m", INLAY_GOAL_MAXIMIZE, NO_LIMIT, &err), INLAY_EINVAL, err,
        "outputs 'loss' and 'm' both have a goal: several objectives are not "
        "supported yet; give one of them a limit (min or max) instead");
    CHECK(o.n == 3);
    inlay_outputs_clear(&o);
}

/* ---- The variance of the objective --------------------------------------- */

static json_t *object_of(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    CHECK(json_is_object(json));
    return json;
}

TEST(a_variance_is_taken_out_of_an_object)
{
    struct inlay_outputs o = three();
    inlay_error err = {0};
    double v = 7.0;
    json_t *json = object_of("{\"loss\": 1, \"variance\": 0.25, \"a\": 2}");

    CHECK_OK(inlay_outputs_take_variance(&o, json, &v, &err), err);
    CHECK(v == 0.25 && json_object_size(json) == 2);
    CHECK_OK(inlay_outputs_take_variance(&o, json, &v, &err), err);
    CHECK(isnan(v) && json_object_size(json) == 2);
    json_decref(json);
    json = object_of("{\"variance\": null}");
    CHECK_OK(inlay_outputs_take_variance(&o, json, &v, &err), err);
    CHECK(isnan(v) && json_object_size(json) == 0);
    json_decref(json);
    inlay_outputs_clear(&o);
}

TEST(what_is_no_variance_is_refused)
{
    static const struct {
        const char *text, *why;
    } ROWS[] = {
        {"{\"variance\": -1}",
         "variance: -1 is negative; it is the square of the value's standard "
         "error, from 0 on"},
        {"{\"variance\": \"0.1\"}",
         "variance: must be a number from 0 on, or null, not \"0.1\""},
        {"{\"variance\": [1]}",
         "variance: must be a number from 0 on, or null, not an array"},
    };
    struct inlay_outputs o = three();
    for (size_t i = 0; i < LEN(ROWS); i++) {
        inlay_error err = {0};
        double v;
        json_t *json = object_of(ROWS[i].text);
        CHECK_FAILS(inlay_outputs_take_variance(&o, json, &v, &err),
                    INLAY_EINVAL, err, ROWS[i].why);
        json_decref(json);
    }
    inlay_outputs_clear(&o);
}

TEST(an_output_called_variance_has_the_key)
{
    struct inlay_outputs o = three();
    inlay_error err = {0};
    double v = 7.0;
    json_t *json = object_of("{\"loss\": 1, \"variance\": -3}");

    CHECK(inlay_outputs_is_variance(&o, "variance"));
    CHECK(!inlay_outputs_is_variance(&o, "var"));
    CHECK_OK(add(&o, "variance", INLAY_GOAL_NONE, 0.0, 1.0, &err), err);
    CHECK(!inlay_outputs_is_variance(&o, "variance"));
    CHECK_OK(inlay_outputs_take_variance(&o, json, &v, &err), err);
    CHECK(isnan(v) && json_object_size(json) == 2);
    json_decref(json);
    inlay_outputs_clear(&o);
}

OOM_TEST(outputs_without_memory_are_left_as_they_were)
{
    struct inlay_outputs o = {0}, copy = {0};
    struct inlay_text text = {0};
    inlay_error err = {0};
    double v[2];
    inlay_status st = inlay_outputs_init(&o, &err);
    if (st == INLAY_OK)
        st = add(&o, "loss", INLAY_GOAL_MINIMIZE, NO_LIMIT, &err);
    if (st == INLAY_OK)
        st = add(&o, "m", INLAY_GOAL_NONE, 0.0, 1.0, &err);
    if (st == INLAY_OK)
        st = inlay_outputs_copy(&o, &copy, &err);
    if (st == INLAY_OK)
        st = inlay_outputs_write(&o, (double[]){1.0, 2.0}, "{\"a\": 1}", &text,
                                 &err);
    if (st == INLAY_OK)
        st = inlay_outputs_read(&o, 1.0, text.bytes, v, &err);
    inlay_text_clear(&text);
    inlay_outputs_clear(&copy);
    inlay_outputs_clear(&o);
    return st;
}
