/*
 * lines.h: the lines of a descriptor, one as soon as it is there.
 */
#ifndef INLAY_APP_EXCHANGE_LINES_H
#define INLAY_APP_EXCHANGE_LINES_H

#include "inlay.h"

/* bytes[from .. n) were read and not yet taken. */
struct inlay_lines {
    int fd;
    char *bytes;
    size_t from, n, room;
    size_t limit; /* of a line */
    bool is_over;
};

inlay_status inlay_lines_init(struct inlay_lines *lines, int fd, size_t limit,
                              inlay_error *err);
void inlay_lines_clear(struct inlay_lines *lines);

struct inlay_line {
    const char *bytes; /* without its end; a view until the next one */
    size_t n;
    bool is_there;    /* else there are no more */
    bool is_too_long; /* longer than the limit: bytes are not all of it */
};

/* Waits for the next line.  The last one needs no end.  INLAY_ESTATE where the
 * descriptor cannot be read. */
inlay_status inlay_lines_next(struct inlay_lines *lines,
                              struct inlay_line *line, inlay_error *err);

#endif
