/*
 * test_optima.c: the law of the minimizer against draws made here by plain
 * algebra, of exact draws and of paths; that what is found is the minimum; and
 * odd models.
 */
#include "acquire_fixture.h"
#include "model/draw_fixture.h"

#include "acquire/optima.h"
#include "model/joint.h"
#include "model/path.h"

static void draw_optima(struct inlay_optima *o, const struct inlay_gp *gp,
                        const struct inlay_data *centers, size_t n_per,
                        size_t n_features, uint64_t seed)
{
    const struct inlay_optima_options options = {n_features, n_per, 1};
    const struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};

    CHECK_OK(inlay_optima_draw(o, gp, centers ? centers->U : NULL,
                               centers ? centers->n : 0, &options, &rng, &err),
             err);
    CHECK(o->n == gp->base.n_comp * n_per);
}

/* ---- Two samples of one law ---------------------------------------------- */

/* How often each configuration was the minimizer. */
struct tally {
    size_t n;
    double *count;
};

static void tally_init(struct tally *t, size_t n)
{
    t->n = n;
    t->count = inlay_mem_doubles(n);
    CHECK(t->count != NULL);
}

static void tally_clear(struct tally *t)
{
    inlay_mem_free(t->count);
}

static double total(const struct tally *t)
{
    double sum = 0.0;
    for (size_t i = 0; i < t->n; i++)
        sum += t->count[i];
    return sum;
}

static void tally_least(struct tally *t, const double *f)
{
    size_t at = 0;
    for (size_t i = 1; i < t->n; i++)
        if (f[i] < f[at])
            at = i;
    t->count[at] += 1.0;
}

/* The number of a configuration: mixed radix, last axis fastest. */
static size_t index_of(const struct inlay_encoding *enc, const double *u)
{
    size_t index = 0;
    for (size_t j = 0; j < enc->dim; j++)
        index = index * (size_t)enc->axis[j].n_levels +
                (size_t)inlay_axis_level(&enc->axis[j], u[j]);
    return index;
}

static void tally_optima(struct tally *t, const struct inlay_encoding *enc,
                         const struct inlay_optima *o)
{
    for (size_t i = 0; i < o->n; i++)
        t->count[index_of(enc, o->U + i * enc->dim)] += 1.0;
}

enum { MAX_BINS = 30 };

struct cell {
    double count;
    size_t index;
};

