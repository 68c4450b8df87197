/*
 * trial_list.c: trials as JSON and CSV, and those of a store one after the other.
 */
#include "app/exchange/trial_list.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "problem/configuration.h"
#include "study/era.h"
#include "study/life.h"
#include "study/tell.h"

const char *const inlay_listed_names[INLAY_N_LISTED + 1] = {
    "pending", "running", "done", "failed", "abandoned", "discarded", NULL};

int inlay_listed_find(const char *word)
{
    static const struct {
        const char *name;
        enum inlay_listed_state state;
    } row[] = {
        {"pending", INLAY_LISTED_PENDING},
        {"waiting", INLAY_LISTED_PENDING},
        {"asked", INLAY_LISTED_PENDING},
        {"running", INLAY_LISTED_RUNNING},
        {"done", INLAY_LISTED_DONE},
        {"complete", INLAY_LISTED_DONE},
        {"completed", INLAY_LISTED_DONE},
        {"finished", INLAY_LISTED_DONE},
        {"ok", INLAY_LISTED_DONE},
        {"failed", INLAY_LISTED_FAILED},
        {"fail", INLAY_LISTED_FAILED},
        {"pruned", INLAY_LISTED_FAILED},
        {"error", INLAY_LISTED_FAILED},
        {"crashed", INLAY_LISTED_FAILED},
        {"abandoned", INLAY_LISTED_ABANDONED},
        {"discarded", INLAY_LISTED_DISCARDED},
        {"void", INLAY_LISTED_DISCARDED},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcasecmp(word, row[i].name) == 0)
            return (int)row[i].state;
    return -1;
}

const char *inlay_listed_guess(const char *word)
{
    const int found = inlay_listed_find(word);

    return found >= 0 ? inlay_listed_names[found] : NULL;
}

/* ---- Rows ---------------------------------------------------------------- */

struct listing {
    struct inlay_journal *journal;
    struct inlay_trial_terms terms;
    struct inlay_trial_choice choice;
    int64_t n_seen, n_left_out; /* of the chosen states */
    int64_t last;               /* trial seen */
    struct inlay_eras eras;
    inlay_value *x; /* room for inlay_eras_n_values */
    double *values;
    inlay_listed_fn *fn;
    void *context;
};

static enum inlay_listed_state state_of(const struct inlay_trial_row *row)
{
    if (row->is_discarded)
        return INLAY_LISTED_DISCARDED;
    if (row->is_abandoned)
        return INLAY_LISTED_ABANDONED;
    if (row->is_ended)
        return isfinite(row->y) ? INLAY_LISTED_DONE : INLAY_LISTED_FAILED;
    return row->holder && row->holder[0] &&
                   inlay_process_is_alive(row->holder) != INLAY_DEAD
               ? INLAY_LISTED_RUNNING
               : INLAY_LISTED_PENDING;
}

static double seconds_of(const struct inlay_trial_row *row)
{
    return row->started_at > 0.0 && row->ended_at >= row->started_at
               ? round((row->ended_at - row->started_at) * 1e3) / 1e3
               : NAN;
}

/* The values of its outputs: by the limits that are in force now. */
static inlay_status read_values(const struct listing *l,
                                const struct inlay_trial_row *row,
                                struct inlay_listed *trial, inlay_error *err)
{
    const struct inlay_outputs *outputs = l->terms.outputs;
    const inlay_status st = inlay_era_read_values(
        inlay_eras_find(&l->eras, row->study, row->known), outputs, trial->y,
        trial->metrics, l->values, err);
    trial->values = l->values;
    if (st == INLAY_OK) {
        trial->violation = inlay_outputs_violation(outputs, l->values);
        trial->y = l->values[outputs->objective];
    }
    return st;
}

