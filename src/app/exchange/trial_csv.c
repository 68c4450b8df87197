/*
 * trial_csv.c: trials as a table in CSV.
 */
#include "app/exchange/trial_csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/moment.h"
#include "base/csv.h"
#include "base/json.h"
#include "problem/configuration.h"

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

/* The column of a value is called by the output's name, if it has one. */
void inlay_trial_csv_header(struct inlay_text *text,
                            struct inlay_trial_terms terms,
                            struct inlay_trial_columns columns)
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
    for (size_t i = 0; terms.has_times && i < INLAY_N_LISTED_TIMES; i++)
        add_column(text, terms.space, inlay_listed_times[i]);
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
    if (inlay_listed_metrics(outputs, metrics, &json, &err) != INLAY_OK)
        inlay_text_fail(text, &err);
    if (json)
        inlay_json_add(&field, json);
    add_field(text, inlay_text_view(&field));
    inlay_text_fail_as(text, &field);
    inlay_text_clear(&field);
    json_decref(json);
}

static void add_time(struct inlay_text *text, double at)
{
    inlay_text_add(text, ",");
    if (at > 0.0)
        inlay_moment_add_utc(text, at);
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

void inlay_trial_csv_row(struct inlay_text *text,
                         struct inlay_trial_terms terms,
                         struct inlay_trial_columns columns,
                         const struct inlay_listed *t)
{
    inlay_text_printf(text, "%" PRId64 ",%s", t->id, inlay_listed_end(t));
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
    for (size_t i = 0; terms.has_times && i < INLAY_N_LISTED_TIMES; i++)
        add_time(text, t->at[i]);
    if (columns.has_outside)
        inlay_text_add(text, t->is_outside ? ",yes" : ",");
    inlay_text_add(text, "\n");
}
