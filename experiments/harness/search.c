/*
 * search.c: ask, evaluate, tell, and look at what is recommended now.
 *
 * A noiseless problem is unsolved while the gap of the best observation is above
 * SEARCH_SOLVED; from then on every method repeats itself, and rightly so.  Near is
 * within NEAR of the range of every real variable, all others being equal.
 */
#include "harness/search.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "harness/refuse.h"

static const double NEAR = 1e-3;

/* Of this process: machines are shared, and a search is one thread. */
static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void search_init(struct search *s, size_t n)
{
    *s = (struct search){.n = n};
    for (size_t r = 0; r < SEARCH_N_RULES; r++) {
        s->gap[r] = refuse_or_room("search", n, sizeof *s->gap[r]);
    }
}

void search_clear(struct search *s)
{
    for (size_t r = 0; r < SEARCH_N_RULES; r++)
        free(s->gap[r]);
    *s = (struct search){0};
}

/* The largest difference of two configurations in a real variable, as a share
 * of its range; infinite where another variable differs. */
static double distance(const inlay_space *space, const inlay_value *a,
                       const inlay_value *b)
{
    double largest = 0.0;
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_variable v;
        inlay_space_variable(space, i, &v, NULL);
        if (v.type == INLAY_TYPE_REAL)
            largest =
                fmax(largest, fabs(a[i].real - b[i].real) / (v.hi - v.lo));
        else if (a[i].integer != b[i].integer)
            return INFINITY;
    }
    return largest;
}

/* How near trial `id` is to one before it. */
static double nearest_before(const inlay_study *study, int64_t id)
{
    inlay_trial t, other;
    double nearest = INFINITY;
    inlay_study_trial(study, id, &t, NULL);
    for (int64_t k = 1; k < id; k++) {
        inlay_study_trial(study, k, &other, NULL);
        nearest =
            fmin(nearest, distance(inlay_study_space(study), t.x, other.x));
    }
    return nearest;
}

static double recommended_gap(const struct objective *o, inlay_study *study,
                              struct search *s)
{
    inlay_value x[OBJECTIVE_MAX_VARIABLES];
    inlay_error err = {0};
    const double before = cpu_seconds();
    refuse_unless_ok(inlay_study_recommend(study, x, NULL, &err), "search",
                     &err);
    s->recommend_seconds += cpu_seconds() - before;
    return o->ops->value(o, x) - o->minimum;
}

/* Asks for trial number i; false when the space is used up. */
static bool ask(inlay_study *study, struct search *s, inlay_trial *t)
{
    inlay_error err = {0};
    const double before = cpu_seconds();
    const inlay_status st = inlay_study_ask(study, t, &err);
    s->ask_seconds += cpu_seconds() - before;
    if (st == INLAY_EXHAUSTED)
        return false;
    refuse_unless_ok(st, "search", &err);
    return true;
}

void search_run(const struct objective *o, const inlay_options *options,
                struct search *s)
{
    inlay_study *study = NULL;
    inlay_error err = {0};
    inlay_trial t;
    double best = INFINITY, best_gap = INFINITY;
    size_t i = 0;

    refuse_unless_ok(inlay_study_new(o->space, options, &study, &err), "search",
                     &err);
    refuse_unless_ok(inlay_study_enqueue(study, o->first, &err), "search",
                     &err);
    for (; i < s->n && ask(study, s, &t); i++) {
        const double nearest = nearest_before(study, t.id);
        s->repeats += best_gap > SEARCH_SOLVED && nearest == 0.0;
        s->near_repeats += best_gap > SEARCH_SOLVED && nearest <= NEAR;
        const double y = o->ops->observe(o, t.x, i);
        if (y < best) {
            best = y;
            best_gap = o->ops->value(o, t.x) - o->minimum;
        }
        refuse_unless_ok(inlay_study_tell(study, t.id, y, &err), "search",
                         &err);
        s->gap[SEARCH_OBSERVED][i] = best_gap;
        s->gap[SEARCH_RECOMMENDED][i] = recommended_gap(o, study, s);
    }
    for (size_t r = 0; r < SEARCH_N_RULES; r++)
        for (size_t k = i; k < s->n; k++)
            s->gap[r][k] = s->gap[r][i - 1];
    inlay_study_free(study);
}
