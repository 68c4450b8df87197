/*
 * cmd_ask.c: inlay ask: the next configurations to evaluate.
 *
 * A suggested trial is in the store, so each is printed even if a later one
 * fails.
 */
#include <inttypes.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/told.h"
#include "app/pages/stranded.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "problem/space.h"

/* context: how many, which is 1 at first. */
static inlay_status read_number(const struct inlay_args *args, void *context,
                                inlay_error *err)
{
    return inlay_args_number(inlay_args_get(args, "number"), "--number",
                             INLAY_TOLD_MOST, context, err);
}

/* trial 7: rate=0.1 depth=3, in words of a shell; each as it is suggested. */
static inlay_status ask_plain(inlay_study *study, int64_t n, int64_t *n_asked,
                              inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (*n_asked = 0; st == INLAY_OK && *n_asked < n;) {
        struct inlay_text line = {0};
        inlay_trial trial;

        st = inlay_study_ask(study, &trial, err);
        if (st != INLAY_OK)
            break;
        ++*n_asked;
        inlay_text_printf(&line, "trial %" PRId64 ":", trial.id);
        inlay_readable_add_assignments(&line, inlay_study_space(study), trial.x,
                                       " ", "");
        inlay_text_add(&line, "\n");
        st = inlay_say_text(&line, err);
        inlay_say_works();
    }
    return st;
}

static inlay_status ask_json(inlay_study *study, int64_t n, bool is_list,
                             int64_t *n_asked, inlay_error *err)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    const inlay_status st = inlay_told_ask(study, n, is_list, &w, n_asked, err);

    if (*n_asked == 0)
        inlay_text_cut(&text, 0);
    if (*n_asked == 0 && st == INLAY_EXHAUSTED)
        inlay_text_add(&text, "{\"exhausted\": true}");
    inlay_text_add(&text, text.n > 0 ? "\n" : "");
    const inlay_status said =
        inlay_say_text(&text, st == INLAY_OK ? err : NULL);
    return st == INLAY_OK ? said : st;
}

/* To a message that all is suggested: which trials of that are lost. */
static inlay_status add_lost(const struct inlay_args *args,
                             const struct inlay_target *t, inlay_error *err)
{
    struct inlay_journal *journal = NULL;
    struct inlay_lost lost = {0};
    struct inlay_text line = {0};

    inlay_text_printf(&line, "%s; ", err->msg);
    const size_t from = line.n;
    if (inlay_journal_open(t->store_path, INLAY_STORE_READ, &journal, NULL) ==
            INLAY_OK &&
        inlay_lost_find(journal, inlay_target_terms(t), &lost, NULL) ==
            INLAY_OK)
        inlay_lost_add(&lost, args, &line);
    if (line.n > from && inlay_text_status(&line, NULL) == INLAY_OK)
        inlay_fail(err, INLAY_EXHAUSTED, "%s", line.bytes);
    inlay_journal_free(journal);
    inlay_text_clear(&lost.ids);
    inlay_text_clear(&line);
    return INLAY_EXHAUSTED;
}

static inlay_status ask(const struct inlay_args *args, struct inlay_target *t,
                        void *context, inlay_error *err)
{
    const int64_t n = *(int64_t *)context;
    const bool is_list = inlay_args_has(args, "number");
    int64_t n_asked = 0;
    inlay_status st = args->is_json
                          ? ask_json(t->study, n, is_list, &n_asked, err)
                          : ask_plain(t->study, n, &n_asked, err);

    if (st == INLAY_EXHAUSTED)
        st = add_lost(args, t, err);
    if (st != INLAY_EXHAUSTED || n_asked == 0)
        return st;
    inlay_say_warning(args, "only %" PRId64 " of %" PRId64 " trials: %s",
                      n_asked, n, err->msg);
    return INLAY_OK;
}

int inlay_cmd_ask(const struct inlay_args *args)
{
    int64_t n = 1;

    return inlay_target_do(args, read_number, INLAY_STORE_CREATE, ask, &n);
}