static int by_count(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* bin[i] of each cell: n_bins of about equal weight in a sample that is used for
 * nothing else, cells of like weight together.  Returns how many there are. */
static size_t make_bins(const struct tally *t, size_t n_bins, size_t *bin)
{
    const double share = total(t) / (double)n_bins;
    struct cell *cell = inlay_mem_new(t->n, sizeof *cell);
    double sum = 0.0, last = 0.0;
    size_t at = 0;

    CHECK(cell != NULL && n_bins <= MAX_BINS);
    for (size_t i = 0; i < t->n; i++)
        cell[i] = (struct cell){t->count[i], i};
    qsort(cell, t->n, sizeof *cell, by_count);
    for (size_t i = 0; i < t->n; i++) {
        bin[cell[i].index] = at;
        sum += cell[i].count;
        if (sum - last >= share && total(t) - sum >= 0.5 * share) {
            last = sum;
            at++;
        }
    }
    inlay_mem_free(cell);
    return at + 1;
}

/* χ² of two samples over bins, as a standard normal (Wilson, Hilferty). */
static double deviation(const double *a, const double *b, size_t n_bins)
{
    double A = 0.0, B = 0.0, sum = 0.0;
    for (size_t i = 0; i < n_bins; i++) {
        A += a[i];
        B += b[i];
    }
    for (size_t i = 0; i < n_bins; i++) {
        const double d = sqrt(B / A) * a[i] - sqrt(A / B) * b[i];
        CHECK(a[i] >= 5.0 && b[i] >= 5.0);
        sum += d * d / (a[i] + b[i]);
    }
    const double k = (double)n_bins - 1.0, v = 2.0 / (9.0 * k);
    return (cbrt(sum / k) - (1.0 - v)) / sqrt(v);
}

/* `bins` serves to choose the bins only.  A deviation of 3 has p = 0.0013. */
static void check_same_law(const struct tally *bins, const struct tally *want,
                           const struct tally *got, size_t n_bins)
{
    size_t *bin = inlay_mem_new(want->n, sizeof *bin);
    double a[MAX_BINS] = {0.0}, b[MAX_BINS] = {0.0};

    CHECK(bin != NULL);
    const size_t n = make_bins(bins, n_bins, bin);
    CHECK(n >= 8); /* the law is spread: there is something to test */
    for (size_t i = 0; i < want->n; i++) {
        a[bin[i]] += want->count[i];
        b[bin[i]] += got->count[i];
    }
    const double z = deviation(a, b, n);
    CHECK(z < 3.0);
    inlay_mem_free(bin);
}

/* ---- Draws by plain algebra ---------------------------------------------- */

enum { MAX_ALL = 200 };

/* Matérn 5/2 of two points of the space, categories by equality; theta as
 * drawn_model() sets it. */
static double plain_kernel(const struct drawn *f, const double *u,
                           const double *v)
{
    const struct inlay_encoding *enc = &f->domain.enc;
    double r2 = 0.0;
    for (size_t j = 0; j < enc->dim; j++) {
        const double l = exp(f->theta[j]);
        const bool is_category = enc->axis[j].kind == INLAY_AXIS_CATEGORY;
        const double d =
            is_category ? (u[j] != v[j] ? sqrt(2.0) : 0.0) : u[j] - v[j];
        r2 += d * d / (l * l);
    }
    const double r = sqrt(5.0 * r2);
    return 1.3 * (1.0 + r + r * r / 3.0) * exp(-r);
}

/* The lower factor of A, n×n by rows, in its place; 0 where nothing is left. */
static void plain_factor(double *A, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double s = A[i * n + j];
            for (size_t k = 0; k < j; k++)
                s -= A[i * n + k] * A[j * n + k];
            if (i == j)
                A[i * n + i] = s > 1e-10 ? sqrt(s) : 0.0;
            else
                A[i * n + j] = A[j * n + j] > 0.0 ? s / A[j * n + j] : 0.0;
        }
}

/* The posterior at all configurations: K over them and the data, of which the data
 * are eliminated first.  The rest of the factor is the posterior's. */
static void plain_posterior(const struct drawn *f, double noise, size_t n_all,
                            double *mean, double *L)
{
    const struct inlay_data *data = &f->data;
    const size_t m = data->n, n = m + n_all, dim = data->dim;
    static double U[MAX_ALL * MAX_D], K[MAX_ALL * MAX_ALL], e[MAX_ALL];

    CHECK(n <= MAX_ALL);
    memcpy(U, data->U, m * dim * sizeof *U);
    for (size_t i = 0; i < n_all; i++)
        inlay_encode_combination(&f->domain.enc, i, U + (m + i) * dim);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            K[i * n + j] = plain_kernel(f, U + i * dim, U + j * dim) +
                           (i == j && i < m ? noise / data->count[i] : 0.0);
    plain_factor(K, n);
    for (size_t i = 0; i < n; i++) { /* e: whitened data; then the means */
        double s = i < m ? data->y[i] - 0.2 : 0.2;
        for (size_t k = 0; k < i && k < m; k++)
            s += (i < m ? -1.0 : 1.0) * K[i * n + k] * e[k];
        if (i < m)
            e[i] = s / K[i * n + i];
        else
            mean[i - m] = s;
    }
    for (size_t i = 0; i < n_all; i++)
        for (size_t j = 0; j <= i; j++)
            L[i * n_all + j] = K[(m + i) * n + m + j];
}

static void plain_tally(const struct drawn *f, double noise, size_t n_draws,
                        uint64_t seed, struct tally *t)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    static double L[MAX_ALL * MAX_ALL];
    double mean[MAX_ALL], value[MAX_ALL], e[MAX_ALL];

    plain_posterior(f, noise, t->n, mean, L);
    for (size_t s = 0; s < n_draws; s++) {
        for (size_t i = 0; i < t->n; i++)
            e[i] = inlay_rng_normal(&rng);
        for (size_t i = 0; i < t->n; i++)
            value[i] = mean[i] + inlay_dot(L + i * t->n, e, i + 1);
        tally_least(t, value);
    }
}

/* ---- The law of the minimizer -------------------------------------------- */

/* 120 configurations. */
static const int SMALL[] = {3, -5, 2, -4};
enum { N_SMALL = 120, N_BINS = 25, N_DRAWS = 20000, N_PATHS = 3000 };

