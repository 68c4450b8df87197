/*
 * methods.c: one row for each method: name, help, maker, own defaults.
 */
#include "strategy/methods.h"

#include <string.h>

#include "strategy/gpbo.h"
#include "strategy/hillclimb.h"
#include "strategy/random.h"
#include "strategy/smac.h"
#include "strategy/sobol_search.h"
#include "strategy/tpe.h"

/* name, help, maker, variant, defaults: {option, value, value in paper}. */
#define METHODS(ROW)                                                           \
    ROW("gp",                                                                  \
        "Bayesian optimisation: a GP that knows which variables are discrete", \
        inlay_gpbo_new, INLAY_GPBO_EXACT, {0})                                 \
    ROW("gp-basic",                                                            \
        "a GP that rounds its suggestions and learns at the unrounded point",  \
        inlay_gpbo_new, INLAY_GPBO_BASIC, {0})                                 \
    ROW("gp-naive",                                                            \
        "a GP that rounds its suggestions and learns at the rounded point",    \
        inlay_gpbo_new, INLAY_GPBO_NAIVE, {0})                                 \
    ROW("random", "uniform random search", inlay_random_new, 0, {0})           \
    ROW("sobol", "points of a Sobol' net, one after the other",                \
        inlay_sobol_search_new, 0, {INLAY_OPT_FIRST, "net", "net"})            \
    ROW("hillclimb", "a hill climber with restarts", inlay_hillclimb_new, 0,   \
        {0})                                                                   \
    ROW("tpe", "the tree-structured Parzen estimator", inlay_tpe_new, 0,       \
        {INLAY_OPT_INITIAL, "10", "20"}, {INLAY_OPT_CANDIDATES, "24", "24"},   \
        {INLAY_OPT_RECOMMEND, "observed", "observed"})                         \
    ROW("smac", "a random forest with expected improvement", inlay_smac_new,   \
        0, {INLAY_OPT_FIRST, "net", "middle"},                                 \
        {INLAY_OPT_CANDIDATES, "10000", "5000"},                               \
        {INLAY_OPT_STARTS, "10", "10"},                                        \
        {INLAY_OPT_RANDOM_SHARE, "0.2", "0.5"},                                \
        {INLAY_OPT_INCUMBENT, "predicted", "observed"},                        \
        {INLAY_OPT_RECOMMEND, "observed", "observed"},                         \
        {INLAY_OPT_REPEATS, NULL, "no"})

#define NAME(name, ...) name,
#define HELP(name, help, ...) help,
#define METHOD(name, help, make, variant, ...)                                 \
    {name, help, make, variant, {__VA_ARGS__}},

const char *const inlay_method_names[] = {METHODS(NAME) NULL};
const char *const inlay_method_helps[] = {METHODS(HELP) NULL};
static const struct inlay_method TABLE[] = {METHODS(METHOD)};

const struct inlay_method *inlay_method_find(const char *name)
{
    size_t i = 0;
    while (strcmp(TABLE[i].name, name) != 0)
        i++;
    return &TABLE[i];
}

const char *inlay_method_default(const struct inlay_method *m,
                                 enum inlay_option_id id, bool is_paper)
{
    for (size_t k = 0; k < INLAY_METHOD_MAX_DEFAULTS; k++)
        if (m->defaults[k].id == id)
            return is_paper ? m->defaults[k].paper : m->defaults[k].value;
    return NULL;
}

inlay_status inlay_strategy_new(const struct inlay_encoding *exact,
                                const inlay_options *options,
                                struct inlay_strategy **out, inlay_error *err)
{
    const struct inlay_method *m =
        inlay_method_find(inlay_options_get(options, "method"));
    return m->make(exact, options, m->variant, out, err);
}
