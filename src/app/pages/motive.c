/*
 * motive.c: in sentences, what a suggestion was for.
 *
 * With a best that keeps all limits it is to improve on that; before, to keep
 * them, and nothing is compared with what is not allowed.
 */
#include "app/pages/motive.h"

#include <math.h>
#include <stdio.h>

#include "app/pages/page.h"
#include "app/screen/readable.h"
#include "base/harmless.h"
#include "problem/outcome.h"

bool inlay_motive_has_limits(const inlay_explanation *e)
{
    for (size_t k = 0; k < e->n_outputs; k++)
        if (inlay_output_has_limit(e->outputs[k]->output))
            return true;
    return e->n_outputs > 1;
}

bool inlay_motive_best_breaks_limits(const inlay_explanation *e)
{
    return inlay_motive_has_limits(e) && !e->best->is_feasible;
}

/* By the gain that is expected, in standard deviations, and how sure the model
 * is. */
static const char *motive(const inlay_explanation *e)
{
    const double gain = e->gain / e->at->sd;

    if (gain >= 1.0)
        return "Exploiting: the model is fairly sure that this is better than "
               "the best.";
    if (gain >= 0.0)
        return "Mostly exploiting: the model expects this to be as good as the "
               "best, or better.";
    if (e->at->sd < 0.5 * e->typical_sd)
        return "Refining: this is close to what is known to be good, and may "
               "be slightly better.";
    if (gain >= -1.0)
        return "Exploring near what is known to be good: the model expects "
               "this to be slightly worse than the best, but is so uncertain "
               "that it may well be better.";
    return "Exploring: the model expects this to be worse than the best, but "
           "it may be better.";
}

/* "1.4", "38", "more than 1000" */
static struct inlay_shown factor(double ratio)
{
    struct inlay_shown shown = {"more than 1000"};

    if (ratio <= 1000.0)
        snprintf(shown.text, sizeof shown.text, "%.*f", ratio < 10.0, ratio);
    return shown;
}

static void add_uncertainty(const inlay_explanation *e, struct inlay_text *page)
{
    const double ratio = e->at->sd / e->typical_sd;

    if (!isfinite(ratio))
        return;
    inlay_text_add(page, " The model is ");
    if (ratio > 1.25)
        inlay_text_printf(page, "%s times as uncertain", factor(ratio).text);
    else if (ratio < 0.8)
        inlay_text_printf(page, "%s times as certain",
                          factor(1.0 / ratio).text);
    else
        inlay_text_add(page, "as uncertain");
    inlay_text_add(page, " here as at a typical configuration.");
}

static const char *what_is_sought(const inlay_explanation *e)
{
    if (!e->seeks_limits)
        return inlay_readable_acquisition(e->acquisition);
    return e->n_failed > 0 ? "chance that they hold and that it does not fail"
                           : "chance that they hold";
}

static void add_rank(const inlay_explanation *e, struct inlay_text *page)
{
    inlay_text_printf(page, "The %s is larger than at ", what_is_sought(e));
    if (e->rank >= 1.0)
        inlay_text_add(page, "any");
    else
        inlay_text_printf(page, "%.0f", e->rank * (double)e->n_random);
    inlay_text_printf(page, " of %zu random configurations", e->n_random);
}

static void add_against_best(const inlay_explanation *e,
                             struct inlay_text *page)
{
    const double ratio = exp(e->at->acquisition - e->at_best->acquisition);

    if (ratio > 1000.0)
        inlay_text_add(page, "; evaluating the best again would gain almost "
                             "nothing");
    else if (ratio >= 1.0)
        inlay_text_printf(page,
                          ", and %s times that of evaluating the best "
                          "again",
                          factor(ratio).text);
    else if (!isnan(ratio))
        inlay_text_printf(page, "; evaluating the best again would gain more%s",
                          e->may_repeat ? "" : ", but is not allowed");
    inlay_text_add(page, ".");
}

