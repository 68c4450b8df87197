/*
 * model_fixture.h: spaces and data for the tests of the model.
 *
 * An axis is given by its number of levels: 0 is a real variable on [0,1],
 * n > 0 a category of n values, n < 0 an integer of -n values.
 */
#ifndef INLAY_TESTS_MODEL_FIXTURE_H
#define INLAY_TESTS_MODEL_FIXTURE_H

#include "check.h"

#include "base/rng.h"
#include "model/gp.h"

enum { MAX_D = 16, MAX_P = 40, MAX_THETA = MAX_P + 3 };

struct domain {
    inlay_space *space;
    struct inlay_encoding enc; /* points into space; domain must not move */
};

static inline void domain_init(struct domain *d, const int *levels, size_t dim)
{
    static const char *const NAMES[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o", "p"};
    inlay_error err = {0};

    d->space = NULL;
    CHECK_OK(inlay_space_new(&d->space, &err), err);
    for (size_t j = 0; j < dim; j++) {
        const int n = levels[j];
        if (n == 0)
            CHECK_OK(inlay_space_add_real(d->space, NAMES[j], 0, 1,
                                          INLAY_SCALE_LINEAR, &err),
                     err);
        else if (n > 0)
            CHECK_OK(inlay_space_add_categorical(d->space, NAMES[j], NAMES,
                                                 (size_t)n, &err),
                     err);
        else
            CHECK_OK(inlay_space_add_integer(d->space, NAMES[j], 1, -n,
                                             INLAY_SCALE_LINEAR, &err),
                     err);
    }
    CHECK_OK(inlay_encoding_init(&d->enc, d->space, false, &err), err);
}

static inline void domain_clear(struct domain *d)
{
    inlay_encoding_clear(&d->enc);
    inlay_space_free(d->space);
}

/* Any u of the cube; T is not applied. */
static inline void random_u(size_t dim, struct inlay_rng *rng, double *u)
{
    for (size_t j = 0; j < dim; j++)
        u[j] = inlay_rng_uniform(rng);
}

/* n observations at random points; y is smooth in the coordinates, with a
 * little noise. */
static inline void data_random(struct inlay_data *data,
                               const struct inlay_encoding *enc, size_t n,
                               struct inlay_rng *rng)
{
    inlay_error err = {0};
    double u[MAX_D];

    CHECK_OK(inlay_data_init(data, enc->dim, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        double y = 0.1 * inlay_rng_normal(rng);
        inlay_encode_sample(enc, rng, u);
        for (size_t j = 0; j < enc->dim; j++)
            y += sin((3.0 + (double)j) * u[j]);
        inlay_data_add(data, u, y);
    }
    inlay_data_set(data, data->obs);
}

/* A case of fixtures/gp_reference.h as the library sees it. */
#ifdef INLAY_TESTS_GP_REFERENCE_H
static inline void case_point(const struct gp_case *c, const double *z,
                              double *u)
{
    for (size_t j = 0; j < c->d; j++)
        u[j] = c->levels[j] ? z[j] / (double)(c->levels[j] - 1) : z[j];
}

/* Room for n_more observations beside those of the case. */
static inline void case_data(const struct gp_case *c, size_t n_more,
                             struct inlay_data *data)
{
    inlay_error err = {0};
    double u[MAX_D];

    CHECK_OK(inlay_data_init(data, c->d, c->n_raw + n_more, &err), err);
    for (size_t k = 0; k < c->n_raw; k++) {
        case_point(c, c->Z + (size_t)c->raw_row[k] * c->d, u);
        inlay_data_add(data, u, c->raw_y[k]);
    }
    inlay_data_set(data, data->obs);
    CHECK(data->n == c->n);
}

static inline enum inlay_kernel case_kernel(const struct gp_case *c)
{
    static const enum inlay_kernel KERNEL[] = {
        INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};
    return KERNEL[c->kernel];
}

static inline void case_theta(const struct gp_case *c, double *theta)
{
    for (size_t p = 0; p < c->n_ls; p++)
        theta[p] = log(c->ls[p]);
    theta[inlay_theta_amp(c->n_ls)] = log(c->amp);
    theta[inlay_theta_noise(c->n_ls)] = log(c->noise);
    theta[inlay_theta_mean(c->n_ls)] = c->mean;
}
#endif

/* The GP of the data, from `start` or, if NULL, from the default. */
static inline inlay_status
gp_fit(const struct inlay_encoding *enc, const struct inlay_data *data,
       const struct inlay_gp_options *o, const double *start, size_t n_pending,
       struct inlay_rng *rng, struct inlay_gp **out, inlay_error *err)
{
    struct inlay_metric metric = {0};
    struct inlay_hyper h = {0};
    double theta[64];
    inlay_status st = inlay_metric_init(&metric, enc, o->is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&h, &metric, o->priors, o->noise, err);
    if (st == INLAY_OK) {
        CHECK(inlay_theta_n(h.n_scales) <= LEN(theta));
        inlay_hyper_start(&h, theta);
        st = inlay_gp_fit(&metric, &h, data, o, start ? start : theta,
                          n_pending, rng, out, err);
    }
    inlay_hyper_clear(&h);
    inlay_metric_clear(&metric);
    return st;
}

#endif
