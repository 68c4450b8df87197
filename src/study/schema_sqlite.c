/*
 * schema_sqlite.c: the tables of a journal in an SQLite file, and its format.
 *
 * The format is marked in the file: APPLICATION says that it is ours, FORMAT
 * how it is laid out.  A file with a higher FORMAT is refused, as an older
 * program would not know what it destroys.  A file begins in format 1, which
 * version 0.1.0 reads.  The first event of a kind that it does not know makes it
 * format 2, in the same transaction, and the first variance format 3.
 */
#include "study/schema_sqlite.h"

#include "base/error.h"

/* The ends of SCHEMA, LIVES and VARIANCES write these, too. */
enum { APPLICATION = 0x496e6c79 /* "Inly" */, FORMAT = INLAY_FORMAT_VARIANCE };

static const char *const SCHEMA[] = {
    "CREATE TABLE journal ("
    " seq INTEGER PRIMARY KEY AUTOINCREMENT,"
    " kind TEXT NOT NULL,"
    " trial INTEGER NOT NULL,"
    " at REAL NOT NULL,"
    " seen INTEGER,"
    " spec INTEGER,"
    " origin INTEGER,"
    " x TEXT,"
    " y REAL,"
    " text TEXT,"
    " point TEXT,"
    " metrics TEXT)",
    "CREATE UNIQUE INDEX journal_asked ON journal (trial)"
    " WHERE kind = 'asked'",
    "CREATE UNIQUE INDEX journal_ended ON journal (trial, ifnull(origin, 0))"
    " WHERE kind = 'ended'",
    "CREATE INDEX journal_ends ON journal (trial, seq)"
    " WHERE kind IN ('ended', 'reopened')",
    "CREATE INDEX journal_started ON journal (trial, at)"
    " WHERE kind = 'started'",
    "CREATE INDEX journal_added ON journal (trial)"
    " WHERE kind = 'asked' AND origin = -1",
    "CREATE INDEX journal_study ON journal (seq) WHERE kind = 'study'",
    "CREATE TABLE memo (trial INTEGER PRIMARY KEY, memo TEXT NOT NULL)",
    "CREATE TABLE lease ("
    " trial INTEGER PRIMARY KEY,"
    " attempt INTEGER NOT NULL,"
    " expires REAL NOT NULL,"
    " holder TEXT NOT NULL)",
    /* What happened to whom, for people with a database shell. */
    "CREATE VIEW trial AS"
    " SELECT a.trial AS id,"
    " CASE WHEN e.seq IS NULL THEN 'pending' WHEN e.y IS NULL THEN 'failed'"
    " ELSE 'done' END AS state,"
    " a.x AS x, e.y AS y, e.text AS why, e.metrics AS metrics,"
    " datetime(a.at, 'unixepoch') AS asked,"
    " datetime(e.at, 'unixepoch') AS ended"
    " FROM journal a LEFT JOIN journal e ON e.seq = (SELECT max(seq)"
    " FROM journal b WHERE b.trial = a.trial"
    " AND b.kind IN ('ended', 'reopened')) AND e.kind = 'ended'"
    " WHERE a.kind = 'asked'",
    "PRAGMA application_id = 0x496e6c79",
    "PRAGMA user_version = 1",
};

/* What happened to whom, from format 2 on; e has the result. */
#define VIEW(more)                                                             \
    "CREATE VIEW trial AS"                                                     \
    " SELECT a.trial AS id,"                                                   \
    " CASE WHEN e.kind IS NULL OR e.kind = 'reopened' THEN 'pending'"          \
    " WHEN e.kind = 'abandoned' THEN 'abandoned'"                              \
    " WHEN e.y IS NULL THEN 'failed' ELSE 'done' END AS state,"                \
    " ifnull(m.kind = 'discarded', 0) AS discarded,"                           \
    " a.x AS x, e.y AS y," more " e.text AS why, e.metrics AS metrics,"        \
    " n.text AS notes,"                                                        \
    " datetime(a.at, 'unixepoch') AS asked,"                                   \
    " CASE WHEN e.kind <> 'reopened' THEN datetime(e.at, 'unixepoch') END"     \
    " AS ended"                                                                \
    " FROM journal a"                                                          \
    " LEFT JOIN journal e ON e.seq = (SELECT max(seq) FROM journal b"          \
    "  WHERE b.trial = a.trial"                                                \
    "  AND b.kind IN ('ended', 'reopened', 'abandoned', 'amended'))"           \
    " LEFT JOIN journal m ON m.seq = (SELECT max(seq) FROM journal b"          \
    "  WHERE b.trial = a.trial AND b.kind IN " LIFE                            \
    "  AND b.kind IN ('discarded', 'restored'))"                               \
    " LEFT JOIN journal n ON n.seq = (SELECT max(seq) FROM journal b"          \
    "  WHERE b.trial = a.trial AND b.kind IN " LIFE " AND b.kind = 'noted')"   \
    " WHERE a.kind = 'asked'"

