/*
 * test_audit.c: what is wrong with a study, and what is in it.
 */
#include "others_fixture.h"
#include "store_fixture.h"

#include "base/process.h"
#include "base/special.h"
#include "study/model_check.h"

static inlay_audit *audit(inlay_study *s)
{
    inlay_audit *a = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_audit(s, &a, &err), err);
    return a;
}

static inlay_audit *audit_file(const char *path)
{
    inlay_audit *a = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_audit_file(path, &a, &err), err);
    return a;
}

/* ---- Calibration --------------------------------------------------------- */

/* Residuals at the quantiles of a normal distribution of that deviation. */
static inlay_model_check judge(size_t n, double sd)
{
    enum { MOST = 100 };
    inlay_residual r[MOST] = {{0}};
    struct inlay_worst worst;
    inlay_model_check c;
    for (size_t i = 0; i < n; i++) {
        const double p = ((double)i + 0.5) / (double)n;
        r[i] = (inlay_residual){.id = (int64_t)i + 1,
                                .z = sd * inlay_norm_quantile(p)};
    }
    inlay_model_check_make(r, n, &worst, &c);
    c.worst = NULL; /* it is gone */
    return c;
}

TEST(a_normal_sample_is_good_and_others_are_not)
{
    for (size_t n = 10; n <= 100; n += 9) {
        CHECK(judge(n, 1.0).calibration == INLAY_CALIBRATION_GOOD);
        CHECK(judge(n, 4.0).calibration == INLAY_CALIBRATION_OVERCONFIDENT);
        CHECK(judge(n, 0.1).calibration == INLAY_CALIBRATION_UNDERCONFIDENT);
    }
}

TEST(few_trials_are_not_judged)
{
    CHECK(judge(9, 4.0).calibration == INLAY_CALIBRATION_UNKNOWN);
    CHECK(judge(1, 1.0).calibration == INLAY_CALIBRATION_UNKNOWN);
    CHECK(judge(1, 1.0).accuracy == INLAY_ACCURACY_UNKNOWN);
    CHECK(isnan(judge(1, 1.0).z_sd) && isnan(judge(1, 1.0).explained));
    CHECK(judge(1, 1.0).n_worst == 1 && judge(2, 1.0).n_worst == 2);
}

TEST(what_is_within_the_chance_of_few_trials_is_good)
{
    /* 1.3 is seen with a hundred trials, and not with ten. */
    CHECK(judge(10, 1.3).calibration == INLAY_CALIBRATION_GOOD);
    CHECK(judge(100, 1.5).calibration == INLAY_CALIBRATION_OVERCONFIDENT);
}

TEST(moments_shares_and_the_worst)
{
    const inlay_residual r[] = {
        {.id = 1, .z = 0.5}, {.id = 2, .z = -3.0}, {.id = 3, .z = 1.5},
        {.id = 4, .z = 2.5}, {.id = 5, .z = -0.5}, {.id = 6, .z = 1.9},
    };
    struct inlay_worst worst;
    inlay_model_check c;
    inlay_model_check_make(r, LEN(r), &worst, &c);
    CHECK(c.n == 6 && c.n_within_1 == 2 && c.n_within_2 == 4);
    CHECK_ABS(c.z_mean, 2.9 / 6.0, 1e-12);
    CHECK_ABS(c.z_sd, sqrt((21.61 - 2.9 * 2.9 / 6.0) / 5.0), 1e-12);
    CHECK(c.n_worst == 3 && c.worst[0]->id == 2 && c.worst[1]->id == 4 &&
          c.worst[2]->id == 6);
}

/* ---- Accuracy ------------------------------------------------------------ */

enum { N_TRIED = 20 };

static void check_model(const inlay_residual *r, inlay_model_check *c)
{
    struct inlay_worst worst;
    inlay_model_check_make(r, N_TRIED, &worst, c);
    c->worst = NULL; /* it is gone */
}

/* Values of a sample; predictions are mix times them, and the mean of the others
 * for the rest. */
