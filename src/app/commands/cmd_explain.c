/*
 * cmd_explain.c: inlay explain: why this trial, or the next one.
 */
#include "app/commands/cmd.h"
#include "app/pages/explain.h"
#include "base/text.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
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

static inlay_status print(const struct inlay_args *args,
                          const inlay_explanation *e, inlay_error *err)
{
    struct inlay_text page = {0};

    if (args->is_json) {
        inlay_explanation_json(e, &page);
        inlay_text_add(&page, "\n");
    } else {
        inlay_explanation_print(e, &page);
    }
    return inlay_say_text(&page, err);
}

int inlay_cmd_explain(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_explanation *e = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    int64_t id = 0;
    inlay_status st = read_id(args, &id, &err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_TARGET_LOOK, &target, &err);
    if (st == INLAY_OK)
        st = inlay_study_open_file(target.store_path, NULL, INLAY_STORE_READ,
                                   &study, &err);
    if (st == INLAY_OK)
        st = inlay_study_explain(study, id, &e, &err);
    if (st == INLAY_OK)
        st = print(args, e, &err);
    inlay_explanation_free(e);
    inlay_study_free(study);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
