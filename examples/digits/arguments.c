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

#ifndef INLAY_EXAMPLES_DATA /* a folder; the build knows where the sources are \
                             */
#define INLAY_EXAMPLES_DATA "examples/data"
#endif

enum { MAX_EVALUATIONS = 10000, MAX_SEED = 2147483647 };

enum key { EVALUATIONS, SEED, DATA, QUIET, HELP };

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

static bool apply(const struct option *option, const char *value,
                  struct arguments *out, char *message)
{
    unsigned long long n = 0;
    switch (option->key) {
    case EVALUATIONS:
        if (!parse_count(option, value, 1, MAX_EVALUATIONS, &n, message))
            return false;
        out->n_evaluations = (size_t)n;
        return true;
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
                          .data = INLAY_EXAMPLES_DATA "/digits.csv"};
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
         "ends it with the result so far.\n");
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *value = OPTIONS[i].value ? OPTIONS[i].value : "";
        printf("  %-13s %-5s %s\n", OPTIONS[i].name, value, OPTIONS[i].help);
    }
}
