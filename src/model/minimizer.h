/*
 * minimizer.h: a component of a GP, given that a point x* is where f is least.
 *
 * That f(x*) is least at all is replaced by f(x*) <= f(x_i) at each point x_i
 * that the GP knows, pending ones included, and f(x*) <= f(x) at the point asked
 * about.  Expectation propagation does the former once for each x*, and a
 * truncated normal the latter.  docs/maths.md (32)–(36).
 *
 * With V = L⁻¹k(X, x), which a prediction makes anyway, everything at x is a
 * product of one matrix with V: a block of points costs little more than its
 * predictions.  K without its diagonal is never inverted, so configurations may
 * coincide: x* with a known one (its condition says nothing), x with x*.
 */
#ifndef INLAY_MODEL_MINIMISER_H
#define INLAY_MODEL_MINIMISER_H

#include "model/gp.h"

struct inlay_minimizer {
    const struct inlay_gp *gp; /* not owned */
    size_t comp;
    double *z;        /* x*, embedded */
    double mean, var; /* of f(x*), given the conditions at the data */
    size_t n_sites;   /* conditions that say something */
    size_t n_sweeps;  /* of the propagation */
    bool has_converged;

    /* (n_sites + 2)×n_points: rows that V is multiplied by, see minimizer.c */
    double *M;
    double *by_kappa; /* n_sites + 1: what k(x, x*) is multiplied by */
    double *at_star;  /* n_sites: the first rows' product at x* itself */
};

/* Moments of f(x) at one point. */
struct inlay_minimizer_moments {
    double mean, var; /* given the conditions at the data */
    double cov;       /* of f(x) and f(x*), given them */
    double bounded;   /* the variance given f(x) >= f(x*), too */
};

/* x* = T(u).  tolerance is that of inlay_ep_run. */
inlay_status inlay_minimizer_init(struct inlay_minimizer *m,
                                  const struct inlay_gp *gp, size_t comp,
                                  const double *u, double tolerance,
                                  inlay_error *err);
void inlay_minimizer_clear(struct inlay_minimizer *m);

/* kappa[i] := k(x_i, x*) for the n rows of Z, embedded; slope, unless NULL, its
 * derivative by r². */
void inlay_minimizer_kappa(const struct inlay_minimizer *m, const double *Z,
                           size_t n, double *kappa, double *slope);

/* Moments at n points from their V, mean and var (inlay_gp_whiten) and kappa.
 * Y gets (n_sites + 2)×n numbers that the way back needs. */
void inlay_minimizer_condition(const struct inlay_minimizer *m, const double *V,
                               const double *mean, const double *var,
                               const double *kappa, size_t n, double *Y,
                               struct inlay_minimizer_moments *out);

/*
 * The way back: by_bounded[n] are derivatives of some function by `bounded`.
 * Adds its derivatives by mean, var and V (n_points×n), and sets by_kappa; Y is
 * overwritten.
 */
void inlay_minimizer_pull_back(const struct inlay_minimizer *m,
                               const struct inlay_minimizer_moments *at,
                               const double *by_bounded, size_t n, double *Y,
                               double *by_mean, double *by_var,
                               double *by_kappa, double *by_V);

#endif
