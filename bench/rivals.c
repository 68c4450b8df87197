/*
 * rivals.c: what an ask of SMAC and of TPE costs, beside the originals.
 *
 *     rivals [--asks N] [--python PATH]
 *
 * Prints CSV `what,n,d,ms`: means over the asks at N_TRIALS trials of DIM
 * variables (SMAC3 fits its forest at every eighth ask, and ours makes every
 * fifth suggestion at random), then growth with the number of trials and its
 * exponents.  The originals are timed in the same run by bench/peers/speed.py on
 * the same space, if there is a Python that has them: `make peers-venv` installs
 * it.  Ratios and their limits go to standard error.  Run it from the project's
 * root.
 */
#define _POSIX_C_SOURCE 200809L /* popen */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/study_data.h"
#include "support/timing.h"

enum { DIM = 8, N_TRIALS = 100, DEFAULT_ASKS = 40, MAX_ASKS = 1000 };
enum { MAX_WORDS = 5 };
enum { N_GROWN = 9 }; /* asks at each size, of which the median counts */

static const size_t SIZES[] = {300, 1000, 3000, 10000};
enum { N_SIZES = sizeof SIZES / sizeof *SIZES };

static const double LEAST_RATIO = 20.0;  /* original / ours */
static const double MOST_EXPONENT = 1.2; /* N log N from 300 to 10,000: 1.13 */

static const char SCRIPT[] = "bench/peers/speed.py";

static const struct rival {
    const char *name, *original;    /* as speed.py calls it, or NULL */
    const char *options[MAX_WORDS]; /* name, value, …, NULL */
} RIVALS[] = {
    {"tpe", "optuna", {"method", "tpe", NULL}},
    {"tpe_paper", NULL, {"method", "tpe", "preset", "paper", NULL}},
    {"smac", "smac3", {"method", "smac", NULL}},
    {"smac_paper", NULL, {"method", "smac", "preset", "paper", NULL}},
    {"hillclimb", NULL, {"method", "hillclimb", NULL}},
    {"sobol", NULL, {"method", "sobol", NULL}},
};
enum { N_RIVALS = sizeof RIVALS / sizeof *RIVALS };

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "rivals: %s%s\n", what, detail);
    exit(2);
}

static bool print_limit(const char *what, double value, double limit,
                        bool is_least)
{
    const bool holds = is_least ? value >= limit : value <= limit;
    fprintf(stderr, "%s %-28s %8.2f (%s %g)\n", holds ? "OK  " : "MISS", what,
            value, is_least ? "at least" : "at most", limit);
    return holds;
}

/* ---- Ours ---- */

static double mean_ask_ms(const struct rival *r, size_t n_asks)
{
    struct study_data data = study_data_make(DIM, 7);
    inlay_study *study = study_data_study(&data, r->options);
    double seconds = 0.0;

    study_data_fill(&data, study, N_TRIALS);
    for (size_t i = 0; i < n_asks; i++)
        seconds += study_data_step(&data, study).seconds;
    inlay_study_free(study);
    study_data_clear(&data);
    return 1e3 * seconds / (double)n_asks;
}

/* With the model in every ask: random ones cost nothing. */
static double grown_ask_ms(const struct rival *r, size_t n)
{
    const char *options[MAX_WORDS + 2] = {"random_share", "0"};
    struct study_data data = study_data_make(DIM, 7);
    double seconds[N_GROWN];

    memcpy(options + 2, r->options, sizeof r->options);
    inlay_study *study = study_data_study(&data, options);
    study_data_fill(&data, study, n);
    for (size_t k = 0; k < N_GROWN; k++)
        seconds[k] = study_data_step(&data, study).seconds;
    inlay_study_free(study);
    study_data_clear(&data);
    return 1e3 * timing_median(seconds, N_GROWN);
}

/* ---- The originals ---- */

