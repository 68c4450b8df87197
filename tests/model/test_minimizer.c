/*
 * test_minimizer.c: a GP given where its minimum is: against 60-digit values and
 * rejection sampling, as laws, and where numbers are at their worst.
 */
#include "pes_reference.h"

#include "model_fixture.h"

#include "base/linalg.h"
#include "model/minimizer.h"

enum { MAX_POINTS = 64 };
static const double TIGHT = 1e-12;
static const enum inlay_kernel KERNEL[] = {
    INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};

struct fixture {
    struct domain domain;
    struct inlay_data data;
    struct inlay_gp_options o;
    struct inlay_gp *gp;
    double theta[MAX_THETA];
};

static void model(struct fixture *f, size_t n_pending)
{
    inlay_error err = {0};

    f->gp = NULL;
    CHECK_OK(inlay_gp_at(&f->domain.enc, &f->data, &f->o, f->theta, n_pending,
                         &f->gp, &err),
             err);
}

static void set_theta(struct fixture *f, size_t n_scales, double scale,
                      double amp, double noise, double mean)
{
    for (size_t p = 0; p < n_scales; p++)
        f->theta[p] = log(scale);
    f->theta[inlay_theta_amp(n_scales)] = log(amp);
    f->theta[inlay_theta_noise(n_scales)] = log(noise);
    f->theta[inlay_theta_mean(n_scales)] = mean;
}

/* A real, a category of 3, an integer of 5, a real. */
static const int MIXED[] = {0, 3, -5, 0};

static void make_mixed(struct fixture *f, size_t n, double noise,
                       size_t n_pending, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);

    domain_init(&f->domain, MIXED, LEN(MIXED));
    data_random(&f->data, &f->domain.enc, n, &rng);
    f->o =
        (struct inlay_gp_options){.kernel = KERNEL[seed % 3], .jitter = 1e-8};
    set_theta(f, LEN(MIXED), 0.7, 1.3, noise, 0.2);
    for (size_t p = 0; p < LEN(MIXED); p++)
        f->theta[p] += 0.3 * inlay_rng_normal(&rng);
    model(f, n_pending);
}

static void clear(struct fixture *f)
{
    inlay_gp_free(f->gp);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

static struct inlay_minimizer given(const struct inlay_gp *gp, const double *u)
{
    struct inlay_minimizer m = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_minimizer_init(&m, gp, 0, u, TIGHT, &err), err);
    return m;
}

/* Moments at n rows of U; gp_var, unless NULL, are the variances without x*. */
static void moments(const struct inlay_minimizer *m, const double *U, size_t n,
                    double *gp_var, struct inlay_minimizer_moments *out)
{
    const struct inlay_gp *gp = m->gp;
    double *Z = inlay_mem_doubles(n * gp->metric.enc->dim);
    double *V = inlay_mem_doubles(n * gp->n_points);
    double *Y = inlay_mem_doubles(n * (m->n_sites + 2));
    double *of = inlay_mem_doubles(3 * n); /* mean, var, kappa */

    CHECK(Z && V && Y && of && n <= INLAY_GP_BLOCK);
    inlay_gp_embed(gp, U, n, Z);
    inlay_gp_whiten(gp, m->comp, Z, n, of, of + n, V, NULL);
    inlay_minimizer_kappa(m, Z, n, of + 2 * n, NULL);
    inlay_minimizer_condition(m, V, of, of + n, of + 2 * n, n, Y, out);
    if (gp_var)
        memcpy(gp_var, of + n, n * sizeof *gp_var);
    inlay_mem_free(Z);
    inlay_mem_free(V);
    inlay_mem_free(Y);
    inlay_mem_free(of);
}

static void check_same(const struct inlay_minimizer_moments *a,
                       const struct inlay_minimizer_moments *b, double tol)
{
    CHECK_ABS(a->mean, b->mean, tol);
    CHECK_ABS(a->var, b->var, tol);
    CHECK_ABS(a->cov, b->cov, tol);
    CHECK_ABS(a->bounded, b->bounded, tol);
}

/* ---- Values -------------------------------------------------------------- */

static void pes_point(const struct pes_case *c, const double *z, double *u)
{
    for (size_t j = 0; j < c->d; j++)
        u[j] = c->levels[j] > 0 ? z[j] / (double)(c->levels[j] - 1) : z[j];
}

static void make_case(struct fixture *f, const struct pes_case *c)
{
    inlay_error err = {0};
    double u[MAX_D];

    domain_init(&f->domain, c->levels, c->d);
    CHECK_OK(inlay_data_init(&f->data, c->d, c->n_raw, &err), err);
    for (size_t k = 0; k < c->n_raw; k++) {
        pes_point(c, c->Z + (size_t)c->raw_row[k] * c->d, u);
        inlay_data_add(&f->data, u, c->raw_y[k]);
    }
    inlay_data_set(&f->data, f->data.obs);
    CHECK(f->data.n == c->n);
    f->o = (struct inlay_gp_options){.kernel = KERNEL[c->kernel],
                                     .jitter = c->jitter,
                                     .is_per_category = c->per_category != 0};
    set_theta(f, c->n_ls, 1.0, c->amp, c->noise, c->mean);
    for (size_t p = 0; p < c->n_ls; p++)
        f->theta[p] = log(c->ls[p]);
    model(f, 0);
}

