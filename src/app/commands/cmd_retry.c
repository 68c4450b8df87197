/*
 * cmd_retry.c: inlay retry: failed or abandoned trials are to be evaluated again.
 */
#include "app/commands/cmd.h"
#include "app/commands/named.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "study/claim.h"

static inlay_status requeue(inlay_study *s, int64_t id, const char *why,
                            inlay_error *err)
{
    (void)why;
    return inlay_study_requeue(s, id, err);
}

/* All that have failed; another process may reopen them, too. */
static inlay_status reopen_all(inlay_study *study, size_t *n, inlay_error *err)
{
    for (int64_t id = 1; id <= (int64_t)inlay_study_n_trials(study); id++) {
        inlay_trial trial;
        inlay_status st = inlay_study_trial(study, id, &trial, err);

        if (st == INLAY_OK && trial.state == INLAY_STATE_FAILED &&
            !trial.is_discarded) {
            st = inlay_study_reopen(study, id, err);
            *n += st == INLAY_OK;
        }
        if (st != INLAY_OK && st != INLAY_ESTATE)
            return st;
    }
    return INLAY_OK;
}

static inlay_status retry(const struct inlay_args *args,
                          struct inlay_target *target, void *context,
                          inlay_error *err)
{
    struct inlay_text line = {0};
    size_t n = args->n_words - 1;
    const struct inlay_named named = {inlay_study_can_requeue, requeue};
    const inlay_status st =
        n > 0 ? inlay_named_change(args, &named, target->study, err)
              : reopen_all(target->study, &n, err);

    (void)context;
    if (st != INLAY_OK || args->is_quiet)
        return st;
    if (args->is_json)
        inlay_text_printf(&line, "{\"ok\": true, \"n\": %zu}\n", n);
    else if (n == 0)
        inlay_text_add(&line, "no trial has failed\n");
    else
        inlay_text_printf(&line,
                          "%s will be evaluated again; start %s with 'inlay "
                          "run'\n",
                          inlay_readable_count(n, "trial").text,
                          n == 1 ? "it" : "them");
    return inlay_say_text(&line, err);
}

int inlay_cmd_retry(const struct inlay_args *args)
{
    return inlay_target_do(args, inlay_named_read, INLAY_STORE_WRITE, retry,
                           NULL);
}
