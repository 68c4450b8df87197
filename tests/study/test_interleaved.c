/*
 * test_interleaved.c: others append between a call's last look at the journal and
 * its own append.  What they wrote comes first, and nothing of it is lost.
 *
 * An intruder is a journal that writes something of its own before each append.
 */
#include "store_fixture.h"

static const struct inlay_journal_ops *real;
static bool has_intruder;

#ifdef INLAY_FAILING_MEM
/* Allocations until one fails, and those made so far.  An intruder is another
 * process, which does not want memory. */
static long left = -1, n_made;

static void pause_failing(void)
{
    const long made = inlay_mem_fail_after(-1);
    n_made += made;
    left = left >= made ? left - made : -1;
}

static void resume_failing(void)
{
    inlay_mem_fail_after(left);
}
#else
static void pause_failing(void)
{
}

static void resume_failing(void)
{
}
#endif

enum { MAX_WISHES = 20 };
static size_t n_wishes; /* of the intruder */

/* Of trials 1 to 3 one fails, one has failed and is reopened, one is done; and
 * configurations are enqueued, so many that the room which a call has set aside
 * may be used up. */
static void append_intruder(struct inlay_journal *j)
{
    struct inlay_event events[3 + MAX_WISHES] = {
        {.kind = INLAY_EVENT_ENDED, .trial = 1, .y = NAN, .text = "intruder"},
        {.kind = INLAY_EVENT_REOPENED, .trial = 2},
        {.kind = INLAY_EVENT_ENDED, .trial = 3, .y = 0.25},
    };
    char x[MAX_WISHES][40];
    for (size_t i = 0; i < n_wishes; i++) {
        snprintf(x[i], sizeof x[i], "[0.5, 2, \"q\", 0.1%zu]", 10 + i);
        events[3 + i] =
            (struct inlay_event){.kind = INLAY_EVENT_ENQUEUED, .x = x[i]};
    }
    const struct inlay_append a = {.events = events, .n_events = 3 + n_wishes};
    inlay_error err = {0};
    int64_t first = 0;
    bool is_late = true;
    CHECK_OK(real->append(j, &a, &first, &is_late, &err), err);
    CHECK(!is_late);
}

static inlay_status append_late(struct inlay_journal *j,
                                const struct inlay_append *a, int64_t *first,
                                bool *is_late, inlay_error *err)
{
    if (has_intruder) {
        pause_failing();
        append_intruder(j);
        resume_failing();
    }
    has_intruder = false;
    return real->append(j, a, first, is_late, err);
}

/* A study with trials 1, 3 and 4 pending, 2 failed and 5 done, whose next append has an
 * intruder. */
static inlay_study *begin(const char *path, struct inlay_journal_ops *ops)
{
    inlay_error err = {0};
    inlay_study *s = path ? stored_study(path, MIXED_SPACE, "initial=3")
                          : study_of(MIXED_SPACE, "initial=3");
    for (int i = 0; i < 5; i++)
        ask(s);
    tell(s, 5, 0.5);
    CHECK_OK(inlay_study_tell_failed(s, 2, "broken", &err), err);
    real = s->journal->ops;
    *ops = *real;
    ops->append = append_late;
    s->journal->ops = ops;
    has_intruder = true;
    return s;
}

/* The study is what a fold of its journal from the first event on is. */
static void check_is_fold(inlay_study *s)
{
    inlay_error err = {0};
    inlay_study *fold = NULL;
    CHECK_OK(inlay_study_at(s, INT64_MAX, 0, &fold, &err), err);
    CHECK_SAME_TRIALS(s, fold);
    for (int64_t id = 1; id <= (int64_t)inlay_study_n_trials(s); id++) {
        const inlay_trial a = trial_of(s, id), b = trial_of(fold, id);
        CHECK(a.state == b.state && a.is_discarded == b.is_discarded);
        CHECK(inlay_study_n_attributes(s, id) ==
              inlay_study_n_attributes(fold, id));
        CHECK(a.state != INLAY_STATE_DONE || a.value == b.value);
        CHECK(!a.why == !b.why && (!a.why || strcmp(a.why, b.why) == 0));
    }
    CHECK(inlay_study_n_queued(s) == inlay_study_n_queued(fold));
    CHECK(s->last_event >= fold->last_event);
    const char *memo = inlay_history_last_memo(&s->history);
    const char *same = inlay_history_last_memo(&fold->history);
    CHECK(!memo == !same && (!memo || strcmp(memo, same) == 0));
    inlay_study_free(fold);
}

/* ---- What a call may be ---- */

typedef inlay_status call_fn(inlay_study *s, inlay_error *err);

static inlay_status call_ask(inlay_study *s, inlay_error *err)
{
    inlay_trial t;
    return inlay_study_ask(s, &t, err);
}

static inlay_status call_tell(inlay_study *s, inlay_error *err)
{
    return inlay_study_tell(s, 4, 0.5, err);
}

static inlay_status call_tell_failed(inlay_study *s, inlay_error *err)
{
    return inlay_study_tell_failed(s, 4, "late", err);
}

static inlay_status call_add(inlay_study *s, inlay_error *err)
{
    const inlay_value x[] = {inlay_real(0.75), inlay_integer(3),
                             inlay_category("r"), inlay_real(0.5)};
    return inlay_study_add(s, x, 0.5, NULL, err);
}

