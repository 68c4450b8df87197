#include "check.h"

#include "base/linalg.h"
#include "base/rng.h"

/* The build of tests sees no OpenBLAS header. */
int openblas_get_num_threads(void);
void openblas_set_num_threads(int n);

enum { MAX_N = 320 };
static const double SENTINEL = 12345.0; /* in memory that must not change */

/* A = G G^T + n I, symmetric and positive definite, in the lower triangle;
 * above it and below row n is SENTINEL. */
static double *positive_matrix(size_t n, size_t lda, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    double *A = inlay_mem_doubles((n + 1) * lda);
    double *G = inlay_mem_doubles(n * n);

    CHECK(A && G);
    for (size_t i = 0; i < (n + 1) * lda; i++)
        A[i] = SENTINEL;
    for (size_t i = 0; i < n * n; i++)
        G[i] = inlay_rng_normal(&rng);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            double sum = i == j ? (double)n : 0.0;
            for (size_t k = 0; k < n; k++)
                sum += G[i * n + k] * G[j * n + k];
            A[i + j * lda] = sum;
        }
    inlay_mem_free(G);
    return A;
}

static double *copy_of(const double *A, size_t n)
{
    double *copy = inlay_mem_doubles(n);

    CHECK(copy != NULL);
    memcpy(copy, A, n * sizeof *A);
    return copy;
}

/* Element (i, j) of L L^T. */
static double product_at(const double *L, size_t lda, size_t i, size_t j)
{
    double sum = 0.0;

    for (size_t k = 0; k <= (i < j ? i : j); k++)
        sum += L[i + k * lda] * L[j + k * lda];
    return sum;
}

static double symmetric_at(const double *A, size_t lda, size_t i, size_t j)
{
    return i >= j ? A[i + j * lda] : A[j + i * lda];
}

static void check_outside_untouched(const double *A, size_t n, size_t lda)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < lda; i++)
            if (i < j || i >= n)
                CHECK(A[i + j * lda] == SENTINEL);
}

static const size_t sizes[] = {1, 2, 3, 7, 16, 33, 64, 100, 257, 300};

TEST(factor_times_its_transpose_is_the_matrix)
{
    for (size_t s = 0; s < LEN(sizes); s++) {
        const size_t n = sizes[s], lda = n + 3;
        double *A = positive_matrix(n, lda, s), *L = copy_of(A, (n + 1) * lda);

        CHECK(inlay_chol_factor(L, n, lda, NULL) == 0);
        for (size_t j = 0; j < n; j++)
            for (size_t i = j; i < n; i++)
                CHECK_ABS(product_at(L, lda, i, j), A[i + j * lda],
                          1e-14 * (double)n * A[j + j * lda]);
        check_outside_untouched(L, n, lda);
        inlay_mem_free(A);
        inlay_mem_free(L);
    }
}

/* The pivot at which the factor of A fails once A(i, j) is `value`. */
static size_t spoilt_pivot(const double *A, size_t n, size_t i, size_t j,
                           double value)
{
    double *L = copy_of(A, n * n);

    L[i + j * n] = value;
    const size_t pivot = inlay_chol_factor(L, n, n, NULL);
    inlay_mem_free(L);
    return pivot;
}

TEST(factor_names_the_pivot_that_is_not_positive)
{
    for (size_t s = 3; s < LEN(sizes); s++) {
        const size_t n = sizes[s], bad[] = {0, n / 2, n - 1};
        double *A = positive_matrix(n, n, 5);

        for (size_t k = 0; k < LEN(bad); k++)
            CHECK(spoilt_pivot(A, n, bad[k], bad[k], -1.0) == bad[k] + 1);
        inlay_mem_free(A);
    }
}

