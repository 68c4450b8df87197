/*
 * test_run_view.c: a run's news as plain lines, as JSON, and on a terminal, where
 * what stays is there once and the block below it once.
 */
#include "check.h"

#include "app/screen/run_status.h"
#include "app/screen/run_view.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/width.h"
#include "limited_fixture.h"
#include "news_fixture.h"
#include "screen_fixture.h"
#include "strategy/options.h"

/* A view that writes into memory. */
struct viewing {
    inlay_space *space;
    struct inlay_run_view *view;
    FILE *out;
    char *bytes;
    size_t n_bytes;
};

static void viewing_begin(struct viewing *v,
                          struct inlay_run_view_options options)
{
    inlay_error err = {0};

    *v = (struct viewing){.space = news_space()};
    v->out = open_memstream(&v->bytes, &v->n_bytes);
    CHECK(v->out != NULL);
    options.progress.space = v->space;
    options.progress.budget = 40;
    if (options.progress.n_parallel == 0)
        options.progress.n_parallel = 1;
    CHECK_OK(inlay_run_view_new(&options, v->out, 100.0, &v->view, &err), err);
}

static void see(struct viewing *v, struct inlay_loop_news news, double now)
{
    inlay_run_view_news(v->view, &news, now);
    fflush(v->out);
}

static void viewing_end(struct viewing *v)
{
    inlay_run_view_free(v->view);
    fclose(v->out);
    free(v->bytes);
    inlay_space_free(v->space);
}

/* One of each kind. */
static void tell_all(struct viewing *v)
{
    struct inlay_loop_news second = news_started(2);

    see(v, news_started(1), 100.5);
    see(v, news_done(1, 0.25, 1.25, true), 101.75);
    see(v, news_tick(), 101.8);
    see(v, news_started(2), 102.0);
    see(v, news_retry(2, 0.5, "exit code 3"), 102.5);
    second.attempt = 2;
    see(v, second, 102.5);
    see(v, news_failed(2, 12.0, "signal 9", "one\n\ntwo"), 114.5);
    see(v, news_started(3), 115.0);
    see(v, news_put_back(3), 116.0);
    see(v, news_done(14, -1.0 / 3e5, 1234.5, false), 117.0);
}

/* ---- Plain lines --------------------------------------------------------- */

TEST(in_a_log_a_trial_is_a_line)
{
    struct viewing v;

    viewing_begin(&v, (struct inlay_run_view_options){0});
    tell_all(&v);
    CHECK_TEXT(
        v.bytes,
        "trial  1          0.25  best     1.2 s  rate=0.125 depth=3 act=relu\n"
        "trial  2         retry          0.50 s  rate=0.333333 depth=1 "
        "act=tänh\n"
        "  exit code 3 (attempt 1)\n"
        "trial  2        failed          12.0 s  rate=0.333333 depth=1 "
        "act=tänh\n"
        "  signal 9\n"
        "  | one\n"
        "  | \n"
        "  | two\n"
        "trial  3      put back                  rate=0.5 depth=2 "
        "act=日本\\x1b[2J\\n\n"
        "trial 14  -3.33333e-06        1234.5 s  rate=0.333333 depth=1 "
        "act=tänh\n");
    viewing_end(&v);
}

/* What a view shows of two trials, values of each: {loss, ms}, of which less than
 * 20 is allowed. */
static void see_two(struct viewing *v, bool is_json, const double *first,
                    const double *second, bool is_second_best)
{
    const double *const values[] = {first, second};
    inlay_options *o = limited_options();
    viewing_begin(v, (struct inlay_run_view_options){
                         .is_json = is_json,
                         .progress.outputs = inlay_options_outputs(o)});
    for (int64_t id = 1; id <= 2; id++) {
        struct inlay_loop_news news =
            news_done(id, values[id - 1][0], 1.0, id == 1 || is_second_best);
        news.trial.values = values[id - 1];
        news.trial.is_feasible = values[id - 1][1] <= 20.0;
        see(v, news, 100.0 + (double)id);
    }
    inlay_options_free(o);
}

