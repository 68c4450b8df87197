/*
 * test_maximize.c: the maximizer against exhaustive and against far larger
 * searches, and the promise that only valid points are looked at.
 */
#include "acquire/acquire_fixture.h"

#include <stdatomic.h>

#include "acquire/candidates.h"
#include "acquire/ei.h"
#include "acquire/maximize.h"
#include "problem/seen.h"

/* What gpbo uses, more or less. */
static const struct inlay_maximize_options USUAL = {
    .n_candidates = 800,
    .n_starts = 8,
    .n_rounds = 8,
    .n_steps = 20,
    .gain_tol = 1e-4,
    .has_moves = true,
    .n_exhaustive = 5000,
    .n_threads = 1,
};

/* ---- An acquisition that watches ---- */

/* Passes on to another one, and counts points that are not T of themselves or
 * not in the cube.  Workers call it, so that it only counts. */
struct watch {
    struct inlay_acq base; /* first */
    const struct inlay_acq *inner;
    const struct inlay_encoding *enc;
    atomic_size_t *n_bad, *n_points;
};

static void watch_points(const struct watch *w, const double *U, size_t n)
{
    double t[MAX_D];
    *w->n_points += n;
    for (size_t i = 0; i < n; i++) {
        const double *u = U + i * w->enc->dim;
        inlay_encode_snap(w->enc, u, t);
        for (size_t j = 0; j < w->enc->dim; j++)
            *w->n_bad += !(u[j] == t[j] && u[j] >= 0.0 && u[j] <= 1.0);
    }
    *w->n_bad += n > INLAY_ACQ_BLOCK;
}

static void watch_values(const struct inlay_acq *a, const double *U, size_t n,
                         double *out, double *grad, double *scratch)
{
    const struct watch *w = (const struct watch *)a;
    watch_points(w, U, n);
    w->inner->ops->evaluate(w->inner, U, n, out, grad, scratch);
}

static const struct inlay_acq_ops WATCH_OPS = {.evaluate = watch_values};

/* ---- A problem: EI of a random GP, its data forbidden ---- */

struct problem {
    struct fitted f;
    double best[4];
    struct inlay_ei ei;
    struct inlay_seen seen;
    atomic_size_t n_bad, n_points;
    struct watch watch;
    struct inlay_search search;
};

static bool is_seen(const double *u, void *context)
{
    return inlay_seen_find(context, u) != NULL;
}

static void problem_init(struct problem *p, const int *levels, size_t dim,
                         size_t n, size_t n_comp, uint64_t seed)
{
    inlay_error err = {0};
    fitted_init(&p->f, levels, dim, n, n_comp, seed);
    for (size_t k = 0; k < 4; k++) {
        p->best[k] = INFINITY;
        for (size_t i = 0; i < p->f.data.n; i++)
            p->best[k] = fmin(p->best[k], p->f.data.y[i]);
    }
    inlay_ei_init(&p->ei, &p->f.gp->base, p->best, INLAY_EI_PLAIN);
    inlay_seen_init(&p->seen, &p->f.domain.enc);
    for (size_t i = 0; i < p->f.data.n; i++)
        CHECK_OK(inlay_seen_add(&p->seen, p->f.data.U + i * dim, &err), err);
    p->n_bad = p->n_points = 0;
    p->watch = (struct watch){
        .base = {&WATCH_OPS, dim, p->ei.base.n_scratch, false},
        .inner = &p->ei.base,
        .enc = &p->f.domain.enc,
        .n_bad = &p->n_bad,
        .n_points = &p->n_points,
    };
    p->search = (struct inlay_search){.acq = &p->watch.base,
                                      .enc = &p->f.domain.enc,
                                      .centers = p->f.data.U,
                                      .n_centers = p->f.data.n < 3 ? 1 : 3,
                                      .local_share = 0.5,
                                      .is_forbidden = is_seen,
                                      .context = &p->seen};
}

static void problem_clear(struct problem *p)
{
    inlay_seen_clear(&p->seen);
    fitted_clear(&p->f);
}

