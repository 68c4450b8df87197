/*
 * db_sqlite.c: the connection to an SQLite file.
 *
 * The file is in WAL mode: readers do not wait for a writer.  Writers queue;
 * whoever finds the file busy waits up to BUSY_SECONDS, then says so.  SQLite
 * gives up at once in a few places where its busy handler is not asked (a
 * recovery, a change of the journal's mode), so those are tried again here.
 *
 * Writing to a file that was deleted or moved away succeeds without a word, so
 * each transaction asks SQLite whether the file is still the one at its path.
 * If not, what the connection can still read is saved beside it.
 */
#include "study/db.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

enum {
    MAX_CELLS = 40,
    MAX_KEPT = 64,
    BUSY_SECONDS = 60,
    PAUSE_MS = 5,
    MAX_RESCUES = 99
};

struct inlay_db {
    sqlite3 *handle;
    const char *path; /* a view */
    char *rescued;    /* where a copy was saved, or NULL */
    bool is_durable;  /* the synchronous mode in force */
    size_t n_kept;
    struct {
        const char *sql; /* by address */
        sqlite3_stmt *statement;
    } kept[MAX_KEPT];
};

/* ---- Messages ---- */

/* Space ran out, also where SQLite calls it a failed write, or a file that cannot
 * be made: the system knows. */
static bool is_full(const struct inlay_db *db, int code)
{
    const int kind = code & 0xff;
    const int why = db->handle ? sqlite3_system_errno(db->handle) : 0;
    return kind == SQLITE_FULL ||
           ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && why == ENOSPC);
}

static const char *advice_of(const struct inlay_db *db, int code)
{
    if (is_full(db, code))
        return "the disk is full; free some space and continue, reported "
               "results are safe";
    if (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC ||
        code == SQLITE_IOERR_SHMSIZE || code == SQLITE_IOERR_TRUNCATE)
        return "writing failed: is the disk full, or a quota exceeded? "
               "Reported results are safe";
    switch (code & 0xff) {
    case SQLITE_READONLY:
        return "the file, or its folder, cannot be written";
    case SQLITE_NOTADB:
        return "it is not an inlay store (not even an SQLite file)";
    case SQLITE_CORRUPT:
        return "the file is damaged; keep a copy, 'inlay export' may save a "
               "part of it";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program has locked the file";
    case SQLITE_CANTOPEN:
        return "the file cannot be opened; check that its folder exists, and "
               "the permissions";
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return "no permission";
    default:
        return "reading or writing failed";
    }
}

static inlay_status fail(const struct inlay_db *db, int code, inlay_error *err)
{
    const char *says =
        db->handle ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
    if ((code & 0xff) == SQLITE_NOMEM)
        return inlay_fail_memory(err, "the store");
    if (code == SQLITE_CONSTRAINT_UNIQUE ||
        code == SQLITE_CONSTRAINT_PRIMARYKEY)
        return inlay_fail(err, INLAY_ESTATE, "store '%s': %s", db->path, says);
    return inlay_fail(err, INLAY_ESTORE, "store '%s': %s (%s)", db->path,
                      advice_of(db, code), says);
}

static bool is_busy(int code)
{
    return (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
}

/* ---- Statements ---- */

static int prepare(struct inlay_db *db, const char *sql, sqlite3_stmt **out)
{
    size_t i = 0;
    while (i < db->n_kept && db->kept[i].sql != sql)
        i++;
    assert(i < MAX_KEPT);
    if (i == db->n_kept) {
        const int code =
            sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                               &db->kept[i].statement, NULL);
        if (code != SQLITE_OK)
            return code;
        db->kept[db->n_kept++].sql = sql;
    }
    *out = db->kept[i].statement;
    return SQLITE_OK;
}

static int bind(sqlite3_stmt *statement, const char *types, va_list args)
{
    int code = SQLITE_OK;
    for (int k = 1; code == SQLITE_OK && *types; k++, types++)
        if (*types == 'i')
            code = sqlite3_bind_int64(statement, k, va_arg(args, int64_t));
        else if (*types == 'r')
            code = sqlite3_bind_double(statement, k, va_arg(args, double));
        else
            code = sqlite3_bind_text(statement, k, va_arg(args, const char *),
                                     -1, SQLITE_STATIC);
    return code;
}

/* A blob is no text of ours: it is read as null.  False: out of memory. */
static bool read_row(sqlite3_stmt *statement, struct inlay_cell *row)
{
    const int n = sqlite3_column_count(statement);
    bool has_memory = true;
    assert(n <= MAX_CELLS);
    for (int i = 0; i < MAX_CELLS; i++) {
        const int type =
            i < n ? sqlite3_column_type(statement, i) : SQLITE_NULL;
        row[i] = (struct inlay_cell){.real = NAN};
        if (type == SQLITE_INTEGER)
            row[i].integer = sqlite3_column_int64(statement, i);
        if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
            row[i].real = sqlite3_column_double(statement, i);
        if (type == SQLITE_TEXT) {
            row[i].text = (const char *)sqlite3_column_text(statement, i);
            has_memory = has_memory && row[i].text;
        }
    }
    return has_memory;
}

