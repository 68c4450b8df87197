/*
 * acquire_fixture.h: fitted models for the tests of acquisitions.
 */
#ifndef INLAY_TESTS_ACQUIRE_FIXTURE_H
#define INLAY_TESTS_ACQUIRE_FIXTURE_H

#include "model/model_fixture.h"

#include "acquire/acq.h"
#include "model/gp.h"
#include "model/success.h"

/* A domain, data and a GP of n_comp components drawn by slice sampling (or one
 * by MAP). */
struct fitted {
    struct domain domain;
    struct inlay_data data;
    struct inlay_gp *gp;
};

static inline void fitted_init(struct fitted *f, const int *levels, size_t dim,
                               size_t n, size_t n_comp, uint64_t seed)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(seed);
    const struct inlay_gp_options o = {
        .kernel = INLAY_KERNEL_MATERN52,
        .jitter = 1e-8,
        .inference = n_comp > 1 ? INLAY_INFERENCE_SLICE : INLAY_INFERENCE_MAP,
        .n_samples = n_comp,
        .burn_in = 10};

    domain_init(&f->domain, levels, dim);
    data_random(&f->data, &f->domain.enc, n, &rng);
    f->gp = NULL;
    CHECK_OK(gp_fit(&f->domain.enc, &f->data, &o, NULL, 0, &rng, &f->gp, &err),
             err);
}

static inline void fitted_clear(struct fitted *f)
{
    inlay_gp_free(f->gp);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

/* A model of success on f's domain: points whose first coordinate is below
 * `limit` succeed. */
static inline struct inlay_success *success_of(const struct fitted *f,
                                               double limit, size_t n)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(99);
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN52,
                                       .jitter = 1e-8};
    struct inlay_data labels;
    struct inlay_success *success = NULL;
    double u[MAX_D];

    CHECK_OK(inlay_data_init(&labels, f->domain.enc.dim, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&f->domain.enc, &rng, u);
        inlay_data_add(&labels, u, u[0] < limit ? 1.0 : -1.0);
    }
    CHECK_OK(inlay_success_fit(&f->domain.enc, &labels, NULL, 0, &o, &rng,
                               &success, &err),
             err);
    inlay_data_clear(&labels);
    return success;
}

static inline double value_at(const struct inlay_acq *a, const double *u)
{
    double *scratch = inlay_mem_doubles(a->n_scratch), out;
    a->ops->evaluate(a, u, 1, &out, NULL, scratch);
    inlay_mem_free(scratch);
    return out;
}

static inline double gradient_at(const struct inlay_acq *a, const double *u,
                                 double *grad)
{
    double *scratch = inlay_mem_doubles(a->n_scratch), out;
    a->ops->evaluate(a, u, 1, &out, grad, scratch);
    inlay_mem_free(scratch);
    return out;
}

static inline double difference(const struct inlay_acq *a, double *u, size_t j,
                                double h)
{
    const double uj = u[j];
    u[j] = uj + h;
    const double up = value_at(a, u);
    u[j] = uj - h;
    const double down = value_at(a, u);
    u[j] = uj;
    return (up - down) / (2 * h);
}

/* At random points T(u), inside on the real axes: the gradient is the central
 * difference there and 0 on discrete axes, and its value is that of values().
 * h = 1e-5 balances truncation against cancellation (ε/h); log EI bends so
 * sharply near data that the term in h² has to be taken out (Richardson). */
static inline void check_gradient(const struct inlay_acq *a,
                                  const struct inlay_encoding *enc,
                                  struct inlay_rng *rng, double tol)
{
    const double h = 1e-5;
    double u[MAX_D], grad[MAX_D];

    for (int rep = 0; rep < 50; rep++) {
        for (size_t j = 0; j < enc->dim; j++)
            u[j] = 0.02 + 0.96 * inlay_rng_uniform(rng);
        inlay_encode_snap(enc, u, u);
        const double value = gradient_at(a, u, grad);
        CHECK_ABS(value, value_at(a, u), 1e-9 * (1 + fabs(value)));
        for (size_t j = 0; j < enc->dim; j++) {
            if (enc->axis[j].kind != INLAY_AXIS_REAL) {
                CHECK(grad[j] == 0.0);
                continue;
            }
            const double diff =
                (4 * difference(a, u, j, h) - difference(a, u, j, 2 * h)) / 3;
            CHECK_ABS(grad[j], diff, tol * (1 + fabs(diff)));
        }
    }
}

/* n points at once, in blocks of any size, are n points one by one. */
static inline void check_blocks(const struct inlay_acq *a,
                                const struct inlay_encoding *enc,
                                struct inlay_rng *rng)
{
    double U[INLAY_ACQ_BLOCK * MAX_D], out[INLAY_ACQ_BLOCK];
    double grad[INLAY_ACQ_BLOCK * MAX_D], g[MAX_D];
    double *scratch = inlay_mem_doubles(a->n_scratch);

    for (size_t n = 1; n <= INLAY_ACQ_BLOCK; n += 21) {
        for (size_t i = 0; i < n; i++)
            inlay_encode_sample(enc, rng, U + i * enc->dim);
        a->ops->evaluate(a, U, n, out, NULL, scratch);
        for (size_t i = 0; i < n; i++)
            CHECK_REL(out[i], value_at(a, U + i * enc->dim), 1e-8);
        a->ops->evaluate(a, U, n, out, grad, scratch);
        for (size_t i = 0; i < n; i++) {
            CHECK_REL(out[i], gradient_at(a, U + i * enc->dim, g), 1e-8);
            for (size_t j = 0; j < enc->dim; j++)
                CHECK_ABS(grad[i * enc->dim + j], g[j],
                          1e-7 * (1 + fabs(g[j])));
        }
    }
    inlay_mem_free(scratch);
}

/* No value exceeds its bound at random points, which are valid, nor at points of
 * the data. */
static inline void check_acq_bounds(const struct inlay_acq *a,
                                    const struct fitted *f,
                                    struct inlay_rng *rng)
{
    double U[INLAY_ACQ_BLOCK * MAX_D], value[INLAY_ACQ_BLOCK];
    double bound[INLAY_ACQ_BLOCK];
    double *scratch = inlay_mem_doubles(a->n_scratch);
    const size_t n = INLAY_ACQ_BLOCK - 3, dim = a->dim;

    CHECK(a->ops->bounds);
    for (size_t i = 0; i < n; i++) {
        const size_t row = inlay_rng_below(rng, f->data.n);
        inlay_encode_sample(&f->domain.enc, rng, U + i * dim);
        if (i % 4 == 0)
            memcpy(U + i * dim, f->data.U + row * dim, dim * sizeof *U);
    }
    a->ops->evaluate(a, U, n, value, NULL, scratch);
    a->ops->bounds(a, U, n, bound, scratch);
    for (size_t i = 0; i < n; i++)
        CHECK(value[i] <= bound[i] && isfinite(bound[i]));
    inlay_mem_free(scratch);
}

#endif
