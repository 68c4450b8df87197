/*
 * audit.c: an audit as words for people, and as JSON.
 */
#include "app/pages/audit.h"

#include <math.h>
#include <stdio.h>

#include "app/screen/column.h"

enum { LABEL = 12 }; /* columns before the text */

static void begin(struct inlay_page *page, const char *label)
{
    inlay_column_left(page, label, LABEL);
}

static void say(struct inlay_page *page, const char *label, const char *s)
{
    begin(page, label);
    inlay_page_wrap(page, s, LABEL);
}

static struct inlay_shown percent_of(size_t k, size_t n)
{
    return inlay_column_percent(n > 0 ? (double)k / (double)n : 0.0);
}

/* ---- Words ---- */

static void print_problems(const inlay_audit *a, struct inlay_page *page)
{
    char line[400];

    if (a->n_problems == 0) {
        say(page, "store", "sound");
        return;
    }
    snprintf(line, sizeof line, "damaged: %s",
             inlay_column_count(a->n_problems, "problem").text);
    say(page, "store", line);
    for (size_t i = 0; i < a->n_listed; i++) {
        inlay_page_add(page, "%*s- ", LABEL, "");
        inlay_column_left(page, a->problems[i], 0);
        inlay_page_add(page, "\n");
    }
    if (a->n_problems > a->n_listed)
        inlay_page_add(page, "%*s- and %zu more\n", LABEL, "",
                       a->n_problems - a->n_listed);
}

static void print_trials(const inlay_audit *a, int64_t budget,
                         struct inlay_page *page)
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

static void print_repeats(const inlay_audit *a, struct inlay_page *page)
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
             inlay_column_count(a->n_repeats, "trial").text,
             percent_of(a->n_repeats, a->n_trials).text,
             a->may_repeat ? ", as is allowed" : "");
    say(page, "repeats", line);
}

static void print_failures(const inlay_audit *a, struct inlay_page *page)
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
        inlay_page_add(page, "%*s%4zu  ", LABEL, "", a->reasons[i].n);
        inlay_column_left(page, inlay_shown_text(a->reasons[i].why).text, 0);
        inlay_page_add(page, "\n");
    }
    if (a->n_other_failures > 0)
        inlay_page_add(page, "%*s%4zu  for other reasons\n", LABEL, "",
                       a->n_other_failures);
}

static void print_lost(const inlay_audit *a, struct inlay_page *page)
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
    say(page, "lost", inlay_column_count(a->n_lost, "trial").text);
    for (size_t i = 0; i < a->n_lost && i < MOST; i++) {
        inlay_page_add(page, "%*strial %lld: %s", LABEL, "",
                       (long long)a->lost[i].id, HOW[a->lost[i].how]);
        if (isfinite(a->lost[i].hours))
            inlay_page_add(page, ", %.*f h ago", a->lost[i].hours < 10.0,
                           a->lost[i].hours);
        inlay_page_add(page, "\n");
    }
    if (a->n_lost > MOST)
        inlay_page_add(page, "%*sand %zu more\n", LABEL, "", a->n_lost - MOST);
}

static void print_best(const inlay_audit *a, struct inlay_page *page)
{
    char line[400];

    if (a->best_id == 0)
        return;
    int n = snprintf(line, sizeof line, "%s, trial %lld",
                     inlay_column_number(a->best_value).text,
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

static void print_flat(const inlay_audit *a, struct inlay_page *page)
{
    if (a->is_flat)
        say(page, "values",
            "all values are equal: does the program use its variables?");
}

static void print_worst(const inlay_model_check *c, struct inlay_page *page)
{
    inlay_page_add(page, "%*sfurthest off:\n", LABEL, "");
    inlay_page_add(page, "%*s  %5s  %10s  %10s  %10s\n", LABEL, "", "trial",
                   "expected", "came out", "deviations");
    for (size_t i = 0; i < c->n_worst; i++)
        inlay_page_add(page, "%*s  %5lld  %10s  %10s  %+10.1f\n", LABEL, "",
                       (long long)c->worst[i].id,
                       inlay_column_number(c->worst[i].mean).text,
                       inlay_column_number(c->worst[i].value).text,
                       c->worst[i].z);
}

/* "  within 1 deviation    70 %  (68 % expected)" */
static void print_row(struct inlay_page *page, const char *what,
                      const char *number, const char *against,
                      const char *which)
{
    inlay_page_add(page, "%*s  %-19s  %9s", LABEL, "", what, number);
    if (against)
        inlay_page_add(page, "  (%s%s)", against, which);
    inlay_page_add(page, "\n");
}

static void print_accuracy(const inlay_model_check *c, struct inlay_page *page)
{
    static const char *const VERDICTS[] = {
        [INLAY_ACCURACY_NONE] =
            "none: it predicts no better than the mean of all values",
        [INLAY_ACCURACY_POOR] = "poor",
        [INLAY_ACCURACY_FAIR] = "fair",
        [INLAY_ACCURACY_GOOD] = "good",
    };
    char line[200];

    if (c->accuracy == INLAY_ACCURACY_UNKNOWN)
        return;
    snprintf(line, sizeof line,
             "%s; predictions explain %s of how values differ",
             VERDICTS[c->accuracy], inlay_column_percent(c->explained).text);
    say(page, "accuracy", line);
}

static void print_noise(const inlay_model_check *c, struct inlay_page *page)
{
    char line[200];

    if (!isfinite(c->noise_sd))
        return;
    snprintf(line, sizeof line,
             "the best, evaluated again and again, would scatter by %s",
             inlay_column_number(c->noise_sd).text);
    say(page, "noise", c->noise_sd > 0.0 ? line : "none");
}

static void print_residuals(const inlay_model_check *c, struct inlay_page *page)
{
    inlay_page_add(page, "%*seach trial predicted from the others:\n", LABEL,
                   "");
    print_row(page, "within 1 deviation", percent_of(c->n_within_1, c->n).text,
              "68 %", " expected");
    print_row(page, "within 2 deviations", percent_of(c->n_within_2, c->n).text,
              "95 %", " expected");
    print_row(page, "mean error", inlay_column_number(c->error).text,
              inlay_column_number(c->error_of_mean).text,
              " if it always said the mean");
    print_row(page, "rank correlation",
              inlay_column_number(c->rank_correlation).text, NULL, NULL);
    print_worst(c, page);
}

static void print_model(const inlay_audit *a, struct inlay_page *page)
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
                       struct inlay_page *page)
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

static json_t *problems(const inlay_audit *a)
{
    json_t *array = json_array();

    for (size_t i = 0; i < a->n_listed; i++)
        json_array_append_new(array, inlay_column_json_text(a->problems[i]));
    return array;
}

static json_t *failures(const inlay_audit *a)
{
    json_t *array = json_array();

    for (size_t i = 0; i < a->n_reasons; i++)
        json_array_append_new(
            array, json_pack("{s:o, s:I}", "why",
                             inlay_column_json_text(a->reasons[i].why), "n",
                             (json_int_t)a->reasons[i].n));
    return array;
}

static json_t *lost(const inlay_audit *a)
{
    static const char *const HOW[] = {
        [INLAY_LOST_DEAD] = "dead",
        [INLAY_LOST_SILENT] = "silent",
        [INLAY_LOST_WAITING] = "waiting",
    };
    json_t *array = json_array();

    for (size_t i = 0; i < a->n_lost; i++)
        json_array_append_new(
            array, json_pack("{s:I, s:s, s:o}", "id", (json_int_t)a->lost[i].id,
                             "how", HOW[a->lost[i].how], "hours",
                             inlay_column_json_number(a->lost[i].hours)));
    return array;
}

static json_t *worst(const inlay_model_check *c)
{
    json_t *array = json_array();

    for (size_t i = 0; i < c->n_worst; i++)
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:o, s:o, s:o}", "id",
                             (json_int_t)c->worst[i].id, "value",
                             inlay_column_json_number(c->worst[i].value),
                             "mean", inlay_column_json_number(c->worst[i].mean),
                             "sd", inlay_column_json_number(c->worst[i].sd),
                             "z", inlay_column_json_number(c->worst[i].z)));
    return array;
}

