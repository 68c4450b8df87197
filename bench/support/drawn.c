/*
 * drawn.c: random features of a Matérn kernel, and where they are least.
 *
 * f(z) = √(2/m) Σ_k w_k cos(ω_k·z + b_k), w ~ N(0,1), b ~ U(0, 2π), and ω a
 * multivariate t with 2ν degrees of freedom divided by the length-scales:
 * 3 for Matérn 3/2, 5 for Matérn 5/2.
 *
 * The minimum is found by branch and bound.  Few features have high frequencies
 * (the tails of ω are heavy) and no grid is fine enough for all draws, but all
 * derivatives have bounds in ω.  For each configuration of the discrete
 * variables f is known on a grid over the reals.  A cell of the grid may be left
 * out if its least corner exceeds the best value by more than linear
 * interpolation errs.  Of the others, f is expanded about the center to second
 * order; they are left out if that quadratic, which is minimized exactly over
 * the cell, exceeds the best value by more than its remainder, and else cut in
 * four.  The remainder falls with the cube of the width, so that cells near the
 * minimum do not pile up.  The best value itself comes from Newton's method.
 */
#include "support/drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cosine.h"
#include "base/linalg.h"
#include "base/vector.h"

enum { N_FEATURES = 1000, MAX_COLUMNS = 16, MAX_VARIABLES = 8 };

static const double TWO_PI = 6.283185307179586;

struct drawn {
    size_t n_variables, n_columns, n_reals;
    inlay_variable var[MAX_VARIABLES];
    size_t first[MAX_VARIABLES];  /* column of each variable */
    size_t real[DRAWN_MAX_REALS]; /* the variables that are reals */
    double omega[MAX_COLUMNS][N_FEATURES], phase[N_FEATURES],
        weight[N_FEATURES];
    /* By real, 0 where there is none: frequency in turns; and the weight times
     * what multiplies the sines and cosines in derivatives: ω_0, ω_1, and
     * 1, ω_0², ω_0 ω_1, ω_1². */
    double turn[DRAWN_MAX_REALS][N_FEATURES];
    double of_sine[2][N_FEATURES], of_cosine[4][N_FEATURES];
};

static void quit(const char *why)
{
    fprintf(stderr, "drawn: %s\n", why);
    exit(1);
}

static void *allocate(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        quit("out of memory");
    return p;
}

/* ---- The function ---- */

static size_t columns_of(const inlay_variable *v)
{
    return v->type == INLAY_TYPE_CATEGORICAL ? v->n_values : 1;
}

static void add_variable(struct drawn *d, const inlay_variable *v)
{
    const size_t i = d->n_variables++;
    d->var[i] = *v;
    d->first[i] = d->n_columns;
    d->n_columns += columns_of(v);
    if (v->type == INLAY_TYPE_ORDINAL || v->type == INLAY_TYPE_BOOLEAN)
        quit("a variable is neither real, integer nor categorical");
    if (d->n_columns > MAX_COLUMNS)
        quit("a space of more than 16 columns");
    if (v->type != INLAY_TYPE_REAL)
        return;
    if (d->n_reals == DRAWN_MAX_REALS)
        quit("a space of more than 2 reals");
    d->real[d->n_reals++] = i;
}

static void set_scales(const struct drawn *d, enum drawn_scale law,
                       double *scale)
{
    for (size_t i = 0; i < d->n_variables; i++)
        for (size_t k = 0; k < columns_of(&d->var[i]); k++)
            scale[d->first[i] + k] =
                law == DRAWN_SMOOTH ? 0.25 * (double)d->n_columns
                : d->var[i].type == INLAY_TYPE_CATEGORICAL ? 1.0
                                                           : 0.25;
}

/* A feature after the other, so that a law of the same degrees of freedom takes
 * the same numbers from rng. */
static void draw_features(struct drawn *d, struct drawn_law law,
                          struct inlay_rng *rng)
{
    const int dof = law.kernel == DRAWN_MATERN32 ? 3 : 5;
    double scale[MAX_COLUMNS];

    set_scales(d, law.scale, scale);
    for (size_t k = 0; k < N_FEATURES; k++) {
        double chi2 = 0.0;
        for (int i = 0; i < dof; i++) {
            const double z = inlay_rng_normal(rng);
            chi2 += z * z;
        }
        for (size_t j = 0; j < d->n_columns; j++)
            d->omega[j][k] =
                inlay_rng_normal(rng) / scale[j] / sqrt(chi2 / dof);
        d->phase[k] = TWO_PI * inlay_rng_uniform(rng);
        d->weight[k] = sqrt(2.0 / N_FEATURES) * inlay_rng_normal(rng);
    }
}

