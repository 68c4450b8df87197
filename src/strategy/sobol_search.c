/*
 * sobol_search.c: a search that goes through a Sobol' net and learns nothing.
 *
 * It is random search without its gaps and clusters: after 2^k trials each of 2^k
 * equal parts of every real range has had one, unless trials that others added
 * took the place of points of the net, or one was known already.  Where the net has nothing new, in a finite
 * space that is nearly used up, points are random.
 */
#include "strategy/sobol_search.h"

#include "base/error.h"
#include "base/mem.h"
#include "strategy/design.h"
#include "strategy/modelless.h"

struct sobol_search {
    struct inlay_strategy base; /* first */
    struct inlay_design design;
};

static struct sobol_search *sobol_of(struct inlay_strategy *s)
{
    return (struct sobol_search *)s;
}

static inlay_status suggest(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err)
{
    const struct inlay_design *d = &sobol_of(base)->design;
    const size_t dim = d->exact->dim;
    struct inlay_rng r = *rng;
    double *u = inlay_mem_doubles(2 * dim);
    if (!u)
        return inlay_fail_memory(err, "a suggestion");
    trace->origin = INLAY_FROM_NET;
    inlay_status st = inlay_design_point(d, h, u, x, u + dim, err);
    if (st == INLAY_EXHAUSTED) {
        trace->origin = INLAY_FROM_RANDOM;
        st = inlay_design_random(d, h, &r, u, x, u + dim, err);
    }
    inlay_mem_free(u);
    return st;
}

static void free_sobol_search(struct inlay_strategy *s)
{
    inlay_mem_free(s);
}

static const struct inlay_strategy_ops SOBOL_SEARCH_OPS = {
    suggest,
    inlay_modelless_predict,
    inlay_modelless_recommend,
    inlay_modelless_relevance,
    inlay_modelless_leave_one_out,
    free_sobol_search,
    NULL,
    NULL};

inlay_status inlay_sobol_search_new(const struct inlay_encoding *exact,
                                    const inlay_options *options, int variant,
                                    struct inlay_strategy **out,
                                    inlay_error *err)
{
    struct sobol_search *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a Sobol' search");
    s->base.ops = &SOBOL_SEARCH_OPS;
    inlay_design_init(&s->design, exact, exact, options);
    *out = &s->base;
    return INLAY_OK;
}