/* "flux, late": limits of which nothing is known.  Returns how many. */
static size_t add_unknown_limits(const inlay_explanation *e,
                                 struct inlay_text *text)
{
    size_t n = 0;

    for (size_t k = 0; k < e->n_outputs; k++) {
        const inlay_output *o = e->outputs[k]->output;
        if (!inlay_output_has_limit(o) || !isnan(e->outputs[k]->at->p_within))
            continue;
        inlay_text_add(text, n++ > 0 ? ", " : "");
        inlay_harmless_add(text, o->name);
    }
    return n;
}

static void add_why_again(const inlay_explanation *e, struct inlay_text *page)
{
    switch (e->why_again) {
    case INLAY_AGAIN_NO:
        break;
    case INLAY_AGAIN_LIMIT:
        inlay_text_add(page, "nothing is known of ");
        if (add_unknown_limits(e, page) == 0)
            inlay_text_add(page, "a limit");
        inlay_text_add(page, " there.");
        break;
    case INLAY_AGAIN_PROBE:
        inlay_text_add(page, "a second value tells whether values scatter, "
                             "which the others leave open.");
        break;
    case INLAY_AGAIN_NOISE:
        inlay_text_add(page, "values scatter, and one more tells better how "
                             "good it is.");
        break;
    case INLAY_AGAIN_ALLOWED:
        inlay_text_add(page, "repeats are allowed.");
        break;
    }
}

static void print_again(const inlay_explanation *e, struct inlay_text *page)
{
    const size_t from = page->n;

    inlay_text_printf(page, "Measures the configuration of trial %lld again: ",
                      (long long)e->measures_again);
    add_why_again(e, page);
    inlay_page_wrap(page, from);
}

/* ... for a reason in which the acquisition has no part. */
static bool is_measured_anyway(const inlay_explanation *e)
{
    return e->measures_again > 0 && isnan(e->rank);
}

static void print_limits_sought(const inlay_explanation *e,
                                struct inlay_text *page)
{
    struct inlay_text unknown = {0};
    const size_t from = page->n;

    inlay_text_printf(
        page,
        "Seeks a configuration that keeps the limits, as no trial "
        "%s all of them. ",
        e->trial->id > 0 ? "known then kept" : "keeps");
    add_rank(e, page);
    inlay_text_add(page, ".");
    if (add_unknown_limits(e, &unknown) > 0)
        inlay_text_printf(page, " Nothing is known of %s.",
                          inlay_text_view(&unknown));
    inlay_page_wrap(page, from);
    inlay_text_fail_as(page, &unknown);
    inlay_text_clear(&unknown);
}

static void print_motive(const inlay_explanation *e, struct inlay_text *page)
{
    size_t from = page->n;

    if (e->at->sd > 0.0 && !isnan(e->gain)) {
        inlay_text_add(page, motive(e));
        add_uncertainty(e, page);
        inlay_page_wrap(page, from);
    }
    if (isnan(e->rank))
        return;
    from = page->n;
    add_rank(e, page);
    if (!inlay_motive_best_breaks_limits(e))
        add_against_best(e, page);
    else
        inlay_text_add(page, ".");
    inlay_page_wrap(page, from);
}

void inlay_motive_print(const inlay_explanation *e, struct inlay_text *page)
{
    if (!e->has_model && e->origin != INLAY_ORIGIN_MODEL)
        return;
    inlay_text_add(page, "\n");
    if (!e->has_model || e->origin != INLAY_ORIGIN_MODEL) {
        inlay_text_add(
            page, e->has_model ? "The model had no part in choosing it.\n"
                  : e->n_done == 0
                      ? "There was no value from which to predict others.\n"
                      : "The method does not predict values.\n");
        return;
    }
    if (e->measures_again > 0)
        print_again(e, page);
    if (is_measured_anyway(e))
        return;
    if (e->seeks_limits)
        print_limits_sought(e, page);
    else
        print_motive(e, page);
}
