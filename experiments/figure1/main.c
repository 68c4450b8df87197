/*
 * main.c: figure 1 of the paper: three ways of dealing with an integer variable.
 *
 *     figure1 --out FOLDER [--seed N] [--commit TEXT] [--problems N]
 *             [--evaluations N] [--jobs N]
 *
 * An objective over {0, …, 4} is drawn from a GP prior; three of its values are
 * known.  Each way takes two steps: posterior, expected improvement, its
 * maximizer, evaluation.  All use the hyper-parameters of the prior.  Writes
 *
 *     curves.csv        posterior, EI and objective over the real line
 *     observations.csv  what is known at each stage, and where it was learnt
 *     suggestions.csv   the maximizer of EI, and what is evaluated for it
 *     facts.csv         largest deviation after one observation per cell
 *     repeats.csv       runs on other problems (repeats.h), --problems of each
 *                       kind, none: no file; those that are there are not made
 *                       again
 *
 * One objective is an illustration: seed, known values and length-scale are the
 * first that were tried.  How common what it shows is, repeats.csv tells.
 */
#include <stdio.h>

#include "figure1/repeats.h"
#include "figure1/steps.h"
#include "harness/csv.h"
#include "harness/path.h"
#include "harness/program.h"
#include "harness/tabulation.h"

/* Places of a curve: from the beginning of each cell to just before its end, so
 * that what jumps there is drawn as a jump. */
enum { PER_CELL = 15, N_PLACES = STEPS_VALUES * PER_CELL };
static const double BEFORE_END = 1e-9;

enum { N_STAGES = 3, N_KNOWN = 3 };

/* Known from the start. */
static const size_t KNOWN[N_KNOWN] = {0, 2, 4};

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_MATERN52, .length_scale = 0.25, .sd = 1.0, .jitter = 1e-8};

/* Streams of the seed. */
enum { STREAM_OBJECTIVE = 1, STREAM_SEARCH = 2 };

struct settings {
    struct csv_origin origin;
    size_t n_problems, max_evaluations, n_jobs;
};

struct files {
    struct csv *curves, *observations, *suggestions;
};

static double place(size_t i)
{
    const size_t cell = i / PER_CELL, at = i % PER_CELL;
    const double width = (STEPS_VALUES - 1.0) / STEPS_VALUES;
    const double s =
        width * ((double)cell + (double)at / (double)(PER_CELL - 1));
    return at + 1 < PER_CELL || i + 1 == N_PLACES ? s : s - BEFORE_END;
}

/* ---- The three ways ---- */

static void draw_objective(const inlay_space *space, struct inlay_rng rng,
                           double *objective)
{
    struct posterior prior;
    posterior_init(&prior, space, false, &PRIOR, STEPS_VALUES);
    for (size_t k = 0; k < STEPS_VALUES; k++) {
        const double u = (double)k / (STEPS_VALUES - 1);
        objective[k] = posterior_draw(&prior, &u, &rng);
    }
    posterior_clear(&prior);
}

static void write_curves(struct csv *csv, const struct steps *t, size_t stage,
                         const double *objective)
{
    for (size_t i = 0; i < N_PLACES; i++) {
        const double s = place(i);
        const struct moments m = steps_posterior(t, s);
        csv_row(csv, "%s,%zu,%.6g,%.6g,%.6g,%.6g,%.6g", steps_way_name(t->way),
                stage, s, m.mean, m.sd, steps_ei(t, s),
                objective[steps_round(t, s)]);
    }
}

static void write_suggestion(struct csv *csv, const struct steps *t,
                             size_t stage, const struct suggestion *s)
{
    csv_row(csv, "%s,%zu,%.6g,%.6g,%zu,%.6g,%zu", steps_way_name(t->way), stage,
            s->place, s->ei, s->value, s->learnt_at, t->evaluated[s->value]);
}

/* An observation is known from its stage on. */
static void write_observation(struct csv *csv, const struct steps *t,
                              size_t stage, double learnt_at, double y)
{
    csv_row(csv, "%s,%zu,%.6g,%.6g", steps_way_name(t->way), stage, learnt_at,
            y);
}

static void take_steps(enum steps_way way, const inlay_space *space,
                       const double *objective, struct inlay_rng rng,
                       const struct files *files)
{
    struct steps t;
    steps_init(&t, way, space, &PRIOR, N_KNOWN + N_STAGES);
    for (size_t k = 0; k < N_KNOWN; k++) {
        const double y = objective[KNOWN[k]];
        steps_know(&t, KNOWN[k], y);
        write_observation(files->observations, &t, 0, (double)KNOWN[k], y);
    }
    for (size_t stage = 0; stage < N_STAGES; stage++) {
        const struct suggestion s = steps_suggest(&t, &rng);
        write_curves(files->curves, &t, stage, objective);
        write_suggestion(files->suggestions, &t, stage, &s);
        if (stage + 1 == N_STAGES)
            break;
        steps_learn(&t, &s, objective[s.value]);
        write_observation(files->observations, &t, stage + 1, s.learnt_at,
                          objective[s.value]);
    }
    steps_clear(&t);
}

