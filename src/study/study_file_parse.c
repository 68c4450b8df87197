/*
 * study_file_parse.c: a study file from JSON.
 *
 * The text is parsed once.  A mistake does not hide the next one: each key, each
 * option and each variable is read by itself, and what is wrong with it is told
 * with its place.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/foreign.h"
#include "problem/space.h"
#include "strategy/options.h"
#include "study/study_file.h"

enum { MAX_MISTAKES = 10 }; /* more are counted */

struct reader {
    struct inlay_json_source source;
    struct inlay_study_file *file;
    bool is_recorded;
    inlay_mistake_fn *report; /* NULL: stop at the first mistake */
    void *context;
    size_t n_mistakes;
    inlay_error last; /* mistake, not reported yet */
};

/* Keeps the mistake `why`, which has its place; gives INLAY_OK where reading
 * goes on. */
static inlay_status note(struct reader *r, inlay_status st,
                         const inlay_error *why)
{
    const size_t n_before = r->n_mistakes++;
    if (r->report && n_before > 0 && n_before <= MAX_MISTAKES)
        r->report(r->context, r->last.msg);
    if (n_before < MAX_MISTAKES || st == INLAY_ENOMEM)
        r->last = *why;
    return r->report && st != INLAY_ENOMEM ? INLAY_OK : st;
}

static inlay_status fail_for_mistakes(const struct reader *r, inlay_error *err)
{
    const inlay_status code = r->last.code;
    return r->n_mistakes > MAX_MISTAKES && code != INLAY_ENOMEM
               ? inlay_fail(err, code, "... and %zu more",
                            r->n_mistakes - MAX_MISTAKES)
               : inlay_fail(err, code, "%s", r->last.msg);
}

/* The same for one that has no place yet: it is at a key of the object. */
static inlay_status note_at(struct reader *r, const json_t *object,
                            const char *key, inlay_status st, inlay_error *why)
{
    inlay_json_fail_at(inlay_json_place_of_key(&r->source, object, key), st,
                       why);
    return note(r, st, why);
}

static inlay_status fail_type(const char *key, const json_t *value,
                              const char *want, inlay_error *err)
{
    return inlay_fail(err, INLAY_EPARSE, "%s: must be %s, not %s", key, want,
                      inlay_json_type_name(value));
}

/* ---- Keys ---- */

static inlay_status read_words(struct reader *r, const json_t *value,
                               inlay_error *err)
{
    inlay_status st = INLAY_OK;
    if (json_is_string(value))
        return inlay_fail(
            err, INLAY_EPARSE,
            "command: must be an array of strings; no shell is used: if you "
            "want one, write [\"sh\", \"-c\", \"...\"]");
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
        st = inlay_study_file_set_command(r->file, words, n, err);
    inlay_mem_free(words);
    return st;
}

static const char *wanted_type(const struct inlay_key *key)
{
    return key->type == INLAY_KEY_INTEGER  ? "a whole number"
           : key->type == INLAY_KEY_NUMBER ? "a number"
                                           : "a string";
}

/* The value as inlay_study_file_set takes it.  3.0 is a whole number; true and
 * false pass as choices, so that the message lists what there is. */
static inlay_status read_text(const char *name, const struct inlay_key *key,
                              const json_t *value, struct inlay_text *out,
                              inlay_error *err)
{
    const bool is_choice = key->type == INLAY_KEY_CHOICE;
    const bool is_text = is_choice || key->type == INLAY_KEY_TEXT;
    const bool is_whole = key->type == INLAY_KEY_INTEGER;
    const double v = json_number_value(value);
    if (is_choice && json_is_boolean(value))
        inlay_text_add(out, json_is_true(value) ? "true" : "false");
    else if (is_text && json_is_string(value))
        inlay_text_add(out, json_string_value(value));
    else if (is_text || !json_is_number(value))
        return fail_type(name, value, wanted_type(key), err);
    else if (json_is_integer(value))
        inlay_text_add_integer(out, json_integer_value(value));
    else if (is_whole && v > -0x1p53 && v < 0x1p53 && v == (double)(int64_t)v)
        inlay_text_add_integer(out, (int64_t)v);
    else
        inlay_text_add_number(out, v);
    return inlay_text_status(out, err);
}

