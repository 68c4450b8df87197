/*
 * choices.h: what each choice of an option means: pairs of a name and the value
 * that the code reads.
 *
 * A pair is the only link between the two.  The order of the pairs is that in
 * which help lists them, and the order of the enums does not matter.  The lists
 * are macros so that option_table.c makes arrays of them, and a test compares
 * each name with its enumerator.
 */
#ifndef INLAY_STRATEGY_CHOICES_H
#define INLAY_STRATEGY_CHOICES_H

#include "model/forest.h"
#include "model/gp.h"
#include "model/parzen.h"
#include "model/warp.h"
#include "strategy/options.h"

#define INLAY_PRESETS(PAIR)                                                    \
    PAIR("default", INLAY_PRESET_DEFAULT)                                      \
    PAIR("paper", INLAY_PRESET_PAPER)
#define INLAY_GOALS(PAIR)                                                      \
    PAIR("minimize", INLAY_GOAL_MINIMIZE)                                      \
    PAIR("maximize", INLAY_GOAL_MAXIMIZE)
#define INLAY_ACQUISITIONS(PAIR)                                               \
    PAIR("auto", INLAY_CHOICE_AUTO)                                            \
    PAIR("ei", INLAY_ACQUISITION_EI)                                           \
    PAIR("pes", INLAY_ACQUISITION_PES)                                         \
    PAIR("mes", INLAY_ACQUISITION_MES)                                         \
    PAIR("kg", INLAY_ACQUISITION_KG)
#define INLAY_NOISES(PAIR)                                                     \
    PAIR("auto", INLAY_NOISE_AUTO)                                             \
    PAIR("none", INLAY_NOISE_NONE)                                             \
    PAIR("yes", INLAY_NOISE_YES)
#define INLAY_REPEATS_CHOICES(PAIR)                                            \
    PAIR("auto", INLAY_REPEATS_AUTO)                                           \
    PAIR("yes", INLAY_REPEATS_YES)                                             \
    PAIR("no", INLAY_REPEATS_NO)
#define INLAY_RECOMMENDS(PAIR)                                                 \
    PAIR("auto", INLAY_RECOMMEND_AUTO)                                         \
    PAIR("observed", INLAY_RECOMMEND_OBSERVED)                                 \
    PAIR("mean", INLAY_RECOMMEND_MEAN)
#define INLAY_FIRSTS(PAIR)                                                     \
    PAIR("middle", INLAY_FIRST_MIDDLE)                                         \
    PAIR("net", INLAY_FIRST_NET)
#define INLAY_INFERENCES(PAIR)                                                 \
    PAIR("auto", INLAY_CHOICE_AUTO)                                            \
    PAIR("map", INLAY_INFERENCE_MAP)                                           \
    PAIR("slice", INLAY_INFERENCE_SLICE)
#define INLAY_KERNELS(PAIR)                                                    \
    PAIR("se", INLAY_KERNEL_SE)                                                \
    PAIR("matern32", INLAY_KERNEL_MATERN32)                                    \
    PAIR("matern52", INLAY_KERNEL_MATERN52)                                    \
    PAIR("auto", INLAY_CHOICE_AUTO)
#define INLAY_CATEGORIES_CHOICES(PAIR)                                         \
    PAIR("tied", INLAY_CATEGORIES_TIED)                                        \
    PAIR("per-category", INLAY_CATEGORIES_PER_CATEGORY)
#define INLAY_PRIORS_CHOICES(PAIR)                                             \
    PAIR("inlay", INLAY_PRIORS_INLAY)                                          \
    PAIR("paper", INLAY_PRIORS_PAPER)
#define INLAY_WARPS(PAIR)                                                      \
    PAIR("adaptive", INLAY_CHOICE_ADAPTIVE)                                    \
    PAIR("none", INLAY_WARP_NONE)                                              \
    PAIR("bad-log", INLAY_WARP_BAD_LOG)                                        \
    PAIR("log", INLAY_WARP_LOG)                                                \
    PAIR("bilog", INLAY_WARP_BILOG)                                            \
    PAIR("yeo-johnson", INLAY_WARP_YEO_JOHNSON)                                \
    PAIR("auto", INLAY_WARP_AUTO)
