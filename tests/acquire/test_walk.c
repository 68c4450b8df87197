/*
 * test_walk.c: local search really moves, up and along, by one coordinate at a
 * time, and ends.
 */
#include "acquire/shape_fixture.h"

#include "acquire/maximize.h"

static struct record the_record; /* of the last walk */

static double walk_once(struct domain *d, shape_fn *fn,
                        const struct inlay_maximize_options *o,
                        const double *start, uint64_t seed, double *end)
{
    const struct shape shape = shape_of(&d->enc, fn, &the_record);
    const struct inlay_search s = {.acq = &shape.base, .enc = &d->enc};
    struct walked w;

    walk_from(&s, o, start, 1, seed, &w);
    CHECK(w.n == 1 && w.n_values == the_record.n);
    CHECK(w.F[0] == fn(&d->enc, w.X)); /* the value is that of the point */
    CHECK(w.F[0] >= fn(&d->enc, start));
    if (end)
        memcpy(end, w.X, d->enc.dim * sizeof *end);
    return w.F[0];
}

/* ---- Up ---- */

/* From a random point each: reals, integers, categories, and all of them. */
TEST(a_walk_goes_up_stairs_to_the_top)
{
    static const int DOMAINS[][6] = {{0, 0, 0, 0, 0, 0},
                                     {-4, -9, -10, -30, -100, -5},
                                     {2, 3, 5, 8, 16, 16},
                                     {0, -7, 4, 0, -60, 2}};
    for (size_t k = 0; k < LEN(DOMAINS); k++) {
        struct domain d;
        size_t n_top = 0;

        domain_init(&d, DOMAINS[k], 6);
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct inlay_rng rng = inlay_rng_seed(seed);
            double start[6];
            inlay_encode_sample(&d.enc, &rng, start);
            const double end = walk_once(&d, stairs, &WALKS, start, seed, NULL);
            CHECK(end > stairs(&d.enc, start) || end == 0.0);
            n_top += end == 0.0;
        }
        CHECK(n_top >= 45);
        domain_clear(&d);
    }
}

/* The best of the first step leads into a trap, the second best to the top. */
static double trap(const struct inlay_encoding *enc, const double *u)
{
    static const double VALUE[3][3] = {{0, 3, 1}, {5, 2, 2}, {1, 10, 2}};
    return VALUE[inlay_axis_level(&enc->axis[0], u[0])]
                [inlay_axis_level(&enc->axis[1], u[1])];
}

TEST(a_walk_takes_the_best_of_its_neighbors)
{
    static const int CATEGORIES[] = {3, 3};
    const double start[] = {0, 0};
    struct domain d;

    domain_init(&d, CATEGORIES, 2);
    for (uint64_t seed = 0; seed < 20; seed++)
        CHECK(walk_once(&d, trap, &WALKS, start, seed, NULL) == 5.0);
    domain_clear(&d);
}

/* 1 where all are in the second half, else 0. */
static double corner(const struct inlay_encoding *enc, const double *u)
{
    double product = 1.0;
    for (size_t j = 0; j < enc->dim; j++)
        product *= u[j] > 0.5;
    return product;
}

TEST(a_walk_crosses_level_ground)
{
    static const int SWITCHES[] = {2, 2, 2};
    const double start[3] = {0, 0, 0};
    struct inlay_maximize_options o = WALKS;
    struct domain d;

    domain_init(&d, SWITCHES, 3);
    /* One step, another that does not lead back, and then up. */
    o.n_plateau = 3;
    for (uint64_t seed = 0; seed < 50; seed++)
        CHECK(walk_once(&d, corner, &o, start, seed, NULL) == 1.0);

    o.n_plateau = 1; /* the first step leads nowhere, and there is no other */
    for (uint64_t seed = 0; seed < 20; seed++)
        CHECK(walk_once(&d, corner, &o, start, seed, NULL) == 0.0);
    domain_clear(&d);
}

/* A peak at (0, 0.5); from u[1] = 0.55 on higher ground, where the fourth value
 * is higher still. */
static double ledge(const struct inlay_encoding *enc, const double *u)
{
    const uint64_t k = inlay_axis_level(&enc->axis[0], u[0]);
    return u[1] > 0.55 ? 1.0 + (k == 3) : -(k != 0) - 0.1 * (u[1] != 0.5);
}

