/*
 * page.c: words in lines, for help and reports.
 */
#include "app/pages/page.h"

#include <string.h>

enum { WIDTH = 79, HELP_COLUMN = 26 };

/* Bytes since the last line end; what we wrap is ASCII. */
static size_t column(const struct inlay_text *page)
{
    size_t n = 0;

    while (n < page->n && page->bytes[page->n - 1 - n] != '\n')
        n++;
    return n;
}

static void break_line(struct inlay_text *page, size_t indent)
{
    inlay_text_printf(page, "\n%*s", (int)indent, "");
}

void inlay_page_wrap(struct inlay_text *page, const char *s, size_t indent)
{
    bool is_first = true;

    while (*s != '\0') {
        const size_t n = strcspn(s, " \n");

        if (!is_first && column(page) + 1 + n > WIDTH)
            break_line(page, indent);
        else if (!is_first && column(page) > indent)
            inlay_text_add(page, " ");
        inlay_text_add_bytes(page, s, n);
        is_first = false;
        s += n;
        if (*s == '\n')
            break_line(page, indent);
        if (*s != '\0')
            s++;
    }
    inlay_text_add(page, "\n");
}

void inlay_page_help(struct inlay_text *page, const char *help)
{
    const size_t n = column(page);

    if (n + 2 > HELP_COLUMN)
        break_line(page, HELP_COLUMN);
    else
        inlay_text_printf(page, "%*s", (int)(HELP_COLUMN - n), "");
    inlay_page_wrap(page, help, HELP_COLUMN);
}
