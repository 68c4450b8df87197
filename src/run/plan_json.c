/*
 * plan_json.c: a plan from the JSON text of a study file, and back.
 *
 * Every value goes through inlay_plan_set as text, so that a file and a flag
 * know the same ranges.  The variables are read by inlay_space_parse from the
 * same text: places in its messages are places of the file.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/space.h"
#include "run/plan.h"
#include "study/spec.h"

/* ---- Parsing ------------------------------------------------------------- */

static inlay_status fail_type(const char *key, const json_t *value,
                              const char *want, inlay_error *err)
{
    return inlay_fail(err, INLAY_EPARSE, "%s: is %s, not %s", key,
                      inlay_json_type_name(value), want);
}

static inlay_status set_text(struct inlay_plan *plan, const char *key,
                             const json_t *value, inlay_error *err)
{
    if (!json_is_string(value))
        return fail_type(key, value, "a string", err);
    return inlay_plan_set(plan, key, json_string_value(value), err);
}

/* 40.0 is a whole number. */
static inlay_status check_whole(const char *key, const json_t *value,
                                inlay_error *err)
{
    const double v = json_number_value(value);

    if (json_is_real(value) && (floor(v) != v || fabs(v) >= 0x1p63))
        return inlay_fail(
            err, INLAY_EPARSE, "%s: %s is %s", key, inlay_shown_number(v).text,
            floor(v) != v ? "not a whole number" : "beyond 64-bit integers");
    return INLAY_OK;
}

static inlay_status set_number(struct inlay_plan *plan, const char *key,
                               const json_t *root, bool is_whole,
                               inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_status st =
        is_whole ? check_whole(key, json_object_get(root, key), err) : INLAY_OK;

    if (st == INLAY_OK)
        st = inlay_spec_read_number(root, key, is_whole, &text, err);
    if (st == INLAY_OK)
        st = inlay_plan_set(plan, key, text.bytes, err);
    inlay_text_clear(&text);
    return st;
}

/* What is recorded may have the key and the value of an older version. */
static inlay_status set_option(struct inlay_plan *plan, const json_t *root,
                               const char *key, const inlay_option *option,
                               bool is_recorded, inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_status st = inlay_spec_read_option(root, key, option, &text, err);

    if (st == INLAY_OK)
        st = is_recorded ? inlay_options_set_recorded(plan->options, key,
                                                      text.bytes, err)
                         : inlay_plan_set(plan, key, text.bytes, err);
    inlay_text_clear(&text);
    return st;
}

static inlay_status set_words(struct inlay_plan *plan, const json_t *value,
                              inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (json_is_string(value))
        return inlay_fail(err, INLAY_EPARSE,
                          "command: must be an array of strings; a shell is "
                          "never used: if you want one, write "
                          "[\"sh\", \"-c\", \"...\"]");
    if (!json_is_array(value))
        return fail_type("command", value, "an array of strings", err);
    const size_t n = json_array_size(value);
    const char **words = inlay_mem_new(n, sizeof *words);
    if (!words)
        return inlay_fail_memory(err, "a command");
    for (size_t i = 0; i < n && st == INLAY_OK; i++) {
        const json_t *item = json_array_get(value, i);

        words[i] = json_string_value(item);
        if (!words[i])
            st = inlay_fail(err, INLAY_EPARSE,
                            "command: word %zu is %s, not a string", i + 1,
                            inlay_json_type_name(item));
    }
    if (st == INLAY_OK)
        st = inlay_plan_set_command(plan, words, n, err);
    inlay_mem_free(words);
    return st;
}

static inlay_status check_variables(const json_t *value, inlay_error *err)
{
    if (json_is_object(value))
        return inlay_fail(err, INLAY_EPARSE,
                          "variables: is an object, not an array of "
                          "variables, each with its \"name\" in it (if this is "
                          "a config.json of Spearmint, 'inlay import' converts "
                          "it)");
    if (!json_is_array(value))
        return fail_type("variables", value, "an array of variables", err);
    if (json_array_size(value) == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "variables: is empty, there is nothing to vary");
    return INLAY_OK;
}

