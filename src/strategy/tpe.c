/*
 * tpe.c: the tree-structured Parzen estimator.
 *
 * There is no model of values, but two densities over the space: l of the good
 * trials, g of all others (strategy/merit.h).  Where l is large and g is small,
 * an improvement is likely: of some draws from l the one with the largest
 * log l - log g is suggested.
 *
 *     joint         a draw is a whole configuration (Watanabe's recommended set)
 *     independent   each variable is chosen on its own, of draws of its own
 *                   (hyperopt, which is what the paper compared with)
 *
 * The axes are in groups: a single one in the joint form, one for each axis in
 * the independent form.  A group has a density of the good trials and one of the
 * bad; scores of groups add up.
 *
 * Of candidates with equal scores the first is taken, so that equal values share
 * the suggestions as they share the draws.
 *
 * Where a configuration must not be repeated, it is the best new one of the
 * draws.  In the independent form the best values of the variables together may
 * make a known configuration; then whole draws are compared by their summed
 * scores.  If all draws are known, there are further ones; the last resort is a
 * uniform point, which also tells that nothing is left.
 *
 * Bergstra, Bardenet, Bengio, Kégl (2011), Algorithms for hyper-parameter
 * optimization, NIPS 24.  Watanabe (2023), arXiv 2304.11127.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/parzen.h"
#include "strategy/merit.h"
#include "strategy/methods.h"

/* Keys of the random streams of a trial. */
enum { STREAM_SEARCH = 1, STREAM_UNIFORM = 2 };

/* For options that are 0. */
enum { N_INITIAL = 10, N_CANDIDATES = 24 };

/* Batches of candidates that are drawn before a suggestion is uniform. */
enum { MAX_BATCHES = 10 };

enum { BLOCK = INLAY_PARZEN_BLOCK };

/* Scores that differ by less are equal: values with as many good and bad trials
 * must not be told apart by rounding errors, which would always prefer the same. */
static const double SAME_SCORE = 1e-10;

/* Axes first .. first + good.dim, and both densities over them. */
struct group {
    size_t first;
    struct inlay_parzen good, bad;
};

struct ratio {
    size_t n_groups;
    struct group *group;
};

struct tpe {
    struct inlay_strategy base; /* first */
    size_t n_candidates;
    enum inlay_parzen_form form;
    enum inlay_bandwidth bandwidth;
    enum inlay_good good;
    enum inlay_weights weights;
    struct ratio ratio; /* the belief */
};

static struct tpe *tpe_of(struct inlay_strategy *s)
{
    return (struct tpe *)s;
}

static const struct inlay_encoding *space_of(const struct tpe *s)
{
    return s->base.design.exact;
}

/* ---- Densities ----------------------------------------------------------- */

static void forget(struct inlay_strategy *base)
{
    struct ratio *r = &tpe_of(base)->ratio;
    for (size_t g = 0; r->group && g < r->n_groups; g++) {
        inlay_parzen_clear(&r->group[g].good);
        inlay_parzen_clear(&r->group[g].bad);
    }
    inlay_mem_free(r->group);
    *r = (struct ratio){0};
}

static inlay_status fit_group(const struct tpe *s, const struct inlay_merit *m,
                              size_t first, size_t dim, struct group *g,
                              inlay_error *err)
{
    g->first = first;
    inlay_status st = inlay_parzen_init(&g->good, space_of(s), first, dim,
                                        &m->good, s->form, s->bandwidth, err);
    if (st == INLAY_OK)
        st = inlay_parzen_init(&g->bad, space_of(s), first, dim, &m->bad,
                               s->form, s->bandwidth, err);
    return st;
}

static inlay_status believe(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err)
{
    struct tpe *s = tpe_of(base);
    struct ratio *r = &s->ratio;
    const bool is_joint = s->form == INLAY_PARZEN_JOINT;
    struct inlay_merit merit = {0};
    (void)rng;

    r->n_groups = is_joint ? 1 : space_of(s)->dim;
    r->group = inlay_mem_new(r->n_groups, sizeof *r->group);
    inlay_status st =
        r->group ? inlay_merit_init(&merit, h, s->good, s->weights, err)
                 : inlay_fail_memory(err, "densities");
    for (size_t g = 0;
         st == INLAY_OK && g < r->n_groups && !inlay_watch_poll(s->base.watch);
         g++)
        st = fit_group(s, &merit, g, is_joint ? space_of(s)->dim : 1,
                       &r->group[g], err);
    inlay_merit_clear(&merit);
    return st;
}

/* ---- Candidates ---------------------------------------------------------- */

static size_t block_size(const struct tpe *s)
{
    return s->n_candidates < BLOCK ? s->n_candidates : BLOCK;
}

/* What a search needs: scratch of the densities, and a block of draws. */
struct draws {
    double *scratch; /* owns all */
    double *U;       /* whole configurations, rows */
    double *rows;    /* draws of one group, rows */
    double *score;   /* of each */
};