static void check_case(const struct pes_case *c)
{
    struct inlay_minimizer_moments at[INLAY_GP_BLOCK];
    double u[INLAY_GP_BLOCK * MAX_D], gp_var[INLAY_GP_BLOCK];
    const double of_mean = 1e-11 * sqrt(c->amp), of_var = 1e-11 * c->amp;
    struct fixture f;

    make_case(&f, c);
    pes_point(c, c->star, u);
    struct inlay_minimizer m = given(f.gp, u);
    CHECK(m.has_converged);
    CHECK_ABS(m.mean, c->want_star_mean, of_mean);
    CHECK_ABS(m.var, c->want_star_var, of_var);
    for (size_t k = 0; k < c->m; k++)
        pes_point(c, c->T + k * c->d, u + k * c->d);
    moments(&m, u, c->m, gp_var, at);
    for (size_t k = 0; k < c->m; k++) {
        const double s = c->noise + c->jitter * c->amp;
        const double alpha = 0.5 * log((gp_var[k] + s) / (at[k].bounded + s));
        CHECK_ABS(at[k].mean, c->want_mean[k], of_mean);
        CHECK_ABS(at[k].var, c->want_var[k], of_var);
        CHECK_ABS(at[k].cov, c->want_cov[k], of_var);
        CHECK_ABS(at[k].bounded, c->want_vc[k], of_var);
        CHECK_ABS(alpha, c->want_alpha[k], 1e-10);
    }
    inlay_minimizer_clear(&m);
    clear(&f);
}

/* Rows that are x*, x that is x* or a row, merged rows, constant values, no row and
 * one, poor and hopeless x*, nearly no noise: all are among the cases. */
TEST(moments_agree_with_60_digit_values) /* fixtures/pes_reference.py */
{
    for (size_t i = 0; i < LEN(pes_cases); i++)
        check_case(&pes_cases[i]);
}

/* ---- Rejection sampling -------------------------------------------------- */

enum {
    TRUTH_N = 8,      /* points of data at most */
    TRUTH_M = 4,      /* points asked about */
    N_CANDIDATES = 40 /* among which x* is the least of a draw */
};

/* The exact posterior of f at n rows of U: mean, and the factor of its
 * covariance, n×n. */
static void posterior(const struct inlay_gp *gp, const double *U, size_t n,
                      double *mean, double *L)
{
    const struct inlay_gp_component *c = &gp->comp[0];
    const size_t N = gp->n_points, dim = gp->metric.enc->dim;
    double *Z = inlay_mem_doubles(n * dim), *B = inlay_mem_doubles(n * N);
    double *var = inlay_mem_doubles(n);

    CHECK(Z && B && var);
    inlay_gp_embed(gp, U, n, Z);
    inlay_gp_whiten(gp, 0, Z, n, mean, var, B, NULL);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            double k;
            inlay_metric_cross(&gp->metric, c->w, Z + i * dim, 1, 1,
                               Z + j * dim, 1, &k);
            inlay_kernel_values(gp->kernel, c->amp, &k, 1, &k);
            L[j * n + i] = k - inlay_dot(B + i * N, B + j * N, N) +
                           (i == j ? 1e-9 * c->amp : 0.0);
        }
    CHECK(inlay_chol_factor(L, n, n, NULL) == 0);
    inlay_mem_free(Z);
    inlay_mem_free(B);
    inlay_mem_free(var);
}

static void draw(const double *mean, const double *L, size_t n,
                 struct inlay_rng *rng, double *f)
{
    memcpy(f, mean, n * sizeof *f);
    for (size_t j = 0; j < n; j++) {
        const double e = inlay_rng_normal(rng);
        for (size_t i = j; i < n; i++)
            f[i] += L[j * n + i] * e;
    }
}

/* The least of a draw at candidates, data among them: as PES finds x*. */
static void draw_minimizer(const struct fixture *f, struct inlay_rng *rng,
                           double *star)
{
    const size_t dim = f->data.dim;
    static double U[N_CANDIDATES * MAX_D], L[N_CANDIDATES * N_CANDIDATES];
    double mean[N_CANDIDATES], value[N_CANDIDATES];
    size_t best = 0;

    for (size_t i = 0; i < N_CANDIDATES; i++)
        if (i < f->data.n)
            memcpy(U + i * dim, f->data.U + i * dim, dim * sizeof *U);
        else
            inlay_encode_sample(&f->domain.enc, rng, U + i * dim);
    posterior(f->gp, U, N_CANDIDATES, mean, L);
    draw(mean, L, N_CANDIDATES, rng, value);
    for (size_t i = 0; i < N_CANDIDATES; i++)
        if (value[i] < value[best])
            best = i;
    memcpy(star, U + best * dim, dim * sizeof *star);
}

/* Sums of a sample of (f(x*), f(x)). */
struct sums {
    double n, star, x, star2, x2, both;
};

static void add(struct sums *s, double star, double x)
{
    s->n += 1.0;
    s->star += star;
    s->x += x;
    s->star2 += star * star;
    s->x2 += x * x;
    s->both += star * x;
}

static double sample_var(double n, double sum, double squares)
{
    return squares / n - sum / n * (sum / n);
}

/* Draws at the data, x* and TRUTH_M points (rows of U in this order); all[k] gets
 * those with f(x*) least at the data, cut[k] those with f(x_k) >= f(x*), too. */
