/* memo.c: numbers to text and back; a memo that cannot be read is as none. */
#include "strategy/memo.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

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

inlay_status inlay_memo_print(const double *theta, size_t n_theta,
                              const double *chains, size_t n_chains,
                              char **memo, inlay_error *err)
{
    struct inlay_text text = {0};

    add_numbers(&text, theta, n_theta);
    if (n_chains > 0)
        inlay_text_add(&text, "; ");
    add_numbers(&text, chains, n_chains);
    return inlay_text_end(&text, memo, err);
}

/* Reads the next word, up to a space, ";" or the end, and passes the space.
 * False if it is no number; "-" is one that leaves *v alone. */
static bool read_number(const char **at, double *v)
{
    char word[64];
    const size_t len = strcspn(*at, " ;");
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
    return *memo == '\0' || *memo == ';';
}

inlay_status inlay_memo_read_chains(const char *memo, double **chains,
                                    size_t *n, inlay_error *err)
{
    const char *at = strchr(memo, ';');
    size_t room = 0;

    *chains = NULL;
    *n = 0;
    if (!at || at[1] != ' ')
        return INLAY_OK;
    at += 2;
    for (const char *c = at; *c; c++)
        room += *c == ' ';
    double *v = inlay_mem_doubles(room + 1);
    if (!v)
        return inlay_fail_memory(err, "a memo");
    size_t k = 0;
    bool is_number = true;
    while (*at && is_number) {
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
