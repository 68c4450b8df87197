/*
 * test_gp.c: predictions against 50-digit values, and the paper's claims as
 * laws.
 */
#include "gp_reference.h"
#include "model_fixture.h"

#include "model/gp.h"

enum { MAX_U = 200 };

static struct inlay_gp_options options_of(enum inlay_kernel kernel,
                                          double jitter)
{
    return (struct inlay_gp_options){.kernel = kernel,
                                     .jitter = jitter,
                                     .priors = INLAY_PRIORS_INLAY,
                                     .noise = INLAY_NOISE_AUTO,
                                     .inference = INLAY_INFERENCE_MAP,
                                     .n_samples = 4,
                                     .burn_in = 3};
}

struct fixture {
    struct domain domain;
    struct inlay_data data;
    struct inlay_gp_options o;
    struct inlay_gp *gp;
    double *scratch;
    double theta[MAX_THETA];
};

/* The GP at θ of a domain and data that are there already. */
static void model(struct fixture *f, size_t n_pending)
{
    inlay_error err = {0};

    f->gp = NULL;
    CHECK_OK(inlay_gp_at(&f->domain.enc, &f->data, &f->o, f->theta, n_pending,
                         &f->gp, &err),
             err);
    f->scratch = inlay_mem_doubles(f->gp->base.n_scratch);
}

static void make_case(struct fixture *f, const struct gp_case *c)
{
    domain_init(&f->domain, c->levels, c->d);
    case_data(c, 0, &f->data);
    f->o = options_of(case_kernel(c), c->jitter);
    f->o.is_per_category = c->per_category;
    case_theta(c, f->theta);
    model(f, 0);
}

/* A real, a category of 3, an integer of 5, a real; n observations. */
static const int MIXED[] = {0, 3, -5, 0};

static void make_mixed(struct fixture *f, size_t n, size_t n_pending)
{
    struct inlay_rng rng = inlay_rng_seed(17);

    domain_init(&f->domain, MIXED, LEN(MIXED));
    data_random(&f->data, &f->domain.enc, n, &rng);
    f->o = options_of(INLAY_KERNEL_MATERN52, 1e-8);
    f->theta[0] = log(0.6);
    f->theta[1] = log(1.4);
    f->theta[2] = log(0.9);
    f->theta[3] = log(0.5);
    f->theta[4] = log(1.3);
    f->theta[5] = log(1e-3);
    f->theta[6] = 0.2;
    model(f, n_pending);
}

static void clear_model(struct fixture *f)
{
    inlay_mem_free(f->scratch);
    inlay_gp_free(f->gp);
}

static void clear(struct fixture *f)
{
    clear_model(f);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

static void predict(const struct fixture *f, const double *u, double *mean,
                    double *var)
{
    inlay_gp_predict(f->gp, 0, u, 1, mean, var, f->scratch);
}

/* ---- Values -------------------------------------------------------------- */

/* K loses its condition in digits; a variance is a difference from a. */
static double tolerance(const struct gp_case *c)
{
    return 2e-15 * (10.0 + c->cond);
}

TEST(predictions_agree_with_50_digit_values) /* fixtures/gp_reference.py */
{
    for (size_t i = 0; i < LEN(gp_cases); i++) {
        const struct gp_case *c = &gp_cases[i];
        struct fixture f;
        double u[MAX_D], mean, var;
        make_case(&f, c);
        for (size_t k = 0; k < c->m; k++) {
            case_point(c, c->T + k * c->d, u);
            predict(&f, u, &mean, &var);
            CHECK_ABS(mean, c->want_mean[k], tolerance(c) * 10.0);
            CHECK_ABS(var, c->want_var[k], tolerance(c) * c->amp);
        }
        clear(&f);
    }
}

TEST(gradients_agree_with_50_digit_values)
{
    for (size_t i = 0; i < LEN(gp_cases); i++) {
        const struct gp_case *c = &gp_cases[i];
        struct fixture f;
        double U[MAX_D * MAX_D], Z[MAX_D * MAX_D], mean[MAX_D], var[MAX_D];
        double dmean[MAX_D * MAX_D], dvar[MAX_D * MAX_D];
        make_case(&f, c);
        for (size_t k = 0; k < c->m; k++)
            case_point(c, c->T + k * c->d, U + k * c->d);
        inlay_gp_embed(f.gp, U, c->m, Z);
        inlay_gp_gradient(f.gp, 0, Z, c->m, mean, var, dmean, dvar, f.scratch);
        for (size_t k = 0; k < c->m; k++) {
            CHECK_ABS(mean[k], c->want_mean[k], tolerance(c) * 10.0);
            CHECK_ABS(var[k], c->want_var[k], tolerance(c) * c->amp);
        }
        for (size_t k = 0; k < c->m * c->d; k++) {
            CHECK_ABS(dmean[k], c->want_dmean[k],
                      100.0 * tolerance(c) * (1.0 + fabs(c->want_dmean[k])));
            CHECK_ABS(dvar[k], c->want_dvar[k],
                      100.0 * tolerance(c) * (1.0 + fabs(c->want_dvar[k])));
        }
        clear(&f);
    }
}

TEST(gradients_are_central_differences_and_0_on_discrete_axes)
{
    const double h = 1e-5;
    struct inlay_rng rng = inlay_rng_seed(2);
    struct fixture f;

    make_mixed(&f, 20, 0);
    for (int rep = 0; rep < 50; rep++) {
        double u[MAX_D], z[MAX_D], mean, var, dmean[MAX_D], dvar[MAX_D];
        random_u(LEN(MIXED), &rng, u);
        inlay_gp_embed(f.gp, u, 1, z);
        inlay_gp_gradient(f.gp, 0, z, 1, &mean, &var, dmean, dvar, f.scratch);
        for (size_t j = 0; j < LEN(MIXED); j++) {
            double m[2], v[2];
            const double at = u[j];
            if (MIXED[j] != 0) {
                CHECK(dmean[j] == 0.0 && dvar[j] == 0.0);
                continue;
            }
            u[j] = at + h;
            predict(&f, u, &m[1], &v[1]);
            u[j] = at - h;
            predict(&f, u, &m[0], &v[0]);
            u[j] = at;
            CHECK_ABS(dmean[j], (m[1] - m[0]) / (2.0 * h), 1e-6);
            CHECK_ABS(dvar[j], (v[1] - v[0]) / (2.0 * h), 1e-6);
        }
    }
    clear(&f);
}

TEST(any_number_of_points_at_once_is_each_alone)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    struct fixture f;
    const size_t d = LEN(MIXED);
    static double U[MAX_U * LEN(MIXED)], mean[MAX_U], var[MAX_U];

    make_mixed(&f, 30, 0);
    random_u(MAX_U * d, &rng, U);
    inlay_gp_predict(f.gp, 0, U, MAX_U, mean, var, f.scratch);
    for (size_t i = 0; i < MAX_U; i++) {
        double m, v;
        predict(&f, U + i * d, &m, &v);
        CHECK_ABS(mean[i], m, 1e-12);
        CHECK_ABS(var[i], v, 1e-12);
    }
    inlay_gp_predict(f.gp, 0, U, 0, mean, var, f.scratch);
    clear(&f);
}

