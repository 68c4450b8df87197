/*
 * text.c: a growable string, and numbers that survive being written.
 *
 * strtod uses the decimal point of the process' locale, which is the user's to
 * set.  So what it reads has '.' replaced by that point.
 *
 * Invariants: n < room where bytes is not NULL, and bytes[n] is 0.  After a
 * failure nothing is added.
 */
#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/utf8.h"

enum {
    MAX_NUMBER =
        1100,       /* bytes: the longest exact decimal of a double is 1077 */
    MAX_POINT = 64, /* bytes of a decimal point */
    MAX_WORD = 63   /* bytes: longer names get no suggestion */
};

void inlay_text_free(char *text)
{
    inlay_mem_free(text);
}

void inlay_text_clear(struct inlay_text *text)
{
    inlay_mem_free(text->bytes);
    inlay_mem_free(text->failure);
    *text = (struct inlay_text){0};
}

void inlay_text_cut(struct inlay_text *text, size_t n)
{
    assert(n <= text->n);
    text->n = n;
    if (text->bytes)
        text->bytes[n] = '\0';
}

/* ---- Failing ------------------------------------------------------------- */

void inlay_text_fail(struct inlay_text *text, const inlay_error *err)
{
    if (text->st != INLAY_OK)
        return;
    text->st = err->code;
    if (err->code != INLAY_ENOMEM &&
        !(text->failure = inlay_mem_text(err->msg)))
        text->st = INLAY_ENOMEM;
}

inlay_status inlay_text_status(const struct inlay_text *text, inlay_error *err)
{
    if (text->st == INLAY_OK)
        return INLAY_OK;
    return text->failure ? inlay_fail(err, text->st, "%s", text->failure)
                         : inlay_fail_memory(err, "a text");
}

void inlay_text_fail_as(struct inlay_text *text, const struct inlay_text *other)
{
    inlay_error err = {0};

    if (inlay_text_status(other, &err) != INLAY_OK)
        inlay_text_fail(text, &err);
}

const char *inlay_text_view(const struct inlay_text *text)
{
    return text->bytes ? text->bytes : "";
}

inlay_status inlay_text_end(struct inlay_text *text, char **out,
                            inlay_error *err)
{
    inlay_text_add(text, ""); /* so that there are bytes */
    const inlay_status st = inlay_text_status(text, err);
    if (st == INLAY_OK) {
        *out = text->bytes;
        text->bytes = NULL;
    }
    inlay_text_clear(text);
    return st;
}

/* ---- Adding -------------------------------------------------------------- */

/* Room for n_more bytes and the terminating zero; false after a failure. */
static bool reserve(struct inlay_text *text, size_t n_more)
{
    if (text->st != INLAY_OK)
        return false;
    char *bytes =
        n_more < SIZE_MAX - text->n
            ? inlay_mem_grow(text->bytes, &text->room, text->n + n_more + 1, 1)
            : NULL;
    if (!bytes) {
        text->st = INLAY_ENOMEM;
        return false;
    }
    bytes[text->n] = '\0';
    text->bytes = bytes;
    return true;
}

void inlay_text_add_bytes(struct inlay_text *text, const char *s, size_t n)
{
    if (!reserve(text, n))
        return;
    memcpy(text->bytes + text->n, s, n);
    text->n += n;
    text->bytes[text->n] = '\0';
}

void inlay_text_add(struct inlay_text *text, const char *s)
{
    inlay_text_add_bytes(text, s, strlen(s));
}

void inlay_text_add_text(struct inlay_text *text,
                         const struct inlay_text *other)
{
    inlay_text_add_bytes(text, inlay_text_view(other), other->n);
    inlay_text_fail_as(text, other);
}

void inlay_text_vprintf(struct inlay_text *text, const char *fmt, va_list args)
{
    va_list again;

    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0) /* longer than INT_MAX, or the C library has no memory */
        inlay_text_fail(text, &(inlay_error){.code = INLAY_ENOMEM});
    if (n < 0 || !reserve(text, (size_t)n))
        return;
    vsnprintf(text->bytes + text->n, (size_t)n + 1, fmt, args);
    text->n += (size_t)n;
}

void inlay_text_printf(struct inlay_text *text, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    inlay_text_vprintf(text, fmt, args);
    va_end(args);
}

void inlay_text_add_utf8(struct inlay_text *text, const char *s)
{
    const size_t n = strlen(s);

    for (size_t i = 0, size = 0; i<n; i += size> 0 ? size : 1) {
        size = inlay_utf8_next(s + i, n - i, NULL);
        if (size > 0)
            inlay_text_add_bytes(text, s + i, size);
        else
            inlay_text_add(text, "\xEF\xBF\xBD");
    }
}

/* One byte of a JSON string that does not stand for itself. */
static void add_escaped(struct inlay_text *text, char c)
{
    static const char plain[] = "\"\\\n\r\t\b\f", letter[] = "\"\\nrtbf";
    const char *at = strchr(plain, c);

    if (at)
        inlay_text_printf(text, "\\%c", letter[at - plain]);
    else
        inlay_text_printf(text, "\\u%04x", (unsigned)(unsigned char)c);
}

