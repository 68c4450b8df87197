/*
 * main.c: the objective of the paper's figure 6 (top), and its table.
 *
 *     boost evaluate --log-rate X --depth D --split M [--seed S] [--ties S]
 *     boost folds [--seed S]
 *     boost tabulate --out FILE [--splits 5] [--jobs N] [--commit TEXT]
 *     boost error --table FILE [--points 50] [--seed S] [--commit TEXT]
 *
 * Run it from the project's root, or name the digits with --data.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "boost/arguments.h"
#include "boost/folds.h"
#include "harness/table.h"
#include "harness/tabulation.h"
#include "support/timing.h"

enum { EXIT_USAGE = 2, MAX_FIRST_LINE = 400 };

static inlay_status evaluate(const struct digits *digits,
                             const struct grid_point *p, uint64_t ties,
                             double *value, inlay_error *err)
{
    uint8_t fold[DIGITS_MAX_ROWS];
    const struct ensemble_options options = {
        .rate = exp(p->log_rate),
        .limits = {.max_depth = p->depth, .min_split = p->split},
        .seed = ties};
    inlay_status st = folds_deal(digits->n, p->replica, fold, err);
    if (st == INLAY_OK)
        st = folds_log_likelihood(digits, fold, &options, value, err);
    return st;
}

/* replica,depth,split,log_rate */
static inlay_status add_point(const struct grid_point *p,
                              struct inlay_text *text, inlay_error *err)
{
    inlay_text_printf(text, "%zu,%zu,%zu,", p->replica, p->depth, p->split);
    inlay_text_add_number(text, p->log_rate);
    return inlay_text_status(text, err);
}

/* ---- evaluate, folds ---- */

/* The last line of a worker's output is the result. */
static inlay_status print_value(const struct digits *digits,
                                const struct arguments *a, inlay_error *err)
{
    struct inlay_text text = {0};
    double value = 0.0;
    inlay_status st = evaluate(digits, &a->point, a->ties, &value, err);
    inlay_text_add_number(&text, value);
    if (st == INLAY_OK)
        st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        puts(text.bytes);
    inlay_text_clear(&text);
    return st;
}

static inlay_status print_folds(const struct digits *digits, uint64_t seed,
                                inlay_error *err)
{
    uint8_t fold[DIGITS_MAX_ROWS];
    const inlay_status st = folds_deal(digits->n, seed, fold, err);
    for (size_t i = 0; st == INLAY_OK && i < digits->n; i++)
        printf("%d\n", fold[i]);
    return st;
}

/* ---- tabulate ---- */

static inlay_status add_key(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err)
{
    (void)context;
    const struct grid_point p = grid_point(i);
    return add_point(&p, text, err);
}

static inlay_status add_value(const void *context, size_t i,
                              struct inlay_text *text, inlay_error *err)
{
    const struct grid_point p = grid_point(i);
    double value;
    const inlay_status st = evaluate(context, &p, p.replica, &value, err);
    if (st != INLAY_OK)
        return st;
    inlay_text_add_number(text, value);
    return inlay_text_status(text, err);
}

static inlay_status tabulate(const struct digits *digits,
                             const struct arguments *a, inlay_error *err)
{
    char about[MAX_FIRST_LINE];
    (void)err; /* it exits instead */
    snprintf(about, sizeof about,
             "seeds=0..%zu (the replicas) stages=%d folds=%d digits=%zu",
             a->n_splits - 1, ENSEMBLE_STAGES, FOLDS, digits->n);
    const struct tabulation t = {
        .title = "digits",
        .path = a->out,
        .commit = a->commit,
        .about = about,
        .columns = "replica,depth,split,log_rate,value",
        .n_rows = grid_n_points(a->n_splits),
        .n_processes = a->n_jobs,
        .add_key = add_key,
        .add_values = add_value,
        .context = digits,
    };
    tabulation_run(&t);
    return INLAY_OK;
}

/* ---- error ---- */