static json_t *calibration(const inlay_model_check *c)
{
    static const char *const VERDICTS[] = {
        [INLAY_CALIBRATION_UNKNOWN] = "unknown",
        [INLAY_CALIBRATION_GOOD] = "good",
        [INLAY_CALIBRATION_OVERCONFIDENT] = "overconfident",
        [INLAY_CALIBRATION_UNDERCONFIDENT] = "underconfident",
    };

    if (!c)
        return json_null();
    return json_pack(
        "{s:s, s:I, s:o, s:o, s:o, s:o, s:o}", "verdict",
        VERDICTS[c->calibration], "n", (json_int_t)c->n, "mean",
        inlay_column_json_number(c->z_mean), "sd",
        inlay_column_json_number(c->z_sd), "within_1",
        inlay_column_json_number((double)c->n_within_1 / (double)c->n),
        "within_2",
        inlay_column_json_number((double)c->n_within_2 / (double)c->n), "worst",
        worst(c));
}

static json_t *accuracy(const inlay_model_check *c)
{
    static const char *const VERDICTS[] = {
        [INLAY_ACCURACY_UNKNOWN] = "unknown", [INLAY_ACCURACY_NONE] = "none",
        [INLAY_ACCURACY_POOR] = "poor",       [INLAY_ACCURACY_FAIR] = "fair",
        [INLAY_ACCURACY_GOOD] = "good",
    };

    if (!c)
        return json_null();
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:o}", "verdict", VERDICTS[c->accuracy],
        "explained", inlay_column_json_number(c->explained), "error",
        inlay_column_json_number(c->error), "error_of_mean",
        inlay_column_json_number(c->error_of_mean), "rank_correlation",
        inlay_column_json_number(c->rank_correlation));
}

static json_t *best(const inlay_audit *a)
{
    if (a->best_id == 0)
        return json_null();
    return json_pack("{s:I, s:o, s:I}", "id", (json_int_t)a->best_id, "y",
                     inlay_column_json_number(a->best_value), "finished_since",
                     (json_int_t)a->n_since);
}

json_t *inlay_audit_json(const inlay_audit *a, int64_t budget)
{
    json_t *repeats =
        a->has_study ? json_integer((json_int_t)a->n_repeats) : json_null();
    const double noise = a->model ? a->model->noise_sd : NAN;

    return json_pack(
        "{s:b, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:b, s:o, s:o, s:b, "
        "s:o, s:o, s:o, s:o}",
        "sound", a->n_problems == 0, "problems", problems(a), "trials",
        (json_int_t)a->n_trials, "done", (json_int_t)a->n_done, "failed",
        (json_int_t)a->n_failed, "pending", (json_int_t)a->n_pending,
        "imported", (json_int_t)a->n_added, "budget",
        budget > 0 ? json_integer(budget) : json_null(), "repeats", repeats,
        "repeats_allowed", a->may_repeat, "failures", failures(a), "lost",
        lost(a), "all_equal", a->is_flat, "best", best(a), "calibration",
        calibration(a->model), "accuracy", accuracy(a->model), "noise_sd",
        inlay_column_json_number(noise));
}
