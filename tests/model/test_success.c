/*
 * test_success.c: limits and the GP as one probability.
 */
#include "model_fixture.h"

#include "model/classify.h"
#include "model/success.h"

static const struct inlay_gp_options OPTIONS = {.kernel = INLAY_KERNEL_MATERN52,
                                                .jitter = 1e-8};

typedef bool works_fn(const double *u);

static bool below_sum(const double *u)
{
    return u[0] + 0.5 * u[2] < 0.8;
}

static bool in_stripes(const double *u)
{
    return sin(40 * u[0]) > 0;
}

static bool never(const double *u)
{
    (void)u;
    return false;
}

struct fixture {
    struct domain domain;
    struct inlay_data labels;
    struct inlay_success *success;
    double *scratch;
};

static void fixture_init(struct fixture *f, const int *levels, size_t dim,
                         works_fn *works, size_t n)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(77);
    double u[MAX_D];

    domain_init(&f->domain, levels, dim);
    CHECK_OK(inlay_data_init(&f->labels, dim, n, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&f->domain.enc, &rng, u);
        inlay_data_add(&f->labels, u, works(u) ? 1.0 : -1.0);
    }
    f->success = NULL;
    CHECK_OK(inlay_success_fit(&f->domain.enc, &f->labels, NULL, 0, &OPTIONS,
                               &rng, &f->success, &err),
             err);
    f->scratch = inlay_mem_doubles(f->success->n_scratch);
}

static void fixture_clear(struct fixture *f)
{
    inlay_mem_free(f->scratch);
    inlay_success_free(f->success);
    inlay_data_clear(&f->labels);
    domain_clear(&f->domain);
}

static double log_p(const struct fixture *f, const double *u, double *grad)
{
    double out;
    inlay_success_log(f->success, u, 1, &out, grad, f->scratch);
    CHECK(isfinite(out) && out <= 1e-12);
    return out;
}

static double log_p_of_gp(const struct fixture *f, const double *u)
{
    double mean, var;
    double *scratch = inlay_mem_doubles(f->success->gp->base.n_scratch);
    inlay_gp_predict(f->success->gp, 0, u, 1, &mean, &var, scratch);
    inlay_mem_free(scratch);
    return inlay_classify_log_success(mean, var, NULL, NULL);
}

static const int MIXED[] = {0, 3, -5, 0};

/* docs/maths.md (28), with c = 0.95. */
TEST(the_two_share_the_votes)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    double u[MAX_D];

    fixture_init(&f, MIXED, 4, below_sum, 30);
    CHECK(f.success->limits && f.success->limits->share > 0.5);
    double *scratch = inlay_mem_doubles(f.success->limits->n_scratch);
    for (int i = 0; i < 200; i++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        const double votes =
            inlay_limits_votes(f.success->limits, u, NULL, scratch);
        const double want =
            0.95 * votes +
            (1 - 0.95 * f.success->limits->share) * exp(log_p_of_gp(&f, u));
        CHECK_REL(exp(log_p(&f, u, NULL)), want, 1e-10);
    }
    inlay_mem_free(scratch);
    fixture_clear(&f);
}

TEST(where_no_limit_explains_the_labels_it_is_the_gp)
{
    static const int REALS[] = {0, 0};
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    double u[MAX_D];

    fixture_init(&f, REALS, 2, in_stripes, 60);
    CHECK(f.success->limits && f.success->limits->share == 0);
    for (int i = 0; i < 100; i++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        CHECK_ABS(log_p(&f, u, NULL), log_p_of_gp(&f, u), 1e-12);
    }
    fixture_clear(&f);
}

