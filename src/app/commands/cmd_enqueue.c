/*
 * cmd_enqueue.c: inlay enqueue: try this configuration next.
 */
#include <stdio.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* The place of the variable that "NAME=VALUE" is about; *value is behind the
 * '='.  Names may have a '=' themselves, so each is tried. */
static inlay_status split(const inlay_space *space, const char *word, size_t *i,
                          const char **value, inlay_error *err)
{
    for (*i = 0; *i < inlay_space_n_variables(space); ++*i) {
        const char *name = inlay_space_var(space, *i)->is.name;
        const size_t n = strlen(name);

        if (strncmp(word, name, n) == 0 && word[n] == '=') {
            *value = word + n + 1;
            return INLAY_OK;
        }
    }
    return inlay_fail(err, INLAY_EINVAL,
                      "'%s' is no NAME=VALUE with the name of a variable",
                      inlay_shown_text(word).text);
}

static inlay_status read_words(const struct inlay_args *args,
                               const inlay_space *space, inlay_value *x,
                               bool *is_given, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t k = 1; st == INLAY_OK && k < args->n_words; k++) {
        const char *value = NULL;
        size_t i = 0;

        st = split(space, args->words[k], &i, &value, err);
        if (st == INLAY_OK && is_given[i])
            st = inlay_fail(
                err, INLAY_EINVAL, "%s: is given twice",
                inlay_shown_var(inlay_space_var(space, i)->is.name, 0).text);
        if (st == INLAY_OK)
            st = inlay_configuration_read_plain(space, i, value, &x[i], err);
        if (st == INLAY_OK)
            is_given[i] = true;
    }
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++)
        if (!is_given[i])
            st = inlay_fail(
                err, INLAY_EINVAL, "%s: has no value",
                inlay_shown_var(inlay_space_var(space, i)->is.name, 0).text);
    return st == INLAY_OK ? inlay_space_check(space, x, x, err) : st;
}

/* NAME=VALUE for each variable, or one JSON object. */
static inlay_status read_x(const struct inlay_args *args,
                           const inlay_space *space, inlay_value *x,
                           inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);

    if (args->n_words == 2 && args->words[1][0] == '{')
        return inlay_configuration_parse(space, args->words[1], x, err);
    bool *is_given = inlay_mem_new(n, sizeof *is_given);
    if (!is_given)
        return inlay_fail_memory(err, "a configuration");
    const inlay_status st = read_words(args, space, x, is_given, err);
    inlay_mem_free(is_given);
    return st;
}

/* ---- The queue ----------------------------------------------------------- */

struct outcome {
    bool was_queued; /* and is not queued twice */
    size_t n_before;
};

/* Where repeats are off, a second equal one would be passed over. */
static inlay_status enqueue_x(inlay_study *study, const inlay_value *x,
                              struct outcome *out, inlay_error *err)
{
    size_t place = 0;
    inlay_status st = inlay_study_find_queued(study, x, &place, err);

    if (st != INLAY_OK)
        return st;
    if (!inlay_study_may_repeat(study) && place < inlay_study_n_queued(study)) {
        *out = (struct outcome){true, place};
        return INLAY_OK;
    }
    st = inlay_study_enqueue(study, x, err);
    const size_t n = inlay_study_n_queued(study);
    if (st == INLAY_OK) /* none: another process has asked for it already */
        out->n_before = n > 0 ? n - 1 : 0;
    return st;
}

static inlay_status enqueue(const struct inlay_args *args, inlay_study *study,
                            struct outcome *out, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    inlay_value *x = inlay_mem_new(inlay_space_n_variables(space), sizeof *x);

    if (!x)
        return inlay_fail_memory(err, "a configuration");
    inlay_status st = read_x(args, space, x, err);
    if (st == INLAY_OK)
        st = enqueue_x(study, x, out, err);
    inlay_mem_free(x);
    return st;
}

static inlay_status tell(const struct inlay_args *args,
                         const struct outcome *outcome, inlay_error *err)
{
    const char *head =
        outcome->was_queued ? "it is queued already" : "enqueued";
    struct inlay_text line = {0};
    struct inlay_json_writer w = {.text = &line};

    if (args->is_json) {
        inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
        inlay_json_write_boolean(&w, "ok", true);
        inlay_json_write_boolean(&w, "was_queued", outcome->was_queued);
        inlay_json_write_integer(&w, "before", (int64_t)outcome->n_before);
        inlay_json_end(&w);
        inlay_text_add(&line, "\n");
        return inlay_say_text(&line, err);
    }
    if (args->is_quiet)
        return INLAY_OK;
    if (outcome->n_before == 0)
        inlay_text_printf(&line, "%s: it is the next to be tried\n", head);
    else
        inlay_text_printf(&line, "%s: %zu configuration%s before it\n", head,
                          outcome->n_before,
                          outcome->n_before == 1 ? " is" : "s are");
    return inlay_say_text(&line, err);
}

int inlay_cmd_enqueue(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct outcome outcome = {0};
    inlay_error err = {0};
    inlay_status st =
        inlay_target_open(args, INLAY_STORE_CREATE, &target, &err);

    if (st == INLAY_OK)
        st = enqueue(args, target.study, &outcome, &err);
    if (st == INLAY_OK)
        st = tell(args, &outcome, &err);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
