/*
 * explain.c: an explanation as words for people, and as JSON.
 */
#include "app/pages/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/pages/page.h"
#include "app/screen/readable.h"
#include "app/pages/criterion.h"
#include "base/width.h"
#include "base/json_writer.h"
#include "problem/configuration.h"
#include "problem/space.h"

enum { BAR = 16 }; /* columns of a share of 1 */

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

static bool has_importance(const inlay_explanation *e)
{
    if (!e->has_model || e->origin == INLAY_FROM_DESIGN)
        return false;
    return e->origin == INLAY_FROM_MODEL || e->n_done >= LEAST_RESULTS;
}

/* ---- Where it came from ---- */

static void print_known(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->n_done + e->n_failed + e->n_pending == 0) {
        inlay_text_printf(page, "Nothing was known %s.\n",
                          e->trial.id > 0 ? "then" : "yet");
        return;
    }
    inlay_text_printf(page, "%s %s done",
                      e->trial.id > 0 ? "Known then:" : "Known:",
                      inlay_readable_count(e->n_done, "trial").text);
    if (e->n_failed > 0)
        inlay_text_printf(page, ", %zu failed", e->n_failed);
    if (e->n_pending > 0)
        inlay_text_printf(page, ", %zu running", e->n_pending);
    inlay_text_printf(page, ".\n");
}

static void print_origin(const inlay_explanation *e, struct inlay_text *page)
{
    static const struct {
        const char *past, *next;
    } WORDS[] = {
        [INLAY_FROM_MODEL] = {"suggested by the model", "comes from the model"},
        [INLAY_FROM_DESIGN] = {"of the initial design, which covers the space "
                               "evenly before results are used",
                               "is of the initial design, which covers the "
                               "space evenly before results are used"},
        [INLAY_FROM_NET] = {"a point of a Sobol' net, which covers the space "
                            "evenly",
                            "is a point of a Sobol' net, which covers the "
                            "space evenly"},
        [INLAY_FROM_STEP] = {"a neighbour of the best trial of its climb: one "
                             "variable differs",
                             "is a neighbour of the best trial of the climb: "
                             "one variable differs"},
        [INLAY_FROM_RANDOM] = {"drawn at random", "is drawn at random"},
        [INLAY_FROM_QUEUE] = {"enqueued by hand", "was enqueued by hand"},
        [INLAY_FROM_IMPORT] = {"imported: it was evaluated elsewhere", ""},
    };
    char line[160];

    if (e->trial.id > 0)
        snprintf(line, sizeof line, "Trial %lld, %s.", (long long)e->trial.id,
                 WORDS[e->origin].past);
    else
        snprintf(line, sizeof line, "The next suggestion %s.",
                 WORDS[e->origin].next);
    inlay_page_wrap(page, line, 0);
    print_known(e, page);
    if (e->replay == INLAY_REPLAYED_ANOTHER)
        inlay_page_wrap(
            page,
            "Computed again, the suggestion is another one: it was made by "
            "another version or processor, or the options were changed by "
            "another process meanwhile.",
            0);
}

/* ---- Variables ---- */

static void print_bar(struct inlay_text *page, double share)
{
    const size_t n = isnan(share) ? 0 : (size_t)lround(BAR * share);

    for (size_t i = 0; i < BAR; i++)
        inlay_text_printf(page, i < n ? "#" : " ");
}

static size_t wider(size_t width, const char *s)
{
    const size_t n = inlay_width(s);
    return n > width ? n : width;
}

