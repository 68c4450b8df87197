/*
 * test_replay.c: a study in a file is the same study, whoever opens it when.
 */
#include "store_fixture.h"

static const char *const METHODS[] = {
    "seed=3",
    "seed=3 method=gp-basic",
    "seed=3 method=gp-naive",
    "seed=3 method=random",
    "seed=3 method=sobol",
    "seed=3 method=hillclimb",
    "seed=3 method=tpe initial=4 random_share=0.2",
    "seed=3 method=tpe preset=paper initial=4",
    "seed=3 method=smac initial=4 candidates=200 starts=3",
    "seed=3 method=smac preset=paper candidates=200 starts=3",
    "seed=3 inference=slice samples=3",
    "seed=3 goal=maximize",
    "seed=3 acquisition=pes pes.minima=2 pes.features=64",
    "seed=3 acquisition=mes pes.minima=2 pes.features=64"};

TEST(a_study_in_a_file_suggests_what_one_in_memory_does)
{
    for (size_t m = 0; m < LEN(METHODS); m++) {
        const struct scratch dir = scratch_make();
        inlay_study *stored = stored_study(dir.path, MIXED_SPACE, METHODS[m]);
        inlay_study *plain = study_of(MIXED_SPACE, METHODS[m]);
        run(stored, mixed, 14);
        run(plain, mixed, 14);
        CHECK_SAME_TRIALS(stored, plain);
        inlay_study_free(stored);
        inlay_study_free(plain);
        scratch_remove(&dir);
    }
}

TEST(opening_anew_before_each_ask_and_tell_changes_no_suggestion)
{
    for (size_t m = 0; m < LEN(METHODS); m++) {
        const struct scratch dir = scratch_make();
        inlay_study *plain = study_of(MIXED_SPACE, METHODS[m]);
        run(plain, mixed, 12);
        for (int i = 0; i < 12; i++) {
            inlay_study *s = stored_study(dir.path, MIXED_SPACE, METHODS[m]);
            const inlay_trial t = ask(s);
            const int64_t id = t.id;
            const double y = mixed(t.x);
            inlay_study_free(s);
            s = stored_study(dir.path, MIXED_SPACE, METHODS[m]);
            tell(s, id, y);
            inlay_study_free(s);
        }
        inlay_study *s = stored_study(dir.path, MIXED_SPACE, METHODS[m]);
        CHECK_SAME_TRIALS(s, plain);
        CHECK(trial_of(s, 12).value == trial_of(plain, 12).value);
        inlay_study_free(s);
        inlay_study_free(plain);
        scratch_remove(&dir);
    }
}

static double of_no_variable(const inlay_value *x)
{
    (void)x;
    return 1.0;
}

/* Each has few neighbors, none of them better: where a climb began is found in
 * the file. */
TEST(climbs_that_begin_anew_go_on_after_opening)
{
    static const char switches[] = "[{\"name\":\"a\",\"type\":\"boolean\"},"
                                   "{\"name\":\"b\",\"type\":\"boolean\"},"
                                   "{\"name\":\"c\",\"type\":\"boolean\"},"
                                   "{\"name\":\"d\",\"type\":\"boolean\"},"
                                   "{\"name\":\"e\",\"type\":\"boolean\"}]";
    const struct scratch dir = scratch_make();
    inlay_study *plain = study_of(switches, "method=hillclimb");
    run(plain, of_no_variable, 30);
    for (int i = 0; i < 30; i++) {
        inlay_study *s = stored_study(dir.path, switches, "method=hillclimb");
        run(s, of_no_variable, 1);
        inlay_study_free(s);
    }
    inlay_study *s = stored_study(dir.path, switches, "method=hillclimb");
    CHECK_SAME_TRIALS(s, plain);
    inlay_study_free(s);
    inlay_study_free(plain);
    scratch_remove(&dir);
}

/* Where evaluations fail a memo holds chains, which must go on. */
static double often_failing(const inlay_value *x)
{
    return x[0].real + x[3].real > 0.6 ? (double)NAN : mixed(x);
}

TEST(a_study_with_failures_goes_on_from_its_memos)
{
    const struct scratch dir = scratch_make();
    inlay_study *plain = study_of(MIXED_SPACE, "seed=5");
    run(plain, often_failing, 14);
    for (int i = 0; i < 14; i++) {
        inlay_study *s = stored_study(dir.path, MIXED_SPACE, "seed=5");
        run(s, often_failing, 1);
        inlay_study_free(s);
    }
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "seed=5");
    CHECK_SAME_TRIALS(s, plain);
    for (int64_t id = 1; id <= 14; id++) {
        CHECK(trial_of(s, id).state == trial_of(plain, id).state);
        if (trial_of(s, id).state == INLAY_STATE_FAILED)
            CHECK_TEXT(trial_of(s, id).why, trial_of(plain, id).why);
    }
    inlay_study_free(s);
    inlay_study_free(plain);
    scratch_remove(&dir);
}