static inlay_status step_all(struct inlay_db *db, sqlite3_stmt *statement,
                             inlay_row_fn *on_row, void *context,
                             inlay_error *err)
{
    struct inlay_cell row[MAX_CELLS];
    const double start = inlay_clock_seconds();
    bool has_row = false;
    for (;;) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_DONE)
            return INLAY_OK;
        if (is_busy(code) && !has_row &&
            inlay_clock_seconds() - start < BUSY_SECONDS) {
            sqlite3_reset(statement);
            sqlite3_sleep(PAUSE_MS);
            continue;
        }
        if (code != SQLITE_ROW)
            return fail(db, code, err);
        has_row = true;
        if (!on_row)
            continue;
        const inlay_status st = read_row(statement, row)
                                    ? on_row(row, context, err)
                                    : inlay_fail_memory(err, "a stored row");
        if (st != INLAY_OK)
            return st;
    }
}

inlay_status inlay_db_exec(struct inlay_db *db, const char *sql,
                           inlay_row_fn *on_row, void *context,
                           inlay_error *err, const char *types, ...)
{
    sqlite3_stmt *statement = NULL;
    int code = prepare(db, sql, &statement);
    for (int i = 0; is_busy(code) && i < BUSY_SECONDS * 1000 / PAUSE_MS; i++) {
        sqlite3_sleep(PAUSE_MS);
        code = prepare(db, sql, &statement);
    }
    if (code == SQLITE_OK) {
        va_list args;
        va_start(args, types);
        code = bind(statement, types, args);
        va_end(args);
    }
    const inlay_status st = code == SQLITE_OK
                                ? step_all(db, statement, on_row, context, err)
                                : fail(db, code, err);
    sqlite3_reset(statement);
    if (statement)
        sqlite3_clear_bindings(statement);
    return st;
}

static inlay_status simple(struct inlay_db *db, const char *sql,
                           inlay_error *err)
{
    return inlay_db_exec(db, sql, NULL, NULL, err, "");
}

/* ---- Files ---- */

char *inlay_db_beside(const char *path, const char *suffix)
{
    struct inlay_text text = {0};
    char *out = NULL;
    inlay_text_printf(&text, "%s%s", path, suffix);
    inlay_text_end(&text, &out, NULL);
    return out;
}

/* By SQLite's URI of the file: every byte but letters, digits and /.-_ as %XX.
 * A relative path begins with "./", so that no name means anything but a file:
 * ":memory:" would be none.  An absolute one has an empty authority, or that of
 * //x would be x. */
static int open_handle(const char *path, const char *query, int flags,
                       sqlite3 **handle)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/.-_";
    struct inlay_text uri = {0};
    inlay_text_add(&uri, path[0] == '/' ? "file://" : "file:./");
    for (; *path; path++)
        if (strchr(plain, *path))
            inlay_text_add_bytes(&uri, path, 1);
        else
            inlay_text_printf(&uri, "%%%02X", (unsigned char)*path);
    inlay_text_add(&uri, query);
    /* One handle, one thread at a time: SQLite need not lock. */
    const int code =
        inlay_text_status(&uri, NULL) != INLAY_OK
            ? SQLITE_NOMEM
            : sqlite3_open_v2(uri.bytes, handle,
                              flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI |
                                  SQLITE_OPEN_NOMUTEX,
                              NULL);
    if (*handle)
        sqlite3_extended_result_codes(*handle, 1);
    inlay_text_clear(&uri);
    return code;
}

