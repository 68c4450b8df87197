/*
 * cmd_check.c: inlay check: is the store sound, and what is in it?
 */
#include "app/pages/audit.h"
#include "app/commands/cmd.h"
#include "base/text.h"
#include "app/screen/say.h"
#include "app/commands/target.h"

static inlay_status print(const struct inlay_audit *audit, inlay_error *err)
{
    struct inlay_text page = {0};

    inlay_audit_print(audit, &page);
    return inlay_say_text(&page, err);
}

/* A store whose study file cannot be read is still looked at. */
static inlay_status make(const struct inlay_args *args,
                         struct inlay_audit *audit, inlay_error *err)
{
    struct inlay_target target = {0};
    const char *path = inlay_args_get(args, "store");
    inlay_status st = inlay_target_look(args, &target, err);

    if (st == INLAY_ESTORE)
        st = inlay_target_find(args, &target, err);
    if (st == INLAY_OK || st == INLAY_ESTORE)
        st =
            inlay_audit_make(target.store_path ? target.store_path
                             : path            ? path
                                               : args->words[0],
                             target.file ? target.file->budget : 0, audit, err);
    inlay_target_clear(&target);
    return st;
}

int inlay_cmd_check(const struct inlay_args *args)
{
    struct inlay_audit audit = {0};
    inlay_error err = {0};
    inlay_status st = make(args, &audit, &err);

    if (st == INLAY_OK)
        st = args->is_json ? inlay_say_json(inlay_audit_json(&audit), &err)
                           : print(&audit, &err);
    const bool is_sound = audit.n_problems == 0;
    inlay_audit_clear(&audit);
    if (st != INLAY_OK)
        return inlay_say_failure(args, &err);
    return is_sound ? INLAY_EXIT_OK : INLAY_EXIT_CHECK;
}
