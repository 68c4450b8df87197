/*
 * test_journal.c: the contract of journal.h, tried on every implementation.
 *
 * A new one is a row of MAKERS.  Rules have the numbers of journal.h.
 */
#include "store_fixture.h"

#include <float.h>
#include <time.h>

#include "base/error.h"

/* ---- Implementations ---- */

struct fixture {
    struct scratch dir;
    struct inlay_journal *j;
    bool is_shared; /* a second handle can be opened on it */
};

static void make_memory(struct fixture *f)
{
    inlay_error err = {0};
    CHECK_OK(inlay_journal_new(&f->j, &err), err);
}

static struct inlay_journal *open_file(const struct fixture *f)
{
    inlay_error err = {0};
    struct inlay_journal *j = NULL;
    CHECK_OK(inlay_journal_open(f->dir.path, INLAY_STORE_CREATE, &j, &err),
             err);
    return j;
}

static void make_sqlite(struct fixture *f)
{
    f->dir = scratch_make();
    f->j = open_file(f);
    f->is_shared = true;
}

static const struct {
    const char *name;
    void (*make)(struct fixture *f);
} MAKERS[] = {{"memory", make_memory}, {"sqlite", make_sqlite}};

static void fixture_clear(struct fixture *f)
{
    inlay_journal_free(f->j);
    if (f->is_shared)
        scratch_remove(&f->dir);
}

/* A test that is run on each of them. */
#define CONTRACT(name)                                                         \
    static void name##_of(struct fixture *f);                                  \
    TEST(name)                                                                 \
    {                                                                          \
        for (size_t i = 0; i < LEN(MAKERS); i++) {                             \
            struct fixture f = {0};                                            \
            MAKERS[i].make(&f);                                                \
            name##_of(&f);                                                     \
            fixture_clear(&f);                                                 \
        }                                                                      \
    }                                                                          \
    static void name##_of(struct fixture *f)

/* ---- Events in a word ---- */

static struct inlay_event asked(int64_t trial)
{
    return (struct inlay_event){.kind = INLAY_EVENT_ASKED,
                                .trial = trial,
                                .known = trial - 1,
                                .study = 1,
                                .x = "[0.5]"};
}

static struct inlay_event event(enum inlay_event_kind kind, int64_t trial,
                                const char *text)
{
    return (struct inlay_event){
        .kind = kind, .trial = trial, .text = text, .y = NAN};
}

static struct inlay_event ended(int64_t trial, double y, int64_t cause)
{
    return (struct inlay_event){.kind = INLAY_EVENT_ENDED,
                                .trial = trial,
                                .y = y,
                                .text = isfinite(y) ? NULL : "it broke",
                                .cause = cause};
}

/* The number of the first event; 0 if the premise does not hold. */
static int64_t append_if(struct inlay_journal *j, struct inlay_premise premise,
                         const struct inlay_event *events, size_t n,
                         const struct inlay_lease *lease)
{
    const struct inlay_append a = {premise, events, n, lease, true, false};
    inlay_error err = {0};
    int64_t first = 0;
    bool is_late = false;
    CHECK_OK(j->ops->append(j, &a, &first, &is_late, &err), err);
    return is_late ? 0 : first;
}

static int64_t append(struct inlay_journal *j, struct inlay_event e)
{
    return append_if(j, (struct inlay_premise){0}, &e, 1, NULL);
}

static void check_refused(struct inlay_journal *j,
                          const struct inlay_event *events, size_t n,
                          const char *message)
{
    const struct inlay_append a = {.events = events, .n_events = n};
    inlay_error err = {0};
    int64_t first = 0;
    bool is_late = false;
    CHECK_FAILS(j->ops->append(j, &a, &first, &is_late, &err), INLAY_ESTATE,
                err, message);
}

/* ---- What a journal has ---- */

struct seen_events {
    size_t n;
    struct inlay_event e[64];
};

static inlay_status take_event(const struct inlay_event *e, void *context,
                               inlay_error *err)
{
    struct seen_events *seen = context;
    (void)err;
    CHECK(seen->n < LEN(seen->e) && !e->memo);
    seen->e[seen->n++] = *e;
    return INLAY_OK;
}

/* Texts in it are gone. */
static struct seen_events events_of(struct inlay_journal *j, int64_t after,
                                    int64_t upto)
{
    struct seen_events seen = {0};
    inlay_error err = {0};
    CHECK_OK(j->ops->read(j, after, upto, take_event, &seen, &err), err);
    return seen;
}

static size_t n_events(struct inlay_journal *j)
{
    return events_of(j, 0, INT64_MAX).n;
}

struct seen_rows {
    size_t n;
    struct inlay_trial_row row[16];
};

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    struct seen_rows *seen = context;
    (void)err;
    CHECK(seen->n < LEN(seen->row));
    seen->row[seen->n++] = *row;
    return INLAY_OK;
}

static struct seen_rows rows_of(struct inlay_journal *j, int64_t first,
                                int64_t last)
{
    struct seen_rows seen = {0};
    inlay_error err = {0};
    CHECK_OK(j->ops->trials(j, first, last, take_row, &seen, &err), err);
    return seen;
}

static struct inlay_trial_row row_of(struct inlay_journal *j, int64_t id)
{
    const struct seen_rows seen = rows_of(j, id, id);
    CHECK(seen.n == 1 && seen.row[0].id == id);
    return seen.row[0];
}

struct seen_leases {
    size_t n;
    struct {
        int64_t trial, attempt;
        double left;
        char holder[32];
    } lease[8];
};

static inlay_status take_lease(const struct inlay_lease *lease, void *context,
                               inlay_error *err)
{
    struct seen_leases *seen = context;
    (void)err;
    CHECK(seen->n < LEN(seen->lease));
    seen->lease[seen->n].trial = lease->trial;
    seen->lease[seen->n].attempt = lease->attempt;
    seen->lease[seen->n].left = lease->left;
    snprintf(seen->lease[seen->n++].holder, 32, "%s", lease->holder);
    return INLAY_OK;
}

static struct seen_leases leases_of(struct inlay_journal *j, int64_t first,
                                    int64_t last)
{
    struct seen_leases seen = {0};
    inlay_error err = {0};
    CHECK_OK(j->ops->leases(j, first, last, take_lease, &seen, &err), err);
    return seen;
}

static int64_t last_trial(struct inlay_journal *j)
{
    inlay_error err = {0};
    int64_t last = -1;
    CHECK_OK(j->ops->last_trial(j, &last, &err), err);
    return last;
}

/* Trials 1 to n, pending. */
static void ask_trials(struct inlay_journal *j, int64_t n)
{
    for (int64_t id = 1; id <= n; id++)
        append(j, asked(id));
}

/* Trial 1, leased. */
static void lease_first(struct inlay_journal *j, const char *holder,
                        double seconds)
{
    const struct inlay_event events[] = {asked(1),
                                         event(INLAY_EVENT_STARTED, 1, holder)};
    const struct inlay_lease lease = {1, 1, seconds, holder};
    CHECK(append_if(j, (struct inlay_premise){0}, events, 2, &lease) > 0);
}

