/*
 * study.c: ask, tell, best, recommend, predict.
 *
 * Owns the space, the options, the history and the strategy.  Two rules live
 * here and nowhere else: the user's direction (inside, we minimise), and where a
 * trial's random numbers come from (study seed, trial id).
 *
 * Works without a store.
 */
#include "study/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "problem/encode.h"
#include "problem/history.h"
#include "problem/space.h"
#include "strategy/options.h"
#include "strategy/strategy.h"

/* ---- Life ---- */

void inlay_study_free(inlay_study *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_queue; i++)
        inlay_mem_free(s->queue[i]);
    inlay_mem_free(s->queue);
    inlay_strategy_free(s->strategy);
    inlay_history_clear(&s->history);
    inlay_encoding_clear(&s->exact);
    inlay_options_free(s->options);
    inlay_space_free(s->space);
    inlay_mem_free(s);
}

static void read_options(inlay_study *s)
{
    const size_t goal = inlay_options_choice(s->options, INLAY_OPT_GOAL);
    const int64_t seed = inlay_options_integer(s->options, INLAY_OPT_SEED);
    s->sign = goal == INLAY_GOAL_MAXIMIZE ? -1.0 : 1.0;
    s->may_repeat = inlay_strategy_may_repeat(s->options);
    s->rng = inlay_rng_seed((uint64_t)seed);
}

inlay_status inlay_study_new(const inlay_space *space,
                             const inlay_options *options, inlay_study **out,
                             inlay_error *err)
{
    if (!space || !out)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_new: space and out must not be NULL");
    if (inlay_space_n_variables(space) == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_new: the space has no variables");
    inlay_linalg_setup();
    inlay_study *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a study");
    inlay_status st = inlay_space_copy(space, &s->space, err);
    if (st == INLAY_OK)
        st = inlay_options_copy(options, &s->options, err);
    if (st == INLAY_OK)
        st = inlay_encoding_init(&s->exact, s->space, false, err);
    if (st == INLAY_OK) {
        inlay_history_init(&s->history, &s->exact);
        read_options(s);
        st = inlay_strategy_new(&s->exact, s->options, &s->strategy, err);
    }
    if (st != INLAY_OK) {
        inlay_study_free(s);
        return st;
    }
    *out = s;
    return INLAY_OK;
}

const inlay_space *inlay_study_space(const inlay_study *s)
{
    return s->space;
}

void inlay_study_set_log(inlay_study *s, inlay_log_fn *fn, void *context)
{
    s->log = fn;
    s->log_context = context;
}

static void say(const inlay_study *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const inlay_study *s, const char *fmt, ...)
{
    char line[256];
    va_list args;
    if (!s->log)
        return;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    s->log(line, s->log_context);
}

/* ---- Configurations of the user's ---- */

static inlay_status refuse_null(const char *call, const char *what,
                                inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "%s: %s must not be NULL", call, what);
}

/* A canonical copy of x, which the caller frees. */
static inlay_status check_copy(const inlay_study *s, const inlay_value *x,
                               inlay_value **out, inlay_error *err)
{
    inlay_value *copy =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *copy);
    if (!copy)
        return inlay_fail_memory(err, "a configuration");
    const inlay_status st = inlay_space_check(s->space, x, copy, err);
    if (st == INLAY_OK)
        *out = copy;
    else
        inlay_mem_free(copy);
    return st;
}

/* *id := the first trial with the configuration x (canonical), or 0. */
static inlay_status find_trial(const inlay_study *s, const inlay_value *x,
                               int64_t *id, inlay_error *err)
{
    double *u = inlay_mem_doubles(s->exact.dim);
    if (!u)
        return inlay_fail_memory(err, "a configuration");
    inlay_encode(&s->exact, x, u);
    const double *same = inlay_seen_find(&s->history.seen, u);
    *id = 0;
    for (size_t i = 0; same && *id == 0; i++)
        if (s->history.record[i]->u == same)
            *id = s->history.record[i]->id;
    inlay_mem_free(u);
    return INLAY_OK;
}

inlay_status inlay_study_enqueue(inlay_study *s, const inlay_value *x,
                                 inlay_error *err)
{
    if (!s || !x)
        return refuse_null("inlay_study_enqueue", "study and x", err);
    inlay_value *copy = NULL;
    int64_t id = 0;
    inlay_status st = check_copy(s, x, &copy, err);
    if (st == INLAY_OK && !s->may_repeat)
        st = find_trial(s, copy, &id, err);
    if (st == INLAY_OK && id > 0)
        st = inlay_fail(err, INLAY_ESTATE,
                        "enqueue: the configuration is that of trial %lld, and "
                        "repeats are off",
                        (long long)id);
    if (st == INLAY_OK && s->n_queue == s->room_queue) {
        const size_t room = s->room_queue ? 2 * s->room_queue : 8;
        inlay_value **queue = inlay_mem_resize(s->queue, room, sizeof *queue);
        if (queue) {
            s->queue = queue;
            s->room_queue = room;
        } else {
            st = inlay_fail_memory(err, "the queue");
        }
    }
    if (st == INLAY_OK)
        s->queue[s->n_queue++] = copy;
    else
        inlay_mem_free(copy);
    return st;
}

