/*
 * cmd_status.c: inlay status: how far a study is, and whether a run is alive.
 *
 * Read from the journal trial by trial: a study of 100,000 trials is not loaded.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/commands/run_screen.h"
#include "app/commands/target.h"
#include "app/exchange/moment.h"
#include "app/exchange/trial_json.h"
#include "app/exchange/trial_list.h"
#include "app/pages/best.h"
#include "app/pages/page.h"
#include "app/pages/stranded.h"
#include "app/screen/readable.h"
#include "app/screen/run_status.h"
#include "app/screen/say.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "base/mem.h"

/* Evaluations by which the rate is estimated. */
enum { N_RECENT = 20 };

/* When an evaluation was under way. */
struct stint {
    double began, ended;
};

struct status {
    const inlay_options *options;
    struct inlay_runs runs;
    int64_t n, n_in[INLAY_N_LISTED], n_outside, budget, n_spent;
    struct inlay_listed_best best;
    double *best_values; /* of each output */
    const struct inlay_outputs *outputs;
    struct stint recent[N_RECENT]; /* in a ring */
    size_t n_stints;
    int64_t failed; /* the newest failure, 0: none */
    double failed_at;
    struct inlay_text why; /* of that */
    const inlay_space *space;
    struct inlay_stranded stranded;
    struct inlay_lost lost;
};

static void take_best(struct status *s, const struct inlay_listed *t)
{
    if (inlay_listed_take_best(&s->best, s->options, t))
        for (size_t k = 0; k < s->outputs->n; k++)
            s->best_values[k] = t->values ? t->values[k] : NAN;
}

static inlay_status take_trial(const struct inlay_listed *t, void *context,
                               inlay_error *err)
{
    struct status *s = context;

    (void)err;
    s->n++;
    s->n_in[t->state]++;
    s->n_outside += t->is_outside;
    inlay_stranded_take(&s->stranded, s->space, t);
    inlay_lost_take(&s->lost, s->space, t);
    take_best(s, t);
    if (t->started_at > 0.0 && t->ended_at > 0.0 && t->n_starts > 0)
        s->recent[s->n_stints++ % N_RECENT] =
            (struct stint){t->started_at, t->ended_at};
    if (t->state == INLAY_LISTED_FAILED && t->ended_at >= s->failed_at) {
        s->failed = t->id;
        s->failed_at = t->ended_at;
        inlay_text_cut(&s->why, 0);
        inlay_text_add(&s->why, t->why ? t->why : "");
    }
    return inlay_text_status(&s->why, err);
}

static inlay_status gather(const struct inlay_target *t, struct status *s,
                           inlay_error *err)
{
    const struct inlay_trial_choice all = {.states = INLAY_LISTED_ALL};
    int64_t n_uncounted = 0;
    inlay_status st = inlay_run_look(t->store_path, t->journal, &s->runs, err);

    s->options = t->file->options;
    s->space = t->file->space;
    s->outputs = inlay_target_terms(t).outputs;
    s->best_values = inlay_mem_doubles(s->outputs->n);
    if (st == INLAY_OK && !s->best_values)
        st = inlay_fail_memory(err, "the best trial");
    s->budget = s->runs.budget > 0 ? s->runs.budget : t->file->budget;
    if (st == INLAY_OK)
        st = inlay_trial_list_each(t->journal, inlay_target_terms(t), all,
                                   take_trial, s, err);
    if (st == INLAY_OK)
        st = t->journal->ops->n_uncounted(t->journal, &n_uncounted, err);
    s->n_spent = s->n - n_uncounted - (int64_t)s->stranded.n_asked;
    return st;
}

static int compare_stints(const void *a, const void *b)
{
    const double x = ((const struct stint *)a)->began,
                 y = ((const struct stint *)b)->began;
    return (x > y) - (x < y);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds in which at least one of the stints was under way; the times between
 * them go to gaps. */
static double add_up(struct stint *stints, size_t n, double *gaps,
                     size_t *n_gaps)
{
    double busy = 0.0, until = 0.0;

    qsort(stints, n, sizeof *stints, compare_stints);
    *n_gaps = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && stints[i].began > until)
            gaps[(*n_gaps)++] = stints[i].began - until;
        busy += fmax(0.0, stints[i].ended - fmax(until, stints[i].began));
        until = fmax(until, stints[i].ended);
    }
    return busy;
}

/*
 * Of late, however many were evaluated at once; NaN: unknown.  Between two trials
 * a run suggests, which takes about the same time each time: the median of these
 * times stands for all, as some are pauses between two runs.  Of two the shorter
 * one is taken, and one alone may be a pause.
 */