/* Runs the maximizer and checks what must hold of every result. */
static double maximize(struct problem *p,
                       const struct inlay_maximize_options *o, uint64_t seed,
                       double *u)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct inlay_maximize_result r = {NAN, 0};
    double t[MAX_D];

    p->n_bad = p->n_points = 0;
    CHECK_OK(inlay_maximize(&p->search, o, &rng, u, &r, &err), err);
    CHECK(p->n_bad == 0);
    CHECK(p->n_points == r.n_values);
    CHECK(!p->search.is_forbidden || !is_seen(u, &p->seen));
    inlay_encode_snap(&p->f.domain.enc, u, t);
    CHECK(memcmp(u, t, p->f.domain.enc.dim * sizeof *u) == 0);
    CHECK_ABS(r.value, value_at(&p->ei.base, u), 1e-7 * (1 + fabs(r.value)));
    return r.value;
}

/* ---- Finite spaces ---- */

static double brute_force(const struct problem *p, size_t *n_free)
{
    const struct inlay_encoding *enc = &p->f.domain.enc;
    const uint64_t n = inlay_encode_n_configurations(enc);
    double most = -INFINITY, u[MAX_D];
    *n_free = 0;
    for (uint64_t i = 0; i < n; i++) {
        inlay_encode_combination(enc, i, u);
        if (inlay_seen_find(&p->seen, u))
            continue;
        ++*n_free;
        most = fmax(most, value_at(&p->ei.base, u));
    }
    return most;
}

static void random_discrete(struct problem *p, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(1000 + seed);
    int levels[4];
    const size_t dim = 1 + inlay_rng_below(&rng, 4);
    for (size_t j = 0; j < dim; j++) {
        const int n = 2 + (int)inlay_rng_below(&rng, 5);
        levels[j] = inlay_rng_below(&rng, 2) ? n : -n;
    }
    problem_init(p, levels, dim, 6, 1, seed);
}

TEST(small_finite_spaces_are_searched_exhaustively)
{
    size_t n_spaces = 0;
    for (uint64_t seed = 0; n_spaces < 200; seed++) {
        struct problem p;
        double u[MAX_D];
        size_t n_free;

        random_discrete(&p, seed);
        const double want = brute_force(&p, &n_free);
        if (n_free > 0) {
            CHECK_ABS(maximize(&p, &USUAL, seed, u), want,
                      1e-8 * (1 + fabs(want)));
            CHECK(p.n_points == n_free); /* each once, forbidden ones never */
            n_spaces++;
        }
        problem_clear(&p);
    }
}

/* Without enumeration, and with so few candidates that moves are needed. */
TEST(moves_find_what_brute_force_finds)
{
    struct inlay_maximize_options o = USUAL;
    size_t n_spaces = 0, n_found = 0;

    o.n_exhaustive = 0;
    o.n_candidates = 60;
    for (uint64_t seed = 0; n_spaces < 200; seed++) {
        struct problem p;
        double u[MAX_D];
        size_t n_free;

        random_discrete(&p, seed);
        const double want = brute_force(&p, &n_free);
        if (n_free >= 20) {
            n_found +=
                maximize(&p, &o, seed, u) > want - 1e-8 * (1 + fabs(want));
            n_spaces++;
        }
        problem_clear(&p);
    }
    CHECK(n_found >= 190); /* each costs but 60 candidates and its moves */
}

/* ---- Mixed spaces ---- */

/* The best of n uniform points that may be used, the best 16 of them polished:
 * on each real axis steps to both sides, halved when they gain nothing, from
 * every discrete combination of theirs. */
enum { N_POLISHED = 16 };

static double polish(const struct problem *p, double *u)
{
    const struct inlay_encoding *enc = &p->f.domain.enc;
    double value = value_at(&p->ei.base, u);
    for (double step = 0.05; step > 1e-5;) {
        bool has_gained = false;
        for (size_t j = 0; j < enc->dim; j++)
            for (int side = -1; side <= 1; side += 2) {
                const double old = u[j];
                if (enc->axis[j].kind != INLAY_AXIS_REAL)
                    continue;
                u[j] = fmin(fmax(old + side * step, 0), 1);
                const double v = value_at(&p->ei.base, u);
                if (v > value) {
                    value = v;
                    has_gained = true;
                } else {
                    u[j] = old;
                }
            }
        if (!has_gained)
            step /= 2;
    }
    return value;
}

