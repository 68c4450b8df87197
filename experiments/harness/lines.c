/*
 * lines.c: getline, base/text for numbers, and messages that name the place.
 */
#include "harness/lines.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

inlay_status lines_open(const char *path, struct lines *out, inlay_error *err)
{
    *out = (struct lines){.path = path, .file = fopen(path, "r")};
    if (!out->file)
        return inlay_fail(err, INLAY_EINVAL, "cannot open %.200s: %s", path,
                          strerror(errno));
    return INLAY_OK;
}

void lines_close(struct lines *lines)
{
    if (lines->file)
        fclose(lines->file);
    free(lines->text); /* getline's, so not base/mem's */
    *lines = (struct lines){0};
}

inlay_status lines_fail(const struct lines *lines, inlay_error *err,
                        const char *fmt, ...)
{
    char what[320];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    return inlay_fail(err, INLAY_EINVAL, "%.130s:%zu: %s", lines->path,
                      lines->number, what);
}

inlay_status lines_next(struct lines *lines, bool *any, inlay_error *err)
{
    const ssize_t got = getline(&lines->text, &lines->room, lines->file);
    *any = got > 0;
    if (got <= 0 && !feof(lines->file))
        return inlay_fail(err, INLAY_EINVAL, "cannot read %.200s: %s",
                          lines->path, strerror(errno));
    if (got <= 0)
        return INLAY_OK;

    lines->number++;
    size_t n = (size_t)got;
    if (strlen(lines->text) != n)
        return lines_fail(lines, err, "the line has a zero byte");
    lines->has_end = lines->text[n - 1] == '\n';
    while (n > 0 && (lines->text[n - 1] == '\n' || lines->text[n - 1] == '\r'))
        lines->text[--n] = '\0';
    return INLAY_OK;
}

inlay_status lines_words(struct lines *lines, size_t n, const char **word,
                         inlay_error *err)
{
    size_t n_found = 1;
    for (const char *p = lines->text; *p; p++)
        n_found += *p == ',';
    if (n_found != n)
        return lines_fail(lines, err, "%zu fields, but there must be %zu",
                          n_found, n);
    char *p = lines->text;
    for (size_t i = 0; i < n; i++) {
        word[i] = p;
        p += strcspn(p, ",");
        *p++ = '\0'; /* the last one's is the end already */
    }
    return INLAY_OK;
}

inlay_status lines_numbers(struct lines *lines, size_t n, double *out,
                           inlay_error *err)
{
    enum { MAX_FIELDS = 128 };
    const char *word[MAX_FIELDS];
    if (n > MAX_FIELDS)
        return lines_fail(lines, err, "more than %d fields", MAX_FIELDS);
    const inlay_status st = lines_words(lines, n, word, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        if (!inlay_text_to_number(word[i], &out[i]))
            return lines_fail(lines, err,
                              "field %zu, '%.20s', is not a finite number",
                              i + 1, word[i]);
    return st;
}
