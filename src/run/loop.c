/*
 * loop.c: claim → start → wait → tell, until the budget is spent or another limit
 * is reached.
 *
 * Everything that must survive is in the study's journal before the loop acts on
 * it: a trial is leased before it is started, its end is stored before anybody
 * hears of it.  What is kept here (which slot runs what) matters only while the
 * process lives.
 *
 * A limit of time, a target or patience closes the loop: nothing new is started, and
 * what runs is waited for.  Target and patience look at the trials of all runs.
 *
 * When the whole budget has been asked but trials of other runs have not ended,
 * the loop waits for them: if such a run dies, this one takes over its trials.
 */
#include "run/loop.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/shown.h"
#include "base/text.h"
#include "run/command.h"
#include "run/loop_inside.h"
#include "study/tell.h"

/* Seconds. */
static const double LEASE = 120.0, RENEW_EVERY = 20.0, TICK = 0.1, RETRY = 0.5;

/* ---- News ---- */

void inlay_loop_tell(const struct inlay_loop_state *s,
                     const struct inlay_loop_news *news)
{
    s->loop->listener(news, s->loop->context);
}

void inlay_loop_sleep(void)
{
    const struct timespec pause = {.tv_nsec = (long)(TICK * 1e9)};
    nanosleep(&pause, NULL);
}

/* ---- Starting ---- */

/* FOLDER/NAME, or FOLDER/NAME.2 for the second attempt, instead of *path. */
static inlay_status set_path(const struct inlay_slot *slot, const char *name,
                             char **path, inlay_error *err)
{
    struct inlay_text text = {0};

    inlay_mem_free(*path);
    *path = NULL;
    inlay_text_printf(&text, "%s/%s", slot->folder, name);
    if (slot->attempt > 1)
        inlay_text_printf(&text, ".%" PRId64, slot->attempt);
    return inlay_text_end(&text, path, err);
}

static inlay_status make_folder(const char *path, inlay_error *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTORE, "cannot create the folder '%s': %s",
                      path, strerror(errno));
}

uint64_t inlay_loop_seed(uint64_t study_seed, int64_t trial)
{
    const struct inlay_rng study = inlay_rng_seed(study_seed);
    struct inlay_rng rng = inlay_rng_split(&study, (uint64_t)trial);
    return inlay_rng_next(&rng) >> 33;
}

void inlay_loop_folder(const char *parent, int64_t trial,
                       struct inlay_text *path)
{
    inlay_text_printf(path, "%s/%06" PRId64, parent, trial);
}

/* What a worker is given; all of it is the caller's to clear. */
struct handout {
    char **argv, **environment;
    struct inlay_text input;
};

static void clear_handout(struct handout *h)
{
    inlay_command_free(h->argv);
    inlay_command_free(h->environment);
    inlay_text_clear(&h->input);
}

static inlay_status make_handout(const struct inlay_loop_state *s,
                                 const struct inlay_slot *slot,
                                 struct handout *h, inlay_error *err)
{
    const struct inlay_loop_options *o = s->loop->options;
    const char *const *words = (const char *const *)o->command;
    const struct inlay_command_trial trial = {
        .space = inlay_study_space(s->loop->study),
        .x = slot->trial.x,
        .trial = slot->trial.id,
        .seed = inlay_loop_seed(o->seed, slot->trial.id),
        .workdir = slot->folder,
    };
    inlay_status st =
        inlay_command_expand(words, o->n_command, &trial, &h->argv, err);
    if (st == INLAY_OK)
        st = inlay_command_environment(o->environment, &trial, &h->environment,
                                       err);
    inlay_command_input(&trial, &h->input);
    return st == INLAY_OK ? inlay_text_status(&h->input, err) : st;
}

static inlay_status start_job(struct inlay_loop_state *s,
                              const struct inlay_slot *slot, inlay_error *err)
{
    const struct inlay_loop_options *o = s->loop->options;
    struct handout h = {0};
    inlay_status st = make_handout(s, slot, &h, err);
    if (st == INLAY_OK) {
        const struct inlay_job job = {
            .trial = slot->trial.id,
            .argv = h.argv,
            .environment = h.environment,
            .folder = o->folder,
            .input = h.input.bytes,
            .n_input = h.input.n,
            .output_path = slot->output_path,
            .error_path = slot->error_path,
            .timeout = o->timeout,
            .grace = o->grace,
            .memory = o->memory,
        };
        st = s->loop->runner->ops->start(s->loop->runner, &job, err);
    }
    clear_handout(&h);
    return st;
}

