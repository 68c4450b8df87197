/* experiments/network/idx: what it reads, what it refuses and says. */
#include "check.h"

#include <unistd.h>

#include "network/idx.h"

struct file {
    char path[32];
};

static struct file file_of(const uint8_t *bytes, size_t n)
{
    struct file file = {"/tmp/inlay-idx-XXXXXX"};
    const int fd = mkstemp(file.path);
    CHECK(fd >= 0);
    CHECK(write(fd, bytes, n) == (ssize_t)n);
    close(fd);
    return file;
}

/* Header of 2 images of 2 rows and 3 columns, and one byte too many. */
enum { N_HEADER = 16, N_DATA = 12 };
static const uint8_t GOOD[N_HEADER + N_DATA + 1] = {
    0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0,  2,  0,   0, 0,
    3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255, 99};

TEST(a_file_is_read_as_it_was_written)
{
    const struct file file = file_of(GOOD, N_HEADER + N_DATA);
    struct idx idx;
    inlay_error err = {0};
    CHECK_OK(idx_read(file.path, 3, &idx, &err), err);
    CHECK(idx.n_dimensions == 3);
    CHECK(idx.size[0] == 2 && idx.size[1] == 2 && idx.size[2] == 3);
    CHECK(memcmp(idx.bytes, GOOD + N_HEADER, N_DATA) == 0);
    idx_clear(&idx);
    CHECK(idx.bytes == NULL);
    unlink(file.path);
}

/* These bytes are no file of so many dimensions; the message says why, after
 * the path, and the output is left alone. */
static void check_refused(const uint8_t *bytes, size_t n, size_t n_dimensions,
                          const char *why)
{
    const struct file file = file_of(bytes, n);
    struct idx idx = {.n_dimensions = 77};
    inlay_error err = {0};
    CHECK(idx_read(file.path, n_dimensions, &idx, &err) == INLAY_EPARSE);
    CHECK(strncmp(err.msg, file.path, strlen(file.path)) == 0);
    CHECK_TEXT(err.msg + strlen(file.path), why);
    CHECK(idx.n_dimensions == 77 && idx.bytes == NULL);
    unlink(file.path);
}

TEST(a_file_must_have_the_length_that_it_promises)
{
    check_refused(GOOD, 0, 3, ": it ends after 0 bytes, in its header of 16");
    check_refused(GOOD, N_HEADER - 1, 3,
                  ": it ends after 15 bytes, in its header of 16");
    check_refused(GOOD, N_HEADER + N_DATA - 1, 3,
                  ": it promises 12 bytes of data and has 11");
    check_refused(
        GOOD, N_HEADER + N_DATA + 1, 3,
        ": there is more after the 12 bytes of data that it promises");
}

TEST(other_files_are_known_by_their_magic_number)
{
    static const uint8_t floats[] = {0, 0, 13, 3, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint8_t gzip[] = {0x1f, 0x8b, 8, 8};
    check_refused(GOOD, N_HEADER + N_DATA, 1,
                  ": the magic number is 0x00000803, not 0x00000801 "
                  "(unsigned bytes in 1 dimensions)");
    check_refused(floats, sizeof floats, 3,
                  ": the magic number is 0x00000d03, not 0x00000803 "
                  "(unsigned bytes in 3 dimensions)");
    check_refused(gzip, sizeof gzip, 3,
                  ": the magic number is 0x1f8b0808, not 0x00000803 "
                  "(unsigned bytes in 3 dimensions)");
}

TEST(sizes_that_are_zero_or_absurd_are_refused)
{
    /* 2^17 · 2^16 > 2^32, whatever comes after. */
    static const uint8_t huge[] = {0, 0, 8, 3, 0,   2,   0,   0,
                                   0, 1, 0, 0, 255, 255, 255, 255};
    static const uint8_t none[] = {0, 0, 8, 1, 0, 0, 0, 0};
    check_refused(huge, sizeof huge, 3,
                  ": dimension 2 has 65536 elements; 1 or more are needed, "
                  "and at most 4294967296 bytes in all");
    check_refused(none, sizeof none, 1,
                  ": dimension 1 has 0 elements; 1 or more are needed, and "
                  "at most 4294967296 bytes in all");
}

TEST(a_file_that_is_not_there_is_named)
{
    struct idx idx;
    inlay_error err = {0};
    CHECK_FAILS(idx_read("no/such/file", 1, &idx, &err), INLAY_ESTORE, err,
                "no/such/file: cannot be opened: No such file or directory");
}

OOM_TEST(out_of_memory_is_said)
{
    const struct file file = file_of(GOOD, N_HEADER + N_DATA);
    struct idx idx;
    inlay_error err = {0};
    const inlay_status st = idx_read(file.path, 3, &idx, &err);
    if (st == INLAY_OK)
        idx_clear(&idx);
    unlink(file.path);
    return st;
}
