/*
 * import_rows.c: finished trials from CSV, or JSON lines.
 *
 * Both formats are brought to the same few texts (struct inlay_import_row), so
 * that what makes a trial failed, done or not finished is decided in one place.
 */
#include "app/exchange/import_rows.h"

#include <math.h>
#include <string.h>

#include "app/exchange/told.h"
#include "app/exchange/trial_list.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "problem/space.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

void inlay_import_clear(struct inlay_import_report *report)
{
    inlay_text_clear(&report->left_out);
    *report = (struct inlay_import_report){0};
}

inlay_status inlay_import_fail_line(const struct inlay_import *r,
                                    inlay_status st, inlay_error *err)
{
    return st == INLAY_ENOMEM ? st
                              : inlay_fail_within(err, st, "line %zu", r->line);
}

/* ---- Columns ------------------------------------------------------------- */

static bool is_variable(const struct inlay_import *r, const char *name)
{
    size_t i;

    return inlay_space_find(r->space, name, &i, NULL) == INLAY_OK;
}

/* Behind the prefixes that set it apart from variables. */
static const char *base_name(const struct inlay_import *r, const char *name)
{
    const size_t n = strlen(INLAY_TRIAL_LIST_PREFIX);

    while (strncmp(name, INLAY_TRIAL_LIST_PREFIX, n) == 0 &&
           is_variable(r, name + n))
        name += n;
    return name;
}

enum inlay_import_meaning inlay_import_meaning(const struct inlay_import *r,
                                               const char *name,
                                               bool has_variables)
{
    static const struct {
        const char *name;
        enum inlay_import_meaning meaning;
    } row[] = {
        {"y", INLAY_IMPORT_VALUE},         {"value", INLAY_IMPORT_VALUE},
        {"objective", INLAY_IMPORT_VALUE}, {"loss", INLAY_IMPORT_VALUE},
        {"state", INLAY_IMPORT_STATE},     {"why", INLAY_IMPORT_WHY},
        {"metrics", INLAY_IMPORT_METRICS}, {"id", INLAY_IMPORT_IGNORED},
        {"seconds", INLAY_IMPORT_IGNORED}, {"attempts", INLAY_IMPORT_IGNORED},
    };
    const char *wanted = r->source.value;

    if (wanted && strcmp(name, wanted) == 0)
        return INLAY_IMPORT_VALUE;
    if (has_variables && is_variable(r, name))
        return INLAY_IMPORT_VARIABLE;
    name = has_variables ? base_name(r, name) : name;
    for (size_t i = 0; i < LENGTH(row); i++)
        if (strcmp(name, row[i].name) == 0 &&
            (!wanted || row[i].meaning != INLAY_IMPORT_VALUE))
            return row[i].meaning;
    return INLAY_IMPORT_UNKNOWN;
}

inlay_status inlay_import_fail_values(const char *one, const char *other,
                                      inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL,
                      "the columns '%s' and '%s' could both be the value; "
                      "--value chooses one",
                      inlay_shown_text(one).text, inlay_shown_text(other).text);
}

void inlay_import_leave_out(struct inlay_import *r, const char *name)
{
    struct inlay_text *list = &r->report->left_out;

    inlay_text_add(list, list->n > 0 ? ", " : "");
    inlay_harmless_add(list, name);
}

/* ---- One row ------------------------------------------------------------- */

const char *inlay_import_hint(const char *number)
{
    return strchr(number, ',') &&
                   number[strspn(number, "+-0123456789,eE")] == '\0'
               ? " (a number has a point, not a comma)"
               : "";
}

/* *y stays NaN where there is none. */
static inlay_status read_y(const struct inlay_import_row *row, double *y,
                           inlay_error *err)
{
    const char *text = row->cells[INLAY_IMPORT_VALUE];

    if (!text || !text[0] || inlay_told_number(text, y))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL, "column '%s': '%s' is not a number%s",
                      inlay_shown_text(row->value_name).text,
                      inlay_shown_text(text).text, inlay_import_hint(text));
}

