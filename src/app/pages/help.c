/*
 * help.c: help and the manual page, made from the tables of commands, keys and
 * options.  Both show the same parts; the page knows how.
 */
#include "app/pages/help.h"

#include <stdio.h>
#include <string.h>

#include "study/study_file.h"

#define SUBJECT                                                                \
    "Bayesian optimization over real, integer and categorical variables"

/* ---- Keys ---------------------------------------------------------------- */

/* Defaults that methods have of their own. */
static void add_own_defaults(struct inlay_text *help,
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
            inlay_text_fail(help, &err);
        } else {
            const char *own = inlay_options_get(options, option->name);

            if (strcmp(own, option->fallback) != 0)
                inlay_text_printf(help, ", %s for %s", own, *name);
        }
        inlay_options_free(options);
    }
}

/* A default that is called "default" needs no word more. */
static void add_key_help(struct inlay_text *help, const struct inlay_key *key,
                         bool has_range)
{
    const char *before = " (";

    inlay_text_add(help, key->help);
    for (size_t i = 0; key->choices && key->choices[i]; i++, before = ", ")
        inlay_text_printf(help, "%s%s", before, key->choices[i]);
    if (has_range && key->fallback && !key->choices) {
        inlay_text_add(help, before);
        inlay_text_add_number(help, key->min);
        inlay_text_add(help, " to ");
        inlay_text_add_number(help, key->max);
        before = ", ";
    }
    if (key->fallback && strcmp(key->fallback, "default") != 0)
        inlay_text_printf(help, "%sdefault %s", *before == ',' ? "; " : before,
                          key->fallback);
    if (key->option && has_range)
        add_own_defaults(help, key->option);
    if (key->fallback)
        inlay_text_add(help, ")");
}

/* A key by its name, or as a flag with an argument. */
static void add_key(struct inlay_page *page, const char *name,
                    const char *argument, const struct inlay_key *key)
{
    struct inlay_text help = {0};

    add_key_help(&help, key, !argument);
    inlay_page_term(page, name, argument, inlay_text_view(&help));
    inlay_text_fail_as(&page->text, &help);
    inlay_text_clear(&help);
}

/* ---- Parts --------------------------------------------------------------- */

static void add_flag(struct inlay_page *page, const struct inlay_flag *flag)
{
    const char letter[] = {'-', flag->letter, ',', ' ', '\0'};
    char name[64];
    struct inlay_key key;

    snprintf(name, sizeof name, "%s--%s", flag->letter ? letter : "",
             flag->name);
    if (flag->key && inlay_key_find(flag->key, &key))
        add_key(page, name, flag->what, &key);
    else
        inlay_page_term(page, name, flag->what, flag->help);
}

/* All flags of a command, or those of every command for NULL, which the manual
 * page has once. */
static void add_flags(struct inlay_page *page,
                      const struct inlay_command *command)
{
    const bool has_json = !command || command->takes & INLAY_TAKES_JSON;
    const char *title = "", *before;
    struct inlay_flag flag;

    for (size_t i = 0; inlay_command_flag(command, i, &flag); i++) {
        if (flag.is_global && command && page->is_roff)
            return;
        if (flag.is_global && !has_json && strcmp(flag.name, "json") == 0)
            continue;
        before = title;
        title = flag.is_global ? "Flags of every command"
                : flag.key     ? "Keys of the study file, as flags"
                               : "Flags";
        if (strcmp(title, before) != 0)
            inlay_page_add(page, INLAY_LIST, "%s", title);
        add_flag(page, &flag);
    }
}

static void add_exit_codes(struct inlay_page *page)
{
    enum inlay_exit code = INLAY_EXIT_OK;
    const char *meaning;
    char number[16];

    for (size_t i = 0; (meaning = inlay_exit_meaning(i, &code)) != NULL; i++) {
        snprintf(number, sizeof number, "%d", (int)code);
        inlay_page_term(page, number, NULL, meaning);
    }
}

/* ---- Help ---------------------------------------------------------------- */