/* The space as a file, which the script reads; exits where it cannot be made. */
static void write_space(char *path)
{
    struct study_data data = study_data_make(DIM, 7);
    char *text = NULL;
    inlay_error err = {0};
    const int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

    if (!f || inlay_space_print(data.space, &text, &err) != INLAY_OK)
        quit("cannot write the space: ", path);
    fputs(text, f);
    if (fclose(f) != 0)
        quit("cannot write the space: ", path);
    inlay_text_free(text);
    study_data_clear(&data);
}

/* Milliseconds of the originals, by rival; 0 where there are none. */
static void time_originals(const char *python, size_t n_asks, double *ms)
{
    char path[] = "/tmp/inlay-rivals-XXXXXX", command[512], line[128];
    if (access(python, X_OK) != 0 || access(SCRIPT, R_OK) != 0) {
        fprintf(stderr, "skipped: optuna, smac3: no %s or %s here\n", python,
                SCRIPT);
        return;
    }
    write_space(path);
    const int length = snprintf(command, sizeof command, "'%s' %s %d %zu < %s",
                                python, SCRIPT, (int)N_TRIALS, n_asks, path);
    if (length < 0 || (size_t)length >= sizeof command)
        quit("the path is too long: ", python);
    FILE *out = popen(command, "r");
    while (out && fgets(line, sizeof line, out)) {
        char *comma = strchr(line, ',');
        if (!comma)
            continue;
        *comma = '\0';
        printf("%s,%d,%d,%.4f\n", line, N_TRIALS, DIM, strtod(comma + 1, NULL));
        for (size_t i = 0; i < N_RIVALS; i++)
            if (RIVALS[i].original && strcmp(RIVALS[i].original, line) == 0)
                ms[i] = strtod(comma + 1, NULL);
    }
    if (!out || pclose(out) != 0)
        fputs("skipped: optuna, smac3: the script failed\n", stderr);
    remove(path);
}

/* ---- All ---- */

static bool compare(const char *python, size_t n_asks)
{
    double theirs[N_RIVALS] = {0};
    bool all_hold = true;

    time_originals(python, n_asks, theirs);
    for (size_t i = 0; i < N_RIVALS; i++) {
        char what[64];
        const double ours = mean_ask_ms(&RIVALS[i], n_asks);
        printf("%s,%d,%d,%.4f\n", RIVALS[i].name, N_TRIALS, DIM, ours);
        if (theirs[i] == 0.0)
            continue;
        snprintf(what, sizeof what, "%s / %s", RIVALS[i].original,
                 RIVALS[i].name);
        all_hold &= print_limit(what, theirs[i] / ours, LEAST_RATIO, true);
    }
    fflush(stdout);
    return all_hold;
}

static bool grow(const struct rival *r, double *exponent)
{
    double size[N_SIZES], ms[N_SIZES];
    char what[64];
    for (size_t k = 0; k < N_SIZES; k++) {
        size[k] = (double)SIZES[k];
        ms[k] = grown_ask_ms(r, SIZES[k]);
        printf("%s,%zu,%d,%.4f\n", r->name, SIZES[k], DIM, ms[k]);
    }
    fflush(stdout);
    *exponent = timing_exponent(size, ms, N_SIZES);
    snprintf(what, sizeof what, "%s, exponent", r->name);
    return print_limit(what, *exponent, MOST_EXPONENT, false);
}

int main(int argc, char **argv)
{
    const char *python = "build/peers-venv/bin/python";
    size_t n_asks = DEFAULT_ASKS;
    double exponent[N_RIVALS];

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--asks") == 0)
            n_asks = strtoul(argv[i + 1], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--python") == 0)
            python = argv[i + 1];
        else
            quit("usage: rivals [--asks N] [--python PATH], not ", argv[i]);
    }
    if (n_asks == 0 || n_asks > MAX_ASKS)
        quit("--asks must be between 1 and 1000", "");
    puts("what,n,d,ms");
    bool all_hold = compare(python, n_asks);
    for (size_t i = 0; i < N_RIVALS; i++)
        all_hold &= grow(&RIVALS[i], &exponent[i]);
    puts("what,exponent");
    for (size_t i = 0; i < N_RIVALS; i++)
        printf("%s,%.3f\n", RIVALS[i].name, exponent[i]);
    return all_hold ? 0 : 1;
}
