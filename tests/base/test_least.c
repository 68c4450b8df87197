/*
 * test_least.c: against a sort.
 */
#include "check.h"

#include "base/least.h"
#include "base/rng.h"

TEST(the_least_are_those_of_a_stable_sort)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int rep = 0; rep < 200; rep++) {
        double y[40];
        size_t at[12], order[40];
        const size_t n = (size_t)inlay_rng_below(&rng, 41);
        const size_t k = (size_t)inlay_rng_below(&rng, 13);
        for (size_t i = 0; i < n; i++) {
            y[i] = (double)inlay_rng_below(&rng, 15); /* with equal ones */
            size_t j = i;
            for (; j > 0 && y[i] < y[order[j - 1]]; j--)
                order[j] = order[j - 1];
            order[j] = i;
        }
        const size_t n_at = inlay_least(y, n, k, at);
        CHECK(n_at == (n < k ? n : k));
        for (size_t i = 0; i < n_at; i++)
            CHECK(at[i] == order[i]);
    }
}

TEST(growing_and_falling_numbers_give_both_ends)
{
    double up[100], down[100];
    size_t at[3];
    for (size_t i = 0; i < 100; i++) {
        up[i] = (double)i;
        down[i] = -(double)i;
    }
    CHECK(inlay_least(up, 100, 3, at) == 3);
    CHECK(at[0] == 0 && at[1] == 1 && at[2] == 2);
    CHECK(inlay_least(down, 100, 3, at) == 3);
    CHECK(at[0] == 99 && at[1] == 98 && at[2] == 97);
}

TEST(all_are_sorted)
{
    double y[] = {3.0, -INFINITY, 2.0, 2.0, -1.0};
    inlay_least_first(y, 5);
    for (size_t i = 0; i + 1 < 5; i++)
        CHECK(y[i] <= y[i + 1]);
    CHECK(y[0] == -INFINITY && y[4] == 3.0);
}
