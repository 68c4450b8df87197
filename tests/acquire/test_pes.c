/*
 * test_pes.c: predictive entropy search against 60-digit values, its gradient by
 * differences, where it must be nothing, and numbers at their worst: of it and of
 * max-value entropy search, which reads the same draws.
 */
#include "pes_reference.h"

#include "acquire_fixture.h"

#include "acquire/mes.h"
#include "acquire/optima.h"
#include "acquire/pes.h"

static const double TIGHT = 1e-12;
static const enum inlay_kernel KERNEL[] = {
    INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};

/* A GP with a given θ. */
static void known_init(struct fitted *f, const struct inlay_gp_options *o,
                       const double *theta, size_t n_pending)
{
    inlay_error err = {0};

    f->gp = NULL;
    CHECK_OK(inlay_gp_at(&f->domain.enc, &f->data, o, theta, n_pending, &f->gp,
                         &err),
             err);
}

static void set_theta(double *theta, size_t n_scales, double amp, double noise,
                      double mean)
{
    theta[inlay_theta_amp(n_scales)] = log(amp);
    theta[inlay_theta_noise(n_scales)] = log(noise);
    theta[inlay_theta_mean(n_scales)] = mean;
}

/* ---- Values -------------------------------------------------------------- */

static void case_point(const struct pes_case *c, const double *z, double *u)
{
    for (size_t j = 0; j < c->d; j++)
        u[j] = c->levels[j] > 0 ? z[j] / (double)(c->levels[j] - 1) : z[j];
}

static void case_init(struct fitted *f, const struct pes_case *c)
{
    const struct inlay_gp_options o = {.kernel = KERNEL[c->kernel],
                                       .jitter = c->jitter,
                                       .is_per_category = c->per_category != 0};
    inlay_error err = {0};
    double u[MAX_D], theta[MAX_THETA];

    domain_init(&f->domain, c->levels, c->d);
    CHECK_OK(inlay_data_init(&f->data, c->d, c->n_raw, &err), err);
    for (size_t k = 0; k < c->n_raw; k++) {
        case_point(c, c->Z + (size_t)c->raw_row[k] * c->d, u);
        inlay_data_add(&f->data, u, c->raw_y[k]);
    }
    inlay_data_set(&f->data, f->data.obs);
    for (size_t p = 0; p < c->n_ls; p++)
        theta[p] = log(c->ls[p]);
    set_theta(theta, c->n_ls, c->amp, c->noise, c->mean);
    known_init(f, &o, theta, 0);
}

static double alpha_of(double var, double bounded, double noise)
{
    return 0.5 * log((var + noise) / (bounded + noise));
}

static void check_case(const struct pes_case *c, double resolution)
{
    const double noise = fmax(c->noise, resolution * c->amp);
    struct inlay_minimizer m;
    struct inlay_pes pes;
    inlay_error err = {0};
    struct fitted f;
    double u[MAX_D];

    case_init(&f, c);
    case_point(c, c->star, u);
    CHECK_OK(inlay_minimizer_init(&m, f.gp, 0, u, TIGHT, &err), err);
    inlay_pes_init(&pes, f.gp, &m, 1, resolution);
    for (size_t k = 0; k < c->m; k++) {
        case_point(c, c->T + k * c->d, u);
        CHECK_ABS(exp(value_at(&pes.base, u)),
                  alpha_of(c->want_gp_var[k], c->want_vc[k], noise), 1e-9);
    }
    inlay_minimizer_clear(&m);
    fitted_clear(&f);
}

/* x* and x that are rows, merged rows, constant values, no row and one, poor and
 * hopeless x* are among the cases; all have noise. */
TEST(values_agree_with_60_digit_ones) /* fixtures/pes_reference.py */
{
    static const double RESOLUTION[] = {0.0, 1e-6, 1e-2};
    for (size_t i = 0; i < LEN(pes_cases); i++)
        for (size_t r = 0; r < LEN(RESOLUTION); r++)
            check_case(&pes_cases[i], RESOLUTION[r]);
}

