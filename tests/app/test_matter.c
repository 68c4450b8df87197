/*
 * test_matter.c: which variables hardly matter, while others go on with the study.
 */
#include "check.h"

#include "app/pages/matter.h"
#include "stored_fixture.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
    " {\"name\": \"b\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

static void add_at(inlay_study *s, double a, double b)
{
    const inlay_value x[] = {inlay_real(a), inlay_real(b)};
    inlay_error err = {0};
    CHECK_OK(inlay_study_add(s, x, (a - 0.3) * (a - 0.3), NULL, &err), err);
}

static void fill(inlay_study *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_at(s, fmod(0.31 * (double)i, 1.0), fmod(0.17 * (double)i, 1.0));
}

TEST(what_makes_no_difference_is_found)
{
    inlay_study *s = study_of(SPACE, "noise=none");
    inlay_error err = {0};
    inlay_trial best;
    bool is_idle[2] = {false}, is_flat = true;
    fill(s, 24);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK_OK(inlay_matter_find(s, &best, is_idle, &is_flat, &err), err);
    CHECK(!is_idle[0] && is_idle[1] && !is_flat);
    inlay_study_free(s);
}

/* The first look at the model reads what others have added. */
TEST(trials_that_others_add_meanwhile_do_no_harm)
{
    struct stored f;
    inlay_study *other = NULL;
    inlay_error err = {0};
    inlay_trial best;
    bool is_idle[2], is_flat;
    stored_init(&f, SPACE, "noise=none");
    fill(f.study, 12);
    CHECK_OK(inlay_study_best(f.study, &best, &err), err);
    CHECK_OK(inlay_study_open(f.path, NULL, NULL, &other, &err), err);
    fill(other, 40);
    CHECK_OK(inlay_matter_find(f.study, &best, is_idle, &is_flat, &err), err);
    CHECK(inlay_study_n_trials(f.study) == 52);
    inlay_study_free(other);
    stored_clear(&f);
}
