/*
 * test_explain.c: an explanation tells what was believed when it was asked.
 */
#include "stored_fixture.h"

#include "app/pages/explain.h"

static struct inlay_explanation explain(const struct stored *f, int64_t id)
{
    struct inlay_explanation e = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_explain(f->path, id, &e, &err), err);
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
        "seed=5 method=basic",
        "seed=6 method=naive",
        "seed=7 inference=slice samples=3",
        "seed=8 method=random",
        "seed=8 method=sobol",
        "seed=8 method=hillclimb",
        "seed=8 method=smac candidates=200 initial=4",
        "seed=8 method=tpe initial=4",
        "seed=9 preset=paper candidates=200 samples=3 burn_in=2",
    };
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct stored f;
        const bool has_model = !strstr(WAYS[w], "random") &&
                               !strstr(WAYS[w], "sobol") &&
                               !strstr(WAYS[w], "hillclimb");
        size_t n_model = 0;
        stored_init(&f, MIXED_SPACE, WAYS[w]);
        run(f.study, fails_right, 13);
        const inlay_trial open = ask(f.study); /* pending for the next */
        run(f.study, fails_right, 2);
        tell(f.study, open.id, 3.0);
        for (int64_t id = 1; id <= 16; id++) {
            struct inlay_explanation e = explain(&f, id);
            CHECK(e.id == id && e.is_replayed && !e.is_other);
            CHECK(is_same_x(e.x, trial_of(f.study, id).x, 4));
            n_model += e.origin == INLAY_FROM_MODEL;
            inlay_explanation_clear(&e);
        }
        CHECK((n_model > 4) == has_model && (n_model == 0) == !has_model);
        stored_clear(&f);
    }
}

TEST(predictions_are_those_of_the_time_of_asking)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 9);
    inlay_study *then = study_of(MIXED_SPACE, "seed=3");
    run(then, mixed, 9);
    const inlay_trial t = ask(f.study);
    const inlay_prediction want = predict(then, t.x);
    tell(f.study, t.id, mixed(t.x));
    run(f.study, mixed, 3);

    struct inlay_explanation e = explain(&f, t.id);
    CHECK(e.origin == INLAY_FROM_MODEL && e.state == INLAY_DONE);
    CHECK(e.at.mean == want.mean && e.at.sd == want.sd);
    CHECK(e.at.acquisition == want.acquisition);
    CHECK(e.y == mixed(t.x));
    CHECK_REL(e.z, (e.y - want.mean) / want.sd, 1e-12);
    CHECK(e.rank == 1.0); /* it is where the acquisition is largest */
    CHECK(e.p_better > 0.0 && e.p_better < 1.0);
    CHECK(e.best.id > 0 && e.best.id < t.id);
    inlay_explanation_clear(&e);
    inlay_study_free(then);
    stored_clear(&f);
}

TEST(the_next_suggestion_is_what_ask_will_give)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    for (size_t i = 0; i < 10; i++) {
        struct inlay_explanation e = explain(&f, 0);
        const inlay_trial t = ask(f.study);
        CHECK(e.id == 0 && e.state == INLAY_PENDING && isnan(e.y));
        CHECK(is_same_x(e.x, t.x, 4));
        CHECK(inlay_study_n_trials(e.study) == i);
        tell(f.study, t.id, mixed(t.x));
        inlay_explanation_clear(&e);
    }
    stored_clear(&f);
}

/* ---- Where it came from -------------------------------------------------- */

TEST(wishes_and_imports_are_told_apart)
{
    const inlay_value wish[] = {inlay_real(0.25), inlay_integer(2),
                                inlay_category("r"), inlay_real(0.5)};
    const inlay_value old[] = {inlay_real(0.75), inlay_integer(2),
                               inlay_category("r"), inlay_real(0.5)};
    struct stored f;
    inlay_error err = {0};

    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 2);
    CHECK_OK(inlay_study_enqueue(f.study, wish, &err), err);
    struct inlay_explanation e = explain(&f, 0);
    CHECK(e.origin == INLAY_FROM_QUEUE && e.x[0].real == 0.25);
    inlay_explanation_clear(&e);
    run(f.study, mixed, 1);
    add(f.study, old, 2.5);

    static const enum inlay_origin WANT[] = {
        INLAY_FROM_DESIGN, INLAY_FROM_DESIGN, INLAY_FROM_QUEUE,
        INLAY_FROM_IMPORT};
    for (int64_t id = 1; id <= 4; id++) {
        e = explain(&f, id);
        CHECK(e.origin == WANT[id - 1]);
        inlay_explanation_clear(&e);
    }
    stored_clear(&f);
}

