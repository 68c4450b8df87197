/*
 * test_reason.c: why an evaluation failed, in words.
 */
#include "check.h"

#include "run/reason.h"

static void check(enum inlay_end_kind kind, int code, uint64_t memory,
                  const char *want)
{
    const struct inlay_loop_options options = {.timeout = 2.5,
                                               .memory = memory};
    const struct inlay_job_end end = {.kind = kind, .code = code};
    char why[INLAY_MAX_REASON];
    inlay_reason_of_end(&end, &options, why);
    CHECK_TEXT(why, want);
}

TEST(each_end_has_its_words)
{
    check(INLAY_END_EXITED, 3, 0, "exit code 3");
    check(INLAY_END_SIGNALLED, 11, 0, "signal 11 (Segmentation fault)");
    check(INLAY_END_SIGNALLED, 9, 512u << 20,
          "signal 9 (Killed) (its memory was limited to 512 MiB)");
    check(INLAY_END_TIMED_OUT, 15, 0, "timeout: stopped after 2.5 seconds");
    check(INLAY_END_CANCELLED, 15, 0, "cancelled");
}

static void check_line(const char *lines, const char *want)
{
    char why[INLAY_MAX_REASON] = "no";
    inlay_reason_add_line(why, ": ", lines);
    CHECK_TEXT(why, want);
}

TEST(the_last_line_follows)
{
    check_line("", "no");
    check_line("\n\n", "no");
    check_line("one", "no: one");
    check_line("one\ntwo\n\n", "no: two");
}

/* 199 letters and one of two bytes, which would be cut in two. */
TEST(a_long_line_is_cut_at_a_whole_character)
{
    char lines[260], want[260];
    memset(lines, 'a', 199);
    memcpy(lines + 199, "\xc3\xbc and more", 12);
    memcpy(want, "no: ", 4);
    memset(want + 4, 'a', 199);
    want[203] = '\0';
    check_line(lines, want);
}
