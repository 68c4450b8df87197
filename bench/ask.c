/*
 * ask.c: how long an ask takes, against bare Cholesky factorisations.
 *
 *     ask [--repeats N] [--only N]
 *
 * A study of N trials over D variables, half of them discrete, is filled with
 * random trials up to a little below N; asks and tells then go on from there.
 * The first WARM_UP of them are not counted: the chain of hyper-parameters
 * starts from nowhere.  The following `repeats` asks, at N − repeats/2 up to
 * N + repeats/2 trials, are timed, and medians printed, of several studies
 * where they are cheap.
 *
 * Right after an ask as many bare dpotrf of the same order are timed as it had
 * likelihoods, and the asks of `slice` and `map` alternate, so that what else
 * the machine does hits all of them.  One thread.
 *
 * CSV goes to standard output, the limits and whether they hold to standard
 * error.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/study_data.h"
#include "support/timing.h"

enum { WARM_UP = 3, MAX_STUDIES = 5, DEFAULT_REPEATS = 9 };
enum { MAX_REPEATS = 25 }; /* 20 − 25/2 − WARM_UP is still past the design */
enum { SLICE, MAP, N_INFERENCES };

static const char *const INFERENCES[N_INFERENCES] = {"slice", "map"};

static const struct size {
    size_t n, d, n_studies;
    size_t most_likelihoods; /* of slice; 0: no limit */
} SIZES[] = {
    {20, 2, 5, 0},  {50, 4, 5, 400}, {100, 8, 3, 700},
    {200, 8, 2, 0}, {500, 10, 1, 0},
};
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0] };

/* What the timed asks of one kind gave, and in the end their medians. */
struct sample {
    size_t n;
    double likelihoods[MAX_STUDIES * MAX_REPEATS];
    double fit[MAX_STUDIES * MAX_REPEATS];
    double maximise[MAX_STUDIES * MAX_REPEATS];
    double potrf[MAX_STUDIES * MAX_REPEATS];
    double whole[MAX_STUDIES * MAX_REPEATS];
};

struct medians {
    double likelihoods, fit_ms, maximise_ms, potrf_ms, whole_ms;
};

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "ask: %s%s\n", what, detail);
    exit(2);
}

/* ---- Measuring ---- */

static inlay_study *new_study(const struct study_data *d, int inference,
                              size_t number)
{
    char seed[32];
    snprintf(seed, sizeof seed, "%zu", number);
    const char *const options[] = {"inference", INFERENCES[inference],
                                   "samples",   "10",
                                   "threads",   "1",
                                   "seed",      seed,
                                   NULL};
    return study_data_study(d, options);
}

static void measure(const struct study_data *d, inlay_study *study,
                    const struct potrf *potrf, struct sample *s)
{
    const size_t n = inlay_study_n_trials(study);
    const struct ask_cost cost = study_data_step(d, study);
    s->likelihoods[s->n] = (double)cost.stats.n_likelihoods;
    s->fit[s->n] = cost.stats.fit_seconds;
    s->maximise[s->n] = cost.stats.maximise_seconds;
    s->whole[s->n] = cost.seconds;
    s->potrf[s->n] = potrf_seconds(potrf, n, cost.stats.n_likelihoods);
    s->n++;
}

/* One study for each inference, with the same random trials. */
static void measure_studies(const struct size *size, size_t number,
                            size_t repeats, const struct potrf *potrf,
                            struct sample *samples)
{
    struct study_data data[N_INFERENCES];
    inlay_study *study[N_INFERENCES];

    for (int k = 0; k < N_INFERENCES; k++) {
        data[k] = study_data_make(size->d, 100 + number);
        study[k] = new_study(&data[k], k, number);
        study_data_fill(&data[k], study[k], size->n - repeats / 2 - WARM_UP);
        for (int i = 0; i < WARM_UP; i++)
            study_data_step(&data[k], study[k]);
    }
    for (size_t i = 0; i < repeats; i++)
        for (int k = 0; k < N_INFERENCES; k++)
            measure(&data[k], study[k], potrf, &samples[k]);
    for (int k = 0; k < N_INFERENCES; k++) {
        inlay_study_free(study[k]);
        study_data_clear(&data[k]);
    }
}

