/*
 * space.c: builds a space, variable by variable; space_rules validates each.
 *
 * All ways in (the public add functions, the parser) describe a variable by an
 * inlay_variable and go through inlay_space_add, so that a rule is in one
 * place.  The rules' messages do not name the variable: inlay_space_add does.
 *
 * What a variable points to is in one block of its own, so that those pointers
 * stay when the array of variables grows:
 *
 *     ordinal      | n numbers          | name 0 |
 *     names        | n pointers into →  | name 0 | label 0 | label 0 | ...
 *     others       |                    | name 0 |
 *
 * ("names": a categorical, or an ordinal of names.)
 *
 * Invariants: every variable in a space is valid; names differ; a failed add
 * leaves the space as it was.
 */
#include "problem/space.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "base/text.h"

struct slot {
    struct inlay_var var;
    void *block;
    /* Apart, as they may be set again; NULL: none. */
    char *description;
    inlay_value *fallback; /* with its text */
};

struct inlay_space {
    struct slot *slot;
    const char **names; /* of the variables */
    size_t n, room, names_room;
};

static const char *const boolean_labels[] = {"false", "true"};

/* place is at most INLAY_MAX_VARIABLES + 1, where a parser stops; the remainder
 * shows the compiler that it fits. */
struct inlay_shown inlay_shown_var(const char *name, size_t place)
{
    const struct inlay_shown brief = inlay_shown_text(name ? name : "");
    const size_t size = sizeof brief.text;
    struct inlay_shown shown;

    if (!name)
        snprintf(shown.text, size, "variable %zu", place);
    else if (place == 0)
        snprintf(shown.text, size, "variable '%.51s'", brief.text);
    else
        snprintf(shown.text, size, "variable %zu ('%.51s')", place % 1000000,
                 brief.text);
    return shown;
}

/* ---- Names ---------------------------------------------------------------- */

static bool find_name(const inlay_space *space, const char *name, size_t *i)
{
    for (size_t k = 0; k < space->n; k++)
        if (strcmp(space->names[k], name) == 0) {
            *i = k;
            return true;
        }
    return false;
}

