/*
 * words.c: a command line as words, by quoting rules that fit in three lines,
 * without a shell.
 *
 * '...' is taken as it is.  In "..." and outside of quotes a backslash takes
 * the next byte as it is.  Nothing is expanded.
 */
#include "base/words.h"

#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"

/* Words are written one after the other; each ends with a zero. */
struct splitter {
    const char *at;
    char *out;
    bool has_quotes; /* in the word that is read */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The byte after a backslash; a last one is an error. */
static inlay_status take_escaped(struct splitter *s, inlay_error *err)
{
    s->at++;
    if (*s->at == '\0')
        return inlay_fail(err, INLAY_EINVAL,
                          "command: ends with a single backslash");
    *s->out++ = *s->at++;
    return INLAY_OK;
}

static inlay_status take_quoted(struct splitter *s, inlay_error *err)
{
    const char quote = *s->at++;
    inlay_status st = INLAY_OK;

    s->has_quotes = true;
    while (*s->at != '\0' && *s->at != quote && st == INLAY_OK) {
        if (*s->at == '\\' && quote == '"')
            st = take_escaped(s, err);
        else
            *s->out++ = *s->at++;
    }
    if (st != INLAY_OK)
        return st;
    if (*s->at == '\0')
        return inlay_fail(err, INLAY_EINVAL,
                          "command: the quote %c is not closed", quote);
    s->at++;
    return INLAY_OK;
}

static inlay_status check_no_shell(const char *word, inlay_error *err)
{
    static const char *const marks[] = {"|", "||", "&", "&&",   ";",
                                        ">", ">>", "<", "2>&1", "2>"};

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(word, marks[i]) == 0)
            return inlay_fail(err, INLAY_EINVAL,
                              "command: '%s' needs a shell, but none is used; "
                              "if you want one: sh -c '...'",
                              word);
    return INLAY_OK;
}

/* One word, from its first byte on. */
static inlay_status take_word(struct splitter *s, inlay_error *err)
{
    const char *word = s->out;
    inlay_status st = INLAY_OK;

    s->has_quotes = false;
    while (st == INLAY_OK && *s->at != '\0' && !is_space(*s->at)) {
        if (*s->at == '\'' || *s->at == '"')
            st = take_quoted(s, err);
        else if (*s->at == '\\')
            st = take_escaped(s, err);
        else
            *s->out++ = *s->at++;
    }
    if (st != INLAY_OK)
        return st;
    *s->out++ = '\0';
    return s->has_quotes ? INLAY_OK : check_no_shell(word, err);
}

/* A word takes at least one byte and a space of the line; so half of the
 * line's bytes are enough pointers, and its bytes and a zero are enough text. */
inlay_status inlay_words_split(const char *line, char ***words, size_t *n,
                               inlay_error *err)
{
    const size_t n_bytes = strlen(line), n_pointers = n_bytes / 2 + 1;
    inlay_status st = INLAY_OK;
    size_t n_words = 0;

    char **block =
        inlay_mem_new(n_pointers + n_bytes / sizeof *block + 2, sizeof *block);
    if (!block)
        return inlay_fail_memory(err, "a command");
    struct splitter s = {.at = line, .out = (char *)(block + n_pointers)};
    while (st == INLAY_OK) {
        while (is_space(*s.at))
            s.at++;
        if (*s.at == '\0')
            break;
        block[n_words++] = s.out;
        st = take_word(&s, err);
    }
    if (st != INLAY_OK) {
        inlay_mem_free(block);
        return st;
    }
    *words = block;
    *n = n_words;
    return INLAY_OK;
}

/* ---- Quoting ---- */

/* A word with '=' that begins with a letter could be an assignment. */
static bool is_plain(const char *s)
{
    static const char plain[] = "=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz"
                                "0123456789_-+./:,@%";

    return s[0] != '\0' && s[strspn(s, plain + (s[0] != '-'))] == '\0';
}

/* A quote in '...' is '\''; in $'...' quote and backslash take a backslash. */
static void add_quoted(struct inlay_text *text, const char *s, bool is_dollar)
{
    inlay_text_add(text, is_dollar ? "$'" : "'");
    while (*s) {
        const size_t n = strcspn(s, is_dollar ? "'\\" : "'");

        inlay_harmless_add_bytes(text, s, n, INLAY_HARMLESS_ESCAPED);
        s += n;
        if (*s)
            inlay_text_printf(text, is_dollar ? "\\%c" : "'\\%c'", *s++);
    }
    inlay_text_add(text, "'");
}

void inlay_words_add_quoted(struct inlay_text *text, const char *s)
{
    const size_t n = strlen(s);

    if (is_plain(s))
        inlay_text_add(text, s);
    else
        add_quoted(text, s, inlay_harmless_span(s, n) < n);
}