/* l->x and whether it lies outside; json owns texts of it. */
static inlay_status read_x(struct listing *l, const struct inlay_trial_row *row,
                           json_t **json, bool *is_outside, inlay_error *err)
{
    const bool is_added = row->cause == INLAY_CAUSE_ADDED;
    struct inlay_era_reading r = {.x = l->x};
    const struct inlay_era *era =
        inlay_eras_find(&l->eras, row->study, row->known);
    const inlay_status st =
        inlay_eras_read(&l->eras, era, row->x ? row->x : "", is_added, &r, err);
    *json = r.json;
    *is_outside = !r.is_inside;
    return st;
}

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    struct listing *l = context;
    struct inlay_listed trial = {
        .id = row->id,
        .state = state_of(row),
        .x = l->x,
        .y = row->y,
        .why = row->why,
        .metrics = row->metrics,
        .seconds = seconds_of(row),
        .n_starts = row->n_starts,
        .is_discarded = row->is_discarded,
        .void_because = row->void_because,
        .notes = row->notes,
        .holder = row->holder,
        .asked_at = row->asked_at,
        .started_at = row->started_at,
        .ended_at = row->ended_at,
        .amended_at = row->amended_at,
    };

    l->last = row->id;
    if (!(l->choice.states >> trial.state & 1) || l->n_seen++ < l->n_left_out)
        return INLAY_OK;
    json_t *json = NULL;
    inlay_status st = read_x(l, row, &json, &trial.is_outside, err);
    if (st == INLAY_OK && isfinite(trial.y))
        st = read_values(l, row, &trial, err);
    const bool is_read = st == INLAY_OK;
    if (is_read)
        st = l->fn(&trial, l->context, err);
    json_decref(json);
    if (is_read)
        return st;
    return inlay_fail_within(err, st == INLAY_ENOMEM ? st : INLAY_ESTORE,
                             "store '%s': trial %" PRId64, l->journal->name,
                             row->id);
}

static inlay_status walk(struct listing *l, int64_t n_left_out,
                         inlay_error *err)
{
    const int64_t until = l->choice.until > 0 ? l->choice.until : INT64_MAX;

    l->n_seen = 0;
    l->n_left_out = n_left_out;
    return l->journal->ops->trials(l->journal, 1, until, take_row, l, err);
}

/* The last few are found by counting all of them first. */
inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   struct inlay_trial_terms terms,
                                   struct inlay_trial_choice choice,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err)
{
    struct listing l = {journal, terms, choice, .fn = fn, .context = context};
    inlay_status st = inlay_eras_load(&l.eras, terms.space, journal, err);

    if (st != INLAY_OK)
        return st;
    l.x = inlay_mem_new(inlay_eras_n_values(&l.eras), sizeof *l.x);
    l.values = inlay_mem_doubles(terms.outputs->n);
    if (!l.x || !l.values)
        st = inlay_fail_memory(err, "a trial");
    if (st == INLAY_OK && choice.n_last > 0) {
        st = walk(&l, INT64_MAX, err);
        l.choice.until = l.last; /* not those that come meanwhile */
    }
    if (st == INLAY_OK)
        st = walk(&l, l.n_seen > choice.n_last ? l.n_seen - choice.n_last : 0,
                  err);
    inlay_mem_free(l.values);
    inlay_mem_free(l.x);
    inlay_eras_clear(&l.eras);
    return st;
}

/* ---- JSON ---------------------------------------------------------------- */

/* *out := those that are no output, for the caller to drop; NULL: there are
 * none. */
static inlay_status read_metrics(const struct inlay_outputs *outputs,
                                 const char *metrics, json_t **out,
                                 inlay_error *err)
{
    *out = NULL;
    if (!metrics)
        return INLAY_OK;
    const inlay_status st =
        inlay_json_parse(metrics, strlen(metrics), out, err);
    if (st != INLAY_OK || outputs->is_default)
        return st;
    for (size_t i = 0; i < outputs->n; i++)
        json_object_del(*out, outputs->name[i]);
    if (json_object_size(*out) > 0)
        return INLAY_OK;
    json_decref(*out);
    *out = NULL;
    return INLAY_OK;
}

/* Appends them, printed anew with exact numbers, where there are any. */
static void add_metrics(struct inlay_text *text, const json_t *metrics)
{
    if (metrics)
        inlay_json_add(text, metrics);
}

static void write_metrics(struct inlay_json_writer *w,
                          const struct inlay_outputs *outputs,
                          const char *metrics)
{
    json_t *json = NULL;
    inlay_error err = {0};

    if (read_metrics(outputs, metrics, &json, &err) != INLAY_OK)
        inlay_text_fail(w->text, &err);
    if (json)
        add_metrics(inlay_json_write_value(w, "metrics"), json);
    json_decref(json);
}

void inlay_trial_json_values(struct inlay_json_writer *w,
                             const struct inlay_outputs *outputs,
                             const double *values)
{
    if (outputs->is_default || !values)
        return;
    inlay_json_begin_object(w, "values", INLAY_JSON_LINE);
    for (size_t i = 0; i < outputs->n; i++)
        inlay_json_write_number(w, outputs->name[i], values[i]);
    inlay_json_end(w);
    inlay_json_write_boolean(w, "feasible",
                             inlay_outputs_violation(outputs, values) == 0.0);
}

