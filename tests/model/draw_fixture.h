/*
 * draw_fixture.h: GPs of which functions are drawn, and moments of the draws.
 */
#ifndef INLAY_TESTS_DRAW_FIXTURE_H
#define INLAY_TESTS_DRAW_FIXTURE_H

#include "model_fixture.h"

#include "base/linalg.h"
#include "model/gp.h"

struct drawn {
    struct domain domain;
    struct inlay_data data;
    struct inlay_gp_options o;
    struct inlay_gp *gp;
    double theta[MAX_THETA];
};

/* A real, a category of 3, an integer of 5, a real. */
static const int MIXED[] = {0, 3, -5, 0};

/* The GP of the data that f has, with length-scales between 0.5 and 1.3,
 * amplitude 1.3 and mean 0.2. */
static inline void drawn_model(struct drawn *f, double noise, size_t n_pending)
{
    struct inlay_metric metric = {0};
    inlay_error err = {0};

    CHECK_OK(
        inlay_metric_init(&metric, &f->domain.enc, f->o.is_per_category, &err),
        err);
    const size_t P = metric.n_scales;
    inlay_metric_clear(&metric);
    for (size_t p = 0; p < P; p++)
        f->theta[p] = log(0.5 + 0.8 * (double)(7 * p % 5) / 4.0);
    f->theta[inlay_theta_amp(P)] = log(1.3);
    f->theta[inlay_theta_noise(P)] = log(noise);
    f->theta[inlay_theta_mean(P)] = 0.2;
    f->gp = NULL;
    CHECK_OK(inlay_gp_at(&f->domain.enc, &f->data, &f->o, f->theta, n_pending,
                         &f->gp, &err),
             err);
}

/* n observations at random points of a domain of these levels. */
static inline void drawn_init(struct drawn *f, const int *levels, size_t dim,
                              enum inlay_kernel kernel, bool is_per_category,
                              size_t n, double noise)
{
    struct inlay_rng rng = inlay_rng_seed(17);

    domain_init(&f->domain, levels, dim);
    data_random(&f->data, &f->domain.enc, n, &rng);
    f->o = (struct inlay_gp_options){
        .kernel = kernel, .is_per_category = is_per_category, .jitter = 1e-8};
    drawn_model(f, noise, 2);
}

static inline void drawn_clear(struct drawn *f)
{
    inlay_gp_free(f->gp);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

/* n embedded points, rows of Z. */
static inline void drawn_points(const struct drawn *f, size_t n, uint64_t seed,
                                double *Z)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    double u[MAX_D];

    for (size_t i = 0; i < n; i++) {
        random_u(f->domain.enc.dim, &rng, u);
        inlay_gp_embed(f->gp, u, 1, Z + i * f->domain.enc.dim);
    }
}

/* The prior's covariance of two embedded points. */
static inline double prior_covariance(const struct drawn *f, const double *z,
                                      const double *other)
{
    const struct inlay_gp_component *c = &f->gp->comp[0];
    double k;
    inlay_metric_cross(&f->gp->metric, c->w, z, 1, 1, other, 1, &k);
    inlay_kernel_values(f->gp->kernel, c->amp, &k, 1, &k);
    return k;
}

/* The posterior's means at the n <= INLAY_GP_BLOCK rows of Z, and covariances,
 * C n×n. */
static inline void posterior(const struct drawn *f, const double *Z, size_t n,
                             double *mean, double *C)
{
    const struct inlay_gp *gp = f->gp;
    const size_t N = gp->n_points, dim = gp->metric.enc->dim;
    double *V = inlay_mem_doubles(gp->base.n_scratch), prior[INLAY_GP_BLOCK];

    CHECK(V != NULL);
    inlay_gp_whiten(gp, 0, Z, n, mean, prior, V, NULL);
    inlay_gp_cross_covariance(gp, 0, Z, n, V, NULL, prior);
    inlay_chol_forward(gp->comp[0].L, N, gp->room, V, n, N, NULL);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            C[i * n + j] = prior_covariance(f, Z + i * dim, Z + j * dim) -
                           inlay_dot(V + i * N, V + j * N, N);
    inlay_mem_free(V);
}

/* Sums for the mean of a quantity and the error of that mean. */
struct moments {
    double n, sum, squares;
};

static inline void moments_add(struct moments *m, double x)
{
    m->n += 1.0;
    m->sum += x;
    m->squares += x * x;
}

/* The mean is `want` to 4 standard errors and `slack`. */
static inline void check_moments(const struct moments *m, double want,
                                 double slack, const char *file, int line)
{
    const double mean = m->sum / m->n;
    const double var = m->squares / m->n - mean * mean;
    check_near(mean, want, 4.0 * sqrt(fmax(var, 0.0) / m->n) + slack,
               "mean of draws", file, line);
}
#define CHECK_MOMENTS(m, want, slack)                                          \
    check_moments(m, want, slack, __FILE__, __LINE__)

/* Moments of draws at n points against the posterior's. */
enum { MAX_DRAWN = 8 };

struct joint_moments {
    size_t n;
    double mean[MAX_DRAWN], C[MAX_DRAWN * MAX_DRAWN];
    struct moments first[MAX_DRAWN], second[MAX_DRAWN * MAX_DRAWN];
};

static inline void joint_moments_init(struct joint_moments *m,
                                      const struct drawn *f, const double *Z,
                                      size_t n)
{
    CHECK(n <= MAX_DRAWN);
    *m = (struct joint_moments){.n = n};
    posterior(f, Z, n, m->mean, m->C);
}

static inline void joint_moments_add(struct joint_moments *m, const double *f)
{
    for (size_t i = 0; i < m->n; i++) {
        moments_add(&m->first[i], f[i]);
        for (size_t j = 0; j <= i; j++)
            moments_add(&m->second[i * m->n + j],
                        (f[i] - m->mean[i]) * (f[j] - m->mean[j]));
    }
}

/* To 4 standard errors, and what rounding leaves of a variance of 0. */
static inline void check_joint_moments(const struct joint_moments *m)
{
    for (size_t i = 0; i < m->n; i++) {
        CHECK_MOMENTS(&m->first[i], m->mean[i], 1e-7);
        for (size_t j = 0; j <= i; j++)
            CHECK_MOMENTS(&m->second[i * m->n + j], m->C[i * m->n + j], 1e-11);
    }
}

#endif
