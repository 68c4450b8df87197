/*
 * spearmint.c: the config.json of Spearmint, as a study file.
 *
 *     Spearmint                          study file
 *     experiment-name                    name
 *     variables.X  FLOAT, INT            real, integer
 *                  ENUM                  categorical
 *                  size n > 1            X_0 ... X_{n-1}
 *     likelihood   NOISELESS             noise none
 *                  GAUSSIAN              noise yes
 *     max-finished-jobs                  budget
 *     max-concurrent                     parallel
 *     main-file                          command ["python3", main-file]
 *
 * Keys that tell Spearmint where its database is, how jobs are started and how
 * often it looks are passed over, as is every key that we do not know: the file
 * is another program's, and that one checks it.
 */
#include "app/exchange/spearmint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/space.h"
#include "study/study_file.h"

/* A config.json that is converted. */
struct converter {
    struct inlay_json_source source;
    struct inlay_study_file *file;
    struct inlay_text notes;
};

static bool is_type(const json_t *variable, const char *type)
{
    const char *is = json_string_value(json_object_get(variable, "type"));

    return is && strcasecmp(is, type) == 0;
}

static bool has_spearmint_type(const json_t *variable)
{
    return is_type(variable, "float") || is_type(variable, "int") ||
           is_type(variable, "enum");
}

static bool is_config(const json_t *json)
{
    json_t *variables = json_object_get(json, "variables");
    void *first = json_object_iter(variables);

    return json_is_object(variables) && first &&
           has_spearmint_type(json_object_iter_value(first));
}

/* ---- Variables ----------------------------------------------------------- */

/* Numbers in a list of names are as their file has them. */
static inlay_status add_enum(struct converter *c, const char *name,
                             const json_t *variable, inlay_error *err)
{
    json_t *options = NULL;
    inlay_status st = inlay_json_array(
        variable, "options", inlay_shown_var(name, 0).text, &options, err);
    const size_t n = json_array_size(options);
    char **labels = inlay_mem_new(n, sizeof *labels);

    if (st == INLAY_OK && !labels)
        st = inlay_fail_memory(err, "a list of values");
    for (size_t i = 0; i < n && st == INLAY_OK; i++) {
        const json_t *item = json_array_get(options, i);
        struct inlay_text text = {0};

        if (json_is_string(item))
            inlay_text_add(&text, json_string_value(item));
        else
            inlay_json_add(&text, item);
        st = inlay_text_end(&text, &labels[i], err);
    }
    if (st == INLAY_OK)
        st = inlay_space_add_categorical(c->file->space, name,
                                         (const char *const *)labels, n, err);
    for (size_t i = 0; labels && i < n; i++)
        inlay_text_free(labels[i]);
    inlay_mem_free(labels);
    return st;
}

static inlay_status add_range(struct converter *c, const char *name,
                              const json_t *variable, inlay_error *err)
{
    const struct inlay_shown where = inlay_shown_var(name, 0);
    const bool is_int = is_type(variable, "int");
    inlay_variable is = {.name = name,
                         .type = is_int ? INLAY_TYPE_INTEGER : INLAY_TYPE_REAL};
    const struct {
        const char *key;
        double *real;
        int64_t *integer;
    } ends[] = {{"min", &is.lo, &is.int_lo}, {"max", &is.hi, &is.int_hi}};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; i < 2 && st == INLAY_OK; i++)
        st = is_int ? inlay_json_integer(variable, ends[i].key, where.text,
                                         ends[i].integer, err)
                    : inlay_json_number(variable, ends[i].key, where.text,
                                        ends[i].real, err);
    return st == INLAY_OK ? inlay_space_add(c->file->space, &is, 0, err) : st;
}

static inlay_status add_one(struct converter *c, const char *name,
                            const json_t *variable, inlay_error *err)
{
    if (is_type(variable, "enum"))
        return add_enum(c, name, variable, err);
    if (has_spearmint_type(variable))
        return add_range(c, name, variable, err);
    const struct inlay_shown where = inlay_shown_var(name, 0);
    const char *type = NULL;
    const inlay_status st =
        inlay_json_text(variable, "type", where.text, &type, err);

    return st != INLAY_OK
               ? st
               : inlay_fail(err, INLAY_EPARSE,
                            "%s: type '%s' is not one of FLOAT, INT, ENUM",
                            where.text, inlay_shown_text(type).text);
}

static inlay_status add_variable(struct converter *c, const char *name,
                                 const json_t *variable, inlay_error *err)
{
    const struct inlay_shown where = inlay_shown_var(name, 0);
    struct inlay_text item = {0};
    int64_t size = 1;
    inlay_status st = INLAY_OK;

    if (json_object_get(variable, "size"))
        st = inlay_json_integer(variable, "size", where.text, &size, err);
    if (st == INLAY_OK && (size < 1 || size > INLAY_MAX_VARIABLES))
        st = inlay_fail(err, INLAY_EINVAL,
                        "%s: its size %" PRId64 " is not between 1 and %d",
                        where.text, size, INLAY_MAX_VARIABLES);
    if (st == INLAY_OK && size == 1)
        return add_one(c, name, variable, err);
    for (int64_t i = 0; i < size && st == INLAY_OK; i++) {
        inlay_text_cut(&item, 0);
        inlay_text_printf(&item, "%s_%" PRId64, name, i);
        st = inlay_text_status(&item, err);
        if (st == INLAY_OK)
            st = add_one(c, item.bytes, variable, err);
    }
    inlay_text_clear(&item);
    if (st == INLAY_OK)
        inlay_text_printf(&c->notes,
                          "the variable %s of size %" PRId64 " is now %s_0 to "
                          "%s_%" PRId64 "\n",
                          name, size, name, name, size - 1);
    return st;
}

