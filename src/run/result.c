/*
 * result.c: the last line that is a result, found from the end.
 *
 * A log may have gigabytes and its result is at the end, so a file is read
 * backwards in blocks.  What is kept of a block is the line whose beginning it
 * does not have; it stands at the end of the buffer, and the block before it is
 * put in front:
 *
 *     |      free      | block just read | kept: the line's end |
 *                      ^ lo                                     ^ hi
 *
 * Invariants: bytes [lo, hi) of the buffer are those of the file from `at` on;
 * what is behind them was looked at, or belongs to a line that is too long.
 */
#include "run/result.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/harmless.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/stream.h"
#include "base/utf8.h"
#include "problem/space.h"

enum {
    MAX_LINE = 1 << 20,          /* bytes of a line that may be a result */
    BLOCK = 1 << 16,             /* bytes read at once */
    ROOM = MAX_LINE + 2 * BLOCK, /* a kept line and two blocks */
    MAX_NUMBER = 1100,           /* bytes, as base/text reads */
    MAX_TAIL = 2000              /* bytes of a message's tail */
};

void inlay_result_clear(struct inlay_result *result)
{
    inlay_mem_free(result->metrics);
    *result = (struct inlay_result){0};
}

/* ---- A line -------------------------------------------------------------- */

struct line {
    const char *bytes;
    size_t n;
};

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct line trimmed(struct line l)
{
    while (l.n > 0 && is_space(l.bytes[l.n - 1]))
        l.n--;
    for (; l.n > 0 && is_space(*l.bytes); l.n--)
        l.bytes++;
    return l;
}

static void set_unusable(struct inlay_result *out, const char *what,
                         const char *rule)
{
    out->kind = INLAY_RESULT_UNUSABLE;
    snprintf(out->why, sizeof out->why, "the result is %s, %s",
             inlay_shown_text(what).text, rule);
}

static void read_number(struct line l, struct inlay_result *out)
{
    char s[MAX_NUMBER + 1];
    double value;

    if (l.n == 0 || l.n > MAX_NUMBER || memchr(l.bytes, '\0', l.n))
        return;
    memcpy(s, l.bytes, l.n);
    s[l.n] = '\0';
    if (!inlay_text_to_any_number(s, &value))
        return;
    if (!isfinite(value)) {
        set_unusable(out, s, "not a finite number");
        return;
    }
    out->kind = INLAY_RESULT_VALUE;
    out->value = value;
}

/* ---- JSON ---------------------------------------------------------------- */

/* The bare word of Python's at s, of the n_left bytes there; 0 if none. */
static size_t bare_word(const char *s, size_t n_left)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (n <= n_left && memcmp(s, words[i], n) == 0)
            return n;
    }
    return 0;
}

/* The line with Python's bare words as strings. */
static void quote_bare_words(struct line l, struct inlay_text *out)
{
    bool is_in_string = false;
    size_t from = 0; /* what is not yet in out */

    for (size_t i = 0; i < l.n; i++) {
        const char c = l.bytes[i];
        const size_t n = is_in_string ? 0 : bare_word(l.bytes + i, l.n - i);

        if (n > 0) {
            inlay_text_printf(out, "%.*s\"%.*s\"", (int)(i - from),
                              l.bytes + from, (int)n, l.bytes + i);
            i += n - 1;
            from = i + 1;
        } else if (c == '"') {
            is_in_string = !is_in_string;
        } else if (c == '\\' && is_in_string) {
            i++;
        }
    }
    inlay_text_printf(out, "%.*s", (int)(l.n - from), l.bytes + from);
}

/* NULL and why not; whole numbers beyond 64 bits are read as reals. */
static json_t *load(const char *text, size_t n, json_error_t *e)
{
    json_t *json = json_loadb(text, n, JSON_REJECT_DUPLICATES, e);

    if (!json && json_error_code(e) == json_error_numeric_overflow)
        json = json_loadb(text, n,
                          JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, e);
    return json;
}

