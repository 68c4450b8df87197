/*
 * test_paper_figure.c: the situation of the paper's figure 1.  One integer of
 * five values: the naive way learns at another place than it asked, so that what
 * made it ask stays, and it asks for the same value again and again.  The
 * proposed way knows a value once it has seen it.
 */
#include "study_fixture.h"

#include "model/gp.h"

#define FIVE "[{\"name\":\"x\",\"type\":\"integer\",\"min\":0,\"max\":4}]"

enum { N_EVALUATIONS = 20 };

/* A function of the five values with its minimum next to its maximum. */
static double figure(const inlay_value *x)
{
    static const double F[] = {0.4, 0.9, -0.3, 1.1, -1.0};
    return F[x->integer];
}

/* Evaluations until all five values were seen; one more than all if never. */
static size_t n_until_all_seen(const char *method, int seed)
{
    char options[160];
    snprintf(options, sizeof options,
             "preset=paper noise=none candidates=1000 samples=5 method=%s "
             "seed=%d",
             method, seed);
    inlay_study *s = study_of(FIVE, options);
    bool is_seen[5] = {false};
    size_t n_seen = 0, n = 0;

    run(s, figure, N_EVALUATIONS);
    while (n_seen < 5 && n < N_EVALUATIONS) {
        const int64_t v = trial_of(s, (int64_t)++n).x->integer;
        n_seen += !is_seen[v];
        is_seen[v] = true;
    }
    inlay_study_free(s);
    return n_seen == 5 ? n : N_EVALUATIONS + 1;
}

/* Repeats are allowed to both: preset paper. */
TEST(the_naive_way_gets_stuck_and_the_proposed_does_not)
{
    enum { N_SEEDS = 8 };
    size_t n_for_ever = 0;

    for (int seed = 0; seed < N_SEEDS; seed++) {
        const size_t naive = n_until_all_seen("gp-naive", seed);
        CHECK(n_until_all_seen("gp", seed) == 5);
        CHECK(naive > 5);
        n_for_ever += naive > N_EVALUATIONS;
    }
    CHECK(n_for_ever >= N_SEEDS / 4);
}

/* Of the default preset as well, where repeats are off anyway. */
TEST(no_value_is_asked_twice_by_default)
{
    inlay_study *s = study_of(FIVE, "noise=none");
    run(s, figure, 5);
    CHECK(n_repeats(s) == 0);
    inlay_study_free(s);
}

/* ---- The model after one observation of each cell ---- */

/* The largest variance over the cube, relative to the prior's. */
static double largest_variance(bool is_relaxed, double jitter)
{
    inlay_error err = {0};
    inlay_space *space = space_of(FIVE);
    struct inlay_encoding enc;
    struct inlay_data data;
    struct inlay_gp *gp = NULL;
    const struct inlay_gp_options o = {.kernel = INLAY_KERNEL_MATERN52,
                                       .noise = INLAY_NOISE_NONE,
                                       .jitter = jitter};
    const double theta[] = {log(0.2), log(1.7), -INFINITY, 0.0};
    double most = 0;

    CHECK_OK(inlay_encoding_init(&enc, space, is_relaxed, &err), err);
    CHECK_OK(inlay_data_init(&data, 1, 5, &err), err);
    for (int64_t v = 0; v < 5; v++) {
        const inlay_value x = inlay_integer(v);
        double u;
        inlay_encode(&enc, &x, &u);
        inlay_data_add(&data, &u, figure(&x));
    }
    inlay_data_set(&data, data.obs);
    CHECK_OK(inlay_gp_at(&enc, &data, &o, theta, 0, &gp, &err), err);
    double *scratch = inlay_mem_doubles(gp->base.n_scratch);
    for (int i = 0; i <= 1000; i++) {
        const double u = i / 1000.0;
        double mean, var;
        inlay_gp_predict(gp, 0, &u, 1, &mean, &var, scratch);
        most = fmax(most, var / 1.7);
    }
    inlay_mem_free(scratch);
    inlay_gp_free(gp);
    inlay_data_clear(&data);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
    return most;
}

TEST(nothing_is_uncertain_once_each_cell_was_seen)
{
    CHECK(largest_variance(false, 1e-8) < 1e-6);
    CHECK(largest_variance(true, 1e-8) > 1e-3); /* the others see a gap */
}
