/*
 * evidence.c: log p(y | θ) and its gradient.
 *
 * A sampler calls this hundreds of times a fit, so the distances of all pairs
 * are computed once for each length-scale, as packed triangles; a likelihood is
 * then one weighted sum, one pass of the kernel and one factorisation.
 *
 * Jitter: `least_jitter` of the amplitude is always on the diagonal.  Where K
 * has no factor it is raised in steps of JITTER_STEP up to JITTER_LAST; each
 * raise is counted, and beyond it the likelihood is −∞, never a guess.
 */
#include "model/evidence.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/special.h"
#include "base/vector.h"

static const double JITTER_RAISED = 1e-10; /* at least, once raised */
static const double JITTER_STEP = 10.0;
static const double JITTER_LAST = 1e-4;

/* Of a matrix of some thousand rows, so many columns are a millisecond, and so
 * are so many pairs; some more where they are written for the first time, as the
 * system then finds the memory. */
enum { COLUMNS = 64, PAIRS = 1 << 16 };

/* Above this the distances of a length-scale are made anew when needed. */
static const size_t MAX_CACHED = (size_t)256 << 20; /* bytes */

static bool can_cache(size_t n_scales, size_t n_pairs)
{
    return n_pairs == 0 || n_scales <= MAX_CACHED / sizeof(double) / n_pairs;
}

/* z has room for a point. */
static void embed_data(struct inlay_evidence *ev, double *z)
{
    const size_t dim = ev->data->dim;
    for (size_t i = 0; i < ev->n; i++) {
        inlay_metric_embed_row(ev->metric, ev->data, i, z);
        for (size_t j = 0; j < dim; j++)
            ev->Z[j * ev->n + i] = z[j];
    }
}

inlay_status inlay_evidence_init(struct inlay_evidence *out,
                                 const struct inlay_metric *metric,
                                 const struct inlay_data *data,
                                 enum inlay_kernel kernel, double least_jitter,
                                 struct inlay_watch *watch, inlay_error *err)
{
    const size_t n = data->n, n_pairs = n * (n + 1) / 2, P = metric->n_scales;
    const bool cached = can_cache(P, n_pairs);
    double *spare;
    struct inlay_evidence ev = {.metric = metric,
                                .data = data,
                                .kernel = kernel,
                                .least_jitter = least_jitter,
                                .n = n,
                                .n_pairs = n_pairs,
                                .watch = watch};

    const struct inlay_mem_part parts[] = {
        INLAY_PART(ev.Z, n * data->dim),
        INLAY_PART(ev.r2, n_pairs),
        INLAY_PART(ev.base, n_pairs),
        INLAY_PART(ev.packed, n_pairs),
        INLAY_PART(ev.slope, n_pairs),
        INLAY_PART(ev.K, n * n),
        INLAY_PART(ev.alpha, n),
        INLAY_PART(*(cached ? &ev.pairs : &ev.spare),
                   cached ? P * n_pairs : n_pairs),
        INLAY_PART(spare, data->dim),
        {0},
    };
    if (!inlay_mem_parts_unset(parts)) /* hundreds of megabytes */
        return inlay_fail_memory(err, "the likelihood of a model");
    embed_data(&ev, spare);
    for (size_t p = 0; cached && p < P && !inlay_watch_poll(watch); p++)
        inlay_metric_pairs(metric, p, ev.Z, n, n, ev.pairs + p * n_pairs,
                           watch);
    *out = ev;
    return INLAY_OK;
}

void inlay_evidence_clear(struct inlay_evidence *ev)
{
    inlay_mem_free(ev->Z); /* and all others but one */
    inlay_mem_free(ev->linear);
    *ev = (struct inlay_evidence){0};
}

inlay_status inlay_evidence_add_linear(struct inlay_evidence *ev, double b,
                                       inlay_error *err)
{
    double *at = inlay_mem_doubles(ev->n_pairs);
    if (!at)
        return inlay_fail_memory(err, "the linear part of a model");
    inlay_mem_free(ev->linear);
    ev->linear = at;
    for (size_t j = 0; j < ev->n; j++, at += ev->n - j + 1) {
        if (j % COLUMNS == 0 && inlay_watch_poll(ev->watch))
            break;
        inlay_metric_linear(ev->metric, b, ev->Z + j, ev->n - j, ev->n,
                            ev->Z + j, ev->n, at);
    }
    return INLAY_OK;
}

