/*
 * test_parzen.c: densities against their definition, in Python (fixtures) and
 * here; that they integrate to 1; that draws follow them.
 */
#include "parzen_fixture.h"

#include "fixtures/parzen_reference.h"

/* ---- Against the definition ---------------------------------------------- */

/* A value of the fixture, as a coordinate: a category is given by its number. */
static void encode_row(const struct observed *o, const double *row, double *u)
{
    inlay_value x[MAX_AXES];
    for (size_t j = 0; j < o->enc.dim; j++) {
        const struct inlay_var *var = inlay_space_var(o->space, j);
        const double first =
            var->is.type == INLAY_TYPE_INTEGER ? (double)var->is.int_lo : 0.0;
        x[j] = var->n_levels == 0
                   ? inlay_real(row[j])
                   : inlay_var_value(var, (uint64_t)(row[j] - first));
    }
    inlay_encode(&o->enc, x, u);
}

static void observe_case(struct observed *o, const struct parzen_case *c)
{
    observed_init(o, c->space);
    CHECK(o->enc.dim == c->dim);
    o->n = c->n;
    for (size_t i = 0; i < c->n; i++) {
        encode_row(o, c->obs + i * c->dim, o->u[i]);
        o->weight[i] = c->weight[i];
    }
}

static double width_of(const struct inlay_window *w, size_t k)
{
    return 1.0 /
           w->precision[w->axis->kind == INLAY_AXIS_GRID ? w->shape[k] : k];
}

static void check_case(const struct parzen_case *c)
{
    static struct observed o;
    observe_case(&o, c);
    struct inlay_parzen p =
        parzen_of(&o, 0, c->dim, FORMS[c->form], BANDWIDTHS[c->bandwidth]);
    for (size_t i = 0; i < c->n; i++)
        for (size_t a = 0; a < c->dim; a++)
            if (c->deviation[i * c->dim + a] > 0)
                CHECK_REL(width_of(&p.window[a], i),
                          c->deviation[i * c->dim + a], 1e-12);
    for (size_t i = 0; i < c->n_points; i++) {
        double u[MAX_AXES];
        encode_row(&o, c->at + i * c->dim, u);
        CHECK_ABS(log_density(&p, u), c->log[i], 1e-10 * (1 + fabs(c->log[i])));
    }
    inlay_parzen_clear(&p);
    observed_clear(&o);
}

TEST(small_cases_are_as_by_the_rules_of_hyperopt_and_watanabe)
{
    for (size_t c = 0; c < LEN(parzen_cases); c++)
        check_case(&parzen_cases[c]);
}

/* Many observations, with ties, in all parts of the space and in one. */
static void check_joint(struct observed *o, enum inlay_bandwidth bandwidth,
                        struct inlay_rng *rng)
{
    struct inlay_parzen p =
        parzen_of(o, 0, o->enc.dim, INLAY_PARZEN_JOINT, bandwidth);
    for (int i = 0; i < 10; i++) {
        double u[MAX_AXES];
        if (i % 2 == 0)
            inlay_encode_sample(&o->enc, rng, u);
        else
            inlay_parzen_draw(&p, rng, u);
        CHECK_ABS(log_density(&p, u), log(slow_joint(o, bandwidth, u)), 1e-9);
    }
    inlay_parzen_clear(&p);
}

TEST(the_joint_density_is_a_mixture_of_products)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(1);
    for (size_t n = 0; n <= 80; n += 16)
        for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
            observed_init(&o, ALL_AXES);
            if (n % 32 == 0)
                observe(&o, n, &rng);
            else
                observe_close(&o, n, &rng);
            check_joint(&o, BANDWIDTHS[b], &rng);
            observed_clear(&o);
        }
}

TEST(the_independent_density_is_divided_by_its_mass_in_the_range)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(2);
    observed_init(&o, ALL_AXES);
    for (size_t n = 0; n <= 150; n += 30)
        for (size_t a = 0; a < o.enc.dim; a++)
            for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
                observe(&o, n, &rng);
                struct inlay_parzen p = parzen_of(
                    &o, a, 1, INLAY_PARZEN_INDEPENDENT, BANDWIDTHS[b]);
                for (int i = 0; i < 5; i++) {
                    double u[MAX_AXES];
                    inlay_encode_sample(&o.enc, &rng, u);
                    CHECK_ABS(log_density(&p, &u[a]),
                              log(slow_independent(&o, a, BANDWIDTHS[b], u[a])),
                              1e-10);
                }
                inlay_parzen_clear(&p);
            }
    observed_clear(&o);
}

