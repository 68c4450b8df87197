/*
 * cmd_import.c: inlay import: trials that were finished elsewhere, all or none;
 * or a Spearmint config.json as a new study file.
 *
 * The file is read as a whole before the store is opened, so a mistake in it
 * makes no store.
 */
#include "app/commands/cmd.h"
#include "app/commands/init.h"
#include "app/commands/target.h"
#include "app/exchange/import_rows.h"
#include "app/exchange/spearmint.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "study/tell.h"

enum { MAX_IMPORT = 1 << 30 }; /* bytes: 1 GiB */

/* ---- Trials -------------------------------------------------------------- */

struct adding {
    inlay_study *study;
    struct inlay_batch batch;
    size_t n_known; /* rows with a configuration that the study has already */
};

/* What else is known of the trial that was added last. */
static inlay_status add_marks(struct inlay_batch *batch,
                              const struct inlay_finished *trial,
                              inlay_error *err)
{
    const struct inlay_event notes = {.kind = INLAY_EVENT_NOTED,
                                      .text = trial->notes};
    struct inlay_text why = {0}; /* UTF-8, whatever is in the table */
    if (trial->void_because)
        inlay_text_add_utf8(&why, trial->void_because);
    const struct inlay_event discarded = {.kind = INLAY_EVENT_DISCARDED,
                                          .text = why.bytes};
    inlay_status st = inlay_text_status(&why, err);

    if (st == INLAY_OK && trial->notes)
        st = inlay_batch_append(batch, &notes, err);
    if (st == INLAY_OK && trial->is_discarded)
        st = inlay_batch_append(batch, &discarded, err);
    inlay_text_clear(&why);
    return st;
}

static inlay_status add(const struct inlay_finished *trial, void *context,
                        inlay_error *err)
{
    struct adding *a = context;
    int64_t id = 0;
    inlay_status st = trial->is_outside
                          ? INLAY_OK
                          : inlay_study_find(a->study, trial->x, &id, err);

    a->n_known += id > 0;
    if (st == INLAY_OK)
        st = (trial->is_outside ? inlay_batch_add_outside : inlay_batch_add)(
            &a->batch, a->study, trial->x,
            (struct inlay_outcome){trial->y, trial->variance, trial->why,
                                   trial->metrics},
            err);
    return st == INLAY_OK ? add_marks(&a->batch, trial, err) : st;
}

static inlay_status read_format(const struct inlay_args *args,
                                struct inlay_import_source *source,
                                inlay_error *err)
{
    const bool is_csv = inlay_args_has(args, "csv");
    const bool is_jsonl = inlay_args_has(args, "jsonl");

    if (is_csv && is_jsonl)
        return inlay_fail(err, INLAY_EINVAL, "--csv and --jsonl: choose one");
    source->format = is_csv     ? INLAY_IMPORT_CSV
                     : is_jsonl ? INLAY_IMPORT_JSONL
                                : INLAY_IMPORT_ANY;
    source->value = inlay_args_get(args, "value");
    return INLAY_OK;
}

/* Once to see that all is well, before there is a store; once to add. */
static inlay_status check_rows(const struct inlay_args *args, void *context,
                               inlay_error *err)
{
    struct inlay_import_source *source = context;
    struct inlay_target target = {0};
    struct inlay_import_report report = {0};
    inlay_status st = read_format(args, source, err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_TARGET_FIND, &target, err);
    if (st == INLAY_OK) {
        source->outputs = inlay_study_file_outputs(target.file);
        st = inlay_import_read(target.file->space, source, NULL, NULL, &report,
                               err);
        inlay_fail_within(err, st, "%s", args->words[1]);
    }
    inlay_import_clear(&report);
    inlay_target_clear(&target);
    return st;
}

/* Of rows that were taken, what may not be as was meant. */
static void warn_of_rows(const struct inlay_args *args,
                         const struct inlay_import_report *report,
                         size_t n_known)
{
    const char *rows = report->n_given == 1 ? "row" : "rows";
    const size_t n = report->n_given;
    const bool is_one = report->n_outside == 1;

    if (n_known > 0)
        inlay_say_warning(args,
                          "%zu of %zu %s %s a configuration that the study "
                          "already has",
                          n_known, n, rows,
                          n_known == 1 ? "repeats" : "repeat");
    if (report->n_outside > 0)
        inlay_say_warning(
            args,
            "%zu of %zu %s %s outside the space: line%s %s (%s%s); kept, "
            "but not suggested",
            report->n_outside, n, rows, is_one ? "lies" : "lie",
            is_one ? "" : "s", inlay_text_view(&report->outside),
            is_one ? "" : "the first: ", inlay_text_view(&report->reason));
    if (report->n_lacking > 0)
        inlay_say_warning(
            args,
            "%zu of %zu %s %s the value of a limited output (%s) and cannot "
            "be the best; add it with 'inlay amend'",
            report->n_lacking, n, rows,
            report->n_lacking == 1 ? "lacks" : "lack",
            inlay_text_view(&report->lacking));
}

