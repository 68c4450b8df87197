/*
 * trial_list.c: the trials of a store, one after the other.
 */
#include "app/exchange/trial_list.h"

#include <inttypes.h>
#include <math.h>

#include "app/exchange/trial_csv.h"
#include "app/exchange/trial_json.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/process.h"
#include "study/era.h"

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
        trial->metrics, l->values, &trial->variance, err);
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
        .is_added = row->cause == INLAY_CAUSE_ADDED,
        .state = state_of(row),
        .x = l->x,
        .y = row->y,
        .variance = row->variance,
        .why = row->why,
        .metrics = row->metrics,
        .seconds = seconds_of(row),
        .n_starts = row->n_starts,
        .is_discarded = row->is_discarded,
        .void_because = row->void_because,
        .notes = row->notes,
        .holder = row->holder,
        .at = {row->asked_at, row->started_at, row->ended_at, row->amended_at},
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

/* ---- All ----------------------------------------------------------------- */

struct printing {
    struct inlay_trial_terms terms;
    enum inlay_trial_format format;
    struct inlay_outfile *out;
    struct inlay_trial_table table; /* of CSV */
    size_t n;
    struct inlay_text text;
    struct inlay_json_writer json;
};

static inlay_status note_columns(const struct inlay_trial_row *row,
                                 void *context, inlay_error *err)
{
    struct inlay_trial_table *table = context;

    table->has_marks = table->has_marks || row->is_discarded || row->noted > 0;
    table->has_variances = table->has_variances || !isnan(row->variance);
    return inlay_trial_table_note(table, row->metrics, isfinite(row->y), err);
}

static inlay_status print_trial(const struct inlay_listed *t, void *context,
                                inlay_error *err)
{
    struct printing *p = context;

    p->n++;
    if (p->format == INLAY_TRIALS_CSV)
        inlay_trial_table_row(&p->table, t, &p->text);
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

/* All trials are read once for the columns. */
static inlay_status print_header(struct printing *p,
                                 struct inlay_journal *journal,
                                 struct inlay_trial_choice choice,
                                 inlay_error *err)
{
    inlay_status st = inlay_trial_table_init(&p->table, p->terms, err);

    if (st == INLAY_OK)
        st = journal->ops->trials(journal, 1, INT64_MAX, note_columns,
                                  &p->table, err);
    if (st == INLAY_OK)
        st =
            find_outside(journal, p->terms, choice, &p->table.has_outside, err);
    if (st == INLAY_OK)
        inlay_trial_table_header(&p->table, &p->text);
    return st;
}

inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    struct inlay_trial_terms terms,
                                    struct inlay_trial_choice choice,
                                    enum inlay_trial_format format,
                                    struct inlay_outfile *out, size_t *n,
                                    inlay_error *err)
{
    struct printing p = {terms, format, out, .json = {.text = &p.text}};
    inlay_status st = INLAY_OK;

    if (format == INLAY_TRIALS_CSV)
        st = print_header(&p, journal, choice, err);
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
    inlay_trial_table_clear(&p.table);
    *n = p.n;
    return st;
}
