/*
 * audit.c: an audit as words for people, and as JSON.
 */
#include "app/pages/audit.h"

#include <math.h>
#include <stdio.h>

#include "app/pages/page.h"
#include "app/screen/readable.h"
#include "base/json_writer.h"

enum { LABEL = 12 }; /* columns before the text */

static void begin(struct inlay_text *page, const char *label)
{
    inlay_readable_add_left(page, label, LABEL);
}

static void say(struct inlay_text *page, const char *label, const char *s)
{
    begin(page, label);
    inlay_page_wrap(page, s, LABEL);
}

static struct inlay_shown percent_of(size_t k, size_t n)
{
    return inlay_readable_percent(n > 0 ? (double)k / (double)n : 0.0);
}

/* ---- Words ---- */

static void print_problems(const inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (a->n_problems == 0) {
        say(page, "store", "sound");
        return;
    }
    snprintf(line, sizeof line, "damaged: %s",
             inlay_readable_count(a->n_problems, "problem").text);
    say(page, "store", line);
    for (size_t i = 0; i < a->n_listed; i++) {
        inlay_text_printf(page, "%*s- ", LABEL, "");
        inlay_readable_add_left(page, a->problems[i], 0);
        inlay_text_add(page, "\n");
    }
    if (a->n_problems > a->n_listed)
        inlay_text_printf(page, "%*s- and %zu more\n", LABEL, "",
                          a->n_problems - a->n_listed);
}

static void print_trials(const inlay_audit *a, int64_t budget,
                         struct inlay_text *page)
{
    char line[400];
    int n =
        snprintf(line, sizeof line, "%zu: %zu done, %zu failed, %zu pending",
                 a->n_trials, a->n_done, a->n_failed, a->n_pending);

    if (a->n_added > 0)
        n += snprintf(line + n, sizeof line - (size_t)n, "; %zu imported",
                      a->n_added);
    if (budget > 0)
        snprintf(line + n, sizeof line - (size_t)n,
                 "; %s of the budget of %lld is spent",
                 percent_of(a->n_trials - a->n_added, (size_t)budget).text,
                 (long long)budget);
    say(page, "trials", line);
}

static void print_repeats(const inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (!a->has_study)
        return;
    if (a->n_repeats == 0) {
        say(page, "repeats", "none");
        return;
    }
    snprintf(line, sizeof line,
             "%s (%s) had the configuration of an earlier one%s",
             inlay_readable_count(a->n_repeats, "trial").text,
             percent_of(a->n_repeats, a->n_trials).text,
             a->may_repeat ? ", as is allowed" : "");
    say(page, "repeats", line);
}

static void print_failures(const inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (a->n_failed == 0) {
        say(page, "failures", "none");
        return;
    }
    snprintf(line, sizeof line, "%zu (%s of all trials)", a->n_failed,
             percent_of(a->n_failed, a->n_trials).text);
    say(page, "failures", line);
    for (size_t i = 0; i < a->n_reasons; i++) {
        inlay_text_printf(page, "%*s%4zu  ", LABEL, "", a->reasons[i].n);
        inlay_readable_add_left(page, inlay_shown_text(a->reasons[i].why).text,
                                0);
        inlay_text_add(page, "\n");
    }
    if (a->n_other_failures > 0)
        inlay_text_printf(page, "%*s%4zu  for other reasons\n", LABEL, "",
                          a->n_other_failures);
}

static void print_lost(const inlay_audit *a, struct inlay_text *page)
{
    static const char *const HOW[] = {
        [INLAY_LOST_DEAD] = "its process is gone; the next run takes it up",
        [INLAY_LOST_SILENT] = "its machine is silent; the next run takes it up",
        [INLAY_LOST_WAITING] = "asked by hand and never told",
    };
    enum { MOST = 10 };

    if (a->n_lost == 0) {
        say(page, "lost", "none");
        return;
    }
    say(page, "lost", inlay_readable_count(a->n_lost, "trial").text);
    for (size_t i = 0; i < a->n_lost && i < MOST; i++) {
        inlay_text_printf(page, "%*strial %lld: %s", LABEL, "",
                          (long long)a->lost[i].id, HOW[a->lost[i].how]);
        if (isfinite(a->lost[i].hours))
            inlay_text_printf(page, ", %.*f h ago", a->lost[i].hours < 10.0,
                              a->lost[i].hours);
        inlay_text_add(page, "\n");
    }
    if (a->n_lost > MOST)
        inlay_text_printf(page, "%*sand %zu more\n", LABEL, "",
                          a->n_lost - MOST);
}

static void print_best(const inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (a->best_id == 0)
        return;
    int n = snprintf(line, sizeof line, "%s, trial %lld",
                     inlay_readable_number(a->best_value, 4).text,
                     (long long)a->best_id);
    if (a->n_since == 0)
        snprintf(line + n, sizeof line - (size_t)n, ": the last one finished");
    else if (a->n_since == 1)
        n += snprintf(line + n, sizeof line - (size_t)n,
                      "; the one trial since is no better");
    else
        n += snprintf(line + n, sizeof line - (size_t)n,
                      "; none of the %zu trials since is better", a->n_since);
    if (a->n_since > 0 && a->is_best_late)
        snprintf(line + n, sizeof line - (size_t)n,
                 "; found late, so more may come");
    say(page, "best", line);
}

