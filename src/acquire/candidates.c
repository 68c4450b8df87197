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

/* u := center with some axes changed. */
static void perturb(const struct inlay_encoding *enc, const double *center,
                    struct inlay_rng *rng, double *u)
{
    const size_t most = enc->dim < MAX_CHANGED ? enc->dim : MAX_CHANGED;
    const double n_changed = log_uniform(rng, 1.0, (double)most + 0.999);
    const double p = floor(n_changed) / (double)enc->dim;
    const double step = log_uniform(rng, SMALLEST_STEP, LARGEST_STEP);
    const size_t sure = (size_t)inlay_rng_below(rng, enc->dim);

    for (size_t j = 0; j < enc->dim; j++) {
        const struct inlay_axis *axis = &enc->axis[j];
        u[j] = center[j];
        if (j != sure && inlay_rng_uniform(rng) >= p)
            continue;
        u[j] = axis->kind == INLAY_AXIS_CATEGORY
                   ? other_category(axis, u[j], rng)
                   : step_from(axis, u[j], step, rng);
    }
}

bool inlay_region_holds(const struct inlay_encoding *enc,
                        const struct inlay_region *r, const double *u)
{
    size_t n_changes = 0;
    for (size_t j = 0; r->center && j < enc->dim; j++) {
        const bool is_category = enc->axis[j].kind == INLAY_AXIS_CATEGORY;
        n_changes += is_category && u[j] != r->center[j];
        if (!is_category && fabs(u[j] - r->center[j]) > r->half_width)
            return false;
    }
    return n_changes <= r->max_changes;
}

void inlay_region_interval(const struct inlay_region *r, size_t j, double *lo,
                           double *hi)
{
    *lo = r->center ? fmax(r->center[j] - r->half_width, 0.0) : 0.0;
    *hi = r->center ? fmin(r->center[j] + r->half_width, 1.0) : 1.0;
}

/* u, anywhere in the cube, is drawn into the region: numeric axes shrink towards
 * the center, and a random number of categories keep what they have. */
static void confine(const struct inlay_encoding *enc,
                    const struct inlay_region *r, struct inlay_rng *rng,
                    double *u)
{
    const size_t n_category = inlay_encode_n_categories(enc);
    const double keep =
        n_category ? fmin((double)inlay_rng_below(rng, r->max_changes + 1) /
                              (double)n_category,
                          1.0)
                   : 0.0;
    size_t n_changes = 0;
    for (size_t j = 0; j < enc->dim; j++) {
        const double c = r->center[j];
        if (enc->axis[j].kind != INLAY_AXIS_CATEGORY) {
            double lo, hi;
            inlay_region_interval(r, j, &lo, &hi);
            u[j] = lo + u[j] * (hi - lo);
        } else if (inlay_rng_uniform(rng) >= keep ||
                   n_changes >= r->max_changes) {
            u[j] = c;
        } else {
            n_changes += u[j] != c;
        }
    }
    inlay_encode_snap(enc, u, u);
}

/* A change of a good point: the best gets every second one, the next every
 * fourth, ... */
static void make_local(const struct inlay_search *s, struct inlay_rng *rng,
                       double *u)
{
    size_t k = 0;
    while (k + 1 < s->n_centers && inlay_rng_uniform(rng) < 0.5)
        k++;
    perturb(s->enc, s->centers + k * s->enc->dim, rng, u);
    if (!inlay_region_holds(s->enc, &s->region, u))
        perturb(s->enc, s->region.center, rng, u);
}

inlay_status inlay_candidates(const struct inlay_search *s, size_t n,
                              struct inlay_rng *rng, double *U,
                              inlay_error *err)
{
    const size_t dim = s->enc->dim;
    const uint64_t n_combinations = inlay_encode_n_discrete(s->enc);
    const bool by_combination =
        n_combinations <= MAX_COMBINATIONS && s->enc->n_real > 0;
    const size_t local =
        s->n_centers ? (size_t)(s->local_share * (double)n) : 0;
    struct inlay_sobol sobol;

    const inlay_status st = inlay_sobol_init(&sobol, dim, rng, err);
    if (st != INLAY_OK)
        return st;
    for (size_t i = 0; i < n; i++) {
        double *u = U + i * dim;
        if (i < local)
            make_local(s, rng, u);
        if (i < local && inlay_region_holds(s->enc, &s->region, u))
            continue;
        inlay_sobol_next(&sobol, u);
        inlay_encode_snap(s->enc, u, u);
        if (by_combination)
            inlay_encode_combination(s->enc, i % n_combinations, u);
        if (s->region.center)
            confine(s->enc, &s->region, rng, u);
    }
    inlay_sobol_clear(&sobol);
    return INLAY_OK;
}