/* With merged observations, a pending point, and one more where f is known, at
 * which the diagonal is raised. */
TEST(extra_is_what_the_diagonal_of_K_has_above_the_kernel)
{
    static const double NOISE[] = {0.0, 0.04};
    static const int FEW[] = {2, -3};
    struct inlay_rng rng = inlay_rng_seed(29);

    for (size_t i = 0; i < LEN(NOISE); i++) {
        struct fixture f;
        const double u[] = {0.2, 0.9};
        domain_init(&f.domain, FEW, LEN(FEW));
        data_random(&f.data, &f.domain.enc, 9, &rng);
        f.o = options_of(INLAY_KERNEL_MATERN52, 1e-12);
        f.theta[0] = f.theta[1] = 0.0;
        f.theta[2] = log(1.3);
        f.theta[3] = log(NOISE[i]);
        f.theta[4] = 0.0;
        model(&f, 2);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, f.scratch);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, f.scratch);
        const struct inlay_gp_component *c = &f.gp->comp[0];
        for (size_t r = 0; r < f.gp->n_points; r++) {
            double diagonal = 0.0;
            for (size_t j = 0; j <= r; j++)
                diagonal += c->L[j * f.gp->room + r] * c->L[j * f.gp->room + r];
            CHECK_ABS(c->extra[r], diagonal - c->amp, 1e-14);
        }
        if (NOISE[i] == 0.0)
            CHECK(c->extra[f.gp->n_points - 1] > 1e-5);
        clear(&f);
    }
}

/* ---- The paper's claims -------------------------------------------------- */

TEST(points_of_one_cell_have_one_posterior)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    struct fixture f;

    make_mixed(&f, 20, 0);
    for (int rep = 0; rep < 300; rep++) {
        double u[MAX_D], t[MAX_D], mean[2], var[2];
        random_u(LEN(MIXED), &rng, u);
        inlay_encode_snap(&f.domain.enc, u, t);
        predict(&f, u, &mean[0], &var[0]);
        predict(&f, t, &mean[1], &var[1]);
        CHECK(mean[0] == mean[1] && var[0] == var[1]);
    }
    clear(&f);
}

