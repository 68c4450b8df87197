/*
 * test_appraisal.c: from a belief to an acquisition.
 */
#include "belief_fixture.h"

TEST(options_are_read_once)
{
    struct inlay_appraisal_options a;
    inlay_options *o =
        options_of("acquisition=mes noise=none failure_weight=2.5 pes.minima=3 "
                   "pes.features=77 "
                   "pes.ep_tolerance=1e-6 threads=2");
    inlay_appraisal_read_options(o, &a);
    CHECK(a.acquisition == INLAY_ACQUISITION_MES && !a.adapts);
    CHECK(a.incumbent == INLAY_INCUMBENT_OBSERVED); /* auto, no noise */
    CHECK(a.failure_weight == 2.5 && a.n_minima == 3 && a.n_features == 77);
    CHECK(a.ep_tolerance == 1e-6 && a.n_threads == 2);
    inlay_options_free(o);

    o = options_of("");
    inlay_appraisal_read_options(o, &a);
    CHECK(a.acquisition == INLAY_ACQUISITION_EI && a.adapts);
    CHECK(a.incumbent == INLAY_INCUMBENT_PREDICTED); /* auto, noise */
    inlay_options_free(o);

    o = options_of("acquisition=ei");
    inlay_appraisal_read_options(o, &a);
    CHECK(a.acquisition == INLAY_ACQUISITION_EI && !a.adapts);
    inlay_options_free(o);
}

/* ---- The incumbent ---- */

TEST(the_observed_incumbent_is_the_smallest_value)
{
    struct formed f;
    form(&f, "incumbent=observed inference=slice samples=3", mixed, 10, 0);
    double least = INFINITY;
    for (size_t i = 0; i < f.b.objective.data.n; i++)
        least = fmin(least, f.b.objective.data.y[i]);
    for (size_t k = 0; k < 3; k++)
        CHECK(f.a.best[k] == least);
    formed_clear(&f);
}

TEST(the_predicted_incumbent_is_the_smallest_mean_of_each_component)
{
    struct formed f;
    form(&f, "incumbent=predicted noise=yes inference=slice samples=3", mixed,
         12, 0);
    double *scratch = inlay_mem_doubles(f.b.objective.gp->base.n_scratch);
    for (size_t k = 0; k < 3; k++) {
        double least = INFINITY, mean, var;
        for (size_t i = 0; i < f.b.objective.data.n; i++) {
            inlay_gp_predict(f.b.objective.gp, k, f.b.objective.data.U + i * 4,
                             1, &mean, &var, scratch);
            least = fmin(least, mean);
        }
        CHECK_ABS(f.a.best[k], least, 1e-6);
    }
    inlay_mem_free(scratch);
    formed_clear(&f);
}

/* ---- Outside ---- */

/* A trial with that value of the first variable, which lies outside; y NaN: it
 * failed. */
static void measure_outside(struct formed *f, double a, double y)
{
    inlay_error err = {0};
    struct inlay_record *r = NULL;
    inlay_value x[4];
    memcpy(x, f->d.history.record[0]->x, sizeof x);
    x[0] = inlay_real(a);
    CHECK_OK(inlay_record_new_outside(&f->d.history, x, NULL, &r, &err), err);
    CHECK_OK(inlay_history_reserve(&f->d.history, 1, &err), err);
    inlay_history_add(&f->d.history, r);
    inlay_history_end(&f->d.history, r->id, y,
                      isfinite(y) ? NULL : inlay_mem_text("oops"));
}

static void think_again(struct formed *f)
{
    inlay_appraisal_clear(&f->a);
    inlay_belief_clear(&f->b);
    formed_think(f);
}