/* That of the derivation, and the fixture's own: it has no jitter. */
TEST(the_printed_vector_is_met)
{
    const struct pes_case *c = &pes_cases[0];
    const double star = 0.62, x = 0.55;
    struct inlay_minimizer m;
    struct inlay_pes pes;
    inlay_error err = {0};
    struct fitted f;

    CHECK_TEXT(c->name, "printed");
    case_init(&f, c);
    CHECK_OK(inlay_minimizer_init(&m, f.gp, 0, &star, TIGHT, &err), err);
    inlay_pes_init(&pes, f.gp, &m, 1, 0.0);
    CHECK_ABS(exp(value_at(&pes.base, &x)), 0.3153730915, 1e-10);
    for (size_t k = 0; k < c->m; k++)
        CHECK_ABS(exp(value_at(&pes.base, c->T + k)), c->want_alpha[k], 1e-10);
    inlay_minimizer_clear(&m);
    fitted_clear(&f);
}

/* ---- Draws of the minimizer ---------------------------------------------- */

enum { MOST_MINIMA = 16 };

/* PES and MES over n_per draws of each component. */
struct search {
    struct inlay_optima optima;
    struct inlay_minimizer m[MOST_MINIMA];
    struct inlay_pes pes;
    struct inlay_mes mes;
};

static void search_init(struct search *s, const struct inlay_gp *gp,
                        size_t n_per, double resolution, uint64_t seed)
{
    const struct inlay_optima_options o = {64, n_per, 1};
    const struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};

    CHECK_OK(inlay_optima_draw(&s->optima, gp, NULL, 0, &o, &rng, &err), err);
    CHECK(s->optima.n == gp->base.n_comp * n_per && s->optima.n <= MOST_MINIMA);
    for (size_t i = 0; i < s->optima.n; i++)
        CHECK_OK(inlay_minimizer_init(&s->m[i], gp, i / n_per,
                                      s->optima.U + i * gp->metric.enc->dim,
                                      1e-6, &err),
                 err);
    inlay_pes_init(&s->pes, gp, s->m, n_per, resolution);
    inlay_mes_init(&s->mes, gp, s->optima.least, n_per, resolution);
}

static void search_clear(struct search *s)
{
    for (size_t i = 0; i < s->optima.n; i++)
        inlay_minimizer_clear(&s->m[i]);
    inlay_optima_clear(&s->optima);
}

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}};

/* n points of data, n_comp components, and imagined values at n_pending points. */
static void noisy_init(struct fitted *f, const int *levels, size_t n,
                       size_t n_comp, enum inlay_noise noise, size_t n_pending,
                       uint64_t seed)
{
    const struct inlay_gp_options o = {
        .kernel = KERNEL[seed % 3],
        .noise = noise,
        .jitter = 1e-8,
        .inference = n_comp > 1 ? INLAY_INFERENCE_SLICE : INLAY_INFERENCE_MAP,
        .n_samples = n_comp,
        .burn_in = 10};
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    double u[MAX_D];

    domain_init(&f->domain, levels, 4);
    data_random(&f->data, &f->domain.enc, n, &rng);
    f->gp = NULL;
    CHECK_OK(gp_fit(&f->domain.enc, &f->data, &o, NULL, n_pending, &rng, &f->gp,
                    &err),
             err);
    double *scratch = inlay_mem_doubles(f->gp->base.n_scratch);
    for (size_t i = 0; i < n_pending; i++) {
        inlay_encode_sample(&f->domain.enc, &rng, u);
        inlay_gp_imagine(f->gp, u, INLAY_FANTASY_DRAW, &rng, scratch);
    }
    inlay_mem_free(scratch);
}

/* PES of draw s of component k alone. */
static double value_of_one(const struct search *all, size_t k, size_t s,
                           const double *u)
{
    struct inlay_gp gp = *all->pes.gp;
    struct inlay_minimizer m = all->m[k * all->pes.n_per + s];
    struct inlay_pes pes;

    gp.comp += k;
    gp.base.n_comp = 1;
    m.gp = &gp;
    m.comp = 0;
    inlay_pes_init(&pes, &gp, &m, 1, all->pes.resolution);
    return exp(value_at(&pes.base, u));
}