void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space, const inlay_trial *trial)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", trial->id);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space,
                                   trial->x);
}

/* What happened to it, whether that is void or not. */
static const char *state_name(const struct inlay_listed *t)
{
    const enum inlay_listed_state state =
        t->state != INLAY_LISTED_DISCARDED ? t->state
        : isfinite(t->y)                   ? INLAY_LISTED_DONE
                                           : INLAY_LISTED_FAILED;
    return inlay_listed_names[state];
}

static const struct {
    const char *name;
    size_t offset;
} TIMES[] = {{"asked", offsetof(struct inlay_listed, asked_at)},
             {"started", offsetof(struct inlay_listed, started_at)},
             {"ended", offsetof(struct inlay_listed, ended_at)},
             {"amended", offsetof(struct inlay_listed, amended_at)}};
enum { N_TIMES = sizeof TIMES / sizeof *TIMES };

static double time_of(const struct inlay_listed *t, size_t i)
{
    double at;
    memcpy(&at, (const char *)t + TIMES[i].offset, sizeof at);
    return at;
}

void inlay_trial_add_time(struct inlay_text *text, double at)
{
    const time_t seconds = (time_t)at;
    struct tm parts;
    char out[40];
    if (gmtime_r(&seconds, &parts) &&
        strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0)
        inlay_text_add(text, out);
}

/* Nothing where it is not known. */
static void write_time(struct inlay_json_writer *w, const char *name, double at)
{
    struct inlay_text text = {0};
    if (!(at > 0.0))
        return;
    inlay_trial_add_time(&text, at);
    inlay_json_write_text(w, name, inlay_text_view(&text));
    inlay_text_fail_as(w->text, &text);
    inlay_text_clear(&text);
}

struct inlay_listed inlay_listed_of(const inlay_study *study,
                                    const inlay_trial *t,
                                    struct inlay_text *notes)
{
    static const enum inlay_listed_state STATES[] = {
        [INLAY_STATE_PENDING] = INLAY_LISTED_PENDING,
        [INLAY_STATE_DONE] = INLAY_LISTED_DONE,
        [INLAY_STATE_FAILED] = INLAY_LISTED_FAILED,
        [INLAY_STATE_ABANDONED] = INLAY_LISTED_ABANDONED,
    };
    const double seconds =
        t->started_at > 0.0 ? t->ended_at - t->started_at : NAN;
    if (inlay_study_n_attributes(study, t->id) > 0)
        inlay_notes_print(inlay_study_notes(study, t->id), NULL, 0, notes);
    return (struct inlay_listed){
        .id = t->id,
        .state = t->is_discarded ? INLAY_LISTED_DISCARDED : STATES[t->state],
        .x = t->x,
        .y = t->value,
        .values = t->state == INLAY_STATE_DONE ? t->values : NULL,
        .violation =
            t->state == INLAY_STATE_DONE
                ? inlay_outputs_violation(inlay_study_outputs(study), t->values)
                : 0.0,
        .is_outside = t->is_outside,
        .why = t->why,
        .metrics = t->metrics,
        .seconds = seconds >= 0.0 ? round(seconds * 1e3) / 1e3 : NAN,
        .n_starts = t->attempts,
        .is_discarded = t->is_discarded,
        .void_because = t->void_because,
        .notes = notes->n > 0 ? notes->bytes : NULL,
        .asked_at = t->asked_at,
        .started_at = t->started_at,
        .ended_at = t->ended_at,
        .amended_at = t->amended_at,
    };
}

void inlay_trial_json_write(struct inlay_json_writer *w,
                            struct inlay_trial_terms terms,
                            const struct inlay_listed *t)
{
    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", t->id);
    inlay_json_write_text(w, "state", state_name(t));
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), terms.space,
                                   t->x);
    inlay_json_write_number(w, "y", t->y);
    inlay_trial_json_values(w, terms.outputs, t->values);
    if (t->why || (t->state == INLAY_LISTED_FAILED))
        inlay_json_write_text(w, "why", t->why ? t->why : "");
    if (t->void_because)
        inlay_json_write_text(w, "discarded", t->void_because);
    else if (t->is_discarded)
        inlay_json_write_boolean(w, "discarded", true);
    write_metrics(w, terms.outputs, t->metrics);
    if (isfinite(t->seconds))
        inlay_json_write_number(w, "seconds", t->seconds);
    if (t->n_starts > 0)
        inlay_json_write_integer(w, "attempts", t->n_starts);
    if (t->notes && strcmp(t->notes, "{}") != 0)
        inlay_text_add(inlay_json_write_value(w, "attributes"), t->notes);
    for (size_t i = 0; terms.has_times && i < N_TIMES; i++)
        write_time(w, TIMES[i].name, time_of(t, i));
    if (t->is_outside)
        inlay_json_write_boolean(w, "outside", true);
    inlay_json_end(w);
}

