/*
 * objective.c: the random numbers of a problem, and where a search starts.
 */
#include "harness/objective.h"

/* A study splits the same root by the numbers of its trials. */
static const uint64_t KEY_OBJECTIVE = UINT64_C(1) << 62;

struct inlay_rng objective_rng(uint64_t seed)
{
    const struct inlay_rng root = inlay_rng_seed(seed);
    return inlay_rng_split(&root, KEY_OBJECTIVE);
}

void objective_draw_first(struct objective *o, struct inlay_rng *rng)
{
    for (size_t i = 0; i < inlay_space_n_variables(o->space); i++) {
        inlay_variable v;
        inlay_space_variable(o->space, i, &v, NULL);
        const uint64_t n = v.type == INLAY_TYPE_INTEGER
                               ? (uint64_t)(v.int_hi - v.int_lo + 1)
                               : v.n_values;
        if (v.type == INLAY_TYPE_REAL)
            o->first[i] =
                inlay_real(v.lo + (v.hi - v.lo) * inlay_rng_uniform(rng));
        else if (v.type == INLAY_TYPE_INTEGER)
            o->first[i] =
                inlay_integer(v.int_lo + (int64_t)inlay_rng_below(rng, n));
        else
            o->first[i] = inlay_category(v.labels[inlay_rng_below(rng, n)]);
    }
}
