/*
 * study_file.c: the table of keys, and values from text.
 *
 * The table has the rows below; then the options that stand beside them, as
 * goal and seed; last "options", for all the others.  Options are checked and
 * kept by inlay_options_set.
 */
#include "study/study_file.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/words.h"
#include "problem/foreign.h"
#include "problem/space.h"
#include "strategy/options.h"

/* ---- The table ---- */

struct row {
    struct inlay_key is;
    size_t member; /* its offset in struct inlay_study_file */
};

#define MEMBER(name) offsetof(struct inlay_study_file, name)

/* Of a target: any number that can be told. */
#define MOST 1e300

/* name, type, min, max, choices, default, flag, what, help. */
static const struct row TABLE[] = {
    {{"name", INLAY_KEY_TEXT, 0, 0, NULL, NULL, "name", "TEXT",
      "name of the study; default: the file's name", NULL},
     MEMBER(name)},
    {{"description", INLAY_KEY_TEXT, 0, 0, NULL, NULL, "description", "TEXT",
      "what the study is about, in your words", NULL},
     MEMBER(description)},
    {{"variables", INLAY_KEY_VARIABLES, 0, 0, NULL, NULL, NULL, "VARIABLES",
      "variables to tune: names, types, bounds", NULL},
     MEMBER(space)},
    {{"outputs", INLAY_KEY_OUTPUTS, 0, 0, NULL, NULL, NULL, "OUTPUTS",
      "results of a trial: names, goal, limits (min, max)", NULL},
     MEMBER(options)},
    {{"command", INLAY_KEY_WORDS, 0, 0, NULL, NULL, "command", "COMMAND",
      "program and arguments; {x} is the value of x", NULL},
     MEMBER(command)},
    {{"budget", INLAY_KEY_INTEGER, 1, 1e9, NULL, "50", "budget", "N",
      "number of trials, including failed ones", NULL},
     MEMBER(budget)},
    {{"time_limit", INLAY_KEY_NUMBER, 0, 1e9, NULL, "0", "time-limit",
      "SECONDS", "time until no trial starts; 0: none", NULL},
     MEMBER(time_limit)},
    {{"target", INLAY_KEY_NUMBER, -MOST, MOST, NULL, NULL, "target", "VALUE",
      "stop when a value is at least as good", NULL},
     MEMBER(target)},
    {{"patience", INLAY_KEY_INTEGER, 0, 1e9, NULL, "0", "patience", "N",
      "stop after N trials without gain; 0: off", NULL},
     MEMBER(patience)},
    {{"parallel", INLAY_KEY_INTEGER, 1, 1024, NULL, "1", "parallel", "N",
      "trials that run at the same time", NULL},
     MEMBER(parallel)},
    {{"timeout", INLAY_KEY_NUMBER, 0, 1e9, NULL, "0", "timeout", "SECONDS",
      "time limit of one trial; 0: none", NULL},
     MEMBER(timeout)},
    {{"grace", INLAY_KEY_NUMBER, 0, 1e6, NULL, "2", "grace", "SECONDS",
      "time from SIGTERM to SIGKILL", NULL},
     MEMBER(grace)},
    {{"memory", INLAY_KEY_INTEGER, 0, 1e9, NULL, "0", "memory", "MIB",
      "memory limit per process, MiB; 0: none", NULL},
     MEMBER(memory_mib)},
    {{"retries", INLAY_KEY_INTEGER, 0, 100, NULL, "0", "retries", "N",
      "number of retries of a failed trial", NULL},
     MEMBER(retries)},
    {{"max_failures", INLAY_KEY_INTEGER, 0, 1e9, NULL, "10", "max-failures",
      "N", "failures in a row to stop at; 0: off", NULL},
     MEMBER(max_failures)},
};
enum { N_ROWS = sizeof TABLE / sizeof *TABLE };

static const struct inlay_key OPTIONS = {
    .name = "options",
    .type = INLAY_KEY_OPTIONS,
    .flag = "option",
    .what = "NAME=VALUE",
    .help = "settings of the method ('inlay help options')"};

