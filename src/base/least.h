/*
 * least.h: the few least of many numbers, and all of them in order.
 */
#ifndef INLAY_BASE_LEAST_H
#define INLAY_BASE_LEAST_H

#include <stddef.h>

/* Places of the k least of y[n], least first, of equal ones the earlier first;
 * all of them where n < k.  at has room for k; returns how many.  O(n k) at
 * worst, O(n) where y comes in no particular order and k is small. */
size_t inlay_least(const double *y, size_t n, size_t k, size_t *at);

/* Sorts y[n], none of them NaN, least first. */
void inlay_least_first(double *y, size_t n);

#endif