/* A bad number at (i, j) first spoils pivot i. */
TEST(factor_names_the_pivot_that_is_not_finite)
{
    static const double value[] = {NAN, INFINITY, -INFINITY};

    for (size_t s = 3; s < LEN(sizes); s++) {
        const size_t n = sizes[s];
        double *A = positive_matrix(n, n, 6);

        for (size_t v = 0; v < LEN(value); v++)
            for (size_t i = n / 2; i < n / 2 + 3; i++) {
                CHECK(spoilt_pivot(A, n, i, i - 1, value[v]) == i + 1);
                CHECK(spoilt_pivot(A, n, i, i, value[v]) == i + 1);
            }
        inlay_mem_free(A);
    }
}

TEST(factor_of_two_by_two_has_its_closed_form)
{
    double A[] = {4.0, 2.0, SENTINEL, 10.0};

    CHECK(inlay_chol_factor(A, 2, 2, NULL) == 0);
    CHECK(A[0] == 2.0 && A[1] == 1.0 && A[2] == SENTINEL && A[3] == 3.0);
    CHECK_REL(inlay_chol_half_log_det(A, 2, 2), log(6.0), 1e-15);
}

TEST(appended_rows_give_the_factor_of_the_whole)
{
    const size_t n = 120, lda = n + 1;
    double *A = positive_matrix(n, lda, 7), *L = copy_of(A, (n + 1) * lda);
    double *grown = copy_of(A, (n + 1) * lda), row[120];

    for (size_t i = 0; i < (n + 1) * lda; i++)
        grown[i] = SENTINEL;
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < k; j++)
            row[j] = A[k + j * lda];
        CHECK(inlay_chol_append(grown, k, lda, row, A[k + k * lda], 0.0) == 0);
    }
    CHECK(inlay_chol_factor(L, n, lda, NULL) == 0);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            CHECK_ABS(grown[i + j * lda], L[i + j * lda],
                      1e-13 * L[j + j * lda]);
    check_outside_untouched(grown, n, lda);
    inlay_mem_free(A);
    inlay_mem_free(L);
    inlay_mem_free(grown);
}

/* One row copied: the new pivot is diag - A_kk, a rounding error or `more`. */
static size_t append_copy(double *L, const double *A, size_t n, size_t lda,
                          double more, double min_pivot)
{
    double row[MAX_N];

    for (size_t j = 0; j < n; j++)
        row[j] = symmetric_at(A, lda, 4, j);
    return inlay_chol_append(L, n, lda, row, A[4 + 4 * lda] + more, min_pivot);
}

TEST(append_refuses_a_small_pivot_and_leaves_the_factor)
{
    const size_t n = 40, lda = n + 1, n_all = (n + 1) * lda;
    double *A = positive_matrix(n, lda, 8), *L = copy_of(A, n_all);

    CHECK(inlay_chol_factor(L, n, lda, NULL) == 0);
    double *before = copy_of(L, n_all);
    CHECK(append_copy(L, A, n, lda, 0.0, 1e-10) == n + 1);
    CHECK(append_copy(L, A, n, lda, -1.0, 0.0) == n + 1);
    CHECK(append_copy(L, A, n, lda, 0.9e-3, 1e-3) == n + 1);
    CHECK(append_copy(L, A, n, lda, NAN, 0.0) == n + 1);
    CHECK(append_copy(L, A, n, lda, INFINITY, 0.0) == n + 1);
    for (size_t i = 0; i < n_all; i++)
        CHECK(L[i] == before[i]);
    CHECK(append_copy(L, A, n, lda, 1.1e-3, 1e-3) == 0);
    CHECK_REL(L[n + n * lda], sqrt(1.1e-3), 1e-9);
    inlay_mem_free(A);
    inlay_mem_free(L);
    inlay_mem_free(before);
}

