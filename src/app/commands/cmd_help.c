/*
 * cmd_help.c: the commands that show what the tables know.
 */
#include <string.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/pages/help.h"
#include "app/screen/say.h"
#include "problem/space.h"

/* The page that fn makes, on standard output. */
static int print_page(const struct inlay_args *args,
                      void (*fn)(struct inlay_page *page))
{
    struct inlay_page page = {0};

    fn(&page);
    return inlay_help_print(args, &page);
}

int inlay_cmd_help(const struct inlay_args *args)
{
    const char *topic = args->n_words > 0 ? args->words[0] : NULL;
    const struct inlay_command *command =
        topic ? inlay_command_find(topic) : NULL;
    inlay_error err = {0};

    if (topic && strcmp(topic, "study") == 0)
        return print_page(args, inlay_help_study);
    if (topic && strcmp(topic, "options") == 0)
        return print_page(args, inlay_help_options);
    if (!topic || command)
        return inlay_help_show(args, command);
    inlay_command_refuse(topic, &err);
    return inlay_say_failure(args, &err);
}

int inlay_cmd_man(const struct inlay_args *args)
{
    return print_page(args, inlay_man_write);
}

int inlay_cmd_completion(const struct inlay_args *args)
{
    if (strcmp(args->words[0], "bash") == 0)
        return print_page(args, inlay_completion_bash);
    inlay_say_error(args, "completion: '%s' is not supported, only bash",
                    inlay_shown_text(args->words[0]).text);
    return INLAY_EXIT_USAGE;
}

int inlay_cmd_schema(const struct inlay_args *args)
{
    return print_page(args, inlay_schema_write);
}

int inlay_cmd_version(const struct inlay_args *args)
{
    struct inlay_page page = {0};

    inlay_text_printf(&page.text,
                      args->is_json ? "{\"version\": \"%s\"}\n" : "inlay %s\n",
                      inlay_version());
    return inlay_help_print(args, &page);
}
