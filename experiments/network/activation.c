/*
 * activation.c: loops without branch or call, so that they become vector code.
 *
 * sigmoid and tanh are functions of e = exp(-|x|) <= 1, so that nothing
 * overflows.  1 - e cancels near 0: tanh is exact to 2e-7 there, not in
 * proportion to itself, which is as exact as the sum that it is a function of.
 */
#include "network/activation.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

const char *const ACTIVATION_NAMES[N_ACTIVATIONS] = {
    [ACTIVATION_LINEAR] = "linear",
    [ACTIVATION_SIGMOID] = "sigmoid",
    [ACTIVATION_TANH] = "tanh",
    [ACTIVATION_RELU] = "relu",
};

/*
 * exp(x) for -87 <= x <= 0 (below, exp(-87) = 1.6e-38), as
 * base/exponential.h has it for double: x = n ln 2 + r, |r| <= ln(2)/2; n by
 * adding 1.5·2^23; Taylor's polynomial of degree 7 errs by r^8/8! < 6e-9.
 */
static inline float exp_negative(float x)
{
    static const float ROUND = 12582912.0f; /* 1.5 · 2^23 */
    static const float LN2_HIGH = 0x1.62e4p-1f, LN2_LOW = 0x1.7f7d1cp-20f;

    x = x < -87.0f ? -87.0f : x;
    const float shifted = x * 1.44269504f + ROUND;
    const float n = shifted - ROUND;
    const float r = (x - n * LN2_HIGH) - n * LN2_LOW;

    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;

    uint32_t bits;
    float power;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 127u) << 23;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

INLAY_VECTORISED
static void apply_sigmoid(size_t n, float *z)
{
    for (size_t i = 0; i < n; i++) {
        const float e = exp_negative(-fabsf(z[i]));
        z[i] = (z[i] < 0.0f ? e : 1.0f) / (1.0f + e);
    }
}

INLAY_VECTORISED
static void apply_tanh(size_t n, float *z)
{
    for (size_t i = 0; i < n; i++) {
        const float e = exp_negative(-2.0f * fabsf(z[i]));
        z[i] = copysignf((1.0f - e) / (1.0f + e), z[i]);
    }
}

INLAY_VECTORISED
static void apply_relu(size_t n, float *z)
{
    for (size_t i = 0; i < n; i++)
        z[i] = z[i] < 0.0f ? 0.0f : z[i];
}

void activation_apply(enum activation kind, size_t n, float *z)
{
    switch (kind) {
    case ACTIVATION_SIGMOID:
        apply_sigmoid(n, z);
        break;
    case ACTIVATION_TANH:
        apply_tanh(n, z);
        break;
    case ACTIVATION_RELU:
        apply_relu(n, z);
        break;
    case ACTIVATION_LINEAR:
    case N_ACTIVATIONS:
        break;
    }
}

INLAY_VECTORISED
static void multiply_sigmoid(size_t n, const float *restrict a,
                             float *restrict d)
{
    for (size_t i = 0; i < n; i++)
        d[i] *= a[i] * (1.0f - a[i]);
}

INLAY_VECTORISED
static void multiply_tanh(size_t n, const float *restrict a, float *restrict d)
{
    for (size_t i = 0; i < n; i++)
        d[i] *= 1.0f - a[i] * a[i];
}

INLAY_VECTORISED
static void multiply_relu(size_t n, const float *restrict a, float *restrict d)
{
    for (size_t i = 0; i < n; i++)
        d[i] = a[i] > 0.0f ? d[i] : 0.0f;
}

void activation_multiply_slope(enum activation kind, size_t n, const float *a,
                               float *d)
{
    switch (kind) {
    case ACTIVATION_SIGMOID:
        multiply_sigmoid(n, a, d);
        break;
    case ACTIVATION_TANH:
        multiply_tanh(n, a, d);
        break;
    case ACTIVATION_RELU:
        multiply_relu(n, a, d);
        break;
    case ACTIVATION_LINEAR:
    case N_ACTIVATIONS:
        break;
    }
}
