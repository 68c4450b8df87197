/*
 * run_status.h: the status of a run, as lines at the bottom of a terminal.
 *
 *     [█████████░░░░░░░░░░░] 17/40  0:12 elapsed  0:18 left  1 failed
 *     running  18     1.2 s  rate=0.1 depth=3
 *              19     0.4 s  rate=0.02 depth=1
 *     best     12    0.2513  rate=0.05 depth=2
 *     curve    1.25 █▆▆▄▂▂▁ 0.2513
 */
#ifndef INLAY_APP_SCREEN_RUN_STATUS_H
#define INLAY_APP_SCREEN_RUN_STATUS_H

#include "app/screen/run_progress.h"
#include "app/screen/terminal.h"
#include "base/text.h"

/* Appends the lines, each with its end; they are not cut to the width. */
void inlay_run_status_add(struct inlay_text *text,
                          const struct inlay_run_progress *progress,
                          const struct inlay_terminal *terminal);

/* 75 as "1:15", 3675 as "1:01:15", NaN as "--:--". */
void inlay_run_status_add_clock(struct inlay_text *text, double seconds);

#endif
