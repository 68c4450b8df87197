/*
 * quality.c: how good the suggestions are, on the development problems.
 *
 *     quality [--problem NAME,…] [--method SPEC;…] [--seeds N] [--first N]
 *             [--jobs N] [--evaluations N] [--noise SD] [--paired | --raw]
 *
 * A SPEC is a method, or "default", with options: gp-basic:preset=paper,samples=5.
 * Prints CSV: of each problem and method the median and quartiles over the seeds
 * of the best value found (drawn problems: of the gap between the recommendation
 * and the true minimum), how many evaluations repeated a configuration, and of
 * drawn problems the mean of log10 of the gap with its bootstrap error.  Targets
 * reached, and the medians after 40, 60 and 100 evaluations, go to standard error.
 * --noise adds noise of that deviation instead of the problems' own.  --paired compares the methods with the first
 * one, seed by seed, on log10 of the gap: mean difference, its standard error,
 * Wilcoxon's signed-rank test, and the bootstrap error.
 *
 * --raw prints one line of CSV for each run instead: the gap to the true minimum
 * (of the recommendation on drawn problems, of the best value on others), how
 * many evaluations repeated a configuration, seconds an ask, and the gap of the
 * best observation after 10, 20, … 50 evaluations.
 *
 * Methods meet the same objectives and the same noise.  Noise is not declared:
 * a SPEC that wants it declared says noise=yes.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/problems.h"
#include "support/sample.h"
#include "support/spec.h"

enum { MAX_METHODS = 16, MAX_PROBLEMS = 32, N_STAGES = 5, STAGE = 10 };

/* Where the best value is told. */
enum { N_MARKS = 3 };
static const size_t MARK[N_MARKS] = {40, 60, 100};

/* Gaps below this count as this: they are zero for every purpose. */
static const double GAP_FLOOR = 1e-6;

struct settings {
    const struct problem_kind *problem[MAX_PROBLEMS];
    size_t n_problems;
    char *method[MAX_METHODS];
    size_t n_methods, n_seeds, first_seed, n_jobs, evaluations;
    double noise_sd; /* negative: that of the problem */
    bool paired, raw;
};

struct outcome {
    double value, seconds;
    double gap_at[N_STAGES]; /* of the best observation after 10, 20, … */
    double best_at[N_MARKS]; /* the best observation after 40, 60, 100 */
    size_t repeats;
};

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "quality: %s%s\n", what, detail);
    exit(2);
}

static void need(inlay_status st, const inlay_error *err)
{
    if (st != INLAY_OK)
        quit("", err->msg);
}

/* ---- One run ---- */

static bool is_same(const inlay_trial *a, const inlay_trial *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a->x[i].real != b->x[i].real || a->x[i].integer != b->x[i].integer)
            return false;
    return true;
}

static size_t count_repeats(const inlay_study *study, size_t n_variables)
{
    size_t n = 0;
    for (size_t i = 2; i <= inlay_study_n_trials(study); i++) {
        bool repeats = false;
        for (size_t j = 1; j < i && !repeats; j++) {
            inlay_trial a, b;
            inlay_study_trial(study, (int64_t)i, &a, NULL);
            inlay_study_trial(study, (int64_t)j, &b, NULL);
            repeats = is_same(&a, &b, n_variables);
        }
        n += repeats;
    }
    return n;
}

static double score(const struct problem *p, inlay_study *study)
{
    inlay_value x[64];
    inlay_trial best;
    inlay_error err = {0};
    if (!p->kind->is_drawn)
        return inlay_study_best(study, &best, NULL) == INLAY_OK &&
                       best.is_feasible
                   ? best.value
                   : INFINITY;
    need(inlay_study_recommend(study, x, NULL, &err), &err);
    return p->kind->value(p, x) - p->minimum;
}

/* The lowest observation, and the gap of its value without noise. */
struct best {
    double observed, gap;
};

