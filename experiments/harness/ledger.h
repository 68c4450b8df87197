/*
 * ledger.h: a CSV file of results that take hours, a line each, written by several
 * processes and read again after an interruption.
 *
 * Its first line is "# commit=A+B ABOUT": every commit that opened it, and what
 * the results are (seed, options).  The second names the columns.  All of these
 * exit the program with a message that names the file.
 */
#ifndef INLAY_EXPERIMENTS_LEDGER_H
#define INLAY_EXPERIMENTS_LEDGER_H

#include <stddef.h>

struct ledger {
    char *first, *columns; /* lines */
    char **row;            /* n lines */
    size_t n, room;
};

/* Reads the file; makes it where there is none.  One with another `about` or other
 * columns is refused; another commit is added to those of its first line.  What a
 * process that was killed left of a line is cut off. */
void ledger_open(struct ledger *l, const char *path, const char *commit,
                 const char *about, const char *columns);

/* Reads a file that was opened before, with what was appended since. */
void ledger_read(struct ledger *l, const char *path);
void ledger_clear(struct ledger *l);

/* One more row; the line has its end.  Several processes may do it at a time. */
void ledger_append(const char *path, const char *line);

/* The file anew, with these rows in their order; it is old or new, never half. */
void ledger_replace(const struct ledger *l, const char *path);

#endif
