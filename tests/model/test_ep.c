/*
 * test_ep.c: positivity of a normal vector: exact where EP is, a fixed point of
 * its definition elsewhere, and sane where conditions say the same or are
 * impossible.
 */
#include "check.h"

#include "base/rng.h"
#include "base/special.h"
#include "model/ep.h"

enum { MAX_N = 100 };
static const double TIGHT = 1e-13;

static struct inlay_ep run(size_t n, const double *mu, const double *G)
{
    struct inlay_ep ep = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_ep_run(&ep, n, mu, G, TIGHT, NULL, &err), err);
    CHECK(ep.n == n && ep.n_sweeps <= INLAY_EP_MAX_SWEEPS);
    return ep;
}

/* Mean and variance of N(m, v) on the positive half-line. */
static void truncated(double m, double v, double *mean, double *var)
{
    const double a = m / sqrt(v);

    *mean = sqrt(v) / inlay_log_ei_unit_slope(a); /* h(a) / Phi(a) = r + a */
    *var = v * inlay_norm_truncated_var(a);
}

/* G = A A' / rank + diagonal, A n×rank. */
static void random_covariance(size_t n, size_t rank, double diagonal,
                              struct inlay_rng *rng, double *G)
{
    static double A[MAX_N * MAX_N];

    for (size_t k = 0; k < n * rank; k++)
        A[k] = inlay_rng_normal(rng);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;
            for (size_t k = 0; k < rank; k++)
                sum += A[i * rank + k] * A[j * rank + k];
            G[j * n + i] = sum / (double)rank + (i == j ? diagonal : 0.0);
        }
}

/* A := A⁻¹, by Gauss and Jordan; A is symmetric and positive definite. */
static void invert(size_t n, double *A)
{
    for (size_t k = 0; k < n; k++) {
        const double pivot = A[k * n + k];
        A[k * n + k] = 1.0;
        for (size_t j = 0; j < n; j++)
            A[k * n + j] /= pivot;
        for (size_t i = 0; i < n; i++) {
            const double factor = A[i * n + k];
            if (i == k)
                continue;
            A[i * n + k] = 0.0;
            for (size_t j = 0; j < n; j++)
                A[i * n + j] -= factor * A[k * n + j];
        }
    }
}

static void check_sane(const struct inlay_ep *ep, const double *G)
{
    const size_t n = ep->n;

    for (size_t i = 0; i < n; i++) {
        CHECK(isfinite(ep->mean[i]) && isfinite(ep->q[i]));
        CHECK(isfinite(ep->nu[i]) && isfinite(ep->tau[i]));
        CHECK(ep->tau[i] >= 0.0);
        CHECK(ep->var[i] > 0.0 && ep->var[i] <= G[i * n + i] * (1.0 + 1e-12));
        for (size_t j = 0; j <= i; j++)
            CHECK(isfinite(ep->C[j * n + i]));
        CHECK(ep->C[i * n + i] > 0.0);
    }
}

/* ---- Where EP is exact --------------------------------------------------- */

TEST(no_condition_is_met_at_once)
{
    const double none = 0.0;
    struct inlay_ep ep = run(0, &none, &none);

    CHECK(ep.has_converged && ep.n_sweeps == 0);
    inlay_ep_clear(&ep);
    CHECK(ep.tau == NULL && ep.n == 0);
}

TEST(one_condition_is_a_truncated_normal)
{
    static const double A[] = {
        -1e4, -1e3, -300.0, -100.0, -50.0, -20.0, -9.0, -8.0, -7.9, -6.0, -5.0,
        -4.9, -3.0, -1.0,   0.0,    0.5,   1.0,   3.0,  5.0,  8.0,  10.0, 30.0};
    static const double VAR[] = {1e-6, 1.0, 7.3e4};

    for (size_t i = 0; i < LEN(A); i++)
        for (size_t k = 0; k < LEN(VAR); k++) {
            const double mu = A[i] * sqrt(VAR[k]);
            double mean, var;
            struct inlay_ep ep = run(1, &mu, &VAR[k]);
            truncated(mu, VAR[k], &mean, &var);
            CHECK(ep.has_converged || A[i] < -1e3); /* mu's rounding */
            /* mean = mu + Gq, and var = G − ..., which lose |mu| and G */
            CHECK_ABS(ep.mean[0], mean, 1e-13 * mean + 2e-15 * fabs(mu));
            CHECK_ABS(ep.var[0], var, 2e-11 * var + 2e-15 * VAR[k]);
            inlay_ep_clear(&ep);
        }
}

