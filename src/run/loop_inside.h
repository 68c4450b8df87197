/*
 * loop_inside.h: what a loop holds while it runs; for loop.c and loop_end.c only.
 *
 * The first n_running slots are in use.  To free one moves the last into its place,
 * so that numbers of slots do not outlive a call from here.
 */
#ifndef INLAY_RUN_LOOP_INSIDE_H
#define INLAY_RUN_LOOP_INSIDE_H

#include "base/process.h"
#include "run/loop.h"
#include "study/claim.h"

/* An evaluation that runs. */
struct inlay_slot {
    inlay_trial trial;
    int64_t attempt;
    int64_t n_failures;             /* of this trial, in this run */
    char *folder;                   /* of the trial */
    char *output_path, *error_path; /* of this attempt */
};

struct inlay_loop_state {
    const struct inlay_loop *loop;
    struct inlay_process self;
    struct inlay_claim_terms terms;
    struct inlay_slot *slots; /* the first n_running are in use */
    size_t n_running;
    int64_t n_in_row;  /* failures */
    bool is_closed;    /* nothing new is started */
    bool has_told_key; /* of a value: see the news */
    enum inlay_loop_end end;
    double began_at, renewed_at, asked_at, looked_at;
};

void inlay_loop_tell(const struct inlay_loop_state *s,
                     const struct inlay_loop_news *news);
void inlay_loop_sleep(void); /* for a tick */

/* Is a trial that has failed tried again? */
bool inlay_loop_goes_on(const struct inlay_loop_state *s);

/* Starts the claimed trial of slot k, also again; it is put back where it cannot be
 * started. */
inlay_status inlay_slot_start(struct inlay_loop_state *s, size_t k,
                              inlay_error *err);
void inlay_slot_free(struct inlay_loop_state *s, size_t k);

/* Puts the trial back, whether that succeeds or not, and frees its slot. */
void inlay_slot_drop(struct inlay_loop_state *s, size_t k, const char *why);

/* A job has ended: stores and tells it, and frees its slot or starts it again. */
inlay_status inlay_loop_end_job(struct inlay_loop_state *s,
                                const struct inlay_job_end *end,
                                inlay_error *err);

#endif
