/*
 * help.c: help, made from the tables of commands, keys and options.
 */
#include "app/pages/help.h"

#include <string.h>

#include "app/pages/page.h"
#include "app/screen/say.h"

/* ---- Parts --------------------------------------------------------------- */

/* The option as it is with a method; NULL where that cannot be known. */
static void add_own_default(struct inlay_text *page, const inlay_option *option,
                            const char *method)
{
    inlay_options *options = NULL;
    inlay_error err = {0};
    inlay_status st = inlay_options_new(&options, &err);

    if (st == INLAY_OK)
        st = inlay_options_set(options, "method", method, &err);
    if (st == INLAY_OK) {
        const char *own = inlay_options_get(options, option->name);

        if (strcmp(own, option->fallback) != 0)
            inlay_text_printf(page, ", %s for %s", own, method);
    } else {
        inlay_text_fail(page, &err);
    }
    inlay_options_free(options);
}

static void add_own_defaults(struct inlay_text *page,
                             const inlay_option *option)
{
    struct inlay_key method;

    if (strcmp(option->name, "method") == 0 ||
        !inlay_key_find("method", &method))
        return;
    for (size_t i = 0; method.choices[i]; i++)
        add_own_default(page, option, method.choices[i]);
}

/* The choices or the range; false where there is none to tell. */
static bool add_values(struct inlay_text *page, const struct inlay_key *key,
                       bool has_range)
{
    if (!key->choices && !(has_range && key->fallback))
        return false;
    inlay_text_add(page, " (");
    for (size_t i = 0; key->choices && key->choices[i]; i++)
        inlay_text_printf(page, "%s%s", i > 0 ? ", " : "", key->choices[i]);
    if (key->choices)
        return true;
    inlay_text_add_number(page, key->min);
    inlay_text_add(page, " to ");
    inlay_text_add_number(page, key->max);
    return true;
}

/* A default that is called "default" needs no word more. */
void inlay_help_add_key(struct inlay_text *page, const struct inlay_key *key,
                        bool has_range)
{
    const bool names_itself =
        key->fallback && strcmp(key->fallback, "default") == 0;

    inlay_text_add(page, key->help);
    const bool is_open = add_values(page, key, has_range);
    if (key->fallback && !names_itself)
        inlay_text_printf(page, "%sdefault %s", is_open ? "; " : " (",
                          key->fallback);
    if (key->option && has_range)
        add_own_defaults(page, key->option);
    if (key->fallback)
        inlay_text_add(page, ")");
}

/* ---- Lists --------------------------------------------------------------- */

/* An item, of which both parts are texts.  They are cleared. */
static void add_item(struct inlay_text *page, struct inlay_text *head,
                     struct inlay_text *help)
{
    inlay_error err = {0};

    if (inlay_text_status(head, &err) != INLAY_OK ||
        inlay_text_status(help, &err) != INLAY_OK)
        inlay_text_fail(page, &err);
    inlay_page_item(page, inlay_text_view(head), inlay_text_view(help));
    inlay_text_clear(head);
    inlay_text_clear(help);
}

static void add_flags(struct inlay_text *page, const struct inlay_flag *flag,
                      bool has_json)
{
    for (; flag->name; flag++) {
        struct inlay_text head = {0}, help = {0};

        if (!has_json && strcmp(flag->name, "json") == 0)
            continue;
        if (flag->letter)
            inlay_text_printf(&head, "-%c, ", flag->letter);
        inlay_text_printf(&head, "--%s%s%s", flag->name, flag->what ? " " : "",
                          flag->what ? flag->what : "");
        inlay_text_add(&help, flag->help);
        add_item(page, &head, &help);
    }
}

/* The keys that are flags of a command. */
static void add_key_flags(struct inlay_text *page,
                          const struct inlay_command *command)
{
    struct inlay_key key;

    inlay_text_printf(page, "\n%s\n", "Keys of the study file, as flags");
    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        struct inlay_text head = {0}, help = {0};

        if (!inlay_command_takes(command, &key))
            continue;
        inlay_text_printf(&head, "--%s %s", key.flag, key.what);
        inlay_help_add_key(&help, &key, false);
        add_item(page, &head, &help);
    }
}

static void add_key(struct inlay_text *page, const struct inlay_key *key)
{
    struct inlay_text head = {0}, help = {0};

    inlay_text_add(&head, key->name);
    inlay_help_add_key(&help, key, true);
    add_item(page, &head, &help);
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
        struct inlay_text head = {0}, help = {0};

        inlay_text_printf(&head, "%s%s%s", command->name,
                          command->arguments[0] ? " " : "", command->arguments);
        inlay_text_add(&help, command->summary);
        add_item(page, &head, &help);
    }
    inlay_text_add(page,
                   "\nSTUDY is a study file (JSON), or its store NAME.inlay.\n"
                   "\nFlags of every command\n");
    add_flags(page, inlay_command_global_flags(), true);
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
    const bool has_keys = command->takes_keys || command->takes_options;

    inlay_text_printf(page, "Usage: inlay %s%s%s%s\n\n", command->name,
                      command->flags->name || has_keys ? " [flags]" : "",
                      command->arguments[0] ? " " : "", command->arguments);
    inlay_page_wrap(page, command->summary, 0);
    if (command->details[0]) {
        inlay_text_add(page, "\n");
        inlay_page_wrap(page, command->details, 0);
    }
    if (command->flags->name)
        inlay_text_add(page, "\nFlags\n");
    add_flags(page, command->flags, true);
    if (has_keys)
        add_key_flags(page, command);
    inlay_text_add(page, "\nFlags of every command\n");
    add_flags(page, inlay_command_global_flags(), command->has_json);
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
        "\nVariables\n"
        "  {\"name\": \"rate\",  \"type\": \"real\",        \"min\": 1e-5, "
        "\"max\": 1, \"scale\": \"log\"}\n"
        "  {\"name\": \"depth\", \"type\": \"integer\",     \"min\": 1, "
        "\"max\": 6}\n"
        "  {\"name\": \"drop\",  \"type\": \"ordinal\",     \"values\": [0, "
        "0.1, 0.5]}\n"
        "  {\"name\": \"act\",   \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tanh\"]}\n"
        "  {\"name\": \"bias\",  \"type\": \"boolean\"}\n"
        "\nOptions\n"
        "  \"options\": {\"acquisition\": \"pes\", \"smac.trees\": 20}\n");
}

/* The methods, with a line of help each. */
static void add_methods(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_text_add(page, "\nMethods\n");
    for (size_t i = 0; inlay_key_find("method", &key) && key.choices[i]; i++)
        inlay_page_item(page, key.choices[i], key.option->choice_helps[i]);
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
