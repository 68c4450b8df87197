/*
 * test_insight.c: which variables matter, and residuals of what was left out.
 */
#include "study_fixture.h"

#include "strategy/options.h"

enum { N = 30 };

#define NUMBER(name)                                                           \
    "{\"name\":\"" name "\",\"type\":\"real\",\"min\":-1,\"max\":3}"
#define CONSTANT "{\"name\":\"one\",\"type\":\"integer\",\"min\":4,\"max\":4}"
#define CONSTANT_TOO                                                           \
    "{\"name\":\"two\",\"type\":\"categorical\",\"values\":[\"only\"]}"
#define CATEGORY                                                               \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]}"

#define THREE "[" NUMBER("a") "," NUMBER("b") "," NUMBER("c") "]"

static inlay_relevance *relevance(inlay_study *s, inlay_relevance *out)
{
    inlay_error err = {0};
    CHECK_OK(inlay_study_relevance(s, out, &err), err);
    return out;
}

static size_t leave_out(inlay_study *s, inlay_residual *out, size_t room)
{
    inlay_error err = {0};
    size_t n = SIZE_MAX;
    CHECK_OK(inlay_study_leave_one_out(s, out, room, &n, &err), err);
    return n;
}

/* N trials of factor f + shift at uniform points; their variable v is f's number
 * from[v]. */
static void add_reals(inlay_study *s, const size_t *from, objective_fn *f,
                      double factor, double shift)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    for (size_t i = 0; i < N; i++) {
        inlay_value x[3], drawn[3];
        for (size_t v = 0; v < 3; v++)
            drawn[v] = inlay_real(-1.0 + 4.0 * inlay_rng_uniform(&rng));
        for (size_t v = 0; v < 3; v++)
            x[v] = drawn[from[v]];
        add(s, x, factor * f(drawn) + shift);
    }
}

static const size_t AS_DRAWN[] = {0, 1, 2};

static double of_first(const inlay_value *x)
{
    return sin(2.0 * x[0].real);
}

static double of_all(const inlay_value *x)
{
    return x[0].real * x[0].real + 1.5 * sin(x[1].real) + 0.5 * x[2].real;
}

/* ---- Relevance ----------------------------------------------------------- */

static void check_shares(const inlay_relevance *r, size_t n)
{
    double sum = 0.0;
    for (size_t v = 0; v < n; v++) {
        CHECK(r[v].share >= 0.0);
        sum += r[v].share;
    }
    CHECK_ABS(sum, 1.0, 1e-12);
}

TEST(the_only_variable_that_matters_has_nearly_all)
{
    static const char *const WAYS[] = {"inference=map", "inference=slice",
                                       "method=gp-naive", "method=gp-basic",
                                       "warp=none noise=none kernel=se"};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(THREE, WAYS[w]);
        inlay_relevance r[3];
        add_reals(s, AS_DRAWN, of_first, 1.0, 0.0);
        relevance(s, r);
        check_shares(r, 3);
        CHECK(r[0].share > 0.95);
        CHECK(r[0].length_scale < r[1].length_scale);
        CHECK(r[0].length_scale < r[2].length_scale);
        inlay_study_free(s);
    }
}

/* Of a + b + c on equal ranges, weights 3, 2, 1, the variances are 9:4:1. */
static double weighted(const inlay_value *x)
{
    return 3.0 * x[0].real - 2.0 * x[1].real + x[2].real;
}

TEST(shares_of_a_sum_are_those_of_its_variance)
{
    inlay_study *s = study_of(THREE, "warp=none");
    inlay_relevance r[3];
    add_reals(s, AS_DRAWN, weighted, 1.0, 0.0);
    relevance(s, r);
    check_shares(r, 3);
    CHECK_ABS(r[0].share, 9.0 / 14.0, 0.01);
    CHECK_ABS(r[1].share, 4.0 / 14.0, 0.01);
    CHECK_ABS(r[2].share, 1.0 / 14.0, 0.01);
    inlay_study_free(s);
}

/* Points of the net differ by axis, and so do sums in the fit. */
TEST(shares_move_with_their_variables)
{
    static const size_t TURNED[] = {2, 0, 1};
    inlay_study *s = study_of(THREE, ""), *t = study_of(THREE, "");
    inlay_relevance a[3], b[3];
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    add_reals(t, TURNED, of_all, 1.0, 0.0);
    relevance(s, a);
    relevance(t, b);
    check_shares(a, 3);
    for (size_t v = 0; v < 3; v++) {
        CHECK_ABS(b[v].share, a[TURNED[v]].share, 0.01);
        CHECK_REL(b[v].length_scale, a[TURNED[v]].length_scale, 0.01);
    }
    inlay_study_free(s);
    inlay_study_free(t);
}

