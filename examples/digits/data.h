/*
 * data.h: the handwritten digits, and their split into three parts.
 *
 * A file has one digit a line: 64 pixels from 0 to 16 and the digit, 0 to 9,
 * with commas between them.  Pixels become numbers in [0, 1].
 */
#ifndef DIGITS_DATA_H
#define DIGITS_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    DATA_PIXELS = 64,
    DATA_MAX_PIXEL = 16,
    DATA_CLASSES = 10,
    DATA_MIN_ROWS = 10,     /* fewer cannot be split into three parts */
    DATA_MAX_ROWS = 100000, /* more are a wrong file, not digits */
};

/* Some rows; a view of a struct data. */
struct data_rows {
    size_t n;
    const double *x;      /* n×DATA_PIXELS */
    const uint8_t *label; /* n */
};

struct data {
    size_t n;
    double *x;      /* n×DATA_PIXELS */
    uint8_t *label; /* n */
};

/* Why a file could not be read: it names the file, the line and the rule. */
struct data_error {
    char msg[320];
};

/* The file at that path.  *out is written on success only; free it with
 * data_clear. */
bool data_load(const char *path, struct data *out, struct data_error *err);

/* The same from an open file; name is what messages call it. */
bool data_read(FILE *file, const char *name, struct data *out,
               struct data_error *err);

void data_clear(struct data *data);

/* The rows in another order, the same for the same seed. */
void data_shuffle(struct data *data, uint64_t seed);

/* Three fifths to learn from, a fifth to choose by, a fifth to judge by. */
struct data_split {
    struct data_rows train, validation, test;
};
struct data_split data_split(const struct data *data);

#endif
