/* idx.c: the reader; it believes nothing that the file's length denies. */
#include "network/idx.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

enum { WORD = 4, UNSIGNED_BYTES = 0x08 };

/* Far above any set of images in this format, far below what overflows. */
static const uint64_t MAX_BYTES = (uint64_t)1 << 32;

static uint32_t word_of(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
}

static inlay_status check_magic(const char *path, uint32_t magic,
                                size_t n_dimensions, inlay_error *err)
{
    const uint32_t want =
        (uint32_t)UNSIGNED_BYTES << 8 | (uint32_t)n_dimensions;
    if (magic == want)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EPARSE,
                      "%s: the magic number is 0x%08lx, not 0x%08lx (unsigned "
                      "bytes in %zu dimensions)",
                      path, (unsigned long)magic, (unsigned long)want,
                      n_dimensions);
}

static inlay_status read_header(FILE *file, const char *path,
                                size_t n_dimensions, struct idx *out,
                                uint64_t *n_bytes, inlay_error *err)
{
    uint8_t header[WORD * (1 + IDX_MAX_DIMENSIONS)];
    const size_t length = WORD * (1 + n_dimensions);
    const size_t n = fread(header, 1, length, file);
    if (n >= WORD) {
        const inlay_status st =
            check_magic(path, word_of(header), n_dimensions, err);
        if (st != INLAY_OK)
            return st;
    }
    if (n < length)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: it ends after %zu bytes, in its header of %zu",
                          path, n, length);
    uint64_t product = 1;
    out->n_dimensions = n_dimensions;
    for (size_t i = 0; i < n_dimensions; i++) {
        const uint32_t size = word_of(header + WORD * (1 + i));
        /* Before the product of two numbers below 2^32. */
        if (size == 0 || product * size > MAX_BYTES)
            return inlay_fail(err, INLAY_EPARSE,
                              "%s: dimension %zu has %lu elements; 1 or more "
                              "are needed, and at most %llu bytes in all",
                              path, i + 1, (unsigned long)size,
                              (unsigned long long)MAX_BYTES);
        out->size[i] = size;
        product *= size;
    }
    *n_bytes = product;
    return INLAY_OK;
}

static inlay_status read_bytes(FILE *file, const char *path, size_t n_bytes,
                               struct idx *out, inlay_error *err)
{
    out->bytes = inlay_mem_new(n_bytes, 1);
    if (!out->bytes)
        return inlay_fail_memory(err, "an IDX file");
    const size_t n = fread(out->bytes, 1, n_bytes, file);
    if (ferror(file))
        return inlay_fail(err, INLAY_ESTORE, "%s: cannot be read: %s", path,
                          strerror(errno));
    if (n < n_bytes)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: it promises %zu bytes of data and has %zu", path,
                          n_bytes, n);
    if (fgetc(file) != EOF)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: there is more after the %zu bytes of data that "
                          "it promises",
                          path, n_bytes);
    return INLAY_OK;
}

inlay_status idx_read(const char *path, size_t n_dimensions, struct idx *out,
                      inlay_error *err)
{
    assert(n_dimensions >= 1 && n_dimensions <= IDX_MAX_DIMENSIONS);
    struct idx idx = {0};
    uint64_t n_bytes = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return inlay_fail(err, INLAY_ESTORE, "%s: cannot be opened: %s", path,
                          strerror(errno));
    inlay_status st =
        read_header(file, path, n_dimensions, &idx, &n_bytes, err);
    if (st == INLAY_OK)
        st = read_bytes(file, path, (size_t)n_bytes, &idx, err);
    fclose(file);
    if (st == INLAY_OK)
        *out = idx;
    else
        idx_clear(&idx);
    return st;
}

void idx_clear(struct idx *idx)
{
    inlay_mem_free(idx->bytes);
    *idx = (struct idx){0};
}