/* What makes format 2 of format 1. */
static const char *const LIVES[] = {
    "CREATE INDEX journal_life ON journal (trial, seq)"
    " WHERE kind IN " LIFE,
    "DROP VIEW IF EXISTS trial",
    VIEW(""),
    "PRAGMA user_version = 2",
};

/* What makes format 3 of format 2. */
static const char *const VARIANCES[] = {
    "DROP VIEW IF EXISTS trial",
    "ALTER TABLE journal ADD COLUMN variance REAL",
    VIEW(" e.variance AS variance,"),
    "PRAGMA user_version = 3",
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static inlay_status run_all(struct inlay_db *db, const char *const *statements,
                            size_t n, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = inlay_db_exec(db, statements[i], NULL, NULL, err, "");
    return st;
}

/* What a file says of itself. */
struct marks {
    int64_t program, format; /* 0: not marked */
    int64_t n_tables;        /* and indices and views */
};

static inlay_status take_marks(const struct inlay_cell *row, void *context,
                               inlay_error *err)
{
    (void)err;
    *(struct marks *)context =
        (struct marks){row[0].integer, row[1].integer, row[2].integer};
    return INLAY_OK;
}

/* One statement: between two, another process may make the schema. */
static inlay_status read_marks(struct inlay_db *db, struct marks *is,
                               inlay_error *err)
{
    return inlay_db_exec(db,
                         "SELECT application_id, user_version,"
                         " (SELECT count(*) FROM sqlite_schema)"
                         " FROM pragma_application_id, pragma_user_version",
                         take_marks, is, err, "");
}

static inlay_status check_marks(struct inlay_db *db, const char *path,
                                bool *is_new, inlay_error *err)
{
    struct marks is = {0};
    const inlay_status st = read_marks(db, &is, err);
    if (st != INLAY_OK)
        return st;
    *is_new = is.n_tables == 0 && is.program == 0;
    if (!*is_new && is.program != APPLICATION)
        return inlay_fail(err, INLAY_ESTORE,
                          "store '%s': it is an SQLite file of another "
                          "program, not an inlay store",
                          path);
    if (is.format > FORMAT)
        return inlay_fail(err, INLAY_ESTORE,
                          "store '%s': it was written by a newer version of "
                          "inlay (format %lld; this version reads up to %d)",
                          path, (long long)is.format, FORMAT);
    return INLAY_OK;
}

/* Of several processes that make the same file, one makes the schema. */
inlay_status inlay_schema_set_up(struct inlay_db *db, const char *path,
                                 enum inlay_store_mode mode, inlay_error *err)
{
    bool is_new = false;
    inlay_status st = check_marks(db, path, &is_new, err);
    if (st == INLAY_OK && is_new && mode != INLAY_STORE_CREATE)
        st = inlay_fail(err, INLAY_ESTORE, "store '%s': contains no study",
                        path);
    if (st == INLAY_OK && mode != INLAY_STORE_READ)
        st = inlay_db_use(db, err);
    if (st != INLAY_OK || !is_new)
        return st;
    st = inlay_db_begin(db, true, err);
    if (st != INLAY_OK)
        return st;
    st = check_marks(db, path, &is_new, err);
    if (st == INLAY_OK && is_new)
        st = run_all(db, SCHEMA, LENGTH(SCHEMA), err);
    return inlay_db_end(db, st, err);
}

inlay_status inlay_schema_upgrade(struct inlay_db *db,
                                  enum inlay_schema_format format,
                                  inlay_error *err)
{
    struct marks is = {0};
    inlay_status st = read_marks(db, &is, err);
    if (st == INLAY_OK && is.format < INLAY_FORMAT_LIFE &&
        format >= INLAY_FORMAT_LIFE)
        st = run_all(db, LIVES, LENGTH(LIVES), err);
    if (st == INLAY_OK && is.format < INLAY_FORMAT_VARIANCE &&
        format >= INLAY_FORMAT_VARIANCE)
        st = run_all(db, VARIANCES, LENGTH(VARIANCES), err);
    return st;
}
