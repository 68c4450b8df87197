/*
 * test_relevance.c: relevance of variables to a GP; its laws are in
 * study/test_insight.c, where the users' values are.
 */
#include "strategy_fixture.h"

#include "strategy/belief.h"
#include "strategy/relevance.h"

/* The belief after n random trials of `mixed`. */
static void form(struct driven *d, struct inlay_belief *b, const char *options,
                 size_t n)
{
    struct inlay_belief_options o;
    inlay_error err = {0};
    char text[160];

    snprintf(text, sizeof text, "method=random %s", options);
    driven_init(d, MIXED_SPACE, text);
    for (size_t i = 0; i < n; i++)
        step(d, mixed);
    inlay_belief_read_options(d->options, d->exact.dim, &o);
    CHECK_OK(inlay_belief_form(b, &d->exact, &d->history, &o, &d->rng, &err),
             err);
}

TEST(length_scales_are_geometric_means)
{
    inlay_error err = {0};
    struct inlay_belief b;
    struct driven d;
    inlay_relevance r[4];

    form(&d, &b, "inference=slice samples=3 categories=per-category", 15);
    CHECK_OK(inlay_relevance_find(b.objective.gp, r, &err), err);
    double number = 0.0, category = 0.0;
    for (size_t k = 0; k < 3; k++) { /* θ: a, k, three of c, r */
        const double *theta = b.objective.gp->comp[k].theta;
        number += theta[5] / 3.0;
        category += (theta[2] + theta[3] + theta[4]) / 9.0;
    }
    CHECK_REL(r[3].length_scale, exp(number), 1e-12);
    CHECK_REL(r[2].length_scale, exp(category), 1e-12);
    inlay_belief_clear(&b);
    driven_clear(&d);
}

TEST(relevance_is_a_function_of_the_model)
{
    inlay_error err = {0};
    struct inlay_belief b;
    struct driven d;
    inlay_relevance r[4], again[4];

    form(&d, &b, "", 12);
    CHECK_OK(inlay_relevance_find(b.objective.gp, r, &err), err);
    CHECK_OK(inlay_relevance_find(b.objective.gp, again, &err), err);
    CHECK(memcmp(r, again, sizeof r) == 0);
    inlay_belief_clear(&b);
    driven_clear(&d);
}

/* Without pending trials a GP is a model like any other. */
TEST(a_gp_as_any_model_has_the_same_shares_and_no_length_scales)
{
    inlay_error err = {0};
    struct inlay_belief b;
    struct driven d;
    inlay_relevance r[4], as_model[4];

    form(&d, &b, "inference=slice samples=2", 15);
    CHECK_OK(inlay_relevance_find(b.objective.gp, r, &err), err);
    CHECK_OK(inlay_relevance_of_model(&b.objective.gp->base, &d.exact, as_model,
                                      &err),
             err);
    for (size_t v = 0; v < 4; v++) {
        CHECK_ABS(as_model[v].share, r[v].share, 1e-9);
        CHECK(isnan(as_model[v].length_scale));
    }
    inlay_belief_clear(&b);
    driven_clear(&d);
}