/* As it was asked, from what was known then. */
static inlay_status take_seen(const struct inlay_trial_row *row, void *context,
                              inlay_error *err)
{
    (void)err;
    ((int64_t *)context)[row->id] = row->known;
    return INLAY_OK;
}

static int64_t seen_by(const char *path, int64_t id)
{
    inlay_error err = {0};
    struct inlay_journal *store = NULL;
    int64_t seen[64] = {0};
    CHECK_OK(inlay_journal_open(path, INLAY_STORE_READ, &store, &err), err);
    CHECK_OK(store->ops->trials(store, 1, INT64_MAX, take_seen, seen, &err),
             err);
    inlay_journal_free(store);
    return seen[id];
}

static void check_replay(const char *options)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, options);
    /* Three at a time, told out of order. */
    for (int round = 0; round < 4; round++) {
        const inlay_trial a = ask(s), b = ask(s), c = ask(s);
        tell(s, c.id, mixed(c.x));
        tell(s, a.id, mixed(a.x));
        tell(s, b.id, mixed(b.x));
    }
    for (int64_t id = 1; id <= 12; id++) {
        inlay_study *then = NULL;
        inlay_value x[4];
        enum inlay_origin origin;
        CHECK_OK(inlay_study_at(s, seen_by(dir.path, id), 0, &then, &err), err);
        CHECK(inlay_study_n_trials(then) == (size_t)id - 1);
        CHECK_OK(inlay_study_suggest(then, x, &origin, &err), err);
        check_same_x(x, trial_of(s, id).x, 4, id, __FILE__, __LINE__);
        inlay_study_free(then);
    }
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(every_suggestion_can_be_replayed_from_the_journal)
{
    check_replay("seed=9");
    check_replay("seed=9 acquisition=pes pes.minima=2 pes.features=64");
    check_replay("seed=9 acquisition=mes pes.minima=2 pes.features=64");
    check_replay("seed=9 method=tpe initial=4");
    check_replay("seed=9 method=smac initial=4 candidates=200 pending=draw");
}

TEST(a_study_of_the_past_is_only_for_looking)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, ""), *then = NULL;
    inlay_trial t;
    run(s, mixed, 3);
    ask(s);
    CHECK_OK(inlay_study_at(s, s->last_event - 1, 0, &then, &err), err);
    CHECK(inlay_study_ask(then, &t, &err) == INLAY_ESTATE);
    CHECK(inlay_study_enqueue(then, trial_of(s, 4).x, &err) == INLAY_ESTATE);
    CHECK(inlay_study_n_trials(then) == 3);
    inlay_study_free(then);
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK(inlay_study_n_trials(s) == 4);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(two_handles_see_each_others_trials)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *a = stored_study(dir.path, MIXED_SPACE, "seed=1");
    inlay_study *b = stored_study(dir.path, MIXED_SPACE, "seed=1");
    for (int i = 0; i < 8; i++) {
        const inlay_trial t = ask(i % 2 ? a : b);
        tell(i % 2 ? b : a, t.id, mixed(t.x));
    }
    CHECK_OK(inlay_study_refresh(a, &err), err);
    CHECK_OK(inlay_study_refresh(b, &err), err);
    CHECK(inlay_study_n_trials(a) == 8);
    CHECK_SAME_TRIALS(a, b);
    CHECK(n_repeats(a) == 0);
    CHECK_FAILS(inlay_study_tell(b, 3, 1.0, &err), INLAY_ESTATE, err,
                "trial 3 already has a result");
    inlay_study_free(a);
    inlay_study_free(b);
    scratch_remove(&dir);
}

