/*
 * tpe.c: the tree-structured Parzen estimator.
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
 */
#include "strategy/tpe.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/parzen.h"
#include "strategy/merit.h"

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
    for (size_t g = 0; st == INLAY_OK && g < r->n_groups; g++)
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
    double *scratch;
    double *U;     /* whole configurations, rows */
    double *rows;  /* draws of one group, rows */
    double *score; /* of each */
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
    d->scratch = inlay_mem_doubles(n_scratch + n * (2 * dim + 1));
    if (!d->scratch)
        return inlay_fail_memory(err, "candidates");
    d->U = d->scratch + n_scratch;
    d->rows = d->U + n * dim;
    d->score = d->rows + n * dim;
    return INLAY_OK;
}

/* n draws of a group to d->rows; d->score += log l - log g. */
static void draw_group(struct tpe *s, const struct group *g, size_t n,
                       struct inlay_rng *rng, const struct draws *d)
{
    double l[BLOCK], b[BLOCK];
    for (size_t i = 0; i < n; i++)
        inlay_parzen_draw(&g->good, rng, d->rows + i * g->good.dim);
    inlay_parzen_log_density(&g->good, d->rows, n, l, d->scratch);
    inlay_parzen_log_density(&g->bad, d->rows, n, b, d->scratch);
    for (size_t i = 0; i < n; i++)
        d->score[i] += l[i] - b[i];
    s->base.stats.n_candidates += n;
}

/* The best value of each group on its own; true if together they are new. */
static bool choose_apart(struct tpe *s, const struct inlay_history *h,
                         const struct ratio *r, struct inlay_rng *rng,
                         const struct draws *d, double *u)
{
    for (size_t k = 0; k < r->n_groups; k++) {
        const struct group *g = &r->group[k];
        double best = -INFINITY;
        for (size_t left = s->n_candidates; left > 0;) {
            const size_t n = left < BLOCK ? left : BLOCK;
            memset(d->score, 0, n * sizeof *d->score);
            draw_group(s, g, n, rng, d);
            for (size_t i = 0; i < n; i++)
                if (d->score[i] > best + SAME_SCORE) {
                    best = d->score[i];
                    memcpy(u + g->first, d->rows + i * g->good.dim,
                           g->good.dim * sizeof *u);
                }
            left -= n;
        }
    }
    return s->base.design.may_repeat || !inlay_seen_find(&h->seen, u);
}

/* The best new one of a batch of whole draws; false if there is none. */
static bool choose_whole(struct tpe *s, const struct inlay_history *h,
                         const struct ratio *r, struct inlay_rng *rng,
                         const struct draws *d, double *u)
{
    const size_t dim = space_of(s)->dim;
    double best = -INFINITY;
    for (size_t left = s->n_candidates; left > 0;) {
        const size_t n = left < BLOCK ? left : BLOCK;
        memset(d->score, 0, n * sizeof *d->score);
        for (size_t k = 0; k < r->n_groups; k++) {
            const struct group *g = &r->group[k];
            draw_group(s, g, n, rng, d);
            for (size_t i = 0; i < n; i++)
                memcpy(d->U + i * dim + g->first, d->rows + i * g->good.dim,
                       g->good.dim * sizeof *u);
        }
        for (size_t i = 0; i < n; i++) {
            const double *row = d->U + i * dim;
            if (d->score[i] > best + SAME_SCORE &&
                (s->base.design.may_repeat ||
                 !inlay_seen_find(&h->seen, row))) {
                best = d->score[i];
                memcpy(u, row, dim * sizeof *u);
            }
        }
        left -= n;
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
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    struct draws d;
    const inlay_status st = draws_init(&d, s, ratio, err);
    if (st != INLAY_OK)
        return st;
    bool found = s->form == INLAY_PARZEN_INDEPENDENT &&
                 choose_apart(s, h, ratio, &r, &d, u);
    for (int batch = 0; !found && batch < MAX_BATCHES; batch++)
        found = choose_whole(s, h, ratio, &r, &d, u);
    inlay_mem_free(d.scratch);
    return found ? INLAY_OK
                 : inlay_fail(err, INLAY_EXHAUSTED, "no draw is new");
}

/* ---- Making one ---------------------------------------------------------- */

static const struct inlay_strategy_ops TPE_OPS = {
    .begins = INLAY_FROM_RANDOM,
    .random_stream = STREAM_UNIFORM,
    .believe = believe,
    .forget = forget,
    .search = search,
};

inlay_status inlay_tpe_new(const struct inlay_encoding *exact,
                           const inlay_options *o, int variant,
                           struct inlay_strategy **out, inlay_error *err)
{
    struct tpe *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a strategy");
    inlay_strategy_init(&s->base, &TPE_OPS, exact, exact, o, N_INITIAL);
    s->n_candidates =
        inlay_strategy_count(o, INLAY_OPT_CANDIDATES, N_CANDIDATES);
    s->form =
        (enum inlay_parzen_form)inlay_options_choice(o, INLAY_OPT_TPE_PARZEN);
    s->bandwidth =
        (enum inlay_bandwidth)inlay_options_choice(o, INLAY_OPT_TPE_BANDWIDTH);
    s->good = (enum inlay_good)inlay_options_choice(o, INLAY_OPT_TPE_GOOD);
    s->weights =
        (enum inlay_weights)inlay_options_choice(o, INLAY_OPT_TPE_WEIGHTS);
    *out = &s->base;
    return INLAY_OK;
}
