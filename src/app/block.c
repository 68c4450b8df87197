/*
 * block.c: cursor up, write over, erase the rest.
 *
 * A line is cut one column short of the width: in the last column terminals
 * differ in what an erase does, and in how wide a rare letter is.
 *
 * When a terminal becomes narrower it breaks the rows that are too long, as all
 * but a few do today.  So the rows to go up are counted from the columns of the
 * lines and the width at the time of the next draw.
 */
#include "app/block.h"

#include <string.h>

#include "app/line.h"
#include "base/text.h"

static const char HIDE_CURSOR[] = "\033[?25l";
static const char SHOW_CURSOR[] = "\033[?25h";
static const char ERASE_TO_END_OF_LINE[] = "\033[K";
static const char ERASE_BELOW[] = "\033[J";

/* Rows that the block on the screen takes. */
static size_t n_rows(const struct inlay_block *block)
{
    const size_t width = block->width > 0 ? block->width : 1;
    size_t n = 0;

    for (size_t i = 0; i < block->n_lines; i++)
        n += block->columns[i] > width ? (block->columns[i] - 1) / width + 1
                                       : 1;
    return n;
}

/* Lines there may be: one row is the cursor's. */
static size_t max_lines(const struct inlay_block *block)
{
    const size_t n = block->height > 2 ? block->height - 1 : 1;

    return n < INLAY_BLOCK_MAX_LINES ? n : INLAY_BLOCK_MAX_LINES;
}

static inlay_status add_lines(const struct inlay_block *block,
                              const char *lines, struct inlay_block *drawn,
                              struct inlay_text *out)
{
    const size_t width = block->width > 1 ? block->width - 1 : 1;
    inlay_status st = INLAY_OK;

    drawn->n_lines = 0;
    while (*lines && drawn->n_lines < max_lines(block) && st == INLAY_OK) {
        const size_t n = strcspn(lines, "\n"), from = out->n;

        st = inlay_line_add_cut(out, lines, n, width, block->has_utf8, NULL);
        if (st != INLAY_OK)
            break;
        drawn->columns[drawn->n_lines++] =
            inlay_line_columns(out->bytes + from, out->n - from);
        st = inlay_text_printf(out, NULL, "%s\n", ERASE_TO_END_OF_LINE);
        lines += lines[n] == '\n' ? n + 1 : n;
    }
    return st;
}

void inlay_block_draw(struct inlay_block *block, const char *above,
                      const char *lines)
{
    struct inlay_block drawn = *block;
    struct inlay_text out = {0};
    const size_t up = n_rows(block);
    inlay_status st = INLAY_OK;

    if (!block->is_cursor_hidden)
        st = inlay_text_add(&out, HIDE_CURSOR, NULL);
    if (st == INLAY_OK && up > 0)
        st = inlay_text_printf(&out, NULL, "\r\033[%zuA", up);
    if (st == INLAY_OK && *above) /* a long line has no end to erase to */
        st = inlay_text_printf(&out, NULL, "%s%s", ERASE_BELOW, above);
    if (st == INLAY_OK)
        st = add_lines(block, lines, &drawn, &out);
    if (st == INLAY_OK)
        st = inlay_text_add(&out, ERASE_BELOW, NULL);
    if (st == INLAY_OK) {
        fwrite(out.bytes, 1, out.n, block->out);
        fflush(block->out);
        drawn.is_cursor_hidden = true;
        *block = drawn;
    }
    inlay_text_clear(&out);
}

void inlay_block_end(struct inlay_block *block)
{
    if (!block->is_cursor_hidden)
        return;
    fputs(SHOW_CURSOR, block->out);
    fflush(block->out);
    block->is_cursor_hidden = false;
    block->n_lines = 0;
}
