/*
 * rows.c: finished trials from CSV, or JSON lines.
 *
 * Both formats are brought to the same few texts and numbers (struct cells), so
 * that what makes a trial failed, done or not finished is decided in one place.
 */
#include "app/rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "app/csv.h"
#include "app/listing.h"
#include "app/word.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
enum { NONE = -1 };

static const char *const VALUE_NAMES[] = {"y", "value", "objective", "loss"};
/* What an export has beside them. */
static const char *const OUR_NAMES[] = {"id",      "state",    "why",
                                        "seconds", "attempts", "metrics"};

struct rows {
    const inlay_space *space;
    const struct inlay_rows_source *source;
    inlay_finished_fn *fn;
    void *context;
    struct inlay_rows_report *report;
    inlay_value *x;
    size_t line;
};

void inlay_rows_clear(struct inlay_rows_report *report)
{
    inlay_text_clear(&report->left_out);
    *report = (struct inlay_rows_report){0};
}

static inlay_status fail_line(const struct rows *r, inlay_status st,
                              inlay_error *err)
{
    return st == INLAY_ENOMEM ? st
                              : inlay_fail_within(err, st, "line %zu", r->line);
}

/* ", " and the name, once. */
static inlay_status leave_out(struct rows *r, const char *name,
                              inlay_error *err)
{
    struct inlay_text *list = &r->report->left_out;
    inlay_status st = INLAY_OK;

    if (list->n > 0)
        st = inlay_text_add(list, ", ", err);
    return st == INLAY_OK ? inlay_word_add_shown(list, name, err) : st;
}

/* ---- One row ------------------------------------------------------------- */

/* What a row says of its end. */
struct cells {
    bool has_y;
    double y;
    const char *state, *why; /* NULL or "" where there is none */
};

enum fate { FATE_DONE, FATE_FAILED, FATE_OPEN };

/* Our names, and those of other tools. */
static inlay_status read_state(const char *text, enum fate *fate,
                               inlay_error *err)
{
    static const struct {
        const char *name;
        enum fate fate;
    } row[] = {
        {"done", FATE_DONE},      {"complete", FATE_DONE},
        {"completed", FATE_DONE}, {"failed", FATE_FAILED},
        {"fail", FATE_FAILED},    {"pruned", FATE_FAILED},
        {"pending", FATE_OPEN},   {"running", FATE_OPEN},
        {"waiting", FATE_OPEN},
    };

    for (size_t i = 0; i < LENGTH(row); i++)
        if (strcasecmp(text, row[i].name) == 0) {
            *fate = row[i].fate;
            return INLAY_OK;
        }
    return inlay_fail(err, INLAY_EINVAL,
                      "state: '%s' is none of done, failed, pending, running",
                      inlay_shown_text(text).text);
}

static inlay_status give_failed(struct rows *r, const struct cells *c,
                                inlay_error *err)
{
    struct inlay_text why = {0};
    inlay_status st = inlay_word_add_utf8(
        &why, c->why && c->why[0] ? c->why : "no reason given", err);

    if (st == INLAY_OK) {
        const struct inlay_finished trial = {r->x, NAN, why.bytes};
        st = r->fn(&trial, r->context, err);
    }
    inlay_text_clear(&why);
    return st;
}

static inlay_status give(struct rows *r, const struct cells *c,
                         inlay_error *err)
{
    const bool has_why = c->why && c->why[0];
    enum fate fate = c->has_y && isfinite(c->y) ? FATE_DONE
                     : c->has_y || has_why      ? FATE_FAILED
                                                : FATE_OPEN;
    enum fate told = fate;
    inlay_status st = INLAY_OK;

    if (c->state && c->state[0])
        st = read_state(c->state, &told, err);
    if (st != INLAY_OK)
        return st;
    if (told != FATE_DONE)
        fate = told;
    if (fate == FATE_OPEN) {
        r->report->n_passed++;
        return INLAY_OK;
    }
    r->report->n_given++;
    if (fate == FATE_FAILED && (has_why || !c->has_y || isfinite(c->y)))
        return give_failed(r, c, err);
    const struct inlay_finished trial = {r->x, c->y, NULL};
    return r->fn(&trial, r->context, err);
}

/* ---- CSV ----------------------------------------------------------------- */

/* Where the header has what. */
struct columns {
    size_t n;              /* of the header */
    size_t *of;            /* a column for each variable */
    int value, state, why; /* NONE where there is none */
    char *value_name;
};

static bool equals_column(const struct rows *r, const char *field,
                          const char *name)
{
    struct inlay_text column = {0};
    const bool is_same =
        inlay_listing_column(&column, r->space, name, NULL) == INLAY_OK &&
        strcmp(column.bytes, field) == 0;

    inlay_text_clear(&column);
    return is_same;
}

