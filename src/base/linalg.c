/*
 * linalg.c: Cholesky factors by OpenBLAS and its LAPACK.
 *
 * The link-time seam: another back end is another file with these functions.
 * Of large problems OpenBLAS would not return for hundreds of milliseconds.  They
 * are divided into blocks, each with at most PIECE multiplications, which cost
 * next to nothing beside one call.  Whether a problem is large depends on its
 * size alone: the bits of a result do not depend on who watches.
 *
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

/* Multiplications and additions at once, some 3 ms; the rows and columns of a
 * block; and the order up to which a factor or an inverse takes one call. */
enum { PIECE = 32000000, BLOCK = 128, ONE_CALL = 512 };

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

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many of `n` lines, each of which costs `each`, make a piece. */
static size_t lines_of_piece(size_t n, size_t each)
{
    const size_t fit = each > 0 ? (size_t)PIECE / each : n;
    return least_of(fit > 8 ? fit / 8 * 8 : 8, n);
}

/* C −= A B', C n×m. */
static void take_product(size_t n, size_t m, size_t inner, const double *A,
                         const double *B, double *C, size_t lda)
{
    if (n > 0 && inner > 0)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, index_of(n),
                    index_of(m), index_of(inner), -1.0, A, index_of(lda), B,
                    index_of(lda), 1.0, C, index_of(lda));
}

/* Columns first to first + m of L, those before them being done; the same
 * numbers as dpotrf returns. */
static size_t factor_columns(double *A, size_t n, size_t lda, size_t first,
                             size_t m, struct inlay_watch *watch)
{
    const blasint order = index_of(m), stride = index_of(lda);
    double *corner = A + first + first * lda;
    const size_t per = lines_of_piece(n, first * m);
    blasint info = 0;

    if (first > 0)
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, order,
                    index_of(first), -1.0, A + first, stride, 1.0, corner,
                    stride);
    dpotrf_("L", &order, corner, &stride, &info);
    if (info != 0)
        return first + (size_t)info;
    for (size_t i = first + m; i < n; i += per) {
        const size_t n_rows = least_of(per, n - i);
        double *to = A + i + first * lda;
        if (inlay_watch_poll(watch))
            return n;
        take_product(n_rows, m, first, A + i, A + first, to, lda);
        cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans,
                    CblasNonUnit, index_of(n_rows), order, 1.0, corner, stride,
                    to, stride);
    }
    return 0;
}

static size_t factor(double *A, size_t n, size_t lda, struct inlay_watch *watch)
{
    const size_t width = n <= ONE_CALL ? n : BLOCK;
    size_t bad = 0;
    for (size_t j = 0; j < n && bad == 0; j += width)
        bad = inlay_watch_poll(watch)
                  ? n
                  : factor_columns(A, n, lda, j, least_of(width, n - j), watch);
    return bad;
}

/*
 * dpotrf tests for a pivot <= 0, which a NaN is not.  A NaN or infinity at
 * (i, j), i >= j, reaches the diagonal of row i, so the diagonal tells all.
 */
size_t inlay_chol_factor(double *A, size_t n, size_t lda,
                         struct inlay_watch *watch)
{
    assert(lda >= n);
    const size_t bad = factor(A, n, lda, watch);
    const size_t n_good = bad > 0 ? bad - 1 : n;
    for (size_t i = 0; i < n_good; i++)
        if (!isfinite(A[i + i * lda]))
            return i + 1;
    return bad;
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
    inlay_chol_forward(L, n, lda, row, 1, n, NULL);
    const double pivot = diag - inlay_dot(row, row, n);
    if (!(pivot > min_pivot && isfinite(pivot)))
        return n + 1;
    for (size_t j = 0; j < n; j++)
        L[n + j * lda] = row[j];
    L[n + n * lda] = sqrt(pivot);
    return 0;
}

