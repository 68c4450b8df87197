/*
 * arguments.c: one table of commands and one of options, for the parser and for
 * the help.
 */
#include "boost/arguments.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

#define USED_BY(command) (1U << (command))

static const struct {
    const char *name;
    enum command command;
    const char *help;
} COMMANDS[] = {
    {"help", COMMAND_HELP, "this text"},
    {"evaluate", COMMAND_EVALUATE,
     "the mean held-out log-likelihood of a setting, as a worker of inlay run"},
    {"folds", COMMAND_FOLDS, "the fold of each row, one a line"},
    {"tabulate", COMMAND_TABULATE,
     "a CSV file of all settings; goes on with one that is not finished"},
    {"error", COMMAND_ERROR,
     "random settings evaluated and read from a table, as CSV"},
};
enum { N_COMMANDS = sizeof COMMANDS / sizeof *COMMANDS };

enum kind { REAL, COUNT, TEXT };

#define FIELD(name) offsetof(struct arguments, name)

/* at: where the value goes in struct arguments; a double, a size_t or a
 * const char *. */
static const struct option {
    const char *name;
    enum kind kind;
    size_t at;
    unsigned used_by, needed_by;
    double min, max; /* of a number */
    const char *help;
} OPTIONS[] = {
    {"--log-rate", REAL, FIELD(point.log_rate), USED_BY(COMMAND_EVALUATE),
     USED_BY(COMMAND_EVALUATE), GRID_MIN_LOG_RATE, GRID_MAX_LOG_RATE,
     "logarithm of the learning rate"},
    {"--depth", COUNT, FIELD(point.depth), USED_BY(COMMAND_EVALUATE),
     USED_BY(COMMAND_EVALUATE), 1, GRID_MAX_DEPTH, "largest depth of a tree"},
    {"--split", COUNT, FIELD(point.split), USED_BY(COMMAND_EVALUATE),
     USED_BY(COMMAND_EVALUATE), GRID_MIN_SPLIT, GRID_MAX_SPLIT,
     "rows that a node needs to be divided"},
    {"--seed", COUNT, FIELD(point.replica),
     USED_BY(COMMAND_EVALUATE) | USED_BY(COMMAND_FOLDS) |
         USED_BY(COMMAND_ERROR),
     0, 0, 2147483647, "of the folds; error: of the random settings (0)"},
    {"--ties", COUNT, FIELD(ties), USED_BY(COMMAND_EVALUATE), 0, 0, 2147483647,
     "seed of draws between equal splits (that of the folds)"},
    {"--data", TEXT, FIELD(data), ~0U, 0, 0, 0,
     "the digits (examples/data/digits.csv)"},
    {"--out", TEXT, FIELD(out), USED_BY(COMMAND_TABULATE),
     USED_BY(COMMAND_TABULATE), 0, 0, "file of the table"},
    {"--splits", COUNT, FIELD(n_splits), USED_BY(COMMAND_TABULATE), 0, 1, 100,
     "replicas: folds by seeds 0, 1, … (5)"},
    {"--jobs", COUNT, FIELD(n_jobs), USED_BY(COMMAND_TABULATE), 0, 1, 64,
     "processes (1)"},
    {"--commit", TEXT, FIELD(commit),
     USED_BY(COMMAND_TABULATE) | USED_BY(COMMAND_ERROR), 0, 0, 0,
     "what the first line of the file says of it (unknown)"},
    {"--table", TEXT, FIELD(table), USED_BY(COMMAND_ERROR),
     USED_BY(COMMAND_ERROR), 0, 0, "a file of tabulate"},
    {"--points", COUNT, FIELD(n_points), USED_BY(COMMAND_ERROR), 0, 1, 100000,
     "settings (50)"},
};
enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };

static inlay_status parse_number(const struct option *option, const char *text,
                                 double *out, inlay_error *err)
{
    int64_t whole = 0;
    const bool is_real = option->kind == REAL;
    const bool ok = is_real ? inlay_text_to_number(text, out)
                            : inlay_text_to_integer(text, &whole);
    if (!is_real)
        *out = (double)whole;
    if (!ok || !(*out >= option->min && *out <= option->max))
        return inlay_fail(
            err, INLAY_EINVAL,
            "%s takes a %snumber from %.10g to %.10g, not '%.40s'",
            option->name, is_real ? "" : "whole ", option->min, option->max,
            text);
    return INLAY_OK;
}

