/*
 * figure.c: the layout and the look of a picture.
 *
 * All panels are placed by their margins on one page: progress on top, then
 * slices in rows.  A slice has two panels, the posterior and beneath it what
 * suggestions are chosen by; for an output with limits, the chance that they hold.
 * Panels of one output share one range of values, so that they can be compared.
 */
#include "app/pages/figure.h"

#include <math.h>
#include <string.h>

#include "app/pages/extent.h"
#include "app/pages/gnuplot.h"
#include "app/screen/readable.h"
#include "base/width.h"
#include "problem/space.h"

#define BLUE "#1f5fa8"
#define BAND "#cfe0f1"
#define ORANGE "#c8511b"
#define FILL "#f4cdb8"
#define GREY "#9a9a9a"
#define DARK "#333333"

/* Points. */
enum {
    WIDTH = 960,
    TOP = 12,
    PROGRESS = 306,
    PROGRESS_ALONE = 380,
    CAPTION = 40,
    CHARACTER = 7, /* of a caption, on the wide side */
    ROW = 260,
    TITLE = 34,   /* above a panel */
    LEFT = 70,    /* room for the numbers of the axis */
    GAP = 26,     /* between columns */
    BENEATH = 42, /* room for tics */
    BENEATH_LABEL = 62
};
enum { MOST_TICS = 10, LABEL = 9 /* columns of a tic's label */ };

/* A page of `width`×`height` points, and where its parts are. */
struct layout {
    double width, height, progress, rows;
    size_t n_columns;
};

/* ---- Page ---- */

/* The left, right, top and bottom of the next panel, in points from the upper
 * left corner. */
static void place_panel(struct inlay_text *page, const struct layout *l,
                        const double box[4])
{
    inlay_text_printf(page,
                      "set lmargin at screen %.5f\n"
                      "set rmargin at screen %.5f\n"
                      "set tmargin at screen %.5f\n"
                      "set bmargin at screen %.5f\n",
                      box[0] / l->width, box[1] / l->width,
                      1.0 - box[2] / l->height, 1.0 - box[3] / l->height);
}

/* Panels of one output; all outputs have as many. */
static size_t panels_of_one(const struct inlay_plot *plot)
{
    size_t n = 0;
    while (n < plot->n_panels && plot->panel[n].output == plot->panel[0].output)
        n++;
    return n;
}

/* No row has panels of two outputs, unless it has one column. */
static struct layout lay_out(const struct inlay_plot *plot)
{
    const struct inlay_plot_options *o = plot->options;
    struct layout l = {.width = WIDTH};
    const size_t n = plot->n_panels;
    const double progress = n > 0 ? PROGRESS : PROGRESS_ALONE;

    const size_t one = panels_of_one(plot);
    l.n_columns = one < 2 ? 1 : one == 2 || one == 4 ? 2 : 3;
    l.progress = o->has_progress || n == 0 ? progress : 0.0;
    const size_t rows = (n + l.n_columns - 1) / l.n_columns;
    l.rows = (double)rows;
    l.height = TOP + l.progress + (n > 0 ? CAPTION + ROW * l.rows : 0.0);
    if (o->width > 0) {
        l.progress *= (double)o->height / l.height;
        l.width = (double)o->width;
        l.height = (double)o->height;
    }
    return l;
}

static void begin_page(struct inlay_text *page, const struct layout *l,
                       bool is_png)
{
    const double scale = is_png ? 2.0 : 1.0;

    inlay_text_printf(page,
                      "set encoding utf8\n"
                      "set decimalsign '.'\n"
                      "set terminal %s size %.0f,%.0f noenhanced "
                      "background rgb 'white' %s\n",
                      is_png ? "pngcairo" : "svg", scale * l->width,
                      scale * l->height,
                      is_png ? "font 'Helvetica,10' fontscale 2 linewidth 2 "
                               "pointscale 2"
                             : "dynamic font "
                               "'Helvetica,Arial,sans-serif,13'");
    inlay_text_add(page,
                   "set multiplot\n"
                   "set border 3 lc rgb '" GREY "' lw 0.8\n"
                   "set tics nomirror out scale 0.5 textcolor rgb '" DARK "'\n"
                   "unset key\n");
}

