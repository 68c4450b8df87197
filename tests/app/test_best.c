#include "check.h"

#include <jansson.h>

#include "limited_fixture.h"
#include "app/pages/best.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

static json_t *best_of(inlay_study *s)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    inlay_error err = {0};
    CHECK_OK(inlay_best_write(&w, NULL, s, &err), err);
    json_t *json = json_loads(text.bytes, 0, NULL);
    CHECK(json != NULL);
    inlay_text_clear(&text);
    return json;
}

static double number(const json_t *object, const char *key)
{
    const json_t *v = json_object_get(object, key);
    CHECK(json_is_number(v));
    return json_number_value(v);
}

TEST(without_noise_the_best_trial_is_what_is_recommended)
{
    inlay_study *s = study_of(SPACE, "noise=none goal=maximize");
    inlay_error err = {0};
    for (int i = 0; i < 5; i++) {
        const inlay_value x = inlay_real(i / 4.0);
        CHECK_OK(inlay_study_add(s, &x, i == 3 ? 1.0 : 0.1 * i, NULL, &err),
                 err);
    }
    json_t *best = best_of(s);
    CHECK(number(best, "id") == 4.0 && number(best, "y") == 1.0);
    CHECK(number(json_object_get(best, "x"), "a") == 0.75);
    CHECK(json_integer_value(json_object_get(best, "n_done")) == 5);
    CHECK(json_is_integer(json_object_get(best, "n_failed")) &&
          number(best, "n_failed") == 0.0 && number(best, "n_pending") == 0.0);
    CHECK_ABS(number(best, "mean"), 1.0, 0.05);
    CHECK(number(best, "sd") >= 0.0);
    CHECK(!json_object_get(best, "recommended"));
    json_decref(best);
    inlay_study_free(s);
}

/* A lucky value far from the minimum of the mean. */
TEST(with_noise_the_model_recommends_another_configuration)
{
    inlay_study *s = study_of(SPACE, "noise=yes recommend=mean");
    inlay_error err = {0};
    for (int i = 0; i <= 20; i++) {
        const inlay_value x = inlay_real(i / 20.0);
        const double a = x.real - 0.3, noise = i % 2 ? 0.05 : -0.05;
        CHECK_OK(
            inlay_study_add(s, &x, i == 16 ? -0.2 : a * a + noise, NULL, &err),
            err);
    }
    json_t *best = best_of(s);
    const json_t *other = json_object_get(best, "recommended");
    CHECK(number(best, "id") == 17.0);
    CHECK_ABS(number(json_object_get(other, "x"), "a"), 0.3, 0.3);
    CHECK(number(other, "mean") <= number(best, "mean"));
    CHECK(number(other, "sd") > 0.0);
    json_decref(best);
    inlay_study_free(s);
}

TEST(without_a_model_the_prediction_is_null)
{
    inlay_study *s = study_of(SPACE, "method=random");
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    inlay_error err = {0};
    const inlay_value x = inlay_real(0.5);
    CHECK_FAILS(inlay_best_write(&w, NULL, s, &err), INLAY_ESTATE, err,
                "best: none of 0 trials has a value");
    CHECK(text.n == 0);
    CHECK_OK(inlay_study_add(s, &x, -2.0, NULL, &err), err);
    json_t *best = best_of(s);
    CHECK(number(best, "y") == -2.0);
    CHECK(json_is_null(json_object_get(best, "mean")));
    CHECK(json_is_null(json_object_get(best, "sd")));
    json_decref(best);
    inlay_study_free(s);
}