static void print_variables(const inlay_explanation *e, struct inlay_text *page)
{
    const size_t n = n_vars(e);
    const bool is_wide = has_importance(e);
    size_t w_name = strlen("variable"), w_value = strlen("value");

    for (size_t i = 0; i < n; i++) {
        w_name = wider(w_name, inlay_shown_text(name_of(e, i)).text);
        w_value = wider(w_value, inlay_readable_value(&e->trial.x[i], 5).text);
    }
    inlay_text_printf(page, "\n  ");
    inlay_readable_add_left(page, "variable", w_name);
    inlay_text_printf(page, "  ");
    if (!is_wide) {
        inlay_text_printf(page, "value\n");
    } else {
        inlay_readable_add_left(page, "value", w_value);
        inlay_text_printf(page, "  importance%s\n",
                          e->has_length_scales ? "               length-scale"
                                               : "");
    }
    for (size_t i = 0; i < n; i++) {
        const inlay_relevance *r = &e->relevance[i];
        inlay_text_printf(page, "  ");
        inlay_readable_add_left(page, inlay_shown_text(name_of(e, i)).text,
                                w_name);
        inlay_text_printf(page, "  ");
        inlay_readable_add_left(page,
                                inlay_readable_value(&e->trial.x[i], 5).text,
                                is_wide ? w_value : 0);
        if (is_wide) {
            inlay_text_printf(page, "  ");
            print_bar(page, r->share);
            inlay_readable_add_right(page,
                                     inlay_readable_percent(r->share).text, 7);
        }
        if (is_wide && !isnan(r->length_scale))
            inlay_text_printf(page, "  %.3g", r->length_scale);
        else if (is_wide && e->has_length_scales) /* a constant */
            inlay_text_printf(page, "  -");
        inlay_text_printf(page, "\n");
    }
}

/* ---- Numbers ---- */

/* In words, as a sign would be a riddle. */
static void print_surprise(const inlay_explanation *e, struct inlay_text *page)
{
    if (!isfinite(e->z))
        return;
    if (fabs(e->z) < 0.05)
        inlay_text_printf(page, ", just as expected");
    else
        inlay_text_printf(page, ", %s than expected by %.*f deviation%s",
                          e->is_better ? "better" : "worse", fabs(e->z) < 10.0,
                          fabs(e->z), fabs(e->z) == 1.0 ? "" : "s");
}

static void print_outcome(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->trial.state == INLAY_DONE) {
        inlay_text_printf(page, "  came out   %s",
                          inlay_readable_number(e->trial.value, 4).text);
        print_surprise(e, page);
        inlay_text_printf(page, "\n");
    } else if (e->trial.state == INLAY_FAILED) {
        inlay_text_printf(page, "  came out   failed: ");
        inlay_readable_add_left(page, inlay_shown_text(e->trial.why).text, 0);
        inlay_text_printf(page, "\n");
    } else if (e->trial.id > 0) {
        inlay_text_printf(page, "  came out   not yet: it is pending\n");
    }
}

/* Where values are noisy, what was observed is not what the model makes of
 * it. */
static void print_best(const inlay_explanation *e, struct inlay_text *page)
{
    if (e->best.id == 0)
        return;
    inlay_text_printf(
        page, "  best%s %s, trial %lld", e->trial.id > 0 ? " then " : "      ",
        inlay_readable_number(e->best.value, 4).text, (long long)e->best.id);
    if (fabs(e->at_best.mean - e->best.value) > 0.5 * e->at_best.sd)
        inlay_text_printf(page, "; the model puts it at %s",
                          inlay_readable_number(e->at_best.mean, 4).text);
    inlay_text_printf(page, "\n");
}

/* "30 %", "more than 99 %" */
static struct inlay_shown chance(double p)
{
    const struct inlay_shown percent = inlay_readable_percent(p);
    const char *t = percent.text;
    struct inlay_shown shown;

    snprintf(shown.text, sizeof shown.text, "%s%s",
             t[0] == '>'   ? "more than"
             : t[0] == '<' ? "less than"
                           : "about ",
             t + (t[0] == '>' || t[0] == '<'));
    return shown;
}

static void print_expected(const inlay_explanation *e, struct inlay_text *page)
{
    inlay_text_printf(page, "  expected   %s, give or take %s",
                      inlay_readable_number(e->at.mean, 4).text,
                      inlay_readable_number(e->at.sd, 4).text);
    if (e->observed_sd > 1.01 * e->at.sd)
        inlay_text_printf(page, " (%s with noise)",
                          inlay_readable_number(e->observed_sd, 4).text);
    inlay_text_printf(page, "\n");
}

static void print_numbers(const inlay_explanation *e, struct inlay_text *page)
{
    inlay_text_printf(page, "\n");
    if (e->has_model)
        print_expected(e, page);
    print_outcome(e, page);
    print_best(e, page);
    if (isnan(e->p_better))
        return;
    inlay_text_printf(page, "  chances    %s to be better than the best",
                      chance(e->p_better).text);
    if (e->n_failed > 0 && !isnan(e->at.p_success))
        inlay_text_printf(page, ", %s not to fail",
                          chance(e->at.p_success).text);
    inlay_text_printf(page, "\n");
}