static inlay_status call_enqueue(inlay_study *s, inlay_error *err)
{
    const inlay_value x[] = {inlay_real(0.25), inlay_integer(3),
                             inlay_category("r"), inlay_real(0.5)};
    return inlay_study_enqueue(s, x, err);
}

static inlay_status call_claim(inlay_study *s, inlay_error *err)
{
    const struct inlay_claim_terms terms = {
        .holder = "me", .seconds = 60.0, .budget = 9};
    struct inlay_claim claim;
    return inlay_study_claim(s, &terms, &claim, err);
}

static inlay_status call_abandon(inlay_study *s, inlay_error *err)
{
    return inlay_study_abandon(s, 4, "late", err);
}

/* Of one that the intruder does not touch: 5 is there from the beginning. */
static inlay_status call_amend(inlay_study *s, inlay_error *err)
{
    const double y = 0.75;
    return inlay_study_amend(s, 5, &y, 1, "{\"a\": 1}", err);
}

static inlay_status call_discard(inlay_study *s, inlay_error *err)
{
    return inlay_study_discard(s, 5, "late", err);
}

static inlay_status call_note(inlay_study *s, inlay_error *err)
{
    return inlay_study_set_attribute(s, 1, "a", "b", err);
}

static inlay_status call_requeue(inlay_study *s, inlay_error *err)
{
    return inlay_study_requeue(s, 4, err);
}

static call_fn *const CALLS[] = {call_ask,     call_tell,    call_tell_failed,
                                 call_add,     call_enqueue, call_claim,
                                 call_abandon, call_amend,   call_discard,
                                 call_note,    call_requeue};

static void check_call(call_fn *call, const char *path)
{
    struct inlay_journal_ops ops;
    inlay_error err = {0};
    inlay_study *s = begin(path, &ops);
    CHECK_OK(call(s, &err), err);
    CHECK(!has_intruder);
    check_is_fold(s); /* without another look at the journal */
    CHECK(trial_of(s, 1).state == INLAY_STATE_FAILED);
    CHECK(trial_of(s, 2).state == INLAY_STATE_PENDING);
    CHECK(trial_of(s, 3).value == 0.25);
    run(s, mixed, 3);
    check_is_fold(s);
    inlay_study_free(s);
}

TEST(what_others_append_just_before_is_folded_first)
{
    for (size_t i = 0; i < LEN(CALLS); i++) {
        const struct scratch dir = scratch_make();
        n_wishes = 1;
        check_call(CALLS[i], dir.path);
        for (n_wishes = 0; n_wishes < MAX_WISHES; n_wishes++)
            check_call(CALLS[i], NULL);
        scratch_remove(&dir);
    }
}

/* ---- A worker that comes between look and append ---- */

static inlay_status append_after_worker(struct inlay_journal *j,
                                        const struct inlay_append *a,
                                        int64_t *first, bool *is_late,
                                        inlay_error *err)
{
    const struct inlay_event started = {
        .kind = INLAY_EVENT_STARTED, .trial = 1, .text = "another machine"};
    const struct inlay_lease lease = {1, 1, 60.0, "another machine"};
    const struct inlay_append worker = {
        .events = &started, .n_events = 1, .lease = &lease};
    if (has_intruder)
        CHECK_OK(real->append(j, &worker, first, is_late, err), *err);
    has_intruder = false;
    return real->append(j, a, first, is_late, err);
}

static void check_worker_keeps_its_trial(inlay_study *s)
{
    struct inlay_journal_ops ops = *(real = s->journal->ops);
    inlay_error err = {0};
    ask(s);
    ops.append = append_after_worker;
    s->journal->ops = &ops;
    has_intruder = true;
    CHECK_FAILS(inlay_study_requeue(s, 1, &err), INLAY_ESTATE, err,
                "trial 1: another process is evaluating it");
    CHECK(!has_intruder);
    s->journal->ops = real;
    CHECK(ask(s).id == 2);
    inlay_study_free(s);
}

TEST(a_requeue_does_not_take_a_trial_from_who_has_just_claimed_it)
{
    const struct scratch dir = scratch_make();
    check_worker_keeps_its_trial(study_of(MIXED_SPACE, "initial=3"));
    check_worker_keeps_its_trial(
        stored_study(dir.path, MIXED_SPACE, "initial=3"));
    scratch_remove(&dir);
}

#ifdef INLAY_FAILING_MEM
/* With allocation k failing; false once there are no more of them.  A call may
 * have succeeded although others' events could not be folded: the next look at
 * the journal has them all. */
static bool check_starved(call_fn *call, long k)
{
    struct inlay_journal_ops ops;
    inlay_error err = {0};
    inlay_study *s = begin(NULL, &ops);
    n_made = 0;
    left = k;
    resume_failing();
    const inlay_status st = call(s, &err);
    pause_failing();
    CHECK(st == INLAY_OK || st == INLAY_ENOMEM);
    CHECK_OK(inlay_study_refresh(s, &err), err);
    check_is_fold(s);
    run(s, mixed, 1);
    check_is_fold(s);
    inlay_study_free(s);
    return n_made > k;
}

TEST(want_of_memory_among_intruders_loses_nothing)
{
    n_wishes = 1;
    for (size_t i = 0; i < LEN(CALLS); i++) {
        long k = 0;
        while (check_starved(CALLS[i], k))
            k++;
        CHECK(k > 3);
    }
}
#endif
