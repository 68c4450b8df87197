/*
 * main.c: a network that learns to read digits, as an objective.
 *
 *     network evaluate --data FOLDER --log-rate X --activation NAME --layers N
 *                      [--seed S]
 *     network tabulate --data FOLDER --out FILE [--replicas N] [--jobs N]
 *                      [--seed S] [--commit TEXT]
 *
 * FOLDER has train-images-idx3-ubyte and train-labels-idx1-ubyte, as
 * tools/fetch-mnist gets them.  evaluate prints the mean log-likelihood of the
 * images for validation, to be maximised, as a worker of `inlay run` does;
 * tabulate makes a table of all settings (sweep.h).  Replica r of a table is the
 * evaluation with seed S + r.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "network/images.h"
#include "network/ledger.h"
#include "network/network.h"
#include "network/sweep.h"
#include "network/training.h"

enum { EXIT_USAGE = 2, N_VALIDATION = 10000, MAX_COUNT = 1000000 };

static const char USAGE[] =
    "usage: network evaluate --data FOLDER --log-rate X --activation NAME\n"
    "                        --layers N [--seed S]\n"
    "       network tabulate --data FOLDER --out FILE [--replicas N] [--jobs "
    "N]\n"
    "                        [--seed S] [--commit TEXT]\n";

/*
 * Where the tables have values: steps of 1/2, and of 1/4 around the maxima, which
 * are from -8.5 (linear) to -4.5 (sigmoid) and flat.  Above -3 trainings hardly
 * converge, and no step would be fine enough.
 */
static const double LOG_RATES[] = {
    -10.0, -9.5, -9.0,  -8.5, -8.0,  -7.5, -7.0,  -6.75, -6.5,
    -6.25, -6.0, -5.75, -5.5, -5.25, -5.0, -4.75, -4.5,  -4.25,
    -4.0,  -3.5, -3.0,  -2.5, -2.0,  -1.5, -1.0,  -0.5,  0.0};
enum { N_LOG_RATES = sizeof LOG_RATES / sizeof *LOG_RATES };

static void quit(int code, const char *what, const char *detail)
{
    fprintf(stderr, "network: %s%s\n", what, detail);
    if (code == EXIT_USAGE)
        fputs(USAGE, stderr);
    exit(code);
}

static void need(inlay_status st, const inlay_error *err)
{
    if (st != INLAY_OK)
        quit(EXIT_FAILURE, err->msg, "");
}

/* ---- Command line -------------------------------------------------------- */

struct arguments {
    const char *data, *out, *commit;
    const char *log_rate, *activation, *layers; /* NULL: not given */
    size_t seed, n_replicas, n_jobs;
};

static size_t whole(const char *flag, const char *text, size_t least,
                    size_t most)
{
    int64_t n;
    if (!inlay_text_to_integer(text, &n) || n < (int64_t)least ||
        n > (int64_t)most) {
        fprintf(stderr,
                "network: %s takes a whole number from %zu to %zu, "
                "not '%s'\n",
                flag, least, most, text);
        exit(EXIT_USAGE);
    }
    return (size_t)n;
}

static struct arguments read_arguments(int argc, char **argv)
{
    struct arguments a = {
        .commit = "unknown", .seed = 1, .n_replicas = 4, .n_jobs = 1};
    for (int i = 2; i < argc; i += 2) {
        const char *flag = argv[i], *value = argv[i + 1];
        if (!value)
            quit(EXIT_USAGE, "no value for ", flag);
        if (strcmp(flag, "--data") == 0)
            a.data = value;
        else if (strcmp(flag, "--out") == 0)
            a.out = value;
        else if (strcmp(flag, "--commit") == 0)
            a.commit = value;
        else if (strcmp(flag, "--log-rate") == 0)
            a.log_rate = value;
        else if (strcmp(flag, "--activation") == 0)
            a.activation = value;
        else if (strcmp(flag, "--layers") == 0)
            a.layers = value;
        else if (strcmp(flag, "--seed") == 0)
            a.seed = whole(flag, value, 0, INT32_MAX);
        else if (strcmp(flag, "--replicas") == 0)
            a.n_replicas = whole(flag, value, 1, MAX_COUNT);
        else if (strcmp(flag, "--jobs") == 0)
            a.n_jobs = whole(flag, value, 1, MAX_COUNT);
        else
            quit(EXIT_USAGE, "unknown flag ", flag);
    }
    return a;
}

static struct images load(const struct arguments *a)
{
    struct images images;
    inlay_error err = {0};
    if (!a->data)
        quit(EXIT_USAGE, "--data is missing", "");
    need(images_load(a->data, N_VALIDATION, &images, &err), &err);
    return images;
}