TEST(the_value_is_the_log_of_the_average_over_components_and_draws)
{
    enum { N_COMP = 3, N_PER = 4 };
    struct fitted f;
    struct search s;
    struct inlay_rng rng = inlay_rng_seed(4);
    double u[MAX_D], least = INFINITY, most = 0.0;

    noisy_init(&f, DOMAINS[0], 12, N_COMP, INLAY_NOISE_YES, 0, 20);
    search_init(&s, f.gp, N_PER, 1e-6, 5);
    for (int rep = 0; rep < 20; rep++) {
        double sum = 0.0;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        for (size_t k = 0; k < N_COMP; k++)
            for (size_t i = 0; i < N_PER; i++) {
                const double one = value_of_one(&s, k, i, u);
                least = fmin(least, one);
                most = fmax(most, one);
                sum += one;
            }
        CHECK_ABS(value_at(&s.pes.base, u), log(sum / (N_COMP * N_PER)), 1e-10);
    }
    CHECK(most > 10.0 * least); /* they differ: there is something to average */
    search_clear(&s);
    fitted_clear(&f);
}

/* Values as small as exp(-15) have few digits left: they are logarithms of ratios
 * that are nearly 1. */
TEST(the_gradient_is_the_central_difference)
{
    static const enum inlay_noise NOISE[] = {INLAY_NOISE_YES, INLAY_NOISE_NONE};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t i = 0; i < 8; i++) {
            struct fitted f;
            struct search s;
            struct inlay_rng rng = inlay_rng_seed(8 + d);

            noisy_init(&f, DOMAINS[d], 10, i & 1 ? 3 : 1, NOISE[i >> 1 & 1],
                       (i + d) % 3, 30 + d + i);
            search_init(&s, f.gp, i & 4 ? 3 : 1, i & 2 ? 1e-6 : 0.0, i);
            check_gradient(&s.pes.base, &f.domain.enc, &rng, 2e-5);
            check_blocks(&s.pes.base, &f.domain.enc, &rng);
            search_clear(&s);
            fitted_clear(&f);
        }
}

/* ---- Known points and the floor ------------------------------------------ */

static const double FLOOR = 1e-300;

static void check_floor(const struct inlay_acq *a, const double *u)
{
    double grad[MAX_D];

    CHECK(value_at(a, u) == log(FLOOR));
    CHECK(gradient_at(a, u, grad) == log(FLOOR));
    for (size_t j = 0; j < a->dim; j++)
        CHECK(grad[j] == 0.0);
}

static bool is_row(const struct inlay_data *data, const double *u)
{
    for (size_t i = 0; i < data->n; i++)
        if (memcmp(data->U + i * data->dim, u, data->dim * sizeof *u) == 0)
            return true;
    return false;
}

/* Without noise: 120 configurations, as many as `n` draws hit of them known. */
static void check_known(size_t n, size_t n_comp, double resolution)
{
    struct fitted f;
    struct search s;
    double u[MAX_D], most = -INFINITY;

    noisy_init(&f, DOMAINS[3], n, n_comp, INLAY_NOISE_NONE, 0, 7 + n);
    search_init(&s, f.gp, 2, resolution, n);
    for (size_t i = 0; i < 120; i++) {
        inlay_encode_combination(&f.domain.enc, i, u);
        if (is_row(&f.data, u))
            check_floor(&s.pes.base, u);
        else
            most = fmax(most, value_at(&s.pes.base, u));
    }
    CHECK(f.data.n == 120 || most > log(1e-3));
    search_clear(&s);
    fitted_clear(&f);
}

TEST(without_noise_known_configurations_tell_nothing_and_others_do)
{
    static const double RESOLUTION[] = {0.0, 1e-6};
    for (size_t r = 0; r < LEN(RESOLUTION); r++)
        for (size_t n = 5; n <= 80; n *= 2)
            check_known(n, 1 + n % 3, RESOLUTION[r]);
}