/* *out is NULL, and e says why, where the line is no JSON. */
static inlay_status parse_line(struct line l, json_t **out, json_error_t *e,
                               inlay_error *err)
{
    struct inlay_text quoted = {0};

    *out = load(l.bytes, l.n, e);
    if (*out)
        return INLAY_OK;
    quote_bare_words(l, &quoted);
    const inlay_status st = inlay_text_status(&quoted, err);
    if (st == INLAY_OK && quoted.n > l.n)
        *out = load(quoted.bytes, quoted.n, e);
    inlay_text_clear(&quoted);
    return st;
}

/* Is it in the line, with a quote before it? */
static bool has_key(struct line l, const char *name)
{
    const size_t n = strlen(name);

    for (size_t i = 1; i + n <= l.n; i++)
        if (l.bytes[i - 1] == '"' && memcmp(l.bytes + i, name, n) == 0)
            return true;
    return false;
}

static void read_objective(const json_t *objective, struct inlay_result *out)
{
    const char *text = json_string_value(objective);
    double value;

    if (json_is_number(objective)) {
        out->kind = INLAY_RESULT_VALUE;
        out->value = json_number_value(objective);
    } else if (text && inlay_text_to_any_number(text, &value) &&
               !isfinite(value)) {
        set_unusable(out, text, "not a finite number");
    } else {
        set_unusable(out, inlay_json_type_name(objective), "not a number");
    }
}

/* Takes the objective out of the object; what remains are the metrics. */
static inlay_status read_object(json_t *object, const char *name,
                                struct inlay_result *out, inlay_error *err)
{
    struct inlay_text metrics = {0};
    const json_t *objective = json_object_get(object, name);

    if (!objective)
        return INLAY_OK;
    read_objective(objective, out);
    json_object_del(object, name);
    if (json_object_size(object) == 0)
        return INLAY_OK;
    inlay_json_add(&metrics, object);
    return inlay_text_end(&metrics, &out->metrics, err);
}

/* A line in braces that has the objective's name must be meant as a result: one
 * that is no JSON is not passed over. */
static inlay_status read_json(struct line l, const char *name,
                              struct inlay_result *out, inlay_error *err)
{
    json_error_t e = {0};
    json_t *json = NULL;

    if (l.n == 0 || l.bytes[0] != '{' || l.bytes[l.n - 1] != '}' ||
        memchr(l.bytes, '\0', l.n) || !has_key(l, name))
        return INLAY_OK;
    inlay_status st = parse_line(l, &json, &e, err);
    if (st == INLAY_OK && json) {
        st = read_object(json, name, out, err);
    } else if (st == INLAY_OK) {
        out->kind = INLAY_RESULT_UNUSABLE;
        snprintf(out->why, sizeof out->why,
                 "the result is not valid JSON: %.120s", e.text);
    }
    json_decref(json);
    return st;
}

/* ---- Lines --------------------------------------------------------------- */

/* A search from the end, and what it can say if nothing is found. */
struct search {
    const char *objective; /* its name in an object */
    struct inlay_result found;
    bool has_line;  /* one that is not blank was seen, */
    bool is_nearly; /* and the last such ends with a number: "loss: 0.3" */
};

static void note_line(struct search *s, struct line l)
{
    struct inlay_result last = {0};
    size_t n = 0;

    if (s->has_line || l.n == 0)
        return;
    s->has_line = true;
    while (n < l.n && !is_space(l.bytes[l.n - n - 1]) &&
           !strchr(":=", l.bytes[l.n - n - 1]))
        n++;
    read_number((struct line){l.bytes + l.n - n, n}, &last);
    s->is_nearly = last.kind == INLAY_RESULT_VALUE;
}

/* The last line of a text that is a result; kind is NONE if there is none. */
static inlay_status find_result(const char *text, size_t n, struct search *s,
                                inlay_error *err)
{
    struct inlay_result *out = &s->found;
    inlay_status st = INLAY_OK;
    size_t end = n;

    while (st == INLAY_OK && out->kind == INLAY_RESULT_NONE) {
        size_t begin = end;
        while (begin > 0 && text[begin - 1] != '\n')
            begin--;
        if (end - begin <= MAX_LINE) {
            const struct line l =
                trimmed((struct line){text + begin, end - begin});
            note_line(s, l);
            read_number(l, out);
            if (out->kind == INLAY_RESULT_NONE)
                st = read_json(l, s->objective, out, err);
        } else {
            s->has_line = true;
        }
        if (begin == 0)
            break;
        end = begin - 1;
    }
    return st;
}

