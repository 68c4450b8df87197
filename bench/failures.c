/*
 * failures.c: do suggestions cope with failures of any shape, and do they find what
 * succeeds where nearly everything fails?
 *
 *     failures [--seeds N] [--first N] [--table shapes|regions] [--method SPEC]
 *              [--raw]
 *
 * shapes: one objective of two reals, an integer and a category, which fails on
 * ground of several shapes: those that three limits can describe and those that
 * they cannot.  Prints CSV: of each shape the quartiles and the worst over the
 * seeds of the best value after 50 evaluations, the share of evaluations that
 * failed, and milliseconds an ask.  --raw prints the best value of each run
 * instead.
 *
 * regions: spaces of which 1.3 or 0.3 percent succeeds, inside, at the rim or in a
 * corner.  Prints CSV: of each the share of runs with a success within 20, 40 and
 * 80 trials and the median number of trials to the first one (81: none within
 * 80), and the same of uniform sampling.  --raw prints the trials to the first
 * success of each run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "inlay.h"
#include "support/regions.h"
#include "support/spec.h"

enum { N_EVALUATIONS = 50, MOST_TRIALS = 80, MAX_SEEDS = 400 };
enum { SHAPE_SEEDS = 21, REGION_SEEDS = 50 };

struct settings {
    const char *method, *table;
    size_t n_seeds, first; /* 0: of the table */
    bool is_raw;
};

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
static double run(const struct shape *shape, const char *method, size_t seed,
                  size_t *n_failed, double *seconds)
{
    inlay_space *space = make_space();
    inlay_options *options = spec_options(method, seed);
    inlay_study *study = NULL;
    inlay_error err = {0};
    double best = INFINITY;

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

static void print_shape(const struct settings *s, const struct shape *shape,
                        size_t n)
{
    const double runs = (double)n * N_EVALUATIONS;
    double best[MAX_SEEDS], seconds = 0.0;
    size_t n_failed = 0;
    for (size_t i = 0; i < n; i++) {
        best[i] = run(shape, s->method, s->first + i, &n_failed, &seconds);
        if (s->is_raw)
            printf("%s,%zu,%.17g\n", shape->name, s->first + i, best[i]);
    }
    qsort(best, n, sizeof *best, by_size);
    if (!s->is_raw)
        printf("%s,%d,%.5f,%.5f,%.5f,%.5f,%.2f,%.2f\n", shape->name,
               N_EVALUATIONS, best[n / 4], best[n / 2], best[3 * n / 4],
               best[n - 1], (double)n_failed / runs, 1e3 * seconds / runs);
    fflush(stdout);
}

static void print_shapes(const struct settings *s)
{
    puts(s->is_raw
             ? "shape,seed,best"
             : "shape,evaluations,q25,median,q75,worst,failed,ms_per_ask");
    for (size_t k = 0; k < sizeof SHAPES / sizeof *SHAPES; k++)
        print_shape(s, &SHAPES[k], s->n_seeds ? s->n_seeds : SHAPE_SEEDS);
}

/* ---- Regions ---- */

/* Trials to the first success; MOST_TRIALS + 1 without one. */
static double first_success(const struct region *r, const char *method,
                            size_t seed)
{
    inlay_options *options = spec_options(method, seed);
    inlay_study *study = NULL;
    inlay_error err = {0};
    bool found = false;
    size_t n = 0;

    need(inlay_study_new(r->space, options, &study, &err), &err);
    while (!found && n++ < MOST_TRIALS) {
        inlay_trial t;
        need(inlay_study_ask(study, &t, &err), &err);
        found = region_holds(r, t.x);
        need(inlay_study_tell(study, t.id, found ? 0.0 : NAN, &err), &err);
    }
    inlay_study_free(study);
    inlay_options_free(options);
    return (double)n;
}

/* ",SHARE,SHARE,SHARE,MEDIAN" */
static void print_firsts(double *first, size_t n)
{
    static const double WITHIN[] = {20, 40, MOST_TRIALS};
    for (size_t k = 0; k < 3; k++) {
        size_t n_within = 0;
        for (size_t i = 0; i < n; i++)
            n_within += first[i] <= WITHIN[k];
        printf(",%.2f", (double)n_within / (double)n);
    }
    qsort(first, n, sizeof *first, by_size);
    printf(",%.0f", first[n / 2]);
}

static void print_region(const struct settings *s,
                         const struct region_kind *kind, size_t n)
{
    double first[MAX_SEEDS], uniform[MAX_SEEDS];
    for (size_t i = 0; i < n; i++) {
        struct region r = region_make(kind, s->first + i);
        first[i] = first_success(&r, s->method, s->first + i);
        uniform[i] = first_success(&r, "random", s->first + i);
        if (s->is_raw)
            printf("%s,%zu,%g,%zu,%.0f,%.0f\n", kind->name, kind->n_variables,
                   kind->share, s->first + i, first[i], uniform[i]);
        region_clear(&r);
    }
    if (!s->is_raw) {
        printf("%s,%zu,%g", kind->name, kind->n_variables, kind->share);
        print_firsts(first, n);
        print_firsts(uniform, n);
        putchar('\n');
    }
    fflush(stdout);
}

static void print_regions(const struct settings *s)
{
    puts(s->is_raw ? "region,variables,share,seed,first,uniform"
                   : "region,variables,share,within20,within40,within80,median,"
                     "uniform20,uniform40,uniform80,uniform_median");
    for (const struct region_kind *k = REGION_KINDS; k->name; k++)
        print_region(s, k, s->n_seeds ? s->n_seeds : REGION_SEEDS);
}

/* ---- Command line ---- */

static void quit(void)
{
    fprintf(stderr,
            "failures [--seeds N] [--first N] [--table shapes|regions] "
            "[--method SPEC] [--raw], N from 1 to %d\n",
            MAX_SEEDS);
    exit(2);
}

static struct settings read_arguments(int argc, char **argv)
{
    struct settings s = {.method = "default", .table = "", .first = 1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--raw") == 0) {
            s.is_raw = true;
            continue;
        }
        if (!value)
            quit();
        if (strcmp(argv[i], "--method") == 0)
            s.method = value;
        else if (strcmp(argv[i], "--table") == 0)
            s.table = value;
        else if (strcmp(argv[i], "--seeds") == 0)
            s.n_seeds = strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--first") == 0)
            s.first = strtoul(value, NULL, 10);
        else
            quit();
        i++;
    }
    if (s.n_seeds > MAX_SEEDS || s.first < 1)
        quit();
    return s;
}

int main(int argc, char **argv)
{
    const struct settings s = read_arguments(argc, argv);
    if (strcmp(s.table, "regions") != 0)
        print_shapes(&s);
    if (strcmp(s.table, "shapes") != 0)
        print_regions(&s);
    return 0;
}
