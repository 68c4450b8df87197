/*
 * limited_fixture.h: a study in memory with two outputs: loss, to be minimized, and
 * ms, at most 20.
 */
#ifndef INLAY_TESTS_LIMITED_FIXTURE_H
#define INLAY_TESTS_LIMITED_FIXTURE_H

#include <math.h>

#include "../study/study_fixture.h"

static inline inlay_options *limited_options(void)
{
    inlay_options *o = options_of("");
    inlay_error err = {0};
    CHECK_OK(inlay_options_add_output(o, "loss", INLAY_GOAL_MINIMIZE, -INFINITY,
                                      INFINITY, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, "ms", INLAY_GOAL_NONE, -INFINITY, 20.0,
                                      &err),
             err);
    return o;
}

static inline inlay_study *limited_study(const char *space_json)
{
    inlay_space *space = space_of(space_json);
    inlay_options *o = limited_options();
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    inlay_options_free(o);
    inlay_space_free(space);
    return s;
}

#endif