TEST(independent_coordinates_are_each_a_truncated_normal)
{
    enum { N = 12 };
    struct inlay_rng rng = inlay_rng_seed(1);
    double mu[N], G[N * N] = {0.0};

    for (size_t i = 0; i < N; i++) {
        G[i * N + i] = exp(3.0 * inlay_rng_normal(&rng));
        mu[i] = 2.0 * inlay_rng_normal(&rng) * sqrt(G[i * N + i]);
    }
    struct inlay_ep ep = run(N, mu, G);
    CHECK(ep.has_converged && ep.n_sweeps <= 3);
    for (size_t i = 0; i < N; i++) {
        double mean, var;
        truncated(mu[i], G[i * N + i], &mean, &var);
        CHECK_REL(ep.mean[i], mean, 1e-12);
        CHECK_REL(ep.var[i], var, 1e-12);
    }
    inlay_ep_clear(&ep);
}

/* ---- Two coordinates ----------------------------------------------------- */

/* Mean and variance of v_1 on v_1, v_2 > 0, by a sum over v_1 in steps of a 200th
 * of its deviation, that of v_2 being Φ in closed form. */
static void orthant(const double *mu, const double *G, double *mean,
                    double *var)
{
    enum { STEPS = 4000 };
    const double sd = sqrt(G[0]), slope = G[1] / G[0];
    const double rest = sqrt(G[3] - slope * G[1]);
    const double end = fmax(mu[0], 0.0) + 10.0 * sd, h = end / STEPS;
    double most = -INFINITY, mass = 0.0, first = 0.0, second = 0.0;

    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k <= STEPS; k++) { /* Simpson's rule */
            const double v = h * k, z = (v - mu[0]) / sd;
            const double other = (mu[1] + slope * (v - mu[0])) / rest;
            const double log_w = -0.5 * z * z + inlay_norm_log_cdf(other);
            if (pass == 0) {
                most = fmax(most, log_w);
                continue;
            }
            const double w = exp(log_w - most) * (k == 0 || k == STEPS ? 1.0
                                                  : k % 2              ? 4.0
                                                                       : 2.0);
            mass += w;
            first += w * v;
            second += w * v * v;
        }
    *mean = first / mass;
    *var = second / mass - *mean * *mean;
}

/* The largest errors were measured: EP counts what two conditions share twice. */
TEST(two_coordinates_are_near_the_orthants_moments)
{
    static const struct {
        double rho, mean, var; /* errors, relative to deviation and variance */
    } CASE[] = {{-0.95, 0.025, 0.18}, {-0.5, 0.003, 0.02}, {-0.1, 2e-5, 2e-4},
                {0.1, 2e-5, 1e-4},    {0.5, 0.002, 0.012}, {0.8, 0.012, 0.07},
                {0.95, 0.035, 0.22},  {0.999, 0.08, 0.45}};
    static const double A[] = {-3.0, -1.0, 0.0, 1.0, 3.0};

    for (size_t r = 0; r < LEN(CASE); r++)
        for (size_t i = 0; i < LEN(A); i++)
            for (size_t j = 0; j < LEN(A); j++) {
                const double s = 2.0, mu[] = {A[i], A[j] * s};
                const double cov = CASE[r].rho * s;
                const double G[] = {1.0, cov, cov, s * s};
                double mean, var;
                struct inlay_ep ep = run(2, mu, G);
                CHECK(ep.has_converged);
                orthant(mu, G, &mean, &var);
                CHECK_ABS(ep.mean[0], mean, CASE[r].mean * sqrt(var));
                CHECK_REL(ep.var[0], var, CASE[r].var);
                inlay_ep_clear(&ep);
            }
}

/* ---- The definition ------------------------------------------------------ */

/* Each site makes the marginal what its cavity is on the positive half-line,
 * from Sigma = (G⁻¹ + S)⁻¹ and mean = Sigma (G⁻¹mu + nu). */
