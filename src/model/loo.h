/*
 * loo.h: what a GP says of each point of its data, had it not seen it.
 *
 * The hyper-parameters are kept: those of a fit without the point would be a
 * little different.  Points that are pending take no part.
 */
#ifndef INLAY_MODEL_LOO_H
#define INLAY_MODEL_LOO_H

#include "model/gp.h"

/*
 * For each of the data->n points: mean and variance, over all components, of one
 * observation there, its noise included, given all other points.  A point leaves
 * with all of its observations.  data is what gp was fitted to.
 */
inlay_status inlay_loo_predict(const struct inlay_gp *gp,
                               const struct inlay_data *data, double *mean,
                               double *var, inlay_error *err);

#endif
