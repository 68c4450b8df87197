/*
 * test_tail.c: the last lines of what a worker has printed.
 */
#include "printed_fixture.h"

#include "run/tail.h"

static void check_tail(const char *bytes, size_t n, size_t n_lines,
                       const char *want)
{
    char path[200];
    struct inlay_text tail = {0};

    new_path(path);
    write_file(path, bytes, n);
    inlay_tail_add(path, n_lines, &tail);
    CHECK_TEXT(inlay_text_view(&tail), want);
    inlay_text_clear(&tail);
    unlink(path);
}

TEST(a_tail_is_the_last_lines)
{
    check_tail("a\nb\nc\n", 6, 2, "b\nc");
    check_tail("a\nb\nc", 5, 1, "c");
    check_tail("a\r\nb\r\n\r\n", 8, 5, "a\nb");
    check_tail("", 0, 3, "");
    check_tail("\n\n\n", 3, 2, "");
}

TEST(a_tail_is_harmless)
{
    check_tail("\x1b[31mred\a\0\x7f", 11, 3, "red???");
    check_tail("ö€🙂\t.", 11, 3, "ö€🙂 .");
    check_tail("\xc3(\xc0\x80\xed\xa0\x80\xf8.\xc2\x9b\xe2\x82", 13, 3,
               "?(??????.???");
}

TEST(a_tail_has_what_a_progress_bar_has_come_to)
{
    check_tail("1\n10%\r20%\r30%\r\nend", 18, 3, "1\n30%\nend");
}

/* A line takes four lines of a screen at most, and says how long it was. */
TEST(a_long_line_is_cut_and_says_its_length)
{
    enum { ROOM = 9000 };
    char bytes[ROOM];
    struct inlay_text tail = {0};
    char path[200];

    for (size_t i = 0; i < ROOM; i += 3) /* a letter of three bytes */
        memcpy(bytes + i, "€", 3);
    new_path(path);
    write_file(path, bytes, ROOM);
    inlay_tail_add(path, 9, &tail);
    CHECK(strncmp(tail.bytes, "(a line of 9000 bytes) ...€", 29) == 0);
    CHECK(tail.n <= 350 && tail.n >= 340 && !strchr(tail.bytes, '?'));
    inlay_text_clear(&tail);

    memcpy(bytes + 8100, "\n", 1); /* a line of 893, and one after it */
    memcpy(bytes + ROOM - 6, "\nError", 6);
    write_file(path, bytes, ROOM);
    inlay_tail_add(path, 9, &tail);
    CHECK(strncmp(tail.bytes, "(a line of 893 bytes) ...", 25) == 0);
    CHECK(strstr(tail.bytes, "\nError"));
    inlay_text_clear(&tail);

    unlink(path);
    inlay_tail_add(path, 9, &tail);
    CHECK_TEXT(inlay_text_view(&tail), "");
    inlay_text_clear(&tail);
}