static void write_steps(const struct csv_origin *origin,
                        const inlay_space *space, const double *objective,
                        const struct inlay_rng *rng)
{
    const struct files files = {
        csv_open(origin, "curves.csv", "method,stage,x,mean,sd,ei,objective"),
        csv_open(origin, "observations.csv", "method,stage,x,y"),
        csv_open(origin, "suggestions.csv",
                 "method,stage,x,ei,value,learnt_at,evaluated_before"),
    };
    for (enum steps_way way = 0; way < STEPS_WAYS; way++)
        take_steps(way, space, objective, inlay_rng_split(rng, way), &files);
    csv_close(files.curves);
    csv_close(files.observations);
    csv_close(files.suggestions);
}

/* ---- One observation per cell ---- */

static void write_facts(const struct csv_origin *origin,
                        const inlay_space *space, const double *objective)
{
    static const enum steps_way WAYS[] = {STEPS_PROPOSED, STEPS_BASIC};
    static const char *const MODELS[] = {"proposed", "standard"};
    struct csv *csv = csv_open(origin, "facts.csv", "model,fact,value");
    for (size_t i = 0; i < 2; i++) {
        struct steps t;
        double largest = 0.0;
        steps_init(&t, WAYS[i], space, &PRIOR, STEPS_VALUES);
        for (size_t k = 0; k < STEPS_VALUES; k++)
            steps_know(&t, k, objective[k]);
        for (size_t k = 0; k < N_PLACES; k++) {
            const double sd = steps_posterior(&t, place(k)).sd / PRIOR.sd;
            largest = sd > largest ? sd : largest;
        }
        csv_row(csv, "%s,largest_sd,%.6g", MODELS[i], largest);
        printf("largest posterior sd after one observation per cell, %s: %.3g "
               "prior sd\n",
               MODELS[i], largest);
        steps_clear(&t);
    }
    csv_close(csv);
}

/* ---- Repeats ---- */

enum { N_NOISES = 2, N_WAYS = N_NOISES * STEPS_WAYS };
static const char *const NOISES[N_NOISES] = {"auto", "none"};

/* What row i of repeats.csv is. */
struct run {
    const struct repeats_kind *kind;
    struct repeats_way way;
    size_t number;
};

static struct run run_of(const struct settings *s, size_t i)
{
    const size_t way = i / s->n_problems % N_WAYS;
    return (struct run){
        &REPEATS_KINDS[i / s->n_problems / N_WAYS],
        {steps_way_name((enum steps_way)(way % STEPS_WAYS)),
         NOISES[way / STEPS_WAYS]},
        i % s->n_problems,
    };
}

static inlay_status add_key(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err)
{
    const struct run r = run_of(context, i);
    inlay_text_printf(text, "%s,%s,%s,%zu", r.kind->name, r.way.noise,
                      r.way.method, r.number);
    return inlay_text_status(text, err);
}

static inlay_status add_values(const void *context, size_t i,
                               struct inlay_text *text, inlay_error *err)
{
    const struct settings *s = context;
    const struct run r = run_of(s, i);
    const struct repeats_run run = repeats_run(r.kind, s->origin.seed, r.number,
                                               &r.way, s->max_evaluations);
    inlay_text_printf(text, "%zu,%zu,%zu,%d", run.n_evaluations, run.n_repeats,
                      run.longest, run.is_solved);
    return inlay_text_status(text, err);
}

static void write_repeats(const struct settings *s)
{
    char about[128], path[PATH_ROOM];
    size_t n_kinds = 0;
    while (REPEATS_KINDS[n_kinds].name)
        n_kinds++;
    snprintf(about, sizeof about, "seed=%zu preset=paper max_evaluations=%zu",
             s->origin.seed, s->max_evaluations);
    path_print(path, "%s/repeats.csv", s->origin.folder);
    const struct tabulation t = {
        .title = "figure 1",
        .path = path,
        .commit = s->origin.commit,
        .about = about,
        .columns =
            "problem,noise,method,number,evaluations,repeats,longest,solved",
        .n_rows = n_kinds * N_WAYS * s->n_problems,
        .n_processes = s->n_jobs,
        .add_key = add_key,
        .add_values = add_values,
        .context = s,
    };
    tabulation_run(&t);
}

/* ---- */

static struct settings read_settings(int argc, char **argv, char *options,
                                     size_t size)
{
    struct settings s = {.n_problems = 100, .max_evaluations = 30, .n_jobs = 1};
    const struct program_flag more[] = {
        {"--problems", .number = &s.n_problems},
        {"--evaluations", .number = &s.max_evaluations},
        {"--jobs", .number = &s.n_jobs},
    };
    s.origin = csv_read_origin(argc, argv, more, 3);
    if (s.n_jobs == 0)
        program_quit("--jobs", "at least one process is needed");
    s.origin.options = options;
    posterior_describe(&PRIOR, options, size);
    return s;
}

int main(int argc, char **argv)
{
    static const size_t N_VALUES[] = {STEPS_VALUES};
    char options[256];
    double objective[STEPS_VALUES];
    const struct settings s =
        read_settings(argc, argv, options, sizeof options);
    const struct inlay_rng rng = inlay_rng_seed(s.origin.seed);
    const struct inlay_rng search = inlay_rng_split(&rng, STREAM_SEARCH);
    inlay_space *space = program_make_space("i", N_VALUES);

    draw_objective(space, inlay_rng_split(&rng, STREAM_OBJECTIVE), objective);
    write_steps(&s.origin, space, objective, &search);
    write_facts(&s.origin, space, objective);
    if (s.n_problems > 0)
        write_repeats(&s);
    inlay_space_free(space);
    return 0;
}
