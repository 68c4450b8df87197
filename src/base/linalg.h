/*
 * linalg.h: the few matrix operations a GP needs; the only file that knows
 * LAPACK.  Matrices are column-major; L is the lower triangle of a factor, what
 * is above its diagonal is neither read nor written.  lda >= n is the distance
 * between columns.  Nothing here allocates.
 *
 * What can take long gets a watch (NULL: none).  Large problems are divided into
 * pieces of some milliseconds, with or without one, so that it does not show in
 * the result; between them the watch is polled.  Once it says that it is over,
 * what they leave is of no use.
 */
#ifndef INLAY_BASE_LINALG_H
#define INLAY_BASE_LINALG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"

/* Puts the process' OpenBLAS on one thread: we divide work ourselves, and its
 * answers must not depend on its threads. */
void inlay_linalg_setup(void);

/*
 * Ends the threads that OpenBLAS makes when it is loaded, one for each core but
 * one, which spin for a tenth of a second whatever their number is set to.  For
 * programs of which we own all threads: nobody may be inside OpenBLAS.
 */
void inlay_linalg_end_threads(void);

/* A = L L^T in place.  Returns 0, or the 1-based pivot that was not positive
 * (or not finite), or where it was stopped; A is then spoilt. */
size_t inlay_chol_factor(double *A, size_t n, size_t lda,
                         struct inlay_watch *watch);

/*
 * A = L L^T up to an order of rows, for a positive semi-definite A, in place:
 * row and column i of L L^T are those numbered pivot[i] (n of them) of A.  Stops
 * where no pivot that is left exceeds `tol`, a variance; the columns of L from
 * there on are 0.  Returns the rank, the number of those before.  work: 2n.
 */
size_t inlay_chol_pivoted(double *A, size_t n, size_t lda, double tol,
                          size_t *pivot, double *work);

/* Appends a row to L (n×n, room for n+1): the new matrix has `row` (n numbers,
 * overwritten) and `diag` as last row.  Returns 0, or n+1 if the new pivot
 * would not exceed min_pivot (a variance); L is then as before. */
size_t inlay_chol_append(double *L, size_t n, size_t lda, double *row,
                         double diag, double min_pivot);

/* B := L^-1 B and B := L^-T B for m right-hand sides, columns of B. */
void inlay_chol_forward(const double *L, size_t n, size_t lda, double *B,
                        size_t m, size_t ldb, struct inlay_watch *watch);
void inlay_chol_backward(const double *L, size_t n, size_t lda, double *B,
                         size_t m, size_t ldb, struct inlay_watch *watch);

/* B := L B for m columns of B. */
void inlay_chol_times(const double *L, size_t n, size_t lda, double *B,
                      size_t m, size_t ldb);

/* L := lower triangle of (L L^T)^-1, in place. */
void inlay_chol_inverse(double *L, size_t n, size_t lda,
                        struct inlay_watch *watch);

/* sum log L_ii. */
double inlay_chol_half_log_det(const double *L, size_t n, size_t lda);

double inlay_dot(const double *x, const double *y, size_t n);

/* out := A^T x, A n×m. */
void inlay_matrix_t_times(const double *A, size_t n, size_t m, size_t lda,
                          const double *x, double *out);

/* C := alpha A B + beta C or, with is_transposed, alpha A^T B + beta C; C is n×m,
 * and inner the length of its sums.  beta = 0 does not read C. */
void inlay_matrix_times(bool is_transposed, size_t n, size_t m, size_t inner,
                        double alpha, const double *A, size_t lda,
                        const double *B, size_t ldb, double beta, double *C,
                        size_t ldc, struct inlay_watch *watch);

/* Lower triangle of C (m×m) -= A^T A, A n×m. */
void inlay_matrix_take_gram(const double *A, size_t n, size_t m, size_t lda,
                            double *C, size_t ldc, struct inlay_watch *watch);

#endif
