/*
 * reason.h: why an evaluation failed, in words that are stored with its trial.
 */
#ifndef INLAY_RUN_REASON_H
#define INLAY_RUN_REASON_H

#include "run/loop.h"

enum { INLAY_MAX_REASON = 400 };

/* How a job ended that did not exit with 0.  The limit of memory, if there is
 * one, is named as what may have been the cause. */
void inlay_reason_of_end(const struct inlay_job_end *end,
                         const struct inlay_loop_options *options,
                         char why[INLAY_MAX_REASON]);

/* Appends the last of the lines, which are UTF-8, to why: "exit code 1: no such
 * file", where `before` is ": ".  Nothing where there is no line. */
void inlay_reason_add_line(char why[INLAY_MAX_REASON], const char *before,
                           const char *lines);

#endif
