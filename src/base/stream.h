/*
 * stream.h: bytes to and from a descriptor, all of them.
 */
#ifndef INLAY_BASE_STREAM_H
#define INLAY_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* Writes n bytes, however many writes it takes, and signals in between; false
 * and errno if one fails, when some may have been written. */
bool inlay_stream_write(int fd, const char *bytes, size_t n);

/* The same, and back to the start of the file, for whoever is to read it. */
bool inlay_stream_fill(int fd, const char *bytes, size_t n);

/* Reads n bytes, however many reads it takes.  Returns how many there were:
 * fewer at the end, and where a read fails.  Safe in a signal handler. */
size_t inlay_stream_read(int fd, void *bytes, size_t n);

#endif
