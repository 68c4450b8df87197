/*
 * results.c: pairs of searches that met the same problem.
 */
#include "results.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/sample.h"

enum { MAX_PATH = 1024, MAX_COLUMN = 96, MAX_COMPARISONS = 64 };

/* A method is what a column NAME_r is of. */
static void find_methods(struct results *r)
{
    r->n_methods = 0;
    for (size_t c = 0; c < r->curves.n_columns; c++) {
        const char *name = r->curves.name[c];
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
    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s/%s/curves/%s.csv", root, figure, panel);
    if (!frame_load(&r->curves, path))
        return false;
    snprintf(path, sizeof path, "%s/%s/ends/%s.csv", root, figure, panel);
    if (!frame_load(&r->ends, path)) {
        frame_clear(&r->curves);
        return false;
    }
    find_methods(r);
    return true;
}

void results_clear(struct results *r)
{
    frame_clear(&r->curves);
    frame_clear(&r->ends);
}

double *results_log_gaps(const struct results *r, const char *method,
                         struct measure m)
{
    char column[MAX_COLUMN];
    snprintf(column, sizeof column, "%s_%c%s", method, m.rule,
             m.is_average ? "_avg" : "");
    return frame_numbers(&r->ends, column);
}

struct comparison results_compare(const struct results *r, const char *a,
                                  const char *b, struct measure m)
{
    const size_t n = r->ends.n_rows;
    double *d = results_log_gaps(r, a, m), *of_b = results_log_gaps(r, b, m);
    struct comparison c;
    for (size_t i = 0; i < n; i++)
        d[i] -= of_b[i];
    c.mean = sample_mean(d, n);
    c.error = sample_bootstrap(d, n);
    c.p = sample_wilcoxon(d, n); /* spoils d */
    free(d);
    free(of_b);
    return c;
}

void results_adjust(struct comparison *c, size_t n)
{
    double p[MAX_COMPARISONS];
    assert(n <= MAX_COMPARISONS);
    for (size_t i = 0; i < n; i++)
        p[i] = c[i].p;
    sample_holm(p, n);
    for (size_t i = 0; i < n; i++)
        c[i].p = p[i];
}
