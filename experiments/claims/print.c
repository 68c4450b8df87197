/*
 * print.c: methods by evaluations, of a panel and of all of them.
 */
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/sample.h"

enum { N_STAGES = 5 };

/* The evaluation of stage s = 1 … N_STAGES. */
static size_t stage_at(size_t s, size_t n_evaluations)
{
    const size_t at = s * n_evaluations / N_STAGES;
    return at > 0 ? at : 1;
}

static void print_heading(size_t n_evaluations)
{
    printf("| method |");
    for (size_t s = 1; s <= N_STAGES; s++)
        printf(" %zu |", stage_at(s, n_evaluations));
    printf(" average |\n|---|");
    for (size_t s = 0; s <= N_STAGES; s++)
        printf("---:|");
    putchar('\n');
}

static double curve_at(const struct frame *f, const char *method, char rule,
                       const char *kind, size_t row)
{
    return frame_number(f, row, results_column(f, method, rule, kind));
}

static void print_average(const struct results *r, struct side side,
                          bool is_log_of_mean)
{
    struct average a;
    if (is_log_of_mean) {
        a = results_log_of_mean(r, side);
    } else {
        double *v = results_log_gaps(r, side, AVERAGED);
        a.mean = sample_mean(v, r->ends.n_rows);
        a.error = sample_bootstrap(v, r->ends.n_rows);
        free(v);
    }
    printf(" %.2f (%.2f) |\n", a.mean, a.error);
}

static void print_panel(const struct results *r, char rule, bool is_log_of_mean)
{
    const size_t n = r->curves.n_rows;
    if (n == 0)
        return; /* no curves were kept */
    print_heading(n);
    for (size_t m = 0; m < r->n_methods; m++) {
        const char *method = r->method[m];
        printf("| %s |", method);
        for (size_t s = 1; s <= N_STAGES; s++) {
            const size_t row = stage_at(s, n) - 1;
            printf(" %.2f (%.2f) |",
                   curve_at(&r->curves, method, rule,
                            is_log_of_mean ? "_lm" : "", row),
                   curve_at(&r->curves, method, rule,
                            is_log_of_mean ? "_lm_se" : "_se", row));
        }
        print_average(r, (struct side){method, rule}, is_log_of_mean);
    }
    putchar('\n');
}

void print_panels(const struct grid *g, const char *law, char rule,
                  bool is_log_of_mean)
{
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l] && strcmp(SCENARIO_LAW[l].name, law) == 0) {
                printf("**%s** (%s; %zu problems)\n\n", SCENARIO_KIND[k].text,
                       SCENARIO_LAW[l].text, g->results[k][l].ends.n_rows);
                print_panel(&g->results[k][l], rule, is_log_of_mean);
            }
}

struct metric {
    char rule;
    bool is_log_of_mean;
};

static void print_one(const struct results *r, const void *context)
{
    const struct metric *m = context;
    printf("**%s** (%zu problems)\n\n", r->panel, r->ends.n_rows);
    print_panel(r, m->rule, m->is_log_of_mean);
}

void print_figure(const char *root, const char *figure, char rule,
                  bool is_log_of_mean)
{
    const struct metric m = {rule, is_log_of_mean};
    results_for_each(root, figure, print_one, &m);
}

/* The mean over all panels.  Their errors are not independent (a problem of one is
 * rescaled, or noisy, in another) and not known before the end. */
static void print_average_at(const struct grid *g, const char *method,
                             char rule, size_t stage)
{
    double sum = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l]) {
                const struct frame *f = &g->results[k][l].curves;
                sum += curve_at(f, method, rule, "",
                                stage_at(stage, f->n_rows) - 1);
                n++;
            }
    printf(" %.2f |", sum / (double)n);
}

/* Each problem is averaged over the panels, then resampled as a whole. */
static void print_average_of(const struct grid *g, struct side side,
                             enum quantity q)
{
    double mean[GRID_MAX_PROBLEMS] = {0.0};
    size_t n_panels = 0, n = GRID_MAX_PROBLEMS;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
            if (!g->has[k][l])
                continue;
            double *v = results_log_gaps(&g->results[k][l], side, q);
            n = grid_add(mean, n, v, g->results[k][l].ends.n_rows);
            n_panels++;
            free(v);
        }
    for (size_t i = 0; i < n; i++)
        mean[i] /= (double)n_panels;
    printf(" %.2f (%.2f) |", sample_mean(mean, n), sample_bootstrap(mean, n));
}

void print_averages(const struct grid *g, char rule)
{
    const struct results *any = NULL;
    size_t n = 0;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l]) {
                n++;
                any = &g->results[k][l];
            }
    if (!any)
        return;
    printf("Average of %zu panels:\n\n", n);
    print_heading(any->curves.n_rows);
    for (size_t m = 0; m < any->n_methods; m++) {
        printf("| %s |", any->method[m]);
        for (size_t s = 1; s < N_STAGES; s++)
            print_average_at(g, any->method[m], rule, s);
        print_average_of(g, (struct side){any->method[m], rule}, AT_THE_END);
        print_average_of(g, (struct side){any->method[m], rule}, AVERAGED);
        putchar('\n');
    }
}
