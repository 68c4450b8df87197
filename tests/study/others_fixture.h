/*
 * others_fixture.h: others who use a study of SMALL_SPACE at the same time.
 */
#ifndef OTHERS_FIXTURE_H
#define OTHERS_FIXTURE_H

#include "study_fixture.h"

#include "study/inside.h"

static const struct inlay_journal_ops *others_before;
static struct inlay_journal_ops others_ops;

/* After each read somebody else asks for eight trials, and ends them. */
static inlay_status others_read(struct inlay_journal *j, int64_t after,
                                int64_t upto, inlay_event_fn *fn, void *context,
                                inlay_error *err)
{
    const inlay_status st =
        others_before->read(j, after, upto, fn, context, err);
    inlay_error why = {0};
    int64_t last = 0, first;
    bool is_late;
    CHECK_OK(others_before->last_trial(j, &last, &why), why);
    for (int64_t id = last + 1; id <= last + 8; id++) {
        const struct inlay_event events[] = {
            {.kind = INLAY_EVENT_ASKED, .trial = id, .x = "[1, \"c0\"]"},
            {.kind = INLAY_EVENT_ENDED, .trial = id, .y = 0.5},
        };
        const struct inlay_append a = {.events = events, .n_events = 2};
        CHECK_OK(others_before->append(j, &a, &first, &is_late, &why), why);
    }
    return st;
}

static inline void others_come(inlay_study *s)
{
    others_before = s->journal->ops;
    others_ops = *others_before;
    others_ops.read = others_read;
    s->journal->ops = &others_ops;
}

/* The study has looked once since they came, when it had n trials; it looks
 * again now. */
static inline void others_go(inlay_study *s, size_t n)
{
    inlay_error err = {0};
    CHECK(inlay_study_n_trials(s) == n);
    s->journal->ops = others_before;
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK(inlay_study_n_trials(s) > n);
}

#endif
