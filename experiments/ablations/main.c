/*
 * ablations: what makes the difference in figures 4 to 6.  The proposed method of
 * the paper with one thing changed at a time, and the rivals as they are today, on
 * six kinds of problems and on digits and MNIST.  (Both rules of recommendation are
 * recorded anyway.)
 *
 *     ablations [--out FOLDER] [--problems N] [--evaluations N] [--jobs N] [--seed N]
 *               [--panel WORD,…] [--method NAME,…] [--commit TEXT] [--tables FOLDER]
 */
#include "harness/synthetic.h"
#include "harness/tasks.h"

struct variant {
    const char *name, *way, *more;
};

/* Of the synthetic problems. */
static const struct variant WAYS[] = {
    {"proposed", "gp", ""},
    {"basic", "gp-basic", ""},
    {"kernel-se", "gp", ",kernel=se"},
    {"noise-sampled", "gp", ",noise=yes"},
    {"tied", "gp", ",categories=tied"},
    {"priors", "gp", ",priors=inlay"},
    {"warp", "gp", ",warp=bad-log"},
    {"exact-search", "gp", ",search=exact,candidates=0,starts=0"},
    {"map", "gp", ",inference=map"},
    {"design", "gp", ",initial=6"},
};

/* Of the real programs, where a suggestion takes long: fewer problems, too. */
enum { MAX_REAL = 12 };
static const struct variant TASK_WAYS[] = {
    {"proposed", "gp", ""},
    {"ei", "gp", ",acquisition=ei"},
    {"ei-warp", "gp", ",acquisition=ei,warp=bad-log"},
    {"ei-warp-map", "gp", ",acquisition=ei,warp=bad-log,inference=map"},
};

static const struct {
    const char *name, *spec;
} RIVALS[] = {
    {"smac", "smac:preset=paper"}, {"smac-today", "smac:initial=12"},
    {"tpe", "tpe:preset=paper"},   {"tpe-today", "tpe"},
    {"default", "default"},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static void add_rivals(struct panel *panel)
{
    for (size_t i = 0; i < LENGTH(RIVALS); i++)
        panel_add_method(panel, RIVALS[i].name, "%s", RIVALS[i].spec);
}

static void make_synthetic(const char *kind, struct synthetic_family *family,
                           struct panel *panel)
{
    synthetic_panel(kind, 0, family, panel);
    for (size_t i = 0; i < LENGTH(WAYS); i++)
        synthetic_add_way(panel, WAYS[i].name, WAYS[i].way, WAYS[i].more);
    add_rivals(panel);
}

static void make_real(const struct task *task, struct panel *panel)
{
    task_panel(task, panel);
    panel->max_problems = MAX_REAL;
    for (size_t i = 0; i < LENGTH(TASK_WAYS); i++)
        task_add_way(panel, TASK_WAYS[i].name, TASK_WAYS[i].way,
                     TASK_WAYS[i].more);
    add_rivals(panel);
}

int main(int argc, char **argv)
{
    static const char *const KINDS[] = {"gp2-int", "gp2-int-noisy",
                                        "gp2-cat", "gp4-int",
                                        "gp4-cat", "gp4-cat-noisy"};
    struct synthetic_family family[LENGTH(KINDS)];
    struct task task[TASKS_N];
    struct panel panel[LENGTH(KINDS) + TASKS_N];
    size_t n = 0;
    struct arguments a = {
        .out = "build/paper/ablations",
        .commit = "unknown",
        .tables = "experiments/figure6/tables",
        .n_problems = 30,
        .n_jobs = 2,
        .seed = 1,
    };
    arguments_read(&a, argc, argv);
    for (; n < LENGTH(KINDS); n++)
        make_synthetic(KINDS[n], &family[n], &panel[n]);
    tasks_load(task, a.tables);
    for (size_t i = 0; i < TASKS_N; i++)
        if (task[i].table && task[i].is_of_paper)
            make_real(&task[i], &panel[n++]);
    panels_run(panel, n, "ablations", &a);
    tasks_clear(task);
    return 0;
}