static void check_fixed_point(const struct inlay_ep *ep, const double *mu,
                              const double *G, double tol)
{
    const size_t n = ep->n;
    static double P[MAX_N * MAX_N], shift[MAX_N], mean[MAX_N];

    memcpy(P, G, n * n * sizeof *P);
    invert(n, P);
    for (size_t i = 0; i < n; i++) {
        shift[i] = ep->nu[i];
        for (size_t j = 0; j < n; j++)
            shift[i] += P[i * n + j] * mu[j];
    }
    for (size_t i = 0; i < n; i++)
        P[i * n + i] += ep->tau[i];
    invert(n, P);
    for (size_t i = 0; i < n; i++) {
        mean[i] = 0.0;
        for (size_t j = 0; j < n; j++)
            mean[i] += P[i * n + j] * shift[j];
    }
    for (size_t i = 0; i < n; i++) {
        const double unit = G[i * n + i], var = P[i * n + i];
        const double v = 1.0 / (1.0 / var - ep->tau[i]);
        double want_mean, want_var, sum = mu[i];
        truncated(v * (mean[i] / var - ep->nu[i]), v, &want_mean, &want_var);
        for (size_t j = 0; j < n; j++)
            sum += G[i * n + j] * ep->q[j];
        CHECK_ABS(mean[i], want_mean, tol * sqrt(unit));
        CHECK_ABS(var, want_var, tol * unit);
        CHECK_ABS(ep->mean[i], mean[i], tol * sqrt(unit));
        CHECK_ABS(ep->mean[i], sum, tol * sqrt(unit));
        CHECK_ABS(ep->var[i], var, tol * unit);
    }
}

/* C C' = I + S½ G S½. */
static void check_factor(const struct inlay_ep *ep, const double *G)
{
    const size_t n = ep->n;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double want =
                sqrt(ep->tau[i] * ep->tau[j]) * G[i * n + j] + (i == j);
            double sum = 0.0;
            for (size_t k = 0; k <= j; k++)
                sum += ep->C[k * n + i] * ep->C[k * n + j];
            CHECK_ABS(sum, want, 1e-12 * (1.0 + fabs(want)));
        }
}

TEST(sites_are_a_fixed_point)
{
    static const size_t N[] = {1, 2, 3, 5, 10, 30, 100};
    struct inlay_rng rng = inlay_rng_seed(2);
    static double G[MAX_N * MAX_N];
    double mu[MAX_N];

    for (size_t s = 0; s < LEN(N); s++)
        for (int rep = 0; rep < (N[s] > 20 ? 3 : 15); rep++) {
            const size_t n = N[s], rank = rep % 3 ? n : 2 + n / 3;
            random_covariance(n, rank, 0.05, &rng, G);
            for (size_t i = 0; i < n; i++)
                mu[i] = 1.5 * inlay_rng_normal(&rng);
            struct inlay_ep ep = run(n, mu, G);
            CHECK(ep.has_converged);
            check_sane(&ep, G);
            check_fixed_point(&ep, mu, G, 1e-12);
            check_factor(&ep, G);
            CHECK(ep.n_sweeps < 20);
            inlay_ep_clear(&ep);
        }
}

/* ---- Laws ---------------------------------------------------------------- */

TEST(the_order_of_conditions_is_irrelevant)
{
    enum { N = 9 };
    struct inlay_rng rng = inlay_rng_seed(3);
    double mu[2][N], G[2][N * N];
    size_t order[N];

    for (int rep = 0; rep < 20; rep++) {
        random_covariance(N, N, 0.1, &rng, G[0]);
        for (size_t i = 0; i < N; i++) {
            mu[0][i] = inlay_rng_normal(&rng);
            order[i] = i;
        }
        inlay_rng_shuffle(&rng, order, N);
        for (size_t i = 0; i < N; i++) {
            mu[1][i] = mu[0][order[i]];
            for (size_t j = 0; j < N; j++)
                G[1][j * N + i] = G[0][order[j] * N + order[i]];
        }
        struct inlay_ep a = run(N, mu[0], G[0]), b = run(N, mu[1], G[1]);
        for (size_t i = 0; i < N; i++) {
            CHECK_REL(b.tau[i], a.tau[order[i]], 1e-9);
            CHECK_ABS(b.nu[i], a.nu[order[i]], 1e-9 * (1.0 + fabs(b.nu[i])));
            CHECK_ABS(b.mean[i], a.mean[order[i]], 1e-10);
            CHECK_ABS(b.var[i], a.var[order[i]], 1e-10);
        }
        inlay_ep_clear(&a);
        inlay_ep_clear(&b);
    }
}