/* max |op(L) X - B| where X solves op(L) X = B. */
static double residual(const double *L, size_t n, const double *X,
                       const double *B, size_t m, size_t ldb, bool transposed)
{
    double worst = 0.0;

    for (size_t c = 0; c < m; c++)
        for (size_t i = 0; i < n; i++) {
            double sum = -B[i + c * ldb];
            for (size_t k = 0; k < n; k++) {
                const size_t row = transposed ? k : i, col = transposed ? i : k;
                if (row >= col)
                    sum += L[row + col * n] * X[k + c * ldb];
            }
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static void check_solve(size_t n, size_t m, bool transposed)
{
    const size_t ldb = n + 2;
    struct inlay_rng rng = inlay_rng_seed(9);
    double *L = positive_matrix(n, n, 9), *B = inlay_mem_doubles(m * ldb);

    CHECK(B && inlay_chol_factor(L, n, n, NULL) == 0);
    for (size_t i = 0; i < m * ldb; i++)
        B[i] = i % ldb < n ? inlay_rng_normal(&rng) : SENTINEL;
    double *X = copy_of(B, m * ldb);
    if (transposed)
        inlay_chol_backward(L, n, n, X, m, ldb, NULL);
    else
        inlay_chol_forward(L, n, n, X, m, ldb, NULL);
    CHECK(residual(L, n, X, B, m, ldb, transposed) < 1e-13);
    for (size_t i = 0; i < m * ldb; i++)
        CHECK((X[i] == SENTINEL) == (i % ldb >= n));
    inlay_mem_free(L);
    inlay_mem_free(B);
    inlay_mem_free(X);
}

TEST(solves_satisfy_their_equations)
{
    static const size_t n_columns[] = {1, 2, 5, 20};

    for (size_t s = 0; s < LEN(sizes); s++)
        for (size_t c = 0; c < LEN(n_columns); c++) {
            check_solve(sizes[s], n_columns[c], false);
            check_solve(sizes[s], n_columns[c], true);
        }
}

TEST(inverse_times_the_matrix_is_the_identity)
{
    for (size_t s = 0; s < LEN(sizes); s++) {
        const size_t n = sizes[s], lda = n + 1;
        double *A = positive_matrix(n, lda, 10), *V = copy_of(A, (n + 1) * lda);

        CHECK(inlay_chol_factor(V, n, lda, NULL) == 0);
        inlay_chol_inverse(V, n, lda, NULL);
        check_outside_untouched(V, n, lda);
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++) {
                double sum = 0.0;
                for (size_t k = 0; k < n; k++)
                    sum +=
                        symmetric_at(A, lda, i, k) * symmetric_at(V, lda, k, j);
                CHECK_ABS(sum, i == j ? 1.0 : 0.0, 1e-12);
            }
        inlay_mem_free(A);
        inlay_mem_free(V);
    }
}

/* The eigenvalues of a I + b 1 1^T are a (n - 1 times) and a + n b. */
TEST(half_log_det_is_that_of_the_eigenvalues)
{
    const size_t n = 50;
    double A[50 * 50];

    for (size_t i = 0; i < n * n; i++)
        A[i] = i / n == i % n ? 0.3 + 0.7 : 0.7;
    CHECK(inlay_chol_factor(A, n, n, NULL) == 0);
    CHECK_REL(inlay_chol_half_log_det(A, n, n),
              0.5 * (49.0 * log(0.3) + log(0.3 + 50.0 * 0.7)), 1e-13);
}

TEST(dot_is_a_sum_of_products)
{
    double x[200], y[200];

    for (size_t i = 0; i < LEN(x); i++) {
        x[i] = (double)i;
        y[i] = i % 2 ? -1.0 : 1.0;
    }
    for (size_t n = 0; n <= LEN(x); n++) { /* 0 - 1 + 2 - ...: exact */
        const size_t n_pairs = n / 2;
        CHECK(inlay_dot(x, y, n) == (n % 2 ? 1.0 : -1.0) * (double)n_pairs);
    }
}

TEST(transposed_matrix_times_vector_is_dots_with_its_columns)
{
    const size_t n = 37, m = 23, lda = 40;
    struct inlay_rng rng = inlay_rng_seed(12);
    double A[40 * 23], x[37], out[24];

    for (size_t i = 0; i < LEN(A); i++)
        A[i] = i % lda < n ? inlay_rng_normal(&rng) : NAN;
    for (size_t i = 0; i < n; i++)
        x[i] = inlay_rng_normal(&rng);
    for (size_t j = 0; j <= m; j++)
        out[j] = NAN; /* not to be read */
    inlay_matrix_t_times(A, n, m, lda, x, out);
    for (size_t j = 0; j < m; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < n; i++)
            sum += A[i + j * lda] * x[i];
        CHECK_ABS(out[j], sum, 1e-13);
    }
    CHECK(isnan(out[m]));
}