void inlay_slot_free(struct inlay_loop_state *s, size_t k)
{
    inlay_mem_free(s->slots[k].folder);
    inlay_mem_free(s->slots[k].output_path);
    inlay_mem_free(s->slots[k].error_path);
    s->slots[k] = s->slots[--s->n_running];
}

/* Puts the trial back, whether that succeeds or not, and frees its slot. */
void inlay_slot_drop(struct inlay_loop_state *s, size_t k, const char *why)
{
    inlay_study_put_back(s->loop->study, &s->terms, s->slots[k].trial.id, why,
                         NULL);
    inlay_slot_free(s, k);
}

/* By the model that made the last suggestion; NaN: none did. */
static double noise_found(const inlay_study *study)
{
    inlay_ask_stats stats;
    return inlay_study_last_ask(study, &stats, NULL) == INLAY_OK &&
                   stats.n_likelihoods > 0
               ? stats.noise_sd
               : NAN;
}

/* The trial is claimed already; it is put back where it cannot be started. */
inlay_status inlay_slot_start(struct inlay_loop_state *s, size_t k,
                              inlay_error *err)
{
    struct inlay_slot *slot = &s->slots[k];
    const struct inlay_loop_news news = {.kind = INLAY_NEWS_STARTED,
                                         .trial = slot->trial,
                                         .attempt = slot->attempt,
                                         .noise_sd =
                                             noise_found(s->loop->study)};
    inlay_status st = make_folder(s->loop->options->trials_folder, err);
    if (st == INLAY_OK) /* also again: the worker may have removed it */
        st = make_folder(slot->folder, err);
    if (st == INLAY_OK)
        st = set_path(slot, "stdout", &slot->output_path, err);
    if (st == INLAY_OK)
        st = set_path(slot, "stderr", &slot->error_path, err);
    if (st == INLAY_OK)
        st = start_job(s, slot, err);
    if (st == INLAY_OK)
        inlay_loop_tell(s, &news);
    else
        inlay_slot_drop(s, k, "could not start");
    return st;
}

static inlay_status fill_slot(struct inlay_loop_state *s,
                              const struct inlay_claim *claim, inlay_error *err)
{
    const size_t k = s->n_running++;
    struct inlay_text folder = {0};
    s->slots[k] =
        (struct inlay_slot){.trial = claim->trial, .attempt = claim->attempt};
    inlay_loop_folder(s->loop->options->trials_folder, claim->trial.id,
                      &folder);
    inlay_status st = inlay_text_end(&folder, &s->slots[k].folder, err);
    if (st == INLAY_OK)
        st = inlay_slot_start(s, k, err);
    else
        inlay_slot_drop(s, k, "could not start");
    /* No more processes, say: later, if there is a later. */
    return st == INLAY_ESTATE && s->n_running > 0 ? INLAY_OK : st;
}

/* ---- Limits ---- */

static bool is_reached(const struct inlay_loop_state *s)
{
    const struct inlay_loop_options *o = s->loop->options;
    inlay_trial best;
    return o->has_target &&
           inlay_study_best(s->loop->study, &best, NULL) == INLAY_OK &&
           best.is_feasible &&
           !inlay_study_is_better(s->loop->study, o->target, best.value);
}

/* Is it one of those that close the loop while trials run? */
static bool is_limit(enum inlay_loop_end end)
{
    return end == INLAY_LOOP_TIME || end == INLAY_LOOP_TARGET ||
           end == INLAY_LOOP_PATIENCE;
}

/* Is a trial that has failed tried again? */
bool inlay_loop_goes_on(const struct inlay_loop_state *s)
{
    return *s->loop->wish == 0 && !(s->is_closed && is_limit(s->end));
}

static double seconds_left(const struct inlay_loop_state *s)
{
    const double limit = s->loop->options->time_limit;
    return limit > 0.0 ? limit - (inlay_clock_seconds() - s->began_at)
                       : INFINITY;
}

