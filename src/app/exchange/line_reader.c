/*
 * line_reader.c: the lines of a descriptor.
 *
 * Not stdio's: a line must be given as soon as it is there, its memory is that
 * of base/mem, and a line without end must not fill it.
 */
#include "app/exchange/line_reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"

enum { READ_BYTES = 1 << 16 };

void inlay_line_reader_clear(struct inlay_line_reader *lines)
{
    inlay_mem_free(lines->bytes);
    *lines = (struct inlay_line_reader){0};
}

/* Room for more behind what is not taken, which begins at 0 then. */
static inlay_status make_room(struct inlay_line_reader *in, inlay_error *err)
{
    if (in->from > 0)
        memmove(in->bytes, in->bytes + in->from, in->n - in->from);
    in->n -= in->from;
    in->from = 0;
    char *more = inlay_mem_grow(in->bytes, &in->room, in->n + READ_BYTES, 1);
    if (!more)
        return inlay_fail_memory(err, "a line of input");
    in->bytes = more;
    return INLAY_OK;
}

static inlay_status read_more(struct inlay_line_reader *in, inlay_error *err)
{
    const ssize_t got = read(in->fd, in->bytes + in->n, READ_BYTES);

    if (got < 0 && errno == EINTR)
        return INLAY_OK;
    if (got < 0)
        return inlay_fail(err, INLAY_ESTATE, "cannot read the input: %s",
                          strerror(errno));
    in->n += (size_t)got;
    in->is_over = got == 0;
    return INLAY_OK;
}

bool inlay_line_is_blank(const char *bytes, size_t n)
{
    while (n > 0 && memchr(" \t\r", bytes[n - 1], 3))
        n--;
    return n == 0;
}

static void take(struct inlay_line_reader *in, const char *end,
                 struct inlay_line *line)
{
    const char *at = in->bytes + in->from;

    line->bytes = at;
    line->n = end ? (size_t)(end - at) : in->n - in->from;
    line->is_there = end || line->n > 0 || line->is_too_long;
    line->is_too_long = line->is_too_long || line->n > in->limit;
    in->from += line->n + (end != NULL);
}

inlay_status inlay_line_reader_next(struct inlay_line_reader *in,
                                    struct inlay_line *line, inlay_error *err)
{
    size_t searched = 0;
    inlay_status st = INLAY_OK;

    *line = (struct inlay_line){0};
    while (st == INLAY_OK) {
        const size_t n = in->n - in->from;
        const char *end = n > searched ? memchr(in->bytes + in->from + searched,
                                                '\n', n - searched)
                                       : NULL;

        if (end || in->is_over) {
            take(in, end, line);
            return INLAY_OK;
        }
        searched = n;
        st = make_room(in, err);
        if (in->n > in->limit) { /* the rest of the line is passed over */
            line->is_too_long = true;
            in->n = searched = 0;
        }
        if (st == INLAY_OK)
            st = read_more(in, err);
    }
    return st;
}