TEST(values_of_every_type_come_back_exactly)
{
    static const char space[] =
        "[{\"name\":\"r\",\"type\":\"real\",\"min\":-1e300,\"max\":1e300},"
        "{\"name\":\"i\",\"type\":\"integer\",\"min\":-4503599627370496,"
        "\"max\":4503599627370495},"
        "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0.1,0."
        "30000000000000004]},"
        "{\"name\":\"'; DROP TABLE journal\",\"type\":\"categorical\","
        "\"values\":[\"\\\"\",\"$(x)\\n\",\"\\u00fc\\u6f22\"]},"
        "{\"name\":\"b\",\"type\":\"boolean\"}]";
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, space, "method=random");
    for (int i = 0; i < 30; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, t.x[0].real / 3.0);
    }
    inlay_study *again = stored_study(dir.path, space, "method=random");
    CHECK_SAME_TRIALS(s, again);
    for (int64_t id = 1; id <= 30; id++) {
        CHECK(trial_of(s, id).value == trial_of(again, id).value);
        CHECK_TEXT(trial_of(s, id).x[3].text, trial_of(again, id).x[3].text);
    }
    inlay_study_free(s);
    inlay_study_free(again);
    scratch_remove(&dir);
}

TEST(wishes_and_added_trials_are_kept)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    const inlay_value wish[] = {inlay_real(0.25), inlay_integer(3),
                                inlay_category("r"), inlay_real(0.5)};
    const inlay_value old[] = {inlay_real(0.75), inlay_integer(5),
                               inlay_category("p"), inlay_real(0.125)};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(add(s, old, 4.5) == 1);
    CHECK_OK(inlay_study_add_failed(s, wish, "too hot", NULL, &err), err);
    CHECK_FAILS(
        inlay_study_enqueue(s, wish, &err), INLAY_ESTATE, err,
        "enqueue: trial 2 already has this configuration, and repeats are off");
    inlay_value other[4];
    memcpy(other, wish, sizeof other);
    other[0] = inlay_real(0.26);
    CHECK_OK(inlay_study_enqueue(s, other, &err), err);
    inlay_study_free(s);

    s = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(trial_of(s, 1).value == 4.5);
    CHECK_TEXT(trial_of(s, 2).why, "too hot");
    CHECK(ask(s).x[0].real == 0.26);
    inlay_study_free(s);

    s = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(ask(s).x[0].real != 0.26); /* the wish is fulfilled */
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(adds_of_one_transaction_are_all_there_or_none)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    const inlay_value x[] = {inlay_real(0.25), inlay_integer(3),
                             inlay_category("r"), inlay_real(0.5)};
    for (int commits = 0; commits < 2; commits++) {
        inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
        struct inlay_batch batch = {0};
        int64_t first = 0;
        for (int i = 0; i < 5; i++)
            CHECK_OK(inlay_batch_add(&batch, s, x,
                                     inlay_outcome_of(i, NULL, NULL), &err),
                     err);
        CHECK(inlay_study_n_trials(s) == 0);
        if (commits) {
            CHECK_OK(inlay_study_add_batch(s, &batch, &first, &err), err);
            CHECK(first == 1 && batch.n == 0 && inlay_study_n_trials(s) == 5);
        }
        inlay_batch_clear(&batch);
        inlay_study_free(s);
        s = stored_study(dir.path, MIXED_SPACE, "");
        CHECK(inlay_study_n_trials(s) == (commits ? 5 : 0));
        inlay_study_free(s);
    }
    scratch_remove(&dir);
}

TEST(a_study_without_its_space_is_as_it_was)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "seed=4"), *t = NULL;
    run(s, mixed, 9);
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &t, &err), err);
    CHECK_SAME_TRIALS(s, t);
    check_same_x(ask(s).x, ask(t).x, 0, 10, __FILE__, __LINE__);
    inlay_study_free(s);
    inlay_study_free(t);
    scratch_remove(&dir);
}

TEST(other_options_do_not_touch_the_trials)
{
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "seed=4");
    run(s, small, 2);
    inlay_study_free(s);
    s = stored_study(dir.path, SMALL_SPACE, "seed=5 method=random");
    CHECK(inlay_study_n_trials(s) == 2);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_suggestion_is_replayed_with_the_options_of_its_asker)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *first = stored_study(dir.path, MIXED_SPACE, "seed=3");
    run(first, mixed, 8);
    inlay_study *second = stored_study(dir.path, MIXED_SPACE, "seed=4");
    const inlay_trial t = ask(first); /* with seed 3, after seed 4 came */
    struct inlay_study *then = NULL;
    inlay_value x[4];
    enum inlay_origin origin;
    CHECK_OK(inlay_study_at(second, seen_by(dir.path, t.id), first->study_event,
                            &then, &err),
             err);
    CHECK(first->study_event > 0);
    CHECK(second->study_event > first->study_event);
    CHECK_OK(inlay_study_suggest(then, x, &origin, &err), err);
    check_same_x(x, t.x, 4, t.id, __FILE__, __LINE__);
    inlay_study_free(then);
    inlay_study_free(first);
    inlay_study_free(second);
    scratch_remove(&dir);
}

