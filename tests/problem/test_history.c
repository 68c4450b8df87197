/*
 * test_history.c: records, in order, that stay where they are.
 */
#include "check.h"

#include "history_fixture.h"

static const char *const COLORS[] = {"red", "green", "blue"};

struct fixture {
    inlay_space *space;
    struct inlay_encoding enc;
    struct inlay_history h;
};

static void make(struct fixture *f)
{
    inlay_error err = {0};

    f->space = NULL;
    CHECK_OK(inlay_space_new(&f->space, &err), err);
    CHECK_OK(
        inlay_space_add_real(f->space, "x", -1, 1, INLAY_SCALE_LINEAR, &err),
        err);
    CHECK_OK(inlay_space_add_categorical(f->space, "c", COLORS, 3, &err), err);
    CHECK_OK(inlay_encoding_init(&f->enc, f->space, false, &err), err);
    inlay_history_init(&f->h, &f->enc);
}

static void clear(struct fixture *f)
{
    inlay_history_clear(&f->h);
    inlay_encoding_clear(&f->enc);
    inlay_space_free(f->space);
}

/* x = -1 + i/100, color i mod 3, canonical. */
static void configuration(const struct fixture *f, size_t i, inlay_value *x)
{
    inlay_error err = {0};

    x[0] = inlay_real(-1.0 + (double)i / 100.0);
    x[1] = inlay_category(COLORS[i % 3]);
    CHECK_OK(inlay_space_check(f->space, x, x, &err), err);
}

static const struct inlay_record *append(struct fixture *f, size_t i)
{
    const struct inlay_record *r = NULL;
    inlay_value x[2];
    inlay_error err = {0};

    configuration(f, i, x);
    CHECK_OK(history_append(&f->h, x, NULL, &r, &err), err);
    return r;
}

static void finish(struct fixture *f, int64_t id, double y)
{
    inlay_error err = {0};
    CHECK_OK(history_finish(&f->h, id, y, "it broke", &err), err);
}

TEST(a_new_record_is_pending_and_complete)
{
    struct fixture f;

    make(&f);
    const struct inlay_record *r = append(&f, 50);
    CHECK(r->id == 1 && r->state == INLAY_STATE_PENDING && isnan(r->y));
    CHECK(!r->asked && !r->memo && !r->why && r->n_asked == 0);
    CHECK(r->x[0].real == -0.5);
    CHECK_TEXT(r->x[1].text, "blue");
    CHECK(r->u[0] == 0.25 && r->u[1] == 1.0);
    CHECK(f.h.n == 1 && inlay_history_n_pending(&f.h) == 1);
    clear(&f);
}

TEST(ids_are_the_places_from_one)
{
    struct fixture f;

    make(&f);
    for (size_t i = 0; i < 100; i++)
        CHECK(append(&f, i)->id == (int64_t)i + 1);
    for (size_t i = 0; i < 100; i++)
        CHECK(f.h.record[i]->id == (int64_t)i + 1);
    clear(&f);
}

TEST(views_stay_valid_while_others_are_added)
{
    struct fixture f;

    make(&f);
    const struct inlay_record *first = append(&f, 7);
    const inlay_value *x = first->x;
    const double *u = first->u;
    for (size_t i = 8; i < 200; i++)
        append(&f, i);
    CHECK(f.h.record[0] == first && first->x == x && first->u == u);
    CHECK(x[0].real == -1.0 + 7.0 / 100.0);
    CHECK_TEXT(x[1].text, "green");
    finish(&f, 1, 3.0);
    CHECK(first->x == x && first->y == 3.0);
    clear(&f);
}

TEST(a_finite_value_is_done_any_other_a_failure)
{
    static const double not_finite[] = {NAN, INFINITY, -INFINITY};
    struct fixture f;

    make(&f);
    for (size_t i = 0; i < 6; i++)
        append(&f, i);
    finish(&f, 2, -4.5);
    CHECK(f.h.record[1]->state == INLAY_STATE_DONE && f.h.record[1]->y == -4.5);
    CHECK(f.h.record[1]->why == NULL);
    for (size_t i = 0; i < LEN(not_finite); i++) {
        finish(&f, 3 + (int64_t)i, not_finite[i]);
        const struct inlay_record *r = f.h.record[2 + i];
        CHECK(r->state == INLAY_STATE_FAILED && isnan(r->y));
        CHECK_TEXT(r->why, "it broke");
    }
    CHECK(f.h.n_done == 1 && f.h.n_failed == 3);
    CHECK(inlay_history_n_pending(&f.h) == 2);
    clear(&f);
}

