/*
 * test_summary.c: means, floors and files of known gaps.
 */
#include "check.h"

#include <unistd.h>

#include "harness/frame.h"
#include "harness/summary.h"
#include "support/sample.h"

enum { N_PROBLEMS = 3, N_EVALUATIONS = 2 };

static const char *const METHODS[] = {"proposed", "basic"};

/* Gaps of proposed: 1, 1e-2 | 1e-1, 1e-9 | 1, 1e-4; of basic ten times that.
 * By observation they are double. */
static struct runs example(void)
{
    static const double GAP[N_PROBLEMS][N_EVALUATIONS] = {
        {1.0, 1e-2}, {1e-1, 1e-9}, {1.0, 1e-4}};
    struct runs r;
    runs_init(&r, METHODS, 2, N_PROBLEMS, N_EVALUATIONS);
    for (size_t m = 0; m < 2; m++)
        for (size_t p = 0; p < N_PROBLEMS; p++)
            for (size_t rule = 0; rule < SEARCH_N_RULES; rule++)
                for (size_t i = 0; i < N_EVALUATIONS; i++)
                    r.gap[((m * N_PROBLEMS + p) * SEARCH_N_RULES + rule) *
                              N_EVALUATIONS +
                          i] = GAP[p][i] * (m ? 10.0 : 1.0) *
                               (rule == SEARCH_OBSERVED ? 2.0 : 1.0);
    return r;
}

static struct frame written(void (*write)(const struct runs *, double,
                                          const char *, const char *))
{
    struct runs r = example();
    struct frame f;
    char path[] = "/tmp/inlay-summary-XXXXXX";
    close(mkstemp(path));
    write(&r, 1e-6, "# commit=x", path);
    CHECK(frame_load(&f, path));
    unlink(path);
    runs_clear(&r);
    return f;
}

static double at(const struct frame *f, size_t row, const char *column)
{
    return frame_number(f, row, frame_column(f, column));
}

TEST(gaps_below_the_floor_count_as_the_floor)
{
    CHECK(summary_log_gap(1e-3, 1e-6) == -3.0);
    CHECK(summary_log_gap(1e-9, 1e-6) == -6.0);
    CHECK(summary_log_gap(-1.0, 1e-6) == -6.0);
    CHECK(summary_log_gap(1e-3, 1e-2) == -2.0);
}

TEST(the_lowest_gap_is_that_of_all_searches)
{
    struct runs r = example();
    CHECK(summary_lowest_gap(&r) == 1e-9);
    r.gap[0] = -0.5;
    CHECK(summary_lowest_gap(&r) == -0.5);
    runs_clear(&r);
}

TEST(curves_have_the_mean_of_logs_and_the_log_of_means)
{
    struct frame f = written(summary_write_curves);
    const double log_gap[] = {-2.0, -6.0, -4.0}, gap[] = {1e-2, 1e-6, 1e-4};
    CHECK(f.n_rows == N_EVALUATIONS);
    CHECK_ABS(at(&f, 0, "proposed_r"), -1.0 / 3.0, 6e-3);
    CHECK_ABS(at(&f, 1, "proposed_r"), -4.0, 6e-3);
    CHECK_ABS(at(&f, 1, "proposed_r_se"), sample_bootstrap(log_gap, 3), 6e-3);
    CHECK_ABS(at(&f, 1, "proposed_r_lm"), log10((1e-2 + 1e-6 + 1e-4) / 3.0),
              6e-3);
    CHECK_ABS(at(&f, 1, "proposed_r_lm_se"), sample_bootstrap_log10(gap, 3, 1),
              6e-3);
    CHECK_ABS(at(&f, 0, "basic_r"), 1.0 - 1.0 / 3.0, 6e-3);
    CHECK_ABS(at(&f, 0, "proposed_o"), log10(2.0) - 1.0 / 3.0, 6e-3);
    frame_clear(&f);
}

/* The best observation is not written again where it is what is recommended. */
TEST(a_rule_that_is_the_other_one_is_left_out)
{
    struct runs r = example();
    struct frame f;
    char path[] = "/tmp/inlay-summary-XXXXXX";
    for (size_t p = 0; p < N_PROBLEMS; p++)
        for (size_t i = 0; i < N_EVALUATIONS; i++) {
            double *gap =
                r.gap + (N_PROBLEMS + p) * SEARCH_N_RULES * N_EVALUATIONS;
            gap[N_EVALUATIONS + i] = gap[i];
        }
    close(mkstemp(path));
    summary_write_ends(&r, 1e-6, "# commit=x", path);
    CHECK(frame_load(&f, path));
    CHECK(frame_find(&f, "basic_o") == f.n_columns);
    CHECK(frame_find(&f, "proposed_o") < f.n_columns);
    CHECK_ABS(at(&f, 2, "basic_r"), -3.0, 6e-4);
    frame_clear(&f);
    unlink(path);
    runs_clear(&r);
}

TEST(averages_are_of_the_logs_of_means)
{
    struct runs r = example();
    char text[512] = "", want[64];
    const double gaps[] = {1.0, 1e-2, 1e-1, 1e-6, 1.0, 1e-4};
    const double first = log10((1.0 + 0.1 + 1.0) / 3.0);
    const double last = log10((1e-2 + 1e-6 + 1e-4) / 3.0);
    FILE *f = fmemopen(text, sizeof text, "w");
    summary_print_averages(&r, 1e-6, "p", f);
    fclose(f);
    snprintf(want, sizeof want, "p,proposed,r,%.3f,%.3f\n",
             0.5 * (first + last),
             sample_bootstrap_log10(gaps, N_PROBLEMS, N_EVALUATIONS));
    CHECK(strstr(text, want) == text);
    CHECK(strstr(text, "p,proposed,o,") && strstr(text, "p,basic,r,"));
    runs_clear(&r);
}

TEST(ends_have_the_last_gap_and_the_average)
{
    struct frame f = written(summary_write_ends);
    CHECK(f.n_rows == N_PROBLEMS);
    CHECK(at(&f, 2, "problem") == 3.0);
    CHECK_ABS(at(&f, 0, "proposed_r"), -2.0, 6e-3);
    CHECK_ABS(at(&f, 1, "proposed_r_avg"), 0.5 * (-1.0 - 6.0), 6e-3);
    CHECK_ABS(at(&f, 2, "basic_o"), log10(2e-3), 6e-3);
    frame_clear(&f);
}
