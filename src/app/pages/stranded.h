/*
 * stranded.h: pending trials that nobody evaluates: which they are, and what can be
 * done.  No run will evaluate those that are stranded, as the space has changed
 * (see inlay_study_next_stranded); those that are lost, as their process has died,
 * wait for the next run.
 */
#ifndef INLAY_APP_PAGES_STRANDED_H
#define INLAY_APP_PAGES_STRANDED_H

#include "app/commands/args.h"
#include "app/exchange/trial_list.h"
#include "base/text.h"

/* {0}: none yet.  The caller clears ids. */
struct inlay_stranded {
    struct inlay_text ids; /* " 7 9" */
    size_t n, n_asked;     /* ... of these: not added */
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

/* Pending trials whose process has died; {0}: none yet.  The caller clears ids. */
struct inlay_lost {
    struct inlay_text ids; /* " 1 2" */
    size_t n;
};

/* Takes a trial of a list, if it is one. */
void inlay_lost_take(struct inlay_lost *lost, const inlay_space *space,
                     const struct inlay_listed *trial);
/* All of a store; ids also after a failure. */
inlay_status inlay_lost_find(struct inlay_journal *journal,
                             struct inlay_trial_terms terms,
                             struct inlay_lost *lost, inlay_error *err);
/* Appends the line for them, without its end; nothing for none. */
void inlay_lost_add(const struct inlay_lost *lost,
                    const struct inlay_args *args, struct inlay_text *line);

#endif
