/*
 * ask.c: how long an ask takes, against bare Cholesky factorisations and against
 * an ask of expected improvement.
 *
 *     ask [--repeats N] [--only N]
 *
 * A study of N trials over D variables, every other one discrete, is filled with
 * random trials up to a little below N; asks and tells then go on from there.
 * The first WARM_UP of them are not counted: the chain of hyper-parameters
 * starts from nowhere.  The following `repeats` asks, at N − repeats/2 up to
 * N + repeats/2 trials, are timed, and medians printed, of several studies
 * where they are cheap.
 *
 * Each size is timed for rival variants: ways of inference, or acquisitions.
 * Right after an ask as many bare dpotrf of the same order are timed as it had
 * likelihoods, and the asks of the variants alternate, so that what else the
 * machine does hits all of them.  One thread.
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

/* Values of the options of these names. */
struct variant {
    const char *acquisition, *inference, *samples;
};
enum { SLICE, MAP };                     /* of INFERENCES */
enum { EI, PES, MES, MAX_VARIANTS = 6 }; /* of ACQUISITIONS_… */

static const struct variant INFERENCES[] = {
    {"ei", "slice", "10"}, {"ei", "map", "1"}, {0}};
static const struct variant ACQUISITIONS_10[] = {{"ei", "slice", "10"},
                                                 {"pes", "slice", "10"},
                                                 {"mes", "slice", "10"},
                                                 {"ei", "map", "1"},
                                                 {"pes", "map", "1"},
                                                 {"mes", "map", "1"},
                                                 {0}};
static const struct variant ACQUISITIONS_50[] = {
    {"ei", "slice", "50"}, {"pes", "slice", "50"}, {"mes", "slice", "50"}, {0}};

static const struct size {
    size_t n, d, n_studies;
    const struct variant *variants;
    /* Limits; 0: none. */
    double most_likelihoods; /* of slice */
    double most_to_ei;       /* of pes: its ask in asks of ei */
    double most_ms;          /* of pes */
} SIZES[] = {
    {20, 2, 5, INFERENCES, 0, 0, 0},
    {50, 4, 5, INFERENCES, 400, 0, 0},
    {100, 8, 3, INFERENCES, 700, 0, 0},
    {200, 8, 2, INFERENCES, 0, 0, 0},
    {500, 10, 1, INFERENCES, 0, 0, 0},
    {50, 3, 5, ACQUISITIONS_10, 0, 10, 0},
    {125, 3, 1, ACQUISITIONS_50, 0, 0, 1000},
};
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0] };

/* What the timed asks of one kind gave, and in the end their medians. */
struct sample {
    size_t n;
    double likelihoods[MAX_STUDIES * MAX_REPEATS];
    double fit[MAX_STUDIES * MAX_REPEATS];
    double maximize[MAX_STUDIES * MAX_REPEATS];
    double potrf[MAX_STUDIES * MAX_REPEATS];
    double whole[MAX_STUDIES * MAX_REPEATS];
};

struct medians {
    double likelihoods, fit_ms, maximize_ms, potrf_ms, whole_ms;
};

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "ask: %s%s\n", what, detail);
    exit(2);
}

static size_t n_variants(const struct size *size)
{
    size_t n = 0;
    while (size->variants[n].acquisition)
        n++;
    return n;
}

/* ---- Measuring ---- */

static inlay_study *new_study(const struct study_data *d,
                              const struct variant *v, size_t number)
{
    char seed[32];
    snprintf(seed, sizeof seed, "%zu", number);
    const char *const options[] = {
        "acquisition", v->acquisition, "inference", v->inference,
        "samples",     v->samples,     "threads",   "1",
        "seed",        seed,           NULL};
    return study_data_study(d, options);
}

static void measure(const struct study_data *d, inlay_study *study,
                    const struct potrf *potrf, struct sample *s)
{
    const size_t n = inlay_study_n_trials(study);
    const struct ask_cost cost = study_data_step(d, study);
    s->likelihoods[s->n] = (double)cost.stats.n_likelihoods;
    s->fit[s->n] = cost.stats.fit_seconds;
    s->maximize[s->n] = cost.stats.maximize_seconds;
    s->whole[s->n] = cost.seconds;
    s->potrf[s->n] = potrf_seconds(potrf, n, cost.stats.n_likelihoods);
    s->n++;
}

/* One study for each variant, with the same random trials. */
static void measure_studies(const struct size *size, size_t number,
                            size_t repeats, const struct potrf *potrf,
                            struct sample *samples)
{
    struct study_data data[MAX_VARIANTS];
    inlay_study *study[MAX_VARIANTS];
    const size_t n = n_variants(size);