/* Columns and rows that were passed over, or filled in. */
static void warn_of_gaps(const struct inlay_args *args,
                         const struct inlay_import_report *report)
{
    if (report->defaults.n > 0)
        inlay_say_news(args, "%s lack%s, so that the defaults are taken: %s",
                       report->has_keys ? "keys that lines"
                                        : "columns that the table",
                       report->has_keys ? "" : "s", report->defaults.bytes);
    if (report->ignored.n > 0)
        inlay_say_warning(
            args, "%s that match no variable or output are ignored: %s%s%s%s",
            report->has_keys ? "keys" : "columns", report->ignored.bytes,
            report->meant ? "; did you mean " : "",
            report->meant ? report->meant : "", report->meant ? "?" : "");
    if (report->n_noisy > 0)
        inlay_say_news(args, "%s with a variance, which the model believes",
                       inlay_readable_count(report->n_noisy, "row").text);
    if (report->n_passed > 0)
        inlay_say_warning(args, "%s without a result %s ignored",
                          inlay_readable_count(report->n_passed, "row").text,
                          report->n_passed == 1 ? "is" : "are");
}

static inlay_status tell(const struct inlay_args *args,
                         const struct inlay_import_report *report,
                         size_t n_known, inlay_error *err)
{
    const double counts[] = {(double)report->n_given, (double)report->n_passed,
                             (double)n_known, (double)report->n_outside};
    struct inlay_text line = {0};

    warn_of_rows(args, report, n_known);
    warn_of_gaps(args, report);
    if (!args->is_json) {
        inlay_say_news(args, "%s imported",
                       inlay_readable_count(report->n_given, "trial").text);
        return INLAY_OK;
    }
    inlay_json_write_object(&(struct inlay_json_writer){.text = &line}, NULL,
                            "imported left_out known outside", counts);
    inlay_text_add(&line, "\n");
    return inlay_say_text(&line, err);
}

static inlay_status add_rows(const struct inlay_args *args,
                             struct inlay_target *target, void *context,
                             inlay_error *err)
{
    struct inlay_import_source *source = context;
    struct adding a = {.study = target->study, .batch.may_lack = true};
    struct inlay_import_report report = {0};

    source->outputs = inlay_study_outputs(a.study);
    inlay_status st = inlay_import_read(inlay_study_space(a.study), source, add,
                                        &a, &report, err);

    if (st == INLAY_OK)
        st = inlay_study_add_batch(a.study, &a.batch, NULL, err);
    if (st == INLAY_OK) /* where repeats are on, they are as is meant */
        st = tell(args, &report,
                  inlay_study_may_repeat(a.study) ? 0 : a.n_known, err);
    inlay_batch_clear(&a.batch);
    inlay_import_clear(&report);
    return st;
}

/* ---- Spearmint ----------------------------------------------------------- */

static inlay_status write_study(const struct inlay_args *args,
                                const char *study, const char *notes,
                                inlay_error *err)
{
    const inlay_status st = inlay_init_write(
        args->words[0], study, inlay_args_has(args, "force"), err);

    if (st == INLAY_OK && notes[0])
        inlay_say_news(args, "%s", notes);
    if (st == INLAY_OK)
        inlay_say_news(args, "%s is written", args->words[0]);
    return st;
}

int inlay_cmd_import(const struct inlay_args *args)
{
    struct inlay_text text = {0};
    char *study = NULL, *notes = NULL;
    inlay_error err = {0};
    inlay_status st =
        inlay_target_read(args->words[1], MAX_IMPORT, &text, &err);
    const char *bytes = inlay_text_view(&text);

    if (st == INLAY_OK) {
        st = inlay_spearmint_convert(bytes, text.n, &study, &notes, &err);
        inlay_fail_within(&err, st, "%s", args->words[1]);
    }
    if (st == INLAY_OK && study)
        st = write_study(args, study, notes, &err);
    struct inlay_import_source source = {.bytes = bytes, .n = text.n};
    const int code = st == INLAY_OK && !study
                         ? inlay_target_do(args, check_rows, INLAY_STORE_CREATE,
                                           add_rows, &source)
                         : inlay_say_status(args, st, &err);
    inlay_text_free(study);
    inlay_text_free(notes);
    inlay_text_clear(&text);
    return code;
}
