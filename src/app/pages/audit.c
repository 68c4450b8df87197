/*
 * audit.c: an audit as words for people, and as JSON.
 */
#include "app/pages/audit.h"

#include <math.h>
#include <string.h>

#include "app/pages/page.h"
#include "app/pages/noise.h"
#include "app/screen/limits.h"
#include "app/screen/readable.h"
#include "base/json_writer.h"

/* Under the words after a label, in a list that is cut after so many. */
#define INDENT "            "
enum { MOST_LOST = 10 };

/* A verdict in JSON, and in words. */
struct verdict {
    const char *name, *words;
};

static const struct verdict CALIBRATIONS[] = {
    [INLAY_CALIBRATION_UNKNOWN] = {"unknown", "too few trials to judge it"},
    [INLAY_CALIBRATION_GOOD] =
        {"good", "well calibrated: its errors are as large as it expects"},
    [INLAY_CALIBRATION_OVERCONFIDENT] =
        {"overconfident",
         "overconfident: its errors are larger than it expects"},
    [INLAY_CALIBRATION_UNDERCONFIDENT] =
        {"underconfident",
         "underconfident: its errors are smaller than it expects"},
};

static const struct verdict ACCURACIES[] = {
    [INLAY_ACCURACY_UNKNOWN] = {"unknown", ""},
    [INLAY_ACCURACY_NONE] =
        {"none", "none: it predicts no better than the mean of all values"},
    [INLAY_ACCURACY_POOR] = {"poor", "poor"},
    [INLAY_ACCURACY_FAIR] = {"fair", "fair"},
    [INLAY_ACCURACY_GOOD] = {"good", "good"},
};

static const struct verdict LOSSES[] = {
    [INLAY_LOSS_DEAD] = {"dead",
                         "its process has died; the next run will repeat it"},
    [INLAY_LOSS_SILENT] = {"silent", "its machine no longer responds; the next "
                                     "run will repeat it"},
    [INLAY_LOSS_WAITING] = {"waiting",
                            "suggested by 'inlay ask' and never reported"},
};

/* ---- Words ---- */

static struct inlay_shown number(double v)
{
    return inlay_readable_number(v, 4);
}

static struct inlay_shown percent_of(size_t k, size_t n)
{
    return inlay_readable_percent(n > 0 ? (double)k / (double)n : 0.0);
}

static void print_rest(size_t n, size_t n_shown, struct inlay_text *page)
{
    if (n > n_shown)
        inlay_text_printf(page, INDENT "and %zu more\n", n - n_shown);
}

static void print_problems(const inlay_audit *a, struct inlay_text *page)
{
    if (a->n_problems == 0)
        inlay_page_say(page, "store", "sound");
    else
        inlay_page_say(page, "store", "damaged: %s",
                       inlay_readable_count(a->n_problems, "problem").text);
    for (size_t i = 0; i < a->n_listed; i++) {
        inlay_text_add(page, INDENT "- ");
        inlay_harmless_add(page, a->problems[i]);
        inlay_text_add(page, "\n");
    }
    print_rest(a->n_problems, a->n_listed, page);
}

static void print_trials(const inlay_audit *a, int64_t budget,
                         struct inlay_text *page)
{
    const size_t from = inlay_page_label(page, "trials");

    inlay_text_printf(page, "%zu: %zu done, %zu failed, %zu pending",
                      a->n_trials, a->n_done, a->n_failed, a->n_pending);
    if (a->n_abandoned > 0)
        inlay_text_printf(page, ", %zu abandoned", a->n_abandoned);
    if (a->n_added > 0)
        inlay_text_printf(page, "; %zu imported", a->n_added);
    if (a->n_discarded > 0)
        inlay_text_printf(page, "; %zu discarded", a->n_discarded);
    if (budget > 0 && a->n_spent > (size_t)budget)
        inlay_text_printf(page, "; %zu are spent, more than the budget of %lld",
                          a->n_spent, (long long)budget);
    else if (budget > 0)
        inlay_text_printf(page, "; %s of the budget of %lld is spent",
                          percent_of(a->n_spent, (size_t)budget).text,
                          (long long)budget);
    inlay_page_wrap(page, from);
}

