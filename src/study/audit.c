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
#include "study/open.h"

enum { MOST_PROBLEMS = 50, MOST_REASONS = 20 };
/* Fewer residuals say nothing, nor do fewer values that are equal. */
enum { LEAST_JUDGED = 10, LEAST_EQUAL = 5 };
/* What is less probable, to one side, is not an accident. */
static const double ACCIDENT = 0.025;
/* A trial asked by hand is lost after this many hours, and after this many times
 * the longest that any took. */
static const double LEAST_WAIT = 1.0, TIMES_LONGEST = 10.0;
/* The best is late in this share of what is finished. */
static const double LATE = 0.2;

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
    inlay_model_check model;
    struct inlay_worst worst;
    bool is_full; /* memory is out */
};

void inlay_audit_free(inlay_audit *audit)
{
    struct audited *a = (struct audited *)audit;
    if (!a)
        return;
    while (a->n_texts > 0)
        inlay_mem_free(a->texts[--a->n_texts]);
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
    if (st == INLAY_OK || st == INLAY_ENOMEM)
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
    if (!row->is_ended) {
        a->n_pending++;
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
    if (row->is_ended)
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

/* ---- Calibration ---- */

/* P(X <= k) of a binomial X of n trials with probability p. */
static double binomial_cdf(size_t k, size_t n, double p)
{
    const double m = (double)n;
    double sum = 0.0;
    for (size_t i = 0; i <= k; i++) {
        const double x = (double)i;
        sum += exp(lgamma(m + 1.0) - lgamma(x + 1.0) - lgamma(m - x + 1.0) +
                   x * log(p) + (m - x) * log1p(-p));
    }
    return sum;
}

/* Are k of n too few, or too many, where a share of p is expected? */
static bool is_too_few(size_t k, size_t n, double p)
{
    return binomial_cdf(k, n, p) < ACCIDENT;
}

static bool is_too_many(size_t k, size_t n, double p)
{
    return k > 0 && 1.0 - binomial_cdf(k - 1, n, p) < ACCIDENT;
}

static inlay_calibration judge_calibration(const inlay_model_check *c)
{
    static const double WITHIN_1 = 0.6827, WITHIN_2 = 0.9545;
    if (c->n < LEAST_JUDGED)
        return INLAY_CALIBRATION_UNKNOWN;
    if (is_too_few(c->n_within_1, c->n, WITHIN_1) ||
        is_too_few(c->n_within_2, c->n, WITHIN_2))
        return INLAY_CALIBRATION_OVERCONFIDENT;
    return is_too_many(c->n_within_1, c->n, WITHIN_1)
               ? INLAY_CALIBRATION_UNDERCONFIDENT
               : INLAY_CALIBRATION_GOOD;
}

static void find_calibration(const inlay_residual *r, inlay_model_check *c)
{
    const double n = (double)c->n;
    double squares = 0.0;
    for (size_t i = 0; i < c->n; i++) {
        c->z_mean += r[i].z / n;
        c->n_within_1 += fabs(r[i].z) < 1.0;
        c->n_within_2 += fabs(r[i].z) < 2.0;
    }
    for (size_t i = 0; i < c->n; i++)
        squares += (r[i].z - c->z_mean) * (r[i].z - c->z_mean);
    c->z_sd = c->n > 1 ? sqrt(squares / (n - 1.0)) : NAN;
    c->calibration = judge_calibration(c);
}

/* ---- Accuracy ---- */

/* The rank of the value (or mean) of r[i], from 0; equal ones share theirs. */
static double rank_of(const inlay_residual *r, size_t n, size_t i,
                      bool is_value)
{
    const double at = is_value ? r[i].value : r[i].mean;
    double rank = -0.5;
    for (size_t k = 0; k < n; k++) {
        const double v = is_value ? r[k].value : r[k].mean;
        rank += v < at ? 1.0 : v == at ? 0.5 : 0.0;
    }
    return rank;
}

/* Spearman's; NaN where all values, or all means, are equal. */
static double rank_correlation(const inlay_residual *r, size_t n)
{
    const double center = 0.5 * ((double)n - 1.0);
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double x = rank_of(r, n, i, true) - center;
        const double y = rank_of(r, n, i, false) - center;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    return xx > 0.0 && yy > 0.0 ? xy / sqrt(xx * yy) : NAN;
}

static inlay_accuracy judge_accuracy(const inlay_model_check *c)
{
    const double rank = fmax(c->rank_correlation, 0.0); /* 0 for NaN */
    const double most = fmax(c->explained, rank * rank);
    if (c->n < LEAST_JUDGED || !(c->error_of_mean > 0.0))
        return INLAY_ACCURACY_UNKNOWN;
    return most < 0.1   ? INLAY_ACCURACY_NONE
           : most < 0.5 ? INLAY_ACCURACY_POOR
           : most < 0.9 ? INLAY_ACCURACY_FAIR
                        : INLAY_ACCURACY_GOOD;
}

/* Values are taken from the first: sums of large ones lose their digits. */
static void find_accuracy(const inlay_residual *r, inlay_model_check *c)
{
    const double n = (double)c->n;
    double sum = 0.0, squares = 0.0, squares_of_mean = 0.0;
    for (size_t i = 0; i < c->n; i++)
        sum += r[i].value - r[0].value;
    for (size_t i = 0; i < c->n; i++) {
        const double v = r[i].value - r[0].value;
        const double off = r[i].value - r[i].mean;
        const double off_mean = v - (sum - v) / (n - 1.0);
        squares += off * off;
        squares_of_mean += off_mean * off_mean;
        c->error += fabs(off) / n;
        c->error_of_mean += fabs(off_mean) / n;
    }
    c->explained = squares_of_mean > 0.0
                       ? fmax(1.0 - squares / squares_of_mean, 0.0)
                       : NAN;
    c->rank_correlation = rank_correlation(r, c->n);
    c->accuracy = judge_accuracy(c);
}

static void keep_worst(const inlay_residual *r, inlay_residual *worst,
                       size_t *n)
{
    size_t i = *n;
    if (i < INLAY_MOST_WORST)
        ++*n;
    else if (fabs(r->z) <= fabs(worst[--i].z))
        return;
    for (; i > 0 && fabs(worst[i - 1].z) < fabs(r->z); i--)
        worst[i] = worst[i - 1];
    worst[i] = *r;
}

void inlay_model_check_make(const inlay_residual *r, size_t n,
                            struct inlay_worst *worst, inlay_model_check *out)
{
    inlay_model_check c = {.n = n, .noise_sd = NAN, .worst = worst->at};
    find_calibration(r, &c);
    find_accuracy(r, &c);
    for (size_t i = 0; i < n; i++)
        keep_worst(&r[i], worst->is, &c.n_worst);
    for (size_t i = 0; i < INLAY_MOST_WORST; i++)
        worst->at[i] = &worst->is[i];
    *out = c;
}

/* ---- The study ---- */

static inlay_status find_noise(struct audited *a, inlay_study *s,
                               inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st = inlay_study_hyperparameters(s, &h, err);
    if (st == INLAY_OK)
        a->model.noise_sd = h->noise_sd;
    inlay_hyperparameters_free(h);
    return st;
}

static inlay_status try_model(struct audited *a, inlay_study *s,
                              inlay_error *err)
{
    const size_t room = inlay_study_n_trials(s);
    inlay_residual *r = inlay_mem_new(room, sizeof *r);
    size_t n = 0;
    inlay_status st = r ? inlay_study_leave_one_out(s, r, room, &n, err)
                        : inlay_fail_memory(err, "residuals");
    if (st == INLAY_OK && n > 0) {
        inlay_model_check_make(r, n, &a->worst, &a->model);
        a->is.model = &a->model;
        st = find_noise(a, s, err);
    }
    inlay_mem_free(r);
    return st;
}

static void look_at_best(inlay_audit *a, const inlay_study *s)
{
    const double n = (double)(a->n_done + a->n_failed);
    inlay_trial best;
    if (inlay_study_best(s, &best, NULL) != INLAY_OK)
        return;
    a->best_id = best.id;
    a->best_value = best.value;
    for (size_t i = (size_t)best.id; i < s->history.n; i++)
        a->n_since += s->history.record[i]->state != INLAY_STATE_PENDING;
    a->is_best_late = (double)a->n_since <= LATE * n;
}

static inlay_status read_study(struct audited *a, inlay_study *s)
{
    inlay_error why = {0};
    int64_t upto;
    inlay_status st = inlay_study_freeze(s, &upto, &why);
    a->is.has_study = true;
    a->is.may_repeat = s->may_repeat;
    a->is.n_repeats = s->history.n - s->history.seen.n;
    look_at_best(&a->is, s);
    if (st == INLAY_OK)
        st = inlay_chance_of_failures(&s->history, &a->is.are_failures_random,
                                      &why);
    if (st == INLAY_OK)
        st = try_model(a, s, &why);
    s->upto = upto;
    return tolerate(a, st, &why);
}

inlay_status inlay_study_failures_are_random(inlay_study *s, bool *is_random,
                                             inlay_error *err)
{
    const inlay_status st = inlay_study_sync(s, err);
    return st == INLAY_OK
               ? inlay_chance_of_failures(&s->history, is_random, err)
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

/* To the caller, or freed: only memory can have failed. */
static inlay_status hand_over(struct audited *a, inlay_status st,
                              inlay_audit **out, inlay_error *err)
{
    if (!a || st != INLAY_OK || a->is_full || !point(a)) {
        inlay_audit_free(a ? &a->is : NULL);
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
        st = read_study(a, s);
    return hand_over(a, st, out, err);
}

inlay_status inlay_audit_file(const char *path, inlay_audit **out,
                              inlay_error *err)
{
    if (!path || !out)
        return inlay_refuse_null(__func__, "path and out", err);
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
            a, inlay_study_open_file(path, NULL, INLAY_STORE_READ, &s, &why),
            &why);
    if (st == INLAY_OK && s)
        st = read_study(a, s);
    inlay_study_free(s);
    return hand_over(a, st, out, err);
}
