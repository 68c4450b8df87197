/*
 * audit.c: is the journal sound, what was the budget spent on, and can the model
 * be believed?
 *
 * Damage is looked for from below: pages, journal, trials, study.  What can be
 * read is told, whatever else cannot; what cannot be read is a problem.
 */
#include "study/audit.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/process.h"
#include "study/chance.h"
#include "study/inside.h"
#include "study/model_check.h"
#include "study/open.h"

enum { MOST_PROBLEMS = 50, MOST_REASONS = 20 };
/* Fewer values that are equal say nothing. */
enum { LEAST_EQUAL = 5 };
/* A trial asked by hand is lost after this many hours, and after this many times
 * the longest that any took. */
static const double LEAST_WAIT = 1.0, TIMES_LONGEST = 10.0;
/* The best is late in this share of what is finished. */
static const double LATE = 0.2;

struct audited_output {
    inlay_output_audit is;
    char *name;
    inlay_model_check model;
    struct inlay_worst worst;
};

/* What the caller sees, and what it is made of. */
struct audited {
    inlay_audit is; /* first */
    const char *problems[MOST_PROBLEMS];
    inlay_failure_reason reasons[MOST_REASONS];
    const inlay_failure_reason *reason_at[MOST_REASONS];
    char *texts[MOST_PROBLEMS + MOST_REASONS]; /* of both */
    size_t n_texts;
    inlay_lost_trial *lost;
    const inlay_lost_trial **lost_at;
    size_t room_lost;
    struct audited_output *outputs;
    inlay_noise_estimate noise;
    const inlay_output_audit **output_at;
    bool is_full; /* memory is out */
};

void inlay_audit_free(inlay_audit *audit)
{
    struct audited *a = (struct audited *)audit;
    if (!a)
        return;
    while (a->n_texts > 0)
        inlay_mem_free(a->texts[--a->n_texts]);
    for (size_t k = 0; k < a->is.n_outputs; k++)
        inlay_mem_free(a->outputs[k].name);
    inlay_mem_free(a->outputs);
    inlay_mem_free(a->output_at);
    inlay_mem_free(a->lost);
    inlay_mem_free(a->lost_at);
    inlay_mem_free(a);
}

/* A copy that lives as long as the audit, or NULL. */
static const char *keep_text(struct audited *a, const char *text, size_t n)
{
    char *copy = inlay_mem_bytes(text, n);
    if (copy)
        a->texts[a->n_texts++] = copy;
    else
        a->is_full = true;
    return copy;
}

/* ---- Problems ---- */

static void keep_problem(struct audited *a, const char *text, size_t n)
{
    a->is.n_problems++;
    if (a->is.n_listed == MOST_PROBLEMS)
        return;
    const char *copy = keep_text(a, text, n);
    if (copy)
        a->problems[a->is.n_listed++] = copy;
}

/* A finding of the database may have several lines, and headings. */
static void note_problem(const char *text, void *context)
{
    for (; *text; text += *text == '\n') {
        const size_t n = strcspn(text, "\n");
        if (n > 0 && strncmp(text, "***", 3) != 0)
            keep_problem(context, text, n);
        text += n;
    }
}

/* What could not be read is a problem; only want of memory is a failure. */
static inlay_status tolerate(struct audited *a, inlay_status st,
                             const inlay_error *why)
{
    if (st == INLAY_OK || st == INLAY_ENOMEM || st == INLAY_STOPPED)
        return st;
    note_problem(why->msg, a);
    return INLAY_OK;
}

/* ---- Trials ---- */

/* Equal but for the digits of numbers. */
static bool is_same_reason(const char *a, const char *b)
{
    static const char DIGITS[] = "0123456789";
    do {
        const size_t m = strspn(a, DIGITS), n = strspn(b, DIGITS);
        if ((m > 0) != (n > 0) || a[m] != b[n])
            return false;
        a += m;
        b += n + 1;
    } while (*a++ != '\0');
    return true;
}

static void note_reason(struct audited *a, const char *why)
{
    size_t i = 0;
    while (i < a->is.n_reasons && !is_same_reason(a->reasons[i].why, why))
        i++;
    if (i == MOST_REASONS) {
        a->is.n_other_failures++;
        return;
    }
    if (i == a->is.n_reasons) {
        const char *copy = keep_text(a, why, strlen(why));
        if (!copy)
            return;
        a->reasons[a->is.n_reasons++].why = copy;
    }
    a->reasons[i].n++;
}

