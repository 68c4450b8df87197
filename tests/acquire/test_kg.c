/*
 * test_kg.c: the knowledge gradient against its definition, its laws, and
 * differences.
 */
#include "acquire/acquire_fixture.h"

#include "acquire/ei.h"
#include "acquire/kg.h"
#include "base/linalg.h"
#include "base/special.h"

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}};

/* A GP whose points were observed up to three times each, with pending ones,
 * and the means that count. */
struct known {
    struct fitted f;
    struct inlay_kg kg;
    double *mean, least[4];
};

static double value_of(const double *u, size_t dim, struct inlay_rng *rng)
{
    double y = 0.3 * inlay_rng_normal(rng);
    for (size_t j = 0; j < dim; j++)
        y += sin((3.0 + (double)j) * u[j]);
    return y;
}

static void measure(struct inlay_data *data, const struct inlay_encoding *enc,
                    size_t n, struct inlay_rng *rng)
{
    inlay_error err = {0};
    double u[MAX_D];
    CHECK_OK(inlay_data_init(data, enc->dim, 3 * n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(enc, rng, u);
        for (size_t k = 0; k <= i % 3; k++)
            inlay_data_add(data, u, value_of(u, enc->dim, rng));
    }
    inlay_data_set(data, data->obs);
}

static void imagine(struct fitted *f, size_t n_pending, struct inlay_rng *rng)
{
    double u[MAX_D];
    for (size_t i = 0; i < n_pending; i++) {
        double *scratch = inlay_mem_doubles(f->gp->base.n_scratch);
        inlay_encode_sample(&f->domain.enc, rng, u);
        inlay_gp_imagine(f->gp, u, INLAY_FANTASY_DRAW, rng, scratch);
        inlay_mem_free(scratch);
    }
}

/* Of the points that are candidates: all but each `left_out`-th (0: all). */
static void know(struct known *kn, size_t left_out)
{
    const struct inlay_gp *gp = kn->f.gp;
    const size_t N = gp->n_points;
    kn->mean = inlay_mem_doubles(gp->base.n_comp * N);
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        const struct inlay_gp_component *c = &gp->comp[k];
        kn->least[k] = INFINITY;
        for (size_t j = 0; j < N; j++) {
            const bool is_out = left_out > 0 && j % left_out == 0;
            kn->mean[k * N + j] =
                is_out ? INFINITY : c->y[j] - c->extra[j] * c->alpha[j];
            kn->least[k] = fmin(kn->least[k], kn->mean[k * N + j]);
        }
    }
    inlay_kg_init(&kn->kg, gp, kn->mean, kn->least);
}

static void fit_known(struct known *kn, const int *levels, size_t n,
                      size_t n_comp, size_t n_pending, size_t left_out,
                      enum inlay_noise noise)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(40 + n + n_comp);
    const struct inlay_gp_options o = {
        .kernel = INLAY_KERNEL_MATERN52,
        .noise = noise,
        .jitter = 1e-8,
        .inference = n_comp > 1 ? INLAY_INFERENCE_SLICE : INLAY_INFERENCE_MAP,
        .n_samples = n_comp,
        .burn_in = 5};
    domain_init(&kn->f.domain, levels, 4);
    if (noise == INLAY_NOISE_NONE)
        data_random(&kn->f.data, &kn->f.domain.enc, n, &rng);
    else
        measure(&kn->f.data, &kn->f.domain.enc, n, &rng);
    kn->f.gp = NULL;
    CHECK_OK(gp_fit(&kn->f.domain.enc, &kn->f.data, &o, NULL, n_pending, &rng,
                    &kn->f.gp, &err),
             err);
    imagine(&kn->f, n_pending, &rng);
    know(kn, left_out);
}

static void forget_known(struct known *kn)
{
    inlay_mem_free(kn->mean);
    fitted_clear(&kn->f);
}

/* ---- The definition ---- */

static double jitter_of(const struct inlay_gp_component *c)
{
    return c->jitter * c->amp;
}

/* b_j = cov(f_j, f_u)/s, by the posterior covariance as it is written down:
 * k(x_j, u) − V_j'V_u.  The last one is u's own; *mean := its mean. */