static int copy_to(struct inlay_db *db, const char *path)
{
    sqlite3 *to = NULL;
    int code = open_handle(path, "", SQLITE_OPEN_CREATE, &to);
    if (code == SQLITE_OK) {
        sqlite3_backup *backup =
            sqlite3_backup_init(to, "main", db->handle, "main");
        sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    sqlite3_close(to);
    return code;
}

/* PATH.rescued, PATH.rescued-2, ...: the first that there is not yet, made; the
 * caller frees it.  NULL where none can be. */
static char *new_name(const char *path)
{
    for (unsigned k = 1; k <= MAX_RESCUES; k++) {
        char suffix[16];
        snprintf(suffix, sizeof suffix, k == 1 ? ".rescued" : ".rescued-%u", k);
        char *name = inlay_db_beside(path, suffix);
        FILE *f = name ? fopen(name, "wbx") : NULL;
        if (f) {
            fclose(f);
            return name;
        }
        inlay_mem_free(name);
    }
    return NULL;
}

/* This connection still reads the file that has no name any more, so it can
 * save what is in it, once. */
static inlay_status rescue(struct inlay_db *db, inlay_error *err)
{
    if (!db->rescued) {
        db->rescued = new_name(db->path);
        if (db->rescued && copy_to(db, db->rescued) != SQLITE_OK) {
            remove(db->rescued);
            inlay_mem_free(db->rescued);
            db->rescued = NULL;
        }
    }
    return inlay_fail(err, INLAY_ESTORE,
                      "store '%s': the file was deleted or moved, so nothing "
                      "more is written%s%s%s",
                      db->path,
                      db->rescued ? "; the stored results are saved in '" : "",
                      db->rescued ? db->rescued : "", db->rescued ? "'" : "");
}

/* ---- Transactions ---- */

inlay_status inlay_db_begin(struct inlay_db *db, bool is_durable,
                            inlay_error *err)
{
    int has_moved = 0;
    sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED,
                         &has_moved);
    inlay_status st = has_moved ? rescue(db, err) : INLAY_OK;
    if (st == INLAY_OK && db->is_durable != is_durable) {
        st = simple(db,
                    is_durable ? "PRAGMA synchronous = FULL"
                               : "PRAGMA synchronous = NORMAL",
                    err);
        if (st == INLAY_OK)
            db->is_durable = is_durable;
    }
    return st == INLAY_OK ? simple(db, "BEGIN IMMEDIATE", err) : st;
}

/* Some errors have rolled back already. */
inlay_status inlay_db_end(struct inlay_db *db, inlay_status st,
                          inlay_error *err)
{
    if (st == INLAY_OK)
        st = simple(db, "COMMIT", err);
    if (st != INLAY_OK && !sqlite3_get_autocommit(db->handle))
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    return st;
}

/* ---- Life ---- */

void inlay_db_close(struct inlay_db *db)
{
    if (!db)
        return;
    for (size_t i = 0; i < db->n_kept; i++)
        sqlite3_finalize(db->kept[i].statement);
    sqlite3_close(db->handle);
    inlay_mem_free(db->rescued);
    inlay_mem_free(db);
}

/* Changes the header of the file, so it is not for foreign ones. */
inlay_status inlay_db_use(struct inlay_db *db, inlay_error *err)
{
    inlay_status st = simple(db, "PRAGMA journal_mode = WAL", err);
    if (st == INLAY_OK)
        st = simple(db, "PRAGMA synchronous = FULL", err);
    db->is_durable = st == INLAY_OK;
    return st;
}

/* Opening is lazy; the first statement shows whether the file can be read. */
static int try_reading(sqlite3 *handle)
{
    sqlite3_busy_timeout(handle, BUSY_SECONDS * 1000);
    return sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", NULL,
                        NULL, NULL);
}

/* A log with something in it, which "immutable" would not read. */
static bool has_log(const char *path)
{
    char *name = inlay_db_beside(path, "-wal");
    FILE *log = name ? fopen(name, "rb") : NULL;
    const bool is_there = !name || (log && fgetc(log) != EOF);
    if (log)
        fclose(log);
    inlay_mem_free(name);
    return is_there;
}

/* For reading, what cannot be written is opened in the next weaker way. */
static int open_somehow(const char *path, enum inlay_store_mode mode,
                        sqlite3 **handle)
{
    static const char *const queries[] = {"", "?mode=ro", "?immutable=1"};
    const int flags = mode == INLAY_STORE_CREATE ? SQLITE_OPEN_CREATE : 0;
    const size_t n = mode != INLAY_STORE_READ ? 1 : has_log(path) ? 2 : 3;
    int code = SQLITE_CANTOPEN;
    for (size_t i = 0; code != SQLITE_OK && i < n; i++) {
        sqlite3_close(*handle);
        *handle = NULL;
        code = open_handle(path, queries[i], flags, handle);
        if (code == SQLITE_OK)
            code = try_reading(*handle);
        if ((code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT)
            break;
    }
    return code;
}

inlay_status inlay_db_open(const char *path, enum inlay_store_mode mode,
                           struct inlay_db **out, inlay_error *err)
{
    struct inlay_db *db = inlay_mem_new(1, sizeof *db);
    if (!db)
        return inlay_fail_memory(err, "a store");
    db->path = path;
    const int code = open_somehow(path, mode, &db->handle);
    if (code != SQLITE_OK) {
        const inlay_status st = fail(db, code, err);
        inlay_db_close(db);
        return st;
    }
    *out = db;
    return INLAY_OK;
}
