/*
 * run_progress.c: counts and times, from one piece of news after the other.
 *
 * A study improves rarely, so the curve of the best is kept as its steps, and a
 * long run needs no more memory than a short one.
 */
#include "app/screen/run_progress.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "app/screen/readable.h"
#include "base/mem.h"
#include "base/text.h"

/* Weight of the newest ask: asks become slower as the history grows. */
static const double NEWEST_WEIGHT = 0.25;

void inlay_run_progress_clear(struct inlay_run_progress *progress)
{
    for (size_t i = 0; i < progress->n_running; i++)
        inlay_mem_free(progress->running[i].x);
    inlay_mem_free(progress->running);
    inlay_mem_free(progress->best.x);
    inlay_mem_free(progress->steps);
    *progress = (struct inlay_run_progress){0};
}

/* A configuration as a text to keep; NULL without memory. */
static char *shown_x(const struct inlay_run_progress *p, const inlay_value *x)
{
    struct inlay_text text = {0};
    char *shown = NULL;

    inlay_readable_add_configuration(&text, p->space, x, p->how);
    inlay_text_end(&text, &shown, NULL);
    return shown;
}

/* ---- Running ------------------------------------------------------------- */

static struct inlay_shown_trial *
find_running(const struct inlay_run_progress *p, int64_t id)
{
    for (size_t i = 0; i < p->n_running; i++)
        if (p->running[i].id == id)
            return &p->running[i];
    return NULL;
}

/* A trial begins to run, for the first time or again. */
static void note_start(struct inlay_run_progress *p, const inlay_trial *trial,
                       int64_t attempt)
{
    struct inlay_shown_trial *r = find_running(p, trial->id);

    if (!r) {
        r = inlay_mem_resize(p->running, p->n_running + 1, sizeof *r);
        if (!r)
            return;
        p->running = r;
        r += p->n_running++;
        *r = (struct inlay_shown_trial){.id = trial->id,
                                        .x = shown_x(p, trial->x)};
    }
    r->attempt = attempt;
    r->since = p->now;
}

static void forget_running(struct inlay_run_progress *p, int64_t id)
{
    struct inlay_shown_trial *r = find_running(p, id);

    if (!r)
        return;
    inlay_mem_free(r->x);
    const size_t n_after = p->n_running - (size_t)(r - p->running) - 1;
    memmove(r, r + 1, n_after * sizeof *r);
    p->n_running--;
}

/* ---- Ended --------------------------------------------------------------- */

void inlay_run_progress_note_step(struct inlay_run_progress *p,
                                  struct inlay_best_step step)
{
    const struct inlay_best_step *last =
        p->n_steps > 0 ? &p->steps[p->n_steps - 1] : NULL;

    if (last && last->value == step.value)
        return;
    struct inlay_best_step *steps =
        inlay_mem_resize(p->steps, p->n_steps + 1, sizeof *steps);
    if (!steps)
        return;
    p->steps = steps;
    steps[p->n_steps++] = step;
}

void inlay_run_progress_note_best(struct inlay_run_progress *p,
                                  const inlay_trial *trial, double value)
{
    inlay_mem_free(p->best.x);
    p->best =
        (struct inlay_shown_trial){.id = trial->id, .x = shown_x(p, trial->x)};
    p->best_value = value;
    p->is_best_nearest = trial->values && !trial->is_feasible;
    if (!p->is_best_nearest)
        inlay_run_progress_note_step(
            p, (struct inlay_best_step){p->n_finished, value});
}

static void note_end(struct inlay_run_progress *p,
                     const struct inlay_loop_news *news)
{
    forget_running(p, news->trial.id);
    p->n_finished++;
    p->evaluation_seconds += news->seconds;
    p->n_timed++;
    if (news->kind == INLAY_NEWS_FAILED)
        p->n_failed++;
    else if (news->is_best)
        inlay_run_progress_note_best(p, &news->trial, news->value);
}

/* The loop asks between two pieces of news, the second of which is a start. */
static void note_ask(struct inlay_run_progress *p, double seconds)
{
    const double weight = p->n_asks > 0 ? NEWEST_WEIGHT : 1.0;

    p->ask_seconds += weight * (seconds - p->ask_seconds);
    p->n_asks++;
}

void inlay_run_progress_note(struct inlay_run_progress *p,
                             const struct inlay_loop_news *news, double now)
{
    const double before = p->now;

    p->now = now;
    switch (news->kind) {
    case INLAY_NEWS_STARTED:
        if (news->attempt <= 1)
            note_ask(p, now - before);
        if (!isnan(news->noise_sd)) /* else as it was */
            p->noise_sd = news->noise_sd;
        note_start(p, &news->trial, news->attempt);
        break;
    case INLAY_NEWS_RETRY:
        note_start(p, &news->trial, news->attempt + 1);
        break;
    case INLAY_NEWS_DONE:
    case INLAY_NEWS_FAILED:
        note_end(p, news);
        break;
    case INLAY_NEWS_PUT_BACK:
    case INLAY_NEWS_GONE:
        forget_running(p, news->trial.id);
        break;
    case INLAY_NEWS_LIMIT:
    case INLAY_NEWS_TICK:
        break;
    }
}

/* ---- Looked at ----------------------------------------------------------- */

/*
 * A running trial needs the rest of the mean time of an evaluation, one to come
 * an ask and all of it; the slots share that.  But asks are made one at a time.
 */
double inlay_run_progress_seconds_left(const struct inlay_run_progress *p)
{
    const int64_t left = p->budget - p->n_finished;
    const int64_t to_ask = left - (int64_t)p->n_running;
    const int64_t slots = p->n_parallel < left ? p->n_parallel : left;
    const double n_asks = to_ask > 0 ? (double)to_ask : 0.0;

    if (p->n_timed == 0)
        return NAN;
    if (left <= 0)
        return 0.0;
    const double mean = p->evaluation_seconds / (double)p->n_timed;
    double work = n_asks * (mean + p->ask_seconds);
    for (size_t i = 0; i < p->n_running; i++)
        work += fmax(mean - (p->now - p->running[i].since), 0.0);
    return fmax(work / (double)(slots > 1 ? slots : 1),
                n_asks * p->ask_seconds);
}

double inlay_run_progress_best_at(const struct inlay_run_progress *p,
                                  int64_t at)
{
    size_t i = p->n_steps;

    assert(i > 0 && at >= p->steps[0].at);
    while (p->steps[i - 1].at > at)
        i--;
    return p->steps[i - 1].value;
}
