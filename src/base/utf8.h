/*
 * utf8.h: characters among bytes that come from outside.
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

/* Is the byte one of a character that begins before it? */
static inline bool inlay_utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many bytes of s, at most n, can be kept without cutting a character in
 * two. */
size_t inlay_utf8_whole(const char *s, size_t n);

struct inlay_utf8_range {
    uint32_t first, last;
};
bool inlay_utf8_is_among(uint32_t code, const struct inlay_utf8_range *ranges,
                         size_t n);

#endif
