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
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/space.h"
#include "run/output_file.h"

enum {
    MAX_LINE = 1 << 20,          /* bytes of a line that may be a result */
    BLOCK = 1 << 16,             /* bytes read at once */
    ROOM = MAX_LINE + 2 * BLOCK, /* a kept line and two blocks */
    MAX_NUMBER = 1100            /* bytes, as base/text reads */
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

static struct line trimmed(struct line l)
{
    while (l.n > 0 && inlay_output_is_space(l.bytes[l.n - 1]))
        l.n--;
    for (; l.n > 0 && inlay_output_is_space(*l.bytes); l.n--)
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
    out->variance = NAN;
}

/* ---- JSON ---------------------------------------------------------------- */

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
    inlay_json_quote_words(l.bytes, l.n, &quoted);
    const inlay_status st = inlay_text_status(&quoted, err);
    if (st == INLAY_OK && quoted.n > l.n)
        *out = load(quoted.bytes, quoted.n, e);
    inlay_text_clear(&quoted);
    return st;
}

/* A number, or the text of one that is not finite. */
static bool is_number(const json_t *value)
{
    const char *text = json_string_value(value);
    double v;

    return json_is_number(value) ||
           (text && inlay_text_to_any_number(text, &v) && !isfinite(v));
}

/* Appends the keys of its numbers but `beside` (NULL: of all); *n is how many, and
 * the last is returned. */
static const char *list_numbers(json_t *object, const char *beside, size_t *n,
                                struct inlay_text *keys)
{
    const char *last = NULL;

    *n = 0;
    for (void *at = json_object_iter(object); at;
         at = json_object_iter_next(object, at)) {
        if (!is_number(json_object_iter_value(at)) ||
            (beside && strcmp(json_object_iter_key(at), beside) == 0))
            continue;
        last = json_object_iter_key(at);
        inlay_text_printf(keys, "%s%s", *n > 0 ? ", " : "",
                          inlay_shown_text(last).text);
        ++*n;
    }
    return last;
}

const char *inlay_result_key(json_t *object, const char *objective,
                             const char *verb, struct inlay_text *why)
{
    const struct inlay_shown name = inlay_shown_text(objective);
    struct inlay_text keys = {0};
    size_t n = 0;
    const char *key = list_numbers(object, inlay_variance_key, &n, &keys);

    if (n == 0)
        key = list_numbers(object, NULL, &n, &keys);
    if (n != 1)
        inlay_text_printf(why,
                          "the result has no \"%s\"%s%s; %s "
                          "{\"%s\": 0.3}%s",
                          name.text, n > 0 ? "; its numbers are " : "",
                          inlay_text_view(&keys), verb, name.text,
                          n > 0 ? ", or name the objective in \"outputs\" of "
                                  "the study file"
                                : "");
    inlay_text_fail_as(why, &keys);
    inlay_text_clear(&keys);
    return n == 1 ? key : NULL;
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

    out->variance = NAN;
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

    read_objective(json_object_get(object, name), out);
    json_object_del(object, name);
    if (json_object_size(object) == 0)
        return INLAY_OK;
    inlay_json_add(&metrics, object);
    return inlay_text_end(&metrics, &out->metrics, err);
}

/* The objective under another name, if it is the only number; else why not.  For
 * where there is no other result: programs log objects, too. */
static inlay_status read_other(json_t *object, const char *name,
                               struct inlay_result *out, inlay_error *err)
{
    struct inlay_text why = {0};
    const char *key = inlay_result_key(object, name, "print", &why);
    inlay_status st = inlay_text_status(&why, err);

    if (st == INLAY_OK && key) {
        snprintf(out->key, sizeof out->key, "%s", inlay_shown_text(key).text);
        st = read_object(object, key, out, err);
    } else if (st == INLAY_OK) {
        out->kind = INLAY_RESULT_UNUSABLE;
        snprintf(out->why, sizeof out->why, "%s", why.bytes);
    }
    inlay_text_clear(&why);
    return st;
}

/* A line in braces that has the objective's name must be meant as a result: one
 * that is no JSON is not passed over.  `other` takes the last object that has not
 * the name; its kind is NONE until there is one. */
static inlay_status read_json(struct line l, const char *name,
                              struct inlay_result *out,
                              struct inlay_result *other, inlay_error *err)
{
    const bool is_meant = has_key(l, name);
    json_error_t e = {0};
    json_t *json = NULL;

    if (l.n == 0 || l.bytes[0] != '{' || l.bytes[l.n - 1] != '}' ||
        memchr(l.bytes, '\0', l.n) ||
        (!is_meant && other->kind != INLAY_RESULT_NONE))
        return INLAY_OK;
    inlay_status st = parse_line(l, &json, &e, err);
    if (st == INLAY_OK && json && json_object_get(json, name)) {
        st = read_object(json, name, out, err);
    } else if (st == INLAY_OK && json) {
        if (other->kind == INLAY_RESULT_NONE && json_object_size(json) > 0)
            st = read_other(json, name, other, err);
    } else if (st == INLAY_OK && is_meant) {
        out->kind = INLAY_RESULT_UNUSABLE;
        snprintf(out->why, sizeof out->why,
                 "the result is not valid JSON: %.120s", e.text);
    }
    json_decref(json);
    return st;
}

/* ---- The variance -------------------------------------------------------- */

