/*
 * option_table.c: one row for each option: name, range or choices, default, the
 * paper's value, help.
 *
 * Options that one method or acquisition alone reads have its name and a dot in
 * front.  What mes shares with pes is called pes.*, the older of the two.
 */
#include "strategy/option_table.h"

#include <string.h>

#include "strategy/choices.h"
#include "strategy/methods.h"

#define NAME(name, value) name,
#define VALUE(name, value) value,
#define ARRAYS(id, LIST)                                                       \
    static const char *const id##_NAMES[] = {LIST(NAME) NULL};                 \
    static const int id##_VALUES[] = {LIST(VALUE)};
INLAY_CHOICE_LISTS(ARRAYS)

#define CHOICE(id, name, fallback, paper, help, ...)                           \
    [INLAY_OPT_##id] = {{name, INLAY_OPTION_CHOICE, 0, 0, id##_NAMES,          \
                         fallback, help, __VA_ARGS__},                         \
                        paper,                                                 \
                        id##_VALUES}
#define INTEGER(id, name, min, max, fallback, paper, help, ...)                \
    [INLAY_OPT_##id] = {{name, INLAY_OPTION_INTEGER, min, max, NULL, fallback, \
                         help, __VA_ARGS__},                                   \
                        paper,                                                 \
                        NULL}
#define NUMBER(id, name, min, max, fallback, paper, help, group)               \
    [INLAY_OPT_##id] = {                                                       \
        {name, INLAY_OPTION_NUMBER, min, max, NULL, fallback, help, group},    \
        paper,                                                                 \
        NULL}
#define COMMON .group = NULL
#define SEVERAL .group = "several methods"
#define GP .group = "gp, gp-basic and gp-naive"
#define PES .group = "the acquisitions pes and mes"
#define SMAC .group = "smac"
#define TPE .group = "tpe"

static const struct inlay_option_row TABLE[INLAY_N_OPTIONS] = {
    CHOICE(PRESET, "preset", "default", NULL,
           "defaults: Inlay's or the paper's", COMMON),
    INTEGER(SEED, "seed", 0, 9007199254740991.0, "0", NULL,
            "seed of all random numbers", COMMON),
    CHOICE(GOAL, "goal", "minimize", NULL, "which values are better", COMMON),
    [INLAY_OPT_METHOD] = {{"method", INLAY_OPTION_CHOICE, 0, 0,
                           inlay_method_names, "gp",
                           "how to suggest trials; gp is Bayesian optimization "
                           "with a Gaussian process",
                           NULL, inlay_method_helps},
                          NULL,
                          NULL},
    CHOICE(ACQUISITION, "acquisition", "auto", "ei",
           "ei: expected improvement; pes, mes: entropy search; kg: knowledge "
           "gradient; auto: ei, kg if noisy",
           GP),
    CHOICE(NOISE, "noise", "auto", NULL,
           "are the values noisy? none: no; yes; auto: estimate it from the "
           "values",
           COMMON),
    CHOICE(REPEATS, "repeats", "auto", "yes",
           "may a configuration be suggested again? auto: where noise is "
           "declared or beyond doubt",
           SEVERAL),
    CHOICE(RECOMMEND, "recommend", "auto", "mean",
           "observed: best trial; mean: optimum of the model's mean; auto: "
           "mean if noisy, pes or mes",
           SEVERAL),
    INTEGER(INITIAL, "initial", 0, 100000, "0", "1",
            "trials before the model is used; 0: depends on the number of "
            "variables",
            SEVERAL),
    CHOICE(FIRST, "first", "middle", "net",
           "first trial: middle of all numeric ranges, or first point of the "
           "Sobol' net",
           SEVERAL),
    CHOICE(INFERENCE, "inference", "auto", "slice",
           "hyper-parameters: the most probable (map) or slice samples; auto: "
           "map, or a few samples if noisy",
           GP),
    INTEGER(SAMPLES, "samples", 1, 1000, "10", "10",
            "number of hyper-parameter samples with inference=slice", GP),
    INTEGER(BURN_IN, "burn_in", 0, 100000, "3", "20",
            "sweeps of the slice sampler before the first sample of each fit",
            GP),
    CHOICE(
        KERNEL, "kernel", "auto", "matern52",
        "covariance function of the GP; auto: matern52, or matern32 above 20 "
        "variables",
        GP),
    CHOICE(CATEGORIES, "categories", "tied", "per-category",
           "one length-scale for each categorical variable, or for each of its "
           "values",
           GP),
    CHOICE(PRIORS, "priors", "inlay", "paper",
           "prior distributions of the hyper-parameters", GP),
    NUMBER(JITTER, "jitter", 0, 1e-3, "1e-8", "1e-6",
           "smallest addition to the diagonal of the covariance, relative to "
           "the amplitude",
           GP),
    CHOICE(WARP, "warp", "adaptive", "none",
           "transform of the values before the fit; auto: most likely; "
           "adaptive: bad-log, or none if noisy",
           GP),
    CHOICE(
        INCUMBENT, "incumbent", "auto", "recommended",
        "value that expected improvement must beat; auto: depends on the noise",
        SEVERAL),
    INTEGER(PES_MINIMA, "pes.minima", 0, 1000, "0", "1",
            "pes, mes: optima drawn for each hyper-parameter sample; 0: 16 or "
            "4 in total",
            PES),
    INTEGER(PES_FEATURES, "pes.features", 16, 100000, "1000", "1000",
            "pes, mes: cosine features that approximate a draw of the "
            "objective",
            PES),
    NUMBER(PES_EP_TOLERANCE, "pes.ep_tolerance", 1e-12, 0.1, "1e-4", "1e-4",
           "pes: relative change at which expectation propagation stops", PES),
    CHOICE(PENDING, "pending", "mean", "mean",
           "value assumed for a running trial: the model's mean, or a draw",
           SEVERAL),
    CHOICE(SEARCH, "search", "exact", "grid",
           "how the acquisition is maximized, not a grid search: moves and "
           "gradients, or the paper's grid",
           GP),
    INTEGER(CANDIDATES, "candidates", 0, 10000000, "0", "20000",
            "points screened for a suggestion; 0: depends on the number of "
            "variables",
            SEVERAL),
    INTEGER(STARTS, "starts", 0, 1000, "0", "1",
            "candidates refined by local search; 0: 8, or 6 with "
            "inference=slice",
            SEVERAL),
    CHOICE(TRUST_REGION, "trust_region", "auto", "no",
           "keep half of the suggestions near the best trial; auto: above 20 "
           "variables",
           GP),
    NUMBER(FAILURE_WEIGHT, "failure_weight", 0, 1000, "0", "1",
           "exponent of the probability of success; 0: from 1 to 8, more with "
           "more failures",
           GP),
    NUMBER(RANDOM_SHARE, "random_share", 0, 1, "0", "0",
           "share of the suggestions that are random", SEVERAL),
    INTEGER(SMAC_TREES, "smac.trees", 1, 10000, "10", "10",
            "number of trees in the random forest", SMAC),
    CHOICE(SMAC_SPLITS, "smac.splits", "random", "best",
           "threshold of a split: random, or the best one", SMAC),
    NUMBER(SMAC_SPLIT_SHARE, "smac.split_share", 0, 1, "1",
           "0.83333333333333337",
           "share of the variables considered for each split", SMAC),
    INTEGER(SMAC_LEAF, "smac.leaf", 1, 100000, "1", "3",
            "smallest number of trials in a leaf", SMAC),
    CHOICE(SMAC_UNCERTAINTY, "smac.uncertainty", "trees", "total",
           "variance between the trees' means, or that plus the variance "
           "within leaves",
           SMAC),
    CHOICE(SMAC_COST, "smac.cost", "log", "plain",
           "fit logarithms of the values, or the values themselves", SMAC),
    NUMBER(SMAC_STEP, "smac.step", 1e-6, 1, "0.05", "0.2",
           "first step of the local search, as a share of the range", SMAC),
    CHOICE(TPE_PARZEN, "tpe.parzen", "joint", "independent",
           "one density over all variables, or one for each variable", TPE),
    CHOICE(TPE_GOOD, "tpe.good", "linear", "sqrt",
           "how many of n trials count as good: 0.15 n or 0.25 sqrt(n), at "
           "most 25",
           TPE),
    CHOICE(TPE_WEIGHTS, "tpe.weights", "improvement", "age",
           "weight of a good trial: by its improvement, or less beyond the "
           "newest 25",
           TPE),
    CHOICE(TPE_BANDWIDTH, "tpe.bandwidth", "floor", "clip",
           "smallest bandwidth: 0.03 of the range, or 1/(n + 2) of it", TPE),
    INTEGER(THREADS, "threads", 1, 256, "1", NULL,
            "threads that compute a suggestion; the result is the same for any "
            "number",
            SEVERAL),
};

