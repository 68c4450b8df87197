/*
 * main.c: figure 2 of the paper: posterior over an integer and a real variable.
 *
 *     figure2 --out FOLDER [--seed N] [--commit TEXT] [--observations N]
 *
 * A function is drawn from a GP prior with the covariance k(T(r), T(r')), k the
 * squared exponential, at random points r of the plane [0,4] × [0,1].  Both GPs
 * have the hyper-parameters of the prior: the proposed one, and a standard one
 * with k(r, r').  For the files see harness/surface.h.
 *
 * The number of observations was chosen for the picture: with 15 of the same seed
 * the mean of the standard GP swings between -4.1 and 4.4, and a color scale for
 * that hides all else.
 *
 * On the axis of the integer variable k is modelled at k, and reached from
 * [4k/5, 4(k+1)/5): cells are of one size, as everywhere in the library.
 */
#include "harness/program.h"
#include "harness/surface.h"

enum { N_VALUES = 5 };

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_SE, .length_scale = 0.25, .sd = 1.0, .jitter = 1e-8};

/* At random points of the plane; the draw is the proposed model's prior. */
static void observe(struct surface *s, const inlay_space *space, size_t n,
                    struct inlay_rng *rng)
{
    struct posterior prior;
    posterior_init(&prior, space, false, &PRIOR, n);
    for (size_t i = 0; i < n; i++) {
        const double x1 = inlay_rng_uniform(rng), x2 = inlay_rng_uniform(rng);
        const double r[2] = {x1, x2};
        surface_observe(s, r, posterior_draw(&prior, r, rng));
    }
    posterior_clear(&prior);
}

int main(int argc, char **argv)
{
    static const size_t VALUES[] = {N_VALUES, 0};
    static const double SCALE[2] = {N_VALUES - 1, 1.0};
    char options[256];
    size_t n_observations = 12;
    const struct program_flag more = {"--observations",
                                      .number = &n_observations};
    struct csv_origin origin = csv_read_origin(argc, argv, &more, 1);

    posterior_describe(&PRIOR, options, sizeof options);
    origin.options = options;

    struct inlay_rng rng = inlay_rng_seed(origin.seed);
    inlay_space *space = program_make_space("ir", VALUES);
    struct surface s;
    surface_init(&s, space, &PRIOR, n_observations);
    observe(&s, space, n_observations, &rng);
    surface_write(&s, &origin, SCALE);
    surface_clear(&s);
    inlay_space_free(space);
    return 0;
}
