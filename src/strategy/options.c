/*
 * options.c: the table of options, and values set from text.
 *
 * A handle holds the texts that were set by name; all else comes from what the
 * method has of its own, from the preset in force, then from the table.  That is
 * why the order of calls does not count.
 */
#include "strategy/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

static const char *const PRESETS[] = {"default", "paper", NULL};
static const char *const GOALS[] = {"minimize", "maximize", NULL};
static const char *const METHODS[] = {"proposed", "basic", "naive",
                                      "random",   "sobol", "hillclimb",
                                      "tpe",      "smac",  NULL};
static const char *const ACQUISITIONS[] = {"ei", "pes", "mes", NULL};
static const char *const NOISES[] = {"auto", "none", "yes", NULL};
static const char *const AUTO_YES_NO[] = {"auto", "yes", "no", NULL};
static const char *const AUTO_NO_YES[] = {"auto", "no", "yes", NULL};
static const char *const RECOMMENDS[] = {"auto", "observed", "mean", NULL};
static const char *const FIRSTS[] = {"middle", "net", NULL};
static const char *const INFERENCES[] = {"map", "slice", NULL};
static const char *const KERNELS[] = {"se", "matern32", "matern52", "auto",
                                      NULL};
static const char *const CATEGORIES[] = {"tied", "per-category", NULL};
static const char *const PRIORS[] = {"inlay", "paper", NULL};
static const char *const WARPS[] = {"none",        "bad-log", "log", "bilog",
                                    "yeo-johnson", "auto",    NULL};
static const char *const INCUMBENTS[] = {"auto", "observed", "predicted",
                                         "recommended", NULL};
static const char *const PENDINGS[] = {"mean", "draw", NULL};
static const char *const SEARCHES[] = {"exact", "grid", NULL};
static const char *const SPLITS[] = {"random", "best", NULL};
static const char *const UNCERTAINTIES[] = {"trees", "total", NULL};
static const char *const COSTS[] = {"log", "plain", NULL};
static const char *const PARZENS[] = {"joint", "independent", NULL};
static const char *const GOODS[] = {"linear", "sqrt", NULL};
static const char *const WEIGHTS[] = {"improvement", "age", NULL};
static const char *const BANDWIDTHS[] = {"floor", "clip", NULL};

struct row {
    inlay_option is;
    const char *paper; /* value in preset paper; NULL: the default */
};

#define CHOICE(name, choices, fallback, paper, help)                           \
    {                                                                          \
        {name, INLAY_OPTION_CHOICE, 0, 0, choices, fallback, help}, paper      \
    }
#define INTEGER(name, min, max, fallback, paper, help)                         \
    {                                                                          \
        {name, INLAY_OPTION_INTEGER, min, max, NULL, fallback, help}, paper    \
    }
#define NUMBER(name, min, max, fallback, paper, help)                          \
    {                                                                          \
        {name, INLAY_OPTION_NUMBER, min, max, NULL, fallback, help}, paper     \
    }

