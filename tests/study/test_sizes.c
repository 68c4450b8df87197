/*
 * test_sizes.c: a program may have been compiled with an older or a newer
 * inlay.h, in which the structs that it allocates are shorter or longer.
 *
 * tests/install/test_sizes.sh does the same with headers and programs; here each
 * function is tried under ASan, with structs in blocks of just their size.
 */
#include "study_fixture.h"

/* ---- The members of each such struct ---- */

struct member {
    size_t offset, size;
};

#define MEMBER(type, name)                                                     \
    {                                                                          \
        offsetof(type, name), sizeof((type *)0)->name                          \
    }

static const struct member VARIABLE[] = {
    MEMBER(inlay_variable, name),     MEMBER(inlay_variable, type),
    MEMBER(inlay_variable, scale),    MEMBER(inlay_variable, lo),
    MEMBER(inlay_variable, hi),       MEMBER(inlay_variable, int_lo),
    MEMBER(inlay_variable, int_hi),   MEMBER(inlay_variable, n_values),
    MEMBER(inlay_variable, numbers),  MEMBER(inlay_variable, labels),
    MEMBER(inlay_variable, step),     MEMBER(inlay_variable, description),
    MEMBER(inlay_variable, fallback), {0},
};
static const struct member TRIAL[] = {
    MEMBER(inlay_trial, id),
    MEMBER(inlay_trial, state),
    MEMBER(inlay_trial, is_feasible),
    MEMBER(inlay_trial, is_outside),
    MEMBER(inlay_trial, value),
    MEMBER(inlay_trial, why),
    MEMBER(inlay_trial, x),
    MEMBER(inlay_trial, n_values),
    MEMBER(inlay_trial, values),
    MEMBER(inlay_trial, is_discarded),
    MEMBER(inlay_trial, void_because),
    MEMBER(inlay_trial, metrics),
    MEMBER(inlay_trial, attempts),
    MEMBER(inlay_trial, asked_at),
    MEMBER(inlay_trial, started_at),
    MEMBER(inlay_trial, ended_at),
    MEMBER(inlay_trial, amended_at),
    MEMBER(inlay_trial, variance),
    {0},
};
static const struct member PREDICTION[] = {
    MEMBER(inlay_prediction, mean),       MEMBER(inlay_prediction, sd),
    MEMBER(inlay_prediction, p_success),  MEMBER(inlay_prediction, acquisition),
    MEMBER(inlay_prediction, p_feasible), {0},
};
static const struct member OUTPUT[] = {
    MEMBER(inlay_output_prediction, mean),
    MEMBER(inlay_output_prediction, sd),
    MEMBER(inlay_output_prediction, p_within),
    {0},
};
static const struct member CHANGE[] = {
    MEMBER(inlay_revision, text),
    MEMBER(inlay_revision, is_recorded),
    MEMBER(inlay_revision, n_carried),
    MEMBER(inlay_revision, n_outside),
    MEMBER(inlay_revision, n_without_point),
    MEMBER(inlay_revision, n_queue_outside),
    MEMBER(inlay_revision, n_without_value),
    MEMBER(inlay_revision, n_without_limit),
    {0},
};
static const struct member RELEVANCE[] = {
    MEMBER(inlay_relevance, share),
    MEMBER(inlay_relevance, length_scale),
    {0},
};
static const struct member RESIDUAL[] = {
    MEMBER(inlay_residual, id),   MEMBER(inlay_residual, value),
    MEMBER(inlay_residual, mean), MEMBER(inlay_residual, sd),
    MEMBER(inlay_residual, z),    {0},
};
static const struct member NOISE[] = {
    MEMBER(inlay_noise_estimate, sd),
    MEMBER(inlay_noise_estimate, low),
    MEMBER(inlay_noise_estimate, high),
    MEMBER(inlay_noise_estimate, is_found),
    MEMBER(inlay_noise_estimate, is_certain),
    MEMBER(inlay_noise_estimate, is_declared),
    MEMBER(inlay_noise_estimate, n_repeated),
    {0},
};
static const struct member ASK_STATS[] = {
    MEMBER(inlay_ask_stats, n_likelihoods),
    MEMBER(inlay_ask_stats, n_jitters),
    MEMBER(inlay_ask_stats, jitter),
    MEMBER(inlay_ask_stats, n_candidates),
    MEMBER(inlay_ask_stats, n_minima),
    MEMBER(inlay_ask_stats, n_unconverged),
    MEMBER(inlay_ask_stats, fit_seconds),
    MEMBER(inlay_ask_stats, maximize_seconds),
    MEMBER(inlay_ask_stats, noise_sd),
    {0},
};

