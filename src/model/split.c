/*
 * split.c: where a node of a regression tree is divided.
 *
 * Sums are of y minus the node's mean.  If s is their sum on one side, of weight
 * v out of w, the sum of squares decreases by
 *
 *     w gain,  gain = s² / (v (w − v)),
 *
 * with no difference of large numbers.  Gains that differ by less than rounding
 * are equal, and the first is kept: else the last bits of y would choose the
 * axis wherever two axes divide the points alike, as all do in a node of two.
 *
 * Nothing depends on y's scale and origin but for rounding: what a split must
 * gain is relative to its own node.  Relative to the whole sample, one value of
 * 1e6 would leave the others undivided.
 *
 * Best splits walk along lists that are sorted once for all trees, so that a
 * level of a tree costs O(n dim) and no sort; random ones need two passes over
 * the points.
 *
 * Breiman, Friedman, Olshen, Stone (1984), Classification and regression trees:
 * in order of their means, the best set of categories is a prefix (Fisher 1958).
 * Geurts, Ernst, Wehenkel (2006), Extremely randomized trees, Mach. Learn. 63.
 */
#include "model/split.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"

/* Gains of one node that are closer than this share of its variance are equal:
 * far above the rounding of a sum, far below what matters. */
static const double TIE = 1e-11;

/* ---- The sample ---------------------------------------------------------- */

uint32_t inlay_splitter_most_codes(const struct inlay_tree_data *data)
{
    uint32_t most = 0;
    for (size_t j = 0; j < data->dim; j++)
        most = data->n_codes[j] > most ? data->n_codes[j] : most;
    return most;
}

static bool allocate(struct inlay_splitter *sp)
{
    const size_t n = sp->data->n, dim = sp->data->dim;
    const uint32_t n_codes = inlay_splitter_most_codes(sp->data);
    const bool is_best = sp->o->splits == INLAY_SPLITS_BEST;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(sp->points, sp->n),
        INLAY_PART(sp->sorted, is_best ? dim * sp->n : 0),
        INLAY_PART(sp->weight, n),
        INLAY_PART(sp->pull, n),
        INLAY_PART(sp->axes, dim),
        INLAY_PART(sp->slot, n_codes),
        INLAY_PART(sp->group, n_codes),
        {0},
    };
    return inlay_mem_parts(parts);
}

/* All that are in the sample, in the order of `from` or, if NULL, their own. */
static void take_sample(const struct inlay_splitter *sp, const uint32_t *from,
                        uint32_t *points)
{
    for (size_t k = 0, to = 0; k < sp->data->n; k++) {
        const uint32_t i = from ? from[k] : (uint32_t)k;
        if (sp->weight[i] > 0.0)
            points[to++] = i;
    }
}

inlay_status inlay_splitter_init(struct inlay_splitter *out,
                                 const struct inlay_tree_data *data,
                                 const uint32_t *weight,
                                 const struct inlay_tree_options *options,
                                 inlay_error *err)
{
    struct inlay_splitter sp = {.data = data, .o = options};

    for (size_t i = 0; i < data->n; i++)
        sp.n += weight[i] > 0;
    if (!allocate(&sp))
        return inlay_fail_memory(err, "the sample of a regression tree");
    for (size_t i = 0; i < data->n; i++)
        sp.weight[i] = weight[i];
    take_sample(&sp, NULL, sp.points);
    for (size_t j = 0; j < data->dim; j++) {
        sp.axes[j] = j;
        if (options->splits == INLAY_SPLITS_BEST && data->n_codes[j] == 0)
            take_sample(&sp, data->sorted + j * data->n, sp.sorted + j * sp.n);
    }
    *out = sp;
    return INLAY_OK;
}

void inlay_splitter_clear(struct inlay_splitter *sp)
{
    inlay_mem_free(sp->points); /* all of them */
    *sp = (struct inlay_splitter){0};
}

/* ---- A node -------------------------------------------------------------- */

/* Differences from the first y: exact where all are equal, and their errors are
 * relative to the spread of y, not to its size. */
void inlay_splitter_measure(struct inlay_splitter *sp,
                            struct inlay_split_node *node)
{
    const uint32_t *points = sp->points + node->first;
    const double *y = sp->data->y, from = y[points[0]];
    double sum = 0.0;

