/*
 * stop.c: how soon a call ends that was told to.
 *
 *     stop [--repeats N]
 *
 * A study of N random trials over D variables is asked again and again, and a
 * signal requests a stop at a random time of it: how long does the call go on?
 * An ask that ends before is told, so that the next one begins with a new fit.
 * One thread.
 *
 * CSV: the median and the longest delay in milliseconds, and a whole ask.  Times
 * are those of the CPU, so that what else the machine does is not in them.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "support/repeats.h"
#include "support/study_data.h"
#include "support/timing.h"

enum { DIM = 10, MAX_REPEATS = 1000, DEFAULT_REPEATS = 40 };

static const size_t TRIALS[] = {100, 500, 1000, 2000};

static const struct variant {
    const char *name;
    size_t most_trials; /* with more, a single ask takes minutes */
    const char *options[9];
} VARIANTS[] = {
    {"ei", 2000, {"threads", "1", NULL}},
    {"ei_slice",
     500,
     {"threads", "1", "inference", "slice", "samples", "2", NULL}},
    {"pes", 2000, {"threads", "1", "acquisition", "pes", NULL}},
    {"mes", 2000, {"threads", "1", "acquisition", "mes", NULL}},
    {"smac", 2000, {"threads", "1", "method", "smac", NULL}},
    {"tpe", 2000, {"threads", "1", "method", "tpe", NULL}},
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

/* The signal's: there is one ask at a time. */
static inlay_stop *stop;
static volatile double requested_at; /* 0: not yet */

static void on_time(int number)
{
    (void)number;
    requested_at = cpu_seconds();
    inlay_stop_request(stop);
}

/* After so many seconds of CPU time. */
static void set_timer(double seconds)
{
    const double whole = floor(seconds);
    const struct itimerval in = {
        .it_value = {(time_t)whole, (suseconds_t)(1e6 * (seconds - whole))}};
    requested_at = 0.0;
    inlay_stop_clear(stop);
    setitimer(ITIMER_PROF, &in, NULL);
}

/* How long an ask went on that was stopped after `seconds`; NaN: it ended
 * before. */
static double delay(inlay_study *study, double seconds)
{
    inlay_error err;
    inlay_trial t;
    set_timer(seconds);
    const inlay_status st = inlay_study_ask(study, &t, &err);
    const double now = cpu_seconds();
    setitimer(ITIMER_PROF, &(const struct itimerval){0}, NULL);
    if (st == INLAY_STOPPED)
        return now - requested_at;
    if (st != INLAY_OK ||
        inlay_study_tell(study, t.id, cos((double)t.id), &err) != INLAY_OK)
        quit(err.msg, "");
    return NAN;
}

static void measure(const struct variant *v, size_t n, size_t repeats)
{
    struct study_data data = study_data_make(DIM, 7);
    inlay_study *study = study_data_study(&data, v->options);
    double ms[MAX_REPEATS];
    size_t n_stopped = 0;

    study_data_fill(&data, study, n - 1);
    const double from = cpu_seconds();
    study_data_step(&data, study);
    const double whole = cpu_seconds() - from;
    inlay_study_set_stop(study, stop);
    for (size_t i = 0; i < repeats; i++) {
        const double late =
            delay(study, 1e-6 + whole * inlay_rng_uniform(&data.rng));
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

int main(int argc, char **argv)
{
    const struct repeats_program program = {
        "stop", "how long a stopped ask goes on, as CSV", DEFAULT_REPEATS,
        MAX_REPEATS};
    const size_t repeats = repeats_read(&program, argc, argv);
    const struct sigaction action = {.sa_handler = on_time,
                                     .sa_flags = SA_RESTART};
    if (inlay_stop_new(&stop, NULL) != INLAY_OK ||
        sigaction(SIGPROF, &action, NULL) != 0)
        quit("cannot set a timer", "");
    puts("what,n,stopped,median_ms,longest_ms,whole_ms");
    for (size_t k = 0; k < sizeof TRIALS / sizeof *TRIALS; k++)
        for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
            if (TRIALS[k] <= VARIANTS[v].most_trials)
                measure(&VARIANTS[v], TRIALS[k], repeats);
    inlay_stop_free(stop);
    return 0;
}
