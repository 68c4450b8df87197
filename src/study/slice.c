/*
 * slice.c: the model along one variable or over two, through a configuration.
 *
 * Coordinates are those of a picture.  A real variable is sampled in even steps,
 * and at the configuration itself, where the band is at its narrowest.  Of a
 * discrete one each value is a cell in which all is flat, as the model sees it.
 */
#include "study/inside.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/space.h"
#include "strategy/distance.h"

enum {
    MOST_AXES = 2,
    STEPS_OF_ONE = 201,
    STEPS_OF_TWO = 41,
    MOST_STEPS = 1000
};

/* What the caller sees, and what it is made of: all in one block. */
struct sliced {
    inlay_slice is; /* first */
    inlay_slice_axis axes[MOST_AXES];
    const inlay_slice_axis *axis_at[MOST_AXES];
    size_t n_steps;
    double *edges;       /* left and right of each axis */
    inlay_value *values; /* of each axis */
    inlay_value *x;
    inlay_prediction *at; /* of each cell, and where it is */
    const inlay_prediction **cell_at;
    inlay_output_prediction *outputs; /* of each cell and output */
    const inlay_output_prediction **outputs_at;
    inlay_slice_trial *trials;
    const inlay_slice_trial **trial_at;
    /* Scratch: the configuration of a cell, and how far the trials are. */
    inlay_value *cell;
    inlay_relevance *relevance;
    double *distance;
};

void inlay_slice_free(inlay_slice *slice)
{
    inlay_mem_free(slice);
}

/* ---- One axis ---- */

static double place_of(const struct inlay_var *var, const inlay_value *v)
{
    switch (var->is.type) {
    case INLAY_TYPE_REAL:
        return v->real;
    case INLAY_TYPE_INTEGER:
        return (double)v->integer;
    case INLAY_TYPE_ORDINAL:
    case INLAY_TYPE_CATEGORICAL:
    case INLAY_TYPE_BOOLEAN:
    case INLAY_TYPE_ABSENT:
        break;
    }
    return (double)inlay_var_level(var, v);
}

/* Step i of n: even steps, or even factors; the ends are exact.  Of a range whose
 * width, or factor, no double holds, the two parts are taken by themselves. */
static double between(double lo, double hi, bool is_log, size_t i, size_t n)
{
    const double t = (double)i / (double)(n - 1);
    if (i == 0 || i + 1 == n)
        return i == 0 ? lo : hi;
    if (is_log)
        return isfinite(hi / lo) ? lo * pow(hi / lo, t)
                                 : pow(lo, 1.0 - t) * pow(hi, t);
    return isfinite(hi - lo) ? lo + t * (hi - lo) : (1.0 - t) * lo + t * hi;
}

/* Steps of a real variable into left, `here` among them; returns how many. */
static size_t place_steps(const struct inlay_var *var, double here,
                          size_t n_steps, double *left)
{
    const bool is_log = var->is.scale == INLAY_SCALE_LOG;
    size_t n = 0;
    for (size_t i = 0; i < n_steps; i++) {
        const double x = between(var->is.lo, var->is.hi, is_log, i, n_steps);
        if (n > 0 && left[n - 1] < here && here < x)
            left[n++] = here;
        if (n == 0 || x > left[n - 1])
            left[n++] = x;
    }
    return n;
}

/* Levels of a discrete variable into left; returns how many. */
static size_t place_levels(const struct inlay_var *var, size_t n_steps,
                           double *left)
{
    const bool is_log = var->is.scale == INLAY_SCALE_LOG;
    const double first = is_log ? (double)var->is.int_lo : 0.0;
    const double last = first + (double)(var->n_levels - 1);
    const bool is_all = var->n_levels <= n_steps;
    const size_t most = is_all ? (size_t)var->n_levels : n_steps;
    size_t n = 0;
    for (size_t i = 0; i < most; i++) {
        const double x = floor(between(first, last, is_log, i, most) + 0.5);
        const double level = is_all ? (double)i : x - first;
        if (n == 0 || level > left[n - 1])
            left[n++] = level;
    }
    return n;
}

/* From levels to cells that meet half-way between them. */
static void spread_cells(const struct inlay_var *var, size_t n, double *left,
                         double *right)
{
    const double half = var->is.step > 0.0 ? 0.5 * var->is.step : 0.5;
    for (size_t i = 0; i < n; i++) {
        const inlay_value v = inlay_var_value(var, (uint64_t)left[i]);
        left[i] = place_of(var, &v);
    }
    for (size_t i = 0; i < n; i++)
        right[i] = i + 1 < n ? 0.5 * (left[i] + left[i + 1]) : left[i] + half;
    left[0] -= half;
    for (size_t i = 1; i < n; i++)
        left[i] = right[i - 1];
}