TEST(units_of_the_objective_do_not_count)
{
    inlay_study *s = study_of(THREE, ""), *t = study_of(THREE, "");
    inlay_relevance a[3], b[3];
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    add_reals(t, AS_DRAWN, of_all, 250.0, -3e3);
    relevance(s, a);
    relevance(t, b);
    for (size_t v = 0; v < 3; v++) {
        CHECK_ABS(b[v].share, a[v].share, 1e-6);
        CHECK_REL(b[v].length_scale, a[v].length_scale, 1e-4);
    }
    inlay_study_free(s);
    inlay_study_free(t);
}

TEST(a_constant_has_no_share_and_no_length_scale)
{
    static const char *const WAYS[] = {"", "method=gp-basic",
                                       "categories=per-category"};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(
            "[" CONSTANT "," NUMBER("a") "," CATEGORY "," CONSTANT_TOO "]",
            WAYS[w]);
        struct inlay_rng rng = inlay_rng_seed(4);
        inlay_relevance r[4];
        for (size_t i = 0; i < N; i++) {
            const double a = -1.0 + 4.0 * inlay_rng_uniform(&rng);
            const char *const name[] = {"p", "q", "r"};
            const inlay_value x[] = {inlay_integer(4), inlay_real(a),
                                     inlay_category(name[i % 3]),
                                     inlay_category("only")};
            add(s, x, 0.1 * a + (i % 3 == 1));
        }
        relevance(s, r);
        check_shares(r, 4);
        CHECK(r[0].share == 0.0 && isnan(r[0].length_scale));
        CHECK(r[3].share == 0.0 && isnan(r[3].length_scale));
        CHECK(r[2].share > 0.8 && r[1].share > 0.001);
        CHECK(r[1].length_scale > 0.0 && r[2].length_scale > 0.0);
        inlay_study_free(s);
    }
}

TEST(a_flat_objective_has_shares_of_0)
{
    inlay_study *s = study_of(THREE, "");
    inlay_relevance r[3];
    add_reals(s, AS_DRAWN, of_all, 0.0, 5.0);
    relevance(s, r);
    for (size_t v = 0; v < 3; v++)
        CHECK(r[v].share == 0.0 && r[v].length_scale > 0.0);
    inlay_study_free(s);
}

TEST(a_space_of_constants_has_nothing_to_explain)
{
    inlay_study *s = study_of("[" CONSTANT "]", "");
    const inlay_value x = inlay_integer(4);
    inlay_relevance r;
    inlay_residual e[2];
    add(s, &x, 2.0);
    add(s, &x, 3.0);
    relevance(s, &r);
    CHECK(r.share == 0.0 && isnan(r.length_scale));
    CHECK(leave_out(s, e, 2) == 2);
    CHECK(e[0].mean == e[1].mean && e[0].z < e[1].z);
    inlay_study_free(s);
}

TEST(pending_trials_do_not_change_what_is_known)
{
    inlay_study *s = study_of(THREE, "pending=draw");
    inlay_relevance a[3], b[3];
    inlay_residual e[N], f[N];
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    relevance(s, a);
    CHECK(leave_out(s, e, N) == N);
    const inlay_value x[] = {inlay_real(0), inlay_real(0), inlay_real(0)};
    inlay_error err = {0};
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    ask(s);
    relevance(s, b);
    CHECK(leave_out(s, f, N) == N);
    for (size_t v = 0; v < 3; v++)
        CHECK_ABS(a[v].share, b[v].share, 1e-12);
    for (size_t i = 0; i < N; i++)
        CHECK(e[i].mean == f[i].mean && e[i].sd == f[i].sd && e[i].z == f[i].z);
    inlay_study_free(s);
}

/* ---- Leave one out ------------------------------------------------------- */

TEST(each_finished_trial_has_a_residual)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "warp=none");
    inlay_residual e[N];
    run(s, mixed, 12);
    const inlay_trial failed = ask(s);
    CHECK_OK(inlay_study_tell_failed(s, failed.id, "no", &err), err);
    run(s, mixed, 3);
    CHECK(leave_out(s, e, N) == 15);
    for (size_t i = 0; i < 15; i++) {
        CHECK(e[i].id == (int64_t)i + 1 + (i >= 12));
        CHECK(e[i].value == trial_of(s, e[i].id).value);
        CHECK(e[i].sd > 0.0);
        CHECK_ABS(e[i].z, (e[i].value - e[i].mean) / e[i].sd, 1e-6);
    }
    inlay_study_free(s);
}

