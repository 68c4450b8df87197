/*
 * trial_json.h: a trial as a JSON object, the same wherever the tool writes one.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_JSON_H
#define INLAY_APP_EXCHANGE_TRIAL_JSON_H

#include "base/json_writer.h"
#include "inlay.h"

/* What is to be written, in this order.  A NULL, or 0 attempts, is left out. */
struct inlay_trial_json {
    int64_t id;
    const char *state;
    const inlay_value *x;
    const double *y; /* null where it is not finite */
    const char *why;
    const char *metrics; /* JSON; printed anew, with exact numbers */
    const double *seconds;
    int64_t attempts;
};

/* Opens the object; the caller may add members, and ends it. */
void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space,
                            const struct inlay_trial_json *trial);

/* {"id": 7, "x": {...}}: what ask gives. */
void inlay_trial_json_write_asked(struct inlay_json_writer *w,
                                  const inlay_space *space,
                                  const inlay_trial *trial);

#endif
