/*
 * images.c: pixels stay bytes in memory: a fourth of the traffic of floats, and
 * turning them into floats is no more work than copying.
 */
#include "network/images.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/vector.h"

static const uint64_t SPLIT_SEED = 1;

static inlay_status read_part(const char *folder, const char *name,
                              size_t n_dimensions, struct idx *out,
                              inlay_error *err)
{
    struct inlay_text path = {0};

    inlay_text_printf(&path, "%s/%s", folder, name);
    inlay_status st = inlay_text_status(&path, err);
    if (st == INLAY_OK)
        st = idx_read(path.bytes, n_dimensions, out, err);
    inlay_text_clear(&path);
    return st;
}

static inlay_status check(const char *folder, const struct images *images,
                          inlay_error *err)
{
    const struct idx *labels = &images->labels;
    if (labels->size[0] != images->n)
        return inlay_fail(err, INLAY_EPARSE, "%s: %zu images have %zu labels",
                          folder, images->n, labels->size[0]);
    for (size_t i = 0; i < images->n; i++)
        if (labels->bytes[i] >= IMAGES_CLASSES)
            return inlay_fail(err, INLAY_EPARSE,
                              "%s: the label of image %zu is %d, not 0 to %d",
                              folder, i + 1, labels->bytes[i],
                              IMAGES_CLASSES - 1);
    if (images->n <= images->n_validation)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: with %zu images for validation none of %zu is "
                          "left to learn from",
                          folder, images->n_validation, images->n);
    return INLAY_OK;
}

static inlay_status split(struct images *images, inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(SPLIT_SEED);
    images->order = inlay_mem_new(images->n, sizeof *images->order);
    if (!images->order)
        return inlay_fail_memory(err, "the split of the images");
    for (size_t i = 0; i < images->n; i++)
        images->order[i] = i;
    inlay_rng_shuffle(&rng, images->order, images->n);
    images->n_learn = images->n - images->n_validation;
    return INLAY_OK;
}

inlay_status images_load(const char *folder, size_t n_validation,
                         struct images *out, inlay_error *err)
{
    struct images images = {.n_validation = n_validation};
    inlay_status st =
        read_part(folder, "train-images-idx3-ubyte", 3, &images.pixels, err);
    if (st == INLAY_OK)
        st = read_part(folder, "train-labels-idx1-ubyte", 1, &images.labels,
                       err);
    images.n = images.pixels.size[0];
    images.n_pixels = images.pixels.size[1] * images.pixels.size[2];
    if (st == INLAY_OK)
        st = check(folder, &images, err);
    if (st == INLAY_OK)
        st = split(&images, err);
    if (st == INLAY_OK)
        *out = images;
    else
        images_clear(&images);
    return st;
}

void images_clear(struct images *images)
{
    idx_clear(&images->pixels);
    idx_clear(&images->labels);
    inlay_mem_free(images->order);
    *images = (struct images){0};
}

INLAY_VECTORISED
static void scale(const uint8_t *restrict bytes, size_t n, float *restrict out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (float)bytes[i] * (1.0f / 255.0f);
}

void images_gather(const struct images *images, const size_t *of, size_t n,
                   float *x, uint8_t *labels)
{
    const size_t width = images->n_pixels;
    for (size_t b = 0; b < n; b++) {
        scale(images->pixels.bytes + of[b] * width, width, x + b * width);
        labels[b] = images->labels.bytes[of[b]];
    }
}