static void reject(const struct fixture *f, const double *U, size_t n,
                   struct inlay_rng *rng, struct sums *all, struct sums *cut)
{
    const size_t n_data = f->data.n;
    double mean[TRUTH_N + 1 + TRUTH_M], L[LEN(mean) * LEN(mean)];
    double value[LEN(mean)];
    size_t same = 0; /* the point that is x*, or n_data */

    while (memcmp(U + same * f->data.dim, U + n_data * f->data.dim,
                  f->data.dim * sizeof *U) != 0)
        same++;
    posterior(f->gp, U, n, mean, L);
    for (size_t rep = 0; rep < 150000 && all[0].n < 20000.0; rep++) {
        bool is_least = true;
        draw(mean, L, n, rng, value);
        const double star = value[n_data];
        for (size_t i = 0; i < n_data; i++)
            is_least = is_least && (i == same || value[i] >= star);
        for (size_t k = 0; is_least && k < TRUTH_M; k++) {
            const double x = value[n_data + 1 + k];
            add(&all[k], star, x);
            if (x >= star)
                add(&cut[k], star, x);
        }
    }
}

/* What an error exceeds 4 standard errors by, in units of the GP's deviation or
 * variance: the bias of EP. */
static void measure_moments(const struct inlay_minimizer *m, double gp_star_var,
                            const struct inlay_minimizer_moments *at,
                            double gp_var, const struct sums *s, double *bias)
{
    const double n = s->n, star = s->star / n, x = s->x / n;
    const double se = 4.0 / sqrt(n);
    const double got[] = {m->mean, at->mean, m->var, at->var, at->cov};
    const double want[] = {star, x, sample_var(n, s->star, s->star2),
                           sample_var(n, s->x, s->x2), s->both / n - star * x};
    const double unit[] = {sqrt(gp_star_var), sqrt(gp_var), gp_star_var, gp_var,
                           sqrt(gp_star_var * gp_var)};

    for (size_t i = 0; i < LEN(got); i++)
        *bias = fmax(*bias, fabs(got[i] - want[i]) / unit[i] - se);
}

/* Returns the largest bias; *kept += what is left of the variance of f(x*). */
static double measure_bias(const struct fixture *f, struct inlay_rng *rng,
                           double *kept)
{
    double bias = 0.0;
    const size_t dim = f->data.dim, n = f->data.n + 1 + TRUTH_M;
    const double least = 1e-6 * f->gp->comp[0].amp; /* what draws can tell */
    double U[(TRUTH_N + 1 + TRUTH_M) * MAX_D], gp_var[TRUTH_M + 1];
    struct inlay_minimizer_moments at[TRUTH_M + 1];
    struct sums all[TRUTH_M] = {{0}}, cut[TRUTH_M] = {{0}};
    double *star = U + f->data.n * dim;

    memcpy(U, f->data.U, f->data.n * dim * sizeof *U);
    draw_minimizer(f, rng, star);
    for (size_t k = 1; k <= TRUTH_M; k++)
        inlay_encode_sample(&f->domain.enc, rng, star + k * dim);
    memcpy(star + TRUTH_M * dim, U, dim * sizeof *U); /* a known one */
    struct inlay_minimizer m = given(f->gp, star);
    CHECK(m.has_converged);
    moments(&m, star, TRUTH_M + 1, gp_var, at);
    reject(f, U, n, rng, all, cut);
    CHECK(all[0].n >= 3000.0);
    for (size_t k = 0; k < TRUTH_M; k++) {
        measure_moments(&m, gp_var[0] + least, &at[k + 1],
                        gp_var[k + 1] + least, &all[k], &bias);
        if (k + 1 == TRUTH_M)
            break; /* there the condition is applied twice */
        const double want = sample_var(cut[k].n, cut[k].x, cut[k].x2);
        const double off = fabs(at[k + 1].bounded - want) / gp_var[k + 1];
        bias = fmax(bias, off - 4.0 / sqrt(cut[k].n));
    }
    *kept += m.var / gp_var[0];
    inlay_minimizer_clear(&m);
    return bias;
}

TEST(moments_are_near_those_of_rejection_sampling)
{
    static const double NOISE[] = {0.0, 1e-3, 0.05, 0.3};
    struct inlay_rng rng = inlay_rng_seed(20);
    double kept = 0.0;
    size_t n_off = 0;

    for (size_t rep = 0; rep < 20; rep++) {
        struct fixture f;
        make_mixed(&f, 2 + rep % 7, NOISE[rep % 4], 0, rep);
        const double bias = measure_bias(&f, &rng, &kept);
        CHECK(bias < 0.12);
        n_off += bias > 0.05;
        clear(&f);
    }
    CHECK(n_off <= 1);        /* where two conditions say nearly the same */
    CHECK(kept / 20.0 < 0.6); /* there was something to test */
}

/* ---- Laws ---------------------------------------------------------------- */

enum { LAW_N = 12, LAW_M = 9 };

