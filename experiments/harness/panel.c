/*
 * panel.c: the searches of panels, as tasks of a pool.
 *
 * A task is a problem of a panel: it is made once, its minimum found once, and
 * all methods that have not met it yet do.
 */
#define _DEFAULT_SOURCE /* flock */

#include "harness/panel.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/path.h"
#include "harness/pool.h"
#include "harness/refuse.h"
#include "harness/runs.h"
#include "harness/summary.h"
#include "support/spec.h"

/* A search below a minimum by more than this is a mistake in the minimum. */
static const double MINIMUM_ERROR = 1e-8;

struct batch {
    const struct panel *panel;
    const struct arguments *arguments;
    size_t n_panels;
    struct runs *runs; /* of each panel */
    size_t n_tasks;
    size_t *task; /* panel · n_problems + problem */
};

void panel_add_method(struct panel *panel, const char *name, const char *spec,
                      ...)
{
    va_list ap;
    struct panel_method *m = &panel->method[panel->n_methods];
    va_start(ap, spec);
    if (panel->n_methods == PANEL_MAX_METHODS ||
        vsnprintf(m->spec, sizeof m->spec, spec, ap) >= (int)sizeof m->spec)
        refuse(name, "too many methods, or too long a spec");
    va_end(ap);
    m->name = name;
    panel->n_methods++;
}

/* ---- Files ---- */

static void make_folder(const char *out, const char *folder)
{
    char path[PATH_ROOM];
    path_print(path, "%s/%s", out, folder);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        refuse(path, "%s", strerror(errno));
}

static void path_of(const struct batch *b, const char *folder, size_t panel,
                    char path[PATH_ROOM])
{
    path_print(path, "%s/%s/%s.csv", b->arguments->out, folder,
               b->panel[panel].name);
}

static size_t evaluations_of(const struct panel *p, const struct arguments *a)
{
    return a->n_evaluations ? a->n_evaluations : p->n_evaluations;
}

static size_t problems_of(const struct panel *p, const struct arguments *a)
{
    return p->max_problems && p->max_problems < a->n_problems ? p->max_problems
                                                              : a->n_problems;
}

