/*
 * arguments.c: one table of options, for the parser and for the help.
 *
 * By hand and not with getopt_long, which is not POSIX and prints messages of
 * its own.
 */
#include "arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "report.h"

#ifndef INLAY_EXAMPLES_DATA /* a folder; the build knows where the sources are \
                             */
#define INLAY_EXAMPLES_DATA "examples/data"
#endif

enum { MAX_EVALUATIONS = 10000, MAX_SEED = 2147483647 };

static const double MIN_RATE = 1e-9, MAX_RATE = 100.0;

enum key {
    EVALUATIONS,
    SEED,
    DATA,
    QUIET,
    EVALUATE,
    RATE,
    LAYERS,
    ACTIVATION,
    BATCH,
    HELP
};

struct option {
    const char *name;
    enum key key;
    const char *value; /* what it takes; NULL if it is a switch */
    const char *help;
};

static const struct option OPTIONS[] = {
    {"--evaluations", EVALUATIONS, "N", "configurations to try (default 40)"},
    {"--seed", SEED, "N", "another seed, another run (default 1)"},
    {"--data", DATA, "FILE",
     "the digits; default " INLAY_EXAMPLES_DATA "/digits.csv"},
    {"--quiet", QUIET, NULL, "no progress, only the result"},
    {"--evaluate", EVALUATE, NULL,
     "only try the configuration of the next four; a line of JSON"},
    {"--rate", RATE, "X", "learning rate (default 0.007)"},
    {"--layers", LAYERS, "N", "hidden layers (default 1)"},
    {"--activation", ACTIVATION, "NAME",
     "linear, sigmoid, tanh or relu (default)"},
    {"--batch", BATCH, "N", "batch size (default 32)"},
    {"--help", HELP, NULL, "this text"},
};
enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };

static const struct option *find(const char *name)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (strcmp(OPTIONS[i].name, name) == 0)
            return &OPTIONS[i];
    return NULL;
}

/* strtoull alone would take "-1", " 7" and "7x". */
static bool parse_count(const struct option *option, const char *text,
                        unsigned long long min, unsigned long long max,
                        unsigned long long *out, char *message)
{
    char *end = NULL;
    const bool has_digits = *text && strspn(text, "0123456789") == strlen(text);
    errno = 0;
    const unsigned long long n = has_digits ? strtoull(text, &end, 10) : 0;
    if (!has_digits || errno || n < min || n > max) {
        snprintf(message, ARGUMENTS_MAX_MESSAGE,
                 "%s takes a whole number from %llu to %llu, not '%.40s'",
                 option->name, min, max, text);
        return false;
    }
    *out = n;
    return true;
}

static bool parse_size(const struct option *option, const char *text,
                       size_t max, size_t *out, char *message)
{
    unsigned long long n = 0;
    if (!parse_count(option, text, 1, max, &n, message))
        return false;
    *out = (size_t)n;
    return true;
}

static bool parse_rate(const struct option *option, const char *text,
                       double *rate, char *message)
{
    char *end = NULL;
    const double v = strtod(text, &end);
    if (end == text || *end || !(v >= MIN_RATE && v <= MAX_RATE)) {
        snprintf(message, ARGUMENTS_MAX_MESSAGE,
                 "%s takes a number from %g to %g, not '%.40s'", option->name,
                 MIN_RATE, MAX_RATE, text);
        return false;
    }
    *rate = v;
    return true;
}

static bool parse_activation(const char *text, enum network_activation *out,
                             char *message)
{
    for (int a = 0; a < NETWORK_N_ACTIVATIONS; a++) {
        if (strcmp(REPORT_ACTIVATIONS[a], text) == 0) {
            *out = (enum network_activation)a;
            return true;
        }
    }
    snprintf(message, ARGUMENTS_MAX_MESSAGE,
             "--activation is linear, sigmoid, tanh or relu, not '%.40s'",
             text);
    return false;
}

static bool apply(const struct option *option, const char *value,
                  struct arguments *out, char *message)
{
    struct setting *setting = &out->setting;
    unsigned long long n = 0;
    switch (option->key) {
    case EVALUATIONS:
        return parse_size(option, value, MAX_EVALUATIONS, &out->n_evaluations,
                          message);
    case SEED:
        if (!parse_count(option, value, 0, MAX_SEED, &n, message))
            return false;
        out->seed = n;
        return true;
    case DATA:
        out->data = value;
        return true;
    case QUIET:
        out->is_quiet = true;
        return true;
    case EVALUATE:
        out->is_evaluation = true;
        return true;
    case RATE:
        return parse_rate(option, value, &setting->learning_rate, message);
    case LAYERS:
        return parse_size(option, value, NETWORK_MAX_HIDDEN, &setting->n_hidden,
                          message);
    case ACTIVATION:
        return parse_activation(value, &setting->activation, message);
    case BATCH:
        return parse_size(option, value, NETWORK_MAX_BATCH,
                          &setting->batch_size, message);
    case HELP:
        out->wants_help = true;
        return true;
    }
    return false;
}

bool arguments_parse(int argc, char *const *argv, struct arguments *out,
                     char *message)
{
    struct arguments a = {.n_evaluations = 40,
                          .seed = 1,
                          .data = INLAY_EXAMPLES_DATA "/digits.csv",
                          .setting = {.learning_rate = 0.007,
                                      .n_hidden = 1,
                                      .activation = NETWORK_RELU,
                                      .batch_size = 32}};
    for (int i = 1; i < argc; i++) {
        const struct option *option = find(argv[i]);
        if (!option) {
            snprintf(message, ARGUMENTS_MAX_MESSAGE,
                     "unknown argument '%.80s'; --help lists them", argv[i]);
            return false;
        }
        if (option->value && i + 1 == argc) {
            snprintf(message, ARGUMENTS_MAX_MESSAGE, "%s needs a value: %s %s",
                     option->name, option->name, option->value);
            return false;
        }
        const char *value = option->value ? argv[++i] : "";
        if (!apply(option, value, &a, message))
            return false;
    }
    *out = a;
    return true;
}

void arguments_print_help(void)
{
    puts("digits [options]\n\n"
         "Tunes a neural network that reads handwritten digits: its learning\n"
         "rate, depth, activation and batch size, chosen by Inlay.  Ctrl-C\n"
         "ends it with the result so far.  With --evaluate another program\n"
         "chooses, such as inlay run examples/studies/digits.json.\n");
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *value = OPTIONS[i].value ? OPTIONS[i].value : "";
        printf("  %-13s %-5s %s\n", OPTIONS[i].name, value, OPTIONS[i].help);
    }
}
