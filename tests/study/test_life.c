/*
 * test_life.c: trials that are abandoned, asked again, amended, discarded;
 * attributes; many added at once; leases of handles.
 */
#include "store_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/error.h"
#include "study/claim.h"
#include "study/life.h"

#define FINITE "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":30}]"

/* Another handle that reads the file from its first event has the same. */
static void check_replayed(const char *path, const inlay_study *s)
{
    inlay_error err = {0};
    inlay_study *t = NULL;
    CHECK_OK(inlay_study_open_read(path, &t, &err), err);
    CHECK(inlay_study_n_trials(s) == inlay_study_n_trials(t));
    for (int64_t id = 1; id <= (int64_t)inlay_study_n_trials(s); id++) {
        const inlay_trial a = trial_of(s, id), b = trial_of(t, id);
        CHECK(a.state == b.state && a.is_discarded == b.is_discarded);
        CHECK(a.state != INLAY_STATE_DONE || a.value == b.value);
        CHECK(!a.why == !b.why && (!a.why || strcmp(a.why, b.why) == 0));
        CHECK(!a.void_because == !b.void_because);
        CHECK(!a.metrics == !b.metrics);
        CHECK(a.asked_at == b.asked_at && a.ended_at == b.ended_at);
        CHECK(a.amended_at == b.amended_at && a.started_at == b.started_at);
        CHECK(a.attempts == b.attempts);
        const size_t n = inlay_study_n_attributes(s, id);
        CHECK(n == inlay_study_n_attributes(t, id));
        for (size_t i = 0; i < n; i++) {
            const char *key = inlay_study_attribute_key(s, id, i);
            CHECK_TEXT(inlay_study_attribute_key(t, id, i), key);
            CHECK_TEXT(inlay_study_attribute(t, id, key),
                       inlay_study_attribute(s, id, key));
        }
    }
    inlay_study_free(t);
}

TEST(an_abandoned_trial_teaches_nothing_and_may_be_asked_again)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    for (int i = 0; i < 30; i++)
        ask(s);
    inlay_trial t = {0};
    CHECK(inlay_study_ask(s, &t, &err) == INLAY_EXHAUSTED);
    CHECK_OK(inlay_study_abandon(s, 7, "out of patience", &err), err);
    const inlay_trial given_up = trial_of(s, 7);
    CHECK(given_up.state == INLAY_STATE_ABANDONED && isnan(given_up.value));
    CHECK_TEXT(given_up.why, "out of patience");
    CHECK(given_up.ended_at >= given_up.asked_at && given_up.asked_at > 1e9);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_ABANDONED) == 1);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_FAILED) == 0);
    CHECK_FAILS(inlay_study_tell(s, 7, 0.5, &err), INLAY_ESTATE, err,
                "trial 7 was abandoned");
    CHECK_FAILS(inlay_study_abandon(s, 7, NULL, &err), INLAY_ESTATE, err,
                "trial 7 was abandoned");
    t = ask(s); /* the only one that is free */
    CHECK(t.id == 31 && t.x[0].integer == given_up.x[0].integer);
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_requeued_trial_is_the_next_that_is_asked)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    for (int i = 0; i < 4; i++)
        ask(s);
    CHECK_OK(inlay_study_tell_failed(s, 1, "no disk", &err), err);
    CHECK_OK(inlay_study_abandon(s, 2, NULL, &err), err);
    tell(s, 3, 0.5);
    CHECK_OK(inlay_study_requeue(s, 2, &err), err);
    CHECK_OK(inlay_study_requeue(s, 1, &err), err);
    CHECK_OK(inlay_study_requeue(s, 4, &err), err);
    CHECK_FAILS(inlay_study_requeue(s, 4, &err), INLAY_ESTATE, err,
                "trial 4 has not failed: it waits to be evaluated already");
    CHECK_FAILS(inlay_study_requeue(s, 3, &err), INLAY_ESTATE, err,
                "trial 3 has not failed: it has a value; amend that, or "
                "discard it");
    CHECK(ask(s).id == 1 && ask(s).id == 2 && ask(s).id == 4);
    CHECK(ask(s).id == 5);
    CHECK(trial_of(s, 1).state == INLAY_STATE_PENDING && !trial_of(s, 1).why);
    CHECK(trial_of(s, 1).attempts == 1 && trial_of(s, 1).ended_at == 0.0);
    tell(s, 1, 0.25);
    tell(s, 2, 0.125);
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* A wish is passed over while a trial has its configuration, and no longer. */
TEST(a_wish_counts_again_where_its_trial_is_discarded)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, FINITE, "method=random"), *other;
    inlay_explanation *e = NULL;
    size_t n_before = 9;
    const inlay_value x = ask(s).x[0];
    tell(s, 1, 0.5);
    CHECK_OK(inlay_study_discard(s, 1, NULL, &err), err);
    CHECK_OK(inlay_study_enqueue(s, &x, &err), err);
    CHECK(inlay_study_n_queued(s) == 1);
    CHECK_OK(inlay_study_restore(s, 1, &err), err);
    CHECK(inlay_study_n_queued(s) == 0);
    CHECK_OK(inlay_study_find_queued(s, &x, &n_before, &err), err);
    CHECK(n_before == 0);
    CHECK(ask(s).x[0].integer != x.integer); /* it is passed over */
    CHECK_OK(inlay_study_discard(s, 1, NULL, &err), err);
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &other, &err), err);
    CHECK(inlay_study_n_queued(s) == 1 && inlay_study_n_queued(other) == 1);
    CHECK(ask(s).x[0].integer == x.integer);
    CHECK(inlay_study_n_queued(s) == 0);
    ask(s);
    for (int64_t id = 2; id <= 4; id += 2) {
        CHECK_OK(inlay_study_explain(other, id, &e, &err), err);
        CHECK(e->replay == INLAY_REPLAY_SAME);
        inlay_explanation_free(e);
    }
    check_replayed(dir.path, s);
    inlay_study_free(other);
    inlay_study_free(s);
    scratch_remove(&dir);
}

