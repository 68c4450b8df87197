/*
 * test_ei.c: log EI of a mixture against 50-digit values, against integration
 * and against differences.
 */
#include "gp_reference.h"
#include "acquire/acquire_fixture.h"

#include "acquire/ei.h"
#include "base/special.h"

/* ---- References ---- */

/* The mixture of fixtures/gp_reference.py: three θ of one kernel. */
static void mixture_init(struct fitted *f)
{
    inlay_error err = {0};
    const struct gp_case *first = &gp_cases[gp_mixture.part[0]];
    const struct inlay_gp_options o = {.kernel = case_kernel(first)};
    struct inlay_evidence ev = {0};
    inlay_status st = INLAY_OK;

    domain_init(&f->domain, first->levels, first->d);
    case_data(first, 0, &f->data);
    struct inlay_metric metric;
    CHECK_OK(
        inlay_metric_init(&metric, &f->domain.enc, o.is_per_category, &err),
        err);
    CHECK_OK(inlay_gp_begin(&metric, &f->data, &o, 3, 0, &f->gp, &ev, &err),
             err);
    for (size_t k = 0; k < 3; k++) {
        const struct gp_case *c = &gp_cases[gp_mixture.part[k]];
        double theta[MAX_THETA];
        case_theta(c, theta);
        ev.least_jitter = c->jitter;
        CHECK(isfinite(inlay_evidence_value(&ev, theta)));
        CHECK_OK(inlay_gp_take(f->gp, &ev, theta, k, &err), err);
    }
    st = inlay_gp_end(f->gp, &ev, st, &f->gp);
    CHECK_OK(st, err);
}

TEST(log_ei_of_a_mixture_agrees_with_50_digit_values)
{
    const struct gp_case *c = &gp_cases[gp_mixture.part[0]];
    struct fitted f;
    struct inlay_ei ei;
    double best[3], u[MAX_D], grad[MAX_D];

    mixture_init(&f);
    for (size_t k = 0; k < 3; k++)
        best[k] = gp_cases[gp_mixture.part[k]].best;
    inlay_ei_init(&ei, &f.gp->base, best, INLAY_EI_PLAIN);
    for (size_t i = 0; i < c->m; i++) {
        case_point(c, c->T + i * c->d, u);
        CHECK_REL(value_at(&ei.base, u), gp_mixture.want_log_ei[i], 1e-9);
        CHECK_REL(gradient_at(&ei.base, u, grad), gp_mixture.want_log_ei[i],
                  1e-9);
        for (size_t j = 0; j < c->d; j++)
            CHECK_ABS(grad[j], gp_mixture.want_dlog_ei[i * c->d + j],
                      1e-7 * (1 + fabs(gp_mixture.want_dlog_ei[i * c->d + j])));
    }
    fitted_clear(&f);
}

/* Each single case has its own wanted log EI: a mixture of one. */
TEST(log_ei_of_one_component_agrees_with_50_digit_values)
{
    for (size_t k = 0; k < LEN(gp_cases); k++) {
        const struct gp_case *c = &gp_cases[k];
        const struct inlay_gp_options o = {.kernel = case_kernel(c),
                                           .jitter = c->jitter,
                                           .is_per_category = c->per_category};
        inlay_error err = {0};
        struct fitted f;
        struct inlay_ei ei;
        double theta[MAX_THETA], u[MAX_D];

        domain_init(&f.domain, c->levels, c->d);
        case_data(c, 0, &f.data);
        case_theta(c, theta);
        CHECK_OK(inlay_gp_at(&f.domain.enc, &f.data, &o, theta, 0, &f.gp, &err),
                 err);
        inlay_ei_init(&ei, &f.gp->base, &c->best, INLAY_EI_PLAIN);
        for (size_t i = 0; i < c->m; i++) {
            case_point(c, c->T + i * c->d, u);
            /* the variance has lost cond digits where it is nearly 0 */
            CHECK_REL(value_at(&ei.base, u), c->want_log_ei[i], 1e-9 * c->cond);
        }
        fitted_clear(&f);
    }
}

/* A GP of one point with amplitude v and mean m, asked far from it, predicts
 * N(m, v): EI then is a row of the table. */
TEST(log_ei_agrees_with_the_rows_of_the_reference)
{
    for (size_t i = 0; i < LEN(gp_ei_rows); i++) {
        const struct gp_ei_row *row = &gp_ei_rows[i];
        static const int REAL[] = {0};
        const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_SE};
        const double theta[] = {log(1e-3), log(row->var), -INFINITY, row->mean};
        const double u = 1.0, at = 0.0;
        inlay_error err = {0};
        struct fitted f;
        struct inlay_ei ei;

        domain_init(&f.domain, REAL, 1);
        CHECK_OK(inlay_data_init(&f.data, 1, 1, &err), err);
        inlay_data_add(&f.data, &at, row->mean);
        inlay_data_set(&f.data, f.data.obs);
        CHECK_OK(inlay_gp_at(&f.domain.enc, &f.data, &o, theta, 0, &f.gp, &err),
                 err);
        inlay_ei_init(&ei, &f.gp->base, &row->best, INLAY_EI_PLAIN);
        CHECK_REL(value_at(&ei.base, &u), row->want, 1e-10);
        fitted_clear(&f);
    }
}

