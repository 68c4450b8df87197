/*
 * audit.c: reads a store from below, and keeps going.
 */
#include "app/pages/audit.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/process.h"

/* Fewer residuals say nothing, nor do fewer values that are equal. */
enum { LEAST_JUDGED = 10, LEAST_EQUAL = 5 };
/* What is less probable, to one side, is no accident. */
static const double ACCIDENT = 0.025;
/* A trial asked by hand is lost after this many hours, and after this many times
 * the longest that any took. */
static const double LEAST_WAIT = 1.0, TIMES_LONGEST = 10.0;

void inlay_audit_clear(struct inlay_audit *a)
{
    for (size_t i = 0; i < INLAY_MOST_PROBLEMS; i++)
        inlay_mem_free(a->problems[i]);
    for (size_t i = 0; i < a->n_reasons; i++)
        inlay_mem_free(a->reasons[i].why);
    inlay_mem_free(a->lost);
    *a = (struct inlay_audit){0};
}

/* ---- Problems ---- */

/* Lines of SQLite that begin so are headings. */
static bool is_heading(const char *line)
{
    return strncmp(line, "***", 3) == 0;
}

/* A finding of the database may have several lines. */
static void note_problem(const char *text, void *context)
{
    struct inlay_audit *a = context;

    for (; *text; text += *text == '\n') {
        const size_t n = strcspn(text, "\n");
        if (n > 0 && !is_heading(text)) {
            if (a->n_problems < INLAY_MOST_PROBLEMS)
                a->problems[a->n_problems] = inlay_mem_bytes(text, n);
            a->n_problems++;
        }
        text += n;
    }
}

/* What could not be read is a problem; only want of memory is a failure. */
static inlay_status tolerate(struct inlay_audit *a, inlay_status st,
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
    for (;;) {
        const bool has_number = isdigit((unsigned char)*a) != 0;
        if (has_number != (isdigit((unsigned char)*b) != 0))
            return false;
        if (has_number) {
            a += strspn(a, "0123456789");
            b += strspn(b, "0123456789");
            continue;
        }
        if (*a != *b)
            return false;
        if (*a == '\0')
            return true;
        a++;
        b++;
    }
}

static inlay_status note_reason(struct inlay_audit *a, const char *why,
                                inlay_error *err)
{
    for (size_t i = 0; i < a->n_reasons; i++)
        if (is_same_reason(a->reasons[i].why, why)) {
            a->reasons[i].n++;
            return INLAY_OK;
        }
    if (a->n_reasons == INLAY_MOST_REASONS) {
        a->n_other_reasons++;
        return INLAY_OK;
    }
    char *copy = inlay_mem_text(why);
    if (!copy)
        return inlay_fail_memory(err, "a reason");
    a->reasons[a->n_reasons++] = (struct inlay_audit_reason){copy, 1};
    return INLAY_OK;
}

static inlay_status note_lost(struct inlay_audit *a,
                              const struct inlay_audit_lost *lost,
                              inlay_error *err)
{
    if (a->n_lost == a->room_lost) {
        const size_t room = a->room_lost ? 2 * a->room_lost : 8;
        struct inlay_audit_lost *more =
            inlay_mem_resize(a->lost, room, sizeof *more);
        if (!more)
            return inlay_fail_memory(err, "lost trials");
        a->lost = more;
        a->room_lost = room;
    }
    a->lost[a->n_lost++] = *lost;
    return INLAY_OK;
}

struct reading {
    struct inlay_audit *audit;
    double now, longest; /* seconds */
    double min, max;     /* values that were read */
    int64_t last;        /* trial that was read */
};

static inlay_status take_trial(const struct inlay_trial_row *row, void *context,
                               inlay_error *err)
{
    struct reading *r = context;
    struct inlay_audit *a = r->audit;

    r->last = row->id;
    a->n_trials++;
    a->n_added += row->cause == INLAY_CAUSE_ADDED;
    if (row->is_ended && isfinite(row->y)) {
        a->n_done++;
        r->min = fmin(r->min, row->y);
        r->max = fmax(r->max, row->y);
        if (row->cause != INLAY_CAUSE_ADDED)
            r->longest = fmax(r->longest, row->ended_at - row->asked_at);
    } else if (row->is_ended) {
        a->n_failed++;
        return note_reason(a, row->why ? row->why : "no reason given", err);
    } else {
        a->n_pending++;
    }
    return INLAY_OK;
}

/* Pending trials that nobody holds: asked by hand. */
static inlay_status take_waiting(const struct inlay_trial_row *row,
                                 void *context, inlay_error *err)
{
    const struct reading *r = context;
    const double waits = r->now - row->asked_at;
    const struct inlay_audit_lost lost = {
        .id = row->id, .how = INLAY_LOST_WAITING, .hours = waits / 3600.0};

    if (row->is_ended || row->holder || lost.hours < LEAST_WAIT ||
        waits < TIMES_LONGEST * r->longest)
        return INLAY_OK;
    return note_lost(r->audit, &lost, err);
}

/* Of those that somebody holds: does he live? */
static inlay_status take_held(const struct inlay_trial_row *row, void *context,
                              inlay_error *err)
{
    const struct reading *r = context;
    struct inlay_audit_lost lost = {.id = row->id,
                                    .how = INLAY_LOST_DEAD,
                                    .hours = (r->now - row->asked_at) / 3600.0};

    if (row->is_ended || !row->holder || row->holder[0] == '\0' ||
        inlay_process_is_alive(row->holder) != INLAY_DEAD)
        return take_waiting(row, context, err);
    return note_lost(r->audit, &lost, err);
}

