/*
 * json_writer.c: JSON, piece by piece, into a text.
 */
#include "base/json_writer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Two spaces for each open container that has lines. */
static void begin_line(const struct inlay_json_writer *w)
{
    inlay_text_add(w->text, "\n");
    for (size_t i = 0; i < w->depth; i++)
        inlay_text_add(w->text,
                       w->open[i].style == INLAY_JSON_LINES ? "  " : " ");
}

struct inlay_text *inlay_json_write_value(struct inlay_json_writer *w,
                                          const char *key)
{
    const enum inlay_json_style style =
        w->depth > 0 ? w->open[w->depth - 1].style : INLAY_JSON_LINE;

    if (w->has_item)
        inlay_text_add(w->text, style == INLAY_JSON_LINE ? ", " : ",");
    if (style == INLAY_JSON_LINES ||
        (style == INLAY_JSON_HANGING && w->has_item))
        begin_line(w);
    if (key) {
        inlay_text_add_json(w->text, key);
        inlay_text_add(w->text, ": ");
    }
    w->has_item = true;
    return w->text;
}

static void begin(struct inlay_json_writer *w, const char *key,
                  enum inlay_json_style style, const char *brackets)
{
    inlay_text_add_bytes(inlay_json_write_value(w, key), brackets, 1);
    assert(w->depth < INLAY_JSON_MAX_DEPTH);
    w->open[w->depth].style = style;
    w->open[w->depth++].end = brackets[1];
    w->has_item = false;
}

void inlay_json_begin_object(struct inlay_json_writer *w, const char *key,
                             enum inlay_json_style style)
{
    begin(w, key, style, "{}");
}

void inlay_json_begin_array(struct inlay_json_writer *w, const char *key,
                            enum inlay_json_style style)
{
    begin(w, key, style, "[]");
}

void inlay_json_end(struct inlay_json_writer *w)
{
    assert(w->depth > 0);
    w->depth--;
    if (w->has_item && w->open[w->depth].style == INLAY_JSON_LINES)
        begin_line(w);
    inlay_text_add_bytes(w->text, &w->open[w->depth].end, 1);
    w->has_item = true;
}

void inlay_json_write_number(struct inlay_json_writer *w, const char *key,
                             double v)
{
    if (isfinite(v))
        inlay_text_add_number(inlay_json_write_value(w, key), v);
    else
        inlay_json_write_null(w, key);
}

void inlay_json_write_numbers(struct inlay_json_writer *w, const char *keys,
                              const double *v)
{
    char key[32];

    for (size_t n = 0; *keys; keys += keys[n] ? n + 1 : n) {
        n = strcspn(keys, " ");
        assert(n < sizeof key);
        memcpy(key, keys, n);
        key[n] = '\0';
        inlay_json_write_number(w, key, *v++);
    }
}

void inlay_json_write_object(struct inlay_json_writer *w, const char *key,
                             const char *keys, const double *v)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_numbers(w, keys, v);
    inlay_json_end(w);
}

void inlay_json_write_integer(struct inlay_json_writer *w, const char *key,
                              int64_t v)
{
    inlay_text_add_integer(inlay_json_write_value(w, key), v);
}

void inlay_json_write_boolean(struct inlay_json_writer *w, const char *key,
                              bool v)
{
    inlay_text_add(inlay_json_write_value(w, key), v ? "true" : "false");
}

void inlay_json_write_null(struct inlay_json_writer *w, const char *key)
{
    inlay_text_add(inlay_json_write_value(w, key), "null");
}

void inlay_json_write_text(struct inlay_json_writer *w, const char *key,
                           const char *s)
{
    if (s)
        inlay_text_add_json(inlay_json_write_value(w, key), s);
    else
        inlay_json_write_null(w, key);
}

void inlay_json_write_bytes(struct inlay_json_writer *w, const char *key,
                            const char *s)
{
    struct inlay_text valid = {0};

    inlay_text_add_utf8(&valid, s ? s : "");
    inlay_json_write_text(w, key, s ? inlay_text_view(&valid) : NULL);
    inlay_text_fail_as(w->text, &valid);
    inlay_text_clear(&valid);
}
