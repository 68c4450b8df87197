/*
 * sized.h: structs that the caller of a public function has allocated.
 *
 * Such a struct may be shorter than ours, where the program was compiled with
 * an older inlay.h, or longer, with a newer one.  The program passes the size
 * that it knows (docs/decisions/0026).
 */
#ifndef INLAY_BASE_SIZED_H
#define INLAY_BASE_SIZED_H

#include <stddef.h>

#include "inlay.h"

/* INLAY_EINVAL for a size that no struct of inlay.h has: 0, or above 4096.
 * call is __func__. */
inlay_status inlay_sized_check(const char *call, size_t size, inlay_error *err);

/* Struct i of the caller's array `out`, each of `size` bytes, becomes *from of
 * `n` bytes: cut where it is shorter, zeros at its end where it is longer. */
void inlay_sized_put(void *out, size_t i, size_t size, const void *from,
                     size_t n);

/* *out of n bytes becomes the caller's struct of `size` bytes: members that it
 * does not know are 0. */
void inlay_sized_get(void *out, size_t n, const void *from, size_t size);

#endif
