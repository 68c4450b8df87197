/*
 * shell.c: words that a shell takes literally.
 */
#include "app/screen/shell.h"

#include <string.h>

#include "base/harmless.h"
#include "problem/configuration.h"

/* A word with '=' that begins with a letter could be an assignment. */
static bool is_plain(const char *s)
{
    static const char plain[] = "=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz"
                                "0123456789_-+./:,@%";

    return s[0] != '\0' && s[strspn(s, plain + (s[0] != '-'))] == '\0';
}

/* A quote in '...' is '\''; in $'...' quote and backslash take a backslash. */
static void add_quoted(struct inlay_text *text, const char *s, bool is_dollar)
{
    inlay_text_add(text, is_dollar ? "$'" : "'");
    while (*s) {
        const size_t n = strcspn(s, is_dollar ? "'\\" : "'");

        inlay_harmless_add_bytes(text, s, n, INLAY_HARMLESS_ESCAPED);
        s += n;
        if (*s)
            inlay_text_printf(text, is_dollar ? "\\%c" : "'\\%c'", *s++);
    }
    inlay_text_add(text, "'");
}

void inlay_shell_add(struct inlay_text *text, const char *s)
{
    const size_t n = strlen(s);

    if (is_plain(s))
        inlay_text_add(text, s);
    else
        add_quoted(text, s, inlay_harmless_span(s, n) < n);
}

void inlay_shell_add_configuration(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x, const char *before,
                                   const char *after)
{
    struct inlay_text value = {0};

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_cut(&value, 0);
        inlay_configuration_add_plain(&value, &x[i]);
        inlay_text_add(text, before);
        inlay_shell_add(text, inlay_space_var(space, i)->is.name);
        inlay_text_add(text, "=");
        inlay_shell_add(text, inlay_text_view(&value));
        inlay_text_add(text, after);
    }
    inlay_text_fail_as(text, &value);
    inlay_text_clear(&value);
}