static void predict_partly(double mix, double shift, inlay_residual *r)
{
    double sum = 0.0;
    for (size_t i = 0; i < N_TRIED; i++) {
        r[i] = (inlay_residual){.id = (int64_t)i + 1,
                                .value = shift + (double)(i * 7 % N_TRIED)};
        sum += r[i].value;
    }
    for (size_t i = 0; i < N_TRIED; i++) {
        const double others = (sum - r[i].value) / (N_TRIED - 1.0);
        r[i].mean = mix * r[i].value + (1.0 - mix) * others;
    }
}

TEST(a_model_that_knows_nothing_has_accuracy_0)
{
    inlay_residual r[N_TRIED];
    inlay_model_check c;
    predict_partly(0.0, 0.0, r);
    check_model(r, &c);
    CHECK_ABS(c.explained, 0.0, 1e-12);
    CHECK_REL(c.error, c.error_of_mean, 1e-12);
    CHECK(c.accuracy == INLAY_ACCURACY_NONE);
    CHECK(c.rank_correlation < 0.0); /* the mean of the others moves away */
    for (size_t i = 0; i < N_TRIED; i++)
        r[i].mean = 70.0; /* and worse than that */
    check_model(r, &c);
    CHECK(c.explained == 0.0 && c.accuracy == INLAY_ACCURACY_NONE);
    CHECK(isnan(c.rank_correlation) && c.error > c.error_of_mean);
}

TEST(a_model_that_knows_all_has_accuracy_1)
{
    inlay_residual r[N_TRIED];
    inlay_model_check c;
    predict_partly(1.0, 1e9, r); /* a shift does not count */
    check_model(r, &c);
    CHECK_REL(c.explained, 1.0, 1e-12);
    CHECK_REL(c.rank_correlation, 1.0, 1e-12);
    CHECK(c.error == 0.0 && c.accuracy == INLAY_ACCURACY_GOOD);
    CHECK_REL(c.error_of_mean, 5.0 * 20.0 / 19.0, 1e-12);
}

TEST(half_the_way_to_the_value_explains_three_quarters)
{
    inlay_residual r[N_TRIED];
    inlay_model_check c;
    predict_partly(0.5, -3.0, r);
    check_model(r, &c);
    CHECK_REL(c.explained, 0.75, 1e-12);
    CHECK_REL(c.error, 0.5 * c.error_of_mean, 1e-12);
}

TEST(values_whose_squares_are_no_doubles_are_judged_the_same)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        inlay_residual r[N_TRIED];
        inlay_model_check c;
        predict_partly(0.5, 0.0, r);
        for (size_t i = 0; i < N_TRIED; i++) {
            r[i].value = ldexp(r[i].value, sign * 1000);
            r[i].mean = ldexp(r[i].mean, sign * 1000);
        }
        check_model(r, &c);
        CHECK_REL(c.explained, 0.75, 1e-12);
        CHECK_REL(c.error, 0.5 * c.error_of_mean, 1e-12);
    }
}

/* One huge value is all of the variance, and the order is known. */
TEST(an_order_that_is_right_is_worth_something)
{
    inlay_residual r[N_TRIED];
    inlay_model_check c;
    predict_partly(1.0, 0.0, r);
    r[3].value = 1e6;
    r[3].mean = 30.0;
    check_model(r, &c);
    CHECK(c.explained < 0.15);
    CHECK_ABS(c.rank_correlation, 1.0, 0.05);
    CHECK(c.accuracy == INLAY_ACCURACY_GOOD);
}

TEST(equal_values_have_equal_ranks)
{
    inlay_residual r[N_TRIED];
    inlay_model_check c;
    for (size_t i = 0; i < N_TRIED; i++)
        r[i] = (inlay_residual){.value = i < 10 ? 1.0 : 2.0,
                                .mean = i < 10 ? 5.0 : 7.0};
    check_model(r, &c);
    CHECK_REL(c.rank_correlation, 1.0, 1e-12);
    for (size_t i = 0; i < N_TRIED; i++)
        r[i].value = 1.0;
    check_model(r, &c);
    CHECK(isnan(c.explained) && isnan(c.rank_correlation));
    CHECK(c.accuracy == INLAY_ACCURACY_UNKNOWN && c.error_of_mean == 0.0);
}

/* ---- A sound study ------------------------------------------------------- */

static const char *const WHY[] = {"exit code 1 after 20 s", "timeout",
                                  "exit code 12 after 3 s", "timeout",
                                  "exit code 2 after 7 s"};

