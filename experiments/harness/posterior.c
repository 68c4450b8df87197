/*
 * posterior.c: the library's GP at a given θ.  It is made anew for each
 * observation, as these are few.
 */
#include "harness/posterior.h"

#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "harness/refuse.h"

enum { MAX_DIM = 16 };

void posterior_init(struct posterior *p, const inlay_space *space,
                    bool is_relaxed, const struct posterior_prior *prior,
                    size_t room)
{
    inlay_error err = {0};
    *p = (struct posterior){.prior = *prior};
    refuse_unless_ok(inlay_encoding_init(&p->enc, space, is_relaxed, &err),
                     "posterior", &err);
    if (p->enc.dim > MAX_DIM)
        refuse("posterior", "the space has more than 16 axes");
    refuse_unless_ok(inlay_data_init(&p->data, p->enc.dim, room, &err),
                     "posterior", &err);
}

static void forget_gp(struct posterior *p)
{
    inlay_gp_free(p->gp);
    inlay_mem_free(p->scratch);
    p->gp = NULL;
    p->scratch = NULL;
}

void posterior_clear(struct posterior *p)
{
    forget_gp(p);
    inlay_data_clear(&p->data);
    inlay_encoding_clear(&p->enc);
}

void posterior_observe(struct posterior *p, const double *u, double y)
{
    const struct inlay_gp_options options = {.kernel = p->prior.kernel,
                                             .jitter = p->prior.jitter};
    const size_t dim = p->enc.dim;
    double t[MAX_DIM], theta[MAX_DIM + 3];
    inlay_error err = {0};

    if (p->data.n_obs == p->data.room)
        refuse("posterior", "no room for another observation");
    inlay_encode_snap(&p->enc, u, t);
    inlay_data_add(&p->data, t, y);
    inlay_data_set(&p->data, p->data.obs);
    for (size_t a = 0; a < dim; a++)
        theta[a] = log(p->prior.length_scale);
    theta[inlay_theta_amp(dim)] = 2.0 * log(p->prior.sd);
    theta[inlay_theta_noise(dim)] = -INFINITY;
    theta[inlay_theta_mean(dim)] = 0.0;
    forget_gp(p);
    refuse_unless_ok(
        inlay_gp_at(&p->enc, &p->data, &options, theta, 0, &p->gp, &err),
        "posterior", &err);
    p->scratch = inlay_mem_doubles(p->gp->base.n_scratch);
    if (!p->scratch)
        refuse("posterior", "out of memory");
}

struct moments posterior_at(const struct posterior *p, const double *u)
{
    double mean, var;
    if (!p->gp)
        return (struct moments){0.0, p->prior.sd};
    inlay_gp_predict(p->gp, 0, u, 1, &mean, &var, p->scratch);
    return (struct moments){mean, sqrt(var)};
}

double posterior_draw(struct posterior *p, const double *u,
                      struct inlay_rng *rng)
{
    const struct moments m = posterior_at(p, u);
    const double y = m.mean + m.sd * inlay_rng_normal(rng);
    posterior_observe(p, u, y);
    return y;
}

void posterior_describe(const struct posterior_prior *prior, char *text,
                        size_t size)
{
    static const char *const KERNELS[] = {
        [INLAY_KERNEL_SE] = "se",
        [INLAY_KERNEL_MATERN32] = "matern32",
        [INLAY_KERNEL_MATERN52] = "matern52",
    };
    snprintf(text, size,
             "kernel=%s length_scale=%g prior_sd=%g mean=0 noise=none "
             "jitter=%g",
             KERNELS[prior->kernel], prior->length_scale, prior->sd,
             prior->jitter);
}
