/*
 * word.c: texts of the user's, made fit for where they go.
 */
#include "app/screen/word.h"

#include <string.h>

#include "base/utf8.h"

/* Of the UTF-8 character that s begins with, 0 for what is none. */
static size_t character_bytes(const char *s)
{
    return inlay_utf8_next(s, strnlen(s, 4), NULL);
}

/* ASCII's control characters, and those from U+0080 to U+009F, which terminals
 * obey too. */
static bool is_control(const char *s)
{
    const unsigned char *b = (const unsigned char *)s;

    return b[0] < 0x20 || b[0] == 0x7F || (b[0] == 0xC2 && b[1] < 0xA0);
}

/* What may stand on a terminal, from s on. */
static size_t printable_bytes(const char *s)
{
    size_t n = 0;

    for (size_t k; s[n] && !is_control(s + n); n += k) {
        k = character_bytes(s + n);
        if (k == 0)
            break;
    }
    return n;
}

/* One byte with a backslash. */
static void add_escape(struct inlay_text *text, char c)
{
    static const char letters[] = "\nn\tt\rr";

    for (size_t i = 0; letters[i]; i += 2)
        if (c == letters[i]) {
            inlay_text_printf(text, "\\%c", letters[i + 1]);
            return;
        }
    inlay_text_printf(text, "\\x%02x", (unsigned)(unsigned char)c);
}

void inlay_word_add_shown(struct inlay_text *text, const char *s)
{
    while (*s) {
        const size_t n = printable_bytes(s);

        if (n > 0)
            inlay_text_add_bytes(text, s, n);
        else
            add_escape(text, *s);
        s += n > 0 ? n : 1;
    }
}

/* A word with '=' that begins with a letter could be an assignment. */
static bool is_plain(const char *s)
{
    static const char plain[] = "=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz"
                                "0123456789_-+./:,@%";

    return s[0] != '\0' && s[strspn(s, plain + (s[0] != '-'))] == '\0';
}

/* In '...' a quote ends the quotes, stands alone, and they begin again; in
 * $'...' quote and backslash have a backslash. */
static void add_quoted(struct inlay_text *text, const char *s, bool is_dollar)
{
    inlay_text_add(text, is_dollar ? "$'" : "'");

    while (*s) {
        const size_t clear = strcspn(s, is_dollar ? "'\\" : "'");
        const size_t printable = printable_bytes(s);
        const size_t n = clear < printable ? clear : printable;

        if (n > 0)
            inlay_text_add_bytes(text, s, n);
        else if (is_dollar && (*s == '\'' || *s == '\\'))
            inlay_text_printf(text, "\\%c", *s);
        else if (is_dollar)
            add_escape(text, *s);
        else
            inlay_text_add(text, "'\\''");
        s += n > 0 ? n : 1;
    }
    inlay_text_add(text, "'");
}

void inlay_word_add_shell(struct inlay_text *text, const char *s)
{
    if (is_plain(s)) {
        inlay_text_add(text, s);
        return;
    }
    add_quoted(text, s, s[printable_bytes(s)] != '\0');
}

size_t inlay_word_width(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

size_t inlay_word_bytes(const char *s, size_t n)
{
    size_t at = 0;

    for (; s[at]; at++) {
        const bool begins = ((unsigned char)s[at] & 0xC0) != 0x80;

        if (begins && n == 0)
            break;
        n -= begins;
    }
    return at;
}