/* The least value of all is no incumbent where nobody may go. */
TEST(a_trial_outside_is_data_and_no_incumbent)
{
    struct formed f;
    form(&f, "incumbent=observed warp=none", mixed, 9, 0);
    const double mean = predict_at(&f, 0).mean;
    measure_outside(&f, 1.5, -50.0);
    measure_outside(&f, 1.25, 50.0);
    think_again(&f);
    CHECK(f.b.objective.n_inside == 9 && f.b.objective.data.n_obs == 11);
    CHECK(f.b.objective.gp->n_inside == 9 && f.b.objective.gp->n_data == 11);
    CHECK(inlay_gp_is_outside(f.b.objective.gp, 10));
    CHECK(!inlay_gp_is_outside(f.b.objective.gp, 8));
    CHECK(!inlay_gp_is_outside(f.b.objective.gp, 11)); /* it would be pending */
    const double *y = f.b.objective.data.y;
    double least = INFINITY;
    for (size_t i = 0; i < 9; i++)
        least = fmin(least, y[i]);
    CHECK(f.a.best[0] == least && y[9] < least);
    CHECK(predict_at(&f, 0).mean != mean);
    formed_clear(&f);
}

TEST(no_minimum_is_conditioned_on_a_trial_outside)
{
    struct formed f;
    form(&f, "acquisition=pes pes.minima=3 inference=map warp=none", mixed, 8,
         0);
    measure_outside(&f, 1.5, -50.0);
    think_again(&f);
    const double outside = f.b.objective.data.y[8];
    for (size_t i = 0; i < f.a.n_minima; i++) {
        const double *u = f.a.optima.U + 4 * i;
        CHECK(f.a.minimizer[i].mean > outside);
        for (size_t j = 0; j < 4; j++)
            CHECK(u[j] >= 0.0 && u[j] <= 1.0);
    }
    formed_clear(&f);
}

/* A limit is a border between places within the space; beyond them its terms
 * have no bounds. */
TEST(a_failure_outside_says_nothing_of_the_space)
{
    struct formed f;
    form(&f, "", half_fails, 14, 0);
    const double before = predict_at(&f, 0).p_success;
    measure_outside(&f, -0.5, NAN);
    think_again(&f);
    CHECK(predict_at(&f, 0).p_success == before);
    formed_clear(&f);
}

/* ---- The knowledge gradient ---- */

static enum inlay_acquisition acquisition_by(const char *options)
{
    struct formed f;
    form(&f, options, mixed, 9, 0);
    const enum inlay_acquisition is =
        inlay_appraisal_acquisition(&f.worth, &f.b);
    formed_clear(&f);
    return is;
}

TEST(auto_is_the_knowledge_gradient_where_there_is_noise)
{
    CHECK(acquisition_by("noise=yes") == INLAY_ACQUISITION_KG);
    CHECK(acquisition_by("noise=none") == INLAY_ACQUISITION_EI);
    CHECK(acquisition_by("") == INLAY_ACQUISITION_EI);
    CHECK(acquisition_by("noise=yes acquisition=ei") == INLAY_ACQUISITION_EI);
    CHECK(acquisition_by("acquisition=kg") == INLAY_ACQUISITION_KG);
}

/* Trials, and one that is pending; that outside, the best of all, is none. */
TEST(the_means_of_all_points_of_the_space_are_known)
{
    struct formed f;
    form(&f, "noise=yes warp=none", mixed, 12, 1);
    measure_outside(&f, 1.5, -5.0);
    think_again(&f);
    const struct inlay_gp *gp = f.b.objective.gp;
    const size_t N = gp->n_points;
    double *scratch = inlay_mem_doubles(gp->base.n_scratch);
    CHECK(N == 13 && gp->base.n_comp == 4);
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        double least = INFINITY, mean, var;
        for (size_t i = 0; i < N; i++) {
            if (inlay_gp_is_outside(gp, i)) {
                CHECK(f.a.known[k * N + i] == INFINITY);
                continue;
            }
            const double *u = f.d.history.record[i < 11 ? i : 11]->u;
            inlay_gp_predict(gp, k, u, 1, &mean, &var, scratch);
            CHECK_ABS(f.a.known[k * N + i], mean, 1e-6);
            least = fmin(least, mean);
        }
        CHECK_ABS(f.a.best[k], least, 1e-6);
    }
    inlay_mem_free(scratch);
    formed_clear(&f);
}

/* ---- Failures ---- */