static double large_search(const struct problem *p, size_t n, uint64_t seed)
{
    const struct inlay_encoding *enc = &p->f.domain.enc;
    struct inlay_rng rng = inlay_rng_seed(seed);
    double top[N_POLISHED], at[N_POLISHED][MAX_D], most = -INFINITY;
    double U[INLAY_ACQ_BLOCK * MAX_D], v[INLAY_ACQ_BLOCK];
    double *scratch = inlay_mem_doubles(p->ei.base.n_scratch);

    for (size_t k = 0; k < N_POLISHED; k++)
        top[k] = -INFINITY;
    for (size_t i = 0; i < n; i += INLAY_ACQ_BLOCK) {
        for (size_t b = 0; b < INLAY_ACQ_BLOCK; b++)
            inlay_encode_sample(enc, &rng, U + b * enc->dim);
        p->ei.base.ops->evaluate(&p->ei.base, U, INLAY_ACQ_BLOCK, v, NULL,
                                 scratch);
        for (size_t b = 0; b < INLAY_ACQ_BLOCK; b++) {
            size_t least = 0;
            for (size_t k = 1; k < N_POLISHED; k++)
                if (top[k] < top[least])
                    least = k;
            if (v[b] <= top[least] ||
                inlay_seen_find(&p->seen, U + b * enc->dim))
                continue;
            top[least] = v[b];
            memcpy(at[least], U + b * enc->dim, enc->dim * sizeof *U);
        }
    }
    for (size_t k = 0; k < N_POLISHED; k++)
        most = fmax(most, polish(p, at[k]));
    inlay_mem_free(scratch);
    return most;
}

/* 99.9 % in EI itself, of which the acquisition is the logarithm. */
TEST(a_search_of_a_hundred_thousand_finds_no_more)
{
    static const int DOMAINS[][5] = {{0, 3, -5, 0, 0},
                                     {0, 5, 3, 0, -9},
                                     {0, 0, 0, 2, 2},
                                     {0, 4, 4, 4, 4},
                                     {0, -50, 8, -7, 3}};
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct problem p;
        double u[MAX_D];

        problem_init(&p, DOMAINS[d], 5, 18, d % 2 ? 3 : 1, 40 + d);
        const double want = large_search(&p, 100000, d);
        CHECK(maximize(&p, &USUAL, d, u) >= want + log(0.999));
        problem_clear(&p);
    }
}

/* More rounds, candidates or starts are never worse on average; here: a climb
 * never loses what its start had. */
TEST(refinement_never_loses)
{
    static const int MIXED[] = {0, 3, -5, 0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct problem p;
        struct inlay_maximize_options o = USUAL;
        double u[MAX_D];

        problem_init(&p, MIXED, 4, 10, 1, seed);
        o.n_candidates = 100;
        const double refined = maximize(&p, &o, seed, u);
        o.n_rounds = 0;
        CHECK(refined >= maximize(&p, &o, seed, u) - 1e-12);
        problem_clear(&p);
    }
}

/* ---- Promises ---- */

TEST(the_number_of_threads_does_not_show)
{
    static const int DOMAINS[][4] = {{0, 3, -5, 0}, {2, 3, -5, 4}};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t exhaustive = 0; exhaustive <= 5000; exhaustive += 5000) {
            struct problem p;
            struct inlay_maximize_options o = USUAL;
            double u[MAX_D], v[MAX_D];

            o.n_exhaustive = exhaustive;
            problem_init(&p, DOMAINS[d], 4, 14, 3, 60 + d);
            const double one = maximize(&p, &o, 1, u);
            for (size_t n = 2; n <= 8; n += 3) {
                o.n_threads = n;
                CHECK(maximize(&p, &o, 1, v) == one);
                CHECK(memcmp(u, v, 4 * sizeof *u) == 0);
            }
            problem_clear(&p);
        }
}