static void note_lost(struct audited *a, int64_t id, inlay_loss how,
                      double seconds)
{
    inlay_lost_trial *lost =
        inlay_mem_grow(a->lost, &a->room_lost, a->is.n_lost + 1, sizeof *lost);
    if (!lost) {
        a->is_full = true;
        return;
    }
    a->lost = lost;
    a->lost[a->is.n_lost++] = (inlay_lost_trial){id, how, seconds / 3600.0};
}

struct reading {
    struct audited *audit;
    double longest;  /* seconds */
    double min, max; /* values that were read */
    int64_t last;    /* trial that was read */
};

static inlay_status take_trial(const struct inlay_trial_row *row, void *context,
                               inlay_error *err)
{
    struct reading *r = context;
    inlay_audit *a = &r->audit->is;
    const bool is_added = row->cause == INLAY_CAUSE_ADDED;
    (void)err;
    r->last = row->id;
    a->n_trials++;
    a->n_added += is_added;
    a->n_discarded += row->is_discarded;
    a->n_spent += !is_added && !row->is_discarded && !row->is_abandoned;
    if (row->is_abandoned) {
        a->n_abandoned++;
    } else if (!row->is_ended) {
        a->n_pending++;
    } else if (row->is_discarded) {
        a->n_done += isfinite(row->y);
        a->n_failed += !isfinite(row->y);
    } else if (!isfinite(row->y)) {
        a->n_failed++;
        note_reason(r->audit, row->why ? row->why : "no reason given");
    } else {
        a->n_done++;
        r->min = fmin(r->min, row->y);
        r->max = fmax(r->max, row->y);
        if (!is_added)
            r->longest = fmax(r->longest, row->ended_at - row->asked_at);
    }
    return INLAY_OK;
}

/* Pending trials whose process is dead, or which were asked by hand long ago. */
static inlay_status take_pending(const struct inlay_trial_row *row,
                                 void *context, inlay_error *err)
{
    const struct reading *r = context;
    (void)err;
    if (row->is_ended || row->is_abandoned)
        return INLAY_OK;
    if (row->holder && row->holder[0] != '\0' &&
        inlay_process_is_alive(row->holder) == INLAY_DEAD)
        note_lost(r->audit, row->id, INLAY_LOSS_DEAD, row->age);
    else if (!row->holder && row->age >= 3600.0 * LEAST_WAIT &&
             row->age >= TIMES_LONGEST * r->longest)
        note_lost(r->audit, row->id, INLAY_LOSS_WAITING, row->age);
    return INLAY_OK;
}

static inlay_status take_lease(const struct inlay_lease *lease, void *context,
                               inlay_error *err)
{
    const struct reading *r = context;
    (void)err;
    if (lease->holder[0] != '\0' && !(lease->left > 0.0) &&
        inlay_process_is_alive(lease->holder) == INLAY_ALIVE_UNKNOWN)
        note_lost(r->audit, lease->trial, INLAY_LOSS_SILENT, NAN);
    return INLAY_OK;
}

static inlay_status read_journal(struct audited *a, struct inlay_journal *j)
{
    struct reading r = {.audit = a, .min = INFINITY, .max = -INFINITY};
    inlay_error why = {0};
    inlay_status st =
        tolerate(a, j->ops->check(j, note_problem, a, &why), &why);
    if (st != INLAY_OK)
        return st;
    st = j->ops->trials(j, 1, INT64_MAX, take_trial, &r, &why);
    if (st != INLAY_OK && st != INLAY_ENOMEM)
        inlay_fail_within(&why, st, "trials after %lld cannot be read",
                          (long long)r.last);
    st = tolerate(a, st, &why);
    a->is.is_flat = a->is.n_done >= LEAST_EQUAL && r.min == r.max;
    if (st == INLAY_OK)
        st = tolerate(
            a, j->ops->trials(j, 1, INT64_MAX, take_pending, &r, &why), &why);
    if (st == INLAY_OK)
        st = tolerate(a, j->ops->leases(j, 1, INT64_MAX, take_lease, &r, &why),
                      &why);
    return st;
}

/* ---- The study ---- */

