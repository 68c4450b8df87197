/*
 * cmd_enqueue.c: inlay enqueue: try this configuration next.
 */
#include "app/commands/assign.h"
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* ---- The configuration --------------------------------------------------- */

static inlay_status read_words(const struct inlay_args *args,
                               const inlay_space *space, inlay_value *x,
                               inlay_error *err)
{
    bool is_given[INLAY_MAX_VARIABLES] = {0};
    inlay_status st = INLAY_OK;

    for (size_t k = 1; st == INLAY_OK && k < args->n_words; k++)
        st = inlay_assign(space, args->words[k], x, is_given, err);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++)
        if (!is_given[i])
            st = inlay_fail(
                err, INLAY_EINVAL, "%s: has no value",
                inlay_shown_var(inlay_space_var(space, i)->is.name, 0).text);
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