/* *at := the column of that name; twice is a mistake. */
static inlay_status find_column(const struct inlay_csv *csv, const char *name,
                                int *at, inlay_error *err)
{
    *at = NONE;
    for (size_t i = 0; i < csv->n_fields; i++)
        if (strcmp(csv->field[i], name) == 0) {
            if (*at != NONE)
                return inlay_fail(err, INLAY_EINVAL,
                                  "the header has the column '%s' twice",
                                  inlay_shown_text(name).text);
            *at = (int)i;
        }
    return INLAY_OK;
}

/* The same for a column that is no variable. */
static inlay_status find_ours(const struct rows *r, const struct inlay_csv *csv,
                              const char *name, int *at, inlay_error *err)
{
    struct inlay_text column = {0};
    inlay_status st = inlay_listing_column(&column, r->space, name, err);

    if (st == INLAY_OK)
        st = find_column(csv, column.bytes, at, err);
    inlay_text_clear(&column);
    return st;
}

static inlay_status find_variables(const struct rows *r,
                                   const struct inlay_csv *csv,
                                   struct columns *c, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const char *name = inlay_space_var(r->space, i)->is.name;
        int at = NONE;

        st = find_column(csv, name, &at, err);
        if (st != INLAY_OK || at != NONE) {
            c->of[i] = (size_t)at;
            continue;
        }
        const char *near = inlay_text_nearest(name, csv->field, csv->n_fields);
        st = inlay_fail(
            err, INLAY_EINVAL, "the header has no column for %s%s%s%s",
            inlay_shown_var(name, 0).text, near ? "; is it '" : "",
            near ? inlay_shown_text(near).text : "", near ? "'?" : "");
    }
    return st;
}

static inlay_status find_value(const struct rows *r,
                               const struct inlay_csv *csv, struct columns *c,
                               inlay_error *err)
{
    const char *wanted = r->source->value;
    inlay_status st = INLAY_OK;

    if (wanted) {
        st = find_column(csv, wanted, &c->value, err);
        if (st == INLAY_OK && c->value == NONE)
            st = inlay_fail(err, INLAY_EINVAL,
                            "the header has no column '%s', which --value "
                            "names",
                            inlay_shown_text(wanted).text);
        return st;
    }
    for (size_t i = 0; st == INLAY_OK && i < LENGTH(VALUE_NAMES); i++) {
        int at = NONE;

        st = find_ours(r, csv, VALUE_NAMES[i], &at, err);
        if (st == INLAY_OK && at != NONE && c->value != NONE)
            return inlay_fail(err, INLAY_EINVAL,
                              "the columns '%s' and '%s' could both be the "
                              "value; --value chooses one",
                              csv->field[c->value], csv->field[at]);
        if (at != NONE)
            c->value = at;
    }
    if (st == INLAY_OK && c->value == NONE)
        st = inlay_fail(err, INLAY_EINVAL,
                        "the header has no column y, value, objective or "
                        "loss; --value names the value's");
    return st;
}

static bool is_used(const struct rows *r, const struct columns *c,
                    const char *field, size_t at)
{
    for (size_t i = 0; i < inlay_space_n_variables(r->space); i++)
        if (c->of[i] == at)
            return true;
    for (size_t i = 0; i < LENGTH(OUR_NAMES); i++)
        if (equals_column(r, field, OUR_NAMES[i]))
            return true;
    return (int)at == c->value;
}

static inlay_status read_header(struct rows *r, const struct inlay_csv *csv,
                                struct columns *c, inlay_error *err)
{
    inlay_status st = find_variables(r, csv, c, err);

    c->n = csv->n_fields;
    c->value = NONE;
    if (st == INLAY_OK)
        st = find_value(r, csv, c, err);
    if (st == INLAY_OK)
        st = find_ours(r, csv, "state", &c->state, err);
    if (st == INLAY_OK)
        st = find_ours(r, csv, "why", &c->why, err);
    for (size_t i = 0; st == INLAY_OK && i < csv->n_fields; i++)
        if (!is_used(r, c, csv->field[i], i))
            st = leave_out(r, csv->field[i], err);
    if (st != INLAY_OK ||
        (c->value_name = inlay_mem_text(csv->field[c->value])))
        return st;
    return inlay_fail_memory(err, "a table");
}

/* nan and inf are values too: failures. */
static bool read_number(const char *text, double *y)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    const char *word = text + (text[0] == '-' || text[0] == '+');

    if (inlay_text_to_number(text, y))
        return true;
    for (size_t i = 0; i < LENGTH(names); i++)
        if (strcasecmp(word, names[i]) == 0) {
            *y = i == 0 ? NAN : text[0] == '-' ? -INFINITY : INFINITY;
            return true;
        }
    return false;
}