/* Room for n_steps + 1 in edges (twice) and in values.  axis->here is set. */
static void place_axis(const struct inlay_var *var, size_t n_steps,
                       double *edges, inlay_value *values,
                       inlay_slice_axis *axis)
{
    double *left = edges, *right = edges + n_steps + 1;
    const bool is_real = var->n_levels == 0;
    const size_t n = is_real ? place_steps(var, axis->here, n_steps, left)
                             : place_levels(var, n_steps, left);
    for (size_t i = 0; i < n; i++)
        values[i] = is_real ? inlay_real(left[i])
                            : inlay_var_value(var, (uint64_t)left[i]);
    if (is_real)
        memcpy(right, left, n * sizeof *left);
    else
        spread_cells(var, n, left, right);
    axis->n = n;
    axis->left = left;
    axis->right = right;
    axis->values = values;
}

/* ---- The slice ---- */

static inlay_status check_axes(const inlay_study *s, const size_t *variables,
                               size_t n, size_t resolution, inlay_error *err)
{
    const size_t n_vars = inlay_space_n_variables(s->space);
    if (n < 1 || n > MOST_AXES)
        return inlay_fail(err, INLAY_EINVAL,
                          "slice: %zu variables given; it takes 1 or 2", n);
    if (resolution == 1 || resolution > MOST_STEPS)
        return inlay_fail(
            err, INLAY_EINVAL,
            "slice: the resolution %zu is not 0 or between 2 and %d",
            resolution, MOST_STEPS);
    for (size_t i = 0; i < n; i++) {
        if (variables[i] >= n_vars)
            return inlay_fail(
                err, INLAY_EINVAL,
                "slice: index %zu is out of range: the variables are 0 to %zu",
                variables[i], n_vars - 1);
        const struct inlay_var *var = inlay_space_var(s->space, variables[i]);
        const struct inlay_shown name = inlay_shown_text(var->is.name);
        if (var->n_levels == 1)
            return inlay_fail(
                err, INLAY_EINVAL,
                "variable '%s': it is constant, so it has no slice", name.text);
        if (i > 0 && variables[i] == variables[0])
            return inlay_fail(err, INLAY_EINVAL, "variable '%s': given twice",
                              name.text);
    }
    return INLAY_OK;
}

/* At most so many cells, where the axes take n_steps. */
static size_t most_cells(const inlay_study *s, const size_t *variables,
                         size_t n, size_t n_steps)
{
    size_t most = 1;
    for (size_t i = 0; i < n; i++) {
        const struct inlay_var *var = inlay_space_var(s->space, variables[i]);
        const bool is_few = var->n_levels > 0 && var->n_levels < n_steps;
        most *= is_few ? (size_t)var->n_levels : n_steps + 1;
    }
    return most;
}

static struct sliced *new_slice(const inlay_study *s, const size_t *variables,
                                size_t n, size_t resolution)
{
    const size_t n_steps = resolution ? resolution
                           : n == 1   ? STEPS_OF_ONE
                                      : STEPS_OF_TWO;
    const size_t n_vars = inlay_space_n_variables(s->space);
    const size_t n_cells = most_cells(s, variables, n, n_steps);
    const size_t n_outputs = inlay_options_n_outputs(s->options);
    struct sliced is = {.n_steps = n_steps}, *c;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(c, 1),
        INLAY_PART(is.edges, 2 * n * (n_steps + 1)),
        INLAY_PART(is.values, n * (n_steps + 1)),
        INLAY_PART(is.x, n_vars),
        INLAY_PART(is.at, n_cells),
        INLAY_PART(is.cell_at, n_cells),
        INLAY_PART(is.outputs, n_cells * n_outputs),
        INLAY_PART(is.outputs_at, n_cells),
        INLAY_PART(is.trials, s->history.n),
        INLAY_PART(is.trial_at, s->history.n),
        INLAY_PART(is.cell, n_vars),
        INLAY_PART(is.relevance, n_vars),
        INLAY_PART(is.distance, s->history.n),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return NULL;
    *c = is;
    c->is = (inlay_slice){.x = c->x,
                          .n_axes = n,
                          .axes = c->axis_at,
                          .at = c->cell_at,
                          .n_trials = s->history.n,
                          .trials = c->trial_at,
                          .n_outputs = n_outputs,
                          .outputs = c->outputs_at};
    for (size_t i = 0; i < n; i++)
        c->axis_at[i] = &c->axes[i];
    for (size_t i = 0; i < n_cells; i++) {
        c->cell_at[i] = &c->at[i];
        c->outputs_at[i] = &c->outputs[i * n_outputs];
    }
    for (size_t i = 0; i < s->history.n; i++)
        c->trial_at[i] = &c->trials[i];
    return c;
}

