/*
 * test_evidence.c: log p(y | θ) and its gradient, against 50-digit values and
 * as laws.
 */
#include "gp_reference.h"
#include "model_fixture.h"

#include "base/linalg.h"
#include "model/evidence.h"

struct fixture {
    struct domain domain;
    struct inlay_metric metric;
    struct inlay_data data;
    struct inlay_evidence ev;
    size_t P;
    double theta[MAX_THETA];
};

static void begin(struct fixture *f, bool is_per_category,
                  enum inlay_kernel kernel, double jitter)
{
    inlay_error err = {0};

    CHECK_OK(
        inlay_metric_init(&f->metric, &f->domain.enc, is_per_category, &err),
        err);
    CHECK_OK(inlay_evidence_init(&f->ev, &f->metric, &f->data, kernel, jitter,
                                 NULL, &err),
             err);
    f->P = f->metric.n_scales;
    CHECK(f->P <= MAX_P);
}

static void make_case(struct fixture *f, const struct gp_case *c)
{
    domain_init(&f->domain, c->levels, c->d);
    case_data(c, 0, &f->data);
    begin(f, c->per_category, case_kernel(c), c->jitter);
    case_theta(c, f->theta);
    CHECK(f->P == c->n_ls);
}

static const int MIXED[] = {0, 3, -5, 2};

/* n random points of a mixed space, many of them repeated; a share of them have a
 * variance of their own. */
static void make_noisy(struct fixture *f, bool is_per_category,
                       enum inlay_kernel kernel, size_t n, uint64_t seed,
                       double share)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    double U[100][LEN(MIXED)];

    domain_init(&f->domain, MIXED, LEN(MIXED));
    CHECK_OK(inlay_data_init(&f->data, LEN(MIXED), n, &err), err);
    for (size_t i = 0; i < n; i++) {
        if (i % 3 < 2)
            inlay_encode_sample(&f->domain.enc, &rng, U[i]);
        else
            memcpy(U[i], U[i / 2], sizeof U[i]);
        const double y = inlay_rng_normal(&rng);
        const bool is_noisy = share > 0.0 && inlay_rng_uniform(&rng) < share;
        inlay_data_add_noisy(&f->data, U[i], y,
                             is_noisy ? exp(-3.0 + inlay_rng_normal(&rng))
                                      : NAN);
    }
    inlay_data_merge(&f->data);
    begin(f, is_per_category, kernel, 1e-7);
    for (size_t k = 0; k < inlay_theta_n(f->P); k++)
        f->theta[k] = 0.4 * inlay_rng_normal(&rng);
    f->theta[inlay_theta_noise(f->P)] = log(0.05);
}

static void make_random(struct fixture *f, bool is_per_category,
                        enum inlay_kernel kernel, size_t n, uint64_t seed)
{
    make_noisy(f, is_per_category, kernel, n, seed, 0.0);
}

