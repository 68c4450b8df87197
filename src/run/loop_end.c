/*
 * loop_end.c: an evaluation has ended: done, failed, tried again or put back.
 *
 * The end is in the store before anybody hears of it, and the store decides: where
 * somebody else has decided on the trial, ours is dropped, and that is told.
 *
 * Invariant: after inlay_loop_end_job the job's slot is free, or runs the trial's
 * next attempt.
 */
#include "run/loop_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/shown.h"
#include "base/text.h"
#include "run/reason.h"
#include "run/result.h"
#include "run/tail.h"
#include "study/tell.h"

enum { TAIL_LINES = 8 };

/* The last lines of what it printed: standard error, or else output.  Where the
 * result is what is wrong, output comes first: a warning is not the result.
 * Returns what stands between the reason and the last of them. */
static const char *last_lines(const struct inlay_slot *slot, bool is_of_result,
                              struct inlay_text *out)
{
    inlay_tail_add(is_of_result ? slot->output_path : slot->error_path,
                   TAIL_LINES, out);
    if (out->n > 0)
        return ": ";
    inlay_tail_add(is_of_result ? slot->error_path : slot->output_path,
                   TAIL_LINES, out);
    return is_of_result ? "; on standard error: " : ": ";
}

/* For people, after its output: what it said on standard error. */
static void add_errors(const struct inlay_slot *slot, struct inlay_text *out)
{
    struct inlay_text errors = {0};
    inlay_tail_add(slot->error_path, TAIL_LINES, &errors);
    if (errors.n > 0 &&
        strcmp(inlay_text_view(&errors), inlay_text_view(out)) != 0)
        inlay_text_printf(out, "\n%s", inlay_text_view(&errors));
    inlay_text_fail_as(out, &errors);
    inlay_text_clear(&errors);
}

/* Somebody else has decided on the trial while it ran. */
static void tell_gone(struct inlay_loop_state *s, size_t k, double seconds)
{
    const struct inlay_loop_news news = {
        .kind = INLAY_NEWS_GONE,
        .trial = s->slots[k].trial,
        .attempt = s->slots[k].attempt,
        .seconds = seconds,
        .why = "ended or abandoned elsewhere while it ran; the result of this "
               "run is dropped",
    };
    inlay_loop_tell(s, &news);
    inlay_slot_free(s, k);
}

static inlay_status try_again(struct inlay_loop_state *s, size_t k,
                              struct inlay_loop_news *news, inlay_error *err)
{
    struct inlay_slot *slot = &s->slots[k];
    const inlay_status st =
        inlay_study_restart(s->loop->study, &s->terms, slot->trial.id,
                            news->why, &slot->attempt, err);
    if (st == INLAY_ESTATE) {
        tell_gone(s, k, news->seconds);
        return INLAY_OK;
    }
    if (st != INLAY_OK)
        return st;
    news->kind = INLAY_NEWS_RETRY;
    slot->n_failures++;
    inlay_loop_tell(s, news);
    return inlay_slot_start(s, k, err);
}

/* The store decides: somebody else may have reported the trial. */
static inlay_status store_end(struct inlay_loop_state *s,
                              const struct inlay_slot *slot,
                              struct inlay_outcome outcome, bool *is_ours,
                              inlay_error *err)
{
    const inlay_status st =
        inlay_study_end(s->loop->study, slot->trial.id, outcome, err);
    *is_ours = st == INLAY_OK;
    return st == INLAY_ESTATE ? INLAY_OK : st;
}

static inlay_status fail_trial(struct inlay_loop_state *s, size_t k,
                               struct inlay_loop_news *news, inlay_error *err)
{
    const int64_t limit = s->loop->options->max_failures;
    bool is_ours = false;
    const inlay_status st = store_end(
        s, &s->slots[k], inlay_outcome_of(NAN, news->why, NULL), &is_ours, err);
    if (st == INLAY_OK && !is_ours) /* no failure of ours */
        tell_gone(s, k, news->seconds);
    if (st != INLAY_OK || !is_ours)
        return st;
    inlay_loop_tell(s, news);
    s->n_in_row++;
    if (s->n_in_row >= limit && limit > 0) {
        s->is_closed = true;
        s->end = INLAY_LOOP_FAILING;
    }
    inlay_slot_free(s, k);
    return INLAY_OK;
}

/* If somebody else has it meanwhile, there is nothing to put back. */
static inlay_status put_back(struct inlay_loop_state *s, size_t k,
                             inlay_error *err)
{
    const struct inlay_loop_news news = {.kind = INLAY_NEWS_PUT_BACK,
                                         .trial = s->slots[k].trial,
                                         .attempt = s->slots[k].attempt};
    const inlay_status st = inlay_study_put_back(
        s->loop->study, &s->terms, s->slots[k].trial.id, "stopped", err);
    if (st == INLAY_OK)
        inlay_loop_tell(s, &news);
    inlay_slot_free(s, k);
    return st == INLAY_ESTATE ? INLAY_OK : st;
}