/* n_paths paths at all configurations. */
static void path_tally(const struct drawn *f, size_t n_paths, uint64_t seed,
                       struct tally *t)
{
    const struct inlay_rng rng = inlay_rng_seed(seed);
    const size_t dim = f->data.dim;
    inlay_error err = {0};
    double U[N_SMALL * MAX_D], Z[N_SMALL * MAX_D], value[N_SMALL];

    CHECK(t->n == N_SMALL);
    for (size_t i = 0; i < t->n; i++)
        inlay_encode_combination(&f->domain.enc, i, U + i * dim);
    inlay_gp_embed(f->gp, U, t->n, Z);
    for (size_t s = 0; s < n_paths; s++) {
        struct inlay_path path;
        struct inlay_rng own = inlay_rng_split(&rng, s);
        CHECK_OK(inlay_path_draw(&path, f->gp, 0, 128, &own, &err), err);
        double *scratch = inlay_mem_doubles(path.n_scratch);
        for (size_t i = 0; i < t->n; i += INLAY_GP_BLOCK) {
            const size_t left = t->n - i;
            inlay_path_values(&path, Z + i * dim,
                              left < INLAY_GP_BLOCK ? left : INLAY_GP_BLOCK,
                              value + i, NULL, scratch);
        }
        tally_least(t, value);
        inlay_mem_free(scratch);
        inlay_path_clear(&path);
    }
}

static void check_small(double noise, size_t n_data)
{
    struct drawn f;
    struct inlay_optima o;
    struct tally bins, want, exact, paths;

    drawn_init(&f, SMALL, LEN(SMALL), INLAY_KERNEL_MATERN52, false, n_data,
               noise);
    tally_init(&bins, N_SMALL);
    tally_init(&want, N_SMALL);
    tally_init(&exact, N_SMALL);
    tally_init(&paths, N_SMALL);
    plain_tally(&f, noise, N_DRAWS, 1, &bins);
    plain_tally(&f, noise, N_DRAWS, 2, &want);
    draw_optima(&o, f.gp, NULL, N_DRAWS, 1, 3);
    tally_optima(&exact, &f.domain.enc, &o);
    path_tally(&f, N_PATHS, 4, &paths);
    check_same_law(&bins, &want, &exact, N_BINS);
    check_same_law(&bins, &want, &paths, N_BINS);
    inlay_optima_clear(&o);
    tally_clear(&bins);
    tally_clear(&want);
    tally_clear(&exact);
    tally_clear(&paths);
    drawn_clear(&f);
}

TEST(minimizers_of_a_small_space_have_their_law_with_noise)
{
    check_small(0.3, 14);
}

/* A jitter of 1e-8 is all that the data are uncertain by. */
TEST(minimizers_of_a_small_space_have_their_law_without_noise)
{
    check_small(0.0, 8);
}

/* 540 configurations: too many for exact draws. */
static const int LARGER[] = {3, -6, 2, -5, 3};
enum { N_LARGER = 540 };

static void joint_tally(const struct drawn *f, size_t n_draws, uint64_t seed,
                        struct tally *t)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    const size_t dim = f->data.dim;
    inlay_error err = {0};
    double *U = inlay_mem_doubles(2 * t->n * dim), *Z = U + t->n * dim;
    double *F = inlay_mem_doubles(n_draws * t->n);

    CHECK(U && F);
    for (size_t i = 0; i < t->n; i++)
        inlay_encode_combination(&f->domain.enc, i, U + i * dim);
    inlay_gp_embed(f->gp, U, t->n, Z);
    CHECK_OK(inlay_joint_draw(f->gp, 0, Z, t->n, n_draws, &rng, F, &err), err);
    for (size_t s = 0; s < n_draws; s++)
        tally_least(t, F + s * t->n);
    inlay_mem_free(U);
    inlay_mem_free(F);
}

