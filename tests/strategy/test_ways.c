/*
 * test_ways.c: the paper's contrast is where the three ways learn.  With the same
 * history, each predicts as a model does that was fitted
 *
 *     gp        at u = encode(x) of the exact cube
 *     gp-basic  at the point of the relaxed cube where it asked
 *     gp-naive  at encode(x) of the relaxed cube
 *
 * and as no other of these models does.  No noise, so that a model reproduces a
 * value where it was fitted and nowhere else.
 */
#include "belief_fixture.h"

/* Cells wide enough that a point asked in one is far from its middle. */
#define COARSE_SPACE                                                           \
    "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":2},"              \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]}" \
    ",{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[1,2,5]}]"

#define REAL_SPACE                                                             \
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":-5,\"max\":5},"                \
    "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]"

#define SETTING " noise=none warp=none inference=map initial=8"

enum { N_TRIALS = 8 };

static double coarse(const inlay_value *x)
{
    static const double OF_C[] = {0.7, -0.4, 1.3};
    return fabs(x[0].real - 1.0) + OF_C[x[1].integer] - 0.3 * x[2].real;
}

static double smooth(const inlay_value *x)
{
    return 0.2 * x[0].real * x[0].real + sin(6.0 * x[1].real);
}

static inlay_prediction predicted(struct driven *d, const inlay_value *x)
{
    const struct inlay_rng rng = inlay_rng_split(&d->rng, d->history.n);
    inlay_error err = {0};
    inlay_prediction p = {0};
    CHECK_OK(
        inlay_strategy_predict(d->strategy, &d->history, &rng, x, &p, &err),
        err);
    return p;
}

/* A model of d's history in the relaxed cube, fitted where the test says.  The
 * fit is a maximum: it draws no random number. */
struct fitted {
    struct inlay_encoding relaxed;
    struct inlay_belief b;
    struct inlay_appraisal a;
};

static void fit(struct fitted *f, const struct driven *d, bool fits_asked)
{
    struct inlay_belief_options o;
    struct inlay_appraisal_options worth;
    inlay_error err = {0};

    CHECK_OK(inlay_encoding_init(&f->relaxed, d->space, true, &err), err);
    inlay_belief_read_options(d->options, f->relaxed.dim, &o);
    o.fits_asked = fits_asked;
    inlay_appraisal_read_options(d->options, &worth);
    CHECK_OK(
        inlay_belief_form(&f->b, &f->relaxed, &d->history, &o, &d->rng, &err),
        err);
    CHECK_OK(
        inlay_appraisal_form(&f->a, &f->b, &d->history, &worth, &d->rng, &err),
        err);
}

static void fitted_clear(struct fitted *f)
{
    inlay_appraisal_clear(&f->a);
    inlay_belief_clear(&f->b);
    inlay_encoding_clear(&f->relaxed);
}

static inlay_prediction fitted_at(const struct fitted *f, const double *u)
{
    inlay_error err = {0};
    inlay_prediction p = {0};
    CHECK_OK(inlay_belief_predict(&f->b, u, &f->a.acq.base, &p, &err), err);
    return p;
}

static void driven_to(struct driven *d, const char *json, const char *options,
                      objective_fn *f)
{
    driven_init(d, json, options);
    for (size_t i = 0; i < N_TRIALS; i++)
        step(d, f);
}

/* How many of d's trials its strategy predicts to the last digits, at x. */
static size_t n_reproduced(struct driven *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->history.n; i++) {
        const struct inlay_record *r = d->history.record[i];
        const inlay_prediction p = predicted(d, r->x);
        n += fabs(p.mean - r->y) < 1e-4 && p.sd < 1e-2;
    }
    return n;
}

/* ---- The laws ---- */

TEST(what_was_told_is_known_at_x_unless_it_was_asked_elsewhere)
{
    struct driven d;
    driven_to(&d, COARSE_SPACE, "method=gp" SETTING, coarse);
    CHECK(n_reproduced(&d) == N_TRIALS);
    driven_clear(&d);
    driven_to(&d, COARSE_SPACE, "method=gp-naive" SETTING, coarse);
    CHECK(n_reproduced(&d) == N_TRIALS);
    driven_clear(&d);
    driven_to(&d, COARSE_SPACE, "method=gp-basic" SETTING, coarse);
    CHECK(n_reproduced(&d) <= N_TRIALS / 4);
    driven_clear(&d);
}

/* A point of a real space is its own encoding: there is no contrast. */
TEST(basic_knows_what_was_told_where_nothing_is_rounded)
{
    struct driven d;
    driven_to(&d, REAL_SPACE, "method=gp-basic" SETTING, smooth);
    CHECK(n_reproduced(&d) == N_TRIALS);
    driven_clear(&d);
}

TEST(basic_reproduces_a_value_at_the_point_where_it_asked)
{
    struct driven d;
    struct fitted f;
    driven_to(&d, COARSE_SPACE, "method=gp-basic" SETTING, coarse);
    fit(&f, &d, true);
    for (size_t i = 0; i < d.history.n; i++) {
        const struct inlay_record *r = d.history.record[i];
        CHECK_ABS(fitted_at(&f, r->asked).mean, r->y, 1e-4);
        CHECK(fitted_at(&f, r->asked).sd < 1e-2);
    }
    fitted_clear(&f);
    driven_clear(&d);
}

/* The model of a way is one of the two in the relaxed cube, and not the other:
 * compared bit for bit at every trial. */
static void check_learns(const char *options, bool at_asked)
{
    struct driven d;
    struct fitted at_point, at_code;
    driven_to(&d, COARSE_SPACE, options, coarse);
    fit(&at_point, &d, true);
    fit(&at_code, &d, false);
    for (size_t i = 0; i < d.history.n; i++) {
        const inlay_value *x = d.history.record[i]->x;
        const inlay_prediction p = predicted(&d, x);
        double e[MAX_VARS];
        inlay_encode(&at_point.relaxed, x, e);
        const struct fitted *f = at_asked ? &at_point : &at_code;
        CHECK(p.mean == fitted_at(f, e).mean && p.sd == fitted_at(f, e).sd);
        CHECK(!at_asked || p.sd != fitted_at(&at_code, e).sd);
    }
    fitted_clear(&at_point);
    fitted_clear(&at_code);
    driven_clear(&d);
}

TEST(basic_learns_where_it_asked_and_naive_at_the_encoding)
{
    check_learns("method=gp-basic" SETTING, true);
    check_learns("method=gp-naive" SETTING, false);
}
