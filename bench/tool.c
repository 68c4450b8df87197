/*
 * tool.c: what the tool costs beyond the library.
 *
 *     tool [PATH OF THE TOOL]
 *
 * Prints CSV `name,n,ms,baseline_ms`, all medians of this run, and to standard
 * error the ratios with their limits:
 *
 *     ask cold      `inlay ask STORE` on n finished trials, from start to end of
 *                   the process; baseline: inlay_study_ask in this process on a
 *                   study in memory with the same trials
 *     open          inlay_study_open of n trials; baseline: reading the file
 *     add many      inlay_study_add_many of n trials to a new store
 *     import        `inlay import` of n rows of CSV to a new store
 *     show          `inlay show --csv STORE` of n trials
 *     show noted    the same where one trial has a note: the store is of format 2
 *     stdio         an ask and a tell of `inlay stdio`, in memory; baseline: the
 *                   same two calls of the library
 *     stdio store   the same with --store; baseline: as above
 */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/linalg.h"
#include "inlay.h"
#include "study/open.h"
#include "study/tell.h"
#include "support/timing.h"

extern char **environ;

enum {
    N_COLD = 100,
    REPS_COLD = 15,
    N_OPEN = 100000,
    N_STDIO = 3000,
    N_VARIABLES = 8
};

static const char SPACE[] =
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"b\",\"type\":\"real\",\"min\":1e-4,\"max\":1,\"scale\":"
    "\"log\"},"
    "{\"name\":\"c\",\"type\":\"real\",\"min\":-5,\"max\":5},"
    "{\"name\":\"d\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":30},"
    "{\"name\":\"m\",\"type\":\"integer\",\"min\":0,\"max\":9},"
    "{\"name\":\"e\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]},"
    "{\"name\":\"f\",\"type\":\"boolean\"}]";

static const double MOST_COLD = 3.0; /* times the library's ask */
static const double MOST_OPEN_MS = 1000.0, MOST_ADD_MS = 5000.0;
static const double MOST_STDIO_MS = 1.0;   /* above the library's time */
static const double LEAST_TELLS = 10000.0; /* a minute, with a store */

static const char *tool;
static char folder[] = "/tmp/inlay-bench-XXXXXX";
static bool has_missed;

static void quit(const char *what)
{
    fprintf(stderr, "tool: %s\n", what);
    exit(1);
}

static void must(inlay_status st, const inlay_error *err)
{
    if (st != INLAY_OK)
        quit(err->msg);
}

static void judge(const char *what, double got, const char *unit, double limit,
                  bool is_kept)
{
    fprintf(stderr, "%-28s %10.4g %-10s limit %8.4g  %s\n", what, got, unit,
            limit, is_kept ? "OK" : "MISS");
    has_missed = has_missed || !is_kept;
}

static double objective(const inlay_value *x)
{
    const double a = x[0].real - 0.3, c = x[2].real / 5.0, d = x[3].real - 0.6;
    const double k = (double)(x[4].integer - 20) / 30.0;
    return a * a + c * c + d * d + k * k + (x[6].integer == 1 ? 0.0 : 0.2);
}

static inlay_space *make_space(void)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    must(inlay_space_parse(SPACE, strlen(SPACE), &space, &err), &err);
    return space;
}

static inlay_options *make_options(const char *method)
{
    inlay_error err = {0};
    inlay_options *o = NULL;
    must(inlay_options_new(&o, &err), &err);
    must(inlay_options_set(o, "method", method, &err), &err);
    return o;
}

/* A study in the file, or in memory where path is NULL. */
static inlay_study *make_study(const char *path, const char *method)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_space *space = make_space();
    inlay_options *o = make_options(method);
    must(path ? inlay_study_open(path, space, o, &s, &err)
              : inlay_study_new(space, o, &s, &err),
         &err);
    inlay_options_free(o);
    inlay_space_free(space);
    return s;
}

static void path_of(const char *name, char out[64])
{
    snprintf(out, 64, "%s/%s", folder, name);
}

/* Evaluates n trials. */
static void evaluate(inlay_study *s, int n)
{
    inlay_error err = {0};
    inlay_trial t;
    for (int i = 0; i < n; i++) {
        must(inlay_study_ask(s, &t, &err), &err);
        must(inlay_study_tell(s, t.id, objective(t.x), &err), &err);
    }
}

/* Seconds of a command, whose output goes nowhere.  Spawned: a fork would copy
 * the page tables of this program, which is no cost of the tool's. */
static double run(const char *const *argv)
{
    posix_spawn_file_actions_t actions;
    int status = 0;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    const double start = inlay_clock_seconds();
    if (posix_spawn(&pid, argv[0], &actions, NULL,
                    (char *const *)(uintptr_t)argv, environ) != 0)
        quit("cannot start the tool");
    if (waitpid(pid, &status, 0) != pid || status != 0)
        quit("the tool failed");
    const double seconds = inlay_clock_seconds() - start;
    posix_spawn_file_actions_destroy(&actions);
    return seconds;
}