/* COMPLETE: none. */
static enum inlay_loop_end find_limit(const struct inlay_loop_state *s)
{
    const int64_t patience = s->loop->options->patience;
    if (is_reached(s))
        return INLAY_LOOP_TARGET;
    if (seconds_left(s) <= 0.0)
        return INLAY_LOOP_TIME;
    if (patience > 0 &&
        inlay_study_n_since_best(s->loop->study) >= (size_t)patience)
        return INLAY_LOOP_PATIENCE;
    return INLAY_LOOP_COMPLETE;
}

static void close_for(struct inlay_loop_state *s, enum inlay_loop_end end)
{
    const struct inlay_loop_news news = {.kind = INLAY_NEWS_LIMIT, .end = end};
    s->is_closed = true;
    s->end = end;
    inlay_loop_tell(s, &news);
}

static bool is_limited(const struct inlay_loop_state *s)
{
    const struct inlay_loop_options *o = s->loop->options;
    return o->time_limit > 0.0 || o->patience > 0 || o->has_target;
}

/* Others may have got there first: they are looked at now and then. */
static inlay_status look_at_limits(struct inlay_loop_state *s, inlay_error *err)
{
    const double now = inlay_clock_seconds();
    inlay_status st = INLAY_OK;
    if (s->is_closed || *s->loop->wish > 0 || !is_limited(s))
        return INLAY_OK;
    if (now - s->looked_at >= RETRY) {
        st = inlay_study_refresh(s->loop->study, err);
        s->looked_at = now;
    }
    const enum inlay_loop_end end =
        st == INLAY_OK ? find_limit(s) : INLAY_LOOP_COMPLETE;
    if (end != INLAY_LOOP_COMPLETE)
        close_for(s, end);
    return st;
}

/* A suggestion that takes too long ends with the time; INLAY_STOPPED is then the
 * end of the run, or the listener's wish. */
static inlay_status claim_in_time(struct inlay_loop_state *s,
                                  struct inlay_claim *claim, inlay_error *err)
{
    const double left = seconds_left(s);
    inlay_study *study = s->loop->study;
    inlay_status st =
        inlay_study_set_deadline(study, left > 0.0 ? left : 1e-6, err);
    if (st == INLAY_OK)
        st = inlay_study_claim(study, &s->terms, claim, err);
    inlay_study_set_deadline(study, INFINITY, NULL);
    if (st != INLAY_STOPPED)
        return st;
    *claim = (struct inlay_claim){.n_elsewhere = 1};
    return look_at_limits(s, err);
}

/* One more evaluation, if there is one. */
static inlay_status start_next(struct inlay_loop_state *s, bool *has_started,
                               inlay_error *err)
{
    struct inlay_claim claim;
    *has_started = false;
    inlay_status st = claim_in_time(s, &claim, err);
    s->asked_at = inlay_clock_seconds();
    if (st != INLAY_OK)
        return st;
    if (s->is_closed)
        return INLAY_OK;
    if (claim.kind == INLAY_CLAIM_NONE) {
        s->is_closed = claim.n_elsewhere == 0 && s->n_running == 0;
        s->end =
            claim.is_exhausted ? INLAY_LOOP_EXHAUSTED : INLAY_LOOP_COMPLETE;
        return INLAY_OK;
    }
    const size_t n = s->n_running;
    st = fill_slot(s, &claim, err);
    *has_started = st == INLAY_OK && s->n_running > n;
    return st;
}

/* A lease that could not be renewed is tried again next time; a store that does
 * not work is reported where it matters. */
static void renew(struct inlay_loop_state *s)
{
    const double now = inlay_clock_seconds();
    if (now - s->renewed_at < RENEW_EVERY || s->n_running == 0)
        return;
    s->renewed_at = now;
    inlay_study_renew_for(s->loop->study, &s->terms, NULL);
}

/* May another evaluation be started? */
static bool has_room(const struct inlay_loop_state *s)
{
    return !s->is_closed && *s->loop->wish == 0 &&
           s->n_running < (size_t)s->loop->options->n_parallel;
}

