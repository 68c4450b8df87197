/*
 * shown.h: what messages show of names and numbers.
 *
 * A message has room for some 500 bytes, a name may have any number; so names
 * are cut, and the rule that was broken is always there to read.  They are made
 * harmless too, as who prints a message may print it on a terminal.
 */
#ifndef INLAY_BASE_SHOWN_H
#define INLAY_BASE_SHOWN_H

struct inlay_shown {
    char text[80];
};

/* A text, which ends with "..." where it was cut. */
struct inlay_shown inlay_shown_text(const char *text);
/* A number in all its digits. */
struct inlay_shown inlay_shown_number(double v);
/* "; did you mean 'rate'?", or nothing where meant is NULL. */
struct inlay_shown inlay_shown_guess(const char *meant);

#endif
