/*
 * candidates.c: where to look first.
 *
 * Local ones change a few axes of one of the best points: without them a GP in
 * fifty dimensions has nothing near its incumbent to choose from.  How many axes
 * and how far is drawn for each candidate over several orders of magnitude, so
 * that no scale has to be known.  Global ones are a scrambled Sobol' net; where
 * the discrete axes have few combinations, each combination gets its share.
 */
#include "acquire/candidates.h"

#include <math.h>
#include <string.h>

#include "acquire/sobol.h"

/* Share of local candidates where there is a centre. */
static const double LOCAL_SHARE = 0.5;
/* Most axes that a local candidate changes, and the sizes of a change. */
enum { MAX_CHANGED = 20, MAX_COMBINATIONS = 64 };
static const double LARGEST_STEP = 0.3, SMALLEST_STEP = 1e-3;

/* exp(uniform) between a and b. */
static double log_uniform(struct inlay_rng *rng, double a, double b)
{
    return a * pow(b / a, inlay_rng_uniform(rng));
}

static double clip(double x, double lo, double hi)
{
    return fmin(fmax(x, lo), hi);
}

/* A numeric coordinate moved by about `step`, at least to the next level. */
static double step_from(const struct inlay_axis *axis, double u, double step,
                        struct inlay_rng *rng)
{
    const double moved = clip(u + step * inlay_rng_normal(rng), 0.0, 1.0);
    if (axis->kind == INLAY_AXIS_REAL)
        return moved;
    const uint64_t at = inlay_axis_level(axis, u);
    uint64_t to = inlay_axis_level(axis, moved);
    if (to == at) {
        const bool up = at == 0 || (at + 1 < axis->n_levels &&
                                    inlay_rng_uniform(rng) < 0.5);
        to = up ? at + 1 : at - 1;
    }
    return inlay_axis_coordinate(axis, to);
}

static double other_category(const struct inlay_axis *axis, double u,
                             struct inlay_rng *rng)
{
    const uint64_t at = inlay_axis_level(axis, u);
    const uint64_t to = inlay_rng_below(rng, axis->n_levels - 1);
    return inlay_axis_coordinate(axis, to + (to >= at ? 1 : 0));
}

/* u := centre with some axes changed. */
static void perturb(const struct inlay_encoding *enc, const double *centre,
                    struct inlay_rng *rng, double *u)
{
    const size_t most = enc->dim < MAX_CHANGED ? enc->dim : MAX_CHANGED;
    const double n_changed = log_uniform(rng, 1.0, (double)most + 0.999);
    const double p = floor(n_changed) / (double)enc->dim;
    const double step = log_uniform(rng, SMALLEST_STEP, LARGEST_STEP);
    const size_t sure = (size_t)inlay_rng_below(rng, enc->dim);

    for (size_t j = 0; j < enc->dim; j++) {
        const struct inlay_axis *axis = &enc->axis[j];
        u[j] = centre[j];
        if (j != sure && inlay_rng_uniform(rng) >= p)
            continue;
        u[j] = axis->kind == INLAY_AXIS_CATEGORY
                   ? other_category(axis, u[j], rng)
                   : step_from(axis, u[j], step, rng);
    }
}

/* u, which is anywhere in the cube, is drawn into the region. */
static void confine(const struct inlay_encoding *enc,
                    const struct inlay_region *r, struct inlay_rng *rng,
                    double *u)
{
    const double p = (double)r->max_changes / (double)enc->dim;
    for (size_t j = 0; j < enc->dim; j++) {
        const double c = r->centre[j];
        if (enc->axis[j].kind == INLAY_AXIS_CATEGORY)
            u[j] = inlay_rng_uniform(rng) < 0.5 * p ? u[j] : c;
        else
            u[j] = clip(c + (2.0 * u[j] - 1.0) * r->half_width, 0.0, 1.0);
    }
    inlay_encode_snap(enc, u, u);
}

static void make_local(const struct inlay_search *s, size_t i,
                       struct inlay_rng *rng, double *u)
{
    /* the best point gets every second one, the next every fourth, ... */
    size_t k = 0;
    while (k + 1 < s->n_centres && inlay_rng_uniform(rng) < 0.5)
        k++;
    (void)i;
    perturb(s->enc, s->centres + k * s->enc->dim, rng, u);
}

inlay_status inlay_candidates(const struct inlay_search *s, size_t n,
                              struct inlay_rng *rng, double *U, size_t *n_local,
                              inlay_error *err)
{
    const size_t dim = s->enc->dim;
    const uint64_t n_combinations = inlay_encode_n_discrete(s->enc);
    const bool by_combination = n_combinations <= MAX_COMBINATIONS;
    const size_t local =
        s->n_centres ? (size_t)(LOCAL_SHARE * (double)n) : 0;
    struct inlay_sobol sobol;

    const inlay_status st = inlay_sobol_init(&sobol, dim, rng, err);
    if (st != INLAY_OK)
        return st;
    for (size_t i = 0; i < local; i++)
        make_local(s, i, rng, U + i * dim);
    for (size_t i = local; i < n; i++) {
        double *u = U + i * dim;
        inlay_sobol_next(&sobol, u);
        inlay_encode_snap(s->enc, u, u);
        if (by_combination && s->enc->n_real > 0)
            inlay_encode_combination(s->enc, i % n_combinations, u);
        if (s->region.centre && i % 2 == 0)
            confine(s->enc, &s->region, rng, u);
    }
    inlay_sobol_clear(&sobol);
    *n_local = local;
    return INLAY_OK;
}