/* The same at points of f and g, whose values are g's times `unit` plus shift. */
static void check_law(const struct fixture *f, const struct fixture *g,
                      double unit, double shift, double tol)
{
    struct inlay_rng rng = inlay_rng_seed(30);
    double U[LAW_M * MAX_D];
    struct inlay_minimizer_moments a[LAW_M], b[LAW_M];

    for (int rep = 0; rep < 10; rep++) {
        for (size_t k = 0; k < LAW_M; k++)
            inlay_encode_sample(&f->domain.enc, &rng, U + k * f->data.dim);
        struct inlay_minimizer m = given(f->gp, U), h = given(g->gp, U);
        moments(&m, U, LAW_M, NULL, a);
        moments(&h, U, LAW_M, NULL, b);
        for (size_t k = 0; k < LAW_M; k++) {
            const struct inlay_minimizer_moments scaled = {
                unit * b[k].mean + shift, unit * unit * b[k].var,
                unit * unit * b[k].cov, unit * unit * b[k].bounded};
            check_same(&a[k], &scaled, tol);
        }
        CHECK(m.n_sites == h.n_sites);
        CHECK_ABS(m.mean, unit * h.mean + shift, tol);
        inlay_minimizer_clear(&m);
        inlay_minimizer_clear(&h);
    }
}

/* g := f with its observations in another order and other units, each given
 * `times` times with as much more noise. */
static void retell(const struct fixture *f, struct fixture *g, double unit,
                   double shift, size_t times)
{
    struct inlay_rng rng = inlay_rng_seed(31);
    const size_t n = f->data.n_obs, dim = f->data.dim;
    inlay_error err = {0};
    size_t order[LAW_N];

    for (size_t i = 0; i < n; i++)
        order[i] = i;
    inlay_rng_shuffle(&rng, order, n);
    domain_init(&g->domain, MIXED, LEN(MIXED));
    CHECK_OK(inlay_data_init(&g->data, dim, n * times, &err), err);
    for (size_t k = 0; k < n * times; k++) {
        const size_t i = order[k % n];
        inlay_data_add(&g->data, f->data.U + f->data.row[i] * dim,
                       (f->data.obs[i] - shift) / unit);
    }
    inlay_data_set(&g->data, g->data.obs);
    CHECK(g->data.n == f->data.n);
    g->o = f->o;
    memcpy(g->theta, f->theta, sizeof g->theta);
    g->theta[LEN(MIXED)] -= 2.0 * log(unit);
    g->theta[LEN(MIXED) + 1] += log((double)times) - 2.0 * log(unit);
    g->theta[LEN(MIXED) + 2] = (f->theta[LEN(MIXED) + 2] - shift) / unit;
    model(g, 0);
}

TEST(order_units_and_repetitions_are_irrelevant)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct fixture f, g;
        make_mixed(&f, LAW_N, seed % 2 ? 0.02 : 1e-7, 0, seed);
        retell(&f, &g, 1.0, 0.0, 1);
        check_law(&f, &g, 1.0, 0.0, 1e-9);
        clear(&g);
        retell(&f, &g, 1e4, -3.0, 1);
        check_law(&f, &g, 1e4, -3.0, 1e-9);
        clear(&g);
        retell(&f, &g, 1e-3, 0.0, 3);
        check_law(&f, &g, 1e-3, 0.0, 1e-9);
        clear(&g);
        clear(&f);
    }
}

/* The least value is its own bound there, and its condition must stay. */
TEST(without_noise_and_jitter_conditions_stay)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct fixture f, g;
        make_mixed(&f, LAW_N, 0.0, 0, seed);
        inlay_gp_free(f.gp);
        f.o.jitter = 0.0;
        model(&f, 0);
        CHECK(f.gp->comp[0].extra[0] == 0.0);
        make_mixed(&g, LAW_N, 0.0, 0, seed);
        inlay_gp_free(g.gp);
        g.o.jitter = 1e-13;
        model(&g, 0);
        check_law(&f, &g, 1.0, 0.0, 1e-5);
        clear(&f);
        clear(&g);
    }
}

/* f with the value that was imagined as an observation. */
TEST(a_pending_point_is_a_condition_as_an_observation_is)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct fixture f, g;
        inlay_error err = {0};
        double u[MAX_D];
        make_mixed(&f, LAW_N, 0.01, 1, seed);
        double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, scratch);
        domain_init(&g.domain, MIXED, LEN(MIXED));
        CHECK_OK(inlay_data_init(&g.data, f.data.dim, LAW_N + 1, &err), err);
        for (size_t k = 0; k < LAW_N; k++)
            inlay_data_add(&g.data, f.data.U + f.data.row[k] * f.data.dim,
                           f.data.obs[k]);
        inlay_data_add(&g.data, u, f.gp->comp[0].y[f.data.n]);
        inlay_data_set(&g.data, g.data.obs);
        g.o = f.o;
        memcpy(g.theta, f.theta, sizeof g.theta);
        model(&g, 0);
        check_law(&f, &g, 1.0, 0.0, 1e-9);
        inlay_mem_free(scratch);
        clear(&f);
        clear(&g);
    }
}

TEST(points_at_once_are_each_alone)
{
    struct inlay_rng rng = inlay_rng_seed(32);
    struct fixture f;
    static double U[INLAY_GP_BLOCK * MAX_D];
    struct inlay_minimizer_moments all[INLAY_GP_BLOCK], alone;

    make_mixed(&f, 25, 0.01, 0, 1);
    for (size_t k = 0; k < INLAY_GP_BLOCK; k++)
        inlay_encode_sample(&f.domain.enc, &rng, U + k * f.data.dim);
    struct inlay_minimizer m = given(f.gp, U + 5 * f.data.dim);
    moments(&m, U, INLAY_GP_BLOCK, NULL, all);
    for (size_t k = 0; k < INLAY_GP_BLOCK; k++) {
        moments(&m, U + k * f.data.dim, 1, NULL, &alone);
        check_same(&all[k], &alone, 1e-12);
    }
    moments(&m, U, 0, NULL, all);
    inlay_minimizer_clear(&m);
    clear(&f);
}

