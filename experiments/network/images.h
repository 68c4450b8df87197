/*
 * images.h: labelled images, and which of them are learnt from.
 *
 * The split is the same whatever the seed of a training, so that trainings with
 * other seeds differ as repeated measurements of one function do.
 */
#ifndef EXPERIMENTS_NETWORK_IMAGES_H
#define EXPERIMENTS_NETWORK_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "inlay.h"
#include "network/idx.h"

enum { IMAGES_CLASSES = 10 };

struct images {
    size_t n, n_pixels;
    struct idx pixels, labels; /* pixels: a row of n_pixels for each image */
    /* A permutation of 0 .. n-1: the last n_validation of it are not learnt
     * from. */
    size_t *order;
    size_t n_learn, n_validation;
};

/* The training files of a folder; n_validation of them are set apart. */
inlay_status images_load(const char *folder, size_t n_validation,
                         struct images *out, inlay_error *err);
void images_clear(struct images *images);

/* Images number of[0 .. n-1]: pixels from 0 to 1 as rows of x, and labels. */
void images_gather(const struct images *images, const size_t *of, size_t n,
                   float *x, uint8_t *labels);

#endif
