/*
 * loo.c: leave-one-out predictions in closed form, docs/maths.md (29).
 *
 * One inverse for each component, O(n³), stands for n fits.  1/(K⁻¹)_ii is what
 * is left of K_ii when all other points are known: it has the noise of a mean of
 * count_i observations, and the jitter, in it.  Of a row whose observations have
 * variances of their own it is what is left for their mean.
 *
 * Rasmussen and Williams (2006), 5.4.2.
 */
#include "model/loo.h"

#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"

/* Means and variances under component k; K has room for n×n, alpha for n_points. */
static void predict_component(const struct inlay_gp *gp,
                              const struct inlay_data *data, size_t k,
                              double *mean, double *var, double *K,
                              double *alpha)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t n = gp->n_data;

    for (size_t j = 0; j < n; j++) {
        if (j % INLAY_GP_BLOCK == 0 && inlay_watch_poll(gp->base.watch))
            return;
        memcpy(K + j * n + j, c->L + j * gp->room + j, (n - j) * sizeof *K);
    }
    inlay_chol_inverse(K, n, n, gp->base.watch);
    inlay_gp_data_alpha(gp, k, alpha);
    for (size_t i = 0; i < n; i++) {
        const double left = 1.0 / K[i * n + i];
        mean[i] = c->y[i] - alpha[i] * left;
        var[i] = left;
        if (!inlay_data_is_given(data, i))
            var[i] += c->noise * (1.0 - 1.0 / data->count[i]);
    }
}

/* Moments of the mixture so far, (k+1) components, from those of k of them and
 * of one more: no difference of large squares. */
static void mix(size_t k, double m, double v, double *mean, double *var)
{
    const double share = 1.0 / (double)(k + 1), off = m - *mean;
    *mean += share * off;
    *var += share * (v - *var) + share * (1.0 - share) * off * off;
}

inlay_status inlay_loo_predict(const struct inlay_gp *gp,
                               const struct inlay_data *data, double *mean,
                               double *var, inlay_error *err)
{
    const size_t n = gp->n_data;
    double *K, *m, *v, *alpha;
    const struct inlay_mem_part parts[] = {INLAY_PART(K, n * n),
                                           INLAY_PART(m, n),
                                           INLAY_PART(v, n),
                                           INLAY_PART(alpha, gp->n_points),
                                           {0}};

    if (!inlay_mem_parts_unset(parts))
        return inlay_fail_memory(err, "predictions without a point");
    for (size_t k = 0; k < gp->base.n_comp && !inlay_watch_poll(gp->base.watch);
         k++) {
        predict_component(gp, data, k, m, v, K, alpha);
        for (size_t i = 0; i < n && !inlay_watch_is_over(gp->base.watch); i++) {
            if (k == 0)
                mean[i] = var[i] = 0.0;
            mix(k, m[i], v[i], &mean[i], &var[i]);
        }
    }
    inlay_mem_free(K);
    return inlay_watch_settle(gp->base.watch, INLAY_OK, err);
}