TEST(no_forbidden_point_is_returned_however_good)
{
    static const int SMALL[] = {0, 2};
    struct problem p;
    double u[MAX_D];

    problem_init(&p, SMALL, 2, 6, 1, 3);
    for (uint64_t k = 0; k < 12; k++) {
        inlay_error err = {0};
        maximize(&p, &USUAL, 1, u); /* checks that it is new */
        double *kept = inlay_mem_doubles(2);
        memcpy(kept, u, sizeof *u * 2);
        CHECK_OK(inlay_seen_add(&p.seen, kept, &err), err);
    }
    /* the set keeps pointers only */
    for (size_t i = 0; i < p.seen.n_slots; i++) {
        const double *q = p.seen.slot[i];
        if (q && (q < p.f.data.U || q >= p.f.data.U + 12)) {
            double *mine;
            memcpy(&mine, &p.seen.slot[i], sizeof mine);
            inlay_mem_free(mine);
        }
    }
    problem_clear(&p);
}

static bool all_forbidden(const double *u, void *context)
{
    (void)u;
    (void)context;
    return true;
}

TEST(a_space_without_a_point_left_is_exhausted)
{
    static const int SMALL[] = {2, -3};
    struct problem p;
    struct inlay_maximize_options o = USUAL;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_result r = {77, 77};
    inlay_error err = {0};
    double u[MAX_D] = {77};

    problem_init(&p, SMALL, 2, 3, 1, 3);
    p.search.is_forbidden = all_forbidden;
    CHECK_FAILS(inlay_maximize(&p.search, &o, &rng, u, &r, &err),
                INLAY_EXHAUSTED, err,
                "all 6 configurations have been suggested");
    o.n_exhaustive = 0;
    o.n_candidates = 50;
    CHECK_FAILS(inlay_maximize(&p.search, &o, &rng, u, &r, &err),
                INLAY_EXHAUSTED, err,
                "all 50 candidates have been suggested before");
    CHECK(u[0] == 77 && r.value == 77 && r.n_values == 77);
    problem_clear(&p);
}

/* All that is evaluated by the gradient and all that is returned. */
TEST(a_region_is_not_left)
{
    static const int MIXED[] = {0, 3, 2, 0, 5};
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct problem p;
        double u[MAX_D], free[MAX_D];

        problem_init(&p, MIXED, 5, 12, 1, seed);
        const double most = maximize(&p, &USUAL, seed, free);
        p.search.region = (struct inlay_region){p.f.data.U, 0.1, 1};
        CHECK(maximize(&p, &USUAL, seed, u) <= most + 0.01);
        CHECK(inlay_region_holds(&p.f.domain.enc, &p.search.region, u));
        problem_clear(&p);
    }
}

static void level_values(const struct inlay_acq *a, const double *U, size_t n,
                         double *out, double *grad, double *scratch)
{
    CHECK(!grad);
    (void)a;
    (void)U;
    (void)scratch;
    for (size_t i = 0; i < n; i++)
        out[i] = 7.0;
}

static const struct inlay_acq_ops LEVEL_OPS = {.evaluate = level_values};

TEST(ties_fall_evenly)
{
    static const int CATEGORY[] = {4};
    size_t n[4] = {0};
    inlay_error err = {0};
    struct domain d;

    domain_init(&d, CATEGORY, 1);
    const struct inlay_acq level = {&LEVEL_OPS, 1, 1, true};
    const struct inlay_search s = {.acq = &level, .enc = &d.enc};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct inlay_maximize_result r;
        double u;
        CHECK_OK(inlay_maximize(&s, &USUAL, &rng, &u, &r, &err), err);
        n[inlay_axis_level(&d.enc.axis[0], u)]++;
    }
    for (size_t k = 0; k < 4; k++) /* 100 expected, 4 standard deviations */
        CHECK(n[k] > 65 && n[k] < 135);
    domain_clear(&d);
}

/* ---- Bounds ---- */

/* The watch has none: the same search with every candidate evaluated. */
TEST(bounds_change_the_work_and_not_the_result)
{
    static const int DOMAINS[][4] = {
        {0, 3, -5, 0}, {0, 0, 0, 0}, {6, 7, -9, 0}, {9, 9, -9, 9}};
    static const size_t STARTS[] = {1, 3, 8};
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct inlay_maximize_options o = USUAL;
        struct problem p;
        double all[MAX_D], u[MAX_D];

        o.n_exhaustive = 0;
        o.n_starts = STARTS[seed / 4 % LEN(STARTS)];
        problem_init(&p, DOMAINS[seed % 4], 4, 20, seed % 2 ? 3 : 1, seed);
        const double most = maximize(&p, &o, seed, all);
        const size_t n_all = p.n_points;
        p.search.acq = &p.ei.base;
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct inlay_maximize_result r;
        inlay_error err = {0};
        CHECK_OK(inlay_maximize(&p.search, &o, &rng, u, &r, &err), err);
        CHECK(memcmp(u, all, 4 * sizeof *u) == 0);
        CHECK_ABS(r.value, most, 1e-9 * (1 + fabs(most)));
        CHECK(r.n_values + 100 < n_all);
        problem_clear(&p);
    }
}

