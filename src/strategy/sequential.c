/*
 * sequential.c: design, random share, model, last resort.
 *
 * Before the first success the design goes on in some of the model's turns
 * (boxes.h).
 *
 * It owns the clocks and the origin of a suggestion; what the model costs is
 * counted by the method.  A random point is the last resort of every method: in
 * a finite space it finds what is left, and tells when nothing is.
 */
#include "strategy/sequential.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "strategy/boxes.h"

/* How many trials the method has to learn from. */
static size_t n_known(const struct inlay_strategy *s,
                      const struct inlay_history *h)
{
    return h->n + (s->ops->learns_from_outside ? h->n_outside : 0);
}

static bool is_beginning(const struct inlay_strategy *s,
                         const struct inlay_history *h)
{
    return !s->ops->search || n_known(s, h) < s->n_initial ||
           !inlay_strategy_can_believe(s, h) || s->design.enc->dim == 0;
}

bool inlay_sequential_is_random(size_t i, double share)
{
    const double n = (double)i;
    return floor((n + 1.0) * share) > floor(n * share);
}

/* Every configuration was suggested, and chance may not do it again. */
static bool has_nothing_new(const struct inlay_strategy *s,
                            const struct inlay_history *h)
{
    return !s->design.may_repeat && inlay_seen_is_all(&h->seen);
}

/* Then only a model that is sure of noise goes on: *may; else INLAY_EXHAUSTED. */
static inlay_status go_on(struct inlay_strategy *s,
                          const struct inlay_history *h,
                          const struct inlay_rng *rng, bool *may,
                          inlay_error *err)
{
    if (!s->ops->finds_noise || !s->design.repeats_noise ||
        !inlay_strategy_can_believe(s, h) || s->design.enc->dim == 0)
        return INLAY_EXHAUSTED;
    const inlay_status st = inlay_strategy_believe(s, h, rng, err);
    *may = st == INLAY_OK && inlay_strategy_repeats(s);
    return st == INLAY_OK ? INLAY_EXHAUSTED : st;
}

/* The maximizer of the acquisition, as values x; u is its point. */
static inlay_status improve(struct inlay_strategy *s,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_value *x, inlay_error *err)
{
    const double t0 = inlay_clock_seconds();
    inlay_status st = inlay_strategy_appraise(s, h, rng, err);
    const double t1 = inlay_clock_seconds();
    if (st == INLAY_OK)
        st = s->ops->search(s, h, rng, u, err);
    s->stats.fit_seconds = t1 - t0;
    s->stats.maximize_seconds = inlay_clock_seconds() - t1;
    if (st == INLAY_OK)
        inlay_decode(s->design.enc, u, x);
    return st;
}

/* The design goes on, outside of the boxes, and away from the bounds as if there
 * were a failure beyond each: INLAY_EXHAUSTED where it is not its turn. */
static inlay_status explore(const struct inlay_strategy *s,
                            const struct inlay_history *h, double *u,
                            inlay_value *x, double *exact, inlay_error *err)
{
    struct inlay_boxes boxes = inlay_boxes_of(h);
    const struct inlay_design_filter outside = {boxes.half_width,
                                                inlay_boxes_hold, &boxes};
    inlay_status st;
    size_t place;
    if (!s->ops->learns_from_failures ||
        !inlay_boxes_is_net_turn(h, s->n_initial, &place))
        return INLAY_EXHAUSTED;
    do
        st = inlay_design_net(&s->design, h, place, &outside, u, x, exact, err);
    while (st == INLAY_EXHAUSTED && inlay_boxes_shrink(&boxes));
    return st;
}

/* What comes without a look at the model: INLAY_EXHAUSTED where it is the model's
 * turn, *by_model, or that of chance. */
static inlay_status
begin(struct inlay_strategy *s, const struct inlay_history *h,
      const struct inlay_rng *rng, double *u, inlay_value *x, double *exact,
      enum inlay_origin *origin, bool *by_model, inlay_error *err)
{
    *origin = INLAY_ORIGIN_RANDOM;
    *by_model = false;
    if (has_nothing_new(s, h))
        return go_on(s, h, rng, by_model, err);
    if (is_beginning(s, h)) {
        *origin = s->ops->begins;
        return *origin == INLAY_ORIGIN_RANDOM
                   ? INLAY_EXHAUSTED
                   : inlay_design_point(&s->design, h, u, x, exact, err);
    }
    if (inlay_sequential_is_random(n_known(s, h) - s->n_initial,
                                   s->random_share))
        return INLAY_EXHAUSTED;
    *origin = INLAY_ORIGIN_NET;
    const inlay_status st = explore(s, h, u, x, exact, err);
    *by_model = st == INLAY_EXHAUSTED;
    return st;
}

inlay_status inlay_sequential_suggest(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      inlay_value *x, struct inlay_trace *trace,
                                      inlay_error *err)
{
    const struct inlay_design *d = &s->design;
    const uint64_t key = s->ops->random_stream;
    struct inlay_rng random = key ? inlay_rng_split(rng, key) : *rng;
    bool by_model;
    double *u = inlay_mem_doubles(d->enc->dim + d->exact->dim);
    if (!u)
        return inlay_fail_memory(err, "a suggestion");
    double *exact = u + d->enc->dim;

    inlay_status st =
        begin(s, h, rng, u, x, exact, &trace->origin, &by_model, err);
    if (by_model) {
        trace->origin = INLAY_ORIGIN_MODEL;
        st = improve(s, h, rng, u, x, err);
    }
    if (st == INLAY_EXHAUSTED) {
        trace->origin = INLAY_ORIGIN_RANDOM;
        st = inlay_design_random(d, h, &random, u, x, exact, err);
    }
    if (st == INLAY_OK && s->ops->leave_trace)
        st = s->ops->leave_trace(s, u, by_model, trace, err);
    inlay_mem_free(u);
    return st;
}
