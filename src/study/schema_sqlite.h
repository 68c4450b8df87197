/*
 * schema_sqlite.h: the tables of a journal in an SQLite file; for journal_sqlite.c
 * alone.
 *
 * LIFE are the kinds of events that format 2 brought.  There they have an index of
 * their own, which is small; in format 1 there are none, and a statement does not
 * look for them.
 */
#ifndef INLAY_STUDY_SCHEMA_SQLITE_H
#define INLAY_STUDY_SCHEMA_SQLITE_H

#include "study/db.h"

#define LIFE "('abandoned', 'amended', 'discarded', 'restored', 'noted')"
#define HAS_LIFE "(SELECT user_version > 1 FROM pragma_user_version)"

/* Checks that the file is ours, of a format that we know; a new one gets its tables.
 * Of several processes that make the same file, one makes them. */
inlay_status inlay_schema_set_up(struct inlay_db *db, const char *path,
                                 enum inlay_store_mode mode, inlay_error *err);

/* Makes a file of format 1 one that may have what format 2 brought: events of the
 * life of a trial, and a space that changes.  Within a transaction. */
inlay_status inlay_schema_upgrade(struct inlay_db *db, inlay_error *err);

#endif
