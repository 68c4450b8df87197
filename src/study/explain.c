/*
 * explain.c: why a trial was suggested, told by the study as it was then.
 *
 * A past trial is looked at with the history that its suggestion knew, so that
 * the numbers are those by which it was chosen, not what is known by now.  Its
 * suggestion is computed once more: that tells whether it came from the model or
 * from the initial design, and shows that the journal and this program still
 * give what was recorded.
 */
#include "study/inside.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/special.h"
#include "strategy/distance.h"
#include "study/open.h"

/* Random configurations with which a suggestion is compared; the seed makes an
 * explanation a function of the study. */
enum { N_RANDOM = 256, RANDOM_SEED = 256 };
enum { MOST_NEAR = 3 };

/* What the caller sees, and what it is made of. */
struct explained {
    inlay_explanation is; /* first */
    inlay_study *past;    /* NULL: the caller's own study is as it was then */
    inlay_value *next;    /* the configuration that was not asked, or NULL */
    inlay_relevance *relevance;
    inlay_neighbour near[MOST_NEAR];
};

void inlay_explanation_free(inlay_explanation *explanation)
{
    struct explained *e = (struct explained *)explanation;
    if (!e)
        return;
    inlay_study_free(e->past);
    inlay_mem_free(e->next);
    inlay_mem_free(e->relevance);
    inlay_mem_free(e);
}

const char *inlay_origin_name(inlay_origin origin)
{
    static const char *const NAMES[] = {
        [INLAY_FROM_MODEL] = "model",   [INLAY_FROM_DESIGN] = "design",
        [INLAY_FROM_NET] = "net",       [INLAY_FROM_STEP] = "step",
        [INLAY_FROM_RANDOM] = "random", [INLAY_FROM_QUEUE] = "queue",
        [INLAY_FROM_IMPORT] = "import",
    };
    return (size_t)origin < sizeof NAMES / sizeof NAMES[0] ? NAMES[origin]
                                                           : "unknown";
}

/* ---- The study as it was then ---- */

static inlay_status suggest(struct explained *e, inlay_study *s,
                            inlay_error *err)
{
    e->next = inlay_mem_new(inlay_space_n_variables(s->space), sizeof *e->next);
    return e->next ? inlay_study_suggest(s, e->next, &e->is.origin, err)
                   : inlay_fail_memory(err, "a suggestion");
}

/* By what the trial's row says of its asking. */
static inlay_status go_back(struct explained *e, inlay_study *s, int64_t id,
                            inlay_error *err)
{
    struct inlay_trial_row asking;
    inlay_status st = inlay_journal_find(s->journal, id, &asking, err);
    if (st == INLAY_OK)
        st = inlay_study_at(s, asking.known, asking.study, &e->past, err);
    if (st != INLAY_OK)
        return st;
    inlay_study_show(s, s->history.record[id - 1], &e->is.trial);
    e->is.origin = asking.cause > 0 ? INLAY_FROM_QUEUE : INLAY_FROM_IMPORT;
    if (asking.cause != 0)
        return INLAY_OK;
    st = suggest(e, e->past, err);
    if (st == INLAY_OK)
        e->is.replay = inlay_values_equal(e->next, e->is.trial.x,
                                          inlay_space_n_variables(s->space))
                           ? INLAY_REPLAYED_THE_SAME
                           : INLAY_REPLAYED_ANOTHER;
    return st;
}

static inlay_status look_ahead(struct explained *e, inlay_study *s,
                               inlay_error *err)
{
    const inlay_status st = suggest(e, s, err);
    e->is.trial = (inlay_trial){.value = NAN, .x = e->next};
    return st;
}

static void count_known(inlay_explanation *e, const inlay_study *s)
{
    e->space = s->space;
    e->n_done = s->history.n_done;
    e->n_failed = s->history.n_failed;
    e->n_pending = inlay_history_n_pending(&s->history);
    e->may_repeat = s->may_repeat;
    e->acquisition = inlay_study_acquisition(s);
    e->n_random = N_RANDOM;
}

/* ---- What was believed ---- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rank of the acquisition, and the median deviation, among random
 * configurations: room for them in x, u and sd. */
static inlay_status compare(inlay_explanation *e, inlay_study *s,
                            inlay_value *x, double *u, double *sd,
                            inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(RANDOM_SEED);
    size_t n_less = 0;
    for (size_t i = 0; i < N_RANDOM; i++) {
        inlay_prediction p;
        inlay_encode_sample(&s->exact, &rng, u);
        inlay_decode(&s->exact, u, x);
        const inlay_status st = inlay_study_predict_known(s, x, &p, err);
        if (st != INLAY_OK)
            return st;
        sd[i] = p.sd;
        n_less += p.acquisition <= e->at.acquisition;
    }
    qsort(sd, N_RANDOM, sizeof *sd, by_size);
    e->rank = (double)n_less / N_RANDOM;
    e->typical_sd = 0.5 * (sd[N_RANDOM / 2 - 1] + sd[N_RANDOM / 2]);
    return INLAY_OK;
}

