/*
 * main.c: a network that learns to read digits, as an objective.
 *
 *     network evaluate --data FOLDER --log-rate X --activation NAME --layers N
 *                      [--seed S]
 *     network tabulate --data FOLDER --out FILE [--replicas N] [--jobs N]
 *                      [--seed S] [--commit TEXT]
 *     network error --data FOLDER --table FILE [--points N] [--seed S]
 *                   [--commit TEXT]
 *
 * FOLDER has train-images-idx3-ubyte and train-labels-idx1-ubyte, as
 * tools/fetch-mnist gets them.  evaluate prints the mean log-likelihood of the
 * images for validation, to be maximized, as a worker of `inlay run` does.
 * tabulate makes a table of all settings (points.h, harness/tabulation.h):
 * replica r is the evaluation with seed S + r.  error compares a table that was
 * made with seed 1 with evaluations at random points; the spread is the standard
 * deviation of the replicas there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "harness/program.h"
#include "harness/refuse.h"
#include "harness/table.h"
#include "harness/tabulation.h"
#include "network/images.h"
#include "network/network.h"
#include "network/points.h"
#include "network/training.h"
#include "support/timing.h"

enum { EXIT_USAGE = 2, N_VALIDATION = 10000, MAX_COUNT = 100000 };

/* Of replica 0 of a table, unless another was asked for. */
enum { TABLE_SEED = 1 };

static const char USAGE[] =
    "usage: network evaluate --data FOLDER --log-rate X --activation NAME\n"
    "                        --layers N [--seed S]\n"
    "       network tabulate --data FOLDER --out FILE [--replicas N] [--jobs "
    "N]\n"
    "                        [--seed S] [--commit TEXT]\n"
    "       network error --data FOLDER --table FILE [--points N] [--seed S]\n"
    "                     [--commit TEXT]\n";

/* ---- Command line -------------------------------------------------------- */

struct arguments {
    const char *data, *out, *table, *commit;
    const char *log_rate, *activation; /* NULL: not given */
    size_t n_hidden;                   /* 0: not given */
    size_t seed, n_replicas, n_jobs, n_points;
};

static void check_count(const char *flag, size_t n, size_t least, size_t most)
{
    if (n >= least && n <= most)
        return;
    fprintf(stderr, "%s: it takes a whole number from %zu to %zu, not %zu\n",
            flag, least, most, n);
    exit(EXIT_USAGE);
}

static struct arguments read_arguments(int argc, char **argv)
{
    struct arguments a = {.commit = "unknown",
                          .seed = TABLE_SEED,
                          .n_replicas = 4,
                          .n_jobs = 1,
                          .n_points = 50};
    const struct program_flag flags[] = {
        {"--data", &a.data, NULL},
        {"--out", &a.out, NULL},
        {"--table", &a.table, NULL},
        {"--commit", &a.commit, NULL},
        {"--log-rate", &a.log_rate, NULL},
        {"--activation", &a.activation, NULL},
        {"--layers", NULL, &a.n_hidden},
        {"--seed", NULL, &a.seed},
        {"--replicas", NULL, &a.n_replicas},
        {"--jobs", NULL, &a.n_jobs},
        {"--points", NULL, &a.n_points},
    };
    program_read_flags(argc - 1, argv + 1, flags, sizeof flags / sizeof *flags);
    check_count("--layers", a.n_hidden, 0, NETWORK_MAX_HIDDEN);
    check_count("--replicas", a.n_replicas, 1, MAX_COUNT);
    check_count("--jobs", a.n_jobs, 1, MAX_COUNT);
    check_count("--points", a.n_points, 1, MAX_COUNT);
    return a;
}

static struct images load(const struct arguments *a)
{
    struct images images;
    inlay_error err = {0};
    if (!a->data)
        program_quit("--data", "is missing");
    refuse_unless_ok(images_load(a->data, N_VALIDATION, &images, &err),
                     "network", &err);
    return images;
}

/* ---- evaluate ------------------------------------------------------------ */

static enum activation activation_of(const char *name)
{
    for (int k = 0; k < N_ACTIVATIONS; k++)
        if (strcmp(name, ACTIVATION_NAMES[k]) == 0)
            return (enum activation)k;
    program_quit("--activation", "it is linear, sigmoid, tanh or relu");
}

static struct training_setting setting_of(const struct arguments *a)
{
    struct training_setting s;
    if (!a->log_rate || !a->activation || a->n_hidden == 0)
        program_quit("evaluate",
                     "it needs --log-rate, --activation and --layers");
    if (!inlay_text_to_number(a->log_rate, &s.log_rate))
        program_quit("--log-rate", "needs a number");
    s.activation = activation_of(a->activation);
    s.n_hidden = a->n_hidden;
    return s;
}

static void evaluate(const struct arguments *a)
{
    const struct training_setting setting = setting_of(a);
    struct images images = load(a);
    struct training_result result;
    struct inlay_text line = {0};
    inlay_error err = {0};

    refuse_unless_ok(
        training_run(&setting, &TRAINING_PLAN, &images, a->seed, &result, &err),
        "network", &err);
    inlay_text_add(&line, "{\"objective\": ");
    inlay_text_add_number(&line, result.log_likelihood);
    inlay_text_add(&line, ", \"accuracy\": ");
    inlay_text_add_number(&line, result.accuracy);
    refuse_unless_ok(inlay_text_status(&line, &err), "network", &err);
    printf("%s}\n", line.bytes);
    inlay_text_clear(&line);
    images_clear(&images);
}

/* ---- tabulate ------------------------------------------------------------ */