static void print_repeats(const inlay_audit *a, struct inlay_text *page)
{
    if (a->has_study && a->n_repeats == 0)
        inlay_page_say(page, "repeats", "none");
    else if (a->has_study)
        inlay_page_say(page, "repeats",
                       "%s (%s) with the configuration of an earlier one%s",
                       inlay_readable_count(a->n_repeats, "trial").text,
                       percent_of(a->n_repeats, a->n_trials).text,
                       a->may_repeat ? ", which is allowed" : "");
}

static void print_outside(const inlay_audit *a, struct inlay_text *page)
{
    if (a->n_outside == 0)
        return;
    inlay_page_say(page, "outside", "%s (%s) outside the space as it is now%s",
                   inlay_readable_count(a->n_outside, "trial").text,
                   percent_of(a->n_outside, a->n_trials).text,
                   a->n_without_point == 0 ? ""
                   : a->n_without_point == a->n_outside
                       ? "; the model cannot use them"
                       : "; the model cannot use some of them");
}

/* Those of one cause look alike, whatever garbage they printed. */
static bool is_shown_before(const inlay_audit *a, size_t i)
{
    const struct inlay_shown shown = inlay_shown_text(a->reasons[i]->why);
    for (size_t k = 0; k < i; k++)
        if (strcmp(inlay_shown_text(a->reasons[k]->why).text, shown.text) == 0)
            return true;
    return false;
}

/* All that look like the first of them. */
static size_t count_alike(const inlay_audit *a, size_t i)
{
    const struct inlay_shown shown = inlay_shown_text(a->reasons[i]->why);
    size_t n = 0;
    for (size_t k = i; k < a->n_reasons; k++)
        if (strcmp(inlay_shown_text(a->reasons[k]->why).text, shown.text) == 0)
            n += a->reasons[k]->n;
    return n;
}

static void print_failures(const inlay_audit *a, struct inlay_text *page)
{
    if (a->n_failed == 0)
        inlay_page_say(page, "failures", "none");
    else
        inlay_page_say(page, "failures", "%zu (%s of all trials)", a->n_failed,
                       percent_of(a->n_failed, a->n_trials).text);
    for (size_t i = 0; a->n_failed > 0 && i < a->n_reasons; i++)
        if (!is_shown_before(a, i))
            inlay_text_printf(page, INDENT "%4zu  %s\n", count_alike(a, i),
                              inlay_shown_text(a->reasons[i]->why).text);
    if (a->n_other_failures > 0)
        inlay_text_printf(page, INDENT "%4zu  for other reasons\n",
                          a->n_other_failures);
    if (a->are_failures_random)
        inlay_text_add(page,
                       INDENT "these failures look random: set retries\n");
}

/* " (3 min ago)", " (0.5 h ago)", " (25 h ago)" */
static void add_age(struct inlay_text *page, double hours)
{
    const double minutes = floor(60.0 * hours);

    if (minutes < 1.0)
        inlay_text_add(page, " (less than a minute ago)");
    else if (minutes < 10.0)
        inlay_text_printf(page, " (%.0f min ago)", minutes);
    else
        inlay_text_printf(page, " (%.*f h ago)", hours < 10.0, hours);
}

static void print_lost(const inlay_audit *a, struct inlay_text *page)
{
    inlay_page_say(page, "lost", "%s",
                   a->n_lost > 0 ? inlay_readable_count(a->n_lost, "trial").text
                                 : "none");
    for (size_t i = 0; i < a->n_lost && i < MOST_LOST; i++) {
        const inlay_lost_trial *t = a->lost[i];
        inlay_text_printf(page, INDENT "trial %lld", (long long)t->id);
        if (isfinite(t->hours))
            add_age(page, t->hours);
        inlay_text_printf(page, ": %s\n", LOSSES[t->how].words);
    }
    print_rest(a->n_lost, MOST_LOST, page);
}

