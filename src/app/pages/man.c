/*
 * man.c: the manual page, in roff, made from the tables.
 *
 * Texts of the tables are escaped: a dash is \- (a search for a flag would not
 * find a hyphen), a backslash \e, and no line begins with a dot or a quote,
 * which would be a request.
 */
#include "app/pages/help.h"

#include <stdarg.h>
#include <string.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"

static void add_escaped(struct inlay_text *page, const char *s,
                        const char *line_end)
{
    if (*s == '.' || *s == '\'')
        inlay_text_add(page, "\\&");
    for (; *s != '\0'; s++) {
        const char *escape = *s == '-'    ? "\\-"
                             : *s == '\\' ? "\\e"
                             : *s == '\'' ? "\\(aq"
                             : *s == '\n' ? line_end
                                          : NULL;

        inlay_text_add_bytes(page, escape ? escape : s,
                             escape ? strlen(escape) : 1);
    }
}

/* Parts, by turns roff and text that is escaped; a NULL ends them. */
static void add(struct inlay_text *page, const char *roff, ...)
{
    bool is_text = false;
    va_list parts;

    va_start(parts, roff);
    for (const char *s = roff; s; s = va_arg(parts, const char *)) {
        if (is_text)
            add_escaped(page, s, "\n.PP\n");
        else
            inlay_text_add(page, s);
        is_text = !is_text;
    }
    va_end(parts);
}

/* Lines as they are, of which none begins with a dot or a quote. */
static void add_block(struct inlay_text *page, const char *lines)
{
    inlay_text_add(page, ".nf\n");
    add_escaped(page, lines, "\n");
    inlay_text_add(page, ".fi\n");
}

/* A term in bold letters, and what it means. */
static void add_term(struct inlay_text *page, const char *term,
                     const char *meaning)
{
    add(page, ".TP\n\\fB", term, "\\fR\n", meaning, "\n", NULL);
}

static void add_key(struct inlay_text *page, const struct inlay_key *key)
{
    struct inlay_text help = {0};

    inlay_help_add_key(&help, key, true);
    inlay_text_fail_as(page, &help);
    add_term(page, key->name, inlay_text_view(&help));
    inlay_text_clear(&help);
}

static void add_flag(struct inlay_text *page, const struct inlay_flag *flag)
{
    inlay_text_add(page, ".TP\n");
    if (flag->letter)
        inlay_text_printf(page, "\\fB\\-%c\\fR, ", flag->letter);
    add(page, "\\fB\\-\\-", flag->name, flag->what ? "\\fR \\fI" : "",
        flag->what ? flag->what : "", "\\fR\n", flag->help, "\n", NULL);
}

/* Of keys as flags names only, as their help is in the section on study files.
 * A command's list leaves out the flags of every command. */
static void add_flags(struct inlay_text *page,
                      const struct inlay_command *command)
{
    const char *before = ".PP\nKeys of the study file are flags too: ";
    struct inlay_flag flag;

    for (size_t i = 0; inlay_command_flag(command, i, &flag); i++) {
        if (!flag.key)
            continue;
        inlay_text_add(page, before);
        add(page, "\\fB\\-\\-", flag.name, "\\fR", NULL);
        before = ", ";
    }
    if (before[0] == ',')
        inlay_text_add(page, ".\n");
    for (size_t i = 0; inlay_command_flag(command, i, &flag); i++)
        if (!flag.key && flag.is_global == !command)
            add_flag(page, &flag);
}

static void add_commands(struct inlay_text *page)
{
    const struct inlay_command *command;

    inlay_text_add(page, ".SH COMMANDS\n");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        add(page, ".SS inlay ", command->name, command->arguments[0] ? " " : "",
            command->arguments, "\n", command->summary, "\n", NULL);
        if (command->details[0])
            add(page, ".PP\n", command->details, "\n", NULL);
        add_flags(page, command);
    }
}

