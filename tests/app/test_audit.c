/*
 * test_audit.c: what is wrong with a store, and what is in it.
 */
#include "stored_fixture.h"

#include <sqlite3.h>

#include "app/pages/audit.h"
#include "base/process.h"
#include "base/special.h"
#include "study/claim.h"
#include "study/tell.h"

static struct inlay_audit audit(const struct stored *f)
{
    struct inlay_audit a = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_audit_make(f->path, 20, &a, &err), err);
    return a;
}

static char *printed(const struct inlay_audit *a)
{
    struct inlay_text page = {0};
    inlay_audit_print(a, &page);
    return text_of(&page);
}

/* What somebody does to the file. */
static void meddle(const struct stored *f, const char *sql)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(f->path, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

/* ---- Calibration --------------------------------------------------------- */

/* Residuals at the quantiles of a normal distribution of that deviation. */
static struct inlay_calibration judge(size_t n, double sd)
{
    enum { MOST = 100 };
    inlay_residual r[MOST] = {{0}};
    struct inlay_calibration c;
    for (size_t i = 0; i < n; i++) {
        const double p = ((double)i + 0.5) / (double)n;
        r[i] = (inlay_residual){.id = (int64_t)i + 1,
                                .z = sd * inlay_norm_quantile(p)};
    }
    inlay_calibration_judge(r, n, &c);
    return c;
}

TEST(a_normal_sample_is_good_and_others_are_not)
{
    for (size_t n = 10; n <= 100; n += 9) {
        CHECK(judge(n, 1.0).verdict == INLAY_CALIBRATION_GOOD);
        CHECK(judge(n, 4.0).verdict == INLAY_CALIBRATION_OVERCONFIDENT);
        CHECK(judge(n, 0.1).verdict == INLAY_CALIBRATION_UNDERCONFIDENT);
    }
}

TEST(few_trials_are_not_judged)
{
    CHECK(judge(9, 4.0).verdict == INLAY_CALIBRATION_UNKNOWN);
    CHECK(judge(1, 1.0).verdict == INLAY_CALIBRATION_UNKNOWN);
    CHECK(isnan(judge(1, 1.0).sd));
    CHECK(judge(0, 1.0).n == 0 && judge(0, 1.0).n_worst == 0);
}

TEST(what_is_within_the_chance_of_few_trials_is_good)
{
    /* 1.3 is seen with a hundred trials, and not with ten. */
    CHECK(judge(10, 1.3).verdict == INLAY_CALIBRATION_GOOD);
    CHECK(judge(100, 1.5).verdict == INLAY_CALIBRATION_OVERCONFIDENT);
}

TEST(moments_shares_and_the_worst)
{
    const inlay_residual r[] = {
        {.id = 1, .z = 0.5}, {.id = 2, .z = -3.0}, {.id = 3, .z = 1.5},
        {.id = 4, .z = 2.5}, {.id = 5, .z = -0.5}, {.id = 6, .z = 1.9},
    };
    struct inlay_calibration c;
    inlay_calibration_judge(r, LEN(r), &c);
    CHECK(c.n == 6 && c.n_within_1 == 2 && c.n_within_2 == 4);
    CHECK_ABS(c.mean, 2.9 / 6.0, 1e-12);
    CHECK_ABS(c.sd, sqrt((21.61 - 2.9 * 2.9 / 6.0) / 5.0), 1e-12);
    CHECK(c.n_worst == 3 && c.worst[0].id == 2 && c.worst[1].id == 4 &&
          c.worst[2].id == 6);
}

/* ---- A sound store ------------------------------------------------------- */

TEST(trials_are_counted_and_failures_grouped)
{
    const inlay_value old[] = {inlay_real(0.75), inlay_integer(2),
                               inlay_category("r"), inlay_real(0.5)};
    static const char *const WHY[] = {"exit code 1 after 20 s", "timeout",
                                      "exit code 12 after 3 s", "timeout",
                                      "exit code 2 after 7 s"};
    struct stored f;
    inlay_error err = {0};

    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 8);
    for (size_t i = 0; i < LEN(WHY); i++)
        CHECK_OK(
            inlay_study_tell_failed(f.study, ask(f.study).id, WHY[i], &err),
            err);
    add(f.study, old, 9.5);
    ask(f.study);

    struct inlay_audit a = audit(&f);
    CHECK(a.n_problems == 0 && a.has_study);
    CHECK(a.n_trials == 15 && a.n_done == 9 && a.n_failed == 5 &&
          a.n_pending == 1 && a.n_added == 1);
    CHECK(a.n_reasons == 2 && a.n_other_reasons == 0);
    CHECK_TEXT(a.reasons[0].why, "exit code 1 after 20 s");
    CHECK(a.reasons[0].n == 3 && a.reasons[1].n == 2);
    CHECK(a.n_repeats == 0 && a.n_lost == 0);
    inlay_trial best = {0};
    CHECK_OK(inlay_study_best(f.study, &best, &err), err);
    CHECK(a.best.id == best.id && a.best.value == best.value);
    CHECK(a.n_since == (size_t)(14 - best.id));
    CHECK(a.calibration.n == 9);

    char *text = printed(&a);
    CHECK_HAS(text, "store       sound\n");
    CHECK_HAS(text, "trials      15: 9 done, 5 failed, 1 pending; 1 imported; "
                    "70 % of the budget of\n");
    CHECK_HAS(text, "failures    5 (33 % of all trials)\n"
                    "               3  exit code 1 after 20 s\n"
                    "               2  timeout\n");
    CHECK_HAS(text, "model       too few trials to judge it\n");
    inlay_text_free(text);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

TEST(the_model_of_a_random_sample_is_judged)
{
    struct stored f;
    inlay_residual r[40];
    inlay_error err = {0};
    size_t n = 0;

    stored_init(&f, MIXED_SPACE, "seed=3");
    struct inlay_rng rng = inlay_rng_seed(5);
    for (size_t i = 0; i < 40; i++) {
        const inlay_value x[] = {
            inlay_real(inlay_rng_uniform(&rng)),
            inlay_integer(1 + (int64_t)(7.0 * inlay_rng_uniform(&rng))),
            inlay_category(inlay_rng_uniform(&rng) < 0.5 ? "p" : "q"),
            inlay_real(pow(10.0, -4.0 * inlay_rng_uniform(&rng)))};
        inlay_value shown[4];
        memcpy(shown, x, sizeof x);
        shown[2].integer = strcmp(x[2].text, "q") == 0;
        add(f.study, x, mixed(shown));
    }
    struct inlay_audit a = audit(&f);
    CHECK_OK(inlay_study_leave_one_out(f.study, r, 40, &n, &err), err);
    CHECK(a.calibration.n == n && n == 40);
    double mean = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += r[i].z / 40.0;
    CHECK_ABS(a.calibration.mean, mean, 1e-12);
    CHECK(a.calibration.verdict != INLAY_CALIBRATION_UNKNOWN);
    CHECK(a.n_added == 40 && a.n_repeats == 0);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

TEST(a_method_that_predicts_nothing_is_told_from_one_that_knows_nothing)
{
    static const char *const METHODS[] = {"method=tpe", "method=random", ""};
    for (size_t m = 0; m < LEN(METHODS); m++)
        for (int n_done = 0; n_done < 2; n_done++) {
            struct stored f;
            stored_init(&f, MIXED_SPACE, METHODS[m]);
            run(f.study, mixed, n_done);
            struct inlay_audit a = audit(&f);
            struct inlay_text page = {0};
            inlay_audit_print(&a, &page);
            char *text = text_of(&page);
            CHECK_HAS(text, n_done == 0 ? "model       there is none yet\n"
                            : m < 2
                                ? "model       none: the method does not "
                                  "predict values\n"
                                : "model       too few trials to judge it\n");
            inlay_text_free(text);
            inlay_audit_clear(&a);
            stored_clear(&f);
        }
}

TEST(repeats_are_counted)
{
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};
    const inlay_value y[] = {inlay_integer(0), inlay_category("c1")};
    struct stored f;

    stored_init(&f, SMALL_SPACE, "seed=3 noise=yes");
    for (int i = 0; i < 3; i++)
        add(f.study, x, 0.1 * i);
    add(f.study, y, 2.0);
    struct inlay_audit a = audit(&f);
    CHECK(a.n_repeats == 2 && a.may_repeat && a.n_problems == 0);
    char *text = printed(&a);
    CHECK_HAS(text, "repeats     2 trials (50 %) had the configuration of an "
                    "earlier one, as is\n");
    inlay_text_free(text);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

TEST(values_that_are_all_equal_are_told_from_five_on)
{
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};
    struct stored f;

    stored_init(&f, SMALL_SPACE, "seed=3 noise=yes");
    for (int i = 0; i < 6; i++) {
        struct inlay_audit a = audit(&f);
        char *text = printed(&a);
        json_t *json = inlay_audit_json(&a);

        CHECK(a.is_flat == (i == 5));
        CHECK((strstr(text, "values      all values are equal: does the "
                            "program use its variables?\n") != NULL) ==
              (i == 5));
        CHECK(json_is_true(json_object_get(json, "all_equal")) == (i == 5));
        json_decref(json);
        inlay_text_free(text);
        inlay_audit_clear(&a);
        add(f.study, x, 0.25);
    }
    add(f.study, x, 0.5);
    struct inlay_audit a = audit(&f);
    CHECK(a.n_done == 7 && !a.is_flat);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

/* ---- Lost trials --------------------------------------------------------- */

static int64_t claim(inlay_study *s, const char *holder, double seconds)
{
    const struct inlay_claim_terms terms = {holder, seconds, 100};
    struct inlay_claim c = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_study_claim(s, &terms, &c, &err), err);
    CHECK(c.kind == INLAY_CLAIM_NEW);
    return c.trial.id;
}

TEST(a_trial_is_lost_with_its_process_its_machine_or_its_asker)
{
    struct inlay_process self = inlay_process_self();
    struct stored f;
    inlay_error err = {0};

    stored_init(&f, MIXED_SPACE, "seed=3");
    const int64_t by_hand = ask(f.study).id;
    meddle(&f, "UPDATE journal SET at = at - 90000 WHERE kind = 'asked'");
    ask(f.study); /* just now */
    const int64_t alive = claim(f.study, self.name, 100.0);
    const int64_t back = claim(f.study, self.name, 100.0);
    claim(f.study, "elsewhere/1/2/3", 100.0); /* alive, for all we know */
    const int64_t silent = claim(f.study, "elsewhere/1/2/4", 100.0);
    meddle(&f, "UPDATE lease SET expires = expires - 200"
               " WHERE holder = 'elsewhere/1/2/4'");
    /* The same pid, begun at another time: it was given out again. */
    CHECK(strlen(self.name) + 2 < sizeof self.name);
    const struct inlay_process mine = self;
    const struct inlay_claim_terms terms = {mine.name, 100.0, 1000};
    strcat(self.name, "9");
    meddle(&f, "UPDATE lease SET expires = expires + 400");
    const int64_t dead = claim(f.study, self.name, 100.0);
    meddle(&f, "UPDATE lease SET expires = expires - 400");
    CHECK_OK(inlay_study_put_back(f.study, &terms, back, "stopped", &err), err);

    struct inlay_audit a = audit(&f);
    CHECK(a.n_lost == 3 && a.n_pending == 7 && a.n_problems == 0);
    for (size_t i = 0; i < a.n_lost; i++) {
        const int64_t id = a.lost[i].id;
        CHECK(id == by_hand || id == silent || id == dead);
        CHECK(a.lost[i].how == (id == by_hand  ? INLAY_LOST_WAITING
                                : id == silent ? INLAY_LOST_SILENT
                                               : INLAY_LOST_DEAD));
        CHECK(id != alive && (id != by_hand || a.lost[i].hours > 24.9));
    }
    char *text = printed(&a);
    CHECK_HAS(text, "lost        3 trials\n");
    CHECK_HAS(text, "trial 1: asked by hand and never told, 25 h ago\n");
    inlay_text_free(text);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

/* ---- Damage -------------------------------------------------------------- */

TEST(a_missing_number_is_a_problem_and_the_rest_is_read)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 6);
    meddle(&f, "DELETE FROM journal WHERE trial = 2 AND kind = 'asked'");
    struct inlay_audit a = audit(&f);
    CHECK(a.n_problems == 3 && !a.has_study);
    CHECK_TEXT(a.problems[0], "trial 2: it ended but was never asked");
    CHECK_TEXT(a.problems[1], "trial 3: the number before it is missing");
    CHECK(a.n_trials == 5 && a.n_done == 5);
    char *text = printed(&a);
    CHECK_HAS(text, "store       damaged: 3 problems\n");
    CHECK_HAS(text, "trials      5: 5 done, 0 failed, 0 pending");
    CHECK(!strstr(text, "model"));
    inlay_text_free(text);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

TEST(a_configuration_that_is_none_is_a_problem)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 4);
    meddle(&f, "UPDATE journal SET x = '[1, 2]' WHERE trial = 3"
               " AND kind = 'asked'");
    struct inlay_audit a = audit(&f);
    CHECK(a.n_problems == 1 && !a.has_study && a.n_done == 4);
    CHECK_HAS(a.problems[0], "trial 3");
    inlay_audit_clear(&a);
    stored_clear(&f);
}

