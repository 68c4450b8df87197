/*
 * test_memo.c: numbers that survive in the text left with a trial.
 */
#include "check.h"

#include "strategy/memo.h"

static const double THETA[] = {0.1, -1e-300, -INFINITY, 2.5};
static const double CHAINS[] = {1, -0.25, 1e6};

static char *print(size_t n_theta, size_t n_chains)
{
    inlay_error err = {0};
    struct inlay_text text = {0};
    char *memo = NULL;
    inlay_memo_add(&text, THETA, n_theta, CHAINS, n_chains);
    CHECK_OK(inlay_text_end(&text, &memo, &err), err);
    return memo;
}

/* Reads the chains of a memo; the caller frees. */
static double *chains_of(const char *memo, size_t *n)
{
    inlay_error err = {0};
    double *chains = NULL;
    CHECK_OK(inlay_memo_read_chains(memo, &chains, n, &err), err);
    CHECK((chains == NULL) == (*n == 0));
    return chains;
}

TEST(what_was_printed_is_read)
{
    double theta[4] = {9, 9, 9, 9};
    size_t n;
    char *memo = print(4, 3);
    CHECK_TEXT(memo, "0.1 -1e-300 - 2.5; 1 -0.25 1000000");
    CHECK(inlay_memo_read_theta(memo, 4, theta));
    CHECK(theta[0] == 0.1 && theta[1] == -1e-300 && theta[3] == 2.5);
    CHECK(theta[2] == 9); /* as it was */
    double *chains = chains_of(memo, &n);
    CHECK(n == 3 && memcmp(chains, CHAINS, sizeof CHAINS) == 0);
    inlay_mem_free(chains);
    inlay_mem_free(memo);
}

TEST(without_chains_there_are_none)
{
    double theta[4];
    size_t n = 7;
    char *memo = print(4, 0);
    CHECK_TEXT(memo, "0.1 -1e-300 - 2.5");
    CHECK(inlay_memo_read_theta(memo, 4, theta));
    CHECK(chains_of(memo, &n) == NULL && n == 0);
    inlay_mem_free(memo);
}

TEST(another_number_of_numbers_is_refused)
{
    double theta[6];
    char *memo = print(4, 3);
    CHECK(!inlay_memo_read_theta(memo, 3, theta));
    CHECK(!inlay_memo_read_theta(memo, 5, theta));
    inlay_mem_free(memo);
}

TEST(what_is_no_memo_is_as_none)
{
    static const char *const TEXTS[] = {
        "",      ";",        "; ",        " 1",          "1;2",
        "1 2;x", "1; 2 x 3", "1; 2  3",   "one; 1 2",    "1; 1;2",
        "; 1 ;", "1; nan",   "1; 1e9999", "1; -1 - - x", "1; 2 -",
    };
    for (size_t i = 0; i < LEN(TEXTS); i++) {
        size_t n;
        double theta[2] = {0}, *chains = chains_of(TEXTS[i], &n);
        CHECK(chains == NULL || strcmp(TEXTS[i], "one; 1 2") == 0);
        inlay_mem_free(chains);
        CHECK(!inlay_memo_read_theta(TEXTS[i], 2, theta) ||
              strcmp(TEXTS[i], "1 2;x") == 0);
    }
}

TEST(outputs_stand_on_lines_of_their_own)
{
    static const double OTHER[] = {7.0, 8.0};
    struct inlay_text text = {0};
    double theta[4] = {0}, other[2] = {0};
    size_t n = 0;
    inlay_memo_add(&text, THETA, 4, CHAINS, 3);
    inlay_memo_add_output(&text, 1, THETA, 2);
    inlay_memo_add_output(&text, 11, OTHER, 2);
    const char *memo = inlay_text_view(&text);
    CHECK(inlay_memo_read_theta(memo, 4, theta) && theta[3] == 2.5);
    double *chains = chains_of(memo, &n);
    CHECK(n == 3 && chains[2] == 1e6);
    CHECK(inlay_memo_read_theta(inlay_memo_of_output(memo, 1), 2, other));
    CHECK(other[0] == 0.1 && other[1] == -1e-300);
    CHECK(inlay_memo_read_theta(inlay_memo_of_output(memo, 11), 2, other));
    CHECK(other[0] == 7.0 && other[1] == 8.0);
    CHECK(!inlay_memo_of_output(memo, 2));
    inlay_mem_free(chains);
    inlay_text_clear(&text);
}

OOM_TEST(a_memo_without_memory_is_told)
{
    inlay_error err = {0};
    char *memo = NULL;
    double *chains = NULL;
    size_t n = 0;
    struct inlay_text text = {0};
    inlay_memo_add(&text, THETA, 4, CHAINS, 3);
    inlay_status st = inlay_text_end(&text, &memo, &err);
    if (st == INLAY_OK)
        st = inlay_memo_read_chains(memo, &chains, &n, &err);
    inlay_mem_free(chains);
    inlay_mem_free(memo);
    return st;
}

TEST(chains_with_a_second_semicolon_are_none)
{
    static const char *const memos[] = {"1 2; 3 4;", "1 2; 3 4; 5",
                                        "1 2; 3;4 5"};
    for (size_t i = 0; i < LEN(memos); i++) {
        inlay_error err = {0};
        double *chains = NULL;
        size_t n = 7;
        CHECK_OK(inlay_memo_read_chains(memos[i], &chains, &n, &err), err);
        CHECK(n == 0 && chains == NULL);
    }
}
