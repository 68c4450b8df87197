/*
 * help.c: help, made from the tables of commands, keys and options.
 */
#include "app/pages/help.h"

#include <stdio.h>
#include <string.h>

#include "app/pages/page.h"
#include "app/screen/say.h"

/* ---- Parts --------------------------------------------------------------- */

void inlay_help_key(struct inlay_text *page, const struct inlay_plan_key *key)
{
    inlay_text_add(page, key->help);
    if (key->fallback)
        inlay_text_printf(page, " (default %s)", key->fallback);
}

static void add_choices(struct inlay_text *page, const char *const *choices)
{
    for (size_t i = 0; choices[i]; i++)
        inlay_text_printf(page, "%s%s", i > 0 ? ", " : "", choices[i]);
}

static const inlay_option *find_option(const char *name)
{
    size_t i = 0;

    while (strcmp(inlay_option_at(i)->name, name) != 0)
        i++;
    return inlay_option_at(i);
}

void inlay_help_methods_init(struct inlay_help_methods *m,
                             struct inlay_text *page)
{
    inlay_error err = {0};
    inlay_status st = INLAY_OK;

    *m = (struct inlay_help_methods){.is = find_option("method")};
    for (size_t k = 0;
         st == INLAY_OK && k < INLAY_MOST_METHODS && m->is->choices[k]; k++) {
        st = inlay_options_new(&m->of[k], &err);
        if (st == INLAY_OK)
            st = inlay_options_set(m->of[k], m->is->name, m->is->choices[k],
                                   &err);
    }
    if (st != INLAY_OK)
        inlay_text_fail(page, &err);
}

void inlay_help_methods_clear(struct inlay_help_methods *m)
{
    for (size_t k = 0; k < INLAY_MOST_METHODS; k++)
        inlay_options_free(m->of[k]);
}

void inlay_help_option(struct inlay_text *page, const inlay_option *option,
                       const struct inlay_help_methods *methods)
{
    inlay_text_printf(page, "%s (", option->help);
    if (option->type == INLAY_OPTION_CHOICE) {
        add_choices(page, option->choices);
    } else {
        inlay_text_add(page, "from ");
        inlay_text_add_number(page, option->min);
        inlay_text_add(page, " to ");
        inlay_text_add_number(page, option->max);
    }
    inlay_text_printf(page, "; default %s", option->fallback);
    for (size_t k = 0; k < INLAY_MOST_METHODS && option != methods->is; k++) {
        const char *own = inlay_options_get(methods->of[k], option->name);
        if (own && strcmp(own, option->fallback) != 0)
            inlay_text_printf(page, ", of %s %s", methods->is->choices[k], own);
    }
    inlay_text_add(page, ")");
}

const char *inlay_help_environment(size_t i, const char **meaning)
{
    static const struct {
        const char *name, *meaning;
    } row[] = {
        {"INLAY_TRIAL", "the number of the trial, from 1"},
        {"INLAY_SEED", "a seed for the evaluation's random numbers, another "
                       "for each trial"},
        {"INLAY_WORKDIR", "a folder of the trial's own, for its files"},
        {"INLAY_X_name", "the value of the variable name; bytes that a shell's "
                         "name cannot have are _"},
    };

    if (i >= sizeof row / sizeof *row)
        return NULL;
    *meaning = row[i].meaning;
    return row[i].name;
}

/* ---- Lists --------------------------------------------------------------- */

/* An item whose help is itself a page. */
static void add_item(struct inlay_text *page, const char *head,
                     struct inlay_text *help)
{
    inlay_page_item(page, head, inlay_text_view(help));
    inlay_text_fail_as(page, help);
    inlay_text_clear(help);
}

static void add_flag(struct inlay_text *page, const struct inlay_flag *flag)
{
    struct inlay_text head = {0};

    if (flag->letter)
        inlay_text_printf(&head, "-%c, ", flag->letter);
    inlay_text_printf(&head, "--%s%s%s", flag->name, flag->what ? " " : "",
                      flag->what ? flag->what : "");
    inlay_page_item(page, inlay_text_view(&head), flag->help);
    inlay_text_fail_as(page, &head);
    inlay_text_clear(&head);
}

static void add_own_flags(struct inlay_text *page,
                          const struct inlay_command *command)
{
    const struct inlay_flag *flag = command->flags;

    if (flag->name)
        inlay_text_add(page, "\nFlags\n");
    for (; flag->name; flag++)
        add_flag(page, flag);
}

static void add_global_flags(struct inlay_text *page, bool has_json)
{
    const struct inlay_flag *flag = inlay_command_global_flags();

    inlay_text_add(page, "\nFlags of every command\n");
    for (; flag->name; flag++)
        if (has_json || strcmp(flag->name, "json") != 0)
            add_flag(page, flag);
}

