#include "check.h"

#include "base/sized.h"

TEST(a_struct_is_cut_or_filled_with_zeros)
{
    static const char FROM[] = "abcdefgh";
    for (size_t size = 1; size <= 12; size++) {
        char *out = malloc(3 * size); /* ASan sees a byte too many */
        CHECK(out != NULL);
        memset(out, '#', 3 * size);
        inlay_sized_put(out, 1, size, FROM, 8);
        for (size_t i = 0; i < size; i++) {
            CHECK(out[i] == '#' && out[2 * size + i] == '#');
            CHECK(out[size + i] == (i < 8 ? FROM[i] : '\0'));
        }
        free(out);
    }
}

TEST(sizes_that_no_struct_has_are_refused)
{
    inlay_error err = {0};

    CHECK_OK(inlay_sized_check("f", 1, &err), err);
    CHECK_OK(inlay_sized_check("f", 4096, &err), err);
    CHECK_FAILS(inlay_sized_check("inlay_study_ask_sized", 0, &err),
                INLAY_EINVAL, err,
                "inlay_study_ask_sized: the size of the struct is 0 bytes; "
                "pass its sizeof, 1 to 4096");
    CHECK(inlay_sized_check("f", 4097, NULL) == INLAY_EINVAL);
    CHECK(inlay_sized_check("f", SIZE_MAX, NULL) == INLAY_EINVAL);
}
