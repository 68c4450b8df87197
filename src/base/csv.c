/*
 * csv.c: tables as text.
 *
 * A decoded field is never longer than its text, and the zero at its end takes
 * the place of what ended it; so fields are decoded where they lie.
 *
 * Invariant: the next byte is written at or before the next one that is read.
 */
#include "base/csv.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

/* ---- Life ---------------------------------------------------------------- */

/* A text has no zero but the one that ends it, which ends the last line too. */
static bool is_line_end(char c)
{
    return c == '\0' || c == '\n' || c == '\r';
}

/* The candidate that the first line has most of, outside of quotes. */
static char find_separator(const char *text)
{
    static const char candidates[] = {',', ';', '\t'};
    size_t count[sizeof candidates] = {0};
    size_t best = 0;
    bool is_quoted = false;

    text += strspn(text, " \r\n");
    for (; *text && (is_quoted || !is_line_end(*text)); text++) {
        is_quoted = is_quoted != (*text == '"');
        for (size_t k = 0; !is_quoted && k < sizeof candidates; k++)
            count[k] += *text == candidates[k];
    }
    for (size_t k = 1; k < sizeof candidates; k++)
        if (count[k] > count[best])
            best = k;
    return candidates[best];
}

static size_t line_of(const char *bytes, const char *at)
{
    size_t line = 1;

    for (; bytes < at; bytes++)
        line += *bytes == '\n';
    return line;
}

inlay_status inlay_csv_init(struct inlay_csv *csv, const char *bytes, size_t n,
                            inlay_error *err)
{
    const char *zero = n > 0 ? memchr(bytes, '\0', n) : NULL;

    if (zero)
        return inlay_fail(err, INLAY_EPARSE,
                          "line %zu: a NUL byte; the text must be UTF-8",
                          line_of(bytes, zero));
    char *copy = inlay_mem_bytes(bytes, n);
    if (!copy)
        return inlay_fail_memory(err, "a table");
    *csv = (struct inlay_csv){.bytes = copy,
                              .at = copy,
                              .next_line = 1,
                              .separator = find_separator(copy)};
    return INLAY_OK;
}

void inlay_csv_clear(struct inlay_csv *csv)
{
    inlay_mem_free(csv->bytes);
    inlay_mem_free(csv->field);
    *csv = (struct inlay_csv){0};
}

/* ---- Reading ------------------------------------------------------------- */

static inlay_status add_field(struct inlay_csv *csv, const char *field,
                              inlay_error *err)
{
    const char **more =
        inlay_mem_grow(csv->field, &csv->room, csv->n_fields + 1, sizeof *more);

    if (!more)
        return inlay_fail_memory(err, "a row of a table");
    csv->field = more;
    csv->field[csv->n_fields++] = field;
    return INLAY_OK;
}

static bool is_field_end(const struct inlay_csv *csv)
{
    return is_line_end(*csv->at) || *csv->at == csv->separator;
}

static void skip_spaces(struct inlay_csv *csv)
{
    while ((*csv->at == ' ' || *csv->at == '\t') && *csv->at != csv->separator)
        csv->at++;
}

/* From after the opening quote to after the spaces that follow the closing one.
 * *end := where the decoded text ends. */
static inlay_status read_quoted(struct inlay_csv *csv, char **end,
                                inlay_error *err)
{
    const size_t line = csv->next_line;
    char *to = csv->at;
    bool is_closed = false;

    for (; *csv->at; csv->at++) {
        is_closed = *csv->at == '"' && *++csv->at != '"';
        if (is_closed)
            break;
        csv->next_line += *csv->at == '\n';
        *to++ = *csv->at;
    }
    if (!is_closed)
        return inlay_fail(err, INLAY_EPARSE,
                          "line %zu, field %zu: the quote that opens it is "
                          "not closed",
                          line, csv->n_fields + 1);
    skip_spaces(csv);
    if (!is_field_end(csv))
        return inlay_fail(err, INLAY_EPARSE,
                          "line %zu, field %zu: there is text after the "
                          "closing quote; write a quote within quotes twice",
                          csv->next_line, csv->n_fields + 1);
    *end = to;
    return INLAY_OK;
}

/* To the end of the field. */
static char *read_bare(struct inlay_csv *csv)
{
    const char *from = csv->at;

    while (!is_field_end(csv))
        csv->at++;
    char *end = csv->at;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return end;
}

/* CRLF is one end; lines of old spreadsheets end with CR. */
static void pass_line_end(struct inlay_csv *csv)
{
    csv->at += csv->at[0] == '\r' && csv->at[1] == '\n';
    csv->at += *csv->at != '\0';
    csv->next_line++;
}

/* One field, and *is_last for the end of its line, which is passed too. */
static inlay_status read_field(struct inlay_csv *csv, bool *is_last,
                               inlay_error *err)
{
    inlay_status st = INLAY_OK;

    skip_spaces(csv);
    const bool is_quoted = *csv->at == '"';
    csv->at += is_quoted;
    char *field = csv->at, *end = csv->at;
    if (is_quoted)
        st = read_quoted(csv, &end, err);
    else
        end = read_bare(csv);
    if (st == INLAY_OK)
        st = add_field(csv, field, err);
    if (st != INLAY_OK)
        return st;

    *is_last = is_line_end(*csv->at);
    if (*is_last)
        pass_line_end(csv);
    else
        csv->at++;
    *end = '\0';
    return INLAY_OK;
}

inlay_status inlay_csv_next(struct inlay_csv *csv, bool *is_end,
                            inlay_error *err)
{
    inlay_status st = INLAY_OK;
    bool is_last = false;

    for (skip_spaces(csv); *csv->at && is_line_end(*csv->at); skip_spaces(csv))
        pass_line_end(csv);
    csv->n_fields = 0;
    csv->line = csv->next_line;
    *is_end = *csv->at == '\0';
    while (st == INLAY_OK && !*is_end && !is_last)
        st = read_field(csv, &is_last, err);
    return st;
}

/* ---- Writing ------------------------------------------------------------- */

/* Quotes are for what ends a field here or for another reader, and for spaces
 * that would be cut. */
static bool needs_quotes(const char *field)
{
    const size_t n = strlen(field);

    return n > 0 && (strpbrk(field, ",;\t\r\n\"") != NULL || field[0] == ' ' ||
                     field[n - 1] == ' ');
}

void inlay_csv_add(struct inlay_text *text, const char *field)
{
    if (!needs_quotes(field)) {
        inlay_text_add(text, field);
        return;
    }

    inlay_text_add(text, "\"");
    for (size_t n; *field; field += n) {
        n = strcspn(field, "\"");
        if (n > 0)
            inlay_text_add_bytes(text, field, n);
        if (field[n] == '"') {
            inlay_text_add(text, "\"\"");
            n++;
        }
    }
    inlay_text_add(text, "\"");
}
