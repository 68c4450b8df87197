/*
 * outfile.h: results that go to standard output or to a file; a file is there as
 * a whole, or not at all.
 */
#ifndef INLAY_APP_EXCHANGE_OUTFILE_H
#define INLAY_APP_EXCHANGE_OUTFILE_H

#include <stdio.h>

#include "base/text.h"
#include "inlay.h"

struct inlay_outfile {
    FILE *file;
    char *path;       /* NULL: standard output */
    char *temporary;  /* next to path; NULL where path is a pipe or a device */
    bool must_be_new; /* set by the caller: commit replaces no file */
};

/* path NULL or "-" is standard output.  A pipe or a device is written as it is.
 * INLAY_ESTATE with the system's reason, also of the next two. */
inlay_status inlay_outfile_init(struct inlay_outfile *out, const char *path,
                                inlay_error *err);
/* Writes a text, which is then empty.  Where standard output fails, that was said
 * already: the message is empty. */
inlay_status inlay_outfile_add_text(struct inlay_outfile *out,
                                    struct inlay_text *text, inlay_error *err);
/* The file is on the disk and takes its name. */
inlay_status inlay_outfile_commit(struct inlay_outfile *out, inlay_error *err);
/* Without commit, nothing is left of it. */
void inlay_outfile_clear(struct inlay_outfile *out);

#endif