/* ---- Why here ---- */

/* By the gain that is expected, in deviations, and how sure the model is. */
static const char *motive(const inlay_explanation *e)
{
    const double gain = e->gain / e->at.sd;

    if (gain >= 1.0)
        return "Exploiting: the model is fairly sure that this is better than "
               "the best.";
    if (gain >= 0.0)
        return "Mostly exploiting: the model expects this to be as good as the "
               "best, or better.";
    if (e->at.sd < 0.5 * e->typical_sd)
        return "Refining: close to what is known to be good, on the chance of "
               "a little more.";
    if (gain >= -1.0)
        return "Exploring near what is good: a little worse than the best is "
               "expected, but so uncertain that it may well be better.";
    return "Exploring: worse than the best is expected, but little is known "
           "here.";
}

/* "1.4", "38", "more than 1000" */
static struct inlay_shown factor(double ratio)
{
    struct inlay_shown shown = {"more than 1000"};

    if (ratio <= 1000.0)
        snprintf(shown.text, sizeof shown.text, "%.*f", ratio < 10.0, ratio);
    return shown;
}

static void say_uncertainty(const inlay_explanation *e, char *line, size_t room)
{
    const double ratio = e->at.sd / e->typical_sd;
    const size_t n = strlen(line);

    if (!isfinite(ratio))
        return;
    if (ratio > 1.25)
        snprintf(line + n, room - n,
                 " The model is %s times as unsure here as at a typical "
                 "configuration.",
                 factor(ratio).text);
    else if (ratio < 0.8)
        snprintf(line + n, room - n,
                 " The model is %s times as sure here as at a typical "
                 "configuration.",
                 factor(1.0 / ratio).text);
    else
        snprintf(line + n, room - n,
                 " The model is as unsure here as at a typical configuration.");
}

static void say_rank(const inlay_explanation *e, char *line, size_t room)
{
    const char *criterion = inlay_criterion_name(e->acquisition);

    if (e->rank >= 1.0)
        snprintf(line, room,
                 "The %s is larger than at any of %zu random configurations",
                 criterion, e->n_random);
    else
        snprintf(line, room,
                 "The %s is larger than at %.0f of %zu random configurations",
                 criterion, e->rank * (double)e->n_random, e->n_random);
}

static void say_against_best(const inlay_explanation *e, char *line,
                             size_t room)
{
    const double ratio = exp(e->at.acquisition - e->at_best.acquisition);
    const size_t n = strlen(line);

    if (isnan(ratio))
        snprintf(line + n, room - n, ".");
    else if (ratio > 1000.0)
        snprintf(line + n, room - n,
                 "; evaluating the best once more would gain next to nothing.");
    else if (ratio >= 1.0)
        snprintf(line + n, room - n,
                 ", and %s times that of evaluating the best once more.",
                 factor(ratio).text);
    else
        snprintf(line + n, room - n,
                 "; it is smaller than that of evaluating the best once "
                 "more%s.",
                 e->may_repeat ? "" : ", which is not allowed");
}

static void print_why(const inlay_explanation *e, struct inlay_text *page)
{
    char line[400];

    if (!e->has_model && e->origin != INLAY_FROM_MODEL)
        return;
    inlay_text_printf(page, "\n");
    if (!e->has_model) {
        inlay_page_wrap(page, "The method does not predict values.", 0);
        return;
    }
    if (e->origin != INLAY_FROM_MODEL) {
        inlay_page_wrap(page, "The model had no part in choosing it.", 0);
        return;
    }
    if (e->at.sd > 0.0) {
        snprintf(line, sizeof line, "%s", motive(e));
        say_uncertainty(e, line, sizeof line);
        inlay_page_wrap(page, line, 0);
    }
    say_rank(e, line, sizeof line);
    say_against_best(e, line, sizeof line);
    inlay_page_wrap(page, line, 0);
}

/* ---- Neighbours ---- */

static void print_differences(const inlay_explanation *e, const inlay_value *x,
                              struct inlay_text *page)
{
    size_t n = 0;

