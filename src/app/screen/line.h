/*
 * line.h: numbers and configurations in lines for people.
 */
#ifndef INLAY_APP_SCREEN_LINE_H
#define INLAY_APP_SCREEN_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "inlay.h"

/* Six significant digits. */
void inlay_line_add_value(struct inlay_text *line, double v);

/* "rate=0.1 depth=3", harmless; numbers with six significant digits, integers
 * with all. */
void inlay_line_add_configuration(struct inlay_text *line,
                                  const inlay_space *space,
                                  const inlay_value *x, bool has_utf8);

#endif