static inlay_status set_key(struct inlay_plan *plan, const json_t *root,
                            const struct inlay_plan_key *key, inlay_error *err)
{
    const json_t *value = json_object_get(root, key->name);

    switch (key->type) {
    case INLAY_PLAN_TEXT:
        return set_text(plan, key->name, value, err);
    case INLAY_PLAN_WORDS:
        return set_words(plan, value, err);
    case INLAY_PLAN_VARIABLES:
        return check_variables(value, err);
    case INLAY_PLAN_INTEGER:
    case INLAY_PLAN_NUMBER:
        break;
    }
    return set_number(plan, key->name, root, key->type == INLAY_PLAN_INTEGER,
                      err);
}

static inlay_status set_member(struct inlay_plan *plan, const json_t *root,
                               const char *name, bool is_recorded,
                               inlay_error *err)
{
    const char *now = is_recorded ? inlay_option_renamed(name) : NULL;
    const struct inlay_plan_key *key;
    const inlay_option *option;

    if (strcmp(name, "$schema") == 0) /* for editors */
        return INLAY_OK;
    for (size_t i = 0; (key = inlay_plan_key_at(i)) != NULL; i++)
        if (strcmp(key->name, name) == 0)
            return set_key(plan, root, key, err);
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++)
        if (strcmp(option->name, now ? now : name) == 0)
            return set_option(plan, root, name, option, is_recorded, err);
    return inlay_plan_set(plan, name, "", err); /* unknown: it says so */
}

static inlay_status set_members(struct inlay_plan *plan,
                                const struct inlay_json_source *source,
                                json_t *root, bool is_recorded,
                                inlay_error *err)
{
    for (void *at = json_object_iter(root); at;
         at = json_object_iter_next(root, at)) {
        const char *name = json_object_iter_key(at);
        const inlay_status st = set_member(plan, root, name, is_recorded, err);

        if (st != INLAY_OK)
            return inlay_json_fail_at(
                inlay_json_place_of_key(source, root, name), st, err);
    }
    return INLAY_OK;
}

/* Variables as an object come first: the file is another program's, and every
 * key of it is unknown. */
static inlay_status check_root(const struct inlay_json_source *source,
                               const json_t *root, inlay_error *err)
{
    const json_t *variables = json_object_get(root, "variables");
    inlay_status st = INLAY_OK;

    if (json_is_object(variables))
        return inlay_json_fail_at(
            inlay_json_place_of_key(source, root, "variables"),
            check_variables(variables, err), err);
    if (json_is_array(root))
        st = inlay_fail(err, INLAY_EPARSE,
                        "the study is an array, not an object; the array of "
                        "variables is its key \"variables\"");
    else if (!json_is_object(root))
        st = inlay_fail(err, INLAY_EPARSE, "the study is %s, not an object",
                        inlay_json_type_name(root));
    if (st == INLAY_OK)
        return st;
    return inlay_json_fail_at(inlay_json_place_of_key(source, root, NULL), st,
                              err);
}

/* Last, so that "parameters" is told as an unknown key, with what was meant. */
static inlay_status check_has_variables(const struct inlay_json_source *source,
                                        const json_t *root, inlay_error *err)
{
    if (json_object_get(root, "variables"))
        return INLAY_OK;
    inlay_fail(err, INLAY_EPARSE,
               "key 'variables' is missing, an array as [{\"name\": \"x\", "
               "\"type\": \"real\", \"min\": 0, \"max\": 1}]");
    return inlay_json_fail_at(inlay_json_place_of_key(source, root, NULL),
                              INLAY_EPARSE, err);
}

static inlay_status read_plan(struct inlay_plan *plan,
                              const struct inlay_json_source *source,
                              json_t *root, bool is_recorded, inlay_error *err)
{
    inlay_space *space = NULL;
    inlay_status st = check_root(source, root, err);

    if (st == INLAY_OK)
        st = set_members(plan, source, root, is_recorded, err);
    if (st == INLAY_OK)
        st = check_has_variables(source, root, err);
    if (st == INLAY_OK)
        st = inlay_space_parse(source->text, source->n_bytes, &space, err);
    if (st == INLAY_OK) {
        inlay_space_free(plan->space);
        plan->space = space;
    }
    return st;
}