/* The members that are left; NULL where there is none. */
static inlay_status replace_metrics(struct inlay_result *r,
                                    const json_t *object, inlay_error *err)
{
    struct inlay_text metrics = {0};
    char *text = NULL;
    inlay_status st = INLAY_OK;

    if (json_object_size(object) > 0) {
        inlay_json_add(&metrics, object);
        st = inlay_text_end(&metrics, &text, err);
    }
    if (st != INLAY_OK)
        return st;
    inlay_text_free(r->metrics);
    r->metrics = text;
    return INLAY_OK;
}

inlay_status inlay_result_take_variance(struct inlay_result *r,
                                        const struct inlay_outputs *outputs,
                                        inlay_error *err)
{
    json_t *object = NULL;
    inlay_error why = {0};

    if (r->kind != INLAY_RESULT_VALUE || !r->metrics ||
        !strstr(r->metrics, inlay_variance_key))
        return INLAY_OK;
    inlay_status st =
        inlay_json_parse(r->metrics, strlen(r->metrics), &object, err);
    if (st != INLAY_OK)
        return st;
    if (inlay_outputs_take_variance(outputs, object, &r->variance, &why) ==
        INLAY_OK) {
        st = replace_metrics(r, object, err);
    } else {
        r->kind = INLAY_RESULT_UNUSABLE;
        snprintf(r->why, sizeof r->why, "the result's %.300s", why.msg);
    }
    json_decref(object);
    return st;
}

/* ---- Lines --------------------------------------------------------------- */

/* A search from the end, and what it can say if nothing is found. */
struct search {
    const char *objective; /* its name in an object */
    struct inlay_result found;
    struct inlay_result other; /* if nothing is found: the last object */
    bool is_percent;           /* "91.5%" */
    bool has_comma;            /* "0,5" */
    bool is_python;            /* "{'loss': 0.3}" */
    bool has_line;             /* one that is not blank was seen, */
    bool is_nearly; /* and the last such ends with a number: "loss: 0.3" */
};

/* Is it a number but for a comma in the place of the point? */
static bool is_number_with_comma(struct line l)
{
    struct inlay_result as_point = {0};
    char s[MAX_NUMBER];
    const char *comma = memchr(l.bytes, ',', l.n);

    if (!comma || l.n > sizeof s)
        return false;
    memcpy(s, l.bytes, l.n);
    s[comma - l.bytes] = '.';
    read_number((struct line){s, l.n}, &as_point);
    return as_point.kind == INLAY_RESULT_VALUE;
}

static void note_line(struct search *s, struct line l)
{
    struct inlay_result last = {0};
    size_t n = 0;

    if (s->has_line || l.n == 0)
        return;
    s->has_line = true;
    s->has_comma = is_number_with_comma(l);
    s->is_python = l.bytes[0] == '{' && l.bytes[l.n - 1] == '}' &&
                   memchr(l.bytes, '\'', l.n);
    if (l.bytes[l.n - 1] == '%') {
        s->is_percent = true;
        l.n--;
    }
    while (n < l.n && !inlay_output_is_space(l.bytes[l.n - n - 1]) &&
           !strchr(":=", l.bytes[l.n - n - 1]))
        n++;
    read_number((struct line){l.bytes + l.n - n, n}, &last);
    s->is_nearly = last.kind == INLAY_RESULT_VALUE;
    inlay_result_clear(&last);
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
                st = read_json(l, s->objective, out, &s->other, err);
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
    const struct inlay_shown name = inlay_shown_text(s->objective);
    struct inlay_result *found = &s->found;
    char hint[160] = "";

    if (s->has_comma)
        snprintf(hint, sizeof hint,
                 "; write the number with a point, not a comma");
    else if (s->is_python)
        snprintf(hint, sizeof hint,
                 "; JSON has double quotes: in Python, print(json.dumps(...))");
    else if (s->is_percent && s->is_nearly)
        snprintf(hint, sizeof hint,
                 "; print the number without the %%, on a line of its own");
    else if (s->is_nearly)
        snprintf(hint, sizeof hint,
                 "; print the number on a line of its own, or {\"%s\": 0.3}",
                 name.text);
    if (!s->has_line)
        snprintf(found->why, sizeof found->why,
                 "the program printed nothing on standard output, where the "
                 "last number is the result");
    else
        snprintf(found->why, sizeof found->why,
                 "no line of the output is a number or a JSON object with "
                 "\"%s\"%s",
                 name.text, hint);
}

static inlay_status finish(inlay_status st, struct search *s,
                           struct inlay_result *out)
{
    if (st != INLAY_OK) {
        inlay_result_clear(&s->found);
        inlay_result_clear(&s->other);
        return st;
    }
    if (s->found.kind == INLAY_RESULT_NONE && s->found.why[0] == '\0' &&
        s->other.kind != INLAY_RESULT_NONE) {
        *out = s->other;
        return INLAY_OK;
    }
    inlay_result_clear(&s->other);
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

/* The block before what is there, whose room is made if need be. */
static bool read_block(struct backwards *b)
{
    const size_t n = b->at < BLOCK ? (size_t)b->at : BLOCK;

    if (b->lo < n) {
        memmove(b->buf + ROOM - (b->hi - b->lo), b->buf + b->lo, b->hi - b->lo);
        b->lo = ROOM - (b->hi - b->lo);
        b->hi = ROOM;
    }
    if (!inlay_output_read_at(b->fd, b->at - (off_t)n, b->buf + b->lo - n, n))
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

inlay_status inlay_result_read(const char *path, const char *objective,
                               struct inlay_result *out, inlay_error *err)
{
    struct search s = {.objective = objective};
    struct backwards b = {.lo = ROOM, .hi = ROOM};

    b.fd = inlay_output_open(path, &b.at);
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