static void prepare_derivatives(struct drawn *d)
{
    for (size_t k = 0; k < N_FEATURES; k++) {
        double omega[DRAWN_MAX_REALS] = {0};
        for (size_t a = 0; a < d->n_reals; a++)
            omega[a] = d->omega[d->first[d->real[a]]][k];
        for (size_t a = 0; a < DRAWN_MAX_REALS; a++) {
            d->turn[a][k] = omega[a] / TWO_PI;
            d->of_sine[a][k] = d->weight[k] * omega[a];
        }
        d->of_cosine[0][k] = d->weight[k];
        d->of_cosine[1][k] = d->weight[k] * omega[0] * omega[0];
        d->of_cosine[2][k] = d->weight[k] * omega[0] * omega[1];
        d->of_cosine[3][k] = d->weight[k] * omega[1] * omega[1];
    }
}

struct drawn *drawn_make(const inlay_space *space, struct drawn_law law,
                         struct inlay_rng *rng)
{
    const size_t n = inlay_space_n_variables(space);
    struct drawn *d = allocate(1, sizeof *d);

    if (n > MAX_VARIABLES)
        quit("a space of more than 8 variables");
    for (size_t i = 0; i < n; i++) {
        inlay_variable v;
        inlay_space_variable(space, i, &v, NULL);
        add_variable(d, &v);
    }
    draw_features(d, law, rng);
    prepare_derivatives(d);
    return d;
}

void drawn_free(struct drawn *d)
{
    free(d);
}

static void columns(const struct drawn *d, const inlay_value *x, double *z)
{
    for (size_t i = 0; i < d->n_variables; i++) {
        const inlay_variable *v = &d->var[i];
        double *at = z + d->first[i];
        for (size_t k = 0; k < columns_of(v); k++)
            at[k] = v->type == INLAY_TYPE_CATEGORICAL
                        ? (double)((size_t)x[i].integer == k)
                    : v->type == INLAY_TYPE_INTEGER
                        ? (double)x[i].integer / (double)v->int_hi
                        : x[i].real;
    }
}

static void angles(const struct drawn *d, const inlay_value *x, double *angle)
{
    double z[MAX_COLUMNS];
    columns(d, x, z);
    for (size_t k = 0; k < N_FEATURES; k++)
        angle[k] = d->phase[k];
    for (size_t j = 0; j < d->n_columns; j++)
        for (size_t k = 0; z[j] != 0.0 && k < N_FEATURES; k++)
            angle[k] += d->omega[j][k] * z[j];
}

double drawn_value(const struct drawn *d, const inlay_value *x)
{
    double angle[N_FEATURES], sum = 0.0;
    angles(d, x, angle);
    for (size_t k = 0; k < N_FEATURES; k++)
        sum += d->weight[k] * cos(angle[k]);
    return sum;
}

/* ---- As a function of the reals ---- */

/* Of t and the steps a and b along turn[0] and turn[1], all in turns. */
INLAY_VECTORISED
static void waves(const double *t, const double (*turn)[N_FEATURES], double a,
                  double b, double *cosine, double *sine)
{
    for (size_t k = 0; k < N_FEATURES; k++) {
        const double at = t[k] + turn[0][k] * a + turn[1][k] * b;
        cosine[k] = inlay_cos_turns(at);
        sine[k] = inlay_sin_turns(at);
    }
}

/* About the reals `at`; t: the turns of the features where the reals are 0. */
static struct drawn_expansion expand(const struct drawn *d, const double *t,
                                     const double *at)
{
    double cosine[N_FEATURES], sine[N_FEATURES], of_sine[2], of_cosine[4];

    waves(t, d->turn, at[0], at[1], cosine, sine);
    inlay_matrix_t_times(d->of_sine[0], N_FEATURES, 2, N_FEATURES, sine,
                         of_sine);
    inlay_matrix_t_times(d->of_cosine[0], N_FEATURES, 4, N_FEATURES, cosine,
                         of_cosine);
    return (struct drawn_expansion){
        .value = of_cosine[0],
        .gradient = {-of_sine[0], -of_sine[1]},
        .hessian = {{-of_cosine[1], -of_cosine[2]},
                    {-of_cosine[2], -of_cosine[3]}},
    };
}

static void turns(const struct drawn *d, const inlay_value *x, double *t)
{
    angles(d, x, t);
    for (size_t k = 0; k < N_FEATURES; k++)
        t[k] /= TWO_PI;
}

