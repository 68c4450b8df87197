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
 * --noise adds noise of that deviation instead of the problems' own; a problem
 * NAME@SHARE has noise of SHARE % of its range (support/problems.h).  --paired
 * compares the methods with the first one, seed by seed, on log10 of the gap: mean difference, its standard error,
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
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contest.h"
#include "support/sample.h"

enum { N_STAGES = 5, STAGE = 10 };

/* Where the best value is told. */
enum { N_MARKS = 3 };
static const size_t MARK[N_MARKS] = {40, 60, 100};

/* Gaps below this count as this: they are zero for every purpose. */
static const double GAP_FLOOR = 1e-6;

struct settings {
    struct contest contest;
    double noise_sd; /* negative: that of the problem */
    bool paired, raw;
};

struct outcome {
    double value, seconds;
    double gap_at[N_STAGES]; /* of the best observation after 10, 20, … */
    double best_at[N_MARKS]; /* the best observation after 40, 60, 100 */
    size_t repeats;
};

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "quality: %s\n", err->msg);
    exit(2);
}

/* ---- One run ---- */

static double score(const struct problem *p, inlay_study *study)
{
    inlay_value x[PROBLEM_MOST_VARIABLES];
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
    const double observed = problem_observe(p, x, value);
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

static void run(const struct contest_task *task, const void *context,
                void *outcome)
{
    const struct settings *s = context;
    struct contest_run r = contest_begin(task);
    struct problem *p = &r.problem;
    struct best best = {INFINITY, INFINITY};
    struct outcome out = {.gap_at = {NAN, NAN, NAN, NAN, NAN}};

    if (s->noise_sd >= 0.0)
        problem_set_noise(p, s->noise_sd);
    for (size_t i = 0; i < task->evaluations && contest_ask(&r); i++) {
        const double y = evaluate(p, r.trial.x, i, &best, &out);
        problem_report(p, r.study, &r.trial, y);
        out.seconds += r.seconds / (double)task->evaluations;
    }
    out.value = score(p, r.study);
    out.repeats = problem_n_repeats(p, r.study);
    contest_end(&r);
    *(struct outcome *)outcome = out;
}

static size_t evaluations_of(const struct contest *c, size_t problem)
{
    return c->evaluations ? c->evaluations : c->problem[problem].evaluations;
}

/* ---- Report ---- */

static double *doubles(size_t n)
{
    double *v = calloc(n, sizeof *v);
    if (!v) {
        fprintf(stderr, "quality: out of memory\n");
        exit(2);
    }
    return v;
}

/* log10 of the gaps of n runs. */
static void log_gaps(const struct outcome *o, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = log10(fmax(o[i].value, GAP_FLOOR));
}

/* ", median 6101 at 40, 6060 at 60": as far as there were so many evaluations. */
static void say_medians(const struct contest *c, size_t problem,
                        const struct outcome *o)
{
    double *best = doubles(c->n_seeds);
    for (size_t k = 0; k < N_MARKS; k++) {
        if (MARK[k] > evaluations_of(c, problem))
            continue;
        for (size_t i = 0; i < c->n_seeds; i++)
            best[i] = o[i].best_at[k];
        fprintf(stderr, ", median %.6g at %zu",
                sample_quantile(best, c->n_seeds, 0.5), MARK[k]);
    }
    free(best);
}

/* To standard error: how many reached the target, or the mean of log10 gaps. */
static void say_score(const struct contest *c, size_t problem, size_t method,
                      const struct outcome *o, double mean_log)
{
    const struct problem_kind *kind = &c->problem[problem];
    size_t hits = 0;
    double seconds = 0.0;

    for (size_t i = 0; i < c->n_seeds; i++) {
        hits += o[i].value <= kind->target;
        seconds += o[i].seconds / (double)c->n_seeds;
    }
    fprintf(stderr, "# %s %s: ", kind->name, c->method[method]);
    if (kind->is_drawn)
        fprintf(stderr, "mean log10 gap %.3f", mean_log);
    else
        fprintf(stderr, "%zu of %zu at or below %g", hits, c->n_seeds,
                kind->target);
    if (!kind->is_drawn)
        say_medians(c, problem, o);
    fprintf(stderr, ", %.2f ms per ask\n", 1e3 * seconds);
}

static void report(const struct contest *c, size_t problem, size_t method,
                   const struct outcome *o)
{
    const struct problem_kind *kind = &c->problem[problem];
    const size_t n = c->n_seeds;
    double *value = doubles(n), *gap = doubles(n);
    size_t repeats = 0;

    for (size_t i = 0; i < n; i++) {
        value[i] = o[i].value;
        repeats += o[i].repeats;
    }
    log_gaps(o, n, gap);
    const double mean_log = sample_mean(gap, n);
    printf("%s,%s,%zu,%.6g,%.6g,%.6g,%zu,", kind->name, c->method[method],
           evaluations_of(c, problem), sample_quantile(value, n, 0.5),
           sample_quantile(value, n, 0.25), sample_quantile(value, n, 0.75),
           repeats);
    if (kind->is_drawn)
        printf("%.4f,%.4f\n", mean_log, sample_bootstrap(gap, n));
    else
        puts(",");
    fflush(stdout);
    say_score(c, problem, method, o, mean_log);
    free(value);
    free(gap);
}

static void report_raw(const struct contest *c, size_t problem, size_t method,
                       const struct outcome *o)
{
    const struct problem_kind *kind = &c->problem[problem];
    for (size_t i = 0; i < c->n_seeds; i++) {
        const double gap =
            kind->is_drawn ? o[i].value : o[i].value - kind->minimum;
        printf("%s,\"%s\",%zu,%.17g,%zu,%.6g", kind->name, c->method[method],
               c->first_seed + i, gap, o[i].repeats, o[i].seconds);
        for (size_t k = 0; k < N_STAGES; k++)
            printf(",%.6g", o[i].gap_at[k]);
        putchar('\n');
    }
}

static void compare(const struct contest *c, size_t problem, size_t method,
                    const struct outcome *a, const struct outcome *b)
{
    const size_t n = c->n_seeds;
    double *d = doubles(2 * n), squares = 0.0;
    log_gaps(b, n, d);
    log_gaps(a, n, d + n);
    for (size_t i = 0; i < n; i++)
        d[i] -= d[n + i];
    const double mean = sample_mean(d, n), bootstrap = sample_bootstrap(d, n);
    for (size_t i = 0; i < n; i++)
        squares += (d[i] - mean) * (d[i] - mean);
    printf("%s,%s - %s,%zu,%.4f,%.4f,%.3g,%.4f\n", c->problem[problem].name,
           c->method[method], c->method[0], n, mean,
           sqrt(squares / (double)n / (double)(n - 1)), sample_wilcoxon(d, n).p,
           bootstrap);
    free(d);
}

/* ---- Command line ---- */

static struct settings read_arguments(int argc, char **argv)
{
    static char standard[] = "default;random";
    struct settings s = {.noise_sd = -1.0};
    struct contest *c = &s.contest;
    *c = (struct contest){
        .program = "quality", .n_seeds = 25, .n_jobs = 2, .first_seed = 1};
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
            contest_quit(c, "no value for ", flag);
        char *value = argv[++i];
        if (strcmp(flag, "--noise") == 0)
            s.noise_sd = strtod(value, NULL);
        else if (!contest_read(c, flag, value))
            contest_quit(c, "unknown flag ", flag);
    }
    const bool all = c->n_problems == 0;
    for (size_t k = 0; all && PROBLEM_KINDS[k].name; k++)
        c->problem[c->n_problems++] = PROBLEM_KINDS[k];
    if (c->n_methods == 0)
        contest_add_methods(c, standard);
    return s;
}

int main(int argc, char **argv)
{
    const struct settings s = read_arguments(argc, argv);
    const struct contest *c = &s.contest;
    struct outcome *all = contest_hold(c, sizeof *all, run, &s);

    puts(s.raw ? "problem,method,seed,gap,repeats,seconds,"
                 "gap10,gap20,gap30,gap40,gap50"
               : "problem,method,evaluations,median,q25,q75,repeats,"
                 "mean_log10,bootstrap_se");
    for (size_t p = 0; p < c->n_problems; p++)
        for (size_t m = 0; m < c->n_methods; m++)
            (s.raw ? report_raw : report)(
                c, p, m, all + (p * c->n_methods + m) * c->n_seeds);
    if (!s.paired)
        return 0;
    puts("problem,difference,pairs,mean_log10,se,p,bootstrap_se");
    for (size_t p = 0; p < c->n_problems; p++)
        for (size_t m = 1; m < c->n_methods; m++)
            compare(c, p, m, all + p * c->n_methods * c->n_seeds,
                    all + (p * c->n_methods + m) * c->n_seeds);
    return 0;
}
