/*
 * kg.c: the expected minimum of means that one observation moves, with gradient.
 *
 * An observation at u, standardized as Z, moves all means along lines in Z:
 *
 *     m'_j = m_j + b_j Z,   b_j = cov(f_j, f_u)/s,   s² = var f_u + σ².      (1)
 *
 * At a known point the covariance is its own noise times β_j, β = K⁻¹k, so all of
 * them cost one solve.  E min is a sum over the lower envelope of the lines: with
 * slopes in descending order, and c_i where line i hands over to the next,
 *
 *     min_j m_j − E min_j m'_j = Σ_i (b_i − b_{i+1}) h(−|c_i|),              (2)
 *
 * h(z) = φ(z) + zΦ(z).  Line i is the least with probability Φ(c_i) − Φ(c_{i−1}),
 * which is the derivative of E min by m_i, and that by b_i is φ(c_{i−1}) − φ(c_i).
 *
 * Few lines can be the least for any Z within REACH; the others are left out.
 */
#include "acquire/kg.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/special.h"

enum { BLOCK = INLAY_ACQ_BLOCK };

/* Beyond so many deviations Z does not matter: h(−7.5) = 4e-15. */
static const double REACH = 7.5;

/* The average of all components at least: its logarithm is taken. */
static const double LEAST = 1e-300;

struct line {
    double mean, slope;
    double
        from;   /* the Z from which on it is the least; those before are less */
    size_t row; /* the known point, or n_points: u */
};

/* What the value of a point depends on, and its derivatives. */
struct change {
    double by_mean, by_var;
    double *by_beta; /* n_points */
};

/* Room for one point of a component. */
struct desk {
    struct line *line; /* n_points + 1 */
    size_t n;
};

static const struct inlay_kg *kg_of(const struct inlay_acq *a)
{
    return (const struct inlay_kg *)a;
}

/* ---- The envelope ---- */

/* Steep ones first, and of equals the lower: insertion, as they are few. */
static void sort_lines(struct line *line, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct line x = line[i];
        size_t j = i;
        for (; j > 0 &&
               (line[j - 1].slope < x.slope ||
                (line[j - 1].slope == x.slope && line[j - 1].mean > x.mean));
             j--)
            line[j] = line[j - 1];
        line[j] = x;
    }
}

/* The Z above which b is below a, which is steeper. */
static double meeting(const struct line *a, const struct line *b)
{
    return (b->mean - a->mean) / (a->slope - b->slope);
}

/* Leaves those lines that are the least for some Z, in order. */
static void take_envelope(struct desk *d)
{
    size_t n = 0;
    sort_lines(d->line, d->n);
    for (size_t i = 0; i < d->n; i++) {
        struct line x = d->line[i];
        if (n > 0 && x.slope == d->line[n - 1].slope)
            continue;
        x.from = -INFINITY;
        while (n > 0) {
            x.from = meeting(&d->line[n - 1], &x);
            if (x.from > d->line[n - 1].from)
                break;
            x.from = -INFINITY;
            n--;
        }
        d->line[n++] = x;
    }
    d->n = n;
}

/* min_j m_j − E min_j m'_j by (2). */
static double envelope_gain(const struct desk *d)
{
    double sum = 0.0;
    for (size_t i = 1; i < d->n; i++)
        sum += (d->line[i - 1].slope - d->line[i].slope) *
               exp(inlay_log_ei_unit(-fabs(d->line[i].from)));
    return sum;
}

/* ---- One point under one component ---- */

static double slope_of(const struct inlay_gp_component *c, const double *beta,
                       size_t j, double s)
{
    return c->extra[j] * beta[j] / s;
}

/* The lines that may be the least within REACH; u's is the last one. */
static void lay_lines(const struct inlay_kg *kg, size_t k, double mean,
                      double var, const double *beta, double s, struct desk *d)
{
    const struct inlay_gp_component *c = &kg->gp->comp[k];
    const double *known = kg->mean + k * kg->gp->n_points, own = var / s;
    double lowest = mean + REACH * own;
    d->n = 0;
    for (size_t j = 0; j < kg->gp->n_points; j++)
        lowest = fmin(lowest, known[j] + REACH * fabs(slope_of(c, beta, j, s)));
    for (size_t j = 0; j < kg->gp->n_points; j++) {
        const double b = slope_of(c, beta, j, s);
        if (known[j] - REACH * fabs(b) <= lowest)
            d->line[d->n++] = (struct line){known[j], b, 0.0, j};
    }
    d->line[d->n++] = (struct line){mean, own, 0.0, kg->gp->n_points};
}