static void fill(inlay_study *s)
{
    const inlay_value old[] = {inlay_real(0.75), inlay_integer(2),
                               inlay_category("r"), inlay_real(0.5)};
    inlay_error err = {0};
    run(s, mixed, 8);
    for (size_t i = 0; i < LEN(WHY); i++)
        CHECK_OK(inlay_study_tell_failed(s, ask(s).id, WHY[i], &err), err);
    add(s, old, 9.5);
    ask(s);
}

static void check_filled(const inlay_audit *a, const inlay_study *s)
{
    inlay_trial best = {0};
    inlay_error err = {0};
    CHECK(a->n_problems == 0 && a->n_listed == 0 && a->has_study);
    CHECK(a->n_trials == 15 && a->n_done == 9 && a->n_failed == 5 &&
          a->n_pending == 1 && a->n_added == 1);
    CHECK(a->n_reasons == 2 && a->n_other_failures == 0);
    CHECK_TEXT(a->reasons[0]->why, "exit code 1 after 20 s");
    CHECK(a->reasons[0]->n == 3 && a->reasons[1]->n == 2);
    CHECK(a->n_repeats == 0 && !a->may_repeat && a->n_lost == 0);
    CHECK(!a->is_flat);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(a->best_id == best.id && a->best_value == best.value);
    CHECK(a->n_since == (size_t)(14 - best.id) && !a->is_best_late);
    CHECK(a->model && a->model->n == 9);
    CHECK(a->model->calibration == INLAY_CALIBRATION_UNKNOWN);
}

/* In memory, in a file, and from outside. */
TEST(trials_are_counted_and_failures_grouped)
{
    const struct scratch f = scratch_make();
    for (size_t k = 0; k < 2; k++) {
        inlay_study *s = k == 0 ? study_of(MIXED_SPACE, "seed=3")
                                : stored_study(f.path, MIXED_SPACE, "seed=3");
        fill(s);
        inlay_audit *a = audit(s);
        check_filled(a, s);
        inlay_audit_free(a);
        if (k == 1) {
            a = audit_file(f.path);
            check_filled(a, s);
            inlay_audit_free(a);
        }
        inlay_study_free(s);
    }
    scratch_remove(&f);
}

/* 40 random configurations of mixed, and noise of that deviation. */
static inlay_study *sample(const char *options, double noise, uint64_t seed)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    struct inlay_rng rng = inlay_rng_seed(seed);
    for (size_t i = 0; i < 40; i++) {
        const inlay_value x[] = {
            inlay_real(inlay_rng_uniform(&rng)),
            inlay_integer(1 + (int64_t)(7.0 * inlay_rng_uniform(&rng))),
            inlay_category(inlay_rng_uniform(&rng) < 0.5 ? "p" : "q"),
            inlay_real(pow(10.0, -4.0 * inlay_rng_uniform(&rng)))};
        inlay_value shown[4];
        memcpy(shown, x, sizeof x);
        shown[2].integer = strcmp(x[2].text, "q") == 0;
        add(s, x, mixed(shown) + noise * inlay_rng_normal(&rng));
    }
    return s;
}

TEST(the_model_of_a_random_sample_is_judged)
{
    inlay_study *s = sample("seed=3", 0.0, 5);
    inlay_residual r[40];
    inlay_error err = {0};
    size_t n = 0;
    inlay_audit *a = audit(s);
    CHECK_OK(inlay_study_leave_one_out(s, r, 40, &n, &err), err);
    CHECK(a->model->n == n && n == 40);
    double mean = 0.0, error = 0.0;
    for (size_t i = 0; i < n; i++) {
        mean += r[i].z / 40.0;
        error += fabs(r[i].value - r[i].mean) / 40.0;
    }
    CHECK_ABS(a->model->z_mean, mean, 1e-12);
    CHECK_REL(a->model->error, error, 1e-12);
    CHECK(a->model->calibration != INLAY_CALIBRATION_UNKNOWN);
    CHECK(a->model->accuracy == INLAY_ACCURACY_GOOD);
    CHECK(a->n_added == 40 && a->n_repeats == 0);
    inlay_audit_free(a);
    inlay_study_free(s);
}

