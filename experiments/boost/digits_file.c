/*
 * digits_file.c: reads the digits strictly, and lists the bins of each row.
 */
#include "boost/digits_file.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "harness/lines.h"

static void fill_columns_and_bins(struct digits *d)
{
    uint32_t at = 0;
    for (size_t i = 0; i < d->n; i++) {
        d->first[i] = at;
        for (size_t p = 0; p < DIGITS_PIXELS; p++) {
            const uint8_t level = d->level[i * DIGITS_PIXELS + p];
            d->column[p * d->n + i] = level;
            if (level > 0)
                d->bin[at++] = digits_bin(p, level);
        }
    }
    d->first[d->n] = at;
}

inlay_status digits_make(const uint8_t *level, const uint8_t *label, size_t n,
                         struct digits *out, inlay_error *err)
{
    if (n < 1 || n > DIGITS_MAX_ROWS)
        return inlay_fail(err, INLAY_EINVAL,
                          "%zu digits; there must be 1 to %d", n,
                          DIGITS_MAX_ROWS);
    struct digits d = {.n = n,
                       .level = inlay_mem_new(n * DIGITS_PIXELS, 1),
                       .column = inlay_mem_new(n * DIGITS_PIXELS, 1),
                       .label = inlay_mem_new(n, 1),
                       .bin = inlay_mem_new(n * DIGITS_PIXELS, sizeof *d.bin),
                       .first = inlay_mem_new(n + 1, sizeof *d.first)};
    if (!d.level || !d.column || !d.label || !d.bin || !d.first) {
        digits_clear(&d);
        return inlay_fail_memory(err, "the digits");
    }
    memcpy(d.level, level, n * DIGITS_PIXELS);
    memcpy(d.label, label, n);
    fill_columns_and_bins(&d);
    *out = d;
    return INLAY_OK;
}

void digits_clear(struct digits *digits)
{
    inlay_mem_free(digits->level);
    inlay_mem_free(digits->column);
    inlay_mem_free(digits->label);
    inlay_mem_free(digits->bin);
    inlay_mem_free(digits->first);
    *digits = (struct digits){0};
}

/* Whole numbers in range; the last one is the label. */
static inlay_status read_row(struct lines *lines, uint8_t *level,
                             uint8_t *label, inlay_error *err)
{
    double field[DIGITS_PIXELS + 1];
    inlay_status st = lines_numbers(lines, DIGITS_PIXELS + 1, field, err);
    for (size_t i = 0; st == INLAY_OK && i <= DIGITS_PIXELS; i++) {
        const int max = i < DIGITS_PIXELS ? DIGITS_LEVELS : DIGITS_CLASSES - 1;
        if (!(field[i] >= 0 && field[i] <= max) || field[i] != floor(field[i]))
            st = lines_fail(lines, err,
                            "field %zu, %g, is not a whole number from 0 to %d",
                            i + 1, field[i], max);
        else if (i < DIGITS_PIXELS)
            level[i] = (uint8_t)field[i];
        else
            *label = (uint8_t)field[i];
    }
    return st;
}

static inlay_status read_rows(struct lines *lines, uint8_t *level,
                              uint8_t *label, size_t *n, inlay_error *err)
{
    bool any = true;
    inlay_status st = lines_next(lines, &any, err);
    for (*n = 0; st == INLAY_OK && any; ++*n) {
        if (*n == DIGITS_MAX_ROWS)
            return lines_fail(lines, err, "more than %d rows", DIGITS_MAX_ROWS);
        st = read_row(lines, level + *n * DIGITS_PIXELS, label + *n, err);
        if (st == INLAY_OK)
            st = lines_next(lines, &any, err);
    }
    return st;
}

inlay_status digits_load(const char *path, struct digits *out, inlay_error *err)
{
    struct lines lines = {0};
    size_t n = 0;
    uint8_t *level =
        inlay_mem_new((size_t)DIGITS_MAX_ROWS * DIGITS_PIXELS, sizeof *level);
    uint8_t *label = inlay_mem_new(DIGITS_MAX_ROWS, sizeof *label);

    inlay_status st = level && label ? lines_open(path, &lines, err)
                                     : inlay_fail_memory(err, "the digits");
    if (st == INLAY_OK)
        st = read_rows(&lines, level, label, &n, err);
    if (st == INLAY_OK && n == 0)
        st = inlay_fail(err, INLAY_EINVAL, "%.200s: no rows", path);
    if (st == INLAY_OK)
        st = digits_make(level, label, n, out, err);
    lines_close(&lines);
    inlay_mem_free(level);
    inlay_mem_free(label);
    return st;
}