/* All configurations are known: nothing is left to tell, and nothing fails. */
TEST(an_exhausted_space_is_flat)
{
    static const int FEW[] = {2, -3, 2, 2};
    struct fitted f;
    struct search s;
    double u[MAX_D];

    noisy_init(&f, FEW, 400, 1, INLAY_NOISE_NONE, 0, 3);
    CHECK(f.data.n == 24);
    search_init(&s, f.gp, 4, 1e-6, 1);
    for (size_t i = 0; i < 24; i++) {
        inlay_encode_combination(&f.domain.enc, i, u);
        check_floor(&s.pes.base, u);
        check_floor(&s.mes.base, u);
    }
    search_clear(&s);
    fitted_clear(&f);
}

/* On real axes, too. */
TEST(points_of_noise_free_data_tell_nothing)
{
    struct fitted f;
    struct search s;
    struct inlay_rng rng = inlay_rng_seed(6);
    double u[MAX_D];

    noisy_init(&f, DOMAINS[0], 15, 3, INLAY_NOISE_NONE, 0, 11);
    search_init(&s, f.gp, 3, 1e-6, 2);
    for (size_t i = 0; i < f.data.n; i++)
        check_floor(&s.pes.base, f.data.U + i * 4);
    for (int rep = 0; rep < 30; rep++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        CHECK(value_at(&s.pes.base, u) > log(1e-20));
    }
    search_clear(&s);
    fitted_clear(&f);
}

/* With noise a second look at the best point is worth something. */
TEST(noisy_data_can_tell_more)
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        struct fitted f;
        struct search s;
        size_t best = 0;

        noisy_init(&f, DOMAINS[3], 15, 1, INLAY_NOISE_YES, 0, seed);
        f.gp->comp[0].noise = fmax(f.gp->comp[0].noise, 1e-4);
        search_init(&s, f.gp, 8, 1e-6, seed);
        for (size_t i = 0; i < f.data.n; i++) {
            CHECK(value_at(&s.pes.base, f.data.U + i * 4) > log(FLOOR));
            if (f.data.y[i] < f.data.y[best])
                best = i;
        }
        CHECK(value_at(&s.pes.base, f.data.U + best * 4) > log(1e-6));
        search_clear(&s);
        fitted_clear(&f);
    }
}

/* Coarser observations tell less; where noise is coarser, nothing changes. */
TEST(resolution_lowers_the_value)
{
    static const enum inlay_noise NOISE[] = {INLAY_NOISE_YES, INLAY_NOISE_NONE};
    for (size_t i = 0; i < LEN(NOISE); i++) {
        struct fitted f;
        struct search s;
        struct inlay_rng rng = inlay_rng_seed(9);
        double u[MAX_D];

        noisy_init(&f, DOMAINS[0], 12, 1, NOISE[i], 0, 13);
        search_init(&s, f.gp, 3, 0.0, 4);
        for (int rep = 0; rep < 30; rep++) {
            const double noise = f.gp->comp[0].noise / f.gp->comp[0].amp;
            double last = INFINITY;
            inlay_encode_sample(&f.domain.enc, &rng, u);
            for (double r = 1e-8; r < 1e3; r *= 10.0) {
                s.pes.resolution = 0.1 * r;
                const double before = value_at(&s.pes.base, u);
                s.pes.resolution = r;
                const double value = value_at(&s.pes.base, u);
                CHECK(r <= noise ? value == before : value < before);
                CHECK(value <= last);
                last = value;
            }
        }
        search_clear(&s);
        fitted_clear(&f);
    }
}

/* ---- Coincidences -------------------------------------------------------- */

static void check_finite(const struct inlay_acq *a, const double *u)
{
    double grad[MAX_D];

    CHECK(isfinite(gradient_at(a, u, grad)) && isfinite(value_at(a, u)));
    for (size_t j = 0; j < a->dim; j++)
        CHECK(isfinite(grad[j]));
}

/* x* that are the points of the data and one that is not; x that are x*, a point of
 * the data, and any u of the cell of x*. */
