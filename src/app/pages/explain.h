/*
 * explain.h: an explanation as sentences and tables for people, and as one JSON
 * object with exact numbers, null where one is not known.
 */
#ifndef INLAY_APP_PAGES_EXPLAIN_H
#define INLAY_APP_PAGES_EXPLAIN_H

#include "base/text.h"
#include "inlay.h"

void inlay_explanation_print(const inlay_explanation *e,
                             struct inlay_text *page);
/* In one line, without its end. */
void inlay_explanation_json(const inlay_explanation *e,
                            struct inlay_text *text);

#endif
