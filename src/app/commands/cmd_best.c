/*
 * cmd_best.c: inlay best: the best configuration, ready to be used.
 */
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/pages/best.h"
#include "app/pages/stranded.h"

static inlay_status print(const struct inlay_args *args,
                          struct inlay_target *target, void *context,
                          inlay_error *err)
{
    const inlay_status st = inlay_stranded_say(args, target->study, err);

    (void)context;
    return st == INLAY_OK ? inlay_best_print(args, target, NULL, err) : st;
}

int inlay_cmd_best(const struct inlay_args *args)
{
    return inlay_target_do(args, NULL, INLAY_STORE_READ, print, NULL);
}
