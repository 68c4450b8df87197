/*
 * cmd_init.c: inlay init: a study file to start with, from flags, from answers,
 * or as an example.
 */
#include <string.h>
#include <unistd.h>

#include "app/commands/init.h"
#include "app/exchange/outfile.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/shown.h"
#include "base/words.h"
#include "problem/outcome.h"
#include "problem/space.h"
#include "run/command.h"

/* ---- From flags ---------------------------------------------------------- */

/* A goal of its own would be turned round by an output's, or turn that round. */
static inlay_status check_goal(const struct inlay_args *args,
                               const struct inlay_study_file *file,
                               inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_file_outputs(file);

    for (size_t i = 0; i < args->n_settings; i++)
        if (strcmp(args->settings[i].name, "goal") == 0 &&
            !outputs->is_default && outputs->objective < outputs->n)
            return inlay_fail(
                err, INLAY_EINVAL,
                "--goal: output '%s' has a goal, too; leave one out",
                inlay_shown_text(outputs->at[outputs->objective].name).text);
    return INLAY_OK;
}

static inlay_status read_flag(const struct inlay_setting *flag,
                              struct inlay_study_file *file, inlay_error *err)
{
    if (strcmp(flag->name, "force") == 0)
        return INLAY_OK;
    return strcmp(flag->name, "output") == 0
               ? inlay_compact_add_output(file, flag->value, err)
               : inlay_compact_add(file->space, flag->name, flag->value, err);
}

static inlay_status read_flags(const struct inlay_args *args,
                               struct inlay_study_file *file, inlay_error *err)
{
    inlay_status st = inlay_args_apply(args, file, err);

    for (size_t i = 0; i < args->n_flags && st == INLAY_OK; i++)
        st = read_flag(&args->flags[i], file, err);
    if (st == INLAY_OK)
        st = check_goal(args, file, err);
    if (st == INLAY_OK)
        st = inlay_compact_end_outputs(file, err);
    if (st == INLAY_OK && inlay_space_n_variables(file->space) == 0)
        st = inlay_fail(err, INLAY_EINVAL,
                        "init: there are no variables; add one, e.g. --real "
                        "lr=1e-5..1:log ('inlay help init')");
    return st;
}

/* ---- From answers -------------------------------------------------------- */

enum { MAX_LINE = 4096 };

struct dialog {
    struct inlay_study_file *file;
    FILE *in, *out;
    char line[MAX_LINE];
};

/* *answer is a line without the white space around it. */
static inlay_status ask(struct dialog *d, const char *question,
                        const char **answer, inlay_error *err)
{
    fputs(question, d->out);
    fflush(d->out);
    if (!fgets(d->line, sizeof d->line, d->in))
        return inlay_fail(err, INLAY_ESTATE,
                          "the input ended before the last answer; nothing "
                          "has been written");
    size_t n = strlen(d->line);
    while (n > 0 && strchr(" \t\r\n", d->line[n - 1]))
        d->line[--n] = '\0';
    *answer = d->line + strspn(d->line, " \t");
    return INLAY_OK;
}

/* Sets or adds what an answer says. */
typedef inlay_status answer_fn(struct inlay_study_file *file,
                               const char *answer, inlay_error *err);

static inlay_status add_variable(struct inlay_study_file *file,
                                 const char *answer, inlay_error *err)
{
    return inlay_compact_add_line(file->space, answer, err);
}

/* A flag with an unknown {name} gets a warning; here, one can still answer. */
static inlay_status set_command(struct inlay_study_file *file,
                                const char *answer, inlay_error *err)
{
    char **words = NULL;
    size_t n = 0;
    inlay_status st = inlay_words_split(answer, &words, &n, err);

    if (st == INLAY_OK)
        st = inlay_command_check((const char *const *)words, n, file->space,
                                 err);
    inlay_mem_free(words);
    return st == INLAY_OK ? inlay_study_file_set(file, "command", answer, err)
                          : st;
}

/* A question about a key of the file, or about what fn adds. */
struct question {
    const char *text, *key;
    answer_fn *fn; /* where the key is NULL */
};

/* An empty answer sets nothing. */
static inlay_status ask_until_right(struct dialog *d, const struct question *q,
                                    bool *is_empty, inlay_error *err)
{
    for (;;) {
        const char *answer = NULL;
        inlay_error why = {0};
        const inlay_status st = ask(d, q->text, &answer, err);

        *is_empty = answer && answer[0] == '\0';
        if (st != INLAY_OK || *is_empty)
            return st;
        if ((q->key ? inlay_study_file_set(d->file, q->key, answer, &why)
                    : q->fn(d->file, answer, &why)) == INLAY_OK)
            return INLAY_OK;
        fprintf(d->out, "  %s\n", why.msg);
    }
}