/* ---- Progress ---- */

/* A value that is void, or of another space, is not drawn. */
static bool counts(const inlay_trial *t)
{
    return !t->is_outside && !t->is_discarded;
}

static struct inlay_extent add_progress_data(const struct inlay_plot *plot,
                                             struct inlay_text *page)
{
    struct inlay_extent e = inlay_extent_none(plot->unit);
    double best = NAN;

    inlay_text_add(page, "$trials << EOD\n");
    for (size_t i = 0; i < plot->n_trials; i++) {
        const inlay_trial *t = &plot->trials[i];
        const double value = counts(t) ? t->value / plot->unit : NAN;
        if (t->is_feasible && inlay_study_is_better(plot->study, value, best))
            best = value;
        inlay_extent_take(&e, value);
        const double row[] = {(double)t->id, t->is_feasible ? value : NAN, best,
                              t->state == INLAY_STATE_FAILED ? 0.025 : NAN,
                              t->is_feasible ? NAN : value};
        inlay_gnuplot_row(page, row, 5);
    }
    inlay_text_add(page, "EOD\n");
    return e;
}

static void add_headline(const struct inlay_plot *plot,
                         const struct inlay_extent *e, struct inlay_text *page)
{
    struct inlay_text line = {0};
    inlay_trial best;

    if (inlay_study_best(plot->study, &best, NULL) == INLAY_OK)
        inlay_text_printf(&line, "Best value %s, trial %lld of %zu%s",
                          inlay_readable_number(best.value, 4).text,
                          (long long)best.id, plot->n_trials,
                          inlay_extent_wants_log(e) ? " (log scale)" : "");
    else
        inlay_text_printf(&line, "%s, none done",
                          inlay_readable_count(plot->n_trials, "trial").text);
    inlay_gnuplot_heading(page, inlay_text_view(&line), false, DARK);
    inlay_text_fail_as(page, &line);
    inlay_text_clear(&line);
}

static void draw_progress(const struct inlay_plot *plot, const struct layout *l,
                          struct inlay_text *page)
{
    const double box[] = {LEFT, l->width - GAP, TOP + TITLE,
                          TOP + l->progress - BENEATH_LABEL};
    const bool has_done = plot->n_done > 0;
    const bool has_broken = plot->n_feasible < plot->n_done;
    const struct inlay_gnuplot_series series[] = {
        {plot->n_feasible > 0, "trials",
         "1:3 with steps lw 1.8 lc rgb '" ORANGE "' title 'best so far'"},
        {has_done, "trials",
         "1:2 with points pt 7 ps 0.45 lc rgb '" BLUE "' title 'value'"},
        {has_broken, "trials",
         "1:5 with points pt 6 ps 0.45 lc rgb '" BLUE
         "' title 'outside limits'"},
        {plot->n_failed > 0, "trials",
         "1:4 axes x1y2 with points pt 2 ps 0.5 lw 1.2 lc rgb '" GREY
         "' title 'failed'"},
        {0}};
    const struct inlay_extent e = add_progress_data(plot, page);
    const struct inlay_extent padded = inlay_extent_padded(&e, 0.06);

    place_panel(page, l, box);
    inlay_gnuplot_add(
        page,
        "set xrange [0.5:@]\nset y2range [0:1]\n"
        "set xlabel 'trial' textcolor rgb '" DARK "'\n"
        "set key at graph 1, graph 1.02 right bottom horizontal "
        "samplen 1.5 textcolor rgb '" DARK "'\n",
        (const double[]){fmax((double)plot->n_trials, 1.0) + 0.5});
    if (inlay_extent_wants_log(&e))
        inlay_extent_add_log(page, &e);
    else
        inlay_extent_add_linear(page, &padded);
    add_headline(plot, &e, page);
    inlay_gnuplot_plot(page, 0, series);
    inlay_text_add(page, "unset key\nunset label\nunset xlabel\n"
                         "unset logscale y\n");
}

/* ---- Slices: data ---- */

/* Its mean and sd are in the unit of the plot. */
static inlay_output_prediction at_cell(const struct inlay_plot *plot,
                                       const struct inlay_panel *panel,
                                       size_t i)
{
    inlay_output_prediction p = panel->slice->outputs[i][panel->output];

    p.mean /= plot->unit;
    p.sd /= plot->unit;
    return p;
}