/* ---- Numbers and reading: rules 1, 2, 7, 8 ---- */

CONTRACT(an_empty_journal_has_nothing)
{
    inlay_error err = {0};
    char *text = NULL;
    int64_t number = -1;
    CHECK(n_events(f->j) == 0 && last_trial(f->j) == 0);
    CHECK(rows_of(f->j, 1, INT64_MAX).n == 0);
    CHECK(leases_of(f->j, 1, INT64_MAX).n == 0);
    CHECK_OK(f->j->ops->memo(f->j, 9, &text, &number, &err), err);
    CHECK(!text && number == 0);
    number = -1;
    CHECK_OK(f->j->ops->study_file(f->j, INT64_MAX, &text, &number, &err), err);
    CHECK(!text && number == 0);
}

CONTRACT(numbers_grow_and_those_of_one_append_are_consecutive)
{
    const struct inlay_event two[] = {asked(1), ended(1, 2.5, 0)};
    const int64_t first = append(f->j, event(INLAY_EVENT_STUDY, 0, "{}"));
    const int64_t second =
        append_if(f->j, (struct inlay_premise){0}, two, 2, NULL);
    const int64_t third = append(f->j, asked(2));
    CHECK(first >= 1 && second > first && third > second + 1);
    const struct seen_events seen = events_of(f->j, 0, INT64_MAX);
    CHECK(seen.n == 4);
    CHECK(seen.e[0].seq == first && seen.e[1].seq == second);
    CHECK(seen.e[2].seq == second + 1 && seen.e[3].seq == third);
}

CONTRACT(a_read_gives_what_lies_between_two_numbers)
{
    int64_t seq[5];
    for (int64_t i = 0; i < 5; i++)
        seq[i] = append(f->j, asked(i + 1));
    for (int i = 0; i < 5; i++)
        for (int k = i; k < 5; k++) {
            const struct seen_events seen = events_of(f->j, seq[i], seq[k]);
            CHECK(seen.n == (size_t)(k - i));
            for (size_t m = 0; m < seen.n; m++)
                CHECK(seen.e[m].trial == i + 2 + (int64_t)m);
        }
    CHECK(events_of(f->j, seq[4], INT64_MAX).n == 0);
}

static inlay_status stop_at_second(const struct inlay_event *e, void *context,
                                   inlay_error *err)
{
    ++*(int *)context;
    return e->trial == 2 ? inlay_fail(err, INLAY_EINVAL, "enough") : INLAY_OK;
}

CONTRACT(a_walk_ends_where_its_function_says_so)
{
    inlay_error err = {0};
    int n = 0;
    ask_trials(f->j, 4);
    CHECK_FAILS(f->j->ops->read(f->j, 0, INT64_MAX, stop_at_second, &n, &err),
                INLAY_EINVAL, err, "enough");
    CHECK(n == 2 && n_events(f->j) == 4);
}

static inlay_status check_all_members(const struct inlay_event *e,
                                      void *context, inlay_error *err)
{
    (void)err;
    ++*(int *)context;
    CHECK(e->at > 1.6e9 && e->trial == 1);
    if (e->kind == INLAY_EVENT_ASKED) {
        CHECK(e->known == 7 && e->study == 3 && e->cause == -1);
        CHECK_TEXT(e->x, "[\"ü\", 0.1]");
        CHECK_TEXT(e->point, "[0.25]");
        CHECK(!e->text && !e->metrics);
    } else {
        CHECK(e->kind == INLAY_EVENT_ENDED && e->y == 0.1);
        CHECK_TEXT(e->metrics, "{\"a\": 1}");
        CHECK(!e->x && !e->point && !e->text);
    }
    return INLAY_OK;
}

CONTRACT(an_event_comes_back_as_it_was)
{
    char x[] = "[\"ü\", 0.1]", metrics[] = "{\"a\": 1}";
    const struct inlay_event events[] = {
        {.kind = INLAY_EVENT_ASKED,
         .trial = 1,
         .known = 7,
         .study = 3,
         .cause = INLAY_CAUSE_ADDED,
         .x = x,
         .point = "[0.25]"},
        {.kind = INLAY_EVENT_ENDED, .trial = 1, .y = 0.1, .metrics = metrics}};
    inlay_error err = {0};
    int n = 0;
    append_if(f->j, (struct inlay_premise){0}, events, 2, NULL);
    x[0] = metrics[0] = '?'; /* it has copies */
    CHECK_OK(f->j->ops->read(f->j, 0, INT64_MAX, check_all_members, &n, &err),
             err);
    CHECK(n == 2);
}

/* Rule 11.  The context is the text that is expected next. */
static inlay_status compare_text(const struct inlay_event *e, void *context,
                                 inlay_error *err)
{
    const char *const **want = context;
    (void)err;
    CHECK(!e->text == !**want);
    if (e->text)
        CHECK_TEXT(e->text, **want);
    ++*want;
    return INLAY_OK;
}

CONTRACT(texts_come_back_byte_for_byte)
{
    static const char *const TEXTS[] = {"",
                                        NULL,
                                        " \t\r\n ",
                                        "'; DROP TABLE journal; --",
                                        "\\x00",
                                        "{\"a\" : 1e0 , \"a\":2}",
                                        "e\xcc\x81 \xc3\xa9",
                                        "\xf0\x9f\x99\x82"};
    const char *const *want = TEXTS;
    inlay_error err = {0};
    for (size_t i = 0; i < LEN(TEXTS); i++)
        append(f->j, event(INLAY_EVENT_STUDY, 0, TEXTS[i]));
    CHECK_OK(f->j->ops->read(f->j, 0, INT64_MAX, compare_text, &want, &err),
             err);
    CHECK(want == TEXTS + LEN(TEXTS));
}

CONTRACT(values_come_back_bit_for_bit)
{
    static const double Y[] = {0.0,      1.0 / 3.0, -1e-300,  DBL_MAX, -DBL_MAX,
                               DBL_MIN,  5e-324,    1e15 + 1, 9.1e18,  -3.0,
                               INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < LEN(Y); i++) {
        const int64_t id = (int64_t)i + 1;
        append(f->j, asked(id));
        const int64_t before = append(f->j, ended(id, Y[i], 0)) - 1;
        const struct seen_events seen = events_of(f->j, before, INT64_MAX);
        const double is = row_of(f->j, id).y;
        CHECK(seen.n == 1);
        if (isfinite(Y[i]))
            CHECK(memcmp(&is, &Y[i], sizeof is) == 0 &&
                  memcmp(&seen.e[0].y, &Y[i], sizeof is) == 0);
        else
            CHECK(isnan(is) && isnan(seen.e[0].y));
    }
}

