/*
 * tabulation.c: processes evaluate and send (row, value) through a pipe; one
 * process writes the file.
 *
 * A message is shorter than PIPE_BUF, so that writers do not mix.  When the
 * reader is killed the writers die of SIGPIPE; when a writer fails, the rows of
 * the others are kept and the run fails.
 */
#include "harness/tabulation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/stream.h"
#include "harness/lines.h"

enum { MAX_PROCESSES = 64, BAR_WIDTH = 40 };
static const double SECONDS_BETWEEN_LINES = 20.0;

struct state {
    const struct tabulation *t;
    char **key;     /* n_rows texts */
    double *value;  /* n_rows */
    bool *is_known; /* n_rows */
    size_t n_known;
    FILE *file;
    double began, told; /* seconds */
    size_t n_before;    /* rows that the file had */
};

struct message {
    size_t row;
    double value;
};

static inlay_status fail_io(const struct state *s, inlay_error *err,
                            const char *what)
{
    return inlay_fail(err, INLAY_EINVAL, "cannot %s %.200s: %s", what,
                      s->t->path, strerror(errno));
}

/* ---- What the file has ---- */

static inlay_status make_keys(struct state *s, inlay_error *err)
{
    const size_t n = s->t->n_rows;
    s->key = inlay_mem_new(n, sizeof *s->key);
    s->value = inlay_mem_doubles(n);
    s->is_known = inlay_mem_new(n, sizeof *s->is_known);
    if (!s->key || !s->value || !s->is_known)
        return inlay_fail_memory(err, "a table");
    inlay_status st = INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        struct inlay_text text = {0};
        st = s->t->add_key(s->t->context, i, &text, err);
        s->key[i] = text.bytes; /* freed by clear() */
    }
    return st;
}

static void clear(struct state *s)
{
    for (size_t i = 0; s->key && i < s->t->n_rows; i++)
        inlay_text_clear(&(struct inlay_text){.bytes = s->key[i]});
    inlay_mem_free(s->key);
    inlay_mem_free(s->value);
    inlay_mem_free(s->is_known);
    if (s->file)
        fclose(s->file);
}

/* A row of the file, which must be one of ours; if it is there twice, the first
 * one counts. */
static inlay_status take_row(struct state *s, struct lines *lines,
                             inlay_error *err)
{
    double value = 0.0;
    char *comma = strrchr(lines->text, ',');
    if (!comma || !inlay_text_to_number(comma + 1, &value))
        return lines_fail(lines, err, "'%.60s' does not end with a number",
                          lines->text);
    *comma = '\0';
    for (size_t i = 0; i < s->t->n_rows; i++) {
        if (strcmp(s->key[i], lines->text) != 0)
            continue;
        if (!s->is_known[i])
            s->n_known++;
        else
            return INLAY_OK;
        s->is_known[i] = true;
        s->value[i] = value;
        return INLAY_OK;
    }
    return lines_fail(lines, err, "'%.60s' is no row of this table",
                      lines->text);
}

static inlay_status expect(struct lines *lines, const char *want,
                           inlay_error *err)
{
    bool any = false;
    const inlay_status st = lines_next(lines, &any, err);
    if (st == INLAY_OK && (!any || strcmp(lines->text, want) != 0))
        return lines_fail(lines, err,
                          "the file does not go on with '%.160s': it was begun "
                          "otherwise; delete it, or give the same options",
                          want);
    return st;
}

/* Reads an existing file; *end is where its last whole line ends. */
static inlay_status read_rows(struct state *s, long *end, inlay_error *err)
{
    struct lines lines = {0};
    bool any = true;
    inlay_status st = lines_open(s->t->path, &lines, err);
    if (st == INLAY_OK)
        st = expect(&lines, s->t->first_line, err);
    if (st == INLAY_OK)
        st = expect(&lines, s->t->header, err);
    while (st == INLAY_OK && any) {
        *end = ftell(lines.file);
        st = lines_next(&lines, &any, err);
        if (st == INLAY_OK && any && !lines.has_end)
            break; /* killed while writing it */
        if (st == INLAY_OK && any)
            st = take_row(s, &lines, err);
    }
    lines_close(&lines);
    return st;
}

static inlay_status open_file(struct state *s, inlay_error *err)
{
    long end = 0;
    if (access(s->t->path, F_OK) == 0) {
        const inlay_status st = read_rows(s, &end, err);
        if (st != INLAY_OK)
            return st;
        if (truncate(s->t->path, end) != 0)
            return fail_io(s, err, "cut");
    }
    s->file = fopen(s->t->path, "a");
    if (!s->file)
        return fail_io(s, err, "open");
    if (end == 0)
        fprintf(s->file, "%s\n%s\n", s->t->first_line, s->t->header);
    s->n_before = s->n_known;
    return fflush(s->file) == 0 ? INLAY_OK : fail_io(s, err, "write");
}

/* ---- Progress ---- */

static void tell_progress(struct state *s)
{
    const double now = inlay_clock_seconds(), spent = now - s->began;
    const size_t n = s->t->n_rows, n_done = s->n_known - s->n_before;
    const bool is_terminal = isatty(STDERR_FILENO), is_end = s->n_known == n;
    const double left =
        n_done ? spent * (double)(n - s->n_known) / (double)n_done : 0.0;
    if (!is_terminal && !is_end && now - s->told < SECONDS_BETWEEN_LINES)
        return;
    s->told = now;
    if (!is_terminal) {
        fprintf(stderr, "%zu of %zu rows, %.0f s, about %.0f s left\n",
                s->n_known, n, spent, left);
        return;
    }
    char bar[BAR_WIDTH + 1];
    for (size_t i = 0; i < BAR_WIDTH; i++)
        bar[i] = i * n < s->n_known * BAR_WIDTH ? '#' : ' ';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %zu/%zu  %.0f s, about %.0f s left\033[K%s", bar,
            s->n_known, n, spent, left, is_end ? "\n" : "");
}