/* The derivatives of the gain by the moments at u and by β. */
static void differentiate(const struct inlay_kg *kg, size_t k, double var,
                          double s, const struct desk *d, struct change *out)
{
    const struct inlay_gp_component *c = &kg->gp->comp[k];
    double by_s = 0.0;
    memset(out->by_beta, 0, kg->gp->n_points * sizeof *out->by_beta);
    out->by_mean = out->by_var = 0.0;
    for (size_t i = 0; i < d->n; i++) {
        const struct line *x = &d->line[i];
        const double to = i + 1 < d->n ? d->line[i + 1].from : INFINITY;
        const double by_slope = inlay_norm_pdf(to) - inlay_norm_pdf(x->from);
        by_s -= by_slope * x->slope / s;
        if (x->row < kg->gp->n_points) {
            out->by_beta[x->row] = by_slope * c->extra[x->row] / s;
            continue;
        }
        out->by_mean = inlay_norm_cdf(x->from) - inlay_norm_cdf(to);
        out->by_var += by_slope / s;
    }
    (void)var;
    out->by_var += by_s / (2.0 * s);
}

/* What an observation gains, and its derivatives unless `out` is NULL. */
static double gain_of(const struct inlay_kg *kg, size_t k, double mean,
                      double var, const double *beta, struct desk *d,
                      struct change *out)
{
    const struct inlay_gp_component *c = &kg->gp->comp[k];
    const double s = sqrt(var + c->noise + c->jitter * c->amp);
    lay_lines(kg, k, mean, var, beta, s, d);
    take_envelope(d);
    if (out)
        differentiate(kg, k, var, s, d, out);
    return fmax(kg->least[k] - mean, 0.0) + envelope_gain(d);
}

/* ---- Blocks ---- */

struct block {
    size_t n;
    double *mean, *var, *by_mean, *by_var; /* BLOCK each */
    double *Z;                             /* BLOCK×dim */
    double *V, *beta, *slope, *by_V;       /* n_points×BLOCK */
    struct desk desk;
};

static struct block block_at(const struct inlay_kg *kg, size_t n,
                             double *scratch)
{
    const size_t N = kg->gp->n_points;
    struct block b = {.n = n, .mean = scratch};
    b.var = b.mean + BLOCK;
    b.by_mean = b.var + BLOCK;
    b.by_var = b.by_mean + BLOCK;
    b.Z = b.by_var + BLOCK;
    b.V = b.Z + kg->base.dim * BLOCK;
    b.beta = b.V + N * BLOCK;
    b.slope = b.beta + N * BLOCK;
    b.by_V = b.slope + N * BLOCK;
    b.desk.line = (struct line *)(void *)(b.by_V + N * BLOCK);
    return b;
}

/* The sums of component k are added to out and, unless it is NULL, grad. */
static void add_component(const struct inlay_kg *kg, size_t k, struct block *b,
                          double *out, double *grad)
{
    const struct inlay_gp *gp = kg->gp;
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points;
    inlay_gp_whiten(gp, k, b->Z, b->n, b->mean, b->var, b->V,
                    grad ? b->slope : NULL);
    memcpy(b->beta, b->V, N * b->n * sizeof *b->V);
    inlay_chol_backward(c->L, N, gp->room, b->beta, b->n, N, gp->base.watch);
    for (size_t i = 0; i < b->n; i++) {
        struct change d = {.by_beta = b->by_V + i * N};
        out[i] += gain_of(kg, k, b->mean[i], b->var[i], b->beta + i * N,
                          &b->desk, grad ? &d : NULL);
        b->by_mean[i] = d.by_mean;
        b->by_var[i] = d.by_var;
    }
    if (!grad)
        return;
    /* β = L⁻ᵀV */
    inlay_chol_forward(c->L, N, gp->room, b->by_V, b->n, N, gp->base.watch);
    inlay_gp_pull_back(gp, k, b->Z, b->n, b->V, b->slope, b->by_mean, b->by_var,
                       b->by_V, grad);
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_kg *kg = kg_of(a);
    const double n_comp = (double)kg->gp->base.n_comp;
    struct block b = block_at(kg, n, scratch);
    inlay_gp_embed(kg->gp, U, n, b.Z);
    memset(out, 0, n * sizeof *out);
    if (grad)
        memset(grad, 0, n * a->dim * sizeof *grad);
    for (size_t k = 0; k < kg->gp->base.n_comp; k++)
        add_component(kg, k, &b, out, grad);
    for (size_t i = 0; i < n; i++) {
        const double average = out[i] / n_comp;
        const double scale = average > LEAST ? 1.0 / out[i] : 0.0;
        for (size_t j = i * a->dim; grad && j < (i + 1) * a->dim; j++)
            grad[j] *= scale;
        out[i] = log(fmax(average, LEAST));
    }
}

static const struct inlay_acq_ops KG_OPS = {.evaluate = evaluate};

void inlay_kg_init(struct inlay_kg *kg, const struct inlay_gp *gp,
                   const double *mean, const double *least)
{
    const size_t dim = gp->base.dim, N = gp->n_points;
    const size_t lines = (N + 1) * sizeof(struct line) / sizeof(double) + 1;
    *kg = (struct inlay_kg){
        .base = {&KG_OPS, dim, (4 + dim + 4 * N) * BLOCK + lines, false},
        .gp = gp,
        .mean = mean,
        .least = least,
    };
}