/*
 * Noise of ten times the range: honest, and worth next to nothing.  A model can
 * be fitted to an accident, so a law for all seeds: never better than poor, and
 * none for most.
 */
TEST(a_model_of_noise_is_not_called_accurate)
{
    enum { N_SEEDS = 40 };
    size_t n_none = 0;
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++) {
        inlay_study *s = sample("seed=3 noise=yes warp=none", 20.0, seed);
        inlay_audit *a = audit(s);
        CHECK(a->model->calibration == INLAY_CALIBRATION_GOOD);
        CHECK(a->model->accuracy == INLAY_ACCURACY_NONE ||
              a->model->accuracy == INLAY_ACCURACY_POOR);
        CHECK(a->model->noise_sd > 0.0);
        n_none += a->model->accuracy == INLAY_ACCURACY_NONE;
        inlay_audit_free(a);
        inlay_study_free(s);
    }
    CHECK(2 * n_none > N_SEEDS);
}

TEST(without_a_model_there_is_nothing_to_judge)
{
    static const char *const METHODS[] = {"method=tpe", "method=random", ""};
    for (size_t m = 0; m < LEN(METHODS); m++)
        for (int n_done = 0; n_done < 2; n_done++) {
            inlay_study *s = study_of(MIXED_SPACE, METHODS[m]);
            run(s, mixed, (size_t)n_done);
            inlay_audit *a = audit(s);
            CHECK((a->model != NULL) == (m == 2 && n_done == 1));
            CHECK((a->best_id == 0) == (n_done == 0));
            CHECK(isnan(a->best_value) == (n_done == 0) && a->has_study);
            inlay_audit_free(a);
            inlay_study_free(s);
        }
}

TEST(repeats_are_counted)
{
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};
    const inlay_value y[] = {inlay_integer(0), inlay_category("c1")};
    inlay_study *s = study_of(SMALL_SPACE, "seed=3 noise=yes");
    for (int i = 0; i < 3; i++)
        add(s, x, 0.1 * i);
    add(s, y, 2.0);
    inlay_audit *a = audit(s);
    CHECK(a->n_repeats == 2 && a->may_repeat && a->n_problems == 0);
    inlay_audit_free(a);
    inlay_study_free(s);
}

TEST(values_that_are_all_equal_are_told_from_five_on)
{
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};
    inlay_study *s = study_of(SMALL_SPACE, "seed=3 noise=yes");
    for (int i = 0; i < 8; i++) {
        inlay_audit *a = audit(s);
        CHECK(a->is_flat == (i >= 5 && i < 7));
        inlay_audit_free(a);
        add(s, x, i == 6 ? 0.5 : 0.25);
    }
    inlay_study_free(s);
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
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, MIXED_SPACE, "seed=3");
    inlay_error err = {0};

    const int64_t by_hand = ask(s).id;
    meddle(f.path, "UPDATE journal SET at = at - 90000 WHERE kind = 'asked'");
    ask(s); /* just now */
    const int64_t alive = claim(s, self.name, 100.0);
    const int64_t back = claim(s, self.name, 100.0);
    claim(s, "elsewhere/1/2/3", 100.0); /* alive, for all we know */
    const int64_t silent = claim(s, "elsewhere/1/2/4", 100.0);
    meddle(f.path, "UPDATE lease SET expires = expires - 200"
                   " WHERE holder = 'elsewhere/1/2/4'");
    /* The same pid, begun at another time: it was given out again. */
    CHECK(strlen(self.name) + 2 < sizeof self.name);
    const struct inlay_process mine = self;
    const struct inlay_claim_terms terms = {mine.name, 100.0, 1000};
    strcat(self.name, "9");
    meddle(f.path, "UPDATE lease SET expires = expires + 400");
    const int64_t dead = claim(s, self.name, 100.0);
    meddle(f.path, "UPDATE lease SET expires = expires - 400");
    CHECK_OK(inlay_study_put_back(s, &terms, back, "stopped", &err), err);

    inlay_audit *a = audit_file(f.path);
    CHECK(a->n_lost == 3 && a->n_pending == 7 && a->n_problems == 0);
    for (size_t i = 0; i < a->n_lost; i++) {
        const int64_t id = a->lost[i]->id;
        CHECK(id == by_hand || id == silent || id == dead);
        CHECK(a->lost[i]->how == (id == by_hand  ? INLAY_LOSS_WAITING
                                  : id == silent ? INLAY_LOSS_SILENT
                                                 : INLAY_LOSS_DEAD));
        CHECK(id != alive && (id != by_hand || a->lost[i]->hours > 24.9));
    }
    inlay_audit_free(a);
    inlay_study_free(s);
    scratch_remove(&f);
}

