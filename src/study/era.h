/*
 * era.h: the study files of a journal, and how configurations of each read today.
 *
 * A study file is an event.  Trials and wishes that were written while it was in
 * force are of its era: their values mean what its variables say.  Whoever looks
 * at them with other variables translates them (problem/translate), one era like
 * another: a study that is changed and changed back is as it was.
 */
#ifndef INLAY_STUDY_ERA_H
#define INLAY_STUDY_ERA_H

#include <jansson.h>

#include "problem/translate.h"
#include "study/journal.h"
#include "study/study_file.h"

struct inlay_era {
    int64_t seq;  /* of the event `study` */
    bool is_same; /* its space is the one that is looked with; then the members
                     below are empty */
    struct inlay_study_file *file;
    struct inlay_translation translation; /* ... from the file's space */
    size_t n_trials;                      /* counted by who folds them */
    char *objective; /* the name of its objective; NULL: nobody has named it */
};

/* In the order of their events. */
struct inlay_eras {
    const inlay_space *space; /* with which is looked; not owned */
    struct inlay_era *at;
    size_t n, room;
};

/* All study files of a journal.  INLAY_ESTORE where one cannot be read. */
inlay_status inlay_eras_load(struct inlay_eras *eras, const inlay_space *space,
                             struct inlay_journal *journal, inlay_error *err);
void inlay_eras_clear(struct inlay_eras *eras);

/* Room for n more. */
inlay_status inlay_eras_reserve(struct inlay_eras *eras, size_t n,
                                inlay_error *err);
/* One more, in two steps: the first may fail; the second, for which there must be
 * room, takes *era over. */
inlay_status inlay_eras_prepare(const struct inlay_eras *eras, int64_t seq,
                                const char *text, const char *store,
                                struct inlay_era *era, inlay_error *err);
void inlay_eras_add(struct inlay_eras *eras, const struct inlay_era *era);
void inlay_era_clear(struct inlay_era *era);

/* The era of what was written under study file `study`; 0: under the newest one
 * up to event `upto`.  NULL: there is none. */
struct inlay_era *inlay_eras_find(const struct inlay_eras *eras, int64_t study,
                                  int64_t upto);

/* inlay_outputs_read of a trial of that era (NULL: of any).  Where another output
 * was the objective then, the objective is NaN unless it was measured; where none
 * had a name, a metric of its name comes before the value.  *variance, that of y,
 * becomes NaN where the objective is not y. */
inlay_status inlay_era_read_values(const struct inlay_era *era,
                                   const struct inlay_outputs *outputs,
                                   double y, const char *metrics,
                                   double *values, double *variance,
                                   inlay_error *err);

/* A configuration as it is read: {0} at first. */
struct inlay_era_reading {
    inlay_value *x; /* in the space that is looked with; room for its values and
                       for those of any era: inlay_eras_n_values */
    json_t *json;   /* of which texts of x may be views */
    bool is_inside;
};
size_t inlay_eras_n_values(const struct inlay_eras *eras);

/*
 * r->x := the configuration of the text, which was written in the era (NULL: in
 * the space itself).  is_any: it may lie outside the space of its own era, as one
 * that was measured elsewhere may.  INLAY_EINVAL, INLAY_EPARSE: the text is no
 * such configuration.  The caller drops r->json, also on failure.
 */
inlay_status inlay_eras_read(const struct inlay_eras *eras,
                             const struct inlay_era *era, const char *text,
                             bool is_any, struct inlay_era_reading *r,
                             inlay_error *err);

#endif
