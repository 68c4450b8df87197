/*
 * import_report.c: what is told of an import: lists of names, and refusals.
 */
#include <string.h>

#include "app/exchange/import_row.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/shown.h"
#include "problem/foreign.h"
#include "problem/space.h"

void inlay_import_clear(struct inlay_import_report *report)
{
    inlay_text_clear(&report->ignored);
    inlay_text_clear(&report->outside);
    inlay_text_clear(&report->reason);
    inlay_text_clear(&report->lacking);
    inlay_text_clear(&report->defaults);
    *report = (struct inlay_import_report){0};
}

/* ---- Lists --------------------------------------------------------------- */

inlay_status inlay_import_note(struct inlay_import *r,
                               enum inlay_import_list list, const char *name,
                               inlay_error *err)
{
    struct inlay_text *const lists[INLAY_N_IMPORT_LISTS] = {
        [INLAY_IMPORT_IGNORED] = &r->report->ignored,
        [INLAY_IMPORT_DEFAULTS] = &r->report->defaults,
        [INLAY_IMPORT_LACKING] = &r->report->lacking,
    };
    struct inlay_text *text = lists[list];

    if (json_object_get(r->noted[list], name))
        return INLAY_OK;
    if (json_object_set_new_nocheck(r->noted[list], name, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    if (list == INLAY_IMPORT_IGNORED && !r->report->meant)
        r->report->meant = inlay_foreign_at(INLAY_FOREIGN_RESULT, name, 0);
    inlay_text_add(text, text->n > 0 ? ", " : "");
    inlay_harmless_add(text, name);
    return inlay_text_status(text, err);
}

enum { MOST_LINES = 10 }; /* that are named */

inlay_status inlay_import_note_outside(struct inlay_import *r, inlay_error *err)
{
    struct inlay_text *list = &r->report->outside;
    const size_t n = r->report->n_outside++;

    if (n < MOST_LINES)
        inlay_text_printf(list, "%s%zu", n > 0 ? ", " : "", r->line);
    else if (n == MOST_LINES)
        inlay_text_add(list, ", ...");
    if (n > 0)
        return INLAY_OK;
    inlay_error why = {0};
    const inlay_status st = inlay_space_check(r->space, r->x, r->checked, &why);
    inlay_text_add(&r->report->reason, why.msg);
    return st == INLAY_ENOMEM ? inlay_fail_memory(err, "a row") : INLAY_OK;
}

/* ---- Refusals ------------------------------------------------------------ */

/* What a name is the name of. */
static const char *kind_of_names(const struct inlay_import *r)
{
    return r->report->has_keys ? "key" : "column";
}

inlay_status inlay_import_fail_values(const struct inlay_import *r,
                                      const char *one, const char *other,
                                      inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL,
                      "the %ss '%s' and '%s' could both be the value; choose "
                      "one with --value",
                      kind_of_names(r), inlay_shown_text(one).text,
                      inlay_shown_text(other).text);
}

inlay_status inlay_import_fail_variable(const char *what, const char *near,
                                        inlay_error *err)
{
    return inlay_fail(
        err, INLAY_EINVAL, "%s%s%s", what, inlay_shown_guess(near).text,
        near ? ""
             : "; which value did its rows have? Add a \"default\" to the "
               "variable, or \"default\": null if it is not known");
}

/* Names without a meaning: one of them may be meant. */
static inlay_status fail_value(const struct inlay_import *r, const char *what,
                               inlay_error *err)
{
    const struct inlay_text *others = &r->report->ignored;

    return inlay_fail(err, INLAY_EINVAL, "%s%s%s%s", what,
                      others->n > 0 ? " (there is also: " : "",
                      inlay_shown_text(inlay_text_view(others)).text,
                      others->n > 0 ? ")" : "");
}

inlay_status inlay_import_fail_no_value(const struct inlay_import *r,
                                        const char *where, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    const char *wanted = r->source.value;
    inlay_error what = {0};

    if (wanted)
        inlay_fail(&what, INLAY_EINVAL, "--value: %s '%s'", where,
                   inlay_shown_text(wanted).text);
    else if (outputs)
        inlay_fail(&what, INLAY_EINVAL,
                   "%s '%s', the objective; name its %s with --value", where,
                   inlay_shown_text(
                       inlay_columns_output(r->columns, outputs->objective))
                       .text,
                   kind_of_names(r));
    else
        inlay_fail(&what, INLAY_EINVAL,
                   "%s y, value, objective or loss; name the value's %s with "
                   "--value",
                   where, kind_of_names(r));
    return fail_value(r, what.msg, err);
}

inlay_status inlay_import_fail_number(const struct inlay_import *r,
                                      const char *name, const char *text,
                                      const char *hint, inlay_error *err)
{
    double y;
    const bool is_large = inlay_text_to_any_number(text, &y);

    return inlay_fail(
        err, INLAY_EINVAL, "%s '%s': '%s' is %s%s", kind_of_names(r),
        inlay_shown_text(name).text, inlay_shown_text(text).text,
        is_large ? "too large: numbers end at 1.8e308" : "not a number",
        is_large ? "" : inlay_import_hint(text, hint));
}

const char *inlay_import_hint(const char *number, const char *otherwise)
{
    return strchr(number, ',') &&
                   number[strspn(number, "+-0123456789,eE")] == '\0'
               ? " (use a decimal point, not a comma)"
               : otherwise;
}
