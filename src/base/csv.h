/*
 * csv.h: tables as text: RFC 4180, and what spreadsheets make of it.
 *
 * Read: fields separated by commas, semicolons or tabs (whichever the first line
 * has most of), lines that end with LF, CRLF or CR, empty lines.  A quoted field
 * is taken as it is; of others, spaces around them are cut.  Written: commas, LF,
 * and quotes where a reader could go wrong.
 */
#ifndef INLAY_BASE_CSV_H
#define INLAY_BASE_CSV_H

#include "base/text.h"
#include "inlay.h"

/* ---- Reading ---- */

struct inlay_csv {
    char *bytes;      /* a copy, in which fields are decoded in place */
    char *at;         /* what is read next */
    size_t next_line; /* its line, from 1 */
    char separator;

    size_t line;        /* where the row begins */
    const char **field; /* of the row; their texts live as long as the table */
    size_t n_fields, room;
};

/* Bytes are copied.  INLAY_EPARSE for a NUL byte. */
inlay_status inlay_csv_init(struct inlay_csv *csv, const char *bytes, size_t n,
                            inlay_error *err);
void inlay_csv_clear(struct inlay_csv *csv);

/* The next row that is not empty; *is_end: there is none.  INLAY_EPARSE with
 * the line for a quote that is not closed, or that text follows. */
inlay_status inlay_csv_next(struct inlay_csv *csv, bool *is_end,
                            inlay_error *err);

/* ---- Writing ---- */

/* One field, without the comma; "" is written as nothing. */
void inlay_csv_add(struct inlay_text *text, const char *field);

#endif
