/*
 * test_runs.c: a file of searches survives whatever happens to its writers.
 */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include "harness/runs.h"

enum { N_EVALUATIONS = 3, N_PROBLEMS = 4 };

static const char *const METHODS[] = {"proposed", "basic"};

struct place {
    char folder[64], path[96];
};

static struct place make_place(void)
{
    struct place p = {"/tmp/inlay-runs-XXXXXX", ""};
    CHECK(mkdtemp(p.folder) != NULL);
    snprintf(p.path, sizeof p.path, "%s/a.csv", p.folder);
    return p;
}

static void remove_place(const struct place *p)
{
    unlink(p->path);
    CHECK(rmdir(p->folder) == 0);
}

static struct runs opened(const struct place *p, const char *commit,
                          const char *about)
{
    struct runs r;
    runs_init(&r, METHODS, LEN(METHODS), N_PROBLEMS, N_EVALUATIONS);
    runs_open(&r, p->path, commit, about);
    return r;
}

/* Gap i of a rule is base + 10·rule + i. */
static void append(const struct place *p, size_t problem, const char *method,
                   double base)
{
    struct search s;
    search_init(&s, N_EVALUATIONS);
    s.repeats = problem;
    s.near_repeats = problem + 5;
    for (int rule = 0; rule < SEARCH_N_RULES; rule++)
        for (size_t i = 0; i < N_EVALUATIONS; i++)
            s.gap[rule][i] = base + 10.0 * rule + (double)i;
    runs_append(p->path, problem, method, &s);
    search_clear(&s);
}

static char *contents(const struct place *p)
{
    static char text[4096];
    FILE *f = fopen(p->path, "r");
    CHECK(f != NULL);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* The exit status of a child which opens the file, its messages in *said. */
static int status_of_open(const struct place *p, const char *about)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        fclose(stderr);
        struct runs r = opened(p, "c1", about);
        runs_clear(&r);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status);
}

TEST(what_is_appended_is_read_back)
{
    const struct place p = make_place();
    struct runs r = opened(&p, "c1", "seed=1");
    CHECK(runs_count(&r) == 0);
    runs_clear(&r);
    append(&p, 2, "basic", 0.125);
    append(&p, 0, "proposed", -1e-7);

    r = opened(&p, "c1", "seed=1");
    CHECK(runs_count(&r) == 2);
    CHECK(runs_has(&r, 1, 2) && runs_has(&r, 0, 0) && !runs_has(&r, 0, 2));
    CHECK(runs_gap(&r, 1, 2, SEARCH_RECOMMENDED)[0] == 0.125);
    CHECK(runs_gap(&r, 1, 2, SEARCH_OBSERVED)[2] == 12.125);
    CHECK_REL(runs_gap(&r, 0, 0, SEARCH_RECOMMENDED)[0], -1e-7, 1e-12);
    CHECK(r.repeats[1 * N_PROBLEMS + 2] == 2);
    CHECK(r.near_repeats[1 * N_PROBLEMS + 2] == 7);
    runs_clear(&r);
    remove_place(&p);
}

TEST(a_line_that_was_cut_is_dropped_and_the_next_one_is_whole)
{
    const struct place p = make_place();
    struct runs r = opened(&p, "c1", "seed=1");
    runs_clear(&r);
    append(&p, 0, "basic", 1.0);
    FILE *f = fopen(p.path, "a");
    CHECK(f != NULL);
    fputs("1,proposed,0,0,1,2", f); /* killed here */
    fclose(f);

    r = opened(&p, "c1", "seed=1");
    CHECK(runs_count(&r) == 1 && !runs_has(&r, 0, 0));
    runs_clear(&r);
    append(&p, 0, "proposed", 3.0);
    r = opened(&p, "c1", "seed=1");
    CHECK(runs_count(&r) == 2);
    CHECK(runs_gap(&r, 0, 0, SEARCH_RECOMMENDED)[1] == 4.0);
    runs_clear(&r);
    remove_place(&p);
}

TEST(searches_with_other_options_are_refused)
{
    const struct place p = make_place();
    struct runs r = opened(&p, "c1", "seed=1");
    runs_clear(&r);
    CHECK(status_of_open(&p, "seed=1") == 0);
    CHECK(status_of_open(&p, "seed=2") == 1);
    CHECK(status_of_open(&p, "seed=1 more") == 1);
    remove_place(&p);
}

TEST(a_damaged_line_is_refused)
{
    static const char *const BAD[] = {
        "0,basic,0,0,1,2,3,4,5,6\n", "1,other,0,0,1,2,3,4,5,6\n",
        "1,basic,0,0,1,2,3,4,5\n",   "1,basic,0,0,1,2,3,4,5,6,7\n",
        "1,basic,0,0,1,2,x,4,5,6\n", "\n",
    };
    for (size_t i = 0; i < LEN(BAD); i++) {
        const struct place p = make_place();
        struct runs r = opened(&p, "c1", "seed=1");
        runs_clear(&r);
        FILE *f = fopen(p.path, "a");
        fputs(BAD[i], f);
        fclose(f);
        CHECK(status_of_open(&p, "seed=1") == 1);
        remove_place(&p);
    }
}

TEST(the_first_line_names_every_commit_once)
{
    const struct place p = make_place();
    static const char *const COMMITS[] = {"c1x", "c1", "c2", "c1", "c2", "c1x"};
    for (size_t i = 0; i < LEN(COMMITS); i++) {
        struct runs r = opened(&p, COMMITS[i], "seed=1");
        runs_clear(&r);
    }
    CHECK(strncmp(contents(&p), "# commit=c1x+c1+c2 seed=1\n", 26) == 0);
    remove_place(&p);
}

/* Whoever comes first: the file is the same in the end. */
TEST(sorted_files_do_not_depend_on_the_order_of_lines)
{
    static const size_t ORDER[2][3] = {{0, 1, 2}, {2, 0, 1}};
    char text[2][4096];
    for (size_t k = 0; k < 2; k++) {
        const struct place p = make_place();
        struct runs r = opened(&p, "c1", "seed=1");
        for (size_t i = 0; i < 3; i++) {
            append(&p, ORDER[k][i], "basic", (double)ORDER[k][i]);
            append(&p, ORDER[k][i], "proposed", (double)ORDER[k][i]);
        }
        runs_sort(&r, p.path);
        snprintf(text[k], sizeof text[k], "%s", contents(&p));
        runs_clear(&r);
        remove_place(&p);
    }
    CHECK(strcmp(text[0], text[1]) == 0);
    const char *first = strstr(text[0], "\n1,proposed,");
    const char *second = strstr(text[0], "\n1,basic,");
    CHECK(first && second && first < second);
}

/* Fewer problems than the file has: it keeps them. */
TEST(problems_that_are_not_asked_for_stay_in_the_file)
{
    const struct place p = make_place();
    struct runs r = opened(&p, "c1", "seed=1");
    runs_clear(&r);
    append(&p, 3, "basic", 1.0);
    runs_init(&r, METHODS, LEN(METHODS), 2, N_EVALUATIONS);
    runs_open(&r, p.path, "c1", "seed=1");
    CHECK(runs_count(&r) == 0);
    runs_sort(&r, p.path);
    runs_clear(&r);
    r = opened(&p, "c1", "seed=1");
    CHECK(runs_has(&r, 1, 3));
    runs_clear(&r);
    remove_place(&p);
}
