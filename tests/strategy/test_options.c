/*
 * test_options.c: one table: its rows are sound, its ranges are kept, and a
 * preset fills what was not set.
 */
#include "check.h"

#include <ctype.h>

#include "strategy/choices.h"
#include "strategy/methods.h"
#include "strategy/option_table.h"

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
            CHECK((*c >= 'a' && *c <= 'z') || *c == '_' || *c == '.');
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
        "option 'kernel': 'rbf' is not one of se, matern32, matern52, auto");
    CHECK_FAILS(inlay_options_set(o, "goal", "Maximize", &err), INLAY_EINVAL,
                err,
                "option 'goal': 'Maximize' is not one of minimize, maximize");
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
                "unknown option 'sead'; did you mean 'seed'?");
    CHECK_FAILS(inlay_options_set(o, "nose", "7", &err), INLAY_EINVAL, err,
                "unknown option 'nose'; did you mean 'noise'?");
    CHECK_FAILS(inlay_options_set(o, "acq_func", "ei", &err), INLAY_EINVAL, err,
                "unknown option 'acq_func'; did you mean 'acquisition'?");
    CHECK_FAILS(inlay_options_set(o, "n_trials", "7", &err), INLAY_EINVAL, err,
                "unknown option 'n_trials'");
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
    CHECK_TEXT(inlay_options_get(a, "inference"), "auto");
    inlay_options_free(a);
    inlay_options_free(b);
}

/* PAPER.md: 1.2, 1.3 (kernel, priors, jitter), 1.5 (10 samples, burn-in 20 at
 * each fit), 1.1 (a length-scale for each one-hot coordinate), 1.4 (plain
 * standardization), 1.6 (incumbent, pending: posterior mean), 2 (1 initial
 * point, a grid of 20000, 1 local search), 3.1, 3.2, 3.4 (minima), 4 (minimizer of the mean), 9 (no
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
        {"pes.minima", "1"},
        {"pes.features", "1000"},
        {"pes.ep_tolerance", "1e-4"},
        {"random_share", "0"},
        {"smac.trees", "10"},
        {"smac.splits", "best"},
        {"smac.split_share", "0.83333333333333337"},
        {"smac.leaf", "3"},
        {"smac.uncertainty", "total"},
        {"smac.cost", "plain"},
        {"smac.step", "0.2"},
        {"tpe.parzen", "independent"},
        {"tpe.good", "sqrt"},
        {"tpe.weights", "age"},
        {"tpe.bandwidth", "clip"},
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
        {"gp", "first", "middle", "net"},
        {"gp", "candidates", "0", "20000"},
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

/* ---- Choices and what they mean ---- */

/* "yeo-johnson" is the end of "INLAY_WARP_YEO_JOHNSON". */
static bool is_named_after(const char *enumerator, const char *choice)
{
    const size_t n = strlen(enumerator), n_choice = strlen(choice);
    bool is = n > n_choice && enumerator[n - n_choice - 1] == '_';
    for (size_t i = 0; is && i < n_choice; i++) {
        const char c = choice[i] == '-' ? '_' : choice[i];
        is = enumerator[n - n_choice + i] == toupper((unsigned char)c);
    }
    return is;
}

struct pair {
    const char *name, *enumerator;
    int value;
};

static void check_pairs(enum inlay_option_id id, const struct pair *pair,
                        size_t n)
{
    const inlay_option *row = inlay_option_at(id);
    for (size_t k = 0; k < n; k++) {
        inlay_options *o = new_options();
        set(o, row->name, pair[k].name);
        CHECK(inlay_options_choice(o, id) == pair[k].value);
        CHECK(is_named_after(pair[k].enumerator, pair[k].name));
        CHECK_TEXT(inlay_choice_name(id, pair[k].value), pair[k].name);
        for (size_t i = 0; i < k; i++)
            CHECK(pair[i].value != pair[k].value);
        inlay_options_free(o);
    }
    CHECK(row->choices[n] == NULL);
    CHECK(!inlay_choice_name(id, 99));
}

#define PAIR(name, value) {name, #value, value},
#define CHECK_LIST(id, LIST)                                                   \
    {                                                                          \
        static const struct pair pairs[] = {LIST(PAIR)};                       \
        check_pairs(INLAY_OPT_##id, pairs, LEN(pairs));                        \
        n_lists++;                                                             \
    }

TEST(every_choice_means_the_enumerator_of_its_name)
{
    size_t n_lists = 0, n_choices = 0;
    INLAY_CHOICE_LISTS(CHECK_LIST)
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++)
        n_choices += inlay_option_at(i)->type == INLAY_OPTION_CHOICE;
    CHECK(n_lists == n_choices - 1); /* but for the methods */
}

