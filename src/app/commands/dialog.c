/*
 * dialog.c: a study file by questions and answers.
 */
#include "app/commands/init.h"

#include <string.h>

#include "base/error.h"

enum { MAX_LINE = 4096 };

struct dialog {
    struct inlay_study_file *file;
    FILE *in, *out;
    char line[MAX_LINE];
};

/* Asks, and reads a line without its end and without white space around it. */
static inlay_status ask(struct dialog *d, const char *question,
                        const char **answer, inlay_error *err)
{
    fputs(question, d->out);
    fflush(d->out);
    if (!fgets(d->line, sizeof d->line, d->in))
        return inlay_fail(err, INLAY_ESTATE,
                          "the input ended before the last answer; nothing is "
                          "written");
    size_t n = strlen(d->line);
    while (n > 0 && strchr(" \t\r\n", d->line[n - 1]))
        d->line[--n] = '\0';
    *answer = d->line + strspn(d->line, " \t");
    return INLAY_OK;
}

/* A key of the file; an empty answer leaves it as it is. */
static inlay_status ask_key(struct dialog *d, const char *key,
                            const char *question, inlay_error *err)
{
    for (;;) {
        const char *answer = NULL;
        inlay_error why = {0};
        const inlay_status st = ask(d, question, &answer, err);

        if (st != INLAY_OK || answer[0] == '\0')
            return st;
        if (inlay_study_file_set(d->file, key, answer, &why) == INLAY_OK)
            return INLAY_OK;
        fprintf(d->out, "  %s\n", why.msg);
    }
}

static inlay_status ask_variables(struct dialog *d, inlay_error *err)
{
    fputs("Variables, one a line, as\n"
          "  real lr=1e-5..1:log\n"
          "  integer layers=1..3\n"
          "  ordinal drop=0,0.1,0.5\n"
          "  categorical act=relu,tanh\n"
          "  boolean bias\n"
          "An empty line ends the list.\n",
          d->out);
    for (;;) {
        const char *answer = NULL;
        inlay_error why = {0};
        const inlay_status st = ask(d, "  variable: ", &answer, err);

        if (st != INLAY_OK)
            return st;
        if (answer[0] == '\0' && inlay_space_n_variables(d->file->space) > 0)
            return INLAY_OK;
        if (answer[0] == '\0')
            fputs("  a study needs at least one\n", d->out);
        else if (inlay_compact_add_line(d->file->space, answer, &why) !=
                 INLAY_OK)
            fprintf(d->out, "  %s\n", why.msg);
    }
}

inlay_status inlay_dialog_ask(struct inlay_study_file *file, FILE *in,
                              FILE *out, inlay_error *err)
{
    static const struct {
        const char *key, *question;
    } row[] = {
        {"command", "Command of an evaluation, as ./train --lr={lr} (empty: "
                    "none yet)\n  command: "},
        {"goal", "Goal, minimize or maximize [minimize]: "},
        {"budget", "Evaluations in all [50]: "},
    };
    struct dialog d = {.file = file, .in = in, .out = out};
    inlay_status st = ask_variables(&d, err);

    for (size_t i = 0; i < sizeof row / sizeof *row && st == INLAY_OK; i++)
        st = ask_key(&d, row[i].key, row[i].question, err);
    return st;
}
