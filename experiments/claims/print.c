/*
 * print.c: the tables.  In those of differences + is better, - worse, and = no
 * difference at a level of 0.05.
 */
#include "print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/path.h"
#include "support/sample.h"

enum { N_STAGES = 5, MAX_PANELS = 64, MAX_PROBLEMS = 1000 };

static const double LEVEL = 0.05;

/* ---- The panels of a figure ---- */

static bool load(struct frame *f, const char *root, const char *figure,
                 const char *name)
{
    char path[PATH_ROOM];
    path_print(path, "%s/%s/%s", root, figure, name);
    return frame_load(f, path);
}

/* Different texts of a column, in their order; views of the frame. */
static size_t distinct(const struct frame *f, const char *column,
                       const char *text[MAX_PANELS])
{
    const size_t c = frame_column(f, column);
    size_t n = 0;
    for (size_t row = 0; row < f->n_rows; row++) {
        size_t i = 0;
        while (i < n && strcmp(text[i], frame_text(f, row, c)) != 0)
            i++;
        if (i == n && n < MAX_PANELS)
            text[n++] = frame_text(f, row, c);
    }
    return n;
}

typedef void print_results_fn(const struct results *r, const char *panel,
                              const void *context);

static void for_each_panel(const char *root, const char *figure,
                           print_results_fn *fn, const void *context)
{
    struct frame counts;
    const char *panel[MAX_PANELS];
    if (!load(&counts, root, figure, "counts.csv"))
        return;
    const size_t n = distinct(&counts, "panel", panel);
    for (size_t i = 0; i < n; i++) {
        struct results r;
        if (!results_load(&r, root, figure, panel[i]))
            continue;
        fn(&r, panel[i], context);
        results_clear(&r);
    }
    frame_clear(&counts);
}

/* ---- Methods by evaluations ---- */

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

static void print_average(const struct results *r, const char *method,
                          char rule, bool is_log_of_mean)
{
    struct average a;
    if (is_log_of_mean) {
        a = results_log_of_mean(r, method, rule);
    } else {
        double *v = results_log_gaps(r, method, (struct measure){rule, true});
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
        print_average(r, method, rule, is_log_of_mean);
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

static void print_one(const struct results *r, const char *panel,
                      const void *context)
{
    const struct metric *m = context;
    printf("**%s** (%zu problems)\n\n", panel, r->ends.n_rows);
    print_panel(r, m->rule, m->is_log_of_mean);
}

void print_figure(const char *root, const char *figure, char rule,
                  bool is_log_of_mean)
{
    const struct metric m = {rule, is_log_of_mean};
    for_each_panel(root, figure, print_one, &m);
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
static void print_average_of(const struct grid *g, const char *method,
                             struct measure m)
{
    double mean[MAX_PROBLEMS] = {0.0};
    size_t n_panels = 0, n = MAX_PROBLEMS;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
            const struct results *r = &g->results[k][l];
            if (!g->has[k][l])
                continue;
            double *v = results_log_gaps(r, method, m);
            n = r->ends.n_rows < n ? r->ends.n_rows : n;
            for (size_t i = 0; i < n; i++)
                mean[i] += v[i];
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
        print_average_of(g, any->method[m], (struct measure){rule, false});
        print_average_of(g, any->method[m], (struct measure){rule, true});
        putchar('\n');
    }
}

/* ---- Differences ---- */

static const char *mark(const struct comparison *c)
{
    return !(c->p < LEVEL) ? "=" : c->sign < 0 ? "+" : "-";
}

static void print_comparison(const struct comparison *c)
{
    printf(" %.2f (%.2f, %zu) %s |", c->mean, c->error, c->n_not, mark(c));
}

/* What the panels of all laws say together: better, equal, worse. */
struct tally {
    size_t better, equal, worse;
};

static void count(struct tally *t, const struct comparison *c)
{
    t->better += *mark(c) == '+';
    t->worse += *mark(c) == '-';
    t->equal += *mark(c) == '=';
}

static bool is_chosen(size_t kind, const char *word)
{
    return strstr(SCENARIO_KIND[kind].name, word) != NULL;
}

static const char *when(struct measure m)
{
    return m.is_average ? "averaged over the evaluations" : "at the end";
}

static void print_laws(void)
{
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        printf(" %s |", SCENARIO_LAW[l].text);
    printf("\n|---|---:|---:|---:|---:|\n");
}

/* The panels of a law that are chosen, adjusted together. */
static size_t compare_kinds(const struct grid *g, size_t law, const char *a,
                            const char *b, const char *word, struct measure m,
                            struct comparison c[SCENARIO_N_KINDS])
{
    size_t n = 0;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        if (g->has[k][law] && is_chosen(k, word))
            c[n++] = results_compare(&g->results[k][law], a, b, m);
    comparisons_adjust(c, n);
    return n;
}

static void print_pairs_of(const struct grid *g, const char *a, const char *b,
                           const char *word, struct measure m)
{
    struct comparison c[SCENARIO_N_LAWS][SCENARIO_N_KINDS];
    struct tally tally = {0};
    size_t at[SCENARIO_N_LAWS] = {0};
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        const size_t n = compare_kinds(g, l, a, b, word, m, c[l]);
        for (size_t i = 0; i < n; i++)
            count(&tally, &c[l][i]);
    }
    printf("%s - %s, %s:\n\n| panel |", a, b, when(m));
    print_laws();
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++) {
        if (!is_chosen(k, word))
            continue;
        printf("| %s |", SCENARIO_KIND[k].text);
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l])
                print_comparison(&c[l][at[l]++]);
            else
                printf(" |");
        putchar('\n');
    }
    printf("\n%s better in %zu, no difference in %zu, worse in %zu.\n\n", a,
           tally.better, tally.equal, tally.worse);
}