TEST(residuals_are_on_the_scale_of_the_user)
{
    inlay_study *s = study_of(THREE, ""), *t = study_of(THREE, "");
    inlay_study *m = study_of(THREE, "goal=maximize");
    inlay_residual a[N] = {{0}}, b[N] = {{0}}, c[N] = {{0}};
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    add_reals(t, AS_DRAWN, of_all, 4.0, 16.0);
    add_reals(m, AS_DRAWN, of_all, -1.0, 0.0);
    CHECK(leave_out(s, a, N) == N && leave_out(t, b, N) == N);
    CHECK(leave_out(m, c, N) == N);
    for (size_t i = 0; i < N; i++) {
        CHECK_ABS(b[i].mean, 4.0 * a[i].mean + 16.0, 1e-3);
        CHECK_REL(b[i].sd, 4.0 * a[i].sd, 1e-3);
        CHECK_ABS(b[i].z, a[i].z, 1e-3);
        CHECK(c[i].value == -a[i].value && c[i].mean == -a[i].mean);
        CHECK(c[i].sd == a[i].sd && c[i].z == -a[i].z);
    }
    inlay_study_free(s);
    inlay_study_free(t);
    inlay_study_free(m);
}

/* A study that never saw the trial has nearly the same θ, and so nearly the same
 * to say; with the trial it is more sure. */
TEST(it_is_about_what_a_study_without_the_trial_predicts)
{
    inlay_study *s = study_of(THREE, "noise=none warp=none");
    inlay_residual e[N];
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    CHECK(leave_out(s, e, N) == N);
    for (int64_t out = 1; out <= N; out += 7) {
        inlay_study *t = study_of(THREE, "noise=none warp=none");
        for (int64_t id = 1; id <= N; id++)
            if (id != out)
                add(t, trial_of(s, id).x, trial_of(s, id).value);
        const inlay_prediction p = predict(t, trial_of(s, out).x);
        CHECK(predict(s, trial_of(s, out).x).sd < 0.5 * e[out - 1].sd);
        CHECK_ABS(e[out - 1].mean, p.mean, 2.0 * p.sd);
        CHECK(e[out - 1].sd > 0.3 * p.sd && e[out - 1].sd < 3.0 * p.sd);
        inlay_study_free(t);
    }
    inlay_study_free(s);
}

TEST(repeats_have_one_prediction_with_noise_in_it)
{
    inlay_study *s = study_of(THREE, "noise=yes");
    struct inlay_rng rng = inlay_rng_seed(6);
    inlay_residual e[2 * N];
    for (size_t i = 0; i < N; i++) {
        inlay_value x[3];
        for (size_t v = 0; v < 3; v++)
            x[v] = inlay_real(-1.0 + 4.0 * inlay_rng_uniform(&rng));
        for (size_t k = 0; k < 2; k++)
            add(s, x, of_all(x) + 0.3 * inlay_rng_normal(&rng));
    }
    CHECK(leave_out(s, e, 2 * N) == 2 * N);
    for (size_t i = 0; i < 2 * N; i += 2) {
        CHECK(e[i].mean == e[i + 1].mean && e[i].sd == e[i + 1].sd);
        CHECK(e[i].value != e[i + 1].value && e[i].z != e[i + 1].z);
        CHECK(e[i].sd > 0.15);
    }
    inlay_study_free(s);
}

/* ---- Hyper-parameters, direction ------------------------------------------ */

static inlay_hyperparameters *hyper(inlay_study *s)
{
    inlay_hyperparameters *h = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_hyperparameters(s, &h, &err), err);
    return h;
}

