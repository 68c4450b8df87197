/*
 * target.c: STUDY on the command line.
 *
 * A store records the study file with the flags applied.  A store that is opened
 * alone and without flags keeps what it has.
 */
#include "app/commands/target.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/pages/changed.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/stream.h"
#include "base/text.h"
#include "base/utf8.h"
#include "study/change.h"
#include "study/open.h"

enum {
    MAX_FILE = 1 << 24, /* bytes of a study file: 16 MiB */
    MAX_NAME = 200,     /* bytes of a store's name; file systems allow 255 */
    MAX_PATH = 4096,
    READ_BYTES = 1 << 16
};

static const char SQLITE_MARK[16] = "SQLite format 3";

/* ---- Files --------------------------------------------------------------- */

/* why: an errno. */
static inlay_status fail_file(const char *path, int why, inlay_error *err)
{
    struct inlay_text other = {0};

    inlay_text_printf(&other, "%s.json", path);
    if (why == ENOENT && access(inlay_text_view(&other), F_OK) == 0)
        inlay_fail(err, INLAY_EINVAL,
                   "%s: there is no such file; did you mean %s?", path,
                   inlay_text_view(&other));
    else
        inlay_fail(err, INLAY_EINVAL, "%s: %s", path,
                   why == ENOENT   ? "there is no such file"
                   : why == EISDIR ? "is a folder"
                                   : strerror(why));
    inlay_text_clear(&other);
    return INLAY_EINVAL;
}

inlay_status inlay_target_read(const char *path, size_t max,
                               struct inlay_text *out, inlay_error *err)
{
    const bool is_input = strcmp(path, "-") == 0;
    const int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char bytes[READ_BYTES];
    ssize_t got = fd < 0 ? -1 : 1;

    while (got > 0 && out->n <= max && out->st == INLAY_OK) {
        do
            got = read(fd, bytes, sizeof bytes);
        while (got < 0 && errno == EINTR);
        inlay_text_add_bytes(out, bytes, got > 0 ? (size_t)got : 0);
    }
    const int why = got < 0 ? errno : out->n > max ? EFBIG : 0;
    if (fd >= 0 && !is_input)
        close(fd);
    return why ? fail_file(is_input ? "standard input" : path, why, err)
               : inlay_text_status(out, err);
}

/* ---- Paths --------------------------------------------------------------- */

/* What is read once and has no place of its own: -, /dev/stdin (even if a file
 * is redirected to it), <(...). */
static bool is_stream(const char *path)
{
    static const char *const heads[] = {"/dev/stdin", "/dev/fd/", "/proc/"};
    struct stat is;

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(path, heads[i], strlen(heads[i])) == 0)
            return true;
    return strcmp(path, "-") == 0 ||
           (stat(path, &is) == 0 && !S_ISREG(is.st_mode));
}

