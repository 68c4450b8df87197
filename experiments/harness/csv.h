/*
 * csv.h: results as text: a first line "# seed=… commit=… options", the names of
 * the columns, then rows.  Drawings are made from these files alone.
 */
#ifndef INLAY_EXPERIMENTS_CSV_H
#define INLAY_EXPERIMENTS_CSV_H

#include <stddef.h>

/* What every file of a program begins with. */
struct csv_origin {
    const char *folder; /* where files go; it is there already */
    size_t seed;
    const char *commit;  /* of the program, as the caller knows it */
    const char *options; /* all else that the numbers depend on */
};

struct csv;
struct program_flag;

/* --out FOLDER (which must be given), --seed N, --commit TEXT, and n_more flags
 * of the program's own (harness/program.h); the options are for the caller to
 * set. */
struct csv_origin csv_read_origin(int argc, char **argv,
                                  const struct program_flag *more,
                                  size_t n_more);

/* All of these exit the program with a message where something fails. */
struct csv *csv_open(const struct csv_origin *origin, const char *name,
                     const char *columns);
void csv_row(struct csv *csv, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void csv_close(struct csv *csv);

#endif
