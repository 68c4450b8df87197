/*
 * import_rows.c: finished trials from CSV, or JSON lines.
 *
 * Both formats are brought to the same few texts and numbers (struct
 * inlay_import_cells), so that what makes a trial failed, done or not finished is
 * decided in one place.
 */
#include "app/exchange/import_rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/harmless.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/space.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *const VALUES[] = {"y", "value", "objective", "loss"};
/* What an export has besides variables and value. */
static const char *const OUR_NAMES[] = {"id",      "state",    "why",
                                        "seconds", "attempts", "metrics"};

const char *inlay_import_value_name(size_t i)
{
    return i < LENGTH(VALUES) ? VALUES[i] : NULL;
}

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

/* ", " and the name, once. */
void inlay_import_leave_out(struct inlay_import *r, const char *name)
{
    struct inlay_text *list = &r->report->left_out;

    inlay_text_add(list, list->n > 0 ? ", " : "");
    inlay_harmless_add(list, name);
}

/* nan and inf are values too: failures. */
bool inlay_import_number(const char *text, double *y)
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

bool inlay_import_is_ours(const char *name)
{
    for (size_t i = 0; i < LENGTH(OUR_NAMES); i++)
        if (strcmp(OUR_NAMES[i], name) == 0)
            return true;
    return false;
}

/* ---- One row ------------------------------------------------------------- */

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
    return inlay_fail(
        err, INLAY_EINVAL,
        "state: '%s' is not one of done, failed, pending, running",
        inlay_shown_text(text).text);
}

static inlay_status give_failed(struct inlay_import *r,
                                const struct inlay_import_cells *c,
                                inlay_error *err)
{
    struct inlay_text why = {0};

    inlay_text_add_utf8(&why, c->why && c->why[0] ? c->why : "no reason given");
    inlay_status st = inlay_text_status(&why, err);
    if (st == INLAY_OK) {
        const struct inlay_finished trial = {r->x, NAN, why.bytes,
                                             c->metrics.bytes};
        st = r->fn(&trial, r->context, err);
    }
    inlay_text_clear(&why);
    return st;
}

inlay_status inlay_import_give(struct inlay_import *r,
                               const struct inlay_import_cells *c,
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
    const struct inlay_finished trial = {r->x, c->y, NULL, c->metrics.bytes};
    return r->fn(&trial, r->context, err);
}

inlay_status inlay_import_metrics(const json_t *json, struct inlay_text *out,
                                  inlay_error *err)
{
    if (!json || json_is_null(json))
        return INLAY_OK;
    if (!json_is_object(json))
        return inlay_fail(err, INLAY_EINVAL,
                          "metrics: must be a JSON object, not %s",
                          inlay_json_type_name(json));
    inlay_json_add(out, json);
    return inlay_text_status(out, err);
}

/* ---- Both ---------------------------------------------------------------- */

/* The first byte that is no space, or 0. */
static char first_byte(const struct inlay_import_source *source)
{
    size_t i =
        source->n >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    while (i < source->n && source->bytes[i] != '\0' &&
           strchr(" \t\r\n", source->bytes[i]))
        i++;
    return i < source->n ? source->bytes[i] : '\0';
}

inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err)
{
    struct inlay_import r = {space, source, fn, context, report, NULL, 1};
    const char first = first_byte(source);
    const bool json = source->format == INLAY_IMPORT_JSONL ||
                      (source->format == INLAY_IMPORT_ANY && first == '{');

    if (source->format == INLAY_IMPORT_ANY && first == '[')
        return inlay_fail(err, INLAY_EPARSE,
                          "is a JSON array; JSON lines have an object in each "
                          "line, as 'inlay export --jsonl' writes them (--csv: "
                          "it is a table)");
    r.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *r.x);
    if (!r.x)
        return inlay_fail_memory(err, "rows");
    const inlay_status st = json ? inlay_import_read_jsonl(&r, err)
                                 : inlay_import_read_csv(&r, err);
    inlay_mem_free(r.x);
    return st == INLAY_OK ? inlay_text_status(&report->left_out, err) : st;
}
