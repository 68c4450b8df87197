/*
 * test_frame.c: a CSV file by names of columns.
 */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include "harness/frame.h"

/* A file with that text; its path is freed by unlink_file. */
static char *file_with(const char *text)
{
    char *path = strdup("/tmp/inlay-frame-XXXXXX");
    const int fd = mkstemp(path);
    CHECK(fd >= 0);
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

static void unlink_file(char *path)
{
    unlink(path);
    free(path);
}

TEST(cells_are_found_by_name_and_row)
{
    char *path = file_with("# commit=x\na,name,b\n1,one,-2.5\n3,two,1e-3\n");
    struct frame f;
    CHECK(frame_load(&f, path));
    CHECK(f.n_rows == 2 && f.n_columns == 3);
    CHECK(frame_find(&f, "b") == 2 && frame_find(&f, "c") == 3);
    CHECK(strcmp(frame_text(&f, 1, frame_column(&f, "name")), "two") == 0);
    CHECK(frame_number(&f, 0, 2) == -2.5);
    double *b = frame_numbers(&f, frame_column(&f, "b"));
    CHECK(b[0] == -2.5 && b[1] == 1e-3);
    free(b);
    frame_clear(&f);
    unlink_file(path);
}

TEST(a_file_that_is_not_there_is_no_error)
{
    struct frame f;
    CHECK(!frame_load(&f, "/tmp/inlay-no-such-file"));
}

static int status_of(const char *path, const char *column)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        struct frame f;
        fclose(stderr);
        frame_load(&f, path);
        free(frame_numbers(&f, frame_column(&f, column)));
        frame_clear(&f);
        _exit(0);
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status);
}

TEST(different_texts_come_in_their_order_up_to_a_limit)
{
    struct frame f;
    const char *text[3] = {NULL, NULL, NULL};
    char *path = file_with("a,b\n1,x\n2,y\n3,x\n4,z\n");
    CHECK(frame_load(&f, path));
    CHECK(frame_distinct(&f, "b", text, 3) == 3);
    CHECK(strcmp(text[0], "x") == 0 && strcmp(text[1], "y") == 0 &&
          strcmp(text[2], "z") == 0);
    CHECK(frame_distinct(&f, "b", text, 2) == 2);
    frame_clear(&f);
    unlink_file(path);
}

TEST(bad_files_end_the_program)
{
    static const struct {
        const char *text, *column;
        int status;
    } row[] = {
        {"a,b\n1,2\n", "a", 0},   {"a,b\n1\n", "a", 1},
        {"a,b\n1,2,3\n", "a", 1}, {"a,b\n1,x\n", "b", 1},
        {"a,b\n1,2\n", "c", 1},   {"# only\n", "a", 1},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        char *path = file_with(row[i].text);
        CHECK(status_of(path, row[i].column) == row[i].status);
        unlink_file(path);
    }
}