TEST(auto_is_no_kernel)
{
    inlay_options *o = new_options();
    CHECK(inlay_options_choice(o, INLAY_OPT_KERNEL) == INLAY_CHOICE_AUTO);
    CHECK(INLAY_CHOICE_AUTO < 0); /* enums begin at 0, and may grow */
    inlay_options_free(o);
}

/* ---- Methods ---- */

TEST(every_method_has_a_row_and_a_line_of_help)
{
    const inlay_option *row = inlay_option_at(INLAY_OPT_METHOD);
    size_t k = 0;
    for (; row->choices[k]; k++) {
        const struct inlay_method *m = inlay_method_find(row->choices[k]);
        CHECK_TEXT(m->name, row->choices[k]);
        CHECK_TEXT(m->help, row->choice_helps[k]);
        CHECK(m->ops && m->help[0] && strlen(m->help) < 80);
    }
    CHECK(row->choice_helps[k] == NULL);
    CHECK_TEXT(row->fallback, row->choices[0]);
}

/* The prefix of an option is the method or acquisition that reads it. */
TEST(a_prefix_is_a_method_or_an_acquisition)
{
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const inlay_option *row = inlay_option_at(i);
        const char *dot = strchr(row->name, '.');
        char prefix[16];
        if (!dot)
            continue;
        snprintf(prefix, sizeof prefix, "%.*s", (int)(dot - row->name),
                 row->name);
        inlay_options *o = new_options();
        CHECK(inlay_options_set(o, "method", prefix, NULL) == INLAY_OK ||
              inlay_options_set(o, "acquisition", prefix, NULL) == INLAY_OK);
        CHECK(row->group != NULL);
        inlay_options_free(o);
    }
}

TEST(few_options_are_common)
{
    static const char *const COMMON[] = {"preset", "seed", "goal", "method",
                                         "noise"};
    size_t n = 0;
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++)
        n += inlay_option_at(i)->group == NULL;
    CHECK(n == LEN(COMMON));
    for (size_t i = 0; i < LEN(COMMON); i++)
        CHECK(!inlay_option_at(inlay_option_find(COMMON[i]))->group);
}

/* ---- Names of version 0.1.0 ---- */

static const char *const OLD[][2] = {
    {"minima", "3"},    {"features", "50"},        {"ep_tolerance", "1e-3"},
    {"trees", "3"},     {"splits", "best"},        {"split_share", "0.5"},
    {"leaf", "2"},      {"uncertainty", "total"},  {"cost", "plain"},
    {"step", "0.1"},    {"parzen", "independent"}, {"good", "sqrt"},
    {"weights", "age"}, {"bandwidth", "clip"}};
static const char *const OLD_METHODS[][2] = {
    {"proposed", "gp"}, {"basic", "gp-basic"}, {"naive", "gp-naive"}};

TEST(an_old_name_is_refused_with_the_new_one)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    char message[128];
    for (size_t i = 0; i < LEN(OLD); i++) {
        const char *now = inlay_option_renamed(OLD[i][0]);
        CHECK(now && inlay_option_find(now) < INLAY_N_OPTIONS);
        CHECK_TEXT(strchr(now, '.') + 1, OLD[i][0]);
        snprintf(message, sizeof message, "option '%s' is now called '%s'",
                 OLD[i][0], now);
        CHECK_FAILS(inlay_options_set(o, OLD[i][0], OLD[i][1], &err),
                    INLAY_EINVAL, err, message);
    }
    for (size_t i = 0; i < LEN(OLD_METHODS); i++) {
        snprintf(message, sizeof message, "method '%s' is now called '%s'",
                 OLD_METHODS[i][0], OLD_METHODS[i][1]);
        CHECK_FAILS(inlay_options_set(o, "method", OLD_METHODS[i][0], &err),
                    INLAY_EINVAL, err, message);
    }
    CHECK(!inlay_option_renamed("seed") && !inlay_option_renamed("sead"));
    CHECK(!inlay_choice_renamed("splits", "basic"));
    inlay_options_free(o);
}

TEST(what_is_recorded_may_have_old_names)
{
    inlay_error err = {0};
    inlay_options *o = new_options();
    for (size_t i = 0; i < LEN(OLD); i++) {
        CHECK_OK(inlay_options_set_recorded(o, OLD[i][0], OLD[i][1], &err),
                 err);
        CHECK_TEXT(inlay_options_get(o, inlay_option_renamed(OLD[i][0])),
                   OLD[i][1]);
    }
    for (size_t i = 0; i < LEN(OLD_METHODS); i++) {
        CHECK_OK(
            inlay_options_set_recorded(o, "method", OLD_METHODS[i][0], &err),
            err);
        CHECK_TEXT(inlay_options_get(o, "method"), OLD_METHODS[i][1]);
    }
    CHECK_OK(inlay_options_set_recorded(o, "smac.trees", "7", &err), err);
    CHECK_TEXT(inlay_options_get(o, "smac.trees"), "7");
    CHECK_FAILS(inlay_options_set_recorded(o, "sead", "7", &err), INLAY_EINVAL,
                err, "unknown option 'sead'; did you mean 'seed'?");
    inlay_options_free(o);
}

