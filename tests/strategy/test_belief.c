/*
 * test_belief.c: from a history to models of the objective and of success.
 */
#include "belief_fixture.h"

TEST(options_are_read_once)
{
    inlay_options *o = options_of(
        "kernel=se categories=per-category priors=paper noise=none jitter=1e-5 "
        "inference=slice samples=7 burn_in=3 warp=bilog pending=draw");
    struct inlay_belief_options b;
    inlay_belief_read_options(o, 5, &b);
    CHECK(b.gp.kernel == INLAY_KERNEL_SE && b.gp.is_per_category);
    CHECK(b.gp.priors == INLAY_PRIORS_PAPER);
    CHECK(b.gp.noise == INLAY_NOISE_NONE && b.gp.jitter == 1e-5);
    CHECK(b.gp.inference == INLAY_INFERENCE_SLICE && b.gp.n_samples == 7);
    CHECK(b.gp.burn_in == 3);
    CHECK(b.warp == INLAY_WARP_BILOG && b.fantasy == INLAY_FANTASY_DRAW);
    inlay_options_free(o);
}

TEST(many_axes_have_a_rougher_kernel_unless_it_is_chosen)
{
    struct inlay_belief_options b;
    inlay_options *o = options_of("");
    inlay_belief_read_options(o, 20, &b);
    CHECK(b.gp.kernel == INLAY_KERNEL_MATERN52);
    inlay_belief_read_options(o, 21, &b);
    CHECK(b.gp.kernel == INLAY_KERNEL_MATERN32);
    inlay_options_free(o);
    o = options_of("kernel=se");
    inlay_belief_read_options(o, 21, &b);
    CHECK(b.gp.kernel == INLAY_KERNEL_SE);
    inlay_options_free(o);
    o = options_of("preset=paper");
    inlay_belief_read_options(o, 21, &b);
    CHECK(b.gp.kernel == INLAY_KERNEL_MATERN52);
    inlay_options_free(o);
}

/* A kernel that joins the choices is itself in few axes and in many, and no
 * other: only auto looks at their number. */
TEST(every_kernel_that_is_chosen_is_that_kernel)
{
    const inlay_option *row = inlay_option_at(INLAY_OPT_KERNEL);
    bool is_taken[16] = {false};
    size_t n_auto = 0;
    for (size_t i = 0; row->choices[i]; i++) {
        struct inlay_belief_options few, many;
        char text[64];
        snprintf(text, sizeof text, "kernel=%s", row->choices[i]);
        inlay_options *o = options_of(text);
        inlay_belief_read_options(o, 2, &few);
        inlay_belief_read_options(o, 200, &many);
        inlay_options_free(o);
        if (few.gp.kernel != many.gp.kernel) {
            CHECK_TEXT(row->choices[i], "auto");
            n_auto++;
            continue;
        }
        CHECK((size_t)few.gp.kernel < LEN(is_taken));
        CHECK(!is_taken[few.gp.kernel]);
        is_taken[few.gp.kernel] = true;
    }
    CHECK(n_auto == 1);
}

TEST(what_is_there_depends_on_what_happened)
{
    struct formed f;
    form(&f, "", mixed, 8, 0);
    CHECK(f.b.objective.gp && !f.b.success && f.b.objective.data.n_obs == 8);
    CHECK(f.b.counts.n_evaluations > 0);
    formed_clear(&f);
    form(&f, "", half_fails, 12, 0);
    CHECK(f.b.objective.gp && f.b.success);
    CHECK(f.b.objective.data.n_obs == f.d.history.n_done);
    formed_clear(&f);
    form(&f, "", all_fail, 5, 0);
    CHECK(!f.b.objective.gp && f.b.success &&
          inlay_regression_noise_ratio(&f.b.objective) == 0);
    formed_clear(&f);
}

TEST(one_component_a_sample)
{
    struct formed f;
    form(&f, "inference=slice samples=6", mixed, 8, 0);
    CHECK(f.b.objective.gp->base.n_comp == 6);
    formed_clear(&f);
    form(&f, "inference=map samples=6", mixed, 8, 0);
    CHECK(f.b.objective.gp->base.n_comp == 1);
    formed_clear(&f);
}

