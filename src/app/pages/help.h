/*
 * help.h: help, manual page, completion scripts and JSON Schema: pages made from
 * the tables of commands, keys and options.
 */
#ifndef INLAY_APP_PAGES_HELP_H
#define INLAY_APP_PAGES_HELP_H

#include "app/commands/cmd.h"
#include "app/pages/page.h"

/* All commands; one of them; the study file; the options of the methods; and all
 * of it as a manual page, which makes the page roff. */
void inlay_help_overview(struct inlay_page *page);
void inlay_help_command(struct inlay_page *page,
                        const struct inlay_command *command);
void inlay_help_study(struct inlay_page *page);
void inlay_help_options(struct inlay_page *page);
void inlay_man_write(struct inlay_page *page);

/* Completion scripts for shells; a JSON Schema of study files. */
void inlay_completion_bash(struct inlay_page *page);
void inlay_completion_zsh(struct inlay_page *page);
void inlay_completion_fish(struct inlay_page *page);
void inlay_schema_write(struct inlay_page *page);

#endif
