/*
 * test_options.c: one table: its rows are sound, its ranges are kept, and a
 * preset fills what was not set.
 */
#include "check.h"

#include "acquire/maximise.h"
#include "model/gp.h"
#include "model/kernel.h"
#include "model/forest.h"
#include "model/parzen.h"
#include "model/warp.h"
#include "strategy/gpbo.h"
#include "strategy/options.h"

static inlay_options *new_options(void)
{
    inlay_error err = {0};
    inlay_options *o = NULL;
    CHECK_OK(inlay_options_new(&o, &err), err);
    return o;
}

static void set(inlay_options *o, const char *name, const char *value)
{
    inlay_error err = {0};
    CHECK_OK(inlay_options_set(o, name, value, &err), err);
}

/* ---- The table ---- */

TEST(every_row_is_sound)
{
    size_t n = 0;
    for (const inlay_option *r; (r = inlay_option_at(n)) != NULL; n++) {
        CHECK(r->name[0] != '\0' && r->help[0] != '\0');
        CHECK(strchr(r->help, '\n') == NULL && strlen(r->help) < 100);
        for (const char *c = r->name; *c; c++)
            CHECK((*c >= 'a' && *c <= 'z') || *c == '_');
        for (size_t k = 0; k < n; k++)
            CHECK(strcmp(r->name, inlay_option_at(k)->name) != 0);
        if (r->type == INLAY_OPTION_CHOICE)
            CHECK(r->choices != NULL && r->choices[0] != NULL);
        else
            CHECK(r->choices == NULL && r->min < r->max);
    }
    CHECK(n == INLAY_N_OPTIONS);
    CHECK(inlay_option_at(n) == NULL && inlay_option_at(SIZE_MAX) == NULL);
}

TEST(every_default_is_a_value_of_its_option)
{
    inlay_options *o = new_options();
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const inlay_option *r = inlay_option_at(i);
        CHECK_TEXT(inlay_options_get(o, r->name), r->fallback);
        set(o, r->name, r->fallback);
        CHECK_TEXT(inlay_options_get(o, r->name), r->fallback);
    }
    inlay_options_free(o);

    o = new_options(); /* and what the paper preset gives */
    inlay_options *again = new_options();
    set(o, "preset", "paper");
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const char *name = inlay_option_at(i)->name;
        set(again, name, inlay_options_get(o, name));
    }
    inlay_options_free(again);
    inlay_options_free(o);
}

TEST(every_choice_round_trips)
{
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const inlay_option *r = inlay_option_at(i);
        for (size_t k = 0; r->choices && r->choices[k]; k++) {
            inlay_options *o = new_options();
            set(o, r->name, r->choices[k]);
            CHECK_TEXT(inlay_options_get(o, r->name), r->choices[k]);
            CHECK(inlay_options_choice(o, (enum inlay_option_id)i) == k);
            inlay_options_free(o);
        }
    }
}

TEST(every_number_round_trips_within_its_range)
{
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const inlay_option *r = inlay_option_at(i);
        const enum inlay_option_id id = (enum inlay_option_id)i;
        if (r->type == INLAY_OPTION_CHOICE)
            continue;
        const bool is_whole = r->type == INLAY_OPTION_INTEGER;
        const double good[] = {r->min, r->max};
        const double bad[] = {r->min - 1, r->max + 1};
        for (size_t k = 0; k < 2; k++) {
            inlay_options *o = new_options();
            inlay_error err = {0};
            char text[64], message[256];

            snprintf(text, sizeof text, "%.17g", good[k]);
            set(o, r->name, text);
            CHECK_TEXT(inlay_options_get(o, r->name), text);
            if (is_whole)
                CHECK((double)inlay_options_integer(o, id) == good[k]);
            else
                CHECK(inlay_options_number(o, id) == good[k]);

            snprintf(text, sizeof text, "%.17g", bad[k]);
            snprintf(message, sizeof message,
                     "option '%s': %s is not between %.16g and %.16g", r->name,
                     text, r->min, r->max);
            CHECK_FAILS(inlay_options_set(o, r->name, text, &err), INLAY_EINVAL,
                        err, message);
            snprintf(text, sizeof text, "%.17g", good[k]);
            CHECK_TEXT(inlay_options_get(o, r->name), text); /* as before */
            inlay_options_free(o);
        }
    }
}

/* ---- Refusals ---- */

