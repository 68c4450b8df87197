/*
 * stream.h: bytes to a descriptor, all of them.
 */
#ifndef INLAY_BASE_STREAM_H
#define INLAY_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* Writes n bytes, however many writes it takes, and signals in between; false
 * and errno if one fails, when some may have been written. */
bool inlay_stream_write(int fd, const char *bytes, size_t n);

#endif
