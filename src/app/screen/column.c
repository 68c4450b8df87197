/*
 * column.c: few digits, as many as one compares at a glance.
 */
#include "app/screen/column.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "app/screen/word.h"

static void add_padded(struct inlay_text *page, const char *s, size_t width,
                       bool is_right)
{
    struct inlay_text shown = {0};

    inlay_word_add_shown(&shown, s);
    const size_t n = inlay_word_width(inlay_text_view(&shown));
    const int gap = n < width ? (int)(width - n) : 0;
    inlay_text_printf(page, "%*s", is_right ? gap : 0, "");
    inlay_text_add_text(page, &shown);
    inlay_text_printf(page, "%*s", is_right ? 0 : gap, "");
    inlay_text_clear(&shown);
}

void inlay_column_left(struct inlay_text *page, const char *s, size_t width)
{
    add_padded(page, s, width, false);
}

void inlay_column_right(struct inlay_text *page, const char *s, size_t width)
{
    add_padded(page, s, width, true);
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

json_t *inlay_column_json_number(double v)
{
    return isfinite(v) ? json_real(v) : json_null();
}

json_t *inlay_column_json_text(const char *s)
{
    struct inlay_text text = {0};

    inlay_text_add_utf8(&text, s);
    json_t *json =
        text.st == INLAY_OK ? json_string(inlay_text_view(&text)) : NULL;
    inlay_text_clear(&text);
    return json;
}
