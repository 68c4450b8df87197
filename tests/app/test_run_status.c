/*
 * test_run_status.c: the lines of the block, to the letter.
 */
#include "check.h"

#include "app/screen/run_status.h"
#include "news_fixture.h"

static const struct inlay_terminal WIDE = {
    .width = 80, .height = 24, .has_utf8 = true};

static void check_lines(const struct inlay_run_progress *p,
                        const struct inlay_terminal *terminal, const char *want)
{
    struct inlay_text text = {0};

    inlay_run_status_add(&text, p, terminal);
    CHECK_TEXT(text.bytes, want);
    inlay_text_clear(&text);
}

TEST(a_clock_has_minutes_and_hours)
{
    static const struct {
        double seconds;
        const char *want;
    } row[] = {
        {0.0, "0:00"},         {59.4, "0:59"},    {59.6, "1:00"},
        {75.0, "1:15"},        {3599.0, "59:59"}, {3675.0, "1:01:15"},
        {360000, "100:00:00"}, {NAN, "--:--"},    {INFINITY, "--:--"},
        {-1.0, "--:--"},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text text = {0};

        inlay_run_status_add_clock(&text, row[i].seconds);
        CHECK_TEXT(text.bytes, row[i].want);
        inlay_text_clear(&text);
    }
}

TEST(at_the_beginning_there_is_a_bar)
{
    const struct inlay_run_progress p = {.budget = 40, .n_parallel = 1};

    check_lines(&p, &WIDE,
                "[░░░░░░░░░░░░░░░░░░░░░░░░░░] 0/40  0:00 elapsed  "
                "--:-- left\n");
}

TEST(more_than_the_budget_is_no_share_of_it)
{
    const struct inlay_run_progress p = {
        .budget = 3, .n_finished = 63, .n_parallel = 1};

    check_lines(&p, &WIDE,
                "[██████████████████████████] 63 (budget 3)  0:00 elapsed\n");
}

/* Halfway: five of ten, two running. */
static struct inlay_run_progress halfway(struct inlay_shown_trial running[2],
                                         struct inlay_best_step steps[3],
                                         char *x)
{
    running[0] = (struct inlay_shown_trial){6, 1, 11.0, x};
    running[1] = (struct inlay_shown_trial){7, 2, 12.0, x};
    steps[0] = (struct inlay_best_step){1, 9.0};
    steps[1] = (struct inlay_best_step){2, 5.0};
    steps[2] = (struct inlay_best_step){4, 1.0};
    return (struct inlay_run_progress){
        .budget = 10,
        .n_parallel = 2,
        .n_finished = 5,
        .n_failed = 1,
        .now = 12.5,
        .running = running,
        .n_running = 2,
        .best = {.id = 4, .x = x},
        .best_value = 1.0,
        .steps = steps,
        .n_steps = 3,
        .evaluation_seconds = 10.0,
        .n_timed = 5,
    };
}

TEST(a_block_has_bar_running_best_and_curve)
{
    struct inlay_shown_trial running[2];
    struct inlay_best_step steps[3];
    char x[] = "rate=1";
    const struct inlay_run_progress p = halfway(running, steps, x);

    check_lines(&p, &WIDE,
                "[█████████████░░░░░░░░░░░░░] 5/10  0:13 elapsed  0:04 left  "
                "1 failed\n"
                "running      6         1.5 s  rate=1\n"
                "             7         0.5 s  (attempt 2) rate=1\n"
                "best         4             1  rate=1\n"
                "curve    9 █▅▅▁▁ 1\n");
}

TEST(noise_has_a_line_once_it_is_found)
{
    struct inlay_shown_trial running[2];
    struct inlay_best_step steps[3];
    char x[] = "rate=1";
    struct inlay_run_progress p = halfway(running, steps, x);
    struct inlay_terminal low = WIDE;

    low.height = 7;
    p.noise_sd = 0.0213;
    check_lines(&p, &low,
                "[█████████████░░░░░░░░░░░░░] 5/10  0:13 elapsed  0:04 left  "
                "1 failed\n"
                "running      6         1.5 s  rate=1\n"
                "         ... and 1 more\n"
                "best         4             1  rate=1\n"
                "curve    9 █▅▅▁▁ 1\n"
                "noise    0.021\n");
}

TEST(ascii_and_color_are_options)
{
    struct inlay_shown_trial running[2];
    struct inlay_best_step steps[3];
    char x[] = "rate=1";
    struct inlay_run_progress p = halfway(running, steps, x);
    const struct inlay_terminal ascii = {.width = 30, .height = 24};
    const struct inlay_terminal color = {
        .width = 30, .height = 24, .use_color = true};

    p.n_running = 0;
    check_lines(&p, &ascii,
                "[#####.....] 5/10  0:13 elapsed  0:05 left  1 failed\n"
                "best         4             1  rate=1\n"
                "curve    9 #==__ 1\n");
    check_lines(&p, &color,
                "[\033[32m#####.....\033[0m] 5/10  0:13 elapsed  0:05 left  "
                "1 failed\n"
                "\033[1mbest     \033[0m    4             1  rate=1\n"
                "\033[1mcurve    \033[0m9 #==__ 1\n");
}

TEST(running_trials_that_do_not_fit_are_counted)
{
    struct inlay_shown_trial running[12];
    struct inlay_run_progress p = {.budget = 40,
                                   .n_parallel = 12,
                                   .running = running,
                                   .n_running = LEN(running)};
    const struct inlay_terminal low = {.width = 24, .height = 7};

    for (size_t i = 0; i < LEN(running); i++)
        running[i] = (struct inlay_shown_trial){.id = (int64_t)i + 1};
    check_lines(&p, &low,
                "[........] 0/40  0:00 elapsed  --:-- left\n"
                "running      1         0.0 s  \n"
                "             2         0.0 s  \n"
                "         ... and 10 more\n");
}

TEST(a_long_curve_keeps_its_first_and_its_last_value)
{
    struct inlay_best_step steps[2] = {{1, -1e308}, {1000, 1e308}};
    struct inlay_run_progress p = {.budget = 1000,
                                   .n_parallel = 1,
                                   .n_finished = 1000,
                                   .best.id = 1000,
                                   .best_value = 1e308,
                                   .steps = steps,
                                   .n_steps = 2};
    const struct inlay_terminal narrow = {.width = 24, .height = 24};

    check_lines(&p, &narrow,
                "[########] 1000/1000  0:00 elapsed\n"
                "best      1000        1e+308  \n"
                "curve    -1e+308 ___________# 1e+308\n");
}

OOM_TEST(a_block_without_memory_is_an_error)
{
    struct inlay_shown_trial running[2];
    struct inlay_best_step steps[3];
    char x[] = "rate=1";
    const struct inlay_run_progress p = halfway(running, steps, x);
    struct inlay_text text = {0};
    inlay_error err = {0};

    inlay_run_status_add(&text, &p, &WIDE);
    const inlay_status st = inlay_text_status(&text, &err);

    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    inlay_text_clear(&text);
    return st;
}
