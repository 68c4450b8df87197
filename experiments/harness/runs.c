/*
 * runs.c: reads, appends to and sorts a file of searches.
 *
 * A line is appended by one write() to a file opened for appending, so that lines
 * of several processes do not mix; a file is replaced by renaming another.
 */
#include "harness/runs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static void quit(const char *path, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), noreturn));

static void quit(const char *path, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "%s: ", path);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(1);
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        quit("runs", "out of memory");
    return p;
}

void runs_init(struct runs *r, const char *const *method, size_t n_methods,
               size_t n_problems, size_t n_evaluations)
{
    const size_t n = n_methods * n_problems;
    assert(n_methods <= RUNS_MAX_METHODS);
    *r = (struct runs){
        .n_methods = n_methods,
        .n_problems = n_problems,
        .n_evaluations = n_evaluations,
        .has = room(n, sizeof *r->has),
        .gap = room(n * SEARCH_N_RULES * n_evaluations, sizeof *r->gap),
        .repeats = room(n, sizeof *r->repeats),
        .near_repeats = room(n, sizeof *r->near_repeats),
    };
    for (size_t m = 0; m < n_methods; m++)
        r->method[m] = method[m];
}

void runs_clear(struct runs *r)
{
    free(r->has);
    free(r->gap);
    free(r->repeats);
    free(r->near_repeats);
    free(r->first_line);
    *r = (struct runs){0};
}

bool runs_has(const struct runs *r, size_t method, size_t problem)
{
    return r->has[method * r->n_problems + problem];
}

size_t runs_count(const struct runs *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_methods * r->n_problems; i++)
        n += r->has[i];
    return n;
}

static double *gap_of(const struct runs *r, size_t method, size_t problem,
                      enum search_rule rule)
{
    const size_t run = method * r->n_problems + problem;
    return r->gap + (run * SEARCH_N_RULES + rule) * r->n_evaluations;
}

const double *runs_gap(const struct runs *r, size_t method, size_t problem,
                       enum search_rule rule)
{
    return gap_of(r, method, problem, rule);
}

/* ---- The file as lines ---- */

struct lines {
    char **line; /* without their newline */
    size_t n, room;
    bool is_cut; /* the last one had no newline: it is left out */
};

static void lines_clear(struct lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->line[i]);
    free(l->line);
}

static void lines_add(struct lines *l, char *line)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->line = realloc(l->line, l->room * sizeof *l->line);
        if (!l->line)
            quit("runs", "out of memory");
    }
    l->line[l->n++] = line;
}

/* False where there is no such file. */
static bool lines_read(struct lines *l, const char *path)
{
    FILE *f = fopen(path, "r");
    *l = (struct lines){0};
    if (!f && errno == ENOENT)
        return false;
    if (!f)
        quit(path, "%s", strerror(errno));
    for (;;) {
        char *line = NULL;
        size_t size = 0;
        const ssize_t n = getline(&line, &size, f);
        if (n <= 0 || line[n - 1] != '\n') {
            l->is_cut = n > 0;
            free(line);
            break;
        }
        line[n - 1] = '\0';
        lines_add(l, line);
    }
    if (ferror(f))
        quit(path, "cannot be read");
    fclose(f);
    return true;
}

/* Beside the file, then in its place: a file is old or new, never half. */
static void lines_write(const struct lines *l, const char *path)
{
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *f = fopen(beside, "w");
    if (!f)
        quit(beside, "%s", strerror(errno));
    for (size_t i = 0; i < l->n; i++)
        fprintf(f, "%s\n", l->line[i]);
    if (fflush(f) != 0 || ferror(f) || fclose(f) != 0)
        quit(beside, "cannot be written: %s", strerror(errno));
    if (rename(beside, path) != 0)
        quit(path, "%s", strerror(errno));
}

/* ---- Its meaning ---- */

enum { N_HEAD = 2 }; /* lines before the searches */

static size_t method_of(const struct runs *r, const char *name)
{
    size_t m = 0;
    while (m < r->n_methods && strcmp(r->method[m], name) != 0)
        m++;
    return m;
}

/* The key of a line, which is cut at its commas; what follows it in *rest. */
static void read_key(const struct runs *r, const char *path, char *line,
                     size_t *problem, size_t *method, char **rest)
{
    int64_t number;
    const char *first = strtok_r(line, ",", rest);
    const char *name = strtok_r(NULL, ",", rest);
    if (!first || !name || !inlay_text_to_integer(first, &number) || number < 1)
        quit(path, "'%s' is no number of a problem", first ? first : "");
    *problem = (size_t)number - 1;
    *method = method_of(r, name);
    if (*method == r->n_methods)
        quit(path, "'%s' is no method of this experiment", name);
}

static double next_number(const char *path, char **rest)
{
    const char *word = strtok_r(NULL, ",", rest);
    double v;
    if (!word || !inlay_text_to_number(word, &v))
        quit(path, "'%s' is no number", word ? word : "");
    return v;
}

