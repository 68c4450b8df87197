/*
 * differences.c: tables of differences: + is better, - worse, and = no difference
 * that a test shows at a level of 0.05.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

enum { HALF = SCENARIO_N_KINDS / 2 }; /* the kinds of 2-D, then those of 4-D */

static const double LEVEL = 0.05;

static const char *mark(const struct comparison *c)
{
    return !(c->p < LEVEL) ? "=" : c->sign < 0 ? "+" : "-";
}

static void print_comparison(const struct comparison *c)
{
    if (c->has_pairs)
        printf(" %.2f (%.2f, %zu) %s |", c->mean, c->error, c->n_not, mark(c));
    else
        printf(" %.2f (%.2f) %s |", c->mean, c->error, mark(c));
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

/* ---- A table of kinds by laws ---- */

/* What is compared: two sides by a quantity, in the panels of kinds that have a
 * word in their name. */
struct contest {
    struct side a, b;
    enum quantity quantity;
    const char *word;
};

static const char *const QUANTITIES[] = {
    [AT_THE_END] = "at the end",
    [AVERAGED] = "averaged over the evaluations",
    [OF_MEANS] = "of log10 of the mean gap at the end",
};

struct table {
    struct comparison cell[SCENARIO_N_KINDS][SCENARIO_N_LAWS];
    bool has[SCENARIO_N_KINDS][SCENARIO_N_LAWS];
};

/* Adjusts each column for its number of cells, and counts all. */
static struct tally adjust(struct table *t)
{
    struct tally tally = {0};
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        struct comparison c[SCENARIO_N_KINDS];
        size_t n = 0, at = 0;
        for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
            if (t->has[k][l])
                c[n++] = t->cell[k][l];
        comparisons_adjust(c, n);
        for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
            if (t->has[k][l]) {
                t->cell[k][l] = c[at++];
                count(&tally, &t->cell[k][l]);
            }
    }
    return tally;
}

static void print_laws(void)
{
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        printf(" %s |", SCENARIO_LAW[l].text);
    printf("\n|---|");
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        printf("---:|");
    putchar('\n');
}

static void print_row(const struct table *t, size_t kind, const char *name)
{
    printf("| %s |", name);
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
        if (t->has[kind][l])
            print_comparison(&t->cell[kind][l]);
        else
            printf(" |");
    putchar('\n');
}

/* ---- Pairs ---- */

static bool is_chosen(size_t kind, const char *word)
{
    return strstr(SCENARIO_KIND[kind].name, word) != NULL;
}

/* Problem i of all chosen panels of a law is one pair: the mean of its
 * differences.  False where there are no panels. */
static bool compare_together(const struct grid *g, size_t law,
                             const struct contest *c, struct comparison *out)
{
    double mean[GRID_MAX_PROBLEMS] = {0.0};
    size_t n_panels = 0, n = GRID_MAX_PROBLEMS;
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++) {
        if (!g->has[k][law] || !is_chosen(k, c->word))
            continue;
        double *d =
            results_differences(&g->results[k][law], c->a, c->b, c->quantity);
        n = grid_add(mean, n, d, g->results[k][law].ends.n_rows);
        n_panels++;
        free(d);
    }
    for (size_t i = 0; i < n; i++)
        mean[i] /= (double)n_panels;
    if (n_panels > 0)
        *out = comparison_of(mean, n);
    return n_panels > 0;
}

static void print_together(const struct grid *g, const struct contest *c)
{
    printf("| all together |");
    for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
        struct comparison of_all;
        if (compare_together(g, l, c, &of_all))
            print_comparison(&of_all);
        else
            printf(" |");
    }
    putchar('\n');
}

static void print_contest(const struct grid *g, const struct contest *c)
{
    struct table t = {0};
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
            t.has[k][l] = g->has[k][l] && is_chosen(k, c->word);
            if (t.has[k][l])
                t.cell[k][l] =
                    results_compare(&g->results[k][l], c->a, c->b, c->quantity);
        }
    const struct tally tally = adjust(&t);
    const bool is_self = strcmp(c->a.method, c->b.method) == 0;
    printf("%s - %s, %s:\n\n| panel |", c->a.method,
           is_self ? "its best observation" : c->b.method,
           QUANTITIES[c->quantity]);
    print_laws();
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        if (is_chosen(k, c->word))
            print_row(&t, k, SCENARIO_KIND[k].text);
    if (c->quantity != OF_MEANS)
        print_together(g, c);
    printf("\n%s better in %zu, no difference shown in %zu, worse in %zu.\n\n",
           c->a.method, tally.better, tally.equal, tally.worse);
}