static double seconds_per_trial(const struct status *s)
{
    const size_t n = s->n_stints < N_RECENT ? s->n_stints : N_RECENT;
    struct stint stints[N_RECENT];
    double gaps[N_RECENT];
    size_t n_gaps = 0;

    if (n < 2)
        return NAN;
    memcpy(stints, s->recent, n * sizeof *stints);
    const double busy = add_up(stints, n, gaps, &n_gaps);
    if (n_gaps < 2)
        return busy / (double)n;
    qsort(gaps, n_gaps, sizeof *gaps, compare_doubles);
    return (busy + (double)n_gaps * gaps[(n_gaps - 1) / 2]) / (double)n;
}

static double seconds_left(const struct status *s)
{
    const int64_t n_left =
        s->budget - s->n_spent + s->n_in[INLAY_LISTED_RUNNING] +
        s->n_in[INLAY_LISTED_PENDING] - (int64_t)s->stranded.n;

    return s->runs.is_alive && n_left >= 0
               ? seconds_per_trial(s) * (double)n_left
               : NAN;
}

/* ---- For people ---- */

static void print_run(const struct status *s, struct inlay_text *page)
{
    const size_t from = inlay_page_label(page, "run");

    if (!s->runs.is_alive)
        inlay_text_add(page,
                       s->runs.was_killed
                           ? "none is alive; the last one ended without a "
                             "word (killed?)"
                           : "none is alive");
    else if (s->runs.pid > 0)
        inlay_text_printf(page, "alive, process %ld of this machine",
                          s->runs.pid);
    else
        inlay_text_printf(page, "alive, %s evaluated",
                          inlay_readable_count(s->runs.n_leased, "trial").text);
    if (s->runs.since > 0.0) {
        inlay_text_add(page, ", for ");
        inlay_run_status_add_clock(page, inlay_clock_now() - s->runs.since);
    }
    inlay_page_wrap(page, from);
}

static void print_trials(const struct status *s, struct inlay_text *page)
{
    const size_t from = inlay_page_label(page, "trials");

    inlay_text_printf(page, "%lld: ", (long long)s->n);
    for (size_t i = 0, n = 0; i < INLAY_N_LISTED; i++)
        if (s->n_in[i] > 0 || i == INLAY_LISTED_DONE)
            inlay_text_printf(page, "%s%lld %s", n++ > 0 ? ", " : "",
                              (long long)s->n_in[i], inlay_listed_names[i]);
    inlay_page_wrap(page, from);
    if (s->n_outside > 0)
        inlay_page_say(page, "outside",
                       "%s %s outside the current space and cannot be the best",
                       inlay_readable_count((size_t)s->n_outside, "trial").text,
                       s->n_outside == 1 ? "lies" : "lie");
}

/* A run that has ended may have had another budget than the study file. */
static void print_budget(const struct status *s, struct inlay_text *page)
{
    if (s->n_spent > s->budget)
        inlay_page_say(page, "budget", "%lld (the study file says %lld)",
                       (long long)s->n_spent, (long long)s->budget);
    else
        inlay_page_say(page, "budget", "%lld of %lld", (long long)s->n_spent,
                       (long long)s->budget);
}

static void print_rate(const struct status *s, struct inlay_text *page)
{
    const double seconds = seconds_per_trial(s), left = seconds_left(s);

    if (!(seconds >= 0.0))
        return;
    const size_t from = inlay_page_label(page, "rate");
    inlay_text_printf(page, "a trial in %s s",
                      inlay_readable_number(seconds, 3).text);
    if (left >= 0.0) {
        inlay_text_add(page, ", ");
        inlay_run_status_add_clock(page, left);
        inlay_text_add(page, " left");
    }
    inlay_page_wrap(page, from);
}

static void print_stranded(const struct inlay_args *args,
                           const struct status *s, struct inlay_text *page)
{
    if (s->stranded.n == 0)
        return;
    const size_t from = inlay_page_label(page, "stranded");
    inlay_stranded_add(&s->stranded, args, page);
    inlay_page_wrap(page, from);
}

static void print_lost(const struct inlay_args *args, const struct status *s,
                       struct inlay_text *page)
{
    if (s->lost.n == 0)
        return;
    const size_t from = inlay_page_label(page, "lost");
    inlay_lost_add(&s->lost, args, page);
    inlay_page_wrap(page, from);
}