    node->weight = node->squares = 0.0;
    for (size_t k = 0; k < node->n; k++) {
        const uint32_t i = points[k];
        node->weight += sp->weight[i];
        sum += sp->weight[i] * (y[i] - from);
    }
    const double mean = sum / node->weight;
    for (size_t k = 0; k < node->n; k++) {
        const uint32_t i = points[k];
        const double d = (y[i] - from) - mean;
        sp->pull[i] = sp->weight[i] * d;
        node->squares += sp->pull[i] * d;
    }
    node->mean = from + mean;
}

static int by_mean(const void *a, const void *b)
{
    const struct inlay_split_group *p = a, *q = b;
    if (p->mean != q->mean)
        return p->mean < q->mean ? -1 : 1;
    return p->code < q->code ? -1 : p->code > q->code;
}

size_t inlay_splitter_rank(struct inlay_splitter *sp,
                           const struct inlay_split_node *node, size_t axis)
{
    const uint32_t *points = sp->points + node->first;
    const double *z = sp->data->Z + axis * sp->data->n;
    size_t n = 0;

    for (size_t k = 0; k < node->n; k++) {
        const uint32_t i = points[k], code = (uint32_t)z[i];
        if (sp->slot[code] == 0) {
            sp->group[n] = (struct inlay_split_group){.code = code};
            sp->slot[code] = (uint32_t)++n;
        }
        struct inlay_split_group *in = &sp->group[sp->slot[code] - 1];
        in->sum += sp->pull[i];
        in->weight += sp->weight[i];
        in->n++;
    }
    for (size_t c = 0; c < n; c++) {
        sp->group[c].mean = sp->group[c].sum / sp->group[c].weight;
        sp->slot[sp->group[c].code] = 0;
    }
    qsort(sp->group, n, sizeof *sp->group, by_mean);
    return n;
}

/* ---- One axis ------------------------------------------------------------ */

/* What is on the left of a threshold. */
struct left {
    double sum, weight;
    size_t n;
};

static void add_group(struct left *l, const struct inlay_split_group *in)
{
    l->sum += in->sum;
    l->weight += in->weight;
    l->n += in->n;
}

static double gain_of(const struct left *l, const struct inlay_split_node *node)
{
    return l->sum * l->sum / (l->weight * (node->weight - l->weight));
}

/* gain / (squares / weight) is the share of the variance that is explained. */
static bool is_more(double gain, double than,
                    const struct inlay_split_node *node)
{
    return gain > than + TIE * node->squares / node->weight;
}

/* Both sides have min_leaf points. */
static bool is_allowed(const struct inlay_splitter *sp,
                       const struct inlay_split_node *node, size_t n_left)
{
    return n_left >= sp->o->min_leaf && node->n - n_left >= sp->o->min_leaf;
}

/* Uniform in [lo, hi): what is equal to hi stays on its right. */
static double between(double lo, double hi, struct inlay_rng *rng)
{
    const double t = lo + (hi - lo) * inlay_rng_uniform(rng);
    return t < hi ? t : lo;
}

/* Each of these four writes the split of an axis and tells whether there is
 * one. */
static bool best_threshold(const struct inlay_splitter *sp,
                           const struct inlay_split_node *node, size_t axis,
                           struct inlay_rng *rng, struct inlay_split *s)
{
    const uint32_t *points = sp->sorted + axis * sp->n + node->first;
    const double *z = sp->data->Z + axis * sp->data->n;
    struct left l = {0};
    size_t cut = 0;

    for (size_t k = 0; k + sp->o->min_leaf < node->n; k++) {
        l.sum += sp->pull[points[k]];
        l.weight += sp->weight[points[k]];
        if (k + 1 < sp->o->min_leaf || z[points[k]] == z[points[k + 1]])
            continue;
        const double gain = gain_of(&l, node);
        if (cut == 0 || is_more(gain, s->gain, node)) {
            s->gain = gain;
            cut = k + 1;
        }
    }
    if (cut > 0)
        s->threshold = between(z[points[cut - 1]], z[points[cut]], rng);
    return cut > 0;
}

static bool best_groups(struct inlay_splitter *sp,
                        const struct inlay_split_node *node, size_t axis,
                        struct inlay_split *s)
{
    const size_t n_groups = inlay_splitter_rank(sp, node, axis);
    struct left l = {0};

    s->n_left = 0;
    for (size_t c = 0; c + 1 < n_groups; c++) {
        add_group(&l, &sp->group[c]);
        const double gain = gain_of(&l, node);
        if (is_allowed(sp, node, l.n) &&
            (s->n_left == 0 || is_more(gain, s->gain, node))) {
            s->gain = gain;
            s->n_left = c + 1;
        }
    }
    return s->n_left > 0;
}

