/*
 * cmd_watch.c: inlay watch: the view of a run that goes on elsewhere.
 *
 * The news of a run are events of the journal.  The study is opened for reading,
 * so nothing that happens here is seen by the run.
 */
#include <signal.h>
#include <time.h>

#include "app/commands/cmd.h"
#include "app/commands/run_screen.h"
#include "app/commands/target.h"
#include "app/pages/stranded.h"
#include "app/screen/say.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"

static const struct timespec PAUSE = {.tv_nsec = 250000000};
enum { MAX_QUIET = 4 }; /* pauses without a run until the end */

static volatile sig_atomic_t is_stopped;

static void on_interrupt(int number)
{
    (void)number;
    is_stopped = 1;
}

struct watch {
    inlay_study *study;
    struct inlay_journal *journal; /* the same store */
    struct inlay_run_view *view;
    int64_t last; /* event that was seen */
    struct event {
        enum inlay_event_kind kind;
        int64_t trial;
    } * events; /* new ones */
    size_t n, room;
};

static inlay_status take_event(const struct inlay_event *e, void *context,
                               inlay_error *err)
{
    struct watch *w = context;

    w->last = e->seq;
    struct event *events =
        inlay_mem_grow(w->events, &w->room, w->n + 1, sizeof *events);
    if (!events)
        return inlay_fail_memory(err, "news");
    w->events = events;
    w->events[w->n++] = (struct event){e->kind, e->trial};
    return INLAY_OK;
}

/* Past all that was before. */
static inlay_status skip_event(const struct inlay_event *e, void *context,
                               inlay_error *err)
{
    (void)err;
    ((struct watch *)context)->last = e->seq;
    return INLAY_OK;
}

static bool is_best(const struct watch *w, int64_t id)
{
    inlay_trial best;

    return inlay_study_best(w->study, &best, NULL) == INLAY_OK && best.id == id;
}

/* What an event is to a view, of a trial that is as it is now. */
static bool make_news(const struct watch *w, enum inlay_event_kind kind,
                      const inlay_trial *t, struct inlay_loop_news *news)
{
    const bool has_ended = kind == INLAY_EVENT_ENDED;

    *news = (struct inlay_loop_news){
        .trial = *t,
        .attempt = t->attempts,
        .value = t->value,
        .seconds = t->started_at > 0.0 ? t->ended_at - t->started_at : 0.0,
        .why = t->why};
    if (kind == INLAY_EVENT_STARTED && t->state == INLAY_STATE_PENDING)
        news->kind = INLAY_NEWS_STARTED;
    else if (kind == INLAY_EVENT_RETURNED || kind == INLAY_EVENT_ABANDONED)
        news->kind = INLAY_NEWS_PUT_BACK;
    else if (has_ended && t->state == INLAY_STATE_DONE)
        news->kind = INLAY_NEWS_DONE;
    else if (has_ended && t->state == INLAY_STATE_FAILED)
        news->kind = INLAY_NEWS_FAILED;
    else
        return false;
    news->is_best = news->kind == INLAY_NEWS_DONE && is_best(w, t->id);
    return true;
}

static inlay_status tell_news(struct watch *w, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    w->n = 0;
    st = w->journal->ops->read(w->journal, w->last, INT64_MAX, take_event, w,
                               err);
    if (st == INLAY_OK && w->n > 0)
        st = inlay_study_refresh(w->study, err);
    for (size_t i = 0; st == INLAY_OK && i < w->n; i++) {
        struct inlay_loop_news news;
        inlay_trial t;

        if (w->events[i].trial > 0 &&
            inlay_study_trial(w->study, w->events[i].trial, &t, NULL) ==
                INLAY_OK &&
            make_news(w, w->events[i].kind, &t, &news))
            inlay_run_view_news(w->view, &news, inlay_clock_seconds());
    }
    inlay_run_view_news(w->view,
                        &(struct inlay_loop_news){.kind = INLAY_NEWS_TICK},
                        inlay_clock_seconds());
    return st;
}

static inlay_status take_running(const struct inlay_lease *lease, void *context,
                                 inlay_error *err)
{
    struct watch *w = context;
    struct inlay_loop_news news;
    inlay_trial t;

    (void)err;
    if (lease->holder[0] &&
        inlay_study_trial(w->study, lease->trial, &t, NULL) == INLAY_OK &&
        make_news(w, INLAY_EVENT_STARTED, &t, &news))
        inlay_run_view_news(w->view, &news, inlay_clock_seconds());
    return INLAY_OK;
}

