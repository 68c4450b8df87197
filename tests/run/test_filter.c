/*
 * test_filter.c: a program that reads a text.
 */
#include "check.h"

#include <unistd.h>

#include "run/filter.h"

/* Runs the words on the input; *out gets what it wrote. */
static struct inlay_filter_end run(const char *const *words, const char *input,
                                   char *out, size_t room)
{
    FILE *file = tmpfile();
    struct inlay_filter_end end = {0};
    inlay_error err = {0};

    CHECK(file);
    CHECK_OK(inlay_filter_run(words, input, fileno(file), &end, &err), err);
    rewind(file);
    out[fread(out, 1, room - 1, file)] = '\0';
    fclose(file);
    return end;
}

TEST(the_input_comes_in_and_the_output_out)
{
    static const char *const WORDS[] = {"cat", NULL};
    char out[64];
    struct inlay_filter_end end = run(WORDS, "one\ntwo\n", out, sizeof out);

    CHECK_TEXT(out, "one\ntwo\n");
    CHECK(end.code == 0 && !end.is_missing && end.said.n == 0);
    inlay_text_clear(&end.said);
}

TEST(standard_error_and_the_exit_code_are_kept)
{
    static const char *const WORDS[] = {"sh", "-c", "cat >&2; exit 3", NULL};
    char out[64];
    struct inlay_filter_end end = run(WORDS, "oh no", out, sizeof out);

    CHECK_TEXT(out, "");
    CHECK_TEXT(end.said.bytes, "oh no");
    CHECK(end.code == 3);
    inlay_text_clear(&end.said);
}

TEST(words_are_not_a_shells)
{
    static const char *const WORDS[] = {"printf", "%s|", "$(echo x); `id` *",
                                        "'", NULL};
    char out[64];
    struct inlay_filter_end end = run(WORDS, "", out, sizeof out);

    CHECK_TEXT(out, "$(echo x); `id` *|'|");
    inlay_text_clear(&end.said);
}

TEST(a_program_may_end_before_it_has_read_all)
{
    static const char *const WORDS[] = {"true", NULL};
    enum { N = 1 << 20 };
    char *input = inlay_mem_new(N + 1, 1), out[8];

    memset(input, 'x', N);
    struct inlay_filter_end end = run(WORDS, input, out, sizeof out);
    CHECK(end.code == 0);
    inlay_text_clear(&end.said);
    inlay_mem_free(input);
}

TEST(what_is_said_is_cut)
{
    static const char *const WORDS[] = {"sh", "-c", "cat >&2; cat >&2", NULL};
    enum { N = 1 << 20 };
    char *input = inlay_mem_new(N + 1, 1), out[8];

    memset(input, 'x', N);
    struct inlay_filter_end end = run(WORDS, input, out, sizeof out);
    CHECK(end.code == 0 && end.said.n > 1000 && end.said.n < 100000);
    inlay_text_clear(&end.said);
    inlay_mem_free(input);
}

TEST(a_missing_program_is_told_apart)
{
    static const char *const WORDS[] = {"no-program-of-this-name", NULL};
    char out[8];
    struct inlay_filter_end end = run(WORDS, "", out, sizeof out);

    CHECK(end.is_missing && end.said.n == 0);
}

TEST(a_signal_is_128_and_its_number)
{
    static const char *const WORDS[] = {"sh", "-c", "kill -9 $$", NULL};
    char out[8];
    struct inlay_filter_end end = run(WORDS, "", out, sizeof out);

    CHECK(end.code == 128 + 9);
    inlay_text_clear(&end.said);
}

OOM_TEST(each_allocation_that_fails_is_told)
{
    static const char *const WORDS[] = {"sh", "-c", "echo x >&2", NULL};
    struct inlay_filter_end end = {0};
    inlay_error err = {0};
    const inlay_status st =
        inlay_filter_run(WORDS, "x", STDOUT_FILENO, &end, &err);

    inlay_text_clear(&end.said);
    return st;
}