/* Evaluation number i, from 0: what is observed. */
static double evaluate(struct problem *p, const inlay_value *x, size_t i,
                       struct best *best, struct outcome *out)
{
    const double value = p->kind->value(p, x);
    const double observed = problem_observe(p, value);
    if (observed < best->observed && problem_is_feasible(p->kind, x))
        *best = (struct best){observed, value - p->minimum};
    const size_t stage = (i + 1) / STAGE;
    if ((i + 1) % STAGE == 0 && stage <= N_STAGES)
        out->gap_at[stage - 1] = best->gap;
    for (size_t k = 0; k < N_MARKS; k++)
        if (i < MARK[k])
            out->best_at[k] = best->observed;
    return observed;
}

static struct outcome run(const struct problem_kind *kind, const char *spec,
                          uint64_t seed, size_t evaluations, double noise_sd)
{
    struct problem p = problem_make(kind, seed);
    inlay_options *options = spec_options(spec, seed);
    inlay_study *study = NULL;
    inlay_error err = {0};
    struct best best = {INFINITY, INFINITY};
    struct outcome out = {.gap_at = {NAN, NAN, NAN, NAN, NAN}};

    p.noise_sd = noise_sd >= 0.0 ? noise_sd : kind->noise_sd;
    problem_add_outputs(kind, options);
    need(inlay_study_new(p.space, options, &study, &err), &err);
    for (size_t i = 0; i < evaluations; i++) {
        inlay_trial t;
        const double before = inlay_clock_seconds();
        const inlay_status st = inlay_study_ask(study, &t, &err);
        out.seconds += inlay_clock_seconds() - before;
        if (st == INLAY_EXHAUSTED)
            break;
        need(st, &err);
        const double y = evaluate(&p, t.x, i, &best, &out);
        problem_report(&p, study, &t, y);
    }
    out.value = score(&p, study);
    out.repeats = count_repeats(study, inlay_space_n_variables(p.space));
    out.seconds /= (double)evaluations;
    inlay_study_free(study);
    inlay_options_free(options);
    problem_clear(&p);
    return out;
}

/* ---- All runs, in processes of their own ---- */

static size_t evaluations_of(const struct settings *s, size_t problem)
{
    return s->evaluations ? s->evaluations : s->problem[problem]->evaluations;
}

/* Task t: seeds change slowest, so that each process gets a share of all. */
static void work(const struct settings *s, size_t worker, struct outcome *all)
{
    const size_t per_seed = s->n_problems * s->n_methods;
    for (size_t t = worker; t < per_seed * s->n_seeds; t += s->n_jobs) {
        const size_t seed = t / per_seed, cell = t % per_seed;
        const size_t problem = cell / s->n_methods;
        all[cell * s->n_seeds + seed] =
            run(s->problem[problem], s->method[cell % s->n_methods],
                s->first_seed + seed, evaluations_of(s, problem), s->noise_sd);
    }
}

static struct outcome *run_all(const struct settings *s)
{
    const size_t bytes =
        s->n_problems * s->n_methods * s->n_seeds * sizeof(struct outcome);
    struct outcome *all = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        quit("no shared memory", "");
    fflush(stdout);
    for (size_t w = 0; w < s->n_jobs; w++) {
        const pid_t pid = fork();
        if (pid < 0)
            quit("fork failed", "");
        if (pid == 0) {
            work(s, w, all);
            _exit(0);
        }
    }
    int status;
    bool failed = false;
    while (wait(&status) > 0)
        failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (failed)
        quit("a process failed", "");
    return all;
}

/* ---- Report ---- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t i = (size_t)at;
    return i + 1 < n
               ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
               : sorted[n - 1];
}

static double *doubles(size_t n)
{
    double *v = calloc(n, sizeof *v);
    if (!v)
        quit("out of memory", "");
    return v;
}

/* log10 of the gaps of n runs. */
static void log_gaps(const struct outcome *o, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = log10(fmax(o[i].value, GAP_FLOOR));
}