static void print_flat(const inlay_audit *a, struct inlay_text *page)
{
    if (a->is_flat)
        say(page, "values",
            "all values are equal: does the program use its variables?");
}

static void print_worst(const inlay_model_check *c, struct inlay_text *page)
{
    inlay_text_printf(page, "%*sfurthest off:\n", LABEL, "");
    inlay_text_printf(page, "%*s  %5s  %10s  %10s  %10s\n", LABEL, "", "trial",
                      "expected", "came out", "deviations");
    for (size_t i = 0; i < c->n_worst; i++)
        inlay_text_printf(page, "%*s  %5lld  %10s  %10s  %+10.1f\n", LABEL, "",
                          (long long)c->worst[i].id,
                          inlay_readable_number(c->worst[i].mean, 4).text,
                          inlay_readable_number(c->worst[i].value, 4).text,
                          c->worst[i].z);
}

/* "  within 1 deviation    70 %  (68 % expected)" */
static void print_row(struct inlay_text *page, const char *what,
                      const char *number, const char *against,
                      const char *which)
{
    inlay_text_printf(page, "%*s  %-19s  %9s  (%s%s)\n", LABEL, "", what,
                      number, against, which);
}

static void print_accuracy(const inlay_model_check *c, struct inlay_text *page)
{
    static const char *const VERDICTS[] = {
        [INLAY_ACCURACY_NONE] =
            "none: it predicts no better than the mean of all values",
        [INLAY_ACCURACY_POOR] = "poor",
        [INLAY_ACCURACY_FAIR] = "fair",
        [INLAY_ACCURACY_GOOD] = "good",
    };
    char line[400];

    if (c->accuracy == INLAY_ACCURACY_UNKNOWN)
        return;
    snprintf(line, sizeof line,
             "%s; rank correlation %s, %s of the variance explained",
             VERDICTS[c->accuracy],
             inlay_readable_number(c->rank_correlation, 4).text,
             inlay_readable_percent(c->explained).text);
    say(page, "accuracy", line);
}

static void print_noise(const inlay_model_check *c, struct inlay_text *page)
{
    char line[200];

    if (!isfinite(c->noise_sd))
        return;
    snprintf(line, sizeof line,
             "the best, evaluated again and again, would scatter by %s",
             inlay_readable_number(c->noise_sd, 4).text);
    say(page, "noise", c->noise_sd > 0.0 ? line : "none");
}

static void print_residuals(const inlay_model_check *c, struct inlay_text *page)
{
    inlay_text_printf(page, "%*seach trial predicted from the others:\n", LABEL,
                      "");
    print_row(page, "within 1 deviation", percent_of(c->n_within_1, c->n).text,
              "68 %", " expected");
    print_row(page, "within 2 deviations", percent_of(c->n_within_2, c->n).text,
              "95 %", " expected");
    print_row(page, "mean error", inlay_readable_number(c->error, 4).text,
              inlay_readable_number(c->error_of_mean, 4).text,
              " if always the mean");
    print_worst(c, page);
}

static void print_model(const inlay_audit *a, struct inlay_text *page)
{
    static const char *const VERDICTS[] = {
        [INLAY_CALIBRATION_UNKNOWN] = "too few trials to judge it",
        [INLAY_CALIBRATION_GOOD] = "honest: it errs as often as it says",
        [INLAY_CALIBRATION_OVERCONFIDENT] =
            "overconfident: it errs by more than it says",
        [INLAY_CALIBRATION_UNDERCONFIDENT] =
            "underconfident: it errs by less than it says",
    };

    if (!a->has_study)
        return;
    if (!a->model) {
        say(page, "model",
            a->n_done > 0 ? "none: the method does not predict values"
                          : "there is none yet");
        return;
    }
    print_noise(a->model, page);
    say(page, "model", VERDICTS[a->model->calibration]);
    print_accuracy(a->model, page);
    print_residuals(a->model, page);
}

void inlay_audit_print(const inlay_audit *a, int64_t budget,
                       struct inlay_text *page)
{
    print_problems(a, page);
    print_trials(a, budget, page);
    print_repeats(a, page);
    print_failures(a, page);
    print_lost(a, page);
    print_flat(a, page);
    print_best(a, page);
    print_model(a, page);
}

/* ---- JSON ---- */