CONTRACT(variances_come_back_bit_for_bit_and_only_those_of_values)
{
    static const double V[] = {0.0, 1.0 / 3.0, DBL_MAX, 5e-324, 7.0};
    for (size_t i = 0; i < LEN(V); i++) {
        const int64_t id = 2 * (int64_t)i + 1;
        struct inlay_event e[] = {ended(id, 0.5, 0), ended(id + 1, NAN, 0)};
        append(f->j, asked(id));
        append(f->j, asked(id + 1));
        for (size_t k = 0; k < LEN(e); k++) {
            e[k].has_variance = true;
            e[k].variance = V[i];
        }
        const int64_t last = append(f->j, e[0]);
        const struct seen_events seen = events_of(f->j, last - 1, INT64_MAX);
        CHECK(append(f->j, e[1]) == last + 1);
        const double is = row_of(f->j, id).variance;
        CHECK(seen.n == 1 && seen.e[0].has_variance);
        CHECK(memcmp(&is, &V[i], sizeof is) == 0 &&
              memcmp(&seen.e[0].variance, &V[i], sizeof is) == 0);
        CHECK(isnan(row_of(f->j, id + 1).variance));
        CHECK(!events_of(f->j, last, INT64_MAX).e[0].has_variance);
    }
}

CONTRACT(an_amendment_has_a_variance_of_its_own_or_none)
{
    ask_trials(f->j, 2);
    struct inlay_event e = ended(1, 0.5, 0);
    e.has_variance = true;
    e.variance = 0.25;
    e.cause = append(f->j, e);
    e.kind = INLAY_EVENT_AMENDED;
    e.variance = 0.75;
    e.cause = append(f->j, e);
    CHECK(row_of(f->j, 1).variance == 0.75);
    e.has_variance = false;
    e.cause = append(f->j, e);
    CHECK(isnan(row_of(f->j, 1).variance) && row_of(f->j, 1).y == 0.5);
    CHECK(isnan(row_of(f->j, 2).variance));
}

CONTRACT(starts_and_returns_are_kept)
{
    ask_trials(f->j, 1);
    append(f->j, event(INLAY_EVENT_STARTED, 1, "me"));
    append(f->j, event(INLAY_EVENT_RETURNED, 1, "no"));
    const int64_t last = append(f->j, event(INLAY_EVENT_STARTED, 1, "me"));
    CHECK(n_events(f->j) == 4);
    CHECK(append(f->j, ended(1, 1.0, 0)) > last);
    const struct inlay_trial_row row = row_of(f->j, 1);
    CHECK(row.n_starts == 2 && row.started_at >= row.asked_at);
    CHECK(row.ended_at >= row.started_at && row.asked_at > 1.6e9);
    CHECK(row.age >= row.ended_at - row.asked_at && row.age < 60.0);
}

/* ---- All or nothing: rules 3 and 6 ---- */

CONTRACT(events_that_break_the_rules_are_refused_with_all_others)
{
    const struct inlay_lease lease = {1, 1, 60.0, "me"};
    const struct inlay_event good = asked(1);
    append_if(f->j, (struct inlay_premise){0}, &good, 1, &lease);

    const struct inlay_event again[] = {asked(2), asked(1)};
    check_refused(f->j, again, 2, "trial 1: the next one has the number 3");
    const struct inlay_event gap[] = {asked(2), asked(4)};
    check_refused(f->j, gap, 2, "trial 4: the next one has the number 3");
    const struct inlay_event twice[] = {asked(2), ended(2, 1.0, 0),
                                        ended(1, 1.0, 0), ended(2, 1.0, 0)};
    check_refused(f->j, twice, 4, "trial 2 already has a result");
    const struct inlay_event unknown[] = {ended(1, 1.0, 0), ended(5, 1.0, 0)};
    check_refused(f->j, unknown, 2, "trial 5 was never suggested");
    const struct inlay_event early[] = {asked(2), ended(2, 1.0, 0),
                                        event(INLAY_EVENT_REOPENED, 2, NULL)};
    check_refused(f->j, early, 3,
                  "trial 2 has not failed, and was not abandoned");
    struct inlay_event late[] = {ended(1, 1.0, 0),
                                 event(INLAY_EVENT_STARTED, 1, "you")};
    check_refused(f->j, late, 2, "trial 1 already has a result");
    late[1].kind = INLAY_EVENT_RETURNED;
    check_refused(f->j, late, 2, "trial 1 already has a result");

    CHECK(n_events(f->j) == 1 && last_trial(f->j) == 1);
    const struct inlay_trial_row row = row_of(f->j, 1);
    CHECK(!row.is_ended && row.n_starts == 0);
    CHECK(leases_of(f->j, 1, 1).n == 1); /* an end would have dropped it */
}

CONTRACT(a_trial_ends_once_for_each_time_it_is_opened)
{
    ask_trials(f->j, 1);
    CHECK(row_of(f->j, 1).since == 0);
    append(f->j, ended(1, NAN, 0));
    const struct inlay_event second = ended(1, 1.0, 0);
    check_refused(f->j, &second, 1, "trial 1 already has a result");
    CHECK(row_of(f->j, 1).is_ended && isnan(row_of(f->j, 1).y));

    const struct inlay_event both[] = {event(INLAY_EVENT_REOPENED, 1, NULL),
                                       ended(1, 1.0, 0)};
    check_refused(f->j, both, 2,
                  "trial 1 was reopened after this result began");
    const int64_t by = append(f->j, both[0]);
    CHECK(!row_of(f->j, 1).is_ended && row_of(f->j, 1).since == by);
    check_refused(f->j, &second, 1,
                  "trial 1 was reopened after this result began");
    CHECK(!row_of(f->j, 1).why && row_of(f->j, 1).ended_at == 0.0);
    append(f->j, ended(1, 0.5, by));
    CHECK(row_of(f->j, 1).y == 0.5 && row_of(f->j, 1).since == by);
    const struct inlay_event third = ended(1, 1.0, by);
    check_refused(f->j, &third, 1, "trial 1 already has a result");
    const struct inlay_event reopened = event(INLAY_EVENT_REOPENED, 1, NULL);
    check_refused(f->j, &reopened, 1,
                  "trial 1 has not failed, and was not abandoned");
}

/* With the events, none of which is kept. */
static void check_lease_refused(struct inlay_journal *j, int64_t trial,
                                const struct inlay_event *events, size_t n,
                                const char *message)
{
    const struct inlay_lease lease = {trial, 1, 60.0, "me"};
    const struct inlay_append a = {
        .events = events, .n_events = n, .lease = &lease};
    const size_t n_before = n_events(j);
    inlay_error err = {0};
    int64_t first;
    bool is_late = false;
    CHECK_FAILS(j->ops->append(j, &a, &first, &is_late, &err), INLAY_ESTATE,
                err, message);
    CHECK(n_events(j) == n_before && leases_of(j, INT64_MIN, INT64_MAX).n == 0);
}

CONTRACT(a_lease_is_of_a_pending_trial)
{
    const struct inlay_event first = asked(1);
    check_lease_refused(f->j, 2, &first, 1, "trial 2 was never suggested");
    check_lease_refused(f->j, 0, &first, 1, "trial 0 was never suggested");
    check_lease_refused(f->j, -1, &first, 1, "trial -1 was never suggested");
    check_lease_refused(f->j, INT64_MIN, NULL, 0,
                        "trial -9223372036854775808 was never suggested");

    append(f->j, first);
    const struct inlay_event end = ended(1, NAN, 0);
    check_lease_refused(f->j, 1, &end, 1, "trial 1 already has a result");
    append(f->j, end);
    check_lease_refused(f->j, 1, NULL, 0, "trial 1 already has a result");

    const struct inlay_event reopened = event(INLAY_EVENT_REOPENED, 1, NULL);
    const struct inlay_lease lease = {1, 1, 0.0, ""};
    append_if(f->j, (struct inlay_premise){0}, &reopened, 1, &lease);
    CHECK(leases_of(f->j, 1, 1).n == 1);
}

