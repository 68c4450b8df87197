/*
 * test_weighted.c: an acquisition with and without a model of success.
 */
#include "acquire/acquire_fixture.h"

#include "acquire/ei.h"
#include "acquire/weighted.h"
#include "base/special.h"

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}};
static const int MIXED[] = {0, 3, -4, 0};
static const double BEST[] = {-1.5, -1.5, -1.5};

TEST(the_gradient_is_the_central_difference)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_ei ei;
        struct inlay_weighted w;
        struct inlay_rng rng = inlay_rng_seed(8 + d);

        fitted_init(&f, DOMAINS[d], 4, 14, 1, 30 + d);
        struct inlay_success *success = success_of(&f, 0.6, 12);
        inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
        inlay_weighted_init(&w, &ei.base, success, 2.5, NULL, 0);
        check_gradient(&w.base, &f.domain.enc, &rng, 1e-5);
        check_blocks(&w.base, &f.domain.enc, &rng);
        inlay_weighted_init(&w, NULL, success, 1.0, NULL, 0);
        check_gradient(&w.base, &f.domain.enc, &rng, 1e-5);
        check_blocks(&w.base, &f.domain.enc, &rng);
        inlay_success_free(success);
        fitted_clear(&f);
    }
}

TEST(no_value_exceeds_its_bound)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_ei ei;
        struct inlay_weighted w;
        struct inlay_rng rng = inlay_rng_seed(80 + d);

        fitted_init(&f, DOMAINS[d], 4, 14, 3, 30 + d);
        struct inlay_success *success = success_of(&f, 0.6, 12);
        inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
        inlay_weighted_init(&w, &ei.base, success, 2.5, NULL, 0);
        check_acq_bounds(&w.base, &f, &rng);
        inlay_weighted_init(&w, &ei.base, NULL, 2.5, NULL, 0);
        check_acq_bounds(&w.base, &f, &rng);
        double *scratch = inlay_mem_doubles(w.base.n_scratch), inner, outer;
        ei.base.ops->bounds(&ei.base, f.data.U, 1, &inner, scratch);
        w.base.ops->bounds(&w.base, f.data.U, 1, &outer, scratch);
        CHECK(inner == outer);
        inlay_mem_free(scratch);
        inlay_weighted_init(&w, NULL, success, 2.5, NULL, 0);
        CHECK(!w.base.ops->bounds);
        inlay_success_free(success);
        fitted_clear(&f);
    }
}

/* Of f and -f, whose limits are those of f turned round. */
TEST(limits_weigh_with_their_probability)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_ei ei;
        struct inlay_weighted w, only;
        struct inlay_rng rng = inlay_rng_seed(90 + d);
        double u[MAX_D], inner, both, weights, mean, var;

        fitted_init(&f, DOMAINS[d], 4, 14, 1, 30 + d);
        const struct inlay_within within[] = {
            {f.gp, -INFINITY, 0.2}, {f.gp, -0.4, 0.6}, {f.gp, -1.0, INFINITY}};
        inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
        inlay_weighted_init(&w, &ei.base, NULL, 1.0, within, LEN(within));
        inlay_weighted_init(&only, NULL, NULL, 1.0, within, LEN(within));
        check_gradient(&w.base, &f.domain.enc, &rng, 1e-5);
        check_gradient(&only.base, &f.domain.enc, &rng, 1e-5);
        check_blocks(&w.base, &f.domain.enc, &rng);
        check_acq_bounds(&w.base, &f, &rng);
        double *scratch = inlay_mem_doubles(w.base.n_scratch);
        for (int rep = 0; rep < 30; rep++) {
            inlay_encode_sample(&f.domain.enc, &rng, u);
            ei.base.ops->evaluate(&ei.base, u, 1, &inner, NULL, scratch);
            w.base.ops->evaluate(&w.base, u, 1, &both, NULL, scratch);
            only.base.ops->evaluate(&only.base, u, 1, &weights, NULL, scratch);
            inlay_gp_predict(f.gp, 0, u, 1, &mean, &var, scratch);
            const double sd = sqrt(var);
            double p = inlay_norm_cdf((0.2 - mean) / sd);
            p *= inlay_norm_cdf((0.6 - mean) / sd) -
                 inlay_norm_cdf((-0.4 - mean) / sd);
            p *= 1.0 - inlay_norm_cdf((-1.0 - mean) / sd);
            if (p > 1e-9)
                CHECK_ABS(weights, log(p), 1e-6);
            CHECK_ABS(both, inner + weights, 1e-9 * (1.0 + fabs(both)));
        }
        inlay_mem_free(scratch);
        fitted_clear(&f);
    }
}

