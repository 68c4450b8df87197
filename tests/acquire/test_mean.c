/*
 * test_mean.c: the acquisition whose maximizer is recommended.
 */
#include "acquire/acquire_fixture.h"

#include "acquire/mean.h"

static const int MIXED[] = {0, 3, -4, 0};

TEST(the_value_is_the_negated_average_of_the_means)
{
    struct fitted f;
    struct inlay_mean_acq m;
    struct inlay_rng rng = inlay_rng_seed(2);
    double u[MAX_D];

    fitted_init(&f, MIXED, LEN(MIXED), 15, 4, 9);
    inlay_mean_acq_init(&m, &f.gp->base);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    for (int rep = 0; rep < 40; rep++) {
        double sum = 0, mean, var;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        for (size_t k = 0; k < 4; k++) {
            inlay_gp_predict(f.gp, k, u, 1, &mean, &var, scratch);
            sum += mean;
        }
        CHECK_ABS(value_at(&m.base, u), -sum / 4, 1e-12);
    }
    inlay_mem_free(scratch);
    fitted_clear(&f);
}

TEST(the_gradient_is_the_central_difference)
{
    for (size_t n_comp = 1; n_comp <= 4; n_comp += 3) {
        struct fitted f;
        struct inlay_mean_acq m;
        struct inlay_rng rng = inlay_rng_seed(2);

        fitted_init(&f, MIXED, LEN(MIXED), 15, n_comp, 9);
        inlay_mean_acq_init(&m, &f.gp->base);
        check_gradient(&m.base, &f.domain.enc, &rng, 1e-6);
        check_blocks(&m.base, &f.domain.enc, &rng);
        fitted_clear(&f);
    }
}

/* Without noise the model passes through its data. */
TEST(at_a_point_of_the_data_it_is_the_negated_observation)
{
    inlay_error err = {0};
    struct fitted f;
    struct inlay_mean_acq m;
    struct inlay_rng rng = inlay_rng_seed(31);
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN52,
                                       .noise = INLAY_NOISE_NONE,
                                       .jitter = 1e-10,
                                       .n_samples = 1};

    domain_init(&f.domain, MIXED, LEN(MIXED));
    data_random(&f.data, &f.domain.enc, 12, &rng);
    f.gp = NULL;
    CHECK_OK(gp_fit(&f.domain.enc, &f.data, &o, NULL, 0, &rng, &f.gp, &err),
             err);
    inlay_mean_acq_init(&m, &f.gp->base);
    for (size_t i = 0; i < f.data.n; i++)
        CHECK_ABS(value_at(&m.base, f.data.U + i * 4), -f.data.y[i], 1e-6);
    fitted_clear(&f);
}
