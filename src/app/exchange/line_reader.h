/*
 * line_reader.h: the lines of a descriptor, each as soon as it is there.
 */
#ifndef INLAY_APP_EXCHANGE_LINE_READER_H
#define INLAY_APP_EXCHANGE_LINE_READER_H

#include "inlay.h"

/* {.fd = fd, .limit = n} reads from there; bytes[from .. n) were read and not
 * yet taken. */
struct inlay_line_reader {
    int fd;
    size_t limit; /* of a line */
    char *bytes;
    size_t from, n, room;
    bool is_over;
};

void inlay_line_reader_clear(struct inlay_line_reader *lines);

struct inlay_line {
    const char *bytes; /* without its end; a view until the next one */
    size_t n;
    bool is_there;    /* else there are no more */
    bool is_too_long; /* longer than the limit: bytes are not all of it */
};

/* Nothing but spaces and tabs, and a CR at the end of a line of Windows? */
bool inlay_line_is_blank(const char *bytes, size_t n);

/* Waits for the next line.  The last one needs no end.  INLAY_ESTATE where the
 * descriptor cannot be read. */
inlay_status inlay_line_reader_next(struct inlay_line_reader *lines,
                                    struct inlay_line *line, inlay_error *err);

#endif