TEST(an_unknown_trial_is_refused)
{
    struct stored f;
    struct inlay_explanation e = {0};
    inlay_error err = {0};

    stored_init(&f, MIXED_SPACE, "seed=3");
    CHECK_FAILS(inlay_explain(f.path, 1, &e, &err), INLAY_ESTATE, err,
                "trial 1: the study has no trials yet");
    run(f.study, mixed, 2);
    CHECK_FAILS(inlay_explain(f.path, 3, &e, &err), INLAY_ESTATE, err,
                "trial 3: unknown, the study has trials 1 to 2");
    stored_clear(&f);
}

/* ---- What is near -------------------------------------------------------- */

TEST(neighbours_are_the_nearest_in_length_scales)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, fails_right, 14);
    struct inlay_explanation e = explain(&f, 14);
    const struct inlay_encoding *enc = &e.study->exact;
    double a[4], b[4], all[13];

    inlay_encode(enc, e.x, a);
    for (int64_t id = 1; id <= 13; id++) {
        inlay_encode(enc, trial_of(f.study, id).x, b);
        double sum = 0.0;
        for (size_t j = 0; j < 4; j++) {
            const double l = e.relevance[j].length_scale;
            sum += j == 2 ? (a[j] != b[j]) * 2.0 / (l * l)
                          : (a[j] - b[j]) * (a[j] - b[j]) / (l * l);
        }
        all[id - 1] = sqrt(sum);
    }
    CHECK(e.n_near == 3);
    for (size_t i = 0; i < 3; i++) {
        size_t n_nearer = 0;
        CHECK_REL(e.near[i].distance, all[e.near[i].id - 1], 1e-12);
        for (size_t k = 0; k < 13; k++)
            n_nearer += all[k] < e.near[i].distance * (1.0 - 1e-12);
        CHECK(n_nearer == i);
    }
    inlay_explanation_clear(&e);
    stored_clear(&f);
}

/* ---- Words and JSON ------------------------------------------------------ */

static char *printed(const struct inlay_explanation *e)
{
    struct inlay_text page = {0};
    inlay_explanation_print(e, &page);
    return text_of(&page);
}

TEST(words_name_what_happened)
{
    struct stored f;
    inlay_error err = {0};
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    const inlay_trial t = ask(f.study);
    CHECK_OK(inlay_study_tell_failed(f.study, t.id, "out of\033 memory", &err),
             err);
    struct inlay_explanation e = explain(&f, t.id);
    char *text = printed(&e);

    CHECK_HAS(text, "Trial 13, suggested by the model.\n");
    CHECK_HAS(text, "Known then: 12 trials done.\n");
    CHECK_HAS(text, "came out   failed: out of\\x1b memory\n");
    CHECK_HAS(text, "xplo"); /* exploiting or exploring */
    CHECK_HAS(text, "larger than at any of 256 random configurations");
    CHECK_HAS(text, "Nearest trials (distance in length-scales):\n");
    inlay_text_free(text);
    inlay_explanation_clear(&e);

    e = explain(&f, 1);
    text = printed(&e);
    CHECK_HAS(text, "Trial 1, of the initial design");
    CHECK_HAS(text, "Nothing was known then.\n");
    CHECK(!strstr(text, "nan") && !strstr(text, "expected"));
    inlay_text_free(text);
    inlay_explanation_clear(&e);
    stored_clear(&f);
}

TEST(words_name_the_origin)
{
    static const struct {
        const char *options, *name, *past, *next;
    } ROWS[] = {
        {"method=random", "random", "Trial 2, drawn at random.\n",
         "The next suggestion is drawn at random.\n"},
        {"method=sobol", "net", "Trial 2, a point of a Sobol' net,",
         "The next suggestion is a point of a Sobol' net,"},
        {"method=hillclimb", "step", "Trial 2, a neighbour of the best trial",
         "The next suggestion is a neighbour of the best trial"},
        {"method=proposed", "design", "Trial 2, of the initial design,",
         "The next suggestion is of the initial design,"},
    };
    for (size_t i = 0; i < LEN(ROWS); i++) {
        struct stored f;
        stored_init(&f, MIXED_SPACE, ROWS[i].options);
        run(f.study, mixed, 3);
        for (int64_t id = 0; id <= 2; id += 2) {
            struct inlay_explanation e = explain(&f, id);
            char *text = printed(&e);
            CHECK_HAS(text, id > 0 ? ROWS[i].past : ROWS[i].next);
            CHECK_TEXT(inlay_origin_name(e.origin), ROWS[i].name);
            inlay_text_free(text);
            inlay_explanation_clear(&e);
        }
        stored_clear(&f);
    }
}