static void slopes_of(const struct inlay_gp *gp, size_t k, const double *u,
                      double *mean, double *slope)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points, dim = gp->base.dim;
    double var, prior, z[MAX_D], zj[MAX_D], unused;
    double *cross = inlay_mem_doubles(3 * N), *V = cross + N, *Vj = V + N;
    inlay_gp_embed(gp, u, 1, z);
    inlay_gp_cross_covariance(gp, k, z, 1, cross, NULL, &prior);
    inlay_gp_whiten(gp, k, z, 1, mean, &var, V, NULL);
    const double s = sqrt(var + c->noise + jitter_of(c));
    for (size_t j = 0; j < N; j++) {
        for (size_t d = 0; d < dim; d++)
            zj[d] = gp->Z[d * gp->room + j];
        inlay_gp_whiten(gp, k, zj, 1, &unused, &unused, Vj, NULL);
        slope[j] = (cross[j] - inlay_dot(Vj, V, N)) / s;
    }
    slope[N] = var / s;
    inlay_mem_free(cross);
}

/* E min_j (m_j + b_j Z), by the trapezoid rule. */
static double expected_least(const double *m, const double *b, size_t n)
{
    const double h = 1e-3;
    double sum = 0.0;
    for (double z = -9.0; z < 9.0; z += h) {
        double least = INFINITY;
        for (size_t j = 0; j < n; j++)
            if (isfinite(m[j]))
                least = fmin(least, m[j] + b[j] * z);
        sum += h * least * inlay_norm_pdf(z);
    }
    return sum;
}

/* What kg.h says that exp(a(u)) is. */
static double defined(const struct known *kn, const double *u)
{
    const struct inlay_gp *gp = kn->f.gp;
    const size_t N = gp->n_points;
    double sum = 0.0, *m = inlay_mem_doubles(2 * (N + 1)), *b = m + N + 1;
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        memcpy(m, kn->mean + k * N, N * sizeof *m);
        slopes_of(gp, k, u, &m[N], b);
        sum += kn->least[k] - expected_least(m, b, N + 1);
    }
    inlay_mem_free(m);
    return sum / (double)gp->base.n_comp;
}

static void check_definition(const struct known *kn, const double *u)
{
    const double value = exp(value_at(&kn->kg.base, u));
    CHECK_ABS(value, defined(kn, u), 2e-7);
}

/* At points that are new, and at those that are known, pending and left out
 * ones with them. */
TEST(the_value_is_what_the_least_mean_is_expected_to_fall_by)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_comp = 1; n_comp <= 3; n_comp += 2)
            for (size_t left_out = 0; left_out <= 3; left_out += 3) {
                struct known kn;
                struct inlay_rng rng = inlay_rng_seed(2);
                double u[MAX_D];
                fit_known(&kn, DOMAINS[d], 12, n_comp, 2 - left_out / 3,
                          left_out, INLAY_NOISE_YES);
                for (int rep = 0; rep < 5; rep++) {
                    inlay_encode_sample(&kn.f.domain.enc, &rng, u);
                    check_definition(&kn, u);
                }
                for (size_t i = 0; i < kn.f.data.n; i += 4)
                    check_definition(&kn, kn.f.data.U + i * 4);
                forget_known(&kn);
            }
}

/* ---- Laws ---- */

/* What is gained is a difference of means: below 1e-15 of them it is rounding, of
 * which the logarithm tells nothing. */
static void check_block(const struct inlay_acq *a,
                        const struct inlay_encoding *enc, struct inlay_rng *rng)
{
    double U[INLAY_ACQ_BLOCK * 4], out[INLAY_ACQ_BLOCK];
    double grad[INLAY_ACQ_BLOCK * 4], g[4];
    double *scratch = inlay_mem_doubles(a->n_scratch);
    for (size_t n = 1; n <= INLAY_ACQ_BLOCK; n += 21) {
        for (size_t i = 0; i < n; i++)
            inlay_encode_sample(enc, rng, U + i * 4);
        a->ops->evaluate(a, U, n, out, grad, scratch);
        for (size_t i = 0; i < n; i++) {
            const double one = exp(gradient_at(a, U + i * 4, g));
            CHECK_ABS(exp(out[i]), one, 1e-8 * one + 1e-14);
            CHECK_ABS(exp(value_at(a, U + i * 4)), one, 1e-8 * one + 1e-14);
            for (size_t j = 0; j < 4; j++)
                CHECK_ABS(exp(out[i]) * grad[i * 4 + j], one * g[j],
                          1e-7 * one * (1 + fabs(g[j])) + 1e-13);
        }
    }
    inlay_mem_free(scratch);
}

