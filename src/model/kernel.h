/*
 * kernel.h: stationary covariances as functions of the squared distance r².
 */
#ifndef INLAY_MODEL_KERNEL_H
#define INLAY_MODEL_KERNEL_H

#include <stddef.h>

enum inlay_kernel {
    INLAY_KERNEL_SE,
    INLAY_KERNEL_MATERN32,
    INLAY_KERNEL_MATERN52,
};

/* k[i] = amp κ(r2[i]) for n squared distances; k may be r2.  A negative r2, as
 * rounding may leave, counts as 0. */
void inlay_kernel_values(enum inlay_kernel kernel, double amp, const double *r2,
                         size_t n, double *k);

/* The same, and slope[i] = amp dκ/d(r²), finite at 0; k or slope may be r2. */
void inlay_kernel_slopes(enum inlay_kernel kernel, double amp, const double *r2,
                         size_t n, double *k, double *slope);

#endif