/* A chain that goes on from a memo needs no burn-in. */
TEST(a_memo_is_where_the_chain_goes_on)
{
    inlay_error err = {0};
    struct formed cold;
    struct inlay_belief warm;
    char *memo = NULL;

    form(&cold, "inference=slice samples=1 burn_in=0", mixed, 10, 0);
    CHECK_OK(inlay_belief_memo(&cold.b, &memo, &err), err);
    inlay_history_take_memo(&cold.d.history, 10, memo);
    CHECK_OK(inlay_belief_form(&warm, &cold.d.exact, &cold.d.history,
                               &cold.options, &cold.d.rng, &err),
             err);
    CHECK(warm.counts.n_evaluations * 3 < cold.b.counts.n_evaluations);
    inlay_belief_clear(&warm);
    formed_clear(&cold);
}

/* The same rng and the same labels: only the memo can make a difference. */
TEST(the_chains_of_limits_go_on_from_a_memo)
{
    inlay_error err = {0};
    struct formed cold;
    struct inlay_belief again, warm;
    char *memo = NULL;
    size_t n;

    form(&cold, "", half_fails, 20, 0);
    CHECK_OK(inlay_belief_form(&again, &cold.d.exact, &cold.d.history,
                               &cold.options, &cold.d.rng, &err),
             err);
    CHECK_OK(inlay_belief_memo(&cold.b, &memo, &err), err);
    CHECK(strchr(memo, ';') != NULL);
    inlay_history_take_memo(&cold.d.history, 20, memo);
    CHECK_OK(inlay_belief_form(&warm, &cold.d.exact, &cold.d.history,
                               &cold.options, &cold.d.rng, &err),
             err);
    const double *a = inlay_success_chains(cold.b.success, &n);
    const double *b = inlay_success_chains(again.success, &n);
    const double *c = inlay_success_chains(warm.success, &n);
    CHECK(n > 0 && memcmp(a, b, n * sizeof *a) == 0);
    CHECK(memcmp(a, c, n * sizeof *a) != 0);
    inlay_belief_clear(&again);
    inlay_belief_clear(&warm);
    formed_clear(&cold);
}

/* ---- Pending trials ---- */

TEST(a_pending_trial_takes_the_uncertainty_from_where_it_runs)
{
    static const char *const OPTIONS[] = {"noise=none warp=none pending=mean",
                                          "noise=none warp=none pending=draw"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        struct formed with, without;
        form(&with, OPTIONS[o], mixed, 12, 2);
        form(&without, OPTIONS[o], mixed, 10, 0);
        for (size_t i = 10; i < 12; i++) {
            inlay_error err = {0};
            inlay_prediction p = predict_at(&with, i), q;
            CHECK_OK(inlay_belief_predict(&without.b,
                                          with.d.history.record[i]->u,
                                          &without.a.acq.base, &q, &err),
                     err);
            CHECK(p.sd < 0.1 * q.sd);
            CHECK(p.acquisition < q.acquisition);
            if (o == 0) /* the mean is imagined, and stays */
                CHECK_ABS(p.mean, q.mean, 0.1 * q.sd + 1e-6);
        }
        formed_clear(&with);
        formed_clear(&without);
    }
}

TEST(pending_trials_do_not_change_the_hyper_parameters)
{
    inlay_error err = {0};
    struct formed with, without;
    char *a = NULL, *b = NULL;
    form(&with, "", mixed, 12, 3);
    form(&without, "", mixed, 9, 0);
    CHECK_OK(inlay_belief_memo(&with.b, &a, &err), err);
    CHECK_OK(inlay_belief_memo(&without.b, &b, &err), err);
    CHECK_TEXT(a, b);
    inlay_mem_free(a);
    inlay_mem_free(b);
    formed_clear(&with);
    formed_clear(&without);
}

/* ---- Failures ---- */

TEST(success_is_told_apart_from_failure)
{
    struct formed f;
    form(&f, "failure_weight=1", half_fails, 25, 0);
    double good = 0, bad = 0;
    size_t n_good = 0, n_bad = 0;
    for (size_t i = 0; i < 25; i++) {
        const inlay_prediction p = predict_at(&f, i);
        const bool is_done = f.d.history.record[i]->state == INLAY_STATE_DONE;
        *(is_done ? &good : &bad) += p.p_success;
        ++*(is_done ? &n_good : &n_bad);
    }
    CHECK(n_good > 5 && n_bad > 5);
    CHECK(good / (double)n_good > 0.8 && bad / (double)n_bad < 0.2);
    formed_clear(&f);
}

