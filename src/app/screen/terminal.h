/*
 * terminal.h: what standard output can show; and a block of lines at the bottom
 * of a terminal which is redrawn in place, below lines that stay.
 *
 * Invariants of a block: the cursor is in the first column of the row below it;
 * no line is longer than the terminal is wide, so each takes one row when it is
 * drawn; a draw is one write.
 */
#ifndef INLAY_APP_SCREEN_TERMINAL_H
#define INLAY_APP_SCREEN_TERMINAL_H

#include <stdio.h>

#include "base/text.h"

struct inlay_terminal {
    bool is_terminal;     /* and not a file or a pipe */
    size_t width, height; /* columns and rows; 0: unknown */
    bool has_utf8;        /* it shows more than ASCII */
    bool use_color;
};

/* Standard output as it is now, without color. */
struct inlay_terminal inlay_terminal_now(void);

/* Start with {.out, .terminal}; the rest is 0. */
struct inlay_terminal_block {
    FILE *out;
    const struct inlay_terminal *terminal; /* may change between two draws */
    struct inlay_text drawn;               /* the lines on the screen */
    bool is_cursor_hidden;
};

/*
 * Replaces the block by `lines`, and puts `above` where it began, to stay.
 * Both are lines that end with "\n", or empty; all but colors is harmless.
 * Lines of the block are cut to the width, and left out where the terminal is
 * not high enough; those above wrap.  Without memory nothing is written.
 */
void inlay_terminal_block_draw(struct inlay_terminal_block *block,
                               const char *above, const char *lines);

/* Shows the cursor again; what is on the screen stays. */
void inlay_terminal_block_end(struct inlay_terminal_block *block);

#endif
