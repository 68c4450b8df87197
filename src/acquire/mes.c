/*
 * mes.c: max-value entropy search with noise, exactly, with gradient.
 *
 * With m, v the moments of f(u), σ² the noise, y* the draw of min f,
 *
 *     γ = (m − y*)/√v,  ρ² = v/(v + σ²),  e² = 1 − ρ²,  r = φ(γ)/Φ(γ),
 *
 * the standardized y has the density φ(t) Φ((γ + ρt)/e) / Φ(γ) given f ≥ y*,
 * and the difference of the entropies is
 *
 *     α = ½ρ²γr − log Φ(γ) + J,
 *     J = 1/Φ(γ) ∫ φ(t) Φ(g) log Φ(g) dt,   g = (γ + ρt)/e.                (1)
 *
 * Without noise J = 0.  With it, (t, g) is turned into (γ, w), g = eγ + ρw and
 * t = ew − ργ: φ(t) φ(g) = φ(γ) φ(w), dt = e dw, and
 *
 *     J = e r E k(eγ + ρw),  w ~ N(0, 1),   k(g) = log Φ(g) Φ(g)/φ(g).      (2)
 *
 * k bends slowly and grows like −|g|/2 to the left and −1/g to the right:
 * nothing under- or overflows in (2), whatever γ is.  Its values are tabulated
 * once, at nodes g_i that do not depend on the point, and the trapezoidal rule
 * runs over every j-th of them.  Its weights φ(w_i) come from each other by
 * multiplication.
 *
 * Derivatives are those of the sum, so that they are exact for the values that are
 * given.  They are by γ and by log v at fixed γ:
 *
 *     dρ² = ρ²e²,  de = −½eρ²,  dw = ½eργ − ½e²w.
 */
#include "acquire/mes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/special.h"

enum { BLOCK = INLAY_ACQ_BLOCK };

/* The widest step in w, and where the sum ends.  Measured for all ρ and γ in use
 * the sum then costs α 4e-11; a step of 0.9 3e-9, of 1.0 3e-7; an end at 6.5
 * 2e-9. */
static const double MAX_STEP = 0.75;
static const double REACH = 7.0;

/* A γ below this says that a draw of the minimum is above what is believed to be
 * there: P(f ≥ y*) = 8e-24.  α would go on to grow, like log |γ|, by which the
 * draw's error would be rewarded.  With 7.75 the most that |w| is in the sum, g
 * stays above −√(10² + 7.75²) > INLAY_MES_LO, and below INLAY_MES_HI. */
static const double LEAST_GAMMA = -10.0;

/* Above this r is 0 in double precision, and α with it. */
static const double MOST_GAMMA = 38.5;

static const struct inlay_mes *mes_of(const struct inlay_acq *a)
{
    return (const struct inlay_mes *)a;
}

/* k(g) of (2).  Above 8, −log Φ(g) is Φ(−g) to 1e-15, also where both are 0. */
static double node_value(double g)
{
    if (g > 8.0)
        return -1.0 / inlay_norm_hazard(-g);
    return inlay_norm_log_cdf(g) / inlay_norm_hazard(g);
}

/* How f and y hang together at a point: what all draws share. */
struct channel {
    double rho, e;  /* e = 0: y is f */
    size_t stride;  /* nodes in a step; 0: no sum, see alpha_faint() */
    double step;    /* in w */
    double shrink;  /* exp(−step²/2) */
    size_t n_steps; /* to either side */
};

static struct channel channel_of(double var, double noise)
{
    struct channel c = {.rho = sqrt(var / (var + noise)),
                        .e = sqrt(noise / (var + noise))};
    c.stride = (size_t)(MAX_STEP * INLAY_MES_PER_UNIT * c.rho);
    if (c.stride == 0 || !(c.e > 0.0))
        return c;
    c.step = (double)c.stride / (INLAY_MES_PER_UNIT * c.rho);
    c.shrink = exp(-0.5 * c.step * c.step);
    c.n_steps = (size_t)ceil(REACH / c.step);
    return c;
}

