/*
 * hint.c: what a failed exec means.
 *
 * An errno names one reason for many mistakes: a script whose interpreter is
 * missing is "No such file", as is a command in one string.  So the program is
 * looked at once more, from its folder, and the likeliest mistake is named.
 *
 * Invariant: a message is one line, and each part of it is cut to its share of
 * bytes, whatever the program and the folder are called.
 */
#include "run/hint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/utf8.h"
#include "problem/space.h"

enum {
    MAX_SHOWN = 48, /* bytes of a path's end */
    MAX_HINT = 140, /* bytes */
    MAX_PATH = 4096,
    FIRST_BYTES = 256, /* of a script: what Linux reads of it */
};

/* Short; of a path the end is kept, as it tells more. */
static struct inlay_shown shown_path(const char *path)
{
    const size_t n = strlen(path);
    struct inlay_shown shown;

    if (n <= MAX_SHOWN)
        return inlay_shown_text(path);
    path += n - MAX_SHOWN;
    while (inlay_utf8_continues(*path))
        path++;
    snprintf(shown.text, sizeof shown.text, "...%.60s",
             inlay_shown_text(path).text);
    return shown;
}

/* ---- The program's file -------------------------------------------------- */

struct file {
    bool is_there, is_folder, is_executable;
    size_t n;               /* bytes of the head */
    char head[FIRST_BYTES]; /* the file's first ones, if it can be read */
};

static void read_head(int folder, const char *name, struct file *file)
{
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t got = fd >= 0 ? read(fd, file->head, FIRST_BYTES) : -1;

    file->n = got > 0 ? (size_t)got : 0;
    if (fd >= 0)
        close(fd);
}

/* A name that is relative is one in the job's folder. */
static struct file look_at(const struct inlay_job *job)
{
    struct file file = {0};
    struct stat is;
    const char *name = job->argv[0];
    const int folder = open(job->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0)
        return file;
    if (name[0] != '\0' && fstatat(folder, name, &is, 0) == 0) {
        file.is_there = true;
        file.is_folder = S_ISDIR(is.st_mode);
        file.is_executable = faccessat(folder, name, X_OK, 0) == 0;
        if (S_ISREG(is.st_mode))
            read_head(folder, name, &file);
    }
    close(folder);
    return file;
}

/* ---- Hints --------------------------------------------------------------- */

/* About "#!/usr/bin/python3 -u" at the head of a script that is "not there". */
static void hint_interpreter(const struct file *file, char hint[MAX_HINT])
{
    char line[FIRST_BYTES + 1] = "";
    const char *end = memchr(file->head, '\n', file->n);
    const size_t n = end ? (size_t)(end - file->head) : file->n;

    if (n < 3 || memcmp(file->head, "#!", 2) != 0)
        return;
    memcpy(line, file->head + 2, n - 2);
    if (line[n - 3] == '\r') {
        snprintf(hint, MAX_HINT,
                 "; its #! line ends with a carriage return: save it with Unix "
                 "line endings");
        return;
    }
    char *name = line + strspn(line, " \t");
    name[strcspn(name, " \t")] = '\0';
    snprintf(hint, MAX_HINT, "; its #! line names '%s', which does not exist",
             shown_path(name).text);
}

/* Words that a shell would have made something else of. */
static bool hint_shell(const char *program, char hint[MAX_HINT])
{
    if (program[0] == '~' || strchr(program, '$'))
        snprintf(hint, MAX_HINT,
                 "; there is no shell to expand '%c': write the full path",
                 program[0] == '~' ? '~' : '$');
    else if (strpbrk(program, " \t\n"))
        snprintf(hint, MAX_HINT,
                 "; write each word of the command as a separate string");
    else
        return false;
    return true;
}

static void hint_missing(const struct inlay_job *job, const struct file *file,
                         char hint[MAX_HINT])
{
    const char *program = job->argv[0];
    const bool is_path = strchr(program, '/') != NULL;

    if (is_path && file->is_there)
        hint_interpreter(file, hint);
    else if (file->is_there && !file->is_folder)
        snprintf(hint, MAX_HINT, "; did you mean './%s'?",
                 inlay_shown_text(program).text);
    else if (!hint_shell(program, hint) && !is_path && program[0] != '\0')
        snprintf(hint, MAX_HINT, "; it is not in any folder of PATH");
}

static void hint_refused(const struct inlay_job *job, const struct file *file,
                         char hint[MAX_HINT])
{
    const char *program = job->argv[0];

    if (!strchr(program, '/') || !file->is_there)
        return;
    if (file->is_folder)
        snprintf(hint, MAX_HINT, "; it is a folder");
    else if (!file->is_executable)
        snprintf(hint, MAX_HINT, "; make it executable: chmod +x %s",
                 shown_path(program).text);
}

/* "." tells nobody anything. */
static struct inlay_shown shown_folder(const char *folder)
{
    char here[MAX_PATH];
    const bool is_here = strcmp(folder, ".") == 0;

    return shown_path(is_here && getcwd(here, sizeof here) ? here : folder);
}

inlay_status inlay_hint_fail(const struct inlay_job *job, int error,
                             inlay_error *err)
{
    const struct file file = look_at(job);
    char hint[MAX_HINT] = "";

    if (error == ENOENT)
        hint_missing(job, &file, hint);
    else if (error == EACCES)
        hint_refused(job, &file, hint);
    else if (error == ENOEXEC)
        snprintf(hint, sizeof hint,
                 "; a script must start with a line like #!/bin/sh");
    return inlay_fail(err, INLAY_EINVAL, "cannot start '%s' in '%s': %.50s%s",
                      inlay_shown_text(job->argv[0]).text,
                      shown_folder(job->folder).text, strerror(error), hint);
}