/* As many observations as cells, so nothing is left to be learned. */
TEST(a_space_that_was_seen_whole_has_no_variance_left)
{
    static const int DISCRETE[] = {3, -5, 2};
    struct fixture f;
    inlay_error err = {0};
    double u[3], mean, var;

    domain_init(&f.domain, DISCRETE, 3);
    const size_t n = (size_t)inlay_encode_n_configurations(&f.domain.enc);
    CHECK_OK(inlay_data_init(&f.data, 3, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_combination(&f.domain.enc, i, u);
        inlay_data_add(&f.data, u, sin((double)i));
    }
    inlay_data_set(&f.data, f.data.obs);
    f.o = options_of(INLAY_KERNEL_MATERN52, 1e-8);
    for (size_t p = 0; p < 3; p++)
        f.theta[p] = 0.0;
    f.theta[3] = log(2.0);
    f.theta[4] = -INFINITY;
    f.theta[5] = 0.0;
    model(&f, 0);

    struct inlay_rng rng = inlay_rng_seed(5);
    for (int rep = 0; rep < 200; rep++) {
        random_u(3, &rng, u); /* anywhere in a cell */
        predict(&f, u, &mean, &var);
        CHECK(var >= 0.0 && var < 1e-6 * 2.0);
    }
    for (size_t i = 0; i < n; i++) {
        inlay_encode_combination(&f.domain.enc, i, u);
        predict(&f, u, &mean, &var);
        CHECK_ABS(mean, sin((double)i), 1e-5);
    }
    clear(&f);
}

/* One observation: 1 − var/a is the squared correlation with it. */
TEST(covariance_falls_with_the_distance_of_integers)
{
    static const int INTEGER[] = {-9};
    struct fixture f;
    inlay_error err = {0};
    double u = 0.0, last = -1.0;

    domain_init(&f.domain, INTEGER, 1);
    CHECK_OK(inlay_data_init(&f.data, 1, 1, &err), err);
    inlay_data_add(&f.data, &u, 1.0);
    inlay_data_set(&f.data, f.data.obs);
    f.o = options_of(INLAY_KERNEL_MATERN32, 0.0);
    f.theta[0] = log(0.4);
    f.theta[1] = 0.0;
    f.theta[2] = -INFINITY;
    f.theta[3] = 0.0;
    model(&f, 0);
    for (uint64_t k = 0; k < 9; k++) {
        double mean, var;
        u = inlay_axis_coordinate(&f.domain.enc.axis[0], k);
        predict(&f, &u, &mean, &var);
        CHECK(var > last);
        last = var;
    }
    clear(&f);
}

/* The mean at a category that was never seen is the same for all of them. */
TEST(unseen_categories_are_all_alike)
{
    static const int CATEGORY[] = {6};
    struct fixture f;
    inlay_error err = {0};
    double mean[6], var[6];

    domain_init(&f.domain, CATEGORY, 1);
    CHECK_OK(inlay_data_init(&f.data, 1, 2, &err), err);
    for (size_t k = 0; k < 2; k++) {
        const double u = (double)k / 5.0;
        inlay_data_add(&f.data, &u, 1.0 + (double)k);
    }
    inlay_data_set(&f.data, f.data.obs);
    f.o = options_of(INLAY_KERNEL_SE, 0.0);
    f.theta[0] = 0.3;
    f.theta[1] = f.theta[3] = 0.0;
    f.theta[2] = log(0.1);
    model(&f, 0);
    for (size_t k = 0; k < 6; k++) {
        const double u = (double)k / 5.0;
        predict(&f, &u, &mean[k], &var[k]);
    }
    for (size_t k = 3; k < 6; k++)
        CHECK(mean[k] == mean[2] && var[k] == var[2]);
    CHECK(mean[0] != mean[2] && mean[1] != mean[2] && var[0] < var[2]);
    clear(&f);
}

TEST(the_order_of_trials_is_irrelevant)
{
    struct inlay_rng rng = inlay_rng_seed(6);
    struct fixture f, g;
    inlay_error err = {0};
    size_t order[25];

    make_mixed(&f, 25, 0);
    for (size_t i = 0; i < 25; i++)
        order[i] = i;
    inlay_rng_shuffle(&rng, order, 25);
    domain_init(&g.domain, MIXED, LEN(MIXED));
    CHECK_OK(inlay_data_init(&g.data, LEN(MIXED), 25, &err), err);
    for (size_t i = 0; i < 25; i++)
        inlay_data_add(&g.data, f.data.U + f.data.row[order[i]] * LEN(MIXED),
                       f.data.obs[order[i]]);
    inlay_data_set(&g.data, g.data.obs);
    g.o = f.o;
    memcpy(g.theta, f.theta, sizeof g.theta);
    model(&g, 0);
    for (int rep = 0; rep < 100; rep++) {
        double u[MAX_D], mean[2], var[2];
        random_u(LEN(MIXED), &rng, u);
        predict(&f, u, &mean[0], &var[0]);
        predict(&g, u, &mean[1], &var[1]);
        CHECK_ABS(mean[0], mean[1], 1e-10);
        CHECK_ABS(var[0], var[1], 1e-10);
    }
    clear(&f);
    clear(&g);
}

/* ---- Pending points ------------------------------------------------------ */

/* f with its fantasies as data. */
static void with_fantasies(const struct fixture *f, struct fixture *g)
{
    const size_t d = f->data.dim, n = f->gp->n_points;
    inlay_error err = {0};
    double u[MAX_D];

    domain_init(&g->domain, MIXED, LEN(MIXED));
    CHECK_OK(inlay_data_init(&g->data, d, f->data.n_obs + n, &err), err);
    for (size_t k = 0; k < f->data.n_obs; k++)
        inlay_data_add(&g->data, f->data.U + f->data.row[k] * d,
                       f->data.obs[k]);
    for (size_t i = f->gp->n_data; i < n; i++) {
        for (size_t j = 0; j < d; j++) {
            u[j] = f->gp->Z[j * f->gp->room + i];
            if (MIXED[j] > 0)
                u[j] /= MIXED[j] - 1;
        }
        inlay_data_add(&g->data, u, f->gp->comp[0].y[i]);
    }
    inlay_data_set(&g->data, g->data.obs);
    CHECK(g->data.n == n);
    g->o = f->o;
    memcpy(g->theta, f->theta, sizeof g->theta);
    model(g, 0);
}

static void check_same_predictions(const struct fixture *f,
                                   const struct fixture *g, double tol)
{
    struct inlay_rng rng = inlay_rng_seed(7);

    for (int rep = 0; rep < 100; rep++) {
        double u[MAX_D], mean[2], var[2];
        random_u(LEN(MIXED), &rng, u);
        predict(f, u, &mean[0], &var[0]);
        predict(g, u, &mean[1], &var[1]);
        CHECK_ABS(mean[0], mean[1], tol);
        CHECK_ABS(var[0], var[1], tol);
    }
}

TEST(an_imagined_point_is_an_observation)
{
    static const enum inlay_fantasy FANTASY[] = {INLAY_FANTASY_MEAN,
                                                 INLAY_FANTASY_DRAW};

    for (size_t i = 0; i < 2; i++) {
        struct inlay_rng rng = inlay_rng_seed(8);
        struct fixture f, g;
        double u[MAX_D];
        make_mixed(&f, 20, 12);
        for (int k = 0; k < 12; k++) {
            random_u(LEN(MIXED), &rng, u);
            inlay_gp_imagine(f.gp, u, FANTASY[i], &rng, f.scratch);
        }
        CHECK(f.gp->n_points == f.gp->n_data + 12);
        with_fantasies(&f, &g);
        check_same_predictions(&f, &g, 1e-8);
        clear(&f);
        clear(&g);
    }
}

/* A mean that is imagined changes no mean, and lowers the variance there. */
TEST(imagining_the_mean_changes_no_mean)
{
    struct inlay_rng rng = inlay_rng_seed(9);
    struct fixture f, g;
    double u[MAX_D], mean, before, after;

    make_mixed(&f, 20, 3);
    make_mixed(&g, 20, 0);
    for (int k = 0; k < 3; k++) {
        random_u(LEN(MIXED), &rng, u);
        predict(&f, u, &mean, &before);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, f.scratch);
        predict(&f, u, &mean, &after);
        CHECK(after < 0.1 * before);
    }
    for (int rep = 0; rep < 100; rep++) {
        double m[2], v[2];
        random_u(LEN(MIXED), &rng, u);
        predict(&f, u, &m[0], &v[0]);
        predict(&g, u, &m[1], &v[1]);
        CHECK_ABS(m[0], m[1], 1e-10);
        CHECK(v[0] <= v[1] + 1e-12);
    }
    clear(&f);
    clear(&g);
}

/* Drawn values are distributed as the prediction, noise included. */
TEST(drawn_fantasies_have_the_predictive_distribution)
{
    const size_t n = 2000;
    struct inlay_rng rng = inlay_rng_seed(10);
    const double u[] = {0.3, 0.9, 0.1, 0.95};
    double mean = 0.0, var = 0.0, sum = 0.0, squares = 0.0;

    for (size_t i = 0; i < n; i++) {
        struct fixture f;
        make_mixed(&f, 6, 0);
        clear_model(&f);
        f.theta[5] = log(0.8); /* much noise */
        model(&f, 1);
        predict(&f, u, &mean, &var);
        var += exp(f.theta[5]);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, f.scratch);
        const double z = (f.gp->comp[0].y[f.gp->n_data] - mean) / sqrt(var);
        sum += z / (double)n;
        squares += z * z / (double)n;
        clear(&f);
    }
    CHECK_ABS(sum, 0.0, 4.0 / sqrt((double)n));
    CHECK_ABS(squares, 1.0, 4.0 * sqrt(2.0 / (double)n));
}