TEST(x_star_and_x_may_be_known_points)
{
    static const enum inlay_noise NOISE[] = {INLAY_NOISE_YES, INLAY_NOISE_NONE};
    for (size_t k = 0; k < LEN(NOISE); k++) {
        struct inlay_rng rng = inlay_rng_seed(k);
        inlay_error err = {0};
        struct fitted f;
        double u[MAX_D], cell[MAX_D];

        noisy_init(&f, DOMAINS[0], 12, 1, NOISE[k], 0, 17);
        for (size_t i = 0; i <= f.data.n; i++) {
            struct inlay_minimizer m;
            struct inlay_pes pes;
            random_u(4, &rng, cell);
            inlay_encode_snap(&f.domain.enc, cell, u);
            if (i < f.data.n)
                memcpy(u, f.data.U + i * 4, sizeof(double) * 4);
            CHECK_OK(inlay_minimizer_init(&m, f.gp, 0, u, 1e-6, &err), err);
            inlay_pes_init(&pes, f.gp, &m, 1, 1e-6);
            check_finite(&pes.base, u);
            if (i == f.data.n)
                CHECK(value_at(&pes.base, cell) == value_at(&pes.base, u));
            for (size_t j = 0; j < f.data.n; j++)
                check_finite(&pes.base, f.data.U + j * 4);
            inlay_minimizer_clear(&m);
        }
        fitted_clear(&f);
    }
}

/* ---- Numbers at their worst ---------------------------------------------- */

static double power(struct inlay_rng *rng, double lo, double hi)
{
    return pow(10.0, lo + (hi - lo) * inlay_rng_uniform(rng));
}

/* A value of kind 0 constant, 1 of unit size, 2 hopeless, 3 as the model thinks. */
static double extreme_value(uint64_t kind, size_t i, double amp,
                            struct inlay_rng *rng)
{
    const double e = inlay_rng_normal(rng);
    if (kind == 0)
        return 0.7;
    if (kind == 1)
        return e;
    return kind == 2 && i == 0 ? 1e6 * sqrt(amp) : sqrt(amp) * e;
}

/* A problem with a θ from anywhere. */
static void extreme_init(struct fitted *f, struct inlay_rng *rng)
{
    static const double NOISE[] = {0.0, 1e-12, 1.0, 1e6};
    const size_t n = inlay_rng_below(rng, 13);
    const uint64_t kind = inlay_rng_below(rng, 4);
    const double amp = power(rng, -6.0, 6.0);
    const struct inlay_gp_options o = {.kernel =
                                           KERNEL[inlay_rng_below(rng, 3)],
                                       .jitter = power(rng, -10.0, -4.0)};
    inlay_error err = {0};
    double u[MAX_D], theta[MAX_THETA], mean = 0.0;

    for (size_t p = 0; p < 4; p++)
        theta[p] = log(power(rng, -3.0, 3.0));
    if (inlay_rng_below(rng, 4) == 0)
        mean = 10.0 * sqrt(amp) * inlay_rng_normal(rng);
    set_theta(theta, 4, amp, NOISE[inlay_rng_below(rng, LEN(NOISE))], mean);
    CHECK_OK(inlay_data_init(&f->data, 4, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&f->domain.enc, rng, u);
        if (i > 0 && inlay_rng_below(rng, 5) == 0) /* seen, or nearly so */
            memcpy(u, f->data.U, sizeof(double) * 4);
        if (inlay_rng_below(rng, 5) == 0)
            u[0] = fmin(u[0] + 1e-9, 1.0);
        inlay_data_add(&f->data, u, extreme_value(kind, i, amp, rng));
    }
    inlay_data_set(&f->data, f->data.obs);
    known_init(f, &o, theta, 0);
}