/* Without the number itself: so trials that fail alike fail for one reason. */
static void say_why(struct search *s)
{
    struct inlay_result *found = &s->found;

    if (!s->has_line)
        snprintf(found->why, sizeof found->why,
                 "the program printed nothing; the last number on standard "
                 "output is the result");
    else
        snprintf(found->why, sizeof found->why,
                 "no line of the output is a number or a JSON object with "
                 "\"objective\"%s",
                 s->is_nearly ? "; print the number on a line of its own, or "
                                "{\"objective\": 0.3}"
                              : "");
}

static inlay_status finish(inlay_status st, struct search *s,
                           struct inlay_result *out)
{
    if (st != INLAY_OK) {
        inlay_result_clear(&s->found);
        return st;
    }
    if (s->found.kind == INLAY_RESULT_NONE && s->found.why[0] == '\0')
        say_why(s);
    *out = s->found;
    return INLAY_OK;
}

inlay_status inlay_result_of_text(const char *text, size_t n,
                                  const char *objective,
                                  struct inlay_result *out, inlay_error *err)
{
    struct search s = {.objective = objective};
    const inlay_status st = find_result(text, n, &s, err);

    return finish(st, &s, out);
}

/* ---- Files --------------------------------------------------------------- */

struct backwards {
    int fd;
    off_t at;  /* of the file: what is before was not read */
    char *buf; /* ROOM bytes */
    size_t lo, hi;
    bool is_skipping; /* inside a line that is too long */
};

/* n bytes at `at`, all of them; false and errno if there are not so many. */
static bool read_at(int fd, off_t at, char *buf, size_t n)
{
    errno = EIO; /* where the file has become shorter */
    return lseek(fd, at, SEEK_SET) == at && inlay_stream_read(fd, buf, n) == n;
}

/* The block before what is there, whose room is made if need be. */
static bool read_block(struct backwards *b)
{
    const size_t n = b->at < BLOCK ? (size_t)b->at : BLOCK;

    if (b->lo < n) {
        memmove(b->buf + ROOM - (b->hi - b->lo), b->buf + b->lo, b->hi - b->lo);
        b->lo = ROOM - (b->hi - b->lo);
        b->hi = ROOM;
    }
    if (!read_at(b->fd, b->at - (off_t)n, b->buf + b->lo - n, n))
        return false;
    b->lo -= n;
    b->at -= (off_t)n;
    return true;
}

/* Drops the end of a line that is too long, if its beginning is not there. */
static void drop_long_line(struct backwards *b)
{
    if (b->is_skipping) {
        while (b->hi > b->lo && b->buf[b->hi - 1] != '\n')
            b->hi--;
        b->is_skipping = b->hi == b->lo;
        b->hi -= b->is_skipping ? 0 : 1;
    }
}

/* Looks at the lines of which the beginning is there, and keeps the rest. */
static inlay_status find_in_block(struct backwards *b, struct search *s,
                                  inlay_error *err)
{
    drop_long_line(b);
    const char *text = b->buf + b->lo;
    const size_t n = b->hi - b->lo;

    if (b->at == 0)
        return b->is_skipping ? INLAY_OK : find_result(text, n, s, err);
    const char *newline = n > 0 ? memchr(text, '\n', n) : NULL;
    inlay_status st = INLAY_OK;
    if (newline) {
        const size_t n_kept = (size_t)(newline - text);

        st = find_result(newline + 1, n - n_kept - 1, s, err);
        b->hi = b->lo + n_kept;
    }
    if (b->hi - b->lo > MAX_LINE) {
        b->is_skipping = true;
        s->has_line = true;
        b->hi = b->lo;
    }
    return st;
}

