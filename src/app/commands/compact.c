/*
 * compact.c: a variable or an output in a few characters.
 *
 * Only the syntax is checked here; inlay_space_add and inlay_options_add_output
 * check bounds and names.
 */
#include "app/commands/init.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/outcome.h"
#include "problem/space.h"
#include "study/study_file.h"

static const char *const SYNTAX[] = {
    [INLAY_TYPE_REAL] =
        "NAME=MIN..MAX, NAME=MIN..MAX:log or NAME=MIN..MAX:STEP",
    [INLAY_TYPE_INTEGER] =
        "NAME=MIN..MAX, NAME=MIN..MAX:log or NAME=MIN..MAX:STEP",
    [INLAY_TYPE_ORDINAL] = "NAME=NUMBER,NUMBER,... or NAME=WORD,WORD,...",
    [INLAY_TYPE_CATEGORICAL] = "NAME=VALUE,VALUE,...",
    [INLAY_TYPE_BOOLEAN] = "NAME"};

/* Cuts the text at the first `mark`: what follows it, or NULL. */
static char *cut(char *text, const char *mark)
{
    char *at = strstr(text, mark);

    if (!at)
        return NULL;
    *at = '\0';
    return at + strlen(mark);
}

static bool read_bounds(inlay_variable *is, const char *lo, const char *hi)
{
    if (is->type == INLAY_TYPE_REAL)
        return inlay_text_to_number(lo, &is->lo) &&
               inlay_text_to_number(hi, &is->hi);
    return inlay_text_to_integer(lo, &is->int_lo) &&
           inlay_text_to_integer(hi, &is->int_hi);
}

/* "1e-5..1:log", "0..1:0.1" */
static bool read_range(inlay_variable *is, char *range)
{
    const char *last = cut(range, ":"), *hi = cut(range, "..");
    const bool is_log = last && strcmp(last, "log") == 0;

    is->scale = is_log ? INLAY_SCALE_LOG : INLAY_SCALE_LINEAR;
    return hi && read_bounds(is, range, hi) &&
           (!last || is_log || strcmp(last, "linear") == 0 ||
            (inlay_text_to_number(last, &is->step) && is->step != 0.0));
}

/* "0,0.1,0.5": names; of an ordinal, numbers if all of them are. */
static bool read_list(inlay_variable *is, char *list, const char **labels,
                      double *numbers)
{
    size_t n_numbers = 0;

    for (char *item = list, *next; item; item = next) {
        next = cut(item, ",");
        n_numbers += inlay_text_to_number(item, &numbers[is->n_values]);
        labels[is->n_values++] = item;
    }
    const bool is_ordinal = is->type == INLAY_TYPE_ORDINAL;
    is->labels = labels;
    is->numbers = is_ordinal && n_numbers > 0 ? numbers : NULL;
    return !is_ordinal || n_numbers == 0 || n_numbers == is->n_values;
}

/* Does `text`, which is cut, follow the syntax?  The lists have room for all of
 * its values. */
static bool read_variable(inlay_variable *is, char *text, const char **labels,
                          double *numbers)
{
    char *values = cut(text, "=");

    is->name = text;
    if (text[0] == '\0' || (values == NULL) != (is->type == INLAY_TYPE_BOOLEAN))
        return false;
    if (is->type == INLAY_TYPE_REAL || is->type == INLAY_TYPE_INTEGER)
        return read_range(is, values);
    return !values || read_list(is, values, labels, numbers);
}

static inlay_status add(inlay_space *space, inlay_type type, const char *spec,
                        inlay_error *err)
{
    const size_t n_most = strlen(spec) + 1;
    char *text = inlay_mem_text(spec);
    const char **labels = inlay_mem_new(n_most, sizeof *labels);
    double *numbers = inlay_mem_new(n_most, sizeof *numbers);
    inlay_variable is = {.type = type};
    inlay_status st;

    if (!text || !labels || !numbers)
        st = inlay_fail_memory(err, "a variable");
    else if (!read_variable(&is, text, labels, numbers))
        st = inlay_fail(err, INLAY_EINVAL, "%s '%s': must be %s",
                        inlay_type_name(type), inlay_shown_text(spec).text,
                        SYNTAX[type]);
    else if (type == INLAY_TYPE_BOOLEAN)
        st = inlay_space_add_boolean(space, is.name, err);
    else
        st = inlay_space_add(space, &is, 0, err);
    inlay_mem_free(text);
    inlay_mem_free(labels);
    inlay_mem_free(numbers);
    return st;
}

inlay_status inlay_compact_add(inlay_space *space, const char *type,
                               const char *spec, inlay_error *err)
{
    const size_t n = strcspn(type, " \t");

    for (int t = 0; t <= INLAY_TYPE_BOOLEAN; t++) {
        const char *name = inlay_type_name((inlay_type)t);

        if (strlen(name) == n && strncmp(type, name, n) == 0)
            return add(space, (inlay_type)t, spec, err);
    }
    return inlay_fail(err, INLAY_EINVAL,
                      "'%s' does not begin with real, integer, ordinal, "
                      "categorical or boolean",
                      inlay_shown_text(type).text);
}

inlay_status inlay_compact_add_line(inlay_space *space, const char *line,
                                    inlay_error *err)
{
    const char *rest = line + strcspn(line, " \t");

    return inlay_compact_add(space, line, rest + strspn(rest, " \t"), err);
}

/* ---- Outputs ------------------------------------------------------------- */

/* "0..1", "..20", "1..": a missing end is no limit. */
static bool read_limits(inlay_output *output, char *range)
{
    const char *max = cut(range, "..");

    return max && (range[0] || max[0]) &&
           (!range[0] || inlay_text_to_number(range, &output->min)) &&
           (!max[0] || inlay_text_to_number(max, &output->max));
}

static bool read_output(inlay_output *output, char *text)
{
    char *value = cut(text, "=");

    output->name = text;
    output->goal = value ? inlay_goal_find(value) : INLAY_GOAL_NONE;
    return value && text[0] &&
           (output->goal != INLAY_GOAL_NONE || read_limits(output, value));
}

inlay_status inlay_compact_add_output(struct inlay_study_file *file,
                                      const char *spec, inlay_error *err)
{
    char *text = inlay_mem_text(spec);
    inlay_output is = {.min = -INFINITY, .max = INFINITY};
    inlay_status st;

    if (!text)
        return inlay_fail_memory(err, "an output");
    if (!read_output(&is, text))
        st = inlay_fail(err, INLAY_EINVAL,
                        "output '%s': must be NAME=minimize, NAME=maximize, "
                        "NAME=MIN..MAX, NAME=..MAX or NAME=MIN..",
                        inlay_shown_text(spec).text);
    else
        st = inlay_options_add_output(file->options, is.name, is.goal, is.min,
                                      is.max, err);
    inlay_mem_free(text);
    return st;
}

inlay_status inlay_compact_end_outputs(struct inlay_study_file *file,
                                       inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_file_outputs(file);

    if (outputs->is_default || outputs->objective < outputs->n)
        return INLAY_OK;
    return inlay_options_add_output(
        file->options, "objective",
        inlay_goal_find(inlay_options_get(file->options, "goal")), -INFINITY,
        INFINITY, err);
}
