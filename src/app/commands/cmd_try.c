/*
 * cmd_try.c: inlay try: one evaluation, which no study counts.
 *
 * A study in memory is asked for its first configuration; another one runs it by
 * the loop that runs all trials, so what works here works there.  Nothing is
 * retried, and the store is not opened.
 */
#include <math.h>
#include <signal.h>
#include <string.h>

#include "app/commands/assign.h"
#include "app/commands/cmd.h"
#include "app/commands/init.h"
#include "app/commands/target.h"
#include "app/exchange/trial_json.h"
#include "app/pages/best.h"
#include "app/pages/page.h"
#include "app/screen/limits.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/foreign.h"
#include "run/command.h"
#include "run/local.h"
#include "run/loop.h"
#include "run/result.h"
#include "run/tail.h"
#include "study/tell.h"

extern char **environ;

enum { TAIL_LINES = 8 };

/* The one evaluation. */
struct attempt {
    const struct inlay_args *args;
    const struct inlay_target *target;
    inlay_study *study; /* in memory */
    inlay_value *x;
    char *trials; /* the folder that has the trial's */
    /* How it ended. */
    bool is_done;
    double value, seconds;
    char *why;
};

/* The values of all outputs; NULL: it is not done. */
static const double *values_of(const struct attempt *a)
{
    inlay_trial trial;

    return a->is_done &&
                   inlay_study_trial(a->study, 1, &trial, NULL) == INLAY_OK
               ? trial.values
               : NULL;
}

static void clear_attempt(struct attempt *a)
{
    inlay_study_free(a->study);
    inlay_mem_free(a->x);
    inlay_mem_free(a->trials);
    inlay_mem_free(a->why);
    *a = (struct attempt){0};
}

/* ---- Which configuration ---- */

/* --set NAME=VALUE, as often as it is given. */
static inlay_status set_values(struct attempt *a, inlay_error *err)
{
    const inlay_space *space = a->target->file->space;
    bool is_given[INLAY_MAX_VARIABLES] = {0};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < a->args->n_flags; i++)
        if (strcmp(a->args->flags[i].name, "set") == 0)
            st = inlay_assign(space, a->args->flags[i].value, a->x, is_given,
                              err);
    return st == INLAY_OK ? inlay_space_check(space, a->x, a->x, err) : st;
}

/* Values that are given replace those of the first suggestion, which is in the
 * middle of all ranges. */
static inlay_status choose(struct attempt *a, inlay_error *err)
{
    const struct inlay_study_file *file = a->target->file;
    const size_t n = inlay_space_n_variables(file->space);
    inlay_study *first = NULL;
    inlay_trial trial;
    inlay_status st = inlay_study_new(file->space, file->options, &first, err);

    if (st == INLAY_OK)
        st = inlay_study_ask(first, &trial, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        a->x[i] = trial.x[i]; /* a text stays with the file's space */
        if (a->x[i].text)
            a->x[i].text =
                inlay_space_var(file->space, i)->is.labels[trial.x[i].integer];
    }
    if (st == INLAY_OK)
        st = set_values(a, err);
    inlay_study_free(first);
    return st;
}

static inlay_status prepare(struct attempt *a, inlay_error *err)
{
    const struct inlay_study_file *file = a->target->file;
    inlay_status st = inlay_init_check_command(a->args->words[0], file, err);

    a->x = inlay_mem_new(inlay_space_n_variables(file->space), sizeof *a->x);
    if (!a->x)
        return inlay_fail_memory(err, "a configuration");
    if (st == INLAY_OK) {
        inlay_init_warn_unused(a->args, file, false);
        st = choose(a, err);
    }
    if (st == INLAY_OK)
        st = inlay_target_folder(a->target, ".try", &a->trials, err);
    if (st == INLAY_OK)
        st = inlay_study_new(file->space, file->options, &a->study, err);
    return st == INLAY_OK ? inlay_study_enqueue(a->study, a->x, err) : st;
}

/* ---- The evaluation ---- */

static void listen_to(const struct inlay_loop_news *news, void *context)
{
    struct attempt *a = context;

    if (news->kind == INLAY_NEWS_DONE || news->kind == INLAY_NEWS_FAILED) {
        a->is_done = news->kind == INLAY_NEWS_DONE;
        a->value = news->value;
        a->seconds = news->seconds;
    }
    if (news->kind == INLAY_NEWS_FAILED && news->why)
        a->why = inlay_mem_text(news->why);
}