/* ---- Bounds ---- */

/* From hopeless to certain, and where EI is 0 in doubles. */
TEST(no_value_exceeds_its_bound)
{
    static const int DOMAINS[][4] = {
        {0, 3, -4, 0}, {0, 0, 0, 0}, {2, 3, -4, 5}};
    static const double BESTS[] = {-1e6, -100.0, -4.0, -1.0, 0.0, 50.0};
    for (size_t s = 0; s < LEN(DOMAINS) * LEN(BESTS); s++) {
        struct fitted f;
        struct inlay_ei ei;
        struct inlay_rng rng = inlay_rng_seed(60 + s);
        double best[3];

        fitted_init(&f, DOMAINS[s % LEN(DOMAINS)], 4, 5 + 2 * s, 3, s);
        for (size_t k = 0; k < 3; k++)
            best[k] = BESTS[s / LEN(DOMAINS)] * (1.0 + 0.1 * (double)k);
        inlay_ei_init(&ei, &f.gp->base, best, INLAY_EI_PLAIN);
        check_acq_bounds(&ei.base, &f, &rng);
        fitted_clear(&f);
    }
}

/* Far from its one point a GP says N(m, 1): the bound is h̄(z), which is h where
 * z is 0 or large, and between them less than half as much again. */
TEST(the_bound_is_near_the_value)
{
    static const int REAL[] = {0};
    static const double theta[] = {-7.0, 0.0, -INFINITY, 0.0};
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_SE};
    const double at = 0.0, u = 1.0;
    inlay_error err = {0};
    struct fitted f;
    double scratch[1000], bound;

    domain_init(&f.domain, REAL, 1);
    CHECK_OK(inlay_data_init(&f.data, 1, 1, &err), err);
    inlay_data_add(&f.data, &at, 0.0);
    inlay_data_set(&f.data, f.data.obs);
    CHECK_OK(inlay_gp_at(&f.domain.enc, &f.data, &o, theta, 0, &f.gp, &err),
             err);
    for (double z = -36.0; z <= 36.0; z += 0.5) {
        struct inlay_ei ei;
        inlay_ei_init(&ei, &f.gp->base, &z, INLAY_EI_PLAIN);
        CHECK(ei.base.n_scratch <= LEN(scratch));
        ei.base.ops->bounds(&ei.base, &u, 1, &bound, scratch);
        const double above = bound - inlay_log_ei_unit(z);
        CHECK(above >= 0.0 && above < 0.4);
        CHECK((z != 0.0 && z < 9.0) || above < 1e-8);
    }
    fitted_clear(&f);
}

TEST(only_the_plain_scale_has_bounds)
{
    static const int REAL[] = {0};
    const double best = 0.0;
    struct fitted f;
    struct inlay_ei ei;

    fitted_init(&f, REAL, 1, 4, 1, 3);
    inlay_ei_init(&ei, &f.gp->base, &best, INLAY_EI_LOG);
    CHECK(!ei.base.ops->bounds);
    fitted_clear(&f);
}

/* ---- Integration ---- */

/* ∫ max(best − y, 0) N(y | mean, var) dy by the trapezoidal rule on 10 standard
 * deviations below best or mean; LOG: of exp(best) − exp(y). */
static double ei_by_integration(enum inlay_ei_scale scale, double best,
                                double mean, double var)
{
    enum { N = 20000 };
    const double sd = sqrt(var), hi = best, lo = fmin(best, mean) - 10 * sd;
    const double h = (hi - lo) / N;
    double sum = 0;
    for (int i = 0; i <= N; i++) {
        const double y = lo + i * h, z = (y - mean) / sd;
        const double gain =
            scale == INLAY_EI_LOG ? exp(best) - exp(y) : best - y;
        sum += gain * exp(-0.5 * z * z) * (i == 0 || i == N ? 0.5 : 1);
    }
    return h * sum / (sd * sqrt(2 * acos(-1.0)));
}

