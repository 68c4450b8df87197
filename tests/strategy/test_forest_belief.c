/*
 * test_forest_belief.c: which trial teaches what to a forest.
 */
#include "strategy_fixture.h"

#include "strategy/forest_belief.h"

/* ys[i] of trial i of a random search: NaN failed, infinite pending. */
static void drive(struct driven *d, const char *options, const double *ys,
                  size_t n)
{
    inlay_error err = {0};
    char text[160];
    snprintf(text, sizeof text, "method=random %s", options);
    driven_init(d, MIXED_SPACE, text);
    for (size_t i = 0; i < n; i++) {
        const struct inlay_record *r = NULL;
        CHECK_OK(suggest(d, &r, &err), err);
        if (!isinf(ys[i]))
            CHECK_OK(history_finish(&d->history, r->id, ys[i], "failed", &err),
                     err);
    }
}

/* With the options of SMAC, but few trees. */
static struct inlay_forest_belief_options options_for(const char *text)
{
    struct inlay_forest_belief_options o;
    inlay_options *options = options_of(text);
    inlay_forest_belief_read_options(options, &o);
    inlay_options_free(options);
    return o;
}

static void form(struct driven *d, const char *options,
                 struct inlay_forest_belief *b)
{
    const struct inlay_forest_belief_options o = options_for(options);
    inlay_error err = {0};
    CHECK_OK(
        inlay_forest_belief_form(b, &d->exact, &d->history, &o, &d->rng, &err),
        err);
}

static void leave_one_out(struct driven *d, const char *options,
                          const struct inlay_forest_belief *b,
                          inlay_residual *out)
{
    const struct inlay_forest_belief_options o = options_for(options);
    inlay_error err = {0};
    CHECK_OK(inlay_forest_belief_leave_one_out(b, &d->history, &o, &d->rng, out,
                                               &err),
             err);
}

static const double YS[] = {3, 8, NAN, 1, 20, INFINITY, 4, 6, NAN, 2, INFINITY};
enum { N_DONE = 7, N_FAILED = 2, N_PENDING = 2 };

TEST(options_are_those_of_the_presets)
{
    const struct inlay_forest_belief_options now = options_for("method=smac");
    CHECK(now.forest.n_trees == 10 && now.forest.min_leaf == 1);
    CHECK(now.forest.splits == INLAY_SPLITS_RANDOM);
    CHECK(now.forest.split_share == 1.0 && now.forest.is_log);
    CHECK(now.forest.variance == INLAY_VARIANCE_TREES);
    CHECK(now.incumbent == INLAY_INCUMBENT_PREDICTED);

    const struct inlay_forest_belief_options then =
        options_for("method=smac preset=paper");
    CHECK(then.forest.n_trees == 10 && then.forest.min_leaf == 3);
    CHECK(then.forest.splits == INLAY_SPLITS_BEST);
    CHECK_REL(then.forest.split_share, 5.0 / 6, 1e-15);
    CHECK(then.forest.variance == INLAY_VARIANCE_TOTAL && !then.forest.is_log);
    CHECK(then.incumbent == INLAY_INCUMBENT_OBSERVED);

    CHECK(options_for("method=smac incumbent=auto").incumbent ==
          INLAY_INCUMBENT_PREDICTED);
    CHECK(options_for("method=smac incumbent=auto noise=none").incumbent ==
          INLAY_INCUMBENT_OBSERVED);
}

/* Rows by state; a failure costs as much as the worst that is done. */
TEST(a_failed_trial_is_as_bad_as_the_worst)
{
    static const double DONE[] = {3, 8, 1, 20, 4, 6, 2};
    for (int is_log = 0; is_log < 2; is_log++) {
        struct driven d;
        struct inlay_forest_belief b;
        drive(&d, "", YS, LEN(YS));
        form(&d, is_log ? "method=smac" : "method=smac smac.cost=plain", &b);
        CHECK(b.n_done == N_DONE && b.n_told == N_DONE + N_FAILED);
        CHECK(b.n == LEN(YS));
        for (size_t i = 0; i < N_DONE; i++)
            CHECK(b.v[i] == inlay_cost_apply(&b.cost, DONE[i]));
        for (size_t i = N_DONE; i < b.n_told; i++)
            CHECK(b.v[i] == inlay_cost_apply(&b.cost, 20));
        CHECK(memcmp(b.U + N_DONE * b.dim, d.history.record[2]->u,
                     b.dim * sizeof *b.U) == 0);
        CHECK(memcmp(b.U + b.n_told * b.dim, d.history.record[5]->u,
                     b.dim * sizeof *b.U) == 0);
        inlay_forest_belief_clear(&b);
        driven_clear(&d);
    }
}

/* They lie within what was told, and do not change what it costs to improve
 * much: a mean of leaves. */
