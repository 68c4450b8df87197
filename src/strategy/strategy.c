/*
 * strategy.c: the table of all methods.
 */
#include "strategy/strategy.h"

#include "model/hyper.h"
#include "strategy/gpbo.h"
#include "strategy/hillclimb.h"
#include "strategy/random.h"
#include "strategy/smac.h"
#include "strategy/sobol_search.h"
#include "strategy/tpe.h"

/* In the order of the choices of option "method". */
static const struct {
    inlay_status (*make)(const struct inlay_encoding *exact,
                         const inlay_options *options, int variant,
                         struct inlay_strategy **out, inlay_error *err);
    int variant;
} METHODS[] = {
    {inlay_gpbo_new, INLAY_GPBO_PROPOSED},
    {inlay_gpbo_new, INLAY_GPBO_BASIC},
    {inlay_gpbo_new, INLAY_GPBO_NAIVE},
    {inlay_random_new, 0},
    {inlay_sobol_search_new, 0},
    {inlay_hillclimb_new, 0},
    {inlay_tpe_new, 0},
    {inlay_smac_new, 0},
};

inlay_status inlay_strategy_new(const struct inlay_encoding *exact,
                                const inlay_options *options,
                                struct inlay_strategy **out, inlay_error *err)
{
    const size_t k = inlay_options_choice(options, INLAY_OPT_METHOD);
    return METHODS[k].make(exact, options, METHODS[k].variant, out, err);
}

void inlay_strategy_free(struct inlay_strategy *s)
{
    if (s)
        s->ops->free(s);
}

bool inlay_strategy_may_repeat(const inlay_options *o)
{
    switch (inlay_options_choice(o, INLAY_OPT_REPEATS)) {
    case INLAY_REPEATS_YES:
        return true;
    case INLAY_REPEATS_NO:
        return false;
    default:
        return inlay_options_choice(o, INLAY_OPT_NOISE) == INLAY_NOISE_YES;
    }
}
