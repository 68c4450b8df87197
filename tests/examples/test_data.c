/* The loader of examples/digits: what it takes, what it refuses and says. */
#include "check.h"

#include "../../examples/digits/data.h"

#ifndef INLAY_EXAMPLES_DATA
#define INLAY_EXAMPLES_DATA "examples/data"
#endif

enum { MAX_TEXT = 8192 };

/* A row of `n_pixels` equal pixels and a label. */
static void append_row(char *text, size_t n_pixels, const char *pixel,
                       const char *label)
{
    for (size_t i = 0; i < n_pixels; i++) {
        strcat(text, pixel);
        strcat(text, ",");
    }
    strcat(text, label);
}

static void append_good_rows(char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        append_row(text, DATA_PIXELS, "16", i % 2 ? "1\n" : "0\n");
}

static bool read_bytes(const char *text, size_t n_bytes, struct data *out,
                       struct data_error *err)
{
    FILE *file = tmpfile();
    CHECK(file != NULL);
    CHECK(fwrite(text, 1, n_bytes, file) == n_bytes);
    rewind(file);
    const bool ok = data_read(file, "t.csv", out, err);
    fclose(file);
    return ok;
}

/* `row` after ten good ones is refused with that message. */
static void check_refused(const char *row, const char *message)
{
    char text[MAX_TEXT] = "";
    struct data data = {0};
    struct data_error err = {""};
    append_good_rows(text, 10);
    strcat(text, row);
    CHECK(!read_bytes(text, strlen(text), &data, &err));
    CHECK_TEXT(err.msg, message);
    CHECK(data.n == 0 && data.x == NULL && data.label == NULL);
}

TEST(the_shipped_digits_are_all_there)
{
    struct data data = {0};
    struct data_error err = {""};
    size_t n_zeros = 0;
    if (!data_load(INLAY_EXAMPLES_DATA "/digits.csv", &data, &err))
        CHECK_TEXT(err.msg, "");
    CHECK(data.n == 1797);
    for (size_t i = 0; i < data.n; i++)
        n_zeros += data.label[i] == 0;
    CHECK(n_zeros == 178);
    CHECK(data.x[2] == 5.0 / 16.0);
    data_clear(&data);
}

TEST(any_end_of_line_is_taken_and_none_at_the_end)
{
    char text[MAX_TEXT] = "";
    struct data data = {0};
    struct data_error err = {""};
    append_good_rows(text, 10);
    append_row(text, DATA_PIXELS, "8", "7\r\n");
    append_row(text, DATA_PIXELS, "4", "9");
    CHECK(read_bytes(text, strlen(text), &data, &err));
    CHECK(data.n == 12);
    CHECK(data.x[0] == 1.0 && data.label[1] == 1);
    CHECK(data.x[10 * DATA_PIXELS] == 0.5 && data.label[10] == 7);
    CHECK(data.x[12 * DATA_PIXELS - 1] == 0.25 && data.label[11] == 9);
    data_clear(&data);
}

TEST(a_wrong_field_is_named)
{
    char row[1024] = "";
    append_row(row, DATA_PIXELS, "3", "10\n");
    check_refused(row, "t.csv:11: field 65 of 65, at '10', is not a number "
                       "from 0 to 9 followed by the end of the line");
    row[0] = '\0';
    append_row(row, DATA_PIXELS - 1, "3", "9\n");
    check_refused(row, "t.csv:11: field 64 of 65, at '9', is not a number "
                       "from 0 to 16 followed by a comma");
    row[0] = '\0';
    append_row(row, DATA_PIXELS + 1, "3", "9\n");
    check_refused(row, "t.csv:11: field 65 of 65, at '3,9', is not a number "
                       "from 0 to 9 followed by the end of the line");
    row[0] = '\0';
    append_row(row, DATA_PIXELS, "17", "9\n");
    row[15] = '\0'; /* also cut off: the first error counts */
    check_refused(row, "t.csv:11: field 1 of 65, at '17,17,17,17,', is not a "
                       "number from 0 to 16 followed by a comma");
}

