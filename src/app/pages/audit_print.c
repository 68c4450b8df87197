/*
 * audit_print.c: an audit as words for people, and as JSON.
 */
#include "app/pages/audit.h"

#include <math.h>
#include <stdio.h>

#include "app/pages/page.h"
#include "app/screen/readable.h"
#include "base/json.h"

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

static struct inlay_shown percent_of(int64_t k, int64_t n)
{
    return inlay_readable_percent(n > 0 ? (double)k / (double)n : 0.0);
}

/* ---- Words ---- */

static void print_problems(const struct inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (a->n_problems == 0) {
        say(page, "store", "sound");
        return;
    }
    snprintf(line, sizeof line, "damaged: %s",
             inlay_readable_count(a->n_problems, "problem").text);
    say(page, "store", line);
    for (size_t i = 0; i < a->n_problems && i < INLAY_MOST_PROBLEMS; i++) {
        inlay_text_printf(page, "%*s- ", LABEL, "");
        inlay_readable_add_left(page, a->problems[i] ? a->problems[i] : "?", 0);
        inlay_text_add(page, "\n");
    }
    if (a->n_problems > INLAY_MOST_PROBLEMS)
        inlay_text_printf(page, "%*s- and %zu more\n", LABEL, "",
                          a->n_problems - INLAY_MOST_PROBLEMS);
}

static void print_trials(const struct inlay_audit *a, struct inlay_text *page)
{
    char line[400];
    int n = snprintf(line, sizeof line,
                     "%lld: %lld done, %lld failed, %lld "
                     "pending",
                     (long long)a->n_trials, (long long)a->n_done,
                     (long long)a->n_failed, (long long)a->n_pending);

    if (a->n_added > 0)
        n += snprintf(line + n, sizeof line - (size_t)n, "; %lld imported",
                      (long long)a->n_added);
    if (a->budget > 0)
        snprintf(line + n, sizeof line - (size_t)n,
                 "; %s of the budget of %lld is spent",
                 percent_of(a->n_trials - a->n_added, a->budget).text,
                 (long long)a->budget);
    say(page, "trials", line);
}

static void print_repeats(const struct inlay_audit *a, struct inlay_text *page)
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
             percent_of((int64_t)a->n_repeats, a->n_trials).text,
             a->may_repeat ? ", as is allowed" : "");
    say(page, "repeats", line);
}

static void print_failures(const struct inlay_audit *a, struct inlay_text *page)
{
    char line[400];

    if (a->n_failed == 0) {
        say(page, "failures", "none");
        return;
    }
    snprintf(line, sizeof line, "%lld (%s of all trials)",
             (long long)a->n_failed, percent_of(a->n_failed, a->n_trials).text);
    say(page, "failures", line);
    for (size_t i = 0; i < a->n_reasons; i++) {
        inlay_text_printf(page, "%*s%4zu  ", LABEL, "", a->reasons[i].n);
        inlay_readable_add_left(page, inlay_shown_text(a->reasons[i].why).text,
                                0);
        inlay_text_add(page, "\n");
    }
    if (a->n_other_reasons > 0)
        inlay_text_printf(page, "%*s%4zu  of other reasons\n", LABEL, "",
                          a->n_other_reasons);
}

static void print_lost(const struct inlay_audit *a, struct inlay_text *page)
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

static void print_best(const struct inlay_audit *a, struct inlay_text *page)
{
    const size_t n = (size_t)(a->n_done + a->n_failed);
    char line[400];

    if (a->best.id == 0)
        return;
    if (a->n_since == 0)
        snprintf(line, sizeof line, "%s, trial %lld: the last one finished",
                 inlay_readable_number(a->best.value, 4).text,
                 (long long)a->best.id);
    else
        snprintf(
            line, sizeof line,
            "%s, trial %lld; no better one in the %s since%s",
            inlay_readable_number(a->best.value, 4).text, (long long)a->best.id,
            inlay_readable_count(a->n_since, "trial").text,
            10 * a->n_since <= 2 * n ? "; found late, so more may come" : "");
    say(page, "best", line);
}

static void print_flat(const struct inlay_audit *a, struct inlay_text *page)
{
    if (a->is_flat)
        say(page, "values",
            "all values are equal: does the program use its variables?");
}

static void print_worst(const struct inlay_calibration *c,
                        struct inlay_text *page)
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

static void print_share(struct inlay_text *page, const char *what, size_t k,
                        size_t n, const char *expected)
{
    inlay_text_printf(page, "%*s  %-19s  %6s  (%s expected)\n", LABEL, "", what,
                      percent_of((int64_t)k, (int64_t)n).text, expected);
}

