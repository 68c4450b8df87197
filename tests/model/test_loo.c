/*
 * test_loo.c: a point that was left out is predicted as by a model that never
 * saw it.
 */
#include "model_fixture.h"

#include "model/loo.h"

enum { N = 24 };

static const int REAL[] = {0, 0};
static const int MIXED[] = {0, -5, 3};

static struct inlay_gp_options options_of(enum inlay_inference inference,
                                          enum inlay_noise noise)
{
    return (struct inlay_gp_options){
        .kernel = INLAY_KERNEL_MATERN52,
        .priors = INLAY_PRIORS_INLAY,
        .noise = noise,
        .jitter = 1e-8,
        .inference = inference,
        .n_samples = 5,
        .burn_in = 10,
    };
}

struct fixture {
    struct domain domain;
    struct inlay_data data;
    struct inlay_gp_options o;
    struct inlay_gp *gp;
};

/* N observations, of which the last n_again repeat the first points; all have a
 * variance of their own, or none has. */
static void make_given(struct fixture *f, const int *levels, size_t dim,
                       size_t n_again, bool is_given)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(5);
    double u[MAX_D];

    domain_init(&f->domain, levels, dim);
    CHECK_OK(inlay_data_init(&f->data, dim, N, &err), err);
    for (size_t i = 0; i < N; i++) {
        double y = 0.2 * inlay_rng_normal(&rng);
        if (i + n_again < N)
            inlay_encode_sample(&f->domain.enc, &rng, u);
        else
            memcpy(u, f->data.U + (i + n_again - N) / 2 * dim, dim * sizeof *u);
        for (size_t j = 0; j < dim; j++)
            y += sin((3.0 + (double)j) * u[j]);
        inlay_data_add_noisy(&f->data, u, y,
                             is_given ? 0.01 + 0.002 * (double)i : NAN);
    }
    inlay_data_merge(&f->data);
    CHECK_OK(
        gp_fit(&f->domain.enc, &f->data, &f->o, NULL, 2, &rng, &f->gp, &err),
        err);
}

static void make(struct fixture *f, const int *levels, size_t dim,
                 size_t n_again)
{
    make_given(f, levels, dim, n_again, false);
}

static void clear(struct fixture *f)
{
    inlay_gp_free(f->gp);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

static void data_without(const struct inlay_data *all, size_t left_out,
                         struct inlay_data *out)
{
    inlay_error err = {0};
    CHECK_OK(inlay_data_init(out, all->dim, all->n_obs, &err), err);
    for (size_t k = 0; k < all->n_obs; k++)
        if (all->row[k] != left_out)
            inlay_data_add_noisy(out, all->U + all->row[k] * all->dim,
                                 all->obs[k], all->given[k]);
    inlay_data_merge(out);
}

/* Of an observation at point i by component k, fitted without it at its θ. */
static void refit(const struct fixture *f, size_t i, size_t k, double *mean,
                  double *var)
{
    inlay_error err = {0};
    const struct inlay_gp_component *c = &f->gp->comp[k];
    struct inlay_gp_options o = f->o;
    struct inlay_data rest;
    struct inlay_gp *gp = NULL;

    o.jitter = c->jitter;
    data_without(&f->data, i, &rest);
    CHECK_OK(inlay_gp_at(&f->domain.enc, &rest, &o, c->theta, 0, &gp, &err),
             err);
    double *scratch = inlay_mem_doubles(gp->base.n_scratch);
    inlay_gp_predict(gp, 0, f->data.U + i * f->data.dim, 1, mean, var, scratch);
    *var += c->jitter * c->amp +
            (inlay_data_is_given(&f->data, i) ? f->data.var[i] : c->noise);
    inlay_mem_free(scratch);
    inlay_gp_free(gp);
    inlay_data_clear(&rest);
}

static void check_refits(const struct fixture *f)
{
    inlay_error err = {0};
    const double n_comp = (double)f->gp->base.n_comp;
    double mean[N], var[N];

    CHECK_OK(inlay_loo_predict(f->gp, &f->data, mean, var, &err), err);
    for (size_t i = 0; i < f->data.n; i++) {
        double first = 0.0, second = 0.0;
        for (size_t k = 0; k < f->gp->base.n_comp; k++) {
            double m, v;
            refit(f, i, k, &m, &v);
            first += m / n_comp;
            second += (v + m * m) / n_comp;
        }
        CHECK_ABS(mean[i], first, 1e-8);
        CHECK_REL(var[i], second - first * first, 1e-8);
    }
}

TEST(it_is_a_fit_without_the_point)
{
    static const enum inlay_inference WAYS[] = {INLAY_INFERENCE_MAP,
                                                INLAY_INFERENCE_SLICE};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct fixture f = {.o = options_of(WAYS[w], INLAY_NOISE_AUTO)};
        make(&f, REAL, LEN(REAL), 0);
        CHECK(f.data.n == N);
        check_refits(&f);
        clear(&f);

        f.o = options_of(WAYS[w], INLAY_NOISE_NONE);
        make(&f, MIXED, LEN(MIXED), 0);
        check_refits(&f);
        clear(&f);
    }
}

