/*
 * decimal.h: numbers as decimals: a double as the shortest one that reads back as
 * the same.
 */
#ifndef INLAY_BASE_DECIMAL_H
#define INLAY_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that suffice for any double, the terminating zero included. */
enum { INLAY_DECIMAL_ROOM = 64 };

/*
 * v, finite, as printf's "%.*g" writes it in the C locale, with the first of 15,
 * 16 and 17 digits (below DBL_MIN: of 1 to 17) from which strtod gets v.
 * Returns the number of bytes before the terminating zero.
 */
size_t inlay_decimal_print(char out[INLAY_DECIMAL_ROOM], double v);

/* The same of an integer. */
size_t inlay_decimal_print_integer(char out[INLAY_DECIMAL_ROOM], int64_t v);

#endif