static void check_larger(double noise, size_t n_data)
{
    struct drawn f;
    struct inlay_optima o;
    struct tally bins, want, got;

    drawn_init(&f, LARGER, LEN(LARGER), INLAY_KERNEL_MATERN52, false, n_data,
               noise);
    CHECK(inlay_encode_n_configurations(&f.domain.enc) == N_LARGER);
    tally_init(&bins, N_LARGER);
    tally_init(&want, N_LARGER);
    tally_init(&got, N_LARGER);
    joint_tally(&f, 3000, 5, &bins);
    joint_tally(&f, 4000, 6, &want);
    draw_optima(&o, f.gp, &f.data, 1000, 200, 7);
    tally_optima(&got, &f.domain.enc, &o);
    check_same_law(&bins, &want, &got, 10);
    inlay_optima_clear(&o);
    tally_clear(&bins);
    tally_clear(&want);
    tally_clear(&got);
    drawn_clear(&f);
}

TEST(minimizers_of_paths_have_the_law_of_exact_ones)
{
    check_larger(0.3, 20);
    check_larger(0.0, 12);
}

/* ---- What a draw gives --------------------------------------------------- */

/* Path i, as it was drawn of rng; component k. */
static struct inlay_path path_again(const struct inlay_gp *gp, size_t k,
                                    size_t n_features, uint64_t seed, size_t i)
{
    const struct inlay_rng rng = inlay_rng_seed(seed);
    struct inlay_rng own = inlay_rng_split(&rng, i);
    struct inlay_path path;
    inlay_error err = {0};
    CHECK_OK(inlay_path_draw(&path, gp, k, n_features, &own, &err), err);
    return path;
}

static double path_at(const struct inlay_path *path, const double *u)
{
    double *scratch = inlay_mem_doubles(path->n_scratch), z[MAX_D], value;
    inlay_gp_embed(path->gp, u, 1, z);
    inlay_path_values(path, z, 1, &value, NULL, scratch);
    inlay_mem_free(scratch);
    return value;
}

static void check_valid(const struct inlay_encoding *enc,
                        const struct inlay_optima *o)
{
    double t[MAX_D];
    for (size_t i = 0; i < o->n; i++) {
        const double *u = o->U + i * enc->dim;
        inlay_encode_snap(enc, u, t);
        CHECK(memcmp(t, u, enc->dim * sizeof *t) == 0);
        CHECK(isfinite(o->least[i]));
        for (size_t j = 0; j < enc->dim; j++)
            CHECK(u[j] >= 0.0 && u[j] <= 1.0);
    }
}

static const int DOMAINS[][4] = {
    {0, 3, -4, 0}, {0, 0, 0, 0}, {0, 5, 2, -3}, {2, 3, -4, 5}, {7, 9, -8, 6}};

/* Draw i is one of component i / n_per, whose value at U is `least`; none is below
 * it at the data. */
TEST(a_path_is_least_at_its_minimizer_among_the_data)
{
    enum { N_PER = 4, N_COMP = 3, N_FEATURES = 100, SEED = 11 };
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_optima o;
        if (d == 3)
            continue; /* drawn exactly */
        fitted_init(&f, DOMAINS[d], 4, 12, N_COMP, 40 + d);
        draw_optima(&o, f.gp, &f.data, N_PER, N_FEATURES, SEED);
        check_valid(&f.domain.enc, &o);
        for (size_t i = 0; i < o.n; i++) {
            struct inlay_path path =
                path_again(f.gp, i / N_PER, N_FEATURES, SEED, i);
            CHECK_ABS(path_at(&path, o.U + i * 4), o.least[i], 1e-9);
            for (size_t k = 0; k < f.data.n; k++)
                CHECK(path_at(&path, f.data.U + k * 4) >= o.least[i] - 1e-9);
            inlay_path_clear(&path);
        }
        inlay_optima_clear(&o);
        fitted_clear(&f);
    }
}

TEST(an_exact_draw_is_least_at_its_minimizer)
{
    enum { N_PER = 4, N_COMP = 3, SEED = 12 };
    const struct inlay_rng rng = inlay_rng_seed(SEED);
    inlay_error err = {0};
    struct fitted f;
    struct inlay_optima o;
    double U[N_SMALL * 4], Z[N_SMALL * 4];
    static double F[N_PER * N_SMALL];

    fitted_init(&f, DOMAINS[3], 4, 12, N_COMP, 50);
    draw_optima(&o, f.gp, NULL, N_PER, 1, SEED);
    check_valid(&f.domain.enc, &o);
    for (size_t i = 0; i < N_SMALL; i++)
        inlay_encode_combination(&f.domain.enc, i, U + i * 4);
    inlay_gp_embed(f.gp, U, N_SMALL, Z);
    for (size_t k = 0; k < N_COMP; k++) {
        struct inlay_rng own = inlay_rng_split(&rng, k);
        CHECK_OK(inlay_joint_draw(f.gp, k, Z, N_SMALL, N_PER, &own, F, &err),
                 err);
        for (size_t s = 0; s < N_PER; s++) {
            const double *draw = F + s * N_SMALL;
            const size_t i = k * N_PER + s;
            CHECK(draw[index_of(&f.domain.enc, o.U + i * 4)] == o.least[i]);
            for (size_t c = 0; c < N_SMALL; c++)
                CHECK(draw[c] >= o.least[i]);
        }
    }
    inlay_optima_clear(&o);
    fitted_clear(&f);
}

