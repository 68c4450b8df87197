/*
 * trial_json.h: a trial as JSON, the same wherever the tool writes one.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_JSON_H
#define INLAY_APP_EXCHANGE_TRIAL_JSON_H

#include "app/exchange/listed.h"
#include "base/json_writer.h"

/* Opens {"id": 7, "x": {...}, which the caller continues and ends. */
void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space, const inlay_trial *trial);

/* "values": {"loss": 0.25, "latency_ms": 12}, "feasible": true; nothing where
 * outputs have no names or values is NULL. */
void inlay_trial_json_values(struct inlay_json_writer *w,
                             const struct inlay_outputs *outputs,
                             const double *values);

/* {"id": 7, "state": "done", "x": {...}, "y": 0.25}, with variance, why, metrics,
 * seconds and attempts where they are known; y is null where there is none.  Where
 * outputs have names, "values" has them all, and "feasible" says whether they keep
 * their limits.  "discarded" is true, or the reason; "attributes" are an object;
 * "outside" is true where it lies outside the space. */
void inlay_trial_json_write(struct inlay_json_writer *w,
                            struct inlay_trial_terms terms,
                            const struct inlay_listed *trial);

/* Of inlay_study_changes, to which the context is a writer: {"what": "amended",
 * "at": "2026-...", "y": 0.25}, with variance, why, metrics and attributes where
 * they are known. */
void inlay_trial_json_change(const inlay_change *change, void *writer);

#endif
