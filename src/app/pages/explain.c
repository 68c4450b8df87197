/*
 * explain.c: an explanation as words for people, and as JSON; motive.c has its
 * sentences.
 */
#include "app/pages/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/pages/motive.h"
#include "app/pages/noise.h"
#include "app/pages/page.h"
#include "app/screen/limits.h"
#include "app/screen/readable.h"
#include "base/width.h"
#include "base/json_writer.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* Below so many results importances are an accident, unless the model used
 * them. */
enum { LEAST_RESULTS = 4 };

static size_t n_vars(const inlay_explanation *e)
{
    return inlay_space_n_variables(e->space);
}

static const char *name_of(const inlay_explanation *e, size_t i)
{
    return inlay_space_var(e->space, i)->is.name;
}

static struct inlay_shown number(double v)
{
    return inlay_readable_number(v, 4);
}

static bool has_importance(const inlay_explanation *e)
{
    if (!e->has_model || e->origin == INLAY_ORIGIN_DESIGN)
        return false;
    return e->origin == INLAY_ORIGIN_MODEL || e->n_done >= LEAST_RESULTS;
}

/* ---- Where it came from ---- */

static void print_known(const inlay_explanation *e, struct inlay_text *page)
{
    const bool is_past = e->trial->id > 0;

    if (e->n_done + e->n_failed + e->n_pending == 0)
        inlay_text_add(page, is_past ? "Nothing was known then.\n"
                                     : "Nothing is known yet.\n");
    else
        inlay_text_printf(page, "Known%s: %zu done, %zu failed, %zu pending.\n",
                          is_past ? " then" : "", e->n_done, e->n_failed,
                          e->n_pending);
}

/* Words that fit a trial of the past and the next suggestion. */
static void print_origin(const inlay_explanation *e, struct inlay_text *page)
{
    static const char *const WORDS[] = {
        [INLAY_ORIGIN_MODEL] = "was chosen by the model",
        [INLAY_ORIGIN_DESIGN] =
            "belongs to the initial design, which covers the "
            "space evenly before results are used",
        [INLAY_ORIGIN_NET] =
            "is a point of a Sobol' net, which covers the space evenly",
        [INLAY_ORIGIN_STEP] = "is a neighbor of the best trial of its climb: "
                              "one variable differs",
        [INLAY_ORIGIN_RANDOM] = "was drawn at random",
        [INLAY_ORIGIN_QUEUE] = "was enqueued by hand",
        [INLAY_ORIGIN_IMPORT] = "was imported: it was evaluated elsewhere",
    };
    size_t from = page->n;

    if (e->trial->id > 0)
        inlay_text_printf(page, "Trial %lld", (long long)e->trial->id);
    else
        inlay_text_add(page, "The next suggestion");
    inlay_text_printf(page, " %s.", WORDS[e->origin]);
    inlay_page_wrap(page, from);
    print_known(e, page);
    if (e->replay != INLAY_REPLAY_OTHER)
        return;
    from = page->n;
    inlay_text_add(page, "Inlay would suggest something else now: this was "
                         "suggested by another version or on another "
                         "processor, or another process changed the options "
                         "in the meantime.");
    inlay_page_wrap(page, from);
}

/* ---- Variables ---- */

static size_t wider(size_t width, const char *s)
{
    const size_t n = inlay_width(s);
    return n > width ? n : width;
}

static void print_importance(const inlay_explanation *e,
                             const inlay_relevance *r, struct inlay_text *page)
{
    static const char FULL[] = "################"; /* a share of 1 */
    const int width = sizeof FULL - 1;
    const int n = isnan(r->share) ? 0 : (int)lround(width * r->share);

    inlay_text_printf(page, "  %-*.*s%7s", width, n, FULL,
                      inlay_readable_percent(r->share).text);
    if (!isnan(r->length_scale))
        inlay_text_printf(page, "  %.3g", r->length_scale);
    else if (e->has_length_scales) /* a constant */
        inlay_text_add(page, "  -");
}