static void print(const struct inlay_args *args, const struct inlay_target *t,
                  const struct status *s, struct inlay_text *page)
{
    inlay_page_say(page, "store", "%s", t->store_path);
    print_run(s, page);
    print_trials(s, page);
    print_budget(s, page);
    print_stranded(args, s, page);
    print_lost(args, s, page);
    if (s->best.id > 0)
        inlay_page_say(page, s->best.violation > 0.0 ? "nearest" : "best",
                       "%s, trial %lld%s",
                       inlay_readable_number(s->best.y, 6).text,
                       (long long)s->best.id,
                       s->best.violation > 0.0 ? ", outside its limits" : "");
    print_rate(s, page);
    if (s->failed == 0)
        return;
    const size_t from = inlay_page_label(page, "failure");
    inlay_text_printf(page, "trial %lld, ", (long long)s->failed);
    inlay_run_status_add_clock(page, inlay_clock_now() - s->failed_at);
    inlay_text_add(page, " ago: ");
    inlay_harmless_add(page, inlay_text_view(&s->why));
    inlay_page_wrap(page, from);
}

/* ---- For programs ---- */

static void write_time(struct inlay_json_writer *w, const char *key, double at)
{
    struct inlay_text text = {0};

    if (at > 0.0)
        inlay_moment_add_utc(&text, at);
    inlay_json_write_text(w, key, at > 0.0 ? inlay_text_view(&text) : NULL);
    inlay_text_clear(&text);
}

static void write_best(const struct status *s, struct inlay_json_writer *w)
{
    if (s->best.id == 0) {
        inlay_json_write_null(w, "best");
        return;
    }
    inlay_json_begin_object(w, "best", INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", s->best.id);
    inlay_json_write_number(w, "y", s->best.y);
    inlay_trial_json_values(w, s->outputs, s->best_values);
    inlay_best_write_margins(w, s->outputs, s->best_values);
    inlay_json_end(w);
}

static void write(const struct status *s, struct inlay_text *page)
{
    struct inlay_json_writer w = {.text = page};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(&w, "alive", s->runs.is_alive);
    inlay_json_write_number(&w, "pid",
                            s->runs.pid > 0 ? (double)s->runs.pid : NAN);
    write_time(&w, "since", s->runs.since);
    inlay_json_write_integer(&w, "trials", s->n);
    for (size_t i = 0; i < INLAY_N_LISTED; i++)
        inlay_json_write_integer(&w, inlay_listed_names[i], s->n_in[i]);
    inlay_json_write_integer(&w, "budget", s->budget);
    inlay_json_write_integer(&w, "spent", s->n_spent);
    inlay_json_write_integer(&w, "stranded", (int64_t)s->stranded.n);
    inlay_json_write_integer(&w, "lost", (int64_t)s->lost.n);
    inlay_json_write_integer(&w, "outside", s->n_outside);
    write_best(s, &w);
    inlay_json_write_number(&w, "seconds_per_trial", seconds_per_trial(s));
    inlay_json_write_number(&w, "seconds_left", seconds_left(s));
    if (s->failed > 0) {
        inlay_json_begin_object(&w, "last_failure", INLAY_JSON_LINE);
        inlay_json_write_integer(&w, "id", s->failed);
        inlay_json_write_bytes(&w, "why", inlay_text_view(&s->why));
        write_time(&w, "at", s->failed_at);
        inlay_json_end(&w);
    } else {
        inlay_json_write_null(&w, "last_failure");
    }
    inlay_json_end(&w);
    inlay_text_add(page, "\n");
}

/* context: whether a run is alive. */
static inlay_status tell_status(const struct inlay_args *args,
                                struct inlay_target *t, void *context,
                                inlay_error *err)
{
    struct status s = {0};
    struct inlay_text page = {0};
    inlay_status st = gather(t, &s, err);

    if (st == INLAY_OK && args->is_json)
        write(&s, &page);
    else if (st == INLAY_OK)
        print(args, t, &s, &page);
    *(bool *)context = s.runs.is_alive;
    inlay_mem_free(s.best_values);
    inlay_text_clear(&s.why);
    inlay_text_clear(&s.stranded.ids);
    inlay_text_clear(&s.lost.ids);
    return st == INLAY_OK ? inlay_say_text(&page, err) : st;
}

int inlay_cmd_status(const struct inlay_args *args)
{
    bool is_alive = false;
    const int code =
        inlay_target_do(args, NULL, INLAY_TARGET_VIEW, tell_status, &is_alive);

    return code == INLAY_EXIT_OK && !is_alive ? INLAY_EXIT_IDLE : code;
}