/* Rows first to first + n of the answer, without what other rows add. */
static void solve_corner(const double *L, size_t n, size_t lda,
                         CBLAS_TRANSPOSE trans, double *B, size_t m, size_t ldb)
{
    if (m == 1)
        cblas_dtrsv(CblasColMajor, CblasLower, trans, CblasNonUnit, index_of(n),
                    L, index_of(lda), B, 1);
    else
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, trans, CblasNonUnit,
                    index_of(n), index_of(m), 1.0, L, index_of(lda), B,
                    index_of(ldb));
}

/* m columns that are few enough, `height` rows at a time. */
static void solve_columns(const double *L, size_t n, size_t lda,
                          CBLAS_TRANSPOSE trans, double *B, size_t m,
                          size_t ldb, size_t height, struct inlay_watch *watch)
{
    const bool is_forward = trans == CblasNoTrans;
    for (size_t done = 0; done < n && !inlay_watch_poll(watch);) {
        const size_t rows = least_of(height, n - done);
        const size_t first = is_forward ? done : n - done - rows;
        const size_t from = is_forward ? 0 : first + rows; /* what is known */
        if (done > 0)
            cblas_dgemm(CblasColMajor, trans, CblasNoTrans, index_of(rows),
                        index_of(m), index_of(done), -1.0,
                        is_forward ? L + first : L + from + first * lda,
                        index_of(lda), B + from, index_of(ldb), 1.0, B + first,
                        index_of(ldb));
        solve_corner(L + first + first * lda, rows, lda, trans, B + first, m,
                     ldb);
        done += rows;
    }
}

static void solve(const double *L, size_t n, size_t lda, CBLAS_TRANSPOSE trans,
                  double *B, size_t m, size_t ldb, struct inlay_watch *watch)
{
    enum { COLUMNS = 256 };
    assert(lda >= n && (ldb >= n || m <= 1));
    if (m <= 1 || n * n / 2 <= (size_t)PIECE / m) {
        if (n > 0 && m > 0)
            solve_corner(L, n, lda, trans, B, m, ldb);
        return;
    }
    for (size_t j = 0; j < m; j += COLUMNS) {
        const size_t width = least_of(COLUMNS, m - j);
        solve_columns(L, n, lda, trans, B + j * ldb, width, ldb,
                      lines_of_piece(n, n * width), watch);
    }
}

void inlay_chol_forward(const double *L, size_t n, size_t lda, double *B,
                        size_t m, size_t ldb, struct inlay_watch *watch)
{
    solve(L, n, lda, CblasNoTrans, B, m, ldb, watch);
}

void inlay_chol_backward(const double *L, size_t n, size_t lda, double *B,
                         size_t m, size_t ldb, struct inlay_watch *watch)
{
    solve(L, n, lda, CblasTrans, B, m, ldb, watch);
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

/* B := −C B A for lower triangles C (n×n) and A (m×m), in pieces: columns do not
 * know each other on the left, nor rows on the right. */
static void multiply_both_sides(const double *C, const double *A, double *B,
                                size_t n, size_t m, size_t lda,
                                struct inlay_watch *watch)
{
    const size_t n_columns = lines_of_piece(m, n * n / 2);
    const size_t n_rows = lines_of_piece(n, m * m / 2);
    for (size_t j = 0; j < m && !inlay_watch_poll(watch); j += n_columns)
        cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans,
                    CblasNonUnit, index_of(n),
                    index_of(least_of(n_columns, m - j)), -1.0, C,
                    index_of(lda), B + j * lda, index_of(lda));
    for (size_t i = 0; i < n && !inlay_watch_poll(watch); i += n_rows)
        cblas_dtrmm(CblasColMajor, CblasRight, CblasLower, CblasNoTrans,
                    CblasNonUnit, index_of(least_of(n_rows, n - i)),
                    index_of(m), 1.0, A, index_of(lda), B + i, index_of(lda));
}

