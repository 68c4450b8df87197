/* experiments/network/activation: against the C library's functions. */
#include "check.h"

#include "network/activation.h"

static double value_of(enum activation kind, double x)
{
    switch (kind) {
    case ACTIVATION_SIGMOID:
        return 1.0 / (1.0 + exp(-x));
    case ACTIVATION_TANH:
        return tanh(x);
    case ACTIVATION_RELU:
        return x > 0.0 ? x : 0.0;
    case ACTIVATION_LINEAR:
    case N_ACTIVATIONS:
        break;
    }
    return x;
}

static double slope_of(enum activation kind, double x)
{
    const double h = 1e-6;
    return (value_of(kind, x + h) - value_of(kind, x - h)) / (2.0 * h);
}

/* Even, so that no point is the kink at 0; vector loops have a remainder. */
enum { N = 20002 };
static const double FAR = 120.0;

static double point(size_t i)
{
    return FAR * (2.0 * ((double)i + 0.5) / N - 1.0);
}

TEST(values_are_those_of_the_c_library)
{
    static float z[N];
    for (int k = 0; k < N_ACTIVATIONS; k++) {
        for (size_t i = 0; i < N; i++)
            z[i] = (float)point(i);
        activation_apply((enum activation)k, N, z);
        for (size_t i = 0; i < N; i++)
            CHECK_ABS(z[i], value_of((enum activation)k, (float)point(i)),
                      2e-7);
    }
}

TEST(small_arguments_keep_their_sign_and_size)
{
    float z[] = {0.0f, 1e-3f, -1e-3f, 1e-20f, -0.25f, 0.6931f};
    float t[LEN(z)];
    memcpy(t, z, sizeof z);
    activation_apply(ACTIVATION_TANH, LEN(z), t);
    for (size_t i = 0; i < LEN(z); i++)
        CHECK_ABS(t[i], tanh(z[i]), 1.5e-7);
    CHECK(t[0] == 0.0f);
}

TEST(slopes_are_the_derivatives_of_the_values)
{
    static float a[N], d[N];
    for (int k = 0; k < N_ACTIVATIONS; k++) {
        for (size_t i = 0; i < N; i++) {
            a[i] = (float)(point(i) / 20.0);
            d[i] = (float)(1 + i % 3);
        }
        activation_apply((enum activation)k, N, a);
        activation_multiply_slope((enum activation)k, N, a, d);
        for (size_t i = 0; i < N; i++)
            CHECK_ABS(d[i],
                      (double)(1 + i % 3) *
                          slope_of((enum activation)k, point(i) / 20.0),
                      3e-6);
    }
}

TEST(what_is_not_a_number_stays_none)
{
    for (int k = 0; k < N_ACTIVATIONS; k++) {
        float z[9];
        for (size_t i = 0; i < LEN(z); i++)
            z[i] = NAN;
        activation_apply((enum activation)k, LEN(z), z);
        for (size_t i = 0; i < LEN(z); i++)
            CHECK(isnan(z[i]));
    }
}