static void print_best(const inlay_audit *a, struct inlay_text *page)
{
    if (a->best_id == 0)
        return;
    const size_t from = inlay_page_label(page, "best");
    inlay_text_printf(page, "%s, trial %lld", number(a->best_value).text,
                      (long long)a->best_id);
    if (a->n_since == 0)
        inlay_text_add(page, ", the last one to finish");
    else if (a->n_since == 1)
        inlay_text_add(page, "; the one trial since then is not better");
    else
        inlay_text_printf(page, "; none of the %zu trials since then is better",
                          a->n_since);
    if (a->n_since > 0 && a->is_best_late)
        inlay_text_add(page, "; it was found late, so more trials may help");
    inlay_page_wrap(page, from);
}

/* "  within 1 standard deviation        70 %  (68 % expected)" */
static void print_row(struct inlay_text *page, const char *what,
                      struct inlay_shown number, struct inlay_shown against,
                      const char *which)
{
    inlay_text_printf(page, INDENT "  %-28s  %9s  (%s %s)\n", what, number.text,
                      against.text, which);
}

static void print_worst(const inlay_residual *r, struct inlay_text *page)
{
    inlay_text_printf(page, INDENT "  %5lld  %10s  %10s", (long long)r->id,
                      number(r->mean).text, number(r->value).text);
    if (isfinite(r->z))
        inlay_text_printf(page, "  %+10.1f\n", r->z);
    else
        inlay_text_printf(page, "  %10s\n", "-");
}

static void print_residuals(const inlay_model_check *c, struct inlay_text *page)
{
    inlay_text_add(page, INDENT "each trial, predicted from the others:\n");
    print_row(page, "within 1 standard deviation",
              percent_of(c->n_within_1, c->n), percent_of(68, 100), "expected");
    print_row(page, "within 2 standard deviations",
              percent_of(c->n_within_2, c->n), percent_of(95, 100), "expected");
    print_row(page, "mean error", number(c->error), number(c->error_of_mean),
              "for the mean");
    inlay_text_printf(
        page, INDENT "largest errors:\n" INDENT "  %5s  %10s  %10s  %10s\n",
        "trial", "expected", "result", "error / sd");
    for (size_t i = 0; i < c->n_worst; i++)
        print_worst(c->worst[i], page);
}

/* How sure that is, and what would make it sure. */
static const char *doubt(const inlay_noise_estimate *n)
{
    if (n->is_declared)
        return "; declared";
    return n->is_certain
               ? "; beyond doubt"
               : "; in doubt: say \"noise\": \"yes\" if values of one "
                 "configuration can differ, \"none\" if they cannot";
}

static void print_noise(const inlay_noise_estimate *n, struct inlay_text *page)
{
    if (!n || isnan(n->sd))
        return;
    const size_t from = inlay_page_label(page, "noise");
    if (inlay_noise_is_told(n)) {
        inlay_text_add(page, "standard deviation ");
        inlay_noise_add(page, n);
        inlay_text_add(page, doubt(n));
    } else if (n->is_found) {
        inlay_text_add(page, "by the variances that came with the values");
    } else {
        inlay_text_add(page,
                       n->is_declared ? "none, as declared" : "none was found");
    }
    inlay_page_wrap(page, from);
}

static void print_model(const inlay_model_check *c, struct inlay_text *page)
{
    inlay_page_say(page, "model", "%s", CALIBRATIONS[c->calibration].words);
    if (c->accuracy != INLAY_ACCURACY_UNKNOWN)
        inlay_page_say(page, "accuracy",
                       "%s; rank correlation %s, %s of the variance explained",
                       ACCURACIES[c->accuracy].words,
                       number(c->rank_correlation).text,
                       inlay_readable_percent(c->explained).text);
    print_residuals(c, page);
}

