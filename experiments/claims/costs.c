/*
 * costs.c: repeats, and times of suggestions.
 */
#include <stdio.h>
#include <string.h>

#include "print.h"

static const char *const FIGURES[] = {"figure4", "figure5", "figure6",
                                      "ablations"};
/* A word that no panel has in its name. */
static const char NOTHING[] = "/";
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

/* Sum of a column over the rows of a method, without panels that have a word in
 * their name. */
static double sum_of(const struct frame *f, const char *method,
                     const char *column, const char *without)
{
    const size_t name = frame_column(f, "method"), c = frame_column(f, column);
    const size_t panel = frame_column(f, "panel");
    double sum = 0.0;
    for (size_t i = 0; i < f->n_rows; i++)
        if (strcmp(frame_text(f, i, name), method) == 0 &&
            !strstr(frame_text(f, i, panel), without))
            sum += frame_number(f, i, c);
    return sum;
}

static size_t count_rows(const struct frame *f, const char *method)
{
    const size_t name = frame_column(f, "method");
    size_t n = 0;
    for (size_t i = 0; i < f->n_rows; i++)
        n += strcmp(frame_text(f, i, name), method) == 0;
    return n;
}

void print_repeats(const char *root)
{
    static const char NOISY[] = "noisy"; /* there a repeat is no mistake */
    printf(
        "| figure | method | searches | repeats | near repeats | of a search "
        "|\n|---|---|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < 2; i++) { /* figures 4 and 5 */
        struct frame f;
        const char *method[RESULTS_MAX_METHODS];
        if (!results_load_table(&f, root, FIGURES[i], "counts.csv"))
            continue;
        const size_t n_methods =
            frame_distinct(&f, "method", method, RESULTS_MAX_METHODS);
        for (size_t m = 0; m < n_methods; m++) {
            const double n = sum_of(&f, method[m], "problems", NOISY);
            const double near = sum_of(&f, method[m], "near_repeats", NOISY);
            printf("| %s | %s | %.0f | %.0f | %.0f | %.2f |\n", FIGURES[i],
                   method[m], n, sum_of(&f, method[m], "repeats", NOISY), near,
                   near / n);
        }
        frame_clear(&f);
    }
}

/* A recommendation leaves its fit to the suggestion that follows, and it does so
 * in some methods only: the sum of both is what an evaluation costs. */
void print_seconds(const char *root)
{
    double hours = 0.0;
    printf("| figure | method | ms of an evaluation | of them to recommend "
           "|\n|---|---|---:|---:|\n");
    for (size_t i = 0; i < N_FIGURES; i++) {
        struct frame f;
        const char *method[RESULTS_MAX_METHODS];
        if (!results_load_table(&f, root, FIGURES[i], "seconds.csv"))
            continue;
        const size_t n_methods =
            frame_distinct(&f, "method", method, RESULTS_MAX_METHODS);
        for (size_t m = 0; m < n_methods; m++) {
            const double n = (double)count_rows(&f, method[m]);
            const double ask = sum_of(&f, method[m], "ask", NOTHING) / n;
            const double rest = sum_of(&f, method[m], "recommend", NOTHING) / n;
            hours += sum_of(&f, method[m], "hours", NOTHING);
            printf("| %s | %s | %.3g | %.3g |\n", FIGURES[i], method[m],
                   1e3 * (ask + rest), 1e3 * rest);
        }
        frame_clear(&f);
    }
    printf("\nAll searches together: %.1f hours of a processor.\n", hours);
}