static const double *pairs_of(const struct inlay_evidence *ev, size_t p)
{
    if (ev->pairs)
        return ev->pairs + p * ev->n_pairs;
    inlay_metric_pairs(ev->metric, p, ev->Z, ev->n, ev->n, ev->spare,
                       ev->watch);
    return ev->spare;
}

/* out = in + w d; in NULL counts as 0. */
INLAY_VECTORISED
static void add_weighted(const double *in, double w, const double *d, size_t n,
                         double *out)
{
    if (in)
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] + w * d[i];
    else
        for (size_t i = 0; i < n; i++)
            out[i] = w * d[i];
}

static double weight(const double *theta, size_t p)
{
    return exp(-2.0 * theta[p]);
}

/* How many pairs make the piece that begins with number i. */
static size_t piece_at(const struct inlay_evidence *ev, size_t i)
{
    return ev->n_pairs - i < PAIRS ? ev->n_pairs - i : PAIRS;
}

/* out = in + w_p d_p, in pieces. */
static void add_scale(const struct inlay_evidence *ev, const double *theta,
                      size_t p, const double *in, double *out)
{
    const double w = weight(theta, p), *d = pairs_of(ev, p);
    for (size_t i = 0; i < ev->n_pairs && !inlay_watch_poll(ev->watch);
         i += PAIRS)
        add_weighted(in ? in + i : NULL, w, d + i, piece_at(ev, i), out + i);
}

/* out = Σ_p w_p d_p over all length-scales but `leave_out`. */
static void sum_distances(const struct inlay_evidence *ev, const double *theta,
                          size_t leave_out, double *out)
{
    const double *in = NULL;
    assert(out);
    for (size_t p = 0; p < ev->metric->n_scales && !inlay_watch_poll(ev->watch);
         p++) {
        if (p == leave_out)
            continue;
        add_scale(ev, theta, p, in, out);
        in = out;
    }
    if (!in && !inlay_watch_is_over(ev->watch))
        memset(out, 0, ev->n_pairs * sizeof *out);
}

static double noise_of(const struct inlay_evidence *ev, const double *theta)
{
    return exp(theta[inlay_theta_noise(ev->metric->n_scales)]);
}

static double amp_of(const struct inlay_evidence *ev, const double *theta)
{
    return exp(theta[inlay_theta_amp(ev->metric->n_scales)]);
}

/* K from the packed covariances, with diag + jitter on its diagonal. */
static void unpack(const struct inlay_evidence *ev, const double *diag,
                   double jitter)
{
    const double *column = ev->packed;
    for (size_t j = 0; j < ev->n; j++) {
        if (j % COLUMNS == 0 && inlay_watch_poll(ev->watch))
            break;
        double *to = ev->K + j * ev->n + j;
        memcpy(to, column, (ev->n - j) * sizeof *to);
        to[0] += diag[j] + jitter;
        column += ev->n - j;
    }
}

bool inlay_evidence_factor(struct inlay_evidence *ev, double amp,
                           const double *diag)
{
    ev->jitter = ev->least_jitter;
    for (;;) {
        unpack(ev, diag, ev->jitter * amp);
        if (inlay_chol_factor(ev->K, ev->n, ev->n, ev->watch) == 0)
            return true;
        if (inlay_watch_poll(ev->watch))
            return false;
        const double raised = fmax(ev->jitter * JITTER_STEP, JITTER_RAISED);
        if (raised > JITTER_LAST * 1.5)
            return false;
        ev->jitter = raised;
        ev->counts.n_jitters++;
        ev->counts.max_jitter = fmax(ev->counts.max_jitter, raised);
    }
}