TEST(words_name_the_acquisition_or_that_there_is_none)
{
    static const char *const WAYS[][2] = {
        {"seed=3 initial=3", "The expected improvement is larger than at"},
        {"seed=3 initial=3 acquisition=pes",
         "The information about the optimum's place is larger than at"},
        {"seed=3 initial=3 method=tpe",
         "The next suggestion comes from the model.\n"},
        {"seed=3 initial=3 method=tpe",
         "\nThe method does not predict values.\n\nNearest trials (distance in "
         "ranges):\n"},
    };
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct stored f;
        stored_init(&f, MIXED_SPACE, WAYS[w][0]);
        run(f.study, mixed, 4);
        struct inlay_explanation e = explain(&f, 0);
        char *text = printed(&e);
        CHECK_HAS(text, WAYS[w][1]);
        CHECK(!strstr(text, "nan"));
        inlay_text_free(text);
        inlay_explanation_clear(&e);
        stored_clear(&f);
    }
}

/* What a forest does not have is not spoken of: length-scales, a chance to fail,
 * other acquisitions than its own. */
TEST(a_forest_has_importances_but_no_length_scales)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE,
                "seed=3 method=smac initial=6 random_share=0.5 candidates=200 "
                "acquisition=pes");
    run(f.study, fails_right, 12);
    size_t n_model = 0, n_random = 0;
    for (int64_t id = 8; id <= 12; id++) {
        struct inlay_explanation e = explain(&f, id);
        char *text = printed(&e);
        CHECK(e.has_model && e.study->history.n_failed > 0);
        CHECK_HAS(text, "  importance\n");
        CHECK_HAS(text, "%\n");
        CHECK_HAS(text, "to be better than the best\n");
        CHECK_HAS(text, "Nearest trials (distance in ranges):\n");
        CHECK(!strstr(text, "length-scale") && !strstr(text, "nan"));
        if (e.origin == INLAY_FROM_MODEL)
            CHECK_HAS(text, "The expected improvement is larger than at any");
        else
            CHECK_HAS(text, "The model had no part in choosing it.\n");
        n_model += e.origin == INLAY_FROM_MODEL;
        n_random += e.origin == INLAY_FROM_RANDOM;
        inlay_text_free(text);
        inlay_explanation_clear(&e);
    }
    CHECK(n_model >= 2 && n_model + n_random == 5);
    stored_clear(&f);
}

TEST(json_has_the_exact_numbers)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    struct inlay_explanation e = explain(&f, 12);
    json_t *json = inlay_explanation_json(&e);
    const json_t *x = json_object_get(json, "x");
    const json_t *row = json_array_get(json_object_get(json, "variables"), 3);

    CHECK(json_integer_value(json_object_get(json, "id")) == 12);
    CHECK_TEXT(json_string_value(json_object_get(json, "origin")), "model");
    CHECK(json_is_true(json_object_get(json, "replays")));
    CHECK(json_real_value(json_object_get(json, "mean")) == e.at.mean);
    CHECK(json_real_value(json_object_get(json, "z")) == e.z);
    CHECK(json_real_value(json_object_get(json, "y")) == e.y);
    CHECK(json_real_value(json_object_get(x, "r")) == e.x[3].real);
    CHECK_TEXT(json_string_value(json_object_get(x, "c")), e.x[2].text);
    CHECK_TEXT(json_string_value(json_object_get(row, "name")), "r");
    CHECK(json_real_value(json_object_get(row, "share")) ==
          e.relevance[3].share);
    CHECK(json_array_size(json_object_get(json, "nearest")) == 3);
    json_decref(json);
    inlay_explanation_clear(&e);

    e = explain(&f, 1); /* without a model: null, not NaN */
    json = inlay_explanation_json(&e);
    CHECK(json_is_null(json_object_get(json, "mean")));
    CHECK(json_is_null(json_object_get(json, "best")));
    json_decref(json);
    inlay_explanation_clear(&e);
    stored_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static const char *the_path;

static inlay_status try_explaining(void)
{
    struct inlay_explanation e = {0};
    struct inlay_text page = {0};
    char *text = NULL;
    inlay_status st = inlay_explain(the_path, 3, &e, NULL);

    if (st == INLAY_OK) {
        inlay_explanation_print(&e, &page);
        st = inlay_text_end(&page, &text, err);
    }
    inlay_text_free(text);
    inlay_explanation_clear(&e);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    struct stored f;
    stored_init(&f, SMALL_SPACE, "seed=3 initial=2");
    run(f.study, small, 3);
    the_path = f.path;
    check_oom(try_explaining, __FILE__, __LINE__);
    stored_clear(&f);
}
#endif
