/*
 * features.c: sums of cosines, over features that lie side by side.
 *
 * A point's phases are ψ plus dim columns of frequencies, each times a number;
 * they are added GROUP at a time, and the last group goes straight into the
 * cosines, so that up to GROUP axes need one pass and no memory.  Features are
 * taken CHUNK at a time for all points of a call: a chunk of few columns stays
 * in the first-level cache.
 *
 * A sum is kept in LANES parts, as the compiler may not reorder it, and so would
 * not make vector code of it.  A value does not depend on the other points of a
 * call.
 */
#include "model/features.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/cosine.h"
#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/vector.h"

enum { LANES = 8, GROUP = 4, CHUNK = 512 };
/* From so many axes on it pays to compare a row with the one before it, see
 * values_in_turn. */
enum { AXES_IN_TURN = 12 };
enum { LEAST_FEATURES = 64, MOST_NUMBERS = 4000000 };
static const double TWO_PI = 6.283185307179586;

/* ---- The draw ------------------------------------------------------------ */

static bool is_category(const struct inlay_metric *m, size_t axis)
{
    return m->enc->axis[axis].kind == INLAY_AXIS_CATEGORY;
}

static size_t columns_of_axis(const struct inlay_metric *m, size_t axis)
{
    return is_category(m, axis) ? (size_t)m->enc->axis[axis].n_levels : 1;
}

static size_t allowed_features(size_t wanted, size_t n_columns)
{
    const size_t fit = n_columns > 0 ? MOST_NUMBERS / n_columns : wanted;
    const size_t most = fit > LEAST_FEATURES ? fit : LEAST_FEATURES;
    return wanted <= most ? (wanted + LANES - 1) / LANES * LANES
                          : most / LANES * LANES;
}

/* What divides a normal frequency: 1, or the root of χ²_2ν / 2ν, which makes a
 * Student's t of them, the spectral density of Matérn's kernel.  −2 log u is a
 * χ² of two. */
static double draw_spread(enum inlay_kernel kernel, struct inlay_rng *rng)
{
    const double x = inlay_rng_normal(rng), u = inlay_rng_uniform(rng);
    switch (kernel) {
    case INLAY_KERNEL_SE:
        break;
    case INLAY_KERNEL_MATERN32:
        return sqrt((x * x - 2.0 * log(u)) / 3.0);
    case INLAY_KERNEL_MATERN52:
        return sqrt((x * x - 2.0 * log(u * inlay_rng_uniform(rng))) / 5.0);
    }
    return 1.0;
}

/* Column c of axis j: one length-scale for all values of a category, or one for
 * each. */
static double scale_weight(const struct inlay_metric *m, const double *w,
                           size_t j, size_t c)
{
    return w[m->first_scale[j] + (m->is_per_category ? c : 0)];
}

static void draw(struct inlay_features *fs, const struct inlay_gp *gp, size_t k,
                 struct inlay_rng *rng)
{
    const struct inlay_gp_component *comp = &gp->comp[k];
    const size_t n = fs->n;

    for (size_t f = 0; f < n; f++) {
        /* spread is kept in phase until the columns are done */
        fs->phase[f] = 1.0 / (TWO_PI * draw_spread(gp->kernel, rng));
        fs->size[f] = sqrt(comp->amp / (double)n) *
                      sqrt(-2.0 * log(inlay_rng_uniform(rng)));
    }
    double *column = fs->omega;
    for (size_t j = 0; j < gp->metric.enc->dim; j++)
        for (size_t c = 0; c < columns_of_axis(&gp->metric, j); c++) {
            const double by = sqrt(scale_weight(&gp->metric, comp->w, j, c));
            inlay_rng_normals(rng, n, column);
            for (size_t f = 0; f < n; f++)
                column[f] *= by * fs->phase[f];
            column += n;
        }
    for (size_t f = 0; f < n; f++)
        fs->phase[f] = inlay_rng_uniform(rng);
}

