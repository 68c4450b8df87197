/*
 * lines.h: text files read line by line, and numbers with commas between them.
 *
 * Data and tables of the experiments are such files.  Every refusal names the
 * file, the line and the rule.
 */
#ifndef EXPERIMENTS_LINES_H
#define EXPERIMENTS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "inlay.h"

struct lines {
    const char *path; /* a view: the caller's */
    FILE *file;
    size_t number; /* of the line in text, from 1 */
    char *text;    /* the line without its end; may be changed */
    size_t room;
    bool has_end; /* false if the file ends within the line */
};

/* Close it with lines_close, also after a failure of the others. */
inlay_status lines_open(const char *path, struct lines *out, inlay_error *err);
void lines_close(struct lines *lines);

/* *any is false at the end of the file. */
inlay_status lines_next(struct lines *lines, bool *any, inlay_error *err);

/* Fails with "path:line: " before the message. */
inlay_status lines_fail(const struct lines *lines, inlay_error *err,
                        const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The line as words: commas become zeros, and word[i] a view of the line.
 * Fails unless there are exactly n of them. */
inlay_status lines_words(struct lines *lines, size_t n, const char **word,
                         inlay_error *err);

/* The line as exactly n finite numbers; its commas become zeros. */
inlay_status lines_numbers(struct lines *lines, size_t n, double *out,
                           inlay_error *err);

#endif
