/*
 * listing.c: the trials of a store as JSON and CSV.
 */
#include "app/exchange/listing.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/answer.h"
#include "app/exchange/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "problem/configuration.h"

static const char *const NAMES[] = {
    [INLAY_LISTED_PENDING] = "pending",
    [INLAY_LISTED_RUNNING] = "running",
    [INLAY_LISTED_DONE] = "done",
    [INLAY_LISTED_FAILED] = "failed",
};

const char *inlay_listed_name(size_t state)
{
    return state < sizeof NAMES / sizeof *NAMES ? NAMES[state] : NULL;
}

/* ---- Rows ---------------------------------------------------------------- */

struct listing {
    struct inlay_journal *journal;
    const inlay_space *space;
    inlay_value *x;
    inlay_listing_fn *fn;
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

inlay_status inlay_listing_each(struct inlay_journal *journal,
                                const inlay_space *space, int64_t first,
                                inlay_listing_fn *fn, void *context,
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

static inlay_status add_metrics(struct inlay_text *text, const char *metrics,
                                inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(metrics, strlen(metrics), &json, err);

    if (st == INLAY_OK)
        st = inlay_text_add(text, ", \"metrics\": ", err);
    if (st == INLAY_OK)
        st = inlay_json_add(text, json, err);
    json_decref(json);
    return st;
}

/* What not every trial has. */
static inlay_status add_details(struct inlay_text *text,
                                const struct inlay_listed *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (t->state == INLAY_LISTED_FAILED) {
        st = inlay_text_add(text, ", \"why\": ", err);
        if (st == INLAY_OK)
            st = inlay_text_add_json(text, t->row->why ? t->row->why : "", err);
    }
    if (st == INLAY_OK && t->row->metrics)
        st = add_metrics(text, t->row->metrics, err);
    if (st == INLAY_OK && isfinite(t->seconds)) {
        st = inlay_text_add(text, ", \"seconds\": ", err);
        if (st == INLAY_OK)
            st = inlay_text_add_number(text, t->seconds, err);
    }
    if (st == INLAY_OK && t->row->n_starts > 0)
        st = inlay_text_printf(text, err, ", \"attempts\": %" PRId64,
                               t->row->n_starts);
    return st;
}

inlay_status inlay_listing_add_json(struct inlay_text *text,
                                    const inlay_space *space,
                                    const struct inlay_listed *t,
                                    inlay_error *err)
{
    inlay_status st = inlay_text_printf(
        text, err,
        "{\"id\": %" PRId64 ", \"state\": \"%s\", \"x\": ", t->row->id,
        NAMES[t->state]);

    if (st == INLAY_OK)
        st = inlay_configuration_add_object(text, space, t->x, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, ", \"y\": ", err);
    if (st == INLAY_OK)
        st = inlay_answer_add_number(text, t->row->y, err);
    if (st == INLAY_OK)
        st = add_details(text, t, err);
    return st == INLAY_OK ? inlay_text_add(text, "}", err) : st;
}

/* ---- CSV ----------------------------------------------------------------- */

inlay_status inlay_listing_column(struct inlay_text *text,
                                  const inlay_space *space, const char *name,
                                  inlay_error *err)
{
    struct inlay_text column = {0};
    inlay_status st = inlay_text_add(&column, name, err);
    size_t i;

    while (st == INLAY_OK &&
           inlay_space_find(space, column.bytes, &i, NULL) == INLAY_OK) {
        struct inlay_text longer = {0};

        st = inlay_text_printf(&longer, err, INLAY_LISTING_PREFIX "%s",
                               column.bytes);
        inlay_text_clear(&column);
        column = longer;
    }
    if (st == INLAY_OK)
        st = inlay_text_add(text, column.bytes, err);
    inlay_text_clear(&column);
    return st;
}

/* name and the comma before it. */
static inlay_status add_column(struct inlay_text *text,
                               const inlay_space *space, const char *name,
                               inlay_error *err)
{
    const inlay_status st =
        text->n > 0 ? inlay_text_add(text, ",", err) : INLAY_OK;

    return st == INLAY_OK ? inlay_listing_column(text, space, name, err) : st;
}

inlay_status inlay_listing_add_header(struct inlay_text *text,
                                      const inlay_space *space,
                                      inlay_error *err)
{
    static const char *const before[] = {"id", "state", "value"};
    static const char *const after[] = {"why", "seconds", "attempts",
                                        "metrics"};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < 3; i++)
        st = add_column(text, space, before[i], err);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++) {
        st = inlay_text_add(text, ",", err);
        if (st == INLAY_OK)
            st = inlay_csv_add(text, inlay_space_var(space, i)->is.name, err);
    }
    for (size_t i = 0; st == INLAY_OK && i < 4; i++)
        st = add_column(text, space, after[i], err);
    return st == INLAY_OK ? inlay_text_add(text, "\n", err) : st;
}

/* A comma and a value; scratch is for its plain text. */
static inlay_status add_value(struct inlay_text *text, const inlay_value *v,
                              struct inlay_text *scratch, inlay_error *err)
{
    inlay_status st = inlay_text_add(text, ",", err);

    if (st == INLAY_OK && v->type != INLAY_CATEGORICAL)
        return inlay_configuration_add_plain(text, v, err);
    scratch->n = 0;
    if (st == INLAY_OK)
        st = inlay_configuration_add_plain(scratch, v, err);
    return st == INLAY_OK ? inlay_csv_add(text, scratch->bytes, err) : st;
}

static inlay_status add_end(struct inlay_text *text,
                            const struct inlay_listed *t, inlay_error *err)
{
    inlay_status st = inlay_text_add(text, ",", err);

    if (st == INLAY_OK && t->row->why)
        st = inlay_csv_add(text, t->row->why, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, ",", err);
    if (st == INLAY_OK && isfinite(t->seconds))
        st = inlay_text_add_number(text, t->seconds, err);
    if (st == INLAY_OK && t->row->n_starts > 0)
        st = inlay_text_printf(text, err, ",%" PRId64 ",", t->row->n_starts);
    else if (st == INLAY_OK)
        st = inlay_text_add(text, ",,", err);
    if (st == INLAY_OK && t->row->metrics)
        st = inlay_csv_add(text, t->row->metrics, err);
    return st == INLAY_OK ? inlay_text_add(text, "\n", err) : st;
}

inlay_status inlay_listing_add_csv(struct inlay_text *text,
                                   const inlay_space *space,
                                   const struct inlay_listed *t,
                                   inlay_error *err)
{
    struct inlay_text scratch = {0};
    inlay_status st = inlay_text_printf(text, err, "%" PRId64 ",%s,",
                                        t->row->id, NAMES[t->state]);

    if (st == INLAY_OK && isfinite(t->row->y))
        st = inlay_text_add_number(text, t->row->y, err);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++)
        st = add_value(text, &t->x[i], &scratch, err);
    if (st == INLAY_OK)
        st = add_end(text, t, err);
    inlay_text_clear(&scratch);
    return st;
}
