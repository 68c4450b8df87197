/*
 * test_synthetic.c: the problems of figures 4 and 5, and tabulated ones.
 */
#include "check.h"

#include <unistd.h>

#include "harness/scenarios.h"
#include "harness/synthetic.h"
#include "harness/tabulated.h"

static struct objective *problem(const char *kind, size_t law, uint64_t seed,
                                 struct synthetic_family *family)
{
    struct panel panel;
    synthetic_panel(kind, law, family, &panel);
    return panel.make(&panel, seed);
}

TEST(a_problem_is_its_seed)
{
    struct synthetic_family f[3];
    struct objective *a = problem("gp2-cat", 0, 7, &f[0]);
    struct objective *b = problem("gp2-cat", 0, 7, &f[1]);
    struct objective *c = problem("gp2-cat", 0, 8, &f[2]);
    CHECK(a->minimum == b->minimum && a->minimum != c->minimum);
    CHECK(a->first[0].real == b->first[0].real);
    CHECK(a->first[0].real != c->first[0].real);
    CHECK(a->ops->value(a, a->first) == b->ops->value(b, b->first));
    a->ops->free(a);
    b->ops->free(b);
    c->ops->free(c);
}

/* Nothing of the problem is what a study of the same seed draws. */
TEST(a_problem_shares_no_random_numbers_with_a_study)
{
    const struct inlay_rng study = inlay_rng_seed(7);
    const struct inlay_rng problem_root = objective_rng(7);
    for (uint64_t key = 1; key < 50; key++) {
        struct inlay_rng trial = inlay_rng_split(&study, key);
        struct inlay_rng ours = inlay_rng_split(&problem_root, key);
        CHECK(inlay_rng_next(&trial) != inlay_rng_next(&ours));
    }
}

TEST(laws_are_different_functions)
{
    struct synthetic_family f[SCENARIO_N_LAWS];
    double minimum[SCENARIO_N_LAWS];
    for (size_t law = 0; law < SCENARIO_N_LAWS; law++) {
        struct objective *o = problem("gp2-int", law, 3, &f[law]);
        minimum[law] = o->minimum;
        CHECK(o->ops->value(o, o->first) >= o->minimum);
        for (size_t other = 0; other < law; other++)
            CHECK(minimum[law] != minimum[other]);
        o->ops->free(o);
    }
}

/* With and without noise it is the same function and the same first point; the
 * noise is the evaluation's, with the deviation 0.1. */
TEST(noise_belongs_to_the_number_of_the_evaluation)
{
    enum { N_DRAWS = 4000 };
    struct synthetic_family f[2];
    struct objective *quiet = problem("gp4-cat", 1, 5, &f[0]);
    struct objective *noisy = problem("gp4-cat-noisy", 1, 5, &f[1]);
    const inlay_value *x = quiet->first;
    const double y = quiet->ops->value(quiet, x);
    double squares = 0.0;
    CHECK(noisy->minimum == quiet->minimum);
    CHECK(noisy->ops->value(noisy, noisy->first) == y);
    CHECK(quiet->ops->observe(quiet, x, 3) == y);
    for (size_t i = 0; i < N_DRAWS; i++) {
        const double e = noisy->ops->observe(noisy, x, i) - y;
        CHECK(noisy->ops->observe(noisy, x, i) - y == e);
        squares += e * e;
    }
    /* The variance of the mean of squares is 2 σ⁴/n. */
    CHECK_ABS(squares / N_DRAWS, 0.01, 4.0 * 0.01 * sqrt(2.0 / N_DRAWS));
    quiet->ops->free(quiet);
    noisy->ops->free(noisy);
}

TEST(the_ways_get_the_kernel_and_the_noise_of_their_panel)
{
    struct synthetic_family f;
    struct panel panel;
    synthetic_panel("gp2-int-noisy", 2, &f, &panel);
    synthetic_add_way(&panel, "x", "gp-basic", ",starts=3");
    CHECK(strcmp(panel.name, "gp2-int-noisy-matern32-smooth") == 0);
    CHECK(strcmp(panel.method[0].name, "x") == 0);
    CHECK(strcmp(panel.method[0].spec,
                 "gp-basic:preset=paper,kernel=matern32,noise=yes,starts=3") ==
          0);
}

/* ---- Tabulated ---- */

/* Of k = 0, 1 and two replicas: replica r has r + k at every rate, but 5 more of
 * replica 1 at k = 1. */
static struct table *small_table(void)
{
    char path[] = "/tmp/inlay-table-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    CHECK(f != NULL);
    fputs("replica,k,rate,value\n"
          "0,0,0,0\n0,0,1,0\n0,1,0,1\n0,1,1,1\n"
          "1,0,0,1\n1,0,1,1\n1,1,0,7\n1,1,1,7\n",
          f);
    fclose(f);
    struct table *t = table_load(path);
    unlink(path);
    return t;
}

static inlay_space *small_space(void)
{
    inlay_space *s = NULL;
    inlay_space_new(&s, NULL);
    inlay_space_add_real(s, "rate", 0.0, 1.0, INLAY_SCALE_LINEAR, NULL);
    inlay_space_add_integer(s, "k", 0, 1, INLAY_SCALE_LINEAR, NULL);
    return s;
}

TEST(an_exact_table_is_one_of_its_replicas)
{
    struct table *t = small_table();
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(1)};
    static const double WANT[] = {-1.0, -7.0};
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct objective *o =
            tabulated_take(t, TABULATED_EXACT, small_space(), seed);
        CHECK(o->ops->value(o, x) == WANT[seed % 2]);
        CHECK(o->ops->observe(o, x, 9) == WANT[seed % 2]);
        CHECK(o->minimum == WANT[seed % 2]);
        o->ops->free(o);
    }
    table_free(t);
}

TEST(a_noisy_table_shows_a_replica_and_is_judged_by_the_mean)
{
    enum { N_DRAWS = 1000 };
    struct table *t = small_table();
    struct objective *o = tabulated_take(t, TABULATED_NOISY, small_space(), 1);
    const inlay_value x[] = {inlay_real(0.25), inlay_integer(1)};
    size_t second = 0;
    CHECK(o->ops->value(o, x) == -4.0 && o->minimum == -4.0);
    for (size_t i = 0; i < N_DRAWS; i++) {
        const double y = o->ops->observe(o, x, i);
        CHECK(y == -1.0 || y == -7.0);
        CHECK(o->ops->observe(o, x, i) == y);
        second += y == -7.0;
    }
    CHECK_ABS((double)second, 0.5 * N_DRAWS, 4.0 * sqrt(0.25 * N_DRAWS));
    o->ops->free(o);
    table_free(t);
}
