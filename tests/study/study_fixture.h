/*
 * study_fixture.h: studies in a line or two, for the tests of the study.
 *
 * A space is given as the JSON of inlay_space_parse, options as text such as
 * "seed=3 noise=yes".
 */
#ifndef INLAY_TESTS_STUDY_FIXTURE_H
#define INLAY_TESTS_STUDY_FIXTURE_H

#include "check.h"

#include "base/rng.h"

enum { MAX_VARS = 16 };

static inline inlay_space *space_of(const char *json)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    return space;
}

/* "name=value name=value ..." */
static inline inlay_options *options_of(const char *text)
{
    inlay_error err = {0};
    inlay_options *o = NULL;
    CHECK_OK(inlay_options_new(&o, &err), err);
    while (*text) {
        char name[64], value[64];
        const size_t n_name = strcspn(text, "=");
        const size_t n_value = strcspn(text + n_name + 1, " ");
        CHECK(n_name < sizeof name && n_value < sizeof value);
        memcpy(name, text, n_name);
        name[n_name] = '\0';
        memcpy(value, text + n_name + 1, n_value);
        value[n_value] = '\0';
        CHECK_OK(inlay_options_set(o, name, value, &err), err);
        text += n_name + 1 + n_value;
        text += *text == ' ';
    }
    return o;
}

static inline inlay_study *study_of(const char *json, const char *options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(json);
    inlay_options *o = options_of(options);
    inlay_study *s = NULL;
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    inlay_options_free(o);
    inlay_space_free(space); /* the study has copies */
    return s;
}

static inline size_t n_vars(const inlay_study *s)
{
    return inlay_space_n_variables(inlay_study_space(s));
}

/* ---- Asking and telling ---- */

static inline inlay_trial ask(inlay_study *s)
{
    inlay_error err = {0};
    inlay_trial t = {0};
    CHECK_OK(inlay_study_ask(s, &t, &err), err);
    return t;
}

static inline void tell(inlay_study *s, int64_t id, double value)
{
    inlay_error err = {0};
    CHECK_OK(inlay_study_tell(s, id, value, &err), err);
}

static inline inlay_trial trial_of(const inlay_study *s, int64_t id)
{
    inlay_error err = {0};
    inlay_trial t = {0};
    CHECK_OK(inlay_study_trial(s, id, &t, &err), err);
    return t;
}

static inline inlay_prediction predict(inlay_study *s, const inlay_value *x)
{
    inlay_error err = {0};
    inlay_prediction p = {0};
    CHECK_OK(inlay_study_predict(s, x, &p, &err), err);
    return p;
}

static inline inlay_ask_stats last_ask(const inlay_study *s)
{
    inlay_error err = {0};
    inlay_ask_stats stats = {0};
    CHECK_OK(inlay_study_last_ask(s, &stats, &err), err);
    return stats;
}

static inline int64_t add(inlay_study *s, const inlay_value *x, double value)
{
    inlay_error err = {0};
    int64_t id = 0;
    CHECK_OK(inlay_study_add(s, x, value, &id, &err), err);
    return id;
}

typedef double objective_fn(const inlay_value *x);

/* n evaluations of f. */
static inline void run(inlay_study *s, objective_fn *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, f(t.x));
    }
}

/* ---- Comparing ---- */

/* The same values, bit for bit but for the sign of a zero. */
static inline bool is_same_x(const inlay_value *a, const inlay_value *b,
                             size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].type != b[i].type || a[i].real != b[i].real ||
            a[i].integer != b[i].integer)
            return false;
    return true;
}

static inline void check_same_x(const inlay_value *a, const inlay_value *b,
                                size_t n, int64_t id, const char *file,
                                int line)
{
    if (is_same_x(a, b, n))
        return;
    for (size_t i = 0; i < n; i++)
        print_error("trial %lld, variable %zu: %.17g and %.17g\n",
                    (long long)id, i, a[i].real, b[i].real);
    _fail(file, line);
}

/* Both studies have the same configurations in the same order. */
#define CHECK_SAME_TRIALS(a, b)                                                \
    do {                                                                       \
        CHECK(inlay_study_n_trials(a) == inlay_study_n_trials(b));             \
        for (int64_t id_ = 1; id_ <= (int64_t)inlay_study_n_trials(a); id_++)  \
            check_same_x(trial_of(a, id_).x, trial_of(b, id_).x, n_vars(a),    \
                         id_, __FILE__, __LINE__);                             \
    } while (0)

/* Trials with the same configuration as an earlier one. */
static inline size_t n_repeats(const inlay_study *s)
{
    size_t n = 0;
    for (int64_t a = 1; a <= (int64_t)inlay_study_n_trials(s); a++) {
        bool is_repeat = false;
        for (int64_t b = 1; b < a && !is_repeat; b++)
            is_repeat =
                is_same_x(trial_of(s, a).x, trial_of(s, b).x, n_vars(s));
        n += is_repeat;
    }
    return n;
}

/* ---- A space and an objective that most tests use ---- */

/* A real, an integer, a category and a log real; smallest, 0, at (0.3, 4,
 * "q", 0.01). */
#define MIXED_SPACE                                                            \
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"                 \
    "{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7},"               \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]}" \
    ",{\"name\":\"r\",\"type\":\"real\",\"min\":1e-4,\"max\":1,"               \
    "\"scale\":\"log\"}]"

static inline double mixed(const inlay_value *x)
{
    const double a = x[0].real - 0.3, k = (double)(x[1].integer - 4) / 6.0;
    const double r = (log10(x[3].real) + 2.0) / 4.0;
    return 4.0 * a * a + k * k + r * r + (x[2].integer == 1 ? 0.0 : 0.4);
}

/* 2×3 configurations; the best is (1, "c2") with -2.5. */
#define SMALL_SPACE                                                            \
    "[{\"name\":\"b\",\"type\":\"integer\",\"min\":0,\"max\":1},"              \
    "{\"name\":\"c\",\"type\":\"categorical\","                                \
    "\"values\":[\"c0\",\"c1\",\"c2\"]}]"

static inline double small(const inlay_value *x)
{
    return -(double)x[0].integer * 0.5 - (double)x[1].integer;
}

#endif