/* ---- Limits ---- */

static bool has_limit(const inlay_output_audit *o)
{
    return isfinite(o->min) || isfinite(o->max);
}

/* "latency_ms (at most 12): 9 of 20 within; model good, accuracy fair" */
static void print_limit(const inlay_output_audit *o, struct inlay_text *page)
{
    const inlay_output is = {.name = o->name, .min = o->min, .max = o->max};
    const size_t from = inlay_page_label(page, "");
    inlay_text_printf(page, "%s", inlay_shown_text(o->name).text);
    if (has_limit(o)) {
        inlay_text_add(page, " (");
        inlay_limits_add_range(page, &is);
        inlay_text_printf(page, "): %zu of %zu within", o->n_within,
                          o->n_known);
    }
    if (o->model && o->model->accuracy != INLAY_ACCURACY_UNKNOWN)
        inlay_text_printf(page,
                          "; model %s, accuracy %s (rank correlation %s, %s of "
                          "the variance explained)",
                          CALIBRATIONS[o->model->calibration].name,
                          ACCURACIES[o->model->accuracy].name,
                          number(o->model->rank_correlation).text,
                          inlay_readable_percent(o->model->explained).text);
    inlay_page_wrap(page, from);
}

static void print_limits(const inlay_audit *a, struct inlay_text *page)
{
    bool is_any = a->n_outputs > 1;
    for (size_t k = 0; k < a->n_outputs; k++)
        is_any = is_any || has_limit(a->outputs[k]);
    if (!is_any)
        return;
    const size_t from = inlay_page_label(page, "limits");
    inlay_text_printf(page, "%zu of %zu done trials keep all of them",
                      a->n_feasible, a->n_done);
    if (a->n_without_value > 0)
        inlay_text_printf(
            page, "; %zu %s no value of the objective and %s not count",
            a->n_without_value, a->n_without_value == 1 ? "has" : "have",
            a->n_without_value == 1 ? "does" : "do");
    if (a->best_id > 0 && !a->is_best_feasible)
        inlay_text_add(page, "; \"best\" is the trial that is nearest to them");
    inlay_page_wrap(page, from);
    for (size_t k = 0; k < a->n_outputs; k++)
        if (has_limit(a->outputs[k]))
            print_limit(a->outputs[k], page);
}

static const char *why_no_model(const inlay_audit *a)
{
    if (a->is_too_large)
        return "none: there are too many trials for one in this memory";
    if (a->n_done == 0)
        return "none yet";
    if (a->n_without_value >= a->n_done)
        return "none: no trial has a value of the objective as it is now";
    return a->best_id == 0 ? "none: no result counts"
                           : "none: the method does not predict values";
}

void inlay_audit_print(const inlay_audit *a, int64_t budget,
                       struct inlay_text *page)
{
    print_problems(a, page);
    print_trials(a, budget, page);
    print_repeats(a, page);
    print_outside(a, page);
    print_failures(a, page);
    print_lost(a, page);
    if (a->is_flat)
        inlay_page_say(
            page, "values",
            "all values are equal: does the program use its variables?");
    print_best(a, page);
    print_limits(a, page);
    print_noise(a->noise, page);
    if (a->model)
        print_model(a->model, page);
    else if (a->has_study)
        inlay_page_say(page, "model", "%s", why_no_model(a));
}

/* ---- JSON: what is not known is NaN, and so null ---- */

static void write_failures(const inlay_audit *a, struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "failures", INLAY_JSON_LINE);
    for (size_t i = 0; i < a->n_reasons; i++) {
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_bytes(w, "why", a->reasons[i]->why);
        inlay_json_write_integer(w, "n", (int64_t)a->reasons[i]->n);
        inlay_json_end(w);
    }
    inlay_json_end(w);
    inlay_json_write_boolean(w, "random_failures", a->are_failures_random);
}

