/*
 * line_reader.c: the lines of a stream.
 *
 * Not getline: its memory is not that of base/mem, and a line without end must
 * not fill it.
 */
#include "base/line_reader.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

void inlay_line_clear(struct inlay_line *line)
{
    inlay_mem_free(line->bytes);
    *line = (struct inlay_line){0};
}

inlay_status inlay_line_read(FILE *in, size_t limit, struct inlay_line *line,
                             inlay_error *err)
{
    int c = getc(in);

    line->n = 0;
    line->is_there = c != EOF;
    line->is_too_long = false;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        line->is_too_long = line->is_too_long || line->n == limit;
        if (line->is_too_long)
            continue; /* the rest of the line is passed over */
        char *more = inlay_mem_grow(line->bytes, &line->room, line->n + 1, 1);
        if (!more)
            return inlay_fail_memory(err, "a line of input");
        line->bytes = more;
        line->bytes[line->n++] = (char)c;
    }
    return ferror(in) ? inlay_fail(err, INLAY_ESTATE,
                                   "cannot read the input: %s", strerror(errno))
                      : INLAY_OK;
}

bool inlay_line_is_blank(const char *bytes, size_t n)
{
    while (n > 0 && memchr(" \t\r", bytes[n - 1], 3))
        n--;
    return n == 0;
}
