/*
 * apart.c: the metric of docs/maths.md (4), with the length-scales that a study
 * tells.
 */
#include "app/pages/apart.h"

#include <math.h>

double inlay_apart(const struct inlay_encoding *enc, const inlay_relevance *r,
                   size_t without, const double *a, const double *b)
{
    double sum = 0.0;

    for (size_t j = 0; j < enc->dim; j++) {
        const struct inlay_axis *axis = &enc->axis[j];
        const double scale = r[axis->var].length_scale;
        /* A category that differs counts as its one-hot code. */
        const double off = axis->kind != INLAY_AXIS_CATEGORY ? a[j] - b[j]
                           : a[j] == b[j]                    ? 0.0
                                                             : sqrt(2.0);
        const double d = isnan(scale) ? off : off / scale;

        if (axis->var != without)
            sum += d * d;
    }
    return sqrt(sum);
}
