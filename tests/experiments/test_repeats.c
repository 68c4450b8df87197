/*
 * test_repeats.c: runs on small discrete problems, and what they are counted as.
 */
#include "check.h"

#include "figure1/repeats.h"

static const struct repeats_way PROPOSED = {"proposed", "none"};

TEST(a_run_is_a_function_of_its_seed_and_number)
{
    const struct repeats_run a = repeats_run(REPEATS_KINDS, 1, 5, &PROPOSED, 4);
    const struct repeats_run b = repeats_run(REPEATS_KINDS, 1, 5, &PROPOSED, 4);
    CHECK(a.n_evaluations == b.n_evaluations && a.n_repeats == b.n_repeats);
    CHECK(a.is_solved == b.is_solved && a.longest == b.longest);
}

/* What is not repeated is new: 5 configurations are known after 5 such. */
TEST(a_run_ends_with_the_minimum_or_its_budget)
{
    for (size_t i = 0; i < 6; i++) {
        const struct repeats_run r =
            repeats_run(REPEATS_KINDS, 1, i, &PROPOSED, 7);
        CHECK(r.is_solved);
        CHECK(r.n_evaluations - r.n_repeats <= 5);
        CHECK(r.longest <= r.n_repeats && r.n_repeats < r.n_evaluations);
    }
    const struct repeats_run none =
        repeats_run(REPEATS_KINDS, 1, 0, &PROPOSED, 0);
    CHECK(!none.is_solved && none.n_evaluations == 0);
}

/* All begin with one configuration: a problem that it solves is solved in one
 * evaluation by all. */
TEST(ways_share_the_first_configuration)
{
    static const char *const METHODS[] = {"naive", "basic", "random"};
    size_t n_at_once = 0;
    for (const struct repeats_kind *k = REPEATS_KINDS; k->name; k++)
        for (size_t i = 0; i < 20; i++) {
            const bool at_once = repeats_run(k, 1, i, &PROPOSED, 1).is_solved;
            n_at_once += at_once;
            for (size_t m = 0; m < LEN(METHODS); m++) {
                const struct repeats_way way = {METHODS[m], "auto"};
                CHECK(repeats_run(k, 1, i, &way, 1).is_solved == at_once);
            }
        }
    CHECK(n_at_once > 2 && n_at_once < 30);
}

/* Random search repeats what it likes: with 5 values and 30 evaluations of an
 * unsolved problem there would be no end of them, so all runs end solved. */
TEST(random_search_repeats_and_solves)
{
    static const struct repeats_way RANDOM = {"random", "auto"};
    size_t n_parted = 0; /* runs whose repeats are not all in a row */
    size_t n_repeats = 0, n_evaluations = 0, longest = 0;
    for (size_t i = 0; i < 40; i++) {
        const struct repeats_run r =
            repeats_run(REPEATS_KINDS, 2, i, &RANDOM, 60);
        CHECK(r.is_solved);
        n_repeats += r.n_repeats;
        n_evaluations += r.n_evaluations;
        longest = r.longest > longest ? r.longest : longest;
        n_parted += r.longest < r.n_repeats;
    }
    CHECK(n_parted > 3);
    CHECK(n_repeats > 40 && longest >= 3);
    CHECK(n_evaluations > n_repeats + 40);
}