static inlay_status apply(const struct option *option, const char *text,
                          struct arguments *a, inlay_error *err)
{
    char *field = (char *)a + option->at;
    double number = 0.0;
    if (option->kind == TEXT) {
        memcpy(field, &text, sizeof text);
        return INLAY_OK;
    }
    const inlay_status st = parse_number(option, text, &number, err);
    if (st != INLAY_OK)
        return st;
    const size_t count = option->kind == COUNT ? (size_t)number : 0;
    if (option->kind == COUNT)
        memcpy(field, &count, sizeof count);
    else
        memcpy(field, &number, sizeof number);
    return INLAY_OK;
}

static inlay_status find_command(const char *name, enum command *out,
                                 inlay_error *err)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(COMMANDS[i].name, name) == 0) {
            *out = COMMANDS[i].command;
            return INLAY_OK;
        }
    return inlay_fail(err, INLAY_EINVAL,
                      "unknown command '%.40s'; 'boost help' lists them", name);
}

static inlay_status find_option(const char *name, enum command command,
                                size_t *out, inlay_error *err)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (strcmp(OPTIONS[i].name, name) == 0 &&
            (OPTIONS[i].used_by & USED_BY(command))) {
            *out = i;
            return INLAY_OK;
        }
    return inlay_fail(err, INLAY_EINVAL,
                      "this command has no option '%.40s'; 'boost help' lists "
                      "them",
                      name);
}

static inlay_status check_needed(enum command command, const bool *is_given,
                                 inlay_error *err)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if ((OPTIONS[i].needed_by & USED_BY(command)) && !is_given[i])
            return inlay_fail(err, INLAY_EINVAL, "%s is missing: %s",
                              OPTIONS[i].name, OPTIONS[i].help);
    return INLAY_OK;
}

inlay_status arguments_parse(int argc, char *const *argv, struct arguments *out,
                             inlay_error *err)
{
    struct arguments a = {.ties = SIZE_MAX, /* not given */
                          .n_splits = 5,
                          .n_jobs = 1,
                          .n_points = 50,
                          .data = "examples/data/digits.csv",
                          .commit = "unknown"};
    bool is_given[N_OPTIONS] = {false};
    inlay_status st =
        argc < 2 ? INLAY_OK : find_command(argv[1], &a.command, err);
    for (int i = 2; st == INLAY_OK && i < argc; i += 2) {
        size_t k = 0;
        st = find_option(argv[i], a.command, &k, err);
        if (st == INLAY_OK && i + 1 == argc)
            st = inlay_fail(err, INLAY_EINVAL, "%s needs a value", argv[i]);
        if (st != INLAY_OK)
            break;
        is_given[k] = true;
        st = apply(&OPTIONS[k], argv[i + 1], &a, err);
    }
    if (st == INLAY_OK)
        st = check_needed(a.command, is_given, err);
    if (a.ties == SIZE_MAX)
        a.ties = a.point.replica;
    if (st == INLAY_OK)
        *out = a;
    return st;
}

void arguments_print_help(void)
{
    puts("boost COMMAND [options]\n\n"
         "Gradient boosting on the handwritten digits, judged by ten-fold\n"
         "cross-validation: the objective of figure 6 (top).\n\nCommands");
    for (size_t i = 0; i < N_COMMANDS; i++)
        printf("  %-11s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    puts("\nOptions, with defaults in parentheses");
    for (size_t i = 0; i < N_OPTIONS; i++) {
        printf("  %-11s %s\n              ", OPTIONS[i].name, OPTIONS[i].help);
        for (size_t k = 0; k < N_COMMANDS; k++)
            if (COMMANDS[k].command != COMMAND_HELP &&
                (OPTIONS[i].used_by & USED_BY(COMMANDS[k].command)))
                printf(" %s", COMMANDS[k].name);
        putchar('\n');
    }
}