void inlay_help_overview(struct inlay_page *page)
{
    const struct inlay_command *command;

    inlay_page_add(page, INLAY_PARAGRAPH, "inlay: " SUBJECT);
    inlay_page_add(page, INLAY_PARAGRAPH,
                   "Usage: inlay COMMAND [flags] ARGUMENTS");
    inlay_page_add(page, INLAY_LIST, "Commands");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        inlay_page_term(page, command->name, command->arguments,
                        command->summary);
    inlay_page_add(page, INLAY_PARAGRAPH,
                   "STUDY is a study file (JSON), or its store NAME.inlay.");
    add_flags(page, NULL);
    inlay_page_add(page, INLAY_LIST, "Exit codes");
    add_exit_codes(page);
    inlay_page_add(
        page, INLAY_PARAGRAPH,
        "'inlay help COMMAND' explains a command, 'inlay help study' the "
        "study file,\n'inlay help options' the settings of the methods, "
        "'inlay man' everything.");
}

void inlay_help_command(struct inlay_page *page,
                        const struct inlay_command *command)
{
    inlay_page_add(page, INLAY_SUBSECTION, "%sinlay %s [flags]%s%s",
                   page->is_roff ? "" : "Usage: ", command->name,
                   command->arguments[0] ? " " : "", command->arguments);
    inlay_page_add(page, INLAY_PARAGRAPH, "%s", command->summary);
    if (command->details[0])
        inlay_page_add(page, INLAY_PARAGRAPH, "%s", command->details);
    add_flags(page, command);
}

void inlay_help_study(struct inlay_page *page)
{
    struct inlay_key key;

    inlay_page_add(page, INLAY_PARAGRAPH,
                   "A study file is a JSON object with these keys. Only "
                   "\"variables\" is required, and \"command\" to run "
                   "it. 'inlay init' writes one.");
    inlay_page_add(page, INLAY_SUBSECTION, "Keys");
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        add_key(page, key.name, NULL, &key);
    inlay_page_add(page, INLAY_SUBSECTION, "Variables");
    inlay_page_add(
        page, INLAY_BLOCK,
        "  {\"name\": \"rate\",  \"type\": \"real\",        \"min\": 1e-5, "
        "\"max\": 1, \"scale\": \"log\"}\n"
        "  {\"name\": \"depth\", \"type\": \"integer\",     \"min\": 1, "
        "\"max\": 6}\n"
        "  {\"name\": \"drop\",  \"type\": \"ordinal\",     \"values\": [0, "
        "0.1, 0.5]}\n"
        "  {\"name\": \"act\",   \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tanh\"]}\n"
        "  {\"name\": \"bias\",  \"type\": \"boolean\"}\n"
        "  {\"name\": \"size\",  \"type\": \"ordinal\",     \"values\": "
        "[\"small\", \"medium\", \"large\"]}\n"
        "  {\"name\": \"share\", \"type\": \"real\",        \"min\": 0, "
        "\"max\": 1, \"step\": 0.1}\n"
        "  {\"name\": \"width\", \"type\": \"integer\",     \"min\": 16, "
        "\"max\": 64, \"step\": 16,\n"
        "   \"description\": \"units of a layer\"}\n");
    inlay_page_add(page, INLAY_SUBSECTION, "Outputs");
    inlay_page_add(
        page, INLAY_BLOCK,
        "  \"outputs\": [{\"name\": \"loss\", \"goal\": \"minimize\"},\n"
        "              {\"name\": \"latency_ms\", \"max\": 20}]\n");
    inlay_page_add(page, INLAY_SUBSECTION, "Options");
    inlay_page_add(
        page, INLAY_BLOCK,
        "  \"options\": {\"acquisition\": \"pes\", \"smac.trees\": 20}\n");
}

void inlay_help_options(struct inlay_page *page)
{
    const char *group = "";
    struct inlay_key key;

    inlay_page_add(
        page, INLAY_PARAGRAPH,
        "Settings of the methods. Most studies need none of them. On the "
        "command line: --option smac.trees=20, as often as you like. In a "
        "study file: \"options\": {\"smac.trees\": 20}.");
    inlay_page_add(page, INLAY_SUBSECTION, "Methods");
    for (size_t i = 0; inlay_key_find("method", &key) && key.choices[i]; i++)
        inlay_page_term(page, key.choices[i], NULL,
                        key.option->choice_helps[i]);
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        if (strcmp(group, key.option->group) != 0)
            inlay_page_add(page, INLAY_SUBSECTION, "Options of %s",
                           key.option->group);
        group = key.option->group;
        add_key(page, key.name, NULL, &key);
    }
}

