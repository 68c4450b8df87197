/*
 * compact.c: a variable in a few letters.
 *
 * Only the syntax is checked here; bounds and names are inlay_space_add's.
 */
#include "app/commands/init.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/space.h"

static const char *const SYNTAX[] = {
    [INLAY_REAL] = "NAME=MIN..MAX or NAME=MIN..MAX:log",
    [INLAY_INTEGER] = "NAME=MIN..MAX or NAME=MIN..MAX:log",
    [INLAY_ORDINAL] = "NAME=NUMBER,NUMBER,...",
    [INLAY_CATEGORICAL] = "NAME=VALUE,VALUE,...",
    [INLAY_BOOLEAN] = "NAME"};

static inlay_status fail_syntax(inlay_type type, const char *spec,
                                inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "%s '%s': must be %s",
                      inlay_type_name(type), inlay_shown_text(spec).text,
                      SYNTAX[type]);
}

/* Cuts the text at the first `mark`: what is behind it, or NULL. */
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
    if (is->type == INLAY_REAL)
        return inlay_text_to_number(lo, &is->lo) &&
               inlay_text_to_number(hi, &is->hi);
    return inlay_text_to_integer(lo, &is->int_lo) &&
           inlay_text_to_integer(hi, &is->int_hi);
}

static inlay_status add_range(inlay_space *space, inlay_variable *is,
                              char *range, const char *spec, inlay_error *err)
{
    const char *scale = cut(range, ":"), *hi = cut(range, "..");

    is->scale = scale && strcmp(scale, "log") == 0 ? INLAY_LOG : INLAY_LINEAR;
    if (!hi || !read_bounds(is, range, hi) ||
        (scale && is->scale == INLAY_LINEAR && strcmp(scale, "linear") != 0))
        return fail_syntax(is->type, spec, err);
    return inlay_space_add(space, is, 0, err);
}

static inlay_status add_list(inlay_space *space, inlay_variable *is, char *list,
                             const char *spec, inlay_error *err)
{
    const size_t n_most = strlen(list) + 1;
    const char **labels = inlay_mem_new(n_most, sizeof *labels);
    double *numbers = inlay_mem_new(n_most, sizeof *numbers);
    inlay_status st = INLAY_OK;

    if (!labels || !numbers)
        st = inlay_fail_memory(err, "a list of values");
    for (char *item = list, *next; st == INLAY_OK && item; item = next) {
        next = cut(item, ",");
        if (is->type == INLAY_ORDINAL &&
            !inlay_text_to_number(item, &numbers[is->n_values]))
            st = fail_syntax(is->type, spec, err);
        labels[is->n_values++] = item;
    }
    is->labels = labels;
    is->numbers = numbers;
    if (st == INLAY_OK)
        st = inlay_space_add(space, is, 0, err);
    inlay_mem_free(labels);
    inlay_mem_free(numbers);
    return st;
}

static inlay_status add(inlay_space *space, inlay_type type, const char *spec,
                        inlay_error *err)
{
    char *name = inlay_mem_text(spec);
    inlay_status st = INLAY_OK;

    if (!name)
        return inlay_fail_memory(err, "a variable");
    char *values = cut(name, "=");
    inlay_variable is = {.name = name, .type = type};
    if (name[0] == '\0' || (values == NULL) != (type == INLAY_BOOLEAN))
        st = fail_syntax(type, spec, err);
    else if (type == INLAY_BOOLEAN)
        st = inlay_space_add_boolean(space, name, err);
    else if (type == INLAY_REAL || type == INLAY_INTEGER)
        st = add_range(space, &is, values, spec, err);
    else
        st = add_list(space, &is, values, spec, err);
    inlay_mem_free(name);
    return st;
}

inlay_status inlay_compact_add(inlay_space *space, const char *type,
                               const char *spec, inlay_error *err)
{
    const size_t n = strcspn(type, " \t");

    for (int t = 0; t <= INLAY_BOOLEAN; t++) {
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