static void write_lost(const inlay_audit *a, struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "lost", INLAY_JSON_LINE);
    for (size_t i = 0; i < a->n_lost; i++) {
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(w, "id", a->lost[i]->id);
        inlay_json_write_text(w, "how", LOSSES[a->lost[i]->how].name);
        inlay_json_write_number(w, "hours", a->lost[i]->hours);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_calibration(const inlay_model_check *c,
                              struct inlay_json_writer *w)
{
    const double n = (double)c->n;

    inlay_json_begin_object(w, "calibration", INLAY_JSON_LINE);
    inlay_json_write_text(w, "verdict", CALIBRATIONS[c->calibration].name);
    inlay_json_write_numbers(w, "n mean sd within_1 within_2",
                             (const double[]){n, c->z_mean, c->z_sd,
                                              (double)c->n_within_1 / n,
                                              (double)c->n_within_2 / n});
    inlay_json_begin_array(w, "worst", INLAY_JSON_LINE);
    for (size_t i = 0; i < c->n_worst; i++) {
        const inlay_residual *r = c->worst[i];
        inlay_json_write_object(
            w, NULL, "id value mean sd z",
            (const double[]){(double)r->id, r->value, r->mean, r->sd, r->z});
    }
    inlay_json_end(w);
    inlay_json_end(w);
}

static void write_model(const inlay_model_check *c, struct inlay_json_writer *w)
{
    if (!c) {
        inlay_json_write_numbers(w, "calibration accuracy noise_sd",
                                 (const double[]){NAN, NAN, NAN});
        return;
    }
    write_calibration(c, w);
    inlay_json_begin_object(w, "accuracy", INLAY_JSON_LINE);
    inlay_json_write_text(w, "verdict", ACCURACIES[c->accuracy].name);
    inlay_json_write_numbers(
        w, "explained error error_of_mean rank_correlation",
        (const double[]){c->explained, c->error, c->error_of_mean,
                         c->rank_correlation});
    inlay_json_end(w);
    inlay_json_write_number(w, "noise_sd", c->noise_sd);
}

static void write_outputs(const inlay_audit *a, struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "outputs", INLAY_JSON_LINE);
    for (size_t k = 0; k < a->n_outputs; k++) {
        const inlay_output_audit *o = a->outputs[k];
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(w, "name", o->name);
        inlay_json_write_numbers(w, "min max known within",
                                 (const double[]){o->min, o->max,
                                                  (double)o->n_known,
                                                  (double)o->n_within});
        write_model(o->model, w);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_best(const inlay_audit *a, struct inlay_json_writer *w)
{
    if (a->best_id == 0)
        inlay_json_write_null(w, "best");
    else
        inlay_json_write_object(w, "best", "id y finished_since",
                                (const double[]){(double)a->best_id,
                                                 a->best_value,
                                                 (double)a->n_since});
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
    inlay_json_write_numbers(
        &w, "trials done failed pending imported budget repeats outside",
        (const double[]){(double)a->n_trials, (double)a->n_done,
                         (double)a->n_failed, (double)a->n_pending,
                         (double)a->n_added, budget > 0 ? (double)budget : NAN,
                         a->has_study ? (double)a->n_repeats : NAN,
                         a->has_study ? (double)a->n_outside : NAN});
    inlay_json_write_numbers(
        &w, "abandoned discarded",
        (const double[]){(double)a->n_abandoned, (double)a->n_discarded});
    inlay_json_write_boolean(&w, "repeats_allowed", a->may_repeat);
    write_failures(a, &w);
    write_lost(a, &w);
    inlay_json_write_boolean(&w, "all_equal", a->is_flat);
    write_best(a, &w);
    write_model(a->model, &w);
    if (a->noise)
        inlay_noise_json(a->noise, "noise", &w);
    else
        inlay_json_write_null(&w, "noise");
    inlay_json_write_integer(&w, "feasible", (int64_t)a->n_feasible);
    write_outputs(a, &w);
    inlay_json_end(&w);
}