/* A text, number or choice: a key of the file, or an option by its name. */
static inlay_status read_scalar(struct reader *r, const struct inlay_key *key,
                                const char *name, const json_t *value,
                                inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_status st = read_text(name, key, value, &text, err);
    const char *given = inlay_text_view(&text);
    if (st == INLAY_OK && !key->option)
        st = inlay_study_file_set(r->file, name, given, err);
    else if (st == INLAY_OK && r->is_recorded)
        st = inlay_options_set_recorded(r->file->options, name, given, err);
    else if (st == INLAY_OK)
        st = inlay_study_file_set_option(r->file, name, given, err);
    inlay_text_clear(&text);
    return st;
}

/* ---- Options ---- */

/* The key of "options" that has this name, or had it in 0.1.0. */
static bool find_option(const char *name, struct inlay_key *out)
{
    const char *now = inlay_option_renamed(name);
    for (size_t i = 0; inlay_key_option_at(i, out); i++)
        if (strcmp(out->name, now ? now : name) == 0)
            return true;
    return false;
}

/* Shows what to write instead: "seed": 1. */
static inlay_status fail_place(const char *say, const char *before,
                               const char *name, const char *now,
                               const json_t *value, const char *after,
                               inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_json_add(&text, value);
    inlay_status st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        st = inlay_fail(err, INLAY_EINVAL, "'%s' %s: write %s\"%s\": %s%s",
                        name, say, before, now,
                        inlay_shown_text(inlay_text_view(&text)).text, after);
    inlay_text_clear(&text);
    return st;
}

static inlay_status set_option(struct reader *r, const char *name,
                               const json_t *value, inlay_error *err)
{
    struct inlay_key key;
    if (find_option(name, &key))
        return read_scalar(r, &key, name, value, err);
    if (inlay_key_find(name, &key) && !r->is_recorded)
        return fail_place("is not an option but a key of the study", "", name,
                          name, value, " outside of \"options\"", err);
    if (r->is_recorded)
        return INLAY_OK;
    return inlay_study_file_set_option(r->file, name, "", err); /* unknown */
}

static inlay_status read_options(struct reader *r, json_t *options,
                                 inlay_error *err)
{
    inlay_status st = INLAY_OK;
    if (!json_is_object(options))
        return fail_type("options", options,
                         "an object, such as {\"acquisition\": \"pes\"}", err);
    for (void *at = json_object_iter(options); at && st == INLAY_OK;
         at = json_object_iter_next(options, at)) {
        const char *name = json_object_iter_key(at);
        inlay_error why = {0};
        st = set_option(r, name, json_object_iter_value(at), &why);
        if (st != INLAY_OK)
            st = note_at(r, options, name, st, &why);
    }
    return st;
}

/* ---- Variables ---- */

static inlay_status check_variables(const json_t *value, inlay_error *err)
{
    if (json_is_object(value))
        return inlay_fail(err, INLAY_EPARSE,
                          "variables: must be an array of variables, each with "
                          "its \"name\", not an object ('inlay import' "
                          "converts a config.json of Spearmint)");
    if (!json_is_array(value))
        return fail_type("variables", value, "an array of variables", err);
    return INLAY_OK;
}

static inlay_status read_variables(struct reader *r, const json_t *variables,
                                   inlay_error *err)
{
    inlay_status st = check_variables(variables, err);
    if (st == INLAY_OK && json_array_size(variables) == 0 && !r->is_recorded)
        return inlay_fail(
            err, INLAY_EINVAL,
            "variables: the list is empty, so there is nothing to tune");
    for (size_t i = 0; st == INLAY_OK && i < json_array_size(variables); i++) {
        inlay_error why = {0};
        st = inlay_space_read_variable(&r->source, variables, i, r->file->space,
                                       &why);
        if (st != INLAY_OK)
            st = note(r, st, &why);
    }
    return st;
}

/* ---- Outputs ---- */

static const char *const OUTPUT_KEYS[] = {"name", "goal", "min", "max"};

static inlay_status check_output_keys(const json_t *output, const char *where,
                                      inlay_error *err)
{
    const size_t n = sizeof OUTPUT_KEYS / sizeof *OUTPUT_KEYS;
    const char *key = inlay_json_unknown_key(output, OUTPUT_KEYS, n);
    const char *const meant[] = {
        key ? inlay_foreign_at(INLAY_FOREIGN_OUTPUT, key, 0) : NULL,
        key ? inlay_foreign_at(INLAY_FOREIGN_OUTPUT, key, 1) : NULL};
    struct inlay_text guess = {0};
    if (!meant[0])
        return inlay_json_only_keys(output, where, OUTPUT_KEYS, n, err);
    inlay_foreign_add_guess(&guess, meant, meant[1] ? 2 : 1);
    inlay_fail(err, INLAY_EPARSE, "%s: unknown key '%s'%s", where, key,
               inlay_text_view(&guess));
    inlay_text_clear(&guess);
    return INLAY_EPARSE;
}

