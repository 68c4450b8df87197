/*
 * completion.c: a completion script for a shell, made from the tables.
 *
 * Names in the tables are plain words, so they need no quotes in the script.
 */
#include "app/pages/help.h"

#include "app/commands/args.h"
#include "app/commands/cmd.h"

static void add_flags(struct inlay_text *page,
                      const struct inlay_command *command)
{
    struct inlay_flag flag;

    for (size_t i = 0; inlay_command_flag(command, i, &flag); i++) {
        if (flag.letter)
            inlay_text_printf(page, " -%c", flag.letter);
        inlay_text_printf(page, " --%s", flag.name);
    }
}

static void add_command_names(struct inlay_text *page)
{
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        inlay_text_printf(page, "%s%s", i > 0 ? " " : "", command->name);
}

/* A case of the script: the values that follow `head` and `name`. */
static void add_case(struct inlay_text *page, const char *head,
                     const char *name, const char *tail,
                     const char *const *choices)
{
    if (!choices)
        return;
    inlay_text_printf(page, "    %s%s%s) words='", head, name, tail);
    for (size_t i = 0; choices[i]; i++)
        inlay_text_printf(page, "%s%s", i > 0 ? " " : "", choices[i]);
    inlay_text_add(page, "' ;;\n");
}

static void add_flag_cases(struct inlay_text *page)
{
    const struct inlay_command *command = NULL;
    struct inlay_flag flag;
    struct inlay_key key;
    size_t n = 0;

    do {
        for (size_t i = 0; inlay_command_flag(command, i, &flag); i++)
            if (!command || !flag.is_global)
                add_case(page, "--", flag.name, "", flag.choices);
    } while ((command = inlay_command_at(n++)) != NULL);
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        if (key.flag)
            add_case(page, "--", key.flag, "", key.choices);
}

/* What follows a flag: its choices, files, the variables of the study, or
 * options as NAME=VALUE. */
static void add_values(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_text_add(page,
                   "    case $prev in\n"
                   "    --store | --output | -o)\n"
                   "        mapfile -t COMPREPLY < <(compgen -f -- "
                   "\"$cur\")\n        return ;;\n"
                   "    --variable)\n"
                   "        words=$(inlay show \"$study\" --csv --last 1 "
                   "2>/dev/null |\n"
                   "            sed -n '1s/^id,state,value,//; 1s/,why,.*//; "
                   "1s/,/ /gp') ;;\n");
    add_flag_cases(page);
    inlay_text_add(page, "    --option)\n"
                         "        compopt -o nospace 2>/dev/null\n"
                         "        words='");
    for (size_t i = 0; inlay_key_option_at(i, &key); i++)
        inlay_text_printf(page, "%s%s=", i > 0 ? " " : "", key.name);
    inlay_text_add(page, "' ;;\n");
    for (size_t i = 0; inlay_key_option_at(i, &key); i++)
        add_case(page, "", key.name, "=", key.choices);
    inlay_text_add(page, "    esac\n");
}

static void add_commands(struct inlay_text *page)
{
    const struct inlay_command *command;

    inlay_text_add(page, "    case $command in\n    '') words='");
    add_command_names(page);
    inlay_text_add(page, "' flags='");
    add_flags(page, NULL);
    inlay_text_add(page, "' ;;\n");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        inlay_text_printf(page, "    %s) flags='", command->name);
        add_flags(page, command);
        inlay_text_add(page, "' ;;\n");
    }
    inlay_text_add(page, "    esac\n    case $command in\n    help) words='");
    add_command_names(page);
    inlay_text_add(page, " study options' ;;\n    completion) words=bash ;;\n"
                         "    man | schema | version) words=' ' ;;\n"
                         "    esac\n");
}

/* COMP_WORDBREAKS has '=', so --flag=val comes as three words. */
void inlay_completion_bash(struct inlay_page *script)
{
    struct inlay_text *page = &script->text;

    inlay_text_add(
        page,
        "# Completion of inlay for bash, made by 'inlay completion bash'.\n"
        "_inlay() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev= command= study= words= "
        "flags= i\n"
        "    ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    if [[ $cur == = ]]; then\n"
        "        cur=\n"
        "        [[ $prev == -* ]] || prev+==\n"
        "    elif [[ $prev == = ]]; then\n"
        "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "        [[ $prev == -* ]] || prev+==\n"
        "    fi\n"
        "    COMPREPLY=()\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        if [[ -z $command && ${COMP_WORDS[i]} != -* ]]; then\n"
        "            command=${COMP_WORDS[i]}\n"
        "        elif [[ ${COMP_WORDS[i]} == *.json || "
        "${COMP_WORDS[i]} == *.inlay ]]; then\n"
        "            study=${COMP_WORDS[i]}\n"
        "        fi\n"
        "    done\n");
    add_values(page);
    inlay_text_add(page, "    if [[ -z $words ]]; then\n");
    add_commands(page);
    inlay_text_add(page, "    [[ $cur != -* ]] || words=$flags\n"
                         "    fi\n"
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