/* The least of a path at random points and, from the best of these, steps of ever
 * smaller size. */
static double least_by_chance(const struct inlay_path *path,
                              const struct inlay_encoding *enc,
                              struct inlay_rng *rng)
{
    const size_t dim = enc->dim;
    double *scratch = inlay_mem_doubles(path->n_scratch);
    double U[INLAY_GP_BLOCK * MAX_D], Z[INLAY_GP_BLOCK * MAX_D];
    double value[INLAY_GP_BLOCK], best[MAX_D], least = INFINITY;

    for (size_t round = 0; round < 160; round++) {
        const double step = pow(10.0, -1.0 - ((double)round - 100.0) / 20.0);
        for (size_t i = 0; i < INLAY_GP_BLOCK; i++) {
            double *u = U + i * dim;
            inlay_encode_sample(enc, rng, u);
            for (size_t j = 0; round >= 100 && j < dim; j++)
                if (enc->axis[j].kind != INLAY_AXIS_REAL)
                    u[j] = inlay_rng_below(rng, 8) ? best[j] : u[j];
                else
                    u[j] = fmin(
                        fmax(best[j] + step * inlay_rng_normal(rng), 0.0), 1.0);
        }
        inlay_gp_embed(path->gp, U, INLAY_GP_BLOCK, Z);
        inlay_path_values(path, Z, INLAY_GP_BLOCK, value, NULL, scratch);
        for (size_t i = 0; i < INLAY_GP_BLOCK; i++)
            if (value[i] < least) {
                least = value[i];
                memcpy(best, U + i * dim, dim * sizeof *best);
            }
    }
    inlay_mem_free(scratch);
    return least;
}

/* Of 20 draws in each domain, hardly any is further than a thousandth of the
 * amplitude's deviation above what much more chance finds. */
TEST(paths_are_minimized)
{
    enum { N_PER = 20, N_FEATURES = 100, SEED = 13 };
    struct inlay_rng rng = inlay_rng_seed(14);
    size_t n = 0, n_missed = 0;

    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_optima o;
        if (d == 3)
            continue;
        fitted_init(&f, DOMAINS[d], 4, 15, 1, 60 + d);
        const double sd = sqrt(f.gp->comp[0].amp);
        draw_optima(&o, f.gp, &f.data, N_PER, N_FEATURES, SEED);
        for (size_t i = 0; i < N_PER; i++) {
            struct inlay_path path = path_again(f.gp, 0, N_FEATURES, SEED, i);
            const double least = least_by_chance(&path, &f.domain.enc, &rng);
            n_missed += o.least[i] > least + 1e-3 * sd;
            n++;
            inlay_path_clear(&path);
        }
        inlay_optima_clear(&o);
        fitted_clear(&f);
    }
    CHECK(n_missed * 50 <= n);
}

/* ---- Laws ---------------------------------------------------------------- */

TEST(threads_do_not_show_and_the_rng_does_not_move)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct fitted f;
        struct inlay_optima o;
        fitted_init(&f, DOMAINS[d], 4, 10, 3, 70 + d);
        draw_optima(&o, f.gp, &f.data, 3, 64, 15);
        for (size_t n_threads = 0; n_threads <= 7; n_threads += 3) {
            const struct inlay_optima_options options = {64, 3, n_threads};
            const struct inlay_rng rng = inlay_rng_seed(15);
            struct inlay_rng same = rng;
            struct inlay_optima other;
            inlay_error err = {0};
            CHECK_OK(inlay_optima_draw(&other, f.gp, f.data.U, f.data.n,
                                       &options, &same, &err),
                     err);
            CHECK(memcmp(&same, &rng, sizeof rng) == 0);
            CHECK(other.n == o.n);
            CHECK(memcmp(other.U, o.U, o.n * 4 * sizeof *o.U) == 0);
            CHECK(memcmp(other.least, o.least, o.n * sizeof *o.U) == 0);
            inlay_optima_clear(&other);
        }
        inlay_optima_clear(&o);
        fitted_clear(&f);
    }
}