/* ---- CSV ----------------------------------------------------------------- */

/* The name of a column that is not a variable. */
static void add_column(struct inlay_text *text, const inlay_space *space,
                       const char *name)
{
    struct inlay_text column = {0};
    size_t i, n = 0; /* names of variables so far */

    for (inlay_text_add(&column, name); column.st == INLAY_OK; n++) {
        if (inlay_space_find(space, column.bytes, &i, NULL) != INLAY_OK)
            break;
        inlay_text_cut(&column, 0);
        for (i = 0; i <= n; i++)
            inlay_text_add(&column, INLAY_TRIAL_LIST_PREFIX);
        inlay_text_add(&column, name);
    }
    inlay_text_add(text, text->n > 0 ? "," : "");
    inlay_csv_add(text, inlay_text_view(&column));
    inlay_text_fail_as(text, &column);
    inlay_text_clear(&column);
}

/* What a table in CSV has besides. */
struct columns {
    bool has_marks;   /* any trial is discarded, or has attributes */
    bool has_outside; /* any lies outside the space */
};

/* The column of a value is called by the output's name, if it has one. */
static void add_header(struct inlay_text *text, struct inlay_trial_terms terms,
                       struct columns columns)
{
    static const char *const before[] = {"id", "state"};
    static const char *const after[] = {"why", "seconds", "attempts",
                                        "metrics"};
    static const char *const marks[] = {"discarded", "attributes"};

    for (size_t i = 0; i < 2; i++)
        add_column(text, terms.space, before[i]);
    for (size_t i = 0; i < terms.outputs->n; i++)
        add_column(text, terms.space,
                   terms.outputs->is_default ? "value"
                                             : terms.outputs->name[i]);
    for (size_t i = 0; i < inlay_space_n_variables(terms.space); i++) {
        inlay_text_add(text, ",");
        inlay_csv_add(text, inlay_space_var(terms.space, i)->is.name);
    }
    for (size_t i = 0; i < 4; i++)
        add_column(text, terms.space, after[i]);
    for (size_t i = 0; columns.has_marks && i < 2; i++)
        add_column(text, terms.space, marks[i]);
    for (size_t i = 0; terms.has_times && i < N_TIMES; i++)
        add_column(text, terms.space, TIMES[i].name);
    if (columns.has_outside)
        add_column(text, terms.space, "outside");
    inlay_text_add(text, "\n");
}

static void add_field(struct inlay_text *text, const char *field)
{
    inlay_text_add(text, ",");
    inlay_csv_add(text, field ? field : "");
}

/* Nothing where it is not known. */
static void add_number(struct inlay_text *text, double v)
{
    inlay_text_add(text, ",");
    if (isfinite(v))
        inlay_text_add_number(text, v);
}

static void add_row_metrics(struct inlay_text *text,
                            const struct inlay_outputs *outputs,
                            const char *metrics)
{
    struct inlay_text field = {0};
    json_t *json = NULL;
    inlay_error err = {0};

    if (outputs->is_default) {
        add_field(text, metrics);
        return;
    }
    if (read_metrics(outputs, metrics, &json, &err) != INLAY_OK)
        inlay_text_fail(text, &err);
    add_metrics(&field, json);
    add_field(text, inlay_text_view(&field));
    inlay_text_fail_as(text, &field);
    inlay_text_clear(&field);
    json_decref(json);
}

static void add_time(struct inlay_text *text, double at)
{
    inlay_text_add(text, ",");
    if (at > 0.0)
        inlay_trial_add_time(text, at);
}

static bool has_notes(const struct inlay_listed *t)
{
    return t->notes && strcmp(t->notes, "{}") != 0;
}

/* "yes" where it was discarded without a reason. */
static void add_marks(struct inlay_text *text, const struct inlay_listed *t)
{
    add_field(text, !t->is_discarded  ? ""
                    : t->void_because ? t->void_because
                                      : "yes");
    add_field(text, has_notes(t) ? t->notes : "");
}

