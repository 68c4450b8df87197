/*
 * tail.c: the last lines of what a worker has printed, for a message.
 */
#include "run/tail.h"

#include <string.h>
#include <unistd.h>

#include "base/harmless.h"
#include "base/utf8.h"
#include "run/output_file.h"

enum {
    MAX_TAIL = 2000,   /* bytes */
    MOST_OF_LINE = 320 /* ... of one line: four on a screen */
};

struct line {
    const char *bytes;
    size_t n;
};

/*
 * A line as a terminal leaves it: what follows the last return to the first
 * column; harmless.  Of a long one its end, after its length.  n_before: bytes of
 * the line that are not there.
 */
static void add_line(struct inlay_text *out, struct line l, size_t n_before)
{
    size_t from = 0;

    while (l.n > 0 && l.bytes[l.n - 1] == '\r')
        l.n--;
    for (size_t i = 0; i < l.n; i++)
        if (l.bytes[i] == '\r')
            from = i + 1;
    n_before = from > 0 ? 0 : n_before;
    if (n_before + l.n - from > MOST_OF_LINE) {
        inlay_text_printf(out, "(a line of %zu bytes) ...",
                          n_before + l.n - from);
        from = l.n - from > MOST_OF_LINE ? l.n - MOST_OF_LINE : from;
        while (from < l.n && inlay_utf8_continues(l.bytes[from]))
            from++;
    }
    inlay_harmless_add_bytes(out, l.bytes + from, l.n - from,
                             INLAY_HARMLESS_OUTPUT);
}

/* n_before: bytes of the first line that are not there. */
static void add_lines(struct inlay_text *out, const char *at, size_t n,
                      size_t n_before)
{
    const char *end = at + n;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;

        add_line(out, (struct line){at, (size_t)(stop - at)}, n_before);
        n_before = 0;
        if (newline)
            inlay_text_add(out, "\n");
        at = stop + 1;
    }
}

/* Where the last n_lines of the n bytes begin. */
static size_t begin_of_lines(const char *bytes, size_t n, size_t n_lines)
{
    size_t begin = n;

    while (begin > 0 && (bytes[begin - 1] != '\n' || --n_lines > 0))
        begin--;
    return begin;
}

/* A tail that does not begin with a line begins with the next one, if it has a
 * second, and in any case with a whole character. */
static size_t begin_of_cut(const char *bytes, size_t n)
{
    const char *newline = n > 0 ? memchr(bytes, '\n', n) : NULL;
    size_t begin = 0;

    if (newline)
        return (size_t)(newline - bytes) + 1;
    while (begin < n && inlay_utf8_continues(bytes[begin]))
        begin++;
    return begin;
}

/* How many bytes are between `at` and the newline before it. */
static size_t bytes_of_line_before(int fd, off_t at)
{
    char block[MAX_TAIL];
    size_t before = 0;

    while (at > 0) {
        size_t n = at < MAX_TAIL ? (size_t)at : MAX_TAIL;
        at -= (off_t)n;
        if (!inlay_output_read_at(fd, at, block, n))
            break;
        for (; n > 0 && block[n - 1] != '\n'; n--)
            before++;
        if (n > 0)
            break;
    }
    return before;
}

void inlay_tail_add(const char *path, size_t n_lines, struct inlay_text *out)
{
    char bytes[MAX_TAIL];
    off_t size = 0;
    const int fd = inlay_output_open(path, &size);

    if (fd < 0)
        return;
    size_t n = size < MAX_TAIL ? (size_t)size : MAX_TAIL;
    const bool is_cut = size > (off_t)n;
    const bool is_read = inlay_output_read_at(fd, size - (off_t)n, bytes, n);
    const size_t n_before =
        is_read ? bytes_of_line_before(fd, size - (off_t)n) : 0;
    close(fd);
    if (!is_read)
        return;
    while (n > 0 && inlay_output_is_space(bytes[n - 1]))
        n--;
    size_t begin = begin_of_lines(bytes, n, n_lines);
    if (begin == 0 && is_cut)
        begin = begin_of_cut(bytes, n);
    const bool is_whole = begin > 0 && bytes[begin - 1] == '\n';
    add_lines(out, bytes + begin, n - begin, is_whole ? 0 : n_before + begin);
}
