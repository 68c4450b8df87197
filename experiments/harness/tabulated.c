/*
 * tabulated.c: looks values up.
 */
#include "harness/tabulated.h"

#include <stdlib.h>

#include "harness/refuse.h"

enum { KEY_FIRST = 1, KEY_NOISE = 2 };

struct tabulated {
    struct objective base; /* first */
    const struct table *table;
    enum tabulated_noise noise;
    size_t replica; /* of an exact one */
    struct inlay_rng rng;
};

static void setting_of(const struct objective *o, const inlay_value *x,
                       int64_t *setting)
{
    for (size_t i = 1; i < inlay_space_n_variables(o->space); i++)
        setting[i - 1] = x[i].integer;
}

static double value(const struct objective *o, const inlay_value *x)
{
    const struct tabulated *t = (const struct tabulated *)o;
    int64_t setting[OBJECTIVE_MAX_VARIABLES];
    setting_of(o, x, setting);
    return t->noise == TABULATED_EXACT
               ? -table_value(t->table, t->replica, setting, x[0].real)
               : -table_mean(t->table, setting, x[0].real);
}

static double observe(const struct objective *o, const inlay_value *x, size_t i)
{
    const struct tabulated *t = (const struct tabulated *)o;
    struct inlay_rng rng = inlay_rng_split(&t->rng, i);
    int64_t setting[OBJECTIVE_MAX_VARIABLES];
    if (t->noise == TABULATED_EXACT)
        return value(o, x);
    setting_of(o, x, setting);
    return -table_value(t->table,
                        inlay_rng_below(&rng, table_n_replicas(t->table)),
                        setting, x[0].real);
}

static void free_tabulated(struct objective *o)
{
    inlay_space_free(o->space);
    free(o);
}

static const struct objective_ops OPS = {value, observe, free_tabulated};

struct objective *tabulated_take(const struct table *table,
                                 enum tabulated_noise noise, inlay_space *space,
                                 uint64_t seed)
{
    struct tabulated *t = refuse_or_room("tabulated", 1, sizeof *t);
    const struct inlay_rng root = objective_rng(seed);
    struct inlay_rng first = inlay_rng_split(&root, KEY_FIRST);
    t->base.ops = &OPS;
    t->base.space = space;
    t->table = table;
    t->noise = noise;
    t->replica = seed % table_n_replicas(table);
    t->rng = inlay_rng_split(&root, KEY_NOISE);
    t->base.minimum = noise == TABULATED_EXACT
                          ? -table_maximum(table, t->replica, NULL, NULL)
                          : -table_maximum_of_mean(table, NULL, NULL);
    objective_draw_first(&t->base, &first);
    return &t->base;
}