static void clear(struct fixture *f)
{
    inlay_evidence_clear(&f->ev);
    inlay_metric_clear(&f->metric);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

/* Rounding of a likelihood: terms of its size, times what K loses. */
static double tolerance(const struct gp_case *c)
{
    return 1e-13 * (1.0 + c->cond);
}

TEST(likelihoods_agree_with_50_digit_values) /* fixtures/gp_reference.py */
{
    for (size_t i = 0; i < LEN(gp_cases); i++) {
        const struct gp_case *c = &gp_cases[i];
        struct fixture f;
        make_case(&f, c);
        CHECK_ABS(inlay_evidence_value(&f.ev, f.theta), c->want_loglik,
                  tolerance(c) * (1.0 + fabs(c->want_loglik)));
        CHECK(f.ev.counts.n_jitters == 0 && f.ev.jitter == c->jitter);
        clear(&f);
    }
}

TEST(gradients_agree_with_50_digit_values)
{
    for (size_t i = 0; i < LEN(gp_cases); i++) {
        const struct gp_case *c = &gp_cases[i];
        struct fixture f;
        double grad[MAX_THETA], size = 1.0;
        make_case(&f, c);
        for (size_t k = 0; k < inlay_theta_n(c->n_ls); k++)
            size = fmax(size, fabs(c->want_grad[k]));
        const double value = inlay_evidence_gradient(&f.ev, f.theta, grad);
        CHECK_ABS(value, c->want_loglik,
                  tolerance(c) * (1.0 + fabs(c->want_loglik)));
        for (size_t k = 0; k < inlay_theta_n(c->n_ls); k++)
            CHECK_ABS(grad[k], c->want_grad[k], 10.0 * tolerance(c) * size);
        clear(&f);
    }
}

/* Dense K of the raw observations, one row each, without jitter. */
static double unmerged(const struct fixture *f, enum inlay_kernel kernel)
{
    const struct inlay_data *d = &f->data;
    const size_t n = d->n_obs;
    double *K = inlay_mem_doubles(n * n), *e = inlay_mem_doubles(n);
    double w[MAX_P];

    for (size_t p = 0; p < f->P; p++)
        w[p] = exp(-2.0 * f->theta[p]);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double a[MAX_D], b[MAX_D], *k = &K[j * n + i];
            inlay_metric_embed(&f->metric, d->U + d->row[i] * d->dim, a);
            inlay_metric_embed(&f->metric, d->U + d->row[j] * d->dim, b);
            inlay_metric_cross(&f->metric, w, a, 1, 1, b, 1, k);
            inlay_kernel_values(kernel, exp(f->theta[inlay_theta_amp(f->P)]), k,
                                1, k);
            if (d->row[i] == d->row[j])
                *k += f->ev.least_jitter * exp(f->theta[inlay_theta_amp(f->P)]);
            if (i == j)
                *k += isnan(d->given[i])
                          ? exp(f->theta[inlay_theta_noise(f->P)])
                          : d->given[i];
        }
    for (size_t i = 0; i < n; i++)
        e[i] = d->obs[i] - f->theta[inlay_theta_mean(f->P)];
    CHECK(inlay_chol_factor(K, n, n, NULL) == 0);
    inlay_chol_forward(K, n, n, e, 1, n, NULL);
    const double value = -0.5 * inlay_dot(e, e, n) -
                         inlay_chol_half_log_det(K, n, n) -
                         0.5 * (double)n * log(2.0 * acos(-1.0));
    inlay_mem_free(K);
    inlay_mem_free(e);
    return value;
}

TEST(merging_repeats_does_not_change_the_likelihood)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct fixture f;
        make_random(&f, seed % 2, INLAY_KERNEL_MATERN52, 40, seed);
        CHECK(f.data.n < f.data.n_obs - 5);
        const double want = unmerged(&f, INLAY_KERNEL_MATERN52);
        CHECK_REL(inlay_evidence_value(&f.ev, f.theta), want, 1e-10);
        clear(&f);
    }
}

TEST(with_variances_of_its_own_it_is_that_of_the_dense_matrix)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct fixture f;
        make_noisy(&f, seed % 2, INLAY_KERNEL_MATERN52, 40, seed,
                   seed < 10 ? 0.5 : 1.0);
        CHECK(f.data.n < f.data.n_obs && f.data.n_given > 5);
        const double want = unmerged(&f, INLAY_KERNEL_MATERN52);
        CHECK_REL(inlay_evidence_value(&f.ev, f.theta), want, 1e-10);
        clear(&f);
    }
}

/* h = 1e-5: truncation h², cancellation 1e-16 |f|/h. */
static void check_gradient(struct fixture *f)
{
    const double h = 1e-5;
    double grad[MAX_THETA];

    inlay_evidence_gradient(&f->ev, f->theta, grad);
    for (size_t k = 0; k < inlay_theta_n(f->P); k++) {
        const double at = f->theta[k];
        f->theta[k] = at + h;
        const double up = inlay_evidence_value(&f->ev, f->theta);
        f->theta[k] = at - h;
        const double down = inlay_evidence_value(&f->ev, f->theta);
        f->theta[k] = at;
        const double diff = (up - down) / (2.0 * h);
        CHECK_ABS(grad[k], diff, 1e-6 * (1.0 + fabs(diff)));
    }
}