/* ---- evaluate ------------------------------------------------------------ */

static enum activation activation_of(const char *name)
{
    for (int k = 0; k < N_ACTIVATIONS; k++)
        if (strcmp(name, ACTIVATION_NAMES[k]) == 0)
            return (enum activation)k;
    quit(EXIT_USAGE, "--activation is linear, sigmoid, tanh or relu, not ",
         name);
    return N_ACTIVATIONS;
}

static struct training_setting setting_of(const struct arguments *a)
{
    struct training_setting s;
    if (!a->log_rate || !a->activation || !a->layers)
        quit(EXIT_USAGE, "evaluate needs --log-rate, --activation and --layers",
             "");
    if (!inlay_text_to_number(a->log_rate, &s.log_rate))
        quit(EXIT_USAGE, "--log-rate takes a number, not ", a->log_rate);
    s.activation = activation_of(a->activation);
    s.n_hidden = whole("--layers", a->layers, 1, NETWORK_MAX_HIDDEN);
    return s;
}

static void evaluate(const struct arguments *a)
{
    const struct training_setting setting = setting_of(a);
    struct images images = load(a);
    struct training_result result;
    struct inlay_text line = {0};
    inlay_error err = {0};

    need(
        training_run(&setting, &TRAINING_PLAN, &images, a->seed, &result, &err),
        &err);
    need(inlay_text_add(&line, "{\"objective\": ", &err), &err);
    need(inlay_text_add_number(&line, result.log_likelihood, &err), &err);
    need(inlay_text_add(&line, ", \"accuracy\": ", &err), &err);
    need(inlay_text_add_number(&line, result.accuracy, &err), &err);
    printf("%s}\n", line.bytes);
    inlay_text_clear(&line);
    images_clear(&images);
}

/* ---- tabulate ------------------------------------------------------------ */

struct source {
    struct images images;
    uint64_t seed;
};

static inlay_status evaluate_row(const struct ledger_row *row, void *context,
                                 double *value, inlay_error *err)
{
    const struct source *source = context;
    const struct training_setting setting = {
        row->log_rate, (enum activation)row->activation, row->n_hidden};
    struct training_result result = {0};
    const inlay_status st =
        training_run(&setting, &TRAINING_PLAN, &source->images,
                     source->seed + row->replica, &result, err);
    if (st == INLAY_OK)
        *value = result.log_likelihood;
    return st;
}

/* Of what the values are functions, besides the columns. */
static void add_title(struct inlay_text *title, const struct arguments *a,
                      const struct images *images, inlay_error *err)
{
    const char *slash = strrchr(a->data, '/');
    need(inlay_text_printf(
             title, err,
             "network tabulate: seed %zu (+ replica), commit %s, data %s, "
             "learn %zu, validate %zu, epochs %zu, batch %zu, width %zu, "
             "activation linear sigmoid tanh relu, value = mean validation "
             "log-likelihood, to maximise",
             a->seed, a->commit, slash && slash[1] ? slash + 1 : a->data,
             images->n_learn, images->n_validation, TRAINING_PLAN.n_epochs,
             TRAINING_PLAN.batch, TRAINING_PLAN.width),
         err);
}

static void tabulate(const struct arguments *a)
{
    struct source source = {load(a), a->seed};
    const struct ledger_axes axes = {.n_replicas = a->n_replicas,
                                     .log_rates = LOG_RATES,
                                     .n_log_rates = N_LOG_RATES};
    const struct sweep sweep = {
        .n_jobs = a->n_jobs, .evaluate = evaluate_row, .context = &source};
    struct inlay_text title = {0};
    struct ledger ledger;
    inlay_error err = {0};

    if (!a->out)
        quit(EXIT_USAGE, "tabulate needs --out", "");
    add_title(&title, a, &source.images, &err);
    need(ledger_open(a->out, title.bytes, &axes, &ledger, &err), &err);
    need(sweep_run(&sweep, &ledger, &err), &err);
    need(ledger_finish(&ledger, &err), &err);
    ledger_clear(&ledger);
    inlay_text_clear(&title);
    images_clear(&source.images);
}

int main(int argc, char **argv)
{
    const struct arguments a = read_arguments(argc, argv);
    if (argc > 1 && strcmp(argv[1], "evaluate") == 0)
        evaluate(&a);
    else if (argc > 1 && strcmp(argv[1], "tabulate") == 0)
        tabulate(&a);
    else
        quit(EXIT_USAGE, "no such command: ", argc > 1 ? argv[1] : "(none)");
    return 0;
}
