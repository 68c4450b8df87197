/*
 * filter.h: a program that reads a text, writes a file and ends: gnuplot.
 */
#ifndef INLAY_RUN_FILTER_H
#define INLAY_RUN_FILTER_H

#include "base/text.h"

struct inlay_filter_end {
    int code;               /* exit code; 128 + its number for a signal */
    bool is_missing;        /* there is no such program: nothing was run */
    struct inlay_text said; /* on standard error, its beginning */
};

/*
 * Runs words[0], looked for in PATH, with the words as its arguments (the last
 * is NULL) and without a shell.  It reads `input` on standard input, and its
 * standard output is the file descriptor `out`.  Returns when it has ended; the
 * caller clears end->said.
 */
inlay_status inlay_filter_run(const char *const *words, const char *input,
                              int out, struct inlay_filter_end *end,
                              inlay_error *err);

#endif
