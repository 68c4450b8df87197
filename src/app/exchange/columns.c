/*
 * columns.c: the names of columns.
 *
 * Invariant: names has a key for each variable, output and column of ours, and
 * their number as its value; a metric's name is none of them.
 */
#include "app/exchange/columns.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/space.h"

static const char PREFIX[] = "inlay:";
static const char METRIC[] = "metrics.";
enum { N_PREFIX = sizeof PREFIX - 1, N_METRIC = sizeof METRIC - 1 };

static const char *const OURS[INLAY_N_OURS] = {
    "id",      "state",    "value",   "variance",  "why",
    "seconds", "attempts", "metrics", "discarded", "attributes",
    "asked",   "started",  "ended",   "amended",   "outside"};

struct inlay_columns {
    json_t *names; /* each with the number of its column, see number_of */
    size_t n_variables, n_outputs;
    const char **name; /* of each column, by its number: views of the keys */
};

/* ---- Making -------------------------------------------------------------- */

static bool is_taken(const struct inlay_columns *c, const char *name)
{
    return json_object_get(c->names, name) != NULL;
}

static inlay_status add(struct inlay_columns *c, size_t number,
                        const char *name, inlay_error *err)
{
    if (json_object_set_new_nocheck(c->names, name,
                                    json_integer((json_int_t)number)) != 0)
        return inlay_fail_memory(err, "names of columns");
    c->name[number] = json_object_iter_key(json_object_iter_at(c->names, name));
    return INLAY_OK;
}

/* The name with as many prefixes as it takes. */
static void add_free(const struct inlay_columns *c, const char *metric,
                     const char *name, struct inlay_text *text)
{
    const size_t from = text->n;

    for (size_t n = 0; text->st == INLAY_OK; n++) {
        inlay_text_cut(text, from);
        for (size_t i = 0; i < n; i++)
            inlay_text_add(text, PREFIX);
        inlay_text_add(text, metric);
        inlay_text_add(text, name);
        if (text->st == INLAY_OK && !is_taken(c, text->bytes + from))
            return;
    }
}

static inlay_status add_prefixed(struct inlay_columns *c, size_t number,
                                 const char *name, inlay_error *err)
{
    struct inlay_text text = {0};

    add_free(c, "", name, &text);
    inlay_status st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        st = add(c, number, text.bytes, err);
    inlay_text_clear(&text);
    return st;
}

/* An output whose name is free keeps it, whatever others are called. */
static inlay_status add_outputs(struct inlay_columns *c,
                                const struct inlay_outputs *outputs,
                                inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < c->n_outputs; i++)
        if (!is_taken(c, outputs->name[i]))
            st = add(c, c->n_variables + i, outputs->name[i], err);
    for (size_t i = 0; st == INLAY_OK && i < c->n_outputs; i++)
        if (!c->name[c->n_variables + i])
            st = add_prefixed(c, c->n_variables + i, outputs->name[i], err);
    return st;
}

inlay_status inlay_columns_new(const inlay_space *space,
                               const struct inlay_outputs *outputs,
                               struct inlay_columns **out, inlay_error *err)
{
    struct inlay_columns *c = inlay_mem_new(1, sizeof *c);
    inlay_status st = INLAY_OK;

    if (!c)
        return inlay_fail_memory(err, "names of columns");
    c->n_variables = inlay_space_n_variables(space);
    c->n_outputs = outputs && !outputs->is_default ? outputs->n : 0;
    const size_t n_named = c->n_variables + c->n_outputs;
    c->name = inlay_mem_new(n_named + INLAY_N_OURS, sizeof *c->name);
    c->names = json_object();
    if (!c->name || !c->names)
        st = inlay_fail_memory(err, "names of columns");
    for (size_t i = 0; st == INLAY_OK && i < c->n_variables; i++)
        st = add(c, i, inlay_space_var(space, i)->is.name, err);
    if (st == INLAY_OK)
        st = add_outputs(c, outputs, err);
    for (size_t i = 0; st == INLAY_OK && i < INLAY_N_OURS; i++)
        st = add_prefixed(c, n_named + i, OURS[i], err);
    if (st == INLAY_OK)
        *out = c;
    else
        inlay_columns_free(c);
    return st;
}

void inlay_columns_free(struct inlay_columns *c)
{
    if (!c)
        return;
    json_decref(c->names);
    inlay_mem_free(c->name);
    inlay_mem_free(c);
}

/* ---- Names --------------------------------------------------------------- */

const char *inlay_columns_output(const struct inlay_columns *c, size_t i)
{
    return c->n_outputs > 0 ? c->name[c->n_variables + i]
                            : inlay_columns_ours(c, INLAY_OUR_VALUE);
}

const char *inlay_columns_ours(const struct inlay_columns *c,
                               enum inlay_our_column i)
{
    return c->name[c->n_variables + c->n_outputs + i];
}

void inlay_columns_add_metric(const struct inlay_columns *c, const char *metric,
                              struct inlay_text *text)
{
    add_free(c, METRIC, metric, text);
}

enum inlay_our_column inlay_columns_our(const char *name)
{
    size_t i = 0;

    while (i < INLAY_N_OURS && strcmp(OURS[i], name) != 0)
        i++;
    return (enum inlay_our_column)i;
}

static struct inlay_column exact(const struct inlay_columns *c,
                                 const char *name)
{
    const json_t *number = json_object_get(c->names, name);
    const size_t i = (size_t)json_integer_value(number);
    const size_t n_named = c->n_variables + c->n_outputs;

    if (!number)
        return (struct inlay_column){0};
    if (i < c->n_variables)
        return (struct inlay_column){.is = INLAY_COLUMN_VARIABLE, .i = i};
    return i < n_named ? (struct inlay_column){.is = INLAY_COLUMN_OUTPUT,
                                               .i = i - c->n_variables}
                       : (struct inlay_column){.is = INLAY_COLUMN_OURS,
                                               .i = i - n_named};
}

/* A metric, by a name that is none of names. */
static struct inlay_column metric_of(const char *name)
{
    while (strncmp(name, PREFIX, N_PREFIX) == 0)
        name += N_PREFIX;
    return strncmp(name, METRIC, N_METRIC) == 0
               ? (struct inlay_column){.is = INLAY_COLUMN_METRIC,
                                       .metric = name + N_METRIC}
               : (struct inlay_column){0};
}

/* What has prefixes that it does not need is no variable. */
struct inlay_column inlay_columns_find(const struct inlay_columns *c,
                                       const char *name)
{
    struct inlay_column column = exact(c, name);

    if (column.is == INLAY_COLUMN_UNKNOWN)
        column = metric_of(name);
    while (column.is == INLAY_COLUMN_UNKNOWN &&
           strncmp(name, PREFIX, N_PREFIX) == 0) {
        name += N_PREFIX;
        column = exact(c, name);
        if (column.is == INLAY_COLUMN_VARIABLE)
            column = (struct inlay_column){0};
    }
    return column;
}
