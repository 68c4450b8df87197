/*
 * journal_sqlite.c: a journal in an SQLite file: every SQL statement but those of
 * the schema.
 *
 * An append is a transaction that begins IMMEDIATE: SQLite has one writer at a
 * time, so numbers are in the order of commits.  Three columns have older names
 * than the members: seen is known, spec is study, origin is cause.
 */
#include "study/journal.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "study/db.h"
#include "study/schema_sqlite.h"

/* The newest of these kinds, which are of LIFE, about a trial; or null. */
#define NEWEST_OF(kinds, trial_)                                               \
    " CASE WHEN " HAS_LIFE " THEN (SELECT max(f.seq) FROM journal f"           \
    "  WHERE f.trial = " trial_ " AND f.kind IN " LIFE                         \
    "  AND f.kind IN (" kinds ")) END "
/* The newest event that says whether a trial is pending, and its result; or 0. */
#define RESULT_OF(trial_)                                                      \
    " max(ifnull((SELECT max(b.seq) FROM journal b WHERE b.trial = " trial_    \
    "  AND b.kind IN ('ended', 'reopened')), 0),"                              \
    " ifnull(" NEWEST_OF("'abandoned', 'amended'", trial_) ", 0)) "

struct store {
    struct inlay_journal base;
    struct inlay_db *db;
    char *path, *turn; /* base.name, base.turn */
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- Events ---- */

static const char *const KINDS[INLAY_N_EVENTS] = {
    [INLAY_EVENT_STUDY] = "study",       [INLAY_EVENT_ENQUEUED] = "enqueued",
    [INLAY_EVENT_ASKED] = "asked",       [INLAY_EVENT_STARTED] = "started",
    [INLAY_EVENT_RETURNED] = "returned", [INLAY_EVENT_ENDED] = "ended",
    [INLAY_EVENT_REOPENED] = "reopened", [INLAY_EVENT_ABANDONED] = "abandoned",
    [INLAY_EVENT_AMENDED] = "amended",   [INLAY_EVENT_DISCARDED] = "discarded",
    [INLAY_EVENT_RESTORED] = "restored", [INLAY_EVENT_NOTED] = "noted",
};

/* The event that was inserted last has a y with a variance. */
static inlay_status set_variance(struct store *s, double variance,
                                 inlay_error *err)
{
    return inlay_db_exec(
        s->db,
        "UPDATE journal SET variance = ?1 WHERE seq = last_insert_rowid()",
        NULL, NULL, err, "r", variance);
}

static inlay_status insert_event(struct store *s, const struct inlay_event *e,
                                 double now, inlay_error *err)
{
    const double variance = inlay_event_variance(e);
    const bool has_y =
        (e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_AMENDED) &&
        isfinite(e->y);
    const inlay_status st = inlay_db_exec(
        s->db,
        "INSERT INTO journal"
        " (kind, trial, at, seen, spec, origin, x, y, text, point, metrics)"
        " VALUES (?1, ?2, ?3, CASE ?1 WHEN 'asked' THEN ?4 END, nullif(?5, 0),"
        " nullif(?6, 0), ?7, ?8, ?9, ?10, ?11)",
        NULL, NULL, err, "tiriiitrttt", KINDS[e->kind], e->trial, now, e->known,
        e->study, e->cause, e->x, has_y ? e->y : NAN, e->text, e->point,
        e->metrics);
    return st == INLAY_OK && !isnan(variance) ? set_variance(s, variance, err)
                                              : st;
}

static inlay_status drop_lease(struct store *s, int64_t trial, inlay_error *err)
{
    return inlay_db_exec(s->db, "DELETE FROM lease WHERE trial = ?1", NULL,
                         NULL, err, "i", trial);
}

static inlay_status insert_lease(struct store *s,
                                 const struct inlay_lease *lease, double now,
                                 inlay_error *err)
{
    if (!lease->holder)
        return drop_lease(s, lease->trial, err);
    return inlay_db_exec(
        s->db,
        "INSERT OR REPLACE INTO lease (trial, attempt, expires, holder)"
        " VALUES (?1, ?2, ?3, ?4)",
        NULL, NULL, err, "iirt", lease->trial, lease->attempt,
        now + lease->left, lease->holder);
}

static inlay_status take_integer(const struct inlay_cell *row, void *context,
                                 inlay_error *err)
{
    (void)err;
    *(int64_t *)context = row[0].integer;
    return INLAY_OK;
}

/* The number that a statement gives; 0 where it gives none. */
static inlay_status find_integer(struct store *s, const char *sql, int64_t *out,
                                 inlay_error *err)
{
    *out = 0;
    return inlay_db_exec(s->db, sql, take_integer, out, err, "");
}

/* The format in which these events can be kept. */
static enum inlay_schema_format format_of(const struct inlay_append *a)
{
    enum inlay_schema_format format =
        a->changes_space ? INLAY_FORMAT_LIFE : INLAY_FORMAT_FIRST;
    for (size_t i = 0; i < a->n_events; i++)
        if (!isnan(inlay_event_variance(&a->events[i])))
            return INLAY_FORMAT_VARIANCE;
        else if (a->events[i].kind > INLAY_EVENT_REOPENED)
            format = INLAY_FORMAT_LIFE;
    return format;
}

/* All that is written, within the transaction. */
static inlay_status insert_all(struct store *s, const struct inlay_append *a,
                               int64_t *first, inlay_error *err)
{
    const double now = inlay_clock_now();
    int64_t last = 0;
    const enum inlay_schema_format format = format_of(a);
    inlay_status st = format > INLAY_FORMAT_FIRST
                          ? inlay_schema_upgrade(s->db, format, err)
                          : INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < a->n_events; i++) {
        const struct inlay_event *e = &a->events[i];
        st = insert_event(s, e, now, err);
        if (st == INLAY_OK && e->memo)
            st = inlay_db_exec(s->db,
                               "INSERT INTO memo (trial, memo) VALUES (?1, ?2)",
                               NULL, NULL, err, "it", e->trial, e->memo);
        if (st == INLAY_OK &&
            (e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_ABANDONED))
            st = drop_lease(s, e->trial, err);
    }
    if (st == INLAY_OK && a->lease)
        st = insert_lease(s, a->lease, now, err);
    if (st == INLAY_OK)
        st = find_integer(s, "SELECT ifnull(max(seq), 0) FROM journal", &last,
                          err);
    *first = last - (int64_t)a->n_events + 1;
    s->base.stamp = now;
    return st;
}