/* ---- ask ---- */

static double library_ask(void)
{
    inlay_error err = {0};
    inlay_trial t;
    double seconds[REPS_COLD];
    inlay_study *s = make_study(NULL, "gp");
    evaluate(s, N_COLD);
    for (int i = 0; i < REPS_COLD; i++) {
        const double start = inlay_clock_seconds();
        must(inlay_study_ask(s, &t, &err), &err);
        seconds[i] = inlay_clock_seconds() - start;
        must(inlay_study_tell(s, t.id, objective(t.x), &err), &err);
    }
    inlay_study_free(s);
    return timing_median(seconds, REPS_COLD);
}

static void bench_cold(void)
{
    char path[64];
    const char *const argv[] = {tool, "ask", path, NULL};
    double seconds[REPS_COLD];
    inlay_error err = {0};
    path_of("cold.inlay", path);
    inlay_study *s = make_study(path, "gp");
    evaluate(s, N_COLD);
    inlay_study_free(s); /* the tool is alone with the file */
    for (int i = 0; i < REPS_COLD; i++) {
        seconds[i] = run(argv);
        s = make_study(path, "gp");
        const int64_t id = (int64_t)inlay_study_n_trials(s);
        inlay_trial t;
        must(inlay_study_trial(s, id, &t, &err), &err);
        must(inlay_study_tell(s, id, objective(t.x), &err), &err);
        inlay_study_free(s);
    }
    const double cold = timing_median(seconds, REPS_COLD),
                 library = library_ask();
    printf("ask cold,%d,%.4g,%.4g\n", N_COLD, 1e3 * cold, 1e3 * library);
    judge("ask, cold / library", cold / library, "times", MOST_COLD,
          cold / library <= MOST_COLD);
}

/* ---- open, show ---- */

static double read_seconds(const char *path)
{
    static char block[1 << 16];
    const double start = inlay_clock_seconds();
    FILE *f = fopen(path, "rb");
    while (f && fread(block, 1, sizeof block, f) > 0)
        ;
    if (f)
        fclose(f);
    return inlay_clock_seconds() - start;
}

/* Seconds of adding all of them. */
static double fill(const char *path)
{
    static inlay_value x[(size_t)N_OPEN * N_VARIABLES];
    static double y[N_OPEN];
    inlay_error err = {0};
    inlay_study *s = make_study(path, "random"),
                *from = make_study(NULL, "random");
    inlay_trial t;
    for (size_t i = 0; i < N_OPEN; i++) {
        must(inlay_study_ask(from, &t, &err), &err);
        memcpy(x + i * N_VARIABLES, t.x, N_VARIABLES * sizeof *x);
        y[i] = objective(t.x);
    }
    const double start = inlay_clock_seconds();
    must(inlay_study_add_many(s, N_OPEN, x, y, NULL, NULL, &err), &err);
    const double seconds = inlay_clock_seconds() - start;
    inlay_study_free(from);
    inlay_study_free(s);
    return seconds;
}

/* Seconds of importing what the store has. */
static double import(const char *path)
{
    char table[64], other[64];
    path_of("many.csv", table);
    path_of("other.inlay", other);
    const char *const out[] = {tool, "export", path, "-o", table, "-q", NULL};
    const char *const in[] = {tool, "import", other, table, "-q", NULL};
    run(out);
    inlay_study_free(make_study(other, "random"));
    return run(in);
}

static double show_noted(const char *path, const char *const *show)
{
    inlay_error err = {0};
    inlay_study *s = make_study(path, "random");
    double seconds[3];
    must(inlay_study_set_attribute(s, 1, "a", "b", &err), &err);
    inlay_study_free(s);
    for (int i = 0; i < 3; i++)
        seconds[i] = run(show);
    return timing_median(seconds, 3);
}

static void bench_open(void)
{
    char path[64];
    const char *const show[] = {tool, "show", "--csv", path, NULL};
    inlay_error err = {0};
    double seconds[5], shown[3];
    path_of("many.inlay", path);
    const double added = 1e3 * fill(path), imported = 1e3 * import(path);
    for (int i = 0; i < 5; i++) {
        inlay_study *s = NULL;
        const double start = inlay_clock_seconds();
        must(inlay_study_open(path, NULL, NULL, &s, &err), &err);
        seconds[i] = inlay_clock_seconds() - start;
        inlay_study_free(s);
    }
    for (int i = 0; i < 3; i++)
        shown[i] = run(show);
    const double opened = 1e3 * timing_median(seconds, 5);
    printf("open,%d,%.4g,%.4g\n", N_OPEN, opened, 1e3 * read_seconds(path));
    printf("show,%d,%.4g,\n", N_OPEN, 1e3 * timing_median(shown, 3));
    printf("show noted,%d,%.4g,\n", N_OPEN, 1e3 * show_noted(path, show));
    printf("add many,%d,%.4g,\nimport,%d,%.4g,\n", N_OPEN, added, N_OPEN,
           imported);
    judge("add, 100,000 trials", added, "ms", MOST_ADD_MS,
          added <= MOST_ADD_MS);
    judge("import, 100,000 trials", imported, "ms", MOST_ADD_MS,
          imported <= MOST_ADD_MS);
    judge("open, 100,000 trials", opened, "ms", MOST_OPEN_MS,
          opened <= MOST_OPEN_MS);
}