/* ---- Products ------------------------------------------------------------ */

/* n×m numbers, SENTINEL where a column goes on below row n. */
static double *random_matrix(size_t n, size_t m, size_t lda,
                             struct inlay_rng *rng)
{
    double *A = inlay_mem_doubles(lda * m + 1);

    CHECK(A != NULL);
    for (size_t i = 0; i <= lda * m; i++)
        A[i] = i < lda * m && i % lda < n ? inlay_rng_normal(rng) : SENTINEL;
    return A;
}

/* Against three loops; columns are `more` longer than needed. */
static void check_product(bool is_transposed, size_t n, size_t m, size_t inner,
                          double alpha, double beta, size_t more)
{
    struct inlay_rng rng = inlay_rng_seed(n + 100 * m + 10000 * inner);
    const size_t lda = (is_transposed ? inner : n) + more;
    const size_t ldb = inner + more, ldc = n + more;
    double *A = random_matrix(is_transposed ? inner : n,
                              is_transposed ? n : inner, lda, &rng);
    double *B = random_matrix(inner, m, ldb, &rng);
    double *C = random_matrix(n, m, ldc, &rng), *want = copy_of(C, ldc * m + 1);

    for (size_t j = 0; j < m; j++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;
            for (size_t k = 0; k < inner; k++)
                sum += (is_transposed ? A[i * lda + k] : A[k * lda + i]) *
                       B[j * ldb + k];
            want[j * ldc + i] = beta * want[j * ldc + i] + alpha * sum;
            if (beta == 0.0)
                C[j * ldc + i] = NAN; /* not to be read */
        }
    inlay_matrix_times(is_transposed, n, m, inner, alpha, A, lda, B, ldb, beta,
                       C, ldc, NULL);
    for (size_t i = 0; i <= ldc * m; i++)
        if (want[i] == SENTINEL)
            CHECK(C[i] == SENTINEL);
        else
            CHECK_ABS(C[i], want[i], 1e-14 * (10.0 + (double)inner));
    inlay_mem_free(A);
    inlay_mem_free(B);
    inlay_mem_free(C);
    inlay_mem_free(want);
}

TEST(a_product_is_a_sum_of_products)
{
    static const size_t SIZES[] = {0, 1, 2, 5, 17, 64};
    static const double BETA[] = {0.0, 1.0, -0.7};

    for (size_t n = 0; n < LEN(SIZES); n++)
        for (size_t m = 0; m < LEN(SIZES); m++)
            for (size_t k = 0; k < LEN(SIZES); k++)
                for (size_t b = 0; b < LEN(BETA); b++)
                    for (int t = 0; t < 2; t++)
                        check_product(t, SIZES[n], SIZES[m], SIZES[k],
                                      b == 2 ? 1.3 : -1.0, BETA[b],
                                      (n + m + k + b) % 3);
}

/* A product of nothing with a distance of 0 between columns, as an empty matrix
 * has it. */