#ifdef INLAY_FAILING_MEM
CONTRACT(an_append_that_fails_for_lack_of_memory_changes_nothing)
{
    struct inlay_event events[] = {asked(1), ended(1, NAN, 0), asked(2)};
    const struct inlay_lease lease = {2, 1, 60.0, "me"};
    const struct inlay_append a = {
        .events = events, .n_events = 3, .lease = &lease};
    inlay_error err = {0};
    int64_t first = 0;
    bool is_late = false;
    events[0].memo = "memo";
    for (long k = 0;; k++) {
        inlay_mem_fail_after(k);
        const inlay_status st =
            f->j->ops->append(f->j, &a, &first, &is_late, &err);
        const bool is_done = inlay_mem_fail_after(-1) <= k;
        if (is_done) {
            CHECK_OK(st, err);
            break;
        }
        CHECK(st == INLAY_ENOMEM && n_events(f->j) == 0);
        CHECK(leases_of(f->j, 1, INT64_MAX).n == 0);
    }
    CHECK(n_events(f->j) == 3 && leases_of(f->j, 1, INT64_MAX).n == 1);
}
#endif

/* ---- Premises: rule 4 ---- */

static void check_lost(struct inlay_journal *j, struct inlay_premise premise,
                       const struct inlay_event *e)
{
    const struct inlay_lease lease = {1, 9, 60.0, "late"};
    const size_t n = n_events(j);
    CHECK(append_if(j, premise, e, 1, &lease) == 0);
    CHECK(n_events(j) == n);
    const struct seen_leases seen = leases_of(j, 1, INT64_MAX);
    for (size_t i = 0; i < seen.n; i++)
        CHECK(seen.lease[i].attempt != 9);
}

static struct inlay_premise next_is(int64_t trial, int64_t budget)
{
    return (struct inlay_premise){
        .kind = INLAY_PREMISE_NEXT, .trial = trial, .budget = budget};
}

CONTRACT(the_next_trial_is_asked_by_whoever_comes_first)
{
    struct inlay_event first = asked(1), second = asked(2);
    const struct inlay_premise one = next_is(1, INT64_MAX),
                               two = next_is(2, INT64_MAX);
    check_lost(f->j, two, &second);
    CHECK(append_if(f->j, one, &first, 1, NULL) > 0);
    check_lost(f->j, one, &first);
    CHECK(append_if(f->j, two, &second, 1, NULL) > 0);
}

CONTRACT(an_append_says_whether_it_was_late_whatever_was_there)
{
    const struct inlay_event e = asked(1);
    const struct inlay_append a = {
        .premise = next_is(1, INT64_MAX), .events = &e, .n_events = 1};
    inlay_error err = {0};
    int64_t first = 0;
    bool is_late = true;
    CHECK_OK(f->j->ops->append(f->j, &a, &first, &is_late, &err), err);
    CHECK(!is_late && first > 0);
    CHECK_OK(f->j->ops->append(f->j, &a, &first, &is_late, &err), err);
    CHECK(is_late);
}

CONTRACT(a_budget_counts_what_was_asked_and_not_what_was_added)
{
    struct inlay_event added = asked(1), first = asked(2), second = asked(3);
    inlay_error err = {0};
    int64_t n_added = -1;
    added.cause = INLAY_CAUSE_ADDED;
    append(f->j, added);
    CHECK_OK(f->j->ops->n_uncounted(f->j, &n_added, &err), err);
    CHECK(n_added == 1);
    check_lost(f->j, next_is(2, 0), &first);
    CHECK(append_if(f->j, next_is(2, 1), &first, 1, NULL) > 0);
    check_lost(f->j, next_is(3, 1), &second);
    CHECK(append_if(f->j, next_is(3, 2), &second, 1, NULL) > 0);
}

static struct inlay_premise state_is(enum inlay_premise_kind kind,
                                     int64_t trial, int64_t since)
{
    return (struct inlay_premise){.kind = kind, .trial = trial, .since = since};
}

CONTRACT(a_trial_is_ended_by_whoever_comes_first)
{
    const struct inlay_event fails = ended(1, NAN, 0);
    const struct inlay_premise pending = state_is(INLAY_PREMISE_PENDING, 1, 0);
    check_lost(f->j, pending, &fails); /* it was not asked yet */
    ask_trials(f->j, 1);
    check_lost(f->j, state_is(INLAY_PREMISE_PENDING, 1, 1), &fails);
    CHECK(append_if(f->j, pending, &fails, 1, NULL) > 0);
    check_lost(f->j, pending, &fails);
    const int64_t by = append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    check_lost(f->j, pending, &fails); /* since by, not since it was asked */
    const struct inlay_event done = ended(1, 0.5, by);
    CHECK(append_if(f->j, state_is(INLAY_PREMISE_PENDING, 1, by), &done, 1,
                    NULL) > 0);
}

CONTRACT(a_failure_is_reopened_by_whoever_comes_first)
{
    const struct inlay_event reopened = event(INLAY_EVENT_REOPENED, 1, NULL);
    check_lost(f->j, state_is(INLAY_PREMISE_NEWEST, 1, 0), &reopened);
    ask_trials(f->j, 1);
    const int64_t end = append(f->j, ended(1, NAN, 0));
    const struct inlay_premise failed = state_is(INLAY_PREMISE_NEWEST, 1, end);
    check_lost(f->j, state_is(INLAY_PREMISE_NEWEST, 1, 0), &reopened);
    const int64_t by = append_if(f->j, failed, &reopened, 1, NULL);
    CHECK(by > 0);
    check_lost(f->j, failed, &reopened);
    const int64_t again = append(f->j, ended(1, NAN, by));
    check_lost(f->j, failed, &reopened); /* that was another failure */
    CHECK(append_if(f->j, state_is(INLAY_PREMISE_NEWEST, 1, again), &reopened,
                    1, NULL) > 0);
}

/* ---- The life of a trial: rule 6 ---- */

static struct inlay_event amended(int64_t trial, double y, int64_t cause)
{
    struct inlay_event e = ended(trial, y, cause);
    e.kind = INLAY_EVENT_AMENDED;
    return e;
}

