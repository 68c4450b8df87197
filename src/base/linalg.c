/*
 * linalg.c: Cholesky factors by OpenBLAS and its LAPACK.
 *
 * The link-time seam: another back end is another file with these functions.
 * A single right-hand side goes to the level-2 routines, which are faster than
 * level 3 with one column.  Empty problems return before the library sees them,
 * as it prints a complaint about a leading dimension of 0.
 */
#include "base/linalg.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include <cblas.h>

/* LAPACK's, in Fortran's manner; cblas.h has only BLAS. */
void dpotrf_(const char *uplo, const blasint *n, double *A, const blasint *lda,
             blasint *info);
void dpstrf_(const char *uplo, const blasint *n, double *A, const blasint *lda,
             blasint *pivot, blasint *rank, const double *tol, double *work,
             blasint *info);
void dtrtri_(const char *uplo, const char *diag, const blasint *n, double *A,
             const blasint *lda, blasint *info);
void dlauum_(const char *uplo, const blasint *n, double *A, const blasint *lda,
             blasint *info);

static blasint index_of(size_t n)
{
    assert(n <= INT_MAX);
    return (blasint)n;
}

void inlay_linalg_setup(void)
{
    if (openblas_get_num_threads() != 1)
        openblas_set_num_threads(1);
}

/* Exported by OpenBLAS, in none of its headers. */
extern int blas_thread_shutdown_(void);

void inlay_linalg_end_threads(void)
{
    inlay_linalg_setup();
    blas_thread_shutdown_();
}

/*
 * dpotrf tests for a pivot <= 0, which a NaN is not.  A NaN or infinity at
 * (i, j), i >= j, reaches the diagonal of row i, so the diagonal tells all.
 */
size_t inlay_chol_factor(double *A, size_t n, size_t lda)
{
    const blasint order = index_of(n), stride = index_of(lda);
    blasint info = 0;

    assert(lda >= n);
    if (n == 0)
        return 0;
    dpotrf_("L", &order, A, &stride, &info);
    assert(info >= 0);
    const size_t n_good = info > 0 ? (size_t)info - 1 : n;
    for (size_t i = 0; i < n_good; i++)
        if (!isfinite(A[i + i * lda]))
            return i + 1;
    return (size_t)info;
}

/* LAPACK's 1-based numbers, at the start of pivot, become ours: from the last
 * on, as ours are at least as large. */
static void widen_pivots(size_t *pivot, size_t n)
{
    _Static_assert(sizeof(blasint) <= sizeof *pivot, "pivots overlap");
    for (size_t i = n; i > 0; i--) {
        blasint from_1;
        memcpy(&from_1, (const char *)pivot + (i - 1) * sizeof from_1,
               sizeof from_1);
        pivot[i - 1] = (size_t)from_1 - 1;
    }
}

/* dpstrf leaves what it did not factor in the columns beyond the rank, and all
 * of A with its pivots unset where no diagonal is positive. */
size_t inlay_chol_pivoted(double *A, size_t n, size_t lda, double tol,
                          size_t *pivot, double *work)
{
    const blasint order = index_of(n), stride = index_of(lda);
    blasint info = 0, found = 0;
    double largest = 0.0;

    assert(lda >= n && tol >= 0.0);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, A[i + i * lda]);
    if (largest > tol) {
        dpstrf_("L", &order, A, &stride, (void *)pivot, &found, &tol, work,
                &info);
        assert(info >= 0);
        widen_pivots(pivot, n);
    } else {
        for (size_t i = 0; i < n; i++)
            pivot[i] = i;
    }
    const size_t rank = (size_t)found;
    for (size_t j = rank; j < n; j++)
        memset(A + j + j * lda, 0, (n - j) * sizeof *A);
    return rank;
}

/* (L 0; l' d) times its transpose has L l = row and l'l + d^2 = diag below. */
size_t inlay_chol_append(double *L, size_t n, size_t lda, double *row,
                         double diag, double min_pivot)
{
    assert(lda > n && min_pivot >= 0.0);
    inlay_chol_forward(L, n, lda, row, 1, n);
    const double pivot = diag - inlay_dot(row, row, n);
    if (!(pivot > min_pivot && isfinite(pivot)))
        return n + 1;
    for (size_t j = 0; j < n; j++)
        L[n + j * lda] = row[j];
    L[n + n * lda] = sqrt(pivot);
    return 0;
}

