/* experiments/network/points: the rows of a table. */
#include "check.h"

#include "network/network.h"
#include "network/points.h"

TEST(rows_are_in_the_order_of_their_columns)
{
    const size_t n_rates = points_count(1) / (N_ACTIVATIONS * 3);
    double rate[100];
    size_t i = 0;
    CHECK(points_count(2) == 2 * points_count(1) && n_rates <= LEN(rate));
    for (size_t r = 0; r < n_rates; r++)
        rate[r] = points_at(r).setting.log_rate;
    for (size_t replica = 0; replica < 2; replica++)
        for (int kind = 0; kind < N_ACTIVATIONS; kind++)
            for (size_t layers = 1; layers <= 3; layers++)
                for (size_t r = 0; r < n_rates; r++) {
                    const struct point p = points_at(i++);
                    CHECK(p.replica == replica);
                    CHECK((int)p.setting.activation == kind);
                    CHECK(p.setting.n_hidden == layers);
                    CHECK(p.setting.log_rate == rate[r]);
                }
    CHECK(i == points_count(2));
}

TEST(log_rates_rise_from_one_bound_to_the_other)
{
    const size_t n_rates = points_count(1) / (N_ACTIVATIONS * 3);
    CHECK(points_at(0).setting.log_rate == -10.0);
    CHECK(points_at(n_rates - 1).setting.log_rate == 0.0);
    for (size_t r = 1; r < n_rates; r++)
        CHECK(points_at(r - 1).setting.log_rate <
              points_at(r).setting.log_rate);
}

TEST(drawn_points_are_everywhere_in_the_space)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    size_t seen[5][N_ACTIVATIONS][NETWORK_MAX_HIDDEN] = {0};
    double lowest = 0.0, highest = -10.0;
    for (size_t i = 0; i < 3000; i++) {
        const struct point p = points_draw(5, &rng);
        CHECK(p.replica < 5 && p.setting.activation < N_ACTIVATIONS);
        CHECK(p.setting.n_hidden >= 1 &&
              p.setting.n_hidden <= NETWORK_MAX_HIDDEN);
        CHECK(p.setting.log_rate >= -10.0 && p.setting.log_rate <= 0.0);
        seen[p.replica][p.setting.activation][p.setting.n_hidden - 1]++;
        lowest = fmin(lowest, p.setting.log_rate);
        highest = fmax(highest, p.setting.log_rate);
    }
    for (size_t r = 0; r < 5; r++)
        for (size_t k = 0; k < N_ACTIVATIONS; k++)
            for (size_t l = 0; l < NETWORK_MAX_HIDDEN; l++)
                CHECK(seen[r][k][l] > 15); /* 50 are expected */
    CHECK(lowest < -9.9 && highest > -0.1);
}

TEST(a_row_is_printed_with_all_digits)
{
    const struct point p = {.replica = 3, .setting = {-1.0 / 3.0, 2, 1}};
    struct inlay_text text = {0};
    inlay_error err = {0};
    CHECK_OK(points_print(&p, &text, &err), err);
    CHECK_TEXT(text.bytes, "3,2,1,-0.3333333333333333");
    inlay_text_clear(&text);
}

OOM_TEST(out_of_memory_is_said)
{
    const struct point p = points_at(0);
    struct inlay_text text = {0};
    inlay_error err = {0};
    const inlay_status st = points_print(&p, &text, &err);
    inlay_text_clear(&text);
    return st;
}