TEST(gradients_are_central_differences)
{
    static const enum inlay_kernel KERNELS[] = {
        INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};
    static const double SHARES[] = {0.0, 0.5, 1.0};

    for (uint64_t seed = 0; seed < 36; seed++) {
        struct fixture f;
        make_noisy(&f, seed % 2, KERNELS[seed % 3], 30, seed,
                   SHARES[seed / 12]);
        check_gradient(&f);
        clear(&f);
    }
}

TEST(without_noise_variances_are_believed_all_the_same)
{
    struct fixture f;
    double grad[MAX_THETA];

    make_noisy(&f, false, INLAY_KERNEL_MATERN52, 30, 3, 1.0);
    f.theta[inlay_theta_noise(f.P)] = -INFINITY;
    const double want = unmerged(&f, INLAY_KERNEL_MATERN52);
    CHECK_REL(inlay_evidence_gradient(&f.ev, f.theta, grad), want, 1e-10);
    CHECK(grad[inlay_theta_noise(f.P)] == 0.0);
    clear(&f);
}

TEST(without_noise_its_derivative_is_0)
{
    struct fixture f;
    double grad[MAX_THETA];

    make_random(&f, false, INLAY_KERNEL_MATERN52, 10, 3);
    f.theta[inlay_theta_noise(f.P)] = -INFINITY;
    CHECK(isfinite(inlay_evidence_gradient(&f.ev, f.theta, grad)));
    CHECK(grad[inlay_theta_noise(f.P)] == 0.0);
    for (size_t k = 0; k < inlay_theta_n(f.P); k++)
        CHECK(isfinite(grad[k]));
    clear(&f);
}

TEST(along_a_held_length_scale_is_the_value)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    struct fixture f;

    make_random(&f, true, INLAY_KERNEL_MATERN52, 25, 4);
    for (size_t held = 0; held <= f.P; held++) {
        const size_t p = held < f.P ? held : SIZE_MAX;
        inlay_evidence_hold(&f.ev, f.theta, p);
        for (int rep = 0; rep < 5; rep++) {
            double theta[MAX_THETA];
            memcpy(theta, f.theta, sizeof theta);
            for (size_t k = f.P; k < inlay_theta_n(f.P); k++)
                theta[k] += 0.3 * inlay_rng_normal(&rng);
            if (p != SIZE_MAX)
                theta[p] += inlay_rng_normal(&rng);
            const double along = inlay_evidence_along(&f.ev, theta);
            struct fixture g; /* as value spoils what is held */
            make_random(&g, true, INLAY_KERNEL_MATERN52, 25, 4);
            CHECK_REL(along, inlay_evidence_value(&g.ev, theta), 1e-11);
            clear(&g);
        }
    }
    clear(&f);
}

TEST(new_observations_with_the_old_factor_are_the_value)
{
    struct inlay_rng rng = inlay_rng_seed(6);
    struct fixture f;
    double obs[40];

    make_random(&f, false, INLAY_KERNEL_MATERN32, 40, 7);
    inlay_evidence_value(&f.ev, f.theta);
    for (int rep = 0; rep < 5; rep++) {
        for (size_t k = 0; k < 40; k++)
            obs[k] = 3.0 * inlay_rng_normal(&rng);
        inlay_data_set(&f.data, obs);
        const double again = inlay_evidence_again(&f.ev, f.theta);
        CHECK_REL(again, inlay_evidence_value(&f.ev, f.theta), 1e-14);
    }
    clear(&f);
}

/* alpha = K⁻¹(y − m): L L' alpha gives the residuals back. */
TEST(a_value_leaves_its_factor_and_weights)
{
    struct fixture f;

    make_random(&f, false, INLAY_KERNEL_MATERN52, 30, 8);
    CHECK(isfinite(inlay_evidence_value(&f.ev, f.theta)));
    const size_t n = f.ev.n;
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < n; j++) {
            double k = 0.0;
            for (size_t m = 0; m <= (i < j ? i : j); m++)
                k += f.ev.K[m * n + i] * f.ev.K[m * n + j];
            sum += k * f.ev.alpha[j];
        }
        CHECK_ABS(sum, f.data.y[i] - f.theta[inlay_theta_mean(f.P)], 1e-11);
    }
    clear(&f);
}