/* One within its limit, one beyond it, as a log and as JSON. */
TEST(a_trial_that_breaks_a_limit_says_which)
{
    static const double GOOD[] = {0.25, 12.0}, BAD[] = {0.125, 31.5};
    struct viewing v;
    see_two(&v, false, GOOD, BAD, false);
    CHECK(strstr(v.bytes, "  0.25     best  "));
    CHECK(strstr(v.bytes, "  breaks ms=31.5 > 20\n"));
    CHECK(strstr(strstr(v.bytes, "breaks") + 1, "breaks") == NULL);
    viewing_end(&v);
    see_two(&v, true, GOOD, BAD, false);
    CHECK(strstr(v.bytes, "\"best\": true, \"nearest\": false"));
    CHECK(strstr(v.bytes, "\"values\": {\"loss\": 0.125, \"ms\": 31.5}, "
                          "\"feasible\": false"));
    viewing_end(&v);
}

TEST(what_is_nearest_to_the_limits_is_not_the_best)
{
    static const double FAR[] = {0.25, 40.0}, NEAR[] = {0.5, 30.0};
    struct viewing v;
    see_two(&v, false, FAR, NEAR, true);
    CHECK(strstr(v.bytes, "  0.5  nearest  ") && !strstr(v.bytes, "best"));
    viewing_end(&v);
    see_two(&v, true, FAR, NEAR, true);
    CHECK(strstr(v.bytes, "\"best\": false, \"nearest\": true"));
    CHECK(!strstr(v.bytes, "\"best\": true"));
    viewing_end(&v);
}

TEST(output_is_shown_harmless)
{
    struct viewing v;

    viewing_begin(&v, (struct inlay_run_view_options){0});
    see(&v,
        news_failed(1, 1.0, "a\nb\033[2J",
                    "1\n30%\n"
                    "\033[31mred\033[0m\tand \x01\xff\n"),
        101.0);
    CHECK_TEXT(
        v.bytes,
        "trial  1        failed           1.0 s  rate=0.125 depth=3 act=relu\n"
        "  a?b\n"
        "  | 1\n"
        "  | 30%\n"
        "  | red and ??\n");
    viewing_end(&v);
}

TEST(a_long_line_does_not_flood_the_screen)
{
    struct viewing v;
    char garbage[3001];

    for (size_t i = 0; i < sizeof garbage - 1; i++)
        garbage[i] = (char)(1 + 7 * i % 255);
    garbage[sizeof garbage - 1] = '\0';
    for (char *c = garbage; *c; c++)
        *c = *c == '\n' ? '.' : *c;
    viewing_begin(&v, (struct inlay_run_view_options){0});
    see(&v, news_failed(1, 1.0, garbage, garbage), 101.0);
    const char *line = v.bytes;
    for (size_t i = 0; i < 2; i++) { /* the reason quotes the output */
        const size_t n = strcspn(line, "\n");
        CHECK(inlay_width_rows(line, n, 384) == 1);
        line += n + 1;
    }
    CHECK_TEXT(line, "");
    viewing_end(&v);
}

TEST(a_failure_may_have_no_output)
{
    static const char want[] =
        "trial  1        failed           1.0 s  rate=0.125 depth=3 act=relu\n"
        "  why\n";
    static const char *const output[] = {NULL, ""};

    for (size_t i = 0; i < LEN(output); i++) {
        struct viewing v;

        viewing_begin(&v, (struct inlay_run_view_options){0});
        see(&v, news_failed(1, 1.0, "why", output[i]), 101.0);
        CHECK_TEXT(v.bytes, want);
        viewing_end(&v);
    }
}

TEST(words_are_colored_where_that_is_wanted)
{
    struct viewing v;

    viewing_begin(&v,
                  (struct inlay_run_view_options){.terminal.use_color = true});
    see(&v, news_done(1, 0.25, 1.25, true), 101.0);
    see(&v, news_failed(2, 1.0, "why", ""), 101.0);
    CHECK_TEXT(v.bytes,
               "trial  1          0.25  \033[32mbest\033[0m     1.2 s  "
               "rate=0.125 depth=3 act=relu\n"
               "trial  2        \033[31mfailed\033[0m           1.0 s  "
               "rate=0.333333 depth=1 act=tänh\n"
               "  why\n");
    viewing_end(&v);
}

