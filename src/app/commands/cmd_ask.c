/*
 * cmd_ask.c: inlay ask: the next configurations to evaluate.
 *
 * A trial that was asked is in the store; so each is printed even where a later
 * one fails.
 */
#include <inttypes.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/trial_list.h"
#include "app/screen/say.h"
#include "app/screen/shell.h"
#include "base/error.h"
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
static inlay_status print_plain(const inlay_space *space, const inlay_trial *t,
                                inlay_error *err)
{
    struct inlay_text line = {0};

    inlay_text_printf(&line, "trial %" PRId64 ":", t->id);
    inlay_shell_add_configuration(&line, space, t->x, " ", "");
    inlay_text_add(&line, "\n");
    const inlay_status st = inlay_say_text(&line, err);
    inlay_say_works();
    return st;
}

/* Trials as they are asked; plain where w is NULL. */
static inlay_status ask_each(inlay_study *study, int64_t n,
                             struct inlay_json_writer *w, int64_t *n_asked,
                             inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    inlay_status st = INLAY_OK;

    for (*n_asked = 0; st == INLAY_OK && *n_asked < n;) {
        inlay_trial trial;

        st = inlay_study_ask(study, &trial, err);
        if (st != INLAY_OK)
            break;
        ++*n_asked;
        if (w)
            inlay_trial_json_write_asked(w, space, &trial);
        else
            st = print_plain(space, &trial, err);
    }
    return st;
}

/* Those that were asked, although a later one failed. */
static inlay_status ask_json(inlay_study *study, int64_t n, bool is_list,
                             int64_t *n_asked, inlay_error *err)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    if (is_list) {
        inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
        inlay_json_begin_array(&w, "trials", INLAY_JSON_LINE);
    }
    const inlay_status st = ask_each(study, n, &w, n_asked, err);
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

static inlay_status ask(const struct inlay_args *args, struct inlay_target *t,
                        void *context, inlay_error *err)
{
    const int64_t n = *(int64_t *)context;
    const bool is_list = inlay_args_has(args, "number");
    int64_t n_asked = 0;
    const inlay_status st = args->is_json
                                ? ask_json(t->study, n, is_list, &n_asked, err)
                                : ask_each(t->study, n, NULL, &n_asked, err);

    if (st != INLAY_EXHAUSTED || n_asked == 0)
        return st;
    inlay_say_warning(args, "%" PRId64 " of %" PRId64 ": %s", n_asked, n,
                      err->msg);
    return INLAY_OK;
}

int inlay_cmd_ask(const struct inlay_args *args)
{
    int64_t n = 1;
    inlay_error err = {0};

    return read_number(args, &n, &err) == INLAY_OK
               ? inlay_target_do(args, INLAY_STORE_CREATE, ask, &n)
               : inlay_say_failure(args, &err);
}
