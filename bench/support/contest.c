/*
 * contest.c: the processes share the memory of the outcomes, and each takes every
 * n-th task.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "support/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/spec.h"

void contest_quit(const struct contest *c, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s\n", c->program, what, detail);
    exit(2);
}

/* ---- Command line ---- */

void contest_add_problems(struct contest *c, char *list)
{
    char *rest = NULL;
    for (char *name = strtok_r(list, ",", &rest); name;
         name = strtok_r(NULL, ",", &rest)) {
        if (c->n_problems == CONTEST_MOST_PROBLEMS)
            contest_quit(c, "too many problems: ", name);
        if (!problem_find(name, &c->problem[c->n_problems++]))
            contest_quit(c, "unknown problem ", name);
    }
}

void contest_add_methods(struct contest *c, char *list)
{
    char *rest = NULL;
    for (char *spec = strtok_r(list, ";", &rest); spec;
         spec = strtok_r(NULL, ";", &rest)) {
        if (c->n_methods == CONTEST_MOST_METHODS)
            contest_quit(c, "too many methods: ", spec);
        c->method[c->n_methods++] = spec;
    }
}

static size_t whole(const struct contest *c, const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end)
        contest_quit(c, "not a number: ", text);
    return n;
}

static size_t at_least_1(const struct contest *c, const char *text)
{
    const size_t n = whole(c, text);
    if (n == 0)
        contest_quit(c, "--seeds and --jobs must be at least 1", "");
    return n;
}

bool contest_read(struct contest *c, const char *flag, char *value)
{
    if (strcmp(flag, "--problem") == 0)
        contest_add_problems(c, value);
    else if (strcmp(flag, "--method") == 0)
        contest_add_methods(c, value);
    else if (strcmp(flag, "--seeds") == 0)
        c->n_seeds = at_least_1(c, value);
    else if (strcmp(flag, "--first") == 0)
        c->first_seed = whole(c, value);
    else if (strcmp(flag, "--jobs") == 0)
        c->n_jobs = at_least_1(c, value);
    else if (strcmp(flag, "--evaluations") == 0)
        c->evaluations = whole(c, value);
    else
        return false;
    return true;
}

/* ---- Processes ---- */

struct share {
    size_t size;
    contest_fn *fn;
    const void *context;
    char *outcomes;
};

/* Seeds change slowest, so that each process gets a share of all. */
static void work(const struct contest *c, size_t worker, const struct share *s)
{
    const size_t per_seed = c->n_problems * c->n_methods;
    for (size_t t = worker; t < per_seed * c->n_seeds; t += c->n_jobs) {
        const size_t seed = t / per_seed, cell = t % per_seed;
        const struct problem_kind *kind = &c->problem[cell / c->n_methods];
        const struct contest_task task = {
            kind, c->method[cell % c->n_methods], c->first_seed + seed,
            c->evaluations ? c->evaluations : kind->evaluations};
        s->fn(&task, s->context,
              s->outcomes + (cell * c->n_seeds + seed) * s->size);
    }
}

static void wait_for_all(const struct contest *c)
{
    int status;
    bool failed = false;
    while (wait(&status) > 0)
        failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (failed)
        contest_quit(c, "a process failed", "");
}

void *contest_hold(const struct contest *c, size_t size, contest_fn *fn,
                   const void *context)
{
    const size_t bytes = c->n_problems * c->n_methods * c->n_seeds * size;
    struct share s = {size, fn, context,
                      mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0)};
    if (s.outcomes == MAP_FAILED)
        contest_quit(c, "no shared memory", "");
    fflush(stdout);
    for (size_t w = 0; w < c->n_jobs; w++) {
        const pid_t pid = fork();
        if (pid < 0)
            contest_quit(c, "fork failed", "");
        if (pid == 0) {
            work(c, w, &s);
            _exit(0);
        }
    }
    wait_for_all(c);
    return s.outcomes;
}

/* ---- A run ---- */

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "contest: %s\n", err->msg);
    exit(2);
}

struct contest_run contest_begin(const struct contest_task *task)
{
    struct contest_run run = {.problem = problem_make(task->kind, task->seed),
                              .options =
                                  spec_options(task->method, task->seed)};
    inlay_error err = {0};
    problem_add_outputs(task->kind, run.options);
    need(inlay_study_new(run.problem.space, run.options, &run.study, &err),
         &err);
    return run;
}

bool contest_ask(struct contest_run *run)
{
    inlay_error err = {0};
    const double before = inlay_clock_seconds();
    const inlay_status st = inlay_study_ask(run->study, &run->trial, &err);
    run->seconds = inlay_clock_seconds() - before;
    if (st != INLAY_EXHAUSTED)
        need(st, &err);
    return st != INLAY_EXHAUSTED;
}

void contest_end(struct contest_run *run)
{
    inlay_study_free(run->study);
    inlay_options_free(run->options);
    problem_clear(&run->problem);
}
