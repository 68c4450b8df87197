/*
 * compact.h: a variable in a few letters, for the command line and for people
 * who are asked:
 *
 *     real         lr=1e-5..1:log
 *     integer      layers=1..3
 *     ordinal      drop=0,0.1,0.5
 *     categorical  act=relu,tanh
 *     boolean      bias
 */
#ifndef INLAY_APP_COMMANDS_COMPACT_H
#define INLAY_APP_COMMANDS_COMPACT_H

#include "inlay.h"

/* Adds a variable.  INLAY_EINVAL, with the syntax, if spec is none. */
inlay_status inlay_compact_add(inlay_space *space, inlay_type type,
                               const char *spec, inlay_error *err);

/* The same with the type's name before it: "real lr=1e-5..1:log". */
inlay_status inlay_compact_add_line(inlay_space *space, const char *line,
                                    inlay_error *err);

#endif