TEST(five_hundred_points_are_appended_without_drift)
{
    struct inlay_rng rng = inlay_rng_seed(11);
    struct fixture f, g;
    double u[MAX_D];

    make_mixed(&f, 20, 500);
    for (int k = 0; k < 500; k++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, f.scratch);
    }
    with_fantasies(&f, &g);
    check_same_predictions(&f, &g, 1e-8);
    clear(&f);
    clear(&g);
}

/* With and without noise; again and again. */
TEST(imagining_a_known_point_is_harmless)
{
    for (int is_noisy = 0; is_noisy < 2; is_noisy++) {
        struct inlay_rng rng = inlay_rng_seed(12);
        struct fixture f, g;
        make_mixed(&f, 12, 0);
        clear_model(&f);
        if (!is_noisy)
            f.theta[5] = -INFINITY;
        model(&f, 40);
        domain_init(&g.domain, MIXED, LEN(MIXED));
        g.data = f.data;
        g.o = f.o;
        memcpy(g.theta, f.theta, sizeof g.theta);
        model(&g, 0);
        for (size_t k = 0; k < 40; k++)
            inlay_gp_imagine(f.gp, f.data.U + (k % 3) * LEN(MIXED),
                             INLAY_FANTASY_MEAN, &rng, f.scratch);
        for (int rep = 0; rep < 100; rep++) {
            double u[MAX_D], mean[2], var[2];
            random_u(LEN(MIXED), &rng, u);
            predict(&f, u, &mean[0], &var[0]);
            predict(&g, u, &mean[1], &var[1]);
            CHECK_ABS(mean[0], mean[1], 1e-5);
            CHECK(isfinite(var[0]) && var[0] >= 0.0);
            CHECK(var[0] <= var[1] + 1e-6);
            CHECK(var[0] >= var[1] - 2e-3); /* noise that averages out */
        }
        clear_model(&g);
        domain_clear(&g.domain);
        clear(&f);
    }
}

/* ---- What predictions are made of ---------------------------------------- */

/* k(a, b) of component 0, both embedded, without noise. */
static double covariance(const struct inlay_gp *gp, const double *a,
                         const double *b)
{
    const struct inlay_gp_component *c = &gp->comp[0];
    double k;

    inlay_metric_cross(&gp->metric, c->w, a, 1, 1, b, 1, &k);
    inlay_kernel_values(gp->kernel, c->amp, &k, 1, &k);
    return k;
}

static void known_point(const struct inlay_gp *gp, size_t i, double *z)
{
    for (size_t j = 0; j < gp->metric.enc->dim; j++)
        z[j] = gp->Z[j * gp->room + i];
}

/* As make_mixed, with a kernel, length-scales that are drawn, and n_pending points
 * pending. */
static void make_pending(struct fixture *f, enum inlay_kernel kernel, size_t n,
                         size_t n_pending, struct inlay_rng *rng)
{
    double u[MAX_D];

    make_mixed(f, n, 0);
    clear_model(f);
    f->o.kernel = kernel;
    for (size_t p = 0; p < 4; p++)
        f->theta[p] += 0.5 * inlay_rng_normal(rng);
    model(f, n_pending);
    for (size_t k = 0; k < n_pending; k++) {
        random_u(f->data.dim, rng, u);
        inlay_gp_imagine(f->gp, u, INLAY_FANTASY_DRAW, rng, f->scratch);
    }
}

enum { WHITE_N = 14, WHITE_M = 5 };

TEST(whitened_covariances_are_those_of_a_prediction)
{
    struct inlay_rng rng = inlay_rng_seed(51);
    struct fixture f;
    double U[WHITE_M * MAX_D], Z[WHITE_M * MAX_D], z[MAX_D];
    double mean[2][WHITE_M], var[2][WHITE_M];
    double V[WHITE_M * WHITE_N], W[WHITE_M * WHITE_N], slope[LEN(V)];

    make_pending(&f, INLAY_KERNEL_MATERN52, WHITE_N - 3, 3, &rng);
    const size_t N = f.gp->n_points, dim = f.data.dim;
    const struct inlay_gp_component *c = &f.gp->comp[0];
    CHECK(N == WHITE_N);
    random_u(WHITE_M * dim, &rng, U);
    inlay_gp_embed(f.gp, U, WHITE_M, Z);
    inlay_gp_whiten(f.gp, 0, Z, WHITE_M, mean[0], var[0], f.scratch, NULL);
    inlay_gp_whiten(f.gp, 0, Z, WHITE_M, mean[1], var[1], V, NULL);
    CHECK(memcmp(mean[0], mean[1], sizeof *mean) == 0);
    CHECK(memcmp(var[0], var[1], sizeof *var) == 0);
    inlay_gp_whiten(f.gp, 0, Z, WHITE_M, mean[1], var[1], W, slope);
    for (size_t b = 0; b < WHITE_M; b++) {
        double known = 0.0;
        for (size_t i = 0; i < N; i++) { /* row i of LV = K* */
            double sum = 0.0;
            for (size_t j = 0; j <= i; j++)
                sum += c->L[j * f.gp->room + i] * V[b * N + j];
            known_point(f.gp, i, z);
            CHECK_ABS(sum, covariance(f.gp, z, Z + b * dim), 1e-13);
            CHECK_ABS(W[b * N + i], V[b * N + i], 1e-12);
            CHECK(slope[b * N + i] < 0.0);
            known += V[b * N + i] * V[b * N + i];
        }
        CHECK_ABS(known, c->amp - var[0][b], 1e-13);
        CHECK_ABS(mean[1][b], mean[0][b], 1e-12);
        CHECK_ABS(var[1][b], var[0][b], 1e-12);
    }
    clear(&f);
}

