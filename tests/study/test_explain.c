/*
 * test_explain.c: an explanation tells what was believed when it was asked.
 */
#include "others_fixture.h"
#include "store_fixture.h"

static inlay_explanation *explain(inlay_study *s, int64_t id)
{
    inlay_explanation *e = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_explain(s, id, &e, &err), err);
    return e;
}

static double fails_right(const inlay_value *x)
{
    return x[0].real > 0.6 ? NAN : mixed(x);
}

/* ---- Replay -------------------------------------------------------------- */

TEST(every_suggestion_is_replayed_bit_for_bit)
{
    static const char *const WAYS[] = {
        "seed=3",
        "seed=4 goal=maximize noise=yes",
        "seed=5 method=gp-basic",
        "seed=6 method=gp-naive",
        "seed=7 inference=slice samples=3",
        "seed=8 method=random",
        "seed=8 method=sobol",
        "seed=8 method=hillclimb",
        "seed=8 method=smac candidates=200 initial=4",
        "seed=8 method=tpe initial=4",
        "seed=9 preset=paper candidates=200 samples=3 burn_in=2",
    };
    for (size_t w = 0; w < LEN(WAYS); w++) {
        const struct scratch f = scratch_make();
        inlay_study *s = stored_study(f.path, MIXED_SPACE, WAYS[w]);
        const bool has_model = !strstr(WAYS[w], "random") &&
                               !strstr(WAYS[w], "sobol") &&
                               !strstr(WAYS[w], "hillclimb");
        size_t n_model = 0;
        run(s, fails_right, 13);
        const inlay_trial open = ask(s); /* pending for the next */
        run(s, fails_right, 2);
        tell(s, open.id, 3.0);
        for (int64_t id = 1; id <= 16; id++) {
            inlay_explanation *e = explain(s, id);
            CHECK(e->trial->id == id && e->replay == INLAY_REPLAY_SAME);
            CHECK(is_same_x(e->trial->x, trial_of(s, id).x, 4));
            CHECK(e->n_done + e->n_failed + e->n_pending == (size_t)id - 1);
            CHECK(e->n_pending == (id == 15 || id == 16));
            n_model += e->origin == INLAY_ORIGIN_MODEL;
            inlay_explanation_free(e);
        }
        CHECK((n_model > 4) == has_model && (n_model == 0) == !has_model);
        inlay_study_free(s);
        scratch_remove(&f);
    }
}

/* Of both goals: maximizing −f is minimizing f, so numbers are mirrored. */
TEST(predictions_are_those_of_the_time_of_asking)
{
    static const char *const GOALS[] = {"seed=3", "seed=3 goal=maximize"};
    double z[2], gain[2], p_better[2];
    for (size_t g = 0; g < LEN(GOALS); g++) {
        const struct scratch f = scratch_make();
        const double sign = g == 0 ? 1.0 : -1.0;
        inlay_study *s = stored_study(f.path, MIXED_SPACE, GOALS[g]);
        inlay_study *then = study_of(MIXED_SPACE, GOALS[g]);
        for (size_t i = 0; i < 9; i++) {
            const inlay_trial t = ask(s);
            tell(s, t.id, sign * mixed(t.x));
            tell(then, ask(then).id, sign * mixed(t.x));
        }
        const inlay_trial t = ask(s);
        const inlay_prediction want = predict(then, t.x);
        tell(s, t.id, sign * mixed(t.x));
        run(s, mixed, 3);

        inlay_explanation *e = explain(s, t.id);
        CHECK(e->origin == INLAY_ORIGIN_MODEL && e->has_model);
        CHECK(e->trial->state == INLAY_STATE_DONE && e->n_done == 9);
        CHECK(e->at->mean == want.mean && e->at->sd == want.sd);
        CHECK(e->at->acquisition == want.acquisition);
        CHECK(e->trial->value == sign * mixed(t.x));
        CHECK(e->is_better == (sign * (e->trial->value - want.mean) < 0.0));
        CHECK(e->rank == 1.0); /* it is where the acquisition is largest */
        CHECK(e->n_random == 256 && e->typical_sd > 0.0);
        CHECK(e->p_better > 0.0 && e->p_better < 1.0);
        CHECK(e->best->id > 0 && e->best->id < t.id);
        CHECK(e->at_best->mean == predict(then, e->best->x).mean);
        CHECK(e->gain == sign * (e->at_best->mean - e->at->mean));
        CHECK((e->p_better > 0.5) == (e->gain > 0.0));
        z[g] = e->z;
        gain[g] = e->gain;
        p_better[g] = e->p_better;
        inlay_explanation_free(e);
        inlay_study_free(then);
        inlay_study_free(s);
        scratch_remove(&f);
    }
    CHECK(z[0] == -z[1] && gain[0] == gain[1] && p_better[0] == p_better[1]);
}