static inlay_status find_noise(inlay_study *s, size_t output,
                               inlay_model_check *model, inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st = inlay_study_hyperparameters_of(s, output, &h, err);
    if (st == INLAY_OK)
        model->noise_sd = h->noise_sd;
    inlay_hyperparameters_free(h);
    return st;
}

/* r has room for all trials. */
static inlay_status check_output(struct audited_output *o, inlay_study *s,
                                 size_t output, inlay_residual *r, size_t room,
                                 inlay_error *err)
{
    size_t n = 0;
    const inlay_status st =
        inlay_study_leave_one_out_of(s, output, r, room, &n, err);
    if (st != INLAY_OK || n == 0)
        return st;
    inlay_model_check_make(r, n, &o->worst, &o->model);
    o->is.model = &o->model;
    return find_noise(s, output, &o->model, err);
}

static inlay_status try_models(struct audited *a, inlay_study *s,
                               inlay_error *err)
{
    const size_t room = inlay_study_n_trials(s);
    inlay_residual *r = inlay_mem_new(room, sizeof *r);
    inlay_status st = r ? INLAY_OK : inlay_fail_memory(err, "residuals");
    for (size_t k = 0; st == INLAY_OK && k < a->is.n_outputs; k++)
        st = check_output(&a->outputs[k], s, k, r, room, err);
    a->is.is_too_large = r && st == INLAY_ENOMEM && room >= INLAY_MANY_TRIALS;
    if (a->is.is_too_large) /* what is known without a model is told */
        st = INLAY_OK;
    inlay_mem_free(r);
    if (a->is.n_outputs > 0)
        a->is.model = a->outputs[inlay_options_objective(s->options)].is.model;
    if (st == INLAY_OK && a->is.model) {
        st = inlay_study_noise_known(s, &a->noise, err);
        a->is.noise = &a->noise;
    }
    return st;
}

/* Also of trials that do not count for want of the objective. */
static void count_values(inlay_output_audit *o, const inlay_study *s,
                         size_t output)
{
    const inlay_output *is = inlay_options_output(s->options, output);
    for (size_t i = 0; i < s->history.n_trials; i++) {
        const struct inlay_record *r = s->history.trial[i];
        if (r->is_discarded || r->is_outside ||
            r->state == INLAY_STATE_ABANDONED)
            continue;
        const double v = r->values[output];
        o->n_known += isfinite(v);
        o->n_within += isfinite(v) && inlay_output_violation(is, v) == 0.0;
    }
}

static inlay_status list_outputs(struct audited *a, const inlay_study *s,
                                 inlay_error *err)
{
    const size_t n = inlay_options_n_outputs(s->options);
    a->outputs = inlay_mem_new(n, sizeof *a->outputs);
    a->output_at = inlay_mem_new(n, sizeof *a->output_at);
    if (!a->outputs || !a->output_at)
        return inlay_fail_memory(err, "the outputs of an audit");
    a->is.n_feasible = s->history.n_feasible;
    a->is.outputs = a->output_at;
    for (; a->is.n_outputs < n; a->is.n_outputs++) {
        struct audited_output *o = &a->outputs[a->is.n_outputs];
        const inlay_output *is =
            inlay_options_output(s->options, a->is.n_outputs);
        o->name = inlay_mem_text(is->name);
        if (!o->name)
            return inlay_fail_memory(err, "the outputs of an audit");
        o->is = (inlay_output_audit){
            .name = o->name, .min = is->min, .max = is->max};
        count_values(&o->is, s, a->is.n_outputs);
        a->output_at[a->is.n_outputs] = &o->is;
    }
    return INLAY_OK;
}

/* ... with a result that counts. */
static bool is_finished(const struct inlay_record *r)
{
    return !r->is_discarded &&
           (r->state == INLAY_STATE_DONE || r->state == INLAY_STATE_FAILED);
}

static void look_at_best(inlay_audit *a, const inlay_study *s)
{
    const double n = (double)(s->history.n_done + s->history.n_failed);
    inlay_trial best;
    if (inlay_study_best(s, &best, NULL) != INLAY_OK)
        return;
    a->best_id = best.id;
    a->best_value = best.value;
    a->is_best_feasible = best.is_feasible;
    for (size_t i = (size_t)best.id; i < s->history.n_trials; i++)
        a->n_since += is_finished(s->history.trial[i]);
    a->is_best_late = (double)a->n_since <= LATE * n;
}