/* The value of an output; NaN unless done, and where it does not count. */
static double value_of(const struct inlay_plot *plot, const inlay_trial *t,
                       size_t output)
{
    return t->state == INLAY_STATE_DONE && counts(t)
               ? t->values[output] / plot->unit
               : NAN;
}

/* All bands of an output; then trials that lie at most as far outside as the
 * bands are wide.  What lies further is drawn at the edge. */
static struct inlay_extent output_extent(const struct inlay_plot *plot,
                                         size_t output)
{
    struct inlay_extent e = inlay_extent_none(plot->unit);

    for (size_t k = 0; k < plot->n_panels; k++)
        for (size_t i = 0; plot->panel[k].output == output &&
                           i < plot->panel[k].slice->n_cells;
             i++) {
            const inlay_output_prediction p = at_cell(plot, &plot->panel[k], i);
            inlay_extent_take(&e, p.mean);
            inlay_extent_take(&e, p.mean - 2.0 * p.sd);
            inlay_extent_take(&e, p.mean + 2.0 * p.sd);
        }
    const double span = e.hi - e.lo, lo = e.lo - 0.5 * span,
                 hi = e.hi + 0.5 * span;
    for (size_t i = 0; i < plot->n_trials; i++) {
        const double y = value_of(plot, &plot->trials[i], output);
        if (span < 0.0 || (y >= lo && y <= hi))
            inlay_extent_take(&e, y);
    }
    return inlay_extent_padded(&e, 0.05);
}

static double most_promising(const struct inlay_plot *plot)
{
    double most = -INFINITY;

    for (size_t k = 0; k < plot->n_slices; k++)
        for (size_t i = 0; i < plot->slice[k]->n_cells; i++)
            most = fmax(most, plot->slice[k]->at[i]->acquisition);
    return isfinite(most) ? most : 0.0;
}

static const struct inlay_var *var_of(const struct inlay_plot *plot,
                                      const inlay_slice *s)
{
    return inlay_space_var(inlay_study_space(plot->study),
                           s->axes[0]->variable);
}

/* Values without an order stand apart. */
static bool is_apart(const struct inlay_var *var)
{
    return var->is.type == INLAY_TYPE_CATEGORICAL ||
           var->is.type == INLAY_TYPE_BOOLEAN;
}

static bool is_objective(const struct inlay_plot *plot,
                         const struct inlay_panel *panel)
{
    return panel->output ==
           inlay_options_objective(inlay_study_options(plot->study));
}

/* place mean sd criterion; two rows a cell.  The criterion is a logarithm. */
static void add_slice_data(const struct inlay_plot *plot, size_t k,
                           struct inlay_text *page)
{
    const struct inlay_panel *panel = &plot->panel[k];
    const inlay_slice *s = panel->slice;
    const bool has_gaps = is_apart(var_of(plot, s));
    const double gap = has_gaps ? 0.1 : 0.0;

    inlay_text_printf(page, "$slice%zu << EOD\n", k + 1);
    for (size_t i = 0; i < s->n_cells; i++) {
        const inlay_output_prediction p = at_cell(plot, panel, i);
        const double criterion =
            is_objective(plot, panel) ? s->at[i]->acquisition : log(p.p_within);
        const double ends[] = {s->axes[0]->left[i] + gap,
                               s->axes[0]->right[i] - gap};
        for (size_t j = 0; j < (ends[0] < ends[1] ? 2 : 1); j++) {
            const double row[] = {ends[j], p.mean, p.sd, criterion};
            inlay_gnuplot_row(page, row, 4);
        }
        inlay_text_add(page, has_gaps && i + 1 < s->n_cells ? "\n" : "");
    }
    inlay_text_add(page, "EOD\n");
}

/* The further from the slice, the lighter; orange where it goes through. */
static double shade(const inlay_slice *s, const inlay_slice_trial *t)
{
    const double near = 1.0 / (1.0 + t->distance * t->distance);

    if (t->distance == 0.0 && t->place[0] == s->axes[0]->here)
        return 0xc8511b;
    const double grey = floor(205.0 - 165.0 * near + 0.5);
    return grey * 65793.0; /* 0x010101 */
}

