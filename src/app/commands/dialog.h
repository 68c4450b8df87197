/*
 * dialog.h: a study file by questions and answers.
 */
#ifndef INLAY_APP_COMMANDS_DIALOG_H
#define INLAY_APP_COMMANDS_DIALOG_H

#include <stdio.h>

#include "run/plan.h"

/* Asks on `out`, reads answers from `in`, a line each, and sets what they say;
 * a wrong answer is asked for again.  INLAY_ESTATE if the input ends before the
 * last answer. */
inlay_status inlay_dialog_ask(struct inlay_plan *plan, FILE *in, FILE *out,
                              inlay_error *err);

#endif