static const struct row TABLE[INLAY_N_OPTIONS] = {
    [INLAY_OPT_PRESET] =
        CHOICE("preset", PRESETS, "default", NULL,
               "default: the best we can do; paper: the authors' set-up"),
    [INLAY_OPT_SEED] = INTEGER("seed", 0, 9007199254740991.0, "0", NULL,
                               "where all random numbers come from"),
    [INLAY_OPT_GOAL] =
        CHOICE("goal", GOALS, "minimize", NULL, "the direction of better"),
    [INLAY_OPT_METHOD] = CHOICE(
        "method", METHODS, "proposed", NULL,
        "proposed, basic, naive: the paper's three ways; its rivals tpe, "
        "smac; no model: the rest"),
    [INLAY_OPT_ACQUISITION] = CHOICE(
        "acquisition", ACQUISITIONS, "ei", NULL,
        "expected improvement, or what a trial tells about the optimum's "
        "place (pes) or value (mes)"),
    [INLAY_OPT_NOISE] = CHOICE(
        "noise", NOISES, "auto", NULL,
        "do evaluations repeat exactly: auto estimates, none: yes, yes: no"),
    [INLAY_OPT_REPEATS] =
        CHOICE("repeats", AUTO_YES_NO, "auto", "yes",
               "may a configuration be asked twice; auto: if noise is yes"),
    [INLAY_OPT_RECOMMEND] =
        CHOICE("recommend", RECOMMENDS, "auto", "mean",
               "best observed, or optimum of the model's mean; auto: by the "
               "noise found, mean for pes and mes"),
    [INLAY_OPT_INITIAL] = INTEGER("initial", 0, 100000, "0", "1",
                                  "trials before the model is used; 0: by the "
                                  "number of variables"),
    [INLAY_OPT_FIRST] =
        CHOICE("first", FIRSTS, "middle", "net",
               "first trial: the middle of numeric ranges, or of the net"),
    [INLAY_OPT_INFERENCE] =
        CHOICE("inference", INFERENCES, "map", "slice",
               "hyper-parameters: their maximum, or slice samples of them"),
    [INLAY_OPT_SAMPLES] = INTEGER("samples", 1, 1000, "10", "10",
                                  "how many, when inference is slice"),
    [INLAY_OPT_BURN_IN] = INTEGER("burn_in", 0, 100000, "3", "20",
                                  "sweeps of the chain before the first sample "
                                  "of each fit"),
    [INLAY_OPT_KERNEL] =
        CHOICE("kernel", KERNELS, "auto", "matern52",
               "covariance function; auto: matern52, above 20 variables "
               "matern32"),
    [INLAY_OPT_CATEGORIES] =
        CHOICE("categories", CATEGORIES, "tied", "per-category",
               "one length-scale for each categorical variable, or for each "
               "of its values"),
    [INLAY_OPT_PRIORS] = CHOICE("priors", PRIORS, "inlay", "paper",
                                "priors of the hyper-parameters"),
    [INLAY_OPT_JITTER] =
        NUMBER("jitter", 0, 1e-3, "1e-8", "1e-6",
               "least addition to the covariance's diagonal, relative"),
    [INLAY_OPT_WARP] = CHOICE("warp", WARPS, "bad-log", "none",
                              "transform of the values; auto: the most likely"),
    [INLAY_OPT_INCUMBENT] =
        CHOICE("incumbent", INCUMBENTS, "auto", "recommended",
               "what an improvement improves on"),
    [INLAY_OPT_MINIMA] = INTEGER(
        "minima", 0, 1000, "0", "1",
        "pes, mes: optima drawn for each sample; 0: by the number of samples "
        "and variables"),
    [INLAY_OPT_FEATURES] =
        INTEGER("features", 16, 100000, "1000", "1000",
                "pes, mes: cosines that a draw of the objective is made of"),
    [INLAY_OPT_EP_TOLERANCE] =
        NUMBER("ep_tolerance", 1e-12, 0.1, "1e-4", "1e-4",
               "pes: change at which expectation propagation ends, relative"),
    [INLAY_OPT_PENDING] = CHOICE("pending", PENDINGS, "mean", "mean",
                                 "value imagined for a trial that runs"),
    [INLAY_OPT_SEARCH] =
        CHOICE("search", SEARCHES, "exact", "grid",
               "acquisition: lattice moves and gradients, or the paper's grid"),
    [INLAY_OPT_CANDIDATES] = INTEGER("candidates", 0, 10000000, "0", "20000",
                                     "points screened for an ask; 0: by the "
                                     "number of variables"),
    [INLAY_OPT_STARTS] = INTEGER("starts", 0, 1000, "0", "1",
                                 "points refined for an ask; 0: by itself"),
    [INLAY_OPT_TRUST_REGION] =
        CHOICE("trust_region", AUTO_NO_YES, "auto", "no",
               "stay near the best half of the time; auto: above 20 variables"),
    [INLAY_OPT_FAILURE_WEIGHT] =
        NUMBER("failure_weight", 0, 1000, "0", "1",
               "exponent of the probability of success; 0: from 1 to 8, by the "
               "failures so far"),
    [INLAY_OPT_RANDOM_SHARE] =
        NUMBER("random_share", 0, 1, "0", "0",
               "share of the suggestions that are drawn uniformly"),
    [INLAY_OPT_TREES] =
        INTEGER("trees", 1, 10000, "10", "10", "smac: trees of the forest"),
    [INLAY_OPT_SPLITS] =
        CHOICE("splits", SPLITS, "random", "best",
               "smac: a node's threshold on an axis: at random, or the best"),
    [INLAY_OPT_SPLIT_SHARE] =
        NUMBER("split_share", 0, 1, "1", "0.83333333333333337",
               "smac: share of the variables that a split chooses from"),
    [INLAY_OPT_LEAF] = INTEGER("leaf", 1, 100000, "1", "3",
                               "smac: least number of trials in a leaf"),
    [INLAY_OPT_UNCERTAINTY] =
        CHOICE("uncertainty", UNCERTAINTIES, "trees", "total",
               "smac: between the trees' means, or with that within leaves"),
    [INLAY_OPT_COST] =
        CHOICE("cost", COSTS, "log", "plain",
               "smac: the forest learns logarithms of the values, or values"),
    [INLAY_OPT_STEP] =
        NUMBER("step", 1e-6, 1, "0.05", "0.2",
               "smac: size of a local search's first steps, of the range"),
    [INLAY_OPT_PARZEN] =
        CHOICE("parzen", PARZENS, "joint", "independent",
               "tpe: one density of all variables, or one of each"),
    [INLAY_OPT_GOOD] =
        CHOICE("good", GOODS, "linear", "sqrt",
               "tpe: good trials: 0.15 n, or 0.25 sqrt(n), of n; at most 25"),
    [INLAY_OPT_WEIGHTS] =
        CHOICE("weights", WEIGHTS, "improvement", "age",
               "tpe: good trials count by their values, or the last 25 fully"),
    [INLAY_OPT_BANDWIDTH] =
        CHOICE("bandwidth", BANDWIDTHS, "floor", "clip",
               "tpe: least width of a kernel: 0.03 of the range, or 1/(n + 2)"),
    [INLAY_OPT_THREADS] =
        INTEGER("threads", 1, 256, "1", NULL, "threads of an ask"),
};