TEST(an_empty_product_is_0_or_what_was_there)
{
    double C[] = {1.0, NAN, 2.0, 3.0};

    inlay_matrix_times(true, 2, 1, 0, 1.0, C, 0, C, 0, 0.0, C, 2, NULL);
    CHECK(C[0] == 0.0 && C[1] == 0.0 && C[2] == 2.0);
    inlay_matrix_times(false, 1, 1, 0, 1.0, C, 0, C, 0, 0.5, C + 2, 1, NULL);
    CHECK(C[2] == 1.0 && C[3] == 3.0);
    inlay_matrix_times(false, 0, 1, 3, 1.0, C, 0, C, 3, 0.0, C, 0, NULL);
    inlay_matrix_times(false, 1, 0, 3, 1.0, C, 1, C, 3, 0.0, C, 1, NULL);
    CHECK(C[0] == 0.0 && C[1] == 0.0 && C[2] == 1.0 && C[3] == 3.0);
}

TEST(empty_problems_are_solved_without_a_word)
{
    double x[] = {1.0, 2.0}, L[1];

    CHECK(inlay_chol_factor(x, 0, 0, NULL) == 0);
    inlay_chol_forward(x, 0, 0, x, 1, 0, NULL);
    inlay_chol_backward(x, 2, 2, x, 0, 2, NULL);
    inlay_chol_inverse(x, 0, 0, NULL);
    CHECK(x[0] == 1.0 && x[1] == 2.0);
    CHECK(inlay_chol_half_log_det(x, 0, 0) == 0.0);
    CHECK(inlay_dot(x, x, 0) == 0.0);
    CHECK(inlay_chol_append(L, 0, 1, x, 9.0, 0.0) == 0);
    CHECK(L[0] == 3.0);
    inlay_matrix_t_times(L, 0, 2, 0, L, x);
    CHECK(x[0] == 0.0 && x[1] == 0.0);
}

TEST(setup_puts_openblas_on_one_thread)
{
    openblas_set_num_threads(2);
    CHECK(openblas_get_num_threads() == 2);
    inlay_linalg_setup();
    CHECK(openblas_get_num_threads() == 1);
    inlay_linalg_setup();
    CHECK(openblas_get_num_threads() == 1);
}

/* ---- Semi-definite matrices ---------------------------------------------- */

/* A = G G^T of rank r, lower, as positive_matrix. */
static double *matrix_of_rank(size_t n, size_t r, size_t lda, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    double *A = inlay_mem_doubles((n + 1) * lda);
    double *G = inlay_mem_doubles(n * r);

    CHECK(A && G);
    for (size_t i = 0; i < (n + 1) * lda; i++)
        A[i] = SENTINEL;
    for (size_t i = 0; i < n * r; i++)
        G[i] = inlay_rng_normal(&rng);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            A[i + j * lda] = inlay_dot(G + i * r, G + j * r, r);
    inlay_mem_free(G);
    return A;
}

static void check_permutation(const size_t *pivot, size_t n)
{
    bool seen[MAX_N] = {false};
    for (size_t i = 0; i < n; i++) {
        CHECK(pivot[i] < n && !seen[pivot[i]]);
        seen[pivot[i]] = true;
    }
}

static void check_pivoted(size_t n, size_t r)
{
    const size_t lda = n + 2;
    const double tol = 1e-10 * (double)n;
    size_t pivot[MAX_N];
    double work[2 * MAX_N];
    double *A = matrix_of_rank(n, r, lda, n + r);
    double *L = copy_of(A, (n + 1) * lda);

    CHECK(inlay_chol_pivoted(L, n, lda, tol, pivot, work) == r);
    check_permutation(pivot, n);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            CHECK_ABS(product_at(L, lda, i, j),
                      symmetric_at(A, lda, pivot[i], pivot[j]),
                      1e-13 * (double)(n * r) + 1e-14);
            if (j >= r)
                CHECK(L[i + j * lda] == 0.0);
        }
    check_outside_untouched(L, n, lda);
    inlay_mem_free(A);
    inlay_mem_free(L);
}

