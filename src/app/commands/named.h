/*
 * named.h: trials that a command line names, all of which are changed or none.
 */
#ifndef INLAY_APP_COMMANDS_NAMED_H
#define INLAY_APP_COMMANDS_NAMED_H

#include "app/commands/args.h"

struct inlay_named {
    /* Would `change` do it now?  Changes nothing. */
    inlay_status (*check)(inlay_study *s, int64_t id, inlay_error *err);
    inlay_status (*change)(inlay_study *s, int64_t id, const char *why,
                           inlay_error *err);
};

/* For inlay_target_do: are the words after STUDY numbers, none of them twice? */
inlay_status inlay_named_read(const struct inlay_args *args, void *context,
                              inlay_error *err);

/*
 * Changes them all, if all can be.  The message about one that cannot names it; it
 * is INLAY_ESTATE.  If another process is faster with one, so that those before it
 * are changed already, the message says how many.
 */
inlay_status inlay_named_change(const struct inlay_args *args,
                                const struct inlay_named *named,
                                inlay_study *study, inlay_error *err);

#endif