TEST(an_unknown_trial_is_refused)
{
    struct fixture f;
    inlay_error err = {0};

    make(&f);
    CHECK_FAILS(history_finish(&f.h, 99, 1.0, NULL, &err), INLAY_ESTATE, err,
                "trial 99 does not exist; the study has no trials yet");
    for (size_t i = 0; i < 3; i++)
        append(&f, i);
    CHECK_FAILS(history_finish(&f.h, 0, 1.0, NULL, &err), INLAY_ESTATE, err,
                "trial 0 does not exist; the study has trials 1 to 3");
    CHECK_FAILS(history_finish(&f.h, 4, 1.0, NULL, &err), INLAY_ESTATE, err,
                "trial 4 does not exist; the study has trials 1 to 3");
    CHECK_FAILS(history_finish(&f.h, INT64_MIN, 1.0, NULL, &err), INLAY_ESTATE,
                err,
                "trial -9223372036854775808 does not exist; the study has "
                "trials 1 to 3");
    CHECK(inlay_history_n_pending(&f.h) == 3);
    clear(&f);
}

TEST(a_second_result_is_refused_and_changes_nothing)
{
    struct fixture f;
    inlay_error err = {0};

    make(&f);
    append(&f, 0);
    append(&f, 1);
    finish(&f, 1, 2.0);
    finish(&f, 2, NAN);
    CHECK_FAILS(history_finish(&f.h, 1, 1.0, NULL, &err), INLAY_ESTATE, err,
                "trial 1 already has a result");
    CHECK_FAILS(history_finish(&f.h, 2, 1.0, NULL, &err), INLAY_ESTATE, err,
                "trial 2 already has a result: it failed (it broke)");
    CHECK(f.h.record[0]->y == 2.0);
    CHECK_TEXT(f.h.record[1]->why, "it broke");
    CHECK(f.h.n_done == 1 && f.h.n_failed == 1);
    clear(&f);
}

TEST(the_best_is_the_first_of_the_smallest_that_are_done)
{
    struct fixture f;

    make(&f);
    CHECK(inlay_history_best(&f.h) == NULL);
    for (size_t i = 0; i < 6; i++)
        append(&f, i);
    CHECK(inlay_history_best(&f.h) == NULL);
    finish(&f, 1, -INFINITY); /* a failure, not a minimum */
    CHECK(inlay_history_best(&f.h) == NULL);
    finish(&f, 5, 1.0);
    CHECK(inlay_history_best(&f.h)->id == 5);
    finish(&f, 2, 3.0);
    CHECK(inlay_history_best(&f.h)->id == 5);
    finish(&f, 4, 1.0); /* equal, told later, but the earlier trial */
    CHECK(inlay_history_best(&f.h)->id == 4);
    finish(&f, 6, -1.0);
    CHECK(inlay_history_best(&f.h)->id == 6);
    clear(&f);
}

TEST(the_best_few_are_in_order_and_of_equal_ones_the_earlier_first)
{
    static const double Y[] = {4.0, 1.0, NAN, 3.0, 1.0, 2.0};
    static const int64_t ORDER[] = {2, 5, 6, 4, 1};
    const struct inlay_record *best[8];
    struct fixture f;

    make(&f);
    CHECK(inlay_history_best_few(&f.h, 3, best) == 0);
    for (size_t i = 0; i < 7; i++)
        append(&f, i);
    for (size_t i = 0; i < 6; i++) /* the seventh stays pending */
        finish(&f, (int64_t)i + 1, Y[i]);
    for (size_t n = 0; n <= 8; n++) {
        const size_t found = inlay_history_best_few(&f.h, n, best);
        CHECK(found == (n < 5 ? n : 5));
        for (size_t k = 0; k < found; k++)
            CHECK(best[k]->id == ORDER[k]);
    }
    clear(&f);
}

