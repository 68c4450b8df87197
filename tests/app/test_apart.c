/*
 * test_apart.c: distances in length-scales.
 */
#include "study/study_fixture.h"

#include "app/pages/apart.h"

TEST(distances_are_those_of_the_kernel)
{
    inlay_space *space = space_of(MIXED_SPACE);
    const inlay_relevance r[] = {{0, 0.5}, {0, 2.0}, {0, 4.0}, {0, 1.0}};
    const inlay_relevance unknown[] = {{0, NAN}, {0, NAN}, {0, NAN}, {0, NAN}};
    struct inlay_encoding enc;
    inlay_error err = {0};
    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    const double a[] = {0.25, 0.0, 0.0, 0.5}, b[] = {0.75, 1.0, 1.0, 0.5};

    CHECK(inlay_apart(&enc, r, SIZE_MAX, a, a) == 0.0);
    CHECK_REL(inlay_apart(&enc, r, SIZE_MAX, a, b),
              sqrt(1.0 + 0.25 + 2.0 / 16.0), 1e-14);
    CHECK(inlay_apart(&enc, r, 1, a, b) == inlay_apart(&enc, r, 1, b, a));
    CHECK_REL(inlay_apart(&enc, r, 0, a, b), sqrt(0.25 + 2.0 / 16.0), 1e-14);
    CHECK_REL(inlay_apart(&enc, r, 2, a, b), sqrt(1.25), 1e-14);
    CHECK_REL(inlay_apart(&enc, unknown, SIZE_MAX, a, b),
              sqrt(0.25 + 1.0 + 2.0), 1e-14);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
}