static void print_variables(const inlay_explanation *e, struct inlay_text *page)
{
    const bool is_wide = has_importance(e);
    size_t w_name = strlen("variable"), w_value = is_wide ? strlen("value") : 0;

    for (size_t i = 0; i < n_vars(e); i++) {
        w_name = wider(w_name, inlay_shown_text(name_of(e, i)).text);
        if (is_wide)
            w_value =
                wider(w_value, inlay_readable_value(&e->trial->x[i], 5).text);
    }
    inlay_text_printf(
        page, "\n  %-*s  %-*s%s%s\n", (int)w_name, "variable", (int)w_value,
        "value", is_wide ? "  importance" : "",
        is_wide && e->has_length_scales ? "               length-scale" : "");
    for (size_t i = 0; i < n_vars(e); i++) {
        inlay_text_add(page, "  ");
        inlay_readable_add_padded(page, inlay_shown_text(name_of(e, i)).text,
                                  w_name, false);
        inlay_text_add(page, "  ");
        inlay_readable_add_padded(page,
                                  inlay_readable_value(&e->trial->x[i], 5).text,
                                  w_value, false);
        if (is_wide)
            print_importance(e, e->relevance[i], page);
        inlay_text_add(page, "\n");
    }
}

/* ---- Numbers ---- */

/* In words, as a sign would be a riddle. */
static void add_surprise(const inlay_explanation *e, struct inlay_text *page)
{
    if (!isfinite(e->z))
        return;
    if (fabs(e->z) < 0.05)
        inlay_text_add(page, ", just as expected");
    else
        inlay_text_printf(page,
                          ", %s than expected by %.*f standard deviation%s",
                          e->is_better ? "better" : "worse", fabs(e->z) < 10.0,
                          fabs(e->z), fabs(e->z) == 1.0 ? "" : "s");
}

static void print_result(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->trial->id == 0 && e->trial->state == INLAY_STATE_PENDING)
        return;
    inlay_page_label(page, "  result");
    if (e->trial->state == INLAY_STATE_DONE) {
        inlay_text_add(page, number(e->trial->value).text);
        add_surprise(e, page);
    } else if (e->trial->state == INLAY_STATE_FAILED) {
        inlay_text_printf(page, "failed: %s",
                          inlay_shown_text(e->trial->why).text);
    } else {
        inlay_text_add(page, "none yet: the trial is pending");
    }
    inlay_text_add(page, "\n");
}

/* Where values are noisy, what was observed is not what the model makes of
 * it. */
static void print_best(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->best->id == 0)
        return;
    if (inlay_motive_best_breaks_limits(e))
        inlay_page_label(page, "  nearest");
    else
        inlay_page_label(page, e->trial->id > 0 ? "  best then" : "  best");
    inlay_text_printf(page, "%s, trial %lld", number(e->best->value).text,
                      (long long)e->best->id);
    if (inlay_motive_best_breaks_limits(e))
        inlay_text_add(page, ", outside its limits");
    else if (fabs(e->at_best->mean - e->best->value) > 0.5 * e->at_best->sd)
        inlay_text_printf(page, "; the model estimates it at %s",
                          number(e->at_best->mean).text);
    inlay_text_add(page, "\n");
}

static void print_expected(const inlay_explanation *e, struct inlay_text *page)
{
    inlay_page_label(page, "  expected");
    inlay_text_add(page, number(e->at->mean).text);
    if (isfinite(e->at->sd))
        inlay_text_printf(page, ", give or take %s", number(e->at->sd).text);
    if (e->observed_sd > 1.01 * e->at->sd)
        inlay_text_printf(page, " (%s with noise)",
                          number(e->observed_sd).text);
    inlay_text_add(page, "\n");
}

static void print_noise(const inlay_explanation *e, struct inlay_text *page)
{
    if (!inlay_noise_is_told(e->noise))
        return;
    inlay_page_label(page, "  noise");
    inlay_noise_add(page, e->noise);
    inlay_text_add(page, "\n");
}

/* Where the best breaks a limit, to be better than it is no aim. */
static void print_chances(const inlay_explanation *e, struct inlay_text *page)
{
    const bool has_limit_chance = e->seeks_limits && !isnan(e->at->p_feasible);

    if (isnan(e->p_better) && !has_limit_chance)
        return;
    inlay_page_label(page, "  chances");
    if (has_limit_chance)
        inlay_text_printf(page, "%s to keep all limits",
                          inlay_readable_percent(e->at->p_feasible).text);
    else
        inlay_text_printf(page, "%s to be better than the best",
                          inlay_readable_percent(e->p_better).text);
    if (e->n_failed > 0 && !isnan(e->at->p_success))
        inlay_text_printf(page, ", %s not to fail",
                          inlay_readable_percent(e->at->p_success).text);
    inlay_text_add(page, "\n");
}