/* What a method has instead of the table's value: in the default preset and in
 * `paper`; NULL: the table's. */
static const struct {
    const char *method;
    enum inlay_option_id id;
    const char *fallback, *paper;
} OWN[] = {
    {"sobol", INLAY_OPT_FIRST, "net", "net"},
    {"tpe", INLAY_OPT_INITIAL, "10", "20"},
    {"tpe", INLAY_OPT_CANDIDATES, "24", "24"},
    {"tpe", INLAY_OPT_RECOMMEND, "observed", "observed"},
    {"smac", INLAY_OPT_FIRST, "net", "middle"},
    {"smac", INLAY_OPT_CANDIDATES, "10000", "5000"},
    {"smac", INLAY_OPT_STARTS, "10", "10"},
    {"smac", INLAY_OPT_RANDOM_SHARE, "0.2", "0.5"},
    {"smac", INLAY_OPT_INCUMBENT, "predicted", "observed"},
    {"smac", INLAY_OPT_RECOMMEND, "observed", "observed"},
    {"smac", INLAY_OPT_REPEATS, NULL, "no"},
};

struct inlay_options {
    char *text[INLAY_N_OPTIONS]; /* NULL where it was not set */
};

const inlay_option *inlay_option_at(size_t i)
{
    return i < INLAY_N_OPTIONS ? &TABLE[i].is : NULL;
}

inlay_status inlay_options_new(inlay_options **out, inlay_error *err)
{
    return inlay_options_copy(NULL, out, err);
}

void inlay_options_free(inlay_options *o)
{
    for (size_t i = 0; o && i < INLAY_N_OPTIONS; i++)
        inlay_mem_free(o->text[i]);
    inlay_mem_free(o);
}

inlay_status inlay_options_copy(const inlay_options *options,
                                inlay_options **out, inlay_error *err)
{
    inlay_options *o = inlay_mem_new(1, sizeof *o);
    if (!o)
        return inlay_fail_memory(err, "options");
    for (size_t i = 0; options && i < INLAY_N_OPTIONS; i++) {
        if (!options->text[i])
            continue;
        o->text[i] = inlay_mem_text(options->text[i]);
        if (!o->text[i]) {
            inlay_options_free(o);
            return inlay_fail_memory(err, "options");
        }
    }
    *out = o;
    return INLAY_OK;
}

static size_t choice_index(const inlay_option *row, const char *value)
{
    size_t k = 0;
    while (row->choices[k] && strcmp(row->choices[k], value) != 0)
        k++;
    return k;
}

static inlay_status refuse_choice(const inlay_option *row, const char *value,
                                  inlay_error *err)
{
    char list[160] = "";
    for (size_t k = 0, used = 0; row->choices[k]; k++) {
        const char *parts[] = {k ? ", " : "", row->choices[k]};
        for (size_t p = 0; p < 2; p++)
            for (const char *c = parts[p]; *c && used + 1 < sizeof list; c++) {
                list[used++] = *c;
                list[used] = '\0';
            }
    }
    return inlay_fail(err, INLAY_EINVAL, "option '%s': '%s' is none of %s",
                      row->name, value, list);
}

