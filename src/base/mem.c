/*
 * mem.c: allocation with overflow check.
 *
 * All memory is the C library's: calloc, realloc and aligned_alloc give
 * pointers that one free() takes, so an owner need not know which it was.
 *
 * Where the system can (Linux), large blocks are made of huge pages: it makes and
 * takes back 512 pages of 4 KiB at once.  A model of 2000 trials has 250 MB, whose
 * return took 20 ms, longer than a call that is stopped may go on, and takes 1 ms;
 * first writing to them 105 ms, and 18 ms.
 *
 * With INLAY_FAILING_MEM a thread can have its n-th allocation refused.  The
 * count is per thread, as a test of one thread must not fail another's.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

enum { ALIGNMENT = 64 }; /* bytes: a cache line, and the widest vector */

#ifdef INLAY_FAILING_MEM
static _Thread_local long n_allowed = -1; /* -1: all */
static _Thread_local long n_asked;        /* since the last fail_after */

long inlay_mem_fail_after(long allowed)
{
    const long n = n_asked;

    n_asked = 0;
    n_allowed = allowed;
    return n;
}

static bool refused(void)
{
    return n_asked++ == n_allowed;
}
#else
static bool refused(void)
{
    return false;
}
#endif

/* n * size in *n_bytes, at least 1, as malloc(0) may be NULL; false if that
 * overflows. */
static bool product(size_t n, size_t size, size_t *n_bytes)
{
    if (size != 0 && n > SIZE_MAX / size)
        return false;
    *n_bytes = n * size > 0 ? n * size : 1;
    return true;
}

void *inlay_mem_new(size_t n, size_t size)
{
    size_t n_bytes;

    if (!product(n, size, &n_bytes) || refused())
        return NULL;
    return calloc(1, n_bytes);
}

/* n elements in whole units of ALIGNMENT, which aligned_alloc wants. */
static bool padded(size_t n, size_t size, size_t *n_bytes)
{
    if (!product(n, size, n_bytes) || *n_bytes > SIZE_MAX - ALIGNMENT)
        return false;
    *n_bytes = (*n_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return true;
}

/* What AddressSanitizer is to find between one array and the next, and at the end
 * of a block. */
#ifdef __SANITIZE_ADDRESS__
enum { GUARD = ALIGNMENT };
static void guard(char *from, size_t n_bytes)
{
    ASAN_POISON_MEMORY_REGION(from, n_bytes);
}
#else
enum { GUARD = 0 };
static void guard(char *from, size_t n_bytes)
{
    (void)from;
    (void)n_bytes;
}
#endif

/*
 * Large blocks come in steps of an eighth of their size.  Those of a model grow
 * with each trial; a block a little larger than all before would be mapped afresh
 * by the C library, page by page, where one of the same size is used again.
 */
static size_t stepped(size_t n_bytes)
{
    size_t step = ALIGNMENT;
    while (step < n_bytes / 16)
        step *= 2;
    return (n_bytes + step - 1) / step * step;
}

#ifdef MADV_HUGEPAGE
/* What lies between the first and the last boundary of huge pages.  A wish: the
 * system may refuse it, and nothing depends on it but time. */
static void ask_for_huge_pages(char *p, size_t n_bytes)
{
    enum { HUGE_PAGE = 2 << 20, LARGE = 4 * HUGE_PAGE };
    const size_t before = -(uintptr_t)p % HUGE_PAGE;
    if (n_bytes >= LARGE)
        madvise(p + before, (n_bytes - before) / HUGE_PAGE * HUGE_PAGE,
                MADV_HUGEPAGE);
}
#else
static void ask_for_huge_pages(char *p, size_t n_bytes)
{
    (void)p;
    (void)n_bytes;
}
#endif

static char *new_unset(size_t n_bytes)
{
    if (n_bytes > PTRDIFF_MAX / 2 || refused())
        return NULL;
    const size_t room = stepped(n_bytes);
    char *p = aligned_alloc(ALIGNMENT, room);
    if (!p)
        return NULL;
    ask_for_huge_pages(p, room);
    guard(p + n_bytes, room - n_bytes);
    return p;
}

static void *new_aligned(size_t n_bytes)
{
    char *p = new_unset(n_bytes);
    return p ? memset(p, 0, n_bytes) : NULL;
}

double *inlay_mem_doubles(size_t n)
{
    size_t n_bytes;
    return padded(n, sizeof(double), &n_bytes) ? new_aligned(n_bytes) : NULL;
}

static bool make_parts(const struct inlay_mem_part *parts, bool is_zero)
{
    const struct inlay_mem_part *part;
    size_t total = 0, n_bytes = 0;

    for (part = parts; part->pointer; part++) {
        if (!padded(part->n, part->size, &n_bytes) ||
            n_bytes > SIZE_MAX - GUARD - total)
            return false;
        total += n_bytes + GUARD;
    }
    char *at = is_zero ? new_aligned(total) : new_unset(total);
    if (!at)
        return false;
    for (part = parts; part->pointer; part++) {
        padded(part->n, part->size, &n_bytes);
        memcpy(part->pointer, &at, sizeof at);
        at += n_bytes + GUARD;
        guard(at - GUARD, GUARD);
    }
    return true;
}

bool inlay_mem_parts(const struct inlay_mem_part *parts)
{
    return make_parts(parts, true);
}

bool inlay_mem_parts_unset(const struct inlay_mem_part *parts)
{
    return make_parts(parts, false);
}

void *inlay_mem_resize(void *p, size_t n, size_t size)
{
    size_t n_bytes;

    if (!product(n, size, &n_bytes) || refused())
        return NULL;
    return realloc(p, n_bytes);
}

void *inlay_mem_grow(void *p, size_t *room, size_t n, size_t size)
{
    const size_t more = n < 8 ? 16 : n <= SIZE_MAX / 2 ? 2 * n : n;

    if (p && n <= *room)
        return p;
    void *larger = inlay_mem_resize(p, more, size);
    if (larger)
        *room = more;
    return larger;
}

char *inlay_mem_text(const char *text)
{
    return inlay_mem_bytes(text, strlen(text));
}

char *inlay_mem_bytes(const char *bytes, size_t n)
{
    char *copy = n < SIZE_MAX ? inlay_mem_new(n + 1, 1) : NULL;

    if (copy && n > 0)
        memcpy(copy, bytes, n);
    return copy;
}

void inlay_mem_free(void *p)
{
    free(p);
}
