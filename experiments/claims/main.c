/*
 * claims: the tables of docs/paper.md, from the summaries of the experiments.
 *
 *     claims [--from FOLDER] tables LAW RULE METRIC   each synthetic panel
 *     claims [--from FOLDER] figure FIGURE RULE METRIC  each panel of a figure
 *     claims [--from FOLDER] averages RULE            over all synthetic panels
 *     claims [--from FOLDER] pairs RULE A B [WORD]    A - B, panels with WORD
 *     claims [--from FOLDER] rules A                  recommended - observed
 *     claims [--from FOLDER] dimensions RULE A B      A - B in 4-D less in 2-D
 *     claims [--from FOLDER] rivals FIGURE RULE A     A - every other method
 *     claims [--from FOLDER] stuck                    repeats, discrete problems
 *     claims [--from FOLDER] facts                    what is left to know
 *     claims [--from FOLDER] repeats                  while a problem is unsolved
 *     claims [--from FOLDER] seconds                  of a suggestion
 *
 * LAW: as in names of panels; RULE: r (what is recommended) or o (best observed);
 * METRIC: log (mean of log10 of the gap) or mean (log10 of the mean gap).
 * FOLDER has a folder for each figure.  Prints Markdown.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/refuse.h"
#include "print.h"

static const char USAGE[] =
    "usage: claims [--from FOLDER] WHAT\n"
    "WHAT: tables LAW RULE METRIC | figure FIGURE RULE METRIC | averages RULE\n"
    "      pairs RULE A B [WORD] | rules A | dimensions RULE A B\n"
    "      rivals FIGURE RULE A | stuck | facts | repeats | seconds\n";

static void usage(void)
{
    fputs(USAGE, stderr);
    exit(2);
}

static bool is(const char *word, const char *other)
{
    return strcmp(word, other) == 0;
}

static bool is_rule(const char *word)
{
    return is(word, "r") || is(word, "o");
}

static bool is_metric(const char *rule, const char *metric)
{
    return is_rule(rule) && (is(metric, "log") || is(metric, "mean"));
}

static bool is_law(const char *word)
{
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        if (is(word, SCENARIO_LAW[l].name))
            return true;
    return false;
}

static bool is_figure(const char *word)
{
    for (size_t i = 0; i < RESULTS_N_FIGURES; i++)
        if (is(word, RESULTS_FIGURE[i]))
            return true;
    return false;
}

/* Has some kind of problem this in its name? */
static bool is_in_kinds(const char *word)
{
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        if (strstr(SCENARIO_KIND[k].name, word))
            return true;
    return false;
}

/* n words, of which the first names the table. */
static bool print(const char *from, const struct grid *g, char **word, size_t n)
{
    const char *what = word[0];
    if (is(what, "tables") && n == 4 && is_law(word[1]) &&
        is_metric(word[2], word[3]))
        print_panels(g, word[1], *word[2], is(word[3], "mean"));
    else if (is(what, "figure") && n == 4 && is_figure(word[1]) &&
             is_metric(word[2], word[3]))
        print_figure(from, word[1], *word[2], is(word[3], "mean"));
    else if (is(what, "averages") && n == 2 && is_rule(word[1]))
        print_averages(g, *word[1]);
    else if (is(what, "pairs") && (n == 4 || n == 5) && is_rule(word[1]) &&
             is_in_kinds(n == 5 ? word[4] : ""))
        print_pairs(g, *word[1], word[2], word[3], n == 5 ? word[4] : "");
    else if (is(what, "rules") && n == 2)
        print_rules(g, word[1]);
    else if (is(what, "dimensions") && n == 4 && is_rule(word[1]))
        print_dimensions(g, *word[1], word[2], word[3]);
    else if (is(what, "rivals") && n == 4 && is_figure(word[1]) &&
             is_rule(word[2]))
        print_rivals(from, word[1], *word[2], word[3]);
    else if (is(what, "stuck") && n == 1)
        print_stuck(from);
    else if (is(what, "facts") && n == 1)
        print_facts(from);
    else if (is(what, "repeats") && n == 1)
        print_repeats(from);
    else if (is(what, "seconds") && n == 1)
        print_seconds(from);
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    const char *from = "experiments";
    int at = 1;
    if (argc > 2 && is(argv[1], "--from")) {
        from = argv[2];
        at = 3;
    }
    if (at >= argc)
        usage();
    struct grid *g = refuse_or_room("claims", 1, sizeof *g);
    grid_load(g, from);
    const bool is_known = print(from, g, argv + at, (size_t)(argc - at));
    grid_clear(g);
    free(g);
    if (!is_known)
        usage();
    return 0;
}