/* Something smooth of the moments and of V; its derivatives, unless NULL. */
static double function_of(const double *V, size_t N, double mean, double var,
                          double *by_mean, double *by_var, double *by_V)
{
    double sum = 0.0;

    for (size_t i = 0; i < N; i++) {
        const double weight = cos(1.0 + 2.0 * (double)i);
        sum += weight * V[i] + 0.1 * V[i] * V[i] * V[i];
        if (by_V)
            by_V[i] = mean * (weight + 0.3 * V[i] * V[i]);
    }
    if (by_V) {
        *by_mean = sum + cos(mean);
        *by_var = 1.0 / var;
    }
    return mean * sum + sin(mean) + log(var);
}

/* Σ over the block of function_of at rows of U. */
static double sum_of_function(const struct fixture *f, const double *U)
{
    const size_t N = f->gp->n_points;
    double Z[WHITE_M * MAX_D], mean[WHITE_M], var[WHITE_M], sum = 0.0;
    double *V = f->scratch;

    inlay_gp_embed(f->gp, U, WHITE_M, Z);
    inlay_gp_whiten(f->gp, 0, Z, WHITE_M, mean, var, V, NULL);
    for (size_t b = 0; b < WHITE_M; b++)
        sum += function_of(V + b * N, N, mean[b], var[b], NULL, NULL, NULL);
    return sum;
}

static void check_pull_back(const struct fixture *f, struct inlay_rng *rng)
{
    const double h = 1e-5;
    const size_t N = f->gp->n_points, dim = f->data.dim;
    double U[WHITE_M * MAX_D], Z[WHITE_M * MAX_D], grad[WHITE_M * MAX_D];
    double mean[WHITE_M], var[WHITE_M], by_mean[WHITE_M], by_var[WHITE_M];
    double V[WHITE_M * WHITE_N], slope[LEN(V)], by_V[LEN(V)];

    for (size_t k = 0; k < WHITE_M * dim; k++) {
        U[k] = 0.01 + 0.98 * inlay_rng_uniform(rng);
        grad[k] = 7.0; /* to be added to */
    }
    inlay_gp_embed(f->gp, U, WHITE_M, Z);
    inlay_gp_whiten(f->gp, 0, Z, WHITE_M, mean, var, V, slope);
    for (size_t b = 0; b < WHITE_M; b++)
        function_of(V + b * N, N, mean[b], var[b], &by_mean[b], &by_var[b],
                    by_V + b * N);
    inlay_gp_pull_back(f->gp, 0, Z, WHITE_M, V, slope, by_mean, by_var, by_V,
                       grad);
    for (size_t k = 0; k < WHITE_M * dim; k++) {
        const double at = U[k];
        if (MIXED[k % dim] != 0) {
            CHECK(grad[k] == 7.0);
            continue;
        }
        U[k] = at + h;
        const double above = sum_of_function(f, U);
        U[k] = at - h;
        const double below = sum_of_function(f, U);
        U[k] = at;
        const double want = (above - below) / (2.0 * h);
        CHECK_ABS(grad[k] - 7.0, want, 1e-6 * (1.0 + fabs(want)));
    }
}

TEST(pulled_back_derivatives_are_central_differences)
{
    static const enum inlay_kernel KERNEL[] = {
        INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};
    struct inlay_rng rng = inlay_rng_seed(52);

    for (int rep = 0; rep < 15; rep++) {
        struct fixture f;
        const size_t n_pending = (size_t)rep % 4;
        make_pending(&f, KERNEL[rep % 3], WHITE_N - n_pending, n_pending, &rng);
        check_pull_back(&f, &rng);
        clear(&f);
    }
}

/* LL' − k(Z, Z) is diag(extra). */
static void check_extra(const struct inlay_gp *gp, double tol)
{
    const struct inlay_gp_component *c = &gp->comp[0];
    double a[MAX_D], b[MAX_D];

    for (size_t i = 0; i < gp->n_points; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k <= j; k++)
                sum += c->L[k * gp->room + i] * c->L[k * gp->room + j];
            known_point(gp, i, a);
            known_point(gp, j, b);
            CHECK_ABS(sum - covariance(gp, a, b), i == j ? c->extra[i] : 0.0,
                      tol * c->amp);
        }
}

TEST(the_factor_is_that_of_the_covariances_and_extra)
{
    for (int is_noisy = 0; is_noisy < 2; is_noisy++) {
        struct inlay_rng rng = inlay_rng_seed(53);
        struct fixture f;
        double u[MAX_D];
        make_mixed(&f, 60, 0); /* few cells: some are seen again */
        clear_model(&f);
        inlay_data_clear(&f.data);
        inlay_error err = {0};
        CHECK_OK(inlay_data_init(&f.data, f.domain.enc.dim, 9, &err), err);
        for (int k = 0; k < 9; k++) {
            for (size_t j = 0; j < f.data.dim; j++)
                u[j] = k % 5 < 3 ? 0.0 : (double)(k % 2);
            inlay_data_add(&f.data, u, inlay_rng_normal(&rng));
        }
        inlay_data_set(&f.data, f.data.obs);
        CHECK(f.data.n < 9 && f.data.count[0] > 1.0);
        if (!is_noisy)
            f.theta[5] = -INFINITY;
        f.o.jitter = 1e-12;
        model(&f, 4);
        const struct inlay_gp_component *c = &f.gp->comp[0];
        const double noise = exp(f.theta[5]), amp = exp(f.theta[4]);
        for (size_t i = 0; i < f.data.n; i++)
            CHECK_REL(c->extra[i], noise / f.data.count[i] + 1e-12 * amp,
                      1e-14);
        random_u(f.data.dim, &rng, u);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, f.scratch);
        inlay_gp_imagine(f.gp, f.data.U, INLAY_FANTASY_DRAW, &rng, f.scratch);
        inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, f.scratch);
        const size_t n = f.data.n;
        CHECK_REL(c->extra[n], noise + 1e-12 * amp, 1e-14);
        /* without noise both are known, and the diagonal is raised */
        const double raised = is_noisy ? 0.0 : 1e-4 * amp;
        CHECK_REL(c->extra[n + 1], noise + 1e-12 * amp + raised, 1e-14);
        CHECK_REL(c->extra[n + 2], noise + 1e-12 * amp + raised, 1e-14);
        check_extra(f.gp, 1e-14);
        clear(&f);
    }
}

