/* The digits as histograms want them, and files that are refused. */
#include "check.h"
#include "text_file.h"

#include "boost/digits_file.h"

enum { MAX_TEXT = 2048 };

/* A line of n zeros, then `end`. */
static void add_line(char *text, size_t n, const char *end)
{
    for (size_t i = 0; i < n; i++)
        strcat(text, "0,");
    strcat(text, end);
}

static void check_refused(const char *line, const char *why)
{
    char text[MAX_TEXT] = "", path[] = "/tmp/inlay-digits-XXXXXX";
    struct digits digits = {0};
    inlay_error err = {0};
    add_line(text, DIGITS_PIXELS, "3\n");
    strcat(text, line);
    text_file(path, text);
    CHECK(digits_load(path, &digits, &err) == INLAY_EINVAL);
    check_at(err.msg, path, why);
    CHECK(digits.n == 0 && digits.level == NULL);
    unlink(path);
}

TEST(the_shipped_digits_are_all_there)
{
    struct digits d = {0};
    inlay_error err = {0};
    size_t n_zeros = 0;
    CHECK_OK(digits_load("examples/data/digits.csv", &d, &err), err);
    CHECK(d.n == 1797);
    for (size_t i = 0; i < d.n; i++)
        n_zeros += d.label[i] == 0;
    CHECK(n_zeros == 178);
    CHECK(d.level[2] == 5 && d.level[3] == 13);
    digits_clear(&d);
}

TEST(columns_and_bins_are_the_levels)
{
    struct digits d = {0};
    inlay_error err = {0};
    CHECK_OK(digits_load("examples/data/digits.csv", &d, &err), err);
    for (size_t i = 0; i < d.n; i++) {
        size_t at = d.first[i];
        for (size_t p = 0; p < DIGITS_PIXELS; p++) {
            const size_t level = d.level[i * DIGITS_PIXELS + p];
            CHECK(d.column[p * d.n + i] == level);
            if (level > 0)
                CHECK(d.bin[at++] == (level - 1) * DIGITS_PIXELS + p);
        }
        CHECK(at == d.first[i + 1]);
    }
    digits_clear(&d);
}

TEST(what_is_no_digit_is_refused)
{
    char line[MAX_TEXT] = "";
    add_line(line, 10, "1\n");
    check_refused(line, ":2: 11 fields, but there must be 65");
    line[0] = '\0';
    add_line(line, DIGITS_PIXELS, "10\n");
    check_refused(line, ":2: field 65, 10, is not a whole number from 0 to 9");
    line[0] = '\0';
    strcat(line, "17,");
    add_line(line, DIGITS_PIXELS - 1, "1\n");
    check_refused(line, ":2: field 1, 17, is not a whole number from 0 to 16");
    line[0] = '\0';
    strcat(line, "0,1.5,");
    add_line(line, DIGITS_PIXELS - 2, "1\n");
    check_refused(line, ":2: field 2, 1.5, is not a whole number from 0 to 16");
    line[0] = '\0';
    strcat(line, "x,");
    add_line(line, DIGITS_PIXELS - 1, "1\n");
    check_refused(line, ":2: field 1, 'x', is not a finite number");
}

TEST(no_file_no_rows_and_too_many_rows_are_refused)
{
    struct digits d = {0};
    inlay_error err = {0};
    char path[] = "/tmp/inlay-digits-XXXXXX";
    static const uint8_t level[(DIGITS_MAX_ROWS + 1) * DIGITS_PIXELS];
    static const uint8_t label[DIGITS_MAX_ROWS + 1];
    CHECK_FAILS(digits_load("nowhere.csv", &d, &err), INLAY_EINVAL, err,
                "cannot open nowhere.csv: No such file or directory");
    text_file(path, "");
    CHECK(digits_load(path, &d, &err) == INLAY_EINVAL);
    check_at(err.msg, path, ": no rows");
    CHECK_FAILS(digits_make(level, label, DIGITS_MAX_ROWS + 1, &d, &err),
                INLAY_EINVAL, err, "2048 digits; there must be 1 to 2047");
    unlink(path);
}