/* Before it leaves the peak a walk has learnt that no other value is better; that
 * is not so where it comes to. */
TEST(what_a_walk_knows_of_its_neighbors_ends_with_a_step)
{
    static const int MIXED[] = {5, 0};
    const double start[] = {0, 0.5};
    struct domain d;
    size_t n_late = 0;

    domain_init(&d, MIXED, 2);
    for (uint64_t seed = 0; seed < 50; seed++) {
        const double end = walk_once(&d, ledge, &WALKS, start, seed, NULL);
        CHECK(end == 2.0 || end == 0.0);
        bool is_late = end == 2.0;
        for (size_t i = 0; i < 8; i++) /* of the first round */
            is_late &= ledge(&d.enc, the_record.U[i]) < 1.0;
        n_late += is_late;
    }
    CHECK(n_late > 5);
    domain_clear(&d);
}

/* Values of the label, by the table of a permutation. */
static uint64_t the_labels[4][16];

static double of_labels(const struct inlay_encoding *enc, const double *u)
{
    uint64_t k[4];
    for (size_t j = 0; j < 4; j++)
        k[j] = the_labels[j][inlay_axis_level(&enc->axis[j], u[j])];
    return (double)(k[0] + 20 * k[1] + 3 * k[2] * k[3]);
}

TEST(names_of_categories_do_not_matter_to_the_value_reached)
{
    static const int CATEGORIES[] = {16, 16, 16, 16};
    struct domain d;
    double u[4];

    domain_init(&d, CATEGORIES, 4);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        const double start[4] = {0, 0, 0, 0};
        for (size_t j = 0; j < 4; j++) {
            size_t order[16];
            for (size_t k = 0; k < 16; k++)
                order[k] = k;
            inlay_rng_shuffle(&rng, order, 16);
            for (size_t k = 0; k < 16; k++)
                the_labels[j][k] = order[k];
        }
        CHECK(walk_once(&d, of_labels, &WALKS, start, seed, u) ==
              15 + 20 * 15 + 3 * 15 * 15);
    }
    domain_clear(&d);
}

/* What a forest of shallow trees looks like: each axis has eight pieces, which
 * have values alone and together with those of the next axis. */
enum { N_AXES = 6, N_PIECES = 8 };
static double alone[N_AXES][N_PIECES], together[N_AXES][N_PIECES][N_PIECES];

static size_t piece(double u)
{
    return u < 1.0 ? (size_t)(N_PIECES * u) : N_PIECES - 1;
}

static double rugged(const struct inlay_encoding *enc, const double *u)
{
    double sum = 0.0;
    for (size_t j = 0; j < enc->dim; j++)
        sum += alone[j][piece(u[j])] +
               together[j][piece(u[j])][piece(u[(j + 1) % enc->dim])];
    return sum;
}

static void draw_rugged(struct inlay_rng *rng)
{
    for (size_t j = 0; j < N_AXES; j++)
        for (size_t k = 0; k < N_PIECES; k++) {
            alone[j][k] = inlay_rng_normal(rng);
            for (size_t l = 0; l < N_PIECES; l++)
                together[j][k][l] = inlay_rng_normal(rng);
        }
}

TEST(walks_find_more_than_a_thousand_candidates)
{
    static const int MIXED[N_AXES] = {0, 0, 0, -40, -8, 8};
    struct inlay_maximize_options o = WALKS;
    struct domain d;
    size_t n_better = 0;

    o.n_candidates = 1000;
    domain_init(&d, MIXED, N_AXES);
    const struct shape shape = shape_of(&d.enc, rugged, NULL);
    const struct inlay_search s = {.acq = &shape.base, .enc = &d.enc};
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed), again;
        struct inlay_maximize_result walked, screened;
        inlay_error err = {0};
        double u[N_AXES];

        draw_rugged(&rng);
        again = rng;
        o.n_plateau = 10;
        CHECK_OK(inlay_maximize(&s, &o, &rng, u, &walked, &err), err);
        CHECK(walked.value == rugged(&d.enc, u));
        o.n_plateau = 0; /* candidates only */
        CHECK_OK(inlay_maximize(&s, &o, &again, u, &screened, &err), err);
        CHECK(screened.n_values == 1000);
        CHECK(walked.value >= screened.value);
        n_better += walked.value > screened.value;
    }
    CHECK(n_better >= 46);
    domain_clear(&d);
}