TEST(all_records_are_seen_whatever_their_state)
{
    struct fixture f;

    make(&f);
    for (size_t i = 0; i < 50; i++) {
        const struct inlay_record *r = append(&f, i);
        if (i % 3)
            finish(&f, r->id, i % 3 == 1 ? 1.0 : NAN);
    }
    for (size_t i = 0; i < 60; i++) {
        inlay_value x[2];
        double u[2];
        configuration(&f, i, x);
        inlay_encode(&f.enc, x, u);
        CHECK((inlay_seen_find(&f.h.seen, u) != NULL) == (i < 50));
    }
    append(&f, 3); /* a repeat is a record of its own */
    CHECK(f.h.n == 51 && f.h.seen.n == 50);
    clear(&f);
}

static void set_outputs(struct fixture *f, struct inlay_outputs *o)
{
    inlay_error err = {0};
    const inlay_output loss = {"loss", INLAY_GOAL_MINIMIZE, -INFINITY,
                               INFINITY};
    const inlay_output late = {"late", INLAY_GOAL_NONE, -INFINITY, 20};
    CHECK_OK(inlay_outputs_init(o, &err), err);
    CHECK_OK(inlay_outputs_add(o, &loss, &err), err);
    CHECK_OK(inlay_outputs_add(o, &late, &err), err);
    f->h.outputs = o;
}

/* As often as one likes, and there are no repeats among them. */
TEST(a_record_without_the_value_of_a_limit_may_be_asked_again)
{
    const double unknown[] = {1, NAN}, known[] = {1, 10};
    struct inlay_outputs outputs;
    struct fixture f;
    make(&f);
    set_outputs(&f, &outputs);
    for (size_t i = 0; i < 3; i++) {
        append(&f, 5);
        CHECK(f.h.seen.n == 1); /* while it is pending */
        inlay_history_end_with(&f.h, (int64_t)i + 1, 1, unknown, NULL);
        CHECK(f.h.seen.n == 0 && f.h.n_lacking == i + 1);
        CHECK(f.h.n == i + 1 && f.h.n_done == i + 1);
    }
    inlay_history_amend(&f.h, 2, 1, known, NULL);
    CHECK(f.h.seen.n == 1 && f.h.n_lacking == 2);
    CHECK(inlay_seen_find(&f.h.seen, f.h.trial[0]->u) == f.h.trial[1]->u);
    inlay_history_discard(&f.h, 2, true);
    CHECK(f.h.seen.n == 0 && f.h.n_lacking == 2);
    inlay_history_discard(&f.h, 2, false);
    inlay_history_amend(&f.h, 2, 1, unknown, NULL);
    CHECK(f.h.seen.n == 0 && f.h.n_lacking == 3);
    clear(&f);
    inlay_outputs_clear(&outputs);
}

static struct inlay_trace trace_of(const char *memo, double first)
{
    struct inlay_trace t = {.n_asked = 2};

    t.asked = inlay_mem_doubles(2);
    t.memo = memo ? inlay_mem_text(memo) : NULL;
    if (t.asked)
        t.asked[0] = first;
    return t;
}

TEST(a_trace_is_taken_over)
{
    struct fixture f;
    struct inlay_trace t = trace_of("theta 1 2", 0.75);
    const struct inlay_record *r = NULL;
    inlay_value x[2];
    inlay_error err = {0};

    make(&f);
    configuration(&f, 4, x);
    const double *asked = t.asked;
    CHECK_OK(history_append(&f.h, x, &t, &r, &err), err);
    CHECK(!t.asked && !t.memo && t.n_asked == 0);
    CHECK(r->asked == asked && r->asked[0] == 0.75 && r->n_asked == 2);
    CHECK_TEXT(r->memo, "theta 1 2");
    inlay_trace_clear(&t); /* harmless */
    clear(&f);
}

TEST(the_last_memo_is_that_of_the_newest_record_with_one)
{
    struct fixture f;
    inlay_value x[2];
    inlay_error err = {0};
    static const char *const memo[] = {NULL, "a", NULL, "b", NULL};
    static const char *const want[] = {NULL, "a", "a", "b", "b"};

    make(&f);
    CHECK(inlay_history_last_memo(&f.h) == NULL);
    for (size_t i = 0; i < LEN(memo); i++) {
        struct inlay_trace t = trace_of(memo[i], 0.0);
        configuration(&f, i, x);
        CHECK_OK(history_append(&f.h, x, &t, NULL, &err), err);
        const char *last = inlay_history_last_memo(&f.h);
        if (want[i])
            CHECK_TEXT(last, want[i]);
        else
            CHECK(last == NULL);
    }
    clear(&f);
}