static void check_stopped(double lease)
{
    inlay_error err = {0};
    inlay_study *s = study_of(FINITE, "method=random");
    inlay_stop *stop = NULL;
    inlay_trial t;
    ask(s);
    CHECK_OK(inlay_study_requeue(s, 1, &err), err);
    CHECK_OK(inlay_study_set_lease(s, lease, &err), err);
    CHECK_OK(inlay_stop_new(&stop, &err), err);
    inlay_study_set_stop(s, stop);
    inlay_stop_request(stop);
    const int64_t last = s->last_event;
    CHECK_FAILS(inlay_study_ask(s, &t, &err), INLAY_STOPPED, err,
                "stopped by request");
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK(s->last_event == last);
    inlay_stop_clear(stop);
    CHECK(ask(s).id == 1);
    inlay_study_free(s);
    inlay_stop_free(stop);
}

TEST(a_trial_that_was_put_back_is_not_taken_up_after_a_stop)
{
    check_stopped(0.0);
    check_stopped(60.0);
}

static char told[400];

static void add_change(const inlay_change *change, void *context)
{
    char *end = told + strlen(told);
    (void)context;
    CHECK(change->at > 1e9);
    snprintf(end, sizeof told - (size_t)(end - told), "%s %g %s|",
             inlay_change_name(change->kind),
             isfinite(change->value) ? change->value : 0.0,
             change->text ? change->text : "-");
}