TEST(what_is_no_number_is_refused)
{
    inlay_options *o = new_options();
    inlay_error err = {0};

    CHECK_FAILS(inlay_options_set(o, "seed", "7.5", &err), INLAY_EINVAL, err,
                "option 'seed': '7.5' is not a whole number");
    CHECK_FAILS(inlay_options_set(o, "seed", "", &err), INLAY_EINVAL, err,
                "option 'seed': '' is not a whole number");
    CHECK_FAILS(inlay_options_set(o, "seed", " 7", &err), INLAY_EINVAL, err,
                "option 'seed': ' 7' is not a whole number");
    CHECK_FAILS(inlay_options_set(o, "seed", "99999999999999999999", &err),
                INLAY_EINVAL, err,
                "option 'seed': '99999999999999999999' is not a whole number");
    CHECK_FAILS(inlay_options_set(o, "jitter", "small", &err), INLAY_EINVAL,
                err, "option 'jitter': 'small' is not a number");
    CHECK_FAILS(inlay_options_set(o, "jitter", "nan", &err), INLAY_EINVAL, err,
                "option 'jitter': 'nan' is not a number");
    CHECK_FAILS(inlay_options_set(o, "threads", "0", &err), INLAY_EINVAL, err,
                "option 'threads': 0 is not between 1 and 256");
    inlay_options_free(o);
}

TEST(a_choice_that_does_not_exist_is_refused_with_the_list)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    CHECK_FAILS(
        inlay_options_set(o, "kernel", "rbf", &err), INLAY_EINVAL, err,
        "option 'kernel': 'rbf' is none of se, matern32, matern52, auto");
    CHECK_FAILS(inlay_options_set(o, "goal", "Maximize", &err), INLAY_EINVAL,
                err, "option 'goal': 'Maximize' is none of minimize, maximize");
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) { /* no list is cut */
        const inlay_option *r = inlay_option_at(i);
        if (r->type != INLAY_OPTION_CHOICE)
            continue;
        CHECK(inlay_options_set(o, r->name, "?", &err) == INLAY_EINVAL);
        for (size_t k = 0; r->choices[k]; k++)
            CHECK(strstr(err.msg, r->choices[k]) != NULL);
    }
    inlay_options_free(o);
}

TEST(an_unknown_name_is_refused_with_the_nearest)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    CHECK_FAILS(inlay_options_set(o, "sead", "7", &err), INLAY_EINVAL, err,
                "unknown option 'sead', did you mean 'seed'?");
    CHECK_FAILS(inlay_options_set(o, "nose", "7", &err), INLAY_EINVAL, err,
                "unknown option 'nose', did you mean 'noise'?");
    CHECK_FAILS(inlay_options_set(o, "quantum_level", "7", &err), INLAY_EINVAL,
                err, "unknown option 'quantum_level'");
    CHECK(inlay_options_get(o, "sead") == NULL);
    CHECK(inlay_options_get(o, NULL) == NULL);
    CHECK(inlay_options_get(NULL, "seed") == NULL);
    inlay_options_free(o);
}

TEST(nothing_may_be_null)
{
    static const char MESSAGE[] =
        "inlay_options_set: options, name and value must not be NULL";
    inlay_options *o = new_options();
    inlay_error err = {0};
    CHECK_FAILS(inlay_options_set(NULL, "seed", "1", &err), INLAY_EINVAL, err,
                MESSAGE);
    CHECK_FAILS(inlay_options_set(o, NULL, "1", &err), INLAY_EINVAL, err,
                MESSAGE);
    CHECK_FAILS(inlay_options_set(o, "seed", NULL, &err), INLAY_EINVAL, err,
                MESSAGE);
    CHECK(inlay_options_set(o, "seed", "x", NULL) == INLAY_EINVAL);
    inlay_options_free(o);
    inlay_options_free(NULL);
}

/* ---- Setting ---- */

TEST(the_last_value_counts)
{
    inlay_options *o = new_options();
    set(o, "seed", "7");
    set(o, "seed", "8");
    CHECK_TEXT(inlay_options_get(o, "seed"), "8");
    CHECK(inlay_options_integer(o, INLAY_OPT_SEED) == 8);
    inlay_options_free(o);
}

TEST(a_value_is_a_view_until_it_is_set_again)
{
    inlay_options *o = new_options();
    set(o, "seed", "7");
    const char *seed = inlay_options_get(o, "seed");
    set(o, "samples", "3");
    set(o, "preset", "paper");
    CHECK(inlay_options_get(o, "seed") == seed);
    CHECK_TEXT(seed, "7");
    inlay_options_free(o);
}

