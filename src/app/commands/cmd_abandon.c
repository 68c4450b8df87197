/*
 * cmd_abandon.c: inlay abandon, discard, restore: what is done to the trials that
 * are named.
 *
 * One after the other: of several, those before one that is refused are done, and
 * the message says which one it is.
 */
#include <inttypes.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"

struct doing {
    inlay_status (*change)(inlay_study *s, int64_t id, const char *why,
                           inlay_error *err);
    const char *done; /* what has happened, in words */
};

static inlay_status read_ids(const struct inlay_args *args, void *context,
                             inlay_error *err)
{
    inlay_status st = INLAY_OK;

    (void)context;
    for (size_t i = 1; st == INLAY_OK && i < args->n_words; i++) {
        int64_t id;

        st = inlay_args_number(args->words[i], "ID", INT64_MAX, &id, err);
    }
    return st;
}

static inlay_status change_all(const struct inlay_args *args,
                               const struct doing *doing, inlay_study *study,
                               inlay_error *err)
{
    inlay_status st = INLAY_OK;
    size_t i = 1;

    for (; st == INLAY_OK && i < args->n_words; i++) {
        int64_t id = 0;

        st = inlay_args_number(args->words[i], "ID", INT64_MAX, &id, err);
        if (st == INLAY_OK)
            st = doing->change(study, id, inlay_args_get(args, "why"), err);
    }
    return i > 2 ? inlay_fail_within(err, st, "%s done before",
                                     inlay_readable_count(i - 2, "trial").text)
                 : st;
}

static inlay_status change(const struct inlay_args *args,
                           struct inlay_target *target, void *context,
                           inlay_error *err)
{
    const struct doing *doing = context;
    const size_t n = args->n_words - 1;
    struct inlay_text line = {0};
    const inlay_status st = change_all(args, doing, target->study, err);

    if (st != INLAY_OK || args->is_quiet)
        return st;
    if (args->is_json)
        inlay_text_printf(&line, "{\"ok\": true, \"n\": %zu}\n", n);
    else
        inlay_text_printf(&line, "%s %s\n",
                          inlay_readable_count(n, "trial").text, doing->done);
    return inlay_say_text(&line, err);
}

static int run(const struct inlay_args *args, struct doing doing)
{
    return inlay_target_do(args, read_ids, INLAY_STORE_WRITE, change, &doing);
}

int inlay_cmd_abandon(const struct inlay_args *args)
{
    return run(args, (struct doing){inlay_study_abandon, "abandoned"});
}

int inlay_cmd_discard(const struct inlay_args *args)
{
    return run(args, (struct doing){inlay_study_discard,
                                    "discarded; 'inlay restore' brings back "
                                    "what was discarded by mistake"});
}

static inlay_status restore(inlay_study *s, int64_t id, const char *why,
                            inlay_error *err)
{
    (void)why;
    return inlay_study_restore(s, id, err);
}

int inlay_cmd_restore(const struct inlay_args *args)
{
    return run(args, (struct doing){restore, "restored"});
}