/* Option i among those beside the keys, or among those in "options". */
static bool key_of_option(size_t i, bool is_common, struct inlay_key *out)
{
    static const enum inlay_key_type types[] = {
        [INLAY_OPTION_INTEGER] = INLAY_KEY_INTEGER,
        [INLAY_OPTION_NUMBER] = INLAY_KEY_NUMBER,
        [INLAY_OPTION_CHOICE] = INLAY_KEY_CHOICE};
    const inlay_option *option;
    for (size_t k = 0; (option = inlay_option_at(k)) != NULL; k++)
        if ((option->group == NULL) == is_common && i-- == 0) {
            *out = (struct inlay_key){.name = option->name,
                                      .type = types[option->type],
                                      .min = option->min,
                                      .max = option->max,
                                      .choices = option->choices,
                                      .fallback = option->fallback,
                                      .flag = is_common ? option->name : NULL,
                                      .what = option->choices ? "NAME" : "N",
                                      .help = option->help,
                                      .option = option};
            return true;
        }
    return false;
}

bool inlay_key_at(size_t i, struct inlay_key *out)
{
    size_t n_common = 0;
    if (i < N_ROWS) {
        *out = TABLE[i].is;
        return true;
    }
    if (key_of_option(i - N_ROWS, true, out))
        return true;
    while (key_of_option(n_common, true, out))
        n_common++;
    *out = OPTIONS;
    return i == N_ROWS + n_common;
}

bool inlay_key_option_at(size_t i, struct inlay_key *out)
{
    return key_of_option(i, false, out);
}

bool inlay_key_find(const char *name, struct inlay_key *out)
{
    for (size_t i = 0; inlay_key_at(i, out); i++)
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}

/* ---- What was meant ---- */

static bool is_option(const char *name)
{
    struct inlay_key key;
    for (size_t i = 0; inlay_key_option_at(i, &key); i++)
        if (strcmp(key.name, name) == 0)
            return true;
    return false;
}

const char *inlay_key_nearest(const char *name)
{
    enum { MAX_KEYS = 32 };
    const char *names[MAX_KEYS];
    struct inlay_key key;
    size_t n = 0;
    for (; inlay_key_at(n, &key); n++) {
        assert(n < MAX_KEYS);
        names[n] = key.name;
    }
    return inlay_text_nearest(name, names, n);
}

/* A name as one writes it in a study file; what is no part of one is a flag. */
static struct inlay_shown written(const char *ours)
{
    struct inlay_shown shown;
    struct inlay_key key;
    snprintf(shown.text, sizeof shown.text,
             inlay_key_find(ours, &key) ? "'%s'"
             : is_option(ours)          ? "\"options\": {\"%s\": ...}"
                                        : "the flag '--%s'",
             ours);
    return shown;
}

/* Appends what another program's word means, or else the key that is near. */
static void add_guess(struct inlay_text *text, const char *name)
{
    enum { MAX_MEANT = 4 };
    struct inlay_shown shown[MAX_MEANT];
    const char *meant[MAX_MEANT];
    const char *ours;
    size_t n = 0;
    while (n < MAX_MEANT &&
           (ours = inlay_foreign_at(INLAY_FOREIGN_KEY, name, n)) != NULL) {
        shown[n] = written(ours);
        meant[n] = shown[n].text;
        n++;
    }
    if (n == 0)
        inlay_text_add(text, inlay_shown_guess(inlay_key_nearest(name)).text);
    inlay_foreign_add_guess(text, meant, n);
}

/* what: "key" or "option". */
static inlay_status fail_unknown(const char *what, const char *name,
                                 inlay_error *err)
{
    struct inlay_text guess = {0};
    add_guess(&guess, name);
    inlay_fail(err, INLAY_EINVAL, "unknown %s '%s'%s", what,
               inlay_shown_text(name).text, inlay_text_view(&guess));
    inlay_text_clear(&guess);
    return INLAY_EINVAL;
}

/* ---- Made and freed ---- */

inlay_status inlay_study_file_new(const inlay_space *space,
                                  const inlay_options *options,
                                  struct inlay_study_file **out,
                                  inlay_error *err)
{
    struct inlay_study_file *file = inlay_mem_new(1, sizeof *file);
    if (!file)
        return inlay_fail_memory(err, "a study file");
    file->target = NAN;
    inlay_status st = space ? inlay_space_copy(space, &file->space, err)
                            : inlay_space_new(&file->space, err);
    if (st == INLAY_OK)
        st = inlay_options_copy(options, &file->options, err);
    for (size_t i = 0; i < N_ROWS && st == INLAY_OK; i++)
        if (TABLE[i].is.fallback)
            st = inlay_study_file_set(file, TABLE[i].is.name,
                                      TABLE[i].is.fallback, err);
    if (st == INLAY_OK)
        *out = file;
    else
        inlay_study_file_free(file);
    return st;
}

