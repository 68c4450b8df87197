/*
 * target.h: STUDY on the command line: a study file, or the store of a study.
 *
 * A file that begins with SQLite's mark, or whose name ends in ".inlay", is a
 * store; its study file is the one recorded last.  Any other is a study file.
 * Its store is --store, or NAME.inlay in the folder of the file.  NAME is the
 * name of the file without ".json", or the "name" in the study file: cut after
 * 200 bytes, with _ for all but letters, digits, space, . _ - and characters
 * beyond ASCII, and for a dot, dash or space at its beginning.  Names that so
 * become equal share a store, which refuses the second if its variables differ.
 * A study file that is a stream (-, /dev/stdin, a pipe) counts as one of the
 * current folder and has no name of its own.
 */
#ifndef INLAY_APP_COMMANDS_TARGET_H
#define INLAY_APP_COMMANDS_TARGET_H

#include "app/commands/args.h"
#include "app/exchange/trial_list.h"
#include "base/text.h"
#include "inlay.h"
#include "study/journal.h"
#include "study/study_file.h"

/* {0} until it is opened, and again after a failure. */
struct inlay_target {
    const char *file_path; /* of the arguments; NULL where STUDY is a store */
    char *store_path;      /* NULL for a stream without a name */
    char *folder;          /* that of the study file, else of the store */
    struct inlay_study_file *file; /* with the flags of the command line */
    inlay_study *study;            /* if it is opened */
    struct inlay_journal *journal; /* if it is looked at */
};

/* More than enum inlay_store_mode, by which the study is opened. */
enum {
    /* Study file and paths; the store is read only if it holds the file. */
    INLAY_TARGET_FIND = INLAY_STORE_READ + 1,
    /* Only the journal, to be read trial by trial: nothing is loaded.  The
     * study file is the recorded one. */
    INLAY_TARGET_LOOK,
    /* The same with the study file that is given, if one is: where it differs
     * from the recorded one, this is said. */
    INLAY_TARGET_VIEW
};

/*
 * A missing or wrong study file is INLAY_EINVAL or INLAY_EPARSE; the message
 * begins with its path.  Of several mistakes, all but the last are printed.  A
 * store that is to be read but does not exist is INLAY_ESTATE.
 */
inlay_status inlay_target_open(const struct inlay_args *args, int mode,
                               struct inlay_target *out, inlay_error *err);
void inlay_target_clear(struct inlay_target *target);

/* Reads the flags (NULL: there are none), so that a wrong one opens nothing; then
 * opens the target in `mode`, calls fn, closes.  Gives the exit code, after the
 * message of a failure if there is one. */
typedef inlay_status inlay_flags_fn(const struct inlay_args *args,
                                    void *context, inlay_error *err);
typedef inlay_status inlay_target_fn(const struct inlay_args *args,
                                     struct inlay_target *target, void *context,
                                     inlay_error *err);
int inlay_target_do(const struct inlay_args *args, inlay_flags_fn *read_flags,
                    int mode, inlay_target_fn *fn, void *context);

/* Appends a path next to the store: NAME with an ending. */
void inlay_target_add_path(const struct inlay_target *target,
                           const char *ending, struct inlay_text *path);
/* The absolute path of NAME with an ending, for a folder.  INLAY_EINVAL: a stream
 * has no name.  The caller frees *path with inlay_mem_free. */
inlay_status inlay_target_folder(const struct inlay_target *target,
                                 const char *ending, char **path,
                                 inlay_error *err);
/* The absolute path of NAME.trials, in which each trial has a folder.  The
 * caller frees *path with inlay_mem_free. */
inlay_status inlay_target_trials(const struct inlay_target *target, char **path,
                                 inlay_error *err);

/* What the values of its trials mean, by the study file. */
struct inlay_trial_terms inlay_target_terms(const struct inlay_target *target);

/* The seed of the study. */
uint64_t inlay_target_seed(const struct inlay_target *target);

/* Appends the whole of a file, or of standard input ("-"), of at most max bytes.
 * INLAY_EINVAL with path and reason. */
inlay_status inlay_target_read(const char *path, size_t max,
                               struct inlay_text *out, inlay_error *err);

#endif
