/*
 * study_data.c: a mixed space, a smooth objective, studies of them.
 */
#include "support/study_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "study_data: %s\n", err->msg);
    exit(1);
}

/* ---- The space ---- */

/* Variables 1, 5, 9, ... are integers, 3, 7, 11, ... categories. */
static void add_discrete(inlay_space *space, const char *name, size_t j)
{
    static const char *const NAMES[] = {"a", "b", "c", "d", "e"};
    static const int64_t N_INTEGERS[] = {20, 5, 10};
    inlay_error err = {0};
    const size_t k = j / 4;
    if (j % 4 == 1)
        need(inlay_space_add_integer(space, name, 0, N_INTEGERS[k % 3] - 1,
                                     INLAY_SCALE_LINEAR, &err),
             &err);
    else
        need(inlay_space_add_categorical(space, name, NAMES, 3 + k % 3, &err),
             &err);
}

struct study_data study_data_make(size_t n_variables, uint64_t seed)
{
    struct study_data d = {.rng = inlay_rng_seed(seed)};
    inlay_error err = {0};

    need(inlay_space_new(&d.space, &err), &err);
    for (size_t j = 0; j < n_variables; j++) {
        char name[32];
        snprintf(name, sizeof name, "x%zu", j);
        if (j % 2 == 0)
            need(inlay_space_add_real(d.space, name, 0.0, 1.0,
                                      INLAY_SCALE_LINEAR, &err),
                 &err);
        else
            add_discrete(d.space, name, j);
    }
    return d;
}

void study_data_clear(struct study_data *d)
{
    inlay_space_free(d->space);
}

/* ---- The objective ---- */

/* The value as a number of about unit range; categories in no order. */
static double unit_of(const struct study_data *d, size_t j,
                      const inlay_value *x)
{
    inlay_variable v;
    inlay_space_variable(d->space, j, &v, NULL);
    if (v.type == INLAY_TYPE_REAL)
        return x->real;
    if (v.type == INLAY_TYPE_INTEGER)
        return x->real / (double)v.int_hi;
    return 0.5 + 0.5 * cos(2.4 * x->real + (double)j);
}

/* A bowl in which each variable moves the bottom of the next one, and ripples;
 * later variables matter less. */
static double objective(const struct study_data *d, const inlay_value *x)
{
    const size_t n = inlay_space_n_variables(d->space);
    double y = 0.0, before = 0.5;
    for (size_t j = 0; j < n; j++) {
        const double t = unit_of(d, j, x + j);
        const double off = t - 0.3 - 0.4 * before;
        y += (off * off + 0.05 * sin(7.0 * t)) / (1.0 + 0.3 * (double)j);
        before = t;
    }
    return y;
}

/* ---- Studies ---- */

inlay_study *study_data_study(const struct study_data *d,
                              const char *const *options)
{
    inlay_options *o = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};

    need(inlay_options_new(&o, &err), &err);
    for (; *options; options += 2)
        need(inlay_options_set(o, options[0], options[1], &err), &err);
    need(inlay_study_new(d->space, o, &study, &err), &err);
    inlay_options_free(o);
    return study;
}

static inlay_value draw(const inlay_variable *v, struct inlay_rng *rng)
{
    if (v->type == INLAY_TYPE_REAL)
        return inlay_real(inlay_rng_uniform(rng));
    if (v->type == INLAY_TYPE_INTEGER) {
        const uint64_t n = (uint64_t)v->int_hi + 1;
        const int64_t k = (int64_t)inlay_rng_below(rng, n);
        inlay_value x = inlay_integer(k);
        x.real = (double)k; /* as in what a study gives, see objective() */
        return x;
    }
    const size_t k = (size_t)inlay_rng_below(rng, v->n_values);
    inlay_value x = inlay_category(v->labels[k]);
    x.real = (double)k;
    return x;
}

void study_data_fill(struct study_data *d, inlay_study *study, size_t n)
{
    inlay_value x[STUDY_DATA_MAX_VARIABLES];
    inlay_error err = {0};
    while (inlay_study_n_trials(study) < n) {
        for (size_t j = 0; j < inlay_space_n_variables(d->space); j++) {
            inlay_variable v;
            need(inlay_space_variable(d->space, j, &v, &err), &err);
            x[j] = draw(&v, &d->rng);
        }
        need(inlay_study_add(study, x, objective(d, x), NULL, &err), &err);
    }
}

struct ask_cost study_data_step(const struct study_data *d, inlay_study *study)
{
    inlay_trial trial;
    inlay_error err = {0};
    struct ask_cost cost;

    const double before = inlay_clock_seconds();
    need(inlay_study_ask(study, &trial, &err), &err);
    cost.seconds = inlay_clock_seconds() - before;
    need(inlay_study_last_ask(study, &cost.stats, &err), &err);
    need(inlay_study_tell(study, trial.id, objective(d, trial.x), &err), &err);
    return cost;
}
