/*
 * man.c: the manual page, in roff, made from the tables.
 *
 * Texts of the tables are escaped: a dash is \- (a search for a flag would not
 * find a hyphen), a backslash \e, and no line begins with a dot or a quote,
 * which would be a request.
 */
#include "app/pages/help.h"

#include <string.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"

static void add_text(struct inlay_text *page, const char *s)
{
    if (*s == '.' || *s == '\'')
        inlay_text_add(page, "\\&");
    for (; *s != '\0'; s++) {
        if (*s == '-')
            inlay_text_add(page, "\\-");
        else if (*s == '\\')
            inlay_text_add(page, "\\e");
        else if (*s == '\'')
            inlay_text_add(page, "\\(aq");
        else if (*s == '\n')
            inlay_text_add(page, "\n.PP\n");
        else
            inlay_text_add_bytes(page, s, 1);
    }
}

static void add_line(struct inlay_text *page, const char *s)
{
    add_text(page, s);
    inlay_text_add(page, "\n");
}

/* A term in bold letters, and what it means. */
static void add_term(struct inlay_text *page, const char *term,
                     const char *meaning)
{
    inlay_text_add(page, ".TP\n\\fB");
    add_text(page, term);
    inlay_text_add(page, "\\fR\n");
    add_line(page, meaning);
}

static void add_key(struct inlay_text *page, const struct inlay_key *key)
{
    struct inlay_text help = {0};
    inlay_error err = {0};

    inlay_help_add_key(&help, key, true);
    if (inlay_text_status(&help, &err) != INLAY_OK)
        inlay_text_fail(page, &err);
    add_term(page, key->name, inlay_text_view(&help));
    inlay_text_clear(&help);
}

static void add_flags(struct inlay_text *page, const struct inlay_flag *flag)
{
    for (; flag->name; flag++) {
        inlay_text_add(page, ".TP\n");
        if (flag->letter)
            inlay_text_printf(page, "\\fB\\-%c\\fR, ", flag->letter);
        inlay_text_add(page, "\\fB\\-\\-");
        add_text(page, flag->name);
        inlay_text_add(page, "\\fR");
        if (flag->what) {
            inlay_text_add(page, " \\fI");
            add_text(page, flag->what);
            inlay_text_add(page, "\\fR");
        }
        inlay_text_add(page, "\n");
        add_line(page, flag->help);
    }
}

/* Keys as flags: names only, as their help is in the section on study files. */
static void add_key_flags(struct inlay_text *page,
                          const struct inlay_command *command)
{
    const char *before = ".PP\nKeys of the study file are flags too: ";
    struct inlay_key key;

    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        if (!inlay_command_takes(command, &key))
            continue;
        inlay_text_printf(page, "%s\\fB\\-\\-", before);
        add_text(page, key.flag);
        inlay_text_add(page, "\\fR");
        before = ", ";
    }
    if (before[0] == ',')
        inlay_text_add(page, ".\n");
}

static void add_commands(struct inlay_text *page)
{
    const struct inlay_command *command;

    inlay_text_add(page, ".SH COMMANDS\n");
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        inlay_text_add(page, ".SS inlay ");
        add_text(page, command->name);
        inlay_text_add(page, command->arguments[0] ? " " : "");
        add_line(page, command->arguments);
        add_line(page, command->summary);
        if (command->details[0]) {
            inlay_text_add(page, ".PP\n");
            add_line(page, command->details);
        }
        add_key_flags(page, command);
        add_flags(page, command->flags);
    }
}

static void add_study_file(struct inlay_text *page)
{
    struct inlay_key key;

    inlay_text_add(page, ".SH STUDY FILES\nA study file is a JSON object with "
                         "these keys.\n");
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        add_key(page, &key);
    inlay_text_add(page, ".PP\nThe types of variables:\n.PP\n.nf\n");
    add_line(page, "{\"name\": \"a\", \"type\": \"real\", \"min\": 1e-5, "
                   "\"max\": 1, \"scale\": \"log\"}");
    add_line(page, "{\"name\": \"b\", \"type\": \"integer\", \"min\": 1, "
                   "\"max\": 6}");
    add_line(page, "{\"name\": \"c\", \"type\": \"ordinal\", \"values\": [0, "
                   "0.1, 0.5]}");
    add_line(page, "{\"name\": \"d\", \"type\": \"categorical\", \"values\": "
                   "[\"relu\", \"tanh\"]}");
    add_line(page, "{\"name\": \"e\", \"type\": \"boolean\"}");
    inlay_text_add(page, ".fi\n");
}

static void add_options(struct inlay_text *page)
{
    const char *group = "";
    struct inlay_key key;

    inlay_text_add(page, ".SH OPTIONS\nSettings of the methods. On the command "
                         "line:\n");
    add_line(page, "--option NAME=VALUE, as often as you like.");
    inlay_text_add(page, "In a study file: \"options\": {\"NAME\": VALUE}.\n");
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
        add_line(page, meaning);
    }
}

static void add_end(struct inlay_text *page)
{
    inlay_text_add(page, ".SH FILES\n"
                         ".TP\n\\fINAME\\fR.json\nA study file.\n"
                         ".TP\n\\fINAME\\fR.inlay\nIts store, which keeps all "
                         "trials.\n"
                         ".SH EXAMPLES\n.nf\n");
    add_line(page, "inlay init study.json --command './train --lr={lr}' \\");
    add_line(page, "    --real lr=1e-5..1:log --integer layers=1..3 --budget "
                   "40");
    add_line(page, "inlay run study.json");
    add_line(page, "inlay best study.json");
    inlay_text_add(page, ".fi\n.PP\nThe program prints its result as the last "
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
    add_flags(page, inlay_command_global_flags());
    add_commands(page);
    add_study_file(page);
    add_options(page);
    add_environment(page);
    add_exit_status(page);
    add_end(page);
}
