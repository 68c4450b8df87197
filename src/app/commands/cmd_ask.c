/*
 * cmd_ask.c: inlay ask: the next configurations to evaluate.
 *
 * A trial that was asked is in the store; so each is printed even where a later
 * one fails.
 */
#include <inttypes.h>

#include "app/exchange/trial_json.h"
#include "app/commands/cmd.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "app/screen/shell.h"
#include "base/error.h"
#include "problem/configuration.h"
#include "problem/space.h"

enum { MAX_ASKED = 10000 };

static inlay_status read_number(const struct inlay_args *args, int64_t *n,
                                inlay_error *err)
{
    const char *text = inlay_args_get(args, "number");

    *n = 1;
    if (text && (!inlay_text_to_integer(text, n) || *n < 1 || *n > MAX_ASKED))
        return inlay_fail(err, INLAY_EINVAL,
                          "--number: '%s' is not a whole number between 1 and "
                          "%d",
                          inlay_shown_text(text).text, MAX_ASKED);
    return INLAY_OK;
}

/* trial 7: rate=0.1 depth=3, in words of a shell. */
static void add_plain(struct inlay_text *text, const inlay_space *space,
                      const inlay_trial *t)
{
    inlay_text_printf(text, "trial %" PRId64 ":", t->id);
    inlay_shell_add_configuration(text, space, t->x, " ", "");
    inlay_text_add(text, "\n");
}

/* Trials as they are asked; JSON is left in w. */
static inlay_status ask(const struct inlay_args *args, inlay_study *study,
                        int64_t n, struct inlay_json_writer *w,
                        int64_t *n_asked, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    inlay_status st = INLAY_OK;

    for (*n_asked = 0; *n_asked < n; ++*n_asked) {
        struct inlay_text line = {0};
        inlay_trial trial;

        st = inlay_study_ask(study, &trial, err);
        if (st != INLAY_OK)
            break;
        if (args->is_json) {
            inlay_trial_json_write_asked(w, space, &trial);
            continue;
        }
        add_plain(&line, space, &trial);
        st = inlay_say_text(&line, err);
        if (st != INLAY_OK)
            break;
        inlay_say_works();
    }
    return st;
}

/* Those that were asked, although a later one failed. */
static inlay_status ask_json(const struct inlay_args *args, inlay_study *study,
                             int64_t n, int64_t *n_asked, inlay_error *err)
{
    const bool is_list = inlay_args_has(args, "number");
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    if (is_list) {
        inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
        inlay_json_begin_array(&w, "trials", INLAY_JSON_LINE);
    }
    const inlay_status st = ask(args, study, n, &w, n_asked, err);
    for (int i = 0; is_list && i < 2; i++)
        inlay_json_end(&w);
    if (*n_asked == 0)
        inlay_text_cut(&text, 0);
    if (*n_asked == 0 && st == INLAY_EXHAUSTED)
        inlay_text_add(&text, "{\"exhausted\": true}");
    inlay_text_add(&text, text.n > 0 ? "\n" : "");
    const inlay_status said =
        inlay_say_text(&text, st == INLAY_OK ? err : NULL);
    return st == INLAY_OK ? said : st;
}

int inlay_cmd_ask(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    inlay_error err = {0};
    int64_t n = 0, n_asked = 0;
    inlay_status st = read_number(args, &n, &err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_STORE_CREATE, &target, &err);
    if (st == INLAY_OK)
        st = args->is_json ? ask_json(args, target.study, n, &n_asked, &err)
                           : ask(args, target.study, n, NULL, &n_asked, &err);
    if (st == INLAY_EXHAUSTED && n_asked > 0) {
        inlay_say_warning(args, "%" PRId64 " of %" PRId64 ": %s", n_asked, n,
                          err.msg);
        st = INLAY_OK;
    }
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
