/*
 * test_mes.c: max-value entropy search against its definition, against the
 * closed form without noise, its laws, and differences.
 */
#include "acquire/acquire_fixture.h"

#include "acquire/mes.h"
#include "base/special.h"
#include "fixtures/mes_reference.h"

/* ---- One point of given γ and ρ ---- */

/* A GP of one point, asked far from it, predicts N(0, 1). */
struct one {
    struct fitted f;
    struct inlay_mes mes;
    double least[1];
};

static void one_init(struct one *o, double noise)
{
    static const int REAL[] = {0};
    const struct inlay_gp_options options = {.kernel = INLAY_KERNEL_SE};
    const double theta[] = {log(1e-3), 0.0, log(noise), 0.0}, at = 0.0;
    inlay_error err = {0};

    domain_init(&o->f.domain, REAL, 1);
    CHECK_OK(inlay_data_init(&o->f.data, 1, 1, &err), err);
    inlay_data_add(&o->f.data, &at, 0.0);
    inlay_data_set(&o->f.data, o->f.data.obs);
    CHECK_OK(inlay_gp_at(&o->f.domain.enc, &o->f.data, &options, theta, 0,
                         &o->f.gp, &err),
             err);
    inlay_mes_init(&o->mes, o->f.gp, o->least, 1, 0.0);
}

static double one_value(struct one *o, double gamma)
{
    const double u = 1.0;
    o->least[0] = -gamma;
    return value_at(&o->mes.base, &u);
}

static double noise_of(double rho)
{
    return (1.0 - rho) * (1.0 + rho) / (rho * rho);
}

static double alpha_of(double gamma, double rho)
{
    struct one o;
    one_init(&o, noise_of(rho));
    const double value = one_value(&o, gamma);
    fitted_clear(&o.f);
    return exp(value);
}

static double closed_form(double gamma)
{
    return 0.5 * gamma * inlay_norm_hazard(gamma) - inlay_norm_log_cdf(gamma);
}

/* ---- Values ---- */

TEST(alpha_agrees_with_its_definition) /* fixtures/mes_reference.py */
{
    for (size_t i = 0; i < LEN(mes_rows); i++)
        CHECK_ABS(alpha_of(mes_rows[i].gamma, mes_rows[i].rho),
                  mes_rows[i].alpha, 3e-9);
}

TEST(without_noise_it_is_the_closed_form)
{
    struct one o;
    one_init(&o, 0.0);
    for (double gamma = -9.9; gamma < 37.0; gamma += 0.1) {
        const double want = closed_form(gamma);
        CHECK_REL(exp(one_value(&o, gamma)), want, 1e-12);
    }
    fitted_clear(&o.f);
}

/* J falls like the noise's standard deviation e. */
TEST(little_noise_is_nearly_none)
{
    for (double gamma = -8.0; gamma < 8.0; gamma += 0.7) {
        double last = INFINITY;
        for (double sd = 1e-2; sd > 1e-12; sd *= 0.1) {
            struct one o;
            one_init(&o, sd * sd);
            const double lost = closed_form(gamma) - exp(one_value(&o, gamma));
            fitted_clear(&o.f);
            CHECK(lost <= 0.2 * last + 1e-13);
            CHECK(lost >= -1e-13 && lost <= 50.0 * sd);
            last = lost;
        }
    }
}

/* ---- Laws ---- */

static double random_in(struct inlay_rng *rng, double lo, double hi)
{
    return lo + (hi - lo) * inlay_rng_uniform(rng);
}

/* Of all densities of one variance the normal one has the largest entropy, and
 * the variance of y given f >= y* is 1 - rho^2 (1 - var(z | z > -gamma)). */
TEST(alpha_is_at_least_what_the_variance_tells)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int rep = 0; rep < 300; rep++) {
        const double gamma = random_in(&rng, -9.5, 9.0);
        const double rho = inlay_rng_uniform(&rng);
        const double less = rho * rho * (1 - inlay_norm_truncated_var(gamma));
        const double least = -0.5 * log1p(-less);
        const double alpha = alpha_of(gamma, rho);
        CHECK(least >= 0.0 && alpha >= least - 1e-9);
        CHECK(alpha <= closed_form(gamma) + 1e-9);
    }
}

/* Also across the joints of stride and of the faint form. */
TEST(noise_only_lowers_alpha)
{
    for (double gamma = -9.0; gamma <= 8.0; gamma += 1.7) {
        double last = 0.0;
        for (double rho = 0.002; rho <= 1.0; rho += 0.002) {
            const double alpha = alpha_of(gamma, fmin(rho, 1.0));
            CHECK(alpha >= last * (1 - 1e-9));
            last = alpha;
        }
    }
}

