/*
 * cmd_retry.c: inlay retry: failed trials are to be evaluated again.
 */
#include <inttypes.h>

#include "app/commands/cmd.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/text.h"
#include "problem/space.h"
#include "study/claim.h"

/* Those that are named. */
static inlay_status reopen_named(const struct inlay_args *args,
                                 inlay_study *study, size_t *n,
                                 inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t k = 1; st == INLAY_OK && k < args->n_words; k++) {
        int64_t id;

        if (!inlay_text_to_integer(args->words[k], &id))
            return inlay_fail(err, INLAY_EINVAL,
                              "'%s' is not the number of a trial",
                              inlay_shown_text(args->words[k]).text);
        st = inlay_study_reopen(study, id, err);
        *n += st == INLAY_OK;
    }
    return st;
}

/* All that have failed; somebody else may reopen them, too. */
static inlay_status reopen_all(inlay_study *study, size_t *n, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (int64_t id = 1; id <= (int64_t)inlay_study_n_trials(study); id++) {
        inlay_trial trial;

        st = inlay_study_trial(study, id, &trial, err);
        if (st == INLAY_OK && trial.state == INLAY_FAILED) {
            st = inlay_study_reopen(study, id, err);
            *n += st == INLAY_OK;
        }
        if (st != INLAY_OK && st != INLAY_ESTATE)
            return st;
    }
    return INLAY_OK;
}

static inlay_status report(const struct inlay_args *args, size_t n,
                           inlay_error *err)
{
    struct inlay_text line = {0};

    if (args->is_json)
        inlay_text_printf(&line, "{\"ok\": true, \"n\": %zu}\n", n);
    else
        inlay_text_printf(&line,
                          "%zu trial%s to be evaluated again; 'inlay run' "
                          "does\n",
                          n, n == 1 ? "" : "s");
    return inlay_say_text(&line, err);
}

int inlay_cmd_retry(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_error err = {0};
    size_t n = 0;
    inlay_status st = inlay_target_open(args, INLAY_STORE_WRITE, &target, &err);

    if (st == INLAY_OK)
        st = args->n_words > 1 ? reopen_named(args, target.study, &n, &err)
                               : reopen_all(target.study, &n, &err);
    if (st == INLAY_OK && !args->is_quiet)
        st = report(args, n, &err);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
