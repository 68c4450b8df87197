/*
 * ledger.c: lines of a file.
 *
 * A line is appended by one write() to a file opened for appending, so that lines
 * of several processes do not mix; a file is replaced by renaming another.
 */
#include "harness/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/path.h"
#include "harness/refuse.h"

static const char START[] = "# commit=";
enum { N_START = sizeof START - 1 };

static char *copied(const char *line, const char *path)
{
    char *copy = strdup(line);
    if (!copy)
        refuse(path, "out of memory");
    return copy;
}

void ledger_clear(struct ledger *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->row[i]);
    free(l->row);
    free(l->first);
    free(l->columns);
    *l = (struct ledger){0};
}

/* Takes the line. */
static void add(struct ledger *l, char *line, const char *path)
{
    if (!l->first) {
        l->first = line;
        return;
    }
    if (!l->columns) {
        l->columns = line;
        return;
    }
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->row = realloc(l->row, l->room * sizeof *l->row);
        if (!l->row)
            refuse(path, "out of memory");
    }
    l->row[l->n++] = line;
}

/* False where a line was cut off or there is no such file. */
static bool read_lines(struct ledger *l, const char *path)
{
    FILE *f = fopen(path, "r");
    bool is_whole = true;
    *l = (struct ledger){0};
    if (!f && errno == ENOENT)
        return false;
    if (!f)
        refuse(path, "%s", strerror(errno));
    for (;;) {
        char *line = NULL;
        size_t size = 0;
        const ssize_t n = getline(&line, &size, f);
        if (n <= 0 || line[n - 1] != '\n') {
            is_whole = n <= 0;
            free(line);
            break;
        }
        line[n - 1] = '\0';
        add(l, line, path);
    }
    if (ferror(f))
        refuse(path, "cannot be read");
    fclose(f);
    return is_whole;
}

void ledger_read(struct ledger *l, const char *path)
{
    if (!read_lines(l, path) || !l->columns)
        refuse(path, "is not whole any more");
}

/* Is `commit` one of A+B+C? */
static bool has_commit(const char *list, const char *commit)
{
    const size_t n = strlen(commit);
    for (const char *at = list; at; at = strchr(at, '+')) {
        at += *at == '+';
        if (strncmp(at, commit, n) == 0 && (at[n] == '+' || at[n] == '\0'))
            return true;
    }
    return false;
}

/* The first line with one more commit, if it is new. */
static char *with_commit(const char *path, const char *first,
                         const char *commit, const char *about)
{
    const bool is_ours = strncmp(first, START, N_START) == 0;
    const char *space = is_ours ? strchr(first + N_START, ' ') : NULL;
    struct inlay_text t = {0};
    if (!space || strcmp(space + 1, about) != 0)
        refuse(path,
               "has other results; remove it or choose another\n"
               "  it has  %s\n  not     %s… %s",
               first, START, about);
    inlay_text_add_bytes(&t, first, (size_t)(space - first));
    if (!has_commit(t.bytes + N_START, commit))
        inlay_text_printf(&t, "+%s", commit);
    inlay_text_printf(&t, " %s", about);
    char *line = copied(t.bytes, path);
    inlay_text_clear(&t);
    return line;
}

void ledger_open(struct ledger *l, const char *path, const char *commit,
                 const char *about, const char *columns)
{
    bool is_whole = read_lines(l, path);
    if (!l->first) {
        struct inlay_text t = {0};
        inlay_text_printf(&t, "%s%s %s", START, commit, about);
        add(l, copied(t.bytes, path), path);
        inlay_text_clear(&t);
    }
    if (!l->columns)
        add(l, copied(columns, path), path);
    if (strcmp(l->columns, columns) != 0)
        refuse(path, "has the columns\n  %s\n  not\n  %s", l->columns, columns);
    char *first = with_commit(path, l->first, commit, about);
    is_whole &= strcmp(first, l->first) == 0;
    free(l->first);
    l->first = first;
    if (!is_whole)
        ledger_replace(l, path);
}

void ledger_append(const char *path, const char *line)
{
    const size_t n = strlen(line);
    const int fd = open(path, O_WRONLY | O_APPEND);
    if (fd < 0 || write(fd, line, n) != (ssize_t)n || close(fd) != 0)
        refuse(path, "cannot be written: %s", strerror(errno));
}

void ledger_replace(const struct ledger *l, const char *path)
{
    char beside[PATH_ROOM];
    path_print(beside, "%s.new", path);
    FILE *f = fopen(beside, "w");
    if (!f)
        refuse(beside, "%s", strerror(errno));
    fprintf(f, "%s\n%s\n", l->first, l->columns);
    for (size_t i = 0; i < l->n; i++)
        fprintf(f, "%s\n", l->row[i]);
    const bool is_written = fflush(f) == 0 && !ferror(f);
    if (fclose(f) != 0 || !is_written)
        refuse(beside, "cannot be written: %s", strerror(errno));
    if (rename(beside, path) != 0)
        refuse(path, "%s", strerror(errno));
}
