/*
 * tabulation.c: the rows that a ledger lacks, as tasks of a pool.
 */
#include "harness/tabulation.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/ledger.h"
#include "harness/pool.h"
#include "harness/refuse.h"

struct state {
    const struct tabulation *t;
    char **key; /* n_rows texts */
    char **row; /* the lines that are there; NULL where there is none */
    size_t *missing, n_missing;
};

static void init(struct state *s, const struct tabulation *t)
{
    *s = (struct state){t, refuse_or_room(t->path, t->n_rows, sizeof *s->key),
                        refuse_or_room(t->path, t->n_rows, sizeof *s->row),
                        refuse_or_room(t->path, t->n_rows, sizeof *s->missing),
                        0};
    for (size_t i = 0; i < t->n_rows; i++) {
        struct inlay_text text = {0};
        inlay_error err = {0};
        refuse_unless_ok(t->add_key(t->context, i, &text, &err), t->path, &err);
        s->key[i] = text.bytes;
    }
}

static void clear(struct state *s)
{
    for (size_t i = 0; i < s->t->n_rows; i++)
        inlay_text_free(s->key[i]);
    free(s->key);
    free(s->row);
    free(s->missing);
}

/* Are there numbers, with commas between them, and nothing else? */
static bool are_numbers(const char *cells)
{
    for (const char *at = cells;; at++) {
        char cell[64];
        double value;
        const size_t n = strcspn(at, ",");
        snprintf(cell, sizeof cell, "%.*s", (int)n, at);
        if (n >= sizeof cell || !inlay_text_to_number(cell, &value))
            return false;
        at += n;
        if (!*at)
            return true;
    }
}

/* Where a line of the file belongs. */
static size_t find(const struct state *s, const char *line)
{
    for (size_t i = 0; i < s->t->n_rows; i++) {
        const size_t n = strlen(s->key[i]);
        if (strncmp(s->key[i], line, n) != 0 || line[n] != ',')
            continue;
        if (!are_numbers(line + n + 1))
            refuse(s->t->path, "'%s' does not end with numbers", line);
        return i;
    }
    refuse(s->t->path, "'%s' is no row of this table", line);
}

/* Which rows the ledger has; of one that is there twice the first counts. */
static void match(struct state *s, const struct ledger *l)
{
    memset(s->row, 0, s->t->n_rows * sizeof *s->row);
    for (size_t k = 0; k < l->n; k++) {
        const size_t i = find(s, l->row[k]);
        if (!s->row[i])
            s->row[i] = l->row[k];
    }
    s->n_missing = 0;
    for (size_t i = 0; i < s->t->n_rows; i++)
        if (!s->row[i])
            s->missing[s->n_missing++] = i;
}

static void evaluate(size_t task, void *context)
{
    const struct state *s = context;
    const struct tabulation *t = s->t;
    const size_t i = s->missing[task];
    inlay_error err = {0};
    struct inlay_text line = {0};
    inlay_text_printf(&line, "%s,", s->key[i]);
    if (t->add_values(t->context, i, &line, &err) != INLAY_OK)
        refuse(s->key[i], "%s", err.msg);
    inlay_text_add(&line, "\n");
    refuse_unless_ok(inlay_text_status(&line, &err), t->path, &err);
    ledger_append(t->path, line.bytes);
    inlay_text_clear(&line);
}

/* The file again, its rows in order. */
static void sort(struct state *s)
{
    struct ledger l;
    ledger_read(&l, s->t->path);
    match(s, &l);
    const struct ledger sorted = {l.first, l.columns, s->row, s->t->n_rows, 0};
    ledger_replace(&sorted, s->t->path);
    ledger_clear(&l);
}

void tabulation_run(const struct tabulation *t)
{
    struct state s;
    struct ledger l;
    init(&s, t);
    ledger_open(&l, t->path, t->commit, t->about, t->columns);
    match(&s, &l);
    ledger_clear(&l);
    pool_run(t->title, s.n_missing, t->n_processes, evaluate, &s);
    sort(&s);
    clear(&s);
}
