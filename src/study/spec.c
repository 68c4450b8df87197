/*
 * spec.c: a study's variables and options as JSON and back.
 */
#include "study/spec.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/space.h"

/* ---- Parsing ---- */

static inlay_status fail_type(const char *key, const json_t *value,
                              const char *want, inlay_error *err)
{
    return inlay_fail(err, INLAY_EPARSE, "%s: is %s, not %s", key,
                      inlay_json_type_name(value), want);
}

/* 3.0 and 1e3 are whole numbers in JSON, but not as texts. */
inlay_status inlay_spec_read_number(const json_t *root, const char *key,
                                    bool is_whole, struct inlay_text *out,
                                    inlay_error *err)
{
    const json_t *value = json_object_get(root, key);
    int64_t v = 0;

    if (!json_is_number(value))
        return fail_type(key, value, is_whole ? "a whole number" : "a number",
                         err);
    if (!is_whole) {
        inlay_text_add_number(out, json_number_value(value));
        return inlay_text_status(out, err);
    }
    const inlay_status st = inlay_json_integer(root, key, "the study", &v, err);
    if (st != INLAY_OK)
        return st;
    inlay_text_printf(out, "%" PRId64, v);
    return inlay_text_status(out, err);
}

inlay_status inlay_spec_read_option(const json_t *root, const char *key,
                                    const inlay_option *option,
                                    struct inlay_text *out, inlay_error *err)
{
    const json_t *value = json_object_get(root, key);

    if (option->type != INLAY_OPTION_CHOICE)
        return inlay_spec_read_number(
            root, key, option->type == INLAY_OPTION_INTEGER, out, err);
    if (json_is_boolean(value))
        inlay_text_add(out, json_is_true(value) ? "true" : "false");
    else if (json_is_string(value))
        inlay_text_add(out, json_string_value(value));
    else
        return fail_type(key, value, "a string", err);
    return inlay_text_status(out, err);
}

/* The key may be the option's name in version 0.1.0. */
static inlay_status set_option(inlay_options *options, json_t *root,
                               const inlay_option *option, inlay_error *err)
{
    const char *key, *now;
    json_t *value;

    json_object_foreach(root, key, value)
    {
        struct inlay_text text = {0};
        now = inlay_option_renamed(key);
        if (strcmp(now ? now : key, option->name) != 0)
            continue;
        inlay_status st = inlay_spec_read_option(root, key, option, &text, err);
        if (st == INLAY_OK)
            st = inlay_options_set_recorded(options, key, text.bytes, err);
        inlay_text_clear(&text);
        return st;
    }
    return INLAY_OK;
}

static inlay_status parse_options(json_t *root, inlay_options **out,
                                  inlay_error *err)
{
    inlay_options *options = NULL;
    inlay_status st = inlay_options_new(&options, err);

    for (size_t i = 0; st == INLAY_OK && inlay_option_at(i); i++)
        st = set_option(options, root, inlay_option_at(i), err);
    if (st == INLAY_OK)
        *out = options;
    else
        inlay_options_free(options);
    return st;
}

inlay_status inlay_spec_parse(const char *text, inlay_space **space,
                              inlay_options **options, inlay_error *err)
{
    inlay_space *of_text = NULL;
    json_t *root = NULL;
    inlay_status st = inlay_json_parse(text, strlen(text), &root, err);

    if (st == INLAY_OK)
        st = inlay_space_parse(text, strlen(text), &of_text, err);
    if (st == INLAY_OK)
        st = parse_options(root, options, err);
    if (st == INLAY_OK)
        *space = of_text;
    else
        inlay_space_free(of_text);
    json_decref(root);
    return st;
}

/* ---- Printing ---- */

void inlay_spec_write_option(struct inlay_json_writer *w,
                             const inlay_option *option, const char *value)
{
    double v = 0.0;

    inlay_text_to_number(value, &v);
    if (option->type == INLAY_OPTION_CHOICE)
        inlay_json_write_text(w, option->name, value);
    else if (option->type == INLAY_OPTION_INTEGER)
        inlay_text_printf(inlay_json_write_value(w, option->name), "%.0f", v);
    else
        inlay_json_write_number(w, option->name, v);
}

inlay_status inlay_spec_print(const inlay_space *space,
                              const inlay_options *options, char **text,
                              inlay_error *err)
{
    struct inlay_text json = {0};
    struct inlay_json_writer w = {.text = &json};
    char *variables = NULL;
    const inlay_status st = inlay_space_print(space, &variables, err);

    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(&w, NULL, INLAY_JSON_HANGING);
    inlay_text_add(inlay_json_write_value(&w, "variables"), variables);
    inlay_text_free(variables);
    for (size_t i = 0; inlay_option_at(i); i++) {
        const inlay_option *option = inlay_option_at(i);
        if (inlay_options_is_set(options, (enum inlay_option_id)i))
            inlay_spec_write_option(&w, option,
                                    inlay_options_get(options, option->name));
    }
    inlay_json_end(&w);
    return inlay_text_end(&json, text, err);
}

/* ---- The same study? ---- */

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool same_values(const inlay_variable *a, const inlay_variable *b)
{
    bool same = a->n_values == b->n_values;

    for (size_t k = 0; same && k < a->n_values; k++)
        same = a->type == INLAY_ORDINAL ? a->numbers[k] == b->numbers[k]
                                        : same_text(a->labels[k], b->labels[k]);
    return same;
}

static bool same_variable(const inlay_variable *a, const inlay_variable *b)
{
    if (a->type != b->type || !same_text(a->name, b->name) ||
        a->scale != b->scale)
        return false;
    switch (a->type) {
    case INLAY_REAL:
        return a->lo == b->lo && a->hi == b->hi;
    case INLAY_INTEGER:
        return a->int_lo == b->int_lo && a->int_hi == b->int_hi;
    default:
        return same_values(a, b);
    }
}

inlay_status inlay_spec_check_same(const inlay_space *space,
                                   const inlay_options *options,
                                   const inlay_space *later,
                                   const inlay_options *later_options,
                                   inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space),
                 n_later = inlay_space_n_variables(later);
    const char *goal = inlay_options_get(options, "goal"),
               *goal_later = inlay_options_get(later_options, "goal");

    for (size_t i = 0; i < n && i < n_later; i++) {
        const inlay_variable *was = &inlay_space_var(space, i)->is;
        if (!same_variable(was, &inlay_space_var(later, i)->is))
            return inlay_fail(
                err, INLAY_EINVAL,
                "%s is not as it was when the study began; trials told so far "
                "have no place in another space: take another store, and "
                "import "
                "what still fits",
                inlay_shown_var(was->name, i + 1).text);
    }
    if (n != n_later)
        return inlay_fail(err, INLAY_EINVAL,
                          "%zu variables instead of the %zu the study began "
                          "with: take another store",
                          n_later, n);
    if (!same_text(goal, goal_later))
        return inlay_fail(err, INLAY_EINVAL,
                          "goal '%s' is not '%s', with which the study began: "
                          "take another store",
                          goal_later, goal);
    return INLAY_OK;
}
