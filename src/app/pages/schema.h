/*
 * schema.h: a JSON Schema of study files, made from the tables.
 */
#ifndef INLAY_APP_PAGES_SCHEMA_H
#define INLAY_APP_PAGES_SCHEMA_H

#include "base/text.h"

/* Draft 2020-12. */
void inlay_schema_write(struct inlay_text *page);

#endif