CONTRACT(a_trial_that_was_abandoned_is_opened_again)
{
    const struct inlay_event up = event(INLAY_EVENT_ABANDONED, 1, "no time");
    const struct inlay_event late = ended(1, 0.5, 0);
    check_refused(f->j, &up, 1, "trial 1 was never suggested");
    lease_first(f->j, "me", 60.0);
    append(f->j, up);
    struct inlay_trial_row row = row_of(f->j, 1);
    CHECK(row.is_abandoned && !row.is_ended && row.ended_at >= row.asked_at);
    CHECK(leases_of(f->j, 1, 1).n == 0); /* it is dropped for good */
    check_refused(f->j, &up, 1, "trial 1 was abandoned");
    check_refused(f->j, &late, 1, "trial 1 was abandoned");
    check_lease_refused(f->j, 1, NULL, 0, "trial 1 was abandoned");
    const int64_t by = append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    row = row_of(f->j, 1);
    CHECK(!row.is_abandoned && row.since == by && row.result == by);
    CHECK(row.ended_at == 0.0 && leases_of(f->j, 1, 1).n == 0);
    check_refused(f->j, &up, 1, "trial 1 was reopened after this result began");
    append(f->j, ended(1, 0.5, by));
    CHECK(row_of(f->j, 1).y == 0.5 && row_of(f->j, 1).since == by);
    const struct inlay_event again = event(INLAY_EVENT_ABANDONED, 1, NULL);
    check_refused(f->j, &again, 1, "trial 1 already has a result");
}

CONTRACT(the_newest_amendment_counts_and_names_what_it_replaces)
{
    ask_trials(f->j, 2);
    const struct inlay_event early = amended(2, 1.0, 0);
    check_refused(f->j, &early, 1,
                  "trial 2 has no result that could be amended");
    append(f->j, ended(1, NAN, 0));
    const int64_t by = append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    const int64_t end = append(f->j, ended(1, 0.5, by));
    const struct inlay_event blind = amended(1, 1.0, by);
    check_refused(f->j, &blind, 1, "trial 1 has another result meanwhile");
    const int64_t first = append(f->j, amended(1, 0.25, end));
    check_lost(f->j, state_is(INLAY_PREMISE_NEWEST, 1, end), &blind);
    const struct inlay_event late = amended(1, 1.0, end);
    check_refused(f->j, &late, 1, "trial 1 has another result meanwhile");
    struct inlay_trial_row row = row_of(f->j, 1);
    CHECK(row.is_ended && row.y == 0.25 && row.since == by);
    CHECK(row.result == first && row.amended_at >= row.ended_at);
    CHECK(row.ended_at >= row.asked_at);
    const int64_t second = append(f->j, amended(1, NAN, first));
    row = row_of(f->j, 1);
    CHECK(row.is_ended && isnan(row.y) && row.result == second);
    append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL)); /* it has failed now */
    CHECK(!row_of(f->j, 1).is_ended && row_of(f->j, 1).amended_at == 0.0);
}

CONTRACT(what_is_discarded_can_be_restored_and_not_reopened)
{
    const struct inlay_event away = event(INLAY_EVENT_DISCARDED, 1, "wrong");
    const struct inlay_event back = event(INLAY_EVENT_RESTORED, 1, NULL);
    const struct inlay_event reopened = event(INLAY_EVENT_REOPENED, 1, NULL);
    ask_trials(f->j, 1);
    check_refused(f->j, &away, 1,
                  "trial 1 has no result that could be discarded");
    const int64_t end = append(f->j, ended(1, NAN, 0));
    check_refused(f->j, &back, 1, "trial 1 was not discarded");
    const int64_t mark = append(f->j, away);
    check_refused(f->j, &away, 1, "trial 1 was already discarded");
    check_refused(f->j, &reopened, 1,
                  "trial 1 was discarded; restore it first");
    struct inlay_trial_row row = row_of(f->j, 1);
    CHECK(row.is_discarded && row.is_ended && row.marked == mark);
    CHECK(row.result == end && inlay_trial_row_newest(&row) == mark);
    check_lost(f->j, state_is(INLAY_PREMISE_NEWEST, 1, end), &back);
    const struct inlay_event both[] = {back, reopened};
    append_if(f->j, state_is(INLAY_PREMISE_NEWEST, 1, mark), both, 2, NULL);
    row = row_of(f->j, 1);
    CHECK(!row.is_discarded && !row.is_ended);
}

static inlay_status compare_notes(const struct inlay_trial_row *row,
                                  void *context, inlay_error *err)
{
    const char *want = row->id == 2 ? context : NULL;
    (void)err;
    CHECK(!row->notes == !want);
    if (row->notes)
        CHECK_TEXT(row->notes, want);
    return INLAY_OK;
}

CONTRACT(the_newest_notes_of_a_trial_are_found)
{
    char want[] = "{\"a\": \"2\"}";
    inlay_error err = {0};
    ask_trials(f->j, 3);
    const struct inlay_event unknown = event(INLAY_EVENT_NOTED, 4, "{}");
    check_refused(f->j, &unknown, 1, "trial 4 was never suggested");
    const struct inlay_event study = event(INLAY_EVENT_NOTED, 0, "{}");
    const int64_t zero =
        append_if(f->j, state_is(INLAY_PREMISE_NOTED, 0, 0), &study, 1, NULL);
    CHECK(zero > 0);
    check_lost(f->j, state_is(INLAY_PREMISE_NOTED, 0, 0), &study);
    const int64_t first = append(f->j, event(INLAY_EVENT_NOTED, 2, "{}"));
    const struct inlay_event next = event(INLAY_EVENT_NOTED, 2, want);
    CHECK(append_if(f->j, state_is(INLAY_PREMISE_NOTED, 2, first), &next, 1,
                    NULL) > first);
    check_lost(f->j, state_is(INLAY_PREMISE_NOTED, 2, first), &next);
    CHECK_OK(f->j->ops->trials(f->j, 1, 3, compare_notes, want, &err), err);
    CHECK(row_of(f->j, 2).noted > first && row_of(f->j, 2).marked == 0);
}

static int64_t n_uncounted(struct inlay_journal *j)
{
    inlay_error err = {0};
    int64_t n = -1;
    CHECK_OK(j->ops->n_uncounted(j, &n, &err), err);
    return n;
}

static bool has_life(struct inlay_journal *j)
{
    inlay_error err = {0};
    bool has = false;
    CHECK_OK(j->ops->has_life(j, &has, &err), err);
    return has;
}

CONTRACT(what_is_given_up_or_void_takes_nothing_of_a_budget)
{
    ask_trials(f->j, 3);
    CHECK(!has_life(f->j));
    struct inlay_event added = asked(4), next = asked(5);
    added.cause = INLAY_CAUSE_ADDED;
    append(f->j, added);
    append(f->j, ended(4, 0.5, 0));
    CHECK(n_uncounted(f->j) == 1);
    append(f->j, event(INLAY_EVENT_DISCARDED, 4, NULL));
    CHECK(n_uncounted(f->j) == 1 && has_life(f->j)); /* once */
    append(f->j, event(INLAY_EVENT_ABANDONED, 1, NULL));
    CHECK(n_uncounted(f->j) == 2);
    const int64_t by = append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    CHECK(n_uncounted(f->j) == 1);
    struct inlay_event up = event(INLAY_EVENT_ABANDONED, 1, NULL);
    up.cause = by;
    append(f->j, up);
    CHECK(n_uncounted(f->j) == 2);
    append(f->j, ended(2, 0.5, 0));
    append(f->j, event(INLAY_EVENT_DISCARDED, 2, NULL));
    append(f->j, event(INLAY_EVENT_RESTORED, 2, NULL));
    CHECK(n_uncounted(f->j) == 2);
    append(f->j, event(INLAY_EVENT_DISCARDED, 2, NULL));
    CHECK(n_uncounted(f->j) == 3);
    check_lost(f->j, next_is(5, 1), &next); /* trial 3 */
    CHECK(append_if(f->j, next_is(5, 2), &next, 1, NULL) > 0);
}