/* The lower a value is believed to be, the more it can tell. */
TEST(alpha_falls_with_gamma_to_nothing)
{
    static const double RHO[] = {0.01, 0.08, 0.09, 0.3, 0.6, 0.9, 0.999, 1.0};
    for (size_t i = 0; i < LEN(RHO); i++) {
        struct one o;
        double last = INFINITY;
        one_init(&o, noise_of(RHO[i]));
        for (double gamma = -10.0; gamma <= 60.0; gamma += 0.05) {
            const double value = one_value(&o, gamma);
            CHECK(value <= last && value >= log(1e-301));
            last = value;
        }
        CHECK_REL(last, log(1e-300), 1e-14);
        fitted_clear(&o.f);
    }
}

/* As rho^2 (1 - var) / 2, with nothing lost to cancellation. */
TEST(alpha_of_a_drowned_value_vanishes_like_rho_squared)
{
    for (double gamma = -8.0; gamma <= 3.0; gamma += 1.1)
        for (double rho = 1e-3; rho > 1e-9; rho *= 0.1) {
            const double q = 1.0 - inlay_norm_truncated_var(gamma);
            CHECK_REL(alpha_of(gamma, rho), 0.5 * rho * rho * q, 1e-6);
        }
}

TEST(a_draw_far_above_the_mean_counts_as_one_at_the_clamp)
{
    static const double NOISE[] = {0.0, 1e-6, 0.5, 100.0, 1e6};
    for (size_t i = 0; i < LEN(NOISE); i++) {
        struct one o;
        one_init(&o, NOISE[i]);
        const double at = one_value(&o, -10.0);
        CHECK(isfinite(at) && at > -20.0 && at < 2.0);
        CHECK(one_value(&o, -11.0) == at);
        CHECK(one_value(&o, -1e9) == at);
        CHECK(one_value(&o, -9.9) < at);
        fitted_clear(&o.f);
    }
}

/* ---- Mixtures ---- */

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}};
enum { N_PER = 5 };

/* Draws around and below the least of the data, another set by component. */
static void draw_least(const struct fitted *f, struct inlay_rng *rng,
                       double *least)
{
    double best = INFINITY;
    for (size_t i = 0; i < f->data.n; i++)
        best = fmin(best, f->data.y[i]);
    for (size_t s = 0; s < f->gp->base.n_comp * N_PER; s++)
        least[s] = best + 0.3 - inlay_rng_uniform(rng);
}

static void set_noise(struct inlay_gp *gp, double noise)
{
    for (size_t k = 0; k < gp->base.n_comp; k++)
        gp->comp[k].noise = noise;
}

TEST(the_value_is_the_log_of_the_average_over_components_and_draws)
{
    struct fitted f;
    struct inlay_mes mes;
    struct inlay_rng rng = inlay_rng_seed(4);
    double least[3 * N_PER], u[MAX_D];

    fitted_init(&f, DOMAINS[0], 4, 15, 3, 21);
    draw_least(&f, &rng, least);
    inlay_mes_init(&mes, f.gp, least, N_PER, 0.0);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    for (int rep = 0; rep < 10; rep++) {
        double sum = 0, mean, var;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        for (size_t k = 0; k < 3; k++) {
            inlay_gp_predict(f.gp, k, u, 1, &mean, &var, scratch);
            const double rho = sqrt(var / (var + f.gp->comp[k].noise));
            for (size_t s = 0; s < N_PER; s++)
                sum += alpha_of((mean - least[k * N_PER + s]) / sqrt(var), rho);
        }
        CHECK_ABS(value_at(&mes.base, u), log(sum / (3 * N_PER)), 1e-8);
    }
    inlay_mem_free(scratch);
    fitted_clear(&f);
}

/* Noise from none over all strides to where y hardly knows f.  The components'
 * factors keep what they were fitted with: it is the noise of the next y. */
TEST(the_gradient_is_the_central_difference)
{
    static const double NOISE[] = {0.0, 1e-4, 0.03, 0.3, 3.0, 50.0, 1e4};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_comp = 1; n_comp <= 4; n_comp += 3) {
            struct fitted f;
            struct inlay_mes mes;
            struct inlay_rng rng = inlay_rng_seed(8 + d);
            double least[4 * N_PER];

            fitted_init(&f, DOMAINS[d], 4, 14, n_comp, 30 + d);
            draw_least(&f, &rng, least);
            inlay_mes_init(&mes, f.gp, least, N_PER, 0.0);
            check_gradient(&mes.base, &f.domain.enc, &rng, 1e-6);
            check_blocks(&mes.base, &f.domain.enc, &rng);
            for (size_t i = 0; i < LEN(NOISE); i++) {
                set_noise(f.gp, NOISE[i]);
                check_gradient(&mes.base, &f.domain.enc, &rng, 1e-6);
            }
            fitted_clear(&f);
        }
}

