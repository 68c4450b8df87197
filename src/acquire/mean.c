/*
 * mean.c: −1/S Σ_s E f(u), docs/maths.md (18).
 */
#include "acquire/mean.h"

#include <string.h>

enum { BLOCK = INLAY_ACQ_BLOCK };

static const struct inlay_model *model_of(const struct inlay_acq *a)
{
    return ((const struct inlay_mean_acq *)a)->model;
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_model *model = model_of(a);
    const size_t dim = a->dim;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;
    double *rest = Z + BLOCK * dim;

    model->ops->embed(model, U, n, Z);
    memset(out, 0, n * sizeof *out);
    if (grad)
        memset(grad, 0, n * dim * sizeof *grad);
    for (size_t k = 0; k < model->n_comp; k++) {
        if (grad)
            model->ops->gradient(model, k, Z, n, mean, var, dmean, dvar, rest);
        else
            model->ops->predict(model, k, Z, n, mean, NULL, rest);
        for (size_t i = 0; i < n; i++)
            out[i] -= mean[i] / (double)model->n_comp;
        for (size_t i = 0; grad && i < n * dim; i++)
            grad[i] -= dmean[i] / (double)model->n_comp;
    }
}

static const struct inlay_acq_ops MEAN_OPS = {.evaluate = evaluate};

void inlay_mean_acq_init(struct inlay_mean_acq *m,
                         const struct inlay_model *model)
{
    const size_t dim = model->dim;
    *m = (struct inlay_mean_acq){
        .base = {&MEAN_OPS, dim, (2 + 3 * dim) * BLOCK + model->n_scratch,
                 model->is_flat},
        .model = model,
    };
}