static void check_integrals(enum inlay_ei_scale scale)
{
    static const int MIXED[] = {0, 3, -4, 0};
    struct fitted f;
    struct inlay_ei ei;
    struct inlay_rng rng = inlay_rng_seed(4);
    double best[5], u[MAX_D];

    fitted_init(&f, MIXED, LEN(MIXED), 15, 5, 21);
    for (size_t k = 0; k < 5; k++)
        best[k] = -1.0 - 0.1 * (double)k; /* each has its own */
    inlay_ei_init(&ei, &f.gp->base, best, scale);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    for (int rep = 0; rep < 30; rep++) {
        double want = 0, mean, var;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        for (size_t k = 0; k < f.gp->base.n_comp; k++) {
            inlay_gp_predict(f.gp, k, u, 1, &mean, &var, scratch);
            want += ei_by_integration(scale, best[k], mean, var) / 5;
        }
        CHECK_REL(exp(value_at(&ei.base, u)), want, 1e-5);
    }
    inlay_mem_free(scratch);
    fitted_clear(&f);
}

TEST(ei_is_the_mean_of_the_integrals_of_its_components)
{
    check_integrals(INLAY_EI_PLAIN);
    check_integrals(INLAY_EI_LOG);
}

/* ---- Gradients ---- */

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}};

static double least(const struct inlay_data *data)
{
    double y = INFINITY;
    for (size_t i = 0; i < data->n; i++)
        y = fmin(y, data->y[i]);
    return y;
}

static void check_gradients(enum inlay_ei_scale scale)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_comp = 1; n_comp <= 4; n_comp += 3) {
            struct fitted f;
            struct inlay_ei ei;
            struct inlay_rng rng = inlay_rng_seed(8 + d);
            double best[4];

            fitted_init(&f, DOMAINS[d], 4, 14, n_comp, 30 + d);
            for (size_t k = 0; k < 4; k++)
                best[k] = least(&f.data) - 0.1 * (double)k;
            inlay_ei_init(&ei, &f.gp->base, best, scale);
            check_gradient(&ei.base, &f.domain.enc, &rng, 1e-6);
            check_blocks(&ei.base, &f.domain.enc, &rng);
            fitted_clear(&f);
        }
}

TEST(the_gradient_is_the_central_difference)
{
    check_gradients(INLAY_EI_PLAIN);
    check_gradients(INLAY_EI_LOG);
}

/* ---- Far from improving ---- */

TEST(hopeless_points_still_have_an_order_and_a_slope)
{
    static const int REALS[] = {0, 0};
    struct fitted f;
    struct inlay_ei ei;
    struct inlay_rng rng = inlay_rng_seed(3);
    double u[2], grad[2];

    fitted_init(&f, REALS, 2, 20, 3, 5);
    for (double far = 50; far <= 1e6; far *= 10) {
        const double best[3] = {-far, -far, -far};
        size_t n_flat = 0;
        inlay_ei_init(&ei, &f.gp->base, best, INLAY_EI_PLAIN);
        for (int rep = 0; rep < 50; rep++) {
            inlay_encode_sample(&f.domain.enc, &rng, u);
            const double v = gradient_at(&ei.base, u, grad);
            CHECK(isfinite(v) && v < 0);
            CHECK(isfinite(grad[0]) && isfinite(grad[1]));
            n_flat += grad[0] == 0 && grad[1] == 0;
            CHECK(isfinite(value_at(&ei.base, u)));
        }
        CHECK(n_flat == 0);
    }
    fitted_clear(&f);
}

/* At its own data a noiseless GP is nearly certain. */
TEST(points_of_the_data_are_finite)
{
    static const int MIXED[] = {0, 3, -4, 0};
    struct fitted f;
    struct inlay_ei ei;
    double grad[MAX_D], best[3];

    fitted_init(&f, MIXED, LEN(MIXED), 20, 3, 5);
    for (size_t k = 0; k < 3; k++)
        best[k] = f.data.y[0];
    inlay_ei_init(&ei, &f.gp->base, best, INLAY_EI_PLAIN);
    for (size_t i = 0; i < f.data.n; i++) {
        CHECK(isfinite(gradient_at(&ei.base, f.data.U + i * 4, grad)));
        for (size_t j = 0; j < 4; j++)
            CHECK(isfinite(grad[j]));
    }
    fitted_clear(&f);
}

/* Nothing but the given scratch is written or allocated. */
TEST(nothing_is_allocated)
{
#ifdef INLAY_FAILING_MEM
    static const int MIXED[] = {0, 3, -4, 0};
    struct fitted f;
    struct inlay_ei ei;
    const double best = -1.5;
    double u[4] = {0.5, 0, 0, 0.5}, grad[4], out;

    fitted_init(&f, MIXED, LEN(MIXED), 14, 1, 5);
    inlay_ei_init(&ei, &f.gp->base, &best, INLAY_EI_PLAIN);
    double *scratch = inlay_mem_doubles(ei.base.n_scratch);
    inlay_mem_fail_after(-1);
    ei.base.ops->evaluate(&ei.base, u, 1, &out, NULL, scratch);
    ei.base.ops->evaluate(&ei.base, u, 1, &out, grad, scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_mem_free(scratch);
    fitted_clear(&f);
#endif
}