/* ---- Neighbors ---- */

/* The neighbors of start, to the_record: one round, which gains nothing. */
static void look_around(struct domain *d, double sd, const double *start,
                        uint64_t seed)
{
    struct inlay_maximize_options o = WALKS;
    o.walk_sd = sd;
    o.n_plateau = 1;
    walk_once(d, level_ground, &o, start, seed, NULL);
}

TEST(neighbors_differ_in_one_coordinate_and_every_axis_has_some)
{
    static const int MIXED[] = {0, 3, -5, -9, -10, -1000, 16, 2};
    static const size_t LEAST[] = {4, 2, 4, 8, 2, 2, 15, 1};
    static const size_t MOST[] = {4, 2, 4, 8, 6, 6, 15, 1};
    struct domain d;

    domain_init(&d, MIXED, 8);
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        double start[8], t[8];
        size_t n[8] = {0};

        inlay_encode_sample(&d.enc, &rng, start);
        look_around(&d, 0.05, start, seed);
        for (size_t i = 0; i < the_record.n; i++) {
            const double *u = the_record.U[i];
            size_t j = 0;
            CHECK(n_different(u, start, 8, &j) == 1);
            n[j]++;
            inlay_encode_snap(&d.enc, u, t);
            CHECK(memcmp(t, u, sizeof t) == 0 && u[0] >= 0 && u[0] <= 1);
            for (size_t k = 0; k < i; k++) /* none twice */
                CHECK(memcmp(the_record.U[k], u, sizeof t) != 0);
        }
        for (size_t j = 0; j < 8; j++)
            CHECK(n[j] >= LEAST[j] && n[j] <= MOST[j]);
    }
    domain_clear(&d);
}

TEST(the_next_levels_of_a_grid_are_neighbors)
{
    static const int GRID[] = {-1000000};
    struct domain d;

    domain_init(&d, GRID, 1);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        const struct inlay_axis *axis = &d.enc.axis[0];
        const uint64_t at = 1 + inlay_rng_below(&rng, 999998);
        const double start = inlay_axis_coordinate(axis, at);
        bool has_lower = false, has_upper = false;

        look_around(&d, 0.05, &start, seed);
        for (size_t i = 0; i < the_record.n; i++) {
            const uint64_t k = inlay_axis_level(axis, the_record.U[i][0]);
            has_lower |= k + 1 == at;
            has_upper |= k == at + 1;
        }
        CHECK(has_lower && has_upper);
    }
    domain_clear(&d);
}

/* Moments of draws from N(0.5, sd²), where no end is near; 800 of each. */
static void check_moments(const int *levels, double sd)
{
    struct domain d;
    const double start[] = {0.5};
    double sum = 0, sum2 = 0, n = 0;

    domain_init(&d, levels, 1);
    for (uint64_t seed = 0; seed < 200; seed++) {
        look_around(&d, sd, start, seed);
        for (size_t i = 0; i < the_record.n; i++) {
            const double z = (the_record.U[i][0] - 0.5) / sd;
            if (fabs(z) < 1e-4)
                continue; /* the next level of a grid */
            sum += z;
            sum2 += z * z;
            n++;
        }
    }
    CHECK(n > 795);
    CHECK_ABS(sum / n, 0.0, 4 / sqrt(n));
    CHECK_ABS(sum2 / n, 1.0, 4 * sqrt(2 / n));
    domain_clear(&d);
}

TEST(numbers_are_changed_by_the_standard_deviation_asked_for)
{
    static const int REAL[] = {0}, FINE[] = {-10000001};
    check_moments(REAL, 0.05);
    check_moments(REAL, 0.1);
    check_moments(FINE, 0.05);
    check_moments(FINE, 0.1);
}

/* At an end half of the normal is left, and its mean is sd √(2/π). */
TEST(changes_beyond_an_end_are_drawn_again)
{
    static const int REAL[] = {0};
    const double start = 1.0, sd = 0.2;
    struct domain d;
    double sum = 0, n = 0;

    domain_init(&d, REAL, 1);
    for (uint64_t seed = 0; seed < 200; seed++) {
        look_around(&d, sd, &start, seed);
        CHECK(the_record.n == 4);
        for (size_t i = 0; i < 4; i++, n++)
            sum += 1.0 - the_record.U[i][0];
    }
    CHECK_ABS(sum / n, sd * sqrt(2 / acos(-1.0)), 4 * sd * 0.6 / sqrt(n));
    domain_clear(&d);
}

