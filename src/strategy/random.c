/*
 * random.c: uniform random search, the yardstick of every other method.
 */
#include "strategy/random.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"

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
                      "all %zu configurations have been suggested", h->seen.n);
}

bool inlay_random_is_due(size_t i, double share)
{
    const double n = (double)i;
    return floor((n + 1.0) * share) > floor(n * share);
}

inlay_status inlay_random_new(const struct inlay_encoding *exact,
                              const inlay_options *options, int variant,
                              struct inlay_strategy **out, inlay_error *err)
{
    static const struct inlay_strategy_ops ops = {.begins = INLAY_FROM_RANDOM};
    struct inlay_strategy *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a random search");
    inlay_strategy_init(s, &ops, exact, exact, options, 0);
    *out = s;
    return INLAY_OK;
}
