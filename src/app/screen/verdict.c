/*
 * verdict.c: the best of a study for people, and for programs.
 */
#include "app/screen/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/answer.h"
#include "app/screen/line.h"
#include "app/pages/page.h"
#include "app/screen/say.h"
#include "app/screen/word.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"
#include "run/command.h"
#include "run/loop.h"

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

/* The command as it was run; words with an unknown placeholder, which could not
 * be run, as they stand. */
static void add_words(struct inlay_page *page, const struct inlay_plan *plan,
                      const struct inlay_command_trial *trial)
{
    for (size_t i = 0; i < plan->n_command; i++) {
        const char *word = plan->command[i];
        char **argv = NULL;

        if (page->st == INLAY_OK)
            page->st = inlay_command_expand(&word, 1, trial, &argv, page->err);
        if (page->st == INLAY_EINVAL)
            page->st = INLAY_OK;
        inlay_page_add(page, " ");
        add_word(page, argv ? argv[0] : word);
        inlay_command_free(argv);
    }
}

/* env and what the command has no {name} for, which its program finds in the
 * environment. */
static void add_environment(struct inlay_page *page,
                            const struct inlay_plan *plan,
                            const struct inlay_command_trial *trial)
{
    const size_t n = inlay_space_n_variables(plan->space);
    char **entries = NULL;
    size_t n_entries = 0;

    if (page->st == INLAY_OK)
        page->st = inlay_command_environment(NULL, trial, &entries, page->err);
    while (entries && entries[n_entries])
        n_entries++;
    assert(!entries || n_entries >= n);
    for (size_t i = 0, n_unused = 0; entries && i < n; i++) {
        if (inlay_plan_uses(plan, inlay_space_var(plan->space, i)->is.name))
            continue;
        inlay_page_add(page, n_unused++ == 0 ? " env " : " ");
        add_word(page, entries[n_entries - n + i]); /* variables come last */
    }
    inlay_command_free(entries);
}

static void add_command(struct inlay_page *page, const struct inlay_target *t,
                        const struct inlay_best *best)
{
    struct inlay_text folder = {0};
    char *trials = NULL;

    if (t->plan->n_command == 0)
        return;
    if (page->st == INLAY_OK)
        page->st = inlay_target_trials(t, &trials, page->err);
    if (page->st == INLAY_OK)
        page->st =
            inlay_loop_folder(trials, best->trial.id, &folder, page->err);
    const struct inlay_command_trial trial = {
        .space = t->plan->space,
        .x = best->recommended,
        .trial = best->trial.id,
        .seed = inlay_loop_seed(inlay_target_seed(t), best->trial.id),
        .workdir = folder.bytes,
    };
    inlay_page_add(page, "\n ");
    add_environment(page, t->plan, &trial);
    add_words(page, t->plan, &trial);
    inlay_page_add(page, "\n");
    inlay_text_clear(&folder);
    inlay_mem_free(trials);
}

static void add_rounded(struct inlay_page *page, double v)
{
    if (page->st == INLAY_OK)
        page->st = inlay_line_add_value(&page->text, v, page->err);
}

static void add_prediction(struct inlay_page *page, const inlay_prediction *p)
{
    if (!isfinite(p->mean) || !isfinite(p->sd))
        return;
    inlay_page_add(page, "the model's mean there is ");
    add_rounded(page, p->mean);
    inlay_page_add(page, ", its sd ");
    add_rounded(page, p->sd);
    inlay_page_add(page, "\n");
}

/* recommend=auto leaves the best trial for noise alone, but for pes and mes,
 * which have looked for the optimum of the mean. */
static const char *why_another(const inlay_options *o)
{
    const bool is_by_noise =
        strcmp(inlay_options_get(o, "recommend"), "auto") == 0 &&
        strcmp(inlay_options_get(o, "acquisition"), "ei") == 0;
    return is_by_noise ? "as values are noisy" : "where its mean is best";
}

/* What the model says of it, how the study stands, and how to use it. */
static void add_use(struct inlay_page *page, const struct inlay_target *t,
                    const struct inlay_best *best)
{
    add_prediction(page, &best->there);
    inlay_page_add(page, "%zu done, %zu failed, %zu pending\n\n", best->n_done,
                   best->n_failed, best->n_pending);
    add_lines(page, t->plan->space, best->trial.x);
    if (best->is_another) {
        inlay_page_add(page, "\nrecommended by the model, %s:\n",
                       why_another(inlay_study_options(t->study)));
        add_prediction(page, &best->at_recommended);
        inlay_page_add(page, "\n");
        add_lines(page, t->plan->space, best->recommended);
    }
    add_object(page, t->plan->space, best->recommended);
    add_command(page, t, best);
}

static inlay_status print_plain(const struct inlay_target *t,
                                const struct inlay_best *best, bool is_brief,
                                inlay_error *err)
{
    struct inlay_page page = {.err = err};
    char *text = NULL;

    inlay_page_add(&page, "best: trial %" PRId64 ", value ", best->trial.id);
    add_rounded(&page, best->trial.value);
    inlay_page_add(&page, "\n");
    if (!is_brief)
        add_use(&page, t, best);
    const inlay_status st = inlay_page_end(&page, &text);
    if (st == INLAY_OK)
        inlay_say_result(text);
    inlay_text_free(text);
    return st;
}

/* end is NULL where no run has ended. */
static inlay_status print_json(const struct inlay_target *t, const char *end,
                               const struct inlay_best *best, inlay_error *err)
{
    struct inlay_text line = {0};
    inlay_status st = INLAY_OK;

    if (end)
        st = inlay_text_printf(&line, err,
                               "{\"event\": \"end\", \"reason\": \"%s\", "
                               "\"best\": ",
                               end);
    if (st == INLAY_OK && best)
        st = inlay_best_add(&line, t->plan->space, best, err);
    else if (st == INLAY_OK)
        st = inlay_text_add(&line, "null", err);
    if (st == INLAY_OK)
        st = inlay_text_add(&line, end ? "}\n" : "\n", err);
    if (st == INLAY_OK)
        inlay_say_result(line.bytes);
    inlay_text_clear(&line);
    return st;
}

inlay_status inlay_verdict_print(const struct inlay_args *args,
                                 const struct inlay_target *target,
                                 const char *end, inlay_error *err)
{
    struct inlay_best best = {0};
    inlay_status st = inlay_best_init(&best, target->study, err);

    if (st == INLAY_ESTATE && end) /* a run in which nothing succeeded */
        return args->is_json ? print_json(target, end, NULL, err) : INLAY_OK;
    const bool is_brief = end && args->is_quiet;
    if (st == INLAY_OK && end && !args->is_json && !is_brief)
        inlay_say_result("\n");
    if (st == INLAY_OK)
        st = args->is_json ? print_json(target, end, &best, err)
                           : print_plain(target, &best, is_brief, err);
    inlay_best_clear(&best);
    return st;
}