/* f with values, amplitude and mean times `unit`; noise-free. */
static void in_units(struct drawn *f, const int *levels, double unit)
{
    inlay_error err = {0};

    drawn_init(f, levels, 4, INLAY_KERNEL_MATERN52, false, 12, 0.0);
    for (size_t i = 0; i < f->data.n_obs; i++)
        f->data.obs[i] *= unit;
    inlay_data_set(&f->data, f->data.obs);
    inlay_gp_free(f->gp);
    f->theta[inlay_theta_amp(4)] += 2.0 * log(unit);
    f->theta[inlay_theta_mean(4)] *= unit;
    f->gp = NULL;
    CHECK_OK(
        inlay_gp_at(&f->domain.enc, &f->data, &f->o, f->theta, 0, &f->gp, &err),
        err);
}

/* What is found does not depend on the units of the values.  Exact draws have the
 * same law only: rounding decides which of two equal variances comes first. */
TEST(units_are_irrelevant)
{
    static const double UNIT[] = {1e-8, 1e-3, 1e3, 1e8};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t k = 0; k < LEN(UNIT) && d != 3; k++) {
            struct drawn f, g;
            struct inlay_optima a, b;
            in_units(&f, DOMAINS[d], 1.0);
            in_units(&g, DOMAINS[d], UNIT[k]);
            draw_optima(&a, f.gp, &f.data, 4, 64, 16);
            draw_optima(&b, g.gp, &g.data, 4, 64, 16);
            for (size_t i = 0; i < a.n; i++)
                CHECK_ABS(b.least[i] / UNIT[k], a.least[i], 1e-6);
            inlay_optima_clear(&a);
            inlay_optima_clear(&b);
            drawn_clear(&f);
            drawn_clear(&g);
        }
}

/* Without noise a draw is what is known at the data, and its minimum not above. */
TEST(without_noise_minima_are_not_above_the_data)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct drawn f;
        struct inlay_optima o;
        double best = INFINITY;
        in_units(&f, DOMAINS[d], 1.0);
        for (size_t i = 0; i < f.data.n; i++)
            best = fmin(best, f.data.y[i]);
        draw_optima(&o, f.gp, &f.data, 20, 64, 17);
        for (size_t i = 0; i < o.n; i++)
            CHECK(o.least[i] <= best + 1e-3); /* the root of its jitter's */
        inlay_optima_clear(&o);
        drawn_clear(&f);
    }
}

/* A hole around the best point, narrower than any step of the search. */
TEST(a_center_that_the_search_passes_by_is_found)
{
    struct drawn f;
    struct inlay_optima o;
    inlay_error err = {0};

    drawn_init(&f, DOMAINS[1], 4, INLAY_KERNEL_MATERN52, false, 3, 0.0);
    f.data.obs[1] = -50.0;
    inlay_data_set(&f.data, f.data.obs);
    for (size_t p = 0; p < 4; p++)
        f.theta[p] = log(1e-5);
    inlay_gp_free(f.gp);
    f.gp = NULL;
    CHECK_OK(inlay_gp_at(&f.domain.enc, &f.data, &f.o, f.theta, 0, &f.gp, &err),
             err);
    draw_optima(&o, f.gp, &f.data, 5, 64, 26);
    for (size_t i = 0; i < o.n; i++) {
        CHECK(memcmp(o.U + i * 4, f.data.U + 4, 4 * sizeof *o.U) == 0);
        CHECK_ABS(o.least[i], -50.0, 1e-2);
    }
    inlay_optima_clear(&o);
    drawn_clear(&f);
}

/* The configuration that is the minimizer most often, of those whose mean is above
 * the best of the data. */
