/*
 * import_row.c: the cells of a row as a trial: done, failed, or passed over.
 */
#include "app/exchange/import_row.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "app/exchange/listed.h"
#include "app/exchange/told.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/notes.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* *y stays NaN where there is none. */
static inlay_status read_y(const struct inlay_import *r, double *y,
                           inlay_error *err)
{
    const char *text = inlay_text_view(&r->cells[INLAY_MEANS_VALUE]);

    if (!text[0] || inlay_told_number(text, y))
        return INLAY_OK;
    return inlay_import_fail_number(r, r->value_name, text,
                                    " (if the trial failed: nan)", err);
}

static inlay_status read_variance(const struct inlay_import *r,
                                  double *variance, inlay_error *err)
{
    const char *text = inlay_text_view(&r->cells[INLAY_MEANS_VARIANCE]);

    if (!text[0])
        return INLAY_OK;
    if (!inlay_text_to_any_number(text, variance) || isnan(*variance))
        return inlay_import_fail_number(r, inlay_variance_key, text,
                                        " (if it is not known: leave it empty)",
                                        err);
    return inlay_variance_check(inlay_variance_key, *variance, err);
}

/* What the row says; where that is "done" or nothing, what its cells show. */
static inlay_status read_state(const struct inlay_import *r, double y,
                               enum inlay_listed_state *state, inlay_error *err)
{
    const bool has_end =
        r->cells[INLAY_MEANS_VALUE].n > 0 || r->cells[INLAY_MEANS_WHY].n > 0;
    const char *text = inlay_text_view(&r->cells[INLAY_MEANS_STATE]);
    const int said = text[0] ? inlay_listed_find(text) : INLAY_LISTED_DONE;

    if (said < 0)
        return inlay_fail(
            err, INLAY_EINVAL,
            "state: '%s' is not one of done, failed, pending, running, "
            "abandoned",
            inlay_shown_text(text).text);
    *state = said != INLAY_LISTED_DONE ? (enum inlay_listed_state)said
             : isfinite(y)             ? INLAY_LISTED_DONE
             : has_end                 ? INLAY_LISTED_FAILED
                                       : INLAY_LISTED_PENDING;
    return INLAY_OK;
}

/* A value that is not finite is the reason itself. */
static void set_failure(const struct inlay_import *r,
                        struct inlay_finished *trial)
{
    const struct inlay_text *why = &r->cells[INLAY_MEANS_WHY];

    if (why->n == 0 && r->cells[INLAY_MEANS_VALUE].n > 0 && !isfinite(trial->y))
        return;
    trial->why = why->n > 0 ? why->bytes : "no reason given";
    trial->y = NAN;
}

/* What has a column or key of its own, and then the object of metrics: together
 * they are recorded. */
static inlay_status join_measured(const struct inlay_import *r,
                                  struct inlay_text *metrics, inlay_error *err)
{
    json_t *rest = NULL;
    inlay_status st = INLAY_OK;

    if (json_object_size(r->measured) == 0)
        return INLAY_OK;
    if (metrics->n > 0)
        st = inlay_json_parse(metrics->bytes, metrics->n, &rest, err);
    if (rest && json_object_update_missing(r->measured, rest) != 0)
        st = inlay_fail_memory(err, "a row");
    inlay_text_cut(metrics, 0);
    if (st == INLAY_OK) {
        inlay_json_add(metrics, r->measured);
        st = inlay_text_status(metrics, err);
    }
    json_decref(rest);
    return st;
}

/* A reason, or only a word that says so. */
static void set_mark(const struct inlay_import *r, struct inlay_finished *trial)
{
    static const char *const NO[] = {"", "no", "false", "0"};
    static const char *const YES[] = {"yes", "true", "1"};
    const char *text = inlay_text_view(&r->cells[INLAY_MEANS_DISCARDED]);

    for (size_t i = 0; i < LENGTH(NO); i++)
        if (strcasecmp(text, NO[i]) == 0)
            return;
    trial->is_discarded = true;
    trial->void_because = text;
    for (size_t i = 0; i < LENGTH(YES); i++)
        if (strcasecmp(text, YES[i]) == 0)
            trial->void_because = NULL;
}

