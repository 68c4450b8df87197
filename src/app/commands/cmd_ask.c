/*
 * cmd_ask.c: inlay ask: the next configurations to evaluate.
 *
 * A trial that was asked is in the store; so each is printed even where a later
 * one fails.
 */
#include <inttypes.h>

#include "app/exchange/answer.h"
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

static void add_json(struct inlay_text *text, const inlay_space *space,
                     const inlay_trial *t)
{
    inlay_text_add(text, text->n > 0 ? ", " : "");
    inlay_answer_add_asked(text, space, t);
}

/* Trials as they are asked; JSON is kept in *json. */
static inlay_status ask(const struct inlay_args *args, inlay_study *study,
                        int64_t n, struct inlay_text *json, int64_t *n_asked,
                        inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    inlay_status st = INLAY_OK;

    for (*n_asked = 0; st == INLAY_OK && *n_asked < n; ++*n_asked) {
        struct inlay_text line = {0};
        inlay_trial trial;

        st = inlay_study_ask(study, &trial, err);
        if (st != INLAY_OK)
            break;
        if (args->is_json) {
            add_json(json, space, &trial);
            st = inlay_text_status(json, err);
        } else {
            add_plain(&line, space, &trial);
            st = inlay_say_text(&line, err);
            inlay_say_works();
        }
    }
    return st;
}

static void print_json(const struct inlay_args *args,
                       const struct inlay_text *json, bool is_exhausted)
{
    const bool is_list = inlay_args_has(args, "number");

    if (json->n == 0 && !is_exhausted)
        return; /* failed: there is a message */
    if (json->n == 0) {
        inlay_say_result("{\"exhausted\": true}\n");
        return;
    }
    inlay_say_result(is_list ? "{\"trials\": [" : "");
    inlay_say_result(json->bytes);
    inlay_say_result(is_list ? "]}\n" : "\n");
}

int inlay_cmd_ask(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct inlay_text json = {0};
    inlay_error err = {0};
    int64_t n = 0, n_asked = 0;
    inlay_status st = read_number(args, &n, &err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_STORE_CREATE, &target, &err);
    if (st == INLAY_OK)
        st = ask(args, target.study, n, &json, &n_asked, &err);
    if (args->is_json)
        print_json(args, &json, st == INLAY_EXHAUSTED);
    if (st == INLAY_EXHAUSTED && n_asked > 0) {
        inlay_say_warning(args, "%" PRId64 " of %" PRId64 ": %s", n_asked, n,
                          err.msg);
        st = INLAY_OK;
    }
    inlay_text_clear(&json);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
