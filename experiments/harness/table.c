/*
 * table.c: rows are read, sorted and required to be a full grid; then slopes.
 *
 * Values are kept by replica, setting and real value, in this order.  The mean
 * of the replicas is kept as one more replica: all have the same grid, so the
 * mean of their cubics is a cubic on each piece, whose value and slope at the
 * grid are the means.
 */
#include "harness/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "harness/lines.h"
#include "harness/pchip.h"

enum { MAX_COLUMNS = 8, MAX_ROWS = 1000000 };

struct table {
    size_t n_columns, n_replicas, n_settings, n_at;
    int64_t *setting; /* n_settings×n_columns */
    double *at;       /* n_at, ascending */
    double *value; /* (n_replicas + 1)×n_settings×n_at; the last: the mean */
    double *slope; /* the same */
};

/* ---- Rows, as they are read ---- */

/* Fields of a row: replica, a setting, the real value, the value. */
struct rows {
    size_t n_fields, n, room;
    double *field; /* n×n_fields */
};

static inlay_status fail(const char *path, inlay_error *err, const char *what)
{
    return inlay_fail(err, INLAY_EINVAL, "%.130s: %s", path, what);
}

static inlay_status read_header(struct lines *lines, struct rows *rows,
                                inlay_error *err)
{
    static const char FIRST[] = "replica,", LAST[] = ",value";
    bool any = true;
    inlay_status st = INLAY_OK;
    do
        st = lines_next(lines, &any, err);
    while (st == INLAY_OK && any && lines->text[0] == '#');
    if (st != INLAY_OK)
        return st;
    if (!any)
        return fail(lines->path, err, "there is no header");

    const char *text = lines->text;
    const size_t length = strlen(text);
    size_t n = 1;
    for (const char *p = text; *p; p++)
        n += *p == ',';
    if (n < 4 || n > MAX_COLUMNS + 3 ||
        strncmp(text, FIRST, strlen(FIRST)) != 0 ||
        strcmp(text + length - strlen(LAST), LAST) != 0)
        return lines_fail(lines, err,
                          "the header is '%.80s'; it must be replica, 1 to %d "
                          "names of a setting, a real variable and value",
                          text, MAX_COLUMNS);
    rows->n_fields = n;
    return INLAY_OK;
}

static bool is_whole(double v)
{
    return v == floor(v) && fabs(v) < 9e15;
}

static inlay_status add_row(struct lines *lines, struct rows *rows,
                            inlay_error *err)
{
    const size_t k = rows->n_fields;
    if (rows->n == MAX_ROWS)
        return lines_fail(lines, err, "more than %d rows", MAX_ROWS);
    if (rows->n == rows->room) {
        const size_t room = rows->room ? 2 * rows->room : 1024;
        double *more = inlay_mem_resize(rows->field, room * k, sizeof *more);
        if (!more)
            return inlay_fail_memory(err, "a table");
        rows->field = more;
        rows->room = room;
    }
    double *f = rows->field + rows->n * k;
    const inlay_status st = lines_numbers(lines, k, f, err);
    for (size_t i = 0; st == INLAY_OK && i < k - 2; i++)
        if (!is_whole(f[i]) || (i == 0 && f[i] < 0))
            return lines_fail(lines, err, "field %zu, %g, is not a %s", i + 1,
                              f[i],
                              i == 0 ? "replica: 0, 1, …" : "whole number");
    rows->n++;
    return st;
}

static inlay_status read_rows(const char *path, struct rows *rows,
                              inlay_error *err)
{
    struct lines lines = {0};
    bool any = true;
    inlay_status st = lines_open(path, &lines, err);
    if (st == INLAY_OK)
        st = read_header(&lines, rows, err);
    while (st == INLAY_OK) {
        st = lines_next(&lines, &any, err);
        if (st != INLAY_OK || !any)
            break;
        if (!lines.has_end)
            st = lines_fail(&lines, err, "the file ends within this line");
        else
            st = add_row(&lines, rows, err);
    }
    lines_close(&lines);
    if (st == INLAY_OK && rows->n == 0)
        st = fail(path, err, "there are no rows");
    return st;
}

/* ---- The grid ---- */

