/*
 * man.c: the manual page, in roff, made from the tables.
 *
 * Texts of the tables are escaped: a dash is \- (a hyphen would not be found by
 * a search for a flag), a backslash \e, and a line does not begin with a dot or
 * a quote, which would be a request.
 */
#include "app/pages/man.h"

#include <string.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/pages/help.h"
#include "run/plan.h"

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
            inlay_text_printf(page, "%c", *s);
    }
}

static void add_line(struct inlay_text *page, const char *s)
{
    add_text(page, s);
    inlay_text_add(page, "\n");
}

/* A page as text of another. */
static void add_page(struct inlay_text *page, struct inlay_text *part)
{
    add_line(page, inlay_text_view(part));
    inlay_text_fail_as(page, part);
    inlay_text_clear(part);
}

static void add_flag(struct inlay_text *page, const struct inlay_flag *flag)
{
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

static void add_flags(struct inlay_text *page, const struct inlay_flag *flag)
{
    for (; flag->name; flag++)
        add_flag(page, flag);
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
        if (command->takes_plan)
            inlay_text_add(page,
                           ".PP\nKeys of the study file are flags too.\n");
        if (command->takes_options)
            inlay_text_add(page,
                           ".PP\nThe options of the method are flags too.\n");
        add_flags(page, command->flags);
    }
}

static void add_study_file(struct inlay_text *page)
{
    const struct inlay_plan_key *key;

    inlay_text_add(page, ".SH STUDY FILE\nA JSON object with these keys, and "
                         "the options of the method as keys.\nAs a flag, a "
                         "key has dashes for underscores.\n");
    for (size_t i = 0; (key = inlay_plan_key_at(i)) != NULL; i++) {
        struct inlay_text help = {0};

        inlay_text_add(page, ".TP\n\\fB");
        add_text(page, key->name);
        inlay_text_add(page, "\\fR\n");
        inlay_help_key(&help, key);
        add_page(page, &help);
    }
    inlay_text_add(page, ".PP\nA variable is one of\n.PP\n.nf\n");
    add_line(page, "{\"name\": \"a\", \"type\": \"real\", \"min\": 1e-5, "
                   "\"max\": 1, \"scale\": \"log\"}");
    add_line(
        page,
        "{\"name\": \"b\", \"type\": \"integer\", \"min\": 1, \"max\": 6}");
    add_line(page, "{\"name\": \"c\", \"type\": \"ordinal\", \"values\": [0, "
                   "0.1, 0.5]}");
    add_line(page, "{\"name\": \"d\", \"type\": \"categorical\", \"values\": "
                   "[\"relu\", \"tanh\"]}");
    add_line(page, "{\"name\": \"e\", \"type\": \"boolean\"}");
    inlay_text_add(page, ".fi\n");
}

static void add_options(struct inlay_text *page)
{
    struct inlay_help_methods methods;
    const inlay_option *option;

    inlay_text_add(page, ".SH OPTIONS\nOf the method; flags and keys of the "
                         "study file.\n");
    inlay_help_methods_init(&methods, page);
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++) {
        struct inlay_text help = {0};

        inlay_text_add(page, ".TP\n\\fB\\-\\-");
        add_text(page, inlay_args_dashed(option->name).text);
        inlay_text_add(page, "\\fR\n");
        inlay_help_option(&help, option, &methods);
        add_page(page, &help);
    }
    inlay_help_methods_clear(&methods);
}

static void add_environment(struct inlay_text *page)
{
    const char *name, *meaning = NULL;

    inlay_text_add(page, ".SH ENVIRONMENT\nAn evaluation is given\n");
    for (size_t i = 0; (name = inlay_help_environment(i, &meaning)); i++) {
        inlay_text_add(page, ".TP\n\\fB");
        add_text(page, name);
        inlay_text_add(page, "\\fR\n");
        add_line(page, meaning);
    }
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
                         ".TP\n\\fINAME\\fR.inlay\nIts store, where all trials "
                         "are kept.\n");
    inlay_text_add(page, ".SH EXAMPLES\n.nf\n");
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
    inlay_text_printf(
        page,
        ".TH INLAY 1 \"\" \"inlay %s\" \"User Commands\"\n"
        ".SH NAME\n"
        "inlay \\- Bayesian optimisation over real, integer and "
        "categorical variables\n"
        ".SH SYNOPSIS\n"
        "\\fBinlay\\fR \\fICOMMAND\\fR [\\fIflags\\fR] "
        "\\fIARGUMENTS\\fR\n"
        ".SH DESCRIPTION\n"
        "Finds the configuration of a program that makes a number "
        "smallest or largest,\nin few evaluations.\n"
        "A study file says what may be varied and how a "
        "configuration is evaluated;\n\\fBinlay run\\fR evaluates, "
        "and keeps all results in a store beside the file.\n"
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
