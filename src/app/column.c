/*
 * column.c: few digits, as many as one compares at a glance.
 */
#include "app/column.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

size_t inlay_column_width(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static void add_printable(struct inlay_page *page, const char *s)
{
    const size_t from = page->text.n;

    inlay_page_add(page, "%s", s);
    for (size_t i = from; i < page->text.n; i++) {
        const unsigned char c = (unsigned char)page->text.bytes[i];
        if (c < 0x20 || c == 0x7F)
            page->text.bytes[i] = '?';
    }
}

static void add_spaces(struct inlay_page *page, const char *s, size_t width)
{
    const size_t n = inlay_column_width(s);

    if (n < width)
        inlay_page_add(page, "%*s", (int)(width - n), "");
}

void inlay_column_left(struct inlay_page *page, const char *s, size_t width)
{
    add_printable(page, s);
    add_spaces(page, s, width);
}

void inlay_column_right(struct inlay_page *page, const char *s, size_t width)
{
    add_spaces(page, s, width);
    add_printable(page, s);
}

struct inlay_shown inlay_column_number(double v)
{
    struct inlay_shown shown = {"-"};

    if (!isnan(v))
        snprintf(shown.text, sizeof shown.text, "%.4g", v);
    return shown;
}

struct inlay_shown inlay_column_percent(double share)
{
    struct inlay_shown shown = {"-"};
    const double percent = 100.0 * share;

    if (isnan(share))
        return shown;
    if (percent > 0.0 && percent < 1.0)
        return inlay_shown_text("< 1 %");
    if (percent > 99.0 && percent < 100.0)
        return inlay_shown_text("> 99 %");
    snprintf(shown.text, sizeof shown.text, "%.0f %%", percent);
    return shown;
}

struct inlay_shown inlay_column_value(const inlay_value *v)
{
    struct inlay_shown shown = {""};

    if (v->text)
        return inlay_shown_text(v->text);
    if (v->type == INLAY_INTEGER)
        snprintf(shown.text, sizeof shown.text, "%" PRId64, v->integer);
    else if (v->type == INLAY_ORDINAL)
        return inlay_shown_number(v->real);
    else
        snprintf(shown.text, sizeof shown.text, "%.5g", v->real);
    return shown;
}

struct inlay_shown inlay_column_count(size_t n, const char *one)
{
    struct inlay_shown shown;

    snprintf(shown.text, sizeof shown.text, "%zu %s%s", n, one,
             n == 1 ? "" : "s");
    return shown;
}
