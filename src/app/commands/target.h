/*
 * target.h: STUDY on the command line: a study file, or the store of a study.
 *
 * A file that begins with SQLite's mark, or whose name ends in ".inlay", is a
 * store; its study file is the one that was recorded last.  Any other is a study file.
 * Its store is --store, or NAME.inlay in the folder of the file.  NAME is the
 * file's name without ".json", or the "name" that the study file gives, in which
 * all but letters, digits, space, . _ - and characters beyond ASCII is replaced
 * by _, and so is a point, dash or space at its beginning; it is cut after 200
 * bytes.  Names that become equal so share a store, which refuses the second if
 * its variables are others.  A study file that is a stream (-, /dev/stdin, a pipe)
 * counts as one of the current folder, and has no name of its own.
 */
#ifndef INLAY_APP_COMMANDS_TARGET_H
#define INLAY_APP_COMMANDS_TARGET_H

#include "app/commands/args.h"
#include "inlay.h"
#include "study/journal.h"
#include "study/study_file.h"

/* {0} until it is found, and again after a failure. */
struct inlay_target {
    char *file_path;  /* NULL where STUDY is a store */
    char *store_path; /* NULL for a stream without a name */
    char *folder;     /* that of the study file, else of the store */
    struct inlay_study_file *file; /* with the flags of the command line */
    inlay_study *study;            /* of inlay_target_open */
    struct inlay_journal *journal; /* of inlay_target_look */
};

/*
 * Study file and paths; the store is opened only where it holds the study file.
 * A missing or wrong study file is INLAY_EINVAL or INLAY_EPARSE, and the message
 * begins with its path.  Of several mistakes all but the last are said at once.
 */
inlay_status inlay_target_find(const struct inlay_args *args,
                               struct inlay_target *out, inlay_error *err);

/* ... and the study.  INLAY_ESTATE where there is no store and mode is not
 * INLAY_STORE_CREATE. */
inlay_status inlay_target_open(const struct inlay_args *args,
                               enum inlay_store_mode mode,
                               struct inlay_target *out, inlay_error *err);

/* Only the journal, to be read trial by trial: nothing is loaded.  The study
 * file is the recorded one, as its trials belong to that. */
inlay_status inlay_target_look(const struct inlay_args *args,
                               struct inlay_target *out, inlay_error *err);

/* Opens the target of `mode`, or looks at it; does fn; closes.  The exit code,
 * after the message of a failure where it has one. */
enum { INLAY_TARGET_LOOK = INLAY_STORE_READ + 1 };
typedef inlay_status inlay_target_fn(const struct inlay_args *args,
                                     struct inlay_target *target, void *context,
                                     inlay_error *err);
int inlay_target_do(const struct inlay_args *args, int mode,
                    inlay_target_fn *fn, void *context);

/* The folder in which each trial has its own, absolute: NAME.trials beside
 * NAME.inlay.  The caller frees *path with inlay_mem_free. */
inlay_status inlay_target_trials(const struct inlay_target *target, char **path,
                                 inlay_error *err);

/* The seed of the study. */
uint64_t inlay_target_seed(const struct inlay_target *target);

void inlay_target_clear(struct inlay_target *target);

/* The whole of a file (or of standard input, "-") in *text, of up to max bytes;
 * also what `import` reads.  INLAY_EINVAL with path and reason. */
inlay_status inlay_target_read(const char *path, size_t max, char **text,
                               size_t *n, inlay_error *err);

#endif
