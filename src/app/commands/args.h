/*
 * args.h: the command line, `inlay COMMAND [flags] ARGUMENTS`.
 *
 * Flags are as in GNU programs: --flag value, --flag=value, letters that may be
 * joined, flags after arguments, and -- before arguments that look like flags.
 * A negative number is an argument.  In a flag's name _ and - are the same.
 */
#ifndef INLAY_APP_COMMANDS_ARGS_H
#define INLAY_APP_COMMANDS_ARGS_H

#include "app/commands/cmd.h"
#include "base/text.h"
#include "inlay.h"
#include "study/study_file.h"

enum inlay_color { INLAY_COLOR_AUTO, INLAY_COLOR_ALWAYS, INLAY_COLOR_NEVER };

/* A flag of the command's own, or a key of the study file; value is NULL if the
 * flag takes none. */
struct inlay_setting {
    const char *name;
    const char *value;
};

/* All texts are those of the tables and of argv. */
struct inlay_args {
    const struct inlay_command *command; /* NULL only with a wants_ */
    const char **words;                  /* the arguments */
    size_t n_words;
    struct inlay_setting *flags; /* the command's own, in order */
    size_t n_flags;
    struct inlay_setting *settings; /* of the study file, in order */
    size_t n_settings;
    enum inlay_color color;
    bool wants_help, wants_version, is_quiet, is_json;
    bool use_color; /* for messages; inlay_args_parse leaves it */
};

/* INLAY_EINVAL, with a message, if the command line is wrong. */
inlay_status inlay_args_parse(int argc, char *const *argv,
                              struct inlay_args *out, inlay_error *err);
void inlay_args_clear(struct inlay_args *args);

/* The flag of a command (NULL: of every command) that has this letter or, if that
 * is '\0', the name with which the word begins, up to '='. */
bool inlay_args_find_flag(const struct inlay_command *command, char letter,
                          const char *word, struct inlay_flag *out);

/* The value of a flag of the command's own, the last if it is given twice, or
 * NULL.  For a flag that takes no value: has. */
const char *inlay_args_get(const struct inlay_args *args, const char *flag);
bool inlay_args_has(const struct inlay_args *args, const char *flag);

/* Appends the words by which a command of a message finds the study of this
 * command line, as a shell takes them. */
void inlay_args_add_study(const struct inlay_args *args,
                          struct inlay_text *line);

/* A whole number from 1 to max, which is `what` on the command line: "--last",
 * "ID".  If text is NULL, it is not given, and *v stays. */
inlay_status inlay_args_number(const char *text, const char *what, int64_t max,
                               int64_t *v, inlay_error *err);

/* Sets the keys of the study file that are given as flags. */
inlay_status inlay_args_apply(const struct inlay_args *args,
                              struct inlay_study_file *file, inlay_error *err);

#endif