/* Uniform over the space of the study, and over replicas. */
static struct grid_point random_point(size_t n_replicas, struct inlay_rng *rng)
{
    const double width = GRID_MAX_LOG_RATE - GRID_MIN_LOG_RATE;
    struct grid_point p;
    p.replica = (size_t)inlay_rng_below(rng, n_replicas);
    p.depth = 1 + (size_t)inlay_rng_below(rng, GRID_MAX_DEPTH);
    p.split = GRID_MIN_SPLIT +
              (size_t)inlay_rng_below(rng, GRID_MAX_SPLIT - GRID_MIN_SPLIT + 1);
    p.log_rate = GRID_MIN_LOG_RATE + width * inlay_rng_uniform(rng);
    return p;
}

/* One row of CSV; *off is how far the table is off. */
static inlay_status compare(const struct digits *digits, const struct table *t,
                            const struct grid_point *p, double *off,
                            inlay_error *err)
{
    const int64_t setting[] = {(int64_t)p->depth, (int64_t)p->split};
    struct inlay_text row = {0};
    double value = 0.0;
    const double read = table_value(t, p->replica, setting, p->log_rate);
    inlay_status st = evaluate(digits, p, p->replica, &value, err);
    if (st == INLAY_OK)
        st = add_point(p, &row, err);
    inlay_text_add(&row, ",");
    inlay_text_add_number(&row, value);
    inlay_text_add(&row, ",");
    inlay_text_add_number(&row, read);
    if (st == INLAY_OK)
        st = inlay_text_status(&row, err);
    if (st == INLAY_OK) {
        puts(row.bytes);
        *off = fabs(value - read);
    }
    inlay_text_clear(&row);
    return st;
}

static inlay_status find_error(const struct digits *digits,
                               const struct arguments *a, inlay_error *err)
{
    struct table *t = table_load(a->table);
    struct inlay_rng rng = inlay_rng_seed(a->point.replica);
    double *off = inlay_mem_doubles(a->n_points);
    double most = 0.0;
    inlay_status st = off ? INLAY_OK : inlay_fail_memory(err, "errors");
    printf("# seed %zu, commit %.60s, boost error --points %zu\n"
           "replica,depth,split,log_rate,value,interpolated\n",
           a->point.replica, a->commit, a->n_points);
    for (size_t i = 0; st == INLAY_OK && i < a->n_points; i++) {
        const struct grid_point p = random_point(table_n_replicas(t), &rng);
        st = compare(digits, t, &p, &off[i], err);
        most = fmax(most, off[i]);
    }
    if (st == INLAY_OK)
        fprintf(stderr, "|difference|: median %.3g, maximum %.3g\n",
                timing_median(off, a->n_points), most);
    inlay_mem_free(off);
    table_free(t);
    return st;
}

static inlay_status run(const struct digits *digits, const struct arguments *a,
                        inlay_error *err)
{
    switch (a->command) {
    case COMMAND_EVALUATE:
        return print_value(digits, a, err);
    case COMMAND_FOLDS:
        return print_folds(digits, a->point.replica, err);
    case COMMAND_TABULATE:
        return tabulate(digits, a, err);
    case COMMAND_ERROR:
        return find_error(digits, a, err);
    case COMMAND_HELP:
        break;
    }
    arguments_print_help();
    return INLAY_OK;
}

int main(int argc, char **argv)
{
    struct arguments a;
    struct digits digits = {0};
    inlay_error err = {0};
    if (arguments_parse(argc, argv, &a, &err) != INLAY_OK) {
        fprintf(stderr, "boost: %s\n", err.msg);
        return EXIT_USAGE;
    }
    inlay_status st = a.command == COMMAND_HELP
                          ? INLAY_OK
                          : digits_load(a.data, &digits, &err);
    if (st == INLAY_OK)
        st = run(&digits, &a, &err);
    if (st == INLAY_OK && fflush(stdout) != 0)
        st = inlay_fail(&err, INLAY_EINVAL, "cannot write the result");
    if (st != INLAY_OK)
        fprintf(stderr, "boost: %s\n", err.msg);
    digits_clear(&digits);
    return st == INLAY_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
