/*
 * utf8.c: characters among bytes, as RFC 3629 has them.
 *
 * Overlong forms, surrogates and numbers above U+10FFFF are none: who lets them
 * pass lets the same text have two forms, or a '/' that does not look like one.
 */
#include "base/utf8.h"

#include <string.h>

/* By the first byte; 0: none begins so. */
static size_t expected_size(unsigned char lead)
{
    return lead < 0x80    ? 1
           : lead < 0xC2  ? 0
           : lead < 0xE0  ? 2
           : lead < 0xF0  ? 3
           : lead <= 0xF4 ? 4
                          : 0;
}

size_t inlay_utf8_next(const char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *b = (const unsigned char *)s;
    const size_t size = n > 0 ? expected_size(b[0]) : 0;
    uint32_t number = n > 0 ? b[0] : 0;

    if (size == 0 || size > n)
        return 0;
    if (size > 1)
        number &= 0x7FU >> size;
    for (size_t i = 1; i < size; i++) {
        if (!inlay_utf8_continues(s[i]))
            return 0;
        number = number << 6 | (b[i] & 0x3FU);
    }
    if (number < least[size] || number > 0x10FFFF ||
        (number >= 0xD800 && number <= 0xDFFF))
        return 0;
    if (code)
        *code = number;
    return size;
}

bool inlay_utf8_is_valid(const char *s)
{
    size_t n = strlen(s), size = 0;

    for (; n > 0; s += size, n -= size) {
        size = inlay_utf8_next(s, n, NULL);
        if (size == 0)
            return false;
    }
    return true;
}

size_t inlay_utf8_whole(const char *s, size_t n)
{
    const size_t length = strlen(s);

    if (length <= n)
        return length;
    while (n > 0 && inlay_utf8_continues(s[n]))
        n--; /* s[n], the first byte left out, continues a character */
    return n;
}

bool inlay_utf8_is_among(uint32_t code, const struct inlay_utf8_range *ranges,
                         size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}