/* A value scatters by the noise too: without it every noisy value is a
 * sensation. */
TEST(a_surprise_is_measured_in_deviations_with_noise)
{
    static const char WAY[] = "seed=3 warp=none noise=yes";
    const struct scratch f = scratch_make();
    struct inlay_rng rng = inlay_rng_seed(11);
    inlay_study *s = stored_study(f.path, MIXED_SPACE, WAY);
    inlay_study *then = study_of(MIXED_SPACE, WAY);
    inlay_hyperparameters *h = NULL;
    inlay_error err = {0};
    double with = 0.0, without = 0.0;

    for (int64_t id = 1; id <= 30; id++) {
        const inlay_trial t = ask(s);
        const double y = mixed(t.x) + 0.5 * inlay_rng_normal(&rng);
        CHECK_OK(inlay_study_hyperparameters(then, &h, &err), err);
        tell(s, t.id, y);
        tell(then, ask(then).id, y);
        if (id > 10) {
            inlay_explanation *e = explain(s, id);
            CHECK_REL(e->observed_sd, hypot(e->at->sd, h->noise_sd), 1e-9);
            CHECK_REL(e->z, (y - e->at->mean) / e->observed_sd, 1e-9);
            with += e->z * e->z;
            without += pow((y - e->at->mean) / e->at->sd, 2);
            inlay_explanation_free(e);
        }
        inlay_hyperparameters_free(h);
    }
    CHECK(with < 0.5 * without);
    inlay_study_free(then);
    inlay_study_free(s);
    scratch_remove(&f);
}

#define ARMS                                                                   \
    "[{\"name\":\"a\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]" \
    "},"                                                                       \
    "{\"name\":\"b\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]}" \
    ","                                                                        \
    "{\"name\":\"c\",\"type\":\"integer\",\"min\":0,\"max\":4}]"

static double arms(const inlay_value *x)
{
    const double k = (double)x[2].integer - 2.0;
    return 0.3 * k * k + (double)x[0].integer - 0.5 * (double)x[1].integer;
}

/* n trials with noise; returns how many measure a configuration again for that
 * reason, which `rank` says, too. */
static size_t n_again(const char *options, size_t n, inlay_again why)
{
    inlay_study *s = study_of(ARMS, options);
    struct inlay_rng rng = inlay_rng_seed(5);
    size_t n_found = 0;
    for (size_t i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, arms(t.x) + 0.4 * inlay_rng_normal(&rng));
    }
    for (int64_t id = 1; id <= (int64_t)n; id++) {
        inlay_explanation *e = explain(s, id);
        CHECK(e->replay == INLAY_REPLAY_SAME);
        CHECK((e->measures_again > 0) == (e->why_again != INLAY_AGAIN_NO));
        CHECK(e->measures_again < id);
        if (e->why_again == why) {
            CHECK(is_same_x(trial_of(s, e->measures_again).x, e->trial->x, 3));
            CHECK(isnan(e->rank) == (why == INLAY_AGAIN_PROBE));
            CHECK(e->noise->is_certain == (why == INLAY_AGAIN_NOISE));
            n_found++;
        }
        inlay_explanation_free(e);
    }
    inlay_study_free(s);
    return n_found;
}

TEST(what_is_measured_again_has_a_reason)
{
    CHECK(n_again("seed=3", 24, INLAY_AGAIN_PROBE) == 1);
    CHECK(n_again("seed=3 noise=yes", 20, INLAY_AGAIN_NOISE) > 0);
    CHECK(n_again("seed=3 noise=none repeats=yes", 48, INLAY_AGAIN_ALLOWED) >
          0);
}

TEST(a_forest_has_deviations_and_no_length_scales)
{
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(
        f.path, MIXED_SPACE, "seed=3 method=smac initial=4 candidates=200");
    run(s, mixed, 12);
    inlay_explanation *e = explain(s, 12);
    CHECK(e->has_model && !e->has_length_scales);
    CHECK(e->observed_sd == e->at->sd);
    CHECK_REL(e->z, (e->trial->value - e->at->mean) / e->at->sd, 1e-12);
    CHECK(e->relevance[0]->share >= 0.0 &&
          isnan(e->relevance[0]->length_scale));
    inlay_explanation_free(e);
    inlay_study_free(s);
    scratch_remove(&f);
}