static inlay_status take_lease(const struct inlay_lease *lease, void *context,
                               inlay_error *err)
{
    const struct reading *r = context;
    const struct inlay_audit_lost lost = {
        .id = lease->trial, .how = INLAY_LOST_SILENT, .hours = NAN};
    const bool is_elsewhere =
        lease->holder[0] != '\0' &&
        inlay_process_is_alive(lease->holder) == INLAY_ALIVE_UNKNOWN;

    if (!is_elsewhere || lease->left > 0.0)
        return INLAY_OK;
    return note_lost(r->audit, &lost, err);
}

static inlay_status read_trials(struct inlay_journal *store,
                                struct inlay_audit *a)
{
    struct reading r = {.audit = a,
                        .now = inlay_clock_now(),
                        .min = INFINITY,
                        .max = -INFINITY};
    inlay_error why = {0};
    inlay_status st =
        store->ops->trials(store, 1, INT64_MAX, take_trial, &r, &why);

    if (st != INLAY_OK && st != INLAY_ENOMEM)
        inlay_fail_within(&why, st, "trials after %lld cannot be read",
                          (long long)r.last);
    st = tolerate(a, st, &why);
    a->is_flat = a->n_done >= LEAST_EQUAL && r.min == r.max;
    if (st == INLAY_OK)
        st = tolerate(
            a, store->ops->trials(store, 1, INT64_MAX, take_held, &r, &why),
            &why);
    if (st == INLAY_OK)
        st = tolerate(
            a, store->ops->leases(store, 1, INT64_MAX, take_lease, &r, &why),
            &why);
    return st;
}

/* ---- The study ---- */

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

static void keep_worst(struct inlay_calibration *c, const inlay_residual *r)
{
    size_t i = c->n_worst;

    if (i < INLAY_N_WORST)
        c->n_worst++;
    else if (fabs(r->z) <= fabs(c->worst[--i].z))
        return;
    for (; i > 0 && fabs(c->worst[i - 1].z) < fabs(r->z); i--)
        c->worst[i] = c->worst[i - 1];
    c->worst[i] = *r;
}

void inlay_calibration_judge(const inlay_residual *r, size_t n,
                             struct inlay_calibration *out)
{
    static const double WITHIN_1 = 0.6827, WITHIN_2 = 0.9545;
    struct inlay_calibration c = {.n = n};
    double squares = 0.0;

    for (size_t i = 0; i < n; i++) {
        c.mean += r[i].z / (double)n;
        c.n_within_1 += fabs(r[i].z) < 1.0;
        c.n_within_2 += fabs(r[i].z) < 2.0;
        keep_worst(&c, &r[i]);
    }
    for (size_t i = 0; i < n; i++)
        squares += (r[i].z - c.mean) * (r[i].z - c.mean);
    c.sd = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
    if (n >= LEAST_JUDGED) {
        if (is_too_few(c.n_within_1, n, WITHIN_1) ||
            is_too_few(c.n_within_2, n, WITHIN_2))
            c.verdict = INLAY_CALIBRATION_OVERCONFIDENT;
        else if (is_too_many(c.n_within_1, n, WITHIN_1))
            c.verdict = INLAY_CALIBRATION_UNDERCONFIDENT;
        else
            c.verdict = INLAY_CALIBRATION_GOOD;
    }
    *out = c;
}

static inlay_status calibrate(inlay_study *s, struct inlay_audit *a,
                              inlay_error *err)
{
    const size_t room = inlay_study_n_trials(s);
    inlay_residual *r = inlay_mem_new(room, sizeof *r);
    size_t n = 0;
    const inlay_status st = r ? inlay_study_leave_one_out(s, r, room, &n, err)
                              : inlay_fail_memory(err, "residuals");

    if (st == INLAY_OK)
        inlay_calibration_judge(r, n, &a->calibration);
    inlay_mem_free(r);
    return st;
}

static void look_at_best(const inlay_study *s, struct inlay_audit *a)
{
    if (inlay_study_best(s, &a->best, NULL) != INLAY_OK) {
        a->best = (inlay_trial){.value = NAN};
        return;
    }
    a->best.x = NULL; /* the study is closed before the audit is read */
    for (size_t i = (size_t)a->best.id; i < s->history.n; i++)
        a->n_since += s->history.record[i]->state != INLAY_PENDING;
}

static inlay_status read_study(const char *path, struct inlay_audit *a)
{
    inlay_study *s = NULL;
    inlay_error why = {0};
    inlay_status st = inlay_study_open_at(path, INT64_MAX, 0, &s, &why);

    if (st != INLAY_OK)
        return tolerate(a, st, &why);
    a->has_study = true;
    a->may_repeat = s->may_repeat;
    a->n_repeats = s->history.n - s->history.seen.n;
    look_at_best(s, a);
    st = calibrate(s, a, &why);
    inlay_study_free(s);
    return tolerate(a, st, &why);
}

inlay_status inlay_audit_make(const char *path, int64_t budget,
                              struct inlay_audit *out, inlay_error *err)
{
    struct inlay_audit a = {.budget = budget, .best = {.value = NAN}};
    struct inlay_journal *store = NULL;
    inlay_error why = {0};
    inlay_status st = inlay_journal_open(path, INLAY_STORE_READ, &store, err);

    if (st != INLAY_OK)
        return st;
    st = tolerate(&a, store->ops->check(store, note_problem, &a, &why), &why);
    if (st == INLAY_OK)
        st = read_trials(store, &a);
    inlay_journal_free(store);
    if (st == INLAY_OK)
        st = read_study(path, &a);
    if (st != INLAY_OK) {
        inlay_audit_clear(&a);
        return inlay_fail_memory(err, "an audit");
    }
    *out = a;
    return INLAY_OK;
}
