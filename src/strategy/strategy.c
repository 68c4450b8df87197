/*
 * strategy.c: what all methods share.
 */
#include "strategy/strategy.h"

#include "model/hyper.h"

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