/* place, value, color; then a height in the panel where the value is above the
 * range, below it, or missing as the trial failed.  has: which of them some trial
 * has. */
enum { PLACE, VALUE, COLOR, ABOVE, BELOW, FAILED, N_COLUMNS };

static void add_trials_data(const struct inlay_plot *plot, size_t k,
                            const struct inlay_extent *e,
                            struct inlay_text *page, bool has[N_COLUMNS])
{
    const inlay_slice *s = plot->panel[k].slice;

    inlay_text_printf(page, "$at%zu << EOD\n", k + 1);
    for (size_t i = 0; i < s->n_trials; i++) {
        const int64_t id = s->trials[i]->id; /* inside the space; listed, unless
                                                it came meanwhile */
        if (id > (int64_t)plot->n_trials)
            continue;
        const inlay_trial *t = &plot->trials[id - 1];
        const double y = value_of(plot, t, plot->panel[k].output);
        const double row[N_COLUMNS] = {
            [PLACE] = s->trials[i]->place[0],
            [VALUE] = y >= e->lo && y <= e->hi ? y : NAN,
            [COLOR] = shade(s, s->trials[i]),
            [ABOVE] = y > e->hi ? 0.975 : NAN,
            [BELOW] = y < e->lo ? 0.025 : NAN,
            [FAILED] = t->state == INLAY_STATE_FAILED ? 0.025 : NAN};
        inlay_gnuplot_row(page, row, N_COLUMNS);
        for (size_t j = 0; j < N_COLUMNS; j++)
            has[j] = has[j] || !isnan(row[j]);
    }
    inlay_text_add(page, "EOD\n");
}

/* ---- Slices: drawing ---- */

/* A label of few characters, cut where it is longer. */
static struct inlay_shown short_label(const struct inlay_var *var,
                                      uint64_t level)
{
    const inlay_value v = inlay_var_value(var, level);
    struct inlay_shown shown = inlay_readable_value(&v, 5);

    shown.text[inlay_width_fitting(shown.text, strlen(shown.text), LABEL)] =
        '\0';
    return shown;
}

/* Characters of all labels: long ones are turned. */
static size_t label_width(const struct inlay_var *var, uint64_t step)
{
    size_t n = 0;

    for (uint64_t k = 0; k < var->n_levels; k += step)
        n += inlay_width(short_label(var, k).text) + 2;
    return n;
}

static void add_tics(const struct inlay_plot *plot, const inlay_slice *s,
                     struct inlay_text *page)
{
    const struct inlay_var *var = var_of(plot, s);
    const bool is_number =
        var->is.type == INLAY_TYPE_REAL || var->is.type == INLAY_TYPE_INTEGER;
    const uint64_t step = (var->n_levels + MOST_TICS - 1) / MOST_TICS;

    inlay_text_add(page, "set xtics nomirror out textcolor rgb '" DARK
                         "' format '%g' ");
    if (is_number) {
        const bool is_short = var->is.type == INLAY_TYPE_INTEGER &&
                              var->n_levels <= MOST_TICS && var->is.step == 0.0;
        inlay_text_printf(
            page, "scale 0.5 norotate %s\n",
            is_short && var->is.scale == INLAY_SCALE_LINEAR ? "1" : "autofreq");
        return;
    }
    inlay_text_printf(page, "scale 0 %s (",
                      label_width(var, step) > 44 ? "rotate by -25"
                                                  : "norotate");
    for (uint64_t k = 0; k < var->n_levels; k += step) {
        inlay_text_add(page, k > 0 ? ", " : "");
        inlay_gnuplot_quote(page, short_label(var, k).text, true);
        inlay_text_printf(page, " %llu", (unsigned long long)k);
    }
    inlay_text_add(page, ")\n");
}

static const inlay_output *output_of(const struct inlay_plot *plot,
                                     const struct inlay_panel *panel)
{
    return inlay_options_output(inlay_study_options(plot->study),
                                panel->output);
}

