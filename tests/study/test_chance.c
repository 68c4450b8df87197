/*
 * test_chance.c: random failures are told from others; how often not, by
 * simulation.
 */
#include "study_fixture.h"

#include "study/chance.h"
#include "study/inside.h"

enum { N_TRIALS = 40, N_STUDIES = 200 };

static const char SPACE_2[] =
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]},"
    "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]";
static const char SPACE_8[] =
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]},"
    "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"d\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"e\",\"type\":\"integer\",\"min\":1,\"max\":9},"
    "{\"name\":\"f\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"g\",\"type\":\"boolean\"},"
    "{\"name\":\"h\",\"type\":\"real\",\"min\":0,\"max\":1}]";

typedef bool fails_fn(const inlay_value *x, struct inlay_rng *rng);

static bool by_chance(const inlay_value *x, struct inlay_rng *rng)
{
    (void)x;
    return inlay_rng_uniform(rng) < 0.4;
}

static bool seldom(const inlay_value *x, struct inlay_rng *rng)
{
    (void)x;
    return inlay_rng_uniform(rng) < 0.25;
}

static bool above_a_limit(const inlay_value *x, struct inlay_rng *rng)
{
    (void)rng;
    return x[0].real > 0.65;
}

static bool of_a_product(const inlay_value *x, struct inlay_rng *rng)
{
    (void)rng;
    return x[0].real * x[2].real > 0.3;
}

/* Where the objective of the studies is best: the search stays at the limit. */
static bool beyond_a_border(const inlay_value *x, struct inlay_rng *rng)
{
    (void)rng;
    return x[0].real + x[2].real > 1.1;
}

static bool in_the_middle(const inlay_value *x, struct inlay_rng *rng)
{
    const double a = x[0].real - 0.5, b = x[2].real - 0.5;
    (void)rng;
    return a * a + b * b < 0.12;
}

static bool of_a_category(const inlay_value *x, struct inlay_rng *rng)
{
    (void)rng;
    return x[1].integer == 1;
}

/* In how many of N_STUDIES are failures said to be random?  The study is about a
 * minimum at the border of what fails. */
static int said(const char *space, const char *method, fails_fn *fails,
                int n_studies)
{
    int n_random = 0;
    for (int k = 0; k < n_studies; k++) {
        char options[64];
        struct inlay_rng rng = inlay_rng_seed((uint64_t)k);
        inlay_error err = {0};
        bool is_random = false;
        snprintf(options, sizeof options, "method=%s seed=%d", method, k);
        inlay_study *s = study_of(space, options);
        for (int i = 0; i < N_TRIALS; i++) {
            const inlay_trial t = ask(s);
            tell(s, t.id, fails(t.x, &rng) ? NAN : -t.x[0].real - t.x[2].real);
        }
        CHECK_OK(inlay_chance_of_failures(&s->history, NULL, &is_random, &err),
                 err);
        n_random += is_random;
        inlay_study_free(s);
    }
    return n_random;
}

TEST(random_failures_are_mostly_seen)
{
    const double least = 0.5 * N_STUDIES;
    CHECK(said(SPACE_2, "random", by_chance, N_STUDIES) > least);
    CHECK(said(SPACE_8, "random", by_chance, N_STUDIES) > least);
    CHECK(said(SPACE_2, "hillclimb", by_chance, N_STUDIES) > 0.3 * N_STUDIES);
    CHECK(said(SPACE_2, "random", seldom, N_STUDIES) > 0.3 * N_STUDIES);
}

/* The false alarm: at most one study of twenty. */
TEST(failures_with_a_cause_are_hardly_ever_called_random)
{
    static const char *const spaces[] = {SPACE_2, SPACE_8};
    static const char *const methods[] = {"random", "hillclimb", "sobol"};
    static fails_fn *const causes[] = {above_a_limit, of_a_product,
                                       of_a_category, beyond_a_border};
    for (size_t i = 0; i < LEN(spaces); i++)
        for (size_t k = 0; k < LEN(methods); k++)
            for (size_t c = 0; c < LEN(causes); c++) {
                const int n = said(spaces[i], methods[k], causes[c], N_STUDIES);
                if (n > N_STUDIES / 20)
                    fprintf(stderr, "space %zu, %s, cause %zu: %d of %d\n", i,
                            methods[k], c, n, N_STUDIES);
                CHECK(n <= N_STUDIES / 20);
            }
    CHECK(said(SPACE_2, "random", in_the_middle, N_STUDIES) <= N_STUDIES / 20);
}

/* Which no variable shows: neighbors do. */
static bool in_two_corners(const inlay_value *x, struct inlay_rng *rng)
{
    (void)rng;
    return (x[0].real > 0.5) == (x[2].real > 0.5);
}

TEST(regions_are_seen_by_their_neighbors)
{
    static const char space[] =
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
        "{\"name\":\"k\",\"type\":\"real\",\"min\":1,\"max\":1},"
        "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]";
    CHECK(said(space, "random", in_two_corners, N_STUDIES) <= N_STUDIES / 20);
}

/* A search that has gone to a limit on two variables, and along it. */
TEST(a_limit_is_seen_by_trials_on_both_sides_of_it)
{
    int n_random = 0;
    for (uint64_t k = 0; k < N_STUDIES; k++) {
        struct inlay_rng rng = inlay_rng_seed(k);
        inlay_study *s = study_of(SPACE_2, "method=random");
        inlay_error err = {0};
        bool is_random = false;
        for (int i = 0; i < N_TRIALS; i++) {
            const double a = inlay_rng_uniform(&rng);
            const double off = 0.1 * (inlay_rng_uniform(&rng) - 0.5);
            const inlay_value x[] = {
                inlay_real(a), inlay_category("p"),
                inlay_real(fmin(fmax(1.0 - a + off, 0.0), 1.0))};
            CHECK_OK(inlay_study_add(s, x, off > 0.0 ? NAN : 1.0, NULL, &err),
                     err);
        }
        CHECK_OK(inlay_chance_of_failures(&s->history, NULL, &is_random, &err),
                 err);
        n_random += is_random;
        inlay_study_free(s);
    }
    CHECK(n_random <= N_STUDIES / 20);
}

TEST(few_failures_are_not_judged)
{
    inlay_study *s = study_of(SPACE_2, "method=random");
    inlay_error err = {0};
    bool is_random = true;
    for (int i = 0; i < 60; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, i % 8 == 0 && i < 56 ? NAN : 1.0);
    }
    CHECK_OK(inlay_chance_of_failures(&s->history, NULL, &is_random, &err),
             err);
    CHECK(s->history.n_failed == 7 && !is_random);
    inlay_study_free(s);
}

OOM_TEST(failures_are_not_judged_without_memory)
{
    static const char json[] =
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1}]";
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    bool is_random = true;
    inlay_status st = inlay_space_parse(json, sizeof json - 1, &space, NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, NULL);
    for (int i = 0; st == INLAY_OK && i < 24; i++) {
        const inlay_value x = inlay_real(i / 23.0);
        st = inlay_study_add(s, &x, i % 3 == 0 ? NAN : 1.0, NULL, NULL);
    }
    if (st == INLAY_OK)
        st = inlay_chance_of_failures(&s->history, NULL, &is_random, NULL);
    inlay_study_free(s);
    inlay_space_free(space);
    return st;
}