/* As flags of a command (before: "--"), or as keys of the file (""). */
static void add_keys(struct inlay_text *page, const char *before)
{
    const struct inlay_plan_key *key;
    const bool are_flags = before[0] != '\0';

    for (size_t i = 0; (key = inlay_plan_key_at(i)) != NULL; i++) {
        struct inlay_text help = {0};
        const struct inlay_dashed dashed = inlay_args_dashed(key->name);
        struct inlay_flag flag = {.name = dashed.text, .what = key->what};

        if (are_flags && key->type == INLAY_PLAN_VARIABLES)
            continue;
        inlay_help_key(&help, key);
        flag.help = inlay_text_view(&help);
        if (are_flags)
            add_flag(page, &flag);
        else
            inlay_page_item(page, key->name, flag.help);
        inlay_text_fail_as(page, &help);
        inlay_text_clear(&help);
    }
}

static void add_options(struct inlay_text *page, const char *before)
{
    struct inlay_help_methods methods;
    const inlay_option *option;

    inlay_help_methods_init(&methods, page);
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++) {
        const struct inlay_dashed dashed = inlay_args_dashed(option->name);
        struct inlay_text help = {0};
        char head[sizeof dashed.text + 2] = "";

        snprintf(head, sizeof head, "%s%s", before,
                 before[0] ? dashed.text : option->name);
        inlay_help_option(&help, option, &methods);
        add_item(page, head, &help);
    }
    inlay_help_methods_clear(&methods);
}

/* ---- Pages --------------------------------------------------------------- */

static void add_commands(struct inlay_text *page)
{
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        struct inlay_text head = {0};

        inlay_text_printf(&head, "%s%s%s", command->name,
                          command->arguments[0] ? " " : "", command->arguments);
        inlay_page_item(page, inlay_text_view(&head), command->summary);
        inlay_text_fail_as(page, &head);
        inlay_text_clear(&head);
    }
}

void inlay_help_overview(struct inlay_text *page)
{
    enum inlay_exit code = INLAY_EXIT_OK;
    const char *meaning;

    inlay_text_add(page,
                   "inlay: Bayesian optimisation over real, integer and "
                   "categorical variables\n\n"
                   "Usage: inlay COMMAND [flags] ARGUMENTS\n\nCommands\n");
    add_commands(page);
    inlay_text_add(page, "\nSTUDY is a study file (JSON), or its store "
                         "NAME.inlay.\n");
    add_global_flags(page, true);
    inlay_text_add(page, "\nExit codes\n");
    for (size_t i = 0; (meaning = inlay_exit_meaning(i, &code)) != NULL; i++)
        inlay_text_printf(page, "  %3d  %s\n", (int)code, meaning);
    inlay_text_add(page, "\n'inlay help COMMAND' shows what a command does, "
                         "'inlay help study' the keys\nof a study file, 'inlay "
                         "man' all of it.\n");
}

void inlay_help_command(struct inlay_text *page,
                        const struct inlay_command *command)
{
    inlay_text_printf(page, "Usage: inlay %s%s%s%s\n\n", command->name,
                      command->flags->name || command->takes_plan ? " [flags]"
                                                                  : "",
                      command->arguments[0] ? " " : "", command->arguments);
    inlay_page_wrap(page, command->summary, 0);
    if (command->details[0]) {
        inlay_text_add(page, "\n");
        inlay_page_wrap(page, command->details, 0);
    }
    add_own_flags(page, command);
    if (command->takes_plan) {
        inlay_text_add(page, "\nKeys of the study file, as flags\n");
        add_keys(page, "--");
    }
    if (command->takes_options) {
        inlay_text_add(page, "\nOptions of the method, as flags\n");
        add_options(page, "--");
    }
    add_global_flags(page, command->has_json);
}

void inlay_help_study(struct inlay_text *page)
{
    inlay_page_wrap(
        page,
        "A study file is a JSON object with these keys. Only "
        "\"variables\" is needed, and \"command\" to run it. 'inlay "
        "init' writes one.",
        0);
    inlay_text_add(page, "\nKeys\n");
    add_keys(page, "");
    inlay_text_add(
        page,
        "\nVariables\n"
        "  {\"name\": \"rate\",  \"type\": \"real\",        \"min\": 1e-5, "
        "\"max\": 1, \"scale\": \"log\"}\n"
        "  {\"name\": \"depth\", \"type\": \"integer\",     \"min\": 1, "
        "\"max\": "
        "6}\n"
        "  {\"name\": \"drop\",  \"type\": \"ordinal\",     \"values\": [0, "
        "0.1, "
        "0.5]}\n"
        "  {\"name\": \"act\",   \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tanh\"]}\n"
        "  {\"name\": \"bias\",  \"type\": \"boolean\"}\n"
        "\nOptions of the method\n");
    add_options(page, "");
}

/* ---- Printing ------------------------------------------------------------ */

int inlay_help_print(const struct inlay_args *args, struct inlay_text *page)
{
    inlay_error err = {0};

    return inlay_say_text(page, &err) == INLAY_OK
               ? INLAY_EXIT_OK
               : inlay_say_failure(args, &err);
}

int inlay_help_show(const struct inlay_args *args,
                    const struct inlay_command *command)
{
    struct inlay_text page = {0};

    if (command)
        inlay_help_command(&page, command);
    else
        inlay_help_overview(&page);
    return inlay_help_print(args, &page);
}
