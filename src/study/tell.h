/*
 * tell.h: results with all that belongs to them, beyond inlay_study_tell and
 * inlay_study_add.
 */
#ifndef INLAY_STUDY_TELL_H
#define INLAY_STUDY_TELL_H

#include <math.h>

#include "base/text.h"
#include "inlay.h"

const struct inlay_outputs *inlay_study_outputs(const inlay_study *s);

/* How an evaluation ended. */
struct inlay_outcome {
    double y;            /* not finite: it failed */
    double variance;     /* of y; NaN: none is given */
    const char *why;     /* why it failed; NULL: y says it all */
    const char *metrics; /* a JSON object, or NULL */
};

static inline struct inlay_outcome inlay_outcome_of(double y, const char *why,
                                                    const char *metrics)
{
    return (struct inlay_outcome){y, NAN, why, metrics};
}

/* The end of a trial, whoever evaluated it. */
inlay_status inlay_study_end(inlay_study *s, int64_t id,
                             struct inlay_outcome outcome, inlay_error *err);

/* Another result of a finished trial. */
inlay_status inlay_study_amend_end(inlay_study *s, int64_t id,
                                   struct inlay_outcome outcome,
                                   inlay_error *err);

/* Appends why such a result would be a failed trial: an output that has no
 * value.  Nothing where it is a result. */
inlay_status inlay_study_add_missing(const inlay_study *s, double y,
                                     const char *metrics,
                                     struct inlay_text *why, inlay_error *err);

/* inlay_study_add; id may be NULL. */
inlay_status inlay_study_add_ended(inlay_study *s, const inlay_value *x,
                                   struct inlay_outcome outcome, int64_t *id,
                                   inlay_error *err);

/*
 * Trials that were finished elsewhere, to be added all or none.  {0} is an empty
 * batch.  All is copied.  A batch to which a trial could not be added can only be
 * cleared.
 */
struct inlay_batch {
    struct inlay_event *events; /* they own their texts */
    size_t n, room;             /* events */
    bool
        may_lack; /* a trial without a value of some output, but the objective, is
                      done all the same: it was evaluated before there was one */
};
inlay_status inlay_batch_add(struct inlay_batch *batch, const inlay_study *s,
                             const inlay_value *x, struct inlay_outcome outcome,
                             inlay_error *err);
/* Another event of the trial that was added last, such as notes; the number of
 * the trial is filled in. */
inlay_status inlay_batch_append(struct inlay_batch *batch,
                                const struct inlay_event *e, inlay_error *err);
/* The same for any x of inlay_configuration_read_past, inside the space or not. */
inlay_status inlay_batch_add_outside(struct inlay_batch *batch,
                                     const inlay_study *s, const inlay_value *x,
                                     struct inlay_outcome outcome,
                                     inlay_error *err);
void inlay_batch_clear(struct inlay_batch *batch);

/* Adds the batch, which is empty then; *first := the number of its first trial
 * (may be NULL).  On failure nothing was added. */
inlay_status inlay_study_add_batch(inlay_study *s, struct inlay_batch *batch,
                                   int64_t *first, inlay_error *err);

#endif
