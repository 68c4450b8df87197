/*
 * terminal_block.h: a block of lines at the bottom of a terminal which is
 * redrawn in place, below lines that stay.
 *
 * Invariants: the cursor is in the first column of the row below the block; no
 * line of the block is longer than the terminal is wide, so each takes one row
 * when it is drawn; a draw is one write.
 */
#ifndef INLAY_APP_SCREEN_TERMINAL_BLOCK_H
#define INLAY_APP_SCREEN_TERMINAL_BLOCK_H

#include <stdio.h>

#include "base/text.h"

/* Start with {.out, .width, .height, .has_utf8}; the rest is 0. */
struct inlay_terminal_block {
    FILE *out;
    size_t width, height;    /* of the terminal; may change between two draws */
    bool has_utf8;           /* for the ellipsis of a line that is cut */
    struct inlay_text drawn; /* the lines that are on the screen */
    bool is_cursor_hidden;
};

/*
 * Replaces the block by `lines`, and puts `above` where it began, to stay.
 * Both are lines that end with "\n", or empty; all but colours is harmless.
 * Lines of the block are cut to the width, and left out where the terminal is
 * not high enough; those above wrap.  Without memory nothing is written.
 */
void inlay_terminal_block_draw(struct inlay_terminal_block *block,
                               const char *above, const char *lines);

/* Shows the cursor again; what is on the screen stays. */
void inlay_terminal_block_end(struct inlay_terminal_block *block);

#endif