/* L of K(r2, θ); false where there is none. */
static bool factor(struct inlay_evidence *ev, const double *theta)
{
    const double amp = amp_of(ev, theta), noise = noise_of(ev, theta);

    if (!isfinite(amp) || !isfinite(noise))
        return false;
    for (size_t i = 0; i < ev->n; i++)
        ev->alpha[i] = inlay_data_variance(ev->data, i, noise);
    return inlay_evidence_factor(ev, amp, ev->alpha);
}

/* −½ [ n_extra log 2πσ² + Σ log count + SS/σ² ], docs/maths.md (9), and (48): what
 * merging took away from the likelihood of the single observations. */
static double within_groups(const struct inlay_data *d, double noise)
{
    const double n_extra = (double)d->n_extra;
    if (n_extra == 0.0 || !(noise > 0.0))
        return d->log_within;
    return d->log_within - 0.5 * (n_extra * (INLAY_LOG_2PI + log(noise)) +
                                  d->sum_log_count + d->ss_within / noise);
}

/* log p(y | θ) from L; leaves L⁻¹(y − m) in alpha. */
static double from_factor(struct inlay_evidence *ev, const double *theta)
{
    const double mean = theta[inlay_theta_mean(ev->metric->n_scales)];
    for (size_t i = 0; i < ev->n; i++)
        ev->alpha[i] = ev->data->y[i] - mean;
    inlay_chol_forward(ev->K, ev->n, ev->n, ev->alpha, 1, ev->n, ev->watch);
    const double value = -0.5 * inlay_dot(ev->alpha, ev->alpha, ev->n) -
                         inlay_chol_half_log_det(ev->K, ev->n, ev->n) -
                         0.5 * (double)ev->n * INLAY_LOG_2PI +
                         within_groups(ev->data, noise_of(ev, theta));
    return isfinite(value) ? value : -INFINITY;
}

/* packed := covariances from r2; and slope. */
static void apply_kernel(struct inlay_evidence *ev, double amp, bool has_slopes)
{
    for (size_t i = 0; i < ev->n_pairs && !inlay_watch_poll(ev->watch);
         i += PAIRS) {
        const size_t n = piece_at(ev, i);
        if (has_slopes)
            inlay_kernel_slopes(ev->kernel, amp, ev->r2 + i, n, ev->packed + i,
                                ev->slope + i);
        else
            inlay_kernel_values(ev->kernel, amp, ev->r2 + i, n, ev->packed + i);
    }
}

static void add_linear(struct inlay_evidence *ev)
{
    for (size_t i = 0; ev->linear && i < ev->n_pairs; i++)
        ev->packed[i] += ev->linear[i];
}

static double of_r2(struct inlay_evidence *ev, const double *theta)
{
    if (inlay_watch_poll(ev->watch))
        return -INFINITY;
    ev->counts.n_evaluations++;
    apply_kernel(ev, amp_of(ev, theta), false);
    add_linear(ev);
    return factor(ev, theta) ? from_factor(ev, theta) : -INFINITY;
}

double inlay_evidence_value(struct inlay_evidence *ev, const double *theta)
{
    sum_distances(ev, theta, SIZE_MAX, ev->r2);
    const double value = of_r2(ev, theta);
    if (isfinite(value))
        inlay_chol_backward(ev->K, ev->n, ev->n, ev->alpha, 1, ev->n,
                            ev->watch);
    return value;
}

double inlay_evidence_again(struct inlay_evidence *ev, const double *theta)
{
    return from_factor(ev, theta);
}

void inlay_evidence_hold(struct inlay_evidence *ev, const double *theta,
                         size_t p)
{
    sum_distances(ev, theta, p, p == SIZE_MAX ? ev->r2 : ev->base);
    ev->held = p;
}

double inlay_evidence_along(struct inlay_evidence *ev, const double *theta)
{
    if (inlay_watch_poll(ev->watch))
        return -INFINITY;
    if (ev->held != SIZE_MAX)
        add_scale(ev, theta, ev->held, ev->base, ev->r2);
    return of_r2(ev, theta);
}