static struct left left_of(const struct inlay_splitter *sp,
                           const struct inlay_split_node *node, const double *z,
                           double t)
{
    const uint32_t *points = sp->points + node->first;
    struct left l = {0};
    for (size_t k = 0; k < node->n; k++) {
        const uint32_t i = points[k];
        const bool is_left = z[i] <= t;
        l.sum += is_left ? sp->pull[i] : 0.0;
        l.weight += is_left ? sp->weight[i] : 0.0;
        l.n += is_left;
    }
    return l;
}

/* lo := the least of the node's z above it, hi := the largest up to it. */
static void range_of(const struct inlay_splitter *sp,
                     const struct inlay_split_node *node, const double *z,
                     double *lo, double *hi)
{
    const uint32_t *points = sp->points + node->first;
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < node->n; k++) {
        const double v = z[points[k]];
        least = v > *lo && v < least ? v : least;
        most = v <= *hi && v > most ? v : most;
    }
    *lo = least;
    *hi = most;
}

/*
 * A threshold that leaves too few points on one side tells that all beyond it
 * do so as well: they are taken off the range, and one is drawn from what is
 * left.  So the last one is uniform where thresholds are allowed.
 */
static bool random_threshold(const struct inlay_splitter *sp,
                             const struct inlay_split_node *node, size_t axis,
                             struct inlay_rng *rng, struct inlay_split *s)
{
    const double *z = sp->data->Z + axis * sp->data->n;
    double lo = -INFINITY, hi = INFINITY;

    range_of(sp, node, z, &lo, &hi);
    while (lo < hi) {
        s->threshold = between(lo, hi, rng);
        const struct left l = left_of(sp, node, z, s->threshold);
        if (is_allowed(sp, node, l.n)) {
            s->gain = gain_of(&l, node);
            return true;
        }
        double above = s->threshold, upto = s->threshold;
        range_of(sp, node, z, &above, &upto);
        if (l.n < sp->o->min_leaf)
            lo = above;
        else
            hi = upto;
    }
    return false;
}

/* The same with the means of categories as coordinates: those up to a threshold
 * are a prefix of the groups. */
static bool random_groups(struct inlay_splitter *sp,
                          const struct inlay_split_node *node, size_t axis,
                          struct inlay_rng *rng, struct inlay_split *s)
{
    const struct inlay_split_group *group = sp->group;
    size_t first = 0, last = inlay_splitter_rank(sp, node, axis) - 1;

    while (group[first].mean < group[last].mean) {
        const double t = between(group[first].mean, group[last].mean, rng);
        struct left l = {0};
        for (s->n_left = 0; group[s->n_left].mean <= t; s->n_left++)
            add_group(&l, &group[s->n_left]);
        if (is_allowed(sp, node, l.n)) {
            s->gain = gain_of(&l, node);
            return true;
        }
        if (l.n < sp->o->min_leaf)
            first = s->n_left;
        else
            last = s->n_left - 1;
    }
    return false;
}

static bool split_axis(struct inlay_splitter *sp,
                       const struct inlay_split_node *node, size_t axis,
                       struct inlay_rng *rng, struct inlay_split *s)
{
    const bool is_category = sp->data->n_codes[axis] > 0;

    *s = (struct inlay_split){.axis = axis};
    if (sp->o->splits == INLAY_SPLITS_BEST)
        return is_category ? best_groups(sp, node, axis, s)
                           : best_threshold(sp, node, axis, rng, s);
    return is_category ? random_groups(sp, node, axis, rng, s)
                       : random_threshold(sp, node, axis, rng, s);
}

/* ---- All axes ------------------------------------------------------------ */

/* The first of the best; axes without a split do not count as drawn. */
bool inlay_splitter_choose(struct inlay_splitter *sp,
                           const struct inlay_split_node *node,
                           struct inlay_rng *rng, struct inlay_split *out)
{
    const size_t dim = sp->data->dim;
    struct inlay_split best = {0}, s;
    size_t n_found = 0;

    for (size_t k = 0; k < dim && n_found < sp->o->n_axes; k++) {
        const size_t j = k + (size_t)inlay_rng_below(rng, dim - k);
        const size_t axis = sp->axes[j];
        sp->axes[j] = sp->axes[k];
        sp->axes[k] = axis;
        if (!split_axis(sp, node, axis, rng, &s))
            continue;
        if (n_found == 0 || is_more(s.gain, best.gain, node))
            best = s;
        n_found++;
    }
    *out = best;
    return best.gain * node->weight > INLAY_TREE_MIN_GAIN * node->squares;
}
