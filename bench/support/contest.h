/*
 * contest.h: methods against each other on the development problems: the command
 * line of such programs, their processes, and a single run.
 */
#ifndef INLAY_BENCH_CONTEST_H
#define INLAY_BENCH_CONTEST_H

#include "support/problems.h"

enum { CONTEST_MOST_METHODS = 16, CONTEST_MOST_PROBLEMS = 64 };

struct contest {
    const char *program; /* in messages */
    struct problem_kind problem[CONTEST_MOST_PROBLEMS];
    char *method[CONTEST_MOST_METHODS];
    size_t n_problems, n_methods, n_seeds, first_seed, n_jobs;
    size_t evaluations; /* 0: those of the problem */
};

/* Ends the program with a message. */
_Noreturn void contest_quit(const struct contest *c, const char *what,
                            const char *detail);

/* Lists as the flags have them, which are cut in place and must outlive c. */
void contest_add_problems(struct contest *c, char *list);
void contest_add_methods(struct contest *c, char *list);

/* --problem, --method, --seeds, --first, --jobs and --evaluations; false if the
 * flag is another one. */
bool contest_read(struct contest *c, const char *flag, char *value);

/* What one run is about. */
struct contest_task {
    const struct problem_kind *kind;
    const char *method;
    uint64_t seed;
    size_t evaluations;
};
typedef void contest_fn(const struct contest_task *task, const void *context,
                        void *outcome);

/* Runs fn for each problem, method and seed, in n_jobs processes that are forked
 * from this one.  The outcomes, of `size` bytes, zero at first, lie at
 * (problem * n_methods + method) * n_seeds + seed, and are never freed. */
void *contest_hold(const struct contest *c, size_t size, contest_fn *fn,
                   const void *context);

/* A run: a method meets an instance. */
struct contest_run {
    struct problem problem;
    inlay_options *options;
    inlay_study *study;
    inlay_trial trial; /* of the last ask */
    double seconds;    /* of the last ask */
};

/* These exit the program with a message where something fails. */
struct contest_run contest_begin(const struct contest_task *task);
/* False: there is no configuration left. */
bool contest_ask(struct contest_run *run);
void contest_end(struct contest_run *run);

#endif
