/*
 * page.c: pages of words, for a terminal or as roff.
 *
 * In roff, words are escaped: a dash is \- (a search for a flag would not find a
 * hyphen), a backslash \e, and no line begins with a dot or a quote, which would
 * be a request.
 */
#include "app/pages/page.h"

#include <string.h>

enum { WIDTH = 79, LABEL_COLUMN = 12, HELP_COLUMN = 26 };

/* ---- Lines --------------------------------------------------------------- */

/* Bytes since the last line end; what we wrap is ASCII. */
static size_t column(const struct inlay_text *text)
{
    size_t n = 0;

    while (n < text->n && text->bytes[text->n - 1 - n] != '\n')
        n++;
    return n;
}

static void break_line(struct inlay_text *text, size_t indent)
{
    inlay_text_printf(text, "\n%*s", (int)indent, "");
}

static void add_words(struct inlay_text *text, const char *s)
{
    const size_t indent = column(text);

    while (*s != '\0') {
        const size_t n = strcspn(s, " \n"), at = column(text);

        if (at > indent && at + 1 + n > WIDTH)
            break_line(text, indent);
        else if (at > indent)
            inlay_text_add(text, " ");
        inlay_text_add_bytes(text, s, n);
        s += n;
        if (*s == '\n')
            break_line(text, indent);
        if (*s != '\0')
            s++;
    }
    inlay_text_add(text, "\n");
}

void inlay_page_wrap(struct inlay_text *text, size_t from)
{
    struct inlay_text words = {0};

    if (text->n > from)
        inlay_text_add(&words, text->bytes + from);
    inlay_text_cut(text, from);
    add_words(text, inlay_text_view(&words));
    inlay_text_fail_as(text, &words);
    inlay_text_clear(&words);
}

/* ---- Reports ------------------------------------------------------------- */

size_t inlay_page_label(struct inlay_text *text, const char *label)
{
    inlay_text_printf(text, "%-*s", LABEL_COLUMN, label);
    return text->n;
}

void inlay_page_say(struct inlay_text *text, const char *label, const char *fmt,
                    ...)
{
    const size_t from = inlay_page_label(text, label);
    va_list args;

    va_start(args, fmt);
    inlay_text_vprintf(text, fmt, args);
    va_end(args);
    inlay_page_wrap(text, from);
}

/* ---- Pages --------------------------------------------------------------- */

/* What roff wants around a part, and where a part has a line end. */
static const struct {
    const char *before, *line_end, *after;
} ROFF[] = {
    [INLAY_SECTION] = {".SH ", " ", "\n"},
    [INLAY_SUBSECTION] = {".SS ", " ", "\n"},
    [INLAY_LIST] = {".PP\n", " ", "\n"},
    [INLAY_PARAGRAPH] = {".PP\n", "\n.PP\n", "\n"},
    [INLAY_BLOCK] = {".PP\n.nf\n", "\n", ".fi\n"},
};

static void add_roff(struct inlay_text *text, const char *s,
                     const char *line_end)
{
    if (*s == '.' || *s == '\'')
        inlay_text_add(text, "\\&");
    for (; *s != '\0'; s++) {
        const char *escape = *s == '-'    ? "\\-"
                             : *s == '\\' ? "\\e"
                             : *s == '\'' ? "\\(aq"
                             : *s == '\n' ? line_end
                                          : NULL;

        inlay_text_add_bytes(text, escape ? escape : s,
                             escape ? strlen(escape) : 1);
    }
}

/* On a terminal, parts have an empty line between them; a block follows its
 * heading. */
static void add_part(struct inlay_page *page, enum inlay_page_part part,
                     const char *words)
{
    struct inlay_text *text = &page->text;

    if (page->is_roff) {
        inlay_text_add(text, ROFF[part].before);
        add_roff(text, words, ROFF[part].line_end);
        inlay_text_add(text, ROFF[part].after);
    } else if (part == INLAY_BLOCK) {
        inlay_text_add(text, words);
    } else {
        inlay_text_add(text, text->n > 0 ? "\n" : "");
        add_words(text, words);
    }
}

void inlay_page_add(struct inlay_page *page, enum inlay_page_part part,
                    const char *fmt, ...)
{
    struct inlay_text words = {0};
    va_list args;

    va_start(args, fmt);
    inlay_text_vprintf(&words, fmt, args);
    va_end(args);
    add_part(page, part, inlay_text_view(&words));
    inlay_text_fail_as(&page->text, &words);
    inlay_text_clear(&words);
}

/* On a terminal help has its own column, and a long name its own line. */
void inlay_page_term(struct inlay_page *page, const char *name,
                     const char *argument, const char *help)
{
    struct inlay_text *text = &page->text;

    if (!argument)
        argument = "";
    if (page->is_roff) {
        inlay_text_add(text, ".TP\n\\fB");
        add_roff(text, name, " ");
        inlay_text_add(text, *argument ? "\\fR \\fI" : "");
        add_roff(text, argument, " ");
        inlay_text_add(text, "\\fR\n");
        add_roff(text, help, " ");
        inlay_text_add(text, "\n");
        return;
    }
    inlay_text_printf(text, "  %s%s%s", name, *argument ? " " : "", argument);
    if (column(text) + 2 > HELP_COLUMN)
        inlay_text_add(text, "\n");
    inlay_text_printf(text, "%*s", (int)(HELP_COLUMN - column(text)), "");
    add_words(text, help);
}