/* Past the clamp α moves with ρ alone. */
TEST(the_gradient_is_the_central_difference_past_the_clamp)
{
    struct fitted f;
    struct inlay_mes mes;
    struct inlay_rng rng = inlay_rng_seed(8);
    const double least[] = {500.0, 600.0};

    fitted_init(&f, DOMAINS[1], 4, 14, 1, 30);
    set_noise(f.gp, 0.3);
    inlay_mes_init(&mes, f.gp, least, 2, 0.0);
    check_gradient(&mes.base, &f.domain.enc, &rng, 1e-6);
    fitted_clear(&f);
}

/* ---- Known points and the floor ---- */

TEST(known_points_tell_nothing)
{
    const double jitter[] = {0.0, 1e-10, 1e-6};
    for (size_t r = 0; r < LEN(jitter); r++) {
        inlay_error err = {0};
        struct fitted f;
        struct inlay_mes mes;
        struct inlay_rng rng = inlay_rng_seed(31);
        const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN52,
                                           .noise = INLAY_NOISE_NONE,
                                           .jitter = jitter[r]};
        double least[N_PER], grad[MAX_D], u[MAX_D];

        domain_init(&f.domain, DOMAINS[0], 4);
        data_random(&f.data, &f.domain.enc, 12, &rng);
        f.gp = NULL;
        CHECK_OK(gp_fit(&f.domain.enc, &f.data, &o, NULL, 0, &rng, &f.gp, &err),
                 err);
        draw_least(&f, &rng, least);
        inlay_mes_init(&mes, f.gp, least, N_PER, 0.0);
        for (size_t i = 0; i < f.data.n; i++) {
            CHECK(value_at(&mes.base, f.data.U + i * 4) == log(1e-300));
            CHECK(gradient_at(&mes.base, f.data.U + i * 4, grad) ==
                  log(1e-300));
            for (size_t j = 0; j < 4; j++)
                CHECK(grad[j] == 0.0);
        }
        for (int rep = 0; rep < 30; rep++) { /* and all others something */
            inlay_encode_sample(&f.domain.enc, &rng, u);
            CHECK(value_at(&mes.base, u) > log(1e-290));
        }
        fitted_clear(&f);
    }
}

/* With noise a second look at the best point is worth something.  Elsewhere the
 * minimum may be out of reach. */
TEST(points_of_noisy_data_are_finite_and_the_best_is_not_at_the_floor)
{
    struct fitted f;
    struct inlay_mes mes;
    struct inlay_rng rng = inlay_rng_seed(5);
    double grad[MAX_D], least[3 * N_PER], most = -INFINITY;

    fitted_init(&f, DOMAINS[0], 4, 20, 3, 5);
    draw_least(&f, &rng, least);
    inlay_mes_init(&mes, f.gp, least, N_PER, 0.0);
    for (size_t i = 0; i < f.data.n; i++) {
        const double value = gradient_at(&mes.base, f.data.U + i * 4, grad);
        CHECK(isfinite(value));
        most = fmax(most, value);
        for (size_t j = 0; j < 4; j++)
            CHECK(isfinite(grad[j]));
    }
    CHECK(most > log(1e-10));
    fitted_clear(&f);
}

TEST(a_minimum_out_of_reach_gives_the_floor_and_no_slope)
{
    struct fitted f;
    struct inlay_mes mes;
    struct inlay_rng rng = inlay_rng_seed(3);
    const double least[] = {-1e6, -1e9};
    double u[MAX_D], grad[MAX_D];

    fitted_init(&f, DOMAINS[1], 4, 20, 1, 5);
    inlay_mes_init(&mes, f.gp, least, 2, 0.0);
    for (int rep = 0; rep < 20; rep++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        CHECK(gradient_at(&mes.base, u, grad) == log(1e-300));
        CHECK(value_at(&mes.base, u) == log(1e-300));
        for (size_t j = 0; j < 4; j++)
            CHECK(grad[j] == 0.0);
    }
    fitted_clear(&f);
}

/* Nothing but the given scratch is written or allocated. */
TEST(nothing_is_allocated)
{
#ifdef INLAY_FAILING_MEM
    struct fitted f;
    struct inlay_mes mes;
    const double least = -1.5;
    double u[4] = {0.5, 0, 0, 0.5}, grad[4], out;

    fitted_init(&f, DOMAINS[0], 4, 14, 1, 5);
    inlay_mes_init(&mes, f.gp, &least, 1, 0.0);
    double *scratch = inlay_mem_doubles(mes.base.n_scratch);
    inlay_mem_fail_after(-1);
    mes.base.ops->evaluate(&mes.base, u, 1, &out, NULL, scratch);
    mes.base.ops->evaluate(&mes.base, u, 1, &out, grad, scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_mem_free(scratch);
    fitted_clear(&f);
#endif
}