TEST(a_pending_trial_is_what_the_others_say_of_it)
{
    struct driven d, told;
    struct inlay_forest_belief b, of_told;
    drive(&d, "", YS, LEN(YS));
    form(&d, "method=smac smac.trees=50", &b);
    for (size_t i = b.n_told; i < b.n; i++)
        CHECK(b.v[i] > inlay_cost_apply(&b.cost, 1) && b.v[i] <= 0.0);

    /* the first forest is that of the trials told, by the same numbers */
    static const double ONLY[] = {3, 8, NAN, 1, 20};
    drive(&told, "", ONLY, LEN(ONLY));
    form(&told, "method=smac smac.trees=50", &of_told);
    CHECK(of_told.n == of_told.n_told);
    inlay_forest_belief_clear(&of_told);
    driven_clear(&told);
    inlay_forest_belief_clear(&b);

    form(&d, "method=smac smac.trees=50 pending=draw", &b);
    struct inlay_forest_belief again;
    form(&d, "method=smac smac.trees=50 pending=mean", &again);
    CHECK(b.v[b.n_told] != again.v[b.n_told]);
    inlay_forest_belief_clear(&again);
    inlay_forest_belief_clear(&b);
    driven_clear(&d);
}

TEST(the_incumbent_is_the_least_value_or_the_least_mean)
{
    struct driven d;
    struct inlay_forest_belief b;
    drive(&d, "", YS, LEN(YS));
    form(&d, "method=smac incumbent=observed", &b);
    CHECK(b.best == inlay_cost_apply(&b.cost, 1));
    inlay_forest_belief_clear(&b);

    form(&d, "method=smac incumbent=predicted", &b);
    double least = INFINITY;
    for (size_t i = 0; i < b.n_done; i++)
        least = fmin(least, b.mean[i]);
    CHECK(b.best == least && b.best >= inlay_cost_apply(&b.cost, 1));
    inlay_forest_belief_clear(&b);
    driven_clear(&d);
}

TEST(the_best_trials_are_those_of_least_mean)
{
    struct driven d;
    struct inlay_forest_belief b;
    inlay_error err = {0};
    double U[4 * 20];
    drive(&d, "", YS, LEN(YS));
    form(&d, "method=smac", &b);
    size_t n = 3, place[20], n_below = 0;
    CHECK_OK(inlay_forest_belief_best(&b, &n, U, &err), err);
    CHECK(n == 3);
    for (size_t k = 0; k < 3; k++)
        for (place[k] = 0; memcmp(b.U + place[k] * b.dim, U + k * b.dim,
                                  b.dim * sizeof *U) != 0;)
            place[k]++;
    CHECK(b.mean[place[0]] <= b.mean[place[1]]);
    CHECK(b.mean[place[1]] <= b.mean[place[2]]);
    for (size_t i = 0; i < b.n_done; i++)
        n_below += b.mean[i] < b.mean[place[2]];
    CHECK(n_below <= 2);
    n = 20;
    CHECK_OK(inlay_forest_belief_best(&b, &n, U, &err), err);
    CHECK(n == N_DONE); /* no more than there are */
    inlay_forest_belief_clear(&b);
    driven_clear(&d);
}

/* ---- The user's scale ---- */

static void told_at(const struct inlay_forest_belief *b, const double *u,
                    double *mean, double *sd)
{
    double scratch[64];
    CHECK(inlay_forest_belief_n_scratch(b->forest) <= LEN(scratch));
    inlay_forest_belief_tell(b, u, scratch, mean, sd);
}

/* Plain costs are the values but for origin and unit. */
TEST(plain_costs_are_told_as_the_forest_predicts_them)
{
    static const char *const OPTIONS[] = {
        "method=smac smac.cost=plain",
        "method=smac smac.cost=plain smac.uncertainty=total smac.leaf=3"};
    for (size_t m = 0; m < LEN(OPTIONS); m++) {
        struct driven d;
        struct inlay_forest_belief b;
        drive(&d, "", YS, LEN(YS));
        form(&d, OPTIONS[m], &b);
        const struct inlay_model *model = &b.forest->base;
        for (size_t i = 0; i < b.n; i++) {
            double z[16], mean, var, y_mean, y_sd;
            model->ops->embed(model, b.U + i * b.dim, 1, z);
            model->ops->predict(model, 0, z, 1, &mean, &var, NULL);
            told_at(&b, b.U + i * b.dim, &y_mean, &y_sd);
            CHECK_ABS(y_mean, 1 + 19 * mean, 1e-12);
            CHECK_ABS(y_sd, 19 * sqrt(var), 1e-7);
        }
        inlay_forest_belief_clear(&b);
        driven_clear(&d);
    }
}

/* Where the best value comes often, its logarithm is far from all others': a
 * log-normal of such variance would say anything.  A single tree says the mean
 * of the values in its leaf. */
