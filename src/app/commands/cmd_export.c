/*
 * cmd_export.c: inlay export: finished trials, for other programs and for
 * import.
 */
#include <string.h>

#include "app/commands/cmd.h"
#include "app/exchange/trial_list.h"
#include "app/exchange/output.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/text.h"

struct writing {
    struct inlay_output *out;
    const inlay_space *space;
    bool is_csv;
    struct inlay_text line;
    size_t n;
};

static inlay_status write_trial(const struct inlay_listed *trial, void *context,
                                inlay_error *err)
{
    struct writing *w = context;

    if (!trial->row->is_ended)
        return INLAY_OK;
    w->n++;
    if (w->is_csv) {
        inlay_trial_list_add_row(&w->line, w->space, trial);
    } else {
        struct inlay_json_writer json = {.text = &w->line};

        inlay_trial_list_write(&json, w->space, trial);
        inlay_text_add(&w->line, "\n");
    }
    return inlay_output_add_text(w->out, &w->line, err);
}

/* CSV, unless flag or file name say otherwise. */
static inlay_status read_format(const struct inlay_args *args, bool *is_csv,
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
    *is_csv = csv || (!jsonl && !has_json_name);
    return INLAY_OK;
}

static inlay_status write_all(const struct inlay_target *target,
                              struct writing *w, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (w->is_csv) {
        inlay_trial_list_add_header(&w->line, w->space);
        st = inlay_output_add_text(w->out, &w->line, err);
    }
    if (st == INLAY_OK)
        st = inlay_trial_list_each(target->journal, w->space, 1, write_trial, w,
                                   err);
    inlay_text_clear(&w->line);
    return st == INLAY_OK ? inlay_output_commit(w->out, err) : st;
}

int inlay_cmd_export(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct inlay_output out = {0};
    struct writing w = {.out = &out};
    inlay_error err = {0};
    inlay_status st = read_format(args, &w.is_csv, &err);

    if (st == INLAY_OK)
        st = inlay_target_look(args, &target, &err);
    if (st == INLAY_OK)
        st = inlay_output_init(&out, inlay_args_get(args, "output"), &err);
    if (st == INLAY_OK) {
        w.space = target.file->space;
        st = write_all(&target, &w, &err);
    }
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "%zu trial%s written to %s", w.n,
                       w.n == 1 ? "" : "s", out.path);
    inlay_output_clear(&out);
    inlay_target_clear(&target);
    return inlay_output_end(args, st, &err);
}