TEST(a_run_says_what_it_waits_for_before_it_stops)
{
    struct viewing v;

    viewing_begin(&v, (struct inlay_run_view_options){0});
    inlay_run_view_say_stopping(v.view, NULL);
    see(&v, news_started(1), 100.0);
    inlay_run_view_say_stopping(v.view, NULL);
    see(&v, news_started(2), 100.0);
    inlay_run_view_say_stopping(v.view, NULL);
    fflush(v.out);
    CHECK_TEXT(v.bytes,
               "Stopping.\n"
               "Stopping: waiting for 1 running trial. Press Ctrl-C again to "
               "abort it; it will be rerun next time.\n"
               "Stopping: waiting for 2 running trials. Press Ctrl-C again to "
               "abort them; they will be rerun next time.\n");
    viewing_end(&v);
}

TEST(quiet_is_nothing)
{
    struct viewing v;

    viewing_begin(
        &v, (struct inlay_run_view_options){.is_quiet = true,
                                            .is_json = true,
                                            .terminal.is_terminal = true});
    tell_all(&v);
    inlay_run_view_say_stopping(v.view, NULL);
    inlay_run_view_set_size(v.view, 20, 20);
    inlay_run_view_free(v.view);
    v.view = NULL;
    fflush(v.out);
    CHECK(v.n_bytes == 0);
    viewing_end(&v);
}

/* ---- JSON ---------------------------------------------------------------- */

TEST(each_piece_of_news_is_a_line_of_json)
{
    struct viewing v;

    viewing_begin(&v, (struct inlay_run_view_options){.is_json = true});
    tell_all(&v);
    inlay_run_view_say_stopping(v.view, NULL);
    CHECK_TEXT(
        v.bytes,
        "{\"event\": \"started\", \"id\": 1, \"attempt\": 1, \"x\": {\"rate\": "
        "0.125, \"depth\": 3, \"act\": \"relu\"}}\n"
        "{\"event\": \"done\", \"id\": 1, \"y\": 0.25, \"seconds\": 1.25, "
        "\"x\": {\"rate\": 0.125, \"depth\": 3, \"act\": \"relu\"}, \"best\": "
        "true}\n"
        "{\"event\": \"started\", \"id\": 2, \"attempt\": 1, \"x\": {\"rate\": "
        "0.3333333333333333, \"depth\": 1, \"act\": \"tänh\"}}\n"
        "{\"event\": \"retry\", \"id\": 2, \"why\": \"exit code 3\", "
        "\"attempt\": 1, \"seconds\": 0.5, \"x\": {\"rate\": "
        "0.3333333333333333, \"depth\": 1, \"act\": \"tänh\"}}\n"
        "{\"event\": \"started\", \"id\": 2, \"attempt\": 2, \"x\": {\"rate\": "
        "0.3333333333333333, \"depth\": 1, \"act\": \"tänh\"}}\n"
        "{\"event\": \"failed\", \"id\": 2, \"why\": \"signal 9\", "
        "\"output\": \"one\\n\\ntwo\", \"seconds\": 12, \"x\": "
        "{\"rate\": 0.3333333333333333, \"depth\": 1, \"act\": \"tänh\"}}\n"
        "{\"event\": \"started\", \"id\": 3, \"attempt\": 1, \"x\": {\"rate\": "
        "0.5, \"depth\": 2, \"act\": \"日本\\u001b[2J\\n\"}}\n"
        "{\"event\": \"put_back\", \"id\": 3, \"x\": {\"rate\": 0.5, "
        "\"depth\": 2, \"act\": \"日本\\u001b[2J\\n\"}}\n"
        "{\"event\": \"done\", \"id\": 14, \"y\": -3.3333333333333333e-06, "
        "\"seconds\": 1234.5, \"x\": {\"rate\": 0.3333333333333333, "
        "\"depth\": 1, \"act\": \"tänh\"}, \"best\": false}\n");
    viewing_end(&v);
}

