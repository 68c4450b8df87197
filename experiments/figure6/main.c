/*
 * figure6: the experiments with real programs, which were tabulated: gradient
 * boosting on digits, a network on MNIST, and the same on Fashion-MNIST.
 *
 *     figure6 [--out FOLDER] [--problems N] [--evaluations N] [--jobs N] [--seed N]
 *             [--panel WORD,…] [--method NAME,…] [--commit TEXT] [--tables FOLDER]
 */
#include "harness/tasks.h"

static void add_methods(struct panel *p)
{
    task_add_way(p, "proposed", "gp", "");
    task_add_way(p, "basic", "gp-basic", "");
    panel_add_method(p, "smac", "smac:preset=paper");
    panel_add_method(p, "tpe", "tpe:preset=paper");
    panel_add_method(p, "random", "random");
    panel_add_method(p, "hillclimb", "hillclimb");
    panel_add_method(p, "default", "default");
}

int main(int argc, char **argv)
{
    struct task task[TASKS_N];
    struct panel panel[TASKS_N];
    size_t n = 0;
    struct arguments a = {
        .out = "build/paper/figure6",
        .commit = "unknown",
        .tables = "experiments/figure6/tables",
        .n_problems = 100,
        .n_jobs = 2,
        .seed = 1,
    };
    arguments_read(&a, argc, argv);
    tasks_load(task, a.tables);
    for (size_t i = 0; i < TASKS_N; i++)
        if (task[i].table) {
            task_panel(&task[i], &panel[n]);
            add_methods(&panel[n++]);
        }
    panels_run(panel, n, "figure 6", &a);
    tasks_clear(task);
    return 0;
}