/* Scaling y, its mean, amplitude and noise only shifts the likelihood. */
TEST(the_unit_of_y_shifts_the_likelihood_by_its_log)
{
    struct fixture f;
    double obs[30], theta[MAX_THETA];

    make_random(&f, false, INLAY_KERNEL_MATERN52, 30, 9);
    const double before = inlay_evidence_value(&f.ev, f.theta);
    memcpy(theta, f.theta, sizeof theta);
    theta[inlay_theta_amp(f.P)] += log(16.0);
    theta[inlay_theta_noise(f.P)] += log(16.0);
    theta[inlay_theta_mean(f.P)] *= 4.0;
    for (size_t k = 0; k < 30; k++)
        obs[k] = 4.0 * f.data.obs[k];
    inlay_data_set(&f.data, obs);
    CHECK_ABS(inlay_evidence_value(&f.ev, theta), before - 30.0 * log(4.0),
              1e-9);
    clear(&f);
}

/* Points so near to each other, under so long a scale, that K is singular. */
static void make_singular(struct fixture *f, double jitter)
{
    static const int REAL[] = {0};
    inlay_error err = {0};

    domain_init(&f->domain, REAL, 1);
    CHECK_OK(inlay_data_init(&f->data, 1, 30, &err), err);
    for (size_t i = 0; i < 30; i++) {
        const double u = 0.5 + 1e-7 * (double)i;
        inlay_data_add(&f->data, &u, 0.1);
    }
    inlay_data_set(&f->data, f->data.obs);
    begin(f, false, INLAY_KERNEL_SE, jitter);
    f->theta[0] = f->theta[1] = f->theta[3] = 0.0;
    f->theta[2] = -INFINITY;
}

TEST(jitter_is_raised_where_it_must_be_and_counted)
{
    struct fixture f;

    make_singular(&f, 0.0);
    CHECK(isfinite(inlay_evidence_value(&f.ev, f.theta)));
    CHECK(f.ev.jitter >= 1e-10 && f.ev.jitter <= 1e-4);
    CHECK(f.ev.counts.n_jitters >= 1);
    CHECK(f.ev.counts.max_jitter == f.ev.jitter);
    CHECK(f.ev.counts.n_evaluations == 1);

    f.theta[2] = 0.0; /* with noise there is no need for it */
    const size_t n_before = f.ev.counts.n_jitters;
    CHECK(isfinite(inlay_evidence_value(&f.ev, f.theta)));
    CHECK(f.ev.jitter == 0.0 && f.ev.counts.n_jitters == n_before);
    clear(&f);
}

TEST(the_least_jitter_is_always_there)
{
    struct fixture f;

    make_singular(&f, 1e-6);
    CHECK(isfinite(inlay_evidence_value(&f.ev, f.theta)));
    CHECK(f.ev.jitter == 1e-6 && f.ev.counts.n_jitters == 0);
    clear(&f);
}

/* An amplitude that is not finite cannot be helped by any jitter; a NaN in θ
 * neither.  What was tried is counted, not what was not. */
TEST(where_there_is_no_factor_the_likelihood_is_minus_infinity)
{
    struct fixture f;
    double grad[4];

    make_singular(&f, 1e-6);
    for (size_t k = 0; k < 2; k++) {
        static const double bad[] = {INFINITY, NAN};
        f.theta[1] = bad[k];
        CHECK(inlay_evidence_value(&f.ev, f.theta) == -INFINITY);
        CHECK(inlay_evidence_gradient(&f.ev, f.theta, grad) == -INFINITY);
        for (size_t i = 0; i < 4; i++)
            CHECK(grad[i] == 0.0);
    }
    f.theta[1] = 0.0;
    f.theta[3] = NAN;
    CHECK(inlay_evidence_value(&f.ev, f.theta) == -INFINITY);
    f.theta[3] = 0.0;
    f.data.count[3] = -1e-9; /* breaks K whatever the jitter */
    f.theta[2] = 0.0;
    CHECK(inlay_evidence_value(&f.ev, f.theta) == -INFINITY);
    CHECK(f.ev.counts.max_jitter <= 1.5e-4);
    CHECK(f.ev.counts.n_jitters == 2); /* 1e-5 and 1e-4 */
    clear(&f);
}

