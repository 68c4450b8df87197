/*
 * study.c: the life of a study, and what it says of itself.
 *
 * A study owns copies of space and options, its journal, the history, and the
 * strategy that reads it.
 */
#include "study/inside.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "problem/space.h"
#include "strategy/options.h"
#include "study/open.h"

/* ---- Life ---- */

void inlay_study_free(inlay_study *s)
{
    if (!s)
        return;
    while (s->n_queue > 0) {
        inlay_mem_free(s->queue[--s->n_queue].x);
        inlay_mem_free(s->queue[s->n_queue].u);
    }
    inlay_mem_free(s->queue);
    inlay_mem_free(s->notes);
    inlay_mem_free(s->outside);
    inlay_strategy_free(s->strategy);
    inlay_history_clear(&s->history);
    if (s->exact)
        inlay_encoding_clear(s->exact);
    inlay_mem_free(s->exact);
    inlay_eras_clear(&s->eras);
    inlay_mem_free(s->change.text);
    inlay_options_free(s->options);
    inlay_space_free(s->space);
    inlay_study_free(s->earlier);
    if (!s->is_guest)
        inlay_journal_free(s->journal);
    inlay_mem_free(s);
}

static void read_options(inlay_study *s)
{
    const int goal = inlay_options_choice(s->options, INLAY_OPT_GOAL);
    const int64_t seed = inlay_options_integer(s->options, INLAY_OPT_SEED);
    s->sign = goal == INLAY_GOAL_MAXIMIZE ? -1.0 : 1.0;
    s->may_repeat = inlay_strategy_may_repeat(s->options);
    s->rng = inlay_rng_seed((uint64_t)seed);
}

inlay_status inlay_study_make(const inlay_space *space,
                              const inlay_options *options,
                              struct inlay_journal *journal,
                              struct inlay_watch *watch, inlay_study **out,
                              inlay_error *err)
{
    inlay_study *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a study");
    s->is_guest = true;
    inlay_linalg_setup();
    s->journal = journal;
    s->upto = INT64_MAX;
    inlay_status st =
        inlay_space_n_variables(space) > 0
            ? inlay_space_copy(space, &s->space, err)
            : inlay_fail(err, INLAY_EINVAL,
                         "the space has no variables: add at least one");
    if (st == INLAY_OK)
        st = inlay_options_copy(options, &s->options, err);
    if (st == INLAY_OK)
        st = inlay_outputs_check(inlay_options_outputs(s->options), err);
    if (st == INLAY_OK && !(s->exact = inlay_mem_new(1, sizeof *s->exact)))
        st = inlay_fail_memory(err, "a study");
    if (st == INLAY_OK)
        st = inlay_encoding_init(s->exact, s->space, false, err);
    if (st == INLAY_OK) {
        s->eras.space = s->space;
        inlay_history_init(&s->history, s->exact);
        s->history.outputs = inlay_options_outputs(s->options);
        read_options(s);
        st = inlay_strategy_new(s->exact, s->options, &s->strategy,
                                watch ? watch : &s->watch, err);
    }
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_study_free(s);
    return st;
}

const inlay_space *inlay_study_space(const inlay_study *s)
{
    return s ? s->space : NULL;
}

const inlay_options *inlay_study_options(const inlay_study *s)
{
    return s ? s->options : NULL;
}

bool inlay_study_may_repeat(const inlay_study *s)
{
    return s && s->may_repeat;
}

inlay_status inlay_study_n_uncounted(inlay_study *s, int64_t *n,
                                     inlay_error *err)
{
    return s->journal->ops->n_uncounted(s->journal, n, err);
}

void inlay_study_set_stop(inlay_study *s, const inlay_stop *stop)
{
    if (s)
        s->watch.token = stop;
}

inlay_status inlay_study_set_deadline(inlay_study *s, double seconds,
                                      inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    if (!(seconds > 0.0))
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_set_deadline: %g s is not above 0; "
                          "infinity is for no deadline",
                          seconds);
    s->watch.seconds = isinf(seconds) ? 0.0 : seconds;
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_study_begin(inlay_study *s, inlay_error *err)
{
    inlay_watch_begin(&s->watch);
    inlay_watch_poll(&s->watch);
    return inlay_study_settle(s, INLAY_OK, err);
}

inlay_status inlay_study_settle(const inlay_study *s, inlay_status st,
                                inlay_error *err)
{
    return inlay_watch_settle(&s->watch, st, err);
}

void inlay_study_set_log(inlay_study *s, inlay_log_fn *fn, void *context)
{
    if (!s)
        return;
    s->log = fn;
    s->log_context = context;
}

/* ---- Configurations of the user's ---- */

bool inlay_study_is_wanted(const inlay_study *s, const struct inlay_wish *wish)
{
    return s->may_repeat || !inlay_seen_find(&s->history.seen, wish->u);
}

inlay_status inlay_study_check_x(const inlay_study *s, const inlay_value *x,
                                 inlay_value **out, inlay_error *err)
{
    inlay_value *copy =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *copy);
    if (!copy)
        return inlay_fail_memory(err, "a configuration");
    const inlay_status st = inlay_space_check(s->space, x, copy, err);
    if (st == INLAY_OK)
        *out = copy;
    else
        inlay_mem_free(copy);
    return st;
}

inlay_status inlay_study_find_x(const inlay_study *s, const inlay_value *x,
                                int64_t *id, inlay_error *err)
{
    double *u = inlay_mem_doubles(s->exact->dim);
    if (!u)
        return inlay_fail_memory(err, "a configuration");
    inlay_encode(s->exact, x, u);
    const double *same = inlay_seen_find(&s->history.seen, u);
    *id = 0;
    for (size_t i = 0; same && *id == 0; i++)
        if (s->history.record[i]->u == same)
            *id = s->history.record[i]->id;
    inlay_mem_free(u);
    return INLAY_OK;
}
