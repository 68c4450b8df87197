/*
 * print.c: the tables.
 */
#include "print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/special.h"
#include "support/sample.h"

enum { N_STAGES = 5, N_METHODS = 8, N_TASKS = 3, MAX_COLUMN = 64 };

static const double LEVEL = 0.05;

static const char *const METHODS[N_METHODS] = {"proposed",  "basic",  "naive",
                                               "smac",      "tpe",    "random",
                                               "hillclimb", "default"};
static const char *const TASKS[N_TASKS] = {"digits", "mnist", "fashion"};

/* ---- Methods by evaluations ---- */

static void print_heading(size_t n_evaluations)
{
    printf("| method |");
    for (size_t s = 1; s <= N_STAGES; s++)
        printf(" %zu |", s * n_evaluations / N_STAGES);
    printf(" average |\n|---|");
    for (size_t s = 0; s <= N_STAGES; s++)
        printf("---:|");
    putchar('\n');
}

static double curve_at(const struct frame *f, const char *method, char rule,
                       const char *kind, size_t row)
{
    char column[MAX_COLUMN];
    snprintf(column, sizeof column, "%s_%c%s", method, rule, kind);
    return frame_number(f, row, frame_column(f, column));
}

/* Averaged over the evaluations; only of the mean of logs an error is known. */
static void print_average(const struct results *r, const char *method,
                          char rule, bool is_log_of_mean)
{
    const size_t n = r->curves.n_rows;
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum +=
            curve_at(&r->curves, method, rule, is_log_of_mean ? "_lm" : "", i) /
            (double)n;
    if (is_log_of_mean) {
        printf(" %.2f |\n", sum);
        return;
    }
    double *v = results_log_gaps(r, method, (struct measure){rule, true});
    printf(" %.2f (%.2f) |\n", sum, sample_bootstrap(v, r->ends.n_rows));
    free(v);
}

static void print_panel(const struct results *r, char rule, bool is_log_of_mean)
{
    const size_t n = r->curves.n_rows;
    print_heading(n);
    for (size_t m = 0; m < N_METHODS; m++) {
        printf("| %s |", METHODS[m]);
        for (size_t s = 1; s <= N_STAGES; s++) {
            const size_t row = s * n / N_STAGES - 1;
            printf(" %.2f (%.2f) |",
                   curve_at(&r->curves, METHODS[m], rule,
                            is_log_of_mean ? "_lm" : "", row),
                   curve_at(&r->curves, METHODS[m], rule,
                            is_log_of_mean ? "_lm_se" : "_se", row));
        }
        print_average(r, METHODS[m], rule, is_log_of_mean);
    }
    putchar('\n');
}

void print_panels(const struct grid *g, const char *law, char rule,
                  bool is_log_of_mean)
{
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++)
            if (g->has[k][l] && strcmp(GRID_LAW[l].name, law) == 0) {
                printf("**%s** (%s; %zu problems)\n\n", GRID_KIND[k].text,
                       GRID_LAW[l].text, g->results[k][l].ends.n_rows);
                print_panel(&g->results[k][l], rule, is_log_of_mean);
            }
}

void print_real(const char *root, char rule, bool is_log_of_mean)
{
    for (size_t t = 0; t < N_TASKS; t++) {
        struct results r;
        if (!results_load(&r, root, "figure6", TASKS[t]))
            continue;
        printf("**%s** (%zu repetitions)\n\n", TASKS[t], r.ends.n_rows);
        print_panel(&r, rule, is_log_of_mean);
        results_clear(&r);
    }
}

/* The mean over all panels, whose errors are independent. */
static void print_average_at(const struct grid *g, const char *method,
                             size_t stage)
{
    double sum = 0.0, squares = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++) {
            if (!g->has[k][l])
                continue;
            const struct results *r = &g->results[k][l];
            const size_t row = stage * r->curves.n_rows / N_STAGES - 1;
            const double error = curve_at(&r->curves, method, 'r', "_se", row);
            sum += curve_at(&r->curves, method, 'r', "", row);
            squares += error * error;
            n++;
        }
    printf(" %.2f (%.2f) |", sum / (double)n, sqrt(squares) / (double)n);
}

