/*
 * help.h: help, manual page, completion script and JSON Schema: pages made from
 * the tables of commands, keys and options.
 */
#ifndef INLAY_APP_PAGES_HELP_H
#define INLAY_APP_PAGES_HELP_H

#include "app/commands/args.h"
#include "base/text.h"

/* A variable of each type, a line each. */
#define INLAY_HELP_VARIABLES                                                   \
    "  {\"name\": \"rate\",  \"type\": \"real\",        \"min\": 1e-5, "       \
    "\"max\": 1, \"scale\": \"log\"}\n"                                        \
    "  {\"name\": \"depth\", \"type\": \"integer\",     \"min\": 1, "          \
    "\"max\": 6}\n"                                                            \
    "  {\"name\": \"drop\",  \"type\": \"ordinal\",     \"values\": [0, 0.1, " \
    "0.5]}\n"                                                                  \
    "  {\"name\": \"act\",   \"type\": \"categorical\", \"values\": "          \
    "[\"relu\", "                                                              \
    "\"tanh\"]}\n"                                                             \
    "  {\"name\": \"bias\",  \"type\": \"boolean\"}\n"

/* All commands; one of them; the study file; the options of the methods. */
void inlay_help_overview(struct inlay_text *page);
void inlay_help_command(struct inlay_text *page,
                        const struct inlay_command *command);
void inlay_help_study(struct inlay_text *page);
void inlay_help_options(struct inlay_text *page);

/* The manual page, in roff; a completion script for bash; a JSON Schema of study
 * files. */
void inlay_man_write(struct inlay_text *page);
void inlay_completion_bash(struct inlay_text *page);
void inlay_schema_write(struct inlay_text *page);

/* Prints the help of a command, or of all for NULL; gives an exit code. */
int inlay_help_show(const struct inlay_args *args,
                    const struct inlay_command *command);

/* Prints a page and clears it, or says why it could not be made; an exit
 * code. */
int inlay_help_print(const struct inlay_args *args, struct inlay_text *page);

/* Help of a key, with its choices and default; has_range: also with the range of
 * a number, and defaults that methods have of their own. */
void inlay_help_add_key(struct inlay_text *page, const struct inlay_key *key,
                        bool has_range);

#endif