CONTRACT(the_life_of_a_trial_is_told_in_order)
{
    static const enum inlay_event_kind KINDS[] = {
        INLAY_EVENT_NOTED,     INLAY_EVENT_ENDED,    INLAY_EVENT_AMENDED,
        INLAY_EVENT_DISCARDED, INLAY_EVENT_RESTORED, INLAY_EVENT_REOPENED};
    struct seen_events seen = {0};
    inlay_error err = {0};
    lease_first(f->j, "me", 60.0);
    append(f->j, asked(2));
    append(f->j, event(INLAY_EVENT_NOTED, 0, "{}"));
    append(f->j, event(INLAY_EVENT_NOTED, 1, "{}"));
    append(f->j, ended(2, 1.0, 0));
    const int64_t end = append(f->j, ended(1, 1.0, 0));
    append(f->j, amended(1, NAN, end));
    append(f->j, event(INLAY_EVENT_DISCARDED, 1, NULL));
    append(f->j, event(INLAY_EVENT_RESTORED, 1, NULL));
    append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    CHECK_OK(f->j->ops->life(f->j, 1, take_event, &seen, &err), err);
    CHECK(seen.n == LEN(KINDS));
    for (size_t i = 0; i < seen.n; i++)
        CHECK(seen.e[i].kind == KINDS[i] && seen.e[i].trial == 1);
    CHECK(seen.e[1].y == 1.0 && isnan(seen.e[2].y));
    seen.n = 0;
    CHECK_OK(f->j->ops->life(f->j, 0, take_event, &seen, &err), err);
    CHECK(seen.n == 1 && seen.e[0].kind == INLAY_EVENT_NOTED);
}

CONTRACT(a_lease_without_a_holder_drops_the_lease)
{
    const struct inlay_lease none = {.trial = 1, .attempt = 1};
    const struct inlay_event e = event(INLAY_EVENT_STARTED, 1, NULL);
    lease_first(f->j, "", 0.0);
    CHECK(append_if(f->j, (struct inlay_premise){0}, &e, 1, &none) > 0);
    CHECK(leases_of(f->j, 1, 1).n == 0 && row_of(f->j, 1).n_starts == 2);
}

/* What a file says of its format. */
static int64_t format_of(const struct fixture *f)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    CHECK(sqlite3_open(f->dir.path, &db) == SQLITE_OK);
    CHECK(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) ==
          SQLITE_OK);
    CHECK(sqlite3_step(statement) == SQLITE_ROW);
    const int64_t format = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return format;
}

/* A handle that was open before sees the same. */
CONTRACT(a_file_is_of_format_2_from_the_first_event_that_needs_it)
{
    if (!f->is_shared)
        return;
    struct inlay_journal *other = open_file(f);
    ask_trials(f->j, 2);
    append(f->j, ended(1, NAN, 0));
    append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    CHECK(row_of(other, 1).id == 1 && format_of(f) == 1);
    CHECK(!has_life(other));
    append(f->j, event(INLAY_EVENT_ABANDONED, 2, NULL));
    CHECK(format_of(f) == 2);
    CHECK(has_life(other) && has_life(f->j));
    CHECK(row_of(other, 2).is_abandoned && n_uncounted(other) == 1);
    append(other, event(INLAY_EVENT_NOTED, 2, "{}"));
    CHECK(row_of(f->j, 2).noted > 0);
    inlay_journal_free(other);
    meddle(f->dir.path, /* the view for people */
           "CREATE TABLE found (n CHECK (n = 1));"
           "INSERT INTO found SELECT count(*) FROM trial"
           " WHERE state = 'abandoned' AND NOT discarded AND id = 2");
}

/* A handle that was open before, and has read in the older format, sees it. */
CONTRACT(a_file_is_of_format_3_from_the_first_variance)
{
    struct inlay_event e = ended(1, 0.5, 0);
    if (!f->is_shared)
        return;
    struct inlay_journal *other = open_file(f);
    ask_trials(f->j, 3);
    append(f->j, ended(2, 0.5, 0));
    CHECK(isnan(row_of(other, 2).variance) && n_events(other) == 4);
    e.has_variance = true;
    e.y = NAN;
    append(f->j, e);
    CHECK(format_of(f) == 1);
    e = ended(3, 0.5, 0);
    e.has_variance = true;
    e.variance = 0.125;
    const int64_t last = append(f->j, e);
    CHECK(format_of(f) == 3);
    CHECK(row_of(other, 3).variance == 0.125);
    CHECK(isnan(row_of(other, 2).variance) && isnan(row_of(f->j, 1).variance));
    CHECK(events_of(other, last - 1, INT64_MAX).e[0].variance == 0.125);
    CHECK(!events_of(other, 0, last - 1).e[3].has_variance);
    append(other, event(INLAY_EVENT_DISCARDED, 3, NULL));
    CHECK(format_of(f) == 3 && has_life(f->j));
    inlay_journal_free(other);
    meddle(f->dir.path, /* the view for people */
           "CREATE TABLE found (n CHECK (n = 1));"
           "INSERT INTO found SELECT count(*) FROM trial"
           " WHERE variance = 0.125 AND discarded AND id = 3");
}

CONTRACT(a_lease_is_taken_over_by_whoever_comes_first)
{
    const struct inlay_event e = event(INLAY_EVENT_STARTED, 1, "you");
    const struct inlay_lease next = {1, 2, 60.0, "you"};
    struct inlay_premise is = {
        .kind = INLAY_PREMISE_LEASE, .trial = 1, .attempt = 1, .holder = "me"};
    check_lost(f->j, is, &e); /* there is none */
    lease_first(f->j, "me", 60.0);

    struct inlay_premise other = is;
    other.attempt = 2;
    check_lost(f->j, other, &e);
    other = is;
    other.holder = "him";
    check_lost(f->j, other, &e);
    other = is;
    other.is_expired = true; /* it has a minute */
    check_lost(f->j, other, &e);

    CHECK(append_if(f->j, is, &e, 1, &next) > 0);
    check_lost(f->j, is, &e);
    is.attempt = 2;
    is.holder = NULL; /* anybody */
    const struct inlay_lease third = {1, 3, 60.0, "him"};
    CHECK(append_if(f->j, is, &e, 1, &third) > 0);
}

CONTRACT(a_lease_expires_by_the_clock_of_the_journal)
{
    const struct inlay_event e = event(INLAY_EVENT_STARTED, 1, "you");
    const struct inlay_lease next = {1, 2, 60.0, "you"};
    const struct inlay_premise is = {.kind = INLAY_PREMISE_LEASE,
                                     .trial = 1,
                                     .attempt = 1,
                                     .is_expired = true};
    inlay_error err = {0};
    lease_first(f->j, "me", -1.0);
    CHECK(leases_of(f->j, 1, 1).lease[0].left <= -1.0);
    CHECK_OK(f->j->ops->renew(f->j, "me", 60.0, &err), err);
    check_lost(f->j, is, &e);
    CHECK_OK(f->j->ops->renew(f->j, "me", -1.0, &err), err);
    CHECK(append_if(f->j, is, &e, 1, &next) > 0);
}

