/*
 * noise.c: what a method recommends where evaluations scatter.
 *
 *     noise [--problem NAME,…] [--method SPEC;…] [--seeds N] [--first N]
 *           [--jobs N] [--evaluations N] [--raw]
 *
 * The gap is the value without noise of the configuration that is recommended,
 * less the true minimum; infinite where that configuration breaks a limit.  It is
 * taken after 20, 40 and 80 evaluations.  Without --problem: a dozen problems with
 * noise of 3, 10 and 30 % of their range (NAME@SHARE, support/problems.h), and
 * folds (support/noisy.h).
 *
 * Prints CSV: of each problem and method the mean of log10 of the gap in ranges,
 * kept between 0.001 and 1 of them; its paired difference from the first method
 * with standard error; and the share of runs with a smaller gap than that
 * method's, ties half.  The problem "all" is the mean over the problems, and the
 * errors are of these problems.
 *
 * --raw prints one line of CSV for each run instead: the gaps; how many
 * evaluations repeated a configuration; seconds of an ask, of the last ten; the
 * deviation of the noise that the model has after 30 evaluations, in true ones
 * (folds: that of the best configuration); the share of leave-one-out residuals
 * with |z| <= 1.96 after 40 and 80; the gaps of the configuration with the best
 * observation; and the range.
 *
 * Methods meet the same objectives and the same noise.  Noise is not declared: a
 * SPEC that wants it declared says noise=yes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contest.h"
#include "support/sample.h"

enum { N_MARKS = 3, N_LAST = 10, N_NOISE = 30, N_CHECKS = 2 };
static const size_t MARK[N_MARKS] = {20, 40, 80};
static const size_t CHECK_AT[N_CHECKS] = {40, 80};

/* In ranges. */
static const double LEAST_GAP = 1e-3, MOST_GAP = 1.0;

struct outcome {
    double gap[N_MARKS], observed_gap[N_MARKS];
    double noise, within[N_CHECKS];
    double seconds, range;
    size_t n_repeats;
};

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "noise: %s\n", err->msg);
    exit(2);
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "noise: out of memory\n");
        exit(2);
    }
    return p;
}

/* ---- One run ---- */

static double gap_of(const struct problem *p, const inlay_value *x)
{
    return problem_is_feasible(p->kind, x) ? p->kind->value(p, x) - p->minimum
                                           : INFINITY;
}

static double recommended_gap(const struct contest_run *r)
{
    inlay_value x[PROBLEM_MOST_VARIABLES];
    inlay_error err = {0};
    need(inlay_study_recommend(r->study, x, NULL, &err), &err);
    return gap_of(&r->problem, x);
}

/* The model's deviation of the noise, in true ones; NaN without a model. */
static double noise_ratio(const struct contest_run *r)
{
    inlay_hyperparameters *h = NULL;
    inlay_error err = {0};
    need(inlay_study_hyperparameters(r->study, &h, &err), &err);
    const double ratio =
        h->n_samples > 0 ? h->noise_sd / r->problem.noise_sd : NAN;
    inlay_hyperparameters_free(h);
    return ratio;
}

/* The share of residuals that 95 % of normal ones are within; NaN: there are
 * none. */
static double share_within(const struct contest_run *r)
{
    const size_t n_trials = inlay_study_n_trials(r->study);
    inlay_residual *residual = room(n_trials, sizeof *residual);
    size_t n = 0, n_within = 0;
    inlay_error err = {0};
    need(inlay_study_leave_one_out(r->study, residual, n_trials, &n, &err),
         &err);
    for (size_t i = 0; i < n; i++)
        n_within += fabs(residual[i].z) <= 1.96;
    free(residual);
    return n > 0 ? (double)n_within / (double)n : NAN;
}