/* E k, E k w and E k w² of (2). */
struct moments {
    double k, kw, kww;
};

/* One side of the sum: nodes from `at` on by `stride`, at w and on by `step`;
 * weight is φ(w), ratio that of the next to it. */
static void add_side(const struct channel *c, const double *at,
                     ptrdiff_t stride, double w, double step, double weight,
                     double ratio, struct moments *sum)
{
    const double bend = c->shrink * c->shrink;
    for (size_t i = 0; i < c->n_steps; i++) {
        weight *= ratio;
        ratio *= bend;
        w += step;
        at += stride;
        const double k = weight * *at;
        sum->k += k;
        sum->kw += k * w;
        sum->kww += k * w * w;
    }
}

/* From the node nearest to the center outwards: φ(w + s) = φ(w) exp(−ws) b, b =
 * exp(−s²/2), and the next ratio is b² of this. */
static struct moments integrate(const struct inlay_mes *mes,
                                const struct channel *c, double gamma)
{
    const double place = (c->e * gamma - INLAY_MES_LO) * INLAY_MES_PER_UNIT;
    const double nearest = floor(place + 0.5);
    const double w = (nearest - place) / (INLAY_MES_PER_UNIT * c->rho);
    const double *at = mes->node + (size_t)nearest;
    const double tilt = exp(-w * c->step), weight = exp(-0.5 * w * w);
    const ptrdiff_t stride = (ptrdiff_t)c->stride;
    assert(nearest >= (double)(c->n_steps * c->stride));
    assert(nearest + (double)(c->n_steps * c->stride) < INLAY_MES_NODES);
    struct moments sum = {weight * *at, weight * *at * w, weight * *at * w * w};

    add_side(c, at, stride, w, c->step, weight, c->shrink * tilt, &sum);
    add_side(c, at, -stride, w, -c->step, weight, c->shrink / tilt, &sum);
    const double scale = INLAY_INV_SQRT_2PI * c->step;
    return (struct moments){scale * sum.k, scale * sum.kw, scale * sum.kww};
}

/* Derivatives by γ, and by log v at fixed γ. */
struct slopes {
    double by_gamma, by_log_var;
};

/*
 * Where ρ is so small that the nodes are too far apart, y is nearly normal, of
 * variance 1 − ρ²q, q = r(r + γ), and
 *
 *     α = −½ log(1 − ρ²q).
 *
 * That is a lower bound for every ρ.  What it lacks is κ²/12, κ the skewness, in
 * all at most 0.0073 ρ⁶ (at γ = 1): 2.5e-9 where it is used.
 */
static double alpha_faint(const struct channel *c, double gamma, double r,
                          struct slopes *d)
{
    const double rho2 = c->rho * c->rho, q = r * (r + gamma);
    if (d) {
        const double half = 0.5 * rho2 / (1.0 - rho2 * q);
        d->by_gamma = half * (r - q * (2.0 * r + gamma));
        d->by_log_var = half * c->e * c->e * q;
    }
    return -0.5 * log1p(-rho2 * q);
}

/* r and log Φ(γ) with one error function for both. */
static double hazard(double gamma, double *log_cdf)
{
    if (gamma > 0.0) {
        const double above = inlay_norm_cdf(-gamma);
        *log_cdf = log1p(-above);
        return inlay_norm_pdf(gamma) / (1.0 - above);
    }
    const double r = inlay_norm_hazard(gamma);
    *log_cdf = -0.5 * gamma * gamma - INLAY_LOG_SQRT_2PI - log(r);
    return r;
}