CONTRACT(an_append_can_rest_on_there_being_no_lease)
{
    const struct inlay_event e = event(INLAY_EVENT_RETURNED, 1, "again");
    const struct inlay_event fails = ended(1, NAN, 0);
    const struct inlay_lease back = {1, 1, 0.0, ""}, none = {1, 0, 0.0, NULL};
    const struct inlay_premise is = state_is(INLAY_PREMISE_UNLEASED, 1, 0);
    check_lost(f->j, is, &e); /* it was not asked yet */
    lease_first(f->j, "me", 60.0);
    check_lost(f->j, is, &e);
    CHECK(append_if(f->j, (struct inlay_premise){0}, &e, 1, &none) > 0);
    check_lost(f->j, state_is(INLAY_PREMISE_UNLEASED, 1, 1), &e);
    CHECK(append_if(f->j, is, &e, 1, &back) > 0);
    check_lost(f->j, is, &e); /* it was put back: that is a lease, too */
    append(f->j, fails);
    check_lost(f->j, is, &e); /* it is not pending */
}

/* ---- Time does not grow with the journal ---- */

enum { MANY = 40000, LOOKS = 2000 };

static double seconds_since(clock_t then)
{
    return (double)(clock() - then) / CLOCKS_PER_SEC;
}

static double append_many_trials(struct inlay_journal *j)
{
    struct inlay_event *events = calloc(MANY, sizeof *events);
    CHECK(events != NULL);
    for (int64_t i = 0; events && i < MANY; i++)
        events[i] = asked(i + 1);
    const clock_t then = clock();
    append_if(j, (struct inlay_premise){0}, events, MANY, NULL);
    free(events);
    return seconds_since(then);
}

/* A walk of all trials at each look takes many times as long as to append them
 * once. */
CONTRACT(few_leases_and_short_lives_are_found_at_once)
{
    const double limit = append_many_trials(f->j);
    const struct inlay_event started = event(INLAY_EVENT_STARTED, 7, "me");
    const struct inlay_lease lease = {7, 1, 60.0, "me"};
    inlay_error err = {0};
    append_if(f->j, (struct inlay_premise){0}, &started, 1, &lease);
    append(f->j, event(INLAY_EVENT_NOTED, 0, "{}"));
    append(f->j, event(INLAY_EVENT_NOTED, MANY, "{}"));
    for (int64_t id = 0; id <= MANY; id += MANY) {
        const clock_t then = clock();
        for (int i = 0; i < LOOKS; i++) {
            struct seen_events seen = {0};
            CHECK(leases_of(f->j, 1, INT64_MAX).n == 1);
            CHECK_OK(f->j->ops->life(f->j, id, take_event, &seen, &err), err);
            CHECK(seen.n == 1);
        }
        CHECK(seconds_since(then) < limit);
    }
}

CONTRACT(the_newest_notes_are_found)
{
    inlay_error err = {0};
    int64_t seq = -1;
    ask_trials(f->j, 2);
    for (int64_t id = 0; id <= 3; id++) {
        CHECK_OK(f->j->ops->newest_notes(f->j, id, &seq, &err), err);
        CHECK(seq == 0);
    }
    for (int64_t id = 0; id <= 2; id++) {
        append(f->j, event(INLAY_EVENT_NOTED, id, "{}"));
        const int64_t newest = append(f->j, event(INLAY_EVENT_NOTED, id, "{}"));
        CHECK_OK(f->j->ops->newest_notes(f->j, id, &seq, &err), err);
        CHECK(seq == newest);
    }
}

/* A journal in memory has them in a list. */
CONTRACT(leases_come_and_go_in_any_order)
{
    static const int64_t ORDER[] = {5, 2, 8, 1, 6, 3, 7, 4};
    const struct inlay_premise none = {0};
    ask_trials(f->j, 8);
    for (size_t i = 0; i < LEN(ORDER); i++) {
        const struct inlay_event e = event(INLAY_EVENT_STARTED, ORDER[i], "me");
        const struct inlay_lease lease = {ORDER[i], 1, 60.0, "me"};
        append_if(f->j, none, &e, 1, &lease);
        append_if(f->j, none, &e, 1, &lease); /* replaces it */
    }
    CHECK(leases_of(f->j, 2, 4).n == 3 && leases_of(f->j, 9, 9).n == 0);
    for (size_t n = 8; n > 0; n--) {
        const struct seen_leases all = leases_of(f->j, 1, INT64_MAX);
        const int64_t end = ORDER[n * 3 % 8];
        CHECK(all.n == n);
        for (size_t i = 1; i < n; i++)
            CHECK(all.lease[i - 1].trial < all.lease[i].trial);
        CHECK(leases_of(f->j, end, end).n == 1);
        append(f->j, ended(end, 0.5, 0));
        CHECK(leases_of(f->j, end, end).n == 0);
    }
    CHECK(leases_of(f->j, 1, INT64_MAX).n == 0);
}

CONTRACT(a_study_file_is_changed_by_whoever_comes_first)
{
    struct inlay_premise newest = {.kind = INLAY_PREMISE_STUDY};
    const struct inlay_event e = event(INLAY_EVENT_STUDY, 0, "{}");
    const int64_t first = append_if(f->j, newest, &e, 1, NULL);
    CHECK(first > 0);
    check_lost(f->j, newest, &e);
    newest.since = first;
    const int64_t second = append_if(f->j, newest, &e, 1, NULL);
    CHECK(second > first);
    newest.since = second;
    append(f->j, asked(1));
    check_lost(f->j, newest, &e); /* a trial came between */
    newest.trial = 1;
    CHECK(append_if(f->j, newest, &e, 1, NULL) > second);
}

/* ---- Trials, leases, memos, study files: rules 8 to 10 ---- */

CONTRACT(trials_are_found_by_number)
{
    ask_trials(f->j, 5);
    append(f->j, ended(2, 0.25, 0));
    append(f->j, ended(4, NAN, 0));
    CHECK(last_trial(f->j) == 5);
    CHECK(rows_of(f->j, 1, INT64_MAX).n == 5);
    CHECK(rows_of(f->j, INT64_MIN, 2).n == 2);
    CHECK(rows_of(f->j, 6, 6).n == 0 && rows_of(f->j, 0, 0).n == 0);
    const struct seen_rows some = rows_of(f->j, 2, 4);
    CHECK(some.n == 3);
    for (size_t i = 0; i < some.n; i++)
        CHECK(some.row[i].id == (int64_t)i + 2);
    CHECK(row_of(f->j, 2).is_ended && row_of(f->j, 2).y == 0.25);
    CHECK(!row_of(f->j, 3).is_ended && isnan(row_of(f->j, 3).y));
    CHECK(row_of(f->j, 4).is_ended && isnan(row_of(f->j, 4).y));
    CHECK(row_of(f->j, 3).known == 2 && row_of(f->j, 3).study == 1);
}

