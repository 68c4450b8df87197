/*
 * line.c: text for people: harmless, counted in columns, cut to a width.
 *
 * The C library's wcwidth() answers for the locale of the process, which the
 * tool never sets.  So the ranges that matter are here: what has no width, and
 * what has two columns (East Asian Wide and Fullwidth of Unicode's annex 11,
 * and pictures).  A terminal that sees a rare letter otherwise is one column
 * off; lines keep a column free for it.
 */
#include "app/screen/line.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "problem/space.h"

enum { ESCAPE = 0x1b, BELL = 0x07 };

static const uint32_t NO_LETTER = UINT32_MAX;

struct range {
    uint32_t first, last;
};

/* Controls of direction and of lines: they change what stands around them. */
static const struct range HARMFUL[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0x061c, 0x061c}, {0x200e, 0x200f},
    {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
};
static const struct range WITHOUT_WIDTH[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},   {0x064b, 0x065f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},   {0x20d0, 0x20ff},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}, {0xe0100, 0xe01ef},
};
static const struct range WIDE[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97c},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};
#define LEN(array) (sizeof(array) / sizeof *(array))

static bool is_among(uint32_t letter, const struct range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (letter >= ranges[i].first && letter <= ranges[i].last)
            return true;
    return false;
}

static bool is_harmful(uint32_t letter)
{
    return letter == NO_LETTER || is_among(letter, HARMFUL, LEN(HARMFUL));
}

static size_t width_of(uint32_t letter)
{
    if (is_among(letter, WITHOUT_WIDTH, LEN(WITHOUT_WIDTH)))
        return 0;
    return is_among(letter, WIDE, LEN(WIDE)) ? 2 : 1;
}

/* ---- Letters ------------------------------------------------------------- */

/* The letter at s, of n >= 1 bytes, and how many bytes it has: NO_LETTER and 1
 * where it is no UTF-8. */
static size_t next_letter(const char *s, size_t n, uint32_t *letter)
{
    const size_t size = inlay_utf8_next(s, n, letter);

    if (size > 0)
        return size;
    *letter = NO_LETTER;
    return 1;
}

/* Bytes of the escape sequence at s, which begins with ESC: ESC [ to a letter,
 * ESC ] to BEL or to the next ESC, else two. */
static size_t escape_size(const char *s, size_t n)
{
    size_t size = 2;

    if (n >= 2 && s[1] == '[') {
        while (size < n && (unsigned char)s[size] >= 0x20 &&
               (unsigned char)s[size] < 0x40)
            size++;
        size++;
    } else if (n >= 2 && s[1] == ']') {
        while (size < n && s[size] != BELL && s[size] != ESCAPE)
            size++;
        if (size < n && s[size] == BELL)
            size++;
    }
    return size < n ? size : n;
}

void inlay_line_add_harmless(struct inlay_text *line, const char *s, size_t n,
                             bool has_utf8)
{
    size_t size = 0;

    for (size_t i = 0; i < n; i += size) {
        uint32_t letter = 0;

        size = next_letter(s + i, n - i, &letter);
        if (letter == ESCAPE)
            size = escape_size(s + i, n - i);
        else if (letter == '\t')
            inlay_text_add(line, " ");
        else if (is_harmful(letter) || (!has_utf8 && letter >= 0x80))
            inlay_text_add(line, "?");
        else
            inlay_text_add_bytes(line, s + i, size);
    }
}

/* ---- Values -------------------------------------------------------------- */

void inlay_line_add_value(struct inlay_text *line, double v)
{
    inlay_text_printf(line, "%.6g", v == 0.0 ? 0.0 : v);
}

static void add_variable(struct inlay_text *line, const inlay_value *v,
                         bool has_utf8)
{
    switch (v->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        inlay_line_add_value(line, v->real);
        return;
    case INLAY_INTEGER:
        inlay_text_printf(line, "%" PRId64, v->integer);
        return;
    case INLAY_CATEGORICAL:
    case INLAY_BOOLEAN:
        break;
    }
    inlay_line_add_harmless(line, v->text, strlen(v->text), has_utf8);
}

void inlay_line_add_configuration(struct inlay_text *line,
                                  const inlay_space *space,
                                  const inlay_value *x, bool has_utf8)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const char *name = inlay_space_var(space, i)->is.name;

        if (i > 0)
            inlay_text_add(line, " ");
        inlay_line_add_harmless(line, name, strlen(name), has_utf8);
        inlay_text_add(line, "=");
        add_variable(line, &x[i], has_utf8);
    }
}

/* ---- Columns ------------------------------------------------------------- */

/* Bytes of the letter or colour at s, and its columns. */
static size_t next_cell(const char *s, size_t n, size_t *columns)
{
    uint32_t letter = 0;
    const size_t size = next_letter(s, n, &letter);

    *columns = letter == ESCAPE ? 0 : width_of(letter);
    return letter == ESCAPE ? escape_size(s, n) : size;
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

size_t inlay_line_columns(const char *s, size_t n)
{
    size_t columns = 0;

    fitting(s, n, SIZE_MAX, &columns);
    return columns;
}

size_t inlay_line_rows(const char *s, size_t n, size_t width)
{
    size_t columns = 0, at = fitting(s, n, width, &columns), rows = 1;

    while (at < n && columns > 0) { /* 0: no letter fits into such a row */
        at += fitting(s + at, n - at, width, &columns);
        rows++;
    }
    return rows;
}

void inlay_line_add_cut(struct inlay_text *line, const char *s, size_t n,
                        size_t width, bool has_utf8)
{
    const char *ellipsis = has_utf8 ? "…" : "...";
    const size_t n_ellipsis = inlay_line_columns(ellipsis, strlen(ellipsis));
    size_t columns = 0;
    const size_t n_fits = fitting(s, n, width, &columns);

    if (n_fits == n) {
        inlay_text_add_bytes(line, s, n);
        return;
    }
    const bool has_room = width >= n_ellipsis;
    const size_t kept =
        has_room ? fitting(s, n, width - n_ellipsis, &columns) : n_fits;
    inlay_text_add_bytes(line, s, kept);
    if (memchr(s, ESCAPE, kept))
        inlay_text_add(line, "\033[0m");
    if (has_room)
        inlay_text_add(line, ellipsis);
}