static void add_row(struct inlay_text *text, struct inlay_trial_terms terms,
                    struct columns columns, const struct inlay_listed *t)
{
    inlay_text_printf(text, "%" PRId64 ",%s", t->id, state_name(t));
    for (size_t i = 0; i < terms.outputs->n; i++)
        add_number(text, t->values ? t->values[i] : NAN);
    for (size_t i = 0; i < inlay_space_n_variables(terms.space); i++) {
        const inlay_value *v = &t->x[i];
        const bool is_name = v->type != INLAY_TYPE_BOOLEAN && v->text;

        add_field(text, is_name ? v->text : "");
        if (!is_name)
            inlay_configuration_add_plain(text, inlay_space_var(terms.space, i),
                                          v);
    }
    add_field(text, t->why);
    add_number(text, t->seconds);
    add_number(text, t->n_starts > 0 ? (double)t->n_starts : NAN);
    add_row_metrics(text, terms.outputs, t->metrics);
    if (columns.has_marks)
        add_marks(text, t);
    for (size_t i = 0; terms.has_times && i < N_TIMES; i++)
        add_time(text, time_of(t, i));
    if (columns.has_outside)
        inlay_text_add(text, t->is_outside ? ",yes" : ",");
    inlay_text_add(text, "\n");
}

/* ---- All ----------------------------------------------------------------- */

struct printing {
    struct inlay_trial_terms terms;
    enum inlay_trial_format format;
    struct inlay_outfile *out;
    struct columns columns; /* of CSV */
    size_t n;
    struct inlay_text text;
    struct inlay_json_writer json;
};

static inlay_status find_mark(const struct inlay_trial_row *row, void *context,
                              inlay_error *err)
{
    struct printing *p = context;
    (void)err;
    p->columns.has_marks =
        p->columns.has_marks || row->is_discarded || row->noted > 0;
    return INLAY_OK;
}

static inlay_status print_trial(const struct inlay_listed *t, void *context,
                                inlay_error *err)
{
    struct printing *p = context;

    p->n++;
    if (p->format == INLAY_TRIALS_CSV)
        add_row(&p->text, p->terms, p->columns, t);
    else
        inlay_trial_json_write(&p->json, p->terms, t);
    if (p->format == INLAY_TRIALS_JSONL) {
        inlay_text_add(&p->text, "\n");
        p->json = (struct inlay_json_writer){.text = &p->text};
    }
    return inlay_outfile_add_text(p->out, &p->text, err);
}

static inlay_status note_outside(const struct inlay_listed *t, void *context,
                                 inlay_error *err)
{
    (void)err;
    *(bool *)context = *(bool *)context || t->is_outside;
    return INLAY_OK;
}

/* Trials that were measured elsewhere may lie outside also where the space never
 * changed; but a column that is empty in nearly all tables is not worth reading
 * every table twice. */
static inlay_status find_outside(struct inlay_journal *journal,
                                 struct inlay_trial_terms terms,
                                 struct inlay_trial_choice choice, bool *has,
                                 inlay_error *err)
{
    struct inlay_eras eras = {0};
    bool is_one = true;
    const inlay_status st = inlay_eras_load(&eras, terms.space, journal, err);

    for (size_t i = 0; i < eras.n; i++)
        is_one = is_one && eras.at[i].is_same;
    inlay_eras_clear(&eras);
    return st != INLAY_OK || is_one
               ? st
               : inlay_trial_list_each(journal, terms, choice, note_outside,
                                       has, err);
}

inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    struct inlay_trial_terms terms,
                                    struct inlay_trial_choice choice,
                                    enum inlay_trial_format format,
                                    struct inlay_outfile *out, size_t *n,
                                    inlay_error *err)
{
    struct printing p = {terms, format, out, .json = {.text = &p.text}};

    bool has_life = false;
    inlay_status st = INLAY_OK;

    if (format == INLAY_TRIALS_CSV) {
        st = journal->ops->has_life(journal, &has_life, err);
        if (st == INLAY_OK && has_life)
            st =
                journal->ops->trials(journal, 1, INT64_MAX, find_mark, &p, err);
        if (st == INLAY_OK)
            st = find_outside(journal, terms, choice, &p.columns.has_outside,
                              err);
        add_header(&p.text, terms, p.columns);
    }
    if (format == INLAY_TRIALS_JSON)
        inlay_json_begin_array(&p.json, NULL, INLAY_JSON_HANGING);
    if (st == INLAY_OK)
        st =
            inlay_trial_list_each(journal, terms, choice, print_trial, &p, err);
    if (format == INLAY_TRIALS_JSON) {
        inlay_json_end(&p.json);
        inlay_text_add(&p.text, "\n");
    }
    if (st == INLAY_OK)
        st = inlay_outfile_add_text(out, &p.text, err);
    inlay_text_clear(&p.text);
    *n = p.n;
    return st;
}