static void print_calibration(const struct inlay_audit *a,
                              struct inlay_text *page)
{
    static const char *const VERDICTS[] = {
        [INLAY_CALIBRATION_UNKNOWN] = "too few trials to judge it",
        [INLAY_CALIBRATION_GOOD] = "honest: it errs as often as it says",
        [INLAY_CALIBRATION_OVERCONFIDENT] =
            "overconfident: it errs by more than it says",
        [INLAY_CALIBRATION_UNDERCONFIDENT] =
            "underconfident: it errs by less than it says",
    };
    const struct inlay_calibration *c = &a->calibration;
    if (!a->has_study)
        return;
    if (c->n == 0) {
        say(page, "model",
            a->n_done > 0 ? "none: the method does not predict values"
                          : "there is none yet");
        return;
    }
    say(page, "model", VERDICTS[c->verdict]);
    inlay_text_printf(page, "%*seach trial predicted from the others:\n", LABEL,
                      "");
    print_share(page, "within 1 deviation", c->n_within_1, c->n, "68 %");
    print_share(page, "within 2 deviations", c->n_within_2, c->n, "95 %");
    print_worst(c, page);
}

void inlay_audit_print(const struct inlay_audit *a, struct inlay_text *page)
{
    print_problems(a, page);
    print_trials(a, page);
    print_repeats(a, page);
    print_failures(a, page);
    print_lost(a, page);
    print_flat(a, page);
    print_best(a, page);
    print_calibration(a, page);
}

/* ---- JSON ---- */

static json_t *problems(const struct inlay_audit *a)
{
    json_t *array = json_array();

    for (size_t i = 0; i < a->n_problems && i < INLAY_MOST_PROBLEMS; i++)
        json_array_append_new(
            array, inlay_json_new_text(a->problems[i] ? a->problems[i] : "?"));
    return array;
}

static json_t *failures(const struct inlay_audit *a)
{
    json_t *array = json_array();

    for (size_t i = 0; i < a->n_reasons; i++)
        json_array_append_new(array,
                              json_pack("{s:o, s:I}", "why",
                                        inlay_json_new_text(a->reasons[i].why),
                                        "n", (json_int_t)a->reasons[i].n));
    return array;
}

static json_t *lost(const struct inlay_audit *a)
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
                             inlay_json_new_number(a->lost[i].hours)));
    return array;
}

static json_t *worst(const struct inlay_calibration *c)
{
    json_t *array = json_array();

    for (size_t i = 0; i < c->n_worst; i++)
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:o, s:o, s:o}", "id",
                             (json_int_t)c->worst[i].id, "value",
                             inlay_json_new_number(c->worst[i].value), "mean",
                             inlay_json_new_number(c->worst[i].mean), "sd",
                             inlay_json_new_number(c->worst[i].sd), "z",
                             inlay_json_new_number(c->worst[i].z)));
    return array;
}

static json_t *calibration(const struct inlay_calibration *c)
{
    static const char *const VERDICTS[] = {
        [INLAY_CALIBRATION_UNKNOWN] = "unknown",
        [INLAY_CALIBRATION_GOOD] = "good",
        [INLAY_CALIBRATION_OVERCONFIDENT] = "overconfident",
        [INLAY_CALIBRATION_UNDERCONFIDENT] = "underconfident",
    };

    if (c->n == 0)
        return json_null();
    return json_pack(
        "{s:s, s:I, s:o, s:o, s:o, s:o, s:o}", "verdict", VERDICTS[c->verdict],
        "n", (json_int_t)c->n, "mean", inlay_json_new_number(c->mean), "sd",
        inlay_json_new_number(c->sd), "within_1",
        inlay_json_new_number((double)c->n_within_1 / (double)c->n), "within_2",
        inlay_json_new_number((double)c->n_within_2 / (double)c->n), "worst",
        worst(c));
}

static json_t *best(const struct inlay_audit *a)
{
    if (a->best.id == 0)
        return json_null();
    return json_pack("{s:I, s:o, s:I}", "id", (json_int_t)a->best.id, "y",
                     inlay_json_new_number(a->best.value), "finished_since",
                     (json_int_t)a->n_since);
}

json_t *inlay_audit_json(const struct inlay_audit *a)
{
    json_t *repeats =
        a->has_study ? json_integer((json_int_t)a->n_repeats) : json_null();
    json_t *budget = a->budget > 0 ? json_integer(a->budget) : json_null();

    return json_pack(
        "{s:b, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:b, s:o, s:o, s:b, "
        "s:o, s:o}",
        "sound", a->n_problems == 0, "problems", problems(a), "trials",
        (json_int_t)a->n_trials, "done", (json_int_t)a->n_done, "failed",
        (json_int_t)a->n_failed, "pending", (json_int_t)a->n_pending,
        "imported", (json_int_t)a->n_added, "budget", budget, "repeats",
        repeats, "repeats_allowed", a->may_repeat, "failures", failures(a),
        "lost", lost(a), "all_equal", a->is_flat, "best", best(a),
        "calibration", calibration(&a->calibration));
}
