/*
 * db.h: a connection to an SQLite file, for journal_sqlite.c and schema_sqlite.c.
 *
 * Statements are texts that live for ever: a connection keeps what it has
 * prepared by their address.
 */
#ifndef INLAY_STUDY_DB_H
#define INLAY_STUDY_DB_H

#include "study/journal.h"

struct inlay_db;

/* A value of a row, a view until the row's function returns. */
struct inlay_cell {
    int64_t integer;  /* 0 where it is none */
    double real;      /* NaN where it is no number */
    const char *text; /* NULL where it is none */
};

/* Called for each row, whose cells past its columns are null; anything but INLAY_OK ends the statement. */
typedef inlay_status inlay_row_fn(const struct inlay_cell *row, void *context,
                                  inlay_error *err);

/* Opening changes nothing in an existing file.  The path must live as long as
 * the connection. */
inlay_status inlay_db_open(const char *path, enum inlay_store_mode mode,
                           struct inlay_db **out, inlay_error *err);
/* Before the first transaction, once the file is known to be ours: sets it up
 * for several processes. */
inlay_status inlay_db_use(struct inlay_db *db, inlay_error *err);
void inlay_db_close(struct inlay_db *db);

/*
 * Runs one statement; on_row may be NULL.  `types` has a letter for each
 * argument ?1, ?2, ...: i is an int64_t, r a double (NaN: null), t a text (NULL:
 * null).  A second row that breaks a uniqueness is INLAY_ESTATE, all else that
 * fails INLAY_ESTORE.
 */
inlay_status inlay_db_exec(struct inlay_db *db, const char *sql,
                           inlay_row_fn *on_row, void *context,
                           inlay_error *err, const char *types, ...);

/* A transaction that may write, from begin to end.  A durable one is on the disk
 * when end returns; any other is safe from the death of the process, not of the
 * machine. */
inlay_status inlay_db_begin(struct inlay_db *db, bool is_durable,
                            inlay_error *err);
/* Commits where st is INLAY_OK, and rolls back otherwise or if that fails. */
inlay_status inlay_db_end(struct inlay_db *db, inlay_status st,
                          inlay_error *err);

/* The path and a suffix, for the caller to free; NULL: out of memory. */
char *inlay_db_beside(const char *path, const char *suffix);

#endif