static inlay_status find_in_file(struct backwards *b, struct search *s,
                                 inlay_error *err)
{
    struct inlay_result *out = &s->found;
    inlay_status st = INLAY_OK;

    while (st == INLAY_OK && out->kind == INLAY_RESULT_NONE && b->at > 0) {
        if (!read_block(b)) {
            snprintf(out->why, sizeof out->why,
                     "the output cannot be read: %.100s", strerror(errno));
            return INLAY_OK;
        }
        st = find_in_block(b, s, err);
    }
    return st;
}

/* An open descriptor and the file's size, or -1 and errno.  A worker may have
 * put a pipe in the place of its output, for whose other end nobody waits. */
static int open_file(const char *path, off_t *size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t end = fd >= 0 ? lseek(fd, 0, SEEK_END) : -1;

    if (fd >= 0 && end < 0) {
        const int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    *size = end;
    return fd;
}

inlay_status inlay_result_read(const char *path, const char *objective,
                               struct inlay_result *out, inlay_error *err)
{
    struct search s = {.objective = objective};
    struct backwards b = {.lo = ROOM, .hi = ROOM};

    b.fd = open_file(path, &b.at);
    if (b.fd < 0) {
        snprintf(s.found.why, sizeof s.found.why,
                 "the output cannot be read: %.100s", strerror(errno));
        return finish(INLAY_OK, &s, out);
    }
    b.buf = inlay_mem_new(ROOM, 1);
    const inlay_status st = b.buf ? find_in_file(&b, &s, err)
                                  : inlay_fail_memory(err, "a worker's output");
    inlay_mem_free(b.buf);
    close(b.fd);
    return finish(st, &s, out);
}

/* ---- The tail ------------------------------------------------------------ */

/* A line as a terminal leaves it: what follows the last return to the first
 * column; harmless. */
static void add_line(struct inlay_text *out, struct line l)
{
    size_t from = 0;

    while (l.n > 0 && l.bytes[l.n - 1] == '\r')
        l.n--;
    for (size_t i = 0; i < l.n; i++)
        if (l.bytes[i] == '\r')
            from = i + 1;
    inlay_harmless_add_bytes(out, l.bytes + from, l.n - from,
                             INLAY_HARMLESS_OUTPUT);
}

static void add_lines(struct inlay_text *out, const char *at, size_t n)
{
    const char *end = at + n;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;

        add_line(out, (struct line){at, (size_t)(stop - at)});
        if (newline)
            inlay_text_add(out, "\n");
        at = stop + 1;
    }
}

/* Where the last n_lines of the n bytes begin. */
static size_t begin_of_lines(const char *bytes, size_t n, size_t n_lines)
{
    size_t begin = n;

    while (begin > 0 && (bytes[begin - 1] != '\n' || --n_lines > 0))
        begin--;
    return begin;
}

/* A tail that does not begin with a line begins with the next one, if it has a
 * second, and in any case with a whole character. */
static size_t begin_of_cut(const char *bytes, size_t n)
{
    const char *newline = n > 0 ? memchr(bytes, '\n', n) : NULL;
    size_t begin = 0;

    if (newline)
        return (size_t)(newline - bytes) + 1;
    while (begin < n && inlay_utf8_continues(bytes[begin]))
        begin++;
    return begin;
}

void inlay_result_tail(const char *path, size_t n_lines, struct inlay_text *out)
{
    char bytes[MAX_TAIL];
    off_t size = 0;
    const int fd = open_file(path, &size);

    if (fd < 0)
        return;
    size_t n = size < MAX_TAIL ? (size_t)size : MAX_TAIL;
    const bool is_read = read_at(fd, size - (off_t)n, bytes, n);
    close(fd);
    if (!is_read)
        return;
    const bool is_cut = size > (off_t)n;
    while (n > 0 && is_space(bytes[n - 1]))
        n--;
    size_t begin = begin_of_lines(bytes, n, n_lines);
    if (begin == 0 && is_cut)
        begin = begin_of_cut(bytes, n);
    add_lines(out, bytes + begin, n - begin);
}