/* ---- How far to look ---- */

/* Of the four draws U[0..3] of a round: their variance, and the largest. */
static double variance(double U[][MAX_D], double *most)
{
    const double mean = (U[0][0] + U[1][0] + U[2][0] + U[3][0]) / 4;
    double sum = 0;
    *most = -INFINITY;
    for (size_t i = 0; i < 4; i++) {
        sum += (U[i][0] - mean) * (U[i][0] - mean);
        *most = fmax(*most, U[i][0]);
    }
    return sum / 3;
}

/* The sd of the draws of each round, over `sd`: wherever the walk is by then.  If
 * it goes up, only up to the first round that gains nothing, one in 16. */
static void check_spread(shape_fn *fn, bool is_up, double sd, double start,
                         const double *want, size_t n_rounds)
{
    static const int REAL[] = {0};
    struct inlay_maximize_options o = WALKS;
    struct domain d;
    double sum[16] = {0}, n[16] = {0};

    o.walk_sd = sd;
    domain_init(&d, REAL, 1);
    for (uint64_t seed = 0; seed < 400; seed++) {
        double here = start, most = start;
        walk_once(&d, fn, &o, &start, seed, NULL);
        for (size_t r = 0; r < n_rounds && (r == 0 || !is_up || most > here);
             r++) {
            here = fmax(here, most);
            sum[r] += variance(the_record.U + 4 * r, &most) / (sd * sd);
            n[r]++;
        }
    }
    for (size_t r = 0; r < n_rounds; r++) { /* χ², 3 degrees of freedom each */
        CHECK(n[r] > 100);
        CHECK_REL(sum[r] / n[r], want[r] * want[r], 4 * sqrt(2 / (3 * n[r])));
    }
    domain_clear(&d);
}

/* A staircase so fine that every larger u is better. */
static double slope(const struct inlay_encoding *enc, const double *u)
{
    (void)enc;
    return floor(1e9 * u[0]);
}

