/*
 * stop.c: how soon a call ends that was told to.
 *
 *     stop [--repeats N]
 *
 * A study of N random trials over D variables is asked with a deadline, drawn
 * between 0 and the time of a whole ask, again and again: by how much does the
 * call overrun it?  An ask that ends before its deadline is told, so that the
 * next one begins with a new fit.  One thread.
 *
 * CSV: the median and the longest overrun in milliseconds of CPU time, so that
 * what else the machine does is not in it, and the time of a whole ask.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/study_data.h"
#include "support/timing.h"

enum { DIM = 10, MAX_REPEATS = 1000, DEFAULT_REPEATS = 40 };

static const size_t TRIALS[] = {100, 500, 1000, 2000};

static const struct variant {
    const char *name, *options[9];
} VARIANTS[] = {
    {"ei", {"threads", "1", NULL}},
    {"ei_slice", {"threads", "1", "inference", "slice", "samples", "2", NULL}},
    {"pes", {"threads", "1", "acquisition", "pes", NULL}},
    {"mes", {"threads", "1", "acquisition", "mes", NULL}},
    {"smac", {"threads", "1", "method", "smac", NULL}},
    {"tpe", {"threads", "1", "method", "tpe", NULL}},
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "stop: %s%s\n", what, detail);
    exit(2);
}

/* By how much an ask with that deadline overran it; NaN: it ended before. */
static double overrun(inlay_study *study, double deadline)
{
    inlay_error err;
    inlay_trial t;
    if (inlay_study_set_deadline(study, deadline, &err) != INLAY_OK)
        quit(err.msg, "");
    const double from = cpu_seconds();
    const inlay_status st = inlay_study_ask(study, &t, &err);
    const double took = cpu_seconds() - from;
    if (st == INLAY_STOPPED)
        return fmax(took - deadline, 0.0);
    if (st != INLAY_OK ||
        inlay_study_tell(study, t.id, cos((double)t.id), &err) != INLAY_OK)
        quit(err.msg, "");
    return NAN;
}

static void measure(const struct variant *v, size_t n, size_t repeats)
{
    struct study_data data = study_data_make(DIM, 7);
    inlay_study *study = study_data_study(&data, v->options);
    double ms[MAX_REPEATS], whole;
    size_t n_stopped = 0;

    study_data_fill(&data, study, n - 1);
    whole = study_data_step(&data, study).seconds;
    for (size_t i = 0; i < repeats; i++) {
        const double late =
            overrun(study, 1e-6 + whole * inlay_rng_uniform(&data.rng));
        if (!isnan(late))
            ms[n_stopped++] = 1e3 * late;
    }
    const double median = n_stopped ? timing_median(ms, n_stopped) : NAN;
    printf("%s,%zu,%zu,%.2f,%.2f,%.1f\n", v->name, n, n_stopped, median,
           n_stopped ? ms[n_stopped - 1] : NAN, 1e3 * whole);
    fflush(stdout);
    inlay_study_free(study);
    study_data_clear(&data);
}

static size_t read_repeats(int argc, char **argv)
{
    size_t repeats = DEFAULT_REPEATS;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        puts("stop [--repeats N]: how much a stopped ask overruns, as CSV");
        exit(0);
    }
    if (argc == 3 && strcmp(argv[1], "--repeats") == 0)
        repeats = strtoul(argv[2], NULL, 10);
    else if (argc != 1)
        quit("unknown flag, or no value for ", argv[1]);
    if (repeats == 0 || repeats > MAX_REPEATS)
        quit("--repeats must be between 1 and 1000", "");
    return repeats;
}

int main(int argc, char **argv)
{
    const size_t repeats = read_repeats(argc, argv);
    puts("what,n,stopped,median_ms,longest_ms,whole_ms");
    for (size_t k = 0; k < sizeof TRIALS / sizeof *TRIALS; k++)
        for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
            measure(&VARIANTS[v], TRIALS[k], repeats);
    return 0;
}
