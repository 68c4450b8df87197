/*
 * test_look.c: what a study says of itself.
 */
#include "study_fixture.h"

TEST(trials_are_counted_by_state)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, 3);
    CHECK_OK(inlay_study_tell_failed(s, ask(s).id, "no", &err), err);
    ask(s);
    ask(s);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_DONE) == 3);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_FAILED) == 1);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_PENDING) == 2);
    CHECK(inlay_study_n_trials(s) == 6);
    inlay_study_free(s);
}

TEST(options_and_space_are_those_it_was_made_with)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=12 goal=maximize");
    CHECK_TEXT(inlay_options_get(inlay_study_options(s), "seed"), "12");
    CHECK_TEXT(inlay_options_get(inlay_study_options(s), "goal"), "maximize");
    CHECK(n_vars(s) == 4 && !inlay_study_may_repeat(s));
    inlay_study_free(s);
    s = study_of(MIXED_SPACE, "repeats=yes");
    CHECK(inlay_study_may_repeat(s));
    inlay_study_free(s);
}

TEST(a_trial_is_found_by_its_configuration)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "repeats=yes");
    inlay_value x[4] = {inlay_real(0.25), inlay_integer(3), inlay_category("r"),
                        inlay_real(0.5)};
    int64_t id = -1;
    run(s, mixed, 2);
    CHECK_OK(inlay_study_find(s, x, &id, &err), err);
    CHECK(id == 0);
    add(s, x, 1.0);
    add(s, x, 2.0);
    CHECK_OK(inlay_study_find(s, x, &id, &err), err);
    CHECK(id == 3); /* the first */
    CHECK_OK(inlay_study_find(s, trial_of(s, 2).x, &id, &err), err);
    CHECK(id == 2);
    x[1] = inlay_integer(99);
    CHECK(inlay_study_find(s, x, &id, &err) == INLAY_EINVAL && id == 2);
    CHECK_FAILS(inlay_study_find(s, NULL, &id, &err), INLAY_EINVAL, err,
                "inlay_study_find: study, x and id must not be NULL");
    inlay_study_free(s);
}

TEST(a_place_in_the_queue_is_found_by_its_configuration)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_value x[4] = {inlay_real(0.25), inlay_integer(3), inlay_category("r"),
                        inlay_real(0.5)};
    size_t place = 99;
    CHECK_OK(inlay_study_find_queued(s, x, &place, &err), err);
    CHECK(place == 0 && inlay_study_n_queued(s) == 0); /* not there */
    for (int64_t i = 1; i <= 3; i++) {
        x[1] = inlay_integer(i);
        CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    }
    x[1] = inlay_integer(2);
    CHECK_OK(inlay_study_find_queued(s, x, &place, &err), err);
    CHECK(place == 1 && inlay_study_n_queued(s) == 3);
    x[2] = inlay_category("p");
    CHECK_OK(inlay_study_find_queued(s, x, &place, &err), err);
    CHECK(place == 3);
    CHECK(ask(s).x[1].integer == 1 && inlay_study_n_queued(s) == 2);
    CHECK_FAILS(inlay_study_find_queued(s, x, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_find_queued: study, x and n_before must not be "
                "NULL");
    inlay_study_free(s);
}

TEST(nothing_is_known_of_no_study)
{
    CHECK(inlay_study_n_trials(NULL) == 0 && inlay_study_n_queued(NULL) == 0);
    CHECK(inlay_study_n_in_state(NULL, INLAY_STATE_PENDING) == 0);
    CHECK(!inlay_study_space(NULL) && !inlay_study_options(NULL));
    CHECK(!inlay_study_may_repeat(NULL));
    inlay_study_set_log(NULL, NULL, NULL);
}
