/*
 * tasks.h: the panels of figure 6: real programs, from their tables.
 *
 * A problem of digits is a split of the data into folds; the boosting itself is
 * exact.  A problem of the networks is a stream of random numbers: each evaluation
 * sees one of several networks that were trained from different initial weights.
 */
#ifndef INLAY_EXPERIMENTS_TASKS_H
#define INLAY_EXPERIMENTS_TASKS_H

#include "harness/panel.h"
#include "harness/tabulated.h"

enum { TASKS_N = 3 };

struct task {
    const char *name; /* of the panel, and of the table */
    size_t n_evaluations, max_problems;
    bool is_of_paper;
    enum tabulated_noise noise;
    void (*add_variables)(inlay_space *space);
    struct table *table; /* NULL: there is none */
};

/* digits, mnist and fashion, with the tables of a folder.  A task without table
 * is reported as skipped. */
void tasks_load(struct task task[TASKS_N], const char *folder);
void tasks_clear(struct task task[TASKS_N]);

/* A panel without methods; the task lives as long as it. */
void task_panel(const struct task *task, struct panel *panel);

/* Adds one of the paper's ways, with more options. */
void task_add_way(struct panel *panel, const char *name, const char *way,
                  const char *more);

#endif
