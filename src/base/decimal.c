/*
 * decimal.c: a double as the shortest decimal that reads back as the same.
 *
 * 15 digits survive decimal → double → decimal, so if fewer than 15 suffice,
 * "%.15g" shows them; 17 always suffice.  To try them in turn takes three calls
 * of printf and three of strtod, which was most of the time of an ask by random
 * search.  So numbers of everyday size, 1e-10 to 1e15, are printed by integers.
 * With v = m 2^e and k such that V = v 10^k has 17 digits before the point,
 *
 *     V = m 5^k / 2^s,   s = -(e + k) > 0,   m 5^k < 2^116.                 (1)
 *
 * A decimal reads back as v if it is nearer to v than to the next doubles, which
 * are 2^e away, in the units of (1) 5^k.  All of this is exact in 128 bits.
 *
 * All other numbers are tried in turn.
 */
#include "base/decimal.h"

#include <assert.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- By trying ---- */

/* The decimal point of the process' locale, which is the user's to set, becomes
 * '.'. */
static void set_point(char *out)
{
    const char *point = localeconv()->decimal_point;
    char *at = strcmp(point, ".") == 0 ? NULL : strstr(out, point);
    if (!at)
        return;
    const char *rest = at + strlen(point);
    *at = '.';
    memmove(at + 1, rest, strlen(rest) + 1);
}

/* Below DBL_MIN a double has fewer digits, and the search begins at one. */
static void print_by_trying(char *out, double v)
{
    int digits = fabs(v) < DBL_MIN ? 1 : 15;
    do
        snprintf(out, INLAY_DECIMAL_ROOM, "%.*g", digits, v);
    while (strtod(out, NULL) != v && ++digits <= 17);
    set_point(out);
}

/* ---- By integers ---- */

/* The digits of a decimal, the last one not 0; the first one counts
 * 10^exponent. */
struct decimal {
    uint64_t digits;
    int exponent;
};

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

enum { MAX_FIVE = 27 }; /* 5^27 < 2^63 */

/* v 10^k = numerator / 2^shift; 17 digits before the point. */
struct scaled {
    wide numerator;
    uint64_t five; /* 5^k: half of it is half the way to the next double */
    int shift;
    int exponent;
    bool is_power; /* of two: the next double below is only half as far */
};

static const uint64_t TEN_15 = 1000000000000000, TEN_17 = 100000000000000000;
static const uint64_t POWER[] = {1, 10, 100};

static struct scaled scale(uint64_t m, int e, int exponent)
{
    const int k = 16 - exponent;
    struct scaled s = {.five = 1, .shift = -(e + k), .exponent = exponent};
    assert(k >= 0 && k <= MAX_FIVE && s.shift > 0);
    for (int i = 0; i < k; i++)
        s.five *= 5;
    s.numerator = (wide)m * s.five;
    s.is_power = m == UINT64_C(1) << 52;
    return s;
}

/* The decimal exponent is ⌊log10 2^b⌋, 2^b being the power of two at or below v,
 * or one more. */
static struct scaled scale_double(double v)
{
    int e;
    const uint64_t m = (uint64_t)ldexp(frexp(v, &e), 53);
    const int exponent = (int)floor((e - 1) * 0.30102999566398120);
    const struct scaled s = scale(m, e - 53, exponent);
    return s.numerator >> s.shift < TEN_17 ? s : scale(m, e - 53, exponent + 1);
}

/*
 * Rounds to so many digits, ties to even as printf does.  Does it read back?
 * The part below the last digit is `rest` of `unit`, both in 2^-shift.
 */
static bool round_to(const struct scaled *s, int precision, struct decimal *d)
{
    const uint64_t ten = POWER[17 - precision];
    const uint64_t whole = (uint64_t)(s->numerator >> s->shift);
    const wide unit = (wide)ten << s->shift;
    const wide rest = s->numerator - (wide)(whole / ten) * unit;
    const bool is_odd = whole / ten % 2 == 1;
    const bool is_up = 2 * rest > unit || (2 * rest == unit && is_odd);
    const wide distance = is_up ? unit - rest : rest;
    *d = (struct decimal){whole / ten + is_up, s->exponent};
    return (!is_up && s->is_power ? 4 : 2) * distance < s->five;
}

static void drop_zeros(struct decimal *d, int precision)
{
    if (d->digits == TEN_15 * POWER[precision - 15])
        d->exponent++; /* 9.99… became 10.0 */
    while (d->digits % 10 == 0)
        d->digits /= 10;
}

static bool find_decimal(double v, struct decimal *d)
{
    if (!(v >= 1e-10 && v < 1e15))
        return false;
    const struct scaled s = scale_double(v);
    int precision = 15;
    while (!round_to(&s, precision, d) && precision < 17)
        precision++;
    drop_zeros(d, precision);
    return true;
}

#else

static bool find_decimal(double v, struct decimal *d)
{
    (void)v;
    (void)d;
    return false;
}

#endif

/* ---- Writing ---- */

/* The digits of n, without a terminating zero; how many. */
static size_t write_digits(char *out, uint64_t n)
{
    char reversed[20];
    size_t n_digits = 0;
    do
        reversed[n_digits++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    for (size_t i = 0; i < n_digits; i++)
        out[i] = reversed[n_digits - 1 - i];
    return n_digits;
}

static char *write_zeros(char *out, int n)
{
    for (int i = 0; i < n; i++)
        *out++ = '0';
    return out;
}

/* A point after the first n_whole of the digits, if any follow. */
static char *write_with_point(char *out, const char *digits, size_t n,
                              size_t n_whole)
{
    memcpy(out, digits, n_whole);
    out += n_whole;
    if (n == n_whole)
        return out;
    *out++ = '.';
    memcpy(out, digits + n_whole, n - n_whole);
    return out + n - n_whole;
}

/* As "%g" does: from 1e-5 down there is an exponent, of at least two digits.
 * Below 1e15 there is none upwards: what rounds up to 1e15 does not read back. */
static char *write_decimal(char *out, const struct decimal *d)
{
    char digits[20];
    const size_t n = write_digits(digits, d->digits);
    if (d->exponent < -4) {
        out = write_with_point(out, digits, n, 1);
        *out++ = 'e';
        *out++ = '-';
        out = write_zeros(out, d->exponent > -10);
        return out + write_digits(out, (uint64_t)-d->exponent);
    }
    if (d->exponent < 0) {
        *out++ = '0';
        *out++ = '.';
        out = write_zeros(out, -d->exponent - 1);
        return write_with_point(out, digits, n, n);
    }
    const size_t n_whole = (size_t)d->exponent + 1;
    if (n > n_whole)
        return write_with_point(out, digits, n, n_whole);
    out = write_with_point(out, digits, n, n);
    return write_zeros(out, (int)(n_whole - n));
}

size_t inlay_decimal_print(char out[INLAY_DECIMAL_ROOM], double v)
{
    struct decimal d;
    char *end = out;
    assert(isfinite(v));
    if (!find_decimal(fabs(v), &d)) {
        print_by_trying(out, v);
        return strlen(out);
    }
    if (v < 0.0)
        *end++ = '-';
    end = write_decimal(end, &d);
    *end = '\0';
    return (size_t)(end - out);
}

size_t inlay_decimal_print_integer(char out[INLAY_DECIMAL_ROOM], int64_t v)
{
    const bool is_negative = v < 0;
    const uint64_t size = is_negative ? -(uint64_t)v : (uint64_t)v;
    out[0] = '-';
    const size_t n = is_negative + write_digits(out + is_negative, size);
    out[n] = '\0';
    return n;
}
