/*
 * strategy_fixture.h: a strategy with its history, without a study around it.
 */
#ifndef INLAY_TESTS_STRATEGY_FIXTURE_H
#define INLAY_TESTS_STRATEGY_FIXTURE_H

#include "study/study_fixture.h"

#include "history_fixture.h"
#include "strategy/options.h"
#include "problem/space.h"
#include "strategy/strategy.h"

struct driven {
    inlay_space *space;
    inlay_options *options;
    struct inlay_encoding exact;
    struct inlay_history history;
    struct inlay_strategy *strategy;
    struct inlay_rng rng;
};

static inline void driven_init(struct driven *d, const char *json,
                               const char *options)
{
    inlay_error err = {0};
    d->space = space_of(json);
    d->options = options_of(options);
    CHECK_OK(inlay_encoding_init(&d->exact, d->space, false, &err), err);
    inlay_history_init(&d->history, &d->exact);
    d->strategy = NULL;
    CHECK_OK(
        inlay_strategy_new(&d->exact, d->options, &d->strategy, NULL, &err),
        err);
    d->rng = inlay_rng_seed(17);
}

static inline void driven_clear(struct driven *d)
{
    inlay_strategy_free(d->strategy);
    inlay_history_clear(&d->history);
    inlay_encoding_clear(&d->exact);
    inlay_options_free(d->options);
    inlay_space_free(d->space);
}

/* The next suggestion becomes a pending record. */
static inline inlay_status
suggest(struct driven *d, const struct inlay_record **out, inlay_error *err)
{
    const struct inlay_rng rng = inlay_rng_split(&d->rng, d->history.n);
    struct inlay_trace trace = {0};
    inlay_value x[MAX_VARS];
    inlay_status st =
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, err);
    if (st == INLAY_OK)
        st = history_append(&d->history, x, &trace, out, err);
    inlay_trace_clear(&trace);
    return st;
}

static inline const struct inlay_record *step(struct driven *d, objective_fn *f)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    CHECK_OK(suggest(d, &r, &err), err);
    const double y = f(r->x);
    CHECK_OK(history_finish(&d->history, r->id, y, "failed", &err), err);
    return r;
}

/* A trial that was finished elsewhere. */
static inline const struct inlay_record *
add_told(struct driven *d, const inlay_value *x, double y)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    CHECK_OK(history_append(&d->history, x, NULL, &r, &err), err);
    CHECK_OK(history_finish(&d->history, r->id, y, "failed", &err), err);
    return r;
}

/* Each of the n configurations is suggested once, and then none. */
static inline void check_used_up(const char *json, const char *options,
                                 objective_fn *f, size_t n)
{
    struct driven d;
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    driven_init(&d, json, options);
    while (d.history.n < n) {
        step(&d, f);
        CHECK(d.history.seen.n == d.history.n);
    }
    CHECK(suggest(&d, &r, &err) == INLAY_EXHAUSTED);
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
static struct driven the_driven;

static inline inlay_status try_suggest(void)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    return suggest(&the_driven, &r, &err);
}

/* A suggestion after n results of f, with each of its allocations failing. */
static inline void check_suggest_oom(const char *json, const char *options,
                                     objective_fn *f, size_t n)
{
    driven_init(&the_driven, json, options);
    for (size_t i = 0; i < n; i++)
        step(&the_driven, f);
    check_oom(try_suggest, __FILE__, __LINE__);
    driven_clear(&the_driven);
}
#endif

#endif
