/*
 * test_distance.c: distances in length-scales.
 */
#include "study/study_fixture.h"

#include "history_fixture.h"

#include "strategy/distance.h"

/* A history of one record at b. */
static double between(const inlay_relevance *r, const size_t *without,
                      size_t n_without, const inlay_value *a,
                      const inlay_value *b)
{
    inlay_space *space = space_of(MIXED_SPACE);
    struct inlay_encoding enc;
    struct inlay_history h;
    inlay_error err = {0};
    inlay_value at[4], from[4];
    double d = NAN;

    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    CHECK_OK(inlay_space_check(space, b, at, &err), err);
    CHECK_OK(inlay_space_check(space, a, from, &err), err);
    inlay_history_init(&h, &enc);
    CHECK_OK(history_append(&h, at, NULL, NULL, &err), err);
    CHECK_OK(inlay_distance_find(r, without, n_without, from, &h, &d, &err),
             err);
    inlay_history_clear(&h);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
    return d;
}

TEST(distances_are_those_of_the_kernel)
{
    static const inlay_relevance R[] = {{0, 0.5}, {0, 2.0}, {0, 4.0}, {0, 1.0}};
    static const inlay_relevance UNKNOWN[] = {
        {0, NAN}, {0, NAN}, {0, NAN}, {0, NAN}};
    static const size_t EACH[] = {0, 1, 2, 3};
    const inlay_value a[] = {inlay_real(0.25), inlay_integer(1),
                             inlay_category("p"), inlay_real(0.01)};
    const inlay_value b[] = {inlay_real(0.75), inlay_integer(7),
                             inlay_category("r"), inlay_real(0.01)};

    CHECK(between(R, NULL, 0, a, a) == 0.0);
    CHECK_REL(between(R, NULL, 0, a, b), sqrt(1.0 + 0.25 + 2.0 / 16.0), 1e-12);
    CHECK(between(R, EACH + 1, 1, a, b) == between(R, EACH + 1, 1, b, a));
    CHECK_REL(between(R, EACH, 1, a, b), sqrt(0.25 + 2.0 / 16.0), 1e-12);
    CHECK_REL(between(R, EACH + 2, 1, a, b), sqrt(1.25), 1e-12);
    CHECK_REL(between(R, EACH + 1, 2, a, b), 1.0, 1e-12);
    CHECK(between(R, EACH, 4, a, b) == 0.0);
    CHECK_REL(between(UNKNOWN, NULL, 0, a, b), sqrt(0.25 + 1.0 + 2.0), 1e-12);
}