static inlay_status draws_init(struct draws *d, const struct tpe *s,
                               const struct ratio *r, inlay_error *err)
{
    const size_t n = block_size(s), dim = space_of(s)->dim;
    size_t n_scratch = 0;
    for (size_t g = 0; g < r->n_groups; g++) {
        const size_t l = inlay_parzen_n_scratch(&r->group[g].good, n);
        const size_t b = inlay_parzen_n_scratch(&r->group[g].bad, n);
        n_scratch = l > n_scratch ? l : n_scratch;
        n_scratch = b > n_scratch ? b : n_scratch;
    }
    const struct inlay_mem_part parts[] = {INLAY_PART(d->scratch, n_scratch),
                                           INLAY_PART(d->U, n * dim),
                                           INLAY_PART(d->rows, n * dim),
                                           INLAY_PART(d->score, n),
                                           {0}};
    return inlay_mem_parts(parts) ? INLAY_OK
                                  : inlay_fail_memory(err, "candidates");
}

/* n draws of a group to its axes of d->U; d->score += log l - log g. */
static void draw_group(struct tpe *s, const struct group *g, size_t n,
                       struct inlay_rng *rng, const struct draws *d)
{
    const size_t dim = space_of(s)->dim;
    double l[BLOCK], b[BLOCK];
    for (size_t i = 0; i < n; i++)
        inlay_parzen_draw(&g->good, rng, d->rows + i * g->good.dim);
    inlay_parzen_log_density(&g->good, d->rows, n, l, d->scratch);
    inlay_parzen_log_density(&g->bad, d->rows, n, b, d->scratch);
    for (size_t i = 0; i < n; i++) {
        d->score[i] += l[i] - b[i];
        memcpy(d->U + i * dim + g->first, d->rows + i * g->good.dim,
               g->good.dim * sizeof *d->U);
    }
    s->base.stats.n_candidates += n;
}

/* The axes of n_groups groups of u := the best of a batch of draws that is not in
 * `seen`, unless that is NULL; false if there is none. */
static bool choose(struct tpe *s, const struct group *groups, size_t n_groups,
                   const struct inlay_seen *seen, struct inlay_rng *rng,
                   const struct draws *d, double *u)
{
    const size_t dim = space_of(s)->dim, first = groups[0].first;
    const struct group *last = &groups[n_groups - 1];
    const size_t n_axes = last->first + last->good.dim - first;
    double best = -INFINITY;
    for (size_t left = s->n_candidates; left > 0;) {
        const size_t n = left < BLOCK ? left : BLOCK;
        memset(d->score, 0, n * sizeof *d->score);
        for (size_t k = 0; k < n_groups && !inlay_watch_poll(s->base.watch);
             k++)
            draw_group(s, &groups[k], n, rng, d);
        for (size_t i = 0; i < n; i++) {
            const double *row = d->U + i * dim;
            if (d->score[i] > best + SAME_SCORE &&
                (!seen || !inlay_seen_find(seen, row))) {
                best = d->score[i];
                memcpy(u + first, row + first, n_axes * sizeof *u);
            }
        }
        left -= n;
        if (inlay_watch_is_over(s->base.watch))
            return false;
    }
    return best > -INFINITY;
}

static inlay_status search(struct inlay_strategy *base,
                           const struct inlay_history *h,
                           const struct inlay_rng *rng, double *u,
                           inlay_error *err)
{
    struct tpe *s = tpe_of(base);
    const struct ratio *ratio = &s->ratio;
    const struct inlay_seen *seen = base->design.may_repeat ? NULL : &h->seen;
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    struct draws d;
    const inlay_status st = draws_init(&d, s, ratio, err);
    if (st != INLAY_OK)
        return st;
    bool found = s->form == INLAY_PARZEN_INDEPENDENT;
    for (size_t k = 0; found && k < ratio->n_groups; k++)
        choose(s, &ratio->group[k], 1, NULL, &r, &d, u);
    found = found && !(seen && inlay_seen_find(seen, u));
    for (int batch = 0;
         !found && batch < MAX_BATCHES && !inlay_watch_poll(s->base.watch);
         batch++)
        found = choose(s, ratio->group, ratio->n_groups, seen, &r, &d, u);
    inlay_mem_free(d.scratch);
    return found ? INLAY_OK
                 : inlay_fail(err, INLAY_EXHAUSTED, "no draw is new");
}

/* ---- Making one ---------------------------------------------------------- */

static inlay_status init(struct inlay_strategy *base, const inlay_options *o,
                         int variant, inlay_error *err)
{
    struct tpe *s = tpe_of(base);
    (void)variant;
    (void)err;
    base->n_initial = inlay_strategy_count(o, INLAY_OPT_INITIAL, N_INITIAL);
    s->n_candidates =
        inlay_strategy_count(o, INLAY_OPT_CANDIDATES, N_CANDIDATES);
    s->form = inlay_options_choice(o, INLAY_OPT_TPE_PARZEN);
    s->bandwidth = inlay_options_choice(o, INLAY_OPT_TPE_BANDWIDTH);
    s->good = inlay_options_choice(o, INLAY_OPT_TPE_GOOD);
    s->weights = inlay_options_choice(o, INLAY_OPT_TPE_WEIGHTS);
    return INLAY_OK;
}

const struct inlay_strategy_ops inlay_tpe_ops = {
    .size = sizeof(struct tpe),
    .begins = INLAY_ORIGIN_RANDOM,
    .random_stream = STREAM_UNIFORM,
    .init = init,
    .believe = believe,
    .forget = forget,
    .search = search,
};
