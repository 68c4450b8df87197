/*
 * audit.h: what others ask of an audit.
 */
#ifndef INLAY_STUDY_AUDIT_H
#define INLAY_STUDY_AUDIT_H

#include "inlay.h"

/* Of all trials so far: inlay_audit.are_failures_random. */
inlay_status inlay_study_failures_are_random(inlay_study *s, bool *is_random,
                                             inlay_error *err);

#endif
