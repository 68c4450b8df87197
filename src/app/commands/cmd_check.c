/*
 * cmd_check.c: inlay check: is the store sound, and what is in it?
 */
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/pages/audit.h"
#include "app/screen/say.h"
#include "study/open.h"

/* A store whose study file cannot be read is still looked at, but without the one
 * that is given. */
static inlay_status make(const struct inlay_args *args, inlay_audit **audit,
                         int64_t *budget, inlay_error *err)
{
    struct inlay_target target = {0};
    const char *path = inlay_args_get(args, "store");
    inlay_status st = inlay_target_open(args, INLAY_TARGET_VIEW, &target, err);
    const bool is_readable = st == INLAY_OK;

    if (st == INLAY_ESTORE)
        st = inlay_target_open(args, INLAY_TARGET_FIND, &target, err);
    *budget = target.file ? target.file->budget : 0;
    if (st == INLAY_OK || st == INLAY_ESTORE)
        st = inlay_audit_store(target.store_path ? target.store_path
                               : path            ? path
                                                 : args->words[0],
                               is_readable ? &target.file : NULL, audit, err);
    inlay_target_clear(&target);
    return st;
}

int inlay_cmd_check(const struct inlay_args *args)
{
    struct inlay_text page = {0};
    inlay_audit *audit = NULL;
    int64_t budget = 0;
    inlay_error err = {0};
    inlay_status st = make(args, &audit, &budget, &err);
    const bool is_sound = audit && audit->n_problems == 0;

    if (st == INLAY_OK && args->is_json) {
        inlay_audit_json(audit, budget, &page);
        inlay_text_add(&page, "\n");
    } else if (st == INLAY_OK) {
        inlay_audit_print(audit, budget, &page);
    }
    if (st == INLAY_OK)
        st = inlay_say_text(&page, &err);
    inlay_audit_free(audit);
    return st == INLAY_OK && !is_sound ? INLAY_EXIT_CHECK
                                       : inlay_say_status(args, st, &err);
}