static void add_study_file(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_text_add(page, ".SH STUDY FILES\nA study file is a JSON object with "
                         "these keys.\n");
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        add_key(page, &key);
    inlay_text_add(page, ".PP\nThe types of variables:\n.PP\n");
    add_block(page, INLAY_HELP_VARIABLES);
}

static void add_options(struct inlay_text *page)
{
    const char *group = "";
    struct inlay_key key;

    inlay_text_add(page, ".SH OPTIONS\nSettings of the methods. On the command "
                         "line:\n\\-\\-option NAME=VALUE, as often as you "
                         "like.\nIn a study file: \"options\": {\"NAME\": "
                         "VALUE}.\n");
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        if (strcmp(group, key.option->group) != 0)
            inlay_text_printf(page, ".SS Options of %s\n", key.option->group);
        group = key.option->group;
        add_key(page, &key);
    }
}

static void add_environment(struct inlay_text *page)
{
    inlay_text_add(page, ".SH ENVIRONMENT\nEach trial gets\n");
    add_term(page, "INLAY_TRIAL", "the number of the trial, from 1");
    add_term(page, "INLAY_SEED",
             "a seed for random numbers; each trial has another");
    add_term(page, "INLAY_WORKDIR",
             "a folder of the trial's own, for its files");
    add_term(page, "INLAY_X_name",
             "the value of the variable name; characters that a shell does not "
             "allow in a name become _");
    inlay_text_add(page, ".PP\nThe tool itself reads \\fBNO_COLOR\\fR (set: no "
                         "colours) and \\fBTERM\\fR.\n");
}

static void add_exit_status(struct inlay_text *page)
{
    enum inlay_exit code = INLAY_EXIT_OK;
    const char *meaning;

    inlay_text_add(page, ".SH EXIT STATUS\n");
    for (size_t i = 0; (meaning = inlay_exit_meaning(i, &code)) != NULL; i++) {
        inlay_text_printf(page, ".TP\n\\fB%d\\fR\n", (int)code);
        add(page, "", meaning, "\n", NULL);
    }
}

static void add_end(struct inlay_text *page)
{
    inlay_text_add(page, ".SH FILES\n"
                         ".TP\n\\fINAME\\fR.json\nA study file.\n"
                         ".TP\n\\fINAME\\fR.inlay\nIts store, which keeps all "
                         "trials.\n"
                         ".SH EXAMPLES\n");
    add_block(page,
              "inlay init study.json --command './train --lr={lr}' \\\n"
              "    --real lr=1e-5..1:log --integer layers=1..3 --budget 40\n"
              "inlay run study.json\n"
              "inlay best study.json\n");
    inlay_text_add(page, ".PP\nThe program prints its result as the last "
                         "line of standard output.\n");
}

void inlay_man_write(struct inlay_text *page)
{
    inlay_text_printf(page,
                      ".TH INLAY 1 \"\" \"inlay %s\" \"User Commands\"\n"
                      ".SH NAME\n"
                      "inlay \\- Bayesian optimisation over real, integer and "
                      "categorical variables\n"
                      ".SH SYNOPSIS\n"
                      "\\fBinlay\\fR \\fICOMMAND\\fR [\\fIflags\\fR] "
                      "\\fIARGUMENTS\\fR\n"
                      ".SH DESCRIPTION\n"
                      "Finds the configuration of a program that makes a "
                      "number smallest or largest,\nin few evaluations.\n"
                      "A study file says what may be varied and how to "
                      "evaluate a configuration;\n\\fBinlay run\\fR runs the "
                      "trials and keeps all results in a store beside the "
                      "file.\n"
                      "\\fISTUDY\\fR is a study file or its store.\n"
                      ".PP\nFlags of every command:\n",
                      inlay_version());
    add_flags(page, NULL);
    add_commands(page);
    add_study_file(page);
    add_options(page);
    add_environment(page);
    add_exit_status(page);
    add_end(page);
}
