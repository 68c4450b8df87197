/*
 * summary.c: means over problems, with their bootstrap errors.
 */
#include "harness/summary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/refuse.h"
#include "support/sample.h"

static const char RULE_LETTER[SEARCH_N_RULES] = {
    [SEARCH_RECOMMENDED] = 'r', [SEARCH_OBSERVED] = 'o'};

double summary_log_gap(double gap, double floor)
{
    return log10(fmax(gap, floor));
}

double summary_lowest_gap(const struct runs *r)
{
    double lowest = INFINITY;
    for (size_t m = 0; m < r->n_methods; m++)
        for (size_t p = 0; p < r->n_problems; p++)
            for (int rule = 0; rule < SEARCH_N_RULES; rule++)
                for (size_t i = 0; i < r->n_evaluations; i++)
                    lowest = fmin(lowest, runs_gap(r, m, p, rule)[i]);
    return lowest;
}

/* Most methods recommend their best observation: once is enough then. */
static bool is_written(const struct runs *r, size_t method,
                       enum search_rule rule)
{
    if (rule == SEARCH_RECOMMENDED)
        return true;
    for (size_t p = 0; p < r->n_problems; p++) {
        const double *a = runs_gap(r, method, p, SEARCH_RECOMMENDED);
        if (memcmp(a, runs_gap(r, method, p, rule),
                   r->n_evaluations * sizeof *a) != 0)
            return true;
    }
    return false;
}

static FILE *start(const char *path, const char *first_line)
{
    FILE *f = fopen(path, "w");
    if (!f)
        refuse(path, "%s", strerror(errno));
    fprintf(f, "%s\n", first_line);
    return f;
}

static void finish(FILE *f, const char *path)
{
    const bool is_whole = fflush(f) == 0 && !ferror(f);
    if (fclose(f) != 0 || !is_whole)
        refuse(path, "%s", strerror(errno));
}

static void write_curve_point(FILE *f, const struct runs *r, double floor,
                              size_t method, enum search_rule rule, size_t i,
                              double *scratch)
{
    const size_t n = r->n_problems;
    double *gap = scratch, *log_gap = scratch + n;
    for (size_t p = 0; p < n; p++) {
        gap[p] = fmax(runs_gap(r, method, p, rule)[i], floor);
        log_gap[p] = log10(gap[p]);
    }
    fprintf(f, ",%.2f,%.2f,%.2f,%.2f", sample_mean(log_gap, n),
            sample_bootstrap(log_gap, n), log10(sample_mean(gap, n)),
            sample_bootstrap_log10(gap, n, 1));
}

void summary_write_curves(const struct runs *r, double floor,
                          const char *first_line, const char *path)
{
    double *scratch =
        refuse_or_room("summary", 2 * r->n_problems, sizeof(double));
    FILE *f = start(path, first_line);
    fputs("evaluation", f);
    for (size_t m = 0; m < r->n_methods; m++)
        for (int rule = 0; rule < SEARCH_N_RULES; rule++) {
            const char *name = r->method[m], letter = RULE_LETTER[rule];
            if (!is_written(r, m, rule))
                continue;
            fprintf(f, ",%s_%c,%s_%c_se,%s_%c_lm,%s_%c_lm_se", name, letter,
                    name, letter, name, letter, name, letter);
        }
    fputc('\n', f);
    for (size_t i = 0; i < r->n_evaluations; i++) {
        fprintf(f, "%zu", i + 1);
        for (size_t m = 0; m < r->n_methods; m++)
            for (int rule = 0; rule < SEARCH_N_RULES; rule++)
                if (is_written(r, m, rule))
                    write_curve_point(f, r, floor, m, rule, i, scratch);
        fputc('\n', f);
    }
    finish(f, path);
    free(scratch);
}

/* The gaps of all problems by rows, none below the floor. */
static void floored_gaps(const struct runs *r, double floor, size_t method,
                         enum search_rule rule, double *gap)
{
    const size_t n = r->n_evaluations;
    for (size_t p = 0; p < r->n_problems; p++)
        for (size_t i = 0; i < n; i++)
            gap[p * n + i] = fmax(runs_gap(r, method, p, rule)[i], floor);
}

/* Averaged over the columns. */
static double log_of_mean(const double *gap, size_t n_rows, size_t n_columns)
{
    double average = 0.0;
    for (size_t i = 0; i < n_columns; i++) {
        double sum = 0.0;
        for (size_t p = 0; p < n_rows; p++)
            sum += gap[p * n_columns + i];
        average += log10(sum / (double)n_rows) / (double)n_columns;
    }
    return average;
}

void summary_print_averages(const struct runs *r, double floor,
                            const char *panel, FILE *f)
{
    double *gap = refuse_or_room("summary", r->n_problems * r->n_evaluations,
                                 sizeof(double));
    for (size_t m = 0; m < r->n_methods; m++)
        for (int rule = 0; rule < SEARCH_N_RULES; rule++) {
            if (!is_written(r, m, rule))
                continue;
            floored_gaps(r, floor, m, rule, gap);
            fprintf(
                f, "%s,%s,%c,%.3f,%.3f\n", panel, r->method[m],
                RULE_LETTER[rule],
                log_of_mean(gap, r->n_problems, r->n_evaluations),
                sample_bootstrap_log10(gap, r->n_problems, r->n_evaluations));
        }
    free(gap);
}

static double average(const double *gap, size_t n, double floor)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += summary_log_gap(gap[i], floor);
    return sum / (double)n;
}

void summary_write_ends(const struct runs *r, double floor,
                        const char *first_line, const char *path)
{
    FILE *f = start(path, first_line);
    fputs("problem", f);
    for (size_t m = 0; m < r->n_methods; m++)
        for (int rule = 0; rule < SEARCH_N_RULES; rule++)
            if (is_written(r, m, rule))
                fprintf(f, ",%s_%c,%s_%c_avg", r->method[m], RULE_LETTER[rule],
                        r->method[m], RULE_LETTER[rule]);
    fputc('\n', f);
    for (size_t p = 0; p < r->n_problems; p++) {
        fprintf(f, "%zu", p + 1);
        for (size_t m = 0; m < r->n_methods; m++)
            for (int rule = 0; rule < SEARCH_N_RULES; rule++) {
                const double *gap = runs_gap(r, m, p, rule);
                if (!is_written(r, m, rule))
                    continue;
                fprintf(f, ",%.3f,%.3f",
                        summary_log_gap(gap[r->n_evaluations - 1], floor),
                        average(gap, r->n_evaluations, floor));
            }
        fputc('\n', f);
    }
    finish(f, path);
}
