/*
 * word.c: texts of the user's, made fit for where they go.
 */
#include "app/screen/word.h"

#include <string.h>

#include "base/harmless.h"
#include "base/width.h"

void inlay_word_add_shown(struct inlay_text *text, const char *s)
{
    inlay_harmless_add(text, s, strlen(s), INLAY_HARMLESS_ESCAPED);
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
        const size_t n = strcspn(s, is_dollar ? "'\\" : "'");

        inlay_harmless_add(text, s, n, INLAY_HARMLESS_ESCAPED);
        s += n;
        if (*s)
            inlay_text_printf(text, is_dollar ? "\\%c" : "'\\%c'", *s++);
    }
    inlay_text_add(text, "'");
}

void inlay_word_add_shell(struct inlay_text *text, const char *s)
{
    const size_t n = strlen(s);

    if (is_plain(s)) {
        inlay_text_add(text, s);
        return;
    }
    add_quoted(text, s, inlay_harmless_span(s, n) < n);
}

size_t inlay_word_width(const char *s)
{
    return inlay_width(s, strlen(s));
}

size_t inlay_word_bytes(const char *s, size_t n)
{
    return inlay_width_fitting(s, strlen(s), n);
}
