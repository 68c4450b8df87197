/*
 * test_classify.c: the model of success against sampling, differences and
 * shapes that it must be able to learn.
 */
#include "model_fixture.h"

#include "base/special.h"
#include "model/classify.h"

static const struct inlay_gp_options OPTIONS = {.kernel = INLAY_KERNEL_MATERN52,
                                                .jitter = 1e-8};

static void labels_add(struct inlay_data *labels, const double *u, bool works)
{
    inlay_data_add(labels, u, works ? 1.0 : -1.0);
}

static struct inlay_gp *fit(const struct inlay_encoding *enc,
                            struct inlay_data *labels)
{
    inlay_error err = {0};
    struct inlay_gp *gp = NULL;
    CHECK_OK(inlay_classify_fit(enc, labels, &OPTIONS, &gp, &err), err);
    CHECK(gp->base.n_comp == 1);
    return gp;
}

static double success_at(const struct inlay_gp *gp, const double *u)
{
    double *scratch = inlay_mem_doubles(gp->base.n_scratch), mean, var;
    inlay_gp_predict(gp, 0, u, 1, &mean, &var, scratch);
    inlay_mem_free(scratch);
    const double p = exp(inlay_classify_log_success(mean, var, NULL, NULL));
    CHECK(isfinite(mean) && var >= 0 && p >= 0 && p <= 1);
    return p;
}

/* ---- P(success) of a latent mean and variance ---- */

TEST(log_success_is_that_of_a_normal)
{
    static const double MEANS[] = {-100, -3, -0.1, 0, 0.2, 2, 40};
    static const double VARS[] = {0, 1e-6, 0.3, 1, 50};
    for (size_t i = 0; i < LEN(MEANS); i++)
        for (size_t j = 0; j < LEN(VARS); j++) {
            const double z = MEANS[i] / sqrt(VARS[j] + INLAY_CLASSIFY_SOFTNESS);
            const double v =
                inlay_classify_log_success(MEANS[i], VARS[j], NULL, NULL);
            CHECK(v <= 0 && isfinite(v));
            CHECK_REL(v, inlay_norm_log_cdf(z), 1e-12);
        }
    CHECK_ABS(inlay_classify_log_success(0, 3, NULL, NULL), log(0.5), 1e-12);
}

TEST(the_slopes_are_central_differences)
{
    static const double MEANS[] = {-20, -3, -0.1, 0, 0.2, 2, 5};
    static const double VARS[] = {0.01, 0.3, 1, 50};
    for (size_t i = 0; i < LEN(MEANS); i++)
        for (size_t j = 0; j < LEN(VARS); j++) {
            const double m = MEANS[i], v = VARS[j], h = 1e-6, k = h * v;
            double by_mean, by_var;
            CHECK(inlay_classify_log_success(m, v, &by_mean, &by_var) ==
                  inlay_classify_log_success(m, v, NULL, NULL));
            const double dm =
                (inlay_classify_log_success(m + h, v, NULL, NULL) -
                 inlay_classify_log_success(m - h, v, NULL, NULL)) /
                (2 * h);
            const double dv =
                (inlay_classify_log_success(m, v + k, NULL, NULL) -
                 inlay_classify_log_success(m, v - k, NULL, NULL)) /
                (2 * k);
            CHECK_ABS(by_mean, dm, 1e-5 * (1 + fabs(dm)));
            CHECK_ABS(by_var, dv, 1e-5 * (1 + fabs(dv)));
        }
}

/* ---- The evidence ---- */

struct ep {
    struct domain domain;
    struct inlay_data labels;
    struct inlay_metric metric;
    struct inlay_evidence ev;
    struct inlay_sites sites;
};

