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
    ".parquet", ".xlsx", ".xls", ".feather", ".arrow", ".pkl",    ".pickle",
    ".h5",      ".hdf5", ".npy", ".npz",     ".db",    ".sqlite", ".tsv"};

/* CSV, unless flag or file name say otherwise. */
static inlay_status read_format(const struct inlay_args *args, void *context,
                                inlay_error *err)
{
    enum inlay_trial_format *format = context;
    const char *path = inlay_args_get(args, "output");
    const bool csv = inlay_args_has(args, "csv");
    const bool jsonl = inlay_args_has(args, "jsonl");

    if (csv && jsonl)
        return inlay_fail(err, INLAY_EINVAL, "--csv and --jsonl: choose one");
    const bool has_json_name = path && (inlay_text_ends_with(path, ".jsonl") ||
                                        inlay_text_ends_with(path, ".json") ||
                                        inlay_text_ends_with(path, ".ndjson"));
    const char *ending = path ? strrchr(path, '.') : NULL;
    for (size_t i = 0; ending && !csv && !jsonl && i < LENGTH(OTHERS); i++)
        if (strcasecmp(ending, OTHERS[i]) == 0)
            return inlay_fail(err, INLAY_EINVAL,
                              "--output '%s': export writes CSV or JSON lines; "
                              "end the name in .csv or .jsonl, or give --csv",
                              inlay_shown_text(path).text);
    *format = csv || (!jsonl && !has_json_name) ? INLAY_TRIALS_CSV
                                                : INLAY_TRIALS_JSONL;
    return INLAY_OK;
}

static inlay_status export(const struct inlay_args *args,
                           struct inlay_target *target, void *context,
                           inlay_error *err)
{
    const struct inlay_trial_choice finished = {
        .states = 1 << INLAY_LISTED_DONE | 1 << INLAY_LISTED_FAILED |
                  1 << INLAY_LISTED_DISCARDED};
    const enum inlay_trial_format *format = context;
    struct inlay_trial_terms terms = inlay_target_terms(target);
    struct inlay_outfile out = {0};
    size_t n = 0;
    inlay_status st =
        inlay_outfile_init(&out, inlay_args_get(args, "output"), err);

    terms.has_times = inlay_args_has(args, "times");
    if (st == INLAY_OK)
        st = inlay_trial_list_print(target->journal, terms, finished, *format,
                                    &out, &n, err);
    if (st == INLAY_OK)
        st = inlay_outfile_commit(&out, err);
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "%s written to %s",
                       inlay_readable_count(n, "trial").text, out.path);
    inlay_outfile_clear(&out);
    return st;
}

int inlay_cmd_export(const struct inlay_args *args)
{
    enum inlay_trial_format format;

    return inlay_target_do(args, read_format, INLAY_TARGET_VIEW, export,
                           &format);
}