/* ", median 6101 at 40, 6060 at 60": as far as there were so many evaluations. */
static void say_medians(const struct settings *s, size_t problem,
                        const struct outcome *o)
{
    double *best = doubles(s->n_seeds);
    for (size_t k = 0; k < N_MARKS; k++) {
        if (MARK[k] > evaluations_of(s, problem))
            continue;
        for (size_t i = 0; i < s->n_seeds; i++)
            best[i] = o[i].best_at[k];
        qsort(best, s->n_seeds, sizeof *best, by_size);
        fprintf(stderr, ", median %.6g at %zu", quantile(best, s->n_seeds, 0.5),
                MARK[k]);
    }
    free(best);
}

/* To standard error: how many reached the target, or the mean of log10 gaps. */
static void say_score(const struct settings *s, size_t problem, size_t method,
                      const struct outcome *o, double mean_log)
{
    const struct problem_kind *kind = s->problem[problem];
    size_t hits = 0;
    double seconds = 0.0;

    for (size_t i = 0; i < s->n_seeds; i++) {
        hits += o[i].value <= kind->target;
        seconds += o[i].seconds / (double)s->n_seeds;
    }
    fprintf(stderr, "# %s %s: ", kind->name, s->method[method]);
    if (kind->is_drawn)
        fprintf(stderr, "mean log10 gap %.3f", mean_log);
    else
        fprintf(stderr, "%zu of %zu at or below %g", hits, s->n_seeds,
                kind->target);
    if (!kind->is_drawn)
        say_medians(s, problem, o);
    fprintf(stderr, ", %.2f ms per ask\n", 1e3 * seconds);
}

static void report(const struct settings *s, size_t problem, size_t method,
                   const struct outcome *o)
{
    const struct problem_kind *kind = s->problem[problem];
    const size_t n = s->n_seeds;
    double *value = doubles(n), *gap = doubles(n);
    size_t repeats = 0;

    for (size_t i = 0; i < n; i++) {
        value[i] = o[i].value;
        repeats += o[i].repeats;
    }
    qsort(value, n, sizeof *value, by_size);
    log_gaps(o, n, gap);
    const double mean_log = sample_mean(gap, n);
    printf("%s,%s,%zu,%.6g,%.6g,%.6g,%zu,", kind->name, s->method[method],
           evaluations_of(s, problem), quantile(value, n, 0.5),
           quantile(value, n, 0.25), quantile(value, n, 0.75), repeats);
    if (kind->is_drawn)
        printf("%.4f,%.4f\n", mean_log, sample_bootstrap(gap, n));
    else
        puts(",");
    fflush(stdout);
    say_score(s, problem, method, o, mean_log);
    free(value);
    free(gap);
}

static void report_raw(const struct settings *s, size_t problem, size_t method,
                       const struct outcome *o)
{
    const struct problem_kind *kind = s->problem[problem];
    for (size_t i = 0; i < s->n_seeds; i++) {
        const double gap =
            kind->is_drawn ? o[i].value : o[i].value - kind->minimum;
        printf("%s,\"%s\",%zu,%.17g,%zu,%.6g", kind->name, s->method[method],
               s->first_seed + i, gap, o[i].repeats, o[i].seconds);
        for (size_t k = 0; k < N_STAGES; k++)
            printf(",%.6g", o[i].gap_at[k]);
        putchar('\n');
    }
}

static void compare(const struct settings *s, size_t problem, size_t method,
                    const struct outcome *a, const struct outcome *b)
{
    const size_t n = s->n_seeds;
    double *d = doubles(2 * n), squares = 0.0;
    log_gaps(b, n, d);
    log_gaps(a, n, d + n);
    for (size_t i = 0; i < n; i++)
        d[i] -= d[n + i];
    const double mean = sample_mean(d, n), bootstrap = sample_bootstrap(d, n);
    for (size_t i = 0; i < n; i++)
        squares += (d[i] - mean) * (d[i] - mean);
    printf("%s,%s - %s,%zu,%.4f,%.4f,%.3g,%.4f\n", s->problem[problem]->name,
           s->method[method], s->method[0], n, mean,
           sqrt(squares / (double)n / (double)(n - 1)), sample_wilcoxon(d, n).p,
           bootstrap);
    free(d);
}