/* After n evaluations. */
static void look(const struct contest_run *r, size_t n, double observed_gap,
                 struct outcome *out)
{
    for (size_t k = 0; k < N_MARKS; k++)
        if (n == MARK[k]) {
            out->gap[k] = recommended_gap(r);
            out->observed_gap[k] = observed_gap;
        }
    if (n == N_NOISE)
        out->noise = noise_ratio(r);
    for (size_t k = 0; k < N_CHECKS; k++)
        if (n == CHECK_AT[k])
            out->within[k] = share_within(r);
}

static struct outcome nothing(void)
{
    struct outcome out = {.noise = NAN};
    for (size_t k = 0; k < N_MARKS; k++)
        out.gap[k] = out.observed_gap[k] = NAN;
    for (size_t k = 0; k < N_CHECKS; k++)
        out.within[k] = NAN;
    return out;
}

static void run(const struct contest_task *task, const void *context,
                void *outcome)
{
    struct contest_run r = contest_begin(task);
    struct problem *p = &r.problem;
    struct outcome out = nothing();
    double best = INFINITY, best_gap = INFINITY;

    (void)context;
    for (size_t n = 1; n <= task->evaluations && contest_ask(&r); n++) {
        const inlay_value *x = r.trial.x;
        const double y = problem_observe(p, x, p->kind->value(p, x));
        if (y < best && problem_is_feasible(p->kind, x)) {
            best = y;
            best_gap = gap_of(p, x);
        }
        if (n + N_LAST > task->evaluations)
            out.seconds += r.seconds / N_LAST;
        problem_report(p, r.study, &r.trial, y);
        look(&r, n, best_gap, &out);
    }
    out.n_repeats = problem_n_repeats(p, r.study);
    out.range = problem_range(p);
    contest_end(&r);
    *(struct outcome *)outcome = out;
}

/* ---- Every run ---- */

static void print_raw(const struct contest *c, size_t problem, size_t method,
                      const struct outcome *o)
{
    for (size_t i = 0; i < c->n_seeds; i++, o++) {
        printf("%s,\"%s\",%zu", c->problem[problem].name, c->method[method],
               c->first_seed + i);
        for (size_t k = 0; k < N_MARKS; k++)
            printf(",%.9g", o->gap[k]);
        printf(",%zu,%.6g,%.4g", o->n_repeats, o->seconds, o->noise);
        for (size_t k = 0; k < N_CHECKS; k++)
            printf(",%.4g", o->within[k]);
        for (size_t k = 0; k < N_MARKS; k++)
            printf(",%.9g", o->observed_gap[k]);
        printf(",%.9g\n", o->range);
    }
}

/* ---- The summary ---- */

/* At one mark: the mean of log10, and compared with the first method. */
struct score {
    double mean, difference, error, won;
};

static double log_gap(const struct outcome *o, size_t mark)
{
    const double gap = o->gap[mark] / o->range;
    return isnan(gap) ? NAN : log10(fmin(fmax(gap, LEAST_GAP), MOST_GAP));
}

