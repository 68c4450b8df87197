/*
 * init.h: the parts of `inlay init` that others use, and tests.
 */
#ifndef INLAY_APP_COMMANDS_INIT_H
#define INLAY_APP_COMMANDS_INIT_H

#include "app/commands/args.h"
#include "run/plan.h"

/* A study file with a variable of each type.  Lives for ever. */
const char *inlay_init_example(void);

/* The text of a study file from the flags of init; the caller frees it with
 * inlay_text_free. */
inlay_status inlay_init_from_flags(const struct inlay_args *args, char **text,
                                   inlay_error *err);

/* Writes a new file, or an old one where it may be overwritten.  INLAY_ESTATE
 * with the system's reason; then no half of a file is left. */
inlay_status inlay_init_write(const char *path, const char *text,
                              bool may_overwrite, inlay_error *err);

/* Warns of variables that the command has no {name} for: only the environment
 * has them, which is allowed, but mostly a slip. */
void inlay_init_warn_unused(const struct inlay_args *args,
                            const struct inlay_plan *plan);

#endif