static void place_axes(struct sliced *c, const inlay_study *s,
                       const size_t *variables)
{
    const size_t room = c->n_steps + 1;
    c->is.n_cells = 1;
    for (size_t i = 0; i < c->is.n_axes; i++) {
        const struct inlay_var *var = inlay_space_var(s->space, variables[i]);
        c->axes[i].variable = variables[i];
        c->axes[i].here = place_of(var, &c->x[variables[i]]);
        place_axis(var, c->n_steps, c->edges + 2 * i * room,
                   c->values + i * room, &c->axes[i]);
        c->is.n_cells *= c->axes[i].n;
    }
}

static inlay_status place_trials(struct sliced *c, inlay_study *s,
                                 inlay_error *err)
{
    const struct inlay_history *h = &s->history;
    const size_t without[] = {c->axes[0].variable, c->axes[1].variable};
    inlay_status st = inlay_study_relevance(s, c->relevance, err);
    if (st == INLAY_OK)
        st = inlay_distance_find(c->relevance, without, c->is.n_axes, c->x, h,
                                 c->distance, err);
    for (size_t i = 0; st == INLAY_OK && i < h->n; i++) {
        inlay_slice_trial t = {h->record[i]->id, {NAN, NAN}, c->distance[i]};
        for (size_t k = 0; k < c->is.n_axes; k++)
            t.place[k] = place_of(inlay_space_var(s->space, without[k]),
                                  &h->record[i]->x[without[k]]);
        c->trials[i] = t;
    }
    return st;
}

/* Of cell i, whose configuration is c->cell. */
static inlay_status predict_cell(struct sliced *c, inlay_study *s, size_t i,
                                 inlay_error *err)
{
    const size_t n = c->is.n_outputs;
    inlay_output_prediction *out = &c->outputs[i * n];
    inlay_status st = inlay_study_predict_known(s, c->cell, &c->at[i], err);
    if (n == 1) { /* what the objective has is known */
        out[0] = (inlay_output_prediction){c->at[i].mean, c->at[i].sd,
                                           c->at[i].p_feasible};
        return st;
    }
    for (size_t k = 0; st == INLAY_OK && k < n; k++)
        st = inlay_study_predict_output(s, c->cell, k, &out[k], err);
    return st;
}

static inlay_status predict_cells(struct sliced *c, inlay_study *s,
                                  inlay_error *err)
{
    const size_t n_second = c->is.n_axes > 1 ? c->axes[1].n : 1;
    inlay_status st = INLAY_OK;
    memcpy(c->cell, c->x, inlay_space_n_variables(s->space) * sizeof *c->x);
    for (size_t i = 0; st == INLAY_OK && i < c->is.n_cells; i++) {
        c->cell[c->axes[0].variable] = c->axes[0].values[i / n_second];
        if (c->is.n_axes > 1)
            c->cell[c->axes[1].variable] = c->axes[1].values[i % n_second];
        st = predict_cell(c, s, i, err);
    }
    if (st == INLAY_OK)
        c->is.has_model = isfinite(c->at[0].mean);
    c->is.acquisition = inlay_study_acquisition(s); /* of the belief */
    return st;
}

/* Of the history as it was read last. */
static inlay_status slice(inlay_study *s, const inlay_value *x,
                          const size_t *variables, size_t n_variables,
                          size_t resolution, inlay_slice **out,
                          inlay_error *err)
{
    struct sliced *c = new_slice(s, variables, n_variables, resolution);
    if (!c)
        return inlay_fail_memory(err, "a slice");
    inlay_status st = x ? inlay_space_check(s->space, x, c->x, err)
                        : inlay_study_recommend(s, c->x, NULL, err);
    if (st == INLAY_OK) {
        place_axes(c, s, variables);
        st = place_trials(c, s, err);
    }
    if (st == INLAY_OK)
        st = predict_cells(c, s, err);
    if (st == INLAY_OK)
        *out = &c->is;
    else
        inlay_mem_free(c);
    return st;
}

inlay_status inlay_study_slice(inlay_study *s, const inlay_value *x,
                               const size_t *variables, size_t n_variables,
                               size_t resolution, inlay_slice **out,
                               inlay_error *err)
{
    int64_t upto;
    if (!s || !variables || !out)
        return inlay_refuse_null(__func__, "study, variables and out", err);
    inlay_status st = check_axes(s, variables, n_variables, resolution, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_study_freeze(s, &upto, err);
    if (st == INLAY_OK)
        st = slice(s, x, variables, n_variables, resolution, out, err);
    inlay_study_thaw(s, upto);
    return inlay_settle(err, st);
}