/* Relevance tells the geometric mean of what all samples have. */
TEST(hyper_parameters_are_those_of_every_sample)
{
    static const struct {
        const char *options;
        size_t n;
    } WAYS[] = {{"inference=map", 1}, {"inference=slice samples=4", 4}};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(THREE, WAYS[w].options);
        inlay_relevance r[3];
        add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
        relevance(s, r);
        inlay_hyperparameters *h = hyper(s);
        CHECK(h->n_samples == WAYS[w].n && h->n_variables == 3);
        for (size_t v = 0; v < 3; v++) {
            double sum = 0.0;
            for (size_t k = 0; k < h->n_samples; k++)
                sum += log(h->length_scales[3 * k + v]);
            CHECK_REL(exp(sum / (double)h->n_samples), r[v].length_scale,
                      1e-12);
        }
        for (size_t k = 0; k < h->n_samples; k++) {
            CHECK(h->amplitude[k] > 0.0 && isfinite(h->mean[k]));
            CHECK(h->noise[k] >= 0.0 && h->noise[k] < h->amplitude[k]);
        }
        inlay_hyperparameters_free(h);
        inlay_study_free(s);
    }
}

/* 0.3 on f in the user's unit, whatever the unit is. */
TEST(the_noise_that_was_put_in_is_found)
{
    static const double FACTOR[] = {1.0, 250.0, -1.0};
    for (size_t k = 0; k < LEN(FACTOR); k++) {
        inlay_study *s =
            study_of(THREE, k == 2 ? "noise=yes warp=none goal=maximize"
                                   : "noise=yes warp=none");
        struct inlay_rng rng = inlay_rng_seed(6);
        for (size_t i = 0; i < 60; i++) {
            inlay_value x[3];
            for (size_t v = 0; v < 3; v++)
                x[v] = inlay_real(-1.0 + 4.0 * inlay_rng_uniform(&rng));
            add(s, x, FACTOR[k] * (of_all(x) + 0.3 * inlay_rng_normal(&rng)));
        }
        inlay_hyperparameters *h = hyper(s);
        CHECK_REL(h->noise_sd / fabs(FACTOR[k]), 0.3, 0.3);
        inlay_hyperparameters_free(h);
        inlay_study_free(s);
    }
}

TEST(without_noise_or_a_model_there_is_none)
{
    inlay_study *s = study_of(THREE, "noise=none");
    inlay_hyperparameters *h = hyper(s);
    CHECK(h->n_samples == 0 && h->n_variables == 3 && isnan(h->noise_sd));
    inlay_hyperparameters_free(h);
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    h = hyper(s);
    CHECK(h->n_samples == 1 && h->noise[0] == 0.0 && h->noise_sd == 0.0);
    inlay_hyperparameters_free(h);
    inlay_study_free(s);

    s = study_of(THREE, "method=smac");
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    h = hyper(s);
    CHECK(h->n_samples == 0 && isnan(h->noise_sd));
    inlay_hyperparameters_free(h);
    inlay_hyperparameters_free(NULL);
    inlay_study_free(s);
}

/* The mean before any result follows the direction of the user. */
TEST(the_mean_is_mirrored_with_the_goal)
{
    inlay_study *s = study_of(THREE, ""), *m = study_of(THREE, "goal=maximize");
    add_reals(s, AS_DRAWN, of_all, 1.0, 0.0);
    add_reals(m, AS_DRAWN, of_all, -1.0, 0.0);
    inlay_hyperparameters *a = hyper(s), *b = hyper(m);
    CHECK(a->mean[0] == -b->mean[0] && a->mean[0] != 0.0);
    CHECK(a->amplitude[0] == b->amplitude[0] && a->noise_sd == b->noise_sd);
    inlay_hyperparameters_free(a);
    inlay_hyperparameters_free(b);
    inlay_study_free(s);
    inlay_study_free(m);
}

TEST(better_is_what_the_goal_says)
{
    inlay_study *s = study_of(THREE, ""), *m = study_of(THREE, "goal=maximize");
    CHECK(inlay_study_is_better(s, 1.0, 2.0) &&
          !inlay_study_is_better(s, 2.0, 1.0));
    CHECK(inlay_study_is_better(m, 2.0, 1.0) &&
          !inlay_study_is_better(m, 1.0, 2.0));
    for (size_t i = 0; i < 2; i++) {
        const inlay_study *t = i ? s : m;
        CHECK(!inlay_study_is_better(t, 1.0, 1.0));
        CHECK(inlay_study_is_better(t, 1.0, NAN));
        CHECK(!inlay_study_is_better(t, NAN, 1.0));
        CHECK(!inlay_study_is_better(t, NAN, NAN));
    }
    CHECK(!inlay_study_is_better(NULL, 1.0, 2.0));
    CHECK(!inlay_options_is_better(NULL, 1.0, 2.0));
    inlay_options *o = options_of("goal=maximize");
    CHECK(inlay_options_is_better(o, 2.0, 1.0));
    CHECK(!inlay_options_is_better(o, 1.0, 2.0));
    inlay_options_free(o);
    inlay_study_free(s);
    inlay_study_free(m);
}

