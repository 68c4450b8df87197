/*
 * data.c: reads the digits strictly.
 *
 * A file that is cut off, or is not of this kind, must give a message and not
 * a strange result; so each field is checked, and nothing is skipped.
 */
#include "data.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum {
    MAX_LINE = 512, /* a row has at most 65 × 3 characters and an end of line */
    MAX_SHOWN = 12, /* characters of a wrong field that a message shows */
};

__attribute__((format(printf, 2, 3))) static bool fail(struct data_error *err,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->msg, sizeof err->msg, format, args);
    va_end(args);
    return false;
}

/* A whole number from 0 to max at *at, which moves past it.  −1 if it is not
 * one. */
static int parse_number(const char **at, int max)
{
    const char *p = *at;
    int value = 0;
    if (!isdigit((unsigned char)*p))
        return -1;
    for (; isdigit((unsigned char)*p) && value <= max; p++)
        value = 10 * value + (*p - '0');
    *at = p;
    return value <= max ? value : -1;
}

/* line has no end of line any more; `where` is file and line for messages. */
static bool parse_row(const char *line, const char *where, double *x,
                      uint8_t *label, struct data_error *err)
{
    const char *p = line;
    for (int i = 0; i <= DATA_PIXELS; i++) {
        const bool is_last = i == DATA_PIXELS;
        const int max = is_last ? DATA_CLASSES - 1 : DATA_MAX_PIXEL;
        const char *field = p;
        const int value = parse_number(&p, max);
        if (value < 0 || *p != (is_last ? '\0' : ','))
            return fail(err,
                        "%s: field %d of %d, at '%.*s', is not a number from "
                        "0 to %d followed by %s",
                        where, i + 1, DATA_PIXELS + 1, MAX_SHOWN, field, max,
                        is_last ? "the end of the line" : "a comma");
        if (is_last)
            *label = (uint8_t)value;
        else
            x[i] = (double)value / DATA_MAX_PIXEL;
        p++;
    }
    return true;
}

/* Removes the end of line; false if there is none, so that the line is cut. */
static bool trim(char *line, bool at_end)
{
    size_t n = strlen(line);
    const bool has_end = n > 0 && line[n - 1] == '\n';
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        line[--n] = '\0';
    return has_end || at_end;
}

/* Room for one more row, by doubling. */
static bool reserve(struct data *d, size_t *capacity)
{
    if (d->n < *capacity)
        return true;
    const size_t more = *capacity ? 2 * *capacity : 1024;
    double *x = realloc(d->x, more * DATA_PIXELS * sizeof *x);
    if (x)
        d->x = x;
    uint8_t *label = realloc(d->label, more * sizeof *label);
    if (label)
        d->label = label;
    if (x && label)
        *capacity = more;
    return x && label;
}

static bool read_rows(FILE *file, const char *name, struct data *d,
                      struct data_error *err)
{
    char line[MAX_LINE], where[160];
    size_t capacity = 0;
    while (fgets(line, sizeof line, file)) {
        snprintf(where, sizeof where, "%.130s:%zu", name, d->n + 1);
        if (!trim(line, feof(file)))
            return fail(err, "%s: the line is too long, or has a zero byte",
                        where);
        if (d->n == DATA_MAX_ROWS)
            return fail(err, "%s: more than %d rows", where, DATA_MAX_ROWS);
        if (!reserve(d, &capacity))
            return fail(err, "%s: out of memory", where);
        if (!parse_row(line, where, d->x + d->n * DATA_PIXELS, d->label + d->n,
                       err))
            return false;
        d->n++;
    }
    if (ferror(file))
        return fail(err, "%.130s: %s", name, strerror(errno));
    if (d->n < DATA_MIN_ROWS)
        return fail(err, "%.130s: %zu rows; at least %d are needed", name, d->n,
                    DATA_MIN_ROWS);
    return true;
}

bool data_read(FILE *file, const char *name, struct data *out,
               struct data_error *err)
{
    struct data d = {0};
    if (!read_rows(file, name, &d, err)) {
        data_clear(&d);
        return false;
    }
    *out = d;
    return true;
}

bool data_load(const char *path, struct data *out, struct data_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(err, "cannot open %.200s: %s", path, strerror(errno));
    const bool ok = data_read(file, path, out, err);
    fclose(file);
    return ok;
}

void data_clear(struct data *data)
{
    free(data->x);
    free(data->label);
    *data = (struct data){0};
}

static void swap_rows(struct data *data, size_t i, size_t j)
{
    double *a = data->x + i * DATA_PIXELS, *b = data->x + j * DATA_PIXELS;
    for (size_t k = 0; k < DATA_PIXELS; k++) {
        const double x = a[k];
        a[k] = b[k];
        b[k] = x;
    }
    const uint8_t label = data->label[i];
    data->label[i] = data->label[j];
    data->label[j] = label;
}

void data_shuffle(struct data *data, uint64_t seed)
{
    struct rng rng = {seed};
    for (size_t i = data->n; i > 1; i--)
        swap_rows(data, i - 1, rng_below(&rng, i));
}

static struct data_rows slice(const struct data *data, size_t from, size_t to)
{
    return (struct data_rows){.n = to - from,
                              .x = data->x + from * DATA_PIXELS,
                              .label = data->label + from};
}

struct data_split data_split(const struct data *data)
{
    const size_t a = data->n * 3 / 5, b = data->n * 4 / 5;
    return (struct data_split){.train = slice(data, 0, a),
                               .validation = slice(data, a, b),
                               .test = slice(data, b, data->n)};
}