TEST(any_output_is_a_line_of_json_that_can_be_read)
{
    struct inlay_rng rng = inlay_rng_seed(3);

    for (int rep = 0; rep < 300; rep++) {
        struct viewing v;
        char output[32] = "";
        json_t *json = NULL;
        inlay_error err = {0};
        const size_t n = inlay_rng_below(&rng, sizeof output);

        for (size_t i = 0; i < n; i++)
            output[i] = (char)(1 + inlay_rng_below(&rng, 255));
        viewing_begin(&v, (struct inlay_run_view_options){.is_json = true});
        see(&v, news_failed(1, NAN, output, output), 101.0);
        CHECK(memchr(v.bytes, '\n', v.n_bytes) == v.bytes + v.n_bytes - 1);
        CHECK_OK(inlay_json_parse(v.bytes, v.n_bytes, &json, &err), err);
        CHECK(json_is_string(json_object_get(json, "output")));
        CHECK(json_is_null(json_object_get(json, "seconds")));
        json_decref(json);
        viewing_end(&v);
    }
}

/* ---- Terminal ------------------------------------------------------------ */

static void check_screen(const struct viewing *v, size_t width, size_t height,
                         bool is_cursor_hidden, const char *want)
{
    struct screen s = screen_new(width, height);

    screen_feed(&s, v->bytes, v->n_bytes);
    struct inlay_text text = screen_text(&s);
    CHECK_TEXT(text.bytes, want);
    CHECK(s.is_cursor_hidden == is_cursor_hidden);
    inlay_text_clear(&text);
    screen_free(&s);
}

static const char after_all[] =
    "trial  1          0.25  best     1.2 s  rate=0.125 depth=3 act=relu\n"
    "trial  2         retry          0.50 s  rate=0.333333 depth=1 act=tänh\n"
    "  exit code 3 (attempt 1)\n"
    "trial  2        failed          12.0 s  rate=0.333333 depth=1 act=tänh\n"
    "  signal 9\n"
    "  | one\n"
    "  | \n"
    "  | two\n"
    "trial  3      put back                  rate=0.5 depth=2 "
    "act=日本\\x1b[2J\\n\n"
    "[██░░░░░░░░░░░░░░░░░░░░░░░░░░░░] 3/40  0:17 elapsed  4:16:45 left  1 "
    "failed\n"
    "best         1          0.25  rate=0.125 depth=3 act=relu\n";

TEST(on_a_terminal_failures_stay_above_the_block)
{
    struct viewing v;

    viewing_begin(&v,
                  (struct inlay_run_view_options){.terminal.is_terminal = true,
                                                  .terminal.has_utf8 = true,
                                                  .terminal.width = 100,
                                                  .terminal.height = 24});
    tell_all(&v);
    check_screen(&v, 100, 24, true, after_all);
    inlay_run_view_free(v.view);
    v.view = NULL;
    fflush(v.out);
    check_screen(&v, 100, 24, false, after_all);
    viewing_end(&v);
}

TEST(an_earlier_run_is_where_progress_begins)
{
    const inlay_trial best = {.id = 7, .value = 2.0, .x = news_x(7)};
    struct viewing v;

    viewing_begin(&v,
                  (struct inlay_run_view_options){.terminal.is_terminal = true,
                                                  .terminal.width = 60,
                                                  .progress.n_finished = 20,
                                                  .best = &best});
    see(&v, news_started(21), 100.0);
    see(&v, news_done(21, 1.0, 1.0, true), 101.0);
    check_screen(
        &v, 60, 24, true,
        "trial 21             1  best     1.0 s  rate=0.5 depth=2 "
        "act=??\\x1b[2J\\n\n"
        "[##########..........] 21/40  0:01 elapsed  0:19 left\n"
        "best        21             1  rate=0.5 depth=2 act=??\\x1...\n"
        "curve    2 #_ 1\n");
    viewing_end(&v);
}