void inlay_study_file_put(struct inlay_study_file *file, inlay_space **space,
                          inlay_options **options)
{
    inlay_space *old_space = file->space;
    inlay_options *old_options = file->options;
    if (*space) {
        file->space = *space;
        *space = old_space;
    }
    if (*options) {
        file->options = *options;
        *options = old_options;
    }
}

static void free_command(struct inlay_study_file *file)
{
    for (size_t i = 0; i < file->n_command; i++)
        inlay_mem_free(file->command[i]);
    inlay_mem_free(file->command);
    file->command = NULL;
    file->n_command = 0;
}

void inlay_study_file_free(struct inlay_study_file *file)
{
    if (!file)
        return;
    inlay_mem_free(file->name);
    inlay_mem_free(file->description);
    inlay_space_free(file->space);
    inlay_options_free(file->options);
    free_command(file);
    inlay_mem_free(file);
}

/* ---- Own keys ---- */

static const struct row *row_of(const char *key)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (strcmp(TABLE[i].is.name, key) == 0)
            return &TABLE[i];
    return NULL;
}

/* A store is named after its study. */
static inlay_status check_name(const char *name, inlay_error *err)
{
    if (name[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "name: is empty");
    if (strchr(name, '/'))
        return inlay_fail(
            err, INLAY_EINVAL,
            "name: '%s' contains a '/', which a file name cannot have",
            inlay_shown_text(name).text);
    return INLAY_OK;
}

static char **text_member(struct inlay_study_file *file, const char *key)
{
    return (char **)(void *)((char *)file + row_of(key)->member);
}

static inlay_status set_text(struct inlay_study_file *file, const char *key,
                             const char *text, inlay_error *err)
{
    char **member = text_member(file, key);
    const inlay_status st =
        member == &file->name ? check_name(text, err) : INLAY_OK;
    if (st != INLAY_OK)
        return st;
    if (!inlay_utf8_is_valid(text)) /* JSON cannot say it */
        return inlay_fail(err, INLAY_EINVAL, "%s: is not valid UTF-8", key);
    char *copy = inlay_mem_text(text);
    if (!copy)
        return inlay_fail_memory(err, "a study file");
    inlay_mem_free(*member);
    *member = copy;
    return INLAY_OK;
}

const char *inlay_study_file_text(const struct inlay_study_file *file,
                                  const char *key)
{
    return *(char *const *)(const void *)((const char *)file +
                                          row_of(key)->member);
}

/* Whole numbers in the table are below 2^53. */
static inlay_status set_number(struct inlay_study_file *file, const char *key,
                               const char *value, inlay_error *err)
{
    const struct row *row = row_of(key);
    const bool is_whole = row->is.type == INLAY_KEY_INTEGER;
    void *member = (char *)file + row->member;
    double v = 0.0;
    if (!inlay_text_to_number(value, &v) || (is_whole && floor(v) != v))
        return inlay_fail(err, INLAY_EINVAL, "%s: '%s' is not a %s", key,
                          inlay_shown_text(value).text,
                          is_whole ? "whole number" : "number");
    if (!(v >= row->is.min && v <= row->is.max))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: %s is not between %.16g and %.16g", key,
                          inlay_shown_number(v).text, row->is.min, row->is.max);
    if (is_whole)
        *(int64_t *)member = (int64_t)v;
    else
        *(double *)member = v;
    return INLAY_OK;
}

double inlay_study_file_number(const struct inlay_study_file *file,
                               const char *key)
{
    const struct row *row = row_of(key);
    const void *member = (const char *)file + row->member;
    return row->is.type == INLAY_KEY_INTEGER ? (double)*(const int64_t *)member
                                             : *(const double *)member;
}

inlay_status inlay_study_file_set_command(struct inlay_study_file *file,
                                          const char *const *words, size_t n,
                                          inlay_error *err)
{
    if (n == 0 || words[0][0] == '\0')
        return inlay_fail(err, INLAY_EINVAL,
                          "command: the first word, the program, is %s",
                          n == 0 ? "missing" : "empty");
    struct inlay_study_file copy = {.command =
                                        inlay_mem_new(n, sizeof *copy.command)};
    while (
        copy.command && copy.n_command < n &&
        (copy.command[copy.n_command] = inlay_mem_text(words[copy.n_command])))
        copy.n_command++;
    if (copy.n_command < n) {
        free_command(&copy);
        return inlay_fail_memory(err, "a command");
    }
    free_command(file);
    file->command = copy.command;
    file->n_command = n;
    return INLAY_OK;
}

