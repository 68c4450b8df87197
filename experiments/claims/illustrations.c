/*
 * illustrations.c: what figures 1 and 3 have in numbers.
 */
#include "print.h"

#include <stdio.h>
#include <string.h>

#include "harness/refuse.h"

enum { MAX_ROWS = 64 };

/* ---- Repeats on discrete problems ---- */

struct way {
    const char *noise, *problem, *method; /* views */
    size_t n_runs, n_unsolved;
    double evaluations, repeats, longest;
};

static bool is_of(const struct way *w, const struct way *other)
{
    return strcmp(w->noise, other->noise) == 0 &&
           strcmp(w->problem, other->problem) == 0 &&
           strcmp(w->method, other->method) == 0;
}

static const char *text_of(const struct frame *f, size_t row, const char *name)
{
    return frame_text(f, row, frame_column(f, name));
}

/* The way of a row; a new one where it is the first of its kind. */
static struct way *way_of(struct way *way, size_t *n, const struct frame *f,
                          size_t row)
{
    const struct way wanted = {.noise = text_of(f, row, "noise"),
                               .problem = text_of(f, row, "problem"),
                               .method = text_of(f, row, "method")};
    size_t i = 0;
    while (i < *n && !is_of(&way[i], &wanted))
        i++;
    if (i == MAX_ROWS)
        refuse(f->path, "has more than %d kinds of rows", MAX_ROWS);
    if (i == *n)
        way[(*n)++] = wanted;
    return &way[i];
}

static void add_row(struct way *w, const struct frame *f, size_t row)
{
    const double longest = frame_number(f, row, frame_column(f, "longest"));
    w->n_runs++;
    w->n_unsolved += frame_number(f, row, frame_column(f, "solved")) == 0.0;
    w->evaluations += frame_number(f, row, frame_column(f, "evaluations"));
    w->repeats += frame_number(f, row, frame_column(f, "repeats"));
    w->longest = longest > w->longest ? longest : w->longest;
}

void print_stuck(const char *root)
{
    struct frame f;
    struct way way[MAX_ROWS];
    size_t n = 0;
    if (!results_load_table(&f, root, "figure1", "repeats.csv"))
        return;
    for (size_t row = 0; row < f.n_rows; row++)
        add_row(way_of(way, &n, &f, row), &f, row);
    printf(
        "| noise | problem | method | searches | evaluations | of them repeats "
        "| never solved | longest row of repeats |\n"
        "|---|---|---|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < n; i++)
        printf("| %s | %s | %s | %zu | %.0f | %.0f | %zu | %.0f |\n",
               way[i].noise, way[i].problem, way[i].method, way[i].n_runs,
               way[i].evaluations, way[i].repeats, way[i].n_unsolved,
               way[i].longest);
    frame_clear(&f);
}

/* ---- Uncertainty after one observation per cell ---- */

static void print_facts_of(const char *root, const char *figure,
                           const char *name)
{
    struct frame f;
    if (!results_load_table(&f, root, figure, "facts.csv"))
        return;
    printf("| %s |", name);
    for (size_t row = 0; row < f.n_rows; row++)
        if (strcmp(frame_text(&f, row, frame_column(&f, "fact")),
                   "largest_sd") == 0)
            printf(" %s |", frame_text(&f, row, frame_column(&f, "value")));
    putchar('\n');
    frame_clear(&f);
}

void print_facts(const char *root)
{
    printf("| largest deviation, of the prior's | proposed | standard GP |\n"
           "|---|---:|---:|\n");
    print_facts_of(root, "figure1", "an integer of 5 values, 5 known");
    print_facts_of(root, "figure3", "a category of 2 values, 2 known");
}