/* α of (1) and (2), and its derivatives unless NULL. */
static double alpha(const struct inlay_mes *mes, const struct channel *c,
                    double gamma, struct slopes *d)
{
    double log_cdf;
    const double r = hazard(gamma, &log_cdf);
    if (c->stride == 0)
        return alpha_faint(c, gamma, r, d);

    const double rho2 = c->rho * c->rho, e = c->e, e2 = e * e;
    const double dr = -r * (r + gamma); /* by γ */
    struct moments E = {0};
    if (e > 0.0)
        E = integrate(mes, c, gamma);
    if (d) {
        const double E_gamma = e / c->rho * E.kw;
        const double E_log_var =
            0.5 * e2 * (E.kww - E.k) - 0.5 * e * c->rho * gamma * E.kw;
        d->by_gamma =
            0.5 * rho2 * (r + gamma * dr) - r + e * (dr * E.k + r * E_gamma);
        d->by_log_var =
            0.5 * rho2 * r * (e2 * gamma - e * E.k) + e * r * E_log_var;
    }
    return 0.5 * rho2 * gamma * r - log_cdf + e * r * E.k;
}

/* Σ_s α under component k at one point, and its derivatives by mean and
 * variance unless NULL. */
static double sum_draws(const struct inlay_mes *mes, size_t k, double mean,
                        double var, double *by_mean, double *by_var)
{
    const struct inlay_gp_component *comp = &mes->gp->comp[k];
    const double *least = mes->least + k * mes->n_per;
    double sum = 0.0, sum_mean = 0.0, sum_log_var = 0.0;

    if (!inlay_entropy_is_known(comp, var)) {
        const struct channel c =
            channel_of(var, inlay_entropy_noise(comp, mes->resolution));
        const double sd = sqrt(var);
        for (size_t s = 0; s < mes->n_per; s++) {
            const double z = (mean - least[s]) / sd;
            const double gamma = fmax(z, LEAST_GAMMA);
            struct slopes d;
            if (gamma > MOST_GAMMA)
                continue;
            sum += alpha(mes, &c, gamma, by_mean ? &d : NULL);
            if (!by_mean)
                continue;
            const double by_gamma = z < LEAST_GAMMA ? 0.0 : d.by_gamma;
            sum_mean += by_gamma;
            sum_log_var += d.by_log_var - 0.5 * gamma * by_gamma;
        }
        sum_mean /= sd;
        sum_log_var /= var;
    }
    if (by_mean) {
        *by_mean = sum_mean;
        *by_var = sum_log_var;
    }
    return sum;
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_mes *mes = mes_of(a);
    const size_t dim = a->dim, n_comp = mes->gp->base.n_comp;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;
    double *rest = Z + BLOCK * dim;

    inlay_gp_embed(mes->gp, U, n, Z);
    memset(out, 0, n * sizeof *out);
    if (grad)
        memset(grad, 0, n * dim * sizeof *grad);
    for (size_t k = 0; k < n_comp; k++) {
        if (grad)
            inlay_gp_gradient(mes->gp, k, Z, n, mean, var, dmean, dvar, rest);
        else
            inlay_gp_whiten(mes->gp, k, Z, n, mean, var, rest, NULL);
        for (size_t i = 0; i < n; i++) {
            double by_mean = 0.0, by_var = 0.0;
            out[i] += sum_draws(mes, k, mean[i], var[i], grad ? &by_mean : NULL,
                                &by_var);
            for (size_t j = i * dim; grad && j < (i + 1) * dim; j++)
                grad[j] += by_mean * dmean[j] + by_var * dvar[j];
        }
    }
    inlay_entropy_take_log((double)n_comp * (double)mes->n_per, n, dim, out,
                           grad);
}

static const struct inlay_acq_ops MES_OPS = {.evaluate = evaluate};

void inlay_mes_init(struct inlay_mes *mes, const struct inlay_gp *gp,
                    const double *least, size_t n_per, double resolution)
{
    const size_t dim = gp->metric.enc->dim;

    assert(n_per >= 1);
    mes->base = (struct inlay_acq){
        &MES_OPS, dim, (2 + 3 * dim) * BLOCK + gp->base.n_scratch, false};
    mes->gp = gp;
    mes->resolution = resolution;
    mes->n_per = n_per;
    mes->least = least;
    for (int i = 0; i < INLAY_MES_NODES; i++)
        mes->node[i] =
            node_value(INLAY_MES_LO + (double)i / INLAY_MES_PER_UNIT);
}