/* T(u) is what counts, of x* and of x. */
TEST(points_of_one_cell_are_one_point)
{
    struct inlay_rng rng = inlay_rng_seed(33);
    struct fixture f;
    double u[2 * MAX_D], t[2 * MAX_D];
    struct inlay_minimizer_moments a, b;

    make_mixed(&f, LAW_N, 0.01, 0, 2);
    for (int rep = 0; rep < 30; rep++) {
        random_u(2 * f.data.dim, &rng, u);
        for (size_t k = 0; k < 2; k++)
            inlay_encode_snap(&f.domain.enc, u + k * f.data.dim,
                              t + k * f.data.dim);
        struct inlay_minimizer m = given(f.gp, u), h = given(f.gp, t);
        moments(&m, u + f.data.dim, 1, NULL, &a);
        moments(&h, t + f.data.dim, 1, NULL, &b);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
        inlay_minimizer_clear(&m);
        inlay_minimizer_clear(&h);
    }
    clear(&f);
}

/* ---- Coincidences -------------------------------------------------------- */

static void check_sane(const struct inlay_minimizer *m, const double *U,
                       size_t n)
{
    struct inlay_minimizer_moments at[INLAY_GP_BLOCK];
    double gp_var[INLAY_GP_BLOCK];
    const double more = 1.0 + 1e-9;

    moments(m, U, n, gp_var, at);
    CHECK(isfinite(m->mean) && m->var > 0.0 && isfinite(m->var));
    for (size_t k = 0; k < n; k++) {
        CHECK(isfinite(at[k].mean) && isfinite(at[k].cov));
        CHECK(at[k].bounded > 0.0 && at[k].bounded <= at[k].var * more);
        CHECK(at[k].var <= gp_var[k] * more);
        const double most = sqrt(at[k].var * m->var);
        CHECK(fabs(at[k].cov) <= most + 1e-9 * m->gp->comp[0].amp);
    }
}

/* f(x) is f(x*): its moments are known, and that it is not below says nothing. */
static void check_at_star(const struct inlay_minimizer *m, const double *u)
{
    const double amp = m->gp->comp[0].amp;
    struct inlay_minimizer_moments at;

    moments(m, u, 1, NULL, &at);
    CHECK_ABS(at.mean, m->mean, 1e-7 * sqrt(amp)); /* x* may be hopeless */
    CHECK_ABS(at.var, m->var, 1e-12 * amp);
    CHECK_ABS(at.cov, m->var, 2e-12 * amp);
    CHECK(at.bounded == at.var);
}

/* x* anywhere and each known point in turn; all known points and x* asked about. */
static void check_coincidences(const struct fixture *f)
{
    struct inlay_rng rng = inlay_rng_seed(34);
    const size_t dim = f->data.dim, n = f->data.n;
    double U[(LAW_N + 2) * MAX_D];

    memcpy(U, f->data.U, n * dim * sizeof *U);
    random_u(2 * dim, &rng, U + n * dim);
    for (size_t i = 0; i < n + 2; i++) {
        struct inlay_minimizer m = given(f->gp, U + i * dim);
        CHECK(m.n_sites <= f->gp->n_points - (i < n));
        check_at_star(&m, U + i * dim);
        check_sane(&m, U, n + 2);
        inlay_minimizer_clear(&m);
    }
}

TEST(x_star_and_x_may_be_known_points)
{
    static const double NOISE[] = {0.0, 1e-12, 1e-6, 0.01, 1.0, 100.0};

    for (uint64_t seed = 0; seed < 6; seed++)
        for (size_t k = 0; k < LEN(NOISE); k++) {
            struct fixture f;
            make_mixed(&f, LAW_N, NOISE[k], 0, seed);
            check_coincidences(&f);
            clear(&f);
        }
}

/* What is left of e_i − e_i² P_i'P_i loses digits where noise hides nearly all of f;
 * then, too, the condition on x* itself must say nothing. */
TEST(much_noise_makes_no_condition_of_nothing)
{
    for (int k = 0; k <= 9; k++) {
        struct fixture f;
        struct inlay_minimizer_moments at;
        double gp_var;
        make_mixed(&f, 1, pow(10.0, k), 0, 5);
        struct inlay_minimizer m = given(f.gp, f.data.U);
        moments(&m, f.data.U, 1, &gp_var, &at);
        CHECK_REL(at.bounded, gp_var, 1e-6);
        CHECK_REL(m.var, gp_var, 1e-6);
        inlay_minimizer_clear(&m);
        clear(&f);
    }
}

TEST(pending_points_may_be_known_points)
{
    static const double NOISE[] = {0.0, 1e-6, 0.1};

    for (size_t k = 0; k < LEN(NOISE); k++) {
        struct inlay_rng rng = inlay_rng_seed(k);
        struct fixture f;
        double u[MAX_D];
        make_mixed(&f, LAW_N, NOISE[k], 6, k);
        double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
        random_u(f.data.dim, &rng, u);
        for (size_t i = 0; i < 6; i++)
            inlay_gp_imagine(f.gp, i % 2 ? f.data.U + i / 4 * f.data.dim : u,
                             i < 3 ? INLAY_FANTASY_MEAN : INLAY_FANTASY_DRAW,
                             &rng, scratch);
        check_coincidences(&f);
        inlay_mem_free(scratch);
        clear(&f);
    }
}

