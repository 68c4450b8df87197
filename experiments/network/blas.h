/*
 * blas.h: the seam to OpenBLAS in single precision (base/linalg is for double).
 *
 * Matrices are stored by rows, without gaps.
 */
#ifndef EXPERIMENTS_NETWORK_BLAS_H
#define EXPERIMENTS_NETWORK_BLAS_H

#include <stddef.h>

/* One thread: parallel work is in processes, and values must not depend on it.
 */
void blas_start(void);

/* C += A B, with A n×k, B k×m. */
void blas_add_product(size_t n, size_t k, size_t m, const float *A,
                      const float *B, float *C);
/* C = A' B, with A k×n, B k×m. */
void blas_left_transposed(size_t n, size_t k, size_t m, const float *A,
                          const float *B, float *C);
/* C = A B', with A n×k, B m×k. */
void blas_right_transposed(size_t n, size_t k, size_t m, const float *A,
                           const float *B, float *C);

#endif