TEST(a_memo_goes_to_the_newest_record_and_older_ones_are_forgotten)
{
    struct fixture f;
    make(&f);
    for (size_t i = 0; i < 3; i++)
        append(&f, i);
    inlay_history_take_memo(&f.h, 2, inlay_mem_text("two"));
    CHECK_TEXT(inlay_history_last_memo(&f.h), "two");
    inlay_history_take_memo(&f.h, 1, inlay_mem_text("one"));  /* too old */
    inlay_history_take_memo(&f.h, 9, inlay_mem_text("nine")); /* unknown */
    CHECK_TEXT(inlay_history_last_memo(&f.h), "two");
    inlay_history_take_memo(&f.h, 3, inlay_mem_text("three"));
    CHECK_TEXT(inlay_history_last_memo(&f.h), "three");
    CHECK(!f.h.record[0]->memo && !f.h.record[1]->memo);
    clear(&f);
}

#ifdef INLAY_FAILING_MEM
/* Appends with allocation k failing; the trace is gone either way. */
static inlay_status append_starved(struct fixture *f, size_t i, long k)
{
    struct inlay_trace t = trace_of("memo", 0.5);
    inlay_value x[2];
    inlay_error err = {0};

    configuration(f, i, x);
    inlay_mem_fail_after(k);
    const inlay_status st = history_append(&f->h, x, &t, NULL, &err);
    inlay_mem_fail_after(-1);
    CHECK(!t.asked && !t.memo);
    CHECK(st == INLAY_OK || (st == INLAY_ENOMEM && err.msg[0] != '\0'));
    return st;
}

TEST(a_failed_append_leaves_the_history_usable)
{
    struct fixture f;
    size_t n_failed = 0;

    make(&f);
    for (size_t i = 0; i < 70; i++) { /* over several sizes of its tables */
        for (long k = 0;; k++) {
            if (append_starved(&f, i, k) == INLAY_OK)
                break;
            n_failed++;
            CHECK(f.h.n == i && f.h.seen.n == i);
        }
        CHECK(f.h.n == i + 1 && f.h.record[i]->id == (int64_t)i + 1);
    }
    CHECK(n_failed > 70);
    clear(&f);
}

/* What was reserved holds: nothing is allocated when it happens. */
TEST(what_was_reserved_cannot_fail)
{
    enum { N = 200 }; /* over several sizes of its tables */
    struct fixture f;
    struct inlay_record *r[N];
    char *why[N];
    inlay_value x[2];
    inlay_error err = {0};

    make(&f);
    for (size_t i = 0; i < N; i++) {
        configuration(&f, i, x);
        CHECK_OK(inlay_record_new(&f.h, x, NULL, &r[i], &err), err);
        why[i] = inlay_mem_text("why");
    }
    CHECK_OK(inlay_history_reserve(&f.h, N, &err), err);
    inlay_mem_fail_after(0);
    for (size_t i = 0; i < N; i++)
        inlay_history_add(&f.h, r[i]);
    for (size_t i = 0; i < N; i++)
        inlay_history_end(&f.h, (int64_t)i + 1, NAN, why[i]);
    for (size_t i = 0; i < N; i++)
        inlay_history_reopen(&f.h, (int64_t)i + 1, 17);
    CHECK(inlay_mem_fail_after(-1) == 0);
    CHECK(f.h.n == N && f.h.seen.n == N && f.h.n_old == N);
    CHECK(inlay_history_n_pending(&f.h) == N);
    clear(&f);
}
#endif

