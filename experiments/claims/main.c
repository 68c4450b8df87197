/*
 * claims: the tables of docs/paper.md, from the summaries of the experiments.
 *
 *     claims [--from FOLDER] tables LAW RULE METRIC   each synthetic panel
 *     claims [--from FOLDER] figure FIGURE RULE METRIC  each panel of a figure
 *     claims [--from FOLDER] averages RULE            over all synthetic panels
 *     claims [--from FOLDER] pairs RULE A B [WORD]    A - B, panels with WORD
 *     claims [--from FOLDER] means RULE A B [WORD]    the same of mean gaps
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

static void usage(void)
{
    fputs("usage: claims [--from FOLDER] tables LAW RULE METRIC | figure "
          "FIGURE RULE METRIC | averages RULE | pairs RULE A B [WORD] | "
          "means RULE A B [WORD] | rules A | dimensions RULE A B | rivals "
          "FIGURE RULE A "
          "| stuck | facts | "
          "repeats | seconds\n",
          stderr);
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

/* n words, of which the first names the table. */
static bool print(const char *from, const struct grid *g, char **word, size_t n)
{
    const char *what = word[0];
    if (is(what, "tables") && n == 4 && is_metric(word[2], word[3]))
        print_panels(g, word[1], *word[2], is(word[3], "mean"));
    else if (is(what, "figure") && n == 4 && is_metric(word[2], word[3]))
        print_figure(from, word[1], *word[2], is(word[3], "mean"));
    else if (is(what, "averages") && n == 2 && is_rule(word[1]))
        print_averages(g, *word[1]);
    else if (is(what, "pairs") && (n == 4 || n == 5) && is_rule(word[1]))
        print_pairs(g, *word[1], word[2], word[3], n == 5 ? word[4] : "");
    else if (is(what, "means") && (n == 4 || n == 5) && is_rule(word[1]))
        print_means(g, *word[1], word[2], word[3], n == 5 ? word[4] : "");
    else if (is(what, "rules") && n == 2)
        print_rules(g, word[1]);
    else if (is(what, "dimensions") && n == 4 && is_rule(word[1]))
        print_dimensions(g, *word[1], word[2], word[3]);
    else if (is(what, "rivals") && n == 4 && is_rule(word[2]))
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