static double standard_error(const double *v, size_t n)
{
    const double mean = sample_mean(v, n);
    double squares = 0.0;
    for (size_t i = 0; i < n; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    return sqrt(squares / (double)n / ((double)n - 1.0));
}

static struct score score(const struct outcome *first, const struct outcome *o,
                          size_t n, size_t mark)
{
    struct score s = {0};
    double *d = room(n, sizeof *d);
    for (size_t i = 0; i < n; i++) {
        const double gap = o[i].gap[mark], theirs = first[i].gap[mark];
        s.mean += log_gap(&o[i], mark) / (double)n;
        d[i] = log_gap(&o[i], mark) - log_gap(&first[i], mark);
        s.won += (gap < theirs ? 1.0 : gap > theirs ? 0.0 : 0.5) / (double)n;
    }
    s.difference = sample_mean(d, n);
    s.error = standard_error(d, n);
    free(d);
    return s;
}

static void print_scores(const char *problem, const char *method, size_t n,
                         const struct score *s)
{
    printf("%s,\"%s\",%zu", problem, method, n);
    for (size_t k = 0; k < N_MARKS; k++)
        printf(",%.3f", s[k].mean);
    for (size_t k = 0; k < N_MARKS; k++)
        printf(",%.3f,%.3f", s[k].difference, s[k].error);
    for (size_t k = 0; k < N_MARKS; k++)
        printf(",%.3f", s[k].won);
    putchar('\n');
}

/* Adds to the mean over n problems; error holds squares. */
static void add(struct score *sum, const struct score *s, size_t n)
{
    for (size_t k = 0; k < N_MARKS; k++) {
        sum[k].mean += s[k].mean / (double)n;
        sum[k].difference += s[k].difference / (double)n;
        sum[k].error += s[k].error * s[k].error / (double)n / (double)n;
        sum[k].won += s[k].won / (double)n;
    }
}

static void summarize(const struct contest *c, const struct outcome *all)
{
    const size_t n = c->n_seeds;
    struct score(*sum)[N_MARKS] = room(c->n_methods, sizeof *sum);
    for (size_t p = 0; p < c->n_problems; p++) {
        const struct outcome *first = all + p * c->n_methods * n;
        for (size_t m = 0; m < c->n_methods; m++) {
            struct score s[N_MARKS];
            for (size_t k = 0; k < N_MARKS; k++)
                s[k] = score(first, first + m * n, n, k);
            print_scores(c->problem[p].name, c->method[m], n, s);
            add(sum[m], s, c->n_problems);
        }
    }
    for (size_t m = 0; m < c->n_methods; m++) {
        for (size_t k = 0; k < N_MARKS; k++)
            sum[m][k].error = sqrt(sum[m][k].error);
        print_scores("all", c->method[m], n * c->n_problems, sum[m]);
    }
    free(sum);
}

/* ---- Command line ---- */

static struct contest read_arguments(int argc, char **argv, bool *is_raw)
{
    static char problems[] =
        "func2c@3,func2c@10,func2c@30,func3c@3,func3c@10,func3c@30,"
        "ackley53@3,ackley53@10,ackley53@30,"
        "vessel-values@3,vessel-values@10,vessel-values@30,"
        "gp2-int@3,gp2-int@10,gp2-int@30,gp2-cat@3,gp2-cat@10,gp2-cat@30,"
        "gp4-int@3,gp4-int@10,gp4-int@30,gp4-cat@3,gp4-cat@10,gp4-cat@30,"
        "mixed6@3,mixed6@10,mixed6@30,cats@3,cats@10,cats@30,"
        "bits@3,bits@10,bits@30,folds";
    static char standard[] = "default";
    struct contest c = {.program = "noise",
                        .n_seeds = 20,
                        .first_seed = 1,
                        .n_jobs = 2,
                        .evaluations = 80};
    for (int i = 1; i < argc; i++) {
        const char *flag = argv[i];
        if (strcmp(flag, "--raw") == 0)
            *is_raw = true;
        else if (i + 1 == argc)
            contest_quit(&c, "no value for ", flag);
        else if (!contest_read(&c, flag, argv[++i]))
            contest_quit(&c, "unknown flag ", flag);
    }
    if (c.n_problems == 0)
        contest_add_problems(&c, problems);
    if (c.n_methods == 0)
        contest_add_methods(&c, standard);
    return c;
}

int main(int argc, char **argv)
{
    bool is_raw = false;
    const struct contest c = read_arguments(argc, argv, &is_raw);
    const struct outcome *all = contest_hold(&c, sizeof *all, run, NULL);

    if (!is_raw) {
        puts("problem,method,runs,log20,log40,log80,"
             "d20,se20,d40,se40,d80,se80,won20,won40,won80");
        summarize(&c, all);
        return 0;
    }
    puts("problem,method,seed,gap20,gap40,gap80,repeats,seconds,noise30,"
         "loo40,loo80,obs20,obs40,obs80,range");
    for (size_t p = 0; p < c.n_problems; p++)
        for (size_t m = 0; m < c.n_methods; m++)
            print_raw(&c, p, m, all + (p * c.n_methods + m) * c.n_seeds);
    return 0;
}
