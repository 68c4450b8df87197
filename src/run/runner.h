/*
 * runner.h: vtable of what evaluates trials: local processes, a cluster's
 * queue, a scripted one in the tests.
 *
 * A runner starts jobs and tells, one at a time, how they ended.  It knows
 * nothing of values and results: those are files.  A job is named by its trial,
 * which has one job at a time.
 *
 * One runner is for one thread, which lives as long as the runner does.
 */
#ifndef INLAY_RUN_RUNNER_H
#define INLAY_RUN_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

/* What is to be run: views, needed during start() only. */
struct inlay_job {
    int64_t trial;
    char *const *argv;        /* ends with NULL */
    char *const *environment; /* "NAME=value", ends with NULL: all of it */
    const char *folder;       /* where it runs */
    const char *input;        /* n_input bytes for its standard input */
    size_t n_input;
    const char *output_path; /* gets its standard output; made or emptied */
    const char *error_path;  /* gets its standard error, likewise */
    double timeout;          /* seconds until it is told to end; 0: for ever */
    double grace;            /* seconds from there until it is killed */
    uint64_t memory;         /* bytes of address space; 0: no limit */
};

enum inlay_end_kind {
    INLAY_END_EXITED = 0,
    INLAY_END_SIGNALLED,
    INLAY_END_TIMED_OUT, /* even if it then exited by itself */
    INLAY_END_CANCELLED, /* likewise */
};

struct inlay_job_end {
    int64_t trial;
    enum inlay_end_kind kind;
    int code;       /* exited: its exit code; else the signal that ended it, 0
                       where it was told to end and exited */
    double seconds; /* that it ran */
};

struct inlay_runner;

struct inlay_runner_ops {
    /*
     * INLAY_EINVAL: it can never be started so (no such program or folder, a
     * file that cannot be written).  INLAY_ESTATE: not now (too many jobs, no
     * more processes, the trial has a job).  In both cases nothing runs.
     */
    inlay_status (*start)(struct inlay_runner *r, const struct inlay_job *job,
                          inlay_error *err);
    /*
     * The end of one job: *any is true, and the runner forgets the job.  *any
     * is false after `timeout_seconds` (0: only looks; INFINITY is allowed),
     * when a signal was handled, and at once where no job runs.  A signal that
     * is handled just before the call does not end it: a caller that checks a
     * flag passes a timeout no longer than the flag may wait.
     */
    inlay_status (*wait)(struct inlay_runner *r, double timeout_seconds,
                         struct inlay_job_end *end, bool *any,
                         inlay_error *err);
    /* Tells the job to end; wait() reports it.  INLAY_ESTATE if the trial has
     * no job.  One that ended before, or is ending, is left as it is. */
    inlay_status (*cancel)(struct inlay_runner *r, int64_t trial,
                           inlay_error *err);
    /* Kills what still runs.  r may be NULL in inlay_runner_free() only. */
    void (*free)(struct inlay_runner *r);
};

struct inlay_runner {
    const struct inlay_runner_ops *ops;
};

static inline void inlay_runner_free(struct inlay_runner *r)
{
    if (r)
        r->ops->free(r);
}

#endif