inlay_status inlay_features_init(struct inlay_features *out,
                                 const struct inlay_gp *gp, size_t k,
                                 size_t n_features, struct inlay_rng *rng,
                                 inlay_error *err)
{
    const size_t dim = gp->metric.enc->dim;
    struct inlay_features fs = {.metric = &gp->metric};

    assert(gp->linear == 0.0 && n_features >= 1);
    for (size_t j = 0; j < dim; j++)
        fs.n_columns += columns_of_axis(&gp->metric, j);
    fs.n = allowed_features(n_features, fs.n_columns);
    const struct inlay_mem_part parts[] = {
        INLAY_PART(fs.first_column, dim),
        INLAY_PART(fs.omega, fs.n_columns * fs.n),
        INLAY_PART(fs.phase, fs.n),
        INLAY_PART(fs.size, fs.n),
        {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a draw of a model");
    for (size_t j = 1; j < dim; j++)
        fs.first_column[j] =
            fs.first_column[j - 1] + columns_of_axis(&gp->metric, j - 1);
    draw(&fs, gp, k, rng);
    *out = fs;
    return INLAY_OK;
}

void inlay_features_clear(struct inlay_features *fs)
{
    inlay_mem_free(fs->first_column); /* all of them */
    *fs = (struct inlay_features){0};
}

/* ---- Values -------------------------------------------------------------- */

/* Σ_g a[g] c[g][f], to which `from` is added: phases of features. */
struct terms {
    double a[GROUP];
    const double *c[GROUP];
    const double *from;
};

static inline double phase_of(const struct terms *t, size_t f)
{
    return t->from[f] + t->a[0] * t->c[0][f] + t->a[1] * t->c[1][f] +
           t->a[2] * t->c[2][f] + t->a[3] * t->c[3][f];
}

/* The terms of axes j to j + GROUP; those beyond the last are 0. */
static struct terms terms_at(const struct inlay_features *fs, const double *z,
                             size_t j, size_t first, const double *from)
{
    struct terms t = {.from = from};
    for (size_t g = 0; g < GROUP; g++) {
        t.c[g] = from;
        if (j + g >= fs->metric->enc->dim)
            continue;
        const bool is_code = is_category(fs->metric, j + g);
        const size_t level = is_code ? (size_t)z[j + g] : 0;
        t.a[g] = is_code ? 1.0 : z[j + g];
        t.c[g] = fs->omega + (fs->first_column[j + g] + level) * fs->n + first;
    }
    return t;
}

INLAY_VECTORISED
static void phases(struct terms t, size_t n, double *restrict out)
{
    for (size_t f = 0; f < n; f++)
        out[f] = phase_of(&t, f);
}

static double sum_lanes(const double *sum)
{
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) +
           ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

/* Σ size cos 2πphase. */
INLAY_VECTORISED
static double sum_cosines(struct terms t, const double *size, size_t n)
{
    double sum[LANES] = {0};
    for (size_t f = 0; f < n; f += LANES)
        for (size_t i = 0; i < LANES; i++)
            sum[i] += size[f + i] * inlay_cos_turns(phase_of(&t, f + i));
    return sum_lanes(sum);
}

/* The same, and s := size sin 2πphase. */
INLAY_VECTORISED
static double sum_with_sines(struct terms t, const double *size, size_t n,
                             double *restrict s)
{
    double sum[LANES] = {0};
    for (size_t f = 0; f < n; f += LANES)
        for (size_t i = 0; i < LANES; i++) {
            const double phase = phase_of(&t, f + i);
            sum[i] += size[f + i] * inlay_cos_turns(phase);
            s[f + i] = size[f + i] * inlay_sin_turns(phase);
        }
    return sum_lanes(sum);
}

/* The last terms of a point, after all others were summed to spare: two buffers
 * in turn, as a loop that reads what it writes would not become vector code. */
static struct terms last_terms(const struct inlay_features *fs, const double *z,
                               size_t first, size_t n, double spare[2][CHUNK])
{
    const double *from = fs->phase + first;
    size_t j = 0;
    for (; j + GROUP < fs->metric->enc->dim; j += GROUP) {
        double *to = spare[j / GROUP % 2];
        phases(terms_at(fs, z, j, first, from), n, to);
        from = to;
    }
    return terms_at(fs, z, j, first, from);
}

static size_t n_different(const double *z, const double *old, size_t dim)
{
    size_t n = 0;
    for (size_t j = 0; j < dim; j++)
        n += z[j] != old[j];
    return n;
}

/* One more term; where there is no room for it, those before it are summed. */
static void add_term(struct terms *t, size_t *n, double a, const double *c,
                     size_t n_features, double spare[2][CHUNK])
{
    if (*n > 0 && *n % GROUP == 0) {
        double *to = spare[*n / GROUP % 2];
        phases(*t, n_features, to);
        *t = (struct terms){.c = {to, to, to, to}, .from = to};
    }
    t->a[*n % GROUP] = a;
    t->c[*n % GROUP] = c;
    ++*n;
}

/* The last terms of z, after all others were summed to spare, if one begins with
 * the phases `from` of another point, old. */
static struct terms terms_from(const struct inlay_features *fs, const double *z,
                               const double *old, size_t first, size_t m,
                               const double *from, double spare[2][CHUNK])
{
    struct terms t = {.c = {from, from, from, from}, .from = from};
    size_t n = 0;
    for (size_t j = 0; j < fs->metric->enc->dim; j++) {
        if (z[j] == old[j])
            continue;
        const double *c = fs->omega + fs->first_column[j] * fs->n + first;
        if (is_category(fs->metric, j)) {
            add_term(&t, &n, 1.0, c + (size_t)z[j] * fs->n, m, spare);
            add_term(&t, &n, -1.0, c + (size_t)old[j] * fs->n, m, spare);
        } else {
            add_term(&t, &n, z[j] - old[j], c, m, spare);
        }
    }
    return t;
}

static size_t chunk_at(const struct inlay_features *fs, size_t first)
{
    return fs->n - first < CHUNK ? fs->n - first : CHUNK;
}

/* Values of rows that differ little from the one before, as discrete moves and
 * neighbors of a good point do: with many axes it is faster to add the
 * difference to its phases. */
static void values_in_turn(const struct inlay_features *fs, const double *Z,
                           size_t n, size_t first, double *out)
{
    const size_t dim = fs->metric->enc->dim, m = chunk_at(fs, first);
    double spare[2][CHUNK], kept[2][CHUNK];

    for (size_t b = 0; b < n; b++) {
        const double *z = Z + b * dim, *old = z - (b > 0 ? dim : 0);
        double *now = kept[b % 2];
        const bool is_near = b > 0 && n_different(z, old, dim) <= dim / 4;
        struct terms t =
            is_near ? terms_from(fs, z, old, first, m, kept[1 - b % 2], spare)
                    : last_terms(fs, z, first, m, spare);
        phases(t, m, now);
        t = (struct terms){.c = {now, now, now, now}, .from = now};
        out[b] += sum_cosines(t, fs->size + first, m);
    }
}

void inlay_features_values(const struct inlay_features *fs, const double *Z,
                           size_t n, double *out)
{
    const size_t dim = fs->metric->enc->dim;
    double spare[2][CHUNK];

    memset(out, 0, n * sizeof *out);
    for (size_t first = 0; dim > AXES_IN_TURN && first < fs->n; first += CHUNK)
        values_in_turn(fs, Z, n, first, out);
    if (dim > AXES_IN_TURN)
        return;
    for (size_t first = 0; first < fs->n; first += CHUNK) {
        const size_t m = chunk_at(fs, first);
        for (size_t b = 0; b < n; b++)
            out[b] += sum_cosines(last_terms(fs, Z + b * dim, first, m, spare),
                                  fs->size + first, m);
    }
}

/* dg/dz_j = −2π Σ ω_j A sin, for the features of a chunk. */
static void add_gradient(const struct inlay_features *fs, size_t first,
                         size_t n, const double *s, double *grad)
{
    const struct inlay_encoding *enc = fs->metric->enc;
    for (size_t j = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL) {
            const double *omega = fs->omega + fs->first_column[j] * fs->n;
            grad[j] -= TWO_PI * inlay_dot(omega + first, s, n);
        }
}

void inlay_features_gradient(const struct inlay_features *fs, const double *Z,
                             size_t n, double *out, double *grad)
{
    const size_t dim = fs->metric->enc->dim;
    double spare[2][CHUNK], s[CHUNK];

    memset(out, 0, n * sizeof *out);
    memset(grad, 0, n * dim * sizeof *grad);
    for (size_t first = 0; first < fs->n; first += CHUNK) {
        const size_t m = chunk_at(fs, first);
        for (size_t b = 0; b < n; b++) {
            const struct terms t = last_terms(fs, Z + b * dim, first, m, spare);
            out[b] += sum_with_sines(t, fs->size + first, m, s);
            add_gradient(fs, first, m, s, grad + b * dim);
        }
    }
}
