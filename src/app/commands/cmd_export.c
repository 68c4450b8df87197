/*
 * cmd_export.c: inlay export: finished trials, for other programs and for
 * import.
 */
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/trial_list.h"
#include "app/screen/say.h"
#include "base/error.h"

/* CSV, unless flag or file name say otherwise. */
static inlay_status read_format(const struct inlay_args *args,
                                enum inlay_trial_format *format,
                                inlay_error *err)
{
    const char *path = inlay_args_get(args, "output");
    const bool csv = inlay_args_has(args, "csv");
    const bool jsonl = inlay_args_has(args, "jsonl");

    if (csv && jsonl)
        return inlay_fail(err, INLAY_EINVAL,
                          "--csv and --jsonl: choose one of them");
    const bool has_json_name = path && (inlay_text_ends_with(path, ".jsonl") ||
                                        inlay_text_ends_with(path, ".json") ||
                                        inlay_text_ends_with(path, ".ndjson"));
    *format = csv || (!jsonl && !has_json_name) ? INLAY_TRIALS_CSV
                                                : INLAY_TRIALS_JSONL;
    return INLAY_OK;
}

static bool is_ended(const struct inlay_listed *trial, void *context)
{
    (void)context;
    return trial->row->is_ended;
}

static inlay_status export(const struct inlay_args *args,
                           struct inlay_target *target, void *context,
                           inlay_error *err)
{
    struct inlay_output out = {0};
    struct inlay_trial_writing w = {
        .out = &out,
        .format = *(enum inlay_trial_format *)context,
        .is_wanted = is_ended,
    };
    inlay_status st =
        inlay_output_init(&out, inlay_args_get(args, "output"), err);

    if (st == INLAY_OK)
        st = inlay_trial_list_print(target->journal, target->file->space, &w,
                                    err);
    if (st == INLAY_OK)
        st = inlay_output_commit(&out, err);
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "%zu trial%s written to %s", w.n,
                       w.n == 1 ? "" : "s", out.path);
    inlay_output_clear(&out);
    return st;
}

int inlay_cmd_export(const struct inlay_args *args)
{
    enum inlay_trial_format format;
    inlay_error err = {0};

    return read_format(args, &format, &err) == INLAY_OK
               ? inlay_target_do(args, INLAY_TARGET_LOOK, export, &format)
               : inlay_say_failure(args, &err);
}
