/*
 * cmd.h: the table of commands, and what a command takes and returns.
 *
 * A command is a row of the table in cmd.c and a function inlay_cmd_NAME in
 * cmd_NAME.c.  Help, man page and completion are made from the rows.
 */
#ifndef INLAY_APP_COMMANDS_CMD_H
#define INLAY_APP_COMMANDS_CMD_H

#include <stdbool.h>
#include <stddef.h>

#include "inlay.h"

struct inlay_args;

/* What the tool returns; inlay_exit_meaning says it in words. */
enum inlay_exit {
    INLAY_EXIT_OK = 0,
    INLAY_EXIT_FAILED = 1,
    INLAY_EXIT_USAGE = 2,
    INLAY_EXIT_EXHAUSTED = 3,
    INLAY_EXIT_STOPPED = 4,
    INLAY_EXIT_STORE = 5,
    INLAY_EXIT_CHECK = 6,
    INLAY_EXIT_IDLE = 7,
    INLAY_EXIT_HUNG_UP = 129,
    INLAY_EXIT_INTERRUPTED = 130,
    INLAY_EXIT_TERMINATED = 143
};

/* Row i of the table of exit codes; NULL past its end. */
const char *inlay_exit_meaning(size_t i, enum inlay_exit *code);

/* A flag of the command line.  A list of them ends with a NULL name. */
struct inlay_flag {
    const char *name; /* long, without dashes */
    const char *what; /* its value in a synopsis; NULL: it takes none */
    const char *help; /* one line; NULL: that of the key */
    const char *const *choices; /* values, then a NULL; NULL: any value */
    /* The choice that another word means, or NULL; NULL: they are plain. */
    const char *(*guess)(const char *word);
    const char *key; /* of the study file, which it sets, or NULL */
    char letter;     /* '\0': it has none */
    bool is_global;  /* every command has it */
};

/* What a command takes besides its own flags. */
enum inlay_takes {
    INLAY_TAKES_KEYS = 1,    /* the keys of the study file */
    INLAY_TAKES_OPTIONS = 2, /* only the keys that are options */
    INLAY_TAKES_JSON = 4     /* --json */
};

typedef int inlay_command_fn(const struct inlay_args *args);

struct inlay_command {
    const char *name;
    const char *arguments;          /* "STUDY [ID]"; more than one: "ID..." */
    inlay_command_fn *run;          /* gives an enum inlay_exit */
    const struct inlay_flag *flags; /* its own; NULL: none */
    unsigned takes;                 /* of enum inlay_takes */
    const char *summary;            /* one line, no full stop */
    const char *details;            /* sentences; "\n" separates paragraphs */
};

/* Row i of the table, or NULL past its end. */
const struct inlay_command *inlay_command_at(size_t i);
/* The row of that name, or NULL. */
const struct inlay_command *inlay_command_find(const char *name);
/* INLAY_EINVAL: there is no command of that name, but perhaps a similar one. */
inlay_status inlay_command_refuse(const char *name, inlay_error *err);

/* Flag i of a command: its own, then the keys of the study file that it takes,
 * then those of every command (for NULL only these).  false past the last. */
bool inlay_command_flag(const struct inlay_command *command, size_t i,
                        struct inlay_flag *out);

/* Reads the command line and runs the command: everything but main(). */
int inlay_command_line(int argc, char **argv);

inlay_command_fn inlay_cmd_init, inlay_cmd_try, inlay_cmd_run, inlay_cmd_ask,
    inlay_cmd_tell, inlay_cmd_enqueue, inlay_cmd_retry, inlay_cmd_best,
    inlay_cmd_show, inlay_cmd_explain, inlay_cmd_plot, inlay_cmd_export,
    inlay_cmd_import, inlay_cmd_abandon, inlay_cmd_amend, inlay_cmd_discard,
    inlay_cmd_restore, inlay_cmd_note, inlay_cmd_status, inlay_cmd_watch,
    inlay_cmd_reset, inlay_cmd_check, inlay_cmd_stdio, inlay_cmd_help,
    inlay_cmd_man, inlay_cmd_completion, inlay_cmd_schema, inlay_cmd_version;

#endif