struct drawn_expansion drawn_expand(const struct drawn *d, const inlay_value *x)
{
    static const double HERE[DRAWN_MAX_REALS] = {0};
    double t[N_FEATURES];
    turns(d, x, t);
    return expand(d, t, HERE);
}

/* ---- A quadratic in a box ---- */

struct box {
    double lo[2], hi[2];
};

struct step {
    double by[2], change; /* of the quadratic, by it */
};

static void consider(const struct drawn_expansion *e, double a, double b,
                     struct step *best)
{
    const double change =
        e->gradient[0] * a + e->gradient[1] * b +
        0.5 * (e->hessian[0][0] * a * a + e->hessian[1][1] * b * b) +
        e->hessian[0][1] * a * b;
    if (change < best->change)
        *best = (struct step){{a, b}, change};
}

/* Where axis i is `fixed`: both ends, and the minimum between them. */
static void consider_edge(const struct drawn_expansion *e,
                          const struct box *box, size_t i, double fixed,
                          struct step *best)
{
    const size_t j = 1 - i;
    const double slope = e->gradient[j] + e->hessian[i][j] * fixed;
    const double curvature = e->hessian[j][j];
    const double free[3] = {
        box->lo[j], box->hi[j],
        curvature > 0.0 ? fmin(fmax(-slope / curvature, box->lo[j]), box->hi[j])
                        : box->lo[j]};

    for (size_t k = 0; k < 3; k++)
        consider(e, i == 0 ? fixed : free[k], i == 0 ? free[k] : fixed, best);
}

/* The least change of g·s + ½ sᵀHs in a box, which contains 0: on an edge, or
 * where the gradient is 0 if H is positive definite. */
static struct step least_change(const struct drawn_expansion *e,
                                const struct box *box)
{
    const double *g = e->gradient, (*H)[2] = e->hessian;
    const double det = H[0][0] * H[1][1] - H[0][1] * H[0][1];
    struct step best = {{0.0, 0.0}, 0.0};

    for (size_t i = 0; i < 2; i++) {
        consider_edge(e, box, i, box->lo[i], &best);
        consider_edge(e, box, i, box->hi[i], &best);
    }
    if (det > 0.0 && H[0][0] > 0.0) {
        const double a = (H[0][1] * g[1] - H[1][1] * g[0]) / det;
        const double b = (H[0][1] * g[0] - H[0][0] * g[1]) / det;
        if (a > box->lo[0] && a < box->hi[0] && b > box->lo[1] &&
            b < box->hi[1])
            consider(e, a, b, &best);
    }
    return best;
}

/* ---- The search ---- */

/*
 * Cells along a real: decides how long it takes, not what is found.  Over two
 * reals and two integers 64 takes 30 ms a draw and 32 takes 13 ms; but of 3200
 * draws the slowest, with a feature of very high frequency, 50 ms and 240 ms.
 */
enum { GRID = 64 };

/* How often a cell may be cut: far more often than the remainder needs. */
enum { LEVELS = 40 };

/* How far below the value that is returned f might be. */
static const double TOLERANCE = 1e-12;

struct search {
    const struct drawn *d;
    size_t n_configurations;
    size_t n_cells[2];          /* along a real; 1 where there is none */
    double width[2];            /* of a cell; 0 where there is none */
    double *value;              /* at the nodes of the grid, of all */
    double interpolation_error; /* in a cell of the grid */
    double remainder[LEVELS];   /* of an expansion in a cell */
    /* the best so far */
    double best, at[2];
    size_t configuration;
};

static size_t n_values_of(const inlay_variable *v)
{
    return v->type == INLAY_TYPE_REAL      ? 1
           : v->type == INLAY_TYPE_INTEGER ? (size_t)v->int_hi + 1
                                           : v->n_values;
}

/* The configurations of the discrete variables are numbered, the first variable
 * changing fastest; the reals become 0. */
static void set_discrete(const struct drawn *d, size_t number, inlay_value *x)
{
    for (size_t i = 0; i < d->n_variables; i++) {
        const inlay_variable *v = &d->var[i];
        const size_t place = number % n_values_of(v);
        x[i] = (inlay_value){.type = v->type,
                             .real = (double)place,
                             .integer = (int64_t)place,
                             .text = v->type == INLAY_TYPE_CATEGORICAL
                                         ? v->labels[place]
                                         : NULL};
        number /= n_values_of(v);
    }
}

static void turns_of(const struct search *s, size_t configuration, double *t)
{
    inlay_value x[MAX_VARIABLES];
    set_discrete(s->d, configuration, x);
    turns(s->d, x, t);
}