/* After a resume the curve begins with the first run. */
TEST(the_curve_survives_a_resume)
{
    const inlay_trial best = {.id = 7, .value = 2.0, .x = news_x(7)};
    const struct inlay_best_step steps[] = {{1, 4.0}, {5, 3.0}, {7, 2.0}};
    struct viewing v;

    viewing_begin(&v,
                  (struct inlay_run_view_options){.terminal.is_terminal = true,
                                                  .terminal.width = 60,
                                                  .progress.n_finished = 8,
                                                  .best = &best,
                                                  .steps = steps,
                                                  .n_steps = LEN(steps)});
    see(&v, news_started(9), 100.0);
    see(&v, news_done(9, 5.0, 1.0, false), 101.0);
    check_screen(&v, 60, 24, true,
                 "[####................] 9/40  0:01 elapsed  0:31 left\n"
                 "best         7             2  rate=0.125 depth=3 act=relu\n"
                 "curve    4 ####==___ 2\n");
    viewing_end(&v);
}

TEST(there_are_ten_draws_a_second_and_no_more)
{
    struct viewing v;
    size_t n_draws = 0, before = 0;

    viewing_begin(
        &v, (struct inlay_run_view_options){.terminal.is_terminal = true});
    for (int i = 0; i < 1000; i++) { /* ten seconds */
        see(&v, news_tick(), 100.0 + 0.01 * i);
        if (v.n_bytes > before)
            n_draws++;
        before = v.n_bytes;
    }
    CHECK(n_draws >= 95 && n_draws <= 112);
    viewing_end(&v);
}

TEST(a_new_size_is_drawn_at_once)
{
    struct viewing v;

    viewing_begin(
        &v, (struct inlay_run_view_options){.terminal.is_terminal = true});
    see(&v, news_started(1), 100.0);
    struct screen s = screen_new(80, 24);
    screen_feed(&s, v.bytes, v.n_bytes);
    const size_t n_fed = v.n_bytes;
    screen_resize(&s, 20, 10);
    inlay_run_view_set_size(v.view, 20, 10);
    fflush(v.out);
    screen_feed(&s, v.bytes + n_fed, v.n_bytes - n_fed);
    const size_t n_drawn = v.n_bytes;
    inlay_run_view_set_size(v.view, 20, 10);
    fflush(v.out);
    CHECK(v.n_bytes == n_drawn);
    struct inlay_text text = screen_text(&s);
    CHECK_TEXT(text.bytes, "[........] 0/40 ...\nrunning      1  ...\n");
    inlay_text_clear(&text);
    screen_free(&s);
    viewing_end(&v);
}

/* ---- The law, for random news -------------------------------------------- */

/* The same news to a terminal, to a log without finished trials, and to what
 * knows the block. */
struct trio {
    struct viewing terminal, log;
    struct inlay_run_progress progress;
    struct screen screen;
    size_t n_fed;
    int64_t next_id;
    double now;
};

static void trio_begin(struct trio *t, size_t width, size_t height)
{
    *t = (struct trio){.next_id = 1, .now = 100.0};
    t->screen = screen_new(width, height);
    viewing_begin(&t->terminal,
                  (struct inlay_run_view_options){.terminal.is_terminal = true,
                                                  .terminal.has_utf8 = true,
                                                  .terminal.use_color = true,
                                                  .terminal.width = width,
                                                  .terminal.height = height,
                                                  .progress.n_parallel = 12});
    viewing_begin(&t->log, (struct inlay_run_view_options){0});
    t->progress = (struct inlay_run_progress){.space = t->log.space,

                                              .budget = 40,
                                              .n_parallel = 12,
                                              .began = 100.0,
                                              .now = 100.0};
}

static void trio_end(struct trio *t)
{
    viewing_end(&t->terminal);
    viewing_end(&t->log);
    inlay_run_progress_clear(&t->progress);
    screen_free(&t->screen);
}

static struct inlay_loop_news random_news(struct trio *t, struct inlay_rng *rng)
{
    static const char *const outputs[] = {
        "", "one\ntwo\n", "日本語 日本語 日本語 日本語 日本語 日本語\n",
        "\033[31mlong, and it wraps, wraps, wraps, wraps\033[0m\r\n\n\x01"};
    const size_t n_running = t->progress.n_running;
    const size_t dice = inlay_rng_below(rng, 10);