static size_t doubtful(const struct drawn *f, const struct tally *t)
{
    double *scratch = inlay_mem_doubles(f->gp->base.n_scratch);
    double u[MAX_D], best = INFINITY, mean, var;
    size_t at = t->n;

    for (size_t i = 0; i < f->data.n; i++)
        best = fmin(best, f->data.y[i]);
    for (size_t i = 0; i < t->n; i++) {
        inlay_encode_combination(&f->domain.enc, i, u);
        inlay_gp_predict(f->gp, 0, u, 1, &mean, &var, scratch);
        if (mean > best + 0.01 && (at == t->n || t->count[i] > t->count[at]))
            at = i;
    }
    inlay_mem_free(scratch);
    CHECK(at < t->n);
    return at;
}

/* Its value is imagined to be that mean: without noise the minimum cannot be there
 * any more. */
TEST(no_minimum_is_where_a_pending_value_is_above_the_best)
{
    struct drawn f;
    struct inlay_optima o;
    struct inlay_rng rng = inlay_rng_seed(19);
    struct tally before, after;
    double u[MAX_D];

    drawn_init(&f, SMALL, LEN(SMALL), INLAY_KERNEL_MATERN52, false, 8, 0.0);
    tally_init(&before, N_SMALL);
    tally_init(&after, N_SMALL);
    draw_optima(&o, f.gp, NULL, 500, 1, 20);
    tally_optima(&before, &f.domain.enc, &o);
    inlay_optima_clear(&o);
    const size_t at = doubtful(&f, &before);
    CHECK(before.count[at] >= 10.0);
    inlay_encode_combination(&f.domain.enc, at, u);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    inlay_gp_imagine(f.gp, u, INLAY_FANTASY_MEAN, &rng, scratch);
    draw_optima(&o, f.gp, NULL, 500, 1, 20);
    tally_optima(&after, &f.domain.enc, &o);
    CHECK(after.count[at] == 0.0);
    inlay_mem_free(scratch);
    inlay_optima_clear(&o);
    tally_clear(&before);
    tally_clear(&after);
    drawn_clear(&f);
}

/* ---- Odd models ---------------------------------------------------------- */

/* One point, or the same value everywhere: hyper-parameters are the prior's. */
TEST(one_point_and_constant_values_are_no_trouble)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t k = 0; k < 4; k++) {
            const struct inlay_gp_options go = {
                .kernel = INLAY_KERNEL_MATERN52,
                .jitter = 1e-8,
                .noise = k & 1 ? INLAY_NOISE_NONE : INLAY_NOISE_AUTO};
            struct inlay_rng rng = inlay_rng_seed(21);
            struct fitted f;
            struct inlay_optima o;
            inlay_error err = {0};
            double u[MAX_D];
            const size_t n = k & 2 ? 9 : 1;

            domain_init(&f.domain, DOMAINS[d], 4);
            CHECK_OK(inlay_data_init(&f.data, 4, n, &err), err);
            for (size_t i = 0; i < n; i++) {
                inlay_encode_sample(&f.domain.enc, &rng, u);
                inlay_data_add(&f.data, u, 0.0);
            }
            inlay_data_set(&f.data, f.data.obs);
            f.gp = NULL;
            CHECK_OK(
                gp_fit(&f.domain.enc, &f.data, &go, NULL, 0, &rng, &f.gp, &err),
                err);
            draw_optima(&o, f.gp, &f.data, 5, 64, 22);
            check_valid(&f.domain.enc, &o);
            for (size_t i = 0; k & 1 && i < o.n; i++)
                CHECK(o.least[i] <= 1e-3 * sqrt(f.gp->comp[0].amp));
            inlay_optima_clear(&o);
            fitted_clear(&f);
        }
}

/* The cube of the paper's other ways: all axes real, a category one for each value.
 * Small though the space is, there are no configurations. */