TEST(changes_shrink_on_level_ground)
{
    static const double WANT[] = {1,   1,    1,    0.5,  0.5,
                                  0.5, 0.25, 0.25, 0.25, 0.125};
    static const double LEAST[] = {1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    check_spread(level_ground, false, 0.05, 0.5, WANT, LEN(WANT));
    check_spread(level_ground, false, 0.01, 0.5, LEAST, LEN(LEAST)); /* 0.005 */
}

TEST(changes_grow_while_a_walk_gains)
{
    static const double WANT[] = {1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 8, 8};
    check_spread(slope, true, 0.003, 0.1, WANT, 10);
    check_spread(slope, true, 0.001, 0.1, WANT, LEN(WANT)); /* no more than 8 */
}

/* Round by round, gains in a row or not: the sd that the rule gives from what was
 * seen is the sd of the draws. */
TEST(changes_follow_their_rule_also_where_gains_come_now_and_then)
{
    static const int REAL[] = {0};
    struct inlay_maximize_options o = WALKS;
    const double start = 0.1;
    struct domain d;
    double sum = 0, n = 0;

    o.walk_sd = 0.01;
    domain_init(&d, REAL, 1);
    for (uint64_t seed = 0; seed < 400; seed++) {
        double here = start, most, sd = o.walk_sd;
        size_t n_gains = 0, n_plateau = 0;
        walk_once(&d, slope, &o, &start, seed, NULL);
        for (size_t i = 0; i < the_record.n && here < 0.5; i += 4) {
            sum += variance(the_record.U + i, &most) / (sd * sd);
            n++;
            n_gains = most > here ? n_gains + 1 : 0;
            n_plateau += n_gains == 0;
            if (n_gains > 0 && n_gains % 3 == 0)
                sd = fmin(2 * sd, 0.08);
            if (n_gains == 0 && n_plateau % 3 == 0)
                sd = fmax(sd / 2, 0.005);
            here = fmax(here, most);
        }
    }
    CHECK(n > 3000);
    CHECK_ABS(sum / n, 1.0, 4 * sqrt(2 / (3 * n)));
    domain_clear(&d);
}

/* ---- Ties ---- */

static double not_first(const struct inlay_encoding *enc, const double *u)
{
    (void)enc;
    return u[0] > 0.0;
}

/* 400 walks of a step between five values, 100 for each but the first. */
static void check_ties(shape_fn *fn)
{
    static const int CATEGORY[] = {5};
    struct inlay_maximize_options o = WALKS;
    const double start = 0.0;
    struct domain d;
    size_t n[5] = {0};

    o.n_plateau = 1;
    domain_init(&d, CATEGORY, 1);
    for (uint64_t seed = 0; seed < 400; seed++) {
        double end;
        walk_once(&d, fn, &o, &start, seed, &end);
        n[inlay_axis_level(&d.enc.axis[0], end)]++;
    }
    CHECK(n[0] == 0);
    for (size_t k = 1; k < 5; k++) /* 4 standard deviations */
        CHECK(n[k] > 65 && n[k] < 135);
    domain_clear(&d);
}

TEST(ties_fall_evenly)
{
    check_ties(level_ground);
    check_ties(not_first);
}

/* ---- Ends ---- */

TEST(level_ground_is_left_after_as_many_rounds_as_asked_for)
{
    static const int REALS[] = {0, 0};
    const double start[] = {0.5, 0.5};
    struct inlay_maximize_options o = WALKS;
    struct domain d;

    domain_init(&d, REALS, 2);
    for (o.n_plateau = 1; o.n_plateau <= 12; o.n_plateau++) {
        walk_once(&d, level_ground, &o, start, 1, NULL);
        CHECK(the_record.n == 8 * o.n_plateau);
    }
    domain_clear(&d);
}

/* Neighbors that are all there is are looked at once from each place. */
TEST(at_the_top_of_a_finite_space_a_walk_ends)
{
    static const int FINITE[] = {5, -4, 2};
    const double top[] = {3 / 4., 2 / 3., 1};
    struct domain d;

    domain_init(&d, FINITE, 3);
    CHECK(walk_once(&d, stairs, &WALKS, top, 1, NULL) == 0.0);
    CHECK(the_record.n == 4 + 3 + 1);
    domain_clear(&d);
}

static double peak(const struct inlay_encoding *enc, const double *u)
{
    (void)enc;
    return -(u[0] != 0.75) - (u[1] != 0.75);
}

/* ... and where others are drawn, these alone are looked at again. */
TEST(at_a_peak_of_a_mixed_space_only_draws_are_new)
{
    static const int MIXED[] = {5, 0};
    const double top[] = {0.75, 0.75};
    struct domain d;

    domain_init(&d, MIXED, 2);
    CHECK(walk_once(&d, peak, &WALKS, top, 1, NULL) == 0.0);
    CHECK(the_record.n == 4 + 10 * 4);
    domain_clear(&d);
}

static double only_up(const struct inlay_encoding *enc, const double *u)
{
    (void)enc;
    return -log(1 - u[0] + 1e-300);
}

TEST(a_walk_that_gains_for_ever_ends_too)
{
    static const int REAL[] = {0};
    struct inlay_maximize_options o = WALKS;
    const double start = 0.5;
    struct domain d;

    o.n_plateau = 100000;
    domain_init(&d, REAL, 1);
    walk_once(&d, only_up, &o, &start, 1, NULL);
    CHECK(the_record.n <= 64 * 4);
    domain_clear(&d);
}

/* ---- Values ---- */

/* log EI is -∞ where a forest is certain: still a value, unlike that of a center
 * which is forbidden. */
TEST(points_worth_nothing_are_points)
{
    static const int MIXED[] = {0, 3};
    const double start[] = {0.5, 0.5};
    struct domain d;
    struct inlay_rng rng = inlay_rng_seed(1);
    inlay_error err = {0};
    struct inlay_maximize_result r;
    double u[2];

    domain_init(&d, MIXED, 2);
    CHECK(walk_once(&d, nothing, &WALKS, start, 1, NULL) == -INFINITY);
    const struct shape shape = shape_of(&d.enc, nothing, NULL);
    const struct inlay_search s = {
        .acq = &shape.base, .enc = &d.enc, .centers = start, .n_centers = 1};
    CHECK_OK(inlay_maximize(&s, &WALKS, &rng, u, &r, &err), err);
    CHECK(r.value == -INFINITY);
    domain_clear(&d);
}
