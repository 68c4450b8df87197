/*
 * print.h: tables in Markdown, to standard output.
 *
 * Numbers are of log10 of the gap; in parentheses their bootstrap errors, and of
 * differences how many pairs differ, by more than the 0.001 that files have.  A
 * method is better where a difference is negative: + where a test says so at a
 * level of 0.05, - where it says the contrary, else =.  The test is Wilcoxon's of
 * signed ranks; of two panels his of rank sums; of mean gaps the bootstrap.
 */
#ifndef INLAY_EXPERIMENTS_PRINT_H
#define INLAY_EXPERIMENTS_PRINT_H

#include "grid.h"

/* Every panel of a law: methods by evaluations. */
void print_panels(const struct grid *g, const char *law, char rule,
                  bool is_log_of_mean);
/* Every panel of a figure. */
void print_figure(const char *root, const char *figure, char rule,
                  bool is_log_of_mean);

/* Methods by evaluations, averaged over the panels that are there. */
void print_averages(const struct grid *g, char rule);

/* a − b of each panel whose kind has `word` in its name, with Holm's adjustment
 * over the panels of a law, in how many it is which way, and of all panels of a
 * law together. */
void print_pairs(const struct grid *g, char rule, const char *a, const char *b,
                 const char *word);

/* What a method recommends against its best observation. */
void print_rules(const struct grid *g, const char *method);

/* (a − b in 4-D) − (a − b in 2-D). */
void print_dimensions(const struct grid *g, char rule, const char *a,
                      const char *b);

/* Every panel of a figure: a − each other method, with Holm's adjustment over
 * them. */
void print_rivals(const char *root, const char *figure, char rule,
                  const char *a);

/* Figure 1: purely discrete problems, repeats before the minimum was found. */
void print_stuck(const char *root);

/* Figures 1 and 3: what is left to know after one observation per cell. */
void print_facts(const char *root);

/* Of panels without noise. */
void print_repeats(const char *root);
void print_seconds(const char *root);

#endif