CONTRACT(leases_come_and_go_and_are_no_history)
{
    inlay_error err = {0};
    lease_first(f->j, "me", 60.0);
    append(f->j, asked(2));
    CHECK(n_events(f->j) == 3); /* no event tells of a lease */
    struct seen_leases seen = leases_of(f->j, 1, INT64_MAX);
    CHECK(seen.n == 1 && seen.lease[0].trial == 1 &&
          seen.lease[0].attempt == 1);
    CHECK(seen.lease[0].left > 50.0 && seen.lease[0].left <= 60.0);
    CHECK_TEXT(seen.lease[0].holder, "me");
    CHECK(leases_of(f->j, 2, 2).n == 0);

    const struct inlay_event back = event(INLAY_EVENT_RETURNED, 1, "stopped");
    const struct inlay_lease none = {1, 1, 0.0, ""};
    append_if(f->j, (struct inlay_premise){0}, &back, 1, &none);
    seen = leases_of(f->j, 1, 1);
    CHECK(seen.n == 1 && !(seen.lease[0].left > 0.0));
    CHECK_TEXT(seen.lease[0].holder, "");
    CHECK_OK(f->j->ops->renew(f->j, "me", 60.0, &err), err); /* not mine now */
    CHECK(!(leases_of(f->j, 1, 1).lease[0].left > 0.0));

    append(f->j, ended(1, NAN, 0));
    CHECK(leases_of(f->j, 1, INT64_MAX).n == 0);
    append(f->j, event(INLAY_EVENT_REOPENED, 1, NULL));
    CHECK(leases_of(f->j, 1, INT64_MAX).n == 0); /* it was dropped for good */
}

CONTRACT(a_result_counts_whoever_holds_the_lease)
{
    lease_first(f->j, "me", 60.0);
    append(f->j, ended(1, 0.5, 0)); /* by anybody */
    CHECK(row_of(f->j, 1).y == 0.5 && leases_of(f->j, 1, 1).n == 0);
}

CONTRACT(a_renewal_is_for_all_leases_of_its_holder)
{
    inlay_error err = {0};
    CHECK_OK(f->j->ops->renew(f->j, "me", 100.0, &err), err); /* of none */
    CHECK(leases_of(f->j, 1, INT64_MAX).n == 0);
    lease_first(f->j, "me", 1.0);
    const struct inlay_event second = asked(2), third = asked(3);
    const struct inlay_lease mine = {2, 1, 1.0, "me"},
                             yours = {3, 1, 1.0, "you"};
    append_if(f->j, (struct inlay_premise){0}, &second, 1, &mine);
    append_if(f->j, (struct inlay_premise){0}, &third, 1, &yours);
    CHECK_OK(f->j->ops->renew(f->j, "me", 100.0, &err), err);
    const struct seen_leases seen = leases_of(f->j, 1, INT64_MAX);
    CHECK(seen.n == 3);
    CHECK(seen.lease[0].left > 50.0 && seen.lease[1].left > 50.0);
    CHECK(seen.lease[2].left <= 1.0);
}

static void check_memo(struct inlay_journal *j, int64_t upto, int64_t of,
                       const char *want)
{
    inlay_error err = {0};
    char *memo = NULL;
    int64_t trial = -1;
    CHECK_OK(j->ops->memo(j, upto, &memo, &trial, &err), err);
    CHECK(trial == of && !memo == !want);
    if (want)
        CHECK_TEXT(memo, want);
    inlay_mem_free(memo);
}

CONTRACT(the_newest_memo_up_to_a_trial_is_found)
{
    struct inlay_event e = asked(2);
    append(f->j, asked(1));
    e.memo = "two";
    append(f->j, e);
    append(f->j, asked(3));
    e = asked(4);
    e.memo = "four";
    append(f->j, e);
    check_memo(f->j, 1, 0, NULL);
    check_memo(f->j, 2, 2, "two");
    check_memo(f->j, 3, 2, "two");
    check_memo(f->j, 4, 4, "four");
    check_memo(f->j, INT64_MAX, 4, "four");
}

static void check_study_file(struct inlay_journal *j, int64_t upto,
                             int64_t event, const char *want)
{
    inlay_error err = {0};
    char *text = NULL;
    int64_t seq = -1;
    CHECK_OK(j->ops->study_file(j, upto, &text, &seq, &err), err);
    CHECK(seq == event && !text == !want);
    if (want)
        CHECK_TEXT(text, want);
    inlay_mem_free(text);
}

CONTRACT(the_newest_study_file_up_to_an_event_is_found)
{
    const int64_t a = append(f->j, event(INLAY_EVENT_STUDY, 0, "{\"a\": 1}"));
    const int64_t b = append(f->j, asked(1));
    const int64_t c = append(f->j, event(INLAY_EVENT_STUDY, 0, "{\"c\": 1}"));
    check_study_file(f->j, a - 1, 0, NULL);
    check_study_file(f->j, a, a, "{\"a\": 1}");
    check_study_file(f->j, b, a, "{\"a\": 1}");
    check_study_file(f->j, c, c, "{\"c\": 1}");
    check_study_file(f->j, INT64_MAX, c, "{\"c\": 1}");
}

static void take_finding(const char *line, void *context)
{
    (void)line;
    ++*(int *)context;
}

CONTRACT(a_sound_journal_has_no_findings)
{
    inlay_error err = {0};
    int n = 0;
    ask_trials(f->j, 3);
    append(f->j, ended(2, 1.0, 0));
    CHECK_OK(f->j->ops->check(f->j, take_finding, &n, &err), err);
    CHECK(n == 0);
}

/* ---- Several handles, and reopening: rules 1 and 5 ---- */

/* What one handle has appended, another reads at once, and after all are
 * closed it is still there. */
CONTRACT(handles_of_one_journal_see_the_same)
{
    if (!f->is_shared)
        return;
    struct inlay_journal *other = open_file(f);
    const int64_t first = append(f->j, asked(1));
    CHECK(events_of(other, 0, INT64_MAX).e[0].seq == first);
    const struct inlay_event second = asked(2);
    CHECK(append_if(other, next_is(2, INT64_MAX), &second, 1, NULL) > first);
    check_lost(f->j, next_is(2, INT64_MAX), &second);
    CHECK(events_of(f->j, first, INT64_MAX).n == 1);
    inlay_journal_free(other);
    inlay_journal_free(f->j);
    f->j = open_file(f);
    CHECK(n_events(f->j) == 2 && last_trial(f->j) == 2);
    CHECK(append(f->j, asked(3)) > first + 1);
}

/* A number is not given twice, also not that of an append that was refused. */
CONTRACT(numbers_go_on_after_a_refusal)
{
    const struct inlay_event bad[] = {asked(2), asked(2)};
    const int64_t first = append(f->j, asked(1));
    check_refused(f->j, bad, 2, "trial 2: the next one has the number 3");
    CHECK(append(f->j, asked(2)) > first);
    CHECK(events_of(f->j, first, INT64_MAX).n == 1);
}