#define INLAY_INCUMBENTS(PAIR)                                                 \
    PAIR("auto", INLAY_INCUMBENT_AUTO)                                         \
    PAIR("observed", INLAY_INCUMBENT_OBSERVED)                                 \
    PAIR("predicted", INLAY_INCUMBENT_PREDICTED)                               \
    PAIR("recommended", INLAY_INCUMBENT_RECOMMENDED)
#define INLAY_PENDINGS(PAIR)                                                   \
    PAIR("mean", INLAY_FANTASY_MEAN)                                           \
    PAIR("draw", INLAY_FANTASY_DRAW)
#define INLAY_SEARCHES(PAIR)                                                   \
    PAIR("exact", INLAY_SEARCH_EXACT)                                          \
    PAIR("grid", INLAY_SEARCH_GRID)
#define INLAY_TRUST_REGIONS(PAIR)                                              \
    PAIR("auto", INLAY_TRUST_AUTO)                                             \
    PAIR("no", INLAY_TRUST_NO)                                                 \
    PAIR("yes", INLAY_TRUST_YES)
#define INLAY_SPLITS_CHOICES(PAIR)                                             \
    PAIR("random", INLAY_SPLITS_RANDOM)                                        \
    PAIR("best", INLAY_SPLITS_BEST)
#define INLAY_UNCERTAINTIES(PAIR)                                              \
    PAIR("trees", INLAY_VARIANCE_TREES)                                        \
    PAIR("total", INLAY_VARIANCE_TOTAL)
#define INLAY_COSTS(PAIR)                                                      \
    PAIR("log", INLAY_COST_LOG)                                                \
    PAIR("plain", INLAY_COST_PLAIN)
#define INLAY_PARZENS(PAIR)                                                    \
    PAIR("joint", INLAY_PARZEN_JOINT)                                          \
    PAIR("independent", INLAY_PARZEN_INDEPENDENT)
#define INLAY_GOODS(PAIR)                                                      \
    PAIR("linear", INLAY_GOOD_LINEAR)                                          \
    PAIR("sqrt", INLAY_GOOD_SQRT)
#define INLAY_WEIGHTS_CHOICES(PAIR)                                            \
    PAIR("improvement", INLAY_WEIGHTS_IMPROVEMENT)                             \
    PAIR("age", INLAY_WEIGHTS_AGE)
#define INLAY_BANDWIDTHS(PAIR)                                                 \
    PAIR("floor", INLAY_BANDWIDTH_FLOOR)                                       \
    PAIR("clip", INLAY_BANDWIDTH_CLIP)

/* All lists, by the end of their INLAY_OPT_ name.  Those of "method" are rows of
 * methods.c. */
#define INLAY_CHOICE_LISTS(LIST)                                               \
    LIST(PRESET, INLAY_PRESETS)                                                \
    LIST(GOAL, INLAY_GOALS)                                                    \
    LIST(ACQUISITION, INLAY_ACQUISITIONS)                                      \
    LIST(NOISE, INLAY_NOISES)                                                  \
    LIST(REPEATS, INLAY_REPEATS_CHOICES)                                       \
    LIST(RECOMMEND, INLAY_RECOMMENDS)                                          \
    LIST(FIRST, INLAY_FIRSTS)                                                  \
    LIST(INFERENCE, INLAY_INFERENCES)                                          \
    LIST(KERNEL, INLAY_KERNELS)                                                \
    LIST(CATEGORIES, INLAY_CATEGORIES_CHOICES)                                 \
    LIST(PRIORS, INLAY_PRIORS_CHOICES)                                         \
    LIST(WARP, INLAY_WARPS)                                                    \
    LIST(INCUMBENT, INLAY_INCUMBENTS)                                          \
    LIST(PENDING, INLAY_PENDINGS)                                              \
    LIST(SEARCH, INLAY_SEARCHES)                                               \
    LIST(TRUST_REGION, INLAY_TRUST_REGIONS)                                    \
    LIST(SMAC_SPLITS, INLAY_SPLITS_CHOICES)                                    \
    LIST(SMAC_UNCERTAINTY, INLAY_UNCERTAINTIES)                                \
    LIST(SMAC_COST, INLAY_COSTS)                                               \
    LIST(TPE_PARZEN, INLAY_PARZENS)                                            \
    LIST(TPE_GOOD, INLAY_GOODS)                                                \
    LIST(TPE_WEIGHTS, INLAY_WEIGHTS_CHOICES)                                   \
    LIST(TPE_BANDWIDTH, INLAY_BANDWIDTHS)

#endif
