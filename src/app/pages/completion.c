/*
 * completion.c: a completion script for a shell, made from the tables.
 *
 * Names in the tables are plain words, so they need no quotes in the script.
 */
#include "app/pages/completion.h"

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "run/plan.h"

static void add_flags(struct inlay_text *page, const struct inlay_flag *flag)
{
    for (; flag->name; flag++) {
        if (flag->letter)
            inlay_text_printf(page, " -%c", flag->letter);
        inlay_text_printf(page, " --%s", flag->name);
    }
}

static void add_settings(struct inlay_text *page,
                         const struct inlay_command *command)
{
    const struct inlay_plan_key *key;
    const inlay_option *option;

    for (size_t i = 0; command->takes_plan && (key = inlay_plan_key_at(i)); i++)
        if (key->type != INLAY_PLAN_VARIABLES)
            inlay_text_printf(page, " --%s", inlay_args_dashed(key->name).text);
    for (size_t i = 0; command->takes_options && (option = inlay_option_at(i));
         i++)
        inlay_text_printf(page, " --%s", inlay_args_dashed(option->name).text);
}

static void add_command_names(struct inlay_text *page)
{
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        inlay_text_printf(page, "%s%s", i > 0 ? " " : "", command->name);
}

/* What follows a flag: its choices; files; or nothing that we could know. */
static void add_values(struct inlay_text *page)
{
    const inlay_option *option;

    inlay_text_add(page, "    case $prev in\n"
                         "    --color) words='auto always never' ;;\n"
                         "    --store | --output | -o)\n"
                         "        mapfile -t COMPREPLY < <(compgen -f -- "
                         "\"$cur\")\n        return ;;\n");
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++) {
        if (option->type != INLAY_OPTION_CHOICE)
            continue;
        inlay_text_printf(page, "    --%s) words='",
                          inlay_args_dashed(option->name).text);
        for (size_t k = 0; option->choices[k]; k++)
            inlay_text_printf(page, "%s%s", k > 0 ? " " : "",
                              option->choices[k]);
        inlay_text_add(page, "' ;;\n");
    }
    inlay_text_add(page, "    esac\n");
}

static void add_commands(struct inlay_text *page)
{
    const struct inlay_command *command;

    inlay_text_add(page, "    case $command in\n    '') words='");
    add_command_names(page);
    inlay_text_add(page, "' flags='");
    add_flags(page, inlay_command_global_flags());
    inlay_text_add(page, "' ;;\n");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        inlay_text_printf(page, "    %s) flags='", command->name);
        add_flags(page, command->flags);
        add_settings(page, command);
        add_flags(page, inlay_command_global_flags());
        inlay_text_add(page, "' ;;\n");
    }
    inlay_text_add(page, "    esac\n    case $command in\n    help) words='");
    add_command_names(page);
    inlay_text_add(page, " study' ;;\n    completion) words=bash ;;\n"
                         "    man | schema | version) words=' ' ;;\n"
                         "    esac\n");
}

/* COMP_WORDBREAKS has '=', so --flag=val comes as three words. */
void inlay_completion_bash(struct inlay_text *page)
{
    inlay_text_add(
        page,
        "# Completion of inlay for bash, made by 'inlay completion bash'.\n"
        "_inlay() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev= command= words= "
        "flags= i\n"
        "    ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    if [[ $cur == = ]]; then cur=; fi\n"
        "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - "
        "2]}; fi\n"
        "    COMPREPLY=()\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        if [[ ${COMP_WORDS[i]} != -* ]]; then\n"
        "            command=${COMP_WORDS[i]}\n"
        "            break\n"
        "        fi\n"
        "    done\n");
    add_values(page);
    inlay_text_add(page, "    if [[ -n $words ]]; then\n"
                         "        mapfile -t COMPREPLY < <(compgen -W "
                         "\"$words\" -- \"$cur\")\n"
                         "        return\n"
                         "    fi\n");
    add_commands(page);
    inlay_text_add(page, "    if [[ $cur == -* ]]; then words=$flags; fi\n"
                         "    if [[ -n $words ]]; then\n"
                         "        mapfile -t COMPREPLY < <(compgen -W "
                         "\"$words\" -- \"$cur\")\n"
                         "    else\n"
                         "        mapfile -t COMPREPLY < <(compgen -d -- "
                         "\"$cur\"\n"
                         "            compgen -f -X '!*.json' -- \"$cur\"\n"
                         "            compgen -f -X '!*.inlay' -- \"$cur\")\n"
                         "    fi\n"
                         "}\n"
                         "complete -o filenames -F _inlay inlay\n");
}
