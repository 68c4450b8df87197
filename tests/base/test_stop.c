/*
 * test_stop.c: tokens, watches, and when a call is over.
 */
#include "check.h"

#include "base/clock.h"
#include "base/stop.h"

static inlay_stop *new_stop(void)
{
    inlay_error err = {0};
    inlay_stop *stop = NULL;
    CHECK_OK(inlay_stop_new(&stop, &err), err);
    return stop;
}

TEST(a_token_is_requested_and_cleared)
{
    inlay_stop *stop = new_stop();
    CHECK(!inlay_stop_is_requested(stop));
    inlay_stop_request(stop);
    inlay_stop_request(stop);
    CHECK(inlay_stop_is_requested(stop));
    inlay_stop_clear(stop);
    CHECK(!inlay_stop_is_requested(stop));
    inlay_stop_free(stop);
}

TEST(no_token_is_never_requested)
{
    inlay_stop_request(NULL);
    inlay_stop_clear(NULL);
    inlay_stop_free(NULL);
    CHECK(!inlay_stop_is_requested(NULL));
    CHECK(!inlay_watch_poll(NULL));
    CHECK(inlay_watch_settle(NULL, INLAY_ESTATE, NULL) == INLAY_ESTATE);
}

OOM_TEST(a_token_without_memory)
{
    inlay_stop *stop = NULL;
    const inlay_status st = inlay_stop_new(&stop, NULL);
    CHECK((st == INLAY_OK) == (stop != NULL));
    inlay_stop_free(stop);
    return st;
}

TEST(what_a_poll_said_holds_until_the_next_call)
{
    inlay_error err = {0};
    inlay_stop *stop = new_stop();
    struct inlay_watch w = {.token = stop};
    inlay_watch_begin(&w);
    CHECK(!inlay_watch_poll(&w));
    CHECK(inlay_watch_settle(&w, INLAY_ENUMERIC, &err) == INLAY_ENUMERIC);
    inlay_stop_request(stop);
    CHECK(!inlay_watch_is_over(&w)); /* nobody has asked */
    CHECK(inlay_watch_poll(&w));
    inlay_stop_clear(stop);
    CHECK(inlay_watch_poll(&w) && inlay_watch_is_over(&w));
    CHECK_FAILS(inlay_watch_settle(&w, INLAY_OK, &err), INLAY_STOPPED, err,
                "stopped by request");
    CHECK(!inlay_watch_is_late(&w));
    inlay_watch_begin(&w);
    CHECK(!inlay_watch_is_over(&w) && !inlay_watch_poll(&w));
    inlay_stop_free(stop);
}

static void wait_for(double seconds)
{
    const double until = inlay_clock_seconds() + seconds;
    while (inlay_clock_seconds() < until)
        continue;
}

TEST(each_call_has_its_own_time)
{
    inlay_error err = {0};
    struct inlay_watch w = {.seconds = 0.02};
    inlay_watch_begin(&w);
    wait_for(0.03);
    CHECK(inlay_watch_poll(&w) && inlay_watch_is_late(&w));
    CHECK_FAILS(inlay_watch_settle(&w, INLAY_EXHAUSTED, &err), INLAY_STOPPED,
                err, "stopped at the deadline, after 0.02 s");
    w.seconds = 1e6;
    inlay_watch_begin(&w);
    CHECK(!inlay_watch_poll(&w));
}

TEST(calls_within_a_call_share_its_time)
{
    struct inlay_watch w = {.seconds = 0.02}, guest = {0};
    inlay_watch_hold(&w);
    inlay_watch_share(&guest, &w);
    wait_for(0.03);
    inlay_watch_begin(&w); /* not anew */
    inlay_watch_begin(&guest);
    CHECK(inlay_watch_poll(&w) && inlay_watch_poll(&guest));
    inlay_watch_begin(&w);
    CHECK(inlay_watch_is_over(&w));
    inlay_watch_let_go(&w);
    inlay_watch_begin(&w);
    CHECK(!inlay_watch_is_over(&w));
}

#ifdef INLAY_FAILING_MEM
TEST(a_test_can_choose_the_poll_that_ends_a_call)
{
    struct inlay_watch w = {0};
    inlay_watch_end_after(3);
    CHECK(!inlay_watch_poll(&w) && !inlay_watch_poll(&w));
    CHECK(inlay_watch_poll(&w) && inlay_watch_poll(&w));
    CHECK(inlay_watch_end_after(0) == 3); /* what is over is not asked again */
    inlay_watch_begin(&w);
    CHECK(!inlay_watch_poll(&w));
}
#endif
