/*
 * cmd.h: the table of commands, and what a command is given and gives back.
 *
 * A command is a row of the table in cmd.c and a function inlay_cmd_NAME in
 * cmd_NAME.c.  Help, man page and completion are made from the rows.
 */
#ifndef INLAY_APP_COMMANDS_CMD_H
#define INLAY_APP_COMMANDS_CMD_H

#include <stdbool.h>
#include <stddef.h>

struct inlay_args;
struct inlay_key;

/* What the tool returns; inlay_exit_meaning says it in words. */
enum inlay_exit {
    INLAY_EXIT_OK = 0,
    INLAY_EXIT_FAILED = 1,
    INLAY_EXIT_USAGE = 2,
    INLAY_EXIT_EXHAUSTED = 3,
    INLAY_EXIT_STOPPED = 4,
    INLAY_EXIT_STORE = 5,
    INLAY_EXIT_CHECK = 6,
    INLAY_EXIT_INTERRUPTED = 130
};

/* Row i of the table of exit codes; NULL past its end. */
const char *inlay_exit_meaning(size_t i, enum inlay_exit *code);

/* A flag that a command has for itself.  A list of them ends with a NULL
 * name. */
struct inlay_flag {
    const char *name; /* long, without dashes */
    char letter;      /* '\0': it has none */
    const char *what; /* its value in a synopsis; NULL: it takes none */
    const char *help; /* one line */
    const char *const *choices; /* values, then a NULL; NULL: any value */
};

struct inlay_command {
    const char *name;
    const char *arguments; /* in a synopsis, e.g. "STUDY [ID]" */
    const char *summary;   /* one line, no full stop */
    const char *details;   /* sentences; paragraphs are parted by "\n" */
    const struct inlay_flag *flags;
    bool takes_keys;    /* all keys of the study file are flags */
    bool takes_options; /* those keys that are options are */
    bool has_json;      /* --json is allowed */
    size_t min_args, max_args;
    int (*run)(const struct inlay_args *args); /* gives an enum inlay_exit */
};

/* Row i of the table, or NULL past its end. */
const struct inlay_command *inlay_command_at(size_t i);
/* The row of that name, or NULL. */
const struct inlay_command *inlay_command_find(const char *name);
/* The name of the command that was probably meant, or NULL. */
const char *inlay_command_nearest(const char *name);

/* Is this key of the study file a flag of the command? */
bool inlay_command_takes(const struct inlay_command *command,
                         const struct inlay_key *key);

/* Flags of every command. */
const struct inlay_flag *inlay_command_global_flags(void);

/* Reads the command line and runs the command: all of the tool but main(). */
int inlay_command_line(int argc, char **argv);

int inlay_cmd_init(const struct inlay_args *args);
int inlay_cmd_run(const struct inlay_args *args);
int inlay_cmd_ask(const struct inlay_args *args);
int inlay_cmd_tell(const struct inlay_args *args);
int inlay_cmd_enqueue(const struct inlay_args *args);
int inlay_cmd_retry(const struct inlay_args *args);
int inlay_cmd_best(const struct inlay_args *args);
int inlay_cmd_show(const struct inlay_args *args);
int inlay_cmd_explain(const struct inlay_args *args);
int inlay_cmd_plot(const struct inlay_args *args);
int inlay_cmd_export(const struct inlay_args *args);
int inlay_cmd_import(const struct inlay_args *args);
int inlay_cmd_check(const struct inlay_args *args);
int inlay_cmd_stdio(const struct inlay_args *args);
int inlay_cmd_help(const struct inlay_args *args);
int inlay_cmd_man(const struct inlay_args *args);
int inlay_cmd_completion(const struct inlay_args *args);
int inlay_cmd_schema(const struct inlay_args *args);
int inlay_cmd_version(const struct inlay_args *args);

#endif
