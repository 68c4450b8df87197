/*
 * run_screen.h: what run and watch share: the view of a run as it stands, and the
 * file by which others see that a run is alive.
 *
 * That is NAME.inlay-run next to the store, which a run holds until it ends;
 * the system lets go of it when the run is killed.  It has the budget of the run
 * that began last.
 */
#ifndef INLAY_APP_COMMANDS_RUN_SCREEN_H
#define INLAY_APP_COMMANDS_RUN_SCREEN_H

#include "app/commands/args.h"
#include "app/commands/target.h"
#include "app/screen/run_view.h"

/* Trials that are done or have failed. */
size_t inlay_run_n_ended(const inlay_study *study);

/* A view on standard output that begins with the study as it is. */
inlay_status inlay_run_screen_open(const struct inlay_args *args,
                                   const struct inlay_target *target,
                                   struct inlay_run_view **out,
                                   inlay_error *err);

/* From begin to end this process is seen to run the study. */
int inlay_run_announce(const struct inlay_target *target);
void inlay_run_leave(const struct inlay_target *target, int lock);

/* Who runs the study. */
struct inlay_runs {
    bool is_alive;
    long pid; /* of a run on this machine; 0: of none, or unknown */
    double
        since; /* when the newest one began, seconds since 1970; 0: unknown */
    int64_t budget;  /* of the newest one on this machine; 0: unknown */
    size_t n_leased; /* trials that processes which may live evaluate */
    bool
        was_killed; /* none is alive, and the last one here was not seen to end */
};
inlay_status inlay_run_look(const char *store_path,
                            struct inlay_journal *journal,
                            struct inlay_runs *out, inlay_error *err);

#endif