static inlay_status read_study(struct audited *a, inlay_study *s)
{
    inlay_error why = {0};
    int64_t upto;
    inlay_status st = inlay_study_freeze(s, &upto, &why);
    a->is.has_study = true;
    a->is.n_repeats = s->history.n - s->history.n_lacking - s->history.seen.n;
    for (size_t i = 0; i < s->history.n_trials; i++) {
        a->is.n_outside += s->history.trial[i]->is_outside;
        a->is.n_without_point += s->history.trial[i]->has_no_point;
        a->is.n_without_value += s->history.trial[i]->has_no_value &&
                                 !s->history.trial[i]->is_discarded;
    }
    look_at_best(&a->is, s);
    if (st == INLAY_OK)
        st = inlay_chance_of_failures(&s->history, &s->watch,
                                      &a->is.are_failures_random, &why);
    if (st == INLAY_OK)
        st = list_outputs(a, s, &why);
    if (st == INLAY_OK)
        st = try_models(a, s, &why);
    a->is.may_repeat = inlay_strategy_repeats(s->strategy);
    inlay_study_thaw(s, upto);
    return tolerate(a, st, &why);
}

inlay_status inlay_study_failures_are_random(inlay_study *s, bool *is_random,
                                             inlay_error *err)
{
    inlay_status st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    return st == INLAY_OK ? inlay_chance_of_failures(&s->history, &s->watch,
                                                     is_random, err)
                          : st;
}

/* ---- Both ways in ---- */

static struct audited *new_audit(void)
{
    struct audited *a = inlay_mem_new(1, sizeof *a);
    if (a)
        a->is.best_value = NAN;
    return a;
}

/* What the caller sees of each list; false: memory is out. */
static bool point(struct audited *a)
{
    a->lost_at = inlay_mem_new(a->is.n_lost, sizeof *a->lost_at);
    if (!a->lost_at)
        return false;
    for (size_t i = 0; i < a->is.n_lost; i++)
        a->lost_at[i] = &a->lost[i];
    for (size_t i = 0; i < MOST_REASONS; i++)
        a->reason_at[i] = &a->reasons[i];
    a->is.problems = a->problems;
    a->is.reasons = a->reason_at;
    a->is.lost = a->lost_at;
    return true;
}

/* To the caller, or freed: only memory can have failed, or it was stopped, which
 * err says already. */
static inlay_status hand_over(struct audited *a, inlay_status st,
                              inlay_audit **out, inlay_error *err)
{
    if (!a || st != INLAY_OK || a->is_full || !point(a)) {
        inlay_audit_free(a ? &a->is : NULL);
        if (st == INLAY_STOPPED)
            return st;
        return inlay_fail_memory(err, "an audit");
    }
    *out = &a->is;
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_study_audit(inlay_study *s, inlay_audit **out,
                               inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    struct audited *a = new_audit();
    inlay_status st = a ? read_journal(a, s->journal) : INLAY_ENOMEM;
    if (st == INLAY_OK)
        st = inlay_study_settle(s, read_study(a, s), err);
    return hand_over(a, st, out, err);
}

inlay_status inlay_audit_file(const char *path, inlay_audit **out,
                              inlay_error *err)
{
    if (!path || !out)
        return inlay_refuse_null(__func__, "path and out", err);
    return inlay_audit_store(path, NULL, out, err);
}

inlay_status inlay_audit_store(const char *path, struct inlay_study_file **file,
                               inlay_audit **out, inlay_error *err)
{
    struct inlay_journal *j = NULL;
    inlay_study *s = NULL;
    inlay_error why = {0};
    inlay_status st = inlay_journal_open(path, INLAY_STORE_READ, &j, err);
    if (st != INLAY_OK)
        return st;
    struct audited *a = new_audit();
    st = a ? read_journal(a, j) : INLAY_ENOMEM;
    inlay_journal_free(j);
    if (st == INLAY_OK)
        st = tolerate(
            a, inlay_study_open_file(path, file, INLAY_STORE_READ, &s, &why),
            &why);
    if (st == INLAY_OK && s)
        st = read_study(a, s);
    inlay_study_free(s);
    return hand_over(a, st, out, err);
}
