/*
 * plot.c: which trials and slices a picture shows.
 */
#include "app/pages/plot.h"

#include <math.h>

#include "app/pages/extent.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/space.h"

void inlay_plot_clear(struct inlay_plot *plot)
{
    for (size_t i = 0; i < plot->n_slices; i++)
        inlay_slice_free(plot->slice[i]);
    inlay_mem_free(plot->trials);
    *plot = (struct inlay_plot){0};
}

static bool is_constant(const inlay_study *s, size_t v)
{
    return inlay_space_var(inlay_study_space(s), v)->n_levels == 1;
}

/* The slice along that variable.  All go through one configuration: x, or what
 * the first goes through. */
static inlay_status find_slice(struct inlay_plot *plot, const inlay_value *x,
                               size_t v, const inlay_slice **out,
                               inlay_error *err)
{
    size_t i = 0;
    while (i < plot->n_slices && plot->slice[i]->axes[0]->variable != v)
        i++;
    if (i == plot->n_slices) {
        const inlay_status st =
            inlay_study_slice(plot->study, i > 0 ? plot->slice[0]->x : x, &v, 1,
                              0, &plot->slice[i], err);
        if (st != INLAY_OK)
            return st;
        plot->n_slices++;
    }
    *out = plot->slice[i];
    return INLAY_OK;
}

static inlay_status add_panel(struct inlay_plot *plot, const inlay_value *x,
                              size_t output, size_t v, const inlay_relevance *r,
                              inlay_error *err)
{
    struct inlay_panel *panel = &plot->panel[plot->n_panels];
    const inlay_status st = find_slice(plot, x, v, &panel->slice, err);
    panel->output = output;
    panel->share = r[v].share;
    plot->n_panels += st == INLAY_OK;
    return st;
}

/* The variable with the largest share that varies, and has no panel from `first`
 * on. */
static size_t next_variable(const struct inlay_plot *plot, size_t first,
                            const inlay_relevance *r, size_t n)
{
    size_t best = n;

    for (size_t v = 0; v < n; v++) {
        bool is_taken = is_constant(plot->study, v);
        for (size_t i = first; i < plot->n_panels; i++)
            is_taken = is_taken || plot->panel[i].slice->axes[0]->variable == v;
        if (!is_taken && (best == n || r[v].share > r[best].share))
            best = v;
    }
    return best;
}

/* Up to `most` panels of one output, through x. */
static inlay_status add_panels(struct inlay_plot *plot, const inlay_value *x,
                               size_t output, size_t most,
                               const inlay_relevance *r, inlay_error *err)
{
    const char *name = plot->options->variable;
    const inlay_space *space = inlay_study_space(plot->study);
    const size_t n = inlay_space_n_variables(space), first = plot->n_panels;
    size_t v = n;
    inlay_status st = INLAY_OK;

    if (name) {
        st = inlay_space_find(space, name, &v, err);
        return st == INLAY_OK ? add_panel(plot, x, output, v, r, err) : st;
    }
    while (st == INLAY_OK && plot->n_panels - first < most &&
           (v = next_variable(plot, first, r, n)) < n)
        st = add_panel(plot, x, output, v, r, err);
    return st;
}

/* The objective's first.  r has room for all variables. */
static inlay_status add_outputs(struct inlay_plot *plot, const inlay_value *x,
                                inlay_relevance *r, inlay_error *err)
{
    const inlay_options *o = inlay_study_options(plot->study);
    const size_t n_all = inlay_options_n_outputs(o);
    const size_t n = n_all < INLAY_MOST_SLICES ? n_all : INLAY_MOST_SLICES;
    const size_t first = inlay_options_objective(o);
    inlay_status st = INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const size_t output = (first + i) % n_all;
        st = inlay_study_relevance_of(plot->study, output, r, err);
        if (st == INLAY_OK && !isnan(r[0].share))
            st = add_panels(plot, x, output, INLAY_MOST_SLICES / n, r, err);
    }
    return st;
}

static inlay_status slice_model(struct inlay_plot *plot, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(plot->study);
    const int64_t at = plot->options->at;
    inlay_trial through = {.x = NULL}; /* the recommended */
    inlay_relevance *r =
        inlay_mem_new(inlay_space_n_variables(space), sizeof *r);
    if (!r)
        return inlay_fail_memory(err, "a picture");
    inlay_status st =
        at > 0 ? inlay_study_trial(plot->study, at, &through, err) : INLAY_OK;
    if (st == INLAY_OK)
        st = add_outputs(plot, through.x, r, err);
    inlay_mem_free(r);
    return st;
}

static inlay_status list_trials(struct inlay_plot *plot, inlay_error *err)
{
    const size_t n = inlay_study_n_trials(plot->study);
    inlay_status st = INLAY_OK;

    plot->trials = inlay_mem_new(n, sizeof *plot->trials);
    if (!plot->trials)
        return inlay_fail_memory(err, "a picture");
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        st = inlay_study_trial(plot->study, (int64_t)i + 1, &plot->trials[i],
                               err);
        plot->n_outside += plot->trials[i].is_outside;
        if (plot->trials[i].is_discarded) { /* nothing is drawn of it */
            plot->trials[i].state = INLAY_STATE_ABANDONED;
            plot->trials[i].value = NAN;
        }
        plot->n_done += plot->trials[i].state == INLAY_STATE_DONE;
        plot->n_valued += isfinite(plot->trials[i].value);
        plot->n_feasible += plot->trials[i].is_feasible;
        plot->n_failed += plot->trials[i].state == INLAY_STATE_FAILED;
    }
    plot->n_trials = n;
    return st;
}

/* The largest magnitude of what is drawn: values, and the model's of them. */
static double magnitude_of(const struct inlay_plot *plot)
{
    const size_t n = inlay_options_n_outputs(inlay_study_options(plot->study));
    double most = 0.0;

    for (size_t i = 0; i < plot->n_trials; i++)
        if (plot->trials[i].state == INLAY_STATE_DONE)
            for (size_t k = 0; k < n; k++)
                most = fmax(most, fabs(plot->trials[i].values[k]));
    for (size_t k = 0; k < plot->n_panels; k++)
        for (size_t i = 0; i < plot->panel[k].slice->n_cells; i++) {
            const inlay_output_prediction *p =
                &plot->panel[k].slice->outputs[i][plot->panel[k].output];
            most = fmax(most, fmax(fabs(p->mean), fabs(p->sd)));
        }
    return most;
}

inlay_status inlay_plot_make(inlay_study *s, const struct inlay_plot_options *o,
                             struct inlay_plot *out, inlay_error *err)
{
    struct inlay_plot plot = {.study = s, .options = o};
    const size_t n = inlay_space_n_variables(inlay_study_space(s));
    inlay_status st = inlay_study_refresh(s, err);

    for (size_t v = 0; v < n; v++)
        plot.n_vars += !is_constant(s, v);
    if (st == INLAY_OK)
        st = list_trials(&plot, err);
    if (st == INLAY_OK && o->has_slices)
        st = slice_model(&plot, err);
    plot.unit = inlay_extent_unit(magnitude_of(&plot));
    if (st == INLAY_OK)
        *out = plot;
    else
        inlay_plot_clear(&plot);
    return st;
}
