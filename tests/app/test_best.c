#include "check.h"

#include <jansson.h>

#include "../study/study_fixture.h"
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
