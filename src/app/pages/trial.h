/*
 * trial.h: everything about one trial, and what happened to it, as words and as
 * JSON.
 */
#ifndef INLAY_APP_PAGES_TRIAL_H
#define INLAY_APP_PAGES_TRIAL_H

#include "base/text.h"
#include "inlay.h"

inlay_status inlay_trial_page_print(inlay_study *study, int64_t id,
                                    struct inlay_text *page, inlay_error *err);
/* The object of trial_list, and "changes": an array. */
inlay_status inlay_trial_page_json(inlay_study *study, int64_t id,
                                   struct inlay_text *page, inlay_error *err);

/* Appends "It was 0.31 until 2026-11-18 14:03." for each result that was amended,
 * and why it was discarded; nothing where there is nothing to say. */
void inlay_trial_page_add_earlier(inlay_study *study, int64_t id,
                                  struct inlay_text *page);

#endif
