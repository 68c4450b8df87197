/*
 * test_unmeasured.c: a limit that no trial has measured is measured at the best
 * trial first, and then everywhere.
 */
#include "strategy_fixture.h"

#include "strategy/unmeasured.h"

static const char FIVE[] =
    "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":5}]";

static const inlay_output LOSS = {"loss", INLAY_GOAL_MINIMIZE, -INFINITY,
                                  INFINITY},
                          SIZE = {"size", INLAY_GOAL_NONE, -INFINITY, 7},
                          LATE = {"late", INLAY_GOAL_NONE, -INFINITY, 2};

static void set_outputs(struct driven *d, struct inlay_outputs *o)
{
    inlay_error err = {0};
    CHECK_OK(inlay_outputs_init(o, &err), err);
    CHECK_OK(inlay_outputs_add(o, &LOSS, &err), err);
    CHECK_OK(inlay_outputs_add(o, &SIZE, &err), err);
    CHECK_OK(inlay_outputs_add(o, &LATE, &err), err);
    d->history.outputs = o;
}

static void end(struct driven *d, const struct inlay_record *r, double loss,
                double size, double late)
{
    const double values[] = {loss, size, late};
    inlay_history_end_with(&d->history, r->id, loss, values, NULL);
}

/* k = 1..5 with losses 4 1 0 1 4, of which 3 is too large; nobody knows how late
 * they are. */
static void fill(struct driven *d, struct inlay_outputs *o, const char *options)
{
    driven_init(d, FIVE, options);
    set_outputs(d, o);
    for (int64_t k = 1; k <= 5; k++) {
        const struct inlay_record *r = NULL;
        inlay_error err = {0};
        const inlay_value x = inlay_integer(k);
        CHECK_OK(history_append(&d->history, &x, NULL, &r, &err), err);
        end(d, r, (double)((k - 3) * (k - 3)), k == 3 ? 8 : 1, NAN);
    }
}

static void clear(struct driven *d, struct inlay_outputs *o)
{
    driven_clear(d);
    inlay_outputs_clear(o);
}

TEST(the_best_by_what_is_known_is_measured_again)
{
    struct inlay_outputs o;
    struct driven d;
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    fill(&d, &o, "initial=2");
    CHECK(inlay_unmeasured_best(&d.history)->x[0].integer == 2);
    CHECK_OK(suggest(&d, &r, &err), err);
    CHECK(r->x[0].integer == 2);
    CHECK(!inlay_unmeasured_best(&d.history)); /* it is being measured */
    end(&d, r, 1, 1, 3);
    CHECK(!inlay_unmeasured_best(&d.history)); /* something is known */
    clear(&d, &o);
}

/* Each configuration once more, then all is known. */
static void check_measured_again(const char *options)
{
    struct inlay_outputs o;
    struct driven d;
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    bool is_measured[6] = {false};
    fill(&d, &o, options);
    for (int i = 0; i < 5; i++) {
        CHECK_OK(suggest(&d, &r, &err), err);
        CHECK(!is_measured[r->x[0].integer]);
        is_measured[r->x[0].integer] = true;
        end(&d, r, (double)((r->x[0].integer - 3) * (r->x[0].integer - 3)), 1,
            (double)r->x[0].integer);
    }
    CHECK(suggest(&d, &r, &err) == INLAY_EXHAUSTED);
    CHECK(inlay_history_best(&d.history)->x[0].integer == 2);
    clear(&d, &o);
}

TEST(every_method_measures_what_lacks_a_limit)
{
    check_measured_again("initial=2");
    check_measured_again("method=gp-basic initial=2");
    check_measured_again("method=gp-naive initial=2");
    check_measured_again("method=tpe");
    check_measured_again("method=smac");
    check_measured_again("method=random");
    check_measured_again("method=hillclimb");
}

TEST(without_limits_that_are_unknown_nothing_is_measured_again)
{
    struct inlay_outputs o;
    struct driven d;
    driven_init(&d, FIVE, "initial=2");
    CHECK(!inlay_unmeasured_best(&d.history));
    driven_clear(&d);
    fill(&d, &o, "");
    for (int64_t id = 1; id <= 5; id++) {
        const double values[] = {1, 1, 1};
        inlay_history_amend(&d.history, id, 1, values, NULL);
    }
    CHECK(!inlay_unmeasured_best(&d.history));
    clear(&d, &o);
}
