/*
 * cmd_abandon.c: inlay abandon, discard, restore: what is done to the trials that
 * are named.
 */
#include "app/commands/cmd.h"
#include "app/commands/named.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "study/life.h"

struct doing {
    struct inlay_named named;
    const char *done; /* what has happened, in words */
};

static inlay_status change(const struct inlay_args *args,
                           struct inlay_target *target, void *context,
                           inlay_error *err)
{
    const struct doing *doing = context;
    const size_t n = args->n_words - 1;
    struct inlay_text line = {0};
    const inlay_status st =
        inlay_named_change(args, &doing->named, target->study, err);

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
    return inlay_target_do(args, inlay_named_read, INLAY_STORE_WRITE, change,
                           &doing);
}

int inlay_cmd_abandon(const struct inlay_args *args)
{
    return run(args,
               (struct doing){{inlay_study_can_abandon, inlay_study_abandon},
                              "abandoned"});
}

int inlay_cmd_discard(const struct inlay_args *args)
{
    return run(args,
               (struct doing){{inlay_study_can_discard, inlay_study_discard},
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
    return run(args,
               (struct doing){{inlay_study_can_restore, restore}, "restored"});
}