static void print_average_of_averages(const struct grid *g, const char *method)
{
    double sum = 0.0, squares = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++) {
            if (!g->has[k][l])
                continue;
            const struct results *r = &g->results[k][l];
            double *v =
                results_log_gaps(r, method, (struct measure){'r', true});
            const double error = sample_bootstrap(v, r->ends.n_rows);
            sum += sample_mean(v, r->ends.n_rows);
            squares += error * error;
            n++;
            free(v);
        }
    printf(" %.2f (%.2f) |\n", sum / (double)n, sqrt(squares) / (double)n);
}

void print_averages(const struct grid *g)
{
    size_t n = 0, n_evaluations = 0;
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++)
            if (g->has[k][l]) {
                n++;
                n_evaluations = g->results[k][l].curves.n_rows;
            }
    if (n == 0)
        return;
    printf("Average of %zu panels:\n\n", n);
    print_heading(n_evaluations);
    for (size_t m = 0; m < N_METHODS; m++) {
        printf("| %s |", METHODS[m]);
        for (size_t s = 1; s <= N_STAGES; s++)
            print_average_at(g, METHODS[m], s);
        print_average_of_averages(g, METHODS[m]);
    }
}

/* ---- Differences ---- */

static const char *mark(const struct comparison *c)
{
    return c->p >= LEVEL ? "=" : c->mean < 0.0 ? "+" : "-";
}

static void print_comparison(const struct comparison *c)
{
    printf(" %.2f (%.2f) %s |", c->mean, c->error, mark(c));
}

/* What the panels of all laws say together: better, equal, worse. */
struct tally {
    size_t better, equal, worse;
};

static void count(struct tally *t, const struct comparison *c)
{
    t->better += c->p < LEVEL && c->mean < 0.0;
    t->worse += c->p < LEVEL && c->mean > 0.0;
    t->equal += !(c->p < LEVEL);
}

static bool is_chosen(size_t kind, const char *word)
{
    return strstr(GRID_KIND[kind].name, word) != NULL;
}

static void print_pairs_of(const struct grid *g, const char *a, const char *b,
                           const char *word, struct measure m)
{
    struct comparison c[GRID_N_LAWS][GRID_N_KINDS];
    struct tally tally = {0};
    for (size_t l = 0; l < GRID_N_LAWS; l++) {
        struct comparison of_law[GRID_N_KINDS];
        size_t n = 0;
        for (size_t k = 0; k < GRID_N_KINDS; k++)
            if (g->has[k][l] && is_chosen(k, word))
                of_law[n++] = results_compare(&g->results[k][l], a, b, m);
        results_adjust(of_law, n);
        for (size_t k = GRID_N_KINDS; k-- > 0;)
            if (g->has[k][l] && is_chosen(k, word)) {
                c[l][k] = of_law[--n];
                count(&tally, &c[l][k]);
            }
    }
    printf("%s - %s, %s:\n\n| panel |", a, b,
           m.is_average ? "averaged over the evaluations" : "at the end");
    for (size_t l = 0; l < GRID_N_LAWS; l++)
        printf(" %s |", GRID_LAW[l].text);
    printf("\n|---|---:|---:|---:|---:|\n");
    for (size_t k = 0; k < GRID_N_KINDS; k++) {
        if (!is_chosen(k, word))
            continue;
        printf("| %s |", GRID_KIND[k].text);
        for (size_t l = 0; l < GRID_N_LAWS; l++)
            if (g->has[k][l])
                print_comparison(&c[l][k]);
            else
                printf(" |");
        putchar('\n');
    }
    printf("\n%s better in %zu, no difference in %zu, worse in %zu.\n\n", a,
           tally.better, tally.equal, tally.worse);
}

void print_pairs(const struct grid *g, const char *a, const char *b,
                 const char *word)
{
    print_pairs_of(g, a, b, word, (struct measure){'r', false});
    print_pairs_of(g, a, b, word, (struct measure){'r', true});
}

/* Two panels have different problems: their errors are independent, and the
 * difference is compared with its error. */
static struct comparison between(const struct comparison *high,
                                 const struct comparison *low)
{
    const double error = hypot(high->error, low->error);
    const double mean = high->mean - low->mean;
    return (struct comparison){mean, error,
                               2.0 * inlay_norm_cdf(-fabs(mean) / error)};
}

