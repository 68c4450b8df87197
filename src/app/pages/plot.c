/*
 * plot.c: samples the model along one variable after the other.
 */
#include "app/pages/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/pages/apart.h"
#include "base/error.h"
#include "base/mem.h"

/* Samples of a curve; cells of a discrete variable, of which a longer one shows
 * so many values. */
enum { N_CURVE = 201, MOST_CELLS = 200 };

static void clear_slice(struct inlay_slice *s)
{
    inlay_mem_free(s->left);
    inlay_mem_free(s->at);
    inlay_mem_free(s->trial);
}

void inlay_plot_clear(struct inlay_plot *plot)
{
    for (size_t i = 0; i < plot->n_slices; i++)
        clear_slice(&plot->slice[i]);
    inlay_mem_free(plot->x);
    *plot = (struct inlay_plot){0};
}

/* ---- One slice ---- */

static double place_of(const struct inlay_var *var, const inlay_value *v)
{
    switch (var->is.type) {
    case INLAY_REAL:
        return v->real;
    case INLAY_INTEGER:
        return (double)v->integer;
    case INLAY_ORDINAL:
    case INLAY_CATEGORICAL:
    case INLAY_BOOLEAN:
        break;
    }
    return (double)inlay_var_level(var, v);
}

/* Sample i of n: even steps, or even factors; the ends are exact. */
static double between(double lo, double hi, bool is_log, size_t i, size_t n)
{
    const double t = (double)i / (double)(n - 1);

    if (i == 0 || i + 1 == n)
        return i == 0 ? lo : hi;
    return is_log ? lo * pow(hi / lo, t) : lo + t * (hi - lo);
}

/* Samples of a curve, `here` among them: there the band is at its narrowest. */
static void place_curve(const struct inlay_var *var, struct inlay_slice *s)
{
    const bool is_log = var->is.scale == INLAY_LOG;
    size_t n = 0;

    for (size_t i = 0; i < N_CURVE; i++) {
        const double x = between(var->is.lo, var->is.hi, is_log, i, N_CURVE);
        const double last = n > 0 ? s->left[n - 1] : -INFINITY;
        if (last < s->here && s->here < x)
            s->left[n++] = s->here;
        s->left[n++] = x;
    }
    s->n = n;
    memcpy(s->right, s->left, n * sizeof *s->left);
}

/* Levels in left[]; what they are is known later, see spread_cells. */
static void place_cells(const struct inlay_var *var, struct inlay_slice *s)
{
    const bool is_log = var->is.scale == INLAY_LOG;
    const double first = is_log ? (double)var->is.int_lo : 0.0;
    const double last = first + (double)(var->n_levels - 1);
    const bool is_all = var->n_levels <= MOST_CELLS;
    const size_t n = is_all ? (size_t)var->n_levels : MOST_CELLS;

    for (size_t i = 0; i < n; i++) {
        const double x = floor(between(first, last, is_log, i, n) + 0.5);
        const double level = is_all ? (double)i : x - first;
        if (s->n == 0 || level > s->left[s->n - 1])
            s->left[s->n++] = level;
    }
}

/* From levels to cells that meet half-way between them. */
static void spread_cells(const struct inlay_var *var, struct inlay_slice *s)
{
    const double first =
        var->is.type == INLAY_INTEGER ? (double)var->is.int_lo : 0.0;

    for (size_t i = 0; i < s->n; i++)
        s->left[i] += first;
    for (size_t i = 0; i < s->n; i++)
        s->right[i] = i + 1 < s->n ? 0.5 * (s->left[i] + s->left[i + 1])
                                   : s->left[i] + 0.5;
    s->left[0] -= 0.5;
    for (size_t i = 1; i < s->n; i++)
        s->left[i] = s->right[i - 1];
}

static inlay_value value_at(const struct inlay_var *var, double place)
{
    return var->n_levels == 0 ? inlay_real(place)
                              : inlay_var_value(var, (uint64_t)place);
}

static inlay_status predict_slice(struct inlay_plot *plot,
                                  const struct inlay_var *var,
                                  struct inlay_slice *s, inlay_error *err)
{
    const inlay_value was = plot->x[s->var];
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < s->n; i++) {
        plot->x[s->var] = value_at(var, s->left[i]);
        st = inlay_study_predict(plot->study, plot->x, &s->at[i], err);
    }
    plot->x[s->var] = was;
    return st;
}

static inlay_status place_trials(const struct inlay_plot *plot,
                                 const struct inlay_var *var,
                                 const inlay_relevance *r,
                                 struct inlay_slice *s, inlay_error *err)
{
    const struct inlay_history *h = &plot->study->history;
    double *u = inlay_mem_doubles(plot->study->exact.dim);
    if (!u)
        return inlay_fail_memory(err, "a picture");
    inlay_encode(&plot->study->exact, plot->x, u);
    for (size_t i = 0; i < h->n; i++) {
        s->trial[i] = place_of(var, &h->record[i]->x[s->var]);
        s->apart[i] =
            inlay_apart(&plot->study->exact, r, s->var, u, h->record[i]->u);
    }
    inlay_mem_free(u);
    return INLAY_OK;
}

