/*
 * test_path.c: a path is whole, or the program ends.
 */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include "harness/path.h"

static int status_of(const char *part)
{
    int status = 0;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        char path[PATH_ROOM];
        fclose(stderr);
        path_print(path, "%s/%s", part, part);
        _exit(strlen(path) == 2 * strlen(part) + 1 ? 0 : 3);
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status);
}

TEST(a_path_that_does_not_fit_is_refused)
{
    char part[PATH_ROOM] = {0};
    memset(part, 'a', PATH_ROOM / 2 - 1); /* with '/' one less than the room */
    CHECK(status_of(part) == 0);
    part[PATH_ROOM / 2 - 1] = 'a';
    CHECK(status_of(part) == 1);
    CHECK(status_of("x") == 0);
}