/* Random points, of which those with a small first coordinate work. */
static void ep_init(struct ep *e, const int *levels, size_t dim, size_t n,
                    bool is_per_category, uint64_t seed)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(seed);
    double u[MAX_D];

    domain_init(&e->domain, levels, dim);
    CHECK_OK(inlay_data_init(&e->labels, dim, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&e->domain.enc, &rng, u);
        labels_add(&e->labels, u, u[0] + 0.2 * u[dim - 1] < 0.6);
    }
    inlay_data_set(&e->labels, e->labels.obs);
    CHECK_OK(
        inlay_metric_init(&e->metric, &e->domain.enc, is_per_category, &err),
        err);
    CHECK_OK(inlay_evidence_init(&e->ev, &e->metric, &e->labels,
                                 INLAY_KERNEL_MATERN52, 1e-8, NULL, &err),
             err);
    CHECK_OK(inlay_sites_init(&e->sites, &e->labels, &err), err);
}

static void ep_clear(struct ep *e)
{
    inlay_sites_clear(&e->sites);
    inlay_evidence_clear(&e->ev);
    inlay_metric_clear(&e->metric);
    inlay_data_clear(&e->labels);
    domain_clear(&e->domain);
}

/* From the sites that are there, until they stand still to the last digits: EP
 * stops earlier than a difference quotient needs. */
static double converged(struct ep *e, const double *theta, double *grad)
{
    double v = 0;
    for (int k = 0; k < 40; k++)
        v = inlay_classify_evidence(&e->ev, &e->sites, theta, NULL);
    return grad ? inlay_classify_evidence(&e->ev, &e->sites, theta, grad) : v;
}

TEST(the_gradient_of_the_evidence_is_the_central_difference)
{
    static const int DOMAINS[][3] = {{0, 0, 0}, {0, 3, -4}, {4, 2, 0}};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (int per = 0; per < 2; per++) {
            struct ep e;
            double theta[MAX_THETA], grad[MAX_THETA];

            ep_init(&e, DOMAINS[d], 3, 14, per, 70 + d);
            const size_t P = e.metric.n_scales;
            for (size_t p = 0; p < P; p++)
                theta[p] = log(0.5 + 0.1 * (double)p);
            theta[inlay_theta_amp(P)] = 0.3;
            theta[inlay_theta_noise(P)] = -INFINITY;
            theta[inlay_theta_mean(P)] = 0.2;
            CHECK(isfinite(converged(&e, theta, grad)));
            CHECK(grad[inlay_theta_noise(P)] == 0);
            for (size_t k = 0; k < P + 3; k++) {
                const double h = 1e-4, t = theta[k];
                if (k == inlay_theta_noise(P))
                    continue;
                theta[k] = t + h;
                const double up = converged(&e, theta, NULL);
                theta[k] = t - h;
                const double down = converged(&e, theta, NULL);
                theta[k] = t;
                const double diff = (up - down) / (2 * h);
                CHECK_ABS(grad[k], diff, 1e-4 * (1 + fabs(diff)));
            }
            ep_clear(&e);
        }
}

/* Where it starts does not show where it ends. */
TEST(the_evidence_does_not_depend_on_where_the_sites_start)
{
    static const int REALS[] = {0, 0};
    struct ep a, b;
    const double theta[] = {log(0.4), log(0.7), 0, -INFINITY, 0.1};
    const double other[] = {log(1.4), log(0.2), 0.5, -INFINITY, -1};

    ep_init(&a, REALS, 2, 15, false, 5);
    ep_init(&b, REALS, 2, 15, false, 5);
    converged(&b, other, NULL);
    const double v = converged(&a, theta, NULL);
    CHECK_REL(converged(&b, theta, NULL), v, 1e-6);
    ep_clear(&a);
    ep_clear(&b);
}

/* ---- Against sampling ---- */

enum { N_DRAWS = 400000 };

/* The probability of the labels, and the mean of f at the last point given them,
 * by drawing f ~ N(m, K) and keeping what fits; K is 3×3 (labels at 0, 1). */