/* v in other units; each coordinate in units of its own. */
TEST(units_are_irrelevant)
{
    enum { N = 7 };
    struct inlay_rng rng = inlay_rng_seed(4);
    double mu[3][N], G[3][N * N], unit[N];

    random_covariance(N, N, 0.1, &rng, G[0]);
    for (size_t i = 0; i < N; i++) {
        mu[0][i] = inlay_rng_normal(&rng);
        unit[i] = exp(2.0 * inlay_rng_normal(&rng));
    }
    for (size_t i = 0; i < N; i++) {
        mu[1][i] = 0x1p-20 * mu[0][i];
        mu[2][i] = unit[i] * mu[0][i];
        for (size_t j = 0; j < N; j++) {
            G[1][j * N + i] = 0x1p-40 * G[0][j * N + i];
            G[2][j * N + i] = unit[i] * unit[j] * G[0][j * N + i];
        }
    }
    struct inlay_ep a = run(N, mu[0], G[0]), b = run(N, mu[1], G[1]);
    struct inlay_ep c = run(N, mu[2], G[2]);
    CHECK(a.n_sweeps == b.n_sweeps);
    for (size_t i = 0; i < N; i++) {
        CHECK_REL(b.mean[i], 0x1p-20 * a.mean[i], 1e-12);
        CHECK_REL(b.var[i], 0x1p-40 * a.var[i], 1e-12);
        CHECK_REL(b.tau[i], 0x1p40 * a.tau[i], 1e-11);
        CHECK_REL(b.nu[i], 0x1p20 * a.nu[i], 1e-11);
        CHECK_REL(c.mean[i], unit[i] * a.mean[i], 1e-10);
        CHECK_REL(c.var[i], unit[i] * unit[i] * a.var[i], 1e-10);
    }
    inlay_ep_clear(&a);
    inlay_ep_clear(&b);
    inlay_ep_clear(&c);
}

/* A condition that is certain changes nothing for the others. */
TEST(certain_conditions_say_nothing)
{
    enum { N = 6 };
    struct inlay_rng rng = inlay_rng_seed(5);
    double mu[N], G[N * N], H[(N - 1) * (N - 1)];

    random_covariance(N, N, 0.1, &rng, G);
    for (size_t i = 0; i < N; i++)
        mu[i] = i + 1 < N ? inlay_rng_normal(&rng) : 40.0 * sqrt(G[N * N - 1]);
    for (size_t j = 0; j + 1 < N; j++)
        memcpy(H + j * (N - 1), G + j * N, (N - 1) * sizeof *H);
    struct inlay_ep all = run(N, mu, G), rest = run(N - 1, mu, H);
    CHECK(all.tau[N - 1] == 0.0);
    for (size_t i = 0; i + 1 < N; i++) {
        CHECK_REL(all.mean[i], rest.mean[i], 1e-11);
        CHECK_REL(all.var[i], rest.var[i], 1e-11);
    }
    inlay_ep_clear(&all);
    inlay_ep_clear(&rest);
}

/* ---- Conditions that say the same, or cannot be -------------------------- */

/* EP takes them for conditions of their own: the mean is a little too large and
 * the variance too small, as is known of it. */
TEST(equal_coordinates_are_no_trouble)
{
    static const double MU[] = {-50.0, -8.0, -1.0, 0.0, 1.0, 4.0};
    static const size_t N[] = {2, 5, 20, 40};
    static double G[MAX_N * MAX_N];
    double mu[MAX_N], mean, var;

    for (size_t s = 0; s < LEN(N); s++)
        for (size_t k = 0; k < LEN(MU); k++) {
            for (size_t i = 0; i < N[s] * N[s]; i++)
                G[i] = 0.3;
            for (size_t i = 0; i < N[s]; i++)
                mu[i] = MU[k] * sqrt(0.3);
            struct inlay_ep ep = run(N[s], mu, G);
            CHECK(ep.has_converged || N[s] == 40);
            check_sane(&ep, G);
            truncated(mu[0], 0.3, &mean, &var);
            for (size_t i = 0; i < N[s]; i++) {
                CHECK_ABS(ep.mean[i], ep.mean[0], 1e-13);
                CHECK_ABS(ep.var[i], ep.var[0], 1e-13);
            }
            CHECK(ep.mean[0] > mean && ep.mean[0] < 1.2 * mean);
            CHECK(ep.var[0] < var && ep.var[0] > 0.1 * var);
            inlay_ep_clear(&ep);
        }
}

