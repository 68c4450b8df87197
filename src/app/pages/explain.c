/*
 * explain.c: the facts about a suggestion, from the study as it was then.
 *
 * A suggestion of the model's is computed once more: that tells whether it came
 * from the model or from the initial design, and shows that the file and this
 * program still give what was recorded.
 */
#include "app/pages/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/pages/apart.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/special.h"
#include "problem/configuration.h"

/* Makes an explanation a function of the study. */
enum { RANDOM_SEED = 256 };

const char *inlay_origin_name(enum inlay_origin origin)
{
    static const char *const NAMES[] = {
        [INLAY_FROM_MODEL] = "model",   [INLAY_FROM_DESIGN] = "design",
        [INLAY_FROM_NET] = "net",       [INLAY_FROM_STEP] = "step",
        [INLAY_FROM_RANDOM] = "random", [INLAY_FROM_QUEUE] = "queue",
        [INLAY_FROM_IMPORT] = "import",
    };
    return NAMES[origin];
}

void inlay_explanation_clear(struct inlay_explanation *e)
{
    inlay_mem_free(e->x);
    inlay_mem_free(e->why);
    inlay_mem_free(e->relevance);
    inlay_study_free(e->study);
    *e = (struct inlay_explanation){0};
}

static size_t n_vars(const struct inlay_explanation *e)
{
    return inlay_space_n_variables(inlay_study_space(e->study));
}

/* ---- The row of the trial ---- */

struct looked_for {
    int64_t id;
    bool is_found;
    struct inlay_explanation *e;
    int64_t origin, seen, spec;
    char *x;
};

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    struct looked_for *l = context;

    if (row->id != l->id)
        return INLAY_OK;
    if (!row->x)
        return inlay_fail(err, INLAY_ESTORE,
                          "trial %lld: it has no configuration",
                          (long long)row->id);
    l->is_found = true;
    l->origin = row->origin;
    l->seen = row->seen;
    l->spec = row->spec;
    l->e->y = row->y;
    l->e->state = !row->is_ended     ? INLAY_PENDING
                  : isfinite(row->y) ? INLAY_DONE
                                     : INLAY_FAILED;
    l->x = inlay_mem_text(row->x);
    if (l->e->state == INLAY_FAILED)
        l->e->why = inlay_mem_text(row->why ? row->why : "no reason given");
    const bool is_full = !l->x || (l->e->state == INLAY_FAILED && !l->e->why);
    return is_full ? inlay_fail_memory(err, "a trial") : INLAY_OK;
}

static inlay_status find_row(const char *path, struct looked_for *l,
                             inlay_error *err)
{
    struct inlay_store *store = NULL;
    int64_t last = 0;
    inlay_status st = inlay_store_open(path, INLAY_STORE_READ, &store, err);

    if (st != INLAY_OK)
        return st;
    st = inlay_store_each_trial(store, l->id, take_row, l, err);
    if (st == INLAY_OK && !l->is_found) {
        st = inlay_store_last_trial(store, &last, err);
        if (st == INLAY_OK && last == 0)
            st = inlay_fail(err, INLAY_ESTATE,
                            "trial %lld: the study has no trials yet",
                            (long long)l->id);
        else if (st == INLAY_OK)
            st = inlay_fail(
                err, INLAY_ESTATE,
                "trial %lld: unknown, the study has trials 1 to %lld",
                (long long)l->id, (long long)last);
    }
    inlay_store_free(store);
    return st;
}

/* ---- Where it came from ---- */

static bool is_same(const struct inlay_explanation *e, const inlay_value *x)
{
    for (size_t i = 0; i < n_vars(e); i++)
        if (x[i].real != e->x[i].real || x[i].integer != e->x[i].integer)
            return false;
    return true;
}

static inlay_status replay(struct inlay_explanation *e, inlay_error *err)
{
    inlay_value *x = inlay_mem_new(n_vars(e), sizeof *x);
    if (!x)
        return inlay_fail_memory(err, "a suggestion");
    const inlay_status st = inlay_study_suggest(e->study, x, &e->origin, err);
    if (st == INLAY_OK) {
        e->is_replayed = is_same(e, x);
        e->is_other = !e->is_replayed;
    }
    inlay_mem_free(x);
    return st;
}

static inlay_status open_past(const char *path, int64_t id,
                              struct inlay_explanation *e, inlay_error *err)
{
    struct looked_for l = {.id = id, .e = e};
    inlay_status st = find_row(path, &l, err);

    if (st == INLAY_OK)
        st = inlay_study_open_at(path, l.seen, l.spec, &e->study, err);
    if (st == INLAY_OK && !(e->x = inlay_mem_new(n_vars(e), sizeof *e->x)))
        st = inlay_fail_memory(err, "a trial");
    if (st == INLAY_OK)
        st = inlay_configuration_parse(inlay_study_space(e->study), l.x, e->x,
                                       err);
    inlay_mem_free(l.x);
    if (st != INLAY_OK)
        return st;
    e->origin = l.origin > 0 ? INLAY_FROM_QUEUE : INLAY_FROM_IMPORT;
    return l.origin == 0 ? replay(e, err) : INLAY_OK;
}