static inlay_status add_variables(struct converter *c, json_t *root,
                                  inlay_error *err)
{
    json_t *variables = json_object_get(root, "variables");

    for (void *at = json_object_iter(variables); at;
         at = json_object_iter_next(variables, at)) {
        const char *name = json_object_iter_key(at);
        const inlay_status st =
            add_variable(c, name, json_object_iter_value(at), err);

        if (st != INLAY_OK)
            return inlay_json_fail_at(
                inlay_json_place_of_key(&c->source, variables, name), st, err);
    }
    return INLAY_OK;
}

/* ---- The rest ------------------------------------------------------------ */

/* The name of a store cannot have a slash. */
static inlay_status set_name(struct converter *c, const char *name,
                             inlay_error *err)
{
    char *clean = inlay_mem_text(name);

    if (!clean)
        return inlay_fail_memory(err, "a name");
    for (char *at = clean; (at = strchr(at, '/'));)
        *at = '_';
    const inlay_status st = inlay_study_file_set(c->file, "name", clean, err);
    inlay_mem_free(clean);
    return st;
}

static inlay_status set_command(struct converter *c, const char *file,
                                inlay_error *err)
{
    inlay_text_printf(
        &c->notes,
        "%s must read its variables from the environment (INLAY_X_name) or "
        "from arguments {name} that you add to \"command\", and print its "
        "result as the last line\n",
        file);
    return inlay_study_file_set_command(
        c->file, (const char *const[]){"python3", file}, 2, err);
}

/* A count at the top, or the sum over "resources".  Numbers beyond what a key
 * allows are Spearmint's way to say "no limit". */
static void set_count(struct converter *c, const json_t *root,
                      const char *theirs, const char *ours)
{
    json_t *resources = json_object_get(root, "resources");
    const json_t *top = json_object_get(root, theirs);
    json_int_t sum = json_integer_value(top); /* 0 if it is none */
    char text[32];

    for (void *at = json_object_iter(resources); at && !json_is_integer(top);
         at = json_object_iter_next(resources, at)) {
        const json_t *one = json_object_get(json_object_iter_value(at), theirs);
        const json_int_t n = json_integer_value(one);

        if (n > 0 && n < INT32_MAX && sum < INT32_MAX)
            sum += n;
    }
    snprintf(text, sizeof text, "%" PRId64, (int64_t)sum);
    if (sum > 0 && inlay_study_file_set(c->file, ours, text, NULL) != INLAY_OK)
        inlay_text_printf(&c->notes,
                          "%s %s is too large; it keeps its default\n", ours,
                          text);
}

static void note_tasks(struct converter *c, const json_t *root)
{
    json_t *tasks = json_object_get(root, "tasks");

    for (void *at = json_object_iter(tasks); at;
         at = json_object_iter_next(tasks, at))
        if (is_type(json_object_iter_value(at), "constraint"))
            inlay_text_printf(&c->notes,
                              "the task %s is a constraint, which a study "
                              "cannot have: let the program fail (exit code "
                              "above 0) where it is violated, and the model "
                              "learns where that is\n",
                              json_object_iter_key(at));
}

/* "" where it is not a text. */
static const char *text_of(const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));

    return text ? text : "";
}

static inlay_status set_rest(struct converter *c, const json_t *root,
                             inlay_error *err)
{
    const char *name = text_of(root, "experiment-name");
    const char *file = text_of(root, "main-file");
    const char *likelihood = text_of(root, "likelihood");
    const char *noise = strcmp(likelihood, "NOISELESS") == 0  ? "none"
                        : strcmp(likelihood, "GAUSSIAN") == 0 ? "yes"
                                                              : NULL;
    inlay_status st = name[0] ? set_name(c, name, err) : INLAY_OK;

    if (st == INLAY_OK && file[0])
        st = set_command(c, file, err);
    if (st == INLAY_OK && noise)
        st = inlay_study_file_set(c->file, "noise", noise, err);
    set_count(c, root, "max-finished-jobs", "budget");
    set_count(c, root, "max-concurrent", "parallel");
    note_tasks(c, root);
    return st;
}

inlay_status inlay_spearmint_convert(const char *text, size_t n_bytes,
                                     char **study, char **notes,
                                     inlay_error *err)
{
    json_t *root = NULL;
    char *printed = NULL;
    struct converter c = {0};
    inlay_status st = inlay_json_parse(text, n_bytes, &root, err);

    if (st == INLAY_EPARSE || (st == INLAY_OK && !is_config(root))) {
        json_decref(root);
        return INLAY_OK;
    }
    c.source = (struct inlay_json_source){text, n_bytes, root};
    if (st == INLAY_OK)
        st = inlay_study_file_new(NULL, NULL, &c.file, err);
    if (st == INLAY_OK)
        st = add_variables(&c, root, err);
    if (st == INLAY_OK)
        st = set_rest(&c, root, err);
    if (st == INLAY_OK)
        st = inlay_study_file_print(c.file, &printed, err);
    if (st == INLAY_OK)
        st = inlay_text_end(&c.notes, notes, err);
    if (st == INLAY_OK)
        *study = printed;
    else
        inlay_text_free(printed);
    inlay_text_clear(&c.notes);
    inlay_study_file_free(c.file);
    json_decref(root);
    return st;
}
