/*
 * path.h: names of files, made of parts.
 */
#ifndef INLAY_EXPERIMENTS_PATH_H
#define INLAY_EXPERIMENTS_PATH_H

enum { PATH_ROOM = 1024 };

/* Exits the program with a message where it is too long. */
void path_print(char path[PATH_ROOM], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
