/*
 * design.c: a Sobol' net as the beginning of a search.
 *
 * The net is made anew for each point and its first points are passed over, in
 * O(n) for trial n: that keeps no state, and costs less than any evaluation.
 */
#include "strategy/design.h"

#include "acquire/sobol.h"
#include "base/error.h"
#include "strategy/strategy.h"

/* Key of the net's random stream below the study's seed. */
enum { STREAM_NET = 0x5eed };

/* Points of the net that may be repeats in a row, before chance decides. */
enum { MAX_TRIES = 64 };

void inlay_design_init(struct inlay_design *d,
                       const struct inlay_encoding *exact,
                       const struct inlay_encoding *enc,
                       const inlay_options *options)
{
    const struct inlay_rng seed = inlay_rng_seed(
        (uint64_t)inlay_options_integer(options, INLAY_OPT_SEED));
    *d = (struct inlay_design){
        .exact = exact,
        .enc = enc,
        .net = inlay_rng_split(&seed, STREAM_NET),
        .starts_in_middle = inlay_options_choice(options, INLAY_OPT_FIRST) ==
                            INLAY_FIRST_MIDDLE,
        .may_repeat = inlay_strategy_may_repeat(options),
        .repeats_noise = inlay_options_choice(options, INLAY_OPT_REPEATS) ==
                         INLAY_REPEATS_AUTO,
    };
}

static bool is_number(const struct inlay_encoding *enc, size_t axis)
{
    const struct inlay_var *v =
        inlay_space_var(enc->space, enc->axis[axis].var);
    return v->is.type != INLAY_TYPE_CATEGORICAL &&
           v->is.type != INLAY_TYPE_BOOLEAN;
}

/* Numbers are drawn towards the middle of their ranges: margin 0 leaves them where
 * they are, 0.5 is the middle itself. */
static void draw_in(const struct inlay_encoding *enc, double margin, double *u)
{
    for (size_t j = 0; j < enc->dim; j++)
        if (is_number(enc, j))
            u[j] = margin + (1.0 - 2.0 * margin) * u[j];
}

/* How far point i of the net is drawn in.  Users put ranges around what they
 * expect, so the first point is the middle. */
static double margin_of(const struct inlay_design *d, size_t i,
                        const struct inlay_design_filter *filter)
{
    if (i == 0 && d->starts_in_middle)
        return 0.5;
    return filter ? filter->margin : 0.0;
}

static bool is_refused(const struct inlay_design *d,
                       const struct inlay_history *h,
                       const struct inlay_design_filter *filter,
                       const double *exact)
{
    return (!d->may_repeat && inlay_seen_find(&h->seen, exact)) ||
           (filter && filter->refuses(filter->context, exact));
}

inlay_status inlay_design_net(const struct inlay_design *d,
                              const struct inlay_history *h, size_t first,
                              const struct inlay_design_filter *filter,
                              double *u, inlay_value *x, double *exact,
                              inlay_error *err)
{
    struct inlay_rng net = d->net;
    struct inlay_sobol sobol;
    const inlay_status st = inlay_sobol_init(&sobol, d->enc->dim, &net, err);
    if (st != INLAY_OK)
        return st;
    bool found = false;
    for (size_t i = 0; !found && i < first + MAX_TRIES; i++) {
        inlay_sobol_next(&sobol, u);
        if (i < first)
            continue;
        draw_in(d->enc, margin_of(d, i, filter), u);
        inlay_encode_snap(d->enc, u, u);
        inlay_decode(d->enc, u, x);
        inlay_encode(d->exact, x, exact);
        found = !is_refused(d, h, filter, exact);
    }
    inlay_sobol_clear(&sobol);
    return found ? INLAY_OK
                 : inlay_fail(err, INLAY_EXHAUSTED,
                              "found no new point among %d points of the net",
                              MAX_TRIES);
}

inlay_status inlay_design_point(const struct inlay_design *d,
                                const struct inlay_history *h, double *u,
                                inlay_value *x, double *exact, inlay_error *err)
{
    return inlay_design_net(d, h, h->n, NULL, u, x, exact, err);
}

inlay_status inlay_design_random(const struct inlay_design *d,
                                 const struct inlay_history *h,
                                 struct inlay_rng *rng, double *u,
                                 inlay_value *x, double *exact,
                                 inlay_error *err)
{
    if (d->may_repeat)
        inlay_encode_sample(d->exact, rng, exact);
    else if (!inlay_seen_draw(&h->seen, rng, exact))
        return inlay_fail(err, INLAY_EXHAUSTED,
                          "all %zu configurations have been suggested",
                          h->seen.n);
    inlay_decode(d->exact, exact, x);
    inlay_encode(d->enc, x, u);
    return INLAY_OK;
}