/*
 * L := L^-1, lower.  LAPACK's dtrtri does small matrices column by column; with
 *
 *     (A 0; B C)^-1 = (A^-1 0; -C^-1 B A^-1 C^-1)
 *
 * most of the work is in dtrmm, and N = 200 takes half the time.
 */
static void invert_lower(double *L, size_t n, size_t lda,
                         struct inlay_watch *watch)
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
    invert_lower(L, half, lda, watch);
    invert_lower(C, rest, lda, watch);
    multiply_both_sides(C, L, B, rest, half, lda, watch);
}

/* Rows first to first + m of L := lower triangle of L^T L, those before them
 * being done. */
static void square_rows(double *L, size_t n, size_t lda, size_t first, size_t m,
                        struct inlay_watch *watch)
{
    const blasint order = index_of(m), stride = index_of(lda);
    const size_t below = n - first - m;
    const size_t per = lines_of_piece(first, m * (below + m));
    double *row = L + first, *corner = row + first * lda;
    blasint info = 0;

    for (size_t j = 0; j < first && !inlay_watch_poll(watch); j += per) {
        const blasint width = index_of(least_of(per, first - j));
        cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasTrans,
                    CblasNonUnit, order, width, 1.0, corner, stride,
                    row + j * lda, stride);
        if (below > 0)
            cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, order, width,
                        index_of(below), 1.0, corner + m, stride,
                        row + m + j * lda, stride, 1.0, row + j * lda, stride);
    }
    dlauum_("L", &order, corner, &stride, &info);
    assert(info == 0);
    (void)info;
    if (below > 0)
        cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, order,
                    index_of(below), 1.0, corner + m, stride, 1.0, corner,
                    stride);
}

/* (L L^T)^-1 = L^-T L^-1. */
void inlay_chol_inverse(double *L, size_t n, size_t lda,
                        struct inlay_watch *watch)
{
    const size_t height = n <= ONE_CALL ? n : BLOCK;
    assert(lda >= n);
    if (n == 0)
        return;
    invert_lower(L, n, lda, watch);
    for (size_t i = 0; i < n && !inlay_watch_poll(watch); i += height)
        square_rows(L, n, lda, i, least_of(height, n - i), watch);
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
                        size_t ldc, struct inlay_watch *watch)
{
    const size_t width = lines_of_piece(m, n * inner);
    if (n == 0 || m == 0)
        return;
    for (size_t j = 0; inner > 0 && j < m && !inlay_watch_poll(watch);
         j += width)
        cblas_dgemm(CblasColMajor, is_transposed ? CblasTrans : CblasNoTrans,
                    CblasNoTrans, index_of(n), index_of(least_of(width, m - j)),
                    index_of(inner), alpha, A, index_of(lda), B + j * ldb,
                    index_of(ldb), beta, C + j * ldc, index_of(ldc));
    for (size_t j = 0; inner == 0 && j < m; j++)
        for (size_t i = 0; i < n; i++)
            C[j * ldc + i] = beta == 0.0 ? 0.0 : beta * C[j * ldc + i];
}

/* One call, or blocks of columns: the corner, then what is below it. */
void inlay_matrix_take_gram(const double *A, size_t n, size_t m, size_t lda,
                            double *C, size_t ldc, struct inlay_watch *watch)
{
    const size_t width =
        n * m <= 2 * (size_t)PIECE / (m > 0 ? m : 1) ? m : BLOCK;
    assert(lda >= n && ldc >= m);
    for (size_t j = 0; n > 0 && j < m && !inlay_watch_poll(watch); j += width) {
        const size_t k = least_of(width, m - j), below = m - j - k;
        cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, index_of(k),
                    index_of(n), -1.0, A + j * lda, index_of(lda), 1.0,
                    C + j + j * ldc, index_of(ldc));
        inlay_matrix_times(true, below, k, n, -1.0, A + (j + k) * lda, lda,
                           A + j * lda, lda, 1.0, C + j + k + j * ldc, ldc,
                           watch);
    }
}
