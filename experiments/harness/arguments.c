/*
 * arguments.c: flags with a value each.
 */
#include "harness/arguments.h"

#include <stdio.h>
#include <string.h>

#include "harness/program.h"

enum { MAX_WORD = 128 };

static void need_one(size_t n, const char *flag)
{
    if (n == 0)
        program_quit(flag, "it must be at least 1");
}

void arguments_read(struct arguments *a, int argc, char **argv)
{
    const struct program_flag flags[] = {
        {"--out", .text = &a->out},
        {"--commit", .text = &a->commit},
        {"--tables", .text = &a->tables},
        {"--panel", .text = &a->panels},
        {"--method", .text = &a->methods},
        {"--problems", .number = &a->n_problems},
        {"--evaluations", .number = &a->n_evaluations},
        {"--jobs", .number = &a->n_jobs},
        {"--seed", .number = &a->seed},
    };
    program_read_flags(argc, argv, flags, sizeof flags / sizeof *flags);
    need_one(a->n_problems, "--problems");
    need_one(a->n_jobs, "--jobs");
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
