/*
 * repeats.c: runs of ask and tell on drawn problems.
 */
#include "figure1/repeats.h"

#include <stdio.h>
#include <string.h>

#include "harness/program.h"
#include "harness/refuse.h"
#include "support/drawn.h"

enum { MAX_CONFIGURATIONS = 25, N_VARIABLES = 2 };

/* Keys of the random streams of a problem. */
enum { STREAM_OBJECTIVE = 1, STREAM_FIRST = 2, STREAM_STUDY = 3 };

/* Of the objectives: that of figures 4 and 5. */
static const struct drawn_law LAW = {DRAWN_MATERN52, DRAWN_SMOOTH};

const struct repeats_kind REPEATS_KINDS[] = {
    {"int5", "i", {5}},
    {"int5x5", "ii", {5, 5}},
    {"cat3x5", "cc", {3, 5}},
    {0},
};

/* A configuration as a number, mixed radix. */
static size_t number_of(const struct repeats_kind *kind, const inlay_value *x)
{
    size_t number = 0;
    for (size_t k = 0; kind->variables[k]; k++)
        number = number * kind->n_values[k] + (size_t)x[k].integer;
    return number;
}

/* The paper's names, and those of option "method". */
static const char *method_of(const char *name)
{
    static const char *const NAMES[][2] = {
        {"proposed", "gp"}, {"basic", "gp-basic"}, {"naive", "gp-naive"}};
    for (size_t i = 0; i < 3; i++)
        if (strcmp(NAMES[i][0], name) == 0)
            return NAMES[i][1];
    return name;
}

static inlay_study *make_study(const inlay_space *space,
                               const struct repeats_way *way, uint64_t seed)
{
    inlay_options *options = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    char number[32];

    /* A seed is below 2^53. */
    snprintf(number, sizeof number, "%llu", (unsigned long long)(seed >> 11));
    refuse_unless_ok(inlay_options_new(&options, &err), "repeats", &err);
    refuse_unless_ok(inlay_options_set(options, "preset", "paper", &err),
                     "repeats", &err);
    refuse_unless_ok(
        inlay_options_set(options, "method", method_of(way->method), &err),
        "repeats", &err);
    refuse_unless_ok(inlay_options_set(options, "noise", way->noise, &err),
                     "repeats", &err);
    refuse_unless_ok(inlay_options_set(options, "seed", number, &err),
                     "repeats", &err);
    refuse_unless_ok(inlay_study_new(space, options, &study, &err), "repeats",
                     &err);
    inlay_options_free(options);
    return study;
}

static void enqueue_first(inlay_study *study, const inlay_space *space,
                          struct inlay_rng *rng)
{
    inlay_value x[N_VARIABLES];
    inlay_variable var;
    inlay_error err = {0};
    for (size_t k = 0; k < inlay_space_n_variables(space); k++) {
        refuse_unless_ok(inlay_space_variable(space, k, &var, &err), "repeats",
                         &err);
        if (var.type == INLAY_TYPE_INTEGER)
            x[k] = inlay_integer(
                (int64_t)inlay_rng_below(rng, (uint64_t)var.int_hi + 1));
        else
            x[k] =
                inlay_category(var.labels[inlay_rng_below(rng, var.n_values)]);
    }
    refuse_unless_ok(inlay_study_enqueue(study, x, &err), "repeats", &err);
}

static struct repeats_run run_study(inlay_study *study,
                                    const struct repeats_kind *kind,
                                    const struct drawn *objective,
                                    size_t max_evaluations)
{
    const double minimum = drawn_minimum(objective, NULL);
    bool evaluated[MAX_CONFIGURATIONS] = {false};
    struct repeats_run run = {0};
    inlay_error err = {0};
    size_t row = 0;

    while (!run.is_solved && run.n_evaluations < max_evaluations) {
        inlay_trial t;
        refuse_unless_ok(inlay_study_ask(study, &t, &err), "repeats", &err);
        const double y = drawn_value(objective, t.x);
        const size_t number = number_of(kind, t.x);
        row = evaluated[number] ? row + 1 : 0;
        run.n_repeats += evaluated[number];
        run.longest = row > run.longest ? row : run.longest;
        evaluated[number] = true;
        run.n_evaluations++;
        run.is_solved = y <= minimum;
        refuse_unless_ok(inlay_study_tell(study, t.id, y, &err), "repeats",
                         &err);
    }
    return run;
}

struct repeats_run repeats_run(const struct repeats_kind *kind, uint64_t seed,
                               size_t problem, const struct repeats_way *way,
                               size_t max_evaluations)
{
    const struct inlay_rng all = inlay_rng_seed(seed);
    const struct inlay_rng own = inlay_rng_split(&all, problem);
    struct inlay_rng objective_rng = inlay_rng_split(&own, STREAM_OBJECTIVE);
    struct inlay_rng first_rng = inlay_rng_split(&own, STREAM_FIRST);
    struct inlay_rng study_rng = inlay_rng_split(&own, STREAM_STUDY);
    inlay_space *space = program_make_space(kind->variables, kind->n_values);
    struct drawn *objective = drawn_make(space, LAW, &objective_rng);
    inlay_study *study = make_study(space, way, inlay_rng_next(&study_rng));

    enqueue_first(study, space, &first_rng);
    const struct repeats_run run =
        run_study(study, kind, objective, max_evaluations);
    inlay_study_free(study);
    drawn_free(objective);
    inlay_space_free(space);
    return run;
}
