/*
 * help.h: help, made from the tables of commands, keys and options.
 *
 * Also what help and man page have in common: what defaults and ranges are in
 * words, and the environment of an evaluation.
 */
#ifndef INLAY_APP_PAGES_HELP_H
#define INLAY_APP_PAGES_HELP_H

#include "app/commands/args.h"
#include "base/text.h"

/* All commands; the flags of one; the keys of a study file and the options. */
void inlay_help_overview(struct inlay_text *page);
void inlay_help_command(struct inlay_text *page,
                        const struct inlay_command *command);
void inlay_help_study(struct inlay_text *page);

/* Prints the help of a command, or of all for NULL; gives an exit code. */
int inlay_help_show(const struct inlay_args *args,
                    const struct inlay_command *command);

/* Prints a page that was made, or says why it could not be; an exit code. */
int inlay_help_print(const struct inlay_args *args, struct inlay_text *page);

/* Help of a key or an option with choices or range, and default. */
void inlay_help_key(struct inlay_text *page, const struct inlay_plan_key *key);

/* Options of each method, for those defaults that are its own. */
enum { INLAY_MOST_METHODS = 16 };
struct inlay_help_methods {
    const inlay_option *is;                /* the option that names them */
    inlay_options *of[INLAY_MOST_METHODS]; /* in their order, then NULL */
};
/* A failure is the page's; clear it also then. */
void inlay_help_methods_init(struct inlay_help_methods *methods,
                             struct inlay_text *page);
void inlay_help_methods_clear(struct inlay_help_methods *methods);

void inlay_help_option(struct inlay_text *page, const inlay_option *option,
                       const struct inlay_help_methods *methods);

/* Variables of the environment of an evaluation: name and meaning of row i, or
 * NULL past the end. */
const char *inlay_help_environment(size_t i, const char **meaning);

#endif
