/*
 * help.c: help, made from the tables of commands, keys and options.
 */
#include "app/pages/help.h"

#include <string.h>

#include "app/pages/page.h"
#include "app/screen/say.h"

/* ---- Parts --------------------------------------------------------------- */

/* Defaults that methods have of their own. */
static void add_own_defaults(struct inlay_text *page,
                             const inlay_option *option)
{
    struct inlay_key method;

    if (strcmp(option->name, "method") == 0 ||
        !inlay_key_find("method", &method))
        return;
    for (const char *const *name = method.choices; *name; name++) {
        inlay_options *options = NULL;
        inlay_error err = {0};

        if (inlay_options_new(&options, &err) != INLAY_OK ||
            inlay_options_set(options, "method", *name, &err) != INLAY_OK) {
            inlay_text_fail(page, &err);
        } else {
            const char *own = inlay_options_get(options, option->name);

            if (strcmp(own, option->fallback) != 0)
                inlay_text_printf(page, ", %s for %s", own, *name);
        }
        inlay_options_free(options);
    }
}

/* A default that is called "default" needs no word more. */
void inlay_help_add_key(struct inlay_text *page, const struct inlay_key *key,
                        bool has_range)
{
    const char *before = " (";

    inlay_text_add(page, key->help);
    for (size_t i = 0; key->choices && key->choices[i]; i++, before = ", ")
        inlay_text_printf(page, "%s%s", before, key->choices[i]);
    if (has_range && key->fallback && !key->choices) {
        inlay_text_add(page, before);
        inlay_text_add_number(page, key->min);
        inlay_text_add(page, " to ");
        inlay_text_add_number(page, key->max);
        before = ", ";
    }
    if (key->fallback && strcmp(key->fallback, "default") != 0)
        inlay_text_printf(page, "%sdefault %s", *before == ',' ? "; " : before,
                          key->fallback);
    if (key->option && has_range)
        add_own_defaults(page, key->option);
    if (key->fallback)
        inlay_text_add(page, ")");
}

/* ---- Lists --------------------------------------------------------------- */

/* The head is on the page. */
static void add_key_help(struct inlay_text *page, const struct inlay_key *key,
                         bool has_range)
{
    struct inlay_text help = {0};

    inlay_help_add_key(&help, key, has_range);
    inlay_text_fail_as(page, &help);
    inlay_page_help(page, inlay_text_view(&help));
    inlay_text_clear(&help);
}

static void add_key(struct inlay_text *page, const struct inlay_key *key)
{
    inlay_text_printf(page, "  %s", key->name);
    add_key_help(page, key, true);
}

static void add_flag(struct inlay_text *page, const struct inlay_flag *flag)
{
    struct inlay_key key;

    inlay_text_add(page, "  ");
    if (flag->letter)
        inlay_text_printf(page, "-%c, ", flag->letter);
    inlay_text_printf(page, "--%s%s%s", flag->name, flag->what ? " " : "",
                      flag->what ? flag->what : "");
    if (flag->key && inlay_key_find(flag->key, &key))
        add_key_help(page, &key, false);
    else
        inlay_page_help(page, flag->help);
}

/* All flags of a command, or those of every command for NULL. */
static void add_flags(struct inlay_text *page,
                      const struct inlay_command *command)
{
    const bool has_json = !command || command->takes & INLAY_TAKES_JSON;
    const char *title = "", *before;
    struct inlay_flag flag;

    for (size_t i = 0; inlay_command_flag(command, i, &flag); i++) {
        if (flag.is_global && !has_json && strcmp(flag.name, "json") == 0)
            continue;
        before = title;
        title = flag.is_global ? "Flags of every command"
                : flag.key     ? "Keys of the study file, as flags"
                               : "Flags";
        if (strcmp(title, before) != 0)
            inlay_text_printf(page, "\n%s\n", title);
        add_flag(page, &flag);
    }
}

/* ---- Pages --------------------------------------------------------------- */

void inlay_help_overview(struct inlay_text *page)
{
    const struct inlay_command *command;
    enum inlay_exit code = INLAY_EXIT_OK;
    const char *meaning;

    inlay_text_add(page,
                   "inlay: Bayesian optimisation over real, integer and "
                   "categorical variables\n\n"
                   "Usage: inlay COMMAND [flags] ARGUMENTS\n\nCommands\n");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        inlay_text_printf(page, "  %s%s%s", command->name,
                          command->arguments[0] ? " " : "", command->arguments);
        inlay_page_help(page, command->summary);
    }
    inlay_text_add(
        page, "\nSTUDY is a study file (JSON), or its store NAME.inlay.\n");
    add_flags(page, NULL);
    inlay_text_add(page, "\nExit codes\n");
    for (size_t i = 0; (meaning = inlay_exit_meaning(i, &code)) != NULL; i++)
        inlay_text_printf(page, "  %3d  %s\n", (int)code, meaning);
    inlay_text_add(page,
                   "\n'inlay help COMMAND' explains a command, 'inlay help "
                   "study' the study file,\n'inlay help options' the settings "
                   "of the methods, 'inlay man' everything.\n");
}

void inlay_help_command(struct inlay_text *page,
                        const struct inlay_command *command)
{
    struct inlay_flag flag;
    const bool has_own =
        inlay_command_flag(command, 0, &flag) && !flag.is_global;

    inlay_text_printf(page, "Usage: inlay %s%s%s%s\n\n", command->name,
                      has_own ? " [flags]" : "",
                      command->arguments[0] ? " " : "", command->arguments);
    inlay_page_wrap(page, command->summary, 0);
    if (command->details[0]) {
        inlay_text_add(page, "\n");
        inlay_page_wrap(page, command->details, 0);
    }
    add_flags(page, command);
}

void inlay_help_study(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_page_wrap(page,
                    "A study file is a JSON object with these keys. Only "
                    "\"variables\" is required, and \"command\" to run it. "
                    "'inlay init' writes one.",
                    0);
    inlay_text_add(page, "\nKeys\n");
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        add_key(page, &key);
    inlay_text_add(
        page,
        "\nVariables\n" INLAY_HELP_VARIABLES "\nOptions\n"
        "  \"options\": {\"acquisition\": \"pes\", \"smac.trees\": 20}\n");
}

/* The methods, with a line of help each. */
static void add_methods(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_text_add(page, "\nMethods\n");
    for (size_t i = 0; inlay_key_find("method", &key) && key.choices[i]; i++) {
        inlay_text_printf(page, "  %s", key.choices[i]);
        inlay_page_help(page, key.option->choice_helps[i]);
    }
}

void inlay_help_options(struct inlay_text *page)
{
    const char *group = "";
    struct inlay_key key;

    inlay_page_wrap(
        page,
        "Settings of the methods. Most studies need none of them. On the "
        "command line: --option smac.trees=20, as often as you like. In a "
        "study file: \"options\": {\"smac.trees\": 20}.",
        0);
    add_methods(page);
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        if (strcmp(group, key.option->group) != 0)
            inlay_text_printf(page, "\nOptions of %s\n", key.option->group);
        group = key.option->group;
        add_key(page, &key);
    }
}

/* ---- Printing ------------------------------------------------------------ */

int inlay_help_print(const struct inlay_args *args, struct inlay_text *page)
{
    inlay_error err = {0};
    const inlay_status st = inlay_text_status(page, &err);

    if (st == INLAY_OK)
        inlay_say_result(inlay_text_view(page));
    inlay_text_clear(page);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
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