/* ---- The functions that fill one ---- */

enum { N_TRIALS = 6 };

typedef inlay_status fill_fn(inlay_study *s, void *out, size_t size,
                             inlay_error *err);

static inlay_status fill_variable(inlay_study *s, void *out, size_t size,
                                  inlay_error *err)
{
    return inlay_space_variable_sized(inlay_study_space(s), 2, out, size, err);
}

static inlay_status fill_trial(inlay_study *s, void *out, size_t size,
                               inlay_error *err)
{
    return inlay_study_trial_sized(s, 3, out, size, err);
}

static inlay_status fill_best(inlay_study *s, void *out, size_t size,
                              inlay_error *err)
{
    return inlay_study_best_sized(s, out, size, err);
}

static inlay_status fill_ask(inlay_study *s, void *out, size_t size,
                             inlay_error *err)
{
    return inlay_study_ask_sized(s, out, size, err);
}

static inlay_status fill_ask_many(inlay_study *s, void *out, size_t size,
                                  inlay_error *err)
{
    size_t n = 0;
    const inlay_status st =
        inlay_study_ask_many_sized(s, 3, out, size, &n, err);
    CHECK(st != INLAY_OK || n == 3);
    return st;
}

static inlay_status fill_predict(inlay_study *s, void *out, size_t size,
                                 inlay_error *err)
{
    return inlay_study_predict_sized(s, trial_of(s, 1).x, out, size, err);
}

static inlay_status fill_recommend(inlay_study *s, void *out, size_t size,
                                   inlay_error *err)
{
    inlay_value x[4];
    return inlay_study_recommend_sized(s, x, out, size, err);
}

static inlay_status fill_predict_outputs(inlay_study *s, void *out, size_t size,
                                         inlay_error *err)
{
    return inlay_study_predict_outputs_sized(s, trial_of(s, 1).x, out, size,
                                             err);
}

static inlay_status fill_relevance_of(inlay_study *s, void *out, size_t size,
                                      inlay_error *err)
{
    return inlay_study_relevance_of_sized(s, 0, out, size, err);
}

static inlay_status fill_leave_one_out_of(inlay_study *s, void *out,
                                          size_t size, inlay_error *err)
{
    size_t n = 0;
    const inlay_status st =
        inlay_study_leave_one_out_of_sized(s, 0, out, size, N_TRIALS, &n, err);
    CHECK(st != INLAY_OK || n == N_TRIALS);
    return st;
}

static inlay_status fill_relevance(inlay_study *s, void *out, size_t size,
                                   inlay_error *err)
{
    return inlay_study_relevance_sized(s, out, size, err);
}

static inlay_status fill_leave_one_out(inlay_study *s, void *out, size_t size,
                                       inlay_error *err)
{
    size_t n = 0;
    const inlay_status st =
        inlay_study_leave_one_out_sized(s, out, size, N_TRIALS, &n, err);
    CHECK(st != INLAY_OK || n == N_TRIALS);
    return st;
}

static inlay_status fill_last_ask(inlay_study *s, void *out, size_t size,
                                  inlay_error *err)
{
    return inlay_study_last_ask_sized(s, out, size, err);
}

static inlay_status fill_noise(inlay_study *s, void *out, size_t size,
                               inlay_error *err)
{
    return inlay_study_noise_sized(s, out, size, err);
}

static inlay_status fill_last_change(inlay_study *s, void *out, size_t size,
                                     inlay_error *err)
{
    return inlay_study_last_revision_sized(s, out, size, err);
}

static const struct row {
    const struct member *members;
    size_t size, n; /* of one struct, and how many there are */
    fill_fn *fill;
} ROWS[] = {
    {VARIABLE, sizeof(inlay_variable), 1, fill_variable},
    {TRIAL, sizeof(inlay_trial), 1, fill_trial},
    {TRIAL, sizeof(inlay_trial), 1, fill_best},
    {TRIAL, sizeof(inlay_trial), 1, fill_ask},
    {TRIAL, sizeof(inlay_trial), 3, fill_ask_many},
    {PREDICTION, sizeof(inlay_prediction), 1, fill_predict},
    {PREDICTION, sizeof(inlay_prediction), 1, fill_recommend},
    {OUTPUT, sizeof(inlay_output_prediction), 1, fill_predict_outputs},
    {RELEVANCE, sizeof(inlay_relevance), 4, fill_relevance},
    {RELEVANCE, sizeof(inlay_relevance), 4, fill_relevance_of},
    {RESIDUAL, sizeof(inlay_residual), N_TRIALS, fill_leave_one_out},
    {RESIDUAL, sizeof(inlay_residual), N_TRIALS, fill_leave_one_out_of},
    {ASK_STATS, sizeof(inlay_ask_stats), 1, fill_last_ask},
    {NOISE, sizeof(inlay_noise_estimate), 1, fill_noise},
    {CHANGE, sizeof(inlay_revision), 1, fill_last_change},
};

