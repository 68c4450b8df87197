/* Lines of numbers: what is taken, what is refused and said. */
#include "check.h"
#include "text_file.h"

#include "harness/lines.h"

TEST(lines_are_read_with_any_end_and_none_at_the_end)
{
    static const char *const WANT[] = {"a,b", "", "c", "d"};
    char path[] = "/tmp/inlay-lines-XXXXXX";
    struct lines lines = {0};
    inlay_error err = {0};
    bool any = false;
    text_file(path, "a,b\n\nc\r\nd");
    CHECK_OK(lines_open(path, &lines, &err), err);
    for (size_t i = 0; i < LEN(WANT); i++) {
        CHECK_OK(lines_next(&lines, &any, &err), err);
        CHECK(any && lines.number == i + 1);
        CHECK(lines.has_end == (i < 3));
        CHECK_TEXT(lines.text, WANT[i]);
    }
    CHECK_OK(lines_next(&lines, &any, &err), err);
    CHECK(!any);
    lines_close(&lines);
    unlink(path);
}

/* The first line of a text as n numbers. */
static inlay_status numbers(const char *text, size_t n, double *out, char *path,
                            inlay_error *err)
{
    struct lines lines = {0};
    bool any = false;
    text_file(path, text);
    CHECK_OK(lines_open(path, &lines, err), *err);
    CHECK_OK(lines_next(&lines, &any, err), *err);
    const inlay_status st = lines_numbers(&lines, n, out, err);
    lines_close(&lines);
    unlink(path);
    return st;
}

TEST(numbers_are_those_between_commas)
{
    char path[] = "/tmp/inlay-lines-XXXXXX";
    double v[3];
    inlay_error err = {0};
    CHECK_OK(numbers("1,-2.5,3e2\n", 3, v, path, &err), err);
    CHECK(v[0] == 1.0 && v[1] == -2.5 && v[2] == 300.0);
}

TEST(a_bad_line_is_refused_with_its_place)
{
    static const struct {
        const char *text, *why;
    } CASES[] = {
        {"1,2\n", ":1: 2 fields, but there must be 3"},
        {"1,2,3,4\n", ":1: 4 fields, but there must be 3"},
        {"1,,3\n", ":1: field 2, '', is not a finite number"},
        {"1,2,3x\n", ":1: field 3, '3x', is not a finite number"},
        {"nan,2,3\n", ":1: field 1, 'nan', is not a finite number"},
    };
    for (size_t i = 0; i < LEN(CASES); i++) {
        char path[] = "/tmp/inlay-lines-XXXXXX";
        double v[3];
        inlay_error err = {0};
        CHECK(numbers(CASES[i].text, 3, v, path, &err) == INLAY_EINVAL);
        check_at(err.msg, path, CASES[i].why);
    }
}