/* f falls with a, does not look at b, and has its minimum inside of c. */
static inlay_study *cornered(size_t n, const char *options)
{
    inlay_study *s = study_of(
        "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        "{\"name\": \"b\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        "{\"name\": \"c\", \"type\": \"integer\", \"min\": 1, \"max\": 100}]",
        options);
    inlay_error err = {0};
    for (size_t i = 0; i < n; i++) {
        const inlay_value x[] = {
            inlay_real((double)(i * 7 % 31) / 30.0),
            inlay_real((double)(i * 11 % 31) / 30.0),
            inlay_integer(i * 7 % 31 == 30 ? 50 : 1 + (int64_t)(i * 37 % 99))};
        const double c = (double)x[2].integer / 100.0 - 0.5;
        CHECK_OK(inlay_study_add(s, x, c * c - x[0].real, NULL, &err), err);
    }
    return s;
}

TEST(bounds_and_variables_that_do_not_matter_are_found)
{
    inlay_study *s = cornered(31, "noise=none");
    json_t *best = best_of(s);
    const json_t *at = json_object_get(best, "at_bound");
    const json_t *irrelevant = json_object_get(best, "irrelevant");
    CHECK(json_array_size(at) == 1 && json_array_size(irrelevant) == 1);
    const json_t *a = json_array_get(at, 0);
    CHECK_TEXT(json_string_value(json_object_get(a, "name")), "a");
    CHECK_TEXT(json_string_value(json_object_get(a, "bound")), "max");
    CHECK_TEXT(json_string_value(json_array_get(irrelevant, 0)), "b");
    CHECK(json_is_false(
        json_object_get(json_object_get(best, "noise"), "is_found")));
    json_decref(best);
    inlay_study_free(s);
}

TEST(a_default_of_earlier_trials_is_at_no_bound)
{
    static const char WIDER[] =
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
        "{\"name\":\"late\",\"type\":\"real\",\"min\":0,\"max\":1,"
        "\"default\":0}]";
    inlay_error err = {0};
    inlay_space *space = space_of(WIDER);
    inlay_study *s = study_of("[{\"name\":\"a\",\"type\":\"real\",\"min\":0,"
                              "\"max\":1}]",
                              "noise=none");
    for (int i = 0; i <= 20; i++) {
        const inlay_value x = inlay_real(i / 20.0);
        CHECK_OK(inlay_study_add(s, &x, i / 20.0, NULL, &err), err);
    }
    CHECK_OK(inlay_study_revise(s, space, NULL, &err), err);
    json_t *best = best_of(s);
    const json_t *at = json_object_get(best, "at_bound");
    CHECK(json_array_size(at) == 1);
    CHECK_TEXT(
        json_string_value(json_object_get(json_array_get(at, 0), "name")), "a");
    json_decref(best);
    inlay_study_free(s);
    inlay_space_free(space);
}

/* Of what the model explains, the second variable is nothing beside the first,
 * which spans decades; but it decides which trial is best. */
TEST(a_variable_that_decides_between_good_trials_is_not_called_idle)
{
    for (int seed = 1; seed <= 5; seed++) {
        char options[32];
        snprintf(options, sizeof options, "seed=%d", seed);
        inlay_study *s =
            study_of("[{\"name\": \"rate\", \"type\": \"real\", \"min\": 1e-5, "
                     "\"max\": 1, \"scale\": \"log\"},"
                     "{\"name\": \"reg\", \"type\": \"real\", \"min\": 0, "
                     "\"max\": 1}]",
                     options);
        inlay_relevance r[2];
        inlay_error err = {0};
        for (int i = 0; i < 16; i++) {
            const inlay_trial t = ask(s);
            const double a = log10(t.x[0].real) + 2.0, b = t.x[1].real - 0.3;
            tell(s, t.id, 10.0 * a * a + b * b);
        }
        CHECK_OK(inlay_study_relevance(s, r, &err), err);
        CHECK(r[1].share < 0.05);
        json_t *best = best_of(s);
        CHECK(json_array_size(json_object_get(best, "irrelevant")) == 0);
        json_decref(best);
        inlay_study_free(s);
    }
}

TEST(a_trial_that_breaks_limits_has_no_range_to_widen)
{
    for (int is_feasible = 0; is_feasible <= 1; is_feasible++) {
        inlay_study *s =
            limited_study("[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, "
                          "\"max\": 1}]");
        inlay_error err = {0};
        for (int i = 0; i <= 20; i++) {
            const inlay_value x = inlay_real(i / 20.0);
            const double values[] = {x.real,
                                     is_feasible ? 19.0 : 30.0 + x.real};
            CHECK_OK(inlay_study_add_report(s, &x, values, 2, NULL, NULL, &err),
                     err);
        }
        json_t *best = best_of(s);
        CHECK(number(best, "id") == 1.0);
        CHECK(json_array_size(json_object_get(best, "at_bound")) ==
              (size_t)is_feasible);
        json_decref(best);
        inlay_study_free(s);
    }
}

TEST(few_trials_and_no_model_find_nothing_that_they_cannot_know)
{
    inlay_study *s = cornered(15, "noise=none");
    json_t *best = best_of(s);
    CHECK(json_array_size(json_object_get(best, "at_bound")) == 0);
    CHECK(json_array_size(json_object_get(best, "irrelevant")) == 0);
    json_decref(best);
    inlay_study_free(s);

    s = cornered(31, "method=random"); /* a bound is seen without a model */
    best = best_of(s);
    CHECK(json_array_size(json_object_get(best, "at_bound")) == 1);
    CHECK(json_array_size(json_object_get(best, "irrelevant")) == 0);
    json_decref(best);
    inlay_study_free(s);
}

TEST(noise_that_was_found_is_told)
{
    inlay_study *s = study_of(SPACE, "");
    inlay_error err = {0};
    for (int i = 0; i <= 40; i++) {
        const inlay_value x = inlay_real(i / 40.0);
        const double noise = 0.1 * ((i * 7919 % 101) / 50.0 - 1.0);
        CHECK_OK(inlay_study_add(s, &x, x.real + noise, NULL, &err), err);
    }
    json_t *best = best_of(s);
    const json_t *noise = json_object_get(best, "noise");
    CHECK_ABS(number(noise, "sd"), 0.058, 0.03);
    CHECK(number(noise, "low") < number(noise, "sd"));
    CHECK(number(noise, "sd") < number(noise, "high"));
    CHECK(json_is_true(json_object_get(noise, "is_found")));
    CHECK(number(noise, "n_repeated") == 0.0);
    json_decref(best);
    inlay_study_free(s);
}

OOM_TEST(the_best_trial_without_memory_is_an_error)
{
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    const inlay_value x = inlay_real(0.5);
    inlay_status st = inlay_space_parse(SPACE, sizeof SPACE - 1, &space, NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, NULL);
    if (st == INLAY_OK)
        st = inlay_study_add(s, &x, 1.0, NULL, NULL);
    if (st == INLAY_OK)
        st = inlay_best_write(&w, NULL, s, NULL);
    if (st == INLAY_OK)
        st = inlay_text_status(&text, NULL);
    inlay_text_clear(&text);
    inlay_study_free(s);
    inlay_space_free(space);
    return st;
}
