/*
 * test_process.c: a process knows whether another lives.
 */
#include "check.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

TEST(this_process_lives)
{
    const struct inlay_process self = inlay_process_self();
    CHECK(self.name[0] != '\0' && strpbrk(self.name, " \n") == NULL);
    CHECK(inlay_process_is_alive(self.name) == INLAY_ALIVE);
}

/* The name of a child that waits for its end, and its pid. */
static pid_t child(struct inlay_process *name)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    const pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        const struct inlay_process self = inlay_process_self();
        if (write(ends[1], &self, sizeof self) != (ssize_t)sizeof self)
            _exit(1);
        for (;;)
            pause();
    }
    CHECK(read(ends[0], name, sizeof *name) == (ssize_t)sizeof *name);
    close(ends[0]);
    close(ends[1]);
    return pid;
}

TEST(a_child_lives_until_it_is_killed_and_a_zombie_does_not)
{
    struct inlay_process name;
    siginfo_t info;
    int status;
    const pid_t pid = child(&name);
    CHECK(inlay_process_is_alive(name.name) == INLAY_ALIVE);
    kill(pid, SIGKILL);
    CHECK(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) == 0);
    CHECK(inlay_process_is_alive(name.name) == INLAY_DEAD); /* a zombie */
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(inlay_process_is_alive(name.name) == INLAY_DEAD);
}

TEST(a_pid_that_was_given_out_again_is_another_process)
{
    struct inlay_process self = inlay_process_self();
    char *start = strrchr(self.name, '/');
    CHECK(start != NULL);
    start[1] = start[1] == '1' ? '2' : '1';
    CHECK(inlay_process_is_alive(self.name) == INLAY_DEAD);
}

TEST(of_other_places_nothing_is_known)
{
    static const char *const names[] = {"", "x", "/", "host/boot/ns/1/2",
                                        "////////"};
    for (size_t i = 0; i < LEN(names); i++)
        CHECK(inlay_process_is_alive(names[i]) == INLAY_ALIVE_UNKNOWN);
    struct inlay_process self = inlay_process_self();
    char *pid = strrchr(self.name, '/');
    *pid = '\0'; /* no start time */
    CHECK(inlay_process_is_alive(self.name) == INLAY_ALIVE_UNKNOWN);
}