/* Points of a block do not depend on each other. */
TEST(a_block_has_the_values_of_its_points)
{
    enum { B = INLAY_PARZEN_BLOCK };
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(3);
    double U[B * MAX_AXES], out[B];
    observed_init(&o, ALL_AXES);
    observe(&o, 33, &rng);
    const size_t dim = o.enc.dim;
    struct inlay_parzen p =
        parzen_of(&o, 0, dim, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
    for (size_t i = 0; i < B; i++)
        inlay_encode_sample(&o.enc, &rng, U + i * dim);
    double *scratch = inlay_mem_doubles(inlay_parzen_n_scratch(&p, B));
    CHECK(scratch != NULL);
    inlay_parzen_log_density(&p, U, B, out, scratch);
    for (size_t i = 0; i < B; i++)
        CHECK_ABS(out[i], log_density(&p, U + i * dim), 1e-11);
    inlay_mem_free(scratch);
    inlay_parzen_clear(&p);
    observed_clear(&o);
}

/* ---- Laws ---------------------------------------------------------------- */

/* ∫ over a real axis by Gauss' rule of three points in short pieces, Σ over the
 * levels of any other; over all axes from a on, of the density of u. */
static double integrate(const struct observed *o, const struct inlay_parzen *p,
                        size_t first, size_t a, size_t n_pieces, double *u)
{
    static const double node[] = {-0.774596669241483377, 0.0,
                                  0.774596669241483377};
    static const double weight[] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    if (a == p->dim)
        return exp(log_density(p, u));
    const struct inlay_axis *axis = &o->enc.axis[first + a];
    double sum = 0.0;
    for (uint64_t k = 0; k < axis->n_levels; k++) {
        u[a] = inlay_axis_coordinate(axis, k);
        sum += integrate(o, p, first, a + 1, n_pieces, u);
    }
    for (size_t k = 0; axis->n_levels == 0 && k < 3 * n_pieces; k++) {
        u[a] = ((double)(k / 3) + 0.5 + 0.5 * node[k % 3]) / (double)n_pieces;
        sum += weight[k % 3] * integrate(o, p, first, a + 1, n_pieces, u) /
               (double)n_pieces;
    }
    return sum;
}

TEST(densities_of_each_kind_of_axis_integrate_to_1)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(4);
    double u[MAX_AXES];
    for (size_t a = 0; a < LEN(ONE_AXIS); a++)
        for (size_t n = 0; n < 130; n += 1 + 2 * n) /* 0, 1, 4, 13, 40, 121 */
            for (size_t b = 0; b < 4; b++) {
                observed_init(&o, ONE_AXIS[a]);
                observe(&o, n, &rng);
                struct inlay_parzen p =
                    parzen_of(&o, 0, 1, FORMS[b / 2], BANDWIDTHS[b % 2]);
                CHECK_ABS(integrate(&o, &p, 0, 0, 400, u), 1.0, 1e-9);
                inlay_parzen_clear(&p);
                observed_clear(&o);
            }
}

TEST(densities_of_several_axes_integrate_to_1)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(5);
    double u[MAX_AXES];
    for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
        observed_init(&o, "[" CATEGORY_AXIS "," REAL_AXIS "," ORDINAL_AXIS "]");
        observe(&o, 7, &rng);
        struct inlay_parzen p =
            parzen_of(&o, 0, 3, INLAY_PARZEN_JOINT, BANDWIDTHS[b]);
        CHECK_ABS(integrate(&o, &p, 0, 0, 100, u), 1.0, 1e-9);
        inlay_parzen_clear(&p);
        observed_clear(&o);
    }
}

