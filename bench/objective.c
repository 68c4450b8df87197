/*
 * objective.c: the development problems, for programs in other languages.
 *
 *     objective --problem NAME [--seed N]
 *
 * Prints the problem as one line of JSON: its name, seed, budget, the sd of its
 * noise, its true minimum, its range (support/problems.h), its limits, and its
 * space as inlay_space_parse takes it.  Then each line of standard input is a
 * configuration (an object by names, or an array), answered by a line
 *
 *     {"value": V, "observed": Y, "limits": {"NAME": L, …}, "feasible": true}
 *
 * V without noise, Y with it; both null where the evaluation fails.  After a '?'
 * the configuration is looked at, but not evaluated: "observed" is null, and the
 * next evaluation has the noise that this one would have had.  The instance and
 * the noise of evaluation i are those of `quality` and `noise` with the same seed.
 * A line that is no configuration ends the program: exit code 2, and a message
 * with the number of the line.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "problem/configuration.h"
#include "support/problems.h"

enum { MAX_LINE = 65536 };

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "objective: %s%s\n", what, detail);
    exit(2);
}

static void need(inlay_status st, const inlay_error *err)
{
    if (st != INLAY_OK)
        quit("", err->msg);
}

/* In the shortest decimal that reads back as v. */
static void print_number(const char *before, double v)
{
    struct inlay_text text = {0};
    inlay_error err = {0};

    inlay_text_add(&text, before);
    if (isfinite(v))
        inlay_text_add_number(&text, v);
    else
        inlay_text_add(&text, "null");
    need(inlay_text_status(&text, &err), &err);
    fputs(text.bytes, stdout);
    inlay_text_clear(&text);
}

/* A bound that is not there is null. */
static void print_limits(const struct problem_kind *kind)
{
    printf(", \"limits\": [");
    for (size_t i = 0; i < problem_n_limits(kind); i++) {
        printf("%s{\"name\": \"%s\"", i > 0 ? ", " : "", kind->limits[i].name);
        print_number(", \"min\": ", kind->limits[i].min);
        print_number(", \"max\": ", kind->limits[i].max);
        putchar('}');
    }
    putchar(']');
}

static void print_problem(const struct problem *p, uint64_t seed)
{
    char *space = NULL;
    inlay_error err = {0};
    need(inlay_space_print(p->space, &space, &err), &err);
    for (char *c = space; *c; c++)
        if (*c == '\n')
            *c = ' ';
    printf("{\"problem\": \"%s\", \"seed\": %llu, \"evaluations\": %zu",
           p->kind->name, (unsigned long long)seed, p->kind->evaluations);
    print_number(", \"noise_sd\": ", p->noise_sd);
    print_number(", \"minimum\": ", p->minimum);
    print_number(", \"range\": ", problem_range(p));
    print_limits(p->kind);
    printf(", \"space\": %s}\n", space);
    fflush(stdout);
    inlay_text_free(space);
}

static void print_limited(const struct problem_kind *kind, const inlay_value *x)
{
    double values[PROBLEM_MOST_LIMITS] = {0};
    if (kind->limits)
        kind->limited(x, values);
    printf(", \"limits\": {");
    for (size_t i = 0; i < problem_n_limits(kind); i++) {
        printf("%s\"%s", i > 0 ? ", " : "", kind->limits[i].name);
        print_number("\": ", values[i]);
    }
    printf("}, \"feasible\": %s",
           problem_is_feasible(kind, x) ? "true" : "false");
}

static void answer(struct problem *p, const char *line, size_t number)
{
    const bool is_look = line[0] == '?';
    inlay_value x[PROBLEM_MOST_VARIABLES];
    inlay_error err = {0};
    if (inlay_configuration_parse(p->space, line + is_look, x, &err) !=
        INLAY_OK) {
        fprintf(stderr, "objective: line %zu: %s\n", number, err.msg);
        exit(2);
    }
    const double value = p->kind->value(p, x);
    const double observed = is_look ? NAN : problem_observe(p, x, value);
    print_number("{\"value\": ", value);
    print_number(", \"observed\": ", observed);
    print_limited(p->kind, x);
    puts("}");
    fflush(stdout);
}

static uint64_t whole(const char *text)
{
    int64_t n = 0;
    if (!inlay_text_to_integer(text, &n) || n < 0)
        quit("not a seed: ", text);
    return (uint64_t)n;
}

int main(int argc, char **argv)
{
    struct problem_kind kind = {0};
    uint64_t seed = 1;

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            quit("no value for ", argv[i]);
        if (strcmp(argv[i], "--seed") == 0)
            seed = whole(argv[i + 1]);
        else if (strcmp(argv[i], "--problem") != 0)
            quit("unknown flag ", argv[i]);
        else if (!problem_find(argv[i + 1], &kind))
            quit("unknown problem ", argv[i + 1]);
    }
    if (!kind.name)
        quit("usage: objective --problem NAME [--seed N]", "");

    static char line[MAX_LINE];
    struct problem p = problem_make(&kind, seed);
    print_problem(&p, seed);
    for (size_t n = 1; fgets(line, sizeof line, stdin); n++)
        answer(&p, line, n);
    problem_clear(&p);
    return 0;
}
