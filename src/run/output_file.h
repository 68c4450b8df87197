/*
 * output_file.h: a file into which a worker prints, opened and read at a place.
 */
#ifndef INLAY_RUN_OUTPUT_FILE_H
#define INLAY_RUN_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* An open descriptor and the file's size, or -1 and errno. */
int inlay_output_open(const char *path, off_t *size);

/* n bytes at `at`, all of them; false and errno if there are not so many. */
bool inlay_output_read_at(int fd, off_t at, char *bytes, size_t n);

static inline bool inlay_output_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

#endif