TEST(a_file_that_is_no_store_cannot_be_audited)
{
    struct stored f;
    struct inlay_audit a = {0};
    inlay_error err = {0};
    stored_init(&f, MIXED_SPACE, "seed=3");
    CHECK(inlay_audit_make(f.folder, 0, &a, &err) == INLAY_ESTORE);
    CHECK(err.msg[0] != '\0');
    stored_clear(&f);
}

/* ---- JSON, memory -------------------------------------------------------- */

TEST(json_has_it_all)
{
    struct stored f;
    inlay_error err = {0};
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    CHECK_OK(
        inlay_study_tell_failed(f.study, ask(f.study).id, "no \xFF luck", &err),
        err);
    struct inlay_audit a = audit(&f);
    json_t *json = inlay_audit_json(&a);
    const json_t *c = json_object_get(json, "calibration");
    const json_t *why = json_array_get(json_object_get(json, "failures"), 0);

    CHECK(json_is_true(json_object_get(json, "sound")));
    CHECK(json_integer_value(json_object_get(json, "done")) == 12);
    CHECK(json_integer_value(json_object_get(json, "budget")) == 20);
    CHECK_TEXT(json_string_value(json_object_get(why, "why")),
               "no \xEF\xBF\xBD luck");
    CHECK(json_real_value(json_object_get(c, "sd")) == a.calibration.sd);
    CHECK(json_array_size(json_object_get(c, "worst")) == 3);
    json_decref(json);
    inlay_audit_clear(&a);
    stored_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static const char *the_path;

static inlay_status try_auditing(void)
{
    struct inlay_audit a = {0};
    struct inlay_text page = {0};
    char *text = NULL;
    inlay_status st = inlay_audit_make(the_path, 0, &a, NULL);

    if (st == INLAY_OK) {
        inlay_audit_print(&a, &page);
        st = inlay_text_end(&page, &text, NULL);
    }
    inlay_text_free(text);
    inlay_audit_clear(&a);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    struct stored f;
    inlay_error err = {0};
    stored_init(&f, SMALL_SPACE, "seed=3 initial=2");
    run(f.study, small, 3);
    CHECK_OK(inlay_study_tell_failed(f.study, ask(f.study).id, "x", &err), err);
    the_path = f.path;
    check_oom(try_auditing, __FILE__, __LINE__);
    stored_clear(&f);
}
#endif
