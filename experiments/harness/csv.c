/*
 * csv.c: a file with a head.  A disk that is full is found at the end.
 */
#include "harness/csv.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/program.h"
#include "harness/refuse.h"

struct csv {
    FILE *file;
    char path[1024];
};

enum { MAX_FLAGS = 8 };

struct csv_origin csv_read_origin(int argc, char **argv,
                                  const struct program_flag *more,
                                  size_t n_more)
{
    struct csv_origin origin = {.seed = 1, .commit = "unknown", .options = ""};
    struct program_flag flags[MAX_FLAGS] = {
        {"--out", .text = &origin.folder},
        {"--commit", .text = &origin.commit},
        {"--seed", .number = &origin.seed},
    };
    const size_t n_own = 3;

    if (n_own + n_more > MAX_FLAGS)
        refuse("csv_read_origin", "raise MAX_FLAGS");
    for (size_t i = 0; i < n_more; i++)
        flags[n_own + i] = more[i];
    program_read_flags(argc, argv, flags, n_own + n_more);
    if (!origin.folder)
        program_quit("--out", "is missing: a folder for the results");
    return origin;
}

struct csv *csv_open(const struct csv_origin *origin, const char *name,
                     const char *columns)
{
    struct csv *csv = refuse_or_room(name, 1, sizeof *csv);
    const int n =
        snprintf(csv->path, sizeof csv->path, "%s/%s", origin->folder, name);
    if (n < 0 || (size_t)n >= sizeof csv->path)
        refuse(name, "the name of its folder is too long");
    csv->file = fopen(csv->path, "w");
    if (!csv->file)
        refuse(csv->path, "%s", strerror(errno));
    csv_row(csv, "# seed=%zu commit=%s %s", origin->seed, origin->commit,
            origin->options);
    csv_row(csv, "%s", columns);
    return csv;
}

void csv_row(struct csv *csv, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(csv->file, format, args);
    va_end(args);
    fputc('\n', csv->file);
}

void csv_close(struct csv *csv)
{
    const int failed = ferror(csv->file);
    if (fclose(csv->file) != 0 || failed)
        refuse(csv->path, "cannot be written");
    free(csv);
}
