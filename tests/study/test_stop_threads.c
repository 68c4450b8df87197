/*
 * test_stop_threads.c: long calls that are stopped, by a deadline and from another
 * thread, and the study after that.
 */
#include "stop_fixture.h"

#include <pthread.h>
#include <time.h>

#include "base/clock.h"

static const char *const WAYS[] = {
    "seed=3 threads=2",
    "seed=3 inference=slice samples=2 threads=2",
    "seed=3 inference=slice samples=2 incumbent=recommended",
    "seed=3 acquisition=pes pes.features=200 candidates=300 threads=2",
    "seed=3 acquisition=mes pes.features=200 candidates=300",
    "seed=3 trust_region=yes noise=yes",
    "seed=3 method=gp-basic candidates=300",
    "seed=3 method=smac initial=4 candidates=2000 threads=2",
    "seed=3 method=tpe candidates=300",
    "seed=3 method=hillclimb",
};

/* Failures now and then, so that there is a model of success. */
static inlay_study *filled(const char *options, int n)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    for (int i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, i % 7 == 6 ? NAN : mixed(t.x));
    }
    return s;
}

static void set_deadline(inlay_study *s, double seconds)
{
    inlay_error err = {0};
    CHECK_OK(inlay_study_set_deadline(s, seconds, &err), err);
}

/* A call with deadlines that grow until it is not stopped any more; returns how
 * often it was. */
static size_t stop_at_many_points(inlay_study *s, call_fn *call)
{
    const size_t n = inlay_study_n_trials(s);
    inlay_error err = {0};
    size_t n_stopped = 0;
    for (double seconds = 2e-6;; seconds *= 1.5) {
        set_deadline(s, seconds);
        const inlay_status st = call(s, &err);
        if (st == INLAY_OK)
            break;
        CHECK(st == INLAY_STOPPED && err.code == INLAY_STOPPED);
        CHECK(strstr(err.msg, "stopped at the deadline") != NULL);
        CHECK(inlay_study_n_trials(s) == n);
        n_stopped++;
    }
    set_deadline(s, INFINITY);
    return n_stopped;
}

TEST(an_ask_that_was_stopped_leaves_no_trace)
{
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *calm = filled(WAYS[w], 16), *hit = filled(WAYS[w], 16);
        size_t n_stopped = 0;
        for (int i = 0; i < 2; i++) {
            const inlay_trial t = ask(calm);
            n_stopped += stop_at_many_points(hit, ask_once);
            tell(calm, t.id, mixed(t.x));
            tell(hit, t.id, mixed(trial_of(hit, t.id).x));
        }
        CHECK(n_stopped > 0 || strstr(WAYS[w], "hillclimb"));
        CHECK_SAME_TRIALS(calm, hit);
        inlay_study_free(calm);
        inlay_study_free(hit);
    }
}

/* ---- Every long call ---- */

TEST(every_long_call_can_be_stopped_and_called_again)
{
    static const char *const OPTIONS[] = {
        "seed=3 recommend=mean", "seed=3 inference=slice samples=2",
        "seed=3 method=smac initial=4 candidates=500 recommend=mean"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        inlay_study *calm = filled(OPTIONS[o], 16);
        inlay_study *hit = filled(OPTIONS[o], 16);
        for (size_t k = 1; k < LEN(CALLS) - 1; k++) {
            inlay_study *cold = filled(OPTIONS[o], 16);
            /* smac has no hyper-parameters and no model of an output */
            CHECK(stop_at_many_points(cold, CALLS[k]) > 0 || o == 2);
            stop_at_many_points(hit, CALLS[k]);
            inlay_study_free(cold);
        }
        ask(calm);
        ask(hit);
        CHECK_SAME_TRIALS(calm, hit);
        inlay_study_free(calm);
        inlay_study_free(hit);
    }
}

TEST(a_requested_stop_ends_each_call_at_once_until_it_is_cleared)
{
    inlay_error err = {0};
    inlay_stop *stop = NULL;
    inlay_study *s = filled("seed=3", 16);
    CHECK_OK(inlay_stop_new(&stop, &err), err);
    inlay_study_set_stop(s, stop);
    inlay_stop_request(stop);
    for (size_t k = 0; k < LEN(CALLS); k++) {
        CHECK(CALLS[k](s, &err) == INLAY_STOPPED);
        CHECK_TEXT(err.msg, "stopped by request");
    }
    CHECK(inlay_study_n_trials(s) == 16);
    inlay_stop_clear(stop);
    for (size_t k = 0; k < LEN(CALLS); k++)
        CHECK_OK(CALLS[k](s, &err), err);
    inlay_stop_request(stop);
    inlay_study_set_stop(s, NULL);
    CHECK_OK(ask_once(s, &err), err);
    inlay_study_free(s);
    inlay_stop_free(stop);
}

TEST(a_deadline_must_be_above_0)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    CHECK_FAILS(inlay_study_set_deadline(s, 0.0, &err), INLAY_EINVAL, err,
                "inlay_study_set_deadline: 0 s is not above 0; infinity is for "
                "no deadline");
    CHECK(inlay_study_set_deadline(s, NAN, NULL) == INLAY_EINVAL);
    CHECK(inlay_study_set_deadline(s, -1.0, NULL) == INLAY_EINVAL);
    CHECK_OK(inlay_study_set_deadline(s, INFINITY, &err), err);
    ask(s);
    inlay_study_free(s);
}

