/*
 * results.c: pairs of searches that met the same problem.
 */
#include "results.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/path.h"
#include "support/sample.h"

enum { MAX_COLUMN = 96, MAX_COMPARISONS = 64 };

const char *const RESULTS_FIGURE[RESULTS_N_FIGURES] = {"figure4", "figure5",
                                                       "figure6", "ablations"};

/* A method is what a column NAME_r is of. */
static void find_methods(struct results *r)
{
    r->n_methods = 0;
    for (size_t c = 0; c < r->ends.n_columns; c++) {
        const char *name = r->ends.name[c];
        const size_t n = strlen(name);
        if (n > 2 && strcmp(name + n - 2, "_r") == 0 &&
            r->n_methods < RESULTS_MAX_METHODS)
            snprintf(r->method[r->n_methods++], RESULTS_MAX_NAME, "%.*s",
                     (int)(n - 2), name);
    }
}

bool results_load(struct results *r, const char *root, const char *figure,
                  const char *panel)
{
    char path[PATH_ROOM];
    *r = (struct results){0};
    path_print(path, "%s/%s/ends/%s.csv", root, figure, panel);
    if (!frame_load(&r->ends, path))
        return false;
    path_print(path, "%s/%s/curves/%s.csv", root, figure, panel);
    frame_load(&r->curves, path); /* empty where there are none */
    path_print(path, "%s/%s/averages.csv", root, figure);
    frame_load(&r->averages, path);
    snprintf(r->panel, sizeof r->panel, "%s", panel);
    find_methods(r);
    return true;
}

void results_clear(struct results *r)
{
    frame_clear(&r->averages);
    frame_clear(&r->curves);
    frame_clear(&r->ends);
}

size_t results_column(const struct frame *f, const char *method, char rule,
                      const char *rest)
{
    char name[MAX_COLUMN];
    snprintf(name, sizeof name, "%s_%c%s", method, rule, rest);
    if (frame_find(f, name) == f->n_columns)
        snprintf(name, sizeof name, "%s_r%s", method, rest);
    return frame_column(f, name);
}

static bool has_text(const struct frame *f, size_t row, const char *column,
                     const char *text)
{
    return strcmp(frame_text(f, row, frame_column(f, column)), text) == 0;
}

/* As with columns: by r where there is none by o. */
struct average results_log_of_mean(const struct results *r, struct side side)
{
    const struct frame *f = &r->averages;
    const char letter[] = {side.rule, '\0'};
    struct average found = {NAN, NAN};
    for (size_t i = 0; i < f->n_rows; i++)
        if (has_text(f, i, "panel", r->panel) &&
            has_text(f, i, "method", side.method) &&
            (has_text(f, i, "rule", letter) ||
             (isnan(found.mean) && has_text(f, i, "rule", "r"))))
            found = (struct average){
                frame_number(f, i, frame_column(f, "lm")),
                frame_number(f, i, frame_column(f, "lm_se")),
            };
    return found;
}

double *results_log_gaps(const struct results *r, struct side side,
                         enum quantity q)
{
    return frame_numbers(&r->ends,
                         results_column(&r->ends, side.method, side.rule,
                                        q == AVERAGED ? "_avg" : ""));
}

/* Rounded, so that equal differences share a rank. */
double *results_differences(const struct results *r, struct side a,
                            struct side b, enum quantity q)
{
    double *d = results_log_gaps(r, a, q), *of_b = results_log_gaps(r, b, q);
    for (size_t i = 0; i < r->ends.n_rows; i++)
        d[i] = round(1e3 * (d[i] - of_b[i])) / 1e3;
    free(of_b);
    return d;
}

struct comparison comparison_of(double *d, size_t n)
{
    struct comparison c = {.mean = sample_mean(d, n),
                           .error = sample_bootstrap(d, n),
                           .has_pairs = true};
    const struct sample_test t = sample_wilcoxon(d, n); /* spoils d */
    c.p = t.p;
    c.sign = t.sign;
    c.n_not = t.n_not;
    return c;
}

