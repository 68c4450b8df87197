/*
 * trial_list.c: the trials of a store as JSON and CSV.
 */
#include "app/exchange/trial_list.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/trial_json.h"
#include "app/exchange/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "problem/configuration.h"

const char *inlay_listed_name(size_t state)
{
    switch (state) {
    case INLAY_LISTED_PENDING:
        return inlay_state_name(INLAY_PENDING);
    case INLAY_LISTED_RUNNING:
        return "running";
    case INLAY_LISTED_DONE:
        return inlay_state_name(INLAY_DONE);
    case INLAY_LISTED_FAILED:
        return inlay_state_name(INLAY_FAILED);
    default:
        return NULL;
    }
}

/* ---- Rows ---------------------------------------------------------------- */

struct listing {
    struct inlay_journal *journal;
    const inlay_space *space;
    inlay_value *x;
    inlay_listed_fn *fn;
    void *context;
};

static enum inlay_listed_state state_of(const struct inlay_trial_row *row)
{
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

static inlay_status fail_row(const struct listing *l,
                             const struct inlay_trial_row *row, inlay_status st,
                             inlay_error *err)
{
    if (st == INLAY_ENOMEM)
        return st;
    inlay_fail_within(err, st, "store '%s': trial %" PRId64, l->journal->name,
                      row->id);
    if (err)
        err->code = INLAY_ESTORE;
    return INLAY_ESTORE;
}

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    const struct listing *l = context;
    const struct inlay_listed trial = {
        .row = row,
        .state = state_of(row),
        .x = l->x,
        .seconds = seconds_of(row),
    };
    const inlay_status st =
        inlay_configuration_parse(l->space, row->x ? row->x : "", l->x, err);

    return st == INLAY_OK ? l->fn(&trial, l->context, err)
                          : fail_row(l, row, st, err);
}

inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   const inlay_space *space, int64_t first,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err)
{
    inlay_value *x = inlay_mem_new(inlay_space_n_variables(space), sizeof *x);
    struct listing l = {journal, space, x, fn, context};

    if (!x)
        return inlay_fail_memory(err, "a trial");
    const inlay_status st =
        journal->ops->trials(journal, first, INT64_MAX, take_row, &l, err);
    inlay_mem_free(x);
    return st;
}

/* ---- JSON ---------------------------------------------------------------- */

void inlay_trial_list_write(struct inlay_json_writer *w,
                            const inlay_space *space,
                            const struct inlay_listed *t)
{
    const char *why = t->row->why ? t->row->why : "";
    const struct inlay_trial_json trial = {
        .id = t->row->id,
        .state = inlay_listed_name(t->state),
        .x = t->x,
        .y = &t->row->y,
        .why = t->state == INLAY_LISTED_FAILED ? why : NULL,
        .metrics = t->row->metrics,
        .seconds = isfinite(t->seconds) ? &t->seconds : NULL,
        .attempts = t->row->n_starts,
    };

    inlay_trial_json_begin(w, NULL, space, &trial);
    inlay_json_end(w);
}

/* ---- CSV ----------------------------------------------------------------- */

void inlay_trial_list_column(struct inlay_text *text, const inlay_space *space,
                             const char *name)
{
    struct inlay_text column = {0};
    size_t i;

    inlay_text_add(&column, name);
    while (inlay_space_find(space, inlay_text_view(&column), &i, NULL) ==
           INLAY_OK) {
        struct inlay_text longer = {0};

        inlay_text_printf(&longer, INLAY_TRIAL_LIST_PREFIX "%s", column.bytes);
        inlay_text_clear(&column);
        column = longer;
    }
    inlay_text_add_text(text, &column);
    inlay_text_clear(&column);
}

/* name and the comma before it. */
static void add_column(struct inlay_text *text, const inlay_space *space,
                       const char *name)
{
    inlay_text_add(text, text->n > 0 ? "," : "");
    inlay_trial_list_column(text, space, name);
}

void inlay_trial_list_add_header(struct inlay_text *text,
                                 const inlay_space *space)
{
    static const char *const before[] = {"id", "state", "value"};
    static const char *const after[] = {"why", "seconds", "attempts",
                                        "metrics"};

    for (size_t i = 0; i < 3; i++)
        add_column(text, space, before[i]);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(text, ",");
        inlay_csv_add(text, inlay_space_var(space, i)->is.name);
    }
    for (size_t i = 0; i < 4; i++)
        add_column(text, space, after[i]);
    inlay_text_add(text, "\n");
}

static void add_value(struct inlay_text *text, const inlay_value *v)
{
    inlay_text_add(text, ",");
    if (v->type == INLAY_CATEGORICAL)
        inlay_csv_add(text, v->text);
    else
        inlay_configuration_add_plain(text, v);
}

static void add_end(struct inlay_text *text, const struct inlay_listed *t)
{
    inlay_text_add(text, ",");
    if (t->row->why)
        inlay_csv_add(text, t->row->why);
    inlay_text_add(text, ",");
    if (isfinite(t->seconds))
        inlay_text_add_number(text, t->seconds);
    if (t->row->n_starts > 0)
        inlay_text_printf(text, ",%" PRId64 ",", t->row->n_starts);
    else
        inlay_text_add(text, ",,");
    if (t->row->metrics)
        inlay_csv_add(text, t->row->metrics);
    inlay_text_add(text, "\n");
}

void inlay_trial_list_add_row(struct inlay_text *text, const inlay_space *space,
                              const struct inlay_listed *t)
{
    inlay_text_printf(text, "%" PRId64 ",%s,", t->row->id,
                      inlay_listed_name(t->state));
    if (isfinite(t->row->y))
        inlay_text_add_number(text, t->row->y);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++)
        add_value(text, &t->x[i]);
    add_end(text, t);
}
