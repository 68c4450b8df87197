#include "check.h"

#include <dirent.h>
#include <sys/stat.h>

#include "app/exchange/outfile.h"
#include "output_fixture.h"

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static size_t n_files(void)
{
    DIR *dir = opendir(".");
    size_t n = 0;
    CHECK(dir != NULL);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2; /* . and .. */
}

static inlay_status add(struct inlay_outfile *out, const char *s,
                        inlay_error *err)
{
    struct inlay_text text = {0};

    inlay_text_add(&text, s);
    const inlay_status st = inlay_outfile_add_text(out, &text, err);
    CHECK(text.n == 0);
    inlay_text_clear(&text);
    return st;
}

TEST(a_file_changes_when_it_is_complete_and_not_before)
{
    const struct folder f = folder_enter();
    struct inlay_outfile out;
    char got[OUTPUT_MAX];
    inlay_error err = {0};
    write_file("a", "old");
    CHECK(chmod("a", 0640) == 0);
    CHECK_OK(inlay_outfile_init(&out, "a", &err), err);
    CHECK_OK(add(&out, "new ", &err), err);
    CHECK_OK(add(&out, "text", &err), err);
    CHECK(fflush(out.file) == 0);
    folder_read("a", got);
    CHECK_TEXT(got, "old");
    CHECK_OK(inlay_outfile_commit(&out, &err), err);
    inlay_outfile_clear(&out);
    folder_read("a", got);
    CHECK_TEXT(got, "new text");
    struct stat is;
    CHECK(stat("a", &is) == 0 && (is.st_mode & 0777) == 0640);
    CHECK(n_files() == 1);
    CHECK(!remove("a"));
    folder_leave(&f);
}

TEST(what_is_not_committed_leaves_nothing)
{
    const struct folder f = folder_enter();
    struct inlay_outfile out;
    char got[OUTPUT_MAX];
    inlay_error err = {0};
    CHECK_OK(inlay_outfile_init(&out, "b", &err), err);
    CHECK_OK(add(&out, "new", &err), err);
    inlay_outfile_clear(&out);
    CHECK(n_files() == 0);
    write_file("a", "old");
    CHECK_OK(inlay_outfile_init(&out, "a", &err), err);
    inlay_outfile_clear(&out);
    folder_read("a", got);
    CHECK_TEXT(got, "old");
    CHECK(n_files() == 1);
    CHECK(!remove("a"));
    folder_leave(&f);
}

TEST(a_file_that_cannot_be_made_is_refused_with_its_path)
{
    const struct folder f = folder_enter();
    struct inlay_outfile out;
    inlay_error err = {0};
    CHECK_FAILS(inlay_outfile_init(&out, "no/file", &err), INLAY_ESTATE, err,
                "no/file: No such file or directory");
    CHECK_FAILS(inlay_outfile_init(&out, ".", &err), INLAY_ESTATE, err,
                ".: is a folder");
    folder_leave(&f);
}

/* Somebody else may make the file while ours is being written. */
TEST(a_file_that_must_be_new_replaces_none)
{
    const struct folder f = folder_enter();
    struct inlay_outfile out;
    char got[OUTPUT_MAX];
    inlay_error err = {0};
    CHECK_OK(inlay_outfile_init(&out, "a", &err), err);
    out.must_be_new = true;
    CHECK_OK(add(&out, "new", &err), err);
    write_file("a", "theirs");
    CHECK_FAILS(inlay_outfile_commit(&out, &err), INLAY_ESTATE, err,
                "a: File exists");
    inlay_outfile_clear(&out);
    folder_read("a", got);
    CHECK_TEXT(got, "theirs");
    CHECK(n_files() == 1 && !remove("a"));
    CHECK_OK(inlay_outfile_init(&out, "a", &err), err);
    out.must_be_new = true;
    CHECK_OK(add(&out, "new", &err), err);
    CHECK_OK(inlay_outfile_commit(&out, &err), err);
    inlay_outfile_clear(&out);
    folder_read("a", got);
    CHECK_TEXT(got, "new");
    CHECK(n_files() == 1 && !remove("a"));
    folder_leave(&f);
}
