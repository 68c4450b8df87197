/*
 * steps.c: one step of each way, by the parts of the library that a suggestion
 * is made of (strategy/gpbo.c), with hyper-parameters that are known.
 *
 * As there the ways differ in the encoding, and in the point at which an
 * observation is learnt: naive at encode(x), basic where it asked, proposed
 * anywhere in the cell, as that is one point to it.
 */
#include "figure1/steps.h"

#include <math.h>

#include "acquire/ei.h"
#include "acquire/maximize.h"
#include "base/mem.h"
#include "harness/refuse.h"

static const double SCALE = STEPS_VALUES - 1; /* s = SCALE u */

const char *steps_way_name(enum steps_way way)
{
    static const char *const NAMES[STEPS_WAYS] = {"naive", "basic", "proposed"};
    return NAMES[way];
}

void steps_init(struct steps *t, enum steps_way way, const inlay_space *space,
                const struct posterior_prior *prior, size_t room)
{
    *t = (struct steps){.way = way, .best = INFINITY};
    posterior_init(&t->belief, space, way != STEPS_PROPOSED, prior, room);
}

void steps_clear(struct steps *t)
{
    posterior_clear(&t->belief);
}

static size_t decode(const struct inlay_encoding *enc, double u)
{
    inlay_value x;
    inlay_decode(enc, &u, &x);
    return (size_t)x.integer;
}

static double encode(const struct inlay_encoding *enc, size_t value)
{
    inlay_value x = inlay_integer((int64_t)value);
    inlay_error err = {0};
    double u;
    refuse_unless_ok(inlay_space_check(enc->space, &x, &x, &err), "steps",
                     &err);
    inlay_encode(enc, &x, &u);
    return u;
}

static void observe(struct steps *t, double u, size_t value, double y)
{
    posterior_observe(&t->belief, &u, y);
    t->best = fmin(t->best, y);
    t->evaluated[value]++;
}

void steps_know(struct steps *t, size_t value, double y)
{
    observe(t, encode(&t->belief.enc, value), value, y);
}

void steps_learn(struct steps *t, const struct suggestion *s, double y)
{
    observe(t, s->learnt_at / SCALE, s->value, y);
}

/* EI over what is known; `best` is kept by the caller, who outlives it. */
static struct inlay_ei ei_of(const struct steps *t)
{
    struct inlay_ei ei;
    inlay_ei_init(&ei, &t->belief.gp->base, &t->best, INLAY_EI_PLAIN);
    return ei;
}

static double *scratch_of(const struct inlay_ei *ei)
{
    double *scratch = inlay_mem_doubles(ei->base.n_scratch);
    if (!scratch)
        refuse("steps", "out of memory");
    return scratch;
}

/* More rounds and a finer end than a suggestion needs: the place is drawn, and
 * must not depend on the last digits of the arithmetic. */
struct suggestion steps_suggest(const struct steps *t, struct inlay_rng *rng)
{
    const struct inlay_ei ei = ei_of(t);
    const struct inlay_search search = {.acq = &ei.base, .enc = &t->belief.enc};
    const struct inlay_maximize_options options = {.n_candidates = 500,
                                                   .n_starts = 8,
                                                   .n_rounds = 8,
                                                   .n_steps = 60,
                                                   .gain_tol = 1e-13,
                                                   .has_moves = true,
                                                   .n_exhaustive = 100,
                                                   .n_threads = 1};
    struct inlay_maximize_result result = {0};
    inlay_error err = {0};
    double u;

    refuse_unless_ok(inlay_maximize(&search, &options, rng, &u, &result, &err),
                     "steps", &err);
    struct suggestion s = {.place = SCALE * u,
                           .ei = exp(result.value),
                           .value = decode(&t->belief.enc, u)};
    s.learnt_at = t->way == STEPS_NAIVE
                      ? SCALE * encode(&t->belief.enc, s.value)
                      : s.place;
    return s;
}

double steps_ei(const struct steps *t, double s)
{
    const struct inlay_ei ei = ei_of(t);
    double *scratch = scratch_of(&ei), u = s / SCALE, log_ei;
    ei.base.ops->evaluate(&ei.base, &u, 1, &log_ei, NULL, scratch);
    inlay_mem_free(scratch);
    return exp(log_ei);
}

struct moments steps_posterior(const struct steps *t, double s)
{
    const double u = s / SCALE;
    return posterior_at(&t->belief, &u);
}

size_t steps_round(const struct steps *t, double s)
{
    return decode(&t->belief.enc, s / SCALE);
}