static bool has(const struct inlay_import_row *row,
                enum inlay_import_meaning what)
{
    return row->cells[what] && row->cells[what][0];
}

/* What the row tells, and what its cells show, where it tells "done" or
 * nothing. */
static inlay_status read_state(const struct inlay_import_row *row, double y,
                               enum inlay_listed_state *state, inlay_error *err)
{
    const bool has_end =
        has(row, INLAY_IMPORT_VALUE) || has(row, INLAY_IMPORT_WHY);
    const char *text = row->cells[INLAY_IMPORT_STATE];
    const int told = has(row, INLAY_IMPORT_STATE) ? inlay_listed_find(text)
                                                  : INLAY_LISTED_DONE;

    if (told < 0)
        return inlay_fail(
            err, INLAY_EINVAL,
            "state: '%s' is not one of done, failed, pending, running",
            inlay_shown_text(text).text);
    *state = told != INLAY_LISTED_DONE ? (enum inlay_listed_state)told
             : isfinite(y)             ? INLAY_LISTED_DONE
             : has_end                 ? INLAY_LISTED_FAILED
                                       : INLAY_LISTED_PENDING;
    return INLAY_OK;
}

inlay_status inlay_import_give(struct inlay_import *r,
                               const struct inlay_import_row *row,
                               inlay_error *err)
{
    const bool has_why = has(row, INLAY_IMPORT_WHY);
    struct inlay_finished trial = {.x = r->x, .y = NAN};
    enum inlay_listed_state state = INLAY_LISTED_PENDING;
    struct inlay_text metrics = {0};
    inlay_status st = read_y(row, &trial.y, err);

    if (st == INLAY_OK)
        st = inlay_told_parse_metrics(row->cells[INLAY_IMPORT_METRICS],
                                      "metrics", &metrics, err);
    if (st == INLAY_OK)
        st = read_state(row, trial.y, &state, err);
    if (state == INLAY_LISTED_FAILED &&
        (has_why || !has(row, INLAY_IMPORT_VALUE) || isfinite(trial.y))) {
        trial.why = has_why ? row->cells[INLAY_IMPORT_WHY] : "no reason given";
        trial.y = NAN;
    }
    trial.metrics = metrics.bytes;
    const bool has_ended =
        state == INLAY_LISTED_DONE || state == INLAY_LISTED_FAILED;
    r->report->n_passed += st == INLAY_OK && !has_ended;
    r->report->n_given += st == INLAY_OK && has_ended;
    if (st == INLAY_OK && has_ended && r->fn)
        st = r->fn(&trial, r->context, err);
    inlay_text_clear(&metrics);
    return st;
}

/* ---- Both ---------------------------------------------------------------- */

/* The first byte that is no space, or 0. */
static char first_byte(const struct inlay_import_source *source)
{
    for (size_t i = 0; i < source->n; i++)
        if (source->bytes[i] == '\0' || !strchr(" \t\r\n", source->bytes[i]))
            return source->bytes[i];
    return '\0';
}

inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err)
{
    struct inlay_import r = {space, *source, fn, context, report, NULL, 1};
    const size_t n_mark =
        source->n >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    r.source.bytes += n_mark;
    r.source.n -= n_mark;
    const char first = first_byte(&r.source);
    const bool is_any = source->format == INLAY_IMPORT_ANY;
    if (is_any && first == '[')
        return inlay_fail(err, INLAY_EPARSE,
                          "is a JSON array; JSON lines have an object in each "
                          "line, as 'inlay export --jsonl' writes them (--csv: "
                          "it is a table)");
    r.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *r.x);
    if (!r.x)
        return inlay_fail_memory(err, "rows");
    const bool is_json =
        source->format == INLAY_IMPORT_JSONL || (is_any && first == '{');
    const inlay_status st = is_json ? inlay_import_read_jsonl(&r, err)
                                    : inlay_import_read_csv(&r, err);
    inlay_mem_free(r.x);
    return st == INLAY_OK ? inlay_text_status(&report->left_out, err) : st;
}