static void by_rejection(const double K[3][3], double m, const double *sign,
                         double *evidence, double *success)
{
    struct inlay_rng rng = inlay_rng_seed(123);
    double L[3][3] = {{0}};
    size_t n_kept = 0, n_success = 0;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double s = K[i][j] + (i == j ? 1e-9 : 0);
            for (int k = 0; k < j; k++)
                s -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(s) : s / L[j][j];
        }
    for (int r = 0; r < N_DRAWS; r++) {
        double z[3], f[3];
        bool fits = true;
        for (int i = 0; i < 3; i++) {
            z[i] = inlay_rng_normal(&rng);
            f[i] = m + sqrt(INLAY_CLASSIFY_SOFTNESS) * inlay_rng_normal(&rng);
            for (int j = 0; j <= i; j++)
                f[i] += L[i][j] * z[j];
            fits = fits && (i == 2 || f[i] * sign[i] > 0);
        }
        n_kept += fits;
        n_success += fits && f[2] > 0;
    }
    *evidence = log((double)n_kept / N_DRAWS);
    *success = (double)n_success / (double)n_kept;
}

/* EP is exact for one label and nearly so for two. */
TEST(two_labels_agree_with_rejection_sampling)
{
    static const int REAL[] = {0};
    static const double SIGNS[][2] = {{1, 1}, {1, -1}, {-1, -1}};
    static const double AT[] = {0.2, 0.6}, NEW = 0.75;

    for (size_t s = 0; s < LEN(SIGNS); s++) {
        struct ep e;
        inlay_error err = {0};
        const double l = 0.4, amp = 1.3, m = 0.3;
        const double theta[] = {log(l), log(amp), -INFINITY, m};
        double K[3][3], want_evidence, want_success;

        domain_init(&e.domain, REAL, 1);
        CHECK_OK(inlay_data_init(&e.labels, 1, 2, &err), err);
        for (size_t i = 0; i < 2; i++)
            labels_add(&e.labels, &AT[i], SIGNS[s][i] > 0);
        inlay_data_set(&e.labels, e.labels.obs);
        CHECK_OK(inlay_metric_init(&e.metric, &e.domain.enc, false, &err), err);
        CHECK_OK(inlay_evidence_init(&e.ev, &e.metric, &e.labels,
                                     INLAY_KERNEL_MATERN52, 1e-8, NULL, &err),
                 err);
        CHECK_OK(inlay_sites_init(&e.sites, &e.labels, &err), err);

        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double a = i < 2 ? AT[i] : NEW, b = j < 2 ? AT[j] : NEW;
                const double r = sqrt(5) * fabs(a - b) / l;
                K[i][j] = amp * (1 + r + r * r / 3) * exp(-r);
            }
        by_rejection((const double(*)[3])K, m, SIGNS[s], &want_evidence,
                     &want_success);
        CHECK_ABS(converged(&e, theta, NULL), want_evidence, 0.02);

        /* mean and variance at NEW from the sites, by hand: k' alpha, and
         * k − k'(K + D)⁻¹k with the 2×2 inverse written out */
        const double *k = K[2], *D = e.sites.D, *al = e.ev.alpha;
        const double a = K[0][0] + D[0], b = K[0][1], c = K[1][1] + D[1];
        const double q =
            (c * k[0] * k[0] - 2 * b * k[0] * k[1] + a * k[1] * k[1]) /
            (a * c - b * b);
        const double mean = m + k[0] * al[0] + k[1] * al[1];
        CHECK_ABS(
            exp(inlay_classify_log_success(mean, K[2][2] - q, NULL, NULL)),
            want_success, 0.02);
        ep_clear(&e);
    }
}

/* ---- Shapes ---- */

typedef bool works_fn(const double *u);

static bool in_half(const double *u)
{
    return u[0] + 0.5 * u[1] < 0.7;
}

static bool in_disc(const double *u)
{
    return hypot(u[0] - 0.5, u[1] - 0.5) < 0.35;
}

static bool in_category(const double *u)
{
    return u[0] != 0.5; /* the second of three */
}

/* Share of 500 random points that are judged rightly after n random labels. */
static double accuracy(const int *levels, works_fn *works, size_t n)
{
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;
    struct inlay_rng rng = inlay_rng_seed(44);
    size_t n_right = 0;
    double u[2];

    domain_init(&d, levels, 2);
    CHECK_OK(inlay_data_init(&labels, 2, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&d.enc, &rng, u);
        labels_add(&labels, u, works(u));
    }
    struct inlay_gp *gp = fit(&d.enc, &labels);
    for (size_t i = 0; i < labels.n; i++) {
        const double *at = labels.U + 2 * i;
        CHECK(works(at) == (success_at(gp, at) > 0.5));
    }
    for (int i = 0; i < 500; i++) {
        inlay_encode_sample(&d.enc, &rng, u);
        n_right += works(u) == (success_at(gp, u) > 0.5);
    }
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
    return (double)n_right / 500;
}

