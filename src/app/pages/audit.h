/*
 * audit.h: an audit as words for people, and as one JSON object.
 */
#ifndef INLAY_APP_PAGES_AUDIT_H
#define INLAY_APP_PAGES_AUDIT_H

#include "base/text.h"
#include "inlay.h"

/* budget: of the study file, 0 where there is none. */
void inlay_audit_print(const inlay_audit *audit, int64_t budget,
                       struct inlay_text *page);
/* In one line, without its end. */
void inlay_audit_json(const inlay_audit *audit, int64_t budget,
                      struct inlay_text *text);

#endif