void print_pairs(const struct grid *g, char rule, const char *a, const char *b,
                 const char *word)
{
    print_pairs_of(g, a, b, word, (struct measure){rule, false});
    print_pairs_of(g, a, b, word, (struct measure){rule, true});
}

/* (a − b of problem i in 4-D) − (a − b of problem i in 2-D). */
static struct comparison between(const struct results *high,
                                 const struct results *low, const char *a,
                                 const char *b, struct measure m)
{
    const size_t n_high = high->ends.n_rows, n_low = low->ends.n_rows;
    const size_t n = n_high < n_low ? n_high : n_low;
    double *d = results_differences(high, a, b, m);
    double *less = results_differences(low, a, b, m);
    for (size_t i = 0; i < n; i++)
        d[i] -= less[i];
    const struct comparison c = comparison_of(d, n);
    free(d);
    free(less);
    return c;
}

static void print_dimensions_of(const struct grid *g, const char *a,
                                const char *b, struct measure m)
{
    enum { HALF = SCENARIO_N_KINDS / 2 };
    struct comparison c[SCENARIO_N_LAWS][HALF];
    struct tally tally = {0};
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        size_t n = 0;
        for (size_t k = 0; k < HALF; k++)
            if (g->has[k][l] && g->has[k + HALF][l])
                c[l][n++] = between(&g->results[k + HALF][l], &g->results[k][l],
                                    a, b, m);
        comparisons_adjust(c[l], n);
        for (size_t i = 0; i < n; i++)
            count(&tally, &c[l][i]);
    }
    printf("(%s - %s in 4-D) - (the same in 2-D), %s:\n\n| |", a, b, when(m));
    print_laws();
    size_t at[SCENARIO_N_LAWS] = {0};
    for (size_t k = 0; k < HALF; k++) {
        printf("| %s |", SCENARIO_KIND[k].text + strlen("2-D "));
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l] && g->has[k + HALF][l])
                print_comparison(&c[l][at[l]++]);
            else
                printf(" |");
        putchar('\n');
    }
    printf("\nLarger in 4-D in %zu, no difference in %zu, larger in 2-D in "
           "%zu.\n\n",
           tally.better, tally.equal, tally.worse);
}

void print_dimensions(const struct grid *g, char rule, const char *a,
                      const char *b)
{
    print_dimensions_of(g, a, b, (struct measure){rule, false});
    print_dimensions_of(g, a, b, (struct measure){rule, true});
}

struct contest {
    const char *a;
    char rule;
};

static void print_rivals_of(const struct results *r, const char *panel,
                            const void *context)
{
    const struct contest *contest = context;
    const char *a = contest->a;
    for (int average = 0; average < 2; average++) {
        struct comparison c[RESULTS_MAX_METHODS];
        size_t n = 0;
        for (size_t m = 0; m < r->n_methods; m++)
            if (strcmp(r->method[m], a) != 0)
                c[n++] =
                    results_compare(r, a, r->method[m],
                                    (struct measure){contest->rule, average});
        comparisons_adjust(c, n);
        if (!average) {
            printf("\n**%s** (%zu problems)\n\n| %s - … |", panel,
                   r->ends.n_rows, a);
            for (size_t m = 0; m < r->n_methods; m++)
                if (strcmp(r->method[m], a) != 0)
                    printf(" %s |", r->method[m]);
            printf("\n|---|");
            for (size_t i = 0; i < n; i++)
                printf("---:|");
            putchar('\n');
        }
        printf("| %s |", average ? "averaged" : "at the end");
        for (size_t i = 0; i < n; i++)
            print_comparison(&c[i]);
        putchar('\n');
    }
}

void print_rivals(const char *root, const char *figure, char rule,
                  const char *a)
{
    const struct contest contest = {a, rule};
    for_each_panel(root, figure, print_rivals_of, &contest);
}

/* ---- Repeats and times ---- */

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
        const char *method[MAX_PANELS];
        if (!load(&f, root, FIGURES[i], "counts.csv"))
            continue;
        const size_t n_methods = distinct(&f, "method", method);
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
        const char *method[MAX_PANELS];
        if (!load(&f, root, FIGURES[i], "seconds.csv"))
            continue;
        const size_t n_methods = distinct(&f, "method", method);
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