TEST(limits_need_both_labels_and_few_terms)
{
    static const int MANY[] = {10, 10, 10, 10, 10, 10, 10};
    struct fixture f;
    double u[MAX_D] = {0.3, 0.5, 0.5, 0.7};
    size_t n = 5;

    fixture_init(&f, MIXED, 4, never, 8);
    CHECK(!f.success->limits);
    CHECK(inlay_success_chains(f.success, &n) == NULL && n == 0);
    CHECK_ABS(log_p(&f, u, NULL), log_p_of_gp(&f, u), 1e-12);
    fixture_clear(&f);
    fixture_init(&f, MANY, 7, in_stripes, 20); /* 71 terms */
    CHECK(!f.success->limits);
    fixture_clear(&f);
    fixture_init(&f, MIXED, 4, below_sum, 20);
    const double *chains = inlay_success_chains(f.success, &n);
    CHECK(chains == f.success->limits->chains && n == 16 * 3 * 10);
    fixture_clear(&f);
}

static struct inlay_success *fit_again(const struct fixture *f,
                                       const double *start, size_t n)
{
    inlay_error err = {0};
    struct inlay_success *success = NULL;
    const struct inlay_rng rng = inlay_rng_seed(2);
    struct inlay_data labels = f->labels;
    CHECK_OK(inlay_success_fit(&f->domain.enc, &labels, start, n, &OPTIONS,
                               &rng, &success, &err),
             err);
    return success;
}

static bool has_equal_chains(const struct inlay_success *a,
                             const struct inlay_success *b)
{
    size_t n, m;
    const double *x = inlay_success_chains(a, &n);
    const double *y = inlay_success_chains(b, &m);
    CHECK(n == m);
    return memcmp(x, y, n * sizeof *x) == 0;
}

/* Chains of another space, or of another length, are as none. */
TEST(chains_that_do_not_fit_are_left_alone)
{
    struct fixture f;
    size_t n;

    fixture_init(&f, MIXED, 4, below_sum, 20);
    const double *chains = inlay_success_chains(f.success, &n);
    struct inlay_success *cold = fit_again(&f, NULL, 0);
    struct inlay_success *cut = fit_again(&f, chains, n - 1);
    struct inlay_success *warm = fit_again(&f, chains, n);
    CHECK(has_equal_chains(cold, cut));
    CHECK(!has_equal_chains(cold, warm));
    inlay_success_free(cold);
    inlay_success_free(cut);
    inlay_success_free(warm);
    fixture_clear(&f);
}

/* With voters, and without. */
static void check_gradient(works_fn *works, size_t n)
{
    const double h = 1e-6;
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(3);
    double u[MAX_D], grad[MAX_D];

    fixture_init(&f, MIXED, 4, works, n);
    for (int rep = 0; rep < 100; rep++) {
        for (size_t j = 0; j < 4; j++)
            u[j] = 0.01 + 0.98 * inlay_rng_uniform(&rng);
        inlay_encode_snap(&f.domain.enc, u, u);
        CHECK_ABS(log_p(&f, u, grad), log_p(&f, u, NULL), 1e-9);
        CHECK(grad[1] == 0 && grad[2] == 0);
        for (size_t j = 0; j < 4; j += 3) {
            const double at = u[j];
            u[j] = at + h;
            const double up = log_p(&f, u, NULL);
            u[j] = at - h;
            const double down = log_p(&f, u, NULL);
            u[j] = at;
            const double diff = (up - down) / (2 * h);
            CHECK_ABS(grad[j], diff, 1e-5 * (1 + fabs(diff)));
        }
    }
    fixture_clear(&f);
}

TEST(the_gradient_is_the_central_difference)
{
    check_gradient(below_sum, 25);
    check_gradient(in_stripes, 60);
}

#ifdef INLAY_FAILING_MEM
static const struct fixture *the_fixture;

static inlay_status try_fit(void)
{
    inlay_error err = {0};
    struct inlay_success *success = NULL;
    const struct inlay_rng rng = inlay_rng_seed(2);
    struct inlay_data labels = the_fixture->labels;
    const inlay_status st =
        inlay_success_fit(&the_fixture->domain.enc, &labels, NULL, 0, &OPTIONS,
                          &rng, &success, &err);
    CHECK(st == INLAY_OK || (!success && err.msg[0]));
    inlay_success_free(success);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    struct fixture f;
    fixture_init(&f, MIXED, 4, below_sum, 9);
    the_fixture = &f;
    check_oom(try_fit, __FILE__, __LINE__);
    fixture_clear(&f);
}
#endif