/* The variable; where there are several outputs, the output too. */
static void add_title(const struct inlay_plot *plot,
                      const struct inlay_panel *panel, struct inlay_text *page)
{
    const inlay_options *o = inlay_study_options(plot->study);
    const char *name = var_of(plot, panel->slice)->is.name;
    struct inlay_text line = {0};

    if (inlay_options_n_outputs(o) > 1)
        inlay_text_printf(&line, "%s by ",
                          inlay_shown_text(output_of(plot, panel)->name).text);
    inlay_text_add(&line, inlay_shown_text(name).text);
    inlay_gnuplot_heading(page, inlay_text_view(&line), false, DARK);
    inlay_text_fail_as(page, &line);
    inlay_text_clear(&line);
}

/* As arrows 9 and 10, which are taken away after the panel. */
static void draw_limits(const inlay_output *output, double unit,
                        struct inlay_text *page)
{
    const double at[] = {output->min / unit, output->max / unit};
    for (size_t i = 0; i < 2; i++)
        if (isfinite(at[i]))
            inlay_gnuplot_add(page,
                              i == 0 ? "set arrow 9 from graph 0, first @ to "
                                       "graph 1, first @ nohead lc rgb '" ORANGE
                                       "' lw 1 dt 2 front\n"
                                     : "set arrow 10 from graph 0, first @ to "
                                       "graph 1, first @ nohead lc rgb '" ORANGE
                                       "' lw 1 dt 2 front\n",
                              (const double[]){at[i], at[i]});
}

static void draw_posterior(const struct inlay_plot *plot, size_t k,
                           const bool has[N_COLUMNS], struct inlay_text *page)
{
    const struct inlay_gnuplot_series series[] = {
        {true, "slice",
         "1:($2-2*$3):($2+2*$3) with filledcurves fc rgb '" BAND
         "' fs solid noborder"},
        {true, "slice", "1:2 with lines lw 1.8 lc rgb '" BLUE "'"},
        {has[VALUE], "at", "1:2:3 with points pt 7 ps 0.4 lc rgb variable"},
        {has[ABOVE], "at",
         "1:4:3 axes x1y2 with points pt 9 ps 0.45 lc rgb variable"},
        {has[BELOW], "at",
         "1:5:3 axes x1y2 with points pt 11 ps 0.45 lc rgb variable"},
        {has[FAILED], "at",
         "1:6 axes x1y2 with points pt 2 ps 0.5 lw 1.2 lc rgb '" GREY "'"},
        {0}};
    const struct inlay_panel *panel = &plot->panel[k];

    add_title(plot, panel, page);
    inlay_gnuplot_heading(page, inlay_readable_percent(panel->share).text, true,
                          GREY);
    draw_limits(output_of(plot, panel), plot->unit, page);
    inlay_gnuplot_plot(page, k + 1, series);
    inlay_text_add(page, "unset label\nunset arrow 9\nunset arrow 10\n");
}

static void draw_criterion(size_t k, double most, struct inlay_text *page)
{
    static const struct inlay_gnuplot_series series[] = {
        {true, "slice",
         "1:(exp($4-most)) with filledcurves y1=0 fc rgb '" FILL
         "' fs solid noborder"},
        {true, "slice",
         "1:(exp($4-most)) with lines lw 1.2 lc rgb '" ORANGE "'"},
        {0}};

    inlay_gnuplot_add(page, "set yrange [0:1.1]\nmost = @\n", &most);
    inlay_gnuplot_plot(page, k + 1, series);
}

/* Along the variable; a line where the configuration is. */
static void set_x_axis(const struct inlay_plot *plot, const inlay_slice *s,
                       struct inlay_text *page)
{
    const inlay_slice_axis *axis = s->axes[0];

    if (var_of(plot, s)->is.scale == INLAY_SCALE_LOG)
        inlay_text_add(page, "set logscale x\n");
    inlay_gnuplot_add(page,
                      "set xrange [@:@]\nset y2range [0:1]\nunset xtics\n"
                      "set arrow from first @, graph 0 to first @, graph 1 "
                      "nohead lc rgb '#c9c9c9' lw 0.8 dt 2 back\n",
                      (const double[]){axis->left[0], axis->right[axis->n - 1],
                                       axis->here, axis->here});
}