static void print_numbers(const inlay_explanation *e, struct inlay_text *page)
{
    inlay_text_add(page, "\n");
    if (e->has_model)
        print_expected(e, page);
    print_result(e, page);
    print_best(e, page);
    print_noise(e, page);
    print_chances(e, page);
}

/* ---- Limits ---- */

static void print_output(const inlay_output_explanation *o, size_t w_name,
                         bool has_value, struct inlay_text *page)
{
    const bool is_limited = inlay_output_has_limit(o->output);
    struct inlay_text limit = {0};
    inlay_limits_add_range(&limit, o->output);
    inlay_text_add(page, "  ");
    inlay_readable_add_padded(page, inlay_shown_text(o->output->name).text,
                              w_name, false);
    if (isfinite(o->at->sd))
        inlay_text_printf(page, "  %10s +- %-8s  ", number(o->at->mean).text,
                          inlay_readable_number(o->at->sd, 2).text);
    else
        inlay_text_printf(page, "  %10s%14s", number(o->at->mean).text, "");
    if (is_limited || has_value)
        inlay_text_printf(
            page, "%-16s  %7s", inlay_text_view(&limit),
            is_limited ? inlay_readable_percent(o->at->p_within).text : "");
    else
        inlay_text_add(page, inlay_text_view(&limit));
    if (has_value)
        inlay_text_printf(page, "  %10s", number(o->value).text);
    inlay_text_add(page, "\n");
    inlay_text_fail_as(page, &limit);
    inlay_text_clear(&limit);
}

/* What was expected of each output, and the chance that its limits hold. */
static void print_outputs(const inlay_explanation *e, struct inlay_text *page)
{
    const bool has_value = e->trial->state == INLAY_STATE_DONE;
    size_t w_name = strlen("output");
    if (!inlay_motive_has_limits(e))
        return;
    for (size_t k = 0; k < e->n_outputs; k++)
        w_name =
            wider(w_name, inlay_shown_text(e->outputs[k]->output->name).text);
    inlay_text_printf(page, "\n  %-*s  %10s%-12s  %-16s  %7s%s\n", (int)w_name,
                      "output", "expected", "", "limit", "chance",
                      has_value ? "      result" : "");
    for (size_t k = 0; k < e->n_outputs; k++)
        print_output(e->outputs[k], w_name, has_value, page);
}

/* ---- Neighbors ---- */

static void print_differences(const inlay_explanation *e, const inlay_value *x,
                              struct inlay_text *page)
{
    size_t n = 0;

    for (size_t i = 0; i < n_vars(e); i++)
        if (!inlay_values_equal(&x[i], &e->trial->x[i], 1))
            inlay_text_printf(page, "%s%s %s", n++ > 0 ? ", " : "",
                              inlay_shown_text(name_of(e, i)).text,
                              inlay_readable_value(&x[i], 5).text);
    inlay_text_add(page, n > 0 ? "\n" : "nothing\n");
}

static void print_near(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->n_near == 0)
        return;
    inlay_text_printf(page, "\nNearest trials (distance in %s):\n",
                      e->has_length_scales ? "length-scales" : "ranges");
    inlay_text_printf(page, "  %5s  %8s  %10s  differs in\n", "trial",
                      "distance", "value");
    for (size_t i = 0; i < e->n_near; i++) {
        const inlay_trial *t = e->near[i]->trial;
        inlay_text_printf(page, "  %5lld  %8.3g  %10s  ", (long long)t->id,
                          e->near[i]->distance,
                          t->state == INLAY_STATE_DONE ? number(t->value).text
                                                       : "failed");
        print_differences(e, t->x, page);
    }
}

void inlay_explanation_print(const inlay_explanation *e,
                             struct inlay_text *page)
{
    print_origin(e, page);
    print_variables(e, page);
    print_numbers(e, page);
    print_outputs(e, page);
    inlay_motive_print(e, page);
    print_near(e, page);
}

/* ---- JSON ---- */

static void write_x(const inlay_explanation *e, const inlay_value *x,
                    struct inlay_json_writer *w)
{
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), e->space, x);
}

