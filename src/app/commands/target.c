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

#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "study/open.h"

enum {
    MAX_FILE = 1 << 24, /* bytes of a study file: 16 MiB */
    MAX_NAME = 200,     /* bytes of a store's name; file systems allow 255 */
    MAX_PATH = 4096,
    READ_BYTES = 1 << 16
};

static const char SQLITE_MARK[16] = "SQLite format 3";

/* ---- Files --------------------------------------------------------------- */

static inlay_status fail_file(const char *path, const char *why,
                              inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "%s: %s", path, why);
}

/* All that fd has; the memory is the caller's, also on failure. */
static inlay_status read_all(int fd, const char *path, size_t max, char **text,
                             size_t *n, inlay_error *err)
{
    size_t room = 0;

    for (ssize_t got = 1; got != 0; *n += got > 0 ? (size_t)got : 0) {
        if (*n > max)
            return fail_file(path, "it is too large", err);
        if (room - *n < READ_BYTES) {
            room = room ? 2 * room : 2 * READ_BYTES;
            char *more = inlay_mem_resize(*text, room, 1);
            if (!more)
                return inlay_fail_memory(err, "a file");
            *text = more;
        }
        got = read(fd, *text + *n, READ_BYTES);
        if (got < 0 && errno != EINTR)
            return fail_file(
                path, errno == EISDIR ? "it is a folder" : strerror(errno),
                err);
    }
    return INLAY_OK;
}

static inlay_status fail_open(const char *path, inlay_error *err)
{
    struct inlay_text other = {0};
    const int why = errno;

    if (why != ENOENT)
        return fail_file(path, strerror(why), err);
    inlay_text_printf(&other, "%s.json", path);
    const bool has_other = access(inlay_text_view(&other), F_OK) == 0;
    const inlay_status st =
        has_other ? inlay_fail(err, INLAY_EINVAL,
                               "%s: there is no such file; did you mean %s?",
                               path, other.bytes)
                  : fail_file(path, "there is no such file", err);
    inlay_text_clear(&other);
    return st;
}

inlay_status inlay_target_read(const char *path, size_t max, char **text,
                               size_t *n, inlay_error *err)
{
    const bool is_input = strcmp(path, "-") == 0;
    const int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char *bytes = NULL;

    if (fd < 0)
        return fail_open(path, err);
    *n = 0;
    const inlay_status st =
        read_all(fd, is_input ? "standard input" : path, max, &bytes, n, err);
    if (!is_input)
        close(fd);
    if (st == INLAY_OK)
        *text = bytes;
    else
        inlay_mem_free(bytes);
    return st;
}

static bool has_mark(const char *path)
{
    char head[sizeof SQLITE_MARK];
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat is;

    if (fd < 0)
        return false;
    const bool found = fstat(fd, &is) == 0 && S_ISREG(is.st_mode) &&
                       read(fd, head, sizeof head) == (ssize_t)sizeof head &&
                       memcmp(head, SQLITE_MARK, sizeof head) == 0;
    close(fd);
    return found;
}

/* ---- Paths --------------------------------------------------------------- */

