/*
 * column.c: padding by characters, not by bytes.
 */
#include "app/column.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

size_t inlay_column_width(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static inlay_status add_spaces(struct inlay_text *text, size_t n,
                               inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = inlay_text_add(text, " ", err);
    return st;
}

static inlay_status add_printable(struct inlay_text *text, const char *s,
                                  inlay_error *err)
{
    const size_t from = text->n;
    const inlay_status st = inlay_text_add(text, s, err);

    for (size_t i = from; st == INLAY_OK && i < text->n; i++)
        if ((unsigned char)text->bytes[i] < 0x20 || text->bytes[i] == 0x7F)
            text->bytes[i] = '?';
    return st;
}

static size_t missing(const char *s, size_t width)
{
    const size_t n = inlay_column_width(s);
    return n < width ? width - n : 0;
}

inlay_status inlay_column_left(struct inlay_text *text, const char *s,
                               size_t width, inlay_error *err)
{
    const inlay_status st = add_printable(text, s, err);
    return st == INLAY_OK ? add_spaces(text, missing(s, width), err) : st;
}

inlay_status inlay_column_right(struct inlay_text *text, const char *s,
                                size_t width, inlay_error *err)
{
    const inlay_status st = add_spaces(text, missing(s, width), err);
    return st == INLAY_OK ? add_printable(text, s, err) : st;
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