    for (size_t i = 0; i < n_vars(e); i++) {
        if (x[i].real == e->trial.x[i].real &&
            x[i].integer == e->trial.x[i].integer)
            continue;
        inlay_text_printf(page, "%s", n > 0 ? ", " : "");
        inlay_readable_add_left(page, inlay_shown_text(name_of(e, i)).text, 0);
        inlay_text_printf(page, " ");
        inlay_readable_add_left(page, inlay_readable_value(&x[i], 5).text, 0);
        n++;
    }
    inlay_text_printf(page, "%s\n", n > 0 ? "" : "nothing");
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
        const inlay_trial *t = &e->near[i].trial;
        inlay_text_printf(page, "  %5lld  %8.3g  %10s  ", (long long)t->id,
                          e->near[i].distance,
                          t->state == INLAY_DONE
                              ? inlay_readable_number(t->value, 4).text
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
    print_why(e, page);
    print_near(e, page);
}

/* ---- JSON ---- */

static void write_value(struct inlay_json_writer *w, const char *key,
                        const inlay_value *v)
{
    if (v->type == INLAY_INTEGER)
        inlay_json_write_integer(w, key, v->integer);
    else if (v->type == INLAY_BOOLEAN)
        inlay_json_write_boolean(w, key, v->integer != 0);
    else if (v->type == INLAY_CATEGORICAL)
        inlay_json_write_text(w, key, v->text);
    else
        inlay_json_write_number(w, key, v->real);
}

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
        const inlay_trial *t = &e->near[i].trial;
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(w, "id", t->id);
        inlay_json_write_number(w, "distance", e->near[i].distance);
        inlay_json_write_number(w, "y", t->value);
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
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(w, "name", name_of(e, i));
        write_value(w, "value", &e->trial.x[i]);
        inlay_json_write_number(w, "share", e->relevance[i].share);
        inlay_json_write_number(w, "length_scale",
                                e->relevance[i].length_scale);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}

static void write_best(const inlay_explanation *e, struct inlay_json_writer *w)
{
    if (e->best.id == 0) {
        inlay_json_write_null(w, "best");
        return;
    }
    inlay_json_begin_object(w, "best", INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", e->best.id);
    inlay_json_write_number(w, "y", e->best.value);
    inlay_json_write_number(w, "mean", e->at_best.mean);
    inlay_json_write_number(w, "sd", e->at_best.sd);
    inlay_json_write_number(w, "acquisition", e->at_best.acquisition);
    write_x(e, e->best.x, w);
    inlay_json_end(w);
}

/* What came out; null for a suggestion that was not asked. */
static void write_outcome(const inlay_explanation *e,
                          struct inlay_json_writer *w)
{
    if (e->trial.id > 0)
        inlay_json_write_text(w, "state", inlay_state_name(e->trial.state));
    else
        inlay_json_write_null(w, "state");
    inlay_json_write_number(w, "y", e->trial.value);
    if (e->trial.why)
        inlay_json_write_bytes(w, "why", e->trial.why);
    else
        inlay_json_write_null(w, "why");
    inlay_json_write_number(w, "z", e->z);
    inlay_json_write_number(w, "observed_sd", e->observed_sd);
}

static void write_origin(const inlay_explanation *e,
                         struct inlay_json_writer *w)
{
    if (e->trial.id > 0)
        inlay_json_write_integer(w, "id", e->trial.id);
    else
        inlay_json_write_null(w, "id");
    write_x(e, e->trial.x, w);
    inlay_json_write_text(w, "origin", inlay_origin_name(e->origin));
    if (e->replay == INLAY_NOT_REPLAYED)
        inlay_json_write_null(w, "replays");
    else
        inlay_json_write_boolean(w, "replays",
                                 e->replay == INLAY_REPLAYED_THE_SAME);
}

void inlay_explanation_json(const inlay_explanation *e, struct inlay_text *text)
{
    struct inlay_json_writer w = {.text = text};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    write_origin(e, &w);
    inlay_json_write_number(&w, "mean", e->at.mean);
    inlay_json_write_number(&w, "sd", e->at.sd);
    inlay_json_write_number(&w, "p_success", e->at.p_success);
    inlay_json_write_number(&w, "acquisition", e->at.acquisition);
    inlay_json_write_number(&w, "p_better", e->p_better);
    inlay_json_write_number(&w, "rank", e->rank);
    write_outcome(e, &w);
    write_best(e, &w);
    write_nearest(e, &w);
    write_variables(e, &w);
    inlay_json_end(&w);
}
