/*
 * page.c: a text that is made by many small calls, with one check at the end.
 */
#include "app/pages/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

enum { WIDTH = 79, HELP_COLUMN = 26 };

void inlay_page_add(struct inlay_page *page, const char *fmt, ...)
{
    va_list list;

    if (page->st != INLAY_OK)
        return;
    va_start(list, fmt);
    const int n = vsnprintf(NULL, 0, fmt, list);
    va_end(list);
    char *s = n < 0 ? NULL : inlay_mem_new((size_t)n + 1, 1);
    if (!s) {
        page->st = inlay_fail_memory(page->err, "a page");
        return;
    }
    va_start(list, fmt);
    vsnprintf(s, (size_t)n + 1, fmt, list);
    va_end(list);
    page->st = inlay_text_add(&page->text, s, page->err);
    inlay_mem_free(s);
}

void inlay_page_number(struct inlay_page *page, double v)
{
    if (page->st == INLAY_OK)
        page->st = inlay_text_add_number(&page->text, v, page->err);
}

void inlay_page_json(struct inlay_page *page, const char *s)
{
    if (page->st == INLAY_OK)
        page->st = inlay_text_add_json(&page->text, s, page->err);
}

/* Bytes since the last line end; what we wrap is ASCII. */
static size_t column(const struct inlay_page *page)
{
    size_t n = 0;

    while (n < page->text.n && page->text.bytes[page->text.n - 1 - n] != '\n')
        n++;
    return n;
}

static void break_line(struct inlay_page *page, size_t indent)
{
    inlay_page_add(page, "\n%*s", (int)indent, "");
}

void inlay_page_wrap(struct inlay_page *page, const char *s, size_t indent)
{
    bool is_first = true;

    while (*s != '\0' && page->st == INLAY_OK) {
        const size_t n = strcspn(s, " \n");

        if (!is_first && column(page) + 1 + n > WIDTH)
            break_line(page, indent);
        else if (!is_first && column(page) > indent)
            inlay_page_add(page, " ");
        inlay_page_add(page, "%.*s", (int)n, s);
        is_first = false;
        s += n;
        if (*s == '\n')
            break_line(page, indent);
        if (*s != '\0')
            s++;
    }
    inlay_page_add(page, "\n");
}

void inlay_page_item(struct inlay_page *page, const char *head,
                     const char *help)
{
    const size_t n = strlen(head);

    inlay_page_add(page, "  %s", head);
    if (n + 4 > HELP_COLUMN)
        break_line(page, HELP_COLUMN);
    else
        inlay_page_add(page, "%*s", (int)(HELP_COLUMN - 2 - n), "");
    inlay_page_wrap(page, help, HELP_COLUMN);
}

inlay_status inlay_page_end(struct inlay_page *page, char **out)
{
    if (page->st == INLAY_OK && !page->text.bytes)
        page->st = inlay_text_add(&page->text, "", page->err);
    if (page->st == INLAY_OK)
        *out = page->text.bytes;
    else
        inlay_text_clear(&page->text);
    page->text = (struct inlay_text){0};
    return page->st;
}