    for (size_t k = 0; k < n; k++) {
        data[k] = study_data_make(size->d, 100 + number);
        study[k] = new_study(&data[k], &size->variants[k], number);
        study_data_fill(&data[k], study[k], size->n - repeats / 2 - WARM_UP);
        for (int i = 0; i < WARM_UP; i++)
            study_data_step(&data[k], study[k]);
    }
    for (size_t i = 0; i < repeats; i++)
        for (size_t k = 0; k < n; k++)
            measure(&data[k], study[k], potrf, &samples[k]);
    for (size_t k = 0; k < n; k++) {
        inlay_study_free(study[k]);
        study_data_clear(&data[k]);
    }
}

static struct medians medians_of(struct sample *s)
{
    return (struct medians){
        .likelihoods = timing_median(s->likelihoods, s->n),
        .fit_ms = 1e3 * timing_median(s->fit, s->n),
        .maximize_ms = 1e3 * timing_median(s->maximize, s->n),
        .potrf_ms = 1e3 * timing_median(s->potrf, s->n),
        .whole_ms = 1e3 * timing_median(s->whole, s->n),
    };
}

/* ---- Reporting ---- */

/* The time of an ask, in asks of ei with the same inference. */
static double to_ei(const struct size *size, size_t k, const struct medians *m)
{
    const struct variant *v = size->variants;
    size_t ei = 0;
    while (strcmp(v[ei].acquisition, "ei") != 0 ||
           strcmp(v[ei].inference, v[k].inference) != 0)
        ei++;
    return m[k].whole_ms / m[ei].whole_ms;
}

static void print_row(const struct size *size, size_t k,
                      const struct medians *all)
{
    const struct variant *v = &size->variants[k];
    const struct medians *m = &all[k];
    printf("%zu,%zu,%s,%s,%.0f,%.4f,%.4f,%.4f,%s,%.4f,%.2f\n", size->n, size->d,
           v->acquisition, v->inference, m->likelihoods, m->fit_ms,
           m->maximize_ms, m->potrf_ms, v->samples, m->whole_ms,
           to_ei(size, k, all));
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

static void print_inference_limits(const struct size *size,
                                   const struct medians *m)
{
    const struct medians *slice = &m[SLICE], *map = &m[MAP];
    if (size->n >= 50)
        print_limit(size, "slice fit / potrf", slice->fit_ms / slice->potrf_ms,
                    2.5, false);
    print_limit(size, "slice maximize / fit",
                slice->maximize_ms / slice->fit_ms, size->n >= 100 ? 1.0 : 2.5,
                false);
    print_limit(size, "map fit / potrf", map->fit_ms / map->potrf_ms, 8.0,
                false);
    print_limit(size, "slice ask / map ask", slice->whole_ms / map->whole_ms,
                5.0, true);
    if (size->most_likelihoods > 0.0)
        print_limit(size, "slice likelihoods", slice->likelihoods,
                    size->most_likelihoods, false);
}

static void print_acquisition_limits(const struct size *size,
                                     const struct medians *m)
{
    if (size->most_to_ei > 0.0)
        print_limit(size, "pes ask / ei ask", to_ei(size, PES, m),
                    size->most_to_ei, false);
    if (size->most_ms > 0.0)
        print_limit(size, "pes ask, ms", m[PES].whole_ms, size->most_ms, false);
}

static void run(const struct size *size, size_t repeats)
{
    const size_t n = n_variants(size);
    struct sample *samples = calloc(n, sizeof *samples);
    struct medians m[MAX_VARIANTS];
    struct potrf potrf = potrf_make(size->n + repeats);

    if (!samples)
        quit("out of memory", "");
    for (size_t i = 0; i < size->n_studies; i++)
        measure_studies(size, i, repeats, &potrf, samples);
    for (size_t k = 0; k < n; k++)
        m[k] = medians_of(&samples[k]);
    for (size_t k = 0; k < n; k++)
        print_row(size, k, m);
    if (size->variants == INFERENCES)
        print_inference_limits(size, m);
    else
        print_acquisition_limits(size, m);
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
                 "  --only N     the sizes with N trials only");
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

    puts("n,d,acquisition,inference,likelihoods,fit_ms,maximize_ms,potrf_ms,"
         "samples,ask_ms,to_ei");
    for (size_t i = 0; i < N_SIZES; i++)
        if (s.only == 0 || s.only == SIZES[i].n)
            run(&SIZES[i], s.repeats);
    return 0;
}