/* ---- Ask ---- */

static void show_trial(const inlay_study *s, const struct inlay_record *r,
                       inlay_trial *out)
{
    *out = (inlay_trial){
        .id = r->id,
        .state = r->state,
        .value = s->sign * r->y,
        .why = r->why,
        .x = r->x,
    };
}

/* The oldest enqueued configuration that may still be asked, or NULL; the
 * caller frees it once the ask has succeeded. */
static inlay_status next_in_queue(inlay_study *s, inlay_value **x,
                                  inlay_error *err)
{
    *x = NULL;
    while (s->n_queue > 0) {
        int64_t id = 0;
        const inlay_status st =
            s->may_repeat ? INLAY_OK : find_trial(s, s->queue[0], &id, err);
        if (st != INLAY_OK)
            return st;
        if (id == 0) {
            *x = s->queue[0];
            return INLAY_OK;
        }
        say(s, "an enqueued configuration was passed over: it is trial %lld",
            (long long)id);
        inlay_mem_free(s->queue[0]);
        memmove(s->queue, s->queue + 1, --s->n_queue * sizeof *s->queue);
    }
    return INLAY_OK;
}

static struct inlay_rng rng_of_next(const inlay_study *s)
{
    return inlay_rng_split(&s->rng, s->history.n + 1);
}

static inlay_status
ask_strategy(inlay_study *s, const struct inlay_record **out, inlay_error *err)
{
    const struct inlay_rng rng = rng_of_next(s);
    struct inlay_trace trace = {0};
    inlay_value *x =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *x);
    if (!x)
        return inlay_fail_memory(err, "a suggestion");
    inlay_status st = s->strategy->ops->suggest(s->strategy, &s->history, &rng,
                                                x, &trace, err);
    if (st == INLAY_OK)
        st = inlay_history_append(&s->history, x, &trace, out, err);
    inlay_trace_clear(&trace);
    inlay_mem_free(x);
    if (st == INLAY_OK && s->strategy->stats.n_jitters > 0)
        say(s,
            "trial %lld: the covariance needed a jitter of %.0e of its "
            "amplitude",
            (long long)(*out)->id, s->strategy->stats.jitter);
    return st;
}

inlay_status inlay_study_ask(inlay_study *s, inlay_trial *trial,
                             inlay_error *err)
{
    if (!s || !trial)
        return refuse_null("inlay_study_ask", "study and trial", err);
    const struct inlay_record *r = NULL;
    inlay_value *queued = NULL;

    inlay_status st = next_in_queue(s, &queued, err);
    s->strategy->stats = (inlay_ask_stats){0};
    if (st == INLAY_OK && queued)
        st = inlay_history_append(&s->history, queued, NULL, &r, err);
    else if (st == INLAY_OK && !s->may_repeat &&
             inlay_seen_is_all(&s->history.seen))
        st = inlay_fail(err, INLAY_EXHAUSTED,
                        "all %zu configurations of the space were asked",
                        s->history.seen.n);
    else if (st == INLAY_OK)
        st = ask_strategy(s, &r, err);
    if (st != INLAY_OK)
        return st;
    if (queued) {
        inlay_mem_free(queued);
        memmove(s->queue, s->queue + 1, --s->n_queue * sizeof *s->queue);
    }
    show_trial(s, r, trial);
    return INLAY_OK;
}

inlay_status inlay_study_ask_many(inlay_study *s, size_t n, inlay_trial *trials,
                                  size_t *n_got, inlay_error *err)
{
    if (!s || !trials || !n_got || n == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_ask_many: study, trials and n_got must "
                          "not be NULL, and n not 0");
    size_t got = 0;
    inlay_status st = INLAY_OK;
    while (got < n && st == INLAY_OK) {
        st = inlay_study_ask(s, &trials[got], err);
        got += st == INLAY_OK;
    }
    if (got == 0)
        return st;
    *n_got = got;
    return INLAY_OK;
}

inlay_ask_stats inlay_study_last_ask(const inlay_study *s)
{
    return s->strategy->stats;
}

/* ---- Tell ---- */

static const char *reason_of(double value)
{
    return isnan(value)  ? "the value is not a number"
           : value > 0.0 ? "the value is infinite"
                         : "the value is minus infinity";
}

