/*
 * test_fuzz.c: random small spaces, options and objectives, a few steps each;
 * the sanitizers watch.
 */
#include "study_fixture.h"

#include "problem/space.h"

enum { MAX_RANDOM_VARS = 5 };

static const char *const NAMES[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

static void add_random_variable(inlay_space *space, size_t i,
                                struct inlay_rng *rng)
{
    static const double NUMBERS[] = {-3, -1, 0, 0.5, 2, 8, 1e6, 1e9};
    inlay_error err = {0};
    const uint64_t width = inlay_rng_below(rng, 4) == 0
                               ? inlay_rng_below(rng, (uint64_t)1 << 40)
                               : inlay_rng_below(rng, 6);
    const inlay_scale scale =
        inlay_rng_below(rng, 2) ? INLAY_SCALE_LOG : INLAY_SCALE_LINEAR;
    const size_t n = 1 + inlay_rng_below(rng, LEN(NAMES));
    inlay_status st;

    switch (inlay_rng_below(rng, 5)) {
    case 0:
        st = inlay_space_add_real(space, NAMES[i], 0.5, 0.5 + (double)width,
                                  scale, &err);
        break;
    case 1:
        st = inlay_space_add_integer(space, NAMES[i], 1, 1 + (int64_t)width,
                                     scale, &err);
        break;
    case 2:
        st = inlay_space_add_ordinal(space, NAMES[i], NUMBERS, n, &err);
        break;
    case 3:
        st = inlay_space_add_categorical(space, NAMES[i], NAMES, n, &err);
        break;
    default:
        st = inlay_space_add_boolean(space, NAMES[i], &err);
        break;
    }
    CHECK_OK(st, err);
}

static const char *random_options(struct inlay_rng *rng)
{
    static const char *const OPTIONS[] = {
        "initial=2",
        "initial=2 method=gp-basic",
        "initial=2 method=gp-naive",
        "method=random",
        "initial=1 inference=slice samples=2",
        "initial=2 noise=none warp=auto",
        "initial=2 noise=yes goal=maximize",
        "initial=2 trust_region=yes",
        "initial=2 categories=per-category kernel=se",
        "preset=paper samples=2 candidates=200",
        "preset=paper samples=2 candidates=200 method=gp-basic repeats=no",
    };
    return OPTIONS[inlay_rng_below(rng, LEN(OPTIONS))];
}

static double random_value(struct inlay_rng *rng)
{
    switch (inlay_rng_below(rng, 12)) {
    case 0:
        return NAN;
    case 1:
        return 1e30;
    case 2:
        return 0;
    default:
        return inlay_rng_normal(rng);
    }
}

/* Valid, and new unless repeats are allowed. */
static void check_suggestion(const inlay_study *s, const inlay_trial *t,
                             bool may_repeat)
{
    inlay_error err = {0};
    inlay_value x[MAX_RANDOM_VARS];
    CHECK_OK(inlay_space_check(inlay_study_space(s), t->x, x, &err), err);
    CHECK(is_same_x(t->x, x, n_vars(s)));
    for (int64_t id = 1; !may_repeat && id < t->id; id++)
        CHECK(!is_same_x(t->x, trial_of(s, id).x, n_vars(s)));
}

static void random_study(struct inlay_rng *rng)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    const size_t n = 1 + inlay_rng_below(rng, MAX_RANDOM_VARS);
    const char *text = random_options(rng);
    const bool may_repeat =
        strstr(text, "noise=yes") ||
        (strstr(text, "preset=paper") && !strstr(text, "repeats=no"));
    inlay_options *o = options_of(text);

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < n; i++)
        add_random_variable(space, i, rng);
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    for (int i = 0; i < 6; i++) {
        inlay_trial t;
        const inlay_status st = inlay_study_ask(s, &t, &err);
        if (st == INLAY_EXHAUSTED && !may_repeat)
            break;
        CHECK_OK(st, err);
        check_suggestion(s, &t, may_repeat);
        if (inlay_rng_below(rng, 5) > 0) /* some stay pending */
            tell(s, t.id, random_value(rng));
    }
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
}

TEST(a_thousand_random_studies)
{
    const struct inlay_rng seed = inlay_rng_seed(2026);
    for (uint64_t i = 0; i < 1000; i++) {
        struct inlay_rng rng = inlay_rng_split(&seed, i);
        random_study(&rng);
    }
}
