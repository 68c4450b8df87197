/*
 * test_recorded.c: studies that version 0.1.0 recorded go on as if nothing had
 * been renamed.
 *
 * The suggestions are those of 0.1.0 with its own store.  Another BLAS may move
 * them a little.
 */
#include "store_fixture.h"

static const struct {
    const char *file, *method;
    const char *option, *value; /* one that was renamed, or NULL */
    double x;
    int64_t n;
} ROWS[] = {
    {"proposed", "gp", NULL, NULL, 0.5782665260256631, 6},
    {"basic", "gp-basic", "pes.features", "50", 0.5329148421259586, 9},
    {"smac", "smac", "smac.trees", "7", 0.1716457964800223, 2},
};

static struct scratch restore(const char *name)
{
    const struct scratch dir = scratch_make();
    char name_of_file[96], sql[8192];
    snprintf(name_of_file, sizeof name_of_file,
             "tests/fixtures/study_0_1_0_%s.sql", name);
    FILE *file = fopen(name_of_file, "r");
    CHECK(file != NULL);
    const size_t n = fread(sql, 1, sizeof sql - 1, file);
    CHECK(n > 0 && feof(file) && fclose(file) == 0);
    sql[n] = '\0';
    meddle(dir.path, sql);
    return dir;
}

TEST(a_study_of_0_1_0_goes_on_with_what_0_1_0_would_suggest)
{
    for (size_t i = 0; i < LEN(ROWS); i++) {
        const struct scratch dir = restore(ROWS[i].file);
        inlay_error err = {0};
        inlay_study *s = NULL;
        CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &s, &err), err);
        CHECK_TEXT(inlay_options_get(s->options, "method"), ROWS[i].method);
        if (ROWS[i].option)
            CHECK_TEXT(inlay_options_get(s->options, ROWS[i].option),
                       ROWS[i].value);
        const inlay_trial t = ask(s);
        CHECK(t.id == 7);
        CHECK_ABS(t.x[0].real, ROWS[i].x, 1e-3);
        CHECK(t.x[1].integer == ROWS[i].n);
        CHECK_TEXT(t.x[2].text, "b");
        inlay_study_free(s);
        scratch_remove(&dir);
    }
}

/* Format 1 of a file becomes format 3. */
TEST(a_study_of_0_1_0_takes_a_variance)
{
    const struct scratch dir = restore("proposed");
    inlay_error err = {0};
    inlay_study *s = NULL;
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &s, &err), err);
    CHECK_OK(inlay_study_tell_noisy(s, ask(s).id, 0.5, 0.25, &err), err);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &s, &err), err);
    CHECK(trial_of(s, 1).value == 1.0 && isnan(trial_of(s, 1).variance));
    CHECK(trial_of(s, 7).value == 0.5 && trial_of(s, 7).variance == 0.25);
    inlay_study_free(s);
    scratch_remove(&dir);
}