/* ---- Evaluating ---- */

/* The process of number `me`: every n_processes-th of the rows to be done. */
static int work(const struct state *s, size_t me, int fd)
{
    size_t turn = 0;
    for (size_t i = 0; i < s->t->n_rows; i++) {
        struct message m = {.row = i};
        inlay_error err = {0};
        if (s->is_known[i] || turn++ % s->t->n_processes != me)
            continue;
        if (s->t->evaluate(s->t->context, i, &m.value, &err) != INLAY_OK) {
            fprintf(stderr, "%s: %s\n", s->key[i], err.msg);
            return EXIT_FAILURE;
        }
        if (!inlay_stream_write(fd, (const char *)&m, sizeof m))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static inlay_status write_row(FILE *file, const char *key, double value,
                              inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_status st = inlay_text_add_number(&text, value, err);
    if (st == INLAY_OK && fprintf(file, "%s,%s\n", key, text.bytes) < 0)
        st = inlay_fail(err, INLAY_EINVAL, "cannot write: %s", strerror(errno));
    inlay_text_clear(&text);
    return st;
}

/* Until all writers have closed their ends. */
static inlay_status collect(struct state *s, int fd, inlay_error *err)
{
    struct message m;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK) {
        const ssize_t got = read(fd, &m, sizeof m);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != (ssize_t)sizeof m)
            break;
        s->is_known[m.row] = true;
        s->value[m.row] = m.value;
        s->n_known++;
        st = write_row(s->file, s->key[m.row], m.value, err);
        if (st == INLAY_OK && fflush(s->file) != 0)
            st = fail_io(s, err, "write");
        tell_progress(s);
    }
    return st;
}

static inlay_status start(const struct state *s, int fd[2], pid_t *child,
                          inlay_error *err)
{
    if (pipe(fd) != 0)
        return inlay_fail(err, INLAY_EINVAL, "no pipe: %s", strerror(errno));
    for (size_t k = 0; k < s->t->n_processes; k++) {
        child[k] = fork();
        if (child[k] == 0) {
            close(fd[0]);
            _exit(work(s, k, fd[1]));
        }
        if (child[k] < 0)
            fprintf(stderr, "process %zu was not made: %s\n", k,
                    strerror(errno));
    }
    close(fd[1]);
    return INLAY_OK;
}

static inlay_status evaluate_all(struct state *s, inlay_error *err)
{
    pid_t child[MAX_PROCESSES];
    int fd[2], ended = 0;
    s->began = s->told = inlay_clock_seconds();
    if (s->n_known == s->t->n_rows)
        return INLAY_OK;
    inlay_status st = start(s, fd, child, err);
    if (st != INLAY_OK)
        return st;
    st = collect(s, fd[0], err);
    close(fd[0]);
    for (size_t k = 0; k < s->t->n_processes; k++)
        if (child[k] > 0)
            waitpid(child[k], &ended, 0);
    if (st == INLAY_OK && s->n_known < s->t->n_rows)
        st = inlay_fail(err, INLAY_EINVAL,
                        "%zu of %zu rows are missing in %.200s, as a process "
                        "failed; the same command goes on",
                        s->t->n_rows - s->n_known, s->t->n_rows, s->t->path);
    return st;
}

/* ---- The end ---- */

static inlay_status write_sorted(const struct state *s, const char *path,
                                 inlay_error *err)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return inlay_fail(err, INLAY_EINVAL, "cannot open %.200s: %s", path,
                          strerror(errno));
    fprintf(file, "%s\n%s\n", s->t->first_line, s->t->header);
    inlay_status st = INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < s->t->n_rows; i++)
        st = write_row(file, s->key[i], s->value[i], err);
    if (fclose(file) != 0 && st == INLAY_OK)
        st = inlay_fail(err, INLAY_EINVAL, "cannot write %.200s: %s", path,
                        strerror(errno));
    return st;
}

static inlay_status replace(const struct state *s, inlay_error *err)
{
    struct inlay_text path = {0};
    inlay_status st = inlay_text_printf(&path, err, "%s.sorted", s->t->path);
    if (st == INLAY_OK)
        st = write_sorted(s, path.bytes, err);
    if (st == INLAY_OK && rename(path.bytes, s->t->path) != 0)
        st = fail_io(s, err, "replace");
    inlay_text_clear(&path);
    return st;
}

inlay_status tabulation_run(const struct tabulation *t, inlay_error *err)
{
    struct state s = {.t = t};
    if (t->n_processes < 1 || t->n_processes > MAX_PROCESSES)
        return inlay_fail(err, INLAY_EINVAL,
                          "%zu processes; there can be 1 to %d", t->n_processes,
                          MAX_PROCESSES);
    inlay_status st = make_keys(&s, err);
    if (st == INLAY_OK)
        st = open_file(&s, err);
    if (st == INLAY_OK)
        st = evaluate_all(&s, err);
    if (st == INLAY_OK)
        st = replace(&s, err);
    clear(&s);
    return st;
}