TEST(a_preset_fills_what_was_not_set_in_any_order)
{
    inlay_options *a = new_options(), *b = new_options();
    set(a, "preset", "paper");
    set(a, "samples", "4");
    set(a, "repeats", "no");
    set(b, "repeats", "no");
    set(b, "samples", "4");
    set(b, "preset", "paper");
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const char *name = inlay_option_at(i)->name;
        CHECK_TEXT(inlay_options_get(a, name), inlay_options_get(b, name));
    }
    CHECK_TEXT(inlay_options_get(a, "samples"), "4");
    CHECK_TEXT(inlay_options_get(a, "inference"), "slice");

    set(a, "preset", "default"); /* and back */
    CHECK_TEXT(inlay_options_get(a, "samples"), "4");
    CHECK_TEXT(inlay_options_get(a, "inference"), "map");
    inlay_options_free(a);
    inlay_options_free(b);
}

/* PAPER.md: 1.2, 1.3 (kernel, priors, jitter), 1.5 (10 samples, burn-in 20 at
 * each fit), 1.1 (a length-scale for each one-hot coordinate), 1.4 (plain
 * standardisation), 1.6 (incumbent, pending: posterior mean), 2 (1 initial
 * point, a grid of 20000, 1 local search), 3.1, 3.2, 3.4 (minima), 4 (minimiser of the mean), 9 (no
 * rule against repeats). */
TEST(the_paper_preset_is_the_paper)
{
    static const char *const PAPER[][2] = {
        {"inference", "slice"},
        {"samples", "10"},
        {"burn_in", "20"},
        {"kernel", "matern52"},
        {"categories", "per-category"},
        {"priors", "paper"},
        {"jitter", "1e-6"},
        {"warp", "none"},
        {"incumbent", "recommended"},
        {"pending", "mean"},
        {"search", "grid"},
        {"candidates", "20000"},
        {"starts", "1"},
        {"first", "net"},
        {"initial", "1"},
        {"recommend", "mean"},
        {"repeats", "yes"},
        {"trust_region", "no"},
        {"failure_weight", "1"},
        {"acquisition", "ei"},
        {"minima", "1"},
        {"features", "1000"},
        {"ep_tolerance", "1e-4"},
        {"random_share", "0"},
        {"trees", "10"},
        {"splits", "best"},
        {"split_share", "0.83333333333333337"},
        {"leaf", "3"},
        {"uncertainty", "total"},
        {"cost", "plain"},
        {"step", "0.2"},
        {"parzen", "independent"},
        {"good", "sqrt"},
        {"weights", "age"},
        {"bandwidth", "clip"},
    };
    inlay_options *o = new_options();
    set(o, "preset", "paper");
    for (size_t i = 0; i < LEN(PAPER); i++)
        CHECK_TEXT(inlay_options_get(o, PAPER[i][0]), PAPER[i][1]);
    /* what is the user's is left alone */
    static const char *const OWN[] = {"seed", "goal", "method", "noise",
                                      "threads"};
    inlay_options *plain = new_options();
    for (size_t i = 0; i < LEN(OWN); i++)
        CHECK_TEXT(inlay_options_get(o, OWN[i]),
                   inlay_options_get(plain, OWN[i]));
    CHECK(LEN(PAPER) + LEN(OWN) + 1 == INLAY_N_OPTIONS); /* preset itself */
    inlay_options_free(plain);
    inlay_options_free(o);
}

/* PAPER.md 5.1, 5.3 and 6: the rivals' numbers, under both presets, whatever the
 * order of the calls; what is set by name comes before them. */
TEST(a_method_has_values_of_its_own)
{
    static const char *const ROWS[][4] = {
        {"tpe", "initial", "10", "20"},
        {"tpe", "candidates", "24", "24"},
        {"tpe", "repeats", "auto", "yes"}, /* hyperopt repeats itself */
        {"smac", "first", "net", "middle"},
        {"smac", "initial", "0", "1"},
        {"smac", "candidates", "10000", "5000"},
        {"smac", "random_share", "0.2", "0.5"},
        {"smac", "incumbent", "predicted", "observed"},
        {"smac", "repeats", "auto", "no"}, /* SMAC does not */
        {"sobol", "first", "net", "net"},
        {"proposed", "first", "middle", "net"},
        {"proposed", "candidates", "0", "20000"},
    };
    for (size_t i = 0; i < LEN(ROWS); i++) {
        inlay_options *o = new_options(), *p = new_options();
        set(o, "method", ROWS[i][0]);
        CHECK_TEXT(inlay_options_get(o, ROWS[i][1]), ROWS[i][2]);
        set(p, "preset", "paper");
        set(p, "method", ROWS[i][0]);
        CHECK_TEXT(inlay_options_get(p, ROWS[i][1]), ROWS[i][3]);
        inlay_options_free(o);
        inlay_options_free(p);
    }
    inlay_options *o = new_options();
    set(o, "candidates", "7");
    set(o, "method", "smac");
    CHECK(inlay_options_integer(o, INLAY_OPT_CANDIDATES) == 7);
    inlay_options_free(o);
}

