/*
 * schema_sqlite.h: the tables of a journal in an SQLite file; for journal_sqlite.c
 * alone.
 *
 * LIFE are the kinds of events that format 2 brought.  There they have an index of
 * their own, which is small; in format 1 there are none, and a statement does not
 * look for them.
 *
 * Format 3 has a column more, the last of the table: the variance of y.  A statement
 * that reads events selects all columns, "*", and a row without it has no number
 * there: that is so whatever another process makes of the file meanwhile.
 */
#ifndef INLAY_STUDY_SCHEMA_SQLITE_H
#define INLAY_STUDY_SCHEMA_SQLITE_H

#include "study/db.h"

/* The columns of the table journal, in their order. */
enum inlay_journal_column {
    INLAY_AT_SEQ,
    INLAY_AT_KIND,
    INLAY_AT_TRIAL,
    INLAY_AT_AT,
    INLAY_AT_SEEN,
    INLAY_AT_SPEC,
    INLAY_AT_ORIGIN,
    INLAY_AT_X,
    INLAY_AT_Y,
    INLAY_AT_TEXT,
    INLAY_AT_POINT,
    INLAY_AT_METRICS,
    INLAY_AT_VARIANCE
};

#define LIFE "('abandoned', 'amended', 'discarded', 'restored', 'noted')"
#define HAS_LIFE "(SELECT user_version > 1 FROM pragma_user_version)"

/* Checks that the file is ours, of a format that we know; a new one gets its tables.
 * Of several processes that make the same file, one makes them. */
inlay_status inlay_schema_set_up(struct inlay_db *db, const char *path,
                                 enum inlay_store_mode mode, inlay_error *err);

enum inlay_schema_format {
    INLAY_FORMAT_FIRST = 1,
    INLAY_FORMAT_LIFE, /* events of the life of a trial, and a space that
                          changes */
    INLAY_FORMAT_VARIANCE
};

/* Makes a file of an older format one of that format, or leaves it as it is.
 * Within a transaction. */
inlay_status inlay_schema_upgrade(struct inlay_db *db,
                                  enum inlay_schema_format format,
                                  inlay_error *err);

#endif