TEST(one_point_is_enough)
{
    static const int REAL[] = {0};
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    double grad[4];

    domain_init(&f.domain, REAL, 1);
    data_random(&f.data, &f.domain.enc, 1, &rng);
    begin(&f, false, INLAY_KERNEL_MATERN52, 0.0);
    f.theta[0] = 0.3;
    f.theta[1] = log(2.0);
    f.theta[2] = log(0.5);
    f.theta[3] = 0.25;
    const double e = f.data.y[0] - 0.25;
    const double want = -0.5 * (e * e / 2.5 + log(2.5 * 2.0 * acos(-1.0)));
    CHECK_REL(inlay_evidence_value(&f.ev, f.theta), want, 1e-14);
    CHECK_REL(inlay_evidence_gradient(&f.ev, f.theta, grad), want, 1e-14);
    CHECK(grad[0] == 0.0);
    CHECK_REL(grad[3], e / 2.5, 1e-13);
    clear(&f);
}

#ifdef INLAY_FAILING_MEM
/* Of so many numbers that are written for the first time, some milliseconds. */
enum { MOST_BETWEEN_POLLS = 150000 };

static void check_polls(size_t n_numbers)
{
    CHECK((size_t)inlay_watch_end_after(0) >= n_numbers / MOST_BETWEEN_POLLS);
}

TEST(a_large_likelihood_looks_at_its_watch_every_few_numbers)
{
    enum { N = 1500 };
    struct fixture f;
    struct inlay_evidence ev;
    struct inlay_watch watch = {0};
    struct inlay_rng rng = inlay_rng_seed(3);
    inlay_error err = {0};
    make_random(&f, true, INLAY_KERNEL_SE, 20, 1);
    inlay_data_clear(&f.data);
    CHECK_OK(inlay_data_init(&f.data, LEN(MIXED), N, &err), err);
    while (f.data.n < N) {
        double u[LEN(MIXED)];
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_data_add(&f.data, u, inlay_rng_normal(&rng));
    }
    inlay_data_set(&f.data, f.data.obs);
    inlay_watch_end_after(0);
    CHECK_OK(inlay_evidence_init(&ev, &f.metric, &f.data, INLAY_KERNEL_SE, 1e-7,
                                 &watch, &err),
             err);
    check_polls(f.P * ev.n_pairs);
    CHECK_OK(inlay_evidence_add_linear(&ev, 1.0, &err), err);
    check_polls(ev.n_pairs);
    inlay_evidence_covariances(&ev, f.theta); /* r2; packed and slope */
    check_polls((f.P + 2) * ev.n_pairs);
    inlay_evidence_hold(&ev, f.theta, 0);
    check_polls((f.P - 1) * ev.n_pairs);
    CHECK(isfinite(inlay_evidence_along(&ev, f.theta)));
    check_polls(2 * ev.n_pairs + (size_t)N * N);
    inlay_evidence_clear(&ev);
    clear(&f);
}

TEST(an_evidence_without_memory_says_so)
{
    struct fixture f;
    long k = 0;
    inlay_status st = INLAY_ENOMEM;

    make_random(&f, true, INLAY_KERNEL_SE, 20, 1);
    while (st != INLAY_OK) {
        struct inlay_evidence ev = {.n = 77};
        inlay_error err = {0};
        inlay_mem_fail_after(k++);
        st = inlay_evidence_init(&ev, &f.metric, &f.data, INLAY_KERNEL_SE, 0.0,
                                 NULL, &err);
        inlay_mem_fail_after(-1);
        if (st == INLAY_OK)
            inlay_evidence_clear(&ev);
        else
            CHECK(st == INLAY_ENOMEM && err.msg[0] && ev.n == 77);
    }
    CHECK(k > 1);
    clear(&f);
}

TEST(likelihoods_allocate_nothing)
{
    struct fixture f;
    double grad[MAX_THETA];

    make_random(&f, true, INLAY_KERNEL_SE, 20, 1);
    inlay_mem_fail_after(-1);
    inlay_evidence_value(&f.ev, f.theta);
    inlay_evidence_gradient(&f.ev, f.theta, grad);
    inlay_evidence_hold(&f.ev, f.theta, 1);
    inlay_evidence_along(&f.ev, f.theta);
    CHECK(inlay_mem_fail_after(-1) == 0);
    clear(&f);
}
#endif