/* Bytes up to and with the last slash. */
static size_t folder_bytes(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A study file that is no file: -, /dev/stdin, <(...). */
static bool is_stream(const char *path)
{
    struct stat is;

    return strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0 ||
           strncmp(path, "/proc/", 6) == 0 ||
           (stat(path, &is) == 0 && !S_ISREG(is.st_mode));
}

/* Keeps a path that was made, or fails. */
static inlay_status keep(char **member, char *path, inlay_error *err)
{
    *member = path;
    return path ? INLAY_OK : inlay_fail_memory(err, "a path");
}

static inlay_status set_folder(struct inlay_target *t, const char *path,
                               inlay_error *err)
{
    const size_t n = is_stream(path) ? 0 : folder_bytes(path);

    return keep(&t->folder,
                n > 1 ? inlay_mem_bytes(path, n - 1)
                      : inlay_mem_text(n == 1 ? "/" : "."),
                err);
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
    size_t n = strlen(name);

    if (n > MAX_NAME) {
        n = MAX_NAME;
        while (n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80)
            n--; /* not inside a UTF-8 character */
    }
    for (size_t i = 0; i < n; i++) {
        const bool is_kept =
            is_safe(name[i]) && (i > 0 || !strchr(".- ", name[i]));

        inlay_text_add_bytes(path, is_kept ? &name[i] : "_", 1);
    }
}

/* NAME.inlay beside the study file, or here where that is none. */
static inlay_status set_store(struct inlay_target *t, const char *given,
                              inlay_error *err)
{
    struct inlay_text path = {0};
    const bool has_file = !is_stream(t->file_path);
    const size_t n = has_file ? folder_bytes(t->file_path) : 0;
    const char *base = t->file_path + n, *name = t->file->name;
    const size_t n_base =
        strlen(base) -
        (inlay_text_ends_with(base, ".json") ? strlen(".json") : 0);

    if (given)
        return keep(&t->store_path, inlay_mem_text(given), err);
    if (!has_file && !name)
        return INLAY_OK; /* check_store tells it to who needs one */
    inlay_text_add_bytes(&path, t->file_path, n);
    if (name)
        add_name(&path, name);
    else
        inlay_text_add_bytes(&path, base, n_base);
    inlay_text_add(&path, ".inlay");
    return inlay_text_end(&path, &t->store_path, err);
}

/* ---- Study files --------------------------------------------------------- */

/* All mistakes of a study file but the last; whoever called us says that one. */
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
    char *text = NULL;
    size_t n = 0;
    inlay_status st = inlay_target_read(t->file_path, MAX_FILE, &text, &n, err);

    if (st != INLAY_OK)
        return st;
    st = n == 0 ? inlay_fail(err, INLAY_EPARSE,
                             "is empty; 'inlay init' writes a study file")
                : inlay_study_file_parse(text, n, complain, &c, &t->file, err);
    if (st != INLAY_OK && st != INLAY_ENOMEM)
        inlay_fail_within(err, st, "%s", t->file_path);
    inlay_mem_free(text);
    return st;
}

/* The newest study file in the store. */
static inlay_status read_recorded(struct inlay_target *t, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st = INLAY_OK;

    if (!t->journal)
        st = inlay_journal_open(t->store_path, INLAY_STORE_READ, &t->journal,
                                err);
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
    if (access(path, F_OK) == 0)
        return keep(&t->store_path, inlay_mem_text(path), err);
    return inlay_fail(err, INLAY_ESTORE, "store '%s': %s", path,
                      errno == ENOENT ? "there is no such file"
                                      : strerror(errno));
}

/* All but the study file that a store holds. */
static inlay_status find(const struct inlay_args *args, struct inlay_target *t,
                         inlay_error *err)
{
    const char *path = args->words[0], *given = inlay_args_get(args, "store");
    const bool is_store =
        inlay_text_ends_with(path, ".inlay") || has_mark(path);

    if (is_store && given)
        return inlay_fail(err, INLAY_EINVAL, "--store: '%s' is a store itself",
                          path);
    inlay_status st = set_folder(t, path, err);
    if (st == INLAY_OK && is_store)
        return find_store(t, path, err);
    if (st == INLAY_OK)
        st = keep(&t->file_path, inlay_mem_text(path), err);
    if (st == INLAY_OK)
        st = read_file(args, t, err);
    if (st == INLAY_OK)
        st = set_store(t, given, err);
    return st == INLAY_OK ? inlay_args_apply(args, t->file, err) : st;
}

/* The study file of a store, with the flags, where there is none yet. */
static inlay_status complete(const struct inlay_args *args,
                             struct inlay_target *t, inlay_error *err)
{
    if (t->file)
        return INLAY_OK;
    const inlay_status st = read_recorded(t, err);
    return st == INLAY_OK ? inlay_args_apply(args, t->file, err) : st;
}

/* ---- Opening ------------------------------------------------------------- */

void inlay_target_clear(struct inlay_target *t)
{
    inlay_study_free(t->study);
    inlay_journal_free(t->journal);
    inlay_study_file_free(t->file);
    inlay_mem_free(t->file_path);
    inlay_mem_free(t->store_path);
    inlay_mem_free(t->folder);
    *t = (struct inlay_target){0};
}

