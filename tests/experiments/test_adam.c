/* experiments/network/adam: its first steps by hand, and its laws. */
#include "check.h"

#include "network/adam.h"

TEST(the_first_step_is_the_rate_whatever_the_gradient)
{
    /* m/(1-b1) = g and v/(1-b2) = g², so the step is rate g/(|g| + 1e-8). */
    static const float g[] = {5.0f, -0.003f, 1e4f, 0.0f, 1e-8f};
    float w[LEN(g)] = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    struct adam adam;
    inlay_error err = {0};
    CHECK_OK(adam_init(&adam, LEN(g), &err), err);
    adam_step(&adam, g, 0.125, w);
    CHECK_ABS(w[0], 1.0 - 0.125, 1e-6);
    CHECK_ABS(w[1], 1.0 + 0.125, 1e-6);
    CHECK_ABS(w[2], 1.0 - 0.125, 1e-6);
    CHECK(w[3] == 1.0f);
    CHECK_ABS(w[4], 1.0 - 0.125 / 2.0, 1e-6);
    adam_clear(&adam);
}

TEST(three_steps_are_those_of_the_equations_by_hand)
{
    /*
     * g = 1, -2, 0.5; rate 0.1:
     *   m = 0.1, -0.11, -0.049          over 0.1, 0.19, 0.271
     *   v = 0.001, 0.004999, 0.005244001  over 0.001, 0.001999, 0.002997001
     * steps 0.1·1/1; 0.1·(-0.578947…)/1.581376…; 0.1·(-0.180811…)/1.322780…
     */
    static const float g[] = {1.0f, -2.0f, 0.5f};
    static const double step[] = {0.1, -0.0366103527, -0.0136690663};
    float w = 0.0f;
    double want = 0.0;
    struct adam adam;
    inlay_error err = {0};
    CHECK_OK(adam_init(&adam, 1, &err), err);
    for (size_t t = 0; t < LEN(g); t++) {
        adam_step(&adam, &g[t], 0.1, &w);
        want -= step[t];
        CHECK_ABS(w, want, 1e-6);
    }
    CHECK(adam.n_steps == 3);
    adam_clear(&adam);
}

TEST(the_bottom_of_a_bowl_is_found)
{
    enum { N = 19 }; /* a remainder for vector loops */
    float w[N] = {0}, g[N];
    struct adam adam;
    inlay_error err = {0};
    CHECK_OK(adam_init(&adam, N, &err), err);
    for (size_t t = 0; t < 3000; t++) {
        for (size_t i = 0; i < N; i++) /* Σ (1+i)(w_i - i/N)² */
            g[i] = 2.0f * (float)(1 + i) * (w[i] - (float)i / N);
        adam_step(&adam, g, 0.01, w);
    }
    for (size_t i = 0; i < N; i++)
        CHECK_ABS(w[i], (double)i / N, 1e-3);
    adam_clear(&adam);
}

OOM_TEST(out_of_memory_is_said)
{
    struct adam adam;
    inlay_error err = {0};
    const inlay_status st = adam_init(&adam, 10, &err);
    if (st == INLAY_OK)
        adam_clear(&adam);
    return st;
}
