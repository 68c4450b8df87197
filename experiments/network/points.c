/*
 * points.c: log rates are in steps of 1/2, and of 1/4 around the maxima, which
 * are from -8 (linear) to -4.5 (sigmoid) and flat.  Above -3 trainings hardly
 * converge: at -2 a change of 0.01 moves a value about as much as another seed
 * does (tanh, 2 layers: by 0.03 to 0.24), and no step would be fine enough.
 */
#include "network/points.h"

#include "network/network.h"

static const double LOG_RATES[] = {
    -10.0, -9.5, -9.0,  -8.5, -8.0,  -7.5, -7.0,  -6.75, -6.5,
    -6.25, -6.0, -5.75, -5.5, -5.25, -5.0, -4.75, -4.5,  -4.25,
    -4.0,  -3.5, -3.0,  -2.5, -2.0,  -1.5, -1.0,  -0.5,  0.0};
enum { N_LOG_RATES = sizeof LOG_RATES / sizeof *LOG_RATES };

size_t points_count(size_t n_replicas)
{
    return n_replicas * N_ACTIVATIONS * NETWORK_MAX_HIDDEN * N_LOG_RATES;
}

struct point points_at(size_t i)
{
    const size_t depth = i / N_LOG_RATES, kind = depth / NETWORK_MAX_HIDDEN;
    return (struct point){
        .replica = kind / N_ACTIVATIONS,
        .setting = {.log_rate = LOG_RATES[i % N_LOG_RATES],
                    .activation = (enum activation)(kind % N_ACTIVATIONS),
                    .n_hidden = 1 + depth % NETWORK_MAX_HIDDEN},
    };
}

struct point points_draw(size_t n_replicas, struct inlay_rng *rng)
{
    const double from = LOG_RATES[0], to = LOG_RATES[N_LOG_RATES - 1];
    struct point p;
    p.replica = (size_t)inlay_rng_below(rng, n_replicas);
    p.setting.activation = (enum activation)inlay_rng_below(rng, N_ACTIVATIONS);
    p.setting.n_hidden = 1 + (size_t)inlay_rng_below(rng, NETWORK_MAX_HIDDEN);
    p.setting.log_rate = from + (to - from) * inlay_rng_uniform(rng);
    return p;
}

inlay_status points_print(const struct point *point, struct inlay_text *text,
                          inlay_error *err)
{
    inlay_text_printf(text, "%zu,%d,%zu,", point->replica,
                      (int)point->setting.activation, point->setting.n_hidden);
    inlay_text_add_number(text, point->setting.log_rate);
    return inlay_text_status(text, err);
}