static void solve(const double *L, size_t n, size_t lda, CBLAS_TRANSPOSE trans,
                  double *B, size_t m, size_t ldb)
{
    assert(lda >= n && (ldb >= n || m <= 1));
    if (n == 0 || m == 0)
        return;
    if (m == 1)
        cblas_dtrsv(CblasColMajor, CblasLower, trans, CblasNonUnit, index_of(n),
                    L, index_of(lda), B, 1);
    else
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, trans, CblasNonUnit,
                    index_of(n), index_of(m), 1.0, L, index_of(lda), B,
                    index_of(ldb));
}

void inlay_chol_forward(const double *L, size_t n, size_t lda, double *B,
                        size_t m, size_t ldb)
{
    solve(L, n, lda, CblasNoTrans, B, m, ldb);
}

void inlay_chol_backward(const double *L, size_t n, size_t lda, double *B,
                         size_t m, size_t ldb)
{
    solve(L, n, lda, CblasTrans, B, m, ldb);
}

void inlay_chol_times(const double *L, size_t n, size_t lda, double *B,
                      size_t m, size_t ldb)
{
    assert(lda >= n && (ldb >= n || m <= 1));
    if (n > 0 && m > 0)
        cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans,
                    CblasNonUnit, index_of(n), index_of(m), 1.0, L,
                    index_of(lda), B, index_of(ldb));
}

/*
 * L := L^-1, lower.  LAPACK's dtrtri does small matrices column by column; with
 *
 *     (A 0; B C)^-1 = (A^-1 0; -C^-1 B A^-1 C^-1)
 *
 * most of the work is in dtrmm, and N = 200 takes half the time.
 */
static void invert_lower(double *L, size_t n, size_t lda)
{
    enum { SMALL = 24 };
    const blasint order = index_of(n), stride = index_of(lda);
    blasint info = 0;

    if (n <= SMALL) {
        dtrtri_("L", "N", &order, L, &stride, &info);
        assert(info == 0); /* a zero on the diagonal: L is no factor */
        (void)info;
        return;
    }
    const size_t half = n / 2, rest = n - half;
    double *B = L + half, *C = L + half * lda + half;
    invert_lower(L, half, lda);
    invert_lower(C, rest, lda);
    cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans,
                CblasNonUnit, index_of(rest), index_of(half), -1.0, C, stride,
                B, stride);
    cblas_dtrmm(CblasColMajor, CblasRight, CblasLower, CblasNoTrans,
                CblasNonUnit, index_of(rest), index_of(half), 1.0, L, stride, B,
                stride);
}

/* (L L^T)^-1 = L^-T L^-1. */
void inlay_chol_inverse(double *L, size_t n, size_t lda)
{
    const blasint order = index_of(n), stride = index_of(lda);
    blasint info = 0;

    assert(lda >= n);
    if (n == 0)
        return;
    invert_lower(L, n, lda);
    dlauum_("L", &order, L, &stride, &info);
    assert(info == 0);
    (void)info;
}

double inlay_chol_half_log_det(const double *L, size_t n, size_t lda)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += log(L[i + i * lda]);
    return sum;
}

double inlay_dot(const double *x, const double *y, size_t n)
{
    return cblas_ddot(index_of(n), x, 1, y, 1);
}

void inlay_matrix_t_times(const double *A, size_t n, size_t m, size_t lda,
                          const double *x, double *out)
{
    assert(lda >= n);
    if (n == 0)
        memset(out, 0, m * sizeof *out);
    else if (m > 0)
        cblas_dgemv(CblasColMajor, CblasTrans, index_of(n), index_of(m), 1.0, A,
                    index_of(lda), x, 1, 0.0, out, 1);
}

void inlay_matrix_times(bool is_transposed, size_t n, size_t m, size_t inner,
                        double alpha, const double *A, size_t lda,
                        const double *B, size_t ldb, double beta, double *C,
                        size_t ldc)
{
    if (n == 0 || m == 0)
        return;
    if (inner > 0) {
        cblas_dgemm(CblasColMajor, is_transposed ? CblasTrans : CblasNoTrans,
                    CblasNoTrans, index_of(n), index_of(m), index_of(inner),
                    alpha, A, index_of(lda), B, index_of(ldb), beta, C,
                    index_of(ldc));
        return;
    }
    for (size_t j = 0; j < m; j++)
        for (size_t i = 0; i < n; i++)
            C[j * ldc + i] = beta == 0.0 ? 0.0 : beta * C[j * ldc + i];
}

void inlay_matrix_take_gram(const double *A, size_t n, size_t m, size_t lda,
                            double *C, size_t ldc)
{
    assert(lda >= n && ldc >= m);
    if (n > 0 && m > 0)
        cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, index_of(m),
                    index_of(n), -1.0, A, index_of(lda), 1.0, C, index_of(ldc));
}
