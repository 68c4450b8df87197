#include "check.h"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

TEST(new_memory_is_zeroed)
{
    for (int rep = 0; rep < 20; rep++) { /* also where a freed block returns */
        unsigned char *p = inlay_mem_new(1000, 3);

        CHECK(p != NULL);
        for (size_t i = 0; i < 3000; i++)
            CHECK(p[i] == 0);
        memset(p, 0xFF, 3000);
        inlay_mem_free(p);
    }
}

TEST(doubles_are_zeroed_and_on_a_cache_line)
{
    for (size_t n = 0; n < 300; n++) {
        double *p = inlay_mem_doubles(n);

        CHECK(p != NULL);
        CHECK((uintptr_t)p % 64 == 0);
        for (size_t i = 0; i < n; i++) {
            CHECK(p[i] == 0.0);
            p[i] = 1.0;
        }
        inlay_mem_free(p);
    }
}

static size_t room_of_doubles(size_t n)
{
    double *p = inlay_mem_doubles(n);
    CHECK(p != NULL);
    const size_t room = malloc_usable_size(p);
    inlay_mem_free(p);
    return room;
}

/* So that the next one, for one trial more, is mostly no larger. */
TEST(large_blocks_come_in_few_sizes)
{
    size_t n_sizes = 0, last = 0;
    for (size_t n = 100000; n <= 200000; n += 500) {
        const size_t room = room_of_doubles(n);
        CHECK(room >= 8 * n && room <= 9 * n + 128);
        n_sizes += room > last + 128; /* an allocator may add a few bytes */
        last = room;
    }
    CHECK(n_sizes > 5 && n_sizes < 20);
}

#ifdef __SANITIZE_ADDRESS__
static bool is_poisoned(const void *p)
{
    return __asan_address_is_poisoned(p);
}

/* AddressSanitizer finds who writes past an array, though its block has more
 * room and another array follows. */
TEST(what_follows_an_array_is_guarded)
{
    enum { N = 100000 }; /* whole cache lines */
    double *p = inlay_mem_doubles(N), *x, *y;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(x, N), INLAY_PART(y, N), {0}};
    CHECK(p && !is_poisoned(p + N - 1) && is_poisoned(p + N));
    CHECK(inlay_mem_parts(parts));
    CHECK(!is_poisoned(x + N - 1) && is_poisoned(x + N));
    CHECK(!is_poisoned(y + N - 1) && is_poisoned(y + N));
    inlay_mem_free(x);
    inlay_mem_free(p);
}
#endif

TEST(parts_are_zeroed_apart_and_on_cache_lines)
{
    struct {
        double *x;
        char *c;
        size_t *k;
    } a = {0};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(a.x, 5), INLAY_PART(a.c, 65), INLAY_PART(a.k, 0), {0}};

    CHECK(inlay_mem_parts(parts));
    CHECK((uintptr_t)a.x % 64 == 0 && (uintptr_t)a.c % 64 == 0);
    CHECK((uintptr_t)a.k % 64 == 0);
    CHECK((char *)(a.x + 5) <= a.c && a.c + 65 <= (char *)a.k);
    for (size_t i = 0; i < 65; i++)
        CHECK(a.c[i] == 0 && a.x[i % 5] == 0.0);
    inlay_mem_free(a.x);
}

TEST(parts_that_overflow_are_refused_and_leave_the_pointers)
{
    double *x = NULL, *y = NULL;
    const size_t half = SIZE_MAX / 16 + 1;
    const struct inlay_mem_part large[] = {
        INLAY_PART(x, 1), INLAY_PART(y, SIZE_MAX / 4), {0}};
    const struct inlay_mem_part sum[] = {
        INLAY_PART(x, half), INLAY_PART(y, half), {0}};

    CHECK(!inlay_mem_parts(large) && !inlay_mem_parts(sum));
    CHECK(!x && !y);
}

TEST(a_size_that_overflows_is_refused)
{
    CHECK(inlay_mem_new(SIZE_MAX / 2 + 1, 2) == NULL);
    CHECK(inlay_mem_new(SIZE_MAX, SIZE_MAX) == NULL);
    CHECK(inlay_mem_doubles(SIZE_MAX / 8 + 1) == NULL);
    CHECK(inlay_mem_doubles(SIZE_MAX / 8) == NULL); /* fits, but not rounded */
    CHECK(inlay_mem_bytes("", SIZE_MAX) == NULL);

    char *p = inlay_mem_text("kept");
    CHECK(inlay_mem_resize(p, SIZE_MAX / 4 + 1, 4) == NULL);
    CHECK_TEXT(p, "kept");
    inlay_mem_free(p);
}