TEST(an_amended_value_counts_and_history_keeps_both)
{
    const struct scratch dir = scratch_make();
    const double better = -3.0;
    inlay_error err = {0};
    inlay_trial best;
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    run(s, mixed, 3);
    CHECK_FAILS(inlay_study_amend(s, 4, &better, 1, NULL, &err), INLAY_ESTATE,
                err, "trial 4 does not exist; the study has trials 1 to 3");
    const double was = trial_of(s, 2).value;
    CHECK_OK(inlay_study_amend(s, 2, &better, 1, "{\"a\": 1}", &err), err);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id == 2 && best.value == better);
    CHECK(best.amended_at >= best.ended_at && best.ended_at > 0.0);
    CHECK_TEXT(best.metrics, "{\"a\": 1}");
    check_replayed(dir.path, s);
    CHECK_OK(inlay_study_amend_failed(s, 2, "the sensor was off", &err), err);
    CHECK(trial_of(s, 2).state == INLAY_STATE_FAILED &&
          !trial_of(s, 2).metrics);
    told[0] = '\0';
    char want[400];
    snprintf(want, sizeof want,
             "ended %g -|amended -3 -|amended 0 the sensor was off|", was);
    CHECK_OK(inlay_study_changes(s, 2, add_change, NULL, &err), err);
    CHECK_TEXT(told, want);
    check_replayed(dir.path, s);
    ask(s);
    CHECK_FAILS(inlay_study_amend_failed(s, 4, NULL, &err), INLAY_ESTATE, err,
                "trial 4 has no result: it is pending");
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(views_of_what_was_replaced_live_as_long_as_the_study)
{
    enum { N = 100 };
    const char *metrics[N], *why[N], *notes[N], *because[N];
    const double y = 0.5;
    inlay_error err = {0};
    char text[40];
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, 1);
    for (int i = 0; i < N; i++) {
        snprintf(text, sizeof text, "{\"a\": %d}", i);
        CHECK_OK(inlay_study_amend(s, 1, &y, 1, text, &err), err);
        metrics[i] = trial_of(s, 1).metrics;
        CHECK_OK(inlay_study_amend_failed(s, 1, text, &err), err);
        why[i] = trial_of(s, 1).why;
        CHECK_OK(inlay_study_discard(s, 1, text, &err), err);
        because[i] = trial_of(s, 1).void_because;
        CHECK_OK(inlay_study_restore(s, 1, &err), err);
        CHECK_OK(inlay_study_set_attribute(s, 1, "a", text, &err), err);
        notes[i] = inlay_study_attribute(s, 1, "a");
    }
    for (int i = 0; i < N; i++) {
        snprintf(text, sizeof text, "{\"a\": %d}", i);
        CHECK_TEXT(metrics[i], text);
        CHECK_TEXT(why[i], text);
        CHECK_TEXT(because[i], text);
        CHECK_TEXT(notes[i], text);
    }
    inlay_study_free(s);
}

TEST(a_discarded_trial_is_not_the_best_and_is_replaced)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_trial best;
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    for (int i = 0; i < 30; i++)
        ask(s);
    for (int i = 1; i <= 30; i++)
        tell(s, i, i == 9 ? -100.0 : i);
    CHECK_OK(inlay_study_discard(s, 9, "wrong file", &err), err);
    CHECK_FAILS(inlay_study_discard(s, 9, NULL, &err), INLAY_ESTATE, err,
                "trial 9 was already discarded");
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id == 1);
    const inlay_trial kept = trial_of(s, 9);
    CHECK(kept.state == INLAY_STATE_DONE && kept.value == -100.0);
    CHECK(kept.is_discarded);
    CHECK_TEXT(kept.void_because, "wrong file");
    const inlay_trial again = ask(s);
    CHECK(again.id == 31 && again.x[0].integer == kept.x[0].integer);
    check_replayed(dir.path, s);
    CHECK_OK(inlay_study_restore(s, 9, &err), err);
    CHECK_FAILS(inlay_study_restore(s, 9, &err), INLAY_ESTATE, err,
                "trial 9 was not discarded");
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id == 9 && !best.is_discarded && !best.void_because);
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* The next suggestion of s as if the trials that count were all. */
TEST(a_model_does_not_know_what_was_discarded)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "initial=3");
    inlay_study *clean = study_of(MIXED_SPACE, "initial=3");
    run(s, mixed, 6);
    for (int64_t id = 1; id <= 6; id++) {
        const inlay_trial t = trial_of(s, id);
        CHECK_OK(inlay_study_add(clean, t.x, t.value, NULL, &err), err);
    }
    const inlay_trial first = trial_of(s, 1);
    CHECK_OK(inlay_study_add(s, first.x, 1e6, NULL, &err), err);
    inlay_prediction with, without, know;
    CHECK_OK(inlay_study_predict(s, first.x, &with, &err), err);
    CHECK_OK(inlay_study_discard(s, 7, NULL, &err), err);
    CHECK_OK(inlay_study_predict(s, first.x, &without, &err), err);
    CHECK_OK(inlay_study_predict(clean, first.x, &know, &err), err);
    CHECK(fabs(with.mean - know.mean) > 1.0);
    CHECK(fabs(without.mean - know.mean) < 1e-3);
    inlay_study_free(s);
    inlay_study_free(clean);
}

