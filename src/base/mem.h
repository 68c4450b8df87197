/*
 * mem.h: allocation with overflow check; all of the library's memory.
 *
 * Every pointer from here is freed by inlay_mem_free, which takes NULL.  Sizes
 * are element counts times element size; a product that overflows is NULL like
 * any other failure.  n == 0 gives a valid pointer.
 */
#ifndef INLAY_BASE_MEM_H
#define INLAY_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

/* n zeroed elements of `size` bytes, or NULL.  Aligned for any type. */
void *inlay_mem_new(size_t n, size_t size);

/* n zeroed doubles on a 64-byte boundary, or NULL. */
double *inlay_mem_doubles(size_t n);

/*
 * Arrays that live and die together are parts of one block:
 *
 *     const struct inlay_mem_part parts[] = {
 *         INLAY_PART(e.x, n), INLAY_PART(e.A, n * n), {0}};
 *     if (!inlay_mem_parts(parts)) ...
 *
 * sets e.x and e.A to zeroed arrays, each on a 64-byte boundary.  The first of
 * them is the block: freeing it frees all.  False leaves the pointers alone.
 */
struct inlay_mem_part {
    void *pointer; /* address of the pointer to the array; NULL ends a list */
    size_t n, size;
};
#define INLAY_PART(pointer, n)                                                 \
    {                                                                          \
        &(pointer), (n), sizeof *(pointer)                                     \
    }
bool inlay_mem_parts(const struct inlay_mem_part *parts);
/* The same, not zeroed: for large arrays that are written before they are read. */
bool inlay_mem_parts_unset(const struct inlay_mem_part *parts);

/* p with room for n elements; contents kept, new ones not zeroed.  NULL leaves
 * p as it was.  Not for pointers of inlay_mem_doubles. */
void *inlay_mem_resize(void *p, size_t n, size_t size);

/* The same for an array that grows: p as it is where *room is enough for n, or
 * else with a larger *room.  NULL leaves both as they were. */
void *inlay_mem_grow(void *p, size_t *room, size_t n, size_t size);

/* A copy of a text, of n bytes and a terminating zero, or NULL. */
char *inlay_mem_text(const char *text);
char *inlay_mem_bytes(const char *bytes, size_t n);

void inlay_mem_free(void *p);

#ifdef INLAY_FAILING_MEM
/*
 * For the tests: let `allowed` more allocations of this thread succeed, fail
 * the next one, then succeed again (-1: never fail).  Returns how many were
 * asked for since the last call, the failed one included.
 */
long inlay_mem_fail_after(long allowed);
#endif

#endif