TEST(success_weighs_with_its_exponent)
{
    struct fitted f;
    struct inlay_ei ei;
    struct inlay_weighted weighed, only;
    struct inlay_rng rng = inlay_rng_seed(12);
    double u[MAX_D];

    fitted_init(&f, MIXED, LEN(MIXED), 14, 1, 5);
    struct inlay_success *success = success_of(&f, 0.5, 15);
    inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
    inlay_weighted_init(&weighed, &ei.base, success, 3.0, NULL, 0);
    inlay_weighted_init(&only, NULL, success, 3.0, NULL, 0);
    double *scratch = inlay_mem_doubles(success->n_scratch);
    for (int rep = 0; rep < 50; rep++) {
        double log_p;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_success_log(success, u, 1, &log_p, NULL, scratch);
        CHECK_ABS(value_at(&only.base, u), 3.0 * log_p,
                  1e-12 * (1 + fabs(log_p)));
        const double want = value_at(&ei.base, u) + 3.0 * log_p;
        CHECK_ABS(value_at(&weighed.base, u), want, 1e-12 * (1 + fabs(want)));
    }
    inlay_mem_free(scratch);
    inlay_success_free(success);
    fitted_clear(&f);
}

TEST(without_failures_it_is_what_is_inside)
{
    struct fitted f;
    struct inlay_ei ei;
    struct inlay_weighted w;
    struct inlay_rng rng = inlay_rng_seed(4);
    double u[MAX_D], want[MAX_D], got[MAX_D];

    fitted_init(&f, MIXED, LEN(MIXED), 14, 3, 5);
    inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
    inlay_weighted_init(&w, &ei.base, NULL, 3.0, NULL, 0);
    for (int rep = 0; rep < 20; rep++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        CHECK(value_at(&w.base, u) == value_at(&ei.base, u));
        CHECK(gradient_at(&w.base, u, got) == gradient_at(&ei.base, u, want));
        for (size_t j = 0; j < LEN(MIXED); j++)
            CHECK(got[j] == want[j]);
    }
    fitted_clear(&f);
}

/* Nothing but the given scratch is written or allocated. */
TEST(nothing_is_allocated)
{
#ifdef INLAY_FAILING_MEM
    struct fitted f;
    struct inlay_ei ei;
    struct inlay_weighted w;
    double u[4] = {0.5, 0, 0, 0.5}, grad[4], out;

    fitted_init(&f, MIXED, LEN(MIXED), 14, 1, 5);
    struct inlay_success *success = success_of(&f, 0.5, 15);
    inlay_ei_init(&ei, &f.gp->base, BEST, INLAY_EI_PLAIN);
    inlay_weighted_init(&w, &ei.base, success, 1.0, NULL, 0);
    double *scratch = inlay_mem_doubles(w.base.n_scratch);
    inlay_mem_fail_after(-1);
    w.base.ops->evaluate(&w.base, u, 1, &out, NULL, scratch);
    w.base.ops->evaluate(&w.base, u, 1, &out, grad, scratch);
    CHECK(inlay_mem_fail_after(-1) == 0);
    inlay_mem_free(scratch);
    inlay_success_free(success);
    fitted_clear(&f);
#endif
}