static double *gaps(const struct results *r, struct side side)
{
    double *v = results_log_gaps(r, side, AT_THE_END);
    for (size_t i = 0; i < r->ends.n_rows; i++)
        v[i] = pow(10.0, v[i]);
    return v;
}

static int sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

static struct comparison of_ratio(struct sample_ratio ratio)
{
    return (struct comparison){.mean = ratio.log_ratio,
                               .error = ratio.error,
                               .p = ratio.p,
                               .sign = sign_of(ratio.log_ratio)};
}

static struct comparison compare_means(const struct results *r, struct side a,
                                       struct side b)
{
    const size_t n = r->ends.n_rows;
    double *of_a = gaps(r, a), *of_b = gaps(r, b);
    struct comparison c =
        of_ratio(sample_ratio((struct sample_pairs){of_a, of_b, n}, NULL));
    c.has_pairs = true;
    for (size_t i = 0; i < n; i++)
        c.n_not += of_a[i] != of_b[i];
    free(of_a);
    free(of_b);
    return c;
}

static struct comparison contrast_means(const struct results *one,
                                        const struct results *other,
                                        struct side a, struct side b)
{
    double *one_a = gaps(one, a), *one_b = gaps(one, b);
    double *other_a = gaps(other, a), *other_b = gaps(other, b);
    const struct sample_pairs first = {one_a, one_b, one->ends.n_rows},
                              second = {other_a, other_b, other->ends.n_rows};
    const struct comparison c = of_ratio(sample_ratio(first, &second));
    free(one_a);
    free(one_b);
    free(other_a);
    free(other_b);
    return c;
}

struct comparison results_compare(const struct results *r, struct side a,
                                  struct side b, enum quantity q)
{
    if (q == OF_MEANS)
        return compare_means(r, a, b);
    double *d = results_differences(r, a, b, q);
    const struct comparison c = comparison_of(d, r->ends.n_rows);
    free(d);
    return c;
}

struct comparison results_contrast(const struct results *one,
                                   const struct results *other, struct side a,
                                   struct side b, enum quantity q)
{
    if (q == OF_MEANS)
        return contrast_means(one, other, a, b);
    const struct comparison first = results_compare(one, a, b, q),
                            second = results_compare(other, a, b, q);
    struct comparison c = {.mean = first.mean - second.mean,
                           .error = hypot(first.error, second.error)};
    double *d = results_differences(one, a, b, q),
           *e = results_differences(other, a, b, q);
    const struct sample_test t =
        sample_rank_sum(d, one->ends.n_rows, e, other->ends.n_rows);
    c.sign = t.sign;
    c.p = t.p;
    free(d);
    free(e);
    return c;
}

void comparisons_adjust(struct comparison *c, size_t n)
{
    double p[MAX_COMPARISONS];
    assert(n <= MAX_COMPARISONS);
    for (size_t i = 0; i < n; i++)
        p[i] = c[i].p;
    sample_holm(p, n);
    for (size_t i = 0; i < n; i++)
        c[i].p = p[i];
}

bool results_load_table(struct frame *f, const char *root, const char *figure,
                        const char *name)
{
    char path[PATH_ROOM];
    path_print(path, "%s/%s/%s", root, figure, name);
    return frame_load(f, path);
}

void results_for_each(const char *root, const char *figure, results_fn *fn,
                      const void *context)
{
    struct frame counts;
    const char *panel[RESULTS_MAX_PANELS];
    if (!results_load_table(&counts, root, figure, "counts.csv"))
        return;
    const size_t n =
        frame_distinct(&counts, "panel", panel, RESULTS_MAX_PANELS);
    for (size_t i = 0; i < n; i++) {
        struct results r;
        if (!results_load(&r, root, figure, panel[i]))
            continue;
        fn(&r, context);
        results_clear(&r);
    }
    frame_clear(&counts);
}