/*
 * For one feature of weight w, and cells of the widths h:
 *
 *     |f − interpolation| <= |w| min(2, Σ_a (ω_a h_a)²/8),
 *     |f − expansion| <= |w| min(ρ³/6, 2 + ρ + ρ²/2),  ρ = Σ_a |ω_a| h_a/2,
 *
 * the second ones for features that turn too far within a cell.
 */
static void set_bounds(struct search *s)
{
    for (size_t k = 0; k < N_FEATURES; k++) {
        const double w = fabs(s->d->weight[k]);
        const double a = TWO_PI * fabs(s->d->turn[0][k]) * s->width[0];
        const double b = TWO_PI * fabs(s->d->turn[1][k]) * s->width[1];
        double rho = 0.5 * (a + b);
        s->interpolation_error += w * fmin(2.0, (a * a + b * b) / 8.0);
        for (size_t i = 0; i < LEVELS; i++) {
            s->remainder[i] +=
                w * fmin(rho * rho * rho / 6.0, 2.0 + rho + 0.5 * rho * rho);
            rho *= 0.5;
        }
    }
}

static struct search search_start(const struct drawn *d)
{
    struct search s = {.d = d, .n_configurations = 1, .best = INFINITY};
    for (size_t a = 0; a < DRAWN_MAX_REALS; a++) {
        s.n_cells[a] = a < d->n_reals ? GRID : 1;
        s.width[a] = a < d->n_reals ? 1.0 / GRID : 0.0;
    }
    for (size_t i = 0; i < d->n_variables; i++)
        s.n_configurations *= n_values_of(&d->var[i]);
    s.value =
        allocate(s.n_configurations,
                 (s.n_cells[0] + 1) * (s.n_cells[1] + 1) * sizeof *s.value);
    set_bounds(&s);
    return s;
}

/* The values of a configuration, (n_0+1)×(n_1+1), column-major. */
static double *values_of(const struct search *s, size_t configuration)
{
    return s->value + configuration * (s->n_cells[0] + 1) * (s->n_cells[1] + 1);
}

/* Cosines, then sines, of each feature at each node along a real. */
static void wave_table(const struct search *s, size_t real, double *table)
{
    static const double ZERO[N_FEATURES] = {0.0};
    for (size_t i = 0; i <= s->n_cells[real]; i++) {
        const double z = (double)i * s->width[real];
        double *column = table + 2 * i * N_FEATURES;
        waves(ZERO, s->d->turn, real == 0 ? z : 0.0, real == 1 ? z : 0.0,
              column, column + N_FEATURES);
    }
}

/* With t for the angle of a feature where the reals are 0: w cos(t + α) and
 * −w sin(t + α), of cos α and sin α. */
INLAY_VECTORISED
static void rotate(const double *weight, const double *cos_t,
                   const double *sin_t, const double *wave, double *out)
{
    const double *cosine = wave, *sine = wave + N_FEATURES;
    for (size_t k = 0; k < N_FEATURES; k++) {
        out[k] = weight[k] * (cos_t[k] * cosine[k] - sin_t[k] * sine[k]);
        out[N_FEATURES + k] =
            -weight[k] * (sin_t[k] * cosine[k] + cos_t[k] * sine[k]);
    }
}

/* f = Σ_k w_k cos(t + α) cos β − w_k sin(t + α) sin β, with α of the first real
 * and β of the second: for all nodes a product of matrices. */
static void fill_grid(struct search *s)
{
    const size_t n = s->n_cells[0] + 1, m = s->n_cells[1] + 1;
    const size_t height = 2 * N_FEATURES;
    double t[N_FEATURES], cosine[N_FEATURES], sine[N_FEATURES];
    double *first = allocate(n * height, sizeof *first);
    double *second = allocate(m * height, sizeof *second);
    double *rotated = allocate(n * height, sizeof *rotated);

    wave_table(s, 0, first);
    wave_table(s, 1, second);
    for (size_t c = 0; c < s->n_configurations; c++) {
        turns_of(s, c, t);
        waves(t, s->d->turn, 0.0, 0.0, cosine, sine);
        for (size_t i = 0; i < n; i++)
            rotate(s->d->weight, cosine, sine, first + i * height,
                   rotated + i * height);
        inlay_matrix_times(true, n, m, height, 1.0, rotated, height, second,
                           height, 0.0, values_of(s, c), n, NULL);
    }
    free(first);
    free(second);
    free(rotated);
}

static void move(double *at, const struct step *step)
{
    for (size_t a = 0; a < 2; a++)
        at[a] = fmin(fmax(at[a] + step->by[a], 0.0), 1.0);
}