/* ---- Laws ---- */

/* What the call writes to n structs of `size` bytes, before which they were
 * full of other bytes. */
static unsigned char *filled(const struct row *row, inlay_study *s, size_t size)
{
    inlay_error err = {0};
    unsigned char *out = malloc(row->n * size);
    CHECK(out != NULL);
    memset(out, 0xA5, row->n * size);
    CHECK_OK(row->fill(s, out, size, &err), err);
    return out;
}

/* The members that a struct of `size` bytes has are those of the whole one; what
 * only the caller knows is zero. */
static void check_prefix(const struct row *row, const unsigned char *got,
                         size_t size, const unsigned char *want)
{
    for (const struct member *m = row->members; m->size > 0; m++)
        if (m->offset + m->size <= size)
            CHECK(memcmp(got + m->offset, want + m->offset, m->size) == 0);
    for (size_t i = row->size; i < size; i++)
        CHECK(got[i] == 0);
}

/* What is expected: the same call with structs of our size, or the trials that
 * were asked last. */
static unsigned char *wanted(const struct row *row, inlay_study *s)
{
    if (row->fill != fill_ask && row->fill != fill_ask_many)
        return filled(row, s, row->size);
    inlay_trial *out = malloc(row->n * sizeof *out);
    CHECK(out != NULL);
    for (size_t i = 0; i < row->n; i++)
        out[i] =
            trial_of(s, (int64_t)(inlay_study_n_trials(s) - row->n + i) + 1);
    return (unsigned char *)out;
}

static void check_size(const struct row *row, size_t size)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, N_TRIALS);
    unsigned char *got = filled(row, s, size), *want = wanted(row, s);
    for (size_t i = 0; i < row->n; i++)
        check_prefix(row, got + i * size, size, want + i * row->size);
    free(got);
    free(want);
    inlay_study_free(s);
}

TEST(structs_of_other_sizes_get_the_members_that_both_sides_know)
{
    for (size_t i = 0; i < LEN(ROWS); i++) {
        check_size(&ROWS[i], 8);
        check_size(&ROWS[i], ROWS[i].size - 8);
        check_size(&ROWS[i], ROWS[i].size);
        check_size(&ROWS[i], ROWS[i].size + 8);
        check_size(&ROWS[i], ROWS[i].size + 40);
    }
}

TEST(a_size_that_no_struct_has_is_refused_and_nothing_is_written)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, N_TRIALS);
    for (size_t i = 0; i < LEN(ROWS); i++) {
        inlay_error err = {0};
        char out = '#';
        CHECK(ROWS[i].fill(s, &out, 0, &err) == INLAY_EINVAL);
        CHECK(strstr(err.msg, "_sized: the size of the struct is 0 bytes"));
        CHECK(ROWS[i].fill(s, &out, SIZE_MAX, NULL) == INLAY_EINVAL);
        CHECK(out == '#');
    }
    CHECK(inlay_study_n_trials(s) == N_TRIALS);
    inlay_study_free(s);
}

/* No room is left at the end of a struct: a member that a later version adds
 * there would not change the size, and an older library would leave it unset.
 * The tables above have to name all members, the last one at least. */
TEST(structs_end_with_their_last_member)
{
    for (size_t i = 0; i < LEN(ROWS); i++) {
        size_t end = 0;
        for (const struct member *m = ROWS[i].members; m->size > 0; m++)
            end = m->offset + m->size;
        CHECK(end == ROWS[i].size);
    }
}

/* A prediction that nobody wants has no size. */
TEST(the_size_of_nothing_is_not_looked_at)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_value x[4];
    size_t n = 7;
    CHECK_OK(inlay_study_leave_one_out_sized(s, NULL, 0, 0, &n, &err), err);
    CHECK(n == 0);
    run(s, mixed, 1);
    CHECK_OK(inlay_study_recommend_sized(s, x, NULL, 0, &err), err);
    inlay_study_free(s);
}