TEST(shapes_are_learnt)
{
    static const int REALS[] = {0, 0}, MIXED[] = {3, 0};
    CHECK(accuracy(REALS, in_half, 40) > 0.93);
    CHECK(accuracy(REALS, in_disc, 60) > 0.88);
    CHECK(accuracy(MIXED, in_category, 20) > 0.98);
}

/* A limit of a weighted sum is carried beyond the data. */
TEST(a_limit_is_extrapolated)
{
    static const int REALS[] = {0, 0};
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;
    struct inlay_rng rng = inlay_rng_seed(4);
    double u[2];

    domain_init(&d, REALS, 2);
    CHECK_OK(inlay_data_init(&labels, 2, 30, &err), err);
    for (size_t i = 0; i < 30; i++) {
        inlay_encode_sample(&d.enc, &rng, u);
        u[0] = 0.3 + 0.4 * u[0];
        labels_add(&labels, u, u[0] < 0.5);
    }
    struct inlay_gp *gp = fit(&d.enc, &labels);
    const double good[] = {0, 0.5}, bad[] = {1, 0.5};
    CHECK(success_at(gp, good) > 0.8);
    CHECK(success_at(gp, bad) < 0.2);
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
}

TEST(labels_that_are_well_apart_are_sure)
{
    static const int REALS[] = {0, 0};
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;

    domain_init(&d, REALS, 2);
    CHECK_OK(inlay_data_init(&labels, 2, 18, &err), err);
    for (int i = 0; i < 18; i++) { /* two groups of nine */
        const double u[] = {(i / 9) * 0.7 + 0.1 * (i % 3), 0.4 * (i / 3 % 3)};
        labels_add(&labels, u, i < 9);
    }
    struct inlay_gp *gp = fit(&d.enc, &labels);
    for (int i = 0; i < 18; i++) {
        const double p = success_at(gp, labels.U + 2 * i);
        CHECK(i < 9 ? p > 0.85 : p < 0.15);
    }
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
}

/* ---- Odd data ---- */

TEST(all_failed_data_expect_failure)
{
    static const int MIXED[] = {0, 3, -4};
    for (size_t n = 1; n <= 16; n *= 4) {
        inlay_error err = {0};
        struct domain d;
        struct inlay_data labels;
        struct inlay_rng rng = inlay_rng_seed(n);
        double u[3];

        domain_init(&d, MIXED, 3);
        CHECK_OK(inlay_data_init(&labels, 3, n, &err), err);
        for (size_t i = 0; i < n; i++) {
            inlay_encode_sample(&d.enc, &rng, u);
            labels_add(&labels, u, false);
        }
        struct inlay_gp *gp = fit(&d.enc, &labels);
        for (size_t i = 0; i < labels.n; i++)
            CHECK(success_at(gp, labels.U + 3 * i) < 0.5);
        inlay_gp_free(gp);
        inlay_data_clear(&labels);
        domain_clear(&d);
    }
}

TEST(both_labels_at_one_point)
{
    static const int REAL[] = {0};
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;
    const double a = 0.25, b = 0.75;

    domain_init(&d, REAL, 1);
    CHECK_OK(inlay_data_init(&labels, 1, 6, &err), err);
    labels_add(&labels, &a, true); /* twice good, once bad: good */
    labels_add(&labels, &a, false);
    labels_add(&labels, &a, true);
    labels_add(&labels, &b, true); /* as often: bad */
    labels_add(&labels, &b, false);
    struct inlay_gp *gp = fit(&d.enc, &labels);
    CHECK(success_at(gp, &a) > 0.5);
    CHECK(success_at(gp, &b) < 0.5);
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
}