static inlay_status parse(const char *text, size_t n_bytes, bool is_recorded,
                          struct inlay_plan **out, inlay_error *err)
{
    json_t *root = NULL;
    struct inlay_plan *plan = NULL;
    inlay_status st = inlay_json_parse(text, n_bytes, &root, err);

    if (st == INLAY_OK)
        st = inlay_plan_new(&plan, err);
    if (st == INLAY_OK) {
        const struct inlay_json_source source = {text, n_bytes, root};
        st = read_plan(plan, &source, root, is_recorded, err);
    }
    json_decref(root);
    if (st == INLAY_OK)
        *out = plan;
    else
        inlay_plan_free(plan);
    return st;
}

inlay_status inlay_plan_parse(const char *text, size_t n_bytes,
                              struct inlay_plan **out, inlay_error *err)
{
    return parse(text, n_bytes, false, out, err);
}

inlay_status inlay_plan_parse_recorded(const char *text,
                                       struct inlay_plan **out,
                                       inlay_error *err)
{
    return parse(text, strlen(text), true, out, err);
}

/* ---- Printing ------------------------------------------------------------ */

static void print_words(struct inlay_json_writer *w,
                        const struct inlay_plan *plan)
{
    inlay_json_begin_array(w, "command", INLAY_JSON_LINE);
    for (size_t i = 0; i < plan->n_command; i++)
        inlay_json_write_text(w, NULL, plan->command[i]);
    inlay_json_end(w);
}

/* Of the rows, those that differ; whole numbers here are below 2^53. */
static void print_numbers(struct inlay_json_writer *w,
                          const struct inlay_plan *plan,
                          const struct inlay_plan *defaults)
{
    const struct {
        const char *key;
        double v, fallback;
    } row[] = {
        {"budget", (double)plan->budget, NAN},
        {"parallel", (double)plan->parallel, (double)defaults->parallel},
        {"timeout", plan->timeout, defaults->timeout},
        {"grace", plan->grace, defaults->grace},
        {"memory", (double)plan->memory_mib, (double)defaults->memory_mib},
        {"retries", (double)plan->retries, (double)defaults->retries},
        {"max_failures", (double)plan->max_failures,
         (double)defaults->max_failures},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (row[i].v != row[i].fallback)
            inlay_json_write_number(w, row[i].key, row[i].v);
}

/* Numbers are equal as numbers: "1e-8" is "1e-08". */
static bool is_same(const inlay_option *option, const char *a, const char *b)
{
    double x = 0.0, y = 0.0;

    if (option->type == INLAY_OPTION_CHOICE)
        return strcmp(a, b) == 0;
    inlay_text_to_number(a, &x);
    inlay_text_to_number(b, &y);
    return x == y;
}

/* What preset and method do not give already: an option that is printed is set
 * in the defaults, and those two stand before all that depend on them. */
static inlay_status print_options(struct inlay_json_writer *w,
                                  const inlay_options *options,
                                  inlay_options *defaults, inlay_error *err)
{
    const inlay_option *option;
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && (option = inlay_option_at(i)); i++) {
        const char *value = inlay_options_get(options, option->name);

        if (strcmp(option->name, "goal") == 0 ||
            is_same(option, value, inlay_options_get(defaults, option->name)))
            continue;
        inlay_spec_write_option(w, option, value);
        st = inlay_options_set(defaults, option->name, value, err);
    }
    return st;
}

inlay_status inlay_plan_print(const struct inlay_plan *plan, char **out,
                              inlay_error *err)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    struct inlay_plan *defaults = NULL;
    inlay_status st = inlay_plan_new(&defaults, err);

    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINES);
    if (plan->name)
        inlay_json_write_text(&w, "name", plan->name);
    inlay_space_write(&w, "variables", plan->space, INLAY_JSON_LINES);
    inlay_json_write_text(&w, "goal", inlay_options_get(plan->options, "goal"));
    if (plan->command)
        print_words(&w, plan);
    print_numbers(&w, plan, defaults);
    st = print_options(&w, plan->options, defaults->options, err);
    inlay_json_end(&w);
    inlay_text_add(&text, "\n");
    inlay_plan_free(defaults);
    if (st == INLAY_OK)
        return inlay_text_end(&text, out, err);
    inlay_text_clear(&text);
    return st;
}