static inlay_status read_row_x(struct rows *r, const struct inlay_csv *csv,
                               const struct columns *c, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = inlay_configuration_read_plain(r->space, i, csv->field[c->of[i]],
                                            &r->x[i], err);
    return st == INLAY_OK ? inlay_space_check(r->space, r->x, r->x, err) : st;
}

static inlay_status read_row(struct rows *r, const struct inlay_csv *csv,
                             const struct columns *c, inlay_error *err)
{
    const char *value = csv->field[c->value];
    struct cells cells = {
        .has_y = value[0] != '\0',
        .state = c->state == NONE ? NULL : csv->field[c->state],
        .why = c->why == NONE ? NULL : csv->field[c->why],
    };
    if (cells.has_y && !read_number(value, &cells.y))
        return inlay_fail(
            err, INLAY_EINVAL, "column '%s': '%s' is not a number",
            inlay_shown_text(c->value_name).text, inlay_shown_text(value).text);
    const inlay_status st = read_row_x(r, csv, c, err);
    return st == INLAY_OK ? give(r, &cells, err) : st;
}

static inlay_status check_width(const struct inlay_csv *csv,
                                const struct columns *c, inlay_error *err)
{
    return csv->n_fields == c->n
               ? INLAY_OK
               : inlay_fail(err, INLAY_EPARSE,
                            "it has %zu fields, and the header has %zu",
                            csv->n_fields, c->n);
}

static inlay_status read_table(struct rows *r, struct inlay_csv *csv,
                               struct columns *c, inlay_error *err)
{
    bool is_end = false;
    inlay_status st = inlay_csv_next(csv, &is_end, err);

    if (st == INLAY_OK && is_end)
        return inlay_fail(err, INLAY_EPARSE, "there is no line in it");
    if (st != INLAY_OK)
        return st;
    r->line = csv->line;
    st = read_header(r, csv, c, err);
    while (st == INLAY_OK) {
        st = inlay_csv_next(csv, &is_end, err);
        if (st != INLAY_OK || is_end)
            return st; /* its message has the line */
        r->line = csv->line;
        st = check_width(csv, c, err);
        if (st == INLAY_OK)
            st = read_row(r, csv, c, err);
    }
    return fail_line(r, st, err);
}

static inlay_status read_csv(struct rows *r, inlay_error *err)
{
    struct inlay_csv csv;
    struct columns c = {.state = NONE, .why = NONE};
    inlay_status st = inlay_csv_init(&csv, r->source->bytes, r->source->n, err);

    if (st != INLAY_OK)
        return st;
    c.of = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *c.of);
    st =
        c.of ? read_table(r, &csv, &c, err) : inlay_fail_memory(err, "a table");
    inlay_mem_free(c.of);
    inlay_mem_free(c.value_name);
    inlay_csv_clear(&csv);
    return st;
}

/* ---- JSON lines ---------------------------------------------------------- */

/* {"x": {...}}; a variable may be called x too. */
static bool is_nested(const json_t *row)
{
    return json_is_object(json_object_get(row, "x"));
}

/* The value of a row: that of --value, or of the one name it has. */
static inlay_status find_y(const struct rows *r, const json_t *row,
                           const char **key, inlay_error *err)
{
    size_t i;

    *key = r->source->value;
    for (size_t k = 0; !r->source->value && k < LENGTH(VALUE_NAMES); k++) {
        const char *name = VALUE_NAMES[k];

        if (!json_object_get(row, name) ||
            (!is_nested(row) &&
             inlay_space_find(r->space, name, &i, NULL) == INLAY_OK))
            continue;
        if (*key)
            return inlay_fail(err, INLAY_EINVAL,
                              "'%s' and '%s' could both be the value; "
                              "--value chooses one",
                              *key, name);
        *key = name;
    }
    return INLAY_OK;
}

static inlay_status read_y(const json_t *json, const char *key,
                           struct cells *cells, inlay_error *err)
{
    const char *text = json_string_value(json);

    cells->has_y = json && !json_is_null(json);
    if (!cells->has_y)
        return INLAY_OK;
    if (json_is_number(json))
        cells->y = json_number_value(json);
    else if (!text || !read_number(text, &cells->y))
        return inlay_fail(err, INLAY_EINVAL, "'%s': %s is not a number",
                          inlay_shown_text(key).text,
                          text ? inlay_shown_text(text).text
                               : inlay_json_type_name(json));
    return INLAY_OK;
}