static inlay_status evaluate(struct attempt *a, inlay_error *err)
{
    static const volatile sig_atomic_t wish = 0;
    const struct inlay_study_file *file = a->target->file;
    const struct inlay_loop_options options = {
        .command = file->command,
        .n_command = file->n_command,
        .environment = environ,
        .folder = a->target->folder,
        .trials_folder = a->trials,
        .budget = 1,
        .n_parallel = 1,
        .timeout = file->timeout,
        .grace = file->grace,
        .memory = (uint64_t)file->memory_mib << 20,
        .seed = inlay_target_seed(a->target),
    };
    struct inlay_loop loop = {.study = a->study,
                              .options = &options,
                              .listener = listen_to,
                              .context = a,
                              .wish = &wish};
    enum inlay_loop_end end;
    inlay_status st = inlay_local_new(&loop.runner, err);

    if (st == INLAY_OK)
        st = inlay_loop_run(&loop, &end, err);
    inlay_runner_free(loop.runner);
    return st;
}

/* ---- What is said ---- */

static void add_stream(const struct attempt *a, const char *name,
                       struct inlay_text *page)
{
    struct inlay_text path = {0}, lines = {0};

    inlay_loop_folder(a->trials, 1, &path);
    inlay_text_printf(&path, "/%s", name);
    inlay_tail_add(inlay_text_view(&path), TAIL_LINES, &lines);
    inlay_text_printf(page, "%s:%s\n", name, lines.n > 0 ? "" : " nothing");
    for (const char *at = inlay_text_view(&lines); *at;) {
        const size_t n = strcspn(at, "\n");

        inlay_text_printf(page, "  | %.*s\n", (int)n, at);
        at += at[n] ? n + 1 : n;
    }
    inlay_text_fail_as(page, &path);
    inlay_text_fail_as(page, &lines);
    inlay_text_clear(&path);
    inlay_text_clear(&lines);
}

/* What was printed beside the value. */
static inlay_status read_result(const struct attempt *a,
                                struct inlay_result *result, inlay_error *err)
{
    const inlay_options *options = inlay_study_options(a->study);
    const inlay_output *objective =
        inlay_options_output(options, inlay_options_objective(options));
    struct inlay_text path = {0};

    inlay_loop_folder(a->trials, 1, &path);
    inlay_text_add(&path, "/stdout");
    inlay_status st = inlay_text_status(&path, err);
    if (st == INLAY_OK)
        st = inlay_result_read(path.bytes, objective->name, result, err);
    if (st == INLAY_OK)
        st = inlay_result_take_variance(result, inlay_study_outputs(a->study),
                                        err);
    inlay_text_clear(&path);
    return st;
}

static void add_command(const struct attempt *a, struct inlay_text *page)
{
    struct inlay_text folder = {0};

    inlay_loop_folder(a->trials, 1, &folder);
    const struct inlay_command_trial trial = {
        .space = a->target->file->space,
        .x = a->x,
        .trial = 1,
        .seed = inlay_loop_seed(inlay_target_seed(a->target), 1),
        .workdir = inlay_text_view(&folder),
    };
    inlay_best_add_command(page, a->target->file, &trial);
    inlay_text_fail_as(page, &folder);
    inlay_text_clear(&folder);
}

static void add_limits(const struct attempt *a, struct inlay_text *page)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(a->study);
    const double *values = values_of(a);

    if (!values)
        return;
    inlay_limits_add_table(page, outputs, values);
    if (inlay_outputs_violation(outputs, values) > 0.0)
        inlay_text_add(page, "outside the limits: such a trial is done, but "
                             "not the best\n");
}

/* A metric whose name says that it tells of the noise: that is not believed. */
static void add_hint(const struct inlay_result *r, struct inlay_text *page)
{
    json_t *json = NULL;

    if (!r->metrics || !isnan(r->variance) ||
        inlay_json_parse(r->metrics, strlen(r->metrics), &json, NULL) !=
            INLAY_OK)
        return;
    for (void *at = json_object_iter(json); at;
         at = json_object_iter_next(json, at)) {
        const char *key = json_object_iter_key(at);
        const char *meant = inlay_foreign_at(INLAY_FOREIGN_RESULT, key, 0);

        if (!meant || !json_is_number(json_object_iter_value(at)))
            continue;
        inlay_text_printf(page, "\"%s\" is only kept",
                          inlay_shown_text(key).text);
        inlay_foreign_add_guess(page, &meant, 1);
        inlay_text_add(page, "\n");
    }
    json_decref(json);
}

