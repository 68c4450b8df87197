/*
 * screen_fixture.h: a terminal in memory, for the tests of what is drawn on
 * one.
 *
 * It knows what block.c uses, and anything else fails the test: letters (with
 * UTF-8, one or two columns wide), line ends, ESC[nA, ESC[K, ESC[J, colors,
 * and the cursor hidden and shown.  A line that is too long wraps; in a new
 * width lines are broken anew.  The cursor cannot go above the top of the
 * screen, but what scrolled off is remembered.
 */
#ifndef INLAY_TESTS_SCREEN_FIXTURE_H
#define INLAY_TESTS_SCREEN_FIXTURE_H

#include "check.h"

#include "base/text.h"

enum { SCREEN_MAX_ROWS = 4000, SCREEN_MAX_COLUMNS = 200, SCREEN_MAX_CELL = 16 };

struct screen_row {
    char cell[SCREEN_MAX_COLUMNS][SCREEN_MAX_CELL]; /* a letter each */
    bool is_wrapped; /* goes on in the next row */
};

struct screen {
    size_t width, height;
    size_t top;         /* first row that is visible */
    size_t row, column; /* the cursor */
    bool is_cursor_hidden;
    struct screen_row *rows;
};

static inline struct screen screen_new(size_t width, size_t height)
{
    struct screen s = {.width = width, .height = height};

    s.rows = calloc(SCREEN_MAX_ROWS, sizeof *s.rows);
    CHECK(s.rows != NULL && width <= SCREEN_MAX_COLUMNS);
    return s;
}

static inline void screen_free(struct screen *s)
{
    free(s->rows);
}

static inline void screen_next_row(struct screen *s)
{
    s->column = 0;
    s->row++;
    CHECK(s->row < SCREEN_MAX_ROWS);
    if (s->row >= s->top + s->height)
        s->top = s->row - s->height + 1;
}

/* Cells from the cursor on; in all rows below too. */
static inline void screen_erase(struct screen *s, bool is_below)
{
    const size_t column = s->column;

    memset(s->rows[s->row].cell[column], 0,
           (SCREEN_MAX_COLUMNS - column) * SCREEN_MAX_CELL);
    s->rows[s->row].is_wrapped = false;
    for (size_t r = s->row + 1; is_below && r < SCREEN_MAX_ROWS; r++)
        memset(&s->rows[r], 0, sizeof s->rows[r]);
}

/* Bytes of an escape sequence. */
static inline size_t screen_escape(struct screen *s, const char *bytes)
{
    size_t n = 2 + strspn(bytes + 2, "0123456789;?");
    const char final = bytes[n];

    CHECK(bytes[1] == '[');
    if (final == 'A') {
        const size_t up = strtoul(bytes + 2, NULL, 10);
        s->row = s->row - s->top > up ? s->row - up : s->top;
    } else if (final == 'K' || final == 'J') {
        CHECK(n == 2 && s->column < s->width); /* not in the last column */
        screen_erase(s, final == 'J');
    } else if (final == 'l' || final == 'h') {
        CHECK(strncmp(bytes, "\033[?25", 5) == 0);
        CHECK(s->is_cursor_hidden == (final == 'h'));
        s->is_cursor_hidden = final == 'l';
    } else {
        CHECK(final == 'm');
    }
    return n + 1;
}

/* Columns of the letter at bytes, as the tests use them, and its size. */
static inline size_t screen_letter(const char *bytes, size_t *size)
{
    const unsigned char c = (unsigned char)bytes[0];

    *size = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (c == 0xcc || (c == 0xcd && (unsigned char)bytes[1] < 0xb0))
        return 0; /* U+0300 … U+036F */
    /* From U+3000 on, but for the replacement character. */
    return c >= 0xe3 && c != 0xef ? 2 : 1;
}

static inline void screen_put(struct screen *s, const char *letter, size_t size,
                              size_t columns)
{
    if (columns == 0) {
        char *cell = s->rows[s->row].cell[s->column - 1];
        CHECK(s->column > 0 && strlen(cell) + size < SCREEN_MAX_CELL);
        memcpy(cell + strlen(cell), letter, size);
        return;
    }
    if (s->column + columns > s->width) {
        s->rows[s->row].is_wrapped = true;
        screen_next_row(s);
    }
    for (size_t i = 0; i < columns; i++)
        memset(s->rows[s->row].cell[s->column + i], 0, SCREEN_MAX_CELL);
    memcpy(s->rows[s->row].cell[s->column], letter, size);
    s->column += columns;
}

static inline void screen_feed(struct screen *s, const char *bytes, size_t n)
{
    size_t size = 1;

    for (size_t i = 0; i < n; i += size) {
        size = 1;
        if (bytes[i] == '\n') { /* a terminal's driver returns too */
            screen_next_row(s);
        } else if (bytes[i] == '\r') {
            s->column = 0;
        } else if (bytes[i] == '\033') {
            size = screen_escape(s, bytes + i);
        } else {
            CHECK((unsigned char)bytes[i] >= 0x20 && bytes[i] != 0x7f);
            const size_t columns = screen_letter(bytes + i, &size);
            screen_put(s, bytes + i, size, columns);
        }
    }
}

/* All lines down to the cursor's, wrapped ones joined, each with its end; the
 * last one without. */
static inline struct inlay_text screen_text(const struct screen *s)
{
    struct inlay_text text = {0};

    for (size_t r = 0; r <= s->row; r++) {
        size_t n = s->rows[r].is_wrapped ? s->width : SCREEN_MAX_COLUMNS;
        size_t last = 0;

        for (size_t c = 0; c < n; c++)
            if (s->rows[r].cell[c][0])
                last = c + 1;
        for (size_t c = 0; c < last; c++)
            inlay_text_add(&text, s->rows[r].cell[c]);
        if (r < s->row && !s->rows[r].is_wrapped)
            inlay_text_add(&text, "\n");
    }
    inlay_text_add(&text, "");
    return text;
}

/* Lines are broken for the new width; the cursor stays in its line. */
static inline void screen_resize(struct screen *s, size_t width, size_t height)
{
    struct inlay_text text = screen_text(s);

    CHECK(s->column == 0 && width <= SCREEN_MAX_COLUMNS);
    memset(s->rows, 0, SCREEN_MAX_ROWS * sizeof *s->rows);
    s->width = width;
    s->height = height;
    s->row = s->top = 0;
    screen_feed(s, text.bytes, text.n);
    inlay_text_clear(&text);
}

#endif
