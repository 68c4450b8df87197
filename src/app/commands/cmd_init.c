/*
 * cmd_init.c: inlay init: a study file to start with, from flags, by questions,
 * or as an example.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/commands/init.h"
#include "base/text.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "problem/space.h"
#include "study/study_file.h"

/* The keys, then the variables. */
static inlay_status set(const struct inlay_args *args,
                        struct inlay_study_file *file, inlay_error *err)
{
    inlay_status st = inlay_args_apply(args, file, err);

    for (size_t i = 0; i < args->n_flags && st == INLAY_OK; i++)
        if (strcmp(args->flags[i].name, "force") != 0)
            st = inlay_compact_add(file->space, args->flags[i].name,
                                   args->flags[i].value, err);
    if (st == INLAY_OK && inlay_space_n_variables(file->space) == 0)
        st = inlay_fail(err, INLAY_EINVAL,
                        "init: there is no variable; add one, as --real "
                        "lr=1e-5..1:log ('inlay help init')");
    return st;
}

inlay_status inlay_init_example(struct inlay_study_file *file, inlay_error *err)
{
    struct inlay_setting variables[] = {
        {"real", "rate=1e-5..1:log"},
        {"integer", "layers=1..3"},
        {"ordinal", "dropout=0,0.1,0.25,0.5"},
        {"categorical", "activation=relu,tanh,sigmoid"},
        {"boolean", "bias"},
    };
    struct inlay_setting keys[] = {
        {"command", "./train --rate={rate} --layers={layers} "
                    "--dropout={dropout} --activation={activation} "
                    "--bias={bias}"},
        {"budget", "40"},
        {"timeout", "600"},
        {"seed", "1"},
    };
    const struct inlay_args args = {
        .flags = variables,
        .n_flags = sizeof variables / sizeof *variables,
        .settings = keys,
        .n_settings = sizeof keys / sizeof *keys,
    };

    return set(&args, file, err);
}

static inlay_status fill(const struct inlay_args *args,
                         struct inlay_study_file *file, inlay_error *err)
{
    const size_t n_force = inlay_args_has(args, "force") ? 1 : 0;

    if (args->n_settings > 0 || args->n_flags > n_force)
        return set(args, file, err);
    if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        return inlay_dialog_ask(file, stdin, stderr, err);
    inlay_say_news(args, "No flags, and no terminal to ask on: this is an "
                         "example for you to change.");
    return inlay_init_example(file, err);
}

/* ---- Written ------------------------------------------------------------- */

inlay_status inlay_init_write(const char *path, const char *text,
                              bool may_overwrite, inlay_error *err)
{
    FILE *file = fopen(path, may_overwrite ? "w" : "wx");

    if (!file && errno == EEXIST)
        return inlay_fail(err, INLAY_ESTATE, "%s exists; --force overwrites it",
                          path);
    if (!file)
        return inlay_fail(err, INLAY_ESTATE, "%s: %s", path, strerror(errno));
    const bool is_written = fputs(text, file) >= 0;
    if (fclose(file) != 0 || !is_written) {
        const int why = errno;
        remove(path);
        return inlay_fail(err, INLAY_ESTATE, "%s: %s", path, strerror(why));
    }
    return INLAY_OK;
}

void inlay_init_warn_unused(const struct inlay_args *args,
                            const struct inlay_study_file *file)
{
    struct inlay_text list = {0};

    for (size_t i = 0; i < inlay_space_n_variables(file->space); i++) {
        const char *name = inlay_space_var(file->space, i)->is.name;

        if (!inlay_study_file_uses(file, name))
            inlay_text_printf(&list, " {%s}", name);
    }
    if (list.n > 0)
        inlay_say_warning(args,
                          "the command does not use%s; its program must read "
                          "the environment (INLAY_X_name)",
                          list.bytes);
    inlay_text_clear(&list);
}

/* {name} of no variable; a name is what a variable's is mostly made of. */
static void warn_unknown(const struct inlay_args *args,
                         const struct inlay_study_file *file, const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

    for (const char *at = strchr(word, '{'); at; at = strchr(at + 1, '{')) {
        const size_t n = strspn(at + 1, letters);
        char name[64] = "";
        inlay_error why = {0};
        size_t i = 0;

        if (n == 0 || n >= sizeof name || at[1 + n] != '}')
            continue;
        memcpy(name, at + 1, n);
        if (strcmp(name, "trial") != 0 && strcmp(name, "seed") != 0 &&
            strcmp(name, "workdir") != 0 &&
            inlay_space_find(file->space, name, &i, &why) != INLAY_OK)
            inlay_say_warning(args, "the command has {%s}: %s", name, why.msg);
    }
}

static void say_next(const struct inlay_args *args, const char *path,
                     const struct inlay_study_file *file)
{
    if (file->command)
        inlay_init_warn_unused(args, file);
    for (size_t i = 0; file->command && i < file->n_command; i++)
        warn_unknown(args, file, file->command[i]);
    inlay_say_news(args, "Wrote %s. Next:", path);
    if (!file->command)
        inlay_say_news(args, "  add \"command\" to it, e.g. [\"./train\", "
                             "\"--x={x}\"]");
    inlay_say_news(args, "  inlay run %s", path);
}

int inlay_cmd_init(const struct inlay_args *args)
{
    const char *path = args->n_words > 0 ? args->words[0] : "study.json";
    const bool force = inlay_args_has(args, "force");
    struct inlay_study_file *file = NULL;
    char *text = NULL;
    inlay_error err = {0};
    inlay_status st = INLAY_OK;

    /* Before the questions, not after. */
    if (!force && access(path, F_OK) == 0)
        st = inlay_fail(&err, INLAY_ESTATE, "%s exists; --force overwrites it",
                        path);
    if (st == INLAY_OK)
        st = inlay_study_file_new(NULL, NULL, &file, &err);
    if (st == INLAY_OK)
        st = fill(args, file, &err);
    if (st == INLAY_OK)
        st = inlay_study_file_print(file, &text, &err);
    if (st == INLAY_OK)
        st = inlay_init_write(path, text, force, &err);
    if (st == INLAY_OK)
        say_next(args, path, file);
    inlay_text_free(text);
    inlay_study_file_free(file);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