TEST(a_failed_record_can_be_reopened_and_its_reason_stays_readable)
{
    struct fixture f;
    inlay_error err = {0};

    make(&f);
    const struct inlay_record *r = append(&f, 1);
    append(&f, 2);
    finish(&f, 1, NAN);
    finish(&f, 2, 0.5);
    const char *why = r->why;
    const uint64_t version = f.h.version;
    CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
    inlay_history_reopen(&f.h, 1, 17);
    CHECK(r->state == INLAY_STATE_PENDING && r->reopened == 17 && !r->why);
    CHECK(f.h.n_failed == 0 && f.h.n_done == 1 && f.h.version != version);
    CHECK_TEXT(why, "it broke");
    CHECK_FAILS(inlay_history_check_ended_badly(&f.h, 2, &err), INLAY_ESTATE,
                err,
                "trial 2 has not failed: it has a value; amend that, or "
                "discard it");
    finish(&f, 1, 0.25);
    CHECK(f.h.n_done == 2 && inlay_history_best(&f.h) == r);
    clear(&f);
}

/* What the lists must be, from the records alone. */
static void check_lists(const struct inlay_history *h)
{
    size_t n = 0, n_outside = 0, n_done = 0, n_failed = 0, n_pending = 0;
    size_t n_in[INLAY_N_STATES] = {0};
    for (size_t i = 0; i < h->n_trials; i++) {
        const struct inlay_record *r = h->trial[i];
        const bool is_void = r->state == INLAY_STATE_ABANDONED ||
                             r->is_discarded || r->has_no_point;
        n_in[r->state]++;
        if (is_void)
            continue;
        if (r->is_outside) {
            CHECK(n_outside < h->n_outside && h->outside[n_outside++] == r);
            continue;
        }
        CHECK(n < h->n && h->record[n++] == r);
        CHECK(inlay_seen_find(&h->seen, r->u) != NULL);
        n_done += r->state == INLAY_STATE_DONE;
        n_failed += r->state == INLAY_STATE_FAILED;
        n_pending += r->state == INLAY_STATE_PENDING;
    }
    CHECK(n == h->n && n_outside == h->n_outside);
    CHECK(n_done == h->n_done && n_failed == h->n_failed);
    CHECK(n_pending == inlay_history_n_pending(h));
    CHECK(memcmp(n_in, h->n_in, sizeof n_in) == 0);
}

TEST(an_abandoned_record_does_not_count_until_it_is_reopened)
{
    struct fixture f;
    inlay_error err = {0};
    make(&f);
    for (size_t i = 0; i < 4; i++)
        append(&f, i);
    inlay_history_abandon(&f.h, 2, inlay_mem_text("the machine broke"));
    check_lists(&f.h);
    CHECK(f.h.n == 3 && f.h.n_trials == 4 && f.h.n_failed == 0);
    CHECK(!inlay_seen_find(&f.h.seen, f.h.trial[1]->u));
    CHECK_TEXT(f.h.trial[1]->why, "the machine broke");
    CHECK_FAILS(inlay_history_check_pending(&f.h, 2, &err), INLAY_ESTATE, err,
                "trial 2 was abandoned");
    CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
    inlay_history_reopen(&f.h, 2, 77);
    check_lists(&f.h);
    CHECK(f.h.n == 4 && f.h.record[1] == f.h.trial[1]);
    CHECK(f.h.trial[1]->reopened == 77 && !f.h.trial[1]->why);
    clear(&f);
}

TEST(another_record_of_the_same_configuration_is_still_seen)
{
    struct fixture f;
    make(&f);
    append(&f, 1);
    append(&f, 1);
    append(&f, 2);
    inlay_history_abandon(&f.h, 1, NULL);
    check_lists(&f.h);
    CHECK(inlay_seen_find(&f.h.seen, f.h.trial[0]->u) == f.h.trial[1]->u);
    inlay_history_abandon(&f.h, 2, NULL);
    check_lists(&f.h);
    CHECK(!inlay_seen_find(&f.h.seen, f.h.trial[0]->u) && f.h.seen.n == 1);
    clear(&f);
}

