/*
 * failures.c: do suggestions cope with failures of any shape?
 *
 *     failures [--seeds N]
 *
 * One objective of two reals, an integer and a category, which fails on ground
 * of several shapes: those that three limits can describe and those that they
 * cannot.  Prints CSV: of each shape the quartiles and the worst over the seeds
 * of the best value after 50 evaluations, the share of evaluations that failed,
 * and milliseconds an ask.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "inlay.h"

enum { N_EVALUATIONS = 50, MAX_SEEDS = 200, DEFAULT_SEEDS = 21 };

struct point {
    double a, b;     /* -1 to 1 */
    int64_t k, kind; /* 1 to 12; 0, 1 or 2 */
};

static bool in_hole(struct point p)
{
    return hypot(p.a - 0.2, p.b - 0.2) < 0.5;
}

static bool on_islands(struct point p)
{
    return sin(9.0 * p.a) + sin(9.0 * p.b) > 0.9;
}

static bool by_category(struct point p)
{
    return (p.kind == 1 && p.k < 5) || (p.kind == 0 && p.a < 0.0);
}

static bool outside_ball(struct point p)
{
    return hypot(p.a, p.b) > 0.6;
}

/* One configuration in five, which no neighbor can tell. */
static bool by_lot(struct point p)
{
    const uint32_t hash = (uint32_t)(int64_t)(p.a * 1e6) * 2654435761u;
    return (hash >> 16) % 5 == 0;
}

static bool beyond_two_planes(struct point p)
{
    return p.a + p.b + 0.1 * (double)p.k > 1.0 || p.a - p.b > 0.9;
}

static const struct shape {
    const char *name;
    bool (*fails)(struct point p);
} SHAPES[] = {
    {"hole", in_hole},         {"islands", on_islands},
    {"category", by_category}, {"ball", outside_ball},
    {"lot", by_lot},           {"planes", beyond_two_planes},
};

static double objective(struct point p)
{
    const double off = (double)p.k - 6.0;
    return pow(p.a - 0.62, 2) + pow(p.b + 0.35, 2) + 0.02 * off * off +
           (p.kind == 1 ? 0.0 : 0.1) + 0.1 * sin(7.0 * p.a) * cos(5.0 * p.b);
}

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "failures: %s\n", err->msg);
    exit(1);
}

static inlay_space *make_space(void)
{
    static const char *const NAMES[] = {"p", "q", "r"};
    inlay_space *s = NULL;
    inlay_error err = {0};
    need(inlay_space_new(&s, &err), &err);
    need(inlay_space_add_real(s, "a", -1, 1, INLAY_SCALE_LINEAR, &err), &err);
    need(inlay_space_add_real(s, "b", -1, 1, INLAY_SCALE_LINEAR, &err), &err);
    need(inlay_space_add_integer(s, "k", 1, 12, INLAY_SCALE_LINEAR, &err),
         &err);
    need(inlay_space_add_categorical(s, "kind", NAMES, 3, &err), &err);
    return s;
}

/* The best value of a run; adds to failures and seconds. */
static double run(const struct shape *shape, size_t seed, size_t *n_failed,
                  double *seconds)
{
    inlay_space *space = make_space();
    inlay_options *options = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    double best = INFINITY;
    char number[24];

    snprintf(number, sizeof number, "%zu", seed);
    need(inlay_options_new(&options, &err), &err);
    need(inlay_options_set(options, "seed", number, &err), &err);
    need(inlay_study_new(space, options, &study, &err), &err);
    for (int i = 0; i < N_EVALUATIONS; i++) {
        inlay_trial t;
        const double before = inlay_clock_seconds();
        need(inlay_study_ask(study, &t, &err), &err);
        *seconds += inlay_clock_seconds() - before;
        const struct point p = {t.x[0].real, t.x[1].real, t.x[2].integer,
                                t.x[3].integer};
        const double y = shape->fails(p) ? NAN : objective(p);
        need(inlay_study_tell(study, t.id, y, &err), &err);
        *n_failed += isnan(y);
        best = fmin(best, y);
    }
    inlay_study_free(study);
    inlay_options_free(options);
    inlay_space_free(space);
    return best;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    size_t n = DEFAULT_SEEDS;
    double best[MAX_SEEDS];
    if (argc == 3 && strcmp(argv[1], "--seeds") == 0)
        n = strtoul(argv[2], NULL, 10);
    if ((argc != 1 && argc != 3) || n < 1 || n > MAX_SEEDS) {
        fprintf(stderr, "failures [--seeds N], N from 1 to %d\n", MAX_SEEDS);
        return 2;
    }
    puts("shape,evaluations,q25,median,q75,worst,failed,ms_per_ask");
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++) {
        const double runs = (double)n * N_EVALUATIONS;
        double seconds = 0.0;
        size_t n_failed = 0;
        for (size_t i = 0; i < n; i++)
            best[i] = run(&SHAPES[s], i + 1, &n_failed, &seconds);
        qsort(best, n, sizeof *best, by_size);
        printf("%s,%d,%.5f,%.5f,%.5f,%.5f,%.2f,%.2f\n", SHAPES[s].name,
               N_EVALUATIONS, best[n / 4], best[n / 2], best[3 * n / 4],
               best[n - 1], (double)n_failed / runs, 1e3 * seconds / runs);
        fflush(stdout);
    }
    return 0;
}
