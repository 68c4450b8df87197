#include "check.h"

#include "base/csv.h"

/* All rows of a text: fields in brackets, a row a line. */
static inlay_status read_all(const char *bytes, size_t n,
                             struct inlay_text *out, inlay_error *err)
{
    struct inlay_csv csv;
    bool is_end = false;
    inlay_status st = inlay_csv_init(&csv, bytes, n, err);
    if (st != INLAY_OK)
        return st;
    while (st == INLAY_OK && !is_end) {
        st = inlay_csv_next(&csv, &is_end, err);
        if (st == INLAY_OK && !is_end)
            inlay_text_printf(out, "%zu:", csv.line);
        for (size_t i = 0; st == INLAY_OK && !is_end && i < csv.n_fields; i++)
            inlay_text_printf(out, "[%s]", csv.field[i]);
    }
    inlay_csv_clear(&csv);
    return st == INLAY_OK ? inlay_text_status(out, err) : st;
}

static void check_rows(const char *text, const char *want)
{
    struct inlay_text got = {0};
    inlay_error err = {0};
    CHECK_OK(read_all(text, strlen(text), &got, &err), err);
    CHECK_TEXT(got.n ? got.bytes : "", want);
    inlay_text_clear(&got);
}

static void check_refused(const char *text, size_t n, const char *message)
{
    struct inlay_text got = {0};
    inlay_error err = {0};
    CHECK_FAILS(read_all(text, n, &got, &err), INLAY_EPARSE, err, message);
    inlay_text_clear(&got);
}

TEST(what_was_written_is_read_again)
{
    static const char *const fields[] = {
        "plain", "a,b",   "a;b",      "a\tb",    "\"",   "\"\"",
        "a\nb",  "a\r\n", " left",    "right ",  "=1+1", "'; rm -rf",
        "$(x)",  "",      "\xC3\xA9", "a\"b\"c", "\n",   "last"};
    struct inlay_text text = {0}, want = {0}, got = {0};
    inlay_error err = {0};
    for (int row = 0; row < 2; row++) {
        for (size_t i = 0; i < LEN(fields); i++) {
            if (i > 0)
                inlay_text_add(&text, ",");
            inlay_csv_add(&text, fields[i]);
        }
        inlay_text_add(&text, "\n");
    }
    struct inlay_csv csv;
    bool is_end = false;
    CHECK_OK(inlay_csv_init(&csv, text.bytes, text.n, &err), err);
    for (int row = 0; row < 2; row++) {
        CHECK_OK(inlay_csv_next(&csv, &is_end, &err), err);
        CHECK(!is_end && csv.n_fields == LEN(fields));
        for (size_t i = 0; i < LEN(fields); i++)
            CHECK_TEXT(csv.field[i], fields[i]);
    }
    CHECK_OK(inlay_csv_next(&csv, &is_end, &err), err);
    CHECK(is_end);
    inlay_csv_clear(&csv);
    inlay_text_clear(&text);
    inlay_text_clear(&want);
    inlay_text_clear(&got);
}

TEST(rows_end_with_any_line_end_and_empty_ones_are_left_out)
{
    check_rows("a,b\nc,d\n", "1:[a][b]2:[c][d]");
    check_rows("a,b\r\nc,d", "1:[a][b]2:[c][d]");
    check_rows("a,b\rc,d\r", "1:[a][b]2:[c][d]");
    check_rows("\n\na,b\n \n\nc,d\n\n", "3:[a][b]6:[c][d]");
    check_rows("a,\n,b\n,\n", "1:[a][]2:[][b]3:[][]");
    check_rows("a,", "1:[a][]");
    check_rows("", "");
    check_rows(" \r\n", "");
}

TEST(lines_are_counted_through_quoted_line_ends)
{
    check_rows("a,\"b\n\nc\"\nd,e\n", "1:[a][b\n\nc]4:[d][e]");
}

TEST(the_separator_is_the_one_of_the_first_line)
{
    check_rows("a;b;c\n1,5;2;3\n", "1:[a][b][c]2:[1,5][2][3]");
    check_rows("a\tb\n\t2\n", "1:[a][b]2:[][2]");
    check_rows("\"a;b;c\",d\n1,2\n", "1:[a;b;c][d]2:[1][2]");
    check_rows("\n\na;b\n", "3:[a][b]");
}

TEST(spaces_around_a_field_count_within_quotes_only)
{
    check_rows(" a , \" b \" ,c d \n", "1:[a][ b ][c d]");
    check_rows("5\" disk,x\n", "1:[5\" disk][x]");
}

TEST(a_byte_order_mark_is_no_part_of_the_first_name)
{
}

TEST(broken_quotes_and_nul_bytes_are_refused_with_their_line)
{
    static const char open[] = "a,b\n1,\"x\ny\n";
    static const char text[] = "a,b\n\"1\"2,3\n";
    static const char zero[] = "a,b\n1,\0\n";
    check_refused(open, sizeof open - 1,
                  "line 2, field 2: the quote that opens it is not closed");
    check_refused("\"", 1,
                  "line 1, field 1: the quote that opens it is not closed");
    check_refused(text, sizeof text - 1,
                  "line 2, field 1: there is text after the closing quote; "
                  "write a quote within quotes twice");
    check_refused(zero, sizeof zero - 1,
                  "line 2: a NUL byte; the text must be UTF-8");
}

OOM_TEST(a_table_that_does_not_fit_is_refused)
{
    static const char text[] = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n\"1\",2\n";
    struct inlay_text got = {0};
    inlay_error err = {0};
    inlay_status st = read_all(text, sizeof text - 1, &got, &err);
    inlay_csv_add(&got, "a\"b");
    if (st == INLAY_OK)
        st = inlay_text_status(&got, &err);
    inlay_text_clear(&got);
    return st;
}
