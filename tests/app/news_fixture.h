/*
 * news_fixture.h: news of a run loop, for the tests of what is shown of it.
 */
#ifndef INLAY_TESTS_NEWS_FIXTURE_H
#define INLAY_TESTS_NEWS_FIXTURE_H

#include "check.h"

#include "run/loop.h"

/* rate, depth, act: with values for news_x(). */
static inline inlay_space *news_space(void)
{
    static const char json[] =
        "[{\"name\": \"rate\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        " {\"name\": \"depth\", \"type\": \"integer\", \"min\": 1, \"max\": "
        "9},"
        " {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tänh\", \"日本\\u001b[2J\\n\"]}]";
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    return space;
}

/* One of three configurations; lives for ever. */
static inline const inlay_value *news_x(int64_t id)
{
    static const inlay_value x[][3] = {
        {{INLAY_TYPE_REAL, 0.125, 0, NULL},
         {INLAY_TYPE_INTEGER, 3.0, 3, NULL},
         {INLAY_TYPE_CATEGORICAL, 0.0, 0, "relu"}},
        {{INLAY_TYPE_REAL, 1.0 / 3.0, 0, NULL},
         {INLAY_TYPE_INTEGER, 1.0, 1, NULL},
         {INLAY_TYPE_CATEGORICAL, 1.0, 1, "tänh"}},
        {{INLAY_TYPE_REAL, 0.5, 0, NULL},
         {INLAY_TYPE_INTEGER, 2.0, 2, NULL},
         {INLAY_TYPE_CATEGORICAL, 2.0, 2, "日本\033[2J\n"}},
    };

    return x[(id - 1) % (int64_t)LEN(x)];
}

static inline struct inlay_loop_news news_of(int64_t id)
{
    return (struct inlay_loop_news){
        .trial = {.id = id, .x = news_x(id)}, .attempt = 1, .value = NAN};
}

static inline struct inlay_loop_news news_started(int64_t id)
{
    struct inlay_loop_news news = news_of(id);

    news.kind = INLAY_NEWS_STARTED;
    return news;
}

static inline struct inlay_loop_news news_done(int64_t id, double value,
                                               double seconds, bool is_best)
{
    struct inlay_loop_news news = news_of(id);

    news.kind = INLAY_NEWS_DONE;
    news.value = value;
    news.seconds = seconds;
    news.is_best = is_best;
    return news;
}

static inline struct inlay_loop_news
news_failed(int64_t id, double seconds, const char *why, const char *output)
{
    struct inlay_loop_news news = news_of(id);

    news.kind = INLAY_NEWS_FAILED;
    news.seconds = seconds;
    news.why = why;
    news.output = output;
    return news;
}

static inline struct inlay_loop_news news_retry(int64_t id, double seconds,
                                                const char *why)
{
    struct inlay_loop_news news = news_failed(id, seconds, why, NULL);

    news.kind = INLAY_NEWS_RETRY;
    return news;
}

static inline struct inlay_loop_news news_put_back(int64_t id)
{
    struct inlay_loop_news news = news_of(id);

    news.kind = INLAY_NEWS_PUT_BACK;
    return news;
}

static inline struct inlay_loop_news news_tick(void)
{
    return (struct inlay_loop_news){.kind = INLAY_NEWS_TICK};
}

#endif