inlay_status inlay_study_tell(inlay_study *s, int64_t id, double value,
                              inlay_error *err)
{
    if (!s)
        return refuse_null("inlay_study_tell", "study", err);
    return inlay_history_finish(&s->history, id, s->sign * value,
                                isfinite(value) ? NULL : reason_of(value), err);
}

inlay_status inlay_study_tell_failed(inlay_study *s, int64_t id,
                                     const char *why, inlay_error *err)
{
    if (!s)
        return refuse_null("inlay_study_tell_failed", "study", err);
    return inlay_history_finish(&s->history, id, NAN,
                                why ? why : "no reason given", err);
}

/* A finished trial: value, or failed where it is not finite. */
static inlay_status add(inlay_study *s, const inlay_value *x, double value,
                        const char *why, int64_t *id, inlay_error *err)
{
    const struct inlay_record *r = NULL;
    inlay_value *copy = NULL;
    inlay_status st = check_copy(s, x, &copy, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_history_append_finished(&s->history, copy, s->sign * value, why,
                                       &r, err);
    inlay_mem_free(copy);
    if (st == INLAY_OK && id)
        *id = r->id;
    return st;
}

inlay_status inlay_study_add(inlay_study *s, const inlay_value *x, double value,
                             int64_t *id, inlay_error *err)
{
    if (!s || !x)
        return refuse_null("inlay_study_add", "study and x", err);
    return add(s, x, value, isfinite(value) ? NULL : reason_of(value), id, err);
}

inlay_status inlay_study_add_failed(inlay_study *s, const inlay_value *x,
                                    const char *why, int64_t *id,
                                    inlay_error *err)
{
    if (!s || !x)
        return refuse_null("inlay_study_add_failed", "study and x", err);
    return add(s, x, NAN, why ? why : "no reason given", id, err);
}

/* ---- Look ---- */

size_t inlay_study_n_trials(const inlay_study *s)
{
    return s->history.n;
}

inlay_status inlay_study_trial(const inlay_study *s, int64_t id,
                               inlay_trial *out, inlay_error *err)
{
    if (!s || !out)
        return refuse_null("inlay_study_trial", "study and out", err);
    if (id < 1 || (uint64_t)id > s->history.n)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: unknown, the study has trials 1 to %zu",
                          (long long)id, s->history.n);
    show_trial(s, s->history.record[id - 1], out);
    return INLAY_OK;
}

inlay_status inlay_study_best(const inlay_study *s, inlay_trial *out,
                              inlay_error *err)
{
    if (!s || !out)
        return refuse_null("inlay_study_best", "study and out", err);
    const struct inlay_record *best = inlay_history_best(&s->history);
    if (!best)
        return inlay_fail(err, INLAY_ESTATE, "best: none of %zu trials is done",
                          s->history.n);
    show_trial(s, best, out);
    return INLAY_OK;
}

static inlay_status predict_checked(inlay_study *s, const inlay_value *x,
                                    inlay_prediction *out, inlay_error *err)
{
    const struct inlay_rng rng = rng_of_next(s);
    inlay_prediction p;
    const inlay_status st =
        s->strategy->ops->predict(s->strategy, &s->history, &rng, x, &p, err);
    if (st != INLAY_OK)
        return st;
    p.mean *= s->sign;
    *out = p;
    return INLAY_OK;
}

inlay_status inlay_study_predict(inlay_study *s, const inlay_value *x,
                                 inlay_prediction *out, inlay_error *err)
{
    if (!s || !x || !out)
        return refuse_null("inlay_study_predict", "study, x and out", err);
    inlay_value *copy = NULL;
    inlay_status st = check_copy(s, x, &copy, err);
    if (st == INLAY_OK)
        st = predict_checked(s, copy, out, err);
    inlay_mem_free(copy);
    return st;
}

inlay_status inlay_study_recommend(inlay_study *s, inlay_value *x,
                                   inlay_prediction *prediction,
                                   inlay_error *err)
{
    if (!s || !x)
        return refuse_null("inlay_study_recommend", "study and x", err);
    if (s->history.n_done == 0)
        return inlay_fail(err, INLAY_ESTATE,
                          "recommend: none of %zu trials is done",
                          s->history.n);
    const struct inlay_rng rng = rng_of_next(s);
    const size_t n = inlay_space_n_variables(s->space);
    inlay_value *found = inlay_mem_new(n, sizeof *found);
    if (!found)
        return inlay_fail_memory(err, "a recommendation");
    inlay_status st =
        s->strategy->ops->recommend(s->strategy, &s->history, &rng, found, err);
    if (st == INLAY_OK && prediction)
        st = predict_checked(s, found, prediction, err);
    if (st == INLAY_OK)
        memcpy(x, found, n * sizeof *x);
    inlay_mem_free(found);
    return st;
}