/* ---- stdio ---- */

struct conversation {
    FILE *to, *from;
    pid_t pid;
};

static struct conversation talk(const char *const *argv)
{
    struct conversation c;
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        quit("cannot make a pipe");
    c.pid = fork();
    if (c.pid < 0)
        quit("cannot fork");
    if (c.pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c.to = fdopen(in[1], "w");
    c.from = fdopen(out[0], "r");
    return c;
}

static void say_line(const struct conversation *c, const char *line)
{
    char reply[4096];
    fputs(line, c->to);
    fflush(c->to);
    if (!fgets(reply, sizeof reply, c->from) || strstr(reply, "\"error\""))
        quit("stdio gave an error");
}

/* Seconds of an ask and a tell, and of the tells alone in *tell. */
static double stdio_seconds(const char *const *argv, double *tell)
{
    const struct conversation c = talk(argv);
    char line[96];
    int status;
    *tell = 0.0;
    const double start = inlay_clock_seconds();
    for (int i = 1; i <= N_STDIO; i++) {
        say_line(&c, "{\"op\": \"ask\"}\n");
        snprintf(line, sizeof line,
                 "{\"op\": \"tell\", \"id\": %d, \"y\": %d}\n", i, i % 17);
        const double t0 = inlay_clock_seconds();
        say_line(&c, line);
        *tell += inlay_clock_seconds() - t0;
    }
    const double seconds = inlay_clock_seconds() - start;
    fclose(c.to);
    fclose(c.from);
    if (waitpid(c.pid, &status, 0) != c.pid || status != 0)
        quit("stdio failed");
    *tell /= N_STDIO;
    return seconds / N_STDIO;
}

static double library_seconds(void)
{
    inlay_study *s = make_study(NULL, "random");
    const double start = inlay_clock_seconds();
    evaluate(s, N_STDIO);
    const double seconds = inlay_clock_seconds() - start;
    inlay_study_free(s);
    return seconds / N_STDIO;
}

static void bench_stdio(void)
{
    char file[64], store[64];
    path_of("talk.json", file);
    path_of("talk.inlay", store);
    const char *const plain[] = {tool, "stdio", file, NULL};
    const char *const kept[] = {tool, "stdio", file, "--store", store, NULL};
    FILE *f = fopen(file, "w");
    if (!f)
        quit("cannot write the study file");
    fprintf(f, "{\"variables\": %s, \"method\": \"random\"}\n", SPACE);
    fclose(f);

    double tell;
    const double library = library_seconds();
    const double memory = stdio_seconds(plain, &tell);
    const double with_store = stdio_seconds(kept, &tell);
    printf("stdio,%d,%.4g,%.4g\n", N_STDIO, 1e3 * memory, 1e3 * library);
    printf("stdio store,%d,%.4g,%.4g\n", N_STDIO, 1e3 * with_store,
           1e3 * library);
    const double above = 1e3 * (memory - library), a_minute = 60.0 / tell;
    judge("stdio, ask and tell", above, "ms more", MOST_STDIO_MS,
          above <= MOST_STDIO_MS);
    judge("stdio, tells with a store", a_minute, "a minute", LEAST_TELLS,
          a_minute >= LEAST_TELLS);
}

static void remove_folder(void)
{
    static const char *const names[] = {
        "cold.inlay", "cold.inlay-turn", "many.inlay",     "talk.inlay",
        "talk.json",  "many.inlay-turn", "talk.inlay-turn"};
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path_of(names[i], path);
        unlink(path);
    }
    rmdir(folder);
}

int main(int argc, char **argv)
{
    tool = argc > 1 ? argv[1] : "build/inlay";
    if (access(tool, X_OK) != 0)
        quit("there is no build/inlay; run in the source folder after make");
    if (!mkdtemp(folder))
        quit("cannot make a folder in /tmp");
    signal(SIGPIPE, SIG_IGN);
    inlay_linalg_end_threads(); /* or they spin beside the tool */
    puts("name,n,ms,baseline_ms");
    bench_cold();
    bench_open();
    bench_stdio();
    remove_folder();
    return has_missed;
}