TEST(an_amended_result_takes_the_place_of_the_old_one)
{
    struct fixture f;
    inlay_error err = {0};
    make(&f);
    for (size_t i = 0; i < 3; i++)
        append(&f, i);
    CHECK_FAILS(inlay_history_check_finished(&f.h, 1, &err), INLAY_ESTATE, err,
                "trial 1 has no result: it is pending");
    finish(&f, 1, 1.0);
    finish(&f, 2, 2.0);
    CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
    inlay_history_amend(&f.h, 1, 3.0, NULL, NULL);
    check_lists(&f.h);
    CHECK(inlay_history_best(&f.h)->id == 2 && f.h.trial[0]->y == 3.0);
    CHECK(f.h.trial[0]->values[0] == 3.0);
    CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
    inlay_history_amend(&f.h, 2, NAN, NULL, inlay_mem_text("it swapped"));
    check_lists(&f.h);
    CHECK(f.h.n_done == 1 && f.h.n_failed == 1);
    CHECK(isnan(f.h.trial[1]->y) && isnan(f.h.trial[1]->values[0]));
    const char *why = f.h.trial[1]->why;
    CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
    inlay_history_amend(&f.h, 2, -1.0, NULL, NULL);
    check_lists(&f.h);
    CHECK_TEXT(why, "it swapped"); /* a view */
    CHECK(inlay_history_best(&f.h)->id == 2 && !f.h.trial[1]->why);
    clear(&f);
}

TEST(a_discarded_result_is_void_until_it_is_restored)
{
    struct fixture f;
    make(&f);
    for (size_t i = 0; i < 3; i++) {
        append(&f, i);
        finish(&f, (int64_t)i + 1, (double)i);
    }
    const uint64_t version = f.h.version;
    inlay_history_discard(&f.h, 1, true);
    check_lists(&f.h);
    CHECK(f.h.version != version && inlay_history_best(&f.h)->id == 2);
    CHECK(!inlay_seen_find(&f.h.seen, f.h.trial[0]->u));
    inlay_history_amend(&f.h, 1, -5.0, NULL, NULL);
    check_lists(&f.h);
    CHECK(inlay_history_best(&f.h)->id == 2);
    inlay_history_discard(&f.h, 1, false);
    check_lists(&f.h);
    CHECK(inlay_history_best(&f.h)->id == 1);
    clear(&f);
}

/* Whatever happens in whatever order, the lists are those of the records. */
TEST(the_lists_follow_every_change)
{
    struct inlay_rng rng = inlay_rng_seed(20261118);
    struct fixture f;
    inlay_error err = {0};
    make(&f);
    for (int step = 0; step < 3000; step++) {
        CHECK_OK(inlay_history_reserve(&f.h, 1, &err), err);
        if (f.h.n_trials < 40 || inlay_rng_below(&rng, 20) == 0) {
            inlay_value x[2];
            struct inlay_record *r = NULL;
            configuration(&f, inlay_rng_below(&rng, 25), x);
            CHECK_OK(inlay_record_new(&f.h, x, NULL, &r, &err), err);
            r->is_outside = inlay_rng_below(&rng, 4) == 0;
            r->has_no_point = r->is_outside && inlay_rng_below(&rng, 2) == 0;
            inlay_history_add(&f.h, r);
            continue;
        }
        const int64_t id = 1 + (int64_t)inlay_rng_below(&rng, f.h.n_trials);
        const inlay_state state = f.h.trial[id - 1]->state;
        const uint64_t what = inlay_rng_below(&rng, 3);
        if (state == INLAY_STATE_PENDING && what == 0)
            inlay_history_abandon(&f.h, id, NULL);
        else if (state == INLAY_STATE_PENDING)
            inlay_history_end(&f.h, id, 1.0, NULL);
        else if (state == INLAY_STATE_ABANDONED)
            inlay_history_reopen(&f.h, id, step);
        else if (what == 0)
            inlay_history_amend(&f.h, id, NAN, NULL, inlay_mem_text("no"));
        else if (what == 1)
            inlay_history_discard(&f.h, id, !f.h.trial[id - 1]->is_discarded);
        else if (state == INLAY_STATE_FAILED)
            inlay_history_reopen(&f.h, id, step);
        check_lists(&f.h);
    }
    CHECK(f.h.n_trials > 100 && f.h.n_outside > 5 && f.h.n_failed > 5);
    clear(&f);
}

TEST(states_have_names)
{
    CHECK_TEXT(inlay_state_name(INLAY_STATE_PENDING), "pending");
    CHECK_TEXT(inlay_state_name(INLAY_STATE_DONE), "done");
    CHECK_TEXT(inlay_state_name(INLAY_STATE_FAILED), "failed");
    CHECK_TEXT(inlay_state_name(INLAY_STATE_ABANDONED), "abandoned");
}
