/*
 * tasks.c: the variables of the paper's tables 1 and 2.
 */
#include "harness/tasks.h"

#include <stdio.h>
#include <unistd.h>

#include "harness/path.h"
#include "harness/refuse.h"

/* Of a gap: a thousandth of a nat is nothing to anybody who tunes, and about what
 * the tables are exact to (tables/digits-error.csv). */
static const double FLOOR = 1e-3;

static void add_rate(inlay_space *space)
{
    inlay_error err = {0};
    refuse_unless_ok(inlay_space_add_real(space, "log_rate", -10.0, 0.0,
                                          INLAY_SCALE_LINEAR, &err),
                     "tasks", &err);
}

static void add_integer(inlay_space *space, const char *name, int64_t lo,
                        int64_t hi)
{
    inlay_error err = {0};
    refuse_unless_ok(
        inlay_space_add_integer(space, name, lo, hi, INLAY_SCALE_LINEAR, &err),
        "tasks", &err);
}

static void add_boosting(inlay_space *space)
{
    add_rate(space);
    add_integer(space, "depth", 1, 6);
    add_integer(space, "split", 2, 6);
}

static void add_network(inlay_space *space)
{
    static const char *const ACTIVATIONS[] = {"linear", "sigmoid", "tanh",
                                              "relu"};
    inlay_error err = {0};
    add_rate(space);
    refuse_unless_ok(
        inlay_space_add_categorical(space, "activation", ACTIVATIONS, 4, &err),
        "tasks", &err);
    add_integer(space, "layers", 1, 3);
}

void tasks_load(struct task task[TASKS_N], const char *folder)
{
    /* Fashion-MNIST is not of the paper, and its searches take long. */
    static const struct task TASKS[TASKS_N] = {
        {"digits", 125, 0, true, TABULATED_EXACT, add_boosting, NULL},
        {"mnist", 150, 0, true, TABULATED_NOISY, add_network, NULL},
        {"fashion", 150, 30, false, TABULATED_NOISY, add_network, NULL},
    };
    for (size_t i = 0; i < TASKS_N; i++) {
        char path[PATH_ROOM];
        task[i] = TASKS[i];
        path_print(path, "%s/%s.csv", folder, task[i].name);
        if (access(path, R_OK) == 0)
            task[i].table = table_load(path);
        else
            fprintf(stderr, "skipped: %s (no table %s)\n", task[i].name, path);
    }
}

void tasks_clear(struct task task[TASKS_N])
{
    for (size_t i = 0; i < TASKS_N; i++)
        table_free(task[i].table);
}

static struct objective *make(const struct panel *panel, uint64_t seed)
{
    const struct task *t = panel->family;
    inlay_space *space = NULL;
    inlay_error err = {0};
    refuse_unless_ok(inlay_space_new(&space, &err), "tasks", &err);
    t->add_variables(space);
    return tabulated_take(t->table, t->noise, space, seed);
}

void task_panel(const struct task *task, struct panel *panel)
{
    *panel = (struct panel){.n_evaluations = task->n_evaluations,
                            .max_problems = task->max_problems,
                            .floor = FLOOR,
                            .make = make,
                            .family = task};
    snprintf(panel->name, sizeof panel->name, "%s", task->name);
}

/* As in the paper: entropy search with 50 samples, the noise among what is
 * sampled, and the best observation is what is recommended.  The net of the
 * search has 2000 points instead of 20,000: there is one real variable, and a
 * suggestion would take three times as long. */
void task_add_way(struct panel *panel, const char *name, const char *way,
                  const char *more)
{
    panel_add_method(panel, name,
                     "%s:preset=paper,acquisition=pes,samples=50,noise=yes,"
                     "recommend=observed,candidates=2000%s",
                     way, more);
}
