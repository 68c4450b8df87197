/*
 * scale.c: how the time of an ask grows with trials and with candidates.
 *
 *     scale [--repeats N]
 *
 * fit: a warm slice chain of one sample, at 100 up to 1600 trials over DIM
 * variables; milliseconds of a fit for each of its likelihoods, whose number is
 * random and does not depend on the trials.  potrf: a bare dpotrf in the same
 * run, since BLAS comes nearer to its speed as matrices grow, and N³ is seen
 * only at the large end.  maximize: the search for the next trial at N_SEARCHED
 * trials, with more and more candidates screened.
 *
 * Two tables in CSV: the medians, then the exponents of least-squares lines in
 * log-log, over all sizes and over the LARGE largest ones.
 */
#include <stdio.h>

#include "support/repeats.h"
#include "support/study_data.h"
#include "support/timing.h"

enum { DIM = 6, N_SEARCHED = 100, LARGE = 3, MAX_POINTS = 8 };
enum { N_BARE = 5 }; /* dpotrf for each ask: a fit has dozens */
enum { MAX_REPEATS = 100, DEFAULT_REPEATS = 9 };

static const size_t TRIALS[] = {100, 200, 400, 800, 1600};
static const size_t CANDIDATES[] = {500, 1000, 2000, 4000, 8000, 16000, 32000};
enum {
    N_TRIALS = sizeof TRIALS / sizeof TRIALS[0],
    N_CANDIDATES = sizeof CANDIDATES / sizeof CANDIDATES[0]
};

/* A measured curve: ms over size. */
struct curve {
    const char *what;
    size_t n;
    double size[MAX_POINTS], ms[MAX_POINTS];
};

static void add_point(struct curve *c, size_t size, double *seconds, size_t n)
{
    c->size[c->n] = (double)size;
    c->ms[c->n] = 1e3 * timing_median(seconds, n);
    printf("%s,%zu,%.4f\n", c->what, size, c->ms[c->n]);
    fflush(stdout);
    c->n++;
}

/* The study goes on from one size to the next, so that the chain stays warm;
 * the first ask at a size brings it to where the posterior now is. */
static void measure_fits(struct curve *fit, struct curve *bare, size_t repeats)
{
    static const char *const OPTIONS[] = {"inference",  "slice", "samples", "1",
                                          "candidates", "500",   "starts",  "1",
                                          "threads",    "1",     NULL};
    struct study_data data = study_data_make(DIM, 7);
    inlay_study *study = study_data_study(&data, OPTIONS);
    struct potrf potrf = potrf_make(TRIALS[N_TRIALS - 1] + repeats);
    double likelihood[MAX_REPEATS], factor[MAX_REPEATS];

    for (size_t k = 0; k < N_TRIALS; k++) {
        study_data_fill(&data, study, TRIALS[k] - 1);
        study_data_step(&data, study);
        for (size_t i = 0; i < repeats; i++) {
            const size_t n = inlay_study_n_trials(study);
            const struct ask_cost cost = study_data_step(&data, study);
            likelihood[i] =
                cost.stats.fit_seconds / (double)cost.stats.n_likelihoods;
            factor[i] = potrf_seconds(&potrf, n, N_BARE) / N_BARE;
        }
        add_point(fit, TRIALS[k], likelihood, repeats);
        add_point(bare, TRIALS[k], factor, repeats);
    }
    potrf_clear(&potrf);
    inlay_study_free(study);
    study_data_clear(&data);
}

static void measure_search(struct curve *c, size_t n_candidates, size_t repeats)
{
    char number[32];
    snprintf(number, sizeof number, "%zu", n_candidates);
    const char *const options[] = {"inference", "map", "candidates", number,
                                   "threads",   "1",   NULL};
    struct study_data data = study_data_make(DIM, 7);
    inlay_study *study = study_data_study(&data, options);
    double seconds[MAX_REPEATS];

    study_data_fill(&data, study, N_SEARCHED - 1);
    study_data_step(&data, study);
    for (size_t i = 0; i < repeats; i++)
        seconds[i] = study_data_step(&data, study).stats.maximize_seconds;
    add_point(c, n_candidates, seconds, repeats);
    inlay_study_free(study);
    study_data_clear(&data);
}

static void print_exponents(const struct curve *c)
{
    const size_t from = c->n - LARGE;
    printf("%s,%.3f\n", c->what, timing_exponent(c->size, c->ms, c->n));
    printf("%s_large,%.3f\n", c->what,
           timing_exponent(c->size + from, c->ms + from, LARGE));
}

int main(int argc, char **argv)
{
    const struct repeats_program program = {
        "scale", "time over size, and exponents, as CSV", DEFAULT_REPEATS,
        MAX_REPEATS};
    const size_t repeats = repeats_read(&program, argc, argv);
    struct curve fit = {.what = "fit"}, bare = {.what = "potrf"};
    struct curve search = {.what = "maximize"};

    puts("what,size,ms");
    measure_fits(&fit, &bare, repeats);
    for (size_t k = 0; k < N_CANDIDATES; k++)
        measure_search(&search, CANDIDATES[k], repeats);
    puts("what,exponent");
    print_exponents(&fit);
    print_exponents(&bare);
    print_exponents(&search);
    return 0;
}