static inlay_status check_name(const inlay_space *space, const char *name,
                               inlay_error *err)
{
    size_t other;

    if (name[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "the name is empty");
    if (!inlay_utf8_is_valid(name)) /* JSON cannot say it */
        return inlay_fail(err, INLAY_EINVAL, "the name is not valid UTF-8");
    if (find_name(space, name, &other))
        return inlay_fail(err, INLAY_EINVAL,
                          "variable %zu already has this name", other + 1);
    if (space->n >= INLAY_MAX_VARIABLES)
        return inlay_fail(err, INLAY_EINVAL, "a space has at most %d variables",
                          INLAY_MAX_VARIABLES);
    return INLAY_OK;
}

/* ---- Building ------------------------------------------------------------ */

static bool has_labels(const inlay_variable *is)
{
    return is->type == INLAY_TYPE_CATEGORICAL || inlay_var_has_names(is);
}

/* Bytes of the list at the beginning of the block; no overflow, here and below,
 * as all of it is in memory already. */
static size_t list_size(const inlay_variable *is)
{
    return has_labels(is)                   ? is->n_values * sizeof *is->labels
           : is->type == INLAY_TYPE_ORDINAL ? is->n_values * sizeof *is->numbers
                                            : 0;
}

static size_t block_size(const inlay_variable *is)
{
    size_t size = list_size(is) + strlen(is->name) + 1;

    for (size_t i = 0; has_labels(is) && i < is->n_values; i++)
        size += strlen(is->labels[i]) + 1;
    return size;
}

/* Copies text with its zero to *end and moves *end behind it. */
static const char *put_text(char **end, const char *text)
{
    char *copy = *end;
    const size_t n = strlen(text) + 1;

    memcpy(copy, text, n);
    *end = copy + n;
    return copy;
}

/* x + 0.0 turns -0 to 0, here and below: JSON does not keep its sign. */
static void copy_numbers(inlay_variable *copy, const double *from, double *list)
{
    for (size_t i = 0; i < copy->n_values; i++)
        list[i] = from[i] + 0.0;
    copy->numbers = list;
    copy->lo = list[0];
    copy->hi = list[copy->n_values - 1];
}

static void copy_labels(inlay_variable *copy, const char *const *from,
                        const char **list, char *end)
{
    for (size_t i = 0; i < copy->n_values; i++)
        list[i] = put_text(&end, from[i]);
    copy->labels = list;
    copy->lo = 0.0;
    copy->hi =
        copy->type == INLAY_TYPE_ORDINAL ? (double)(copy->n_values - 1) : 0.0;
}

/* A copy of `is` with all that it points to in the block. */
static struct inlay_var copy_var(const inlay_variable *is, void *block)
{
    struct inlay_var var = {.is = *is};
    char *end = (char *)block + list_size(is);

    var.is.name = put_text(&end, is->name);
    var.is.lo = is->lo + 0.0;
    var.is.hi = is->hi + 0.0;
    var.is.numbers = NULL;
    var.is.labels = NULL;
    if (has_labels(is)) {
        copy_labels(&var.is, is->labels, block, end);
    } else if (is->type == INLAY_TYPE_ORDINAL && is->numbers) {
        copy_numbers(&var.is, is->numbers, block);
    } else if (is->type == INLAY_TYPE_BOOLEAN) {
        var.is.n_values = 2;
        var.is.labels = boolean_labels;
    }
    inlay_var_set_levels(&var);
    return var;
}

static bool make_room(inlay_space *space)
{
    const size_t n = space->n + 1;
    struct slot *slot =
        inlay_mem_grow(space->slot, &space->room, n, sizeof *slot);
    const char **names =
        inlay_mem_grow(space->names, &space->names_room, n, sizeof *names);

    space->slot = slot ? slot : space->slot;
    space->names = names ? names : space->names;
    return slot && names;
}

static void clear_slot(struct slot *slot)
{
    inlay_mem_free(slot->block);
    inlay_mem_free(slot->description);
    inlay_mem_free(slot->fallback);
}

/* Appends a variable that is known to be valid. */
static inlay_status append(inlay_space *space, const inlay_variable *is,
                           inlay_error *err)
{
    struct slot slot = {0};
    inlay_status st =
        is->fallback ? inlay_default_copy(is->fallback, &slot.fallback, err)
                     : INLAY_OK;
    if (st == INLAY_OK && is->description &&
        !(slot.description = inlay_mem_text(is->description)))
        st = inlay_fail_memory(err, "a variable");
    if (st == INLAY_OK &&
        (!make_room(space) || !(slot.block = inlay_mem_new(1, block_size(is)))))
        st = inlay_fail_memory(err, "a variable");
    if (st != INLAY_OK) {
        clear_slot(&slot);
        return st;
    }
    slot.var = copy_var(is, slot.block);
    slot.var.is.description = slot.description;
    slot.var.is.fallback = slot.fallback;
    space->slot[space->n] = slot;
    space->names[space->n++] = slot.var.is.name;
    return INLAY_OK;
}

inlay_status inlay_space_add(inlay_space *space, const inlay_variable *is,
                             size_t place, inlay_error *err)
{
    const char *name = is->name;
    inlay_status st = check_name(space, name, err);
    if (st == INLAY_OK)
        st = inlay_variable_check(is, err);
    if (st == INLAY_OK && is->fallback)
        st = inlay_default_check(is, is->fallback, err);
    if (st == INLAY_OK)
        st = append(space, is, err);
    if (st == INLAY_OK || st == INLAY_ENOMEM)
        return st;

    if (name[0] == '\0' || !inlay_utf8_is_valid(name)) {
        name = NULL;
        place = space->n + 1;
    }
    return inlay_fail_within(err, st, "%s", inlay_shown_var(name, place).text);
}

inlay_status inlay_space_new(inlay_space **out, inlay_error *err)
{
    if (!out)
        return inlay_refuse_null(__func__, "out", err);
    inlay_space *space = inlay_mem_new(1, sizeof *space);
    if (!space)
        return inlay_fail_memory(err, "a space");
    *out = space;
    return inlay_settle(err, INLAY_OK);
}

void inlay_space_free(inlay_space *space)
{
    if (!space)
        return;
    for (size_t i = 0; i < space->n; i++) {
        clear_slot(&space->slot[i]);
    }
    inlay_mem_free(space->slot);
    inlay_mem_free(space->names);
    inlay_mem_free(space);
}

inlay_status inlay_space_copy(const inlay_space *space, inlay_space **out,
                              inlay_error *err)
{
    inlay_space *copy = NULL;
    inlay_status st = inlay_space_new(&copy, err);

    for (size_t i = 0; st == INLAY_OK && i < space->n; i++)
        st = append(copy, &space->slot[i].var.is, err);
    if (st == INLAY_OK)
        *out = copy;
    else
        inlay_space_free(copy);
    return st;
}

inlay_status inlay_space_add_real(inlay_space *space, const char *name,
                                  double lo, double hi, inlay_scale scale,
                                  inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_REAL,
                               .scale = scale,
                               .lo = lo,
                               .hi = hi};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_integer(inlay_space *space, const char *name,
                                     int64_t lo, int64_t hi, inlay_scale scale,
                                     inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_INTEGER,
                               .scale = scale,
                               .int_lo = lo,
                               .int_hi = hi};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_ordinal(inlay_space *space, const char *name,
                                     const double *values, size_t n,
                                     inlay_error *err)
{
    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_ORDINAL,
                               .n_values = n,
                               .numbers = values};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_categorical(inlay_space *space, const char *name,
                                         const char *const *values, size_t n,
                                         inlay_error *err)
{
    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_CATEGORICAL,
                               .n_values = n,
                               .labels = values};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_boolean(inlay_space *space, const char *name,
                                     inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name, .type = INLAY_TYPE_BOOLEAN};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_ordinal_names(inlay_space *space, const char *name,
                                           const char *const *values, size_t n,
                                           inlay_error *err)
{
    static const char *const none[] = {NULL}; /* refused as an empty list */

    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_ORDINAL,
                               .n_values = n,
                               .labels = values ? values : none};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

/* ---- Changing ------------------------------------------------------------ */

/* The variable that `call` is to change. */
static inlay_status find_slot(const char *call, const inlay_space *space,
                              const char *name, struct slot **out,
                              inlay_error *err)
{
    size_t i;
    if (!space || !name)
        return inlay_refuse_null(call, "space and name", err);
    const inlay_status st = inlay_space_find(space, name, &i, err);
    if (st == INLAY_OK)
        *out = &space->slot[i];
    return st;
}

static inlay_status refuse_change(const struct slot *slot, inlay_status st,
                                  inlay_error *err)
{
    return inlay_fail_within(err, st, "%s",
                             inlay_shown_var(slot->var.is.name, 0).text);
}

inlay_status inlay_space_set_step(inlay_space *space, const char *name,
                                  double step, inlay_error *err)
{
    struct slot *slot = NULL;
    inlay_status st = find_slot(__func__, space, name, &slot, err);
    if (st != INLAY_OK)
        return st;
    inlay_variable is = slot->var.is;
    is.step = step;
    if (is.type == INLAY_TYPE_REAL || is.type == INLAY_TYPE_INTEGER)
        st = inlay_variable_check(&is, err);
    else
        st = inlay_fail(err, INLAY_EINVAL,
                        "only reals and integers have a step");
    if (st != INLAY_OK)
        return refuse_change(slot, st, err);
    slot->var.is = is;
    inlay_var_set_levels(&slot->var);
    return inlay_settle(err, st);
}

inlay_status inlay_space_set_description(inlay_space *space, const char *name,
                                         const char *text, inlay_error *err)
{
    struct slot *slot = NULL;
    inlay_status st = find_slot(__func__, space, name, &slot, err);
    if (st != INLAY_OK)
        return st;
    const inlay_variable is = {.description = text};
    st = inlay_variable_check_description(&is, err);
    if (st != INLAY_OK)
        return refuse_change(slot, st, err);
    char *copy = text ? inlay_mem_text(text) : NULL;
    if (text && !copy)
        return inlay_fail_memory(err, "a description");
    inlay_mem_free(slot->description);
    slot->var.is.description = slot->description = copy;
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_space_set_default(inlay_space *space, const char *name,
                                     const inlay_value *v, inlay_error *err)
{
    inlay_value *copy = NULL;
    struct slot *slot = NULL;
    inlay_status st = find_slot(__func__, space, name, &slot, err);
    if (st != INLAY_OK)
        return st;
    if (v)
        st = inlay_default_check(&slot->var.is, v, err);
    if (st != INLAY_OK)
        return refuse_change(slot, st, err);
    if (v)
        st = inlay_default_copy(v, &copy, err);
    if (st != INLAY_OK)
        return st;
    inlay_mem_free(slot->fallback);
    slot->var.is.fallback = slot->fallback = copy;
    return inlay_settle(err, INLAY_OK);
}

/* ---- Looking ------------------------------------------------------------- */

size_t inlay_space_n_variables(const inlay_space *space)
{
    return space ? space->n : 0;
}

const char *const *inlay_space_names(const inlay_space *space)
{
    return space->names;
}

const struct inlay_var *inlay_space_var(const inlay_space *space, size_t i)
{
    assert(i < space->n);
    return &space->slot[i].var;
}

inlay_status inlay_space_variable_sized(const inlay_space *space, size_t i,
                                        inlay_variable *out, size_t size,
                                        inlay_error *err)
{
    if (!space || !out)
        return inlay_refuse_null(__func__, "space and out", err);
    if (i >= space->n)
        return inlay_fail(
            err, INLAY_EINVAL,
            "index %zu is out of range: the space has %zu variables", i,
            space->n);
    const inlay_variable *is = &space->slot[i].var.is;
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, is, sizeof *is);
    return inlay_settle(err, st);
}

inlay_status inlay_space_find(const inlay_space *space, const char *name,
                              size_t *i, inlay_error *err)
{
    if (!space || !name || !i)
        return inlay_refuse_null(__func__, "space, name and i", err);
    if (find_name(space, name, i))
        return inlay_settle(err, INLAY_OK);

    const char *meant = inlay_text_nearest(name, space->names, space->n);
    return inlay_fail(err, INLAY_EINVAL, "there is no variable '%s'%s",
                      inlay_shown_text(name).text,
                      inlay_shown_guess(meant).text);
}
