/*
 * main.c: figure 3 of the paper: posterior over a category of two values.
 *
 *     figure3 --out FOLDER [--seed N] [--commit TEXT]
 *
 * The category's one-hot code has two coordinates, and the larger one decides.
 * Both values are observed once, at their codes (1,0) and (0,1); a draw from a
 * GP prior says what is observed.  Both GPs, the proposed and a standard one,
 * have its hyper-parameters.  For the files see harness/surface.h.
 */
#include "harness/program.h"
#include "harness/surface.h"

enum { N_VALUES = 2 };

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_SE, .length_scale = 0.5, .sd = 1.0, .jitter = 1e-8};

static void observe_both(struct surface *s, const inlay_space *space,
                         struct inlay_rng *rng)
{
    struct posterior prior;
    posterior_init(&prior, space, false, &PRIOR, N_VALUES);
    for (size_t k = 0; k < N_VALUES; k++) {
        const double code[2] = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0};
        const double u = (double)k;
        surface_observe(s, code, posterior_draw(&prior, &u, rng));
    }
    posterior_clear(&prior);
}

int main(int argc, char **argv)
{
    static const size_t VALUES[] = {N_VALUES};
    static const double SCALE[2] = {1.0, 1.0};
    char options[256];
    struct csv_origin origin = csv_read_origin(argc, argv, NULL, 0);

    posterior_describe(&PRIOR, options, sizeof options);
    origin.options = options;

    struct inlay_rng rng = inlay_rng_seed(origin.seed);
    inlay_space *space = program_make_space("c", VALUES);
    struct surface s;
    surface_init(&s, space, &PRIOR, N_VALUES);
    observe_both(&s, space, &rng);
    surface_write(&s, &origin, SCALE);
    surface_clear(&s);
    inlay_space_free(space);
    return 0;
}