/* ---- Copies ---- */

TEST(a_copy_is_independent)
{
    inlay_error err = {0};
    inlay_options *o = new_options(), *copy = NULL;
    set(o, "seed", "7");
    set(o, "preset", "paper");
    CHECK_OK(inlay_options_copy(o, &copy, &err), err);
    set(o, "seed", "8");
    set(copy, "samples", "3");
    CHECK_TEXT(inlay_options_get(copy, "seed"), "7");
    CHECK_TEXT(inlay_options_get(copy, "inference"), "slice");
    CHECK_TEXT(inlay_options_get(o, "samples"), "10");
    inlay_options_free(o);
    CHECK_TEXT(inlay_options_get(copy, "seed"), "7");
    inlay_options_free(copy);

    CHECK_OK(inlay_options_copy(NULL, &copy, &err), err);
    CHECK_TEXT(inlay_options_get(copy, "seed"), "0");
    inlay_options_free(copy);
}

/* ---- Choices and the enums of the layers above ---- */

static size_t index_of(enum inlay_option_id id, const char *choice)
{
    inlay_options *o = new_options();
    set(o, inlay_option_at(id)->name, choice);
    const size_t k = inlay_options_choice(o, id);
    inlay_options_free(o);
    return k;
}

TEST(choices_agree_with_the_enums)
{
    CHECK(index_of(INLAY_OPT_GOAL, "maximize") == INLAY_GOAL_MAXIMIZE);
    CHECK(index_of(INLAY_OPT_GOAL, "minimize") == INLAY_GOAL_MINIMIZE);
    CHECK(index_of(INLAY_OPT_METHOD, "proposed") == INLAY_GPBO_PROPOSED);
    CHECK(index_of(INLAY_OPT_METHOD, "basic") == INLAY_GPBO_BASIC);
    CHECK(index_of(INLAY_OPT_METHOD, "naive") == INLAY_GPBO_NAIVE);
    CHECK(index_of(INLAY_OPT_NOISE, "auto") == INLAY_NOISE_AUTO);
    CHECK(index_of(INLAY_OPT_NOISE, "none") == INLAY_NOISE_NONE);
    CHECK(index_of(INLAY_OPT_NOISE, "yes") == INLAY_NOISE_YES);
    CHECK(index_of(INLAY_OPT_REPEATS, "auto") == INLAY_REPEATS_AUTO);
    CHECK(index_of(INLAY_OPT_REPEATS, "yes") == INLAY_REPEATS_YES);
    CHECK(index_of(INLAY_OPT_REPEATS, "no") == INLAY_REPEATS_NO);
    CHECK(index_of(INLAY_OPT_RECOMMEND, "auto") == INLAY_RECOMMEND_AUTO);
    CHECK(index_of(INLAY_OPT_RECOMMEND, "observed") ==
          INLAY_RECOMMEND_OBSERVED);
    CHECK(index_of(INLAY_OPT_RECOMMEND, "mean") == INLAY_RECOMMEND_MEAN);
    CHECK(index_of(INLAY_OPT_INFERENCE, "map") == INLAY_INFERENCE_MAP);
    CHECK(index_of(INLAY_OPT_INFERENCE, "slice") == INLAY_INFERENCE_SLICE);
    CHECK(index_of(INLAY_OPT_KERNEL, "se") == INLAY_KERNEL_SE);
    CHECK(index_of(INLAY_OPT_KERNEL, "matern32") == INLAY_KERNEL_MATERN32);
    CHECK(index_of(INLAY_OPT_KERNEL, "matern52") == INLAY_KERNEL_MATERN52);
    CHECK(index_of(INLAY_OPT_PRIORS, "inlay") == INLAY_PRIORS_INLAY);
    CHECK(index_of(INLAY_OPT_PRIORS, "paper") == INLAY_PRIORS_PAPER);
    CHECK(index_of(INLAY_OPT_WARP, "none") == INLAY_WARP_NONE);
    CHECK(index_of(INLAY_OPT_WARP, "bad-log") == INLAY_WARP_BAD_LOG);
    CHECK(index_of(INLAY_OPT_WARP, "log") == INLAY_WARP_LOG);
    CHECK(index_of(INLAY_OPT_WARP, "bilog") == INLAY_WARP_BILOG);
    CHECK(index_of(INLAY_OPT_WARP, "yeo-johnson") == INLAY_WARP_YEO_JOHNSON);
    CHECK(index_of(INLAY_OPT_WARP, "auto") == INLAY_WARP_AUTO);
    CHECK(index_of(INLAY_OPT_INCUMBENT, "auto") == INLAY_INCUMBENT_AUTO);
    CHECK(index_of(INLAY_OPT_INCUMBENT, "observed") ==
          INLAY_INCUMBENT_OBSERVED);
    CHECK(index_of(INLAY_OPT_INCUMBENT, "predicted") ==
          INLAY_INCUMBENT_PREDICTED);
    CHECK(index_of(INLAY_OPT_INCUMBENT, "recommended") ==
          INLAY_INCUMBENT_RECOMMENDED);
    CHECK(index_of(INLAY_OPT_PENDING, "mean") == INLAY_FANTASY_MEAN);
    CHECK(index_of(INLAY_OPT_PENDING, "draw") == INLAY_FANTASY_DRAW);
    CHECK(index_of(INLAY_OPT_SEARCH, "exact") == INLAY_SEARCH_EXACT);
    CHECK(index_of(INLAY_OPT_SEARCH, "grid") == INLAY_SEARCH_GRID);
    CHECK(index_of(INLAY_OPT_TRUST_REGION, "auto") == INLAY_TRUST_AUTO);
    CHECK(index_of(INLAY_OPT_TRUST_REGION, "no") == INLAY_TRUST_NO);
    CHECK(index_of(INLAY_OPT_TRUST_REGION, "yes") == INLAY_TRUST_YES);
    CHECK(index_of(INLAY_OPT_SPLITS, "random") == INLAY_SPLITS_RANDOM);
    CHECK(index_of(INLAY_OPT_SPLITS, "best") == INLAY_SPLITS_BEST);
    CHECK(index_of(INLAY_OPT_UNCERTAINTY, "trees") == INLAY_VARIANCE_TREES);
    CHECK(index_of(INLAY_OPT_UNCERTAINTY, "total") == INLAY_VARIANCE_TOTAL);
    CHECK(index_of(INLAY_OPT_PARZEN, "joint") == INLAY_PARZEN_JOINT);
    CHECK(index_of(INLAY_OPT_PARZEN, "independent") ==
          INLAY_PARZEN_INDEPENDENT);
    CHECK(index_of(INLAY_OPT_GOOD, "linear") == INLAY_GOOD_LINEAR);
    CHECK(index_of(INLAY_OPT_GOOD, "sqrt") == INLAY_GOOD_SQRT);
    CHECK(index_of(INLAY_OPT_WEIGHTS, "improvement") ==
          INLAY_WEIGHTS_IMPROVEMENT);
    CHECK(index_of(INLAY_OPT_WEIGHTS, "age") == INLAY_WEIGHTS_AGE);
    CHECK(index_of(INLAY_OPT_BANDWIDTH, "floor") == INLAY_BANDWIDTH_FLOOR);
    CHECK(index_of(INLAY_OPT_BANDWIDTH, "clip") == INLAY_BANDWIDTH_CLIP);
    CHECK(index_of(INLAY_OPT_CATEGORIES, "tied") == 0);
    CHECK(index_of(INLAY_OPT_CATEGORIES, "per-category") == 1);
}

/* ---- Memory ---- */

OOM_TEST(options_that_find_no_memory_say_so)
{
    inlay_error err = {0};
    inlay_options *o = NULL, *copy = NULL;
    inlay_status st = inlay_options_new(&o, &err);
    if (st == INLAY_OK)
        st = inlay_options_set(o, "seed", "7", &err);
    if (st == INLAY_OK)
        st = inlay_options_set(o, "seed", "8", &err);
    if (st == INLAY_OK)
        st = inlay_options_copy(o, &copy, &err);
    CHECK(st == INLAY_OK || strncmp(err.msg, "out of memory", 13) == 0);
    CHECK((st == INLAY_OK) == (copy != NULL));
    inlay_options_free(o);
    inlay_options_free(copy);
    return st;
}