static void print_dimensions_of(const struct grid *g, const char *a,
                                const char *b, struct measure m)
{
    enum { HALF = GRID_N_KINDS / 2 };
    struct tally tally = {0};
    printf("(%s - %s in 4-D) - (the same in 2-D), %s:\n\n| |", a, b,
           m.is_average ? "averaged over the evaluations" : "at the end");
    for (size_t l = 0; l < GRID_N_LAWS; l++)
        printf(" %s |", GRID_LAW[l].text);
    printf("\n|---|---:|---:|---:|---:|\n");
    for (size_t k = 0; k < HALF; k++) {
        printf("| %s |", GRID_KIND[k].text + strlen("2-D "));
        for (size_t l = 0; l < GRID_N_LAWS; l++) {
            if (!g->has[k][l] || !g->has[k + HALF][l]) {
                printf(" |");
                continue;
            }
            const struct comparison low =
                results_compare(&g->results[k][l], a, b, m);
            const struct comparison high =
                results_compare(&g->results[k + HALF][l], a, b, m);
            const struct comparison c = between(&high, &low);
            print_comparison(&c);
            count(&tally, &c);
        }
        putchar('\n');
    }
    printf("\nLarger in 4-D in %zu, no difference in %zu, larger in 2-D in "
           "%zu.\n\n",
           tally.better, tally.equal, tally.worse);
}

void print_dimensions(const struct grid *g, const char *a, const char *b)
{
    print_dimensions_of(g, a, b, (struct measure){'r', false});
    print_dimensions_of(g, a, b, (struct measure){'r', true});
}

void print_rivals(const char *root, const char *a)
{
    printf("| %s - … |", a);
    for (size_t m = 0; m < N_METHODS; m++)
        if (strcmp(METHODS[m], a) != 0)
            printf(" %s |", METHODS[m]);
    printf("\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (size_t t = 0; t < N_TASKS; t++) {
        struct results r;
        if (!results_load(&r, root, "figure6", TASKS[t]))
            continue;
        for (int average = 0; average < 2; average++) {
            struct comparison c[N_METHODS];
            size_t n = 0;
            for (size_t m = 0; m < N_METHODS; m++)
                if (strcmp(METHODS[m], a) != 0)
                    c[n++] = results_compare(&r, a, METHODS[m],
                                             (struct measure){'r', average});
            results_adjust(c, n);
            printf("| %s, %s |", TASKS[t], average ? "averaged" : "at the end");
            for (size_t i = 0; i < n; i++)
                print_comparison(&c[i]);
            putchar('\n');
        }
        results_clear(&r);
    }
}

/* ---- Repeats and times ---- */

static const char *const FIGURES[] = {"figure4", "figure5", "figure6"};
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

static bool load(struct frame *f, const char *root, const char *figure,
                 const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/%s", root, figure, name);
    return frame_load(f, path);
}

/* Sums of columns over the rows of a method. */
static double sum_of(const struct frame *f, const char *method,
                     const char *column)
{
    const size_t name = frame_column(f, "method"), c = frame_column(f, column);
    double sum = 0.0;
    for (size_t i = 0; i < f->n_rows; i++)
        if (strcmp(frame_text(f, i, name), method) == 0)
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
    printf("| figure | method | searches | repeats | near repeats | near "
           "repeats of a search |\n|---|---|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < N_FIGURES; i++) {
        struct frame f;
        if (!load(&f, root, FIGURES[i], "counts.csv"))
            continue;
        for (size_t m = 0; m < N_METHODS; m++) {
            const double n = sum_of(&f, METHODS[m], "problems");
            const double near = sum_of(&f, METHODS[m], "near_repeats");
            printf("| %s | %s | %.0f | %.0f | %.0f | %.2f |\n", FIGURES[i],
                   METHODS[m], n, sum_of(&f, METHODS[m], "repeats"), near,
                   near / fmax(n, 1.0));
        }
        frame_clear(&f);
    }
}

void print_seconds(const char *root)
{
    printf("| figure | method | ms of a suggestion | ms of a recommendation "
           "|\n|---|---|---:|---:|\n");
    for (size_t i = 0; i < N_FIGURES; i++) {
        struct frame f;
        if (!load(&f, root, FIGURES[i], "seconds.csv"))
            continue;
        for (size_t m = 0; m < N_METHODS; m++) {
            const double n = (double)count_rows(&f, METHODS[m]);
            printf("| %s | %s | %.3g | %.3g |\n", FIGURES[i], METHODS[m],
                   1e3 * sum_of(&f, METHODS[m], "ask") / n,
                   1e3 * sum_of(&f, METHODS[m], "recommend") / n);
        }
        frame_clear(&f);
    }
}
