/*
 * frame.h: a CSV file in memory, by names of columns.
 *
 * Lines that start with '#' are comments, the first other line names the columns.
 * All of these exit the program with a message that names the file.
 */
#ifndef INLAY_EXPERIMENTS_FRAME_H
#define INLAY_EXPERIMENTS_FRAME_H

#include <stdbool.h>
#include <stddef.h>

struct frame {
    char *path;
    size_t n_columns, n_rows;
    char **name; /* n_columns */
    char **cell; /* n_rows×n_columns */
};

/* False where there is no such file. */
bool frame_load(struct frame *f, const char *path);
void frame_clear(struct frame *f);

/* The place of a column; n_columns where there is none. */
size_t frame_find(const struct frame *f, const char *name);

/* The same, of one that must be there. */
size_t frame_column(const struct frame *f, const char *name);

const char *frame_text(const struct frame *f, size_t row, size_t column);
double frame_number(const struct frame *f, size_t row, size_t column);

/* Different texts of a column in their order, views of the frame, at most max.
 * Returns how many. */
size_t frame_distinct(const struct frame *f, const char *column,
                      const char **text, size_t max);

/* All numbers of a column; the caller frees. */
double *frame_numbers(const struct frame *f, size_t column);

#endif