static inlay_status check_store(const struct inlay_args *args,
                                const struct inlay_target *t, bool must_exist,
                                inlay_error *err)
{
    const char *file = t->file_path ? t->file_path : t->store_path;
    const char *given = inlay_args_get(args, "store");
    const char *flag = given ? " --store " : "";

    if (!t->store_path)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: is no file beside which the store could be; add "
                          "a \"name\" to the study, or --store FILE",
                          t->file_path);
    if (!must_exist || access(t->store_path, F_OK) == 0 || errno != ENOENT)
        return INLAY_OK; /* what else is wrong, opening will tell */
    given = given ? given : "";
    return inlay_fail(err, INLAY_ESTATE,
                      "no study was started yet (there is no %s): run 'inlay "
                      "run %s%s%s' or 'inlay ask %s%s%s' first",
                      t->store_path, file, flag, given, file, flag, given);
}

/* A target that was not found leaves nothing. */
static inlay_status end(inlay_status st, struct inlay_target *t)
{
    if (st != INLAY_OK)
        inlay_target_clear(t);
    return st;
}

inlay_status inlay_target_find(const struct inlay_args *args,
                               struct inlay_target *out, inlay_error *err)
{
    inlay_status st = find(args, out, err);

    if (st == INLAY_OK)
        st = complete(args, out, err);
    return end(st, out);
}

/* A journal that was read stays open until the study is: who closes a store
 * last tidies up its files, which the next one would make again. */
inlay_status inlay_target_open(const struct inlay_args *args,
                               enum inlay_store_mode mode,
                               struct inlay_target *out, inlay_error *err)
{
    inlay_status st = find(args, out, err);

    if (st == INLAY_OK)
        st = check_store(args, out, mode != INLAY_STORE_CREATE, err);
    if (st == INLAY_OK && args->n_settings > 0)
        st = complete(args, out, err);
    if (st == INLAY_OK)
        st = inlay_study_open_file(out->store_path, &out->file, mode,
                                   &out->study, err);
    inlay_journal_free(out->journal);
    out->journal = NULL;
    return end(st, out);
}

inlay_status inlay_target_look(const struct inlay_args *args,
                               struct inlay_target *out, inlay_error *err)
{
    inlay_status st = find(args, out, err);

    if (st == INLAY_OK)
        st = check_store(args, out, true, err);
    if (st == INLAY_OK)
        st = read_recorded(out, err);
    return end(st, out);
}

int inlay_target_do(const struct inlay_args *args, int mode,
                    inlay_target_fn *fn, void *context)
{
    struct inlay_target t = {0};
    inlay_error err = {0};
    inlay_status st =
        mode == INLAY_TARGET_LOOK
            ? inlay_target_look(args, &t, &err)
            : inlay_target_open(args, (enum inlay_store_mode)mode, &t, &err);

    if (st == INLAY_OK)
        st = fn(args, &t, context, &err);
    inlay_target_clear(&t);
    return inlay_say_status(args, st, &err);
}

/* ---- Trials ---- */

inlay_status inlay_target_trials(const struct inlay_target *target, char **out,
                                 inlay_error *err)
{
    const char *store = target->store_path;
    const size_t n_all = strlen(store), n_ending = strlen(".inlay");
    const bool has_ending =
        n_all > n_ending && inlay_text_ends_with(store, ".inlay");
    struct inlay_text path = {0};
    char here[MAX_PATH];

    if (store[0] != '/' && !getcwd(here, sizeof here))
        return inlay_fail(err, INLAY_EINVAL, "the current folder: %s",
                          strerror(errno));
    if (store[0] != '/')
        inlay_text_printf(&path, "%s/", here);
    inlay_text_add_bytes(&path, store, n_all - (has_ending ? n_ending : 0));
    inlay_text_add(&path, ".trials");
    return inlay_text_end(&path, out, err);
}

uint64_t inlay_target_seed(const struct inlay_target *target)
{
    int64_t seed = 0;

    inlay_text_to_integer(inlay_options_get(target->file->options, "seed"),
                          &seed);
    return (uint64_t)seed;
}