TEST(every_acquisition_has_its_name)
{
    const char *const *names = inlay_option_at(INLAY_OPT_ACQUISITION)->choices;
    CHECK(!inlay_study_acquisition(NULL));
    for (size_t i = 0; names[i]; i++) {
        char option[32];
        snprintf(option, sizeof option, "acquisition=%s", names[i]);
        inlay_study *s = study_of(THREE, option);
        CHECK_TEXT(inlay_study_acquisition(s),
                   strcmp(names[i], "auto") == 0 ? "ei" : names[i]);
        inlay_study_free(s);
    }
}

/* ---- No model, no room, no memory ---------------------------------------- */

static void check_nothing_known(inlay_study *s)
{
    inlay_relevance r[3];
    relevance(s, r);
    for (size_t v = 0; v < 3; v++)
        CHECK(isnan(r[v].share) && isnan(r[v].length_scale));
    CHECK(leave_out(s, NULL, 0) == 0);
}

TEST(without_a_model_nothing_is_known)
{
    inlay_error err = {0};
    inlay_study *s = study_of(THREE, "");
    check_nothing_known(s);
    const inlay_trial t = ask(s);
    CHECK_OK(inlay_study_tell_failed(s, t.id, "no", &err), err);
    check_nothing_known(s);
    inlay_study_free(s);

    s = study_of(THREE, "method=random");
    run(s, of_all, 5);
    check_nothing_known(s);
    inlay_study_free(s);
}

TEST(it_changes_no_suggestion)
{
    inlay_study *s = study_of(THREE, "seed=5"), *t = study_of(THREE, "seed=5");
    for (size_t i = 0; i < 10; i++) {
        inlay_relevance r[3];
        inlay_residual e[N];
        relevance(s, r);
        CHECK(leave_out(s, e, N) == i);
        run(s, of_all, 1);
        run(t, of_all, 1);
    }
    CHECK_SAME_TRIALS(s, t);
    inlay_study_free(s);
    inlay_study_free(t);
}

TEST(mistakes_are_refused)
{
    inlay_error err = {0};
    inlay_study *s = study_of(THREE, "");
    inlay_relevance r[3];
    inlay_residual e[5] = {{.id = -1}};
    size_t n = 77;
    run(s, of_all, 5);
    CHECK_FAILS(inlay_study_relevance(NULL, r, &err), INLAY_EINVAL, err,
                "inlay_study_relevance: study and out must not be NULL");
    CHECK_FAILS(inlay_study_relevance(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_relevance: study and out must not be NULL");
    CHECK_FAILS(inlay_study_leave_one_out(s, NULL, 5, &n, &err), INLAY_EINVAL,
                err,
                "inlay_study_leave_one_out: study, out and n must not be NULL");
    CHECK_FAILS(inlay_study_leave_one_out(s, e, 4, &n, &err), INLAY_EINVAL, err,
                "inlay_study_leave_one_out: room is 4, but 5 trials are done");
    CHECK(n == 77 && e[0].id == -1);
    inlay_hyperparameters *h = NULL;
    CHECK(inlay_study_hyperparameters(NULL, &h, &err) == INLAY_EINVAL);
    CHECK_FAILS(inlay_study_hyperparameters(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_hyperparameters: study and out must not be NULL");
    inlay_study_free(s);
}

OOM_TEST(every_allocation_may_fail)
{
    static const char JSON[] = THREE;
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    inlay_relevance r[3];
    inlay_residual e[3];
    inlay_hyperparameters *h = NULL;
    size_t n;

    inlay_status st = inlay_space_parse(JSON, strlen(JSON), &space, NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, NULL);
    for (size_t i = 0; st == INLAY_OK && i < 3; i++) {
        const inlay_value x[] = {inlay_real((double)i), inlay_real(1),
                                 inlay_real(2)};
        st = inlay_study_add(s, x, (double)i, NULL, NULL);
    }
    if (st == INLAY_OK)
        st = inlay_study_relevance(s, r, NULL);
    if (st == INLAY_OK)
        st = inlay_study_leave_one_out(s, e, 3, &n, NULL);
    if (st == INLAY_OK)
        st = inlay_study_hyperparameters(s, &h, NULL);
    inlay_hyperparameters_free(h);
    inlay_study_free(s);
    inlay_space_free(space);
    return st;
}