/* A point that failed between two that worked, 1e-9 apart. */
TEST(labels_that_contradict_each_other)
{
    static const int REAL[] = {0};
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;

    domain_init(&d, REAL, 1);
    CHECK_OK(inlay_data_init(&labels, 1, 30, &err), err);
    for (int i = 0; i < 30; i++) {
        const double u = 0.5 + 1e-9 * i;
        labels_add(&labels, &u, i % 2);
    }
    struct inlay_gp *gp = fit(&d.enc, &labels);
    for (size_t i = 0; i < 30; i++)
        success_at(gp, labels.U + i); /* finite, within 0 and 1 */
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
}

TEST(random_labels_never_give_a_nan)
{
    for (uint64_t seed = 0; seed < 150; seed++) {
        inlay_error err = {0};
        struct domain d;
        struct inlay_data labels;
        struct inlay_rng rng = inlay_rng_seed(seed);
        const size_t dim = 1 + inlay_rng_below(&rng, 4);
        const size_t n = 1 + inlay_rng_below(&rng, 25);
        const double share = inlay_rng_uniform(&rng);
        int levels[4];
        double u[4];

        for (size_t j = 0; j < dim; j++)
            levels[j] = (int)inlay_rng_below(&rng, 9) - 4;
        for (size_t j = 0; j < dim; j++)
            levels[j] = levels[j] == 1 || levels[j] == -1 ? 0 : levels[j];
        domain_init(&d, levels, dim);
        CHECK_OK(inlay_data_init(&labels, dim, n, &err), err);
        for (size_t i = 0; i < n; i++) {
            inlay_encode_sample(&d.enc, &rng, u);
            labels_add(&labels, u, inlay_rng_uniform(&rng) < share);
        }
        struct inlay_gp *gp = fit(&d.enc, &labels);
        for (int i = 0; i < 10; i++) {
            inlay_encode_sample(&d.enc, &rng, u);
            success_at(gp, u);
        }
        inlay_gp_free(gp);
        inlay_data_clear(&labels);
        domain_clear(&d);
    }
}

/* The latent function is constant within a cell, as success is. */
TEST(points_of_one_cell_have_one_probability)
{
    static const int MIXED[] = {3, -4};
    inlay_error err = {0};
    struct domain d;
    struct inlay_data labels;
    struct inlay_rng rng = inlay_rng_seed(9);
    double u[2], t[2];

    domain_init(&d, MIXED, 2);
    CHECK_OK(inlay_data_init(&labels, 2, 8, &err), err);
    for (int i = 0; i < 8; i++) {
        inlay_encode_sample(&d.enc, &rng, u);
        labels_add(&labels, u, u[1] > 0.5);
    }
    struct inlay_gp *gp = fit(&d.enc, &labels);
    for (int i = 0; i < 50; i++) {
        random_u(2, &rng, u);
        inlay_encode_snap(&d.enc, u, t);
        CHECK(success_at(gp, u) == success_at(gp, t));
    }
    inlay_gp_free(gp);
    inlay_data_clear(&labels);
    domain_clear(&d);
}

#ifdef INLAY_FAILING_MEM
static struct domain the_domain;
static struct inlay_data the_labels;

static inlay_status try_fit(void)
{
    inlay_error err = {0};
    struct inlay_gp *gp = NULL;
    const inlay_status st =
        inlay_classify_fit(&the_domain.enc, &the_labels, &OPTIONS, &gp, &err);
    CHECK((st == INLAY_OK) == (gp != NULL));
    CHECK(st == INLAY_OK || strncmp(err.msg, "out of memory", 13) == 0);
    inlay_gp_free(gp);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    static const int MIXED[] = {0, 3};
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(9);
    double u[2];

    domain_init(&the_domain, MIXED, 2);
    CHECK_OK(inlay_data_init(&the_labels, 2, 8, &err), err);
    for (int i = 0; i < 8; i++) {
        inlay_encode_sample(&the_domain.enc, &rng, u);
        labels_add(&the_labels, u, u[0] > 0.5);
    }
    check_oom(try_fit, __FILE__, __LINE__);
    inlay_data_clear(&the_labels);
    domain_clear(&the_domain);
}
#endif
