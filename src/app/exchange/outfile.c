/*
 * outfile.c: results to standard output or to a file.
 *
 * A file is written under another name in the same folder, forced to the disk,
 * and renamed; whoever looks sees the old file or the new one.
 */
#include "app/exchange/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

static inlay_status fail_path(const char *path, inlay_error *err)
{
    return inlay_fail(err, INLAY_ESTATE, "%s: %s", path, strerror(errno));
}

/* The mode that the file has, or that a new one would get. */
static mode_t mode_of(const char *path)
{
    struct stat is;

    if (stat(path, &is) == 0)
        return is.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static inlay_status open_temporary(struct inlay_outfile *out, inlay_error *err)
{
    struct inlay_text name = {0};

    inlay_text_printf(&name, "%s.partial", out->path);
    const inlay_status st = inlay_text_status(&name, err);
    if (st != INLAY_OK)
        return st;
    unlink(name.bytes); /* of an export that was killed */
    const int fd =
        open(name.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        inlay_text_clear(&name);
        return fail_path(out->path, err);
    }
    out->temporary = name.bytes;
    if (fchmod(fd, mode_of(out->path)) != 0 || !(out->file = fdopen(fd, "w"))) {
        close(fd);
        return fail_path(out->path, err);
    }
    return INLAY_OK;
}

inlay_status inlay_outfile_init(struct inlay_outfile *out, const char *path,
                                inlay_error *err)
{
    struct inlay_outfile o = {.file = stdout};
    inlay_status st = INLAY_OK;
    struct stat is;

    if (!path || strcmp(path, "-") == 0) {
        *out = o;
        return INLAY_OK;
    }
    o.file = NULL;
    o.path = inlay_mem_text(path);
    const bool is_there = stat(path, &is) == 0;
    if (!o.path)
        st = inlay_fail_memory(err, "a path");
    else if (is_there && S_ISDIR(is.st_mode))
        st = inlay_fail(err, INLAY_ESTATE, "%s: is a folder", path);
    else if (!is_there || S_ISREG(is.st_mode))
        st = open_temporary(&o, err);
    else if (!(o.file = fopen(path, "w")))
        st = fail_path(path, err);
    if (st == INLAY_OK)
        *out = o;
    else
        inlay_outfile_clear(&o);
    return st;
}

inlay_status inlay_outfile_add_text(struct inlay_outfile *out,
                                    struct inlay_text *text, inlay_error *err)
{
    const inlay_status st = inlay_text_status(text, err);

    if (st != INLAY_OK)
        return st;
    if (!out->path)
        inlay_say_result(inlay_text_view(text));
    else if (fputs(inlay_text_view(text), out->file) < 0)
        return fail_path(out->path, err);
    inlay_text_cut(text, 0);
    return !out->path && ferror(stdout)
               ? inlay_fail(err, INLAY_ESTATE, "%s", "")
               : INLAY_OK;
}

/* A link, unlike a new name, never replaces a file; but not every file system
 * has links. */
static bool take_name(const struct inlay_outfile *out)
{
    if (out->must_be_new && link(out->temporary, out->path) == 0)
        return unlink(out->temporary) == 0;
    if (out->must_be_new && errno == EEXIST)
        return false;
    return rename(out->temporary, out->path) == 0;
}

inlay_status inlay_outfile_commit(struct inlay_outfile *out, inlay_error *err)
{
    if (!out->path)
        return INLAY_OK; /* the end of the command flushes */
    if (fflush(out->file) != 0 ||
        (out->temporary && (fsync(fileno(out->file)) != 0 || !take_name(out))))
        return fail_path(out->path, err);
    inlay_mem_free(out->temporary);
    out->temporary = NULL;
    return INLAY_OK;
}

void inlay_outfile_clear(struct inlay_outfile *out)
{
    if (out->path && out->file)
        fclose(out->file);
    if (out->temporary)
        unlink(out->temporary);
    inlay_mem_free(out->temporary);
    inlay_mem_free(out->path);
    *out = (struct inlay_outfile){0};
}