void print_pairs(const struct grid *g, char rule, const char *a, const char *b,
                 const char *word)
{
    for (enum quantity q = AT_THE_END; q <= OF_MEANS; q++)
        print_contest(g, &(struct contest){{a, rule}, {b, rule}, q, word});
}

void print_rules(const struct grid *g, const char *method)
{
    for (enum quantity q = AT_THE_END; q <= AVERAGED; q++)
        print_contest(g,
                      &(struct contest){{method, 'r'}, {method, 'o'}, q, ""});
}

/* ---- Dimensions ---- */

static void print_dimensions_of(const struct grid *g, const struct contest *c)
{
    struct table t = {0};
    for (size_t k = 0; k < HALF; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
            t.has[k][l] = g->has[k][l] && g->has[k + HALF][l];
            if (t.has[k][l])
                t.cell[k][l] = results_contrast(&g->results[k + HALF][l],
                                                &g->results[k][l], c->a, c->b,
                                                c->quantity);
        }
    const struct tally tally = adjust(&t);
    printf("(%s - %s in 4-D) - (the same in 2-D), %s:\n\n| |", c->a.method,
           c->b.method, QUANTITIES[c->quantity]);
    print_laws();
    for (size_t k = 0; k < HALF; k++)
        print_row(&t, k, SCENARIO_KIND[k].text + strlen("2-D "));
    printf("\nLarger in 4-D in %zu, no difference shown in %zu, larger in 2-D "
           "in %zu.\n\n",
           tally.better, tally.equal, tally.worse);
}

void print_dimensions(const struct grid *g, char rule, const char *a,
                      const char *b)
{
    for (enum quantity q = AT_THE_END; q <= OF_MEANS; q++)
        print_dimensions_of(g, &(struct contest){{a, rule}, {b, rule}, q, ""});
}

/* ---- Rivals ---- */

/* Rivals are rows: there may be many. */
struct rivals {
    size_t n;
    size_t method[RESULTS_MAX_METHODS];
    struct comparison cell[OF_MEANS + 1][RESULTS_MAX_METHODS];
};

static void compare_rivals(const struct results *r, struct side a,
                           struct rivals *out)
{
    out->n = 0;
    for (size_t m = 0; m < r->n_methods; m++)
        if (strcmp(r->method[m], a.method) != 0)
            out->method[out->n++] = m;
    for (enum quantity q = AT_THE_END; q <= OF_MEANS; q++) {
        for (size_t i = 0; i < out->n; i++) {
            const struct side b = {r->method[out->method[i]], a.rule};
            out->cell[q][i] = results_compare(r, a, b, q);
        }
        comparisons_adjust(out->cell[q], out->n);
    }
}

static void print_rivals_of(const struct results *r, const void *context)
{
    const struct side *a = context;
    struct rivals rivals;
    compare_rivals(r, *a, &rivals);
    printf("**%s** (%zu problems)\n\n| %s - … |", r->panel, r->ends.n_rows,
           a->method);
    for (enum quantity q = AT_THE_END; q <= OF_MEANS; q++)
        printf(" %s |", QUANTITIES[q]);
    puts("\n|---|---:|---:|---:|");
    for (size_t i = 0; i < rivals.n; i++) {
        printf("| %s |", r->method[rivals.method[i]]);
        for (enum quantity q = AT_THE_END; q <= OF_MEANS; q++)
            print_comparison(&rivals.cell[q][i]);
        putchar('\n');
    }
    putchar('\n');
}

void print_rivals(const char *root, const char *figure, char rule,
                  const char *a)
{
    const struct side side = {a, rule};
    results_for_each(root, figure, print_rivals_of, &side);
}
