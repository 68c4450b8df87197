/*
 * cmd_help.c: the commands that show what the tables know.
 */
#include <string.h>

#include "app/commands/args.h"
#include "app/commands/candidates.h"
#include "app/commands/cmd.h"
#include "app/pages/help.h"
#include "app/screen/say.h"
#include "problem/space.h"

/* Clears the text. */
static int print(const struct inlay_args *args, struct inlay_text *text)
{
    inlay_error err = {0};
    const inlay_status st = inlay_say_text(text, &err);

    return inlay_say_status(args, st, &err);
}

/* The page that fn makes, on standard output. */
static int print_page(const struct inlay_args *args,
                      void (*fn)(struct inlay_page *page))
{
    struct inlay_page page = {0};

    fn(&page);
    return print(args, &page.text);
}

static int print_command(const struct inlay_args *args,
                         const struct inlay_command *command)
{
    struct inlay_page page = {0};

    inlay_help_command(&page, command);
    return print(args, &page.text);
}

/* With --help of a command, its other words do not count. */
int inlay_cmd_help(const struct inlay_args *args)
{
    const char *topic =
        args->n_words > 0 && !args->wants_help ? args->words[0] : NULL;
    const struct inlay_command *command = args->wants_help ? args->command
                                          : topic ? inlay_command_find(topic)
                                                  : NULL;
    inlay_error err = {0};

    if (command)
        return print_command(args, command);
    if (!topic)
        return print_page(args, inlay_help_overview);
    if (strcmp(topic, "study") == 0)
        return print_page(args, inlay_help_study);
    if (strcmp(topic, "options") == 0)
        return print_page(args, inlay_help_options);
    return inlay_say_status(args, inlay_command_refuse(topic, &err), &err);
}

int inlay_cmd_man(const struct inlay_args *args)
{
    return print_page(args, inlay_man_write);
}

static int refuse_shell(const struct inlay_args *args)
{
    struct inlay_text names = {0};
    const struct inlay_shell *shell;

    for (size_t i = 0; (shell = inlay_shell_at(i)) != NULL; i++)
        inlay_text_printf(&names, "%s%s", i > 0 ? ", " : "", shell->name);
    inlay_say_error(args,
                    "completion: '%s' is not supported; the shells are "
                    "%s",
                    inlay_shown_text(args->words[0]).text,
                    inlay_text_view(&names));
    inlay_text_clear(&names);
    return INLAY_EXIT_USAGE;
}

int inlay_cmd_completion(const struct inlay_args *args)
{
    const struct inlay_shell *shell = inlay_shell_find(args->words[0]);
    struct inlay_text candidates = {0};

    if (!shell)
        return refuse_shell(args);
    if (args->n_words == 1)
        return print_page(args, shell->script);
    inlay_candidates_add(args->words + 1, args->n_words - 1, shell->separator,
                         &candidates);
    return print(args, &candidates);
}

int inlay_cmd_schema(const struct inlay_args *args)
{
    return print_page(args, inlay_schema_write);
}

int inlay_cmd_version(const struct inlay_args *args)
{
    struct inlay_text text = {0};

    inlay_text_printf(&text,
                      args->is_json ? "{\"version\": \"%s\"}\n" : "inlay %s\n",
                      inlay_version());
    return print(args, &text);
}
