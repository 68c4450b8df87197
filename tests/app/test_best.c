#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/best.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

static void check_best(inlay_study *s, const struct inlay_best *best,
                       const char *part)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    inlay_best_write(&w, NULL, inlay_study_space(s), best);
    CHECK(strstr(text.bytes, part) != NULL);
    inlay_text_clear(&text);
}

TEST(without_noise_the_best_trial_is_what_is_recommended)
{
    inlay_study *s = study_of(SPACE, "noise=none goal=maximize");
    struct inlay_best best = {0};
    inlay_error err = {0};
    for (int i = 0; i < 5; i++) {
        const inlay_value x = inlay_real(i / 4.0);
        CHECK_OK(inlay_study_add(s, &x, i == 3 ? 1.0 : 0.1 * i, NULL, &err),
                 err);
    }
    CHECK_OK(inlay_best_init(&best, s, &err), err);
    CHECK(best.trial.id == 4 && best.trial.value == 1.0);
    CHECK(!best.is_another && best.recommended[0].real == 0.75);
    CHECK(best.n_done == 5 && best.n_failed == 0 && best.n_pending == 0);
    CHECK_ABS(best.there.mean, 1.0, 0.05);
    CHECK(best.there.sd >= 0.0);
    check_best(s, &best, "{\"id\": 4, \"x\": {\"a\": 0.75}, \"y\": 1, ");
    inlay_best_clear(&best);
    inlay_study_free(s);
}

/* A lucky value far from the minimum of the mean. */
TEST(with_noise_the_model_recommends_another_configuration)
{
    inlay_study *s = study_of(SPACE, "noise=yes recommend=mean");
    struct inlay_best best = {0};
    inlay_error err = {0};
    for (int i = 0; i <= 20; i++) {
        const inlay_value x = inlay_real(i / 20.0);
        const double a = x.real - 0.3, noise = i % 2 ? 0.05 : -0.05;
        CHECK_OK(
            inlay_study_add(s, &x, i == 16 ? -0.2 : a * a + noise, NULL, &err),
            err);
    }
    CHECK_OK(inlay_best_init(&best, s, &err), err);
    CHECK(best.trial.id == 17 && best.is_another);
    CHECK_ABS(best.recommended[0].real, 0.3, 0.3);
    CHECK(best.at_recommended.mean <= best.there.mean);
    check_best(s, &best, "\"recommended\": {\"x\": {\"a\": 0.");
    inlay_best_clear(&best);
    inlay_study_free(s);
}

TEST(without_a_model_the_prediction_is_null)
{
    inlay_study *s = study_of(SPACE, "method=random");
    struct inlay_best best = {0};
    inlay_error err = {0};
    const inlay_value x = inlay_real(0.5);
    CHECK_FAILS(inlay_best_init(&best, s, &err), INLAY_ESTATE, err,
                "best: none of 0 trials has a value");
    CHECK_OK(inlay_study_add(s, &x, -2.0, NULL, &err), err);
    CHECK_OK(inlay_best_init(&best, s, &err), err);
    check_best(s, &best, "\"y\": -2, \"mean\": null, \"sd\": null, ");
    inlay_best_clear(&best);
    inlay_study_free(s);
}

OOM_TEST(the_best_trial_without_memory_is_an_error)
{
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    struct inlay_best best = {0};
    const inlay_value x = inlay_real(0.5);
    inlay_status st = inlay_space_parse(SPACE, sizeof SPACE - 1, &space, NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, NULL);
    if (st == INLAY_OK)
        st = inlay_study_add(s, &x, 1.0, NULL, NULL);
    if (st == INLAY_OK)
        st = inlay_best_init(&best, s, NULL);
    inlay_best_clear(&best);
    inlay_study_free(s);
    inlay_space_free(space);
    return st;
}