/* ---- From another thread ---- */

struct requester {
    inlay_stop *stop;
    double after, at; /* seconds */
};

static void *request(void *arg)
{
    struct requester *r = arg;
    const struct timespec pause = {.tv_nsec = (long)(1e9 * r->after)};
    nanosleep(&pause, NULL);
    r->at = inlay_clock_seconds();
    inlay_stop_request(r->stop);
    return NULL;
}

/* The bound is far above what it takes, as the machine may be busy and the
 * program instrumented; a whole ask takes many times as long. */
TEST(another_thread_stops_an_ask_of_a_large_study)
{
    static const double MOST = 0.5;
    inlay_error err = {0};
    struct requester r = {0};
    inlay_study *s = study_of(MIXED_SPACE, "seed=3 inference=slice samples=20 "
                                           "threads=2");
    struct inlay_rng rng = inlay_rng_seed(5);
    CHECK_OK(inlay_stop_new(&r.stop, &err), err);
    while (inlay_study_n_trials(s) < 300) {
        const inlay_value x[] = {
            inlay_real(inlay_rng_uniform(&rng)),
            inlay_integer(1 + (int)inlay_rng_below(&rng, 7)),
            inlay_category("p"), inlay_real(0.01)};
        add(s, x, inlay_rng_normal(&rng));
    }
    inlay_study_set_stop(s, r.stop);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        r.after = 0.02 + 0.1 * i;
        CHECK(pthread_create(&thread, NULL, request, &r) == 0);
        CHECK(ask_once(s, &err) == INLAY_STOPPED);
        const double now = inlay_clock_seconds();
        pthread_join(thread, NULL);
        CHECK(now - r.at < MOST);
        CHECK(inlay_study_n_trials(s) == 300);
        inlay_stop_clear(r.stop);
    }
    inlay_study_free(s);
    inlay_stop_free(r.stop);
}

static bool evaluate(const inlay_value *x, double *value, void *context)
{
    (void)context;
    *value = mixed(x);
    return true;
}

TEST(another_thread_stops_a_search_within_a_suggestion)
{
    static const double MOST = 0.5;
    inlay_error err = {0};
    struct requester r = {.after = 0.5};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_options *o =
        options_of("initial=3 inference=slice samples=1000 burn_in=10000");
    inlay_minimize_result result = {0};
    pthread_t thread;
    CHECK_OK(inlay_stop_new(&r.stop, &err), err);
    const inlay_minimize_terms terms = {.stop = r.stop};
    CHECK(pthread_create(&thread, NULL, request, &r) == 0);
    CHECK_OK(
        inlay_minimize_with(space, o, evaluate, &terms, NULL, &result, &err),
        err);
    const double now = inlay_clock_seconds();
    pthread_join(thread, NULL);
    CHECK(result.end == INLAY_MINIMIZE_STOP && isfinite(result.value));
    CHECK(now - r.at < MOST);
    inlay_options_free(o);
    inlay_space_free(space);
    inlay_stop_free(r.stop);
}

/* ---- A model of success ---- */

/* Half of the trials fail, on one side of a line, so that P(success) is fitted. */
static inlay_study *with_failures(const char *options, size_t n)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    struct inlay_rng rng = inlay_rng_seed(9);
    while (inlay_study_n_trials(s) < n) {
        const double u = inlay_rng_uniform(&rng), v = inlay_rng_uniform(&rng);
        const inlay_value x[] = {
            inlay_real(u), inlay_integer(1 + (int)inlay_rng_below(&rng, 7)),
            inlay_category("p"), inlay_real(0.01 + 0.9 * v)};
        add(s, x, u + v > 1.0 ? NAN : (u - 0.3) * (u - 0.3) + v);
    }
    return s;
}

/* The thread that asks shares its watch with those that evaluate blocks, while
 * another one sets the token and clears it. */
TEST(another_thread_stops_an_ask_with_300_failures)
{
    enum { N = 600, N_STOPS = 4 };
    static const char OPTIONS[] = "seed=3 threads=2 candidates=300 starts=2";
    inlay_error err = {0};
    struct requester r = {0};
    inlay_study *calm = with_failures(OPTIONS, N);
    inlay_study *s = with_failures(OPTIONS, N);
    CHECK_OK(inlay_stop_new(&r.stop, &err), err);
    const double began = inlay_clock_seconds();
    ask(calm);
    const double whole = inlay_clock_seconds() - began;
    inlay_study_set_stop(s, r.stop);
    for (int i = 0; i < N_STOPS; i++) {
        pthread_t thread;
        r.after = whole * (i + 0.2) / (N_STOPS + 1);
        CHECK(pthread_create(&thread, NULL, request, &r) == 0);
        const inlay_status st = ask_once(s, &err);
        pthread_join(thread, NULL);
        CHECK(st == INLAY_STOPPED || (i > 0 && st == INLAY_OK));
        if (st == INLAY_OK)
            break;
        CHECK(inlay_study_n_trials(s) == N);
        inlay_stop_clear(r.stop);
    }
    inlay_stop_clear(r.stop);
    if (inlay_study_n_trials(s) == N)
        ask(s);
    CHECK_SAME_TRIALS(calm, s);
    inlay_study_free(calm);
    inlay_study_free(s);
    inlay_stop_free(r.stop);
}
