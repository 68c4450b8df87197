/*
 * cmd_reset.c: inlay reset: a study begins anew, and the old store is kept under
 * another name.
 *
 * The store is closed before it is moved, which leaves it in one file.  A program
 * that still has it open goes on with the old one.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/commands/cmd.h"
#include "app/commands/run_screen.h"
#include "app/commands/target.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "study/open.h"

enum { MAX_BACKUPS = 10000 };

struct reset {
    int64_t n_trials;
    char *store, *trials; /* paths */
    char *old_store, *old_trials;
};

static void clear(struct reset *r)
{
    inlay_mem_free(r->store);
    inlay_mem_free(r->trials);
    inlay_mem_free(r->old_store);
    inlay_mem_free(r->old_trials);
}

static inlay_status number(const char *path, int k, char **out,
                           inlay_error *err)
{
    struct inlay_text text = {0};

    inlay_mem_free(*out);
    *out = NULL;
    inlay_text_printf(&text, "%s.%d", path, k);
    return inlay_text_end(&text, out, err);
}

static bool is_free(const char *path)
{
    struct stat is;

    return lstat(path, &is) != 0 && errno == ENOENT;
}

/* The first number that is free for both. */
static inlay_status find_names(struct reset *r, inlay_error *err)
{
    for (int k = 1; k <= MAX_BACKUPS; k++) {
        inlay_status st = number(r->store, k, &r->old_store, err);

        if (st == INLAY_OK)
            st = number(r->trials, k, &r->old_trials, err);
        if (st != INLAY_OK || (is_free(r->old_store) && is_free(r->old_trials)))
            return st;
    }
    return inlay_fail(err, INLAY_ESTORE,
                      "store '%s': it has %d old stores next to it; remove "
                      "some",
                      r->store, MAX_BACKUPS);
}

static inlay_status look(const struct inlay_target *t, struct reset *r,
                         inlay_error *err)
{
    struct inlay_runs runs = {0};
    inlay_status st = inlay_run_look(t->store_path, t->journal, &runs, err);

    if (st == INLAY_OK && runs.is_alive)
        return inlay_fail(err, INLAY_ESTATE,
                          "store '%s': a run is alive; stop it first",
                          t->store_path);
    if (st == INLAY_OK)
        st = t->journal->ops->last_trial(t->journal, &r->n_trials, err);
    if (st == INLAY_OK && !(r->store = inlay_mem_text(t->store_path)))
        st = inlay_fail_memory(err, "a path");
    if (st == INLAY_OK)
        st = inlay_target_trials(t, &r->trials, err);
    return st == INLAY_OK ? find_names(r, err) : st;
}

/* ---- Asking ---- */

static inlay_status confirm(const struct inlay_args *args,
                            const struct reset *r, bool *is_meant,
                            inlay_error *err)
{
    char line[16] = "";

    *is_meant = true;
    if (inlay_args_has(args, "yes"))
        return INLAY_OK;
    if (!isatty(STDIN_FILENO))
        return inlay_fail(
            err, INLAY_EINVAL,
            "reset asks before it moves %s; --yes does it "
            "without asking",
            inlay_readable_count((size_t)r->n_trials, "trial").text);
    fprintf(stderr, "Move %s of %s to %s and start anew? [y/N] ",
            inlay_readable_count((size_t)r->n_trials, "trial").text, r->store,
            r->old_store);
    fflush(stderr);
    *is_meant =
        fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
    return INLAY_OK;
}

/* ---- Moving ---- */

static inlay_status move(const char *from, const char *to, inlay_error *err)
{
    if (is_free(from) || rename(from, to) == 0)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTORE, "cannot move '%s' to '%s': %s", from,
                      to, strerror(errno));
}

/* What a program that was killed has left beside a store belongs to it. */
static inlay_status move_beside(const struct reset *r, const char *suffix,
                                inlay_error *err)
{
    struct inlay_text from = {0}, to = {0};

    inlay_text_printf(&from, "%s%s", r->store, suffix);
    inlay_text_printf(&to, "%s%s", r->old_store, suffix);
    inlay_status st = inlay_text_status(&from, err);
    if (st == INLAY_OK)
        st = inlay_text_status(&to, err);
    if (st == INLAY_OK)
        st = move(from.bytes, to.bytes, err);
    inlay_text_clear(&from);
    inlay_text_clear(&to);
    return st;
}

static inlay_status move_all(const struct reset *r, inlay_error *err)
{
    static const char *const BESIDE[] = {"-wal", "-shm"};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < 2; i++)
        st = move_beside(r, BESIDE[i], err);
    if (st == INLAY_OK)
        st = move(r->store, r->old_store, err);
    if (st == INLAY_OK)
        st = move(r->trials, r->old_trials, err);
    return st;
}

/* Opens it for writing, so that closing it leaves one file; and where STUDY is a
 * store, makes another one of the same study. */
static inlay_status begin_anew(struct inlay_target *t, const struct reset *r,
                               inlay_error *err)
{
    struct inlay_journal *last = NULL;
    inlay_study *study = NULL;
    inlay_status st =
        inlay_journal_open(r->store, INLAY_STORE_WRITE, &last, err);

    inlay_journal_free(t->journal);
    t->journal = NULL;
    inlay_journal_free(last);
    if (st == INLAY_OK)
        st = move_all(r, err);
    if (st == INLAY_OK && !t->file_path)
        st = inlay_study_open_file(r->store, &t->file, INLAY_STORE_CREATE,
                                   &study, err);
    inlay_study_free(study);
    return st;
}

static inlay_status tell(const struct inlay_args *args, const struct reset *r,
                         inlay_error *err)
{
    struct inlay_text line = {0};
    struct inlay_json_writer w = {.text = &line};

    if (!args->is_json) {
        inlay_say_news(args, "%s moved to %s",
                       inlay_readable_count((size_t)r->n_trials, "trial").text,
                       r->old_store);
        return INLAY_OK;
    }
    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(&w, "ok", true);
    inlay_json_write_integer(&w, "n", r->n_trials);
    inlay_json_write_bytes(&w, "moved_to", r->old_store);
    inlay_json_end(&w);
    inlay_text_add(&line, "\n");
    return inlay_say_text(&line, err);
}

static inlay_status reset(const struct inlay_args *args, struct inlay_target *t,
                          void *context, inlay_error *err)
{
    struct reset r = {0};
    bool is_meant = false;
    inlay_status st = look(t, &r, err);

    (void)context;
    if (st == INLAY_OK)
        st = confirm(args, &r, &is_meant, err);
    if (st == INLAY_OK && !is_meant) {
        inlay_say_news(args, "nothing was changed");
    } else if (st == INLAY_OK) {
        st = begin_anew(t, &r, err);
        if (st == INLAY_OK)
            st = tell(args, &r, err);
    }
    clear(&r);
    return st;
}

int inlay_cmd_reset(const struct inlay_args *args)
{
    return inlay_target_do(args, NULL, INLAY_TARGET_LOOK, reset, NULL);
}
