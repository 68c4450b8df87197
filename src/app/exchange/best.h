/*
 * best.h: the best trial of a study, and what the model recommends.
 */
#ifndef INLAY_APP_EXCHANGE_BEST_H
#define INLAY_APP_EXCHANGE_BEST_H

#include "base/json_writer.h"
#include "inlay.h"

struct inlay_best {
    inlay_trial trial;
    inlay_prediction there; /* mean and sd are NaN where there is no model */
    size_t n_done, n_failed, n_pending;
    /* What to use in the end: x of the trial, unless the noise, or option
     * "recommend", make the model's choice the better one. */
    inlay_value *recommended;
    inlay_prediction at_recommended;
    bool is_another; /* recommended is not trial.x */
};

/* INLAY_ESTATE where no trial is done.  A model that cannot be fitted leaves
 * NaN.  Views live as long as the study. */
inlay_status inlay_best_init(struct inlay_best *best, inlay_study *study,
                             inlay_error *err);
void inlay_best_clear(struct inlay_best *best);

/* {"id": 7, "x": {...}, "y": 0.25, "mean": ..., "sd": ..., "n_done": ..., ...}
 * with "recommended" where that is another configuration. */
void inlay_best_write(struct inlay_json_writer *w, const char *key,
                      const inlay_space *space, const struct inlay_best *best);

#endif