static void write_nearest(const inlay_explanation *e,
                          struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "nearest", INLAY_JSON_LINE);
    for (size_t i = 0; i < e->n_near; i++) {
        const inlay_trial *t = e->near[i]->trial;
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_numbers(
            w, "id distance y",
            (const double[]){(double)t->id, e->near[i]->distance, t->value});
        write_x(e, t->x, w);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_variables(const inlay_explanation *e,
                            struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "variables", INLAY_JSON_LINE);
    for (size_t i = 0; i < n_vars(e); i++) {
        const inlay_relevance *r = e->relevance[i];
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(w, "name", name_of(e, i));
        inlay_configuration_add_value(inlay_json_write_value(w, "value"),
                                      inlay_space_var(e->space, i),
                                      &e->trial->x[i]);
        inlay_json_write_numbers(w, "share length_scale",
                                 (const double[]){r->share, r->length_scale});
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_best(const inlay_explanation *e, struct inlay_json_writer *w)
{
    const inlay_prediction *p = e->at_best;

    if (e->best->id == 0) {
        inlay_json_write_null(w, "best");
        return;
    }
    inlay_json_begin_object(w, "best", INLAY_JSON_LINE);
    inlay_json_write_numbers(w, "id y mean sd acquisition",
                             (const double[]){(double)e->best->id,
                                              e->best->value, p->mean, p->sd,
                                              p->acquisition});
    write_x(e, e->best->x, w);
    if (inlay_motive_has_limits(e))
        inlay_json_write_boolean(w, "feasible", e->best->is_feasible);
    inlay_json_end(w);
}

static void write_limit(struct inlay_json_writer *w, const char *key, double v)
{
    if (isfinite(v))
        inlay_json_write_number(w, key, v);
}

static void write_outputs(const inlay_explanation *e,
                          struct inlay_json_writer *w)
{
    inlay_json_begin_array(w, "outputs", INLAY_JSON_LINE);
    for (size_t k = 0; k < e->n_outputs; k++) {
        const inlay_output_explanation *o = e->outputs[k];
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(w, "name", o->output->name);
        write_limit(w, "min", o->output->min);
        write_limit(w, "max", o->output->max);
        inlay_json_write_numbers(w, "mean sd p_within value z",
                                 (const double[]){o->at->mean, o->at->sd,
                                                  o->at->p_within, o->value,
                                                  o->z});
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_again(const inlay_explanation *e, struct inlay_json_writer *w)
{
    static const char *const NAMES[] = {
        [INLAY_AGAIN_NO] = NULL,           [INLAY_AGAIN_LIMIT] = "limit",
        [INLAY_AGAIN_PROBE] = "probe",     [INLAY_AGAIN_NOISE] = "noise",
        [INLAY_AGAIN_ALLOWED] = "allowed",
    };
    inlay_json_write_number(w, "measures_again",
                            e->measures_again > 0 ? (double)e->measures_again
                                                  : NAN);
    inlay_json_write_text(w, "why_again", NAMES[e->why_again]);
}

/* What is not known is NaN or NULL, and so null. */
void inlay_explanation_json(const inlay_explanation *e, struct inlay_text *text)
{
    struct inlay_json_writer w = {.text = text};
    const inlay_prediction *p = e->at;
    const bool is_past = e->trial->id > 0;

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_number(&w, "id", is_past ? (double)e->trial->id : NAN);
    write_x(e, e->trial->x, &w);
    inlay_json_write_text(&w, "origin", inlay_origin_name(e->origin));
    if (e->replay == INLAY_REPLAY_NONE)
        inlay_json_write_null(&w, "replays");
    else
        inlay_json_write_boolean(&w, "replays", e->replay == INLAY_REPLAY_SAME);
    inlay_json_write_numbers(&w, "mean sd p_success acquisition p_better rank",
                             (const double[]){p->mean, p->sd, p->p_success,
                                              p->acquisition, e->p_better,
                                              e->rank});
    inlay_json_write_text(&w, "state",
                          is_past ? inlay_state_name(e->trial->state) : NULL);
    inlay_json_write_number(&w, "y", e->trial->value);
    inlay_json_write_bytes(&w, "why", e->trial->why);
    inlay_json_write_numbers(&w, "z observed_sd",
                             (const double[]){e->z, e->observed_sd});
    write_best(e, &w);
    write_nearest(e, &w);
    write_variables(e, &w);
    if (inlay_motive_has_limits(e)) {
        write_outputs(e, &w);
        inlay_json_write_number(&w, "p_feasible", p->p_feasible);
        inlay_json_write_boolean(&w, "seeks_limits", e->seeks_limits);
    }
    write_again(e, &w);
    if (e->noise)
        inlay_noise_json(e->noise, "noise", &w);
    inlay_json_end(&w);
}
