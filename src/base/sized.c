/*
 * sized.c: a struct of ours becomes one of the caller's size.
 *
 * Bytes are copied, no members: the caller's struct is not of our type.  What is
 * behind its end is never touched, and nothing of it is left as it was.
 */
#include "base/sized.h"

#include <string.h>

#include "base/error.h"

/* Far above any struct of ours: a larger number is another argument, or none
 * that was set. */
enum { MAX_SIZE = 4096 };

inlay_status inlay_sized_check(const char *call, size_t size, inlay_error *err)
{
    if (size > 0 && size <= MAX_SIZE)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "%s: the size of the struct is %zu bytes; pass its "
                      "sizeof, 1 to %d",
                      call, size, MAX_SIZE);
}

void inlay_sized_put(void *out, size_t i, size_t size, const void *from,
                     size_t n)
{
    char *to = (char *)out + i * size;
    const size_t n_copied = n < size ? n : size;
    memcpy(to, from, n_copied);
    memset(to + n_copied, 0, size - n_copied);
}

void inlay_sized_get(void *out, size_t n, const void *from, size_t size)
{
    inlay_sized_put(out, 0, n, from, size);
}
