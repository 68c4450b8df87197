/*
 * harmless.c: which characters are harmful, and what is shown instead.
 */
#include "base/harmless.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { BELL = 0x07, ESCAPE = 0x1b };

/* Control characters, controls of direction and of lines, the byte order mark
 * and annotations. */
static bool is_harmful(uint32_t code)
{
    static const struct inlay_utf8_range ranges[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0x061c, 0x061c}, {0x200e, 0x200f},
        {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
    };

    return inlay_utf8_is_among(code, ranges, sizeof ranges / sizeof *ranges);
}

/* Bytes of the escape sequence at s, which begins with ESC: ESC [ to a letter,
 * ESC ] to BEL or to the next ESC, else two. */
static size_t escape_size(const char *s, size_t n)
{
    size_t size = 2;

    if (n >= 2 && s[1] == '[') {
        while (size < n && (unsigned char)s[size] >= 0x20 &&
               (unsigned char)s[size] < 0x40)
            size++;
        size++;
    } else if (n >= 2 && s[1] == ']') {
        while (size < n && s[size] != BELL && s[size] != ESCAPE)
            size++;
        if (size < n && s[size] == BELL)
            size++;
    }
    return size < n ? size : n;
}

/* One byte with a backslash; returns how many bytes that takes. */
static size_t escape(char c, char shown[INLAY_HARMLESS_STEP])
{
    static const char letters[] = "\nn\tt\rr", digits[] = "0123456789abcdef";
    const unsigned byte = (unsigned char)c;

    shown[0] = '\\';
    for (size_t i = 0; letters[i]; i += 2)
        if (c == letters[i]) {
            shown[1] = letters[i + 1];
            return 2;
        }
    shown[1] = 'x';
    shown[2] = digits[byte / 16];
    shown[3] = digits[byte % 16];
    return 4;
}

size_t inlay_harmless_next(const char *s, size_t n, unsigned how,
                           char shown[INLAY_HARMLESS_STEP], size_t *n_shown)
{
    uint32_t code = 0;
    const size_t size = inlay_utf8_next(s, n, &code);
    const bool is_output = how & INLAY_HARMLESS_OUTPUT;

    *n_shown = 1;
    if (size > 0 && !is_harmful(code)) {
        const bool is_hidden = code >= 0x80 && (how & INLAY_HARMLESS_ASCII);

        *n_shown = is_hidden ? 1 : size;
        memcpy(shown, is_hidden ? "?" : s, *n_shown);
        return size;
    }
    if (!is_output) {
        *n_shown = escape(*s, shown);
        return 1;
    }
    shown[0] = *s == '\t' ? ' ' : '?';
    *n_shown = *s == ESCAPE ? 0 : 1;
    return *s == ESCAPE ? escape_size(s, n) : size > 0 ? size : 1;
}

void inlay_harmless_add_bytes(struct inlay_text *text, const char *s, size_t n,
                              unsigned how)
{
    for (size_t i = 0; i < n;) {
        char shown[INLAY_HARMLESS_STEP];
        size_t n_shown = 0;

        i += inlay_harmless_next(s + i, n - i, how, shown, &n_shown);
        inlay_text_add_bytes(text, shown, n_shown);
    }
}

void inlay_harmless_add(struct inlay_text *text, const char *s)
{
    inlay_harmless_add_bytes(text, s, strlen(s), INLAY_HARMLESS_ESCAPED);
}

size_t inlay_harmless_span(const char *s, size_t n)
{
    uint32_t code = 0;
    size_t i = 0, size = 0;

    for (; i < n; i += size) {
        size = inlay_utf8_next(s + i, n - i, &code);
        if (size == 0 || is_harmful(code))
            break;
    }
    return i;
}