static void read_line(struct runs *r, const char *path, const char *text)
{
    char *line = strdup(text), *rest = NULL;
    size_t problem, method;
    if (!line)
        quit(path, "out of memory");
    read_key(r, path, line, &problem, &method, &rest);
    if (problem < r->n_problems) {
        const size_t run = method * r->n_problems + problem;
        r->repeats[run] = (size_t)next_number(path, &rest);
        r->near_repeats[run] = (size_t)next_number(path, &rest);
        for (int rule = 0; rule < SEARCH_N_RULES; rule++) {
            double *gap = gap_of(r, method, problem, (enum search_rule)rule);
            for (size_t i = 0; i < r->n_evaluations; i++)
                gap[i] = next_number(path, &rest);
        }
        if (rest && *rest)
            quit(path, "too many numbers: '%s'", rest);
        r->has[run] = true;
    }
    free(line);
}

static char *header(const struct runs *r)
{
    struct inlay_text t = {0};
    inlay_text_add(&t, "problem,method,repeats,near_repeats", NULL);
    for (int rule = 0; rule < SEARCH_N_RULES; rule++)
        for (size_t i = 1; i <= r->n_evaluations; i++)
            inlay_text_printf(
                &t, NULL, ",%s%zu",
                rule == SEARCH_OBSERVED ? "observed" : "recommended", i);
    return t.bytes;
}

/* Checks the first line, "# commit=A+B about"; returns what it should be. */
static char *first_line(const char *path, const char *was, const char *commit,
                        const char *about)
{
    struct inlay_text t = {0};
    static const char START[] = "# commit=";
    const char *space = was ? strchr(was + 2, ' ') : NULL;
    if (was && (strncmp(was, START, sizeof START - 1) != 0 || !space ||
                strcmp(space + 1, about) != 0))
        quit(path,
             "was made by other searches; remove it or choose another folder\n"
             "  it has  %s\n  not     # commit=… %s",
             was, about);
    if (!was) {
        inlay_text_printf(&t, NULL, "%s%s %s", START, commit, about);
        return t.bytes;
    }
    inlay_text_add_bytes(&t, was, (size_t)(space - was), NULL);
    if (!strstr(t.bytes + sizeof START - 1, commit))
        inlay_text_printf(&t, NULL, "+%s", commit);
    inlay_text_printf(&t, NULL, " %s", about);
    return t.bytes;
}

void runs_open(struct runs *r, const char *path, const char *commit,
               const char *about)
{
    struct lines l;
    const bool is_there = lines_read(&l, path);
    char *first = first_line(path, l.n > 0 ? l.line[0] : NULL, commit, about);
    char *second = header(r);
    if (l.n < N_HEAD) {
        lines_clear(&l);
        l = (struct lines){.is_cut = true};
        lines_add(&l, first);
        lines_add(&l, second);
    } else {
        if (strcmp(l.line[1], second) != 0)
            quit(path, "has other columns than '%s'", second);
        free(second);
        l.is_cut |= strcmp(l.line[0], first) != 0;
        free(l.line[0]);
        l.line[0] = first;
    }
    r->first_line = strdup(l.line[0]);
    if (!r->first_line)
        quit(path, "out of memory");
    for (size_t i = N_HEAD; i < l.n; i++)
        read_line(r, path, l.line[i]);
    if (!is_there || l.is_cut)
        lines_write(&l, path);
    lines_clear(&l);
}

void runs_append(const char *path, size_t problem, const char *method,
                 const struct search *s)
{
    struct inlay_text t = {0};
    inlay_text_printf(&t, NULL, "%zu,%s,%zu,%zu", problem + 1, method,
                      s->repeats, s->near_repeats);
    for (int rule = 0; rule < SEARCH_N_RULES; rule++)
        for (size_t i = 0; i < s->n; i++)
            inlay_text_printf(&t, NULL, ",%.6g", s->gap[rule][i]);
    if (inlay_text_add(&t, "\n", NULL) != INLAY_OK)
        quit(path, "out of memory");
    const int fd = open(path, O_WRONLY | O_APPEND);
    if (fd < 0 || write(fd, t.bytes, t.n) != (ssize_t)t.n || close(fd) != 0)
        quit(path, "cannot be written: %s", strerror(errno));
    inlay_text_clear(&t);
}

/* ---- Sorting ---- */

struct keyed {
    size_t problem, method;
    char *line;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->problem != y->problem)
        return x->problem < y->problem ? -1 : 1;
    return (x->method > y->method) - (x->method < y->method);
}

void runs_sort(const struct runs *r, const char *path)
{
    struct lines l;
    if (!lines_read(&l, path) || l.n < N_HEAD)
        quit(path, "is not there any more");
    const size_t n = l.n - N_HEAD;
    struct keyed *keyed = room(n, sizeof *keyed);
    for (size_t i = 0; i < n; i++) {
        char *copy = strdup(l.line[N_HEAD + i]), *rest = NULL;
        if (!copy)
            quit(path, "out of memory");
        keyed[i].line = l.line[N_HEAD + i];
        read_key(r, path, copy, &keyed[i].problem, &keyed[i].method, &rest);
        free(copy);
    }
    qsort(keyed, n, sizeof *keyed, by_key);
    for (size_t i = 0; i < n; i++)
        l.line[N_HEAD + i] = keyed[i].line;
    lines_write(&l, path);
    free(keyed);
    lines_clear(&l);
}
