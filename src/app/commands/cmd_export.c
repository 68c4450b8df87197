/*
 * cmd_export.c: inlay export: finished trials, for other programs and for
 * import.
 */
#include <string.h>
#include <strings.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/trial_list.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/shown.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Endings by which people ask for what export does not write. */
static const char *const OTHERS[] = {
    ".parquet", ".xlsx",  ".xls", ".ods",  ".feather", ".arrow",
    ".orc",     ".avro",  ".pkl", ".h5",   ".npy",     ".pickle",
    ".hdf5",    ".npz",   ".mat", ".rds",  ".db",      ".tsv",
    ".sqlite",  ".inlay", ".xml", ".html", ".md",      ".yaml",
    ".yml",     ".gz",    ".bz2", ".xz",   ".zst",     ".zip"};

struct form {
    enum inlay_trial_format is;
    bool is_told; /* the name of the file does not say it */
};

/* The ending of a file's name, or NULL. */
static const char *ending_of(const char *path)
{
    const char *folder = path ? strrchr(path, '/') : NULL;

    return path ? strrchr(folder ? folder : path, '.') : NULL;
}

static bool is_among(const char *ending, const char *const *list, size_t n)
{
    for (size_t i = 0; ending && i < n; i++)
        if (strcasecmp(ending, list[i]) == 0)
            return true;
    return false;
}

/* CSV, unless flag or file name say otherwise. */
static inlay_status read_format(const struct inlay_args *args, void *context,
                                inlay_error *err)
{
    static const char *const JSON_LINES[] = {".jsonl", ".json", ".ndjson"};
    static const char *const CSV[] = {".csv"};
    struct form *form = context;
    const char *path = inlay_args_get(args, "output");
    const char *ending = ending_of(path);
    const bool csv = inlay_args_has(args, "csv");
    const bool jsonl = inlay_args_has(args, "jsonl");
    const bool is_jsonl = is_among(ending, JSON_LINES, LENGTH(JSON_LINES));

    if (csv && jsonl)
        return inlay_fail(err, INLAY_EINVAL, "--csv and --jsonl: choose one");
    if (!csv && !jsonl && is_among(ending, OTHERS, LENGTH(OTHERS)))
        return inlay_fail(err, INLAY_EINVAL,
                          "--output '%s': export writes CSV or JSON lines; "
                          "end the name in .csv or .jsonl, or give --csv",
                          inlay_shown_text(path).text);
    form->is =
        csv || (!jsonl && !is_jsonl) ? INLAY_TRIALS_CSV : INLAY_TRIALS_JSONL;
    form->is_told =
        !(form->is == INLAY_TRIALS_CSV ? is_among(ending, CSV, LENGTH(CSV))
                                       : is_jsonl);
    return INLAY_OK;
}

static inlay_status export(const struct inlay_args *args,
                           struct inlay_target *target, void *context,
                           inlay_error *err)
{
    const struct inlay_trial_choice finished = {
        .states = 1 << INLAY_LISTED_DONE | 1 << INLAY_LISTED_FAILED |
                  1 << INLAY_LISTED_DISCARDED};
    const struct form *form = context;
    struct inlay_trial_terms terms = inlay_target_terms(target);
    struct inlay_outfile out = {0};
    size_t n = 0;
    inlay_status st =
        inlay_outfile_init(&out, inlay_args_get(args, "output"), err);

    terms.has_times = inlay_args_has(args, "times");
    if (st == INLAY_OK)
        st = inlay_trial_list_print(target->journal, terms, finished, form->is,
                                    &out, &n, err);
    if (st == INLAY_OK)
        st = inlay_outfile_commit(&out, err);
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "%s written to %s%s",
                       inlay_readable_count(n, "trial").text, out.path,
                       !form->is_told                 ? ""
                       : form->is == INLAY_TRIALS_CSV ? " as CSV"
                                                      : " as JSON lines");
    inlay_outfile_clear(&out);
    return st;
}

int inlay_cmd_export(const struct inlay_args *args)
{
    struct form form;

    return inlay_target_do(args, read_format, INLAY_TARGET_VIEW, export, &form);
}