void inlay_evidence_covariances(struct inlay_evidence *ev, const double *theta)
{
    sum_distances(ev, theta, SIZE_MAX, ev->r2);
    apply_kernel(ev, amp_of(ev, theta), true);
    add_linear(ev);
}

/* slope_ij := W_ij slope_ij for i > j, 0 on the diagonal. */
static double weigh_slopes(struct inlay_evidence *ev)
{
    double *s = ev->slope, diagonal = 0.0;
    for (size_t j = 0; j < ev->n; j++) {
        if (j % COLUMNS == 0 && inlay_watch_poll(ev->watch))
            break;
        const double *inverse = ev->K + j * ev->n + j, *a = ev->alpha + j;
        const double aj = a[0];
        if (!inlay_data_is_given(ev->data, j))
            diagonal += (aj * aj - inverse[0]) / ev->data->count[j];
        s[0] = 0.0;
        for (size_t i = 1; i < ev->n - j; i++)
            s[i] *= a[i] * aj - inverse[i];
        s += ev->n - j;
    }
    return diagonal;
}

double inlay_evidence_by_scales(struct inlay_evidence *ev, const double *theta,
                                double *grad)
{
    const double diagonal = weigh_slopes(ev);
    for (size_t p = 0; p < ev->metric->n_scales && !inlay_watch_poll(ev->watch);
         p++)
        grad[p] = -2.0 * weight(theta, p) *
                  inlay_dot(ev->slope, pairs_of(ev, p), ev->n_pairs);
    return diagonal;
}

/* Σ W_ii v_i over the rows that have a variance v_i of their own, from alpha and
 * from K as inverse. */
static double by_given(const struct inlay_evidence *ev)
{
    const struct inlay_data *d = ev->data;
    double sum = 0.0;
    for (size_t i = 0; i < ev->n && d->n_given > 0; i++)
        if (inlay_data_is_given(d, i))
            sum += (ev->alpha[i] * ev->alpha[i] - ev->K[i * ev->n + i]) *
                   d->var[i];
    return sum;
}

/*
 * With W = αα' − K⁻¹ the derivative by any parameter is ½ tr(W dK), (10):
 *
 *     log l_p   Σ_{i>j} W_ij (dk/dr²)_ij (−2 w_p d_p,ij)
 *     log σ²    ½ σ² Σ_i W_ii / count_i, and that of within_groups()
 *     log a     ½ (tr(W K) − σ² Σ_i W_ii / count_i), tr(W K) = α'(y − m) − n
 *     m         Σ_i α_i
 *
 * Rows with a variance v_i of their own have no part in Σ W_ii / count_i; by log a
 * their W_ii v_i is taken away, too.
 */
double inlay_evidence_gradient(struct inlay_evidence *ev, const double *theta,
                               double *grad)
{
    const size_t P = ev->metric->n_scales;
    const double noise = noise_of(ev, theta);

    ev->counts.n_evaluations++;
    inlay_evidence_covariances(ev, theta);
    const double value = factor(ev, theta) ? from_factor(ev, theta) : -INFINITY;
    if (!isfinite(value)) {
        memset(grad, 0, inlay_theta_n(P) * sizeof *grad);
        return value;
    }
    const double quadratic = inlay_dot(ev->alpha, ev->alpha, ev->n);
    inlay_chol_backward(ev->K, ev->n, ev->n, ev->alpha, 1, ev->n, ev->watch);
    inlay_chol_inverse(ev->K, ev->n, ev->n, ev->watch);
    const double by_noise = noise * inlay_evidence_by_scales(ev, theta, grad);
    const double n_extra = (double)ev->data->n_extra;
    grad[inlay_theta_amp(P)] =
        0.5 * (quadratic - (double)ev->n - by_noise - by_given(ev));
    grad[inlay_theta_noise(P)] = 0.5 * by_noise;
    if (noise > 0.0)
        grad[inlay_theta_noise(P)] -=
            0.5 * (n_extra - ev->data->ss_within / noise);
    double sum = 0.0;
    for (size_t i = 0; i < ev->n; i++)
        sum += ev->alpha[i];
    grad[inlay_theta_mean(P)] = sum;
    return value;
}
