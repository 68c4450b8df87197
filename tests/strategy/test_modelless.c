/*
 * test_modelless.c: without a model nothing is predicted, and the best observed
 * is recommended.
 */
#include "strategy_fixture.h"

#include "strategy/modelless.h"

TEST(nothing_is_predicted)
{
    struct driven d;
    inlay_error err = {0};
    inlay_prediction p = {1.0, 1.0, 0.0, 1.0};

    driven_init(&d, SMALL_SPACE, "method=random");
    const struct inlay_record *r = step(&d, small);
    CHECK_OK(
        inlay_modelless_predict(d.strategy, &d.history, &d.rng, r->x, &p, &err),
        err);
    CHECK(isnan(p.mean) && isnan(p.sd) && isnan(p.acquisition));
    CHECK(p.p_success == 1.0);
    driven_clear(&d);
}

/* The first of the least values, whatever failed or is pending. */
TEST(the_best_observed_is_recommended)
{
    static const double Y[] = {3, NAN, 1, 2, 1};
    struct driven d;
    inlay_error err = {0};
    inlay_value x[2];
    const struct inlay_record *r = NULL;

    driven_init(&d, SMALL_SPACE, "method=random");
    for (size_t i = 0; i < LEN(Y); i++) {
        CHECK_OK(suggest(&d, &r, &err), err);
        CHECK_OK(inlay_history_finish(&d.history, r->id, Y[i], "failed", &err),
                 err);
        CHECK_OK(
            inlay_modelless_recommend(d.strategy, &d.history, &d.rng, x, &err),
            err);
        CHECK(is_same_x(x, d.history.record[i < 2 ? 0 : 2]->x, 2));
    }
    CHECK_OK(suggest(&d, &r, &err), err);
    CHECK_OK(inlay_modelless_recommend(d.strategy, &d.history, &d.rng, x, &err),
             err);
    CHECK(is_same_x(x, d.history.record[2]->x, 2));
    driven_clear(&d);
}

TEST(there_is_nothing_to_look_into)
{
    struct driven d;
    inlay_error err = {0};
    inlay_relevance relevance[2] = {{.share = 7}, {.share = 7}};
    inlay_residual residual[1] = {{.id = 7}};
    bool has_model = true;

    driven_init(&d, SMALL_SPACE, "method=random");
    step(&d, small);
    CHECK_OK(inlay_modelless_relevance(d.strategy, &d.history, &d.rng,
                                       relevance, &has_model, &err),
             err);
    CHECK(!has_model && relevance[0].share == 7 && relevance[1].share == 7);
    has_model = true;
    CHECK_OK(inlay_modelless_leave_one_out(d.strategy, &d.history, &d.rng,
                                           residual, &has_model, &err),
             err);
    CHECK(!has_model && residual[0].id == 7);
    driven_clear(&d);
}