/* Where nothing was found, the loop looks again after RETRY seconds. */
static inlay_status start_all(struct inlay_loop_state *s, inlay_error *err)
{
    inlay_status st = look_at_limits(s, err);
    bool has_started = true;
    while (st == INLAY_OK && has_started && has_room(s)) {
        renew(s);
        st = start_next(s, &has_started, err);
        if (st == INLAY_OK)
            st = look_at_limits(s, err);
    }
    return st;
}

/* ---- Waiting ---- */

/* Until a job ends, or for a tick; then all that have ended, so that the next
 * suggestion knows them. */
static inlay_status wait_once(struct inlay_loop_state *s, inlay_error *err)
{
    struct inlay_job_end end;
    double seconds = TICK;
    bool any = s->n_running > 0;
    inlay_status st = INLAY_OK;
    if (!any)
        inlay_loop_sleep();
    while (st == INLAY_OK && any && s->n_running > 0) {
        st = s->loop->runner->ops->wait(s->loop->runner, seconds, &end, &any,
                                        err);
        if (st == INLAY_OK && any)
            st = inlay_loop_end_job(s, &end, err);
        seconds = 0.0;
    }
    if (st == INLAY_OK)
        renew(s);
    inlay_loop_tell(s, &(struct inlay_loop_news){.kind = INLAY_NEWS_TICK});
    return st;
}

/* Tells everything that runs to end. */
static void cancel_all(const struct inlay_loop_state *s)
{
    struct inlay_runner *r = s->loop->runner;
    for (size_t k = 0; k < s->n_running; k++)
        r->ops->cancel(r, s->slots[k].trial.id, NULL);
}

/* Whatever runs ends now, and is put back. */
static inlay_status stop_all(struct inlay_loop_state *s, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    cancel_all(s);
    while (s->n_running > 0 && st == INLAY_OK)
        st = wait_once(s, err);
    return st;
}

/* After an error: workers end before their trials are put back, or another run
 * would evaluate them at the same time. */
static void give_up(struct inlay_loop_state *s)
{
    struct inlay_runner *r = s->loop->runner;
    struct inlay_job_end end;
    bool any = true;
    cancel_all(s);
    for (size_t k = s->n_running; k > 0 && any; k--)
        if (r->ops->wait(r, s->loop->options->grace + 1.0, &end, &any, NULL) !=
            INLAY_OK)
            any = false;
    while (s->n_running > 0)
        inlay_slot_drop(s, 0, "the run ended with an error");
}

static inlay_status go_on(struct inlay_loop_state *s, inlay_error *err)
{
    inlay_status st = start_all(s, err);
    while (st == INLAY_OK && *s->loop->wish < 2) {
        if (s->n_running == 0 && (s->is_closed || *s->loop->wish > 0))
            break;
        const size_t n = s->n_running;
        st = wait_once(s, err);
        if (st == INLAY_OK &&
            (s->n_running < n || inlay_clock_seconds() - s->asked_at >= RETRY))
            st = start_all(s, err);
    }
    if ((*s->loop->wish > 0 && s->end == INLAY_LOOP_COMPLETE &&
         !s->is_closed) ||
        (*s->loop->wish == 2 && is_limit(s->end) && s->n_running > 0))
        s->end = INLAY_LOOP_STOPPED;
    return st == INLAY_OK ? stop_all(s, err) : st;
}

inlay_status inlay_loop_run(const struct inlay_loop *loop,
                            enum inlay_loop_end *end, inlay_error *err)
{
    struct inlay_loop_state s = {.loop = loop,
                                 .self = inlay_process_self(),
                                 .end = INLAY_LOOP_COMPLETE,
                                 .began_at = inlay_clock_seconds(),
                                 .renewed_at = inlay_clock_seconds()};
    s.terms = (struct inlay_claim_terms){.holder = s.self.name,
                                         .seconds = LEASE,
                                         .budget = loop->options->budget};
    s.slots = inlay_mem_new((size_t)loop->options->n_parallel, sizeof *s.slots);
    if (!s.slots)
        return inlay_fail_memory(err, "the slots of a run");
    inlay_study_set_stop(loop->study, loop->stop);
    const inlay_status st = go_on(&s, err);
    inlay_study_set_stop(loop->study, NULL);
    if (st == INLAY_OK)
        *end = s.end;
    else
        give_up(&s);
    inlay_mem_free(s.slots);
    return st;
}
