/*
 * costs.c: repeats, and times of suggestions.
 */
#include <stdio.h>
#include <string.h>

#include "print.h"

/* Sum of a column over the rows of a method, without panels that have a word in
 * their name unless it is NULL. */
static double sum_of(const struct frame *f, const char *method,
                     const char *column, const char *without)
{
    const size_t name = frame_column(f, "method"), c = frame_column(f, column);
    const size_t panel = frame_column(f, "panel");
    double sum = 0.0;
    for (size_t i = 0; i < f->n_rows; i++)
        if (strcmp(frame_text(f, i, name), method) == 0 &&
            !(without && strstr(frame_text(f, i, panel), without)))
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

static void print_repeats_of(const struct frame *f, const char *figure,
                             const char *method)
{
    static const char NOISY[] = "noisy"; /* there a repeat is no mistake */
    const double n = sum_of(f, method, "problems", NOISY);
    const double unsolved = sum_of(f, method, "unsolved", NOISY);
    printf("| %s | %s | %.0f | %.1f | %.1f | %.0f | ", figure, method, n,
           sum_of(f, method, "repeats", NOISY) / n,
           sum_of(f, method, "near_repeats", NOISY) / n, unsolved);
    if (unsolved > 0.0)
        printf("%.1f |\n",
               sum_of(f, method, "unsolved_near", NOISY) / unsolved);
    else
        printf("|\n");
}

void print_repeats(const char *root)
{
    static const char *const SYNTHETIC[] = {"figure4", "figure5"};
    printf("| figure | method | searches | repeats of a search | near repeats "
           "| never solved | near repeats of these "
           "|\n|---|---|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < 2; i++) {
        struct frame f;
        const char *method[RESULTS_MAX_METHODS];
        if (!results_load_table(&f, root, SYNTHETIC[i], "counts.csv"))
            continue;
        const size_t n =
            frame_distinct(&f, "method", method, RESULTS_MAX_METHODS);
        for (size_t m = 0; m < n; m++)
            print_repeats_of(&f, SYNTHETIC[i], method[m]);
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
    for (size_t i = 0; i < RESULTS_N_FIGURES; i++) {
        struct frame f;
        const char *method[RESULTS_MAX_METHODS];
        if (!results_load_table(&f, root, RESULTS_FIGURE[i], "seconds.csv"))
            continue;
        const size_t n_methods =
            frame_distinct(&f, "method", method, RESULTS_MAX_METHODS);
        for (size_t m = 0; m < n_methods; m++) {
            const double n = (double)count_rows(&f, method[m]);
            const double ask = sum_of(&f, method[m], "ask", NULL) / n;
            const double rest = sum_of(&f, method[m], "recommend", NULL) / n;
            hours += sum_of(&f, method[m], "hours", NULL);
            printf("| %s | %s | %.3g | %.3g |\n", RESULTS_FIGURE[i], method[m],
                   1e3 * (ask + rest), 1e3 * rest);
        }
        frame_clear(&f);
    }
    printf("\nAll searches together: %.1f hours of a processor.\n", hours);
}
