/*
 * best_page.h: the best of a study, ready to be used: what `inlay best` prints,
 * and `inlay run` at its end.
 */
#ifndef INLAY_APP_SCREEN_BEST_PAGE_H
#define INLAY_APP_SCREEN_BEST_PAGE_H

#include "app/commands/args.h"
#include "app/commands/target.h"

/*
 * The best trial and what to use in the end, as name=value, as JSON and as
 * command line; with --json one line.  `end` says how a run ended: the line is
 * then {"event": "end", "reason": end, "best": ...}, a study in which nothing is
 * done is no error, and with --quiet only the first line is printed.  NULL:
 * INLAY_ESTATE for that.
 */
inlay_status inlay_best_page_print(const struct inlay_args *args,
                                   const struct inlay_target *target,
                                   const char *end, inlay_error *err);

#endif