/* Held until the program and all its processes end. */
static void lock_folder(const char *out)
{
    char path[PATH_ROOM];
    path_print(path, "%s/lock", out);
    const int fd = open(path, O_RDWR | O_CREAT, 0666);
    if (fd < 0)
        refuse(path, "%s", strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return;
    fprintf(stderr, "%s: waiting for another program that works there\n", out);
    if (flock(fd, LOCK_EX) != 0)
        refuse(path, "%s", strerror(errno));
}

/* What the searches of a panel are, for the first line of its file. */
static char *about(const struct panel *p, const struct arguments *a)
{
    struct inlay_text t = {0};
    inlay_error err = {0};
    char *line = NULL;

    inlay_text_printf(&t, "panel=%s seed=%zu evaluations=%zu", p->name, a->seed,
                      evaluations_of(p, a));
    for (size_t m = 0; m < p->n_methods; m++)
        inlay_text_printf(&t, " %s=%s", p->method[m].name, p->method[m].spec);
    refuse_unless_ok(inlay_text_end(&t, &line, &err), p->name, &err);
    return line;
}

static void append_times(const char *path, size_t problem, const char *method,
                         const struct search *s)
{
    char line[160];
    const int n = snprintf(line, sizeof line, "%zu,%s,%.6g,%.6g\n", problem + 1,
                           method, s->ask_seconds / (double)s->n,
                           s->recommend_seconds / (double)s->n);
    const int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    if (fd < 0 || write(fd, line, (size_t)n) != n || close(fd) != 0)
        refuse(path, "%s", strerror(errno));
}

/* ---- Searches ---- */

static bool is_wanted(const struct batch *b, size_t panel, size_t problem,
                      size_t method)
{
    return arguments_matches(b->arguments->panels, b->panel[panel].name) &&
           !runs_has(&b->runs[panel], method, problem) &&
           arguments_has(b->arguments->methods,
                         b->panel[panel].method[method].name);
}

static void search_with(const struct batch *b, size_t panel, size_t problem,
                        size_t method, const struct objective *o)
{
    const struct panel_method *m = &b->panel[panel].method[method];
    inlay_options *options =
        spec_options(m->spec, b->arguments->seed + problem);
    struct search s;
    char path[PATH_ROOM];

    search_init(&s, evaluations_of(&b->panel[panel], b->arguments));
    search_run(o, options, &s);
    path_of(b, "raw", panel, path);
    runs_append(path, problem, m->name, &s);
    path_of(b, "times", panel, path);
    append_times(path, problem, m->name, &s);
    search_clear(&s);
    inlay_options_free(options);
}

static void meet(size_t task, void *context)
{
    const struct batch *b = context;
    const size_t n = b->arguments->n_problems;
    const size_t panel = b->task[task] / n, problem = b->task[task] % n;
    const struct panel *p = &b->panel[panel];
    struct objective *o = p->make(p, b->arguments->seed + problem);
    for (size_t m = 0; m < p->n_methods; m++)
        if (is_wanted(b, panel, problem, m))
            search_with(b, panel, problem, m, o);
    o->ops->free(o);
}

/* Reads what is there and lists what is not. */
static void open_runs(struct batch *b)
{
    const size_t n = b->arguments->n_problems;
    b->task = refuse_or_room("panel", b->n_panels * n, sizeof *b->task);
    b->runs = refuse_or_room("panel", b->n_panels, sizeof *b->runs);
    for (size_t k = 0; k < b->n_panels; k++) {
        const struct panel *p = &b->panel[k];
        char path[PATH_ROOM], *what = about(p, b->arguments);
        const char *name[PANEL_MAX_METHODS];
        for (size_t m = 0; m < p->n_methods; m++)
            name[m] = p->method[m].name;
        path_of(b, "raw", k, path);
        const size_t n_problems = problems_of(p, b->arguments);
        runs_init(&b->runs[k], name, p->n_methods, n_problems,
                  evaluations_of(p, b->arguments));
        runs_open(&b->runs[k], path, b->arguments->commit, what);
        inlay_text_free(what);
        for (size_t problem = 0; problem < n_problems; problem++) {
            size_t missing = 0;
            for (size_t m = 0; m < p->n_methods; m++)
                missing += is_wanted(b, k, problem, m);
            if (missing > 0)
                b->task[b->n_tasks++] = k * n + problem;
        }
    }
}

static void close_runs(struct batch *b)
{
    for (size_t k = 0; k < b->n_panels; k++)
        runs_clear(&b->runs[k]);
    free(b->runs);
    free(b->task);
    b->n_tasks = 0;
}

/* ---- Summaries ---- */

/* Repeats of the searches of a method; solved or not. */
struct counts {
    size_t repeats, near_repeats;
    size_t unsolved, unsolved_near; /* searches, and near repeats of them */
};

static struct counts count_repeats(const struct runs *r, size_t method)
{
    struct counts c = {0};
    for (size_t p = 0; p < r->n_problems; p++) {
        const size_t i = method * r->n_problems + p;
        const double *gap = runs_gap(r, method, p, SEARCH_OBSERVED);
        const bool is_unsolved = gap[r->n_evaluations - 1] > SEARCH_SOLVED;
        c.repeats += r->repeats[i];
        c.near_repeats += r->near_repeats[i];
        c.unsolved += is_unsolved;
        c.unsolved_near += is_unsolved ? r->near_repeats[i] : 0;
    }
    return c;
}

static void write_counts(const struct batch *b, size_t panel, FILE *f)
{
    const struct runs *r = &b->runs[panel];
    for (size_t m = 0; m < r->n_methods; m++) {
        const struct counts c = count_repeats(r, m);
        fprintf(f, "%s,%s,%zu,%zu,%zu,%zu,%zu\n", b->panel[panel].name,
                r->method[m], r->n_problems, c.repeats, c.near_repeats,
                c.unsolved, c.unsolved_near);
    }
}

/* Mean seconds of a suggestion and a recommendation, over the lines of a file. */
static void mean_times(const char *path, const char *method, double *ask,
                       double *recommend)
{
    char line[256];
    size_t n = 0;
    FILE *f = fopen(path, "r");
    *ask = *recommend = 0.0;
    while (f && fgets(line, sizeof line, f)) {
        char *rest = NULL;
        double a, r;
        strtok_r(line, ",", &rest);
        const char *name = strtok_r(NULL, ",", &rest);
        const char *first = strtok_r(NULL, ",", &rest);
        const char *second = strtok_r(NULL, "\n", &rest);
        if (!name || strcmp(name, method) != 0 || !first || !second ||
            !inlay_text_to_number(first, &a) ||
            !inlay_text_to_number(second, &r))
            continue;
        n++;
        *ask += (a - *ask) / (double)n;
        *recommend += (r - *recommend) / (double)n;
    }
    if (f)
        fclose(f);
    if (n == 0)
        refuse(path, "has no times of %s", method);
}

static void write_seconds(const struct batch *b, size_t panel, FILE *f)
{
    const struct panel *p = &b->panel[panel];
    char path[PATH_ROOM];
    path_of(b, "times", panel, path);
    for (size_t m = 0; m < p->n_methods; m++) {
        double ask, recommend;
        mean_times(path, p->method[m].name, &ask, &recommend);
        fprintf(f, "%s,%s,%.3g,%.3g,%.3g\n", p->name, p->method[m].name, ask,
                recommend,
                (ask + recommend) * (double)problems_of(p, b->arguments) *
                    (double)evaluations_of(p, b->arguments) / 3600.0);
    }
}

static void check_minima(const struct batch *b, size_t panel)
{
    const double lowest = summary_lowest_gap(&b->runs[panel]);
    if (lowest < -MINIMUM_ERROR)
        refuse(b->panel[panel].name, "a search is %g below the minimum",
               -lowest);
}

/* True where all methods have met all problems. */
static bool summarize(const struct batch *b, size_t panel)
{
    const struct runs *r = &b->runs[panel];
    const size_t n = r->n_methods * r->n_problems;
    char path[PATH_ROOM];
    struct inlay_text first = {0};
    const bool is_whole = runs_count(r) == n;

    path_of(b, "raw", panel, path);
    runs_sort(r, path);
    if (is_whole) {
        check_minima(b, panel);
        const double least = b->panel[panel].floor;
        inlay_error err = {0};
        inlay_text_printf(&first, "%s problems=%zu floor=%g", r->first_line,
                          r->n_problems, least);
        refuse_unless_ok(inlay_text_status(&first, &err), path, &err);
        path_of(b, "curves", panel, path);
        summary_write_curves(r, least, first.bytes, path);
        path_of(b, "ends", panel, path);
        summary_write_ends(r, least, first.bytes, path);
        inlay_text_clear(&first);
    } else if (runs_count(r) > 0) {
        fprintf(stderr, "%s: %zu of %zu searches, no summary yet\n",
                b->panel[panel].name, runs_count(r), n);
    }
    return is_whole;
}

static FILE *open_table(const struct batch *b, const char *name,
                        const char *header)
{
    char path[PATH_ROOM];
    path_print(path, "%s/%s", b->arguments->out, name);
    FILE *f = fopen(path, "w");
    if (!f)
        refuse(path, "%s", strerror(errno));
    fprintf(f, "# commit=%s seed=%zu\n%s\n", b->arguments->commit,
            b->arguments->seed, header);
    return f;
}

static void close_table(FILE *f, const char *name)
{
    const bool is_written = fflush(f) == 0 && !ferror(f);
    if (fclose(f) != 0 || !is_written)
        refuse(name, "cannot be written");
}

static void summarize_all(const struct batch *b)
{
    FILE *counts = open_table(b, "counts.csv",
                              "panel,method,problems,repeats,near_repeats,"
                              "unsolved,unsolved_near");
    FILE *averages =
        open_table(b, "averages.csv", "panel,method,rule,lm,lm_se");
    FILE *seconds =
        open_table(b, "seconds.csv", "panel,method,ask,recommend,hours");
    for (size_t k = 0; k < b->n_panels; k++)
        if (summarize(b, k)) {
            write_counts(b, k, counts);
            summary_print_averages(&b->runs[k], b->panel[k].floor,
                                   b->panel[k].name, averages);
            write_seconds(b, k, seconds);
        }
    close_table(counts, "counts.csv");
    close_table(averages, "averages.csv");
    close_table(seconds, "seconds.csv");
}

/* A word of the user's that is nothing's name is a mistake. */
static void check_words(const struct panel *panel, size_t n,
                        const struct arguments *a)
{
    size_t n_panels = 0, n_methods = 0;
    for (size_t k = 0; k < n; k++) {
        n_panels += arguments_matches(a->panels, panel[k].name);
        for (size_t m = 0; m < panel[k].n_methods; m++)
            n_methods += arguments_has(a->methods, panel[k].method[m].name);
    }
    if (n > 0 && n_panels == 0)
        refuse(a->panels, "no panel has this in its name");
    if (n > 0 && n_methods == 0)
        refuse(a->methods, "no method has this name");
}

void panels_run(const struct panel *panel, size_t n, const char *title,
                const struct arguments *a)
{
    static const char *const FOLDERS[] = {"", "raw", "times", "curves", "ends"};
    struct batch b = {.panel = panel, .arguments = a, .n_panels = n};
    check_words(panel, n, a);
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        make_folder(a->out, FOLDERS[i]);
    lock_folder(a->out);
    open_runs(&b);
    pool_run(title, b.n_tasks, a->n_jobs, meet, &b);
    close_runs(&b);
    open_runs(&b); /* with what was added */
    summarize_all(&b);
    close_runs(&b);
}
