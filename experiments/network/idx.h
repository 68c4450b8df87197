/*
 * idx.h: files of unsigned bytes in up to three dimensions, as MNIST has them.
 *
 * An IDX file is a magic number (0, 0, the type, how many dimensions), each
 * dimension in four bytes, largest first, and then the bytes, nothing more.
 */
#ifndef EXPERIMENTS_NETWORK_IDX_H
#define EXPERIMENTS_NETWORK_IDX_H

#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

enum { IDX_MAX_DIMENSIONS = 3 };

struct idx {
    size_t n_dimensions, size[IDX_MAX_DIMENSIONS];
    uint8_t *bytes; /* the product of the sizes */
};

/* Reads a file that must have so many dimensions and just the bytes that it
 * promises: INLAY_EPARSE otherwise, INLAY_ESTORE if it cannot be read. */
inlay_status idx_read(const char *path, size_t n_dimensions, struct idx *out,
                      inlay_error *err);
void idx_clear(struct idx *idx);

#endif
