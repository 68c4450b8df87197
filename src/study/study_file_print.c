/*
 * study_file_print.c: a study file as JSON, a key a line, in the order of the
 * table.
 *
 * Printed is what differs from the defaults.  Those of an option depend on
 * preset and method, which stand before it: an option that is printed is set in
 * the defaults too, so that what follows from it is not printed.
 */
#include <math.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "problem/space.h"
#include "strategy/options.h"
#include "study/study_file.h"

struct printer {
    struct inlay_json_writer w;
    const struct inlay_study_file *file;
    struct inlay_study_file *defaults;
};

/* Numbers are equal as numbers: "1e-8" is "1e-08". */
static bool is_same(const struct inlay_key *key, const char *a, const char *b)
{
    double x = 0.0, y = 0.0;
    if (key->type == INLAY_KEY_CHOICE)
        return strcmp(a, b) == 0;
    inlay_text_to_number(a, &x);
    inlay_text_to_number(b, &y);
    return x == y;
}

static void print_option(struct printer *p, const struct inlay_key *key)
{
    const char *value = inlay_options_get(p->file->options, key->name);
    inlay_error err = {0};
    double v = 0.0;
    if (key->type == INLAY_KEY_CHOICE) {
        inlay_json_write_text(&p->w, key->name, value);
    } else {
        inlay_text_to_number(value, &v);
        inlay_json_write_number(&p->w, key->name, v);
    }
    if (inlay_options_set(p->defaults->options, key->name, value, &err) !=
        INLAY_OK)
        inlay_text_fail(p->w.text, &err);
}

static bool differs(const struct printer *p, const struct inlay_key *key)
{
    return !is_same(key, inlay_options_get(p->file->options, key->name),
                    inlay_options_get(p->defaults->options, key->name));
}

static void print_options(struct printer *p, const char *name)
{
    struct inlay_key key;
    bool is_open = false;
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        if (!differs(p, &key))
            continue;
        if (!is_open)
            inlay_json_begin_object(&p->w, name, INLAY_JSON_LINES);
        is_open = true;
        print_option(p, &key);
    }
    if (is_open)
        inlay_json_end(&p->w);
}

static void print_text(struct printer *p, const char *name)
{
    const char *text = inlay_study_file_text(p->file, name);
    if (text)
        inlay_json_write_text(&p->w, name, text);
}

static void print_words(struct printer *p, const char *name)
{
    inlay_json_begin_array(&p->w, name, INLAY_JSON_LINE);
    for (size_t i = 0; i < p->file->n_command; i++)
        inlay_json_write_text(&p->w, NULL, p->file->command[i]);
    inlay_json_end(&p->w);
}

/* Who reads the command wants to know how often it runs. */
static void print_number(struct printer *p, const char *name)
{
    const double v = inlay_study_file_number(p->file, name);
    const bool is_shown = p->file->command && strcmp(name, "budget") == 0;
    const double other = inlay_study_file_number(p->defaults, name);
    if (is_shown || (v != other && !isnan(v)))
        inlay_json_write_number(&p->w, name, v);
}

static bool has_outputs(const struct printer *p)
{
    return !inlay_options_outputs(p->file->options)->is_default;
}

static void print_output(struct printer *p, const inlay_output *output)
{
    inlay_json_begin_object(&p->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(&p->w, "name", output->name);
    if (output->goal != INLAY_GOAL_NONE)
        inlay_json_write_text(&p->w, "goal",
                              inlay_choice_name(INLAY_OPT_GOAL, output->goal));
    if (output->min > -INFINITY)
        inlay_json_write_number(&p->w, "min", output->min);
    if (output->max < INFINITY)
        inlay_json_write_number(&p->w, "max", output->max);
    inlay_json_end(&p->w);
}

static void print_outputs(struct printer *p, const char *name)
{
    if (!has_outputs(p))
        return;
    inlay_json_begin_array(&p->w, name, INLAY_JSON_LINES);
    for (size_t i = 0; i < inlay_options_n_outputs(p->file->options); i++)
        print_output(p, inlay_options_output(p->file->options, i));
    inlay_json_end(&p->w);
}

/* The goal stands with its output where outputs have names. */
static void print_key(struct printer *p, const struct inlay_key *key)
{
    const bool is_goal = strcmp(key->name, "goal") == 0;
    if (key->option && (is_goal ? !has_outputs(p) : differs(p, key)))
        print_option(p, key);
    if (key->option)
        return;
    switch (key->type) {
    case INLAY_KEY_TEXT:
        print_text(p, key->name);
        break;
    case INLAY_KEY_VARIABLES:
        inlay_space_write(&p->w, key->name, p->file->space, INLAY_JSON_LINES);
        break;
    case INLAY_KEY_OUTPUTS:
        print_outputs(p, key->name);
        break;
    case INLAY_KEY_WORDS:
        if (p->file->command)
            print_words(p, key->name);
        break;
    case INLAY_KEY_OPTIONS:
        print_options(p, key->name);
        break;
    default:
        print_number(p, key->name);
    }
}

inlay_status inlay_study_file_print(const struct inlay_study_file *file,
                                    char **out, inlay_error *err)
{
    struct inlay_text text = {0};
    struct printer p = {.w = {.text = &text}, .file = file};
    struct inlay_key key;
    const inlay_status st = inlay_study_file_new(NULL, NULL, &p.defaults, err);
    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(&p.w, NULL, INLAY_JSON_LINES);
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        print_key(&p, &key);
    inlay_json_end(&p.w);
    inlay_text_add(&text, "\n");
    inlay_study_file_free(p.defaults);
    return inlay_text_end(&text, out, err);
}
