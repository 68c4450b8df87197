/*
 * test_decimal.c: what is printed is what printf prints, with the fewest digits
 * of 15, 16 and 17 that strtod takes back.
 */
#include "check.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/rng.h"

/* The same by trying, for all doubles. */
static void print_slowly(char *out, double v)
{
    int digits = fabs(v) < DBL_MIN ? 1 : 15;
    do
        snprintf(out, INLAY_DECIMAL_ROOM, "%.*g", digits, v);
    while (strtod(out, NULL) != v && ++digits <= 17);
}

static void check_one(double v)
{
    char is[INLAY_DECIMAL_ROOM], want[INLAY_DECIMAL_ROOM];
    const size_t n = inlay_decimal_print(is, v);
    print_slowly(want, v);
    CHECK_TEXT(is, want);
    CHECK(n == strlen(want));
}

static void check_around(double v)
{
    check_one(v);
    check_one(-v);
    check_one(nextafter(v, INFINITY));
    check_one(nextafter(v, 0.0));
}

TEST(doubles_of_all_sizes_are_printed_as_by_printf)
{
    struct inlay_rng rng = inlay_rng_seed(31);
    for (int i = 0; i < 20000; i++) {
        double v;
        const uint64_t bits = inlay_rng_next(&rng);
        memcpy(&v, &bits, sizeof v);
        if (isfinite(v))
            check_one(v);
    }
}

/* Where integers do it, by mantissas of all kinds. */
TEST(doubles_of_everyday_size_are_printed_as_by_printf)
{
    struct inlay_rng rng = inlay_rng_seed(32);
    for (int e = -45; e < 60; e++)
        for (int i = 0; i < 1000; i++)
            check_one(ldexp(1.0 + inlay_rng_uniform(&rng), e));
}

/* The next double below a power of two is only half as far as the one above. */
TEST(powers_of_two_and_ten_and_their_neighbors)
{
    for (int e = -1074; e < 1024; e++)
        check_around(ldexp(1.0, e));
    for (int e = -30; e < 30; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        check_around(strtod(text, NULL));
    }
}

/* What people write has few digits; with 15 of them a 9 may run over. */
TEST(decimals_of_few_digits_and_their_neighbors)
{
    struct inlay_rng rng = inlay_rng_seed(33);
    for (int i = 0; i < 20000; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.*ge%d", 1 + i % 17,
                 inlay_rng_uniform(&rng), i % 29 - 12);
        check_around(strtod(text, NULL));
    }
    check_around(0.1 + 0.2);
    check_around(1.0 / 3.0);
    check_around(9.99999999999999e14);
    check_around(999999999999999.9);
    check_around(99999999999999.99);
    check_around(9.9999999999999999e-5);
    check_around(0.00012345678901234567);
}

TEST(whole_numbers_have_no_point)
{
    char text[INLAY_DECIMAL_ROOM];
    for (int i = -1000; i <= 1000; i++)
        check_one(i);
    inlay_decimal_print(text, 1200.0);
    CHECK_TEXT(text, "1200");
    inlay_decimal_print(text, 1e15);
    CHECK_TEXT(text, "1e+15");
    inlay_decimal_print(text, 0.0);
    CHECK_TEXT(text, "0");
    inlay_decimal_print(text, -0.0);
    CHECK_TEXT(text, "-0");
}

TEST(integers_are_printed_as_by_printf)
{
    static const int64_t ROW[] = {
        0, 1, -1, 9, 10, -10, 99, 100, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    for (size_t i = 0; i < LEN(ROW); i++) {
        char is[INLAY_DECIMAL_ROOM], want[INLAY_DECIMAL_ROOM];
        snprintf(want, sizeof want, "%" PRId64, ROW[i]);
        CHECK(inlay_decimal_print_integer(is, ROW[i]) == strlen(want));
        CHECK_TEXT(is, want);
    }
}
