/*
 * terms_fixture.h: a space and one output without a name, in whose terms trials
 * are shown.
 */
#ifndef INLAY_TESTS_TERMS_FIXTURE_H
#define INLAY_TESTS_TERMS_FIXTURE_H

#include <math.h>

#include "app/exchange/listed.h"

static inline struct inlay_trial_terms terms_of(const inlay_space *space)
{
    static inlay_output one = {"objective", INLAY_GOAL_MINIMIZE, -INFINITY,
                               INFINITY};
    static char name[] = "objective", *names[] = {name};
    static const struct inlay_outputs outputs = {
        .at = &one, .name = names, .n = 1, .is_default = true};
    return (struct inlay_trial_terms){.space = space, .outputs = &outputs};
}

#endif
