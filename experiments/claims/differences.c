/*
 * differences.c: tables of differences: + is better, - worse, and = no difference
 * at a level of 0.05.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

enum { MAX_PROBLEMS = 1000 };

static const double LEVEL = 0.05;

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
    static const char *const TEXT[] = {
        [AT_THE_END] = "at the end",
        [AVERAGED] = "averaged over the evaluations",
        [OF_MEANS] = "of log10 of the mean gap at the end",
    };
    return TEXT[m.quantity];
}

static void print_laws(void)
{
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        printf(" %s |", SCENARIO_LAW[l].text);
    printf("\n|---|---:|---:|---:|---:|\n");
}

/* What is compared: two methods, or of one method (b is NULL) what it recommends
 * with its best observation. */
struct pair {
    const char *a, *b;
    struct measure measure;
};

/* a − b of each problem; the caller frees. */
static double *differences(const struct results *r, const struct pair *p)
{
    if (p->b)
        return results_differences(r, p->a, p->b, p->measure);
    const enum quantity q = p->measure.quantity;
    double *d = results_log_gaps(r, p->a, (struct measure){'r', q});
    double *of_best = results_log_gaps(r, p->a, (struct measure){'o', q});
    for (size_t i = 0; i < r->ends.n_rows; i++)
        d[i] -= of_best[i];
    free(of_best);
    return d;
}

static struct comparison compare(const struct results *r, const struct pair *p)
{
    if (p->measure.quantity == OF_MEANS)
        return results_compare(r, p->a, p->b, p->measure);
    double *d = differences(r, p);
    const struct comparison c = comparison_of(d, r->ends.n_rows);
    free(d);
    return c;
}

/* The panels of a law that are chosen, adjusted together. */
static size_t compare_kinds(const struct grid *g, size_t law,
                            const struct pair *p, const char *word,
                            struct comparison c[SCENARIO_N_KINDS])
{
    size_t n = 0;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        if (g->has[k][law] && is_chosen(k, word))
            c[n++] = compare(&g->results[k][law], p);
    comparisons_adjust(c, n);
    return n;
}

/* Problem i of all chosen panels of a law is one pair: the mean of its
 * differences.  False where there are no panels. */
static bool compare_together(const struct grid *g, size_t law,
                             const struct pair *p, const char *word,
                             struct comparison *out)
{
    double mean[MAX_PROBLEMS] = {0.0};
    size_t n_panels = 0, n = MAX_PROBLEMS;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++) {
        const struct results *r = &g->results[k][law];
        if (!g->has[k][law] || !is_chosen(k, word))
            continue;
        double *d = differences(r, p);
        n = r->ends.n_rows < n ? r->ends.n_rows : n;
        for (size_t i = 0; i < n; i++)
            mean[i] += d[i];
        n_panels++;
        free(d);
    }
    for (size_t i = 0; i < n; i++)
        mean[i] /= (double)n_panels;
    if (n_panels > 0)
        *out = comparison_of(mean, n);
    return n_panels > 0;
}

static void print_together(const struct grid *g, const struct pair *p,
                           const char *word)
{
    printf("| all together |");
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        struct comparison c;
        if (compare_together(g, l, p, word, &c))
            print_comparison(&c);
        else
            printf(" |");
    }
    putchar('\n');
}

static void print_by_panel(const struct grid *g, const struct pair *p,
                           const char *word)
{
    struct comparison c[SCENARIO_N_LAWS][SCENARIO_N_KINDS];
    struct tally tally = {0};
    size_t at[SCENARIO_N_LAWS] = {0};
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        const size_t n = compare_kinds(g, l, p, word, c[l]);
        for (size_t i = 0; i < n; i++)
            count(&tally, &c[l][i]);
    }
    printf("%s - %s, %s:\n\n| panel |", p->a,
           p->b ? p->b : "its best observation", when(p->measure));
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
    if (p->measure.quantity != OF_MEANS)
        print_together(g, p, word);
    printf("\n%s better in %zu, no difference in %zu, worse in %zu.\n\n", p->a,
           tally.better, tally.equal, tally.worse);
}

void print_pairs(const struct grid *g, char rule, const char *a, const char *b,
                 const char *word)
{
    print_by_panel(g, &(struct pair){a, b, {rule, AT_THE_END}}, word);
    print_by_panel(g, &(struct pair){a, b, {rule, AVERAGED}}, word);
}

void print_means(const struct grid *g, char rule, const char *a, const char *b,
                 const char *word)
{
    print_by_panel(g, &(struct pair){a, b, {rule, OF_MEANS}}, word);
}

void print_rules(const struct grid *g, const char *method)
{
    print_by_panel(g, &(struct pair){method, NULL, {'r', AVERAGED}}, "");
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
    print_dimensions_of(g, a, b, (struct measure){rule, AT_THE_END});
    print_dimensions_of(g, a, b, (struct measure){rule, AVERAGED});
}

struct contest {
    const char *a;
    char rule;
};

static void print_rivals_of(const struct results *r, const void *context)
{
    const struct contest *contest = context;
    const char *a = contest->a;
    for (enum quantity q = AT_THE_END; q <= AVERAGED; q++) {
        struct comparison c[RESULTS_MAX_METHODS];
        size_t n = 0;
        for (size_t m = 0; m < r->n_methods; m++)
            if (strcmp(r->method[m], a) != 0)
                c[n++] = results_compare(r, a, r->method[m],
                                         (struct measure){contest->rule, q});
        comparisons_adjust(c, n);
        if (q == AT_THE_END) {
            printf("\n**%s** (%zu problems)\n\n| %s - … |", r->panel,
                   r->ends.n_rows, a);
            for (size_t m = 0; m < r->n_methods; m++)
                if (strcmp(r->method[m], a) != 0)
                    printf(" %s |", r->method[m]);
            printf("\n|---|");
            for (size_t i = 0; i < n; i++)
                printf("---:|");
            putchar('\n');
        }
        printf("| %s |", q == AVERAGED ? "averaged" : "at the end");
        for (size_t i = 0; i < n; i++)
            print_comparison(&c[i]);
        putchar('\n');
    }
}

void print_rivals(const char *root, const char *figure, char rule,
                  const char *a)
{
    const struct contest contest = {a, rule};
    results_for_each(root, figure, print_rivals_of, &contest);
}