/* A jitter that was raised to find a factor is in extra, too. */
TEST(extra_has_the_jitter_that_a_factor_took)
{
    struct fixture f;

    make_mixed(&f, 40, 0);
    clear_model(&f);
    f.o.kernel = INLAY_KERNEL_SE;
    for (size_t p = 0; p < 4; p++)
        f.theta[p] = log(1e9); /* all covariances are the amplitude */
    f.theta[5] = -INFINITY;
    f.o.jitter = 0.0;
    model(&f, 0);
    CHECK(f.gp->comp[0].jitter > 0.0);
    check_extra(f.gp, 1e-14);
    for (size_t i = 0; i < f.data.n; i++)
        CHECK(f.gp->comp[0].extra[i] ==
              f.gp->comp[0].jitter * f.gp->comp[0].amp);
    clear(&f);
}

/* ---- Observations with a variance of their own --------------------------- */

enum { N_NOISY = 12 };

/* Values of N_NOISY points and a little more, each with its variance. */
struct noisy {
    struct domain domain;
    struct inlay_gp_options o;
    double U[N_NOISY][2], y[N_NOISY], v[N_NOISY];
};

static void make_values(struct noisy *s)
{
    struct inlay_rng rng = inlay_rng_seed(12);
    static const int REAL[] = {0, 0};

    domain_init(&s->domain, REAL, 2);
    s->o = options_of(INLAY_KERNEL_MATERN52, 1e-8);
    for (size_t i = 0; i < N_NOISY; i++) {
        random_u(2, &rng, s->U[i]);
        s->y[i] = sin(5.0 * s->U[i][0]) + 0.3 * inlay_rng_normal(&rng);
        s->v[i] = 0.05 + 0.2 * inlay_rng_uniform(&rng);
    }
}

/* The GP at a θ whose noise is 0.09, of the first n of the values and of one more,
 * unless that is NaN, at the first point. */
static struct inlay_gp *gp_of_values(const struct noisy *s, size_t n,
                                     const double *v, double y_more,
                                     double v_more)
{
    const double THETA[] = {log(0.4), log(0.6), log(1.3), log(0.09), 0.1};
    inlay_error err = {0};
    struct inlay_data data;
    struct inlay_gp *gp = NULL;

    CHECK_OK(inlay_data_init(&data, 2, n + 1, &err), err);
    for (size_t i = 0; i < n; i++)
        inlay_data_add_noisy(&data, s->U[i], s->y[i], v ? v[i] : NAN);
    if (!isnan(y_more))
        inlay_data_add_noisy(&data, s->U[0], y_more, v_more);
    inlay_data_merge(&data);
    CHECK_OK(inlay_gp_at(&s->domain.enc, &data, &s->o, THETA, 0, &gp, &err),
             err);
    inlay_data_clear(&data);
    return gp;
}

static void check_same_posterior(struct inlay_gp *a, struct inlay_gp *b,
                                 double tol)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    double *scratch = inlay_mem_doubles(a->base.n_scratch + b->base.n_scratch);

    for (int rep = 0; rep < 50; rep++) {
        double u[2], mean[2], var[2];
        random_u(2, &rng, u);
        inlay_gp_predict(a, 0, u, 1, &mean[0], &var[0], scratch);
        inlay_gp_predict(b, 0, u, 1, &mean[1], &var[1], scratch);
        CHECK_ABS(mean[0], mean[1], tol);
        CHECK_ABS(var[0], var[1], tol);
    }
    inlay_mem_free(scratch);
    inlay_gp_free(a);
    inlay_gp_free(b);
}

TEST(the_variance_of_the_noise_is_the_noise)
{
    struct noisy s;
    double v[N_NOISY];

    make_values(&s);
    for (size_t i = 0; i < N_NOISY; i++)
        v[i] = exp(log(0.09));
    check_same_posterior(gp_of_values(&s, N_NOISY, NULL, NAN, NAN),
                         gp_of_values(&s, N_NOISY, v, NAN, NAN), 1e-13);
    domain_clear(&s.domain);
}

TEST(with_a_vast_variance_a_value_is_as_none)
{
    struct noisy s;

    make_values(&s);
    s.v[N_NOISY - 1] = 1e12;
    s.y[N_NOISY - 1] = 100.0;
    check_same_posterior(gp_of_values(&s, N_NOISY, s.v, NAN, NAN),
                         gp_of_values(&s, N_NOISY - 1, s.v, NAN, NAN), 1e-9);
    domain_clear(&s.domain);
}

TEST(two_values_at_a_point_are_one_of_both_precisions)
{
    struct noisy s;
    const double y = 1.5, v = 0.02;

    make_values(&s);
    struct inlay_gp *both = gp_of_values(&s, N_NOISY, s.v, y, v);
    s.y[0] = (s.y[0] / s.v[0] + y / v) / (1.0 / s.v[0] + 1.0 / v);
    s.v[0] = 1.0 / (1.0 / s.v[0] + 1.0 / v);
    check_same_posterior(both, gp_of_values(&s, N_NOISY, s.v, NAN, NAN), 1e-12);
    domain_clear(&s.domain);
}

TEST(extra_is_the_variance_that_was_given_and_the_jitter)
{
    struct noisy s;

    make_values(&s);
    struct inlay_gp *gp = gp_of_values(&s, N_NOISY, s.v, NAN, NAN);
    const struct inlay_gp_component *c = &gp->comp[0];
    for (size_t i = 0; i < N_NOISY; i++)
        CHECK_REL(c->extra[i], s.v[i] + c->jitter * c->amp, 1e-13);
    inlay_gp_free(gp);
    domain_clear(&s.domain);
}

TEST(an_exact_value_is_passed_through)
{
    struct noisy s;
    double mean, var;

    make_values(&s);
    s.v[3] = 0.0;
    struct inlay_gp *gp = gp_of_values(&s, N_NOISY, s.v, NAN, NAN);
    double *scratch = inlay_mem_doubles(gp->base.n_scratch);
    inlay_gp_predict(gp, 0, s.U[3], 1, &mean, &var, scratch);
    CHECK_ABS(mean, s.y[3], 1e-6);
    CHECK_ABS(var, 0.0, 1e-6);
    inlay_mem_free(scratch);
    inlay_gp_free(gp);
    domain_clear(&s.domain);
}