/* x*, a known point, one next to x*, one anywhere. */
static void extreme_points(const struct fitted *f, struct inlay_rng *rng,
                           double *U)
{
    const size_t n = f->data.n, size = sizeof(double) * 4;
    random_u(16, rng, U);
    if (n > 0 && inlay_rng_below(rng, 3) == 0)
        memcpy(U, f->data.U, size);
    if (n > 0)
        memcpy(U + 4, f->data.U + 4 * (n - 1), size);
    if (inlay_rng_below(rng, 4) == 0) {
        memcpy(U + 8, U, size);
        U[8] = fmax(U[0] - power(rng, -9.0, -3.0), 0.0);
    }
}

/* A draw of the minimum from anywhere. */
static double extreme_least(const struct fitted *f, struct inlay_rng *rng)
{
    const struct inlay_gp_component *c = &f->gp->comp[0];
    const double at = f->data.n ? f->data.y[0] : c->mean;
    return at + sqrt(c->amp) * power(rng, -6.0, 6.0) * inlay_rng_normal(rng);
}

static void check_all_finite(const struct inlay_acq *a, const double *U)
{
    for (size_t k = 0; k < 4; k++)
        check_finite(a, U + 4 * k);
}

TEST(extreme_problems_leave_numbers)
{
    enum { REPS = 10000 };
    static const double RESOLUTION[] = {0.0, 1e-6};
    struct inlay_rng rng = inlay_rng_seed(40);
    static struct inlay_mes mes;
    struct fitted f;

    for (int rep = 0; rep < REPS; rep++) {
        const double resolution = RESOLUTION[rep % 2];
        struct inlay_minimizer m;
        struct inlay_pes pes;
        inlay_error err = {0};
        double U[16];
        if (rep % 1000 == 0)
            domain_init(&f.domain, DOMAINS[rep / 1000 % 3], 4);
        extreme_init(&f, &rng);
        extreme_points(&f, &rng, U);
        CHECK_OK(inlay_minimizer_init(&m, f.gp, 0, U, 1e-6, &err), err);
        inlay_pes_init(&pes, f.gp, &m, 1, resolution);
        check_all_finite(&pes.base, U);
        const double least = extreme_least(&f, &rng);
        inlay_mes_init(&mes, f.gp, &least, 1, resolution);
        check_all_finite(&mes.base, U);
        inlay_minimizer_clear(&m);
        inlay_gp_free(f.gp);
        inlay_data_clear(&f.data);
        if (rep % 1000 == 999)
            domain_clear(&f.domain);
    }
}

/* The same with draws of the minimizer as the search finds them. */
TEST(extreme_problems_leave_numbers_with_draws_too)
{
    struct inlay_rng rng = inlay_rng_seed(41);
    for (uint64_t rep = 0; rep < 120; rep++) {
        struct fitted f;
        static struct search s;
        double U[16];
        domain_init(&f.domain, DOMAINS[rep % LEN(DOMAINS)], 4);
        extreme_init(&f, &rng);
        extreme_points(&f, &rng, U);
        search_init(&s, f.gp, 2, rep % 3 ? 1e-6 : 0.0, rep);
        check_all_finite(&s.pes.base, U);
        check_all_finite(&s.mes.base, U);
        for (size_t i = 0; i < s.optima.n; i++) { /* and there */
            check_finite(&s.pes.base, s.optima.U + 4 * i);
            check_finite(&s.mes.base, s.optima.U + 4 * i);
        }
        search_clear(&s);
        fitted_clear(&f);
    }
}

/* Nothing but the given scratch is written or allocated. */
TEST(nothing_is_allocated)
{
#ifdef INLAY_FAILING_MEM
    struct fitted f;
    struct search s;
    double u[4] = {0.5, 0, 0, 0.5}, grad[4], out;

    noisy_init(&f, DOMAINS[0], 14, 1, INLAY_NOISE_YES, 0, 5);
    search_init(&s, f.gp, 2, 1e-6, 1);
    const struct inlay_acq *a = &s.pes.base;
    double *scratch = inlay_mem_doubles(a->n_scratch);
    inlay_mem_fail_after(-1);
    a->ops->evaluate(a, u, 1, &out, NULL, scratch);
    a->ops->evaluate(a, u, 1, &out, grad, scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_mem_free(scratch);
    search_clear(&s);
    fitted_clear(&f);
#endif
}
