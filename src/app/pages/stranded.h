/*
 * stranded.h: pending trials that no run will evaluate, as the space has changed:
 * which they are, and what can be done (see inlay_study_next_stranded).
 */
#ifndef INLAY_APP_PAGES_STRANDED_H
#define INLAY_APP_PAGES_STRANDED_H

#include "app/commands/args.h"
#include "app/exchange/trial_list.h"
#include "base/text.h"

/* {0}: none yet.  The caller clears ids. */
struct inlay_stranded {
    struct inlay_text ids; /* " 7 9" */
    size_t n;
};

/* Takes a trial of a list, if it is one. */
void inlay_stranded_take(struct inlay_stranded *stranded,
                         const inlay_space *space,
                         const struct inlay_listed *trial);

/* Appends the line for them, without its end; nothing for none. */
void inlay_stranded_add(const struct inlay_stranded *stranded,
                        const struct inlay_args *args, struct inlay_text *line);

/* Says it of a study that is loaded, on standard error. */
inlay_status inlay_stranded_say(const struct inlay_args *args,
                                inlay_study *study, inlay_error *err);

#endif
