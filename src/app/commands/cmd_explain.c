/*
 * cmd_explain.c: inlay explain: why this trial, or the next one.
 */
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/pages/explain.h"
#include "app/pages/trial.h"
#include "app/screen/say.h"
#include "study/open.h"

/* context: the number of the trial, which is 0 at first. */
static inlay_status read_id(const struct inlay_args *args, void *context,
                            inlay_error *err)
{
    return inlay_args_number(args->n_words > 1 ? args->words[1] : NULL, "ID",
                             INT64_MAX, context, err);
}

/* What became of its result since. */
static void add_earlier(inlay_study *study, int64_t id, struct inlay_text *page)
{
    struct inlay_text more = {0};

    if (id > 0)
        inlay_trial_page_add_earlier(study, id, &more);
    inlay_text_add(page, more.n > 0 ? "\n" : "");
    inlay_text_add_text(page, &more);
    inlay_text_clear(&more);
}

/* A trial as it is recorded; what comes next by the study file that is given. */
static inlay_status explain(const struct inlay_args *args,
                            struct inlay_target *target, void *context,
                            inlay_error *err)
{
    struct inlay_text page = {0};
    inlay_explanation *e = NULL;
    const bool is_next = *(int64_t *)context == 0;
    inlay_status st = inlay_study_open_file(
        target->store_path, is_next ? &target->file : NULL, INLAY_STORE_READ,
        &target->study, err);

    if (st == INLAY_OK)
        st = inlay_study_explain(target->study, *(int64_t *)context, &e, err);
    if (st == INLAY_OK && args->is_json) {
        inlay_explanation_json(e, &page);
        inlay_text_add(&page, "\n");
    } else if (st == INLAY_OK) {
        inlay_explanation_print(e, &page);
        add_earlier(target->study, *(int64_t *)context, &page);
    }
    if (st == INLAY_OK)
        st = inlay_say_text(&page, err);
    inlay_explanation_free(e);
    return st;
}

int inlay_cmd_explain(const struct inlay_args *args)
{
    int64_t id = 0;

    return inlay_target_do(args, read_id, INLAY_TARGET_VIEW, explain, &id);
}