/* ---- Numbers ---- */

TEST(a_number_is_set_and_read_back_exactly)
{
    inlay_error err = {0};
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        const inlay_option *r = inlay_option_at(i);
        if (r->type == INLAY_OPTION_CHOICE)
            continue;
        const double good[] = {r->min, r->max}; /* seed: 2^53 - 1 */
        for (size_t k = 0; k < 2; k++) {
            inlay_options *o = new_options(), *same = new_options();
            double got = -7.0, again = -7.0;
            CHECK_OK(inlay_options_set_number(o, r->name, good[k], &err), err);
            CHECK_OK(inlay_options_get_number(o, r->name, &got, &err), err);
            CHECK(got == good[k]);
            set(same, r->name, inlay_options_get(o, r->name));
            CHECK_OK(inlay_options_get_number(same, r->name, &again, &err),
                     err);
            CHECK(again == good[k]);
            inlay_options_free(o);
            inlay_options_free(same);
        }
    }
}

TEST(whole_numbers_are_written_in_full)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    CHECK_OK(inlay_options_set_number(o, "seed", 1e15, &err), err);
    CHECK_TEXT(inlay_options_get(o, "seed"), "1000000000000000");
    CHECK_OK(inlay_options_set_number(o, "random_share", 0.1, &err), err);
    CHECK_TEXT(inlay_options_get(o, "random_share"), "0.1");
    inlay_options_free(o);
}

TEST(a_number_in_force_may_be_that_of_a_preset)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    double got = -7.0;
    set(o, "preset", "paper");
    CHECK_OK(inlay_options_get_number(o, "burn_in", &got, &err), err);
    CHECK(got == 20.0);
    CHECK_OK(inlay_options_get_number(o, "jitter", &got, &err), err);
    CHECK(got == 1e-6);
    inlay_options_free(o);
}

TEST(a_number_that_is_not_allowed_is_refused_and_nothing_is_set)
{
    static const struct {
        const char *name;
        double value;
        const char *message;
    } row[] = {
        {"seed", 7.5, "option 'seed': 7.5 is not a whole number"},
        {"seed", (double)NAN, "option 'seed': NaN is not a finite number"},
        {"jitter", (double)-INFINITY,
         "option 'jitter': infinity is not a finite number"},
        {"threads", 0, "option 'threads': 0 is not between 1 and 256"},
        {"threads", 1e300, "option 'threads': 1e+300 is not between 1 and 256"},
        {"sead", 7, "unknown option 'sead'; did you mean 'seed'?"},
        {"trees", 7, "option 'trees' is now called 'smac.trees'"},
        {"noise", 1,
         "option 'noise' is a choice, not a number: use inlay_options_set and "
         "inlay_options_get"},
    };
    inlay_options *o = new_options();
    inlay_error err = {0};
    for (size_t i = 0; i < LEN(row); i++)
        CHECK_FAILS(
            inlay_options_set_number(o, row[i].name, row[i].value, &err),
            INLAY_EINVAL, err, row[i].message);
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++)
        CHECK_TEXT(inlay_options_get(o, inlay_option_at(i)->name),
                   inlay_option_at(i)->fallback);
    inlay_options_free(o);
}

TEST(what_is_no_number_is_not_read_as_one)
{
    inlay_options *o = new_options();
    inlay_error err = {0};
    double got = -7.0;
    CHECK_FAILS(inlay_options_get_number(o, "noise", &got, &err), INLAY_EINVAL,
                err,
                "option 'noise' is a choice, not a number: use "
                "inlay_options_set and inlay_options_get");
    CHECK_FAILS(inlay_options_get_number(o, "sead", &got, &err), INLAY_EINVAL,
                err, "unknown option 'sead'; did you mean 'seed'?");
    CHECK(got == -7.0);
    inlay_options_free(o);
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
        st = inlay_options_set_number(o, "jitter", 1e-5, &err);
    if (st == INLAY_OK)
        st = inlay_options_copy(o, &copy, &err);
    CHECK(st == INLAY_OK || strncmp(err.msg, "out of memory", 13) == 0);
    CHECK((st == INLAY_OK) == (copy != NULL));
    inlay_options_free(o);
    inlay_options_free(copy);
    return st;
}
