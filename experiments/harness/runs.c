/*
 * runs.c: searches as rows of a ledger.
 */
#include "harness/runs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/ledger.h"
#include "harness/refuse.h"

void runs_init(struct runs *r, const char *const *method, size_t n_methods,
               size_t n_problems, size_t n_evaluations)
{
    const size_t n = n_methods * n_problems;
    assert(n_methods <= RUNS_MAX_METHODS);
    *r = (struct runs){
        .n_methods = n_methods,
        .n_problems = n_problems,
        .n_evaluations = n_evaluations,
        .has = refuse_or_room("runs", n, sizeof *r->has),
        .gap = refuse_or_room("runs", n * SEARCH_N_RULES * n_evaluations,
                              sizeof *r->gap),
        .repeats = refuse_or_room("runs", n, sizeof *r->repeats),
        .near_repeats = refuse_or_room("runs", n, sizeof *r->near_repeats),
    };
    for (size_t m = 0; m < n_methods; m++)
        r->method[m] = method[m];
}

void runs_clear(struct runs *r)
{
    free(r->has);
    free(r->gap);
    free(r->repeats);
    free(r->near_repeats);
    free(r->first_line);
    *r = (struct runs){0};
}

bool runs_has(const struct runs *r, size_t method, size_t problem)
{
    return r->has[method * r->n_problems + problem];
}

size_t runs_count(const struct runs *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_methods * r->n_problems; i++)
        n += r->has[i];
    return n;
}

static double *gap_of(const struct runs *r, size_t method, size_t problem,
                      enum search_rule rule)
{
    const size_t run = method * r->n_problems + problem;
    return r->gap + (run * SEARCH_N_RULES + rule) * r->n_evaluations;
}

const double *runs_gap(const struct runs *r, size_t method, size_t problem,
                       enum search_rule rule)
{
    return gap_of(r, method, problem, rule);
}

/* ---- The file ---- */

static size_t method_of(const struct runs *r, const char *name)
{
    size_t m = 0;
    while (m < r->n_methods && strcmp(r->method[m], name) != 0)
        m++;
    return m;
}

/* The key of a line, which is cut at its commas; what follows it in *rest. */
static void read_key(const struct runs *r, const char *path, char *line,
                     size_t *problem, size_t *method, char **rest)
{
    int64_t number;
    const char *first = strtok_r(line, ",", rest);
    const char *name = strtok_r(NULL, ",", rest);
    if (!first || !name || !inlay_text_to_integer(first, &number) || number < 1)
        refuse(path, "'%s' is no number of a problem", first ? first : "");
    *problem = (size_t)number - 1;
    *method = method_of(r, name);
    if (*method == r->n_methods)
        refuse(path, "'%s' is no method of this experiment", name);
}

static double next_number(const char *path, char **rest)
{
    const char *word = strtok_r(NULL, ",", rest);
    double v;
    if (!word || !inlay_text_to_number(word, &v))
        refuse(path, "'%s' is no number", word ? word : "");
    return v;
}

static void read_line(struct runs *r, const char *path, const char *text)
{
    char *line = strdup(text), *rest = NULL;
    size_t problem, method;
    if (!line)
        refuse(path, "out of memory");
    read_key(r, path, line, &problem, &method, &rest);
    if (problem < r->n_problems) {
        const size_t run = method * r->n_problems + problem;
        r->repeats[run] = (size_t)next_number(path, &rest);
        r->near_repeats[run] = (size_t)next_number(path, &rest);
        for (int rule = 0; rule < SEARCH_N_RULES; rule++) {
            double *gap = gap_of(r, method, problem, (enum search_rule)rule);
            for (size_t i = 0; i < r->n_evaluations; i++)
                gap[i] = next_number(path, &rest);
        }
        if (rest && *rest)
            refuse(path, "too many numbers: '%s'", rest);
        r->has[run] = true;
    }
    free(line);
}

static char *header(const struct runs *r)
{
    struct inlay_text t = {0};
    inlay_text_add(&t, "problem,method,repeats,near_repeats");
    for (int rule = 0; rule < SEARCH_N_RULES; rule++)
        for (size_t i = 1; i <= r->n_evaluations; i++)
            inlay_text_printf(
                &t, ",%s%zu",
                rule == SEARCH_OBSERVED ? "observed" : "recommended", i);
    return t.bytes;
}

void runs_open(struct runs *r, const char *path, const char *commit,
               const char *about)
{
    struct ledger l;
    char *columns = header(r);
    ledger_open(&l, path, commit, about, columns);
    inlay_text_free(columns);
    for (size_t i = 0; i < l.n; i++)
        read_line(r, path, l.row[i]);
    r->first_line = strdup(l.first);
    if (!r->first_line)
        refuse(path, "out of memory");
    ledger_clear(&l);
}

void runs_append(const char *path, size_t problem, const char *method,
                 const struct search *s)
{
    struct inlay_text t = {0};
    inlay_text_printf(&t, "%zu,%s,%zu,%zu", problem + 1, method, s->repeats,
                      s->near_repeats);
    for (int rule = 0; rule < SEARCH_N_RULES; rule++)
        for (size_t i = 0; i < s->n; i++)
            inlay_text_printf(&t, ",%.6g", s->gap[rule][i]);
    inlay_text_add(&t, "\n");
    if (t.st != INLAY_OK)
        refuse(path, "out of memory");
    ledger_append(path, t.bytes);
    inlay_text_clear(&t);
}

/* ---- Sorting ---- */

struct keyed {
    size_t problem, method;
    char *line;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->problem != y->problem)
        return x->problem < y->problem ? -1 : 1;
    return (x->method > y->method) - (x->method < y->method);
}

void runs_sort(const struct runs *r, const char *path)
{
    struct ledger l;
    ledger_read(&l, path);
    struct keyed *keyed = refuse_or_room("runs", l.n, sizeof *keyed);
    for (size_t i = 0; i < l.n; i++) {
        char *copy = strdup(l.row[i]), *rest = NULL;
        if (!copy)
            refuse(path, "out of memory");
        keyed[i].line = l.row[i];
        read_key(r, path, copy, &keyed[i].problem, &keyed[i].method, &rest);
        free(copy);
    }
    qsort(keyed, l.n, sizeof *keyed, by_key);
    for (size_t i = 0; i < l.n; i++)
        l.row[i] = keyed[i].line;
    ledger_replace(&l, path);
    free(keyed);
    ledger_clear(&l);
}
