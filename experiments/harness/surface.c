/*
 * surface.c: the models on a grid.
 *
 * In the exact encoding a category is one axis, not two, so r is decoded and
 * encoded to get there: that is T, as decode(r) is all that the objective sees.
 */
#include "harness/surface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "harness/refuse.h"

enum { MAX_CELLS = SURFACE_SIDE * SURFACE_SIDE };

const char *surface_model_name(enum surface_model model)
{
    static const char *const NAMES[SURFACE_MODELS] = {"proposed", "standard"};
    return NAMES[model];
}

void surface_init(struct surface *s, const inlay_space *space,
                  const struct posterior_prior *prior, size_t room)
{
    for (int m = 0; m < SURFACE_MODELS; m++)
        posterior_init(&s->model[m], space, m == SURFACE_STANDARD, prior, room);
    if (s->model[SURFACE_STANDARD].enc.dim != 2)
        refuse("surface", "the relaxed encoding has not two axes");
}

void surface_clear(struct surface *s)
{
    for (int m = 0; m < SURFACE_MODELS; m++)
        posterior_clear(&s->model[m]);
}

/* u := where the proposed model sees r. */
static void exact_point(const struct surface *s, const double r[2], double u[2])
{
    inlay_value x[2];
    u[0] = u[1] = 0.0;
    inlay_decode(&s->model[SURFACE_STANDARD].enc, r, x);
    inlay_encode(&s->model[SURFACE_PROPOSED].enc, x, u);
}

void surface_observe(struct surface *s, const double r[2], double y)
{
    double u[2];
    exact_point(s, r, u);
    posterior_observe(&s->model[SURFACE_PROPOSED], u, y);
    posterior_observe(&s->model[SURFACE_STANDARD], r, y);
}

struct moments surface_at(const struct surface *s, enum surface_model model,
                          const double r[2])
{
    double u[2];
    exact_point(s, r, u);
    return posterior_at(&s->model[model], model == SURFACE_PROPOSED ? u : r);
}

void surface_grid(size_t i, size_t j, double r[2])
{
    r[0] = ((double)i + 0.5) / SURFACE_SIDE;
    r[1] = ((double)j + 0.5) / SURFACE_SIDE;
}

/* ---- Facts ---- */

/* A configuration, and what was seen of it. */
struct cell {
    double u[2];
    struct moments least, most;
};

/* The cell of u among the n that are known, or a new one. */
static struct cell *find_cell(struct cell *cells, size_t *n, const double u[2])
{
    size_t k = 0;
    while (k < *n && memcmp(cells[k].u, u, sizeof cells[k].u) != 0)
        k++;
    if (k == *n)
        cells[(*n)++] = (struct cell){
            {u[0], u[1]}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    return &cells[k];
}

struct surface_facts surface_find_facts(const struct surface *s,
                                        enum surface_model model)
{
    const double unit = s->model[model].prior.sd;
    struct cell *cells = inlay_mem_new(MAX_CELLS, sizeof *cells);
    struct surface_facts facts = {0};
    size_t n_cells = 0;

    if (!cells)
        refuse("surface", "out of memory");
    for (size_t k = 0; k < MAX_CELLS; k++) {
        double r[2], u[2];
        surface_grid(k % SURFACE_SIDE, k / SURFACE_SIDE, r);
        exact_point(s, r, u);
        struct cell *cell = find_cell(cells, &n_cells, u);
        const struct moments m = surface_at(s, model, r);
        cell->least.mean = fmin(cell->least.mean, m.mean);
        cell->least.sd = fmin(cell->least.sd, m.sd);
        cell->most.mean = fmax(cell->most.mean, m.mean);
        cell->most.sd = fmax(cell->most.sd, m.sd);
    }
    for (const struct cell *c = cells; c < cells + n_cells; c++) {
        facts.largest_sd = fmax(facts.largest_sd, c->most.sd / unit);
        facts.mean_range =
            fmax(facts.mean_range, (c->most.mean - c->least.mean) / unit);
        facts.sd_range =
            fmax(facts.sd_range, (c->most.sd - c->least.sd) / unit);
    }
    inlay_mem_free(cells);
    return facts;
}

/* ---- Files ---- */

static void write_grid(const struct surface *s, const struct csv_origin *origin,
                       const double scale[2])
{
    struct csv *csv = csv_open(origin, "surface.csv",
                               "x1,x2,proposed_mean,proposed_sd,"
                               "standard_mean,standard_sd");
    for (size_t k = 0; k < MAX_CELLS; k++) {
        double r[2];
        surface_grid(k % SURFACE_SIDE, k / SURFACE_SIDE, r);
        const struct moments p = surface_at(s, SURFACE_PROPOSED, r);
        const struct moments q = surface_at(s, SURFACE_STANDARD, r);
        csv_row(csv, "%.4g,%.4g,%.3f,%.3f,%.3f,%.3f", scale[0] * r[0],
                scale[1] * r[1], p.mean, p.sd, q.mean, q.sd);
    }
    csv_close(csv);
}

static void write_observations(const struct surface *s,
                               const struct csv_origin *origin,
                               const double scale[2])
{
    const struct inlay_data *data = &s->model[SURFACE_STANDARD].data;
    struct csv *csv = csv_open(origin, "observations.csv", "x1,x2,y");
    for (size_t i = 0; i < data->n; i++)
        csv_row(csv, "%.6g,%.6g,%.6g", scale[0] * data->U[2 * i],
                scale[1] * data->U[2 * i + 1], data->y[i]);
    csv_close(csv);
}

static void write_facts(const struct surface *s,
                        const struct csv_origin *origin)
{
    struct csv *csv = csv_open(origin, "facts.csv", "model,fact,value");
    for (enum surface_model m = 0; m < SURFACE_MODELS; m++) {
        const struct surface_facts f = surface_find_facts(s, m);
        const char *name = surface_model_name(m);
        csv_row(csv, "%s,largest_sd,%.6g", name, f.largest_sd);
        csv_row(csv, "%s,largest_mean_range_in_a_cell,%.6g", name,
                f.mean_range);
        csv_row(csv, "%s,largest_sd_range_in_a_cell,%.6g", name, f.sd_range);
        printf("%s, in prior sd: largest posterior sd %.3g; largest range "
               "within a cell: mean %.3g, sd %.3g\n",
               name, f.largest_sd, f.mean_range, f.sd_range);
    }
    csv_close(csv);
}

void surface_write(const struct surface *s, const struct csv_origin *origin,
                   const double scale[2])
{
    write_grid(s, origin, scale);
    write_observations(s, origin, scale);
    write_facts(s, origin);
}
