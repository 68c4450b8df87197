/*
 * cmd_explain.c: inlay explain: why this trial, or the next one.
 */
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/pages/explain.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "problem/space.h"
#include "study/open.h"

/* *id := the number on the command line; 0: there is none. */
static inlay_status read_id(const struct inlay_args *args, int64_t *id,
                            inlay_error *err)
{
    if (args->n_words < 2)
        return INLAY_OK;
    if (!inlay_text_to_integer(args->words[1], id) || *id < 1)
        return inlay_fail(err, INLAY_EINVAL,
                          "ID: '%s' is not a whole number above 0",
                          inlay_shown_text(args->words[1]).text);
    return INLAY_OK;
}

/* As it is recorded: a study file that was edited since explains nothing. */
static inlay_status explain(const struct inlay_args *args,
                            struct inlay_target *target, void *context,
                            inlay_error *err)
{
    struct inlay_text page = {0};
    inlay_explanation *e = NULL;
    int64_t id = 0;
    inlay_status st = read_id(args, &id, err);

    (void)context;
    if (st == INLAY_OK)
        st = inlay_study_open_file(target->store_path, NULL, INLAY_STORE_READ,
                                   &target->study, err);
    if (st == INLAY_OK)
        st = inlay_study_explain(target->study, id, &e, err);
    if (st == INLAY_OK && args->is_json) {
        inlay_explanation_json(e, &page);
        inlay_text_add(&page, "\n");
    } else if (st == INLAY_OK) {
        inlay_explanation_print(e, &page);
    }
    if (st == INLAY_OK)
        st = inlay_say_text(&page, err);
    inlay_explanation_free(e);
    return st;
}

int inlay_cmd_explain(const struct inlay_args *args)
{
    return inlay_target_do(args, INLAY_TARGET_LOOK, explain, NULL);
}