TEST(failures_are_weighed_as_was_chosen)
{
    struct formed f;
    form(&f, "failure_weight=3", half_fails, 10, 0);
    CHECK(f.a.acq.exponent == 3);
    formed_clear(&f);
}

/* Doubled by a failure, halved by a success, from 1 to 8. */
TEST(the_weight_of_failures_follows_them)
{
    struct formed f;
    double want = 1;
    form(&f, "", half_fails, 14, 2);
    for (size_t i = 0; i < 12; i++)
        want = f.d.history.record[i]->state == INLAY_STATE_FAILED
                   ? fmin(2 * want, 8)
                   : fmax(want / 2, 1);
    CHECK(f.d.history.n_failed > 2 && f.d.history.n_done > 2);
    CHECK(f.a.acq.exponent == want);
    formed_clear(&f);
    form(&f, "", all_fail, 10, 0);
    CHECK(f.a.acq.exponent == 8);
    formed_clear(&f);
    form(&f, "", mixed, 10, 0); /* nothing failed: nothing to weigh */
    CHECK(f.a.acq.exponent == 1 && !f.a.acq.success);
    formed_clear(&f);
}

/* ---- Entropy ---- */

TEST(as_many_minima_are_drawn_as_was_chosen)
{
    static const struct {
        const char *options;
        size_t want;
    } ROWS[] = {
        {"inference=map", 16},
        {"inference=map pes.minima=3", 3},
        {"inference=slice samples=5", 20}, /* 4 each: at least 16 */
        {"inference=slice samples=5 pes.minima=1", 5},
        {"inference=slice samples=20", 20},
    };
    for (size_t i = 0; i < LEN(ROWS); i++)
        for (int mes = 0; mes < 2; mes++) {
            struct formed f;
            char text[120];
            snprintf(text, sizeof text, "acquisition=%s %s",
                     mes ? "mes" : "pes", ROWS[i].options);
            form(&f, text, mixed, 9, 0);
            CHECK(f.a.n_minima == ROWS[i].want);
            CHECK(f.a.optima.n == ROWS[i].want);
            CHECK(f.a.n_unconverged == 0);
            for (size_t k = 0; k < f.a.optima.n; k++) {
                double t[4];
                const double *u = f.a.optima.U + k * 4;
                inlay_encode_snap(&f.d.exact, u, t);
                CHECK(memcmp(t, u, sizeof t) == 0); /* the cell itself */
            }
            formed_clear(&f);
        }
}

/* Draws are of streams of their own. */
TEST(threads_do_not_show)
{
    struct formed one, two;
    form(&one, "acquisition=pes inference=slice samples=4", mixed, 9, 2);
    form(&two, "acquisition=pes inference=slice samples=4 threads=3", mixed, 9,
         2);
    for (size_t i = 0; i < 9; i++)
        CHECK(predict_at(&one, i).acquisition ==
              predict_at(&two, i).acquisition);
    formed_clear(&one);
    formed_clear(&two);
}

/* With nothing but failures there is no minimum to ask about. */
TEST(without_a_success_there_is_nothing_to_draw)
{
    struct formed f;
    form(&f, "acquisition=pes", all_fail, 9, 0);
    CHECK(f.a.n_minima == 0 && !f.a.acq.inner && f.a.acq.success);
    CHECK(isfinite(predict_at(&f, 0).acquisition));
    formed_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static struct formed *the_formed;

static inlay_status try_form(void)
{
    inlay_error err = {0};
    struct formed *f = the_formed;
    struct inlay_appraisal a;
    const inlay_status st = inlay_appraisal_form(&a, &f->b, &f->d.history,
                                                 &f->worth, &f->d.rng, &err);
    if (st == INLAY_OK)
        inlay_appraisal_clear(&a);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    static const char *const OPTIONS[] = {
        "acquisition=ei", "acquisition=kg",
        "acquisition=pes pes.minima=2 pes.features=16",
        "acquisition=mes pes.minima=2 pes.features=16"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        struct formed f;
        form(&f, OPTIONS[o], half_fails, 9, 1);
        the_formed = &f;
        check_oom(try_form, __FILE__, __LINE__);
        formed_clear(&f);
    }
}
#endif