static inlay_status end_failed(struct inlay_loop_state *s, size_t k,
                               double seconds, bool is_of_result,
                               char why[INLAY_MAX_REASON], inlay_error *err)
{
    struct inlay_slot *slot = &s->slots[k];
    struct inlay_text lines = {0};

    const char *before = last_lines(slot, is_of_result, &lines);
    inlay_reason_add_line(why, before, inlay_text_view(&lines));
    if (is_of_result)
        add_errors(slot, &lines);
    inlay_status st = inlay_text_status(&lines, err);
    if (st == INLAY_OK) {
        struct inlay_loop_news news = {
            .kind = INLAY_NEWS_FAILED,
            .trial = slot->trial,
            .attempt = slot->attempt,
            .seconds = seconds,
            .why = why,
            .output = inlay_text_view(&lines),
        };
        st = slot->n_failures >= s->loop->options->n_retries
                 ? fail_trial(s, k, &news, err)
             : inlay_loop_goes_on(s) ? try_again(s, k, &news, err)
                                     : put_back(s, k, err);
    }
    inlay_text_clear(&lines);
    return st;
}

static inlay_status end_done(struct inlay_loop_state *s, size_t k,
                             double seconds, const struct inlay_result *result,
                             inlay_error *err)
{
    const struct inlay_slot *slot = &s->slots[k];
    inlay_trial best = {0};
    bool is_ours = false;
    inlay_status st =
        store_end(s, slot,
                  (struct inlay_outcome){.y = result->value,
                                         .variance = result->variance,
                                         .metrics = result->metrics},
                  &is_ours, err);
    inlay_trial trial = slot->trial;
    if (st == INLAY_OK && !is_ours)
        tell_gone(s, k, seconds);
    if (st != INLAY_OK || !is_ours)
        return st;
    /* There is no best where the trial lies outside the space of now. */
    const bool has_best =
        inlay_study_best(s->loop->study, &best, NULL) == INLAY_OK;
    st = inlay_study_trial(s->loop->study, trial.id, &trial, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_loop_news news = {
        .kind = INLAY_NEWS_DONE,
        .trial = trial,
        .attempt = slot->attempt,
        .value = result->value,
        .seconds = seconds,
        .is_best = has_best && best.id == slot->trial.id,
        .key = result->key[0] && !s->has_told_key ? result->key : NULL,
    };
    s->n_in_row = 0;
    s->has_told_key = s->has_told_key || news.key;
    inlay_loop_tell(s, &news);
    inlay_slot_free(s, k);
    return INLAY_OK;
}

static const char *objective_of(const struct inlay_loop_state *s)
{
    const inlay_options *options = inlay_study_options(s->loop->study);
    return inlay_options_output(options, inlay_options_objective(options))
        ->name;
}

/* A result that lacks an output is none, nor is one whose variance is none. */
static inlay_status check_outputs(const struct inlay_loop_state *s,
                                  struct inlay_result *result, inlay_error *err)
{
    struct inlay_text why = {0};
    inlay_status st = inlay_result_take_variance(
        result, inlay_study_outputs(s->loop->study), err);
    if (st != INLAY_OK)
        return st;
    if (result->key[0] &&
        inlay_options_n_outputs(inlay_study_options(s->loop->study)) > 1)
        inlay_text_printf(&why, "the result lacks '%s', the objective",
                          inlay_shown_text(objective_of(s)).text);
    else if (result->kind == INLAY_RESULT_VALUE)
        st = inlay_study_add_missing(s->loop->study, result->value,
                                     result->metrics, &why, err);
    if (st == INLAY_OK && why.n > 0) {
        result->kind = INLAY_RESULT_UNUSABLE;
        snprintf(result->why, sizeof result->why, "%s", why.bytes);
    }
    inlay_text_clear(&why);
    return st;
}

static inlay_status end_exited(struct inlay_loop_state *s, size_t k,
                               double seconds, inlay_error *err)
{
    struct inlay_result result = {0};
    char why[INLAY_MAX_REASON];
    inlay_status st = inlay_result_read(s->slots[k].output_path,
                                        objective_of(s), &result, err);

    if (st == INLAY_OK)
        st = check_outputs(s, &result, err);
    if (st == INLAY_OK && result.kind == INLAY_RESULT_VALUE) {
        st = end_done(s, k, seconds, &result, err);
    } else if (st == INLAY_OK) {
        snprintf(why, sizeof why, "%s", result.why);
        st = end_failed(s, k, seconds, true, why, err);
    }
    inlay_result_clear(&result);
    return st;
}

/*
 * Whatever stops a run often signals its whole group or session (systemd, a
 * cluster, a terminal): that is not a failure of the evaluation.  The signal may
 * reach the worker a moment before us.
 */
static bool is_stopped_with_us(const struct inlay_loop_state *s,
                               const struct inlay_job_end *end)
{
    if (end->kind != INLAY_END_SIGNALLED)
        return false;
    if (end->code != SIGTERM && end->code != SIGINT && end->code != SIGHUP)
        return *s->loop->wish == 2;
    if (*s->loop->wish == 0)
        inlay_loop_sleep();
    return *s->loop->wish > 0;
}

inlay_status inlay_loop_end_job(struct inlay_loop_state *s,
                                const struct inlay_job_end *end,
                                inlay_error *err)
{
    char why[INLAY_MAX_REASON];
    size_t k = 0;
    while (k < s->n_running && s->slots[k].trial.id != end->trial)
        k++;
    if (k == s->n_running)
        return INLAY_OK;
    if (end->kind == INLAY_END_CANCELLED || is_stopped_with_us(s, end))
        return put_back(s, k, err);
    if (end->kind == INLAY_END_EXITED && end->code == 0)
        return end_exited(s, k, end->seconds, err);
    inlay_reason_of_end(end, s->loop->options, why);
    return end_failed(s, k, end->seconds, false, why, err);
}
