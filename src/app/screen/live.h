/*
 * live.h: the lines of the block that a terminal shows of a run.
 *
 *     [█████████░░░░░░░░░░░] 17/40  0:12 elapsed  0:18 left  1 failed
 *     running  18     1.2 s  rate=0.1 depth=3
 *              19     0.4 s  rate=0.02 depth=1
 *     best     12    0.2513  rate=0.05 depth=2
 *     curve    1.25 █▆▆▄▂▂▁ 0.2513
 */
#ifndef INLAY_APP_SCREEN_LIVE_H
#define INLAY_APP_SCREEN_LIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "app/screen/progress.h"
#include "base/text.h"

struct inlay_live_options {
    size_t width, height; /* of the terminal */
    bool has_utf8, use_colour;
};

/* Appends the lines, each with its end; they are not cut. */
void inlay_live_add(struct inlay_text *text,
                    const struct inlay_progress *progress,
                    const struct inlay_live_options *options);

/* 75 as "1:15", 3675 as "1:01:15", NaN as "--:--". */
void inlay_live_add_clock(struct inlay_text *text, double seconds);

#endif
