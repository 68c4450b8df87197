/* adam.c: one pass over the weights; five streams, so memory sets the pace. */
#include "network/adam.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/vector.h"

static const double BETA1 = 0.9, BETA2 = 0.999;
static const float EPSILON = 1e-8f;

inlay_status adam_init(struct adam *adam, size_t n, inlay_error *err)
{
    struct adam made = {.n = n,
                        .mean = inlay_mem_new(n, sizeof *made.mean),
                        .square = inlay_mem_new(n, sizeof *made.square)};
    if (!made.mean || !made.square) {
        adam_clear(&made);
        return inlay_fail_memory(err, "the state of Adam");
    }
    *adam = made;
    return INLAY_OK;
}

void adam_clear(struct adam *adam)
{
    inlay_mem_free(adam->mean);
    inlay_mem_free(adam->square);
    *adam = (struct adam){0};
}

/* m and v are divided by 1 - beta^t, as they began at 0: for m that is in
 * `rate`, for v in `scale`. */
INLAY_VECTORISED
static void step(size_t n, const float *restrict g, float rate, float scale,
                 float *restrict m, float *restrict v, float *restrict w)
{
    const float b1 = (float)BETA1, c1 = (float)(1.0 - BETA1);
    const float b2 = (float)BETA2, c2 = (float)(1.0 - BETA2);
    for (size_t i = 0; i < n; i++) {
        m[i] = b1 * m[i] + c1 * g[i];
        v[i] = b2 * v[i] + c2 * (g[i] * g[i]);
        w[i] -= rate * m[i] / (sqrtf(v[i] * scale) + EPSILON);
    }
}

void adam_step(struct adam *adam, const float *gradient, double rate,
               float *weights)
{
    const double t = (double)++adam->n_steps;
    step(adam->n, gradient, (float)(rate / (1.0 - pow(BETA1, t))),
         (float)(1.0 / (1.0 - pow(BETA2, t))), adam->mean, adam->square,
         weights);
}
