/*
 * spec.h: what a study is, as JSON: its variables, and the options that were
 * set.  The tool's study file is one; so keys that are neither are left alone.
 */
#ifndef INLAY_STUDY_SPEC_H
#define INLAY_STUDY_SPEC_H

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "strategy/options.h"

/* The caller frees both. */
inlay_status inlay_spec_parse(const char *text, inlay_space **space,
                              inlay_options **options, inlay_error *err);

/* {"variables": [...], "seed": 1, ...}: options that were set by name.  The
 * caller frees *text. */
inlay_status inlay_spec_print(const inlay_space *space,
                              const inlay_options *options, char **text,
                              inlay_error *err);

/*
 * One member of a study file as the text from which it is set, appended to out:
 * a number, or whatever an option of the library takes.  A choice is a string;
 * true and false pass as well, a likely guess for "noise": inlay_options_set
 * then shows what there is.  Any other type is INLAY_EPARSE.
 */
inlay_status inlay_spec_read_number(const json_t *root, const char *key,
                                    bool is_whole, struct inlay_text *out,
                                    inlay_error *err);
inlay_status inlay_spec_read_option(const json_t *root, const char *key,
                                    const inlay_option *option,
                                    struct inlay_text *out, inlay_error *err);
/* And back: value is one that the option can have. */
void inlay_spec_write_option(struct inlay_json_writer *w,
                             const inlay_option *option, const char *value);

/* Can a study that began as (space, options) go on as (later, later_options)?
 * INLAY_EINVAL names the variable that is another, or the goal. */
inlay_status inlay_spec_check_same(const inlay_space *space,
                                   const inlay_options *options,
                                   const inlay_space *later,
                                   const inlay_options *later_options,
                                   inlay_error *err);

#endif