/* Merged points have e_j of their own; little noise makes lines nearly equal. */
TEST(the_gradient_is_the_central_difference)
{
    static const double NOISE[] = {0.0, 1e-3, 0.3, 10.0};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_comp = 1; n_comp <= 3; n_comp += 2) {
            struct known kn;
            struct inlay_rng rng = inlay_rng_seed(8 + d);
            fit_known(&kn, DOMAINS[d], 13, n_comp, d, 5 * (d % 2),
                      INLAY_NOISE_YES);
            check_gradient(&kn.kg.base, &kn.f.domain.enc, &rng, 1e-6);
            check_block(&kn.kg.base, &kn.f.domain.enc, &rng);
            for (size_t i = 0; i < LEN(NOISE); i++) {
                for (size_t k = 0; k < n_comp; k++)
                    kn.f.gp->comp[k].noise = NOISE[i];
                check_gradient(&kn.kg.base, &kn.f.domain.enc, &rng, 1e-6);
            }
            forget_known(&kn);
        }
}

/* The mean at a point that was observed without noise does not move, and the
 * new one becomes what is observed. */
TEST(without_noise_it_is_ei_below_the_least_mean)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_comp = 1; n_comp <= 3; n_comp += 2) {
            struct known kn;
            struct inlay_ei ei;
            struct inlay_rng rng = inlay_rng_seed(3 + d);
            double u[MAX_D], most = -INFINITY;
            fit_known(&kn, DOMAINS[d], 14, n_comp, 0, 0, INLAY_NOISE_NONE);
            inlay_ei_init(&ei, &kn.f.gp->base, kn.least, INLAY_EI_PLAIN);
            for (int rep = 0; rep < 50; rep++) {
                inlay_encode_sample(&kn.f.domain.enc, &rng, u);
                const double want = exp(value_at(&ei.base, u));
                CHECK_ABS(exp(value_at(&kn.kg.base, u)), want,
                          1e-6 * want + 1e-7);
                most = fmax(most, want);
            }
            CHECK(most > 1e-4);
            forget_known(&kn);
        }
}

static void scale_means(struct known *kn, double shift)
{
    const size_t N = kn->f.gp->n_points;
    for (size_t k = 0; k < kn->f.gp->base.n_comp; k++) {
        kn->least[k] += shift;
        for (size_t j = 0; j < N; j += 1)
            kn->mean[k * N + j] += shift;
    }
}

/* However hopeless a point is: its own line is far above the others. */
TEST(the_value_is_finite_and_no_loss)
{
    struct known kn;
    struct inlay_rng rng = inlay_rng_seed(5);
    double u[MAX_D], grad[MAX_D];
    fit_known(&kn, DOMAINS[0], 15, 3, 0, 0, INLAY_NOISE_YES);
    for (int far = 0; far < 3; far++) {
        for (int rep = 0; rep < 40; rep++) {
            inlay_encode_sample(&kn.f.domain.enc, &rng, u);
            const double value = gradient_at(&kn.kg.base, u, grad);
            CHECK(isfinite(value) && value >= log(1e-300));
            for (size_t j = 0; j < 4; j++)
                CHECK(isfinite(grad[j]));
        }
        scale_means(&kn, -100.0);
    }
    forget_known(&kn);
}

/* One point far from all others, where nothing moves but its own mean. */
TEST(a_hopeless_point_has_the_floor_and_no_slope)
{
    static const int REAL[] = {0};
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_SE};
    const double theta[] = {log(1e-3), 0.0, log(1e-4), 50.0};
    const double at = 0.0, u = 0.7;
    struct known kn;
    inlay_error err = {0};
    double grad = NAN;
    domain_init(&kn.f.domain, REAL, 1);
    CHECK_OK(inlay_data_init(&kn.f.data, 1, 1, &err), err);
    inlay_data_add(&kn.f.data, &at, 0.0);
    inlay_data_set(&kn.f.data, kn.f.data.obs);
    CHECK_OK(
        inlay_gp_at(&kn.f.domain.enc, &kn.f.data, &o, theta, 0, &kn.f.gp, &err),
        err);
    know(&kn, 0);
    CHECK(gradient_at(&kn.kg.base, &u, &grad) == log(1e-300));
    CHECK(grad == 0.0);
    forget_known(&kn);
}