TEST(what_is_no_number_is_refused)
{
    static const char *const rows[] = {
        "-1,", "x,", " 1,", "1.5,", ",", "", "1e1,", "99999999999999999999,"};
    for (size_t i = 0; i < LEN(rows); i++) {
        char text[MAX_TEXT] = "";
        struct data data = {0};
        struct data_error err = {""};
        append_good_rows(text, 10);
        strcat(text, rows[i]);
        append_row(text, DATA_PIXELS - 1, "0", "1\n");
        CHECK(!read_bytes(text, strlen(text), &data, &err));
        CHECK(strncmp(err.msg, "t.csv:11: field ", 16) == 0);
    }
}

TEST(a_line_without_end_is_refused)
{
    char row[2048] = "";
    append_row(row, 400, "3", "10\n");
    check_refused(row, "t.csv:11: the line is too long, or has a zero byte");

    char text[MAX_TEXT] = "";
    struct data data = {0};
    struct data_error err = {""};
    append_good_rows(text, 10);
    text[20] = '\0';
    CHECK(!read_bytes(text, 1000, &data, &err));
    CHECK_TEXT(err.msg, "t.csv:1: the line is too long, or has a zero byte");
}

TEST(a_file_of_few_rows_is_refused)
{
    char text[MAX_TEXT] = "";
    struct data data = {0};
    struct data_error err = {""};
    CHECK(!read_bytes(text, 0, &data, &err));
    CHECK_TEXT(err.msg, "t.csv: 0 rows; at least 10 are needed");
    append_good_rows(text, 9);
    CHECK(!read_bytes(text, strlen(text), &data, &err));
    CHECK_TEXT(err.msg, "t.csv: 9 rows; at least 10 are needed");
}

TEST(a_missing_file_is_named)
{
    struct data data = {0};
    struct data_error err = {""};
    CHECK(!data_load("/nowhere/digits.csv", &data, &err));
    CHECK_TEXT(err.msg,
               "cannot open /nowhere/digits.csv: No such file or directory");
    CHECK(!data_load("/", &data, &err));
    CHECK_TEXT(err.msg, "/: Is a directory");
}

/* Row i has label i % 10 and its pixels are i / 64, so that rows are known. */
static struct data numbered_rows(double *x, uint8_t *label, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        label[i] = (uint8_t)(i % DATA_CLASSES);
        for (size_t k = 0; k < DATA_PIXELS; k++)
            x[i * DATA_PIXELS + k] = (double)i / 64.0;
    }
    return (struct data){n, x, label};
}

TEST(a_shuffle_moves_whole_rows_and_loses_none)
{
    enum { N = 50 };
    double x[N * DATA_PIXELS];
    uint8_t label[N];
    bool is_seen[N] = {false};
    size_t n_moved = 0;
    struct data data = numbered_rows(x, label, N);
    data_shuffle(&data, 4);
    for (size_t i = 0; i < N; i++) {
        const double *row = x + i * DATA_PIXELS;
        const size_t was = (size_t)(row[0] * 64.0);
        CHECK(!is_seen[was] && row[DATA_PIXELS - 1] == row[0]);
        CHECK(label[i] == was % DATA_CLASSES);
        is_seen[was] = true;
        n_moved += was != i;
    }
    CHECK(n_moved > N / 2);
}

TEST(the_split_has_every_row_once)
{
    enum { N = 13 };
    double x[N * DATA_PIXELS];
    uint8_t label[N];
    const struct data data = numbered_rows(x, label, N);
    const struct data_split split = data_split(&data);
    CHECK(split.train.n == 7 && split.train.x == x);
    CHECK(split.validation.n == 3);
    CHECK(split.validation.x == split.train.x + 7 * DATA_PIXELS);
    CHECK(split.validation.label == split.train.label + 7);
    CHECK(split.test.n == 3);
    CHECK(split.test.x == split.validation.x + 3 * DATA_PIXELS);
}
