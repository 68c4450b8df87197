/*
 * terminal.c: its size and its letters; cursor up, write over, erase the rest.
 *
 * A line is cut one column short of the width: in the last column terminals
 * differ in what an erase does, and in how wide a rare character is.
 *
 * When a terminal becomes narrower it breaks the rows that are too long, as all
 * but a few do today.  So the rows to go up are counted from the lines that
 * were drawn and the width at the time of the next draw.
 */
#include "app/screen/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/width.h"

static const char HIDE_CURSOR[] = "\033[?25l";
static const char SHOW_CURSOR[] = "\033[?25h";
static const char ERASE_TO_END_OF_LINE[] = "\033[K";
static const char ERASE_BELOW[] = "\033[J";

static bool has_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    static const char *const spellings[] = {"UTF-8", "utf8", "UTF8", "utf-8"};
    const char *locale = NULL;

    for (size_t i = 0; i < 3 && (!locale || !locale[0]); i++)
        locale = getenv(names[i]);
    for (size_t i = 0; locale && i < 4; i++)
        if (strstr(locale, spellings[i]))
            return true;
    return false;
}

struct inlay_terminal inlay_terminal_now(void)
{
    struct winsize size = {0};

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    return (struct inlay_terminal){
        .is_terminal = isatty(STDOUT_FILENO),
        .width = size.ws_col,
        .height = size.ws_row,
        .has_utf8 = has_utf8(),
    };
}

/* Rows that the block on the screen takes. */
static size_t n_rows(const struct inlay_terminal_block *block)
{
    const char *at = inlay_text_view(&block->drawn);
    size_t rows = 0;

    while (*at) {
        const size_t n = strcspn(at, "\n");

        rows += inlay_width_rows(at, n, block->terminal->width);
        at += n + 1; /* each has its end */
    }
    return rows;
}

/* The lines that fit, cut to the width: as they are, and over those that are on
 * the screen.  One row is the cursor's. */
static void add_lines(const struct inlay_terminal *t, const char *lines,
                      struct inlay_text *cut, struct inlay_text *out)
{
    const size_t width = t->width > 1 ? t->width - 1 : 1;
    size_t room = t->height > 2 ? t->height - 1 : 1;

    for (; *lines && room > 0; room--) {
        const size_t n = strcspn(lines, "\n"), from = cut->n;

        inlay_width_add_cut(cut, lines, n, width, t->has_utf8);
        inlay_text_printf(out, "%s%s\n", inlay_text_view(cut) + from,
                          ERASE_TO_END_OF_LINE);
        inlay_text_add(cut, "\n");
        lines += n + 1;
    }
    inlay_text_add(out, ERASE_BELOW);
}

void inlay_terminal_block_draw(struct inlay_terminal_block *block,
                               const char *above, const char *lines)
{
    struct inlay_text out = {0}, cut = {0};
    const size_t up = n_rows(block);

    if (!block->is_cursor_hidden)
        inlay_text_add(&out, HIDE_CURSOR);
    if (up > 0)
        inlay_text_printf(&out, "\r\033[%zuA", up);
    if (*above) /* a long line has no end to erase to */
        inlay_text_printf(&out, "%s%s", ERASE_BELOW, above);
    add_lines(block->terminal, lines, &cut, &out);
    inlay_text_fail_as(&out, &cut);
    if (inlay_text_status(&out, NULL) == INLAY_OK) {
        fwrite(out.bytes, 1, out.n, block->out);
        fflush(block->out);
        block->is_cursor_hidden = true;
        const struct inlay_text before = block->drawn;
        block->drawn = cut;
        cut = before;
    }
    inlay_text_clear(&cut);
    inlay_text_clear(&out);
}

void inlay_terminal_block_end(struct inlay_terminal_block *block)
{
    if (block->is_cursor_hidden) {
        fputs(SHOW_CURSOR, block->out);
        fflush(block->out);
    }
    block->is_cursor_hidden = false;
    inlay_text_clear(&block->drawn);
}