/* Without observations there is only the prior. */
TEST(levels_are_equally_likely_under_the_prior_the_ends_too)
{
    static const size_t uniform[] = {2, 4, 5, 6}; /* no log scale */
    static struct observed o;
    for (size_t a = 0; a < LEN(uniform); a++) {
        observed_init(&o, ONE_AXIS[uniform[a]]);
        const struct inlay_axis *axis = o.enc.axis;
        struct inlay_parzen p =
            parzen_of(&o, 0, 1, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
        for (uint64_t k = 0; k < axis->n_levels; k++) {
            const double u = inlay_axis_coordinate(axis, k);
            CHECK_REL(exp(log_density(&p, &u)), 1.0 / (double)axis->n_levels,
                      1e-13);
        }
        inlay_parzen_clear(&p);
        observed_clear(&o);
    }
}

/* hyperopt gives the ends half of what their neighbors have. */
TEST(end_levels_have_full_cells_in_the_independent_form)
{
    static struct observed o;
    observed_init(&o, "[" INT_AXIS "]");
    struct inlay_parzen p =
        parzen_of(&o, 0, 1, INLAY_PARZEN_INDEPENDENT, INLAY_BANDWIDTH_CLIP);
    const double u[] = {0.0, inlay_axis_coordinate(o.enc.axis, 1), 1.0};
    CHECK_ABS(log_density(&p, &u[0]), log_density(&p, &u[2]), 1e-14);
    CHECK_ABS(log_density(&p, &u[0]), log_density(&p, &u[1]), 0.06);
    inlay_parzen_clear(&p);
    observed_clear(&o);
}

/* Three observations, two of them level 2: one axis, prior weight 1. */
TEST(categories_are_smoothed_as_in_closed_form)
{
    static struct observed o;
    static const double joint[] = {1.25 / 2.25, 0.25 / 2.25}; /* hit, miss */
    observed_init(&o, "[" CATEGORY_AXIS "]");
    o.n = 3;
    o.u[0][0] = o.u[2][0] = inlay_axis_coordinate(o.enc.axis, 2);
    o.u[1][0] = inlay_axis_coordinate(o.enc.axis, 0);
    o.weight[0] = 0.5;
    for (uint64_t k = 0; k < 5; k++) {
        const double u = inlay_axis_coordinate(o.enc.axis, k);
        const double twos = joint[k != 2], zeros = joint[k != 0];
        struct inlay_parzen p =
            parzen_of(&o, 0, 1, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
        CHECK_REL(exp(log_density(&p, &u)),
                  (0.5 * twos + zeros + twos + 0.2) / 3.5, 1e-13);
        inlay_parzen_clear(&p);
        p = parzen_of(&o, 0, 1, INLAY_PARZEN_INDEPENDENT, INLAY_BANDWIDTH_CLIP);
        CHECK_REL(exp(log_density(&p, &u)),
                  (1.0 + (k == 2 ? 1.5 : 0.0) + (k == 0 ? 1.0 : 0.0)) / 7.5,
                  1e-13);
        inlay_parzen_clear(&p);
    }
    observed_clear(&o);
}

static double relabelled(const struct inlay_axis *axis, double u)
{
    const uint64_t k = inlay_axis_level(axis, u);
    return inlay_axis_coordinate(axis, (3 * k + 1) % axis->n_levels);
}

TEST(relabelled_categories_have_relabelled_densities)
{
    static struct observed o, other;
    struct inlay_rng rng = inlay_rng_seed(6);
    for (size_t f = 0; f < LEN(FORMS); f++) {
        const bool is_joint = FORMS[f] == INLAY_PARZEN_JOINT;
        observed_init(&o, "[" CATEGORY_AXIS "," REAL_AXIS "]");
        observed_init(&other, "[" CATEGORY_AXIS "," REAL_AXIS "]");
        observe(&o, 20, &rng);
        other.n = o.n;
        memcpy(other.weight, o.weight, sizeof o.weight);
        memcpy(other.u, o.u, sizeof o.u);
        for (size_t i = 0; i < o.n; i++)
            other.u[i][0] = relabelled(o.enc.axis, o.u[i][0]);
        struct inlay_parzen p =
            parzen_of(&o, 0, is_joint ? 2 : 1, FORMS[f], INLAY_BANDWIDTH_FLOOR);
        struct inlay_parzen q = parzen_of(&other, 0, is_joint ? 2 : 1, FORMS[f],
                                          INLAY_BANDWIDTH_FLOOR);
        for (int i = 0; i < 20; i++) {
            double u[2], v[2];
            inlay_encode_sample(&o.enc, &rng, u);
            v[0] = relabelled(o.enc.axis, u[0]);
            v[1] = u[1];
            CHECK_ABS(log_density(&p, u), log_density(&q, v), 1e-13);
        }
        inlay_parzen_clear(&p);
        inlay_parzen_clear(&q);
        observed_clear(&o);
        observed_clear(&other);
    }
}

/* No two on one coordinate, so that no rule about equal ones is asked for. */
TEST(the_order_of_observations_is_irrelevant)
{
    enum { N = 70 };
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(7);
    observed_init(&o, "[" REAL_AXIS "," LOG_AXIS "," CATEGORY_AXIS "]");
    observe(&o, N, &rng);
    struct inlay_parzen p =
        parzen_of(&o, 0, 3, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
    for (size_t i = 0; i < N / 2; i++) {
        const double *point = o.point[i], weight = o.weight[i];
        o.point[i] = o.point[N - 1 - i];
        o.weight[i] = o.weight[N - 1 - i];
        o.point[N - 1 - i] = point;
        o.weight[N - 1 - i] = weight;
    }
    struct inlay_parzen q =
        parzen_of(&o, 0, 3, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
    for (int i = 0; i < 20; i++) {
        double u[3];
        inlay_encode_sample(&o.enc, &rng, u);
        CHECK_ABS(log_density(&p, u), log_density(&q, u), 1e-12);
    }
    inlay_parzen_clear(&p);
    inlay_parzen_clear(&q);
    observed_clear(&o);
}

/* An integer up to 2^52 is as good as a real, but for the cell's width. */
TEST(the_finest_grid_is_a_real_axis)
{
    static struct observed real, grid;
    struct inlay_rng rng = inlay_rng_seed(8);
    observed_init(&real, "[{\"name\":\"r\",\"type\":\"real\",\"min\":0,"
                         "\"max\":1}]");
    observed_init(&grid, "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,"
                         "\"max\":4503599627370495}]");
    observe(&real, 40, &rng);
    grid.n = real.n;
    memcpy(grid.weight, real.weight, sizeof real.weight);
    for (size_t i = 0; i < real.n; i++)
        inlay_encode_snap(&grid.enc, real.u[i], grid.u[i]);
    for (size_t b = 0; b < 4; b++) {
        struct inlay_parzen p =
            parzen_of(&real, 0, 1, FORMS[b / 2], BANDWIDTHS[b % 2]);
        struct inlay_parzen q =
            parzen_of(&grid, 0, 1, FORMS[b / 2], BANDWIDTHS[b % 2]);
        for (int i = 0; i < 20; i++) {
            const double u = inlay_rng_uniform(&rng);
            double t;
            inlay_encode_snap(&grid.enc, &u, &t);
            CHECK_ABS(log_density(&q, &t) + 52.0 * log(2.0),
                      log_density(&p, &u), 1e-9);
        }
        inlay_parzen_clear(&p);
        inlay_parzen_clear(&q);
    }
    observed_clear(&real);
    observed_clear(&grid);
}

/* Products of many factors: 1e-3 each, and their sum of logarithms. */
TEST(nothing_underflows_in_many_variables)
{
    enum { DIM = 400, N = 3 };
    inlay_error err = {0};
    inlay_space *space = NULL;
    struct inlay_encoding enc;
    struct inlay_rng rng = inlay_rng_seed(9);
    static double u[N][DIM];
    const double *point[] = {u[0], u[1], u[2]};
    const double weight[] = {1, 1, 1};
    CHECK_OK(inlay_space_new(&space, &err), err);
    for (int j = 0; j < DIM; j++) {
        char name[16];
        snprintf(name, sizeof name, "v%d", j);
        CHECK_OK(inlay_space_add_integer(space, name, 1, 1000,
                                         INLAY_SCALE_LINEAR, &err),
                 err);
    }
    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    for (size_t i = 0; i < N; i++)
        inlay_encode_sample(&enc, &rng, u[i]);
    struct inlay_parzen p;
    const struct inlay_parzen_sample all = {point, weight, N};
    CHECK_OK(inlay_parzen_init(&p, &enc, 0, DIM, &all, INLAY_PARZEN_JOINT,
                               INLAY_BANDWIDTH_FLOOR, &err),
             err);
    /* Far from the others an observation has its own peak, a quarter of it. */
    double want = log(0.25);
    for (size_t a = 0; a < DIM; a++) {
        const struct inlay_window *w = &p.window[a];
        const size_t s = w->shape[0];
        const double h = 0.5 / (1000.0 * width_of(w, 0));
        want += log(erf(h / sqrt(2.0)) / w->mass[s]);
    }
    CHECK(want < -1500.0);
    CHECK_REL(log_density(&p, u[0]), want, 1e-9);
    inlay_parzen_clear(&p);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
}

/* ---- Draws --------------------------------------------------------------- */

enum { N_DRAWS = 20000, MAX_CELLS = 64 };

static void check_chi_square(const double *count, const double *p, size_t n)
{
    double chi2 = 0.0, rest = N_DRAWS;
    size_t df = 0;
    for (size_t k = 0; k < n; k++) {
        const double want = N_DRAWS * p[k];
        if (want < 5.0)
            continue;
        chi2 += (count[k] - want) * (count[k] - want) / want;
        rest -= want;
        df++;
    }
    CHECK(rest < 0.05 * N_DRAWS && df > 1);
    CHECK_ABS(chi2, (double)df, 4.5 * sqrt(2.0 * (double)df));
}

/* Bins of a real axis, levels of any other; counted over at most MAX_CELLS. */
static size_t bin_of(const struct inlay_axis *axis, double u)
{
    return axis->n_levels == 0 ? (size_t)fmin(20.0 * u, 19.0)
                               : (size_t)inlay_axis_level(axis, u);
}

static void check_draws(const struct observed *o, const struct inlay_parzen *p,
                        size_t first, struct inlay_rng *rng)
{
    const struct inlay_axis *axis = &o->enc.axis[first];
    const size_t n = axis->n_levels ? (size_t)axis->n_levels : 20;
    double count[MAX_CELLS] = {0}, want[MAX_CELLS] = {0};
    for (int i = 0; i < N_DRAWS; i++) {
        double u, t;
        inlay_parzen_draw(p, rng, &u);
        CHECK(u >= 0.0 && u <= 1.0);
        if (axis->n_levels > 0) {
            t = inlay_axis_coordinate(axis, inlay_axis_level(axis, u));
            CHECK(u == t);
        }
        count[bin_of(axis, u)]++;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < (axis->n_levels ? 1 : 50); i++) {
            const double u = axis->n_levels
                                 ? inlay_axis_coordinate(axis, k)
                                 : ((double)k + ((double)i + 0.5) / 50) / 20;
            want[k] += exp(log_density(p, &u)) / (axis->n_levels ? 1 : 1000);
        }
    check_chi_square(count, want, n);
}

TEST(draws_follow_the_density)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(10);
    for (size_t a = 0; a < LEN(ONE_AXIS); a++) {
        observed_init(&o, ONE_AXIS[a]);
        for (size_t b = 0; o.enc.axis[0].n_levels < MAX_CELLS && b < 4; b++) {
            observe(&o, 6, &rng);
            struct inlay_parzen p =
                parzen_of(&o, 0, 1, FORMS[b / 2], BANDWIDTHS[b % 2]);
            check_draws(&o, &p, 0, &rng);
            inlay_parzen_clear(&p);
        }
        observed_clear(&o);
    }
}

/* Axes of a draw go together: 7 x 5 cells. */
TEST(draws_follow_the_joint_density)
{
    static struct observed o;
    struct inlay_rng rng = inlay_rng_seed(11);
    double count[35] = {0}, want[35], u[2];
    observed_init(&o, "[" INT_AXIS "," CATEGORY_AXIS "]");
    observe(&o, 4, &rng);
    struct inlay_parzen p =
        parzen_of(&o, 0, 2, INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR);
    for (int i = 0; i < N_DRAWS; i++) {
        inlay_parzen_draw(&p, &rng, u);
        count[inlay_axis_level(&o.enc.axis[0], u[0]) * 5 +
              inlay_axis_level(&o.enc.axis[1], u[1])]++;
    }
    for (uint64_t k = 0; k < 35; k++) {
        inlay_encode_combination(&o.enc, k, u);
        want[k] = exp(log_density(&p, u));
    }
    check_chi_square(count, want, 35);
    inlay_parzen_clear(&p);
    observed_clear(&o);
}

/* ---- Memory -------------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
static struct observed the_observed;

static inlay_status try_density(void)
{
    const struct observed *o = &the_observed;
    const struct inlay_parzen_sample sample = {o->point, o->weight, o->n};
    struct inlay_parzen p = {.dim = 77};
    inlay_error err = {0};
    const inlay_status st =
        inlay_parzen_init(&p, &o->enc, 0, o->enc.dim, &sample,
                          INLAY_PARZEN_JOINT, INLAY_BANDWIDTH_FLOOR, &err);
    CHECK(p.dim == (st == INLAY_OK ? o->enc.dim : 77));
    if (st == INLAY_OK)
        inlay_parzen_clear(&p);
    return st;
}

TEST(a_density_without_memory_is_not_touched)
{
    struct inlay_rng rng = inlay_rng_seed(12);
    observed_init(&the_observed, ALL_AXES);
    observe(&the_observed, 10, &rng);
    check_oom(try_density, __FILE__, __LINE__);
    observed_clear(&the_observed);
}
#endif