static inlay_status read_goal(const json_t *output, const char *where,
                              inlay_goal *goal, inlay_error *err)
{
    const char *text = NULL;
    if (!json_object_get(output, "goal"))
        return INLAY_OK;
    const inlay_status st = inlay_json_text(output, "goal", where, &text, err);
    if (st != INLAY_OK)
        return st;
    *goal = inlay_goal_find(text);
    if (*goal != INLAY_GOAL_NONE)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "%s: goal '%s' is not one of minimize, maximize", where,
                      inlay_shown_text(text).text);
}

/* A limit is left as it is where there is none. */
static inlay_status read_limit(const json_t *output, const char *key,
                               const char *where, double *limit,
                               inlay_error *err)
{
    return json_object_get(output, key)
               ? inlay_json_number(output, key, where, limit, err)
               : INLAY_OK;
}

static inlay_status read_output(struct reader *r, const json_t *output,
                                size_t i, inlay_error *err)
{
    char where[32];
    const char *name = NULL;
    inlay_goal goal = INLAY_GOAL_NONE;
    double min = -INFINITY, max = INFINITY;
    snprintf(where, sizeof where, "output %zu", i + 1);
    if (!json_is_object(output))
        return fail_type(where, output, "an object with a \"name\"", err);
    inlay_status st = check_output_keys(output, where, err);
    if (st == INLAY_OK)
        st = inlay_json_text(output, "name", where, &name, err);
    if (st == INLAY_OK)
        st = read_goal(output, where, &goal, err);
    if (st == INLAY_OK)
        st = read_limit(output, "min", where, &min, err);
    if (st == INLAY_OK)
        st = read_limit(output, "max", where, &max, err);
    return st == INLAY_OK ? inlay_options_add_output(r->file->options, name,
                                                     goal, min, max, err)
                          : st;
}

/* Mistakes are noted here; those of the list as a whole are given back. */
static inlay_status read_outputs(struct reader *r, const json_t *outputs,
                                 inlay_error *err)
{
    inlay_status st = INLAY_OK;
    const size_t before = r->n_mistakes;
    if (!json_is_array(outputs) || json_array_size(outputs) == 0)
        return inlay_fail(err, INLAY_EPARSE,
                          "outputs: %s, such as "
                          "[{\"name\": \"loss\", \"goal\": \"minimize\"}, "
                          "{\"name\": \"latency\", \"max\": 20}]",
                          json_is_array(outputs)
                              ? "the array is empty; leave the key out, or "
                                "name outputs"
                              : "must be an array of outputs");
    for (size_t i = 0; st == INLAY_OK && i < json_array_size(outputs); i++) {
        inlay_error why = {0};
        st = read_output(r, json_array_get(outputs, i), i, &why);
        if (st != INLAY_OK) {
            inlay_json_fail_at(inlay_json_place_of_item(&r->source, outputs, i),
                               st, &why);
            st = note(r, st, &why);
        }
    }
    if (st != INLAY_OK || r->n_mistakes > before)
        return st;
    if (json_object_get(r->source.root, "goal"))
        return inlay_fail(err, INLAY_EINVAL,
                          "outputs: the study has \"goal\", too; give the goal "
                          "with its output only");
    return inlay_outputs_check(inlay_options_outputs(r->file->options), err);
}

/* ---- The whole ---- */

/* An option beside the keys; some are called as what others call a key. */
static inlay_status fail_beside(const char *name, const char *now,
                                const json_t *value, inlay_error *err)
{
    const char *key = inlay_foreign_at(INLAY_FOREIGN_KEY, name, 0);
    struct inlay_text after = {0};
    inlay_text_add(&after, "}");
    if (key)
        inlay_text_printf(&after, "; did you mean '%s'?", key);
    const inlay_status st =
        fail_place("is an option", "\"options\": {", name, now, value,
                   inlay_text_view(&after), err);
    inlay_text_clear(&after);
    return st;
}

