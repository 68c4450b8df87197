/*
 * results.c: pairs of searches that met the same problem.
 */
#include "results.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/sample.h"

enum { MAX_PATH = 1024, MAX_COLUMN = 64, MAX_COMPARISONS = 256 };

bool results_load(struct results *r, const char *root, const char *figure,
                  const char *panel)
{
    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s/%s/curves/%s.csv", root, figure, panel);
    if (!frame_load(&r->curves, path))
        return false;
    snprintf(path, sizeof path, "%s/%s/ends/%s.csv", root, figure, panel);
    if (frame_load(&r->ends, path))
        return true;
    frame_clear(&r->curves);
    return false;
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
    for (size_t i = 0; i < n && i < MAX_COMPARISONS; i++)
        p[i] = c[i].p;
    sample_holm(p, n);
    for (size_t i = 0; i < n && i < MAX_COMPARISONS; i++)
        c[i].p = p[i];
}
