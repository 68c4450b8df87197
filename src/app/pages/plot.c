/*
 * plot.c: which trials and slices a picture shows.
 */
#include "app/pages/plot.h"

#include <math.h>

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

/* All go through one configuration: x, or what the first goes through. */
static inlay_status add_slice(struct inlay_plot *plot, const inlay_value *x,
                              size_t v, const inlay_relevance *r,
                              inlay_error *err)
{
    const inlay_status st = inlay_study_slice(
        plot->study, plot->n_slices > 0 ? plot->slice[0]->x : x, &v, 1, 0,
        &plot->slice[plot->n_slices], err);
    if (st == INLAY_OK)
        plot->share[plot->n_slices++] = r[v].share;
    return st;
}

/* The variable with the largest share that has no slice yet and varies. */
static size_t next_variable(const struct inlay_plot *plot,
                            const inlay_relevance *r, size_t n)
{
    size_t best = n;

    for (size_t v = 0; v < n; v++) {
        bool is_taken = is_constant(plot->study, v);
        for (size_t i = 0; i < plot->n_slices; i++)
            is_taken = is_taken || plot->slice[i]->axes[0]->variable == v;
        if (!is_taken && (best == n || r[v].share > r[best].share))
            best = v;
    }
    return best;
}

static inlay_status add_slices(struct inlay_plot *plot,
                               const inlay_relevance *r, inlay_error *err)
{
    const char *name = plot->options->variable;
    const int64_t at = plot->options->at;
    const inlay_space *space = inlay_study_space(plot->study);
    const size_t n = inlay_space_n_variables(space);
    inlay_trial through = {.x = NULL}; /* the recommended */
    size_t v = n;
    inlay_status st = INLAY_OK;

    if (at > 0)
        st = inlay_study_trial(plot->study, at, &through, err);
    if (st == INLAY_OK && name) {
        st = inlay_space_find(space, name, &v, err);
        return st == INLAY_OK ? add_slice(plot, through.x, v, r, err) : st;
    }
    while (st == INLAY_OK && plot->n_slices < INLAY_MOST_SLICES &&
           (v = next_variable(plot, r, n)) < n)
        st = add_slice(plot, through.x, v, r, err);
    return st;
}

static inlay_status slice_model(struct inlay_plot *plot, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(plot->study);
    const size_t n = inlay_space_n_variables(space);
    inlay_relevance *r = inlay_mem_new(n, sizeof *r);
    if (!r)
        return inlay_fail_memory(err, "a picture");
    inlay_status st = inlay_study_relevance(plot->study, r, err);
    if (st == INLAY_OK && !isnan(r[0].share))
        st = add_slices(plot, r, err);
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
        if (plot->trials[i].is_discarded) { /* nothing is drawn of it */
            plot->trials[i].state = INLAY_STATE_ABANDONED;
            plot->trials[i].value = NAN;
        }
        plot->n_done += plot->trials[i].state == INLAY_STATE_DONE;
        plot->n_failed += plot->trials[i].state == INLAY_STATE_FAILED;
    }
    plot->n_trials = n;
    return st;
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
    if (st == INLAY_OK)
        *out = plot;
    else
        inlay_plot_clear(&plot);
    return st;
}