/* ---- The manual page ----------------------------------------------------- */

/* What does not come from the tables: a part, or an entry of a list with its
 * help. */
static const struct part {
    enum inlay_page_part part;
    const char *words, *help;
} LAST_PARTS[] = {
    {INLAY_SECTION, "ENVIRONMENT", NULL},
    {INLAY_PARAGRAPH, "Each trial gets:", NULL},
    {INLAY_LIST, "INLAY_TRIAL", "the number of the trial, from 1"},
    {INLAY_LIST, "INLAY_SEED",
     "a seed for random numbers, different for each trial"},
    {INLAY_LIST, "INLAY_WORKDIR", "a folder for the files of this trial"},
    {INLAY_LIST, "INLAY_X_name",
     "the value of the variable name; characters that a shell does not allow "
     "in a name become _"},
    {INLAY_PARAGRAPH, "Inlay itself reads:", NULL},
    {INLAY_LIST, "NO_COLOR", "if it is set, nothing is colored"},
    {INLAY_LIST, "TERM", "if it is 'dumb', nothing is colored"},
    {INLAY_SECTION, "FILES", NULL},
    {INLAY_LIST, "NAME.json", "a study file"},
    {INLAY_LIST, "NAME.inlay", "its store, which keeps all trials"},
    {INLAY_LIST, "NAME.trials", "the output of its trials"},
    {INLAY_SECTION, "EXAMPLES", NULL},
    {INLAY_BLOCK,
     "inlay init study.json --command './train --lr={lr}' \\\n"
     "    --real lr=1e-5..1:log --integer layers=1..3 --budget 40\n"
     "inlay run study.json\n"
     "inlay best study.json\n",
     NULL},
    {INLAY_PARAGRAPH,
     "The program prints its result as the last line of standard output.",
     NULL},
};

static void add_last_parts(struct inlay_page *page)
{
    const size_t n = sizeof LAST_PARTS / sizeof *LAST_PARTS;

    for (const struct part *p = LAST_PARTS; p < LAST_PARTS + n; p++)
        if (p->help)
            inlay_page_term(page, p->words, NULL, p->help);
        else
            inlay_page_add(page, p->part, "%s", p->words);
}

static void add_head(struct inlay_page *page)
{
    inlay_text_printf(&page->text,
                      ".TH INLAY 1 \"\" \"inlay %s\" \"User Commands\"\n"
                      ".SH NAME\n"
                      "inlay \\- " SUBJECT "\n"
                      ".SH SYNOPSIS\n"
                      "\\fBinlay\\fR \\fICOMMAND\\fR [\\fIflags\\fR] "
                      "\\fIARGUMENTS\\fR\n",
                      inlay_version());
    inlay_page_add(page, INLAY_SECTION, "DESCRIPTION");
    inlay_page_add(
        page, INLAY_PARAGRAPH,
        "Finds the configuration of a program that makes a number smallest or "
        "largest, in few evaluations. A study file says what may be varied and "
        "how to evaluate a configuration; 'inlay run' runs the trials and "
        "keeps all results in a store next to the file. STUDY is a study file "
        "or its store.");
}

void inlay_man_write(struct inlay_page *page)
{
    const struct inlay_command *command;

    page->is_roff = true;
    add_head(page);
    add_flags(page, NULL);
    inlay_page_add(page, INLAY_SECTION, "COMMANDS");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        inlay_help_command(page, command);
    inlay_page_add(page, INLAY_SECTION, "STUDY FILES");
    inlay_help_study(page);
    inlay_page_add(page, INLAY_SECTION, "OPTIONS");
    inlay_help_options(page);
    inlay_page_add(page, INLAY_SECTION, "EXIT STATUS");
    add_exit_codes(page);
    add_last_parts(page);
}
