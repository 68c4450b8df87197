/*
 * memory.c: does memory stay flat over a thousand asks and tells?
 *
 *     memory
 *
 * N_STUDIES studies, one after the other, of N_ASKS asks and tells each (a study
 * never forgets a trial, so N <= 200 needs several).  Prints CSV:
 *
 *     asks         so far, over all studies
 *     trials       in the study; 0: it was just freed
 *     live_bytes   that malloc has given out, above the start of the program
 *     stored_bytes the same of a study that was handed these very trials and
 *                  asked once: the trials and one model, and nothing else
 *     trial_bytes  (live − stored)/trials: what an ask leaves behind with its
 *                  trial beyond its configuration and value (the memo)
 *     rss_kb       resident set of the process
 *
 * Flat: live_bytes at trials = 0 is the same after each study, trial_bytes does
 * not grow with the trials, rss_kb is that of the second study (the first one
 * finds an allocator without free blocks, and pages not yet touched).  That predict,
 * values and kernels allocate nothing is a unit test's to show.
 */
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/study_data.h"

enum { N_STUDIES = 5, N_ASKS = 200, EVERY = 50, DIM = 6 };

/* A memo holds DIM + 3 numbers of up to 24 characters; the rest is malloc's
 * rounding and the room that a growing array keeps. */
static const double MOST_TRIAL_BYTES = 512.0;
/* The allocator's own slack: freed blocks that do not fit the next request. */
static const double MOST_RSS_GROWTH = 1.02;

static const char *const OPTIONS[] = {"threads", "1", NULL};

static void quit(const char *what)
{
    fprintf(stderr, "memory: %s\n", what);
    exit(1);
}

static long live_bytes(void)
{
    const struct mallinfo2 m = mallinfo2();
    return (long)(m.uordblks + m.hblkhd);
}

/* Its second number is the resident set in pages. */
static long resident_kb(void)
{
    char line[128], *rest;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || !fgets(line, sizeof line, f))
        quit("cannot read /proc/self/statm");
    fclose(f);
    strtol(line, &rest, 10);
    return strtol(rest, NULL, 10) * sysconf(_SC_PAGESIZE) / 1024;
}

/*
 * Small blocks that were freed stay in caches of glibc's, and count as given out
 * (up to 240 kB of them).  Both caches are turned off; that of the threads only
 * the environment can, before the program starts: it starts itself again.
 */
static void turn_off_caches(char **argv)
{
    static const char *const NAME = "GLIBC_TUNABLES";
    mallopt(M_MXFAST, 0);
    if (getenv(NAME))
        return;
    setenv(NAME, "glibc.malloc.tcache_count=0", 1);
    execv("/proc/self/exe", argv);
    quit("cannot start itself again");
}

/* Bytes of a study with the trials of `from` that was asked once, and told: the
 * belief of an ask stays until the next one. */
static long stored_bytes(const struct study_data *d, const inlay_study *from)
{
    const long before = live_bytes();
    inlay_study *study = study_data_study(d, OPTIONS);
    const size_t n = inlay_study_n_trials(from);

    for (size_t id = 1; id < n; id++) {
        inlay_trial t;
        inlay_study_trial(from, (int64_t)id, &t, NULL);
        if (inlay_study_add(study, t.x, t.value, NULL, NULL) != INLAY_OK)
            quit("a trial was refused");
    }
    study_data_step(d, study);
    const long bytes = live_bytes() - before;
    inlay_study_free(study);
    return bytes;
}

/* ---- The run ---- */

struct result {
    double most_trial_bytes;
    long left[N_STUDIES], rss[N_STUDIES]; /* after each study was freed */
};

static void print_study(size_t asks, const struct study_data *d,
                        const inlay_study *study, long start, struct result *r)
{
    const size_t n = inlay_study_n_trials(study);
    const long live = live_bytes() - start;
    const long stored = stored_bytes(d, study);
    const double each = (double)(live - stored) / (double)n;
    printf("%zu,%zu,%ld,%ld,%.1f,%ld\n", asks, n, live, stored, each,
           resident_kb());
    fflush(stdout);
    if (each > r->most_trial_bytes)
        r->most_trial_bytes = each;
}

static void run_study(size_t number, long start, struct result *r)
{
    struct study_data data = study_data_make(DIM, 1 + number);
    const long before = live_bytes();
    inlay_study *study = study_data_study(&data, OPTIONS);

    for (size_t i = 1; i <= N_ASKS; i++) {
        study_data_step(&data, study);
        if (i % EVERY == 0)
            print_study(number * N_ASKS + i, &data, study, before, r);
    }
    inlay_study_free(study);
    study_data_clear(&data);
    r->left[number] = live_bytes() - start;
    r->rss[number] = resident_kb();
    printf("%zu,0,%ld,0,0,%ld\n", (number + 1) * N_ASKS, r->left[number],
           r->rss[number]);
    fflush(stdout);
}

static void print_limit(const char *what, double value, double limit)
{
    fprintf(stderr, "%-4s %-36s %10.2f, at most %g\n",
            value <= limit ? "OK" : "MISS", what, value, limit);
}

int main(int argc, char **argv)
{
    struct result r = {0};
    if (argc > 1) {
        puts("memory: bytes in use over 1,000 asks and tells, as CSV");
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    turn_off_caches(argv);
    puts("asks,trials,live_bytes,stored_bytes,trial_bytes,rss_kb");
    fflush(stdout); /* its buffer is allocated before the start */
    const long start = live_bytes();
    for (size_t s = 0; s < N_STUDIES; s++)
        run_study(s, start, &r);
    print_limit("bytes a trial beyond what is stored", r.most_trial_bytes,
                MOST_TRIAL_BYTES);
    print_limit("bytes left after the last study",
                (double)r.left[N_STUDIES - 1], 0.0);
    print_limit("rss after the last / the second study",
                (double)r.rss[N_STUDIES - 1] / (double)r.rss[1],
                MOST_RSS_GROWTH);
    return 0;
}
