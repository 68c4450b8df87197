/*
 * arguments.c: flags with a value each.
 */
#include "harness/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MAX_WORD = 128 };

static void quit(const char *what, const char *detail)
{
    fprintf(stderr, "%s%s\n", what, detail);
    exit(2);
}

static size_t whole(const char *flag, const char *text, int64_t lowest)
{
    int64_t n;
    if (!inlay_text_to_integer(text, &n) || n < lowest) {
        fprintf(stderr, "%s: '%s' is no whole number from %lld\n", flag, text,
                (long long)lowest);
        exit(2);
    }
    return (size_t)n;
}

static bool read_flag(struct arguments *a, const char *flag, const char *value)
{
    if (strcmp(flag, "--out") == 0)
        a->out = value;
    else if (strcmp(flag, "--commit") == 0)
        a->commit = value;
    else if (strcmp(flag, "--tables") == 0)
        a->tables = value;
    else if (strcmp(flag, "--panel") == 0)
        a->panels = value;
    else if (strcmp(flag, "--method") == 0)
        a->methods = value;
    else if (strcmp(flag, "--problems") == 0)
        a->n_problems = whole(flag, value, 1);
    else if (strcmp(flag, "--evaluations") == 0)
        a->n_evaluations = whole(flag, value, 1);
    else if (strcmp(flag, "--jobs") == 0)
        a->n_jobs = whole(flag, value, 1);
    else if (strcmp(flag, "--seed") == 0)
        a->seed = whole(flag, value, 0);
    else
        return false;
    return true;
}

void arguments_read(struct arguments *a, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            quit("no value for ", argv[i]);
        if (!read_flag(a, argv[i], argv[i + 1]))
            quit("unknown flag, of --out --commit --tables --panel --method "
                 "--problems --evaluations --jobs --seed: ",
                 argv[i]);
    }
}

/* The next word of a list, from *at on; false at its end. */
static bool next_word(const char **at, char word[MAX_WORD])
{
    if (!**at)
        return false;
    const size_t n = strcspn(*at, ",");
    snprintf(word, MAX_WORD, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == ',');
    return true;
}

bool arguments_has(const char *list, const char *name)
{
    char word[MAX_WORD];
    while (list && next_word(&list, word))
        if (strcmp(word, name) == 0)
            return true;
    return !list;
}

bool arguments_matches(const char *list, const char *name)
{
    char word[MAX_WORD];
    while (list && next_word(&list, word))
        if (strstr(name, word))
            return true;
    return !list;
}
