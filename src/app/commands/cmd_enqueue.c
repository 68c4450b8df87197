/*
 * cmd_enqueue.c: inlay enqueue: try this configuration next.
 */
#include <string.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* ---- The configuration --------------------------------------------------- */

static inlay_status fail_word(const inlay_space *space, const char *word,
                              inlay_error *err)
{
    struct inlay_text names = {0};

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(&names, i > 0 ? ", " : "");
        inlay_harmless_add(&names, inlay_space_var(space, i)->is.name);
    }
    inlay_fail(err, INLAY_EINVAL,
               "'%s' is not NAME=VALUE with the name of a variable; the "
               "variables are %s",
               inlay_shown_text(word).text, inlay_text_view(&names));
    inlay_text_clear(&names);
    return INLAY_EINVAL;
}

/* The place of the variable that "NAME=VALUE" is about; *value is after the
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
    return fail_word(space, word, err);
}

static inlay_status fail_variable(const inlay_space *space, size_t i,
                                  const char *why, inlay_error *err)
{
    const char *name = inlay_space_var(space, i)->is.name;

    return inlay_fail(err, INLAY_EINVAL, "%s: %s",
                      inlay_shown_var(name, 0).text, why);
}

static inlay_status read_words(const struct inlay_args *args,
                               const inlay_space *space, inlay_value *x,
                               inlay_error *err)
{
    bool is_given[INLAY_MAX_VARIABLES] = {0};
    inlay_status st = INLAY_OK;

    for (size_t k = 1; st == INLAY_OK && k < args->n_words; k++) {
        const char *value = NULL;
        size_t i = 0;

        st = split(space, args->words[k], &i, &value, err);
        if (st == INLAY_OK && is_given[i])
            st = fail_variable(space, i, "is given twice", err);
        if (st == INLAY_OK)
            st = inlay_configuration_read_plain(space, i, value, &x[i], err);
        if (st == INLAY_OK)
            is_given[i] = true;
    }
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++)
        if (!is_given[i])
            st = fail_variable(space, i, "has no value", err);
    return st == INLAY_OK ? inlay_space_check(space, x, x, err) : st;
}

/* ---- The queue ----------------------------------------------------------- */

/* Where repeats are off, a second equal one would be passed over: it is then not
 * queued twice. */
static inlay_status enqueue_x(inlay_study *study, const inlay_value *x,
                              bool *was_queued, size_t *n_before,
                              inlay_error *err)
{
    inlay_status st = inlay_study_find_queued(study, x, n_before, err);

    *was_queued = !inlay_study_may_repeat(study) &&
                  *n_before < inlay_study_n_queued(study);
    if (st != INLAY_OK || *was_queued)
        return st;
    st = inlay_study_enqueue(study, x, err);
    const size_t n = inlay_study_n_queued(study);
    *n_before = n > 0 ? n - 1 : 0; /* 0: another process has asked for it */
    return st;
}

static inlay_status tell(const struct inlay_args *args, bool was_queued,
                         size_t n_before, inlay_error *err)
{
    const char *head = was_queued ? "already queued" : "queued";
    struct inlay_text line = {0};

    if (args->is_json)
        inlay_text_printf(
            &line, "{\"ok\": true, \"was_queued\": %s, \"before\": %zu}\n",
            was_queued ? "true" : "false", n_before);
    else if (!args->is_quiet && n_before == 0)
        inlay_text_printf(&line, "%s: it will be tried next\n", head);
    else if (!args->is_quiet)
        inlay_text_printf(&line, "%s: %s %s ahead of it\n", head,
                          inlay_readable_count(n_before, "configuration").text,
                          n_before == 1 ? "is" : "are");
    return inlay_say_text(&line, err);
}

/* NAME=VALUE for each variable, or one JSON object. */
static inlay_status enqueue(const struct inlay_args *args,
                            struct inlay_target *target, void *context,
                            inlay_error *err)
{
    const inlay_space *space = inlay_study_space(target->study);
    inlay_value *x = inlay_mem_new(inlay_space_n_variables(space), sizeof *x);
    bool was_queued = false;
    size_t n_before = 0;

    (void)context;
    if (!x)
        return inlay_fail_memory(err, "a configuration");
    inlay_status st =
        args->n_words == 2 && args->words[1][0] == '{'
            ? inlay_configuration_parse(space, args->words[1], x, err)
            : read_words(args, space, x, err);
    if (st == INLAY_OK)
        st = enqueue_x(target->study, x, &was_queued, &n_before, err);
    inlay_mem_free(x);
    return st == INLAY_OK ? tell(args, was_queued, n_before, err) : st;
}

int inlay_cmd_enqueue(const struct inlay_args *args)
{
    return inlay_target_do(args, NULL, INLAY_STORE_CREATE, enqueue, NULL);
}