static inlay_status append(struct inlay_journal *j,
                           const struct inlay_append *a, int64_t *first,
                           bool *is_late, inlay_error *err)
{
    struct store *s = (struct store *)j;
    inlay_status st = inlay_db_begin(s->db, a->is_durable, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_journal_test(j, a, is_late, err);
    if (st == INLAY_OK && !*is_late)
        st = insert_all(s, a, first, err);
    return inlay_db_end(s->db, st, err);
}

/* ---- Reading ---- */

/* Whom a statement's rows go to: one of the functions. */
struct walk {
    const char *path;
    double now;
    inlay_event_fn *on_event;
    inlay_lease_fn *on_lease;
    inlay_trial_row_fn *on_trial;
    inlay_finding_fn *on_finding;
    void *context;
};

static inlay_status read_event(const struct inlay_cell *row, void *context,
                               inlay_error *err)
{
    const struct walk *w = context;
    size_t kind = 0;
    const char *word = row[INLAY_AT_KIND].text;
    const double variance = row[INLAY_AT_VARIANCE].real;
    while (kind < LENGTH(KINDS) && (!word || strcmp(word, KINDS[kind]) != 0))
        kind++;
    if (kind == LENGTH(KINDS))
        return inlay_fail(err, INLAY_ESTORE,
                          "store '%s': event %lld has the unknown kind '%s'",
                          w->path, (long long)row[INLAY_AT_SEQ].integer,
                          word ? word : "");
    const struct inlay_event event = {
        .seq = row[INLAY_AT_SEQ].integer,
        .kind = (enum inlay_event_kind)kind,
        .trial = row[INLAY_AT_TRIAL].integer,
        .at = row[INLAY_AT_AT].real,
        .known = row[INLAY_AT_SEEN].integer,
        .study = row[INLAY_AT_SPEC].integer,
        .cause = row[INLAY_AT_ORIGIN].integer,
        .x = row[INLAY_AT_X].text,
        .y = row[INLAY_AT_Y].real,
        .has_variance = !isnan(variance),
        .variance = isnan(variance) ? 0.0 : variance,
        .text = row[INLAY_AT_TEXT].text,
        .point = row[INLAY_AT_POINT].text,
        .metrics = row[INLAY_AT_METRICS].text,
    };
    return w->on_event(&event, w->context, err);
}

static inlay_status read_events(struct inlay_journal *j, int64_t after,
                                int64_t upto, inlay_event_fn *fn, void *context,
                                inlay_error *err)
{
    struct store *s = (struct store *)j;
    struct walk w = {.path = s->path, .on_event = fn, .context = context};
    return inlay_db_exec(
        s->db,
        "SELECT * FROM journal WHERE seq > ?1 AND seq <= ?2 ORDER BY seq",
        read_event, &w, err, "ii", after, upto);
}

static inlay_status life(struct inlay_journal *j, int64_t trial,
                         inlay_event_fn *fn, void *context, inlay_error *err)
{
    struct store *s = (struct store *)j;
    struct walk w = {.path = s->path, .on_event = fn, .context = context};
    return inlay_db_exec(
        s->db,
        "SELECT * FROM journal WHERE trial = ?1"
        " AND kind IN ('ended', 'reopened')"
        " UNION ALL"
        " SELECT * FROM journal WHERE trial = ?1 AND kind IN " LIFE
        " AND " HAS_LIFE " ORDER BY seq",
        read_event, &w, err, "i", trial);
}

/* ---- Single things ---- */

struct found {
    char *text;
    int64_t number;
};

static inlay_status take_found(const struct inlay_cell *row, void *context,
                               inlay_error *err)
{
    struct found *found = context;
    found->number = row[0].integer;
    if (!row[1].text)
        return INLAY_OK;
    found->text = inlay_mem_text(row[1].text);
    return found->text ? INLAY_OK : inlay_fail_memory(err, "a stored text");
}

/* The number and text that a statement gives for ?1; 0 and NULL for none. */
static inlay_status find_text(struct inlay_journal *j, const char *sql,
                              int64_t upto, char **text, int64_t *number,
                              inlay_error *err)
{
    struct found found = {0};
    const inlay_status st = inlay_db_exec(((struct store *)j)->db, sql,
                                          take_found, &found, err, "i", upto);
    if (st != INLAY_OK) {
        inlay_mem_free(found.text);
        return st;
    }
    *text = found.text;
    *number = found.number;
    return INLAY_OK;
}

static inlay_status memo(struct inlay_journal *j, int64_t trial, char **out,
                         int64_t *of, inlay_error *err)
{
    return find_text(j,
                     "SELECT trial, memo FROM memo WHERE trial <= ?1"
                     " ORDER BY trial DESC LIMIT 1",
                     trial, out, of, err);
}

static inlay_status study_file(struct inlay_journal *j, int64_t upto,
                               char **text, int64_t *seq, inlay_error *err)
{
    return find_text(j,
                     "SELECT seq, text FROM journal WHERE kind = 'study'"
                     " AND seq <= ?1 ORDER BY seq DESC LIMIT 1",
                     upto, text, seq, err);
}

static inlay_status last_trial(struct inlay_journal *j, int64_t *last,
                               inlay_error *err)
{
    return find_integer((struct store *)j,
                        "SELECT trial FROM journal WHERE kind = 'asked'"
                        " ORDER BY trial DESC LIMIT 1",
                        last, err);
}

/* Those abandoned and discarded are counted by the event that made them so: the
 * one that none of the other kinds follows. */
static inlay_status n_uncounted(struct inlay_journal *j, int64_t *n,
                                inlay_error *err)
{
    return find_integer(
        (struct store *)j,
        "SELECT (SELECT count(*) FROM journal"
        "  WHERE kind = 'asked' AND origin = -1)"
        " + CASE WHEN " HAS_LIFE " THEN (SELECT count(*) FROM journal a"
        "  WHERE a.kind IN " LIFE " AND a.kind IN ('abandoned', 'discarded')"
        "  AND NOT EXISTS (SELECT 1 FROM journal b WHERE b.trial = a.trial"
        "   AND b.seq > a.seq AND b.kind IN ('ended', 'reopened'))"
        "  AND NOT EXISTS (SELECT 1 FROM journal b WHERE b.trial = a.trial"
        "   AND b.seq > a.seq AND b.kind IN " LIFE " AND b.kind = 'restored')"
        "  AND NOT EXISTS (SELECT 1 FROM journal b WHERE b.trial = a.trial"
        "   AND b.kind = 'asked' AND b.origin = -1)) ELSE 0 END",
        n, err);
}

static inlay_status has_life(struct inlay_journal *j, bool *out,
                             inlay_error *err)
{
    int64_t format = 0;
    const inlay_status st =
        find_integer((struct store *)j, "PRAGMA user_version", &format, err);
    *out = format > 1;
    return st;
}

static inlay_status newest_notes(struct inlay_journal *j, int64_t trial,
                                 int64_t *seq, inlay_error *err)
{
    struct store *s = (struct store *)j;
    *seq = 0;
    return inlay_db_exec(s->db, "SELECT" NEWEST_OF("'noted'", "?1"),
                         take_integer, seq, err, "i", trial);
}

/* ---- Leases ---- */

static inlay_status read_lease(const struct inlay_cell *row, void *context,
                               inlay_error *err)
{
    const struct walk *w = context;
    const struct inlay_lease lease = {
        .trial = row[0].integer,
        .attempt = row[1].integer,
        .left = row[2].real - w->now,
        .holder = row[3].text ? row[3].text : "",
    };
    return w->on_lease(&lease, w->context, err);
}

static inlay_status leases(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_lease_fn *fn, void *context, inlay_error *err)
{
    struct store *s = (struct store *)j;
    struct walk w = {
        .now = inlay_clock_now(), .on_lease = fn, .context = context};
    return inlay_db_exec(
        s->db,
        "SELECT trial, attempt, expires, holder FROM lease"
        " WHERE trial >= ?1 AND trial <= ?2"
        " AND NOT EXISTS (SELECT 1 FROM journal e"
        "  WHERE e.seq =" RESULT_OF("lease.trial") "  AND e.kind <> 'reopened')"
                                                   " ORDER BY trial",
        read_lease, &w, err, "ii", first, last);
}

static inlay_status renew(struct inlay_journal *j, const char *holder,
                          double seconds, inlay_error *err)
{
    struct store *s = (struct store *)j;
    inlay_status st = inlay_db_begin(s->db, false, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_db_exec(s->db, "UPDATE lease SET expires = ?2 WHERE holder = ?1",
                       NULL, NULL, err, "tr", holder,
                       inlay_clock_now() + seconds);
    return inlay_db_end(s->db, st, err);
}

/* ---- Trials ---- */

static double time_of(const struct inlay_cell *cell)
{
    return isnan(cell->real) ? 0.0 : cell->real;
}

static bool is_kind(const struct inlay_cell *cell, enum inlay_event_kind kind)
{
    return cell->text && strcmp(cell->text, KINDS[kind]) == 0;
}

/* Columns 6 to 12 are of the event that has the result, or reopened it; where it
 * is an amendment, the last two are of the end.  Then come all columns of the
 * event. */
enum { AT_RESULT = 23 };

static inlay_status read_trial(const struct inlay_cell *row, void *context,
                               inlay_error *err)
{
    const struct walk *w = context;
    const bool is_amended = is_kind(&row[7], INLAY_EVENT_AMENDED);
    const bool is_ended = is_amended || is_kind(&row[7], INLAY_EVENT_ENDED);
    const bool is_reopened = is_kind(&row[7], INLAY_EVENT_REOPENED);
    const bool is_discarded = is_kind(&row[17], INLAY_EVENT_DISCARDED);
    const struct inlay_trial_row trial = {
        .id = row[0].integer,
        .x = row[1].text,
        .age = w->now - row[2].real,
        .asked_at = time_of(&row[2]),
        .cause = row[3].integer,
        .known = row[4].integer,
        .study = row[5].integer,
        .is_ended = is_ended,
        .is_abandoned = is_kind(&row[7], INLAY_EVENT_ABANDONED),
        .is_discarded = is_discarded,
        .since = is_amended    ? row[21].integer
                 : is_reopened ? row[6].integer
                               : row[8].integer,
        .result = row[6].integer,
        .y = row[9].real,
        .variance = row[AT_RESULT + INLAY_AT_VARIANCE].real,
        .why = row[10].text,
        .metrics = row[11].text,
        .ended_at = is_amended     ? time_of(&row[22])
                    : !is_reopened ? time_of(&row[12])
                                   : 0.0,
        .amended_at = is_amended ? time_of(&row[12]) : 0.0,
        .marked = row[16].integer,
        .void_because = is_discarded ? row[18].text : NULL,
        .noted = row[19].integer,
        .notes = row[20].text,
        .holder = row[13].text,
        .started_at = time_of(&row[14]),
        .n_starts = row[15].integer,
    };
    return w->on_trial(&trial, w->context, err);
}

/* clang-format off */
/* e is what decides on the result, m a mark, n the notes, l the lease. */
static const char TRIALS[] =
    "SELECT a.trial, a.x, a.at, a.origin, a.seen, a.spec,"
    " e.seq, e.kind, e.origin, e.y, e.text, e.metrics, e.at, l.holder,"
    " (SELECT max(t.at) FROM journal t"
    "  WHERE t.kind = 'started' AND t.trial = a.trial),"
    " (SELECT count(*) FROM journal t"
    "  WHERE t.kind = 'started' AND t.trial = a.trial),"
    " m.seq, m.kind, m.text, n.seq, n.text,"
    " CASE e.kind WHEN 'amended' THEN (SELECT b.origin FROM journal b"
    "  WHERE b.trial = a.trial AND b.kind IN ('ended', 'reopened')"
    "  ORDER BY b.seq DESC LIMIT 1) END,"
    " CASE e.kind WHEN 'amended' THEN (SELECT b.at FROM journal b"
    "  WHERE b.trial = a.trial AND b.kind IN ('ended', 'reopened')"
    "  ORDER BY b.seq DESC LIMIT 1) END, e.*"
    " FROM journal a"
    " LEFT JOIN journal e ON e.seq =" RESULT_OF("a.trial")
    " LEFT JOIN journal m ON m.seq =" NEWEST_OF("'discarded', 'restored'", "a.trial")
    " LEFT JOIN journal n ON n.seq =" NEWEST_OF("'noted'", "a.trial")
    " LEFT JOIN lease l ON l.trial = a.trial"
    " WHERE a.kind = 'asked' AND a.trial >= ?1 AND a.trial <= ?2"
    " ORDER BY a.trial";
/* clang-format on */

static inlay_status trials(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_trial_row_fn *fn, void *context,
                           inlay_error *err)
{
    struct store *s = (struct store *)j;
    struct walk w = {
        .now = inlay_clock_now(), .on_trial = fn, .context = context};
    return inlay_db_exec(s->db, TRIALS, read_trial, &w, err, "ii", first, last);
}

/* ---- Check ---- */

static inlay_status take_finding(const struct inlay_cell *row, void *context,
                                 inlay_error *err)
{
    const struct walk *w = context;
    (void)err;
    if (row[0].text)
        w->on_finding(row[0].text, w->context);
    return INLAY_OK;
}

static inlay_status check(struct inlay_journal *j, inlay_finding_fn *fn,
                          void *context, inlay_error *err)
{
    struct store *s = (struct store *)j;
    struct walk w = {.on_finding = fn, .context = context};
    const inlay_status st =
        inlay_db_exec(s->db,
                      "SELECT integrity_check FROM pragma_integrity_check"
                      " WHERE integrity_check <> 'ok'",
                      take_finding, &w, err, "");
    if (st != INLAY_OK)
        return st;
    return inlay_db_exec(
        s->db,
        "SELECT 'trial ' || e.trial || ': it '"
        " || CASE e.kind WHEN 'ended' THEN 'has a result'"
        "  ELSE 'was ' || e.kind END || ' but was never suggested', e.trial"
        " FROM journal e"
        " WHERE (e.kind = 'ended' OR (e.kind IN " LIFE " AND e.trial <> 0))"
        " AND NOT EXISTS (SELECT 1 FROM journal a"
        "  WHERE a.trial = e.trial AND a.kind = 'asked')"
        " UNION ALL"
        " SELECT 'trial ' || a.trial || ': the number before it is missing',"
        " a.trial FROM journal a"
        " WHERE a.kind = 'asked' AND a.trial > 1 AND NOT EXISTS"
        "  (SELECT 1 FROM journal b WHERE b.trial = a.trial - 1"
        "   AND b.kind = 'asked') ORDER BY 2",
        take_finding, &w, err, "");
}

/* ---- Opening ---- */

static void free_store(struct inlay_journal *j)
{
    struct store *s = (struct store *)j;
    inlay_db_close(s->db);
    inlay_mem_free(s->path);
    inlay_mem_free(s->turn);
    inlay_mem_free(s);
}

inlay_status inlay_journal_open_sqlite(const char *path,
                                       enum inlay_store_mode mode,
                                       struct inlay_journal **out,
                                       inlay_error *err)
{
    static const struct inlay_journal_ops OPS = {
        append,   read_events,  trials,     life,       leases,
        renew,    memo,         study_file, last_trial, n_uncounted,
        has_life, newest_notes, check,      free_store};
    struct store *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a store");
    s->base.ops = &OPS;
    s->base.name = s->path = inlay_mem_text(path);
    s->base.turn = s->turn = inlay_db_beside(path, "-turn");
    inlay_status st = s->path && s->turn
                          ? inlay_db_open(s->path, mode, &s->db, err)
                          : inlay_fail_memory(err, "a store");
    if (st == INLAY_OK)
        st = inlay_schema_set_up(s->db, s->path, mode, err);
    if (st == INLAY_OK)
        *out = &s->base;
    else
        free_store(&s->base);
    return st;
}