TEST(a_repeated_point_leaves_as_a_whole)
{
    static const enum inlay_inference WAYS[] = {INLAY_INFERENCE_MAP,
                                                INLAY_INFERENCE_SLICE};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct fixture f = {.o = options_of(WAYS[w], INLAY_NOISE_YES)};
        f.o.is_per_category = true;
        make(&f, MIXED, LEN(MIXED), 8);
        CHECK(f.data.n <= N - 8);
        check_refits(&f);
        clear(&f);
    }
}

/* The mean of a point has the variance that its observations give it. */
TEST(a_point_with_variances_of_its_own_leaves_with_them)
{
    static const enum inlay_inference WAYS[] = {INLAY_INFERENCE_MAP,
                                                INLAY_INFERENCE_SLICE};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct fixture f = {.o = options_of(WAYS[w], INLAY_NOISE_AUTO)};
        make_given(&f, MIXED, LEN(MIXED), 8, true);
        CHECK(f.data.n <= N - 8 && f.data.n_given == N);
        check_refits(&f);
        clear(&f);
    }
}

TEST(a_single_point_leaves_the_prior)
{
    inlay_error err = {0};
    const double THETA[] = {-0.5, 0.3, log(1.7), log(0.01), 0.4};
    struct fixture f = {.o = options_of(INLAY_INFERENCE_MAP, INLAY_NOISE_YES)};
    double mean, var;

    domain_init(&f.domain, REAL, LEN(REAL));
    CHECK_OK(inlay_data_init(&f.data, 2, 1, &err), err);
    inlay_data_add(&f.data, (double[]){0.2, 0.7}, 3.0);
    inlay_data_set(&f.data, f.data.obs);
    CHECK_OK(inlay_gp_at(&f.domain.enc, &f.data, &f.o, THETA, 0, &f.gp, &err),
             err);
    CHECK_OK(inlay_loo_predict(f.gp, &f.data, &mean, &var, &err), err);
    CHECK_REL(mean, 0.4, 1e-14);
    CHECK_REL(var, 1.7 * (1.0 + 1e-8) + 0.01, 1e-14);
    clear(&f);
}

TEST(pending_points_take_no_part)
{
    inlay_error err = {0};
    struct fixture f = {
        .o = options_of(INLAY_INFERENCE_SLICE, INLAY_NOISE_AUTO)};
    struct inlay_rng rng = inlay_rng_seed(9);
    double mean[N], var[N], mean2[N], var2[N], alpha[N + 2];

    make(&f, MIXED, LEN(MIXED), 4);
    CHECK_OK(inlay_loo_predict(f.gp, &f.data, mean, var, &err), err);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    inlay_gp_imagine(f.gp, (double[]){0.5, 0.25, 1.0}, INLAY_FANTASY_DRAW, &rng,
                     scratch);
    inlay_gp_imagine(f.gp, f.data.U, INLAY_FANTASY_DRAW, &rng, scratch);
    CHECK_OK(inlay_loo_predict(f.gp, &f.data, mean2, var2, &err), err);
    for (size_t i = 0; i < f.data.n; i++)
        CHECK(mean[i] == mean2[i] && var[i] == var2[i]);
    inlay_gp_data_alpha(f.gp, 0, alpha);
    CHECK(alpha[f.data.n] == 0.0 && alpha[f.data.n + 1] == 0.0);
    inlay_mem_free(scratch);
    clear(&f);
}

/* ---- Calibration --------------------------------------------------------- */

/* n observations drawn from the prior at θ; two at each of the first points. */
static void draw_data(struct fixture *f, const double *theta,
                      struct inlay_rng *rng)
{
    inlay_error err = {0};
    struct inlay_metric metric;
    struct inlay_evidence ev = {0};
    double g[N], obs[N], noise[N];

