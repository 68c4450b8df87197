/* experiments/network/images: what is loaded, split and refused. */
#include "images_fixture.h"

#include "network/images.h"

TEST(the_split_is_a_permutation_and_always_the_same)
{
    enum { N = 100, N_VALIDATION = 30 };
    const struct images_fixture f = images_fixture(N);
    struct images a, b;
    size_t seen[N] = {0}, n_in_place = 0;
    inlay_error err = {0};
    CHECK_OK(images_load(f.folder, N_VALIDATION, &a, &err), err);
    CHECK_OK(images_load(f.folder, N_VALIDATION, &b, &err), err);
    CHECK(a.n == N && a.n_pixels == TOY_PIXELS);
    CHECK(a.n_learn == N - N_VALIDATION && a.n_validation == N_VALIDATION);
    for (size_t i = 0; i < N; i++) {
        CHECK(a.order[i] < N && a.order[i] == b.order[i]);
        CHECK(seen[a.order[i]]++ == 0);
        n_in_place += a.order[i] == i;
    }
    CHECK(n_in_place < N / 4);
    images_clear(&a);
    images_clear(&b);
    images_fixture_clear(&f);
}

TEST(images_are_gathered_in_the_order_asked_for_from_0_to_1)
{
    static const size_t of[] = {7, 0, 19};
    const struct images_fixture f = images_fixture(20);
    struct images images;
    float x[LEN(of) * TOY_PIXELS];
    uint8_t labels[LEN(of)];
    inlay_error err = {0};
    CHECK_OK(images_load(f.folder, 5, &images, &err), err);
    images_gather(&images, of, LEN(of), x, labels);
    for (size_t b = 0; b < LEN(of); b++) {
        CHECK(labels[b] == of[b] % TOY_CLASSES);
        CHECK_REL(x[b * TOY_PIXELS + labels[b]], 1.0, 1e-7);
        for (size_t p = 0; p < TOY_PIXELS; p++)
            CHECK_ABS(x[b * TOY_PIXELS + p],
                      images.pixels.bytes[of[b] * TOY_PIXELS + p] / 255.0,
                      1e-7);
    }
    images_clear(&images);
    images_fixture_clear(&f);
}

static void check_refused(const struct images_fixture *f, size_t n_validation,
                          inlay_status status, const char *why)
{
    struct images images = {.n = 77};
    inlay_error err = {0};
    CHECK(images_load(f->folder, n_validation, &images, &err) == status);
    CHECK(strncmp(err.msg, f->folder, strlen(f->folder)) == 0);
    CHECK_TEXT(err.msg + strlen(f->folder), why);
    CHECK(images.n == 77);
}

TEST(what_does_not_fit_together_is_refused)
{
    const struct images_fixture f = images_fixture(20);
    check_refused(&f, 20, INLAY_EINVAL,
                  ": with 20 images for validation none of 20 is left to "
                  "learn from");
    write_labels(f.labels, 19, -1);
    check_refused(&f, 5, INLAY_EPARSE, ": 20 images have 19 labels");
    write_labels(f.labels, 20, 10);
    check_refused(&f, 5, INLAY_EPARSE,
                  ": the label of image 1 is 10, not 0 to 9");
    unlink(f.labels);
    check_refused(&f, 5, INLAY_ESTORE,
                  "/train-labels-idx1-ubyte: cannot be opened: No such file "
                  "or directory");
    images_fixture_clear(&f);
}

OOM_TEST(out_of_memory_is_said)
{
    const struct images_fixture f = images_fixture(20);
    struct images images;
    inlay_error err = {0};
    const inlay_status st = images_load(f.folder, 5, &images, &err);
    if (st == INLAY_OK)
        images_clear(&images);
    images_fixture_clear(&f);
    return st;
}