/* Between two trials of a run that this machine cannot see, nothing is leased:
 * the end is believed after a while. */
static inlay_status follow(struct watch *w, const char *store_path,
                           struct inlay_runs *runs, inlay_error *err)
{
    int n_quiet = 0;
    inlay_status st =
        w->journal->ops->leases(w->journal, 1, INT64_MAX, take_running, w, err);

    while (st == INLAY_OK && !is_stopped && n_quiet < MAX_QUIET &&
           inlay_say_works()) {
        st = tell_news(w, err);
        if (st == INLAY_OK)
            st = inlay_run_look(store_path, w->journal, runs, err);
        n_quiet = st == INLAY_OK && runs->is_alive ? 0 : n_quiet + 1;
        nanosleep(&PAUSE, NULL);
    }
    return st;
}

/* A run that ends leaves neither its notice nor leases. */
static inlay_status check_end(const struct inlay_args *args,
                              const struct inlay_target *target,
                              const struct watch *w,
                              const struct inlay_runs *runs, inlay_error *err)
{
    struct inlay_lost lost = {0};
    struct inlay_text line = {0}, study = {0};
    inlay_status st =
        inlay_lost_find(w->journal, inlay_target_terms(target), &lost, err);

    inlay_lost_add(&lost, args, &line);
    inlay_args_add_study(args, &study);
    if (st == INLAY_OK)
        st = inlay_text_status(&line, err);
    if (st == INLAY_OK && runs->was_killed && lost.n > 0)
        st = inlay_fail(err, INLAY_ESTATE,
                        "the run has ended without a word (killed?): %s",
                        line.bytes);
    else if (st == INLAY_OK && runs->was_killed)
        st = inlay_fail(err, INLAY_ESTATE,
                        "the run has ended without a word (killed?): 'inlay "
                        "run %s' goes on",
                        inlay_text_view(&study));
    inlay_text_clear(&lost.ids);
    inlay_text_clear(&line);
    inlay_text_clear(&study);
    return st;
}

static void say_no_run(const struct inlay_args *args)
{
    struct inlay_text study = {0};

    inlay_args_add_study(args, &study);
    inlay_say_news(args,
                   "no run is alive; 'inlay status %s' prints how far the "
                   "study is",
                   inlay_text_view(&study));
    inlay_text_clear(&study);
}

static inlay_status watch(const struct inlay_args *args,
                          struct inlay_target *target, void *context,
                          inlay_error *err)
{
    const struct sigaction action = {.sa_handler = on_interrupt};
    struct watch w = {.study = target->study};
    struct inlay_runs runs = {0};
    inlay_status st = inlay_journal_open(target->store_path, INLAY_STORE_READ,
                                         &w.journal, err);

    (void)context;
    if (st == INLAY_OK)
        st = inlay_run_look(target->store_path, w.journal, &runs, err);
    if (st == INLAY_OK && !runs.is_alive) {
        say_no_run(args);
        inlay_journal_free(w.journal);
        return INLAY_OK;
    }
    if (st == INLAY_OK)
        st = w.journal->ops->read(w.journal, 0, INT64_MAX, skip_event, &w, err);
    if (st == INLAY_OK)
        st = inlay_study_refresh(target->study, err);
    if (runs.budget > 0)
        target->file->budget = runs.budget;
    if (st == INLAY_OK)
        st = inlay_run_screen_open(args, target, &w.view, err);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (st == INLAY_OK)
        st = follow(&w, target->store_path, &runs, err);
    inlay_run_view_free(w.view);
    if (st == INLAY_OK && !is_stopped && !runs.is_alive)
        st = check_end(args, target, &w, &runs, err);
    inlay_journal_free(w.journal);
    inlay_mem_free(w.events);
    return st;
}

int inlay_cmd_watch(const struct inlay_args *args)
{
    const int code = inlay_target_do(args, NULL, INLAY_STORE_READ, watch, NULL);

    return code == INLAY_EXIT_OK && is_stopped ? INLAY_EXIT_INTERRUPTED : code;
}