/* Its journal has what was known then, as that of a file has. */
TEST(a_trial_of_a_study_in_memory_is_explained_the_same)
{
    const struct scratch f = scratch_make();
    inlay_study *stored = stored_study(f.path, MIXED_SPACE, "seed=3");
    inlay_study *plain = study_of(MIXED_SPACE, "seed=3");
    run(stored, mixed, 10);
    run(plain, mixed, 10);
    for (int64_t id = 1; id <= 10; id += 3) {
        inlay_explanation *a = explain(stored, id), *b = explain(plain, id);
        CHECK(b->replay == INLAY_REPLAY_SAME);
        CHECK(a->origin == b->origin && a->n_done == b->n_done);
        CHECK(a->has_model == b->has_model);
        CHECK(!a->has_model || a->at->mean == b->at->mean);
        inlay_explanation_free(a);
        inlay_explanation_free(b);
    }
    inlay_study_free(stored);
    inlay_study_free(plain);
    scratch_remove(&f);
}

TEST(the_next_suggestion_is_what_ask_will_give)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3"); /* in memory too */
    for (size_t i = 0; i < 10; i++) {
        inlay_explanation *e = explain(s, 0);
        const inlay_trial t = ask(s);
        CHECK(e->trial->id == 0 && e->trial->state == INLAY_STATE_PENDING);
        CHECK(isnan(e->trial->value) && isnan(e->z));
        CHECK(e->replay == INLAY_REPLAY_NONE);
        CHECK(is_same_x(e->trial->x, t.x, 4));
        CHECK(e->n_done == i && e->n_pending == 0);
        CHECK((e->best->id == 0) == (i == 0) && e->n_near == (i < 3 ? i : 3));
        CHECK(e->has_model == (i > 0) && isnan(e->rank) == (i == 0));
        tell(s, t.id, mixed(t.x));
        inlay_explanation_free(e);
    }
    inlay_study_free(s);
}

/* A study in memory remembers what a file does. */
TEST(a_past_trial_is_explained_in_memory_too)
{
    const struct scratch f = scratch_make();
    inlay_study *s[] = {stored_study(f.path, MIXED_SPACE, "seed=3"),
                        study_of(MIXED_SPACE, "seed=3")};
    inlay_explanation *e[2];
    for (size_t k = 0; k < 2; k++) {
        run(s[k], mixed, 12);
        e[k] = explain(s[k], 11);
        CHECK(e[k]->replay == INLAY_REPLAY_SAME && e[k]->n_done == 10);
    }
    CHECK(e[0]->at->mean == e[1]->at->mean && e[0]->z == e[1]->z);
    CHECK(e[0]->rank == e[1]->rank && e[0]->best->id == e[1]->best->id);
    CHECK(e[0]->near[2]->distance == e[1]->near[2]->distance);
    for (size_t k = 0; k < 2; k++) {
        inlay_explanation_free(e[k]);
        inlay_study_free(s[k]);
    }
    scratch_remove(&f);
}

/* ---- Where it came from -------------------------------------------------- */

TEST(wishes_and_imports_are_told_apart)
{
    const inlay_value wish[] = {inlay_real(0.25), inlay_integer(2),
                                inlay_category("r"), inlay_real(0.5)};
    const inlay_value old[] = {inlay_real(0.75), inlay_integer(2),
                               inlay_category("r"), inlay_real(0.5)};
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, MIXED_SPACE, "seed=3");
    inlay_error err = {0};

    run(s, mixed, 2);
    CHECK_OK(inlay_study_enqueue(s, wish, &err), err);
    inlay_explanation *e = explain(s, 0);
    CHECK(e->origin == INLAY_ORIGIN_QUEUE && e->trial->x[0].real == 0.25);
    inlay_explanation_free(e);
    run(s, mixed, 1);
    add(s, old, 2.5);

    static const inlay_origin WANT[] = {INLAY_ORIGIN_DESIGN,
                                        INLAY_ORIGIN_DESIGN, INLAY_ORIGIN_QUEUE,
                                        INLAY_ORIGIN_IMPORT};
    for (int64_t id = 1; id <= 4; id++) {
        e = explain(s, id);
        CHECK(e->origin == WANT[id - 1]);
        CHECK((e->replay == INLAY_REPLAY_NONE) == (id > 2));
        inlay_explanation_free(e);
    }
    inlay_study_free(s);
    scratch_remove(&f);
}

TEST(every_origin_has_a_name)
{
    static const char *const NAMES[] = {"model",  "design", "net",   "step",
                                        "random", "queue",  "import"};
    for (size_t i = 0; i < LEN(NAMES); i++)
        CHECK_TEXT(inlay_origin_name((inlay_origin)i), NAMES[i]);
    CHECK_TEXT(inlay_origin_name((inlay_origin)99), "unknown");
}