TEST(attributes_are_kept_in_the_order_in_which_they_were_set)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    ask(s);
    CHECK_OK(inlay_study_set_attribute(s, 1, "host", "node7", &err), err);
    CHECK_OK(inlay_study_set_attribute(s, 1, "good", "", &err), err);
    const char *view = inlay_study_attribute(s, 1, "host");
    CHECK_OK(inlay_study_set_attribute(s, 1, "host", "nöde \"8\"", &err), err);
    CHECK_TEXT(view, "node7"); /* lives as long as the study */
    CHECK_TEXT(inlay_study_attribute(s, 1, "host"), "nöde \"8\"");
    CHECK_TEXT(inlay_study_attribute(s, 1, "good"), "");
    CHECK(!inlay_study_attribute(s, 1, "none"));
    CHECK(inlay_study_n_attributes(s, 1) == 2);
    CHECK_TEXT(inlay_study_attribute_key(s, 1, 0), "host");
    CHECK_TEXT(inlay_study_attribute_key(s, 1, 1), "good");
    CHECK(!inlay_study_attribute_key(s, 1, 2));
    CHECK_OK(inlay_study_set_attribute(s, 0, "goal", "a paper", &err), err);
    CHECK_TEXT(inlay_study_attribute(s, 0, "goal"), "a paper");
    check_replayed(dir.path, s);
    CHECK_OK(inlay_study_set_attribute(s, 1, "good", NULL, &err), err);
    CHECK_OK(inlay_study_set_attribute(s, 1, "host", NULL, &err), err);
    CHECK(inlay_study_n_attributes(s, 1) == 0);
    CHECK_FAILS(inlay_study_set_attribute(s, 2, "a", "b", &err), INLAY_ESTATE,
                err, "trial 2 does not exist; the study has trials 1 to 1");
    CHECK_FAILS(inlay_study_set_attribute(s, 1, "", "b", &err), INLAY_EINVAL,
                err, "attribute '': a key is text in UTF-8 of 1 to 200 bytes");
    CHECK_FAILS(inlay_study_set_attribute(s, 1, "a", "\xff", &err),
                INLAY_EINVAL, err,
                "attribute 'a': a value is text in UTF-8 of at most 65536 "
                "bytes");
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Many at once ---- */

TEST(many_trials_are_added_all_or_none)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, FINITE, "repeats=yes");
    inlay_value x[3] = {inlay_integer(1), inlay_integer(31), inlay_integer(3)};
    const double y[] = {0.5, 0.25, NAN};
    const char *const metrics[] = {NULL, "{\"a\": 1}", NULL};
    int64_t first = 0;
    CHECK_FAILS(
        inlay_study_add_many(s, 3, x, y, NULL, &first, &err), INLAY_EINVAL, err,
        "add_many: trial 2: variable 'k': value 31 is not between 1 and 30");
    CHECK(inlay_study_n_trials(s) == 0);
    x[1].integer = 2;
    ask(s);
    CHECK_OK(inlay_study_add_many(s, 3, x, y, metrics, &first, &err), err);
    CHECK(first == 2 && inlay_study_n_trials(s) == 4);
    CHECK(trial_of(s, 3).x[0].integer == 2 && trial_of(s, 3).value == 0.25);
    CHECK_TEXT(trial_of(s, 3).metrics, "{\"a\": 1}");
    CHECK(trial_of(s, 4).state == INLAY_STATE_FAILED);
    CHECK_FAILS(inlay_study_add_many(s, 0, x, y, NULL, NULL, &err),
                INLAY_EINVAL, err, "add_many: n must not be 0");
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Leases ---- */