TEST(a_gp_that_knows_nothing_is_its_prior)
{
    struct inlay_rng rng = inlay_rng_seed(54);
    struct fixture f;
    inlay_error err = {0};
    double u[MAX_D], mean, var;

    make_mixed(&f, 3, 0);
    clear_model(&f);
    inlay_data_clear(&f.data);
    CHECK_OK(inlay_data_init(&f.data, f.domain.enc.dim, 0, &err), err);
    inlay_data_set(&f.data, f.data.obs);
    model(&f, 1);
    random_u(f.domain.enc.dim, &rng, u);
    predict(&f, u, &mean, &var);
    CHECK(mean == f.theta[6] && var == f.gp->comp[0].amp);
    inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, f.scratch);
    predict(&f, u, &mean, &var);
    CHECK_REL(mean, f.theta[6], 1e-14);
    const double amp = f.gp->comp[0].amp, e = f.gp->comp[0].extra[0];
    CHECK_REL(var, amp * e / (amp + e), 1e-9);
    clear(&f);
}

/* ---- Fits ---------------------------------------------------------------- */

static struct inlay_gp *fit(const struct fixture *f,
                            enum inlay_inference inference, const double *start,
                            uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct inlay_gp_options o = f->o;
    struct inlay_gp *gp = NULL;
    inlay_error err = {0};

    o.inference = inference;
    CHECK_OK(gp_fit(&f->domain.enc, &f->data, &o, start, 2, &rng, &gp, &err),
             err);
    return gp;
}

TEST(a_fit_has_a_component_for_each_sample)
{
    struct fixture f;

    make_mixed(&f, 20, 0);
    struct inlay_gp *map = fit(&f, INLAY_INFERENCE_MAP, NULL, 1);
    struct inlay_gp *slice = fit(&f, INLAY_INFERENCE_SLICE, NULL, 1);
    CHECK(map->base.n_comp == 1 && slice->base.n_comp == f.o.n_samples);
    CHECK(slice->room == slice->n_data + 2);
    CHECK(slice->counts.n_evaluations > map->counts.n_evaluations);
    CHECK(inlay_gp_last_theta(slice) == slice->comp[3].theta);
    for (size_t k = 0; k < slice->base.n_comp;
         k++) { /* each is a GP at its θ */
        double u[] = {0.3, 0.5, 0.7, 0.2}, m[2], v[2];
        struct fixture g = f;
        memcpy(g.theta, slice->comp[k].theta,
               inlay_theta_n(slice->metric.n_scales) * sizeof *g.theta);
        model(&g, 0);
        double *scratch = inlay_mem_doubles(slice->base.n_scratch);
        inlay_gp_predict(slice, k, u, 1, &m[0], &v[0], scratch);
        predict(&g, u, &m[1], &v[1]);
        CHECK_ABS(m[0], m[1], 1e-12);
        CHECK_ABS(v[0], v[1], 1e-12);
        inlay_mem_free(scratch);
        clear_model(&g);
    }
    inlay_gp_free(map);
    inlay_gp_free(slice);
    clear(&f);
}

TEST(the_same_rng_gives_the_same_fit)
{
    struct fixture f;

    make_mixed(&f, 15, 0);
    struct inlay_gp *a = fit(&f, INLAY_INFERENCE_SLICE, NULL, 3);
    struct inlay_gp *b = fit(&f, INLAY_INFERENCE_SLICE, NULL, 3);
    struct inlay_gp *c = fit(&f, INLAY_INFERENCE_SLICE, NULL, 4);
    const size_t n_theta = inlay_theta_n(a->metric.n_scales);
    const size_t size = n_theta * sizeof(double);
    CHECK(memcmp(inlay_gp_last_theta(a), inlay_gp_last_theta(b), size) == 0);
    CHECK(memcmp(inlay_gp_last_theta(a), inlay_gp_last_theta(c), size) != 0);
    inlay_gp_free(a);
    inlay_gp_free(b);
    inlay_gp_free(c);
    clear(&f);
}

TEST(a_start_that_is_no_longer_possible_is_replaced)
{
    struct fixture f;
    double start[MAX_THETA];

    make_mixed(&f, 15, 0);
    for (size_t k = 0; k < MAX_THETA; k++)
        start[k] = NAN;
    struct inlay_gp *a = fit(&f, INLAY_INFERENCE_SLICE, NULL, 3);
    struct inlay_gp *b = fit(&f, INLAY_INFERENCE_SLICE, start, 3);
    CHECK(memcmp(inlay_gp_last_theta(a), inlay_gp_last_theta(b),
                 inlay_theta_n(a->metric.n_scales) * sizeof(double)) == 0);
    inlay_gp_free(a);
    inlay_gp_free(b);
    clear(&f);
}

TEST(a_theta_without_a_factor_is_refused)
{
    struct fixture f;
    struct inlay_gp *gp = NULL;
    inlay_error err = {0};

    make_mixed(&f, 15, 0);
    f.theta[4] = INFINITY;
    const inlay_status st =
        inlay_gp_at(&f.domain.enc, &f.data, &f.o, f.theta, 0, &gp, &err);
    CHECK(st == INLAY_ENUMERIC && gp == NULL);
    CHECK(
        strstr(err.msg, "the covariance of 15 points has no Cholesky factor"));
    clear(&f);
}

/* ---- Memory -------------------------------------------------------------- */

TEST(freeing_nothing_is_fine)
{
    inlay_gp_free(NULL);
}

/* ---- Means alone --------------------------------------------------------- */

/* With the α of the data alone it forgets what is pending. */
TEST(the_mean_alone_is_that_of_a_prediction)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(41);
    double u[3 * MAX_D], z[3 * MAX_D], before[3], mean[3], var[3], alpha[21];

    make_mixed(&f, 20, 1);
    random_u(3 * f.domain.enc.dim, &rng, u);
    inlay_gp_embed(f.gp, u, 3, z);
    inlay_gp_predict(f.gp, 0, u, 3, before, var, f.scratch);
    inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, f.scratch);
    inlay_gp_data_alpha(f.gp, 0, alpha);
    inlay_gp_mean(f.gp, 0, alpha, z, 3, mean, f.scratch);
    for (size_t i = 0; i < 3; i++)
        CHECK_ABS(mean[i], before[i], 1e-10);
    inlay_gp_predict(f.gp, 0, u, 3, before, var, f.scratch);
    inlay_gp_mean(f.gp, 0, f.gp->comp[0].alpha, z, 3, mean, f.scratch);
    for (size_t i = 0; i < 3; i++)
        CHECK_ABS(mean[i], before[i], 1e-12);
    f.gp->base.ops->predict(&f.gp->base, 0, z, 3, mean, NULL, f.scratch);
    CHECK(memcmp(mean, before, sizeof mean) == 0);
    clear(&f);
}

