/*
 * best.h: the best trial of a study and what the model recommends, ready to be
 * used: what `inlay best` prints, `inlay run` at its end, and stdio.
 */
#ifndef INLAY_APP_PAGES_BEST_H
#define INLAY_APP_PAGES_BEST_H

#include "app/commands/args.h"
#include "app/commands/target.h"
#include "base/json_writer.h"
#include "run/command.h"

/* {"id": 7, "x": {...}, "y": 0.25, "mean": ..., "sd": ..., "n_done": ..., ...}
 * with "recommended" where that is another configuration; mean and sd are null
 * where no model can be fitted.  INLAY_ESTATE where no trial is done: nothing is
 * written. */
inlay_status inlay_best_write(struct inlay_json_writer *w, const char *key,
                              inlay_study *study, inlay_error *err);

/* "margins": {"latency_ms": -5.1}: how far each limit is away, negative where it is
 * broken; nothing where there are none. */
void inlay_best_write_margins(struct inlay_json_writer *w,
                              const struct inlay_outputs *outputs,
                              const double *values);

/*
 * The best trial and what to use in the end, as name=value, as JSON and as
 * command line; with --json one line.  `end` says how a run ended: the line is
 * then {"event": "end", "reason": end, "best": ...}, a study in which nothing is
 * done is no error, and with --quiet only the first line is printed.  NULL:
 * INLAY_ESTATE for that.
 */
inlay_status inlay_best_print(const struct inlay_args *args,
                              const struct inlay_target *target,
                              const char *end, inlay_error *err);

/* The command line of a trial, ready for a shell, with a space before each
 * word. */
void inlay_best_add_command(struct inlay_text *page,
                            const struct inlay_study_file *file,
                            const struct inlay_command_trial *trial);

#endif