/* ---- Command line ---- */

static void add_problems(struct settings *s, char *list)
{
    char *rest = NULL;
    for (char *name = strtok_r(list, ",", &rest); name;
         name = strtok_r(NULL, ",", &rest)) {
        const struct problem_kind *k = problem_find(name);
        if (!k)
            quit("unknown problem ", name);
        if (s->n_problems < MAX_PROBLEMS)
            s->problem[s->n_problems++] = k;
    }
}

static void add_methods(struct settings *s, char *list)
{
    char *rest = NULL;
    for (char *spec = strtok_r(list, ";", &rest);
         spec && s->n_methods < MAX_METHODS; spec = strtok_r(NULL, ";", &rest))
        s->method[s->n_methods++] = spec;
}

static size_t whole(const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end)
        quit("not a number: ", text);
    return n;
}

static struct settings read_arguments(int argc, char **argv)
{
    static char standard[] = "default;random";
    struct settings s = {
        .n_seeds = 25, .n_jobs = 2, .first_seed = 1, .noise_sd = -1.0};
    for (int i = 1; i < argc; i++) {
        const char *flag = argv[i];
        bool *fact = strcmp(flag, "--paired") == 0 ? &s.paired
                     : strcmp(flag, "--raw") == 0  ? &s.raw
                                                   : NULL;
        if (fact) {
            *fact = true;
            continue;
        }
        if (i + 1 == argc)
            quit("no value for ", flag);
        char *value = argv[++i];
        if (strcmp(flag, "--problem") == 0)
            add_problems(&s, value);
        else if (strcmp(flag, "--method") == 0)
            add_methods(&s, value);
        else if (strcmp(flag, "--seeds") == 0)
            s.n_seeds = whole(value);
        else if (strcmp(flag, "--first") == 0)
            s.first_seed = whole(value);
        else if (strcmp(flag, "--jobs") == 0)
            s.n_jobs = whole(value);
        else if (strcmp(flag, "--evaluations") == 0)
            s.evaluations = whole(value);
        else if (strcmp(flag, "--noise") == 0)
            s.noise_sd = strtod(value, NULL);
        else
            quit("unknown flag ", flag);
    }
    if (s.n_seeds == 0 || s.n_jobs == 0)
        quit("--seeds and --jobs must be at least 1", "");
    const bool all = s.n_problems == 0;
    for (size_t k = 0; all && PROBLEM_KINDS[k].name; k++)
        s.problem[s.n_problems++] = &PROBLEM_KINDS[k];
    if (s.n_methods == 0)
        add_methods(&s, standard);
    return s;
}

int main(int argc, char **argv)
{
    const struct settings s = read_arguments(argc, argv);
    struct outcome *all = run_all(&s);

    puts(s.raw ? "problem,method,seed,gap,repeats,seconds,"
                 "gap10,gap20,gap30,gap40,gap50"
               : "problem,method,evaluations,median,q25,q75,repeats,"
                 "mean_log10,bootstrap_se");
    for (size_t p = 0; p < s.n_problems; p++)
        for (size_t m = 0; m < s.n_methods; m++)
            (s.raw ? report_raw
                   : report)(&s, p, m, all + (p * s.n_methods + m) * s.n_seeds);
    if (!s.paired)
        return 0;
    puts("problem,difference,pairs,mean_log10,se,p,bootstrap_se");
    for (size_t p = 0; p < s.n_problems; p++)
        for (size_t m = 1; m < s.n_methods; m++)
            compare(&s, p, m, all + p * s.n_methods * s.n_seeds,
                    all + (p * s.n_methods + m) * s.n_seeds);
    return 0;
}