/* ---- Bounds -------------------------------------------------------------- */

/* At random points, at points of the data and next to them. */
static void check_bounds(const struct fixture *f, struct inlay_rng *rng)
{
    enum { N = 60 };
    const size_t dim = f->domain.enc.dim;
    const double amp = f->gp->comp[0].amp;
    double U[N * MAX_D], Z[N * MAX_D];
    double mean[N], var[N], least[N], most[N];

    for (size_t i = 0; i < N; i++) {
        const size_t row = inlay_rng_below(rng, f->data.n);
        random_u(dim, rng, U + i * dim);
        for (size_t j = 0; i % 3 > 0 && j < dim; j++)
            U[i * dim + j] = f->data.U[row * dim + j];
        U[i * dim] += i % 3 == 2 ? 1e-9 * inlay_rng_uniform(rng) : 0.0;
    }
    inlay_gp_embed(f->gp, U, N, Z);
    inlay_gp_bounds(f->gp, 0, Z, N, least, most, f->scratch);
    for (size_t m = 1; m <= N; m += 6) /* sums in the order of other blocks */
        for (size_t i = 0; i + m <= N; i += m) {
            inlay_gp_whiten(f->gp, 0, Z + i * dim, m, mean, var, f->scratch,
                            NULL);
            for (size_t b = 0; b < m; b++)
                CHECK(least[i + b] <= mean[b] && most[i + b] >= var[b]);
        }
    for (size_t i = 0; i < N; i++) {
        CHECK(most[i] <= amp * (1.0 + 1e-10));
    }
}

/* (44), with noise and without, for matrices with and without digits left. */
TEST(bounds_hold_whatever_the_model)
{
    static const double SCALES[] = {0.05, 0.5, 5.0, 500.0};
    static const double NOISES[] = {-INFINITY, -14.0, -1.0};
    struct inlay_rng rng = inlay_rng_seed(52);
    struct fixture f;

    make_mixed(&f, 40, 2);
    for (size_t s = 0; s < LEN(SCALES) * LEN(NOISES) * 3; s++) {
        clear_model(&f);
        for (size_t p = 0; p < 4; p++)
            f.theta[p] = log(SCALES[s % LEN(SCALES)]) + inlay_rng_normal(&rng);
        f.theta[5] = NOISES[s / LEN(SCALES) % LEN(NOISES)];
        f.o.kernel = (enum inlay_kernel)(s % 3);
        f.o.jitter = s % 2 ? 1e-12 : 1e-6;
        model(&f, 2);
        check_bounds(&f, &rng);
        for (int i = 0; i < 2; i++)
            inlay_gp_imagine(f.gp, f.data.U + 4 * i, INLAY_FANTASY_DRAW, &rng,
                             f.scratch);
        check_bounds(&f, &rng);
    }
    clear(&f);
}

/* Given a single observation nothing is left out. */
TEST(bounds_of_a_single_observation_are_its_prediction)
{
    struct inlay_rng rng = inlay_rng_seed(53);
    struct fixture f;
    double u[3 * MAX_D], z[3 * MAX_D], mean[3], var[3], least[3], most[3];

    make_mixed(&f, 1, 0);
    random_u(3 * f.domain.enc.dim, &rng, u);
    inlay_gp_embed(f.gp, u, 3, z);
    inlay_gp_whiten(f.gp, 0, z, 3, mean, var, f.scratch, NULL);
    f.gp->base.ops->bounds(&f.gp->base, 0, z, 3, least, most, f.scratch);
    for (size_t i = 0; i < 3; i++) {
        CHECK_ABS(least[i], mean[i], 1e-12);
        CHECK_ABS(most[i], var[i], 1e-11);
    }
    clear(&f);
}

#ifdef INLAY_FAILING_MEM
TEST(predictions_and_pending_points_allocate_nothing)
{
    struct inlay_rng rng = inlay_rng_seed(13);
    struct fixture f;
    const size_t d = LEN(MIXED);
    static double U[MAX_U * LEN(MIXED)], mean[MAX_U], var[MAX_U];
    static double Z[INLAY_GP_BLOCK * LEN(MIXED)];
    static double dmean[MAX_U * LEN(MIXED)], dvar[MAX_U * LEN(MIXED)];

    make_mixed(&f, 30, 1);
    random_u(MAX_U * d, &rng, U);
    inlay_mem_fail_after(-1);
    inlay_gp_predict(f.gp, 0, U, MAX_U, mean, var, f.scratch);
    inlay_gp_embed(f.gp, U, INLAY_GP_BLOCK, Z);
    inlay_gp_gradient(f.gp, 0, Z, INLAY_GP_BLOCK, mean, var, dmean, dvar,
                      f.scratch);
    inlay_gp_imagine(f.gp, U, INLAY_FANTASY_DRAW, &rng, f.scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    clear(&f);
}

TEST(a_fit_without_memory_says_so)
{
    struct fixture f;

    make_mixed(&f, 10, 0);
    for (int kind = 0; kind < 2; kind++) {
        long n_failed = 0;
        for (;;) {
            struct inlay_rng rng = inlay_rng_seed(14);
            struct inlay_gp *gp = NULL;
            inlay_error err = {0};
            f.o.inference = kind ? INLAY_INFERENCE_MAP : INLAY_INFERENCE_SLICE;
            inlay_mem_fail_after(n_failed);
            const inlay_status st =
                gp_fit(&f.domain.enc, &f.data, &f.o, NULL, 1, &rng, &gp, &err);
            inlay_mem_fail_after(-1);
            if (st == INLAY_OK) {
                inlay_gp_free(gp);
                break;
            }
            n_failed++;
            CHECK(st == INLAY_ENOMEM && gp == NULL && err.msg[0] != '\0');
        }
        CHECK(n_failed > 10);
    }
    clear(&f);
}
#endif
