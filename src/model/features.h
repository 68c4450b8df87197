/*
 * features.h: a draw of a GP before any data, as a sum of cosines.
 *
 *     g(z) = Σ_f A_f cos 2π(ω_f·x(z) + ψ_f)
 *
 * A stationary covariance is the mean of cos 2πω·(x − x') over its spectral
 * density (Bochner), so with ω_f drawn from there, ψ_f uniform and A_f Rayleigh
 * with E A² = 2 a/n, g has the kernel as its covariance.  Given the ω it is
 * exactly Gaussian, of covariance a/n Σ cos 2πω_f·(x − x').
 *
 * x(z) is the embedded point z of metric.h with a category as its one-hot code:
 * a column of frequencies for each numeric axis and for each value of a category.
 *
 * Rahimi, Recht (2007), Random features for large-scale kernel machines, NIPS.
 */
#ifndef INLAY_MODEL_FEATURES_H
#define INLAY_MODEL_FEATURES_H

#include "base/rng.h"
#include "model/gp.h"

struct inlay_features {
    const struct inlay_metric *metric; /* not owned */
    size_t n, n_columns;               /* features, a multiple of 8 */
    size_t *first_column;              /* of each axis */
    double *omega;                     /* n_columns×n: in turns, by column */
    double *phase;                     /* n: ψ, in turns */
    double *size;                      /* n: A */
};

/*
 * A draw with the covariance of component k of gp (without its mean; its linear
 * part must be 0).  n_features >= 1 is rounded up to a multiple of 8, and
 * reduced, but not below 64, where categories have so many values that the
 * frequencies would be more than 4 million numbers.  gp must outlive the draw.
 */
inlay_status inlay_features_init(struct inlay_features *fs,
                                 const struct inlay_gp *gp, size_t k,
                                 size_t n_features, struct inlay_rng *rng,
                                 inlay_error *err);
void inlay_features_clear(struct inlay_features *fs);

/* g at n embedded points, rows of Z. */
void inlay_features_values(const struct inlay_features *fs, const double *Z,
                           size_t n, double *out);

/* The same with gradients (n×dim rows) by the real axes, 0 in all others. */
void inlay_features_gradient(const struct inlay_features *fs, const double *Z,
                             size_t n, double *out, double *grad);

#endif