/* ---- Predictions ---- */

/* Mean and variance of the mixture: those of the means count too. */
TEST(a_prediction_is_that_of_the_mixture)
{
    struct formed f;
    form(&f, "warp=none inference=slice samples=5", mixed, 9, 0);
    double *scratch = inlay_mem_doubles(f.b.objective.gp->base.n_scratch);
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int rep = 0; rep < 10; rep++) {
        inlay_error err = {0};
        double u[4], m[5], v[5], mean = 0, var = 0;
        inlay_prediction p;
        inlay_encode_sample(&f.d.exact, &rng, u);
        for (size_t k = 0; k < 5; k++) {
            inlay_gp_predict(f.b.objective.gp, k, u, 1, &m[k], &v[k], scratch);
            mean += m[k] / 5;
        }
        for (size_t k = 0; k < 5; k++)
            var += (v[k] + (m[k] - mean) * (m[k] - mean)) / 5;
        const double y_unit = f.b.objective.warp.unit * f.b.objective.warp.sd;
        CHECK_OK(inlay_belief_predict(&f.b, u, &f.a.acq.base, &p, &err), err);
        CHECK_REL(p.sd, y_unit * sqrt(var), 1e-6);
        CHECK_REL(p.mean, inlay_warp_invert(&f.b.objective.warp, mean), 1e-9);
    }
    inlay_mem_free(scratch);
    formed_clear(&f);
}

/* Values 0 and 1 at one point, 20 times: nothing but noise. */
TEST(noise_is_seen_in_the_data)
{
    struct formed f = {0};
    driven_init(&f.d, MIXED_SPACE, "noise=yes");
    for (int i = 0; i < 40; i++) {
        inlay_value x[] = {inlay_real(0.25 + 0.5 * (i / 2 % 2)),
                           inlay_integer(2),
                           {INLAY_TYPE_CATEGORICAL, 2, 2, "r"},
                           inlay_real(0.1)};
        add_told(&f.d, x, i % 2);
    }
    formed_think(&f);
    CHECK(f.b.objective.data.n == 2 &&
          f.b.objective.data.n_obs == 40); /* merged */
    CHECK(inlay_regression_noise_ratio(&f.b.objective) > 0.1);
    formed_clear(&f);

    form(&f, "", mixed, 20, 0);
    CHECK(inlay_regression_noise_ratio(&f.b.objective) < 0.1);
    formed_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static struct formed *the_formed;

static inlay_status try_form(void)
{
    inlay_error err = {0};
    struct formed *f = the_formed;
    struct inlay_belief b;
    char *memo = NULL;
    inlay_prediction p;
    inlay_status st = inlay_belief_form(&b, &f->d.exact, &f->d.history,
                                        &f->options, &f->d.rng, &err);
    if (st != INLAY_OK)
        return st;
    st = inlay_belief_memo(&b, &memo, &err);
    if (st == INLAY_OK)
        st = inlay_belief_predict(&b, f->d.history.record[0]->u, &f->a.acq.base,
                                  &p, &err);
    inlay_mem_free(memo);
    inlay_belief_clear(&b);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    static const char *const OPTIONS[] = {"warp=auto", "warp=log",
                                          "inference=slice samples=2"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        struct formed f;
        form(&f, OPTIONS[o], half_fails, 9, 1);
        the_formed = &f;
        check_oom(try_form, __FILE__, __LINE__);
        formed_clear(&f);
    }
}
#endif

/* ---- Insight ---- */

TEST(residuals_are_in_the_order_of_the_trials_that_are_done)
{
    inlay_error err = {0};
    struct formed f;
    inlay_residual e[20];
    size_t k = 0;

    form(&f, "", half_fails, 20, 2);
    const struct inlay_history *h = &f.d.history;
    CHECK(h->n_failed > 0 && h->n_done > 2);
    CHECK_OK(inlay_regression_leave_one_out(&f.b.objective, h, e, &err), err);
    for (size_t i = 0; i < h->n; i++) {
        if (h->record[i]->state != INLAY_STATE_DONE)
            continue;
        CHECK(e[k].id == h->record[i]->id && e[k].value == h->record[i]->y);
        CHECK(isfinite(e[k].mean) && e[k].sd > 0.0);
        k++;
    }
    CHECK(k == h->n_done);
    formed_clear(&f);
}
