/*
 * cmd_best.c: inlay best: the best configuration, ready to be used.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/answer.h"
#include "app/cmd.h"
#include "app/page.h"
#include "app/say.h"
#include "app/target.h"
#include "app/word.h"
#include "base/error.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* Adds what `fn` of word.h makes of s to the page. */
static void add_word(struct inlay_page *page, const char *s)
{
    struct inlay_text word = {0};

    if (page->st == INLAY_OK)
        page->st = inlay_word_add_shell(&word, s, page->err);
    if (page->st == INLAY_OK)
        inlay_page_add(page, "%s", word.bytes);
    inlay_text_clear(&word);
}

/* *text := the plain value. */
static void plain_value(struct inlay_page *page, const inlay_value *v,
                        struct inlay_text *text)
{
    text->n = 0;
    if (page->st == INLAY_OK)
        page->st = inlay_configuration_add_plain(text, v, page->err);
}

static void add_lines(struct inlay_page *page, const inlay_space *space,
                      const inlay_value *x)
{
    struct inlay_text value = {0};

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        plain_value(page, &x[i], &value);
        inlay_page_add(page, "  ");
        add_word(page, inlay_space_var(space, i)->is.name);
        inlay_page_add(page, "=");
        if (page->st == INLAY_OK)
            add_word(page, value.bytes);
        inlay_page_add(page, "\n");
    }
    inlay_text_clear(&value);
}

static void add_object(struct inlay_page *page, const inlay_space *space,
                       const inlay_value *x)
{
    inlay_page_add(page, "\n  ");
    if (page->st == INLAY_OK)
        page->st =
            inlay_configuration_add_object(&page->text, space, x, page->err);
    inlay_page_add(page, "\n");
}

/* The variable whose {name} stands at `at`; *n is its length with braces. */
static bool find_placeholder(const inlay_space *space, const char *at,
                             size_t *i, size_t *n)
{
    for (*i = 0; *i < inlay_space_n_variables(space); ++*i) {
        const char *name = inlay_space_var(space, *i)->is.name;

        *n = strlen(name) + 2;
        if (at[0] == '{' && strncmp(at + 1, name, *n - 2) == 0 &&
            at[*n - 1] == '}')
            return true;
    }
    return false;
}

/* A word of the command with the values in their places. */
static void fill_word(struct inlay_page *page, const inlay_space *space,
                      const inlay_value *x, const char *word)
{
    struct inlay_text filled = {0}, value = {0};
    size_t i, n;

    while (page->st == INLAY_OK && *word) {
        const bool is_value = find_placeholder(space, word, &i, &n);

        if (is_value)
            plain_value(page, &x[i], &value);
        if (page->st == INLAY_OK)
            page->st = is_value
                           ? inlay_text_add(&filled, value.bytes, page->err)
                           : inlay_text_add_bytes(&filled, word, 1, page->err);
        word += is_value ? n : 1;
    }
    if (page->st == INLAY_OK)
        add_word(page, filled.n ? filled.bytes : "");
    inlay_text_clear(&filled);
    inlay_text_clear(&value);
}

static void add_command(struct inlay_page *page, const struct inlay_plan *plan,
                        const inlay_value *x)
{
    if (plan->n_command == 0)
        return;
    inlay_page_add(page, "\n ");
    for (size_t i = 0; i < plan->n_command; i++) {
        inlay_page_add(page, " ");
        fill_word(page, plan->space, x, plan->command[i]);
    }
    inlay_page_add(page, "\n");
}

static void add_prediction(struct inlay_page *page, const inlay_prediction *p)
{
    if (!isfinite(p->mean) || !isfinite(p->sd))
        return;
    inlay_page_add(page, "the model's mean there is ");
    inlay_page_number(page, p->mean);
    inlay_page_add(page, ", its sd ");
    inlay_page_number(page, p->sd);
    inlay_page_add(page, "\n");
}

static inlay_status print(const struct inlay_target *t,
                          const struct inlay_best *best, inlay_error *err)
{
    struct inlay_page page = {.err = err};
    char *text = NULL;

    inlay_page_add(&page, "best: trial %" PRId64 ", value ", best->trial.id);
    inlay_page_number(&page, best->trial.value);
    inlay_page_add(&page, "\n");
    add_prediction(&page, &best->there);
    inlay_page_add(&page, "%zu done, %zu failed, %zu pending\n\n", best->n_done,
                   best->n_failed, best->n_pending);
    add_lines(&page, t->plan->space, best->trial.x);
    if (best->is_another) {
        inlay_page_add(&page, "\nrecommended by the model, as values are "
                              "noisy:\n");
        add_prediction(&page, &best->at_recommended);
        inlay_page_add(&page, "\n");
        add_lines(&page, t->plan->space, best->recommended);
    }
    add_object(&page, t->plan->space, best->recommended);
    add_command(&page, t->plan, best->recommended);
    const inlay_status st = inlay_page_end(&page, &text);
    if (st == INLAY_OK)
        inlay_say_result(text);
    inlay_text_free(text);
    return st;
}

static inlay_status print_json(const struct inlay_target *t,
                               const struct inlay_best *best, inlay_error *err)
{
    struct inlay_text line = {0};
    inlay_status st = inlay_best_add(&line, t->plan->space, best, err);

    if (st == INLAY_OK)
        st = inlay_text_add(&line, "\n", err);
    if (st == INLAY_OK)
        inlay_say_result(line.bytes);
    inlay_text_clear(&line);
    return st;
}

int inlay_cmd_best(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct inlay_best best = {0};
    inlay_error err = {0};
    inlay_status st = inlay_target_open(args, INLAY_STORE_READ, &target, &err);

    if (st == INLAY_OK)
        st = inlay_best_init(&best, target.study, &err);
    if (st == INLAY_OK)
        st = args->is_json ? print_json(&target, &best, &err)
                           : print(&target, &best, &err);
    inlay_best_clear(&best);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
