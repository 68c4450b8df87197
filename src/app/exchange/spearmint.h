/*
 * spearmint.h: the config.json of Spearmint, as a study file.
 */
#ifndef INLAY_APP_EXCHANGE_SPEARMINT_H
#define INLAY_APP_EXCHANGE_SPEARMINT_H

#include <jansson.h>

#include "inlay.h"

/* Has it the marks of a config.json: an object of "variables", each with a type
 * FLOAT, INT or ENUM? */
bool inlay_spearmint_is_config(const json_t *json);

/*
 * The text of a study file from that of a config.json, and what its owner must
 * know, a line each (the program's result, constraints that are left out).
 * The caller frees both with inlay_text_free.
 *
 * A variable of size n becomes n variables, name_0 to name_{n-1}; one of size 1
 * keeps its name.
 */
inlay_status inlay_spearmint_convert(const char *text, size_t n_bytes,
                                     char **study, char **notes,
                                     inlay_error *err);

#endif
