/*
 * digits_file.h: the handwritten digits, laid out for histograms.
 *
 * A file has one digit a line: 64 pixels from 0 to 16 and the digit, 0 to 9,
 * with commas between them.  About half of the pixels are 0.  A row therefore
 * also has the list of its other pixels, each as the bin of a histogram that it
 * falls into.
 */
#ifndef BOOST_DIGITS_FILE_H
#define BOOST_DIGITS_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

enum {
    DIGITS_PIXELS = 64,
    DIGITS_LEVELS = 16, /* above 0 */
    DIGITS_BINS = DIGITS_LEVELS * DIGITS_PIXELS,
    DIGITS_CLASSES = 10,
    DIGITS_MAX_ROWS = 2047, /* what a cell of a histogram can count */
};

struct digits {
    size_t n;
    uint8_t *level;  /* n×DIGITS_PIXELS */
    uint8_t *column; /* the same by pixel: DIGITS_PIXELS×n */
    uint8_t *label;  /* n */
    uint16_t *bin;   /* of row i: bin[first[i]] … bin[first[i + 1] − 1] */
    uint32_t *first; /* n + 1 */
};

/* The bin of a pixel with a level above 0: all pixels of a level are together,
 * so that vectors go over pixels. */
static inline uint16_t digits_bin(size_t pixel, size_t level)
{
    return (uint16_t)((level - 1) * DIGITS_PIXELS + pixel);
}

/* *out is written on success only; free it with digits_clear. */
inlay_status digits_load(const char *path, struct digits *out,
                         inlay_error *err);

/* From levels (n×DIGITS_PIXELS, at most DIGITS_LEVELS) and labels, which are
 * copied. */
inlay_status digits_make(const uint8_t *level, const uint8_t *label, size_t n,
                         struct digits *out, inlay_error *err);

void digits_clear(struct digits *digits);

#endif
