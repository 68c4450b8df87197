/*
 * motive.h: in sentences, what a suggestion was for.
 */
#ifndef INLAY_APP_PAGES_MOTIVE_H
#define INLAY_APP_PAGES_MOTIVE_H

#include "base/text.h"
#include "inlay.h"

/* Has the study limits, or several outputs? */
bool inlay_motive_has_limits(const inlay_explanation *explanation);
bool inlay_motive_best_breaks_limits(const inlay_explanation *explanation);

/* A paragraph or two; nothing where neither model nor method has a say. */
void inlay_motive_print(const inlay_explanation *explanation,
                        struct inlay_text *page);

#endif
