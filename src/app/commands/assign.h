/*
 * assign.h: NAME=VALUE on the command line, as a value of a variable.
 */
#ifndef INLAY_APP_COMMANDS_ASSIGN_H
#define INLAY_APP_COMMANDS_ASSIGN_H

#include "inlay.h"

/* Sets x[i] and is_given[i] of the variable that the word names; the range of
 * the value is not looked at, see inlay_space_check.  INLAY_EINVAL: no such
 * variable, not a value of its type, or given already. */
inlay_status inlay_assign(const inlay_space *space, const char *word,
                          inlay_value *x, bool *is_given, inlay_error *err);

#endif