const struct inlay_option_row *inlay_option_row(size_t id)
{
    return &TABLE[id];
}

const inlay_option *inlay_option_at(size_t i)
{
    return i < INLAY_N_OPTIONS ? &TABLE[i].is : NULL;
}

size_t inlay_option_find(const char *name)
{
    size_t i = 0;
    while (i < INLAY_N_OPTIONS && strcmp(TABLE[i].is.name, name) != 0)
        i++;
    return i;
}

/* ---- Names of version 0.1.0 ---- */

/* A store may have them; a user is told the new name. */
static const struct {
    const char *option; /* of whose choices it is one; NULL: an option's name */
    const char *was, *now;
} RENAMED[] = {
    {"method", "proposed", "gp"},
    {"method", "basic", "gp-basic"},
    {"method", "naive", "gp-naive"},
    {NULL, "minima", "pes.minima"},
    {NULL, "features", "pes.features"},
    {NULL, "ep_tolerance", "pes.ep_tolerance"},
    {NULL, "trees", "smac.trees"},
    {NULL, "splits", "smac.splits"},
    {NULL, "split_share", "smac.split_share"},
    {NULL, "leaf", "smac.leaf"},
    {NULL, "uncertainty", "smac.uncertainty"},
    {NULL, "cost", "smac.cost"},
    {NULL, "step", "smac.step"},
    {NULL, "parzen", "tpe.parzen"},
    {NULL, "good", "tpe.good"},
    {NULL, "weights", "tpe.weights"},
    {NULL, "bandwidth", "tpe.bandwidth"},
};

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static const char *renamed(const char *option, const char *was)
{
    for (size_t i = 0; i < sizeof RENAMED / sizeof *RENAMED; i++)
        if (is_same(RENAMED[i].option, option) &&
            strcmp(RENAMED[i].was, was) == 0)
            return RENAMED[i].now;
    return NULL;
}

const char *inlay_option_renamed(const char *was)
{
    return renamed(NULL, was);
}

const char *inlay_choice_renamed(const char *option, const char *was)
{
    return renamed(option, was);
}
