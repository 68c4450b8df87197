/*
 * belief_fixture.h: a history, what is believed of it, and what points are worth.
 */
#ifndef INLAY_TESTS_BELIEF_FIXTURE_H
#define INLAY_TESTS_BELIEF_FIXTURE_H

#include "strategy_fixture.h"

#include "strategy/appraisal.h"
#include "strategy/belief.h"

struct formed {
    struct driven d;
    struct inlay_belief_options options;
    struct inlay_appraisal_options worth;
    struct inlay_belief b;
    struct inlay_appraisal a;
};

static inline double half_fails(const inlay_value *x)
{
    return x[0].real < 0.5 ? mixed(x) : NAN;
}

static inline double all_fail(const inlay_value *x)
{
    (void)x;
    return NAN;
}

/* Belief and appraisal of the history that is there. */
static inline void formed_think(struct formed *f)
{
    inlay_error err = {0};
    inlay_belief_read_options(f->d.options, f->d.exact.dim, &f->options);
    inlay_appraisal_read_options(f->d.options, &f->worth);
    CHECK_OK(inlay_belief_form(&f->b, &f->d.exact, &f->d.history, &f->options,
                               &f->d.rng, &err),
             err);
    CHECK_OK(inlay_appraisal_form(&f->a, &f->b, &f->d.history, &f->worth,
                                  &f->d.rng, &err),
             err);
}

/* n random trials of f, of which the last n_pending are not told. */
static inline void form(struct formed *f, const char *options, objective_fn *fn,
                        size_t n, size_t n_pending)
{
    inlay_error err = {0};
    char text[160];

    snprintf(text, sizeof text, "method=random %s", options);
    driven_init(&f->d, MIXED_SPACE, text);
    for (size_t i = 0; i < n; i++) {
        const struct inlay_record *r = NULL;
        if (i + n_pending < n)
            step(&f->d, fn);
        else
            CHECK_OK(suggest(&f->d, &r, &err), err);
    }
    formed_think(f);
}

static inline void formed_clear(struct formed *f)
{
    inlay_appraisal_clear(&f->a);
    inlay_belief_clear(&f->b);
    driven_clear(&f->d);
}

static inline inlay_prediction predict_at(const struct formed *f, size_t i)
{
    inlay_error err = {0};
    inlay_prediction p;
    CHECK_OK(inlay_belief_predict(&f->b, f->d.history.record[i]->u,
                                  &f->a.acq.base, &p, &err),
             err);
    return p;
}

#endif
