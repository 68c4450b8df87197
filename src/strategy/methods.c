/*
 * methods.c: one row for each method: name, help, functions, own defaults.
 *
 * Two of them have nothing but a beginning, which lasts for ever.  `random` is the
 * yardstick of every other method.  `sobol` is random search without its gaps and
 * clusters: after 2^k trials each of 2^k equal parts of every real range has had
 * one, unless trials that others added took the place of points of the net, or one
 * was known already.
 */
#include "strategy/methods.h"

#include <string.h>

static const struct inlay_strategy_ops RANDOM = {
    .size = sizeof(struct inlay_strategy), .begins = INLAY_ORIGIN_RANDOM};
static const struct inlay_strategy_ops SOBOL = {
    .size = sizeof(struct inlay_strategy), .begins = INLAY_ORIGIN_NET};

/* name, help, functions, variant, defaults: {option, value, value in paper}. */
#define METHODS(ROW)                                                           \
    ROW("gp",                                                                  \
        "Bayesian optimization: a GP that knows which variables are discrete", \
        inlay_gpbo_ops, INLAY_GPBO_EXACT, {0})                                 \
    ROW("gp-basic",                                                            \
        "a GP that rounds its suggestions and learns at the unrounded point",  \
        inlay_gpbo_ops, INLAY_GPBO_BASIC, {0})                                 \
    ROW("gp-naive",                                                            \
        "a GP that rounds its suggestions and learns at the rounded point",    \
        inlay_gpbo_ops, INLAY_GPBO_NAIVE, {0})                                 \
    ROW("random", "uniform random search", RANDOM, 0, {0})                     \
    ROW("sobol", "points of a Sobol' net, one after the other", SOBOL, 0,      \
        {INLAY_OPT_FIRST, "net", "net"})                                       \
    ROW("hillclimb", "a hill climber with restarts", inlay_hillclimb_ops, 0,   \
        {0})                                                                   \
    ROW("tpe", "the tree-structured Parzen estimator", inlay_tpe_ops, 0,       \
        {INLAY_OPT_INITIAL, "10", "20"}, {INLAY_OPT_CANDIDATES, "24", "24"},   \
        {INLAY_OPT_RECOMMEND, "observed", "observed"})                         \
    ROW("smac", "a random forest with expected improvement", inlay_smac_ops,   \
        0, {INLAY_OPT_FIRST, "net", "middle"},                                 \
        {INLAY_OPT_CANDIDATES, "10000", "5000"},                               \
        {INLAY_OPT_STARTS, "10", "10"},                                        \
        {INLAY_OPT_RANDOM_SHARE, "0.2", "0.5"},                                \
        {INLAY_OPT_INCUMBENT, "predicted", "observed"},                        \
        {INLAY_OPT_RECOMMEND, "observed", "observed"},                         \
        {INLAY_OPT_REPEATS, NULL, "no"})

#define NAME(name, ...) name,
#define HELP(name, help, ...) help,
#define METHOD(name, help, ops, variant, ...)                                  \
    {name, help, &(ops), variant, {__VA_ARGS__}},

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