TEST(what_is_told_lies_within_what_was_observed)
{
    static const double TIES[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    struct driven d;
    struct inlay_forest_belief b;
    struct inlay_rng rng = inlay_rng_seed(3);
    double u[8], mean, sd;

    drive(&d, "", TIES, LEN(TIES));
    form(&d, "method=smac", &b);
    for (int i = 0; i < 200; i++) {
        inlay_encode_sample(&d.exact, &rng, u);
        told_at(&b, u, &mean, &sd);
        CHECK(mean >= -1e-9 && mean <= 2 + 1e-9);
        CHECK(sd > 0.0 && sd <= 1 + 1e-9); /* half the range */
    }
    inlay_forest_belief_clear(&b);

    form(&d, "method=smac smac.trees=1 smac.leaf=12",
         &b); /* a tree of one leaf */
    told_at(&b, u, &mean, &sd);
    double sum = 0.0;
    for (size_t i = 0; i < LEN(TIES); i++)
        sum += TIES[i] / LEN(TIES);
    CHECK_ABS(mean, sum, 0.75); /* of a sample with replacement */
    CHECK_ABS(mean * 12, round(mean * 12), 1e-6); /* twelve whole numbers */
    inlay_forest_belief_clear(&b);
    driven_clear(&d);
}

/* Residuals of trials that are done, in their order, in the user's unit. */
TEST(leaving_one_out_tells_a_value_that_does_not_fit)
{
    enum { N = 40 };
    double ys[N];
    struct driven d;
    struct inlay_forest_belief b;
    inlay_residual r[N];

    for (size_t i = 0; i < N; i++)
        ys[i] = 1.0 + 0.01 * (double)i;
    ys[7] = 50.0;
    drive(&d, "", ys, N);
    form(&d, "method=smac smac.cost=plain smac.trees=60", &b);
    leave_one_out(&d, "method=smac smac.cost=plain smac.trees=60", &b, r);
    for (size_t i = 0; i < N; i++) {
        CHECK(r[i].id == (int64_t)i + 1 && r[i].value == ys[i]);
        CHECK(r[i].sd > 0 && isfinite(r[i].z));
        if (i != 7)
            CHECK(r[i].mean < 30.0);
    }
    CHECK(r[7].mean < 10.0); /* the other 39 know nothing of it */
    CHECK(r[7].z > 5.0);
    inlay_forest_belief_clear(&b);
    driven_clear(&d);
}

/* A few trees agree by chance, and seem sure of what they do not know. */
TEST(as_many_trees_speak_of_a_trial_left_out_as_of_any_other)
{
    enum { N = 24 };
    double ys[N];
    struct driven d;
    struct inlay_forest_belief b;
    inlay_residual r[N];
    struct inlay_rng rng = inlay_rng_seed(6);
    size_t n_sure = 0;

    for (int rep = 0; rep < 10; rep++) {
        for (size_t i = 0; i < N; i++)
            ys[i] = inlay_rng_normal(&rng);
        drive(&d, "", ys, N);
        form(&d, "method=smac", &b);
        leave_one_out(&d, "method=smac", &b, r);
        for (size_t i = 0; i < N; i++)
            n_sure += fabs(r[i].z) > 100.0;
        inlay_forest_belief_clear(&b);
        driven_clear(&d);
    }
    CHECK(n_sure <= 2); /* of 240 */
}

/* A large offset leaves the digits of the spread alone, and no value is too
 * large: means lie within the observations. */
TEST(what_is_told_lies_within_the_observations_whatever_their_size)
{
    static const double ROWS[][4] = {{1e15, 1e15, 1e15, 1e15},
                                     {-1.7e308, 0, 1.7e308, 1e308},
                                     {1e300, 1e300, 3e300, 2e300},
                                     {-1e9, -1e9 + 1, -1e9 + 2, -1e9 + 3}};
    for (size_t r = 0; r < LEN(ROWS); r++)
        for (int is_log = 0; is_log < 2; is_log++) {
            struct driven d;
            struct inlay_forest_belief b;
            double least = INFINITY, most = -INFINITY, mean, sd;
            drive(&d, "", ROWS[r], 4);
            form(&d, is_log ? "method=smac" : "method=smac smac.cost=plain",
                 &b);
            for (size_t i = 0; i < 4; i++) {
                least = fmin(least, ROWS[r][i]);
                most = fmax(most, ROWS[r][i]);
            }
            double *scratch =
                inlay_mem_doubles(inlay_forest_belief_n_scratch(b.forest));
            const double tiny = 1e-9 * fmax(b.cost.unit, fabs(least) / 4);
            for (size_t i = 0; i < 4; i++) {
                inlay_forest_belief_tell(&b, b.U + i * b.dim, scratch, &mean,
                                         &sd);
                CHECK(mean / 2 >= least / 2 - tiny);
                CHECK(mean / 2 <= most / 2 + tiny);
                CHECK(isfinite(sd) && sd / 2 <= most / 2 - least / 2 + 1e-4);
            }
            inlay_mem_free(scratch);
            inlay_forest_belief_clear(&b);
            driven_clear(&d);
        }
}

#ifdef INLAY_FAILING_MEM
static struct driven driven;
static struct inlay_forest_belief_options belief_options;

static inlay_status try_form(void)
{
    struct inlay_forest_belief b;
    inlay_error err = {0};
    const inlay_status st = inlay_forest_belief_form(
        &b, &driven.exact, &driven.history, &belief_options, &driven.rng, &err);
    if (st == INLAY_OK)
        inlay_forest_belief_clear(&b);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    drive(&driven, "", YS, LEN(YS));
    belief_options = options_for("method=smac smac.trees=2");
    check_oom(try_form, __FILE__, __LINE__);
    driven_clear(&driven);
}
#endif
