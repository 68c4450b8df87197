/*
 * cmd_enqueue.c: inlay enqueue: try this configuration next.
 */
#include <string.h>

#include "app/cmd.h"
#include "app/say.h"
#include "app/target.h"
#include "base/error.h"
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

static inlay_status enqueue(const struct inlay_args *args, inlay_study *study,
                            inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    inlay_value *x = inlay_mem_new(inlay_space_n_variables(space), sizeof *x);

    if (!x)
        return inlay_fail_memory(err, "a configuration");
    inlay_status st = read_x(args, space, x, err);
    if (st == INLAY_OK)
        st = inlay_study_enqueue(study, x, err);
    inlay_mem_free(x);
    return st;
}

int inlay_cmd_enqueue(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_error err = {0};
    inlay_status st =
        inlay_target_open(args, INLAY_STORE_CREATE, &target, &err);

    if (st == INLAY_OK)
        st = enqueue(args, target.study, &err);
    if (st == INLAY_OK && args->is_json)
        inlay_say_result("{\"ok\": true}\n");
    else if (st == INLAY_OK && !args->is_quiet)
        inlay_say_result("enqueued: it is the next to be tried\n");
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
