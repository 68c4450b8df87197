/*
 * launch.h: a job becomes a process of this machine.
 *
 * The process is the leader of a group of its own, which the keeper knows.  It
 * has the job's streams, folder, environment and memory limit, default signals
 * and no other descriptor that is closed on exec, and on Linux dies with the
 * thread that has started it.
 */
#ifndef INLAY_RUN_LAUNCH_H
#define INLAY_RUN_LAUNCH_H

#include "run/keeper.h"
#include "run/runner.h"

/*
 * Returns when the program runs, or why it does not: the codes are those of
 * start() of a runner.  *out is the leader's pid, and its group's number; the
 * caller reaps it, and tells the keeper before.
 */
inlay_status inlay_launch_job(const struct inlay_job *job,
                              const struct inlay_keeper *keeper, pid_t *out,
                              inlay_error *err);

#endif