/* ---- Rows that anybody may have written ---- */

static void check_refused(const char *sql, const char *message)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    run(s, small, 3);
    inlay_study_free(s);
    meddle(dir.path, sql);
    const inlay_status st = inlay_study_open(dir.path, NULL, NULL, &s, &err);
    char want[300];
    snprintf(want, sizeof want, "store '%s': %s", dir.path, message);
    CHECK_FAILS(st, INLAY_ESTORE, err, want);
    scratch_remove(&dir);
}

TEST(rows_that_cannot_be_are_refused_by_their_number)
{
    check_refused(
        "UPDATE journal SET x = '[7, \"c0\"]' WHERE seq = 2",
        "event 2, trial 1: variable 'b': value 7 is not between 0 and 1");
    check_refused("UPDATE journal SET x = NULL WHERE seq = 2",
                  "event 2, trial 1: it has no configuration");
    check_refused("UPDATE journal SET trial = 9 WHERE seq = 2",
                  "event 2, trial 9: its number does not follow the last one");
    check_refused("DELETE FROM journal WHERE kind = 'ended' AND trial = 3;"
                  "UPDATE journal SET trial = 3 WHERE seq = 3",
                  "event 3, trial 3: it has a result, but it was not pending");
    check_refused("UPDATE journal SET kind = 'odd' WHERE seq = 3",
                  "event 3 has the unknown kind 'odd'");
    check_refused("UPDATE journal SET trial = 1 WHERE seq = 1",
                  "event 1, trial 1: it is about the study, and names a trial");
}

/* The event after three trials. */
#define ONE_MORE(values)                                                       \
    "INSERT INTO journal (seq, kind, trial, at, x, text) VALUES (8, " values ")"

TEST(rows_about_trials_that_were_never_suggested_are_refused)
{
    check_refused(ONE_MORE("'returned', 99999, 1, NULL, 'x'"),
                  "event 8, trial 99999: it was given up, but was never "
                  "suggested");
    check_refused(ONE_MORE("'returned', -1, 1, NULL, 'x'"),
                  "event 8, trial -1: it was given up, but was never "
                  "suggested");
    check_refused(ONE_MORE("'started', 99999, 1, NULL, 'x'"),
                  "event 8, trial 99999: it was started, but was not pending");
    check_refused(ONE_MORE("'enqueued', 99999, 1, '[0.5, \"c0\"]', NULL"),
                  "event 8, trial 99999: it is about the study, and names a "
                  "trial");
    check_refused(ONE_MORE("'enqueued', 1, 1, '[0.5, \"c0\"]', NULL"),
                  "event 8, trial 1: it is about the study, and names a trial");
}

TEST(memos_that_cannot_be_read_are_passed_over)
{
    static const char *const MEMOS[] = {
        "", "x", "1 2", "nan nan nan; ;;", "; 1 2 3", "1e999 - - - - - - -"};
    for (size_t i = 0; i < LEN(MEMOS); i++) {
        const struct scratch dir = scratch_make();
        inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
        run(s, often_failing, 10);
        inlay_study_free(s);
        char sql[120];
        snprintf(sql, sizeof sql, "UPDATE memo SET memo = '%s'", MEMOS[i]);
        meddle(dir.path, sql);
        s = stored_study(dir.path, MIXED_SPACE, "");
        run(s, often_failing, 1);
        inlay_study_free(s);
        scratch_remove(&dir);
    }
}

/* ---- Out of memory ---- */

/* From the file to a tell, each time in a new file. */
OOM_TEST(a_study_in_a_file_survives_failed_allocations)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_trial t;
    inlay_space *space = NULL;
    const struct scratch dir = scratch_make();
    inlay_status st = inlay_space_new(&space, &err);
    if (st == INLAY_OK)
        st = inlay_space_add_real(space, "a", 0, 1, INLAY_SCALE_LINEAR, &err);
    if (st == INLAY_OK)
        st = inlay_study_open(dir.path, space, NULL, &s, &err);
    if (st == INLAY_OK)
        st = inlay_study_ask(s, &t, &err);
    if (st == INLAY_OK)
        st = inlay_study_tell(s, t.id, t.x[0].real, &err);
    inlay_study_free(s);
    inlay_space_free(space);
    scratch_remove(&dir);
    return st;
}
