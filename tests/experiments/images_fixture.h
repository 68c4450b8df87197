/*
 * images_fixture.h: a folder with images that are easily told apart: 4×4 pixels,
 * those of class c with pixel c bright, the others dim at random.
 */
#ifndef INLAY_TESTS_IMAGES_FIXTURE_H
#define INLAY_TESTS_IMAGES_FIXTURE_H

#include <unistd.h>

#include "base/rng.h"
#include "check.h"

enum { TOY_SIDE = 4, TOY_PIXELS = TOY_SIDE * TOY_SIDE, TOY_CLASSES = 10 };

struct images_fixture {
    char folder[32], pixels[64], labels[64];
};

static inline void write_word(FILE *file, size_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(word >> shift & 255), file);
}

static inline void write_pixels(const char *path, size_t n)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    write_word(file, 0x803);
    write_word(file, n);
    write_word(file, TOY_SIDE);
    write_word(file, TOY_SIDE);
    for (size_t i = 0; i < n; i++)
        for (size_t p = 0; p < TOY_PIXELS; p++)
            fputc(p == i % TOY_CLASSES ? 255 : (int)inlay_rng_below(&rng, 100),
                  file);
    CHECK(fclose(file) == 0);
}

/* Image i is of class i % 10, and labelled so, or with `label` if that is >= 0.
 */
static inline void write_labels(const char *path, size_t n, int label)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    write_word(file, 0x801);
    write_word(file, n);
    for (size_t i = 0; i < n; i++)
        fputc(label >= 0 ? label : (int)(i % TOY_CLASSES), file);
    CHECK(fclose(file) == 0);
}

static inline struct images_fixture images_fixture(size_t n)
{
    struct images_fixture f = {.folder = "/tmp/inlay-images-XXXXXX"};
    CHECK(mkdtemp(f.folder) != NULL);
    snprintf(f.pixels, sizeof f.pixels, "%s/train-images-idx3-ubyte", f.folder);
    snprintf(f.labels, sizeof f.labels, "%s/train-labels-idx1-ubyte", f.folder);
    write_pixels(f.pixels, n);
    write_labels(f.labels, n, -1);
    return f;
}

static inline void images_fixture_clear(const struct images_fixture *f)
{
    unlink(f->pixels);
    unlink(f->labels);
    rmdir(f->folder);
}

#endif
