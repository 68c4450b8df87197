/*
 * mean.h: the negated posterior mean, averaged over the components of a model:
 * its maximizer is the configuration to recommend.
 */
#ifndef INLAY_ACQUIRE_MEAN_H
#define INLAY_ACQUIRE_MEAN_H

#include "acquire/acq.h"
#include "model/model.h"

struct inlay_mean_acq {
    struct inlay_acq base; /* first */
    const struct inlay_model *model;
};

/* model is not copied and must outlive it. */
void inlay_mean_acq_init(struct inlay_mean_acq *m,
                         const struct inlay_model *model);

#endif