/* Without noise f(x_i) is known and f(x*) is not: all v_i share its variance, and
 * the least of them decides, whatever the order.  The tolerance of practice. */
TEST(conditions_that_share_a_variance_leave_some_of_it)
{
    static const double DIAGONAL[] = {0.0, 1e-12, 1e-10, 1e-8, 1e-4};
    static const double SPREAD[] = {1e-3, 0.3, 1.0};
    static const size_t N[] = {2, 8, 25, 60};
    struct inlay_rng rng = inlay_rng_seed(6);
    static double G[MAX_N * MAX_N];
    double mu[MAX_N], mean, var;
    inlay_error err = {0};

    for (size_t k = 0; k < LEN(DIAGONAL) * LEN(SPREAD) * LEN(N) * 7; k++) {
        const size_t n = N[k % 4];
        const double middle = 1.0 - (double)(k / 4 % 7);
        const double spread = SPREAD[k / 28 % 3], more = DIAGONAL[k / 84];
        size_t hardest = 0;
        for (size_t i = 0; i < n; i++) {
            mu[i] = middle + spread * inlay_rng_normal(&rng);
            if (mu[i] < mu[hardest])
                hardest = i;
        }
        for (size_t i = 0; i < n * n; i++)
            G[i] = 1.0 + (i % (n + 1) == 0 ? more : 0.0);
        struct inlay_ep ep = {0};
        CHECK_OK(inlay_ep_run(&ep, n, mu, G, 1e-6, NULL, &err), err);
        CHECK(ep.has_converged);
        check_sane(&ep, G);
        truncated(mu[hardest], 1.0, &mean, &var);
        CHECK(ep.var[hardest] > 0.1 * var);
        CHECK(ep.var[hardest] < var * (1.0 + 1e-3) + more);
        CHECK_REL(ep.mean[hardest], mean, 0.25);
        inlay_ep_clear(&ep);
    }
}

TEST(conditions_that_are_nearly_impossible_leave_numbers)
{
    static const double A[] = {-50.0, -1e3, -1e5, -1e8, -1e12};
    static const size_t N[] = {1, 2, 10, 50};
    struct inlay_rng rng = inlay_rng_seed(7);
    static double G[MAX_N * MAX_N];
    double mu[MAX_N];

    for (size_t s = 0; s < LEN(N); s++)
        for (size_t k = 0; k < LEN(A); k++)
            for (int rep = 0; rep < 6; rep++) {
                const size_t n = N[s];
                random_covariance(n, rep % 2 ? n : 1, rep < 4 ? 0.1 : 1e-10,
                                  &rng, G);
                for (size_t i = 0; i < n; i++)
                    mu[i] = (rep % 3 == 0 || i == 0 ? A[k] : -1.0) *
                            sqrt(G[i * n + i]);
                struct inlay_ep ep = run(n, mu, G);
                check_sane(&ep, G);
                inlay_ep_clear(&ep);
            }
}

/* A tolerance that is never met ends, too. */
TEST(a_tolerance_that_cannot_be_met_ends)
{
    enum { N = 5 };
    struct inlay_rng rng = inlay_rng_seed(8);
    double mu[N] = {0.0}, G[N * N];
    struct inlay_ep ep;
    inlay_error err = {0};

    random_covariance(N, N, 0.1, &rng, G);
    CHECK_OK(inlay_ep_run(&ep, N, mu, G, -1.0, NULL, &err), err);
    CHECK(!ep.has_converged && ep.n_sweeps == INLAY_EP_MAX_SWEEPS);
    check_fixed_point(&ep, mu, G, 1e-10);
    inlay_ep_clear(&ep);
}

OOM_TEST(conditions_without_memory_leak_nothing)
{
    const double mu[] = {0.1, -0.2}, G[] = {1.0, 0.3, 0.3, 1.0};
    struct inlay_ep ep = {.n = 77};
    inlay_error err = {0};
    const inlay_status st = inlay_ep_run(&ep, 2, mu, G, 1e-8, NULL, &err);

    if (st == INLAY_OK)
        inlay_ep_clear(&ep);
    else
        CHECK(ep.n == 77 && ep.tau == NULL && err.msg[0] != '\0');
    return st;
}
