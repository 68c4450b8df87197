/*
 * cmd_stdio.c: inlay stdio: a study by lines of JSON on standard input and
 * output.
 */
#include <stdio.h>
#include <unistd.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/stdio.h"
#include "app/screen/say.h"

/* In memory, unless the store is named: a program that keeps its own books must
 * not be surprised by those of another. */
static inlay_status open_study(const struct inlay_args *args,
                               struct inlay_target *t, inlay_error *err)
{
    if (inlay_args_get(args, "store"))
        return inlay_target_open(args, INLAY_STORE_CREATE, t, err);
    const inlay_status st = inlay_target_open(args, INLAY_TARGET_FIND, t, err);
    if (st != INLAY_OK)
        return st;
    if (t->file_path)
        return inlay_study_new(t->file->space, t->file->options, &t->study,
                               err);
    inlay_target_clear(t);
    return inlay_target_open(args, INLAY_STORE_WRITE, t, err);
}

int inlay_cmd_stdio(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_error err = {0};
    bool is_closed = false;
    inlay_status st = open_study(args, &target, &err);

    if (st == INLAY_OK)
        st = inlay_stdio_serve(target.study, stdin, STDOUT_FILENO, &is_closed,
                               &err);
    inlay_target_clear(&target);
    return st == INLAY_OK && is_closed ? INLAY_EXIT_FAILED
                                       : inlay_say_status(args, st, &err);
}
