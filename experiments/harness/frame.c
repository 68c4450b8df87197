/*
 * frame.c: splits lines at commas; there are no quotes in our files.
 */
#include "harness/frame.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/refuse.h"

static void *grown(void *p, size_t n, size_t size)
{
    p = realloc(p, n * size);
    if (!p)
        refuse("frame", "out of memory");
    return p;
}

static char *copied(const char *word)
{
    char *copy = strdup(word);
    if (!copy)
        refuse("frame", "out of memory");
    return copy;
}

/* Cuts the line; returns how many words there are. */
static size_t split(char *line, char ***words)
{
    size_t n = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *at = line; at;) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma = '\0';
        *words = grown(*words, n + 1, sizeof **words);
        (*words)[n++] = copied(at);
        at = comma ? comma + 1 : NULL;
    }
    return n;
}

static void add_row(struct frame *f, char *line)
{
    char **word = NULL;
    const size_t n = split(line, &word);
    if (!f->name) {
        f->name = word;
        f->n_columns = n;
        return;
    }
    if (n != f->n_columns)
        refuse(f->path, "row %zu has %zu cells instead of %zu", f->n_rows + 1,
               n, f->n_columns);
    f->cell = grown(f->cell, (f->n_rows + 1) * n, sizeof *f->cell);
    memcpy(f->cell + f->n_rows * n, word, n * sizeof *word);
    f->n_rows++;
    free(word);
}

bool frame_load(struct frame *f, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file && errno == ENOENT)
        return false;
    if (!file)
        refuse(path, "%s", strerror(errno));
    *f = (struct frame){.path = copied(path)};
    while (getline(&line, &room, file) > 0)
        if (line[0] != '#')
            add_row(f, line);
    if (ferror(file) || !f->name)
        refuse(path, "has no columns");
    free(line);
    fclose(file);
    return true;
}

void frame_clear(struct frame *f)
{
    for (size_t i = 0; i < f->n_columns; i++)
        free(f->name[i]);
    for (size_t i = 0; i < f->n_rows * f->n_columns; i++)
        free(f->cell[i]);
    free(f->name);
    free(f->cell);
    free(f->path);
    *f = (struct frame){0};
}

size_t frame_find(const struct frame *f, const char *name)
{
    size_t i = 0;
    while (i < f->n_columns && strcmp(f->name[i], name) != 0)
        i++;
    return i;
}

size_t frame_column(const struct frame *f, const char *name)
{
    const size_t i = frame_find(f, name);
    if (i == f->n_columns)
        refuse(f->path, "has no column '%s'", name);
    return i;
}

const char *frame_text(const struct frame *f, size_t row, size_t column)
{
    return f->cell[row * f->n_columns + column];
}

double frame_number(const struct frame *f, size_t row, size_t column)
{
    double v;
    if (!inlay_text_to_number(frame_text(f, row, column), &v))
        refuse(f->path, "'%s' in column '%s' is no number",
               frame_text(f, row, column), f->name[column]);
    return v;
}

double *frame_numbers(const struct frame *f, size_t column)
{
    double *v = grown(NULL, f->n_rows ? f->n_rows : 1, sizeof *v);
    for (size_t i = 0; i < f->n_rows; i++)
        v[i] = frame_number(f, i, column);
    return v;
}

size_t frame_distinct(const struct frame *f, const char *column,
                      const char **text, size_t max)
{
    const size_t c = frame_column(f, column);
    size_t n = 0;
    for (size_t row = 0; row < f->n_rows; row++) {
        size_t i = 0;
        while (i < n && strcmp(text[i], frame_text(f, row, c)) != 0)
            i++;
        if (i == n && n < max)
            text[n++] = frame_text(f, row, c);
    }
    return n;
}
