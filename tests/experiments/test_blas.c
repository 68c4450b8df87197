/* experiments/network/blas: products against sums written out. */
#include "check.h"

#include "base/rng.h"
#include "network/blas.h"

enum { N = 5, K = 7, M = 3 };

static void fill(size_t n, struct inlay_rng *rng, float *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (float)inlay_rng_normal(rng);
}

TEST(products_are_sums_of_products)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    float A[N * K], At[K * N], B[K * M], Bt[M * K], C[N * M], D[N * M],
        E[N * M];
    float before[N * M];
    fill(N * K, &rng, A);
    fill(K * M, &rng, B);
    fill(N * M, &rng, before);
    fill(N * M, &rng, D); /* is overwritten, not added to */
    fill(N * M, &rng, E);
    memcpy(C, before, sizeof C);
    for (size_t k = 0; k < K; k++) {
        for (size_t i = 0; i < N; i++)
            At[k * N + i] = A[i * K + k];
        for (size_t j = 0; j < M; j++)
            Bt[j * K + k] = B[k * M + j];
    }
    blas_start();
    blas_add_product(N, K, M, A, B, C);
    blas_left_transposed(N, K, M, At, B, D);
    blas_right_transposed(N, K, M, A, Bt, E);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < M; j++) {
            double want = 0.0;
            for (size_t k = 0; k < K; k++)
                want += (double)A[i * K + k] * B[k * M + j];
            CHECK_ABS(C[i * M + j], want + before[i * M + j], 1e-5);
            CHECK_ABS(D[i * M + j], want, 1e-5);
            CHECK_ABS(E[i * M + j], want, 1e-5);
        }
}
