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

inlay_status inlay_sobol_search_new(const struct inlay_encoding *exact,
                                    const inlay_options *options, int variant,
                                    struct inlay_strategy **out,
                                    inlay_error *err)
{
    static const struct inlay_strategy_ops ops = {.begins = INLAY_FROM_NET};
    struct inlay_strategy *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a Sobol' search");
    inlay_strategy_init(s, &ops, exact, exact, options, 0);
    *out = s;
    return INLAY_OK;
}