static struct medians medians_of(struct sample *s)
{
    return (struct medians){
        .likelihoods = timing_median(s->likelihoods, s->n),
        .fit_ms = 1e3 * timing_median(s->fit, s->n),
        .maximise_ms = 1e3 * timing_median(s->maximise, s->n),
        .potrf_ms = 1e3 * timing_median(s->potrf, s->n),
        .whole_ms = 1e3 * timing_median(s->whole, s->n),
    };
}

/* ---- Reporting ---- */

static void print_row(const struct size *size, int inference,
                      const struct medians *m)
{
    printf("%zu,%zu,ei,%s,%.0f,%.4f,%.4f,%.4f\n", size->n, size->d,
           INFERENCES[inference], m->likelihoods, m->fit_ms, m->maximise_ms,
           m->potrf_ms);
    fflush(stdout);
}

static void print_limit(const struct size *size, const char *what, double value,
                        double limit, bool is_least)
{
    const bool holds = is_least ? value >= limit : value <= limit;
    fprintf(stderr, "%-4s n=%-3zu d=%-2zu %-28s %8.2f, at %s %g\n",
            holds ? "OK" : "MISS", size->n, size->d, what, value,
            is_least ? "least" : "most", limit);
}

static void print_limits(const struct size *size,
                         const struct medians m[N_INFERENCES])
{
    const struct medians *slice = &m[SLICE], *map = &m[MAP];
    if (size->n >= 50)
        print_limit(size, "slice fit / potrf", slice->fit_ms / slice->potrf_ms,
                    2.5, false);
    print_limit(size, "slice maximise / fit",
                slice->maximise_ms / slice->fit_ms, size->n >= 100 ? 1.0 : 2.5,
                false);
    print_limit(size, "map fit / potrf", map->fit_ms / map->potrf_ms, 8.0,
                false);
    print_limit(size, "slice ask / map ask", slice->whole_ms / map->whole_ms,
                5.0, true);
    if (size->most_likelihoods)
        print_limit(size, "slice likelihoods", slice->likelihoods,
                    (double)size->most_likelihoods, false);
}

static void run(const struct size *size, size_t repeats)
{
    struct sample *samples = calloc(N_INFERENCES, sizeof *samples);
    struct medians m[N_INFERENCES];
    struct potrf potrf = potrf_make(size->n + repeats);

    if (!samples)
        quit("out of memory", "");
    for (size_t i = 0; i < size->n_studies; i++)
        measure_studies(size, i, repeats, &potrf, samples);
    for (int k = 0; k < N_INFERENCES; k++) {
        m[k] = medians_of(&samples[k]);
        print_row(size, k, &m[k]);
    }
    print_limits(size, m);
    potrf_clear(&potrf);
    free(samples);
}

/* ---- Command line ---- */

static size_t whole_number(const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end)
        quit("not a number: ", text);
    return n;
}

struct settings {
    size_t repeats, only; /* only: 0 for all sizes */
};

static struct settings read_arguments(int argc, char **argv)
{
    struct settings s = {DEFAULT_REPEATS, 0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            puts("ask [--repeats N] [--only N]: times of an ask, as CSV\n"
                 "  --repeats N  asks timed for each study (9; at most 25)\n"
                 "  --only N     the size with N trials only");
            exit(0);
        }
        if (i + 1 == argc)
            quit("unknown flag, or no value for ", argv[i]);
        if (strcmp(argv[i], "--repeats") == 0)
            s.repeats = whole_number(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0)
            s.only = whole_number(argv[++i]);
        else
            quit("unknown flag ", argv[i]);
    }
    if (s.repeats == 0 || s.repeats > MAX_REPEATS)
        quit("--repeats must be between 1 and 25", "");
    return s;
}

int main(int argc, char **argv)
{
    const struct settings s = read_arguments(argc, argv);

    puts("n,d,acquisition,inference,likelihoods,fit_ms,maximise_ms,potrf_ms");
    for (size_t i = 0; i < N_SIZES; i++)
        if (s.only == 0 || s.only == SIZES[i].n)
            run(&SIZES[i], s.repeats);
    return 0;
}