static inlay_status add_slice(struct inlay_plot *plot, size_t v,
                              const inlay_relevance *r, inlay_error *err)
{
    enum { ROOM = N_CURVE + 1 };
    const size_t n_trials = inlay_study_n_trials(plot->study);
    const struct inlay_var *var =
        inlay_space_var(inlay_study_space(plot->study), v);
    struct inlay_slice s = {.var = v,
                            .share = r[v].share,
                            .here = place_of(var, &plot->x[v]),
                            .left = inlay_mem_doubles(2 * ROOM),
                            .at = inlay_mem_new(ROOM, sizeof *s.at),
                            .trial = inlay_mem_doubles(2 * n_trials)};
    if (!s.left || !s.at || !s.trial) {
        clear_slice(&s);
        return inlay_fail_memory(err, "a picture");
    }
    s.right = s.left + ROOM;
    s.apart = s.trial + n_trials;
    if (var->n_levels == 0)
        place_curve(var, &s);
    else
        place_cells(var, &s);
    inlay_status st = predict_slice(plot, var, &s, err);
    if (st == INLAY_OK)
        st = place_trials(plot, var, r, &s, err);
    if (var->n_levels != 0)
        spread_cells(var, &s);
    if (st == INLAY_OK)
        plot->slice[plot->n_slices++] = s;
    else
        clear_slice(&s);
    return st;
}

/* ---- Which slices ---- */

static bool is_constant(const inlay_study *s, size_t v)
{
    return inlay_space_var(inlay_study_space(s), v)->n_levels == 1;
}

/* The variable with the largest share that has no slice yet and varies. */
static size_t next_variable(const struct inlay_plot *plot,
                            const inlay_relevance *r, size_t n)
{
    size_t best = n;

    for (size_t v = 0; v < n; v++) {
        bool is_taken = is_constant(plot->study, v);
        for (size_t i = 0; i < plot->n_slices; i++)
            is_taken = is_taken || plot->slice[i].var == v;
        if (!is_taken && (best == n || r[v].share > r[best].share))
            best = v;
    }
    return best;
}

static inlay_status add_slices(struct inlay_plot *plot, const char *name,
                               const inlay_relevance *r, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(plot->study);
    const size_t n = inlay_space_n_variables(space);
    size_t v = n;
    inlay_status st = INLAY_OK;

    if (name) {
        st = inlay_space_find(space, name, &v, err);
        if (st == INLAY_OK && is_constant(plot->study, v))
            st =
                inlay_fail(err, INLAY_EINVAL, "variable '%s': it is a constant",
                           inlay_shown_text(name).text);
        return st == INLAY_OK ? add_slice(plot, v, r, err) : st;
    }
    while (st == INLAY_OK && plot->n_slices < INLAY_MOST_SLICES &&
           (v = next_variable(plot, r, n)) < n)
        st = add_slice(plot, v, r, err);
    return st;
}

static inlay_status find_centre(struct inlay_plot *plot, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(inlay_study_space(plot->study));
    inlay_trial trial;

    plot->x = inlay_mem_new(n, sizeof *plot->x);
    if (!plot->x)
        return inlay_fail_memory(err, "a picture");
    if (plot->at == 0)
        return inlay_study_recommend(plot->study, plot->x, NULL, err);
    const inlay_status st =
        inlay_study_trial(plot->study, plot->at, &trial, err);
    if (st == INLAY_OK)
        memcpy(plot->x, trial.x, n * sizeof *plot->x);
    return st;
}

static inlay_status slice_model(struct inlay_plot *plot, const char *variable,
                                inlay_error *err)
{
    const inlay_space *space = inlay_study_space(plot->study);
    const size_t n = inlay_space_n_variables(space);
    inlay_relevance *r = inlay_mem_new(n, sizeof *r);
    if (!r)
        return inlay_fail_memory(err, "a picture");
    inlay_status st = inlay_study_relevance(plot->study, r, err);
    if (st == INLAY_OK && !isnan(r[0].share)) {
        st = find_centre(plot, err);
        if (st == INLAY_OK)
            st = add_slices(plot, variable, r, err);
    }
    inlay_mem_free(r);
    return st;
}

inlay_status inlay_plot_make(inlay_study *s, const struct inlay_plot_options *o,
                             struct inlay_plot *out, inlay_error *err)
{
    struct inlay_plot plot = {
        .study = s, .has_progress = o->has_progress, .at = o->at};
    const size_t n = inlay_space_n_variables(inlay_study_space(s));
    inlay_status st = inlay_study_refresh(s, err);

    for (size_t v = 0; v < n; v++)
        plot.n_vars += !is_constant(s, v);
    if (st == INLAY_OK && o->has_slices)
        st = slice_model(&plot, o->variable, err);
    if (st == INLAY_OK)
        *out = plot;
    else
        inlay_plot_clear(&plot);
    return st;
}
