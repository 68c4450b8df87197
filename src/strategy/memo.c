/* memo.c: numbers to text and back; a memo that cannot be read is as none. */
#include "strategy/memo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static void add_numbers(struct inlay_text *text, const double *v, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (k > 0)
            inlay_text_add(text, " ");
        if (isfinite(v[k]))
            inlay_text_add_number(text, v[k]);
        else
            inlay_text_add(text, "-");
    }
}

void inlay_memo_add(struct inlay_text *text, const double *theta,
                    size_t n_theta, const double *chains, size_t n_chains)
{
    add_numbers(text, theta, n_theta);
    if (n_chains > 0)
        inlay_text_add(text, "; ");
    add_numbers(text, chains, n_chains);
}

void inlay_memo_add_output(struct inlay_text *text, size_t output,
                           const double *theta, size_t n_theta)
{
    inlay_text_printf(text, "\n%zu ", output);
    add_numbers(text, theta, n_theta);
}

const char *inlay_memo_of_output(const char *memo, size_t output)
{
    char mark[32];
    const size_t n = (size_t)snprintf(mark, sizeof mark, "\n%zu ", output);
    const char *at = strstr(memo, mark);
    return at ? at + n : NULL;
}

/* Reads the next word, up to a space, ";", a line's end or the end, and passes the space.
 * False if it is no number; "-" is one that leaves *v alone. */
static bool read_number(const char **at, double *v)
{
    char word[64];
    const size_t len = strcspn(*at, " ;\n");
    if (len == 0 || len >= sizeof word)
        return false;
    memcpy(word, *at, len);
    word[len] = '\0';
    if (strcmp(word, "-") != 0 && !inlay_text_to_number(word, v))
        return false;
    *at += len + ((*at)[len] == ' ' ? 1 : 0);
    return true;
}

bool inlay_memo_read_theta(const char *memo, size_t n_theta, double *theta)
{
    for (size_t k = 0; k < n_theta; k++)
        if (!read_number(&memo, &theta[k]))
            return false;
    return *memo == '\0' || *memo == ';' || *memo == '\n';
}

inlay_status inlay_memo_read_chains(const char *memo, double **chains,
                                    size_t *n, inlay_error *err)
{
    const size_t line = strcspn(memo, "\n");
    const char *at = memchr(memo, ';', line), *end = memo + line;
    size_t room = 0;

    *chains = NULL;
    *n = 0;
    if (!at || at[1] != ' ')
        return INLAY_OK;
    at += 2;
    for (const char *c = at; c < end; c++)
        room += *c == ' ';
    double *v = inlay_mem_doubles(room + 1);
    if (!v)
        return inlay_fail_memory(err, "a memo");
    size_t k = 0;
    bool is_number = true;
    while (at < end && is_number) {
        double word = NAN; /* which "-" would leave */
        is_number = k <= room && read_number(&at, &word) && isfinite(word);
        if (is_number)
            v[k++] = word;
    }
    if (!is_number || k == 0) {
        inlay_mem_free(v);
        return INLAY_OK;
    }
    *chains = v;
    *n = k;
    return INLAY_OK;
}