static inlay_status compare_with_random(inlay_explanation *e, inlay_study *s,
                                        inlay_error *err)
{
    const size_t dim = s->exact.dim;
    inlay_value *x =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *x);
    double *u = inlay_mem_doubles(dim + N_RANDOM);
    const inlay_status st = x && u ? compare(e, s, x, u, u + dim, err)
                                   : inlay_fail_memory(err, "a comparison");
    inlay_mem_free(x);
    inlay_mem_free(u);
    return st;
}

/* The value that came out, against what was expected. */
static inlay_status find_surprise(inlay_explanation *e, inlay_study *s,
                                  inlay_error *err)
{
    inlay_residual r;
    const inlay_status st =
        inlay_study_residual(s, e->trial.x, e->trial.value, &r, err);
    if (st != INLAY_OK)
        return st;
    e->observed_sd = r.sd;
    e->z = r.z;
    e->is_better = inlay_study_is_better(s, e->trial.value, e->at.mean);
    return INLAY_OK;
}

static inlay_status find_beliefs(inlay_explanation *e, inlay_study *s,
                                 inlay_error *err)
{
    inlay_status st = inlay_study_predict_known(s, e->trial.x, &e->at, err);
    if (st != INLAY_OK)
        return st;
    e->has_model = isfinite(e->at.mean);
    if (inlay_study_best(s, &e->best, NULL) == INLAY_OK)
        st = inlay_study_predict_known(s, e->best.x, &e->at_best, err);
    if (st != INLAY_OK || !e->has_model)
        return st;
    e->gain = s->sign * (e->at_best.mean - e->at.mean);
    if (e->at.sd > 0.0)
        e->p_better = inlay_norm_cdf(e->gain / e->at.sd);
    st = find_surprise(e, s, err);
    return st == INLAY_OK ? compare_with_random(e, s, err) : st;
}

static inlay_status find_relevance(struct explained *e, inlay_study *s,
                                   inlay_error *err)
{
    const size_t n = inlay_space_n_variables(s->space);
    e->relevance = inlay_mem_new(n, sizeof *e->relevance);
    if (!e->relevance)
        return inlay_fail_memory(err, "an explanation");
    e->is.relevance = e->relevance;
    const inlay_status st = inlay_study_relevance(s, e->relevance, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        if (!isnan(e->relevance[i].length_scale))
            e->is.has_length_scales = true;
    return st;
}

/* ---- What is near ---- */

static void keep_nearest(struct explained *e, const inlay_study *s,
                         const struct inlay_record *r, double d)
{
    size_t i = e->is.n_near;
    if (i < MOST_NEAR)
        e->is.n_near++;
    else if (d >= e->near[i - 1].distance)
        return;
    else
        i--;
    for (; i > 0 && e->near[i - 1].distance > d; i--)
        e->near[i] = e->near[i - 1];
    inlay_study_show(s, r, &e->near[i].trial);
    e->near[i].distance = d;
}

static inlay_status find_nearest(struct explained *e, const inlay_study *s,
                                 inlay_error *err)
{
    const struct inlay_history *h = &s->history;
    double *d = inlay_mem_doubles(h->n);
    const inlay_status st =
        d ? inlay_distance_find(e->relevance, NULL, 0, e->is.trial.x, h, d, err)
          : inlay_fail_memory(err, "distances");
    for (size_t i = 0; st == INLAY_OK && i < h->n; i++)
        if (h->record[i]->state != INLAY_PENDING)
            keep_nearest(e, s, h->record[i], d[i]);
    e->is.near = e->near;
    inlay_mem_free(d);
    return st;
}

static inlay_status explain(struct explained *e, inlay_study *s, int64_t id,
                            inlay_error *err)
{
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK && id != 0)
        st = inlay_history_check_known(&s->history, id, err);
    if (st == INLAY_OK)
        st = id != 0 ? go_back(e, s, id, err) : look_ahead(e, s, err);
    if (st != INLAY_OK)
        return st;
    inlay_study *then = e->past ? e->past : s;
    count_known(&e->is, then);
    st = find_relevance(e, then, err);
    if (st == INLAY_OK)
        st = find_beliefs(&e->is, then, err);
    return st == INLAY_OK ? find_nearest(e, then, err) : st;
}

inlay_status inlay_study_explain(inlay_study *s, int64_t id,
                                 inlay_explanation **out, inlay_error *err)
{
    static const inlay_prediction NOTHING = {NAN, NAN, NAN, NAN};
    if (!s || !out)
        return inlay_study_refuse_null(__func__, "study and out", err);
    struct explained *e = inlay_mem_new(1, sizeof *e);
    if (!e)
        return inlay_fail_memory(err, "an explanation");
    e->is.at_best = NOTHING;
    e->is.best.value = NAN;
    e->is.observed_sd = e->is.z = e->is.gain = NAN;
    e->is.p_better = e->is.rank = e->is.typical_sd = NAN;
    const inlay_status st = explain(e, s, id, err);
    if (st == INLAY_OK)
        *out = &e->is;
    else
        inlay_explanation_free(&e->is);
    return st;
}