/* Keys that nobody asked for, told once each. */
static inlay_status note_key(struct rows *r, json_t *told, const char *key,
                             inlay_error *err)
{
    for (size_t i = 0; i < LENGTH(OUR_NAMES); i++)
        if (strcmp(OUR_NAMES[i], key) == 0)
            return INLAY_OK;
    if (json_object_get(told, key))
        return INLAY_OK;
    if (json_object_set_new(told, key, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    return leave_out(r, key, err);
}

/* x of {"x": {...}}, or the variables among the keys. */
static inlay_status read_object_x(struct rows *r, json_t *row, json_t *told,
                                  const char *y_key, inlay_error *err)
{
    json_t *x = json_object_get(row, "x");
    const bool has_x = is_nested(row);
    json_t *flat = json_object();
    inlay_status st = flat ? INLAY_OK : inlay_fail_memory(err, "a row");
    const char *key;
    json_t *value;
    size_t i;

    json_object_foreach(row, key, value)
    {
        if (st != INLAY_OK)
            break;
        if ((has_x && value == x) || (y_key && strcmp(key, y_key) == 0))
            continue;
        if (has_x || inlay_space_find(r->space, key, &i, NULL) != INLAY_OK)
            st = note_key(r, told, key, err);
        else if (json_object_set(flat, key, value) != 0)
            st = inlay_fail_memory(err, "a row");
    }
    if (st == INLAY_OK)
        st = inlay_configuration_read(r->space, has_x ? x : flat, r->x, err);
    json_decref(flat);
    return st;
}

/* A key that is a variable of a flat row is not ours. */
static const char *text_of(const struct rows *r, const json_t *row,
                           const char *key)
{
    size_t i;

    if (!is_nested(row) &&
        inlay_space_find(r->space, key, &i, NULL) == INLAY_OK)
        return NULL;
    return json_string_value(json_object_get(row, key));
}

static inlay_status read_object(struct rows *r, json_t *row, json_t *told,
                                inlay_error *err)
{
    struct cells cells = {.state = text_of(r, row, "state"),
                          .why = text_of(r, row, "why")};
    const char *key = NULL;

    if (!json_is_object(row))
        return inlay_fail(err, INLAY_EPARSE, "it is not an object but %s",
                          inlay_json_type_name(row));
    inlay_status st = find_y(r, row, &key, err);
    if (st == INLAY_OK && key)
        st = read_y(json_object_get(row, key), key, &cells, err);
    if (st == INLAY_OK)
        st = read_object_x(r, row, told, key, err);
    return st == INLAY_OK ? give(r, &cells, err) : st;
}

/* "line 1, column 9: ..." is about a line that was parsed alone. */
static inlay_status fail_json(const struct rows *r, inlay_status st,
                              inlay_error *err)
{
    static const char prefix[] = "line 1, ";
    const size_t n = sizeof prefix - 1;
    inlay_error alone;

    if (st == INLAY_ENOMEM || !err)
        return st;
    alone = *err;
    if (strncmp(alone.msg, prefix, n) != 0)
        return fail_line(r, st, err);
    return inlay_fail(err, st, "line %zu, %s", r->line, alone.msg + n);
}

static inlay_status read_line(struct rows *r, const char *bytes, size_t n,
                              json_t *told, inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(bytes, n, &json, err);

    if (st != INLAY_OK)
        return fail_json(r, st, err);
    st = read_object(r, json, told, err);
    json_decref(json);
    return st == INLAY_OK ? st : fail_line(r, st, err);
}

static bool is_blank(const char *bytes, size_t n)
{
    while (n > 0 && (bytes[n - 1] == ' ' || bytes[n - 1] == '\t' ||
                     bytes[n - 1] == '\r'))
        n--;
    return n == 0;
}

static inlay_status read_jsonl(struct rows *r, inlay_error *err)
{
    const char *at = r->source->bytes, *end = at + r->source->n;
    json_t *told = json_object();
    inlay_status st = told ? INLAY_OK : inlay_fail_memory(err, "rows");

    if (r->source->n >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    for (r->line = 1; st == INLAY_OK && at < end; r->line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);

        if (!is_blank(at, n))
            st = read_line(r, at, n, told, err);
        at += n + (stop != NULL);
    }
    json_decref(told);
    return st;
}

/* ---- Both ---------------------------------------------------------------- */

static bool is_json(const struct inlay_rows_source *source)
{
    size_t i =
        source->n >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    while (i < source->n && source->bytes[i] != '\0' &&
           strchr(" \t\r\n", source->bytes[i]))
        i++;
    return i < source->n && source->bytes[i] == '{';
}

inlay_status inlay_rows_read(const inlay_space *space,
                             const struct inlay_rows_source *source,
                             inlay_finished_fn *fn, void *context,
                             struct inlay_rows_report *report, inlay_error *err)
{
    struct rows r = {space, source, fn, context, report, NULL, 1};
    const bool json = source->format == INLAY_ROWS_JSONL ||
                      (source->format == INLAY_ROWS_ANY && is_json(source));

    r.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *r.x);
    if (!r.x)
        return inlay_fail_memory(err, "rows");
    const inlay_status st = json ? read_jsonl(&r, err) : read_csv(&r, err);
    inlay_mem_free(r.x);
    return st;
}
