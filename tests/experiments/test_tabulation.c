/* Tabulation: all rows, once each, in order; again after an interruption. */
#include "check.h"
#include "text_file.h"

#include <sys/wait.h>

#include "base/error.h"
#include "harness/tabulation.h"

enum { N_ROWS = 20, MAX_TEXT = 4096 };
static const char BEGIN[] = "# commit=c1 seed=1\nkey,value\n";

static inlay_status add_key(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err)
{
    (void)context;
    inlay_text_printf(text, "k%zu", i);
    return inlay_text_status(text, err);
}

static inlay_status add_square(const void *context, size_t i,
                               struct inlay_text *text, inlay_error *err)
{
    const size_t *bad = context; /* a row that fails, or NULL */
    if (bad && i == *bad)
        return inlay_fail(err, INLAY_EINVAL, "as the test wants it");
    inlay_text_printf(text, "%zu", i * i);
    return inlay_text_status(text, err);
}

static struct tabulation make(const char *path, size_t n_processes)
{
    return (struct tabulation){.path = path,
                               .title = "test",
                               .commit = "c1",
                               .about = "seed=1",
                               .columns = "key,value",
                               .n_rows = N_ROWS,
                               .n_processes = n_processes,
                               .add_key = add_key,
                               .add_values = add_square};
}

static void read_text(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    text[fread(text, 1, MAX_TEXT - 1, file)] = '\0';
    fclose(file);
}

/* As add_square() says, but for row `other`, whose value is −1. */
static void check_all(const char *path, size_t other)
{
    char got[MAX_TEXT], want[MAX_TEXT];
    size_t n = (size_t)snprintf(want, sizeof want, "%s", BEGIN);
    for (size_t i = 0; i < N_ROWS; i++)
        n += (size_t)snprintf(want + n, sizeof want - n, "k%zu,%d\n", i,
                              i == other ? -1 : (int)(i * i));
    read_text(path, got);
    CHECK_TEXT(got, want);
}

/* The exit status of a process that does it. */
static int status_of(const struct tabulation *t)
{
    int status = 0;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        CHECK(freopen("/dev/null", "w", stderr) != NULL);
        tabulation_run(t);
        _exit(0);
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status);
}

TEST(any_number_of_processes_makes_the_same_file)
{
    for (size_t n = 1; n <= 3; n++) {
        char path[] = "/tmp/inlay-tabulation-XXXXXX";
        text_file(path, "");
        unlink(path);
        const struct tabulation t = make(path, n);
        CHECK(status_of(&t) == 0);
        check_all(path, N_ROWS);
        CHECK(status_of(&t) == 0); /* nothing is left to do */
        check_all(path, N_ROWS);
        unlink(path);
    }
}

TEST(rows_of_the_file_are_not_evaluated_again)
{
    char path[] = "/tmp/inlay-tabulation-XXXXXX";
    /* Row 3 with another value than it would get; row 4 is cut. */
    text_file(path, "# commit=c1 seed=1\nkey,value\nk7,49\nk3,-1\nk4,1");
    const struct tabulation t = make(path, 2);
    CHECK(status_of(&t) == 0);
    check_all(path, 3);
    unlink(path);
}

TEST(after_a_failure_the_other_rows_are_kept_and_it_goes_on)
{
    char path[] = "/tmp/inlay-tabulation-XXXXXX", text[MAX_TEXT];
    const size_t bad = 11;
    text_file(path, "# commit=c1 seed=1\nkey,value\nk1"); /* cut */
    struct tabulation t = make(path, 1);
    t.context = &bad;
    CHECK(status_of(&t) == 1);
    read_text(path, text);
    CHECK(strstr(text, "\nk0,0\nk1,1\nk2,4\n"));
    CHECK(strstr(text, "\nk10,100\n") && !strstr(text, "k11,"));
    t.context = NULL;
    CHECK(status_of(&t) == 0);
    check_all(path, N_ROWS);
    unlink(path);
}

TEST(files_of_another_table_are_refused_and_left_alone)
{
    static const char *const CASES[] = {
        "# commit=c1 seed=2\nkey,value\n",
        "# commit=c1 seed=1\nkey,worth\n",
        "# commit=c1 seed=1\nkey,value\nk20,1\n",
        "# commit=c1 seed=1\nkey,value\nk2,x\n",
        "# commit=c1 seed=1\nkey,value\nk2,1,\n",
        "# commit=c1 seed=1\nkey,value\nk2\n",
        "seed=1\nkey,value\nk2,4\n",
    };
    for (size_t i = 0; i < LEN(CASES); i++) {
        char path[] = "/tmp/inlay-tabulation-XXXXXX", text[MAX_TEXT];
        text_file(path, CASES[i]);
        const struct tabulation t = make(path, 1);
        CHECK(status_of(&t) == 1);
        read_text(path, text);
        CHECK_TEXT(text, CASES[i]);
        unlink(path);
    }
}
