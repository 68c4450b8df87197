/*
 * test_stop_doors.c: each long call with 300 trials, stopped at exact places of
 * its work and at a deadline, and what the study suggests after that.
 */
#include "stop_fixture.h"

#include "base/clock.h"
#include "base/stop.h"

enum { N = 300 };

static const char OPTIONS[] = "seed=3 recommend=mean candidates=100 "
                              "starts=2";

/* The last one was asked for, so that there is something to explain. */
static inlay_study *large(void)
{
    inlay_study *s = study_of(MIXED_SPACE, OPTIONS);
    struct inlay_rng rng = inlay_rng_seed(5);
    while (inlay_study_n_trials(s) < N - 1) {
        const inlay_value x[] = {
            inlay_real(inlay_rng_uniform(&rng)),
            inlay_integer(1 + (int)inlay_rng_below(&rng, 7)),
            inlay_category("p"),
            inlay_real(0.01 + 0.9 * inlay_rng_uniform(&rng))};
        add(s, x, inlay_rng_normal(&rng));
    }
    const inlay_trial t = ask(s);
    tell(s, t.id, mixed(t.x));
    return s;
}

/* A call, and after which part of its work it can be stopped for certain: what
 * asks for several keeps those that it has. */
static const struct door {
    const char *name;
    call_fn *call;
    double until;
} DOORS[] = {
    {"ask", ask_once, 1.0},
    {"ask_many", ask_two, 0.3},
    {"predict", predict_once, 1.0},
    {"predict_outputs", predict_outputs_once, 1.0},
    {"recommend", recommend_once, 1.0},
    {"relevance", relevance_once, 1.0},
    {"leave_one_out", leave_one_out_once, 1.0},
    {"hyperparameters", hyperparameters_once, 1.0},
    {"noise", noise_once, 1.0},
    {"explain next", explain_next, 1.0},
    {"explain past", explain_past, 1.0},
    {"slice", slice_once, 1.0},
    {"audit", audit_once, 1.0},
};

static void check_next(const inlay_study *calm, inlay_study *s, const char *who)
{
    const inlay_trial want = trial_of(calm, N + 1), t = ask(s);
    if (t.id != N + 1 || !is_same_x(want.x, t.x, n_vars(s)))
        print_error("after %s\n", who);
    CHECK(t.id == N + 1 && is_same_x(want.x, t.x, n_vars(s)));
}

#ifdef INLAY_FAILING_MEM
/* How often the whole call looks at its watch. */
static long polls_of(const struct door *d)
{
    inlay_error err = {0};
    inlay_study *s = large();
    inlay_watch_end_after(0);
    CHECK_OK(d->call(s, &err), err);
    inlay_study_free(s);
    return inlay_watch_end_after(0);
}

TEST(each_call_can_be_stopped_at_its_beginning_in_the_middle_and_near_its_end)
{
    static const double PARTS[] = {0.0, 0.4, 0.95};
    inlay_study *calm = large();
    ask(calm);
    for (size_t k = 0; k < LEN(DOORS); k++) {
        const long n = polls_of(&DOORS[k]);
        inlay_study *s = large();
        CHECK(n > 100);
        for (size_t p = 0; p < LEN(PARTS); p++) {
            const double part = PARTS[p] * DOORS[k].until;
            inlay_error err = {0};
            inlay_watch_end_after(1 + (long)(part * (double)n));
            const inlay_status st = DOORS[k].call(s, &err);
            inlay_watch_end_after(0);
            if (st != INLAY_STOPPED)
                print_error("%s went on at %g\n", DOORS[k].name, part);
            CHECK(st == INLAY_STOPPED);
            CHECK_TEXT(err.msg, "stopped by request");
            CHECK(inlay_study_n_trials(s) == N);
        }
        check_next(calm, s, DOORS[k].name);
        inlay_study_free(s);
    }
    inlay_study_free(calm);
}
#endif

TEST(each_call_ends_at_its_deadline)
{
    inlay_study *calm = large(), *s = large();
    inlay_error err = {0};
    ask(calm);
    CHECK_OK(inlay_study_set_deadline(s, 0.001, &err), err);
    for (size_t k = 0; k < LEN(DOORS); k++) {
        CHECK_FAILS(DOORS[k].call(s, &err), INLAY_STOPPED, err,
                    "stopped at the deadline, after 0.001 s");
        CHECK(inlay_study_n_trials(s) == N);
    }
    CHECK_OK(inlay_study_set_deadline(s, INFINITY, &err), err);
    check_next(calm, s, "deadlines");
    inlay_study_free(calm);
    inlay_study_free(s);
}

/* ---- The searches ---- */

struct objective {
    size_t n, slow_at; /* the evaluation that takes what is left of the time */
    double until;
};

static bool evaluate(const inlay_value *x, double *value, void *context)
{
    struct objective *o = context;
    o->n++;
    while (o->n == o->slow_at && inlay_clock_seconds() < o->until)
        continue;
    *value = mixed(x);
    return true;
}

/* The suggestion after the design takes seconds. */
enum { DESIGN = 30 };
static const char SLOW[] =
    "seed=3 initial=30 inference=slice samples=1000 burn_in=10000";

static inlay_minimize_result minimize(const inlay_minimize_terms *terms,
                                      inlay_value *x)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_options *o = options_of(SLOW);
    inlay_minimize_result result = {0};
    CHECK_OK(inlay_minimize_with(space, o, evaluate, terms, x, &result, &err),
             err);
    CHECK(x[0].real >= 0.0); /* the texts of x end with the space */
    inlay_options_free(o);
    inlay_space_free(space);
    return result;
}

TEST(a_search_ends_within_a_suggestion_when_its_time_is_over)
{
    inlay_value x[4];
    struct objective o = {.slow_at = DESIGN,
                          .until = inlay_clock_seconds() + 0.9};
    const inlay_minimize_terms terms = {.time_limit = 1.0, .context = &o};
    const inlay_minimize_result r = minimize(&terms, x);
    CHECK(r.end == INLAY_MINIMIZE_TIME_LIMIT);
    CHECK(r.n == DESIGN && o.n == DESIGN && r.seconds >= 1.0);
}

#ifdef INLAY_FAILING_MEM
TEST(a_search_that_was_stopped_has_the_best_of_what_it_saw)
{
    inlay_value x[4], want[4];
    inlay_stop *stop = NULL;
    struct objective o = {0}, whole = {0};
    const inlay_minimize_terms all = {.budget = DESIGN, .context = &whole};
    CHECK(inlay_stop_new(&stop, NULL) == INLAY_OK);
    const inlay_minimize_terms terms = {.stop = stop, .context = &o};
    inlay_watch_end_after(0);
    const inlay_minimize_result best = minimize(&all, want);
    inlay_watch_end_after(inlay_watch_end_after(0) + 500);
    const inlay_minimize_result r = minimize(&terms, x);
    inlay_watch_end_after(0);
    CHECK(best.end == INLAY_MINIMIZE_BUDGET && r.end == INLAY_MINIMIZE_STOP);
    CHECK(r.n == DESIGN && r.value == best.value && x[0].real == want[0].real);
    inlay_stop_free(stop);
}
#endif