static inlay_status read_notes(const struct inlay_import *r,
                               struct inlay_finished *trial, inlay_error *err)
{
    struct inlay_notes *notes = NULL;
    struct inlay_text json = {0};

    if (r->cells[INLAY_MEANS_NOTES].n == 0)
        return INLAY_OK;
    inlay_status st = inlay_told_parse_metrics(
        r->cells[INLAY_MEANS_NOTES].bytes, "attributes", &json, err);
    inlay_text_clear(&json);
    if (st != INLAY_OK)
        return st;
    st = inlay_notes_parse(r->cells[INLAY_MEANS_NOTES].bytes, &notes, err);
    for (size_t i = 0; st == INLAY_OK && notes && i < notes->n; i++)
        st = inlay_notes_check(notes->at[i].key, notes->at[i].value, err);
    if (notes)
        trial->notes = r->cells[INLAY_MEANS_NOTES].bytes;
    inlay_mem_free(notes);
    return inlay_fail_within(err, st, "attributes");
}

/* A limit whose value is missing is not kept, as far as is known. */
static inlay_status note_lacking(struct inlay_import *r,
                                 const struct inlay_finished *trial,
                                 inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    bool lacks = false;
    inlay_status st = outputs
                          ? inlay_outputs_read(outputs, trial->y,
                                               trial->metrics, r->values, err)
                          : INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && outputs && i < outputs->n; i++)
        if (isnan(r->values[i]) && inlay_output_has_limit(&outputs->at[i])) {
            lacks = true;
            st = inlay_import_note(r, INLAY_IMPORT_LACKING, outputs->name[i],
                                   err);
        }
    r->report->n_lacking += lacks;
    return st;
}

/* Counts a trial, and what is to be said of it. */
static inlay_status count(struct inlay_import *r,
                          const struct inlay_finished *trial,
                          enum inlay_listed_state state, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    r->report->n_given++;
    r->report->n_noisy += state == INLAY_LISTED_DONE && trial->variance > 0.0;
    if (r->is_outside)
        st = inlay_import_note_outside(r, err);
    if (st == INLAY_OK && state == INLAY_LISTED_DONE && !trial->is_discarded)
        st = note_lacking(r, trial, err);
    return st;
}

inlay_status inlay_import_give(struct inlay_import *r, inlay_error *err)
{
    struct inlay_finished trial = {
        .x = r->x, .y = NAN, .variance = NAN, .is_outside = r->is_outside};
    enum inlay_listed_state state = INLAY_LISTED_PENDING;
    struct inlay_text metrics = {0};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < INLAY_N_CELLS; i++)
        st = inlay_text_status(&r->cells[i], err);
    if (st == INLAY_OK)
        st = read_y(r, &trial.y, err);
    if (st == INLAY_OK)
        st = read_variance(r, &trial.variance, err);
    if (st == INLAY_OK)
        st = inlay_told_parse_metrics(
            inlay_text_view(&r->cells[INLAY_MEANS_METRICS]), "metrics",
            &metrics, err);
    if (st == INLAY_OK)
        st = join_measured(r, &metrics, err);
    if (st == INLAY_OK)
        st = read_state(r, trial.y, &state, err);
    if (st == INLAY_OK)
        st = read_notes(r, &trial, err);
    set_mark(r, &trial);
    if (state == INLAY_LISTED_FAILED)
        set_failure(r, &trial);
    trial.metrics = metrics.bytes;
    const bool has_ended =
        state == INLAY_LISTED_DONE || state == INLAY_LISTED_FAILED;
    r->report->n_passed += st == INLAY_OK && !has_ended;
    r->says_result =
        r->says_result || has_ended || r->cells[INLAY_MEANS_STATE].n > 0;
    if (st == INLAY_OK && has_ended)
        st = count(r, &trial, state, err);
    if (st == INLAY_OK && has_ended && r->fn)
        st = r->fn(&trial, r->context, err);
    inlay_text_clear(&metrics);
    return st;
}