/* ---- Damage -------------------------------------------------------------- */

TEST(a_missing_number_is_a_problem_and_the_rest_is_read)
{
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, MIXED_SPACE, "seed=3");
    run(s, mixed, 6);
    inlay_study_free(s);
    meddle(f.path, "DELETE FROM journal WHERE trial = 2 AND kind = 'asked'");
    inlay_audit *a = audit_file(f.path);
    CHECK(a->n_problems == 3 && a->n_listed == 3 && !a->has_study);
    CHECK_TEXT(a->problems[0],
               "trial 2: it has a result but was never suggested");
    CHECK_TEXT(a->problems[1], "trial 3: the number before it is missing");
    CHECK(a->n_trials == 5 && a->n_done == 5);
    CHECK(!a->model && a->best_id == 0);
    inlay_audit_free(a);
    scratch_remove(&f);
}

TEST(a_configuration_that_is_none_is_a_problem)
{
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, MIXED_SPACE, "seed=3");
    run(s, mixed, 4);
    inlay_study_free(s);
    meddle(f.path, "UPDATE journal SET x = '[1, 2]' WHERE trial = 3"
                   " AND kind = 'asked'");
    inlay_audit *a = audit_file(f.path);
    CHECK(a->n_problems == 1 && !a->has_study && a->n_done == 4);
    CHECK(strstr(a->problems[0], "trial 3"));
    inlay_audit_free(a);
    scratch_remove(&f);
}

TEST(what_cannot_be_audited_is_refused)
{
    const struct scratch f = scratch_make();
    inlay_study *s = study_of(SMALL_SPACE, "");
    inlay_audit *a = NULL;
    inlay_error err = {0};
    CHECK(inlay_audit_file(f.folder, &a, &err) == INLAY_ESTORE);
    CHECK(err.msg[0] != '\0');
    CHECK(inlay_audit_file(f.path, &a, &err) == INLAY_ESTORE);
    CHECK_FAILS(inlay_audit_file(NULL, &a, &err), INLAY_EINVAL, err,
                "inlay_audit_file: path and out must not be NULL");
    CHECK(inlay_audit_file(f.path, NULL, &err) == INLAY_EINVAL);
    CHECK_FAILS(inlay_study_audit(NULL, &a, &err), INLAY_EINVAL, err,
                "inlay_study_audit: study and out must not be NULL");
    CHECK(inlay_study_audit(s, NULL, &err) == INLAY_EINVAL && !a);
    inlay_audit_free(NULL);
    inlay_study_free(s);
    scratch_remove(&f);
}

#ifdef INLAY_FAILING_MEM
static const char *the_path;

static inlay_status try_auditing(void)
{
    inlay_audit *a = NULL;
    const inlay_status st = inlay_audit_file(the_path, &a, NULL);
    inlay_audit_free(a);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, SMALL_SPACE, "seed=3 initial=2");
    inlay_error err = {0};
    run(s, small, 3);
    CHECK_OK(inlay_study_tell_failed(s, ask(s).id, "x", &err), err);
    the_path = f.path;
    check_oom(try_auditing, __FILE__, __LINE__);
    inlay_study_free(s);
    scratch_remove(&f);
}
#endif

TEST(an_audit_is_of_one_history_while_others_ask)
{
    inlay_study *s = study_of(SMALL_SPACE, "seed=3");
    inlay_audit *a = NULL;
    inlay_error err = {0};
    run(s, small, 4);
    others_come(s);
    CHECK_OK(inlay_study_audit(s, &a, &err), err);
    CHECK(a->n_problems == 0 && a->model->n == 4);
    others_go(s, 4);
    inlay_audit_free(a);
    inlay_study_free(s);
}