/* Panel k in its cell of the page: two panels with one x axis. */
static void draw_slice(const struct inlay_plot *plot, size_t k,
                       const struct layout *l, const struct inlay_extent *e,
                       struct inlay_text *page)
{
    const struct inlay_panel *panel = &plot->panel[k];
    const inlay_slice *s = panel->slice;
    const size_t column = k % l->n_columns, row = k / l->n_columns;
    const double top = TOP + l->progress + CAPTION;
    const double cell = (l->height - top) / l->rows;
    const double across = (l->width - LEFT - GAP) / (double)l->n_columns;
    const double x0 = LEFT + across * (double)column;
    const double y0 = top + cell * (double)row;
    const double x1 = x0 + across - (column + 1 < l->n_columns ? GAP : 0.0);
    const double y1 = y0 + cell - BENEATH;
    const double middle = y0 + TITLE + 0.74 * (y1 - y0 - TITLE);
    const double upper[] = {x0, x1, y0 + TITLE, middle};
    const double lower[] = {x0, x1, middle + 8.0, y1};

    /* Only in the first column tics have labels, and so a unit. */
    const struct inlay_extent range = {e->lo, e->hi,
                                       column > 0 ? 1.0 : e->unit};
    bool has[N_COLUMNS] = {false};

    add_slice_data(plot, k, page);
    add_trials_data(plot, k, e, page, has);
    set_x_axis(plot, s, page);
    place_panel(page, l, upper);
    inlay_extent_add_linear(page, &range);
    inlay_text_add(page,
                   column > 0 ? "set format y ''\n" : "set format y '%g'\n");
    draw_posterior(plot, k, has, page);
    place_panel(page, l, lower);
    inlay_text_add(page, "set ytics (0) scale 0\nset format y ''\n");
    add_tics(plot, s, page);
    draw_criterion(k, is_objective(plot, panel) ? most_promising(plot) : 0.0,
                   page);
    inlay_text_add(page, "unset arrow\nunset logscale x\n"
                         "set ytics autofreq scale 0.5\nset format y '%g'\n");
}

/* The long one says what is drawn. */
static void add_caption(const struct inlay_plot *plot, bool is_long,
                        struct inlay_text *line)
{
    inlay_text_add(line, "Model through ");
    if (plot->options->at > 0)
        inlay_text_printf(line, "trial %lld", (long long)plot->options->at);
    else
        inlay_text_add(line, "the recommended configuration");
    if (is_long)
        inlay_text_printf(
            line, ": mean, \xC2\xB1 2 standard deviations, %s",
            inlay_readable_acquisition(inlay_study_acquisition(plot->study)));
    if (is_long &&
        inlay_options_n_outputs(inlay_study_options(plot->study)) > 1)
        inlay_text_add(line, " or chance to keep the limit");
    if (plot->n_slices < plot->n_vars && plot->n_slices > 1)
        inlay_text_printf(line, " (%zu of %zu variables)", plot->n_slices,
                          plot->n_vars);
}

static void draw_caption(const struct inlay_plot *plot, const struct layout *l,
                         struct inlay_text *page)
{
    struct inlay_text line = {0};

    add_caption(plot, true, &line);
    if (LEFT + CHARACTER * (double)line.n > l->width) {
        inlay_text_cut(&line, 0);
        add_caption(plot, false, &line);
    }
    inlay_text_add(page, "set label ");
    inlay_gnuplot_quote(page, inlay_text_view(&line), false);
    inlay_text_printf(
        page, " at screen %.5f, screen %.5f left textcolor rgb '" GREY "'\n",
        LEFT / l->width, 1.0 - (TOP + l->progress + 0.4 * CAPTION) / l->height);
    inlay_text_fail_as(page, &line);
    inlay_text_clear(&line);
}

void inlay_figure_script(const struct inlay_plot *plot, struct inlay_text *page)
{
    const struct layout l = lay_out(plot);

    begin_page(page, &l, plot->options->is_png);
    if (l.progress > 0.0)
        draw_progress(plot, &l, page);
    if (plot->n_panels > 0)
        draw_caption(plot, &l, page);
    for (size_t k = 0; k < plot->n_panels; k++) {
        const struct inlay_extent e =
            output_extent(plot, plot->panel[k].output);
        draw_slice(plot, k, &l, &e, page);
    }
    inlay_text_add(page, "unset multiplot\n");
}