static inlay_status ask_variables(struct dialog *d, inlay_error *err)
{
    static const struct question variable = {"  variable: ", NULL,
                                             add_variable};
    inlay_status st = INLAY_OK;
    bool is_last = false;

    fputs("Variables, one per line, for example\n"
          "  real lr=1e-5..1:log\n"
          "  integer layers=1..3\n"
          "  ordinal drop=0,0.1,0.5\n"
          "  categorical act=relu,tanh\n"
          "  boolean bias\n"
          "An empty line ends the list.\n",
          d->out);
    while (st == INLAY_OK && !is_last) {
        st = ask_until_right(d, &variable, &is_last, err);
        if (is_last && inlay_space_n_variables(d->file->space) == 0) {
            fputs("  a study needs at least one variable\n", d->out);
            is_last = false;
        }
    }
    return st;
}

inlay_status inlay_init_ask(struct inlay_study_file *file, FILE *in, FILE *out,
                            inlay_error *err)
{
    static const struct {
        struct question is;
        bool is_list; /* asked until the answer is empty */
    } row[] = {
        {{"Command to evaluate a configuration, for example ./train "
          "--lr={lr} (empty: none yet)\n  command: ",
          NULL, set_command},
         false},
        {{"Goal, minimize or maximize [minimize]: ", "goal", NULL}, false},
        {{"Limit of another result, for example latency_ms=..20 (empty: no "
          "more): ",
          NULL, inlay_compact_add_output},
         true},
        {{"Number of trials [50]: ", "budget", NULL}, false},
    };
    struct dialog d = {.file = file, .in = in, .out = out};
    inlay_status st = ask_variables(&d, err);

    for (size_t i = 0; i < sizeof row / sizeof *row && st == INLAY_OK; i++) {
        bool is_empty = false;
        do
            st = ask_until_right(&d, &row[i].is, &is_empty, err);
        while (st == INLAY_OK && row[i].is_list && !is_empty);
    }
    return st == INLAY_OK ? inlay_compact_end_outputs(file, err) : st;
}

/* ---- The example --------------------------------------------------------- */

const char INLAY_INIT_EXAMPLE[] =
    "{\"variables\": ["
    "  {\"name\": \"rate\", \"type\": \"real\", \"min\": 1e-5, \"max\": 1, "
    "\"scale\": \"log\"},"
    "  {\"name\": \"layers\", \"type\": \"integer\", \"min\": 1, \"max\": 3},"
    "  {\"name\": \"dropout\", \"type\": \"ordinal\", \"values\": [0, 0.1, "
    "0.25, 0.5]},"
    "  {\"name\": \"activation\", \"type\": \"categorical\","
    "   \"values\": [\"relu\", \"tanh\", \"sigmoid\"]},"
    "  {\"name\": \"bias\", \"type\": \"boolean\"}],"
    " \"command\": [\"./train\", \"--rate={rate}\", \"--layers={layers}\","
    "   \"--dropout={dropout}\", \"--activation={activation}\", "
    "\"--bias={bias}\"],"
    " \"budget\": 40, \"timeout\": 600, \"seed\": 1}";

static inlay_status make(const struct inlay_args *args,
                         struct inlay_study_file **file, inlay_error *err)
{
    const bool has_flags =
        args->n_settings > 0 ||
        args->n_flags > (inlay_args_has(args, "force") ? 1 : 0);
    const bool can_ask = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);

    if (!has_flags && !can_ask) {
        inlay_say_news(args, "No flags and no terminal to ask questions on, so "
                             "this is an example for you to edit.");
        return inlay_study_file_parse(INLAY_INIT_EXAMPLE,
                                      strlen(INLAY_INIT_EXAMPLE), NULL, NULL,
                                      file, err);
    }
    const inlay_status st = inlay_study_file_new(NULL, NULL, file, err);
    if (st != INLAY_OK)
        return st;
    return has_flags ? read_flags(args, *file, err)
                     : inlay_init_ask(*file, stdin, stderr, err);
}

/* ---- Written ------------------------------------------------------------- */

static inlay_status check_is_new(const char *path, inlay_error *err)
{
    if (access(path, F_OK) != 0)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTATE, "%s exists; --force overwrites it",
                      path);
}