static inlay_status split_command(struct inlay_study_file *file,
                                  const char *line, inlay_error *err)
{
    char **words = NULL;
    size_t n = 0;
    inlay_status st = inlay_words_split(line, &words, &n, err);
    if (st == INLAY_OK)
        st = inlay_study_file_set_command(file, (const char *const *)words, n,
                                          err);
    inlay_mem_free(words);
    return st;
}

inlay_goal inlay_goal_find(const char *name)
{
    static const inlay_goal goals[] = {INLAY_GOAL_MINIMIZE,
                                       INLAY_GOAL_MAXIMIZE};

    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
        if (strcmp(name, inlay_choice_name(INLAY_OPT_GOAL, goals[i])) == 0)
            return goals[i];
    return INLAY_GOAL_NONE;
}

const struct inlay_outputs *
inlay_study_file_outputs(const struct inlay_study_file *file)
{
    return inlay_options_outputs(file->options);
}

/* {{name}} is text. */
bool inlay_study_file_uses(const struct inlay_study_file *file,
                           const char *name)
{
    const size_t n = strlen(name);
    for (size_t i = 0; i < file->n_command; i++)
        for (const char *at = strchr(file->command[i], '{'); at;
             at = strchr(at + 1, '{')) {
            if (at[1] == '{')
                at++;
            else if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '}')
                return true;
        }
    return false;
}

/* ---- Options ---- */

static const char *nearest_choice(const inlay_option *option, const char *value)
{
    const char *meant;
    size_t n = 0;
    while (option->choices[n])
        n++;
    for (size_t i = 0;
         (meant = inlay_foreign_at(INLAY_FOREIGN_CHOICE, value, i)) != NULL;
         i++)
        for (size_t k = 0; k < n; k++)
            if (strcmp(meant, option->choices[k]) == 0)
                return meant;
    return inlay_text_nearest(value, option->choices, n);
}

inlay_status inlay_study_file_set_option(struct inlay_study_file *file,
                                         const char *name, const char *value,
                                         inlay_error *err)
{
    const inlay_option *option;
    inlay_error why = {0};
    struct inlay_key key;
    const char *meant = inlay_foreign_at(INLAY_FOREIGN_KEY, name, 0);
    if (meant && !is_option(meant) && !is_option(name) &&
        !inlay_key_find(name, &key))
        return fail_unknown("option", name, err);
    meant = NULL;
    const inlay_status st = inlay_options_set(file->options, name, value, &why);
    for (size_t i = 0; st == INLAY_EINVAL && (option = inlay_option_at(i)); i++)
        if (option->choices && strcmp(option->name, name) == 0 &&
            !inlay_choice_renamed(name, value))
            meant = nearest_choice(option, value);
    return st == INLAY_OK ? st
                          : inlay_fail(err, st, "%s%s", why.msg,
                                       inlay_shown_guess(meant).text);
}

/* From "NAME=VALUE". */
static inlay_status set_option_text(struct inlay_study_file *file,
                                    const char *text, inlay_error *err)
{
    const char *value = strchr(text, '=');
    struct inlay_key key;
    if (!value)
        return inlay_fail(err, INLAY_EINVAL,
                          "option '%s' has no value: write NAME=VALUE",
                          inlay_shown_text(text).text);
    char *name = inlay_mem_bytes(text, (size_t)(value - text));
    if (!name)
        return inlay_fail_memory(err, "an option");
    const inlay_status st =
        inlay_key_find(name, &key)
            ? inlay_fail(err, INLAY_EINVAL,
                         "'%s' is not an option but a key of the study: write "
                         "--%s %s",
                         name, key.flag ? key.flag : name,
                         inlay_shown_text(value + 1).text)
            : inlay_study_file_set_option(file, name, value + 1, err);
    inlay_mem_free(name);
    return st;
}

/* ---- Any key ---- */

inlay_status inlay_study_file_set(struct inlay_study_file *file,
                                  const char *name, const char *value,
                                  inlay_error *err)
{
    struct inlay_key key;
    if (!inlay_key_find(name, &key))
        return fail_unknown("key", name, err);
    if (key.option)
        return inlay_study_file_set_option(file, name, value, err);
    switch (key.type) {
    case INLAY_KEY_TEXT:
        return set_text(file, name, value, err);
    case INLAY_KEY_WORDS:
        return split_command(file, value, err);
    case INLAY_KEY_OPTIONS:
        return set_option_text(file, value, err);
    case INLAY_KEY_VARIABLES:
    case INLAY_KEY_OUTPUTS:
        return inlay_fail(err, INLAY_EINVAL, "%s: cannot be set from text",
                          name);
    default:
        return set_number(file, name, value, err);
    }
}