/* Values c at all points, and as few as none; x* anywhere. */
TEST(few_points_and_constant_values_are_no_trouble)
{
    for (size_t n = 0; n <= LAW_N; n++)
        for (int is_noisy = 0; is_noisy < 2; is_noisy++) {
            struct inlay_rng rng = inlay_rng_seed(n);
            struct fixture f;
            inlay_error err = {0};
            double u[MAX_D];
            domain_init(&f.domain, MIXED, LEN(MIXED));
            CHECK_OK(inlay_data_init(&f.data, LEN(MIXED), n, &err), err);
            for (size_t i = 0; i < n; i++) {
                inlay_encode_sample(&f.domain.enc, &rng, u);
                inlay_data_add(&f.data, u, 0.7);
            }
            inlay_data_set(&f.data, f.data.obs);
            f.o = (struct inlay_gp_options){.kernel = KERNEL[n % 3],
                                            .jitter = 1e-8};
            set_theta(&f, LEN(MIXED), 0.6, 2.0, is_noisy ? 0.1 : 0.0, 0.7);
            model(&f, 0);
            check_coincidences(&f);
            clear(&f);
        }
}

/* Without data f(x) - f(x*) is symmetric: (1 - 2/π) of its variance is left. */
TEST(a_prior_knows_what_its_minimizer_says)
{
    struct inlay_rng rng = inlay_rng_seed(35);
    struct fixture f;
    inlay_error err = {0};
    double U[2 * MAX_D], Z[2 * MAX_D], k;
    struct inlay_minimizer_moments at;

    make_mixed(&f, 2, 0.1, 0, 0);
    inlay_gp_free(f.gp);
    inlay_data_clear(&f.data);
    CHECK_OK(inlay_data_init(&f.data, LEN(MIXED), 0, &err), err);
    model(&f, 0);
    const double amp = f.gp->comp[0].amp;
    random_u(2 * LEN(MIXED), &rng, U);
    inlay_gp_embed(f.gp, U, 2, Z);
    struct inlay_minimizer m = given(f.gp, U);
    inlay_minimizer_kappa(&m, Z + LEN(MIXED), 1, &k, NULL);
    moments(&m, U + LEN(MIXED), 1, NULL, &at);
    CHECK(m.has_converged && m.n_sites == 0 && m.mean == f.theta[6]);
    CHECK(at.mean == f.theta[6] && at.var == amp && m.var == amp);
    CHECK_REL(at.cov, k, 1e-15);
    CHECK_REL(at.bounded, amp - (amp - k) / acos(-1.0), 1e-13);
    inlay_minimizer_clear(&m);
    clear(&f);
}

TEST(five_hundred_points_are_no_trouble)
{
    struct inlay_rng rng = inlay_rng_seed(36);
    struct fixture f;
    double U[LAW_M * MAX_D];

    make_mixed(&f, 500, 0.01, 0, 4);
    for (int rep = 0; rep < 3; rep++) {
        size_t best = 0;
        for (size_t i = 0; i < f.data.n; i++)
            if (f.data.y[i] < f.data.y[best])
                best = i;
        memcpy(U, f.data.U + best * f.data.dim, f.data.dim * sizeof *U);
        for (size_t k = rep == 0; k < LAW_M; k++) /* x* is the best, or poor */
            inlay_encode_sample(&f.domain.enc, &rng, U + k * f.data.dim);
        struct inlay_minimizer m = given(f.gp, U);
        CHECK(m.n_sites < 500);
        check_at_star(&m, U);
        check_sane(&m, U, LAW_M);
        inlay_minimizer_clear(&m);
    }
    clear(&f);
}

/* ---- Numbers at their worst ---------------------------------------------- */

static double power(struct inlay_rng *rng, double lo, double hi)
{
    return pow(10.0, lo + (hi - lo) * inlay_rng_uniform(rng));
}

/* A problem of n points with a θ from anywhere. */
static void make_extreme(struct fixture *f, struct inlay_rng *rng)
{
    static const double NOISE[] = {0.0, 1e-12, 1.0};
    const size_t n = inlay_rng_below(rng, 7);
    const uint64_t kind = inlay_rng_below(rng, 4);
    inlay_error err = {0};
    double u[MAX_D];

    f->o = (struct inlay_gp_options){.kernel = KERNEL[inlay_rng_below(rng, 3)],
                                     .jitter = power(rng, -10.0, -4.0)};
    const double amp = power(rng, -6.0, 6.0);
    const double noise = NOISE[inlay_rng_below(rng, 3)];
    set_theta(f, LEN(MIXED), 1.0, amp, noise, 0.0);
    for (size_t p = 0; p < LEN(MIXED); p++)
        f->theta[p] = log(power(rng, -3.0, 3.0));
    if (inlay_rng_below(rng, 4) == 0)
        f->theta[LEN(MIXED) + 2] = 10.0 * sqrt(amp) * inlay_rng_normal(rng);
    CHECK_OK(inlay_data_init(&f->data, LEN(MIXED), n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&f->domain.enc, rng, u);
        if (i > 0 && inlay_rng_below(rng, 5) == 0) /* seen, or nearly so */
            memcpy(u, f->data.U, sizeof(double) * LEN(MIXED));
        if (inlay_rng_below(rng, 5) == 0)
            u[0] = fmin(u[0] + 1e-9, 1.0);
        double y = kind == 0 ? 0.7 : sqrt(amp) * inlay_rng_normal(rng);
        if (kind == 1)
            y = inlay_rng_normal(rng);
        if (kind == 2 && i == 0)
            y = 1e6 * sqrt(amp);
        inlay_data_add(&f->data, u, y);
    }
    inlay_data_set(&f->data, f->data.obs);
    model(f, 1);
}

