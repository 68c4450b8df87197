#include "check.h"

#include <unistd.h>

#include "base/line_reader.h"

enum { LIMIT = 10 };

/* The lines of a text that fits into a pipe, in brackets; those that are too
 * long as "[!]". */
static inlay_status lines_of(const char *bytes, size_t n, char *got,
                             inlay_error *err)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    FILE *in = fdopen(ends[0], "r");
    struct inlay_line line = {.is_there = true};
    inlay_status st = INLAY_OK;
    CHECK(in && write(ends[1], bytes, n) == (ssize_t)n);
    close(ends[1]);
    got[0] = '\0';
    for (; st == INLAY_OK && line.is_there;) {
        st = inlay_line_read(in, LIMIT, &line, err);
        if (st == INLAY_OK && line.is_too_long)
            strcat(got, "[!]");
        else if (st == INLAY_OK && line.is_there) {
            strcat(got, "[");
            strncat(got, line.n > 0 ? line.bytes : "", line.n);
            strcat(got, "]");
        }
    }
    inlay_line_clear(&line);
    fclose(in);
    return st;
}

static void check_lines(const char *text, const char *want)
{
    char got[200];
    inlay_error err = {0};
    CHECK_OK(lines_of(text, strlen(text), got, &err), err);
    CHECK_TEXT(got, want);
}

TEST(lines_are_given_without_their_ends)
{
    check_lines("", "");
    check_lines("\n", "[]");
    check_lines("a\nbc\n\nd", "[a][bc][][d]");
    check_lines("a\r\n", "[a\r]");
}

TEST(a_line_above_the_limit_is_told_and_the_next_one_is_whole)
{
    check_lines("0123456789\n0123456789a\nb\n", "[0123456789][!][b]");
    check_lines("0123456789a", "[!]");
}

TEST(a_long_line_is_passed_over_in_pieces)
{
    enum { N = 300000 };
    char *text = malloc(N + 3);
    struct inlay_line line = {0};
    inlay_error err = {0};
    FILE *file = tmpfile();
    CHECK(text && file);
    memset(text, 'x', N);
    memcpy(text + N, "\nb", 3);
    CHECK(fputs(text, file) >= 0 && fflush(file) == 0);
    rewind(file);
    CHECK_OK(inlay_line_read(file, LIMIT, &line, &err), err);
    CHECK(line.is_there && line.is_too_long);
    CHECK(line.room < N); /* it was not kept */
    CHECK_OK(inlay_line_read(file, LIMIT, &line, &err), err);
    CHECK(line.is_there && !line.is_too_long && line.n == 1 &&
          line.bytes[0] == 'b');
    CHECK_OK(inlay_line_read(file, LIMIT, &line, &err), err);
    CHECK(!line.is_there);
    inlay_line_clear(&line);
    fclose(file);
    free(text);
}

TEST(a_stream_that_cannot_be_read_is_refused)
{
    struct inlay_line line = {0};
    inlay_error err = {0};
    FILE *file = fopen("/dev/null", "w");
    CHECK(file);
    CHECK(inlay_line_read(file, LIMIT, &line, &err) == INLAY_ESTATE);
    CHECK(strstr(err.msg, "cannot read the input: ") == err.msg);
    inlay_line_clear(&line);
    fclose(file);
}

OOM_TEST(a_line_that_does_not_fit_is_refused)
{
    char got[200];
    return lines_of("abcdefgh\nabc\n", 13, got, NULL);
}

TEST(a_line_of_white_space_is_blank)
{
    CHECK(inlay_line_is_blank("", 0) && inlay_line_is_blank(" \t\r", 3));
    CHECK(!inlay_line_is_blank(" x ", 3) && !inlay_line_is_blank("\0", 1));
}