static bool has_mark(const char *path)
{
    char head[sizeof SQLITE_MARK] = "";
    const int fd = is_stream(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    const size_t n = inlay_stream_read(fd, head, sizeof head);
    close(fd);
    return n == sizeof head && memcmp(head, SQLITE_MARK, n) == 0;
}

/* Bytes of the folder of a path, with its slash; a stream's is the current
 * one. */
static size_t folder_bytes(const char *path)
{
    const char *slash = is_stream(path) ? NULL : strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Appends a path with another ending, if it has the old one, else with both. */
static void add_path(struct inlay_text *text, const char *path, const char *old,
                     const char *ending)
{
    const size_t n =
        strlen(path) - (inlay_text_ends_with(path, old) ? strlen(old) : 0);

    inlay_text_add_bytes(text, path, n);
    inlay_text_add(text, ending);
}

static inlay_status set_folder(struct inlay_target *t, const char *path,
                               inlay_error *err)
{
    const size_t n = folder_bytes(path);

    t->folder = inlay_mem_bytes(n > 0 ? path : ".", n > 1 ? n - 1 : 1);
    return t->folder ? INLAY_OK : inlay_fail_memory(err, "a path");
}

static bool is_safe(char c)
{
    const unsigned char u = (unsigned char)c;

    return u >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || strchr(" ._-", c) != NULL;
}

/* Appends a study's name as part of a path. */
static void add_name(struct inlay_text *path, const char *name)
{
    const size_t n = inlay_utf8_whole(name, MAX_NAME);

    for (size_t i = 0; i < n; i++) {
        const bool is_kept =
            is_safe(name[i]) && (i > 0 || !strchr(".- ", name[i]));

        inlay_text_add_bytes(path, is_kept ? &name[i] : "_", 1);
    }
}

/* NAME.inlay next to the study file; a stream without a name has none, which
 * check_store tells those who need one. */
static inlay_status set_store(struct inlay_target *t, const char *given,
                              inlay_error *err)
{
    struct inlay_text path = {0};

    if (given) {
        inlay_text_add(&path, given);
    } else if (t->file->name) {
        inlay_text_add_bytes(&path, t->file_path, folder_bytes(t->file_path));
        add_name(&path, t->file->name);
        inlay_text_add(&path, ".inlay");
    } else if (!is_stream(t->file_path)) {
        add_path(&path, t->file_path, ".json", ".inlay");
    } else {
        return INLAY_OK;
    }
    return inlay_text_end(&path, &t->store_path, err);
}

/* ---- Study files --------------------------------------------------------- */

/* All mistakes of a study file but the last, which the caller reports. */
struct complaint {
    const struct inlay_args *args;
    const char *path;
};

static void complain(void *context, const char *message)
{
    const struct complaint *c = context;

    inlay_say_error(c->args, "%s: %s", c->path, message);
}

static inlay_status read_file(const struct inlay_args *args,
                              struct inlay_target *t, inlay_error *err)
{
    struct complaint c = {args, t->file_path};
    struct inlay_text text = {0};
    inlay_status st = inlay_target_read(t->file_path, MAX_FILE, &text, err);

    if (st == INLAY_OK && text.n == 0) {
        st = inlay_fail(err, INLAY_EPARSE,
                        "%s: is empty; 'inlay init' writes a study file",
                        t->file_path);
    } else if (st == INLAY_OK) {
        st = inlay_study_file_parse(text.bytes, text.n, complain, &c, &t->file,
                                    err);
        inlay_fail_within(err, st, "%s", t->file_path);
    }
    inlay_text_clear(&text);
    return st;
}

/* The newest study file in the store, instead of any other. */
static inlay_status read_recorded(struct inlay_target *t, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st =
        inlay_journal_open(t->store_path, INLAY_STORE_READ, &t->journal, err);

    if (st == INLAY_OK)
        st = inlay_study_read_file(t->journal, &file, err);
    if (st == INLAY_OK) {
        inlay_study_file_free(t->file);
        t->file = file;
    }
    return st;
}

static inlay_status find_store(struct inlay_target *t, const char *path,
                               inlay_error *err)
{
    if (access(path, F_OK) != 0)
        return inlay_fail(err, INLAY_ESTORE, "store '%s': %s", path,
                          errno == ENOENT ? "there is no such file"
                                          : strerror(errno));
    t->store_path = inlay_mem_text(path);
    return t->store_path ? INLAY_OK : inlay_fail_memory(err, "a path");
}

/* The paths, and the study file unless STUDY is a store. */
static inlay_status find(const struct inlay_args *args, struct inlay_target *t,
                         inlay_error *err)
{
    const char *path = args->words[0], *given = inlay_args_get(args, "store");
    const bool is_store =
        inlay_text_ends_with(path, ".inlay") || has_mark(path);

    if (is_store && given)
        return inlay_fail(err, INLAY_EINVAL, "--store: '%s' is already a store",
                          path);
    inlay_status st = set_folder(t, path, err);
    if (st == INLAY_OK && is_store)
        return find_store(t, path, err);
    t->file_path = path;
    if (st == INLAY_OK)
        st = read_file(args, t, err);
    return st == INLAY_OK ? set_store(t, given, err) : st;
}

/* ---- Opening ------------------------------------------------------------- */

void inlay_target_clear(struct inlay_target *t)
{
    inlay_study_free(t->study);
    inlay_journal_free(t->journal);
    inlay_study_file_free(t->file);
    inlay_mem_free(t->store_path);
    inlay_mem_free(t->folder);
    *t = (struct inlay_target){0};
}

static inlay_status check_store(const struct inlay_args *args,
                                const struct inlay_target *t, bool must_exist,
                                inlay_error *err)
{
    struct inlay_text study = {0};

    if (!t->store_path)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: is not a file, so the store has no place next "
                          "to it; add a \"name\" to the study or give --store "
                          "FILE",
                          args->words[0]);
    if (!must_exist || access(t->store_path, F_OK) == 0 || errno != ENOENT)
        return INLAY_OK; /* opening will tell what else is wrong */
    inlay_args_add_study(args, &study);
    if (inlay_text_status(&study, err) == INLAY_OK)
        inlay_fail(err, INLAY_ESTATE,
                   "the study has not started yet (%s does not exist): run "
                   "'inlay run %s' or 'inlay ask %s' first",
                   t->store_path, study.bytes, study.bytes);
    inlay_text_clear(&study);
    return INLAY_ESTATE;
}

/* A journal that was read stays open until the study is: whoever closes a store
 * last removes its temporary files, which the next one would make again. */
static inlay_status open_study(struct inlay_target *t, int mode,
                               inlay_error *err)
{
    const inlay_status st = inlay_study_open_file(
        t->store_path, &t->file, (enum inlay_store_mode)mode, &t->study, err);

    inlay_journal_free(t->journal);
    t->journal = NULL;
    return st;
}

/* ---- What has changed ---- */

static inlay_status say_line(const struct inlay_args *args,
                             struct inlay_text *line, inlay_error *err)
{
    const inlay_status st = inlay_text_status(line, err);
    if (st == INLAY_OK && line->n > 0)
        inlay_say_news(args, "%s", line->bytes);
    inlay_text_clear(line);
    return st;
}

static inlay_status say_change(const struct inlay_args *args,
                               const inlay_study *study, inlay_error *err)
{
    struct inlay_text line = {0};
    inlay_revision change;
    const inlay_status st = inlay_study_last_revision(study, &change, err);
    if (st != INLAY_OK)
        return st;
    inlay_changed_add(&change, &line);
    return say_line(args, &line, err);
}

/* The journal, to be looked at with the study file that is given, or with the
 * recorded one. */
static inlay_status view(const struct inlay_args *args, struct inlay_target *t,
                         inlay_error *err)
{
    struct inlay_study_file *given = t->file;
    struct inlay_text what = {0}, line = {0};
    t->file = NULL;
    inlay_status st = read_recorded(t, err);
    if (st != INLAY_OK || !given) {
        inlay_study_file_free(given);
        return st;
    }
    inlay_revision_add(t->file, given, &what);
    if (what.n > 0)
        inlay_text_printf(&line, "with a change that is not recorded yet: %s",
                          inlay_text_view(&what));
    inlay_text_fail_as(&line, &what);
    inlay_text_clear(&what);
    inlay_study_file_free(t->file);
    t->file = given;
    return say_line(args, &line, err);
}

/* A study that is opened as it is recorded needs no file. */
inlay_status inlay_target_open(const struct inlay_args *args, int mode,
                               struct inlay_target *out, inlay_error *err)
{
    const bool is_found = mode == INLAY_TARGET_FIND;
    const bool is_viewed = mode == INLAY_TARGET_VIEW;
    const bool is_looked_at = mode == INLAY_TARGET_LOOK || is_viewed;
    inlay_status st = find(args, out, err);

    if (st == INLAY_OK && !is_found)
        st = check_store(args, out, mode != INLAY_STORE_CREATE, err);
    if (st == INLAY_OK && is_viewed)
        st = view(args, out, err);
    else if (st == INLAY_OK &&
             (is_looked_at ||
              (!out->file && (is_found || args->n_settings > 0))))
        st = read_recorded(out, err);
    if (st == INLAY_OK && !is_looked_at && out->file)
        st = inlay_args_apply(args, out->file, err);
    if (st == INLAY_OK && !is_found && !is_looked_at)
        st = open_study(out, mode, err);
    if (st == INLAY_OK && out->study)
        st = say_change(args, out->study, err);
    if (st != INLAY_OK)
        inlay_target_clear(out);
    return st;
}

int inlay_target_do(const struct inlay_args *args, inlay_flags_fn *read_flags,
                    int mode, inlay_target_fn *fn, void *context)
{
    struct inlay_target t = {0};
    inlay_error err = {0};
    inlay_status st = read_flags ? read_flags(args, context, &err) : INLAY_OK;

    if (st == INLAY_OK)
        st = inlay_target_open(args, mode, &t, &err);
    if (st == INLAY_OK)
        st = fn(args, &t, context, &err);
    inlay_target_clear(&t);
    return inlay_say_status(args, st, &err);
}

/* ---- What else a study has ----------------------------------------------- */

void inlay_target_add_path(const struct inlay_target *target,
                           const char *ending, struct inlay_text *path)
{
    add_path(path, target->store_path, ".inlay", ending);
}

inlay_status inlay_target_folder(const struct inlay_target *target,
                                 const char *ending, char **out,
                                 inlay_error *err)
{
    struct inlay_text path = {0};
    char here[MAX_PATH];

    if (!target->store_path)
        return inlay_fail(err, INLAY_EINVAL,
                          "the study comes from a stream, so there is no place "
                          "for its trials; add a \"name\" to it");
    const bool is_absolute = target->store_path[0] == '/';
    if (!is_absolute && !getcwd(here, sizeof here))
        return inlay_fail(err, INLAY_EINVAL, "the current folder: %s",
                          strerror(errno));
    if (!is_absolute)
        inlay_text_printf(&path, "%s/", here);
    inlay_target_add_path(target, ending, &path);
    return inlay_text_end(&path, out, err);
}

inlay_status inlay_target_trials(const struct inlay_target *target, char **out,
                                 inlay_error *err)
{
    return inlay_target_folder(target, ".trials", out, err);
}

struct inlay_trial_terms inlay_target_terms(const struct inlay_target *target)
{
    return (struct inlay_trial_terms){
        .space = target->file->space,
        .outputs = inlay_study_file_outputs(target->file)};
}

uint64_t inlay_target_seed(const struct inlay_target *target)
{
    int64_t seed = 0;

    inlay_text_to_integer(inlay_options_get(target->file->options, "seed"),
                          &seed);
    return (uint64_t)seed;
}
