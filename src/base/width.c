/*
 * width.c: columns of a terminal.
 *
 * The C library's wcwidth() answers for the locale of the process, which the
 * tool never sets.  So the ranges that matter are here: what has no width, and
 * what has two columns (East Asian Wide and Fullwidth of Unicode's annex 11,
 * and pictures).  A terminal that disagrees about a rare character is one column
 * off; lines keep a column free for it.
 */
#include "base/width.h"

#include <string.h>

#include "base/utf8.h"

enum { ESCAPE = 0x1b };

static const struct inlay_utf8_range COMBINING[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},   {0x064b, 0x065f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},   {0x20d0, 0x20ff},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}, {0xe0100, 0xe01ef},
};
static const struct inlay_utf8_range WIDE[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97c},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};
#define LEN(array) (sizeof(array) / sizeof *(array))

/* Bytes of the character or color at s, of n >= 1 bytes, and its columns. */
static size_t next_cell(const char *s, size_t n, size_t *columns)
{
    uint32_t code = 0;
    const size_t size = inlay_utf8_next(s, n, &code);
    const char *end = *s == ESCAPE ? memchr(s, 'm', n) : NULL;

    *columns = 1;
    if (end || inlay_utf8_is_among(code, COMBINING, LEN(COMBINING)))
        *columns = 0;
    else if (inlay_utf8_is_among(code, WIDE, LEN(WIDE)))
        *columns = 2;
    return end ? (size_t)(end - s) + 1 : size > 0 ? size : 1;
}

/* Bytes of s that fit into `width` columns; *columns is what they take. */
static size_t fitting(const char *s, size_t n, size_t width, size_t *columns)
{
    size_t i = 0;

    *columns = 0;
    while (i < n) {
        size_t more = 0;
        const size_t size = next_cell(s + i, n - i, &more);

        if (*columns + more > width)
            break;
        *columns += more;
        i += size;
    }
    return i;
}

size_t inlay_width_fitting(const char *s, size_t n, size_t width)
{
    size_t columns = 0;

    return fitting(s, n, width, &columns);
}

size_t inlay_width(const char *s)
{
    size_t columns = 0;

    fitting(s, strlen(s), SIZE_MAX, &columns);
    return columns;
}

size_t inlay_width_rows(const char *s, size_t n, size_t width)
{
    size_t columns = 0, at = fitting(s, n, width, &columns), rows = 1;

    while (at < n && columns > 0) { /* 0: no character fits into such a row */
        at += fitting(s + at, n - at, width, &columns);
        rows++;
    }
    return rows;
}

void inlay_width_add_cut(struct inlay_text *text, const char *s, size_t n,
                         size_t width, bool has_utf8)
{
    const size_t n_ellipsis = has_utf8 ? 1 : 3;
    const bool has_room = width >= n_ellipsis;
    size_t columns = 0, kept = fitting(s, n, width, &columns);

    if (kept == n) {
        inlay_text_add_bytes(text, s, n);
        return;
    }
    if (has_room)
        kept = fitting(s, n, width - n_ellipsis, &columns);
    inlay_text_add_bytes(text, s, kept);
    if (memchr(s, ESCAPE, kept))
        inlay_text_add(text, "\033[0m");
    if (has_room)
        inlay_text_add(text, has_utf8 ? "…" : "...");
}