    if (n_running == 0 || dice < 4)
        return dice == 3 ? news_tick() : news_started(t->next_id++);
    const int64_t id = t->progress.running[inlay_rng_below(rng, n_running)].id;
    if (dice < 7)
        return news_done(id, -(double)t->progress.n_finished, 1.0,
                         inlay_rng_below(rng, 3) == 0);
    if (dice == 7)
        return news_retry(id, 1.0, "exit code 1");
    if (dice == 8)
        return news_put_back(id);
    return news_failed(id, 1.0, "signal 11",
                       outputs[inlay_rng_below(rng, LEN(outputs))]);
}

/* What stays, then the block, cut. */
static void check_trio(const struct trio *t)
{
    const struct inlay_terminal terminal = {
        .width = t->screen.width, .height = t->screen.height, .has_utf8 = true};
    struct inlay_text want = {0}, lines = {0};

    inlay_text_add(&want, t->log.bytes);
    inlay_run_status_add(&lines, &t->progress, &terminal);
    for (const char *at = lines.bytes; *at; at += strcspn(at, "\n") + 1) {
        inlay_width_add_cut(&want, at, strcspn(at, "\n"), t->screen.width - 1,
                            true);
        inlay_text_add(&want, "\n");
    }
    struct inlay_text got = screen_text(&t->screen);
    CHECK_TEXT(got.bytes, want.bytes);
    inlay_text_clear(&got);
    inlay_text_clear(&want);
    inlay_text_clear(&lines);
}

static void trio_step(struct trio *t, struct inlay_rng *rng, bool may_resize)
{
    const struct inlay_loop_news news = random_news(t, rng);

    t->now += 0.2;
    if (may_resize && inlay_rng_below(rng, 5) == 0) {
        const size_t width = 10 + inlay_rng_below(rng, 150);
        screen_resize(&t->screen, width, t->screen.height);
        inlay_run_view_set_size(t->terminal.view, width, t->screen.height);
    }
    inlay_run_progress_note(&t->progress, &news, t->now);
    see(&t->terminal, news, t->now);
    if (news.kind != INLAY_NEWS_DONE || news.is_best)
        see(&t->log, news, t->now);
    screen_feed(&t->screen, t->terminal.bytes + t->n_fed,
                t->terminal.n_bytes - t->n_fed);
    t->n_fed = t->terminal.n_bytes;
    check_trio(t);
}

TEST(the_block_is_there_once_and_what_stays_once_for_any_news)
{
    static const struct {
        size_t width, height;
        bool may_resize;
    } row[] = {
        {80, 24, false}, {200, 50, false}, {40, 8, false}, {11, 6, false},
        {24, 24, false}, {80, 90, true},   {30, 90, true},
    };
    struct inlay_rng rng = inlay_rng_seed(20);

    for (size_t i = 0; i < LEN(row); i++) {
        struct trio t;

        trio_begin(&t, row[i].width, row[i].height);
        for (int k = 0; k < 120; k++)
            trio_step(&t, &rng, row[i].may_resize);
        trio_end(&t);
    }
}

/* ---- Memory -------------------------------------------------------------- */

OOM_TEST(a_view_without_memory_leaves_out_and_goes_on)
{
    static char buffer[1 << 16];
    struct inlay_run_view *view = NULL;
    inlay_space *space = NULL;
    inlay_error err = {0};
    const struct inlay_loop_news started = news_started(1),
                                 failed = news_failed(1, 1.0, "why", "out");
    FILE *out = fmemopen(buffer, sizeof buffer, "w");

    CHECK(out != NULL);
    inlay_status st = inlay_space_new(&space, &err);
    const struct inlay_run_view_options options = {
        .progress = {.space = space, .budget = 3, .n_parallel = 1},
        .terminal.is_terminal = true};
    if (st == INLAY_OK)
        st = inlay_run_view_new(&options, out, 0.0, &view, &err);
    if (st == INLAY_OK) {
        inlay_run_view_news(view, &started, 1.0);
        inlay_run_view_news(view, &failed, 2.0);
        inlay_run_view_say_stopping(view, NULL);
    }
    inlay_run_view_free(view);
    inlay_space_free(space);
    fclose(out);
    return st;
}