/* ---- Repeats ---- */

/* Two points of about the same mean, the first of them measured so often. */
static double worth_of_repeat(double n_times, double noise)
{
    static const int REAL[] = {0};
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN52,
                                       .jitter = 1e-10};
    const double theta[] = {log(0.3), 0.0, log(noise), 0.0};
    const double at[] = {0.2, 0.8};
    struct known kn;
    inlay_error err = {0};
    domain_init(&kn.f.domain, REAL, 1);
    CHECK_OK(inlay_data_init(&kn.f.data, 1, 1000, &err), err);
    for (double i = 0; i < n_times; i++)
        inlay_data_add(&kn.f.data, &at[0], -0.5);
    inlay_data_add(&kn.f.data, &at[1], -0.5);
    inlay_data_set(&kn.f.data, kn.f.data.obs);
    CHECK(kn.f.data.n == 2);
    CHECK_OK(
        inlay_gp_at(&kn.f.domain.enc, &kn.f.data, &o, theta, 0, &kn.f.gp, &err),
        err);
    know(&kn, 0);
    const double value = value_at(&kn.kg.base, &at[0]);
    forget_known(&kn);
    return value;
}

TEST(to_measure_again_is_worth_less_each_time)
{
    double last = INFINITY;
    for (double n = 1; n < 1000; n *= 3) {
        const double worth = worth_of_repeat(n, 0.2);
        CHECK(worth < last);
        last = worth;
    }
    CHECK(worth_of_repeat(1, 0.2) > log(1e-2));
    for (double sd = 1e-2; sd > 1e-5; sd *= 0.1) /* at most what may change */
        CHECK(worth_of_repeat(1, sd * sd) < log(sd));
}

/* ---- Room ---- */

/* Nothing but the given scratch is written or allocated: ASan sees an end that
 * is overrun. */
TEST(nothing_is_allocated)
{
#ifdef INLAY_FAILING_MEM
    struct known kn;
    struct inlay_rng rng = inlay_rng_seed(12);
    double U[4 * INLAY_ACQ_BLOCK], grad[4 * INLAY_ACQ_BLOCK];
    double out[INLAY_ACQ_BLOCK];
    fit_known(&kn, DOMAINS[1], 14, 1, 1, 0, INLAY_NOISE_YES);
    for (size_t i = 0; i < INLAY_ACQ_BLOCK; i++)
        inlay_encode_sample(&kn.f.domain.enc, &rng, U + 4 * i);
    double *scratch = inlay_mem_doubles(kn.kg.base.n_scratch);
    inlay_mem_fail_after(-1);
    kn.kg.base.ops->evaluate(&kn.kg.base, U, INLAY_ACQ_BLOCK, out, NULL,
                             scratch);
    kn.kg.base.ops->evaluate(&kn.kg.base, U, INLAY_ACQ_BLOCK, out, grad,
                             scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_mem_free(scratch);
    forget_known(&kn);
#endif
}

/* Every known point can be the least: no line is left out, and what lies behind
 * the scratch is not touched. */
TEST(all_points_fit_into_the_scratch)
{
    struct known kn;
    struct inlay_rng rng = inlay_rng_seed(12);
    double u[MAX_D], grad[MAX_D], value;
    fit_known(&kn, DOMAINS[1], 14, 1, 0, 0, INLAY_NOISE_YES);
    const size_t n = kn.kg.base.n_scratch;
    double *scratch = inlay_mem_doubles(n + 4);
    for (size_t i = n; i < n + 4; i++)
        scratch[i] = 0.123;
    for (size_t j = 0; j < kn.f.gp->n_points; j++)
        kn.mean[j] = 0.0;
    kn.least[0] = 0.0;
    for (int rep = 0; rep < 20; rep++) {
        inlay_encode_sample(&kn.f.domain.enc, &rng, u);
        kn.kg.base.ops->evaluate(&kn.kg.base, u, 1, &value, grad, scratch);
        CHECK(isfinite(value));
        check_definition(&kn, u);
    }
    for (size_t i = n; i < n + 4; i++)
        CHECK(scratch[i] == 0.123);
    inlay_mem_free(scratch);
    forget_known(&kn);
}