TEST(pivoted_factor_times_its_transpose_is_the_matrix_reordered)
{
    for (size_t s = 0; s < LEN(sizes); s++) {
        const size_t n = sizes[s];
        check_pivoted(n, 0);
        check_pivoted(n, 1);
        check_pivoted(n, (n + 1) / 2);
        check_pivoted(n, n);
    }
}

TEST(pivoted_factor_stops_at_the_tolerance)
{
    const double diagonal[] = {1e-3, 5.0, -1e-9, 2.0};
    double A[16] = {0}, work[8];
    size_t pivot[4];

    for (size_t i = 0; i < 4; i++)
        A[5 * i] = diagonal[i];
    CHECK(inlay_chol_pivoted(A, 4, 4, 1e-2, pivot, work) == 2);
    CHECK(pivot[0] == 1 && pivot[1] == 3);
    CHECK_REL(A[0], sqrt(5.0), 1e-15);
    CHECK_REL(A[5], sqrt(2.0), 1e-15);
    CHECK(A[10] == 0.0 && A[15] == 0.0);
}

TEST(pivoted_factor_of_nothing_has_rank_0)
{
    double A = 0.0, work[2];
    size_t pivot = 7;

    CHECK(inlay_chol_pivoted(&A, 0, 0, 0.0, &pivot, work) == 0);
    CHECK(pivot == 7);
    CHECK(inlay_chol_pivoted(&A, 1, 1, 0.0, &pivot, work) == 0);
    CHECK(pivot == 0 && A == 0.0);
    A = -1.0;
    CHECK(inlay_chol_pivoted(&A, 1, 1, 0.0, &pivot, work) == 0);
    CHECK(pivot == 0 && A == 0.0);
    A = 9.0;
    CHECK(inlay_chol_pivoted(&A, 1, 1, 0.0, &pivot, work) == 1);
    CHECK(pivot == 0 && A == 3.0);
}

TEST(a_factor_times_columns_is_undone_by_the_solve)
{
    const size_t n = 33, lda = 35, m = 5, ldb = 34;
    struct inlay_rng rng = inlay_rng_seed(3);
    double *L = positive_matrix(n, lda, 4), B[5 * 34], want[5 * 34];

    CHECK(inlay_chol_factor(L, n, lda, NULL) == 0);
    for (size_t i = 0; i < m * ldb; i++)
        want[i] = B[i] = inlay_rng_normal(&rng);
    inlay_chol_times(L, n, lda, B, m, ldb);
    CHECK_REL(B[0], L[0] * want[0], 1e-15);
    CHECK_REL(B[1], L[1] * want[0] + L[1 + lda] * want[1], 1e-14);
    inlay_chol_forward(L, n, lda, B, m, ldb, NULL);
    for (size_t i = 0; i < m * ldb; i++)
        CHECK_ABS(B[i], want[i], 1e-12);
    inlay_chol_times(L, 0, lda, B, m, ldb);
    inlay_chol_times(L, n, lda, B, 0, ldb);
    inlay_mem_free(L);
}

TEST(taking_a_gram_matrix_leaves_the_difference)
{
    const size_t n = 7, m = 4, lda = 8, ldc = 5;
    struct inlay_rng rng = inlay_rng_seed(5);
    double A[4 * 8], C[4 * 5];

    for (size_t i = 0; i < LEN(A); i++)
        A[i] = inlay_rng_normal(&rng);
    for (size_t i = 0; i < LEN(C); i++)
        C[i] = SENTINEL;
    inlay_matrix_take_gram(A, n, m, lda, C, ldc, NULL);
    for (size_t j = 0; j < m; j++)
        for (size_t i = j; i < m; i++)
            CHECK_ABS(C[i + j * ldc],
                      SENTINEL - inlay_dot(A + i * lda, A + j * lda, n), 1e-10);
    check_outside_untouched(C, m, ldc);
    inlay_matrix_take_gram(A, 0, m, lda, C, ldc, NULL);
    inlay_matrix_take_gram(A, n, 0, lda, C, ldc, NULL);
}