TEST(extreme_problems_leave_numbers)
{
    enum { REPS = 10000 };
    struct inlay_rng rng = inlay_rng_seed(40);
    struct fixture f;
    size_t n_converged = 0, n_sweeps = 0;

    domain_init(&f.domain, MIXED, LEN(MIXED));
    for (int rep = 0; rep < REPS; rep++) {
        double U[4 * LEN(MIXED)];
        make_extreme(&f, &rng);
        random_u(4 * LEN(MIXED), &rng, U);
        if (f.data.n > 0 && rep % 3 == 0) /* x* is a known point */
            memcpy(U, f.data.U, sizeof(double) * LEN(MIXED));
        if (f.data.n > 0) /* one that is asked about is known */
            memcpy(U + LEN(MIXED), f.data.U + (f.data.n - 1) * LEN(MIXED),
                   sizeof(double) * LEN(MIXED));
        if (rep % 4 == 0) { /* another is next to x* */
            memcpy(U + 2 * LEN(MIXED), U, sizeof(double) * LEN(MIXED));
            U[2 * LEN(MIXED)] = fmax(U[0] - power(&rng, -9.0, -3.0), 0.0);
        }
        struct inlay_minimizer m = {0};
        inlay_error err = {0};
        CHECK_OK(inlay_minimizer_init(&m, f.gp, 0, U, 1e-6, &err), err);
        check_sane(&m, U, 4);
        n_converged += m.has_converged;
        n_sweeps += m.n_sweeps;
        inlay_minimizer_clear(&m);
        inlay_gp_free(f.gp);
        inlay_data_clear(&f.data);
    }
    CHECK(n_converged > REPS * 99 / 100);
    CHECK(n_sweeps < REPS * 10);
    domain_clear(&f.domain);
}

/* ---- The way back -------------------------------------------------------- */

enum { WAY_M = 4 };

/* Σ bounded, or Σ ½ log((var + s) / (bounded + s)) where s > 0. */
static double sum_at(const struct inlay_minimizer *m, const double *U, double s)
{
    struct inlay_minimizer_moments at[WAY_M];
    double gp_var[WAY_M], sum = 0.0;

    moments(m, U, WAY_M, gp_var, at);
    for (size_t k = 0; k < WAY_M; k++)
        sum += s > 0.0 ? 0.5 * log((gp_var[k] + s) / (at[k].bounded + s))
                       : at[k].bounded;
    return sum;
}

/* Its gradient. */
static void gradient_at(const struct inlay_minimizer *m, const double *U,
                        double s, double *grad)
{
    const struct inlay_gp *gp = m->gp;
    const struct inlay_encoding *enc = gp->metric.enc;
    const size_t N = gp->n_points, dim = enc->dim;
    double Z[WAY_M * MAX_D], mean[WAY_M], var[WAY_M], kappa[WAY_M];
    double by_mean[WAY_M] = {0.0}, by_var[WAY_M] = {0.0}, by_bounded[WAY_M];
    double by_kappa[WAY_M], kappa_slope[WAY_M];
    double V[WAY_M * MAX_POINTS], slope[LEN(V)], by_V[LEN(V)] = {0.0};
    double Y[WAY_M * (MAX_POINTS + 2)];
    struct inlay_minimizer_moments at[WAY_M];

    inlay_gp_embed(gp, U, WAY_M, Z);
    inlay_gp_whiten(gp, 0, Z, WAY_M, mean, var, V, slope);
    inlay_minimizer_kappa(m, Z, WAY_M, kappa, kappa_slope);
    inlay_minimizer_condition(m, V, mean, var, kappa, WAY_M, Y, at);
    for (size_t k = 0; k < WAY_M; k++) {
        by_bounded[k] = s > 0.0 ? -0.5 / (at[k].bounded + s) : 1.0;
        by_var[k] = s > 0.0 ? 0.5 / (var[k] + s) : 0.0;
    }
    inlay_minimizer_pull_back(m, at, by_bounded, WAY_M, Y, by_mean, by_var,
                              by_kappa, by_V);
    memset(grad, 0, WAY_M * dim * sizeof *grad);
    inlay_gp_pull_back(gp, 0, Z, WAY_M, V, slope, by_mean, by_var, by_V, grad);
    for (size_t i = 0; i < WAY_M * dim; i++) /* of k(x, x*), by r² */
        if (enc->axis[i % dim].kind == INLAY_AXIS_REAL)
            grad[i] += by_kappa[i / dim] * kappa_slope[i / dim] * 2.0 *
                       gp->comp[0].w[gp->metric.first_scale[i % dim]] *
                       (Z[i] - m->z[i % dim]);
    CHECK(N <= MAX_POINTS);
}

