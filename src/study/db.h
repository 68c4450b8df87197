/*
 * db.h: a connection to an SQLite file, for journal_sqlite.c alone.
 *
 * Placeholders are $1, $2, ...  Statements are texts that live for ever: a
 * connection keeps what it has prepared by their address.
 */
#ifndef INLAY_STUDY_DB_H
#define INLAY_STUDY_DB_H

#include "study/journal.h"

struct inlay_db;

/* A value that goes to the database, or comes from it (a view until the row's
 * function returns). */
struct inlay_cell {
    enum {
        INLAY_CELL_NULL,
        INLAY_CELL_INTEGER,
        INLAY_CELL_REAL,
        INLAY_CELL_TEXT
    } is;
    int64_t integer;
    double real;
    const char *text; /* ends with a zero, and has no other */
};

struct inlay_cell inlay_cell_null(void);
struct inlay_cell inlay_cell_integer(int64_t v);
struct inlay_cell inlay_cell_real(double v);
/* NULL is the database's null. */
struct inlay_cell inlay_cell_text(const char *v);

/* Called for each row; anything but INLAY_OK ends the statement. */
typedef inlay_status inlay_row_fn(const struct inlay_cell *row, void *context,
                                  inlay_error *err);

/* Opening changes nothing in a file that is there. */
inlay_status inlay_db_open(const char *path, enum inlay_store_mode mode,
                           struct inlay_db **out, inlay_error *err);
/* Before the first transaction, once the file is known to be ours: sets it up
 * for several processes. */
inlay_status inlay_db_use(struct inlay_db *db, inlay_error *err);
void inlay_db_close(struct inlay_db *db);

/* Runs one statement; on_row may be NULL.  A second row that breaks a
 * uniqueness is INLAY_ESTATE, all else that fails INLAY_ESTORE. */
inlay_status inlay_db_exec(struct inlay_db *db, const char *sql,
                           const struct inlay_cell *args, size_t n_args,
                           inlay_row_fn *on_row, void *context,
                           inlay_error *err);

/* A transaction that may write, from begin to end.  A durable one is on the disk
 * when end returns; any other is safe from the death of the process, not of the
 * machine. */
inlay_status inlay_db_begin(struct inlay_db *db, bool is_durable,
                            inlay_error *err);
/* The transaction is over in any case; if commit fails nothing of it is there. */
inlay_status inlay_db_commit(struct inlay_db *db, inlay_error *err);
void inlay_db_rollback(struct inlay_db *db);

/* What a file says of itself. */
struct inlay_db_marks {
    int64_t id, version; /* its program and format; 0: not marked */
    int64_t n_tables;    /* and indices and views */
};

/* All of one moment, whoever writes meanwhile; id and version are set by mark,
 * within a transaction. */
inlay_status inlay_db_marks(struct inlay_db *db, struct inlay_db_marks *out,
                            inlay_error *err);
inlay_status inlay_db_mark(struct inlay_db *db, int64_t id, int64_t version,
                           inlay_error *err);

/* The database's own check of its pages: a line for each thing found. */
inlay_status inlay_db_check(struct inlay_db *db, inlay_row_fn *on_row,
                            void *context, inlay_error *err);

#endif
