/*
 * best_page.c: the best of a study for people, and for programs.
 */
#include "app/screen/best_page.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/best.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "app/screen/shell.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"
#include "run/command.h"
#include "run/loop.h"

/* The command as it was run; words with an unknown placeholder, which could not
 * be run, as they stand. */
static void add_words(struct inlay_text *page,
                      const struct inlay_study_file *file,
                      const struct inlay_command_trial *trial)
{
    for (size_t i = 0; i < file->n_command; i++) {
        const char *word = file->command[i];
        char **argv = NULL;
        inlay_error err = {0};

        if (inlay_command_expand(&word, 1, trial, &argv, &err) == INLAY_ENOMEM)
            inlay_text_fail(page, &err);
        inlay_text_add(page, " ");
        inlay_shell_add(page, argv ? argv[0] : word);
        inlay_command_free(argv);
    }
}

/* env and what the command has no {name} for, which its program finds in the
 * environment. */
static void add_environment(struct inlay_text *page,
                            const struct inlay_study_file *file,
                            const struct inlay_command_trial *trial)
{
    const size_t n = inlay_space_n_variables(file->space);
    inlay_error err = {0};
    char **entries = NULL;
    size_t n_entries = 0;

    if (inlay_command_environment(NULL, trial, &entries, &err) != INLAY_OK)
        inlay_text_fail(page, &err);
    while (entries && entries[n_entries])
        n_entries++;
    assert(!entries || n_entries >= n);
    for (size_t i = 0, n_unused = 0; entries && i < n; i++) {
        if (inlay_study_file_uses(file,
                                  inlay_space_var(file->space, i)->is.name))
            continue;
        inlay_text_add(page, n_unused++ == 0 ? " env " : " ");
        /* variables come last */
        inlay_shell_add(page, entries[n_entries - n + i]);
    }
    inlay_command_free(entries);
}

static void add_command(struct inlay_text *page, const struct inlay_target *t,
                        const struct inlay_best *best)
{
    struct inlay_text folder = {0};
    inlay_error err = {0};
    char *trials = NULL;

    if (t->file->n_command == 0)
        return;
    if (inlay_target_trials(t, &trials, &err) != INLAY_OK) {
        inlay_text_fail(page, &err);
        return;
    }
    inlay_loop_folder(trials, best->trial.id, &folder);
    const struct inlay_command_trial trial = {
        .space = t->file->space,
        .x = best->recommended,
        .trial = best->trial.id,
        .seed = inlay_loop_seed(inlay_target_seed(t), best->trial.id),
        .workdir = inlay_text_view(&folder),
    };
    inlay_text_add(page, "\n ");
    add_environment(page, t->file, &trial);
    add_words(page, t->file, &trial);
    inlay_text_add(page, "\n");
    inlay_text_clear(&folder);
    inlay_mem_free(trials);
}

static void add_prediction(struct inlay_text *page, const inlay_prediction *p)
{
    if (!isfinite(p->mean) || !isfinite(p->sd))
        return;
    inlay_text_printf(page, "the model's mean there is %s, its sd %s\n",
                      inlay_readable_number(p->mean, 6).text,
                      inlay_readable_number(p->sd, 6).text);
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
static void add_use(struct inlay_text *page, const struct inlay_target *t,
                    const struct inlay_best *best)
{
    const inlay_space *space = t->file->space;

    add_prediction(page, &best->there);
    inlay_text_printf(page, "%zu done, %zu failed, %zu pending\n\n",
                      best->n_done, best->n_failed, best->n_pending);
    inlay_shell_add_configuration(page, space, best->trial.x, "  ", "\n");
    if (best->is_another) {
        inlay_text_printf(page, "\nrecommended by the model, %s:\n",
                          why_another(inlay_study_options(t->study)));
        add_prediction(page, &best->at_recommended);
        inlay_text_add(page, "\n");
        inlay_shell_add_configuration(page, space, best->recommended, "  ",
                                      "\n");
    }
    inlay_text_add(page, "\n  ");
    inlay_configuration_add_object(page, space, best->recommended);
    inlay_text_add(page, "\n");
    add_command(page, t, best);
}

static inlay_status print_plain(const struct inlay_target *t, bool is_brief,
                                const struct inlay_best *best, inlay_error *err)
{
    struct inlay_text page = {0};

    inlay_text_printf(&page, "best: trial %" PRId64 ", value %s\n",
                      best->trial.id,
                      inlay_readable_number(best->trial.value, 6).text);
    if (!is_brief)
        add_use(&page, t, best);
    return inlay_say_text(&page, err);
}

/* end is NULL where no run has ended. */
static inlay_status print_json(const struct inlay_target *t, const char *end,
                               const struct inlay_best *best, inlay_error *err)
{
    struct inlay_text line = {0};
    struct inlay_json_writer w = {.text = &line};

    if (end) {
        inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(&w, "event", "end");
        inlay_json_write_text(&w, "reason", end);
    }
    if (best)
        inlay_best_write(&w, end ? "best" : NULL, t->file->space, best);
    else
        inlay_json_write_null(&w, "best");
    if (end)
        inlay_json_end(&w);
    inlay_text_add(&line, "\n");
    return inlay_say_text(&line, err);
}

inlay_status inlay_best_page_print(const struct inlay_args *args,
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
                           : print_plain(target, is_brief, &best, err);
    inlay_best_clear(&best);
    return st;
}
