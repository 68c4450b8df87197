/*
 * local.h: the runner whose jobs are processes of this machine.
 *
 * A job is started with execve, never by a shell.  argv[0] with a '/' is a path
 * as seen from the job's folder; without one it is looked up in PATH of the
 * job's environment.  Each job is a process group of its own.  When its leader
 * has ended by itself, the rest of the group is killed, and the job has ended; so
 * a job leaves nothing behind but what has left its group on purpose.  A job that
 * is told to end has ended when all of its group have, or were killed.
 *
 * The input is a file without a name in the folder of output_path, so that a
 * job may read as much or as little of it as it likes.
 *
 * While a runner exists, SIGCHLD is blocked in the thread that made it, and has
 * a handler that does nothing; both are as before when it is freed.  All of its
 * functions are for that thread, with which its jobs die.
 */
#ifndef INLAY_RUN_LOCAL_H
#define INLAY_RUN_LOCAL_H

#include "run/runner.h"

/* The caller frees with inlay_runner_free(). */
inlay_status inlay_local_new(struct inlay_runner **out, inlay_error *err);

#endif