/* A process that asks, and is killed with its trials. */
static void die_with(const char *path, int n)
{
    int pipe_ends[2];
    char byte;
    CHECK(pipe(pipe_ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        inlay_study *s = stored_study(path, FINITE, "method=random");
        inlay_study_set_lease(s, 3600.0, NULL);
        for (int i = 0; i < n; i++)
            ask(s);
        CHECK(write(pipe_ends[1], "!", 1) == 1);
        pause();
        _exit(0);
    }
    close(pipe_ends[1]);
    CHECK(read(pipe_ends[0], &byte, 1) == 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(pipe_ends[0]);
}

TEST(trials_of_a_process_that_died_are_asked_again)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_trial t;
    die_with(dir.path, 2);
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    CHECK_OK(inlay_study_set_lease(s, 60.0, &err), err);
    for (int64_t id = 1; id <= 2; id++) {
        t = ask(s);
        CHECK(t.id == id && t.attempts == 2);
        CHECK(t.started_at >= t.asked_at);
    }
    CHECK(ask(s).id == 3);
    CHECK(trial_of(s, 3).attempts == 1);
    check_replayed(dir.path, s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(without_leases_nothing_is_taken_from_the_dead)
{
    const struct scratch dir = scratch_make();
    die_with(dir.path, 2);
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    CHECK(ask(s).id == 3);
    CHECK(trial_of(s, 3).attempts == 0);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Of another machine: the lease must run out. */
TEST(while_others_evaluate_what_is_left_an_ask_has_to_wait)
{
    const struct scratch dir = scratch_make();
    const struct inlay_claim_terms other = {
        .holder = "another machine", .seconds = 60.0, .budget = INT64_MAX};
    const struct inlay_claim_terms gone = {
        .holder = "another machine", .seconds = -1.0, .budget = INT64_MAX};
    struct inlay_claim claim;
    inlay_error err = {0};
    inlay_trial t = {0};
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    CHECK_OK(inlay_study_claim(s, &other, &claim, &err), err);
    CHECK_OK(inlay_study_set_lease(s, 60.0, &err), err);
    for (int i = 0; i < 29; i++)
        tell(s, ask(s).id, 1.0);
    CHECK_FAILS(inlay_study_ask(s, &t, &err), INLAY_WAIT, err,
                "all 30 configurations have been suggested, but other "
                "processes still evaluate 1 of them, and may die: ask again "
                "later");
    CHECK_OK(inlay_study_renew_for(s, &gone, &err), err);
    t = ask(s);
    CHECK(t.id == 1 && t.attempts == 2);
    tell(s, 1, 0.5);
    CHECK_FAILS(inlay_study_ask(s, &t, &err), INLAY_EXHAUSTED, err,
                "all 30 configurations have been suggested");
    inlay_study_free(s);
    scratch_remove(&dir);
}

static double lease_left;

static inlay_status take_left(const struct inlay_lease *lease, void *context,
                              inlay_error *err)
{
    (void)context, (void)err;
    lease_left = lease->left;
    return INLAY_OK;
}

TEST(calls_on_a_handle_renew_its_leases)
{
    inlay_error err = {0};
    inlay_study *s = study_of(FINITE, "method=random");
    CHECK_FAILS(inlay_study_renew(s, &err), INLAY_ESTATE, err,
                "renew: this handle has no leases; call inlay_study_set_lease "
                "first");
    CHECK_FAILS(inlay_study_set_lease(s, NAN, &err), INLAY_EINVAL, err,
                "set_lease: seconds must be a number from 0 on, not nan");
    CHECK_OK(inlay_study_set_lease(s, 40.0, &err), err);
    ask(s);
    s->lease = 400.0;
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK_OK(s->journal->ops->leases(s->journal, 1, 1, take_left, NULL, &err),
             err);
    CHECK(lease_left <= 40.0); /* it is too early */
    s->renewed_at -= 101.0;
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK_OK(s->journal->ops->leases(s->journal, 1, 1, take_left, NULL, &err),
             err);
    CHECK(lease_left > 390.0);
    CHECK_OK(inlay_study_requeue(s, 1, &err), err); /* our own */
    CHECK(ask(s).id == 1);
    inlay_study_free(s);
}

TEST(a_trial_that_another_process_evaluates_is_not_requeued)
{
    const struct scratch dir = scratch_make();
    const struct inlay_claim_terms other = {
        .holder = "another machine", .seconds = 60.0, .budget = INT64_MAX};
    struct inlay_claim claim;
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    CHECK_OK(inlay_study_claim(s, &other, &claim, &err), err);
    CHECK_FAILS(inlay_study_requeue(s, 1, &err), INLAY_ESTATE, err,
                "trial 1: another process is evaluating it");
    CHECK_FAILS(inlay_study_can_requeue(s, 1, &err), INLAY_ESTATE, err,
                "trial 1: another process is evaluating it");
    CHECK_OK(inlay_study_can_abandon(s, 1, &err), err);
    CHECK_OK(inlay_study_abandon(s, 1, NULL, &err), err); /* at once */
    CHECK_OK(inlay_study_can_requeue(s, 1, &err), err);
    CHECK_OK(inlay_study_requeue(s, 1, &err), err);
    CHECK(ask(s).id == 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Workers that are killed ---- */

enum { N_WORKERS = 8, N_CONFIGURATIONS = 30 };

static void doze(long microseconds)
{
    const struct timespec pause = {.tv_nsec = microseconds * 1000};
    nanosleep(&pause, NULL);
}

/* Evaluates until nothing is left. */
static void work(const char *path)
{
    inlay_error err = {0};
    inlay_trial t = {0};
    inlay_study *s = stored_study(path, FINITE, "method=random");
    inlay_study_set_lease(s, 3600.0, NULL);
    for (;;) {
        const inlay_status st = inlay_study_ask(s, &t, &err);
        if (st == INLAY_EXHAUSTED)
            _exit(0);
        if (st == INLAY_OK) {
            doze(3000);
            inlay_study_tell(s, t.id, (double)t.x[0].integer, NULL);
        } else if (st == INLAY_WAIT) {
            doze(1000);
        } else {
            fprintf(stderr, "worker: %s\n", err.msg);
            _exit(1);
        }
    }
}

static pid_t start_worker(const char *path)
{
    const pid_t child = fork();
    if (child == 0)
        work(path);
    return child;
}

TEST(a_finite_space_is_evaluated_whole_by_workers_that_are_killed)
{
    const struct scratch dir = scratch_make();
    pid_t worker[N_WORKERS];
    int n_left = N_WORKERS, n_killed = 0;
    inlay_study_free(stored_study(dir.path, FINITE, "method=random"));
    for (int i = 0; i < N_WORKERS; i++)
        worker[i] = start_worker(dir.path);
    for (int i = 0; n_killed < 12; i++) {
        doze(7000);
        kill(worker[i % N_WORKERS], SIGKILL);
        waitpid(worker[i % N_WORKERS], NULL, 0);
        worker[i % N_WORKERS] = start_worker(dir.path);
        n_killed++;
    }
    for (int i = 0; i < N_WORKERS; i++) {
        int status = -1;
        waitpid(worker[i], &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        n_left--;
    }
    inlay_study *s = stored_study(dir.path, FINITE, "method=random");
    CHECK(n_left == 0 && inlay_study_n_trials(s) == N_CONFIGURATIONS);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_DONE) == N_CONFIGURATIONS);
    bool is_there[N_CONFIGURATIONS + 1] = {false};
    for (int64_t id = 1; id <= N_CONFIGURATIONS; id++)
        is_there[(size_t)trial_of(s, id).x[0].integer] = true;
    for (int k = 1; k <= N_CONFIGURATIONS; k++)
        CHECK(is_there[k]);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Want of memory ---- */

#ifdef INLAY_FAILING_MEM
static inlay_study *tried;

/* Three trials: done, failed, pending. */
static void begin_trying(void)
{
    inlay_error err = {0};
    tried = study_of(MIXED_SPACE, "initial=3");
    run(tried, mixed, 1);
    ask(tried);
    ask(tried);
    CHECK_OK(inlay_study_tell_failed(tried, 2, "no", &err), err);
    CHECK_OK(inlay_study_set_attribute(tried, 3, "a", "b", &err), err);
}

static inlay_status try_abandon(void)
{
    return inlay_study_abandon(tried, 3, "why", NULL);
}

static inlay_status try_requeue(void)
{
    return inlay_study_requeue(tried, 2, NULL);
}

static inlay_status try_amend(void)
{
    const double y = 0.5;
    return inlay_study_amend(tried, 1, &y, 1, "{\"a\": 2}", NULL);
}

static inlay_status try_discard(void)
{
    return inlay_study_discard(tried, 1, "why", NULL);
}

static inlay_status try_note(void)
{
    return inlay_study_set_attribute(tried, 3, "c", "d", NULL);
}

static inlay_status try_add_many(void)
{
    inlay_value x[8];
    const double y[] = {0.5, NAN};
    memcpy(x, trial_of(tried, 1).x, 4 * sizeof *x);
    memcpy(x + 4, trial_of(tried, 2).x, 4 * sizeof *x);
    return inlay_study_add_many(tried, 2, x, y, NULL, NULL, NULL);
}

TEST(want_of_memory_changes_nothing)
{
    inlay_status (*const CALLS[])(void) = {try_abandon, try_requeue,
                                           try_amend,   try_discard,
                                           try_note,    try_add_many};
    for (size_t i = 0; i < LEN(CALLS); i++) {
        bool is_done = false;
        for (long k = 0; !is_done; k++) {
            begin_trying();
            const int64_t before = tried->last_event;
            inlay_mem_fail_after(k);
            const inlay_status st = CALLS[i]();
            is_done = inlay_mem_fail_after(-1) <= k;
            CHECK(st == (is_done ? INLAY_OK : INLAY_ENOMEM));
            CHECK_OK(inlay_study_refresh(tried, NULL), (inlay_error){0});
            CHECK((tried->last_event > before) == is_done);
            inlay_study_free(tried);
        }
    }
}
#endif
