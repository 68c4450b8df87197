/*
 * column.h: values and numbers as people read them in columns.
 */
#ifndef INLAY_APP_SCREEN_COLUMN_H
#define INLAY_APP_SCREEN_COLUMN_H

#include <jansson.h>

#include "base/text.h"
#include "problem/space.h"

/* Appends s, and spaces after or before it up to `width` columns; s as
 * inlay_word_add_shown shows it. */
void inlay_column_left(struct inlay_text *page, const char *s, size_t width);
void inlay_column_right(struct inlay_text *page, const char *s, size_t width);

/* Four digits; "-" for NaN. */
struct inlay_shown inlay_column_number(double v);
/* 0.123 is "12 %"; "-" for NaN.  Neither 0 nor 100 but where that is exact. */
struct inlay_shown inlay_column_percent(double share);
/* A real in five digits, all others as they are; long names are cut. */
struct inlay_shown inlay_column_value(const inlay_value *v);

/* A count and its noun: "1 trial", "2 trials". */
struct inlay_shown inlay_column_count(size_t n, const char *one);

/* For JSON: null where v is not finite; U+FFFD for what is no UTF-8 in s.  NULL
 * where memory is out. */
json_t *inlay_column_json_number(double v);
json_t *inlay_column_json_text(const char *s);

#endif