TEST(nothing_is_a_valid_pointer_too)
{
    void *a = inlay_mem_new(0, 8), *b = inlay_mem_new(8, 0);
    void *c = inlay_mem_resize(NULL, 0, 8);

    CHECK(a && b && c);
    inlay_mem_free(a);
    inlay_mem_free(b);
    inlay_mem_free(c);
    inlay_mem_free(NULL);
}

TEST(resize_keeps_the_contents)
{
    size_t *p = NULL;

    for (size_t n = 1; n < 2000; n++) {
        p = inlay_mem_resize(p, n, sizeof *p);
        CHECK(p != NULL);
        p[n - 1] = n;
    }
    for (size_t n = 1; n < 2000; n++)
        CHECK(p[n - 1] == n);
    inlay_mem_free(p);
}

#ifdef __linux__
/* The flags of the mapping in which p is, as in "rd wr mr mw me ac". */
static bool is_of_huge_pages(const void *p)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    char line[512];
    bool is_in = false, is = false;
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            is_in = from <= (uintptr_t)p && (uintptr_t)p < to;
        else if (is_in && strncmp(line, "VmFlags:", 8) == 0)
            is = strstr(line, " hg") != NULL;
    }
    fclose(maps);
    return is;
}

/* A system without huge pages has no such file. */
TEST(a_large_block_is_of_huge_pages)
{
    enum { N = 8 << 20 };
    double *p = inlay_mem_doubles(N), *small = inlay_mem_doubles(1000);
    const bool can =
        access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) == 0;
    CHECK(p != NULL && small != NULL);
    CHECK(is_of_huge_pages(p + N / 2) == can);
    CHECK(!is_of_huge_pages(small));
    p[0] = p[N - 1] = 1.0;
    CHECK(p[0] + p[1] + p[N - 1] == 2.0);
    inlay_mem_free(p);
    inlay_mem_free(small);
}
#endif

TEST(an_array_grows_only_when_it_is_full)
{
    size_t room = 0;
    int *p = inlay_mem_grow(NULL, &room, 3, sizeof *p);

    CHECK(p != NULL && room >= 3);
    for (size_t i = 0; i < room; i++)
        p[i] = (int)i;
    const size_t n = room;
    CHECK(inlay_mem_grow(p, &room, n, sizeof *p) == p && room == n);
    p = inlay_mem_grow(p, &room, n + 1, sizeof *p);
    CHECK(p != NULL && room > n);
    for (size_t i = 0; i < n; i++)
        CHECK(p[i] == (int)i);
    const size_t now = room;
    CHECK(inlay_mem_grow(p, &room, SIZE_MAX, sizeof *p) == NULL);
    CHECK(room == now);
    inlay_mem_free(p);
}

TEST(copies_end_with_a_zero_and_are_copies)
{
    char source[] = "abc\0def";
    char *text = inlay_mem_text(source), *bytes = inlay_mem_bytes(source, 7);
    char *none = inlay_mem_bytes(NULL, 0);

    source[0] = 'X';
    CHECK_TEXT(text, "abc");
    CHECK(memcmp(bytes, "abc\0def", 8) == 0);
    CHECK_TEXT(none, "");
    inlay_mem_free(text);
    inlay_mem_free(bytes);
    inlay_mem_free(none);
}

#ifdef INLAY_FAILING_MEM
static bool new_works(void)
{
    void *p = inlay_mem_new(1, 1);

    inlay_mem_free(p);
    return p != NULL;
}

TEST(the_failing_allocator_fails_one_call_and_counts_all)
{
    inlay_mem_fail_after(2);
    CHECK(new_works() && new_works());
    CHECK(!new_works());
    CHECK(new_works() && new_works());
    CHECK(inlay_mem_fail_after(-1) == 5);
    CHECK(new_works());
    CHECK(inlay_mem_fail_after(-1) == 1);
}

TEST(every_kind_of_allocation_can_be_failed)
{
    char *p = inlay_mem_text("kept");

    inlay_mem_fail_after(0);
    CHECK(inlay_mem_new(1, 1) == NULL);
    inlay_mem_fail_after(0);
    CHECK(inlay_mem_doubles(1) == NULL);
    inlay_mem_fail_after(0);
    CHECK(inlay_mem_text("") == NULL);
    inlay_mem_fail_after(0);
    CHECK(inlay_mem_resize(p, 100, 1) == NULL);
    CHECK_TEXT(p, "kept");
    inlay_mem_fail_after(-1);
    inlay_mem_free(p);
}

static void *allocate_elsewhere(void *worked)
{
    *(bool *)worked = new_works();
    return NULL;
}

TEST(another_thread_is_not_failed)
{
    pthread_t thread;
    bool worked = false;

    inlay_mem_fail_after(0);
    CHECK(pthread_create(&thread, NULL, allocate_elsewhere, &worked) == 0);
    pthread_join(thread, NULL);
    CHECK(worked);
    CHECK(!new_works());
    CHECK(inlay_mem_fail_after(-1) == 1);
}
#endif