void inlay_text_add_json(struct inlay_text *text, const char *s)
{
    inlay_error err = {0};

    if (!inlay_utf8_is_valid(s)) {
        inlay_fail(&err, INLAY_EINVAL,
                   "'%.100s' is not valid UTF-8, which JSON needs", s);
        inlay_text_fail(text, &err);
        return;
    }
    inlay_text_add(text, "\"");
    while (*s) {
        size_t n = 0; /* bytes that need no escape */
        while (s[n] && s[n] != '"' && s[n] != '\\' &&
               (unsigned char)s[n] >= 0x20 && s[n] != 0x7f)
            n++;
        inlay_text_add_bytes(text, s, n);
        s += n;
        if (*s)
            add_escaped(text, *s++);
    }
    inlay_text_add(text, "\"");
}

void inlay_text_add_number(struct inlay_text *text, double v)
{
    char buf[INLAY_DECIMAL_ROOM];
    inlay_text_add_bytes(text, buf, inlay_decimal_print(buf, v));
}

void inlay_text_add_integer(struct inlay_text *text, int64_t v)
{
    char buf[INLAY_DECIMAL_ROOM];
    inlay_text_add_bytes(text, buf, inlay_decimal_print_integer(buf, v));
}

static const char *skip_sign(const char *s)
{
    return *s == '+' || *s == '-' ? s + 1 : s;
}

static const char *skip_digits(const char *s)
{
    while (*s >= '0' && *s <= '9')
        s++;
    return s;
}

/* [sign] digits [. digits] [e [sign] digits], a digit before or after the
 * point: not what else strtod takes, as space, nan, inf, 0x10. */
static bool is_decimal(const char *s)
{
    const char *whole = skip_sign(s), *end = skip_digits(whole);
    size_t n_digits = (size_t)(end - whole);

    if (*end == '.') {
        const char *fraction = end + 1;
        end = skip_digits(fraction);
        n_digits += (size_t)(end - fraction);
    }
    if (n_digits == 0)
        return false;
    if (*end == 'e' || *end == 'E') {
        const char *exponent = skip_sign(end + 1);
        end = skip_digits(exponent);
        if (end == exponent)
            return false;
    }
    return *end == '\0';
}

/* '.' becomes the decimal point of strtod; s has room for it. */
static void set_point(char *s)
{
    const char *point = localeconv()->decimal_point;
    const size_t n = strlen(point);
    char *at = strchr(s, '.');
    assert(n <= MAX_POINT);
    if (!at)
        return;
    memmove(at + n, at + 1, strlen(at + 1) + 1);
    for (size_t i = 0; i < n; i++)
        at[i] = point[i];
}

/* What underflows is 0, the nearest double; what overflows is infinite. */
static bool read_decimal(const char *s, double *v)
{
    char buf[MAX_NUMBER + 1 + MAX_POINT];
    const size_t n = strlen(s);

    if (n > MAX_NUMBER || !is_decimal(s))
        return false;
    memcpy(buf, s, n + 1);
    set_point(buf);
    *v = strtod(buf, NULL);
    return true;
}

bool inlay_text_to_number(const char *s, double *v)
{
    double x;

    if (!read_decimal(s, &x) || !isfinite(x))
        return false;
    *v = x;
    return true;
}

bool inlay_text_to_any_number(const char *s, double *v)
{
    static const char *const words[] = {"nan", "inf", "infinity"};

    if (read_decimal(s, v))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(skip_sign(s), words[i]) == 0) {
            *v = i == 0 ? NAN : *s == '-' ? -INFINITY : INFINITY;
            return true;
        }
    return false;
}

bool inlay_text_to_integer(const char *s, int64_t *v)
{
    const char *digits = skip_sign(s), *end = skip_digits(digits);

    if (end == digits || *end != '\0')
        return false;
    errno = 0;
    const long long x = strtoll(s, NULL, 10);
    if (errno == ERANGE || x < INT64_MIN || x > INT64_MAX)
        return false;
    *v = x;
    return true;
}

bool inlay_text_ends_with(const char *s, const char *end)
{
    const size_t n = strlen(s), n_end = strlen(end);

    return n >= n_end && strcmp(s + n - n_end, end) == 0;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/*
 * Insertions, deletions, replacements and swaps of neighbors that make b of a,
 * letters of either case being equal.  row[i % 3][j] is the distance of the
 * first i letters of a and the first j of b; a swap looks two rows back.
 */
static size_t edit_distance(const char *a, size_t n_a, const char *b,
                            size_t n_b)
{
    size_t row[3][MAX_WORD + 1];

    for (size_t j = 0; j <= n_b; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        size_t *here = row[i % 3];
        const size_t *above = row[(i - 1) % 3], *two_above = row[(i + 1) % 3];

        here[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            const size_t other = same_letter(a[i - 1], b[j - 1]) ? 0 : 1;

            here[j] =
                least(above[j - 1] + other, 1 + least(above[j], here[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                here[j] = least(here[j], two_above[j - 2] + 1);
        }
    }
    return row[n_a % 3][n_b];
}

/* Near: one edit for each three letters of the word, at least one, and not all
 * of its letters. */
const char *inlay_text_nearest(const char *word, const char *const *names,
                               size_t n)
{
    const size_t n_word = strlen(word);
    const char *nearest = NULL;
    size_t limit = n_word / 3 > 1 ? n_word / 3 : 1;

    if (n_word > MAX_WORD)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const size_t n_name = strlen(names[i]);

        if (n_name > MAX_WORD)
            continue;
        const size_t d = edit_distance(word, n_word, names[i], n_name);
        if (d > limit || d >= n_word || (nearest && d == limit))
            continue;
        nearest = names[i];
        limit = d;
    }
    return nearest;
}
