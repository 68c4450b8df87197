/*
 * process.h: which process is this, and does that one still live?
 *
 * A process is named by machine, boot, pid namespace, pid and start time, so
 * that neither a pid that was given out again nor one of another machine or
 * container is mistaken for it.
 */
#ifndef INLAY_BASE_PROCESS_H
#define INLAY_BASE_PROCESS_H

struct inlay_process {
    char name[192]; /* has no space */
};

struct inlay_process inlay_process_self(void);

enum inlay_alive {
    INLAY_DEAD,
    INLAY_ALIVE,
    INLAY_ALIVE_UNKNOWN /* of another machine, boot or container */
};

/* Any text: one that is no name is unknown. */
enum inlay_alive inlay_process_is_alive(const char *name);

#endif
