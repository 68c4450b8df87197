/*
 * keeper.h: a small process that kills workers where the tool no longer can.
 *
 * A tool that is killed with -9 cleans nothing up.  On Linux its workers' leaders
 * die with it, but what they have started does not.  The keeper knows the process
 * groups of all workers, and kills them when it sees that the tool is gone.
 */
#ifndef INLAY_RUN_KEEPER_H
#define INLAY_RUN_KEEPER_H

#include <sys/types.h>

#include "inlay.h"

enum { INLAY_KEEPER_MAX_GROUPS = 1024 };

struct inlay_keeper {
    pid_t pid;
    int socket; /* closed on exec, as all that has it open keeps it waiting */
};

/* Makes the process.  It has none of the descriptors of this one. */
inlay_status inlay_keeper_init(struct inlay_keeper *keeper, inlay_error *err);
/* The keeper kills the groups that it still knows, and ends. */
void inlay_keeper_clear(struct inlay_keeper *keeper);

/*
 * A group to kill, and one that is gone.  Both may be called between fork and
 * exec: a worker that adds itself is known before it can have children.  Where
 * the keeper itself was killed they do nothing.
 */
void inlay_keeper_add(const struct inlay_keeper *keeper, pid_t group);
void inlay_keeper_remove(const struct inlay_keeper *keeper, pid_t group);

/* As fork(), but the child has all signals blocked: a handler of the tool's must
 * not run in it. */
pid_t inlay_keeper_fork(void);

/* fd (or -1) under another number, above those of the standard streams, and
 * closed on exec; -1 and errno if that fails.  fd itself is closed. */
int inlay_keeper_move(int fd);

/* Waits for the end of a child. */
void inlay_keeper_reap(pid_t pid);

#endif
