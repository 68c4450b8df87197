/*
 * test_run_progress.c: counts, running trials, the best and the time left, from
 * news.
 */
#include "check.h"

#include "app/screen/run_progress.h"
#include "news_fixture.h"

static void note(struct inlay_run_progress *p, struct inlay_loop_news news,
                 double now)
{
    inlay_run_progress_note(p, &news, now);
}

static struct inlay_run_progress progress_of(const inlay_space *space,
                                             int64_t budget, int64_t n_parallel)
{
    return (struct inlay_run_progress){.space = space,

                                       .budget = budget,
                                       .n_parallel = n_parallel};
}

TEST(noise_is_what_the_model_found_last)
{
    /* NaN: nobody asked the model. */
    static const double TOLD[] = {0.2, NAN, 0.0}, KEPT[] = {0.2, 0.2, 0.0};
    inlay_space *space = news_space();
    struct inlay_run_progress p = progress_of(space, 9, 1);

    for (size_t i = 0; i < LEN(TOLD); i++) {
        struct inlay_loop_news news = news_started((int64_t)i + 1);
        news.noise_sd = TOLD[i];
        inlay_run_progress_note(&p, &news, (double)i);
        CHECK(p.noise_sd == KEPT[i]);
    }
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
}

TEST(a_trial_runs_from_its_start_to_its_end)
{
    inlay_space *space = news_space();
    struct inlay_run_progress p = progress_of(space, 10, 3);

    for (int64_t id = 1; id <= 20; id++)
        note(&p, news_started(id), (double)id);
    note(&p, news_started(4), 30.0); /* said twice, listed once */
    CHECK(p.n_running == 20);
    CHECK_TEXT(p.running[1].x, "rate=0.333333 depth=1 act=tänh");
    CHECK_TEXT(p.running[2].x, "rate=0.5 depth=2 act=日本\\x1b[2J\\n");
    note(&p, news_retry(2, 1.0, "exit code 1"), 31.0);
    CHECK(p.n_running == 20 && p.running[1].attempt == 2 &&
          p.running[1].since == 31.0);
    note(&p, news_done(1, 0.5, 1.0, true), 32.0);
    note(&p, news_failed(3, 1.0, "exit code 1", ""), 32.0);
    note(&p, news_put_back(5), 32.0);
    note(&p, news_put_back(99), 32.0);
    note(&p, news_tick(), 33.0);
    CHECK(p.n_running == 17 && p.n_finished == 2 && p.n_failed == 1);
    CHECK(p.running[0].id == 2 && p.running[1].id == 4 && p.running[2].id == 6);
    CHECK(p.now == 33.0);
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
}

/* Its value is no step of the curve: a later best may be worse. */
TEST(the_nearest_to_the_limits_is_shown_but_no_step)
{
    static const double VALUES[] = {1.006, 4.398};
    inlay_space *space = news_space();
    struct inlay_run_progress p = progress_of(space, 10, 1);
    for (int64_t id = 1; id <= 2; id++) {
        struct inlay_loop_news news = news_done(id, VALUES[id - 1], 1.0, true);
        news.trial.values = &VALUES[id - 1];
        news.trial.is_feasible = id == 2;
        note(&p, news, (double)id);
        CHECK(p.best.id == id && p.best_value == VALUES[id - 1]);
        CHECK(p.is_best_nearest == (id == 1));
    }
    CHECK(p.n_steps == 1 && p.steps[0].at == 2 && p.steps[0].value == 4.398);
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
}

TEST(the_best_is_the_last_that_was_better)
{
    inlay_space *space = news_space();
    struct inlay_run_progress p = progress_of(space, 100, 1);

    for (int64_t id = 1; id <= 40; id++)
        note(&p, news_done(id, (double)-id, 1.0, id % 4 == 1), 0.0);
    CHECK(p.best.id == 37 && p.best_value == -37.0);
    CHECK_TEXT(p.best.x, "rate=0.125 depth=3 act=relu");
    for (int64_t at = 1; at <= 40; at++)
        CHECK(inlay_run_progress_best_at(&p, at) ==
              (double)-(at - (at - 1) % 4));
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
}

TEST(the_time_left_is_that_of_evaluations_and_asks_over_slots)
{
    inlay_space *space = news_space();
    struct inlay_run_progress p = progress_of(space, 10, 2);

    CHECK(isnan(inlay_run_progress_seconds_left(&p)));
    note(&p, news_started(1), 1.0); /* asks of one second */
    note(&p, news_started(2), 2.0);
    CHECK(isnan(inlay_run_progress_seconds_left(&p)));
    note(&p, news_done(1, 0.0, 3.0, true), 4.0);
    /* 8 trials of 3 + 1 seconds; trial 2 has run 2 of 3 seconds. */
    CHECK_ABS(inlay_run_progress_seconds_left(&p), (8.0 * 4.0 + 1.0) / 2.0,
              1e-12);
    note(&p, news_tick(), 9.0); /* it is late, but does not go back */
    CHECK_ABS(inlay_run_progress_seconds_left(&p), 8.0 * 4.0 / 2.0, 1e-12);
    inlay_run_progress_clear(&p);

    p = progress_of(space, 5, 100); /* many slots: asks are one after another */
    note(&p, news_started(1), 1.0);
    note(&p, news_done(1, 0.0, 0.01, true), 2.0);
    CHECK_ABS(inlay_run_progress_seconds_left(&p), 4.0, 1e-12);
    inlay_run_progress_clear(&p);

    p = progress_of(space, 1, 1);
    note(&p, news_done(1, 0.0, 7.0, true), 2.0);
    CHECK(inlay_run_progress_seconds_left(&p) == 0.0);
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
}

/* Its functions cannot fail: what is missing is text or a row. */
OOM_TEST(progress_counts_without_memory_too)
{
    inlay_space *space = NULL;
    struct inlay_run_progress p = {0};
    const inlay_status st = inlay_space_new(&space, NULL);

    if (st != INLAY_OK)
        return st;
    p = progress_of(space, 10, 1);
    for (int64_t id = 1; id <= 12; id++)
        note(&p, news_started(id), 0.0);
    for (int64_t id = 1; id <= 12; id++)
        note(&p, news_done(id, (double)-id, 1.0, true), 0.0);
    CHECK(p.n_finished == 12 && p.n_running == 0 && p.best_value == -12.0);
    inlay_run_progress_clear(&p);
    inlay_space_free(space);
    return INLAY_OK;
}
