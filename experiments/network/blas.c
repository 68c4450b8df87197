/* blas.c: the one file here that knows OpenBLAS. */
#include "network/blas.h"

#include <cblas.h>

void blas_start(void)
{
    openblas_set_num_threads(1);
}

void blas_add_product(size_t n, size_t k, size_t m, const float *A,
                      const float *B, float *C)
{
    const int a = (int)k, b = (int)m;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, b, a, 1.0f,
                A, a, B, b, 1.0f, C, b);
}

void blas_left_transposed(size_t n, size_t k, size_t m, const float *A,
                          const float *B, float *C)
{
    const int a = (int)n, b = (int)m;
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, a, b, (int)k, 1.0f, A,
                a, B, b, 0.0f, C, b);
}

void blas_right_transposed(size_t n, size_t k, size_t m, const float *A,
                           const float *B, float *C)
{
    const int a = (int)k, c = (int)m;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, c, a, 1.0f, A,
                a, B, a, 0.0f, C, c);
}
