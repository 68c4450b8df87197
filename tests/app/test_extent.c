/* test_extent.c: ranges and tics that gnuplot can compute with. */
#include "app/pages/extent.h"

#include <float.h>

#include "check.h"

static struct inlay_extent of(const double *v, size_t n)
{
    double most = 0.0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    struct inlay_extent e = inlay_extent_none(inlay_extent_unit(most));
    for (size_t i = 0; i < n; i++)
        inlay_extent_take(&e, v[i] / e.unit);
    return e;
}
#define OF(...)                                                                \
    of((const double[]){__VA_ARGS__}, LEN(((const double[]){__VA_ARGS__})))

static void check_linear(struct inlay_extent e, const char *wanted)
{
    struct inlay_text page = {0};
    inlay_extent_add_linear(&page, &e);
    CHECK_TEXT(inlay_text_view(&page), wanted);
    inlay_text_clear(&page);
}

TEST(a_padded_range_holds_its_numbers_and_is_finite)
{
    static const double values[] = {0.0,   1.0,   -1.0,   5e-324,  1e-300,
                                    1e300, 1e308, -1e308, DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < LEN(values); i++)
        for (size_t k = 0; k < LEN(values); k++) {
            const struct inlay_extent e = OF(values[i], values[k]);
            const struct inlay_extent p = inlay_extent_padded(&e, 0.06);
            CHECK(p.lo < e.lo && p.hi > e.hi && isfinite(p.hi - p.lo));
            CHECK(
                e.unit ==
                (fmax(fabs(values[i]), fabs(values[k])) > 1e290 ? 1e20 : 1.0));
        }
}

TEST(without_a_number_the_range_is_from_0_to_1)
{
    struct inlay_extent e = inlay_extent_none(1.0);
    inlay_extent_take(&e, NAN);
    inlay_extent_take(&e, INFINITY);
    CHECK(!inlay_extent_wants_log(&e));
    e = inlay_extent_padded(&e, 0.06);
    CHECK(e.lo == 0.0 && e.hi == 1.0);
}

TEST(tics_are_at_round_numbers)
{
    check_linear(OF(0.0, 10.0), "set yrange [0:10]\nset ytics 2\n");
    check_linear(OF(-3.0, 4.0), "set yrange [-3:4]\nset ytics 2\n");
    check_linear(OF(0.0, 0.25), "set yrange [0:0.25]\nset ytics 0.05\n");
}

/* ... and where the values are huge their labels are those of the values; there is
 * none for a number that is larger than a double can be. */
TEST(tics_of_huge_values_have_their_labels)
{
    check_linear(OF(-1e308, 1e308),
                 "set yrange [-1e+288:1e+288]\nset ytics ('-1e+308' "
                 "-1e+288, '-5e+307' -5e+287, '0' 0, '5e+307' 5e+287, "
                 "'1e+308' 1e+288)\n");
    check_linear((struct inlay_extent){0.0, 2.5e288, 1e20},
                 "set yrange [0:2.5e+288]\nset ytics ('0' 0, '5e+307' "
                 "5e+287, '1e+308' 1e+288, '1.5e+308' 1.5e+288)\n");
}

TEST(a_log_scale_is_for_positive_values_far_apart)
{
    struct inlay_extent e = OF(1.0, 2000.0);
    struct inlay_text page = {0};
    CHECK(inlay_extent_wants_log(&e));
    e = OF(1.0, 900.0);
    CHECK(!inlay_extent_wants_log(&e));
    e = OF(0.0, 2000.0);
    CHECK(!inlay_extent_wants_log(&e));
    e = OF(1.0, 1e308);
    CHECK(inlay_extent_wants_log(&e));
    inlay_extent_add_log(&page, &e);
    CHECK(strstr(inlay_text_view(&page), "'1e+62' 1e+42"));
    CHECK(!strstr(inlay_text_view(&page), "inf"));
    inlay_text_clear(&page);
}