/* Lexicographic, of n numbers. */
static int compare(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* qsort has no context: a row is sorted with its length before it. */
struct entry {
    size_t n_key;
    const double *field;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return compare(x->field, y->field, x->n_key);
}

/* The rows in ascending order of all but the value, as a new array. */
static inlay_status sort_rows(struct rows *rows, inlay_error *err)
{
    const size_t k = rows->n_fields;
    struct entry *entry = inlay_mem_new(rows->n, sizeof *entry);
    double *sorted = inlay_mem_new(rows->n * k, sizeof *sorted);
    if (!entry || !sorted) {
        inlay_mem_free(entry);
        inlay_mem_free(sorted);
        return inlay_fail_memory(err, "a table");
    }
    for (size_t i = 0; i < rows->n; i++)
        entry[i] = (struct entry){k - 1, rows->field + i * k};
    qsort(entry, rows->n, sizeof *entry, compare_entries);
    for (size_t i = 0; i < rows->n; i++)
        memcpy(sorted + i * k, entry[i].field, k * sizeof *sorted);
    inlay_mem_free(entry);
    inlay_mem_free(rows->field);
    rows->field = sorted;
    return INLAY_OK;
}

/* How many rows have the first n_equal fields of the first row. */
static size_t count_like_first(const struct rows *rows, size_t n_equal)
{
    size_t n = 1;
    while (n < rows->n &&
           compare(rows->field, rows->field + n * rows->n_fields, n_equal) == 0)
        n++;
    return n;
}

/* The row that a full grid has at place i: replica i / (settings × at), the
 * rest as in the first replica and setting. */
static bool is_in_grid(const struct table *t, const struct rows *rows, size_t i)
{
    const size_t k = rows->n_fields, n_each = t->n_settings * t->n_at;
    const double *f = rows->field + i * k;
    const double *setting =
        rows->field + (i % n_each) / t->n_at * t->n_at * k + 1;
    const double at = rows->field[i % t->n_at * k + k - 2];
    return f[0] == (double)(i / n_each) &&
           compare(f + 1, setting, t->n_columns) == 0 && f[k - 2] == at;
}

static inlay_status check_grid(const char *path, const struct table *t,
                               const struct rows *rows, inlay_error *err)
{
    const size_t k = rows->n_fields;
    if (t->n_at < 2)
        return fail(path, err, "a setting needs two real values or more");
    for (size_t i = 0; i < rows->n; i++) {
        const double *f = rows->field + i * k;
        if (i > 0 && compare(f - k, f, k - 1) == 0)
            return inlay_fail(err, INLAY_EINVAL,
                              "%.130s: two rows for replica %g at %g", path,
                              f[0], f[k - 2]);
        if (!is_in_grid(t, rows, i))
            return inlay_fail(err, INLAY_EINVAL,
                              "%.130s: no full grid: replica %g at %g has rows "
                              "that others have not, or lacks some",
                              path, f[0], f[k - 2]);
    }
    if (rows->n != t->n_replicas * t->n_settings * t->n_at)
        return inlay_fail(err, INLAY_EINVAL,
                          "%.130s: %zu rows; %zu replicas × %zu settings × "
                          "%zu real values are %zu",
                          path, rows->n, t->n_replicas, t->n_settings, t->n_at,
                          t->n_replicas * t->n_settings * t->n_at);
    return INLAY_OK;
}

/* ---- Building ---- */

static size_t place(const struct table *t, size_t replica, size_t setting)
{
    return (replica * t->n_settings + setting) * t->n_at;
}

static void fill(struct table *t, const struct rows *rows)
{
    const size_t k = rows->n_fields;
    for (size_t s = 0; s < t->n_settings; s++)
        for (size_t c = 0; c < t->n_columns; c++)
            t->setting[s * t->n_columns + c] =
                (int64_t)rows->field[s * t->n_at * k + 1 + c];
    for (size_t j = 0; j < t->n_at; j++)
        t->at[j] = rows->field[j * k + k - 2];
    for (size_t i = 0; i < rows->n; i++)
        t->value[i] = rows->field[i * k + k - 1];
    for (size_t i = 0; i < rows->n; i += t->n_at)
        pchip_slopes(t->at, t->value + i, t->n_at, t->slope + i);

    const size_t n_each = t->n_settings * t->n_at;
    for (size_t i = 0; i < rows->n; i++) {
        const size_t mean = rows->n + i % n_each;
        t->value[mean] += t->value[i] / (double)t->n_replicas;
        t->slope[mean] += t->slope[i] / (double)t->n_replicas;
    }
}

/* Sizes of the grid from the sorted rows; contents are zeros. */
static struct table *make(const struct rows *rows)
{
    const size_t k = rows->n_fields;
    struct table *t = inlay_mem_new(1, sizeof *t);
    if (!t)
        return NULL;
    t->n_columns = k - 3;
    t->n_replicas = (size_t)rows->field[(rows->n - 1) * k] + 1;
    t->n_at = count_like_first(rows, k - 2);
    t->n_settings = count_like_first(rows, 1) / t->n_at;
    const size_t n = rows->n + t->n_settings * t->n_at;
    t->setting =
        inlay_mem_new(t->n_settings * t->n_columns, sizeof *t->setting);
    t->at = inlay_mem_doubles(t->n_at);
    t->value = inlay_mem_doubles(n);
    t->slope = inlay_mem_doubles(n);
    if (t->setting && t->at && t->value && t->slope)
        return t;
    table_free(t);
    return NULL;
}

inlay_status table_read(const char *path, struct table **out, inlay_error *err)
{
    struct rows rows = {0};
    struct table *t = NULL;
    inlay_status st = read_rows(path, &rows, err);
    if (st == INLAY_OK)
        st = sort_rows(&rows, err);
    if (st == INLAY_OK && !(t = make(&rows)))
        st = inlay_fail_memory(err, "a table");
    if (st == INLAY_OK)
        st = check_grid(path, t, &rows, err);
    if (st == INLAY_OK) {
        fill(t, &rows);
        *out = t;
    } else {
        table_free(t);
    }
    inlay_mem_free(rows.field);
    return st;
}

__attribute__((format(printf, 1, 2), noreturn)) static void
quit(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

struct table *table_load(const char *path)
{
    struct table *t = NULL;
    inlay_error err = {0};
    if (table_read(path, &t, &err) != INLAY_OK)
        quit("%s", err.msg);
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    inlay_mem_free(t->setting);
    inlay_mem_free(t->at);
    inlay_mem_free(t->value);
    inlay_mem_free(t->slope);
    inlay_mem_free(t);
}

/* ---- Looking ---- */

size_t table_n_replicas(const struct table *t)
{
    return t->n_replicas;
}

size_t table_n_settings(const struct table *t)
{
    return t->n_settings;
}

size_t table_n_columns(const struct table *t)
{
    return t->n_columns;
}

const int64_t *table_setting(const struct table *t, size_t i)
{
    return t->setting + i * t->n_columns;
}

double table_from(const struct table *t)
{
    return t->at[0];
}

double table_to(const struct table *t)
{
    return t->at[t->n_at - 1];
}

static size_t find_setting(const struct table *t, const int64_t *setting)
{
    for (size_t s = 0; s < t->n_settings; s++)
        if (memcmp(table_setting(t, s), setting,
                   t->n_columns * sizeof *setting) == 0)
            return s;
    quit("the table has no setting whose first number is %lld, with the others "
         "that were asked for",
         (long long)setting[0]);
}

static double interpolate(const struct table *t, size_t replica,
                          const int64_t *setting, double at)
{
    if (!(at >= table_from(t) && at <= table_to(t)))
        quit("the table goes from %g to %g; %g is not in it", table_from(t),
             table_to(t), at);
    const size_t i = place(t, replica, find_setting(t, setting));
    const size_t j = pchip_find(t->at, t->n_at, at);
    double c[4];
    if (at == t->at[j + 1]) /* the cubic has rounding there */
        return t->value[i + j + 1];
    pchip_piece(t->at, t->value + i, t->slope + i, j, c);
    return pchip_at(c, at - t->at[j]);
}

double table_value(const struct table *t, size_t replica,
                   const int64_t *setting, double at)
{
    if (replica >= t->n_replicas)
        quit("the table has replicas 0 to %zu, not %zu", t->n_replicas - 1,
             replica);
    return interpolate(t, replica, setting, at);
}

double table_mean(const struct table *t, const int64_t *setting, double at)
{
    return interpolate(t, t->n_replicas, setting, at);
}

/* The maximum of each piece from the roots of its derivative. */
static double maximum(const struct table *t, size_t replica,
                      const int64_t **setting, double *at)
{
    double best = -INFINITY;
    for (size_t s = 0; s < t->n_settings; s++)
        for (size_t j = 0; j + 1 < t->n_at; j++) {
            const size_t i = place(t, replica, s);
            double c[4];
            pchip_piece(t->at, t->value + i, t->slope + i, j, c);
            const double h = t->at[j + 1] - t->at[j], top = pchip_argmax(c, h);
            const double x = top < h ? t->at[j] + top : t->at[j + 1];
            const double v = interpolate(t, replica, table_setting(t, s), x);
            if (v <= best)
                continue;
            best = v;
            if (setting)
                *setting = table_setting(t, s);
            if (at)
                *at = x;
        }
    return best;
}

double table_maximum(const struct table *t, size_t replica,
                     const int64_t **setting, double *at)
{
    if (replica >= t->n_replicas)
        quit("the table has replicas 0 to %zu, not %zu", t->n_replicas - 1,
             replica);
    return maximum(t, replica, setting, at);
}

double table_maximum_of_mean(const struct table *t, const int64_t **setting,
                             double *at)
{
    return maximum(t, t->n_replicas, setting, at);
}
