/*
 * ep.h: a normal vector, given that each of its coordinates is positive.
 *
 *     p(d) ∝ N(d | mu, G) Π_i [d_i > 0]                     docs/maths.md (33)
 *
 * Expectation propagation replaces each condition by a normal site of precision
 * tau >= 0 and shift nu.  Nothing is inverted but I + S½ G S½, S = diag(tau),
 * which is regular whatever G is: coordinates may be equal, or constant.
 */
#ifndef INLAY_MODEL_EP_H
#define INLAY_MODEL_EP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"

struct inlay_ep {
    size_t n;
    double *tau, *nu;   /* sites */
    double *C;          /* n×n: the factor of I + S½ G S½, lower */
    double *q;          /* the mean of d is mu + G q */
    double *mean, *var; /* of each d_i */
    size_t n_sweeps;
    bool has_converged;
};

/*
 * Sites for n coordinates, G n×n with both triangles and a positive diagonal.
 * Ends when no mean or variance changes by more than `tolerance` in units of G's
 * diagonal, or after INLAY_EP_MAX_SWEEPS: then has_converged is false, and the
 * last sites are as good as any.  Where conditions are hopeless (1e5 deviations
 * away) a site may stay behind, as rounding leaves nothing of its cavity.
 */
inlay_status inlay_ep_run(struct inlay_ep *ep, size_t n, const double *mu,
                          const double *G, double tolerance,
                          struct inlay_watch *watch, inlay_error *err);
void inlay_ep_clear(struct inlay_ep *ep);

enum { INLAY_EP_MAX_SWEEPS = 100 };

#endif
