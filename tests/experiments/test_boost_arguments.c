/* The command line and the grid of experiments/boost. */
#include "check.h"

#include "boost/arguments.h"

static inlay_status parse(const char *const *word, struct arguments *a,
                          inlay_error *err)
{
    char *argv[16], buffer[16][40];
    int n = 0;
    for (; word[n]; n++) {
        snprintf(buffer[n], sizeof buffer[n], "%s", word[n]);
        argv[n] = buffer[n];
    }
    return arguments_parse(n, argv, a, err);
}

TEST(a_setting_is_taken)
{
    const char *const words[] = {"boost",   "evaluate", "--log-rate", "-2.5",
                                 "--depth", "3",        "--split",    "4",
                                 "--seed",  "7",        NULL};
    const char *const with_ties[] = {"boost",   "evaluate", "--log-rate", "0",
                                     "--depth", "3",        "--split",    "4",
                                     "--ties",  "2",        NULL};
    struct arguments a;
    inlay_error err = {0};
    CHECK_OK(parse(words, &a, &err), err);
    CHECK(a.command == COMMAND_EVALUATE && a.point.log_rate == -2.5);
    CHECK(a.point.depth == 3 && a.point.split == 4 && a.point.replica == 7);
    CHECK(a.ties == 7); /* that of the folds, unless it is given */
    CHECK_OK(parse(with_ties, &a, &err), err);
    CHECK(a.ties == 2 && a.point.replica == 0);
}

TEST(wrong_arguments_are_refused)
{
    static const struct {
        const char *word[8], *why;
    } CASES[] = {
        {{"boost", "bost"}, "unknown command 'bost'; 'boost help' lists them"},
        {{"boost", "tabulate"}, "--out is missing: file of the table"},
        {{"boost", "folds", "--depth", "3"},
         "this command has no option '--depth'; 'boost help' lists them"},
        {{"boost", "folds", "--seed"}, "--seed needs a value"},
        {{"boost", "evaluate", "--depth", "7"},
         "--depth takes a whole number from 1 to 6, not '7'"},
        {{"boost", "evaluate", "--split", "2.5"},
         "--split takes a whole number from 2 to 6, not '2.5'"},
        {{"boost", "evaluate", "--log-rate", "0.1"},
         "--log-rate takes a number from -10 to 0, not '0.1'"},
        {{"boost", "folds", "--seed", "-1"},
         "--seed takes a whole number from 0 to 2147483647, not '-1'"},
    };
    for (size_t i = 0; i < LEN(CASES); i++) {
        struct arguments a;
        inlay_error err = {0};
        CHECK_FAILS(parse(CASES[i].word, &a, &err), INLAY_EINVAL, err,
                    CASES[i].why);
    }
}

static bool is_before(struct grid_point a, struct grid_point b)
{
    if (a.replica != b.replica)
        return a.replica < b.replica;
    if (a.depth != b.depth)
        return a.depth < b.depth;
    if (a.split != b.split)
        return a.split < b.split;
    return a.log_rate < b.log_rate;
}

/* Ascending, so no two are equal; and as many as there should be. */
TEST(the_grid_is_full_and_sorted)
{
    const size_t n = grid_n_points(5);
    CHECK(n % (5 * 30) == 0);
    for (size_t i = 0; i < n; i++) {
        const struct grid_point p = grid_point(i);
        CHECK(p.replica < 5 && p.depth >= 1 && p.depth <= 6);
        CHECK(p.split >= 2 && p.split <= 6);
        CHECK(p.log_rate >= -10.0 && p.log_rate <= 0.0);
        CHECK(i == 0 || is_before(grid_point(i - 1), p));
    }
    CHECK(grid_point(0).log_rate == -10.0 && grid_point(n - 1).log_rate == 0.0);
    CHECK(grid_point(n - 1).replica == 4 && grid_point(n - 1).depth == 6);
}