static inlay_status open_next(const char *path, struct inlay_explanation *e,
                              inlay_error *err)
{
    inlay_status st = inlay_study_open_at(path, INT64_MAX, 0, &e->study, err);

    e->y = NAN;
    if (st == INLAY_OK && !(e->x = inlay_mem_new(n_vars(e), sizeof *e->x)))
        st = inlay_fail_memory(err, "a suggestion");
    if (st == INLAY_OK)
        st = inlay_study_suggest(e->study, e->x, &e->origin, err);
    return st;
}

/* ---- What was believed ---- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rank of the acquisition, and the median deviation, among random
 * configurations: room for them in x, u and sd. */
static inlay_status compare(struct inlay_explanation *e, inlay_value *x,
                            double *u, double *sd, inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(RANDOM_SEED);
    inlay_status st = INLAY_OK;
    size_t n_less = 0;

    for (size_t i = 0; st == INLAY_OK && i < INLAY_N_RANDOM; i++) {
        inlay_prediction p;
        inlay_encode_sample(&e->study->exact, &rng, u);
        inlay_decode(&e->study->exact, u, x);
        st = inlay_study_predict(e->study, x, &p, err);
        if (st != INLAY_OK)
            return st;
        sd[i] = p.sd;
        n_less += p.acquisition <= e->at.acquisition;
    }
    qsort(sd, INLAY_N_RANDOM, sizeof *sd, by_size);
    e->rank = (double)n_less / INLAY_N_RANDOM;
    e->typical_sd = 0.5 * (sd[INLAY_N_RANDOM / 2 - 1] + sd[INLAY_N_RANDOM / 2]);
    return INLAY_OK;
}

static inlay_status compare_with_random(struct inlay_explanation *e,
                                        inlay_error *err)
{
    const size_t dim = e->study->exact.dim;
    inlay_value *x = inlay_mem_new(n_vars(e), sizeof *x);
    double *u = inlay_mem_doubles(dim + INLAY_N_RANDOM);
    const inlay_status st = x && u ? compare(e, x, u, u + dim, err)
                                   : inlay_fail_memory(err, "a comparison");

    inlay_mem_free(x);
    inlay_mem_free(u);
    return st;
}

static inlay_status find_beliefs(struct inlay_explanation *e, inlay_error *err)
{
    static const inlay_prediction NOTHING = {NAN, NAN, NAN, NAN};
    inlay_status st = inlay_study_predict(e->study, e->x, &e->at, err);

    e->at_best = NOTHING;
    e->z = e->p_better = e->rank = e->typical_sd = NAN;
    if (st != INLAY_OK)
        return st;
    e->has_model = isfinite(e->at.mean);
    if (inlay_study_best(e->study, &e->best, NULL) != INLAY_OK)
        e->best = (inlay_trial){.value = NAN};
    else
        st = inlay_study_predict(e->study, e->best.x, &e->at_best, err);
    if (st != INLAY_OK || !e->has_model)
        return st;
    const double gain = e->study->sign * (e->at_best.mean - e->at.mean);
    if (e->at.sd > 0.0) {
        e->z = (e->y - e->at.mean) / e->at.sd;
        e->p_better = inlay_norm_cdf(gain / e->at.sd);
    }
    return compare_with_random(e, err);
}

/* ---- What is near ---- */

static void keep_nearest(struct inlay_explanation *e,
                         const struct inlay_record *r, double d)
{
    size_t i = e->n_near;

    if (i < INLAY_MOST_NEIGHBOURS)
        e->n_near++;
    else if (d >= e->near[i - 1].distance)
        return;
    else
        i--;
    for (; i > 0 && e->near[i - 1].distance > d; i--)
        e->near[i] = e->near[i - 1];
    e->near[i] = (struct inlay_neighbour){
        .id = r->id,
        .distance = d,
        .state = r->state,
        .y = r->state == INLAY_DONE ? e->study->sign * r->y : NAN,
        .x = r->x,
    };
}

static inlay_status find_nearest(struct inlay_explanation *e, inlay_error *err)
{
    const struct inlay_history *h = &e->study->history;
    double *u = inlay_mem_doubles(e->study->exact.dim);
    if (!u)
        return inlay_fail_memory(err, "a point");
    inlay_encode(&e->study->exact, e->x, u);
    for (size_t i = 0; i < h->n; i++)
        if (h->record[i]->state != INLAY_PENDING)
            keep_nearest(e, h->record[i],
                         inlay_apart(&e->study->exact, e->relevance, SIZE_MAX,
                                     u, h->record[i]->u));
    inlay_mem_free(u);
    return INLAY_OK;
}

inlay_status inlay_explain(const char *path, int64_t id,
                           struct inlay_explanation *out, inlay_error *err)
{
    struct inlay_explanation e = {.id = id};
    inlay_status st =
        id > 0 ? open_past(path, id, &e, err) : open_next(path, &e, err);

    if (st == INLAY_OK &&
        !(e.relevance = inlay_mem_new(n_vars(&e), sizeof *e.relevance)))
        st = inlay_fail_memory(err, "an explanation");
    if (st == INLAY_OK)
        st = inlay_study_relevance(e.study, e.relevance, err);
    if (st == INLAY_OK)
        st = find_beliefs(&e, err);
    if (st == INLAY_OK)
        st = find_nearest(&e, err);
    if (st == INLAY_OK)
        *out = e;
    else
        inlay_explanation_clear(&e);
    return st;
}