static inlay_status check_value(const inlay_option *row, const char *value,
                                inlay_error *err)
{
    if (row->type == INLAY_OPTION_CHOICE)
        return row->choices[choice_index(row, value)]
                   ? INLAY_OK
                   : refuse_choice(row, value, err);
    const bool whole = row->type == INLAY_OPTION_INTEGER;
    int64_t i;
    double v;
    if (whole && inlay_text_to_integer(value, &i))
        v = (double)i;
    else if (whole || !inlay_text_to_number(value, &v))
        return inlay_fail(err, INLAY_EINVAL, "option '%s': '%s' is not a %s",
                          row->name, value, whole ? "whole number" : "number");
    if (!(v >= row->min && v <= row->max))
        return inlay_fail(err, INLAY_EINVAL,
                          "option '%s': %s is not between %.16g and %.16g",
                          row->name, value, row->min, row->max);
    return INLAY_OK;
}

static size_t row_of(const char *name)
{
    size_t i = 0;
    while (i < INLAY_N_OPTIONS && strcmp(TABLE[i].is.name, name) != 0)
        i++;
    return i;
}

static inlay_status refuse_name(const char *name, inlay_error *err)
{
    const char *names[INLAY_N_OPTIONS];
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++)
        names[i] = TABLE[i].is.name;
    const char *near = inlay_text_nearest(name, names, INLAY_N_OPTIONS);
    if (near)
        return inlay_fail(err, INLAY_EINVAL,
                          "unknown option '%s', did you mean '%s'?", name,
                          near);
    return inlay_fail(err, INLAY_EINVAL, "unknown option '%s'", name);
}

inlay_status inlay_options_set(inlay_options *o, const char *name,
                               const char *value, inlay_error *err)
{
    if (!o || !name || !value)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_options_set: options, name and value must "
                          "not be NULL");
    const size_t i = row_of(name);
    if (i == INLAY_N_OPTIONS)
        return refuse_name(name, err);
    const inlay_status st = check_value(&TABLE[i].is, value, err);
    if (st != INLAY_OK)
        return st;
    char *text = inlay_mem_text(value);
    if (!text)
        return inlay_fail_memory(err, "an option");
    inlay_mem_free(o->text[i]);
    o->text[i] = text;
    return INLAY_OK;
}

/* The value of option i that its method has of its own, or NULL. */
static const char *own_text(const inlay_options *o, size_t i, bool is_paper)
{
    const char *method = o->text[INLAY_OPT_METHOD];
    for (size_t k = 0; method && k < sizeof OWN / sizeof *OWN; k++)
        if (OWN[k].id == i && strcmp(OWN[k].method, method) == 0)
            return is_paper ? OWN[k].paper : OWN[k].fallback;
    return NULL;
}

static const char *text_of(const inlay_options *o, size_t i)
{
    if (o->text[i])
        return o->text[i];
    const char *preset = o->text[INLAY_OPT_PRESET];
    const bool is_paper = preset && strcmp(preset, "paper") == 0;
    const char *own = own_text(o, i, is_paper);
    if (own)
        return own;
    return is_paper && TABLE[i].paper ? TABLE[i].paper : TABLE[i].is.fallback;
}

const char *inlay_options_get(const inlay_options *o, const char *name)
{
    const size_t i = o && name ? row_of(name) : INLAY_N_OPTIONS;
    return i < INLAY_N_OPTIONS ? text_of(o, i) : NULL;
}

bool inlay_options_is_set(const inlay_options *o, enum inlay_option_id id)
{
    return o->text[id] != NULL;
}

int64_t inlay_options_integer(const inlay_options *o, enum inlay_option_id id)
{
    int64_t v = 0;
    inlay_text_to_integer(text_of(o, id), &v);
    return v;
}

double inlay_options_number(const inlay_options *o, enum inlay_option_id id)
{
    double v = 0.0;
    inlay_text_to_number(text_of(o, id), &v);
    return v;
}

size_t inlay_options_choice(const inlay_options *o, enum inlay_option_id id)
{
    return choice_index(&TABLE[id].is, text_of(o, id));
}
