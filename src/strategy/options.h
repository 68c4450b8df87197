/*
 * options.h: the one table from which the tool, the bindings, the documentation
 * and the strategies take names, ranges and defaults.
 *
 * The public functions are in inlay.h.  The rows are in option_table.c, the
 * meaning of each choice is in choices.h.
 */
#ifndef INLAY_STRATEGY_OPTIONS_H
#define INLAY_STRATEGY_OPTIONS_H

#include "inlay.h"
#include "problem/outcome.h"

/* Rows of the table, in its order: by group. */
enum inlay_option_id {
    INLAY_OPT_PRESET,
    INLAY_OPT_SEED,
    INLAY_OPT_GOAL,
    INLAY_OPT_METHOD,
    INLAY_OPT_NOISE,
    INLAY_OPT_REPEATS,
    INLAY_OPT_RECOMMEND,
    INLAY_OPT_INITIAL,
    INLAY_OPT_FIRST,
    INLAY_OPT_INCUMBENT,
    INLAY_OPT_PENDING,
    INLAY_OPT_CANDIDATES,
    INLAY_OPT_STARTS,
    INLAY_OPT_RANDOM_SHARE,
    INLAY_OPT_THREADS,
    INLAY_OPT_ACQUISITION,
    INLAY_OPT_INFERENCE,
    INLAY_OPT_SAMPLES,
    INLAY_OPT_BURN_IN,
    INLAY_OPT_KERNEL,
    INLAY_OPT_CATEGORIES,
    INLAY_OPT_PRIORS,
    INLAY_OPT_JITTER,
    INLAY_OPT_WARP,
    INLAY_OPT_SEARCH,
    INLAY_OPT_TRUST_REGION,
    INLAY_OPT_FAILURE_WEIGHT,
    INLAY_OPT_PES_MINIMA,
    INLAY_OPT_PES_FEATURES,
    INLAY_OPT_PES_EP_TOLERANCE,
    INLAY_OPT_SMAC_TREES,
    INLAY_OPT_SMAC_SPLITS,
    INLAY_OPT_SMAC_SPLIT_SHARE,
    INLAY_OPT_SMAC_LEAF,
    INLAY_OPT_SMAC_UNCERTAINTY,
    INLAY_OPT_SMAC_COST,
    INLAY_OPT_SMAC_STEP,
    INLAY_OPT_TPE_PARZEN,
    INLAY_OPT_TPE_GOOD,
    INLAY_OPT_TPE_WEIGHTS,
    INLAY_OPT_TPE_BANDWIDTH,
    INLAY_N_OPTIONS
};

/* "auto" where the enum of the other choices has no such value. */
enum { INLAY_CHOICE_AUTO = -1, INLAY_CHOICE_ADAPTIVE = -2 };

/* Choices that no other layer has an enum for. */
enum inlay_preset { INLAY_PRESET_DEFAULT, INLAY_PRESET_PAPER };
enum inlay_acquisition {
    INLAY_ACQUISITION_EI,
    INLAY_ACQUISITION_PES,
    INLAY_ACQUISITION_MES,
    INLAY_ACQUISITION_KG
};
enum inlay_repeats { INLAY_REPEATS_AUTO, INLAY_REPEATS_YES, INLAY_REPEATS_NO };
/* Above so many variables `auto` means a rougher kernel and a trust region:
 * docs/decisions/0014. */
enum { INLAY_HIGH_DIMENSION = 20 };

enum inlay_recommend {
    INLAY_RECOMMEND_AUTO,
    INLAY_RECOMMEND_OBSERVED,
    INLAY_RECOMMEND_MEAN
};
enum inlay_incumbent {
    INLAY_INCUMBENT_AUTO,
    INLAY_INCUMBENT_OBSERVED,
    INLAY_INCUMBENT_PREDICTED,
    INLAY_INCUMBENT_RECOMMENDED
};
enum inlay_first { INLAY_FIRST_MIDDLE, INLAY_FIRST_NET };
enum inlay_categories { INLAY_CATEGORIES_TIED, INLAY_CATEGORIES_PER_CATEGORY };
enum inlay_cost_scale { INLAY_COST_LOG, INLAY_COST_PLAIN };
enum inlay_search_way { INLAY_SEARCH_EXACT, INLAY_SEARCH_GRID };
enum inlay_good { INLAY_GOOD_LINEAR, INLAY_GOOD_SQRT };
enum inlay_weights { INLAY_WEIGHTS_IMPROVEMENT, INLAY_WEIGHTS_AGE };
enum inlay_trust { INLAY_TRUST_AUTO, INLAY_TRUST_NO, INLAY_TRUST_YES };

/* The value in force; the option must have that type.  A count is an integer that
 * is not negative. */
int64_t inlay_options_integer(const inlay_options *o, enum inlay_option_id id);
size_t inlay_options_count(const inlay_options *o, enum inlay_option_id id);
double inlay_options_number(const inlay_options *o, enum inlay_option_id id);
int inlay_options_choice(const inlay_options *o, enum inlay_option_id id);

/* The name of a choice by its value; NULL where no choice has it. */
const char *inlay_choice_name(enum inlay_option_id id, int value);

/* Option "incumbent", with "auto" resolved. */
enum inlay_incumbent inlay_options_incumbent(const inlay_options *o);

/*
 * What an option or a choice of version 0.1.0 is called now; NULL where it has
 * kept its name, or never was one.  inlay_options_set refuses the old names with
 * a message that has the new ones; inlay_options_set_recorded, for what stands
 * in a store, takes both.
 */
const char *inlay_option_renamed(const char *was);
const char *inlay_choice_renamed(const char *option, const char *was);
inlay_status inlay_options_set_recorded(inlay_options *o, const char *name,
                                        const char *value, inlay_error *err);

/* The outputs; valid until the options change. */
const struct inlay_outputs *inlay_options_outputs(const inlay_options *o);

/* A copy; options NULL gives the defaults. */
inlay_status inlay_options_copy(const inlay_options *options,
                                inlay_options **out, inlay_error *err);

#endif