inlay_status inlay_init_write(const char *path, const char *text,
                              bool may_overwrite, inlay_error *err)
{
    struct inlay_outfile out = {0};
    struct inlay_text copy = {0};
    inlay_status st = may_overwrite ? INLAY_OK : check_is_new(path, err);

    inlay_text_add(&copy, text);
    if (st == INLAY_OK)
        st = inlay_outfile_init(&out, path, err);
    out.must_be_new = !may_overwrite;
    if (st == INLAY_OK)
        st = inlay_outfile_add_text(&out, &copy, err);
    if (st == INLAY_OK)
        st = inlay_outfile_commit(&out, err);
    inlay_outfile_clear(&out);
    inlay_text_clear(&copy);
    return st;
}

/* Of a variable that has the name of a placeholder, if that is used. */
static void warn_hidden(const struct inlay_args *args,
                        const struct inlay_study_file *file)
{
    static const char *const names[] = {"trial", "seed", "workdir"};
    size_t k;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (inlay_space_find(file->space, names[i], &k, NULL) == INLAY_OK &&
            inlay_study_file_uses(file, names[i]))
            inlay_say_warning(args,
                              "{%s} is the variable of that name; that of the "
                              "trial is in the environment (INLAY_%s)",
                              names[i],
                              i == 0   ? "TRIAL"
                              : i == 1 ? "SEED"
                                       : "WORKDIR");
}

void inlay_init_warn_unused(const struct inlay_args *args,
                            const struct inlay_study_file *file, bool is_new)
{
    const size_t n = inlay_space_n_variables(file->space);
    struct inlay_text unused = {0};
    size_t n_used = 0;

    for (size_t i = 0; i < n; i++) {
        const char *name = inlay_space_var(file->space, i)->is.name;

        if (inlay_study_file_uses(file, name))
            n_used++;
        else
            inlay_text_printf(&unused, " {%s}", name);
    }
    if (n_used < n && (n_used > 0 || is_new))
        inlay_say_warning(args,
                          "the command does not use%s; its program must read "
                          "the environment (INLAY_X_name)",
                          inlay_text_view(&unused));
    inlay_text_clear(&unused);
    warn_hidden(args, file);
}

inlay_status inlay_init_check_command(const char *study,
                                      const struct inlay_study_file *file,
                                      inlay_error *err)
{
    if (file->n_command == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: there is no \"command\" to run; add one, or use "
                          "'inlay ask' and 'inlay tell', or 'inlay stdio'",
                          study);
    const inlay_status st = inlay_command_check(
        (const char *const *)file->command, file->n_command, file->space, err);
    return inlay_fail_within(err, st, "%s", study);
}

/* The program prints more than a number where outputs have names. */
static void say_outputs(const struct inlay_args *args,
                        const struct inlay_study_file *file)
{
    const struct inlay_outputs *outputs = inlay_study_file_outputs(file);
    struct inlay_text names = {0};

    if (outputs->is_default)
        return;
    inlay_outputs_add_names(outputs, &names);
    inlay_say_news(args, "  let the program print a JSON object with %s",
                   inlay_text_view(&names));
    inlay_text_clear(&names);
}

static void say_next(const struct inlay_args *args, const char *path,
                     const struct inlay_study_file *file)
{
    struct inlay_text study = {0};
    inlay_error why = {0};

    if (file->command) {
        inlay_init_warn_unused(args, file, true);
        if (inlay_command_check((const char *const *)file->command,
                                file->n_command, file->space, &why) != INLAY_OK)
            inlay_say_warning(args, "%s", why.msg);
    }
    inlay_say_news(args, "Wrote %s. Next:", path);
    if (!file->command)
        inlay_say_news(args, "  add \"command\" to it, e.g. [\"./train\", "
                             "\"--x={x}\"]");
    say_outputs(args, file);
    inlay_words_add_quoted(&study, path);
    inlay_say_news(args, "  inlay run %s", inlay_text_view(&study));
    inlay_text_clear(&study);
}

int inlay_cmd_init(const struct inlay_args *args)
{
    const char *path = args->n_words > 0 ? args->words[0] : "study.json";
    const bool force = inlay_args_has(args, "force");
    struct inlay_study_file *file = NULL;
    char *text = NULL;
    inlay_error err = {0};
    /* Before the questions, not after. */
    inlay_status st = force ? INLAY_OK : check_is_new(path, &err);

    if (st == INLAY_OK)
        st = make(args, &file, &err);
    if (st == INLAY_OK)
        st = inlay_study_file_print(file, &text, &err);
    if (st == INLAY_OK)
        st = inlay_init_write(path, text, force, &err);
    if (st == INLAY_OK)
        say_next(args, path, file);
    inlay_text_free(text);
    inlay_study_file_free(file);
    return inlay_say_status(args, st, &err);
}
