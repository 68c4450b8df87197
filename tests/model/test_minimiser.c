/*
 * test_minimiser.c: the conditions of a minimum, against the vector of the
 * documentation.
 */
#include "model_fixture.h"

#include <math.h>

#include "base/mem.h"
#include "model/minimiser.h"

TEST(the_vector_of_the_paper_s_facts)
{
    const int levels[] = {0};
    const double x[] = {0.05, 0.2, 0.45, 0.7, 0.95};
    const double y[] = {0.6, -0.2, 0.4, -0.5, 0.9};
    const double theta[] = {log(0.3), 0.0, log(0.01), 0.0};
    struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN32};
    struct domain d;
    struct inlay_data data;
    struct inlay_gp *gp = NULL;
    struct inlay_minimiser m;
    inlay_error err = {0};

    domain_init(&d, levels, 1);
    CHECK_OK(inlay_data_init(&data, 1, 5, &err), err);
    for (int i = 0; i < 5; i++)
        inlay_data_add(&data, &x[i], y[i]);
    inlay_data_set(&data, y);
    CHECK_OK(inlay_gp_at(&d.enc, &data, &o, theta, 0, &gp, &err), err);
    const double star = 0.62, at = 0.55;
    CHECK_OK(inlay_minimiser_init(&m, gp, 0, &star, 1e-12, &err), err);
    printf("%zu sites %zu sweeps %d\n", m.n_sites, m.n_sweeps, m.has_converged);
    CHECK_ABS(m.mean, -0.6366173144, 1e-8);
    CHECK_ABS(m.var, 0.0270316777, 1e-8);
    double mean, var, V[5], kappa, Y[7];
    struct inlay_minimiser_moments c;
    inlay_gp_whiten(gp, 0, &at, 1, &mean, &var, V, NULL);
    inlay_minimiser_kappa(&m, &at, 1, &kappa, NULL);
    inlay_minimiser_condition(&m, V, &mean, &var, &kappa, 1, Y, &c);
    CHECK_ABS(c.mean, -0.2723419570, 1e-8);
    CHECK_ABS(c.var, 0.0518101800, 1e-8);
    CHECK_ABS(c.cov, 0.0223556698, 1e-8);
    CHECK_ABS(c.bounded, 0.0487897151, 1e-8);
    inlay_minimiser_clear(&m);
    inlay_gp_free(gp);
    inlay_data_clear(&data);
    domain_clear(&d);
}