static void check_gradient(const struct inlay_minimizer *m, double *U, double s)
{
    const double h = 1e-5;
    const size_t dim = m->gp->metric.enc->dim;
    double grad[WAY_M * MAX_D];

    gradient_at(m, U, s, grad);
    for (size_t i = 0; i < WAY_M * dim; i++) {
        const double at = U[i];
        if (MIXED[i % dim] != 0) {
            CHECK(grad[i] == 0.0);
            continue;
        }
        U[i] = at + h;
        const double above = sum_at(m, U, s);
        U[i] = at - h;
        const double below = sum_at(m, U, s);
        U[i] = at;
        const double want = (above - below) / (2.0 * h);
        CHECK_ABS(grad[i], want, 1e-7 * (1.0 + fabs(want)));
    }
}

TEST(pulled_back_derivatives_are_central_differences)
{
    static const double NOISE[] = {0.0, 1e-3, 0.1};
    struct inlay_rng rng = inlay_rng_seed(50);

    for (uint64_t rep = 0; rep < 30; rep++) {
        struct fixture f;
        double U[(WAY_M + 1) * MAX_D];
        make_mixed(&f, 3 + rep % 10, NOISE[rep / 3 % 3], 2, rep);
        double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
        for (size_t k = 0; k < rep % 3; k++) {
            random_u(f.data.dim, &rng, U);
            inlay_gp_imagine(f.gp, U, INLAY_FANTASY_DRAW, &rng, scratch);
        }
        for (size_t i = 0; i < (WAY_M + 1) * f.data.dim; i++)
            U[i] = 0.01 + 0.98 * inlay_rng_uniform(&rng);
        struct inlay_minimizer m = given(f.gp, U + WAY_M * f.data.dim);
        check_gradient(&m, U, 0.0);
        check_gradient(&m, U, 0.01);
        inlay_minimizer_clear(&m);
        inlay_mem_free(scratch);
        clear(&f);
    }
}

/* The mean falls to -1e4 deviations away from the data: that f(x) >= f(x*) is all
 * but impossible there, and its derivatives are differences of large numbers. */
TEST(derivatives_hold_where_the_condition_is_hopeless)
{
    static const int REAL[] = {0};
    static const double MEAN[] = {-10.0, -1e2, -1e3, -1e4, -1e6};

    for (size_t k = 0; k < LEN(MEAN); k++) {
        struct fixture f;
        inlay_error err = {0};
        double U[] = {0.35, 0.42, 0.5, 0.9}, grad[WAY_M];
        const double X[] = {0.1, 0.2}, star = 0.15, h = 1e-5;
        domain_init(&f.domain, REAL, 1);
        CHECK_OK(inlay_data_init(&f.data, 1, 2, &err), err);
        for (size_t i = 0; i < 2; i++)
            inlay_data_add(&f.data, &X[i], 0.0);
        inlay_data_set(&f.data, f.data.obs);
        f.o = (struct inlay_gp_options){.kernel = INLAY_KERNEL_MATERN52};
        set_theta(&f, 1, 0.2, 1.0, 0.01, MEAN[k]);
        model(&f, 0);
        struct inlay_minimizer m = given(f.gp, &star);
        gradient_at(&m, U, 0.0, grad);
        for (size_t i = 0; i < WAY_M; i++) {
            const double at = U[i];
            U[i] = at + h;
            const double above = sum_at(&m, U, 0.0);
            U[i] = at - h;
            const double below = sum_at(&m, U, 0.0);
            U[i] = at;
            CHECK_ABS(grad[i], (above - below) / (2.0 * h), 1e-7);
        }
        inlay_minimizer_clear(&m);
        clear(&f);
    }
}

#ifdef INLAY_FAILING_MEM
TEST(a_minimizer_without_memory_leaks_nothing)
{
    const double u[] = {0.4, 0.5, 0.6, 0.7};
    struct fixture f;
    inlay_status st = INLAY_ENOMEM;
    long n_failed = 0;

    make_mixed(&f, 6, 0.01, 0, 3);
    for (; st != INLAY_OK; n_failed++) {
        struct inlay_minimizer m = {.n_sites = 77};
        inlay_error err = {0};
        inlay_mem_fail_after(n_failed);
        st = inlay_minimizer_init(&m, f.gp, 0, u, 1e-8, &err);
        inlay_mem_fail_after(-1);
        if (st == INLAY_OK)
            inlay_minimizer_clear(&m);
        else
            CHECK(st == INLAY_ENOMEM && m.n_sites == 77 && m.M == NULL &&
                  err.msg[0] != '\0');
    }
    CHECK(n_failed == 9);
    clear(&f);
}

TEST(moments_and_the_way_back_allocate_nothing)
{
    struct fixture f;
    double U[WAY_M * MAX_D], grad[WAY_M * MAX_D];
    struct inlay_rng rng = inlay_rng_seed(51);

    make_mixed(&f, 10, 0.01, 0, 3);
    random_u(WAY_M * f.data.dim, &rng, U);
    struct inlay_minimizer m = given(f.gp, U);
    inlay_mem_fail_after(-1);
    gradient_at(&m, U, 0.01, grad);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_minimizer_clear(&m);
    clear(&f);
}
#endif