TEST(the_relaxed_cube_is_searched_by_paths)
{
    enum { SEED = 23, N = 8, DIM = 5 };
    static const int LEVELS[] = {3, -4, 0};
    const struct inlay_gp_options go = {.kernel = INLAY_KERNEL_MATERN52,
                                        .jitter = 1e-8};
    struct inlay_rng rng = inlay_rng_seed(SEED);
    struct domain d;
    struct inlay_encoding enc;
    struct inlay_data data;
    struct inlay_gp *gp = NULL;
    struct inlay_optima o;
    inlay_error err = {0};
    double u[MAX_D];
    bool is_inside = false;

    domain_init(&d, LEVELS, LEN(LEVELS));
    CHECK_OK(inlay_encoding_init(&enc, d.space, true, &err), err);
    CHECK(enc.dim == DIM);
    CHECK_OK(inlay_data_init(&data, DIM, N, &err), err);
    for (size_t i = 0; i < N; i++) {
        random_u(DIM, &rng, u);
        inlay_data_add(&data, u, inlay_rng_normal(&rng));
    }
    inlay_data_set(&data, data.obs);
    CHECK_OK(gp_fit(&enc, &data, &go, NULL, 0, &rng, &gp, &err), err);
    draw_optima(&o, gp, &data, 10, 64, SEED);
    check_valid(&enc, &o);
    for (size_t i = 0; i < o.n; i++) {
        struct inlay_path path = path_again(gp, 0, 64, SEED, i);
        CHECK_ABS(path_at(&path, o.U + i * DIM), o.least[i], 1e-9);
        for (size_t j = 0; j < DIM; j++)
            is_inside = is_inside ||
                        (o.U[i * DIM + j] > 0.01 && o.U[i * DIM + j] < 0.99);
        inlay_path_clear(&path);
    }
    CHECK(is_inside); /* no coordinate is rounded to a code */
    inlay_optima_clear(&o);
    inlay_gp_free(gp);
    inlay_data_clear(&data);
    inlay_encoding_clear(&enc);
    domain_clear(&d);
}

/* Frequencies of 10,000 columns: features are fewer, and it ends soon. */
TEST(a_category_of_ten_thousand_values_works)
{
    enum { N_VALUES = 10000, N = 6 };
    static char text[N_VALUES][8];
    static const char *names[N_VALUES];
    const struct inlay_gp_options go = {.kernel = INLAY_KERNEL_MATERN52,
                                        .jitter = 1e-8};
    struct inlay_rng rng = inlay_rng_seed(24);
    struct fitted f;
    struct inlay_optima o;
    inlay_error err = {0};
    double u[2];

    for (size_t i = 0; i < N_VALUES; i++) {
        snprintf(text[i], sizeof text[i], "v%zu", i);
        names[i] = text[i];
    }
    f.domain.space = NULL;
    CHECK_OK(inlay_space_new(&f.domain.space, &err), err);
    CHECK_OK(
        inlay_space_add_categorical(f.domain.space, "c", names, N_VALUES, &err),
        err);
    CHECK_OK(inlay_space_add_real(f.domain.space, "x", 0, 1, INLAY_SCALE_LINEAR,
                                  &err),
             err);
    CHECK_OK(inlay_encoding_init(&f.domain.enc, f.domain.space, false, &err),
             err);
    CHECK_OK(inlay_data_init(&f.data, 2, N, &err), err);
    for (size_t i = 0; i < N; i++) {
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_data_add(&f.data, u, inlay_rng_normal(&rng));
    }
    inlay_data_set(&f.data, f.data.obs);
    f.gp = NULL;
    CHECK_OK(gp_fit(&f.domain.enc, &f.data, &go, NULL, 0, &rng, &f.gp, &err),
             err);
    draw_optima(&o, f.gp, &f.data, 2, 1000, 25);
    check_valid(&f.domain.enc, &o);
    inlay_optima_clear(&o);
    fitted_clear(&f);
}

/* ---- Memory -------------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
static struct fitted oom_from; /* made before allocations fail */

static inlay_status draw_once(void)
{
    const struct inlay_optima_options options = {8, 2, 1};
    const struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_optima o = {0};
    inlay_error err = {0};
    const inlay_status st =
        inlay_optima_draw(&o, oom_from.gp, oom_from.data.U, oom_from.data.n,
                          &options, &rng, &err);
    CHECK((st == INLAY_OK) == (o.U != NULL && o.least != NULL));
    CHECK((st == INLAY_OK) == (err.msg[0] == '\0'));
    inlay_optima_clear(&o);
    return st;
}

TEST(out_of_memory_is_reported)
{
    static const int FEW[] = {2, -3, 2, 2};
    fitted_init(&oom_from, FEW, 4, 5, 2, 80);
    check_oom(draw_once, __FILE__, __LINE__);
    fitted_clear(&oom_from);
    fitted_init(&oom_from, DOMAINS[0], 4, 5, 1, 80);
    check_oom(draw_once, __FILE__, __LINE__);
    fitted_clear(&oom_from);
}
#endif