static inlay_status read_unknown(struct reader *r, const char *name,
                                 const json_t *value, inlay_error *err)
{
    struct inlay_key key;
    if (find_option(name, &key))
        return r->is_recorded ? read_scalar(r, &key, name, value, err)
                              : fail_beside(name, key.name, value, err);
    if (r->is_recorded || strcmp(name, "$schema") == 0) /* for editors */
        return INLAY_OK;
    return inlay_study_file_set(r->file, name, "", err); /* it says so */
}

/* Options and variables note their mistakes themselves: then what is wrong is
 * told, and the status alone comes back. */
static inlay_status read_member(struct reader *r, const char *name,
                                json_t *value, inlay_error *err)
{
    struct inlay_key key;
    if (!inlay_key_find(name, &key))
        return read_unknown(r, name, value, err);
    switch (key.type) {
    case INLAY_KEY_WORDS:
        return read_words(r, value, err);
    case INLAY_KEY_VARIABLES:
        return read_variables(r, value, err);
    case INLAY_KEY_OUTPUTS:
        return read_outputs(r, value, err);
    case INLAY_KEY_OPTIONS:
        return read_options(r, value, err);
    default:
        return read_scalar(r, &key, name, value, err);
    }
}

static inlay_status read_members(struct reader *r, json_t *root)
{
    inlay_status st = INLAY_OK;
    for (void *at = json_object_iter(root); at && st == INLAY_OK;
         at = json_object_iter_next(root, at)) {
        const char *name = json_object_iter_key(at);
        inlay_error why = {0};
        st = read_member(r, name, json_object_iter_value(at), &why);
        if (why.msg[0] != '\0')
            st = note_at(r, root, name, st, &why);
    }
    return st;
}

/* Variables as an object come first: the file is another program's, and every
 * key of it is unknown. */
static inlay_status check_root(const json_t *root, const char **key,
                               inlay_error *err)
{
    const json_t *variables = json_object_get(root, "variables");
    *key = NULL;
    if (json_is_array(root))
        return inlay_fail(err, INLAY_EPARSE,
                          "the study must be an object, not an array; the "
                          "array of variables goes under \"variables\"");
    if (!json_is_object(root))
        return inlay_fail(err, INLAY_EPARSE,
                          "the study must be an object, not %s",
                          inlay_json_type_name(root));
    *key = "variables";
    return json_is_object(variables) ? check_variables(variables, err)
                                     : INLAY_OK;
}

/* Last, so that "parameters" is told as an unknown key, with what was meant. */
static inlay_status check_has_variables(struct reader *r, const json_t *root)
{
    inlay_error why = {0};
    if (r->n_mistakes > 0 || json_object_get(root, "variables"))
        return INLAY_OK;
    inlay_fail(&why, INLAY_EPARSE,
               "key 'variables' is missing; it is an array such as [{\"name\": "
               "\"x\", \"type\": \"real\", \"min\": 0, \"max\": 1}]");
    return note_at(r, root, NULL, INLAY_EPARSE, &why);
}

static inlay_status read_root(struct reader *r, json_t *root, inlay_error *err)
{
    const char *key = NULL;
    inlay_error why = {0};
    inlay_status st = check_root(root, &key, &why);
    if (st != INLAY_OK)
        note_at(r, root, key, st, &why);
    else if ((st = inlay_study_file_new(NULL, NULL, &r->file, err)) == INLAY_OK)
        st = read_members(r, root);
    if (st == INLAY_OK)
        check_has_variables(r, root);
    if (r->n_mistakes > 0)
        return fail_for_mistakes(r, err);
    return st;
}

static inlay_status parse(struct reader *r, const char *text, size_t n_bytes,
                          struct inlay_study_file **out, inlay_error *err)
{
    json_t *root = NULL;
    inlay_status st = inlay_json_parse(text, n_bytes, &root, err);
    r->source = (struct inlay_json_source){text, n_bytes, root};
    if (st == INLAY_OK)
        st = read_root(r, root, err);
    json_decref(root);
    if (st == INLAY_OK)
        *out = r->file;
    else
        inlay_study_file_free(r->file);
    return st;
}

inlay_status inlay_study_file_parse(const char *text, size_t n_bytes,
                                    inlay_mistake_fn *report, void *context,
                                    struct inlay_study_file **out,
                                    inlay_error *err)
{
    struct reader r = {.report = report, .context = context};
    return parse(&r, text, n_bytes, out, err);
}

inlay_status inlay_study_file_parse_recorded(const char *text,
                                             struct inlay_study_file **out,
                                             inlay_error *err)
{
    struct reader r = {.is_recorded = true};
    return parse(&r, text, strlen(text), out, err);
}