TEST(what_cannot_be_explained_is_refused)
{
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, SMALL_SPACE, "seed=3");
    inlay_explanation *e = NULL;
    inlay_error err = {0};

    CHECK_FAILS(inlay_study_explain(s, 1, &e, &err), INLAY_ESTATE, err,
                "trial 1 does not exist; the study has no trials yet");
    run(s, small, 2);
    CHECK_FAILS(inlay_study_explain(s, 3, &e, &err), INLAY_ESTATE, err,
                "trial 3 does not exist; the study has trials 1 to 2");
    CHECK(inlay_study_explain(s, -1, &e, &err) == INLAY_ESTATE);
    run(s, small, 4);
    CHECK(inlay_study_explain(s, 0, &e, &err) == INLAY_EXHAUSTED);
    CHECK_FAILS(inlay_study_explain(NULL, 0, &e, &err), INLAY_EINVAL, err,
                "inlay_study_explain: study and out must not be NULL");
    CHECK(inlay_study_explain(s, 0, NULL, &err) == INLAY_EINVAL && !e);
    inlay_explanation_free(NULL);
    inlay_study_free(s);
    scratch_remove(&f);
}

/* ---- What is near -------------------------------------------------------- */

TEST(neighbors_are_the_nearest_in_length_scales)
{
    /* a, k and r on [0, 1]. */
    const struct scratch f = scratch_make();
    inlay_study *s = stored_study(f.path, MIXED_SPACE, "seed=3");
    run(s, fails_right, 14);
    inlay_explanation *e = explain(s, 14);
    double all[13];

    for (int64_t id = 1; id <= 13; id++) {
        const inlay_value *a = e->trial->x, *b = trial_of(s, id).x;
        const double off[] = {a[0].real - b[0].real,
                              (double)(a[1].integer - b[1].integer) / 6.0,
                              a[2].integer == b[2].integer ? 0.0 : sqrt(2.0),
                              log(a[3].real / b[3].real) / log(1e4)};
        double sum = 0.0;
        for (size_t v = 0; v < 4; v++)
            sum += pow(off[v] / e->relevance[v]->length_scale, 2);
        all[id - 1] = sqrt(sum);
    }
    CHECK(e->n_near == 3 && e->has_length_scales);
    for (size_t i = 0; i < 3; i++) {
        const inlay_trial *t = e->near[i]->trial;
        size_t n_nearer = 0;
        CHECK_REL(e->near[i]->distance, all[t->id - 1], 1e-9);
        CHECK(t->state == trial_of(s, t->id).state);
        CHECK(isnan(t->value) || t->value == trial_of(s, t->id).value);
        for (size_t k = 0; k < 13; k++)
            n_nearer += all[k] < e->near[i]->distance * (1.0 - 1e-9);
        CHECK(n_nearer == i);
    }
    inlay_explanation_free(e);
    inlay_study_free(s);
    scratch_remove(&f);
}

#ifdef INLAY_FAILING_MEM
static inlay_study *the_study;

static inlay_status try_explaining(void)
{
    inlay_explanation *e = NULL;
    const inlay_status st = inlay_study_explain(the_study, 3, &e, NULL);
    inlay_explanation_free(e);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    const struct scratch f = scratch_make();
    the_study = stored_study(f.path, SMALL_SPACE, "seed=3 initial=2");
    run(the_study, small, 3);
    check_oom(try_explaining, __FILE__, __LINE__);
    inlay_study_free(the_study);
    scratch_remove(&f);
}
#endif

TEST(a_pending_trial_is_not_a_neighbor)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    for (int i = 0; i < 8; i++)
        ask(s);
    tell(s, 3, 0.5);
    tell(s, 6, NAN);
    inlay_explanation *e = explain(s, 0);
    CHECK(e->n_near == 2);
    for (size_t i = 0; i < e->n_near; i++)
        CHECK(e->near[i]->trial->id == 3 || e->near[i]->trial->id == 6);
    CHECK(e->near[0]->trial->id != e->near[1]->trial->id);
    inlay_explanation_free(e);
    inlay_study_free(s);
}

TEST(an_explanation_is_of_one_history_while_others_ask)
{
    inlay_study *s = study_of(SMALL_SPACE, "seed=3");
    run(s, small, 4);
    others_come(s);
    inlay_explanation *e = explain(s, 0);
    CHECK(e->n_done == 4);
    others_go(s, 4);
    inlay_explanation_free(e);
    inlay_study_free(s);
}
