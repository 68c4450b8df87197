/*
 * spec.h: what a study is, as JSON: its variables, and the options that were
 * set.  The tool's study file is one; so keys that are neither are left alone.
 */
#ifndef INLAY_STUDY_SPEC_H
#define INLAY_STUDY_SPEC_H

#include "inlay.h"

/* The caller frees both. */
inlay_status inlay_spec_parse(const char *text, inlay_space **space,
                              inlay_options **options, inlay_error *err);

/* {"variables": [...], "seed": 1, ...}: options that were set by name.  The
 * caller frees *text. */
inlay_status inlay_spec_print(const inlay_space *space,
                              const inlay_options *options, char **text,
                              inlay_error *err);

/* Can a study that began as (space, options) go on as (later, later_options)?
 * INLAY_EINVAL names the variable that is another, or the goal. */
inlay_status inlay_spec_check_same(const inlay_space *space,
                                   const inlay_options *options,
                                   const inlay_space *later,
                                   const inlay_options *later_options,
                                   inlay_error *err);

#endif
