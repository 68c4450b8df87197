/*
 * random.c: uniform random search, the yardstick of every other method.
 */
#include "strategy/random.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "strategy/modelless.h"

struct random_search {
    struct inlay_strategy base; /* first */
    const struct inlay_encoding *exact;
    bool may_repeat;
};

static struct random_search *random_of(struct inlay_strategy *s)
{
    return (struct random_search *)s;
}

inlay_status inlay_random_point(const struct inlay_history *h, bool may_repeat,
                                struct inlay_rng *rng, double *u,
                                inlay_error *err)
{
    if (may_repeat) {
        inlay_encode_sample(h->exact, rng, u);
        return INLAY_OK;
    }
    if (inlay_seen_draw(&h->seen, rng, u))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EXHAUSTED,
                      "all %zu configurations of the space were asked",
                      h->seen.n);
}

bool inlay_random_is_due(size_t i, double share)
{
    const double n = (double)i;
    return floor((n + 1.0) * share) > floor(n * share);
}

static inlay_status suggest(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err)
{
    const struct random_search *s = random_of(base);
    struct inlay_rng r = *rng;
    double *u = inlay_mem_doubles(s->exact->dim);
    if (!u)
        return inlay_fail_memory(err, "a suggestion");
    const inlay_status st = inlay_random_point(h, s->may_repeat, &r, u, err);
    if (st == INLAY_OK)
        inlay_decode(s->exact, u, x);
    trace->origin = INLAY_FROM_RANDOM;
    inlay_mem_free(u);
    return st;
}

static void free_random(struct inlay_strategy *s)
{
    inlay_mem_free(s);
}

static const struct inlay_strategy_ops RANDOM_OPS = {
    suggest,
    inlay_modelless_predict,
    inlay_modelless_recommend,
    inlay_modelless_relevance,
    inlay_modelless_leave_one_out,
    free_random,
    NULL,
    NULL};

inlay_status inlay_random_new(const struct inlay_encoding *exact,
                              const inlay_options *options, int variant,
                              struct inlay_strategy **out, inlay_error *err)
{
    struct random_search *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a random search");
    s->base.ops = &RANDOM_OPS;
    s->exact = exact;
    s->may_repeat = inlay_strategy_may_repeat(options);
    *out = &s->base;
    return INLAY_OK;
}