static void add_words(const struct attempt *a, const struct inlay_result *r,
                      struct inlay_text *page)
{
    inlay_text_add(page, "command:");
    add_command(a, page);
    inlay_text_add(page, "\n");
    add_stream(a, "stdout", page);
    add_stream(a, "stderr", page);
    inlay_text_printf(page, "time: %.*f s\n", a->seconds < 1.0 ? 3 : 1,
                      a->seconds);
    if (!a->is_done) {
        inlay_text_add(page, "failed: ");
        inlay_harmless_add(page, a->why ? a->why : "no reason given");
        inlay_text_add(page, "\n");
        return;
    }
    inlay_text_printf(page, "result: %s",
                      inlay_readable_number(a->value, 6).text);
    if (r->key[0])
        inlay_text_printf(page, ", of \"%s\", the only number", r->key);
    if (!isnan(r->variance))
        inlay_text_printf(page, ", variance %s",
                          inlay_readable_number(r->variance, 6).text);
    if (r->metrics) {
        inlay_text_add(page, "; also ");
        inlay_harmless_add(page, r->metrics);
    }
    inlay_text_add(page, "\n");
    add_hint(r, page);
    add_limits(a, page);
}

static void add_json(const struct attempt *a, const struct inlay_result *r,
                     struct inlay_text *page)
{
    struct inlay_json_writer w = {.text = page};
    struct inlay_text command = {0};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_configuration_add_object(inlay_json_write_value(&w, "x"),
                                   a->target->file->space, a->x);
    add_command(a, &command);
    inlay_json_write_bytes(&w, "command",
                           inlay_text_view(&command) + (command.n > 0));
    inlay_json_write_number(&w, "y", a->is_done ? a->value : NAN);
    if (a->is_done && !isnan(r->variance))
        inlay_json_write_number(&w, inlay_variance_key, r->variance);
    if (values_of(a)) {
        inlay_trial_json_values(&w, inlay_study_outputs(a->study),
                                values_of(a));
        inlay_best_write_margins(&w, inlay_study_outputs(a->study),
                                 values_of(a));
    }
    if (!a->is_done)
        inlay_json_write_bytes(&w, "why", a->why ? a->why : "");
    if (r->metrics)
        inlay_text_add(inlay_json_write_value(&w, "metrics"), r->metrics);
    if (r->key[0])
        inlay_json_write_bytes(&w, "taken", r->key);
    inlay_json_write_number(&w, "seconds", a->seconds);
    inlay_json_end(&w);
    inlay_text_add(page, "\n");
    inlay_text_fail_as(page, &command);
    inlay_text_clear(&command);
}

static inlay_status say(const struct attempt *a, inlay_error *err)
{
    struct inlay_result result = {0};
    struct inlay_text page = {0};
    inlay_status st = read_result(a, &result, err);

    if (st == INLAY_OK && a->args->is_json)
        add_json(a, &result, &page);
    else if (st == INLAY_OK)
        add_words(a, &result, &page);
    inlay_result_clear(&result);
    if (st == INLAY_OK)
        return inlay_say_text(&page, err);
    inlay_text_clear(&page);
    return st;
}

/* context: where the exit code goes. */
static inlay_status try_once(const struct inlay_args *args,
                             struct inlay_target *target, void *context,
                             inlay_error *err)
{
    struct attempt a = {.args = args, .target = target};
    inlay_status st = prepare(&a, err);

    if (st == INLAY_OK)
        st = evaluate(&a, err);
    if (st == INLAY_OK)
        st = say(&a, err);
    *(int *)context = a.is_done ? INLAY_EXIT_OK : INLAY_EXIT_FAILED;
    clear_attempt(&a);
    return st;
}

int inlay_cmd_try(const struct inlay_args *args)
{
    int code = INLAY_EXIT_OK;
    const int failure =
        inlay_target_do(args, NULL, INLAY_TARGET_FIND, try_once, &code);

    return failure != INLAY_EXIT_OK ? failure : code;
}