/* Three steps on the first axis: most candidates tie with many others. */
static void stair_values(const struct inlay_acq *a, const double *U, size_t n,
                         double *out, double *grad, double *scratch)
{
    CHECK(!grad);
    (void)scratch;
    for (size_t i = 0; i < n; i++)
        out[i] = floor(3.0 * U[i * a->dim]);
}

/* Some bounds are as low as the value, others above the next step. */
static void stair_bounds(const struct inlay_acq *a, const double *U, size_t n,
                         double *out, double *scratch)
{
    stair_values(a, U, n, out, NULL, scratch);
    for (size_t i = 0; i < n; i++)
        out[i] += floor(3.0 * U[i * a->dim + 1]);
}

static const struct inlay_acq_ops STAIR_OPS = {.evaluate = stair_values};
static const struct inlay_acq_ops BOUNDED_STAIR_OPS = {stair_values,
                                                       stair_bounds};

/* The first candidates that the maximizer would take, in its order: it asks of
 * each whether it may. */
enum { N_TOLD = 300 };
struct told {
    size_t n;
    double u[N_TOLD][2];
};

static bool tell_and_forbid(const double *u, void *context)
{
    struct told *told = context;
    if (told->n == N_TOLD)
        return false;
    memcpy(told->u[told->n++], u, sizeof told->u[0]);
    return true;
}

TEST(bounds_leave_the_order_of_equal_candidates_as_it_is)
{
    static const int REALS[] = {0, 0};
    static struct told told[2];
    const struct inlay_acq acq[] = {{&STAIR_OPS, 2, 1, true},
                                    {&BOUNDED_STAIR_OPS, 2, 1, true}};
    struct inlay_maximize_result r[2];
    inlay_error err = {0};
    struct domain d;

    domain_init(&d, REALS, 2);
    for (size_t k = 0; k < 2; k++) {
        const struct inlay_search s = {.acq = &acq[k],
                                       .enc = &d.enc,
                                       .is_forbidden = tell_and_forbid,
                                       .context = &told[k]};
        struct inlay_rng rng = inlay_rng_seed(5);
        double u[2];
        CHECK_OK(inlay_maximize(&s, &USUAL, &rng, u, &r[k], &err), err);
    }
    CHECK(told[0].n == N_TOLD &&
          memcmp(&told[0], &told[1], sizeof told[0]) == 0);
    CHECK(r[0].value == r[1].value && r[1].n_values < r[0].n_values);
    domain_clear(&d);
}

/* ---- Memory ---- */

#ifdef INLAY_FAILING_MEM
static struct problem *the_problem;
static size_t the_exhaustive;

static inlay_status try_maximize(void)
{
    struct inlay_maximize_options o = USUAL;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_result r = {77, 0};
    inlay_error err = {0};
    double u[MAX_D];

    o.n_candidates = 50;
    o.n_exhaustive = the_exhaustive;
    const inlay_status st =
        inlay_maximize(&the_problem->search, &o, &rng, u, &r, &err);
    CHECK((st == INLAY_OK) == (r.value != 77));
    CHECK(st == INLAY_OK || strncmp(err.msg, "out of memory", 13) == 0);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    static const int DOMAINS[][4] = {{0, 3, -5, 0}, {2, 3, -5, 4}};
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (the_exhaustive = 0; the_exhaustive <= 5000;
             the_exhaustive += 5000) {
            struct problem p;
            problem_init(&p, DOMAINS[d], 4, 8, 1, 60 + d);
            the_problem = &p;
            check_oom(try_maximize, __FILE__, __LINE__);
            problem_clear(&p);
        }
}
#endif
