/*
 * output_fixture.h: a command line that is run, with what it prints in memory.
 *
 * Standard output and error are turned to files while it runs; a folder of its
 * own is the current one until the fixture is cleared.
 */
#ifndef INLAY_TESTS_OUTPUT_FIXTURE_H
#define INLAY_TESTS_OUTPUT_FIXTURE_H

#include <fcntl.h>
#include <unistd.h>

#include "app/commands/cmd.h"
#include "check.h"

enum { OUTPUT_MAX = 1 << 16 };

struct output {
    int code;
    char out[OUTPUT_MAX], err[OUTPUT_MAX];
};

static inline void output_read(FILE *file, char *to)
{
    rewind(file);
    const size_t n = fread(to, 1, OUTPUT_MAX - 1, file);
    to[n] = '\0';
    fclose(file);
}

/* Words after "inlay", the last one NULL.  Input is empty. */
static inline void output_of(struct output *o, const char *const *words)
{
    enum { MAX_WORDS = 32 };
    char *argv[MAX_WORDS] = {(char *)(uintptr_t) "inlay"};
    int argc = 1;
    FILE *files[2] = {tmpfile(), tmpfile()};
    int saved[3] = {dup(0), dup(1), dup(2)};

    for (; *words && argc < MAX_WORDS; words++)
        argv[argc++] = (char *)(uintptr_t)*words;
    CHECK(files[0] && files[1]);
    fflush(stdout);
    fflush(stderr);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(fileno(files[0]), 1);
    dup2(fileno(files[1]), 2);
    o->code = inlay_command_line(argc, argv);
    fflush(stdout);
    fflush(stderr);
    for (int fd = 0; fd < 3; fd++) {
        dup2(saved[fd], fd);
        close(saved[fd]);
    }
    close(nothing);
    output_read(files[0], o->out);
    output_read(files[1], o->err);
}
#define OUTPUT_OF(o, ...) output_of(o, (const char *const[]){__VA_ARGS__, NULL})

/* A new folder that is the current one. */
struct folder {
    char path[64];
    int before;
};

static inline struct folder folder_enter(void)
{
    const char *tmp = getenv("TMPDIR");
    struct folder f = {.before = open(".", O_RDONLY)};

    snprintf(f.path, sizeof f.path, "%s/inlay-XXXXXX",
             tmp && strlen(tmp) < 40 ? tmp : "/tmp");
    CHECK(mkdtemp(f.path) && chdir(f.path) == 0);
    return f;
}

/* Its files must be gone. */
static inline void folder_leave(const struct folder *f)
{
    CHECK(fchdir(f->before) == 0);
    close(f->before);
    CHECK(rmdir(f->path) == 0);
}

static inline void folder_read(const char *name, char *to)
{
    FILE *file = fopen(name, "r");

    CHECK(file != NULL);
    output_read(file, to);
}

/* What a command prints, as a file of the current folder. */
static inline void folder_write_page(const char *name, const char *const *words)
{
    static struct output o;
    FILE *file = fopen(name, "w");

    output_of(&o, words);
    CHECK(o.code == 0 && file != NULL);
    CHECK(fputs(o.out, file) >= 0 && fclose(file) == 0);
}
#define WRITE_PAGE(name, ...)                                                  \
    folder_write_page(name, (const char *const[]){__VA_ARGS__, NULL})

#endif
