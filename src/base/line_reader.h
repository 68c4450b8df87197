/*
 * line_reader.h: the lines of a stream, each as soon as it is there.
 */
#ifndef INLAY_BASE_LINE_READER_H
#define INLAY_BASE_LINE_READER_H

#include <stdio.h>

#include "inlay.h"

/* {0} before the first. */
struct inlay_line {
    char *bytes; /* without its end, and without a zero */
    size_t n, room;
    bool is_there;    /* else there are no more */
    bool is_too_long; /* longer than the limit: bytes are not all of it */
};
void inlay_line_clear(struct inlay_line *line);

/* Waits for the next line, of up to `limit` bytes.  The last one needs no end.
 * INLAY_ESTATE where the stream cannot be read. */
inlay_status inlay_line_read(FILE *in, size_t limit, struct inlay_line *line,
                             inlay_error *err);

/* Nothing but spaces and tabs, and a CR at the end of a line of Windows? */
bool inlay_line_is_blank(const char *bytes, size_t n);

#endif
