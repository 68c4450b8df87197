/*
 * cmd_best.c: inlay best: the best configuration, ready to be used.
 */
#include "app/commands/cmd.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "app/screen/best_page.h"

int inlay_cmd_best(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_error err = {0};
    inlay_status st = inlay_target_open(args, INLAY_STORE_READ, &target, &err);

    if (st == INLAY_OK)
        st = inlay_best_page_print(args, &target, NULL, &err);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
