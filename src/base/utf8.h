/*
 * utf8.h: is it a character?  For bytes that come from outside.
 */
#ifndef INLAY_BASE_UTF8_H
#define INLAY_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many of the n bytes at s are a character, 0 if they begin with none (or
 * n is 0).  *code (may be NULL) is then its number. */
size_t inlay_utf8_next(const char *s, size_t n, uint32_t *code);

/* Is the whole text UTF-8, as JSON must be? */
bool inlay_utf8_is_valid(const char *s);

#endif
