/*
 * hint.h: why a program could not be started, in words for whoever wrote the
 * command.
 */
#ifndef INLAY_RUN_HINT_H
#define INLAY_RUN_HINT_H

#include "run/runner.h"

/*
 * Fails with INLAY_EINVAL and one line of less than 300 bytes: the program, the
 * folder, the errno of exec, and what to do about it where that can be seen.
 * The files are looked at as they are now.
 */
inlay_status inlay_hint_fail(const struct inlay_job *job, int error,
                             inlay_error *err);

#endif
