/*
 * spearmint.h: the config.json of Spearmint, as a study file.
 */
#ifndef INLAY_APP_EXCHANGE_SPEARMINT_H
#define INLAY_APP_EXCHANGE_SPEARMINT_H

#include "inlay.h"

/*
 * The text of a study file from that of a config.json, and what its owner must
 * know, one line each (the program's result, constraints that are left out).
 * The caller frees both with inlay_text_free.
 *
 * Both are NULL where the text is not a config.json: an object of "variables",
 * the first of which has a type FLOAT, INT or ENUM.
 *
 * A variable of size n becomes n variables, name_0 to name_{n-1}; one of size 1
 * keeps its name.
 */
inlay_status inlay_spearmint_convert(const char *text, size_t n_bytes,
                                     char **study, char **notes,
                                     inlay_error *err);

#endif