struct source {
    const struct images *images;
    uint64_t seed; /* of replica 0 */
};

static inlay_status add_key(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err)
{
    (void)context;
    const struct point point = points_at(i);
    return points_print(&point, text, err);
}

static inlay_status value_at(const struct source *source,
                             const struct point *point, double *value,
                             inlay_error *err)
{
    struct training_result result = {0};
    const inlay_status st =
        training_run(&point->setting, &TRAINING_PLAN, source->images,
                     source->seed + point->replica, &result, err);
    *value = result.log_likelihood;
    return st;
}

static inlay_status add_value(const void *context, size_t i,
                              struct inlay_text *text, inlay_error *err)
{
    const struct point point = points_at(i);
    double value;
    const inlay_status st = value_at(context, &point, &value, err);
    if (st != INLAY_OK)
        return st;
    inlay_text_add_number(text, value);
    return inlay_text_status(text, err);
}

/* What the values are functions of, besides the columns. */
static void add_about(struct inlay_text *line, const struct arguments *a,
                      const struct images *images)
{
    const char *slash = strrchr(a->data, '/');
    inlay_error err = {0};
    inlay_text_printf(
        line,
        "seed=%zu (+ replica) data=%s learn=%zu validate=%zu epochs=%zu "
        "batch=%zu width=%zu activation=linear,sigmoid,tanh,relu",
        a->seed, slash && slash[1] ? slash + 1 : a->data, images->n_learn,
        images->n_validation, TRAINING_PLAN.n_epochs, TRAINING_PLAN.batch,
        TRAINING_PLAN.width);
    refuse_unless_ok(inlay_text_status(line, &err), "network", &err);
}

static void tabulate(const struct arguments *a)
{
    if (!a->out)
        program_quit("tabulate", "it needs --out");
    struct images images = load(a);
    const struct source source = {&images, a->seed};
    struct inlay_text about = {0};
    add_about(&about, a, &images);
    const struct tabulation t = {
        .title = "network",
        .path = a->out,
        .commit = a->commit,
        .about = about.bytes,
        .columns = "replica,activation,layers,log_rate,value",
        .n_rows = points_count(a->n_replicas),
        .n_processes = a->n_jobs,
        .add_key = add_key,
        .add_values = add_value,
        .context = &source,
    };
    tabulation_run(&t);
    inlay_text_clear(&about);
    images_clear(&images);
}

/* ---- error --------------------------------------------------------------- */

/* The standard deviation of the replicas of a table at a point. */
static double spread_at(const struct table *table, const int64_t *setting,
                        double log_rate)
{
    const size_t n = table_n_replicas(table);
    const double mean = table_mean(table, setting, log_rate);
    double squares = 0.0;
    for (size_t r = 0; r < n; r++) {
        const double v = table_value(table, r, setting, log_rate);
        squares += (v - mean) * (v - mean);
    }
    return n > 1 ? sqrt(squares / (double)(n - 1)) : 0.0;
}

static void print_numbers(const struct point *point, const double *number,
                          size_t n)
{
    struct inlay_text line = {0};
    inlay_error err = {0};
    refuse_unless_ok(points_print(point, &line, &err), "network", &err);
    for (size_t i = 0; i < n; i++) {
        inlay_text_add(&line, ",");
        inlay_text_add_number(&line, number[i]);
    }
    refuse_unless_ok(inlay_text_status(&line, &err), "network", &err);
    puts(line.bytes);
    inlay_text_clear(&line);
}

/* A line of CSV; how far the table is off there, and how far replicas are. */
static void compare(const struct source *source, const struct table *table,
                    const struct point *point, double *off, double *spread)
{
    const int64_t setting[] = {(int64_t)point->setting.activation,
                               (int64_t)point->setting.n_hidden};
    const double at = point->setting.log_rate;
    const double read = table_value(table, point->replica, setting, at);
    double value;
    inlay_error err = {0};
    refuse_unless_ok(value_at(source, point, &value, &err), "network", &err);
    *off = fabs(value - read);
    *spread = spread_at(table, setting, at);
    print_numbers(point, (const double[]){value, read, *spread}, 3);
}

static void find_error(const struct arguments *a)
{
    if (!a->table)
        program_quit("error", "it needs --table");
    struct images images = load(a);
    const struct source source = {&images, TABLE_SEED};
    struct table *table = table_load(a->table);
    struct inlay_rng rng = inlay_rng_seed(a->seed);
    double *off = refuse_or_room("network", a->n_points, sizeof *off);
    double *spread = refuse_or_room("network", a->n_points, sizeof *spread);
    printf("# network error: seed %zu, commit %s, points %zu\n"
           "replica,activation,layers,log_rate,value,interpolated,spread\n",
           a->seed, a->commit, a->n_points);
    for (size_t i = 0; i < a->n_points; i++) {
        const struct point point = points_draw(table_n_replicas(table), &rng);
        compare(&source, table, &point, &off[i], &spread[i]);
    }
    fprintf(stderr, "|difference|: median %.3g, ",
            timing_median(off, a->n_points));
    fprintf(stderr, "spread of the replicas: median %.3g\n",
            timing_median(spread, a->n_points));
    free(off);
    free(spread);
    table_free(table);
    images_clear(&images);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(const struct arguments *a);
    } commands[] = {
        {"evaluate", evaluate}, {"tabulate", tabulate}, {"error", find_error}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (argc > 1 && strcmp(argv[1], commands[i].name) == 0) {
            const struct arguments a = read_arguments(argc, argv);
            commands[i].run(&a);
            return 0;
        }
    fputs(USAGE, stderr);
    return EXIT_USAGE;
}