/* Newton's method in a box about the present point which grows when a step went
 * down, shrinks when it did not, and never leaves [0,1].  The last step gains
 * less than values are rounded by, so it is made untested. */
static void polish(struct search *s, size_t configuration, const double *t,
                   const double *from)
{
    enum { MAX_STEPS = 200 };
    const double rounding = 1e-13;
    double at[2] = {from[0], from[1]}, radius = 1.0 / GRID;
    struct drawn_expansion e = expand(s->d, t, at);

    for (int i = 0; i < MAX_STEPS; i++) {
        struct box box = {{0.0, 0.0}, {0.0, 0.0}};
        for (size_t a = 0; a < s->d->n_reals; a++) {
            box.lo[a] = fmax(-radius, -at[a]);
            box.hi[a] = fmin(radius, 1.0 - at[a]);
        }
        const struct step step = least_change(&e, &box);
        double to[2] = {at[0], at[1]};
        move(to, &step);
        const bool is_last = step.change > -rounding;
        const struct drawn_expansion there = expand(s->d, t, to);
        const bool is_taken = is_last || there.value < e.value;
        radius *= is_taken ? 2.0 : 0.25;
        if (is_taken) {
            at[0] = to[0];
            at[1] = to[1];
            e = there;
        }
        if (is_last)
            break;
    }
    if (e.value < s->best) {
        s->best = e.value;
        s->configuration = configuration;
        s->at[0] = at[0];
        s->at[1] = at[1];
    }
}

static void start_at_best_node(struct search *s)
{
    const size_t n = s->n_cells[0] + 1;
    const size_t n_nodes = n * (s->n_cells[1] + 1);
    double t[N_FEATURES];
    size_t least = 0;

    for (size_t i = 1; i < s->n_configurations * n_nodes; i++)
        if (s->value[i] < s->value[least])
            least = i;
    const double at[2] = {(double)(least % n) * s->width[0],
                          (double)(least % n_nodes / n) * s->width[1]};
    turns_of(s, least / n_nodes, t);
    polish(s, least / n_nodes, t, at);
}

/* Of a cell cut `level` times, what is below the best value, if anything. */
static void examine(struct search *s, size_t configuration, const double *t,
                    const double *center, size_t level)
{
    const double a = ldexp(0.5 * s->width[0], -(int)level);
    const double b = ldexp(0.5 * s->width[1], -(int)level);
    const struct box box = {{-a, -b}, {a, b}};
    const struct drawn_expansion e = expand(s->d, t, center);
    const double bound =
        e.value + least_change(&e, &box).change - s->remainder[level];

    if (e.value < s->best && bound < s->best - TOLERANCE)
        polish(s, configuration, t, center);
    if (bound >= s->best - TOLERANCE || level + 1 == LEVELS)
        return;
    for (size_t part = 0; part < (size_t)1 << s->d->n_reals; part++) {
        const double at[2] = {center[0] + (part & 1 ? 0.5 : -0.5) * a,
                              center[1] + (part & 2 ? 0.5 : -0.5) * b};
        examine(s, configuration, t, at, level + 1);
    }
}

static void examine_cells(struct search *s, size_t configuration)
{
    const size_t n = s->n_cells[0] + 1;
    double t[N_FEATURES];

    turns_of(s, configuration, t);
    for (size_t j = 0; j < s->n_cells[1]; j++)
        for (size_t i = 0; i < s->n_cells[0]; i++) {
            const double *f = values_of(s, configuration) + j * n + i;
            const double corner = fmin(fmin(f[0], f[1]), fmin(f[n], f[n + 1]));
            const double center[2] = {((double)i + 0.5) * s->width[0],
                                      ((double)j + 0.5) * s->width[1]};
            if (corner - s->interpolation_error < s->best - TOLERANCE)
                examine(s, configuration, t, center, 0);
        }
}

double drawn_minimum(const struct drawn *d, inlay_value *x)
{
    inlay_value least[MAX_VARIABLES];

    inlay_linalg_setup();
    struct search s = search_start(d);
    fill_grid(&s);
    start_at_best_node(&s);
    for (size_t c = 0; c < s.n_configurations; c++)
        examine_cells(&s, c);
    free(s.value);

    set_discrete(d, s.configuration, least);
    for (size_t a = 0; a < d->n_reals; a++)
        least[d->real[a]].real = s.at[a];
    for (size_t i = 0; x && i < d->n_variables; i++)
        x[i] = least[i];
    return drawn_value(d, least);
}