static void write_failures(const inlay_audit *a, struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "failures", INLAY_JSON_LINE);
    for (size_t i = 0; i < a->n_reasons; i++) {
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_bytes(w, "why", a->reasons[i].why);
        inlay_json_write_integer(w, "n", (int64_t)a->reasons[i].n);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_lost(const inlay_audit *a, struct inlay_json_writer *w)
{
    static const char *const HOW[] = {
        [INLAY_LOST_DEAD] = "dead",
        [INLAY_LOST_SILENT] = "silent",
        [INLAY_LOST_WAITING] = "waiting",
    };

    inlay_json_begin_array(w, "lost", INLAY_JSON_LINE);
    for (size_t i = 0; i < a->n_lost; i++) {
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(w, "id", a->lost[i].id);
        inlay_json_write_text(w, "how", HOW[a->lost[i].how]);
        inlay_json_write_number(w, "hours", a->lost[i].hours);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_worst(const inlay_model_check *c, struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "worst", INLAY_JSON_LINE);
    for (size_t i = 0; i < c->n_worst; i++) {
        const inlay_residual *r = &c->worst[i];
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(w, "id", r->id);
        inlay_json_write_number(w, "value", r->value);
        inlay_json_write_number(w, "mean", r->mean);
        inlay_json_write_number(w, "sd", r->sd);
        inlay_json_write_number(w, "z", r->z);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_calibration(const inlay_model_check *c,
                              struct inlay_json_writer *w)
{
    static const char *const VERDICTS[] = {
        [INLAY_CALIBRATION_UNKNOWN] = "unknown",
        [INLAY_CALIBRATION_GOOD] = "good",
        [INLAY_CALIBRATION_OVERCONFIDENT] = "overconfident",
        [INLAY_CALIBRATION_UNDERCONFIDENT] = "underconfident",
    };
    const double n = (double)c->n;

    inlay_json_begin_object(w, "calibration", INLAY_JSON_LINE);
    inlay_json_write_text(w, "verdict", VERDICTS[c->calibration]);
    inlay_json_write_integer(w, "n", (int64_t)c->n);
    inlay_json_write_number(w, "mean", c->z_mean);
    inlay_json_write_number(w, "sd", c->z_sd);
    inlay_json_write_number(w, "within_1", (double)c->n_within_1 / n);
    inlay_json_write_number(w, "within_2", (double)c->n_within_2 / n);
    write_worst(c, w);
    inlay_json_end(w);
}

static void write_accuracy(const inlay_model_check *c,
                           struct inlay_json_writer *w)
{
    static const char *const VERDICTS[] = {
        [INLAY_ACCURACY_UNKNOWN] = "unknown", [INLAY_ACCURACY_NONE] = "none",
        [INLAY_ACCURACY_POOR] = "poor",       [INLAY_ACCURACY_FAIR] = "fair",
        [INLAY_ACCURACY_GOOD] = "good",
    };

    inlay_json_begin_object(w, "accuracy", INLAY_JSON_LINE);
    inlay_json_write_text(w, "verdict", VERDICTS[c->accuracy]);
    inlay_json_write_number(w, "explained", c->explained);
    inlay_json_write_number(w, "error", c->error);
    inlay_json_write_number(w, "error_of_mean", c->error_of_mean);
    inlay_json_write_number(w, "rank_correlation", c->rank_correlation);
    inlay_json_end(w);
}

static void write_model(const inlay_model_check *c, struct inlay_json_writer *w)
{
    if (!c) {
        inlay_json_write_null(w, "calibration");
        inlay_json_write_null(w, "accuracy");
        inlay_json_write_null(w, "noise_sd");
        return;
    }
    write_calibration(c, w);
    write_accuracy(c, w);
    inlay_json_write_number(w, "noise_sd", c->noise_sd);
}

static void write_best(const inlay_audit *a, struct inlay_json_writer *w)
{
    if (a->best_id == 0) {
        inlay_json_write_null(w, "best");
        return;
    }
    inlay_json_begin_object(w, "best", INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", a->best_id);
    inlay_json_write_number(w, "y", a->best_value);
    inlay_json_write_integer(w, "finished_since", (int64_t)a->n_since);
    inlay_json_end(w);
}

/* The counts; those which are not known are NaN, and so null. */
static void write_counts(const inlay_audit *a, int64_t budget,
                         struct inlay_json_writer *w)
{
    inlay_json_write_integer(w, "trials", (int64_t)a->n_trials);
    inlay_json_write_integer(w, "done", (int64_t)a->n_done);
    inlay_json_write_integer(w, "failed", (int64_t)a->n_failed);
    inlay_json_write_integer(w, "pending", (int64_t)a->n_pending);
    inlay_json_write_integer(w, "imported", (int64_t)a->n_added);
    inlay_json_write_number(w, "budget", budget > 0 ? (double)budget : NAN);
    inlay_json_write_number(w, "repeats",
                            a->has_study ? (double)a->n_repeats : NAN);
    inlay_json_write_boolean(w, "repeats_allowed", a->may_repeat);
}

void inlay_audit_json(const inlay_audit *a, int64_t budget,
                      struct inlay_text *text)
{
    struct inlay_json_writer w = {.text = text};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(&w, "sound", a->n_problems == 0);
    inlay_json_begin_array(&w, "problems", INLAY_JSON_LINE);
    for (size_t i = 0; i < a->n_listed; i++)
        inlay_json_write_bytes(&w, NULL, a->problems[i]);
    inlay_json_end(&w);
    write_counts(a, budget, &w);
    write_failures(a, &w);
    write_lost(a, &w);
    inlay_json_write_boolean(&w, "all_equal", a->is_flat);
    write_best(a, &w);
    write_model(a->model, &w);
    inlay_json_end(&w);
}