    CHECK_OK(inlay_data_init(&f->data, f->domain.enc.dim, N, &err), err);
    for (size_t i = 0; i < N; i++) {
        double u[MAX_D];
        inlay_encode_sample(&f->domain.enc, rng, u);
        if (i >= N - 4)
            memcpy(u, f->data.U + (i + 4 - N) * f->data.dim,
                   f->data.dim * sizeof *u);
        inlay_data_add(&f->data, u, 0.0);
    }
    inlay_data_set(&f->data, f->data.obs);
    CHECK_OK(inlay_metric_init(&metric, &f->domain.enc, false, &err), err);
    CHECK_OK(inlay_evidence_init(&ev, &metric, &f->data, f->o.kernel,
                                 f->o.jitter, NULL, &err),
             err);
    const size_t P = metric.n_scales, n = f->data.n;
    memset(noise, 0, sizeof noise);
    inlay_evidence_covariances(&ev, theta);
    CHECK(inlay_evidence_factor(&ev, exp(theta[inlay_theta_amp(P)]), noise));
    for (size_t i = 0; i < n; i++)
        g[i] = inlay_rng_normal(rng);
    for (size_t k = 0; k < N; k++) {
        const size_t i = f->data.row[k];
        obs[k] = theta[inlay_theta_mean(P)] +
                 exp(0.5 * theta[inlay_theta_noise(P)]) * inlay_rng_normal(rng);
        for (size_t j = 0; j <= i; j++)
            obs[k] += ev.K[j * n + i] * g[j];
    }
    inlay_data_set(&f->data, obs);
    inlay_evidence_clear(&ev);
    inlay_metric_clear(&metric);
}

/* Of R independent sets: mean and standard error of a number of each. */
static void summary(const double *x, size_t R, double *mean, double *error)
{
    double sum = 0.0, ss = 0.0;
    for (size_t r = 0; r < R; r++)
        sum += x[r] / (double)R;
    for (size_t r = 0; r < R; r++)
        ss += (x[r] - sum) * (x[r] - sum);
    *mean = sum;
    *error = sqrt(ss / (double)(R - 1) / (double)R);
}

/* The z of a set depend on each other, so errors are taken over sets. */
TEST(data_of_the_prior_has_standardized_residuals)
{
    enum { R = 400 };
    const double THETA[] = {-1.0, -0.3, 0.2, log(1.5), log(0.05), 0.7};
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(23);
    struct fixture f = {.o = options_of(INLAY_INFERENCE_MAP, INLAY_NOISE_YES)};
    double by_set[R], square[R], at, error;

    domain_init(&f.domain, MIXED, LEN(MIXED));
    for (size_t r = 0; r < R; r++) {
        double mean[N], var[N];
        draw_data(&f, THETA, &rng);
        CHECK_OK(
            inlay_gp_at(&f.domain.enc, &f.data, &f.o, THETA, 0, &f.gp, &err),
            err);
        CHECK_OK(inlay_loo_predict(f.gp, &f.data, mean, var, &err), err);
        by_set[r] = square[r] = 0.0;
        for (size_t k = 0; k < N; k++) {
            const size_t i = f.data.row[k];
            const double z = (f.data.obs[k] - mean[i]) / sqrt(var[i]);
            by_set[r] += z / N;
            square[r] += z * z / N;
        }
        inlay_gp_free(f.gp);
        inlay_data_clear(&f.data);
    }
    summary(by_set, R, &at, &error);
    CHECK(error < 0.02);
    CHECK_ABS(at, 0.0, 4.0 * error);
    summary(square, R, &at, &error);
    CHECK(error < 0.03);
    CHECK_ABS(at, 1.0, 4.0 * error);
    domain_clear(&f.domain);
}

#ifdef INLAY_FAILING_MEM
TEST(every_allocation_may_fail)
{
    inlay_error err = {0};
    struct fixture f = {.o = options_of(INLAY_INFERENCE_MAP, INLAY_NOISE_AUTO)};
    double mean[N] = {-1.0}, var[N];

    make(&f, REAL, LEN(REAL), 0);
    inlay_mem_fail_after(0);
    CHECK(inlay_loo_predict(f.gp, &f.data, mean, var, &err) == INLAY_ENOMEM);
    CHECK(mean[0] == -1.0);
    inlay_mem_fail_after(1);
    CHECK_OK(inlay_loo_predict(f.gp, &f.data, mean, var, &err), err);
    inlay_mem_fail_after(-1);
    clear(&f);
}
#endif
