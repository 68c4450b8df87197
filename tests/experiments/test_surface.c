/*
 * test_surface.c: what T does to a posterior: it is constant within a cell, and
 * certain where each cell was observed once.
 */
#include "check.h"

#include "harness/program.h"
#include "harness/surface.h"

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_SE, .length_scale = 0.4, .sd = 3.0, .jitter = 1e-8};

/* Two values of a category, at their one-hot codes. */
static void observe_codes(struct surface *s)
{
    surface_observe(s, (const double[]){1.0, 0.0}, 2.0);
    surface_observe(s, (const double[]){0.0, 1.0}, -1.0);
}

TEST(a_category_is_decided_by_its_larger_coordinate)
{
    inlay_space *space = program_make_space("c", (const size_t[]){2});
    struct surface s;
    surface_init(&s, space, &PRIOR, 2);
    observe_codes(&s);
    for (size_t i = 0; i < SURFACE_SIDE; i += 7)
        for (size_t j = 0; j < SURFACE_SIDE; j += 7) {
            double r[2];
            surface_grid(i, j, r);
            const struct moments m = surface_at(&s, SURFACE_PROPOSED, r);
            CHECK_ABS(m.mean, r[0] >= r[1] ? 2.0 : -1.0, 1e-5);
        }
    surface_clear(&s);
    inlay_space_free(space);
}

/* It too knows what it observed, at the point where it did. */
TEST(the_standard_model_learns_at_the_point_itself)
{
    inlay_space *space = program_make_space("c", (const size_t[]){2});
    const double r[2] = {0.3, 0.8}, same_cell[2] = {0.1, 0.9};
    struct surface s;
    surface_init(&s, space, &PRIOR, 1);
    surface_observe(&s, r, -1.0);
    CHECK_ABS(surface_at(&s, SURFACE_STANDARD, r).mean, -1.0, 1e-6);
    CHECK(surface_at(&s, SURFACE_STANDARD, r).sd < 1e-3);
    CHECK(surface_at(&s, SURFACE_STANDARD, same_cell).sd > 0.1);
    CHECK(surface_at(&s, SURFACE_PROPOSED, same_cell).sd < 1e-3);
    surface_clear(&s);
    inlay_space_free(space);
}

TEST(one_observation_a_cell_leaves_the_proposed_model_certain)
{
    inlay_space *space = program_make_space("c", (const size_t[]){2});
    struct surface s;
    surface_init(&s, space, &PRIOR, 2);
    observe_codes(&s);
    const struct surface_facts p = surface_find_facts(&s, SURFACE_PROPOSED);
    const struct surface_facts q = surface_find_facts(&s, SURFACE_STANDARD);
    CHECK(p.largest_sd < 1e-3 && p.mean_range == 0.0 && p.sd_range == 0.0);
    CHECK(q.largest_sd > 0.5 && q.mean_range > 0.3 && q.sd_range > 0.3);
    surface_clear(&s);
    inlay_space_free(space);
}

/* In units of the prior's deviation: scaling prior and data changes nothing. */
TEST(facts_have_no_unit)
{
    inlay_space *space = program_make_space("c", (const size_t[]){2});
    struct posterior_prior twice = PRIOR;
    struct surface s, t;
    twice.sd *= 2.0;
    surface_init(&s, space, &PRIOR, 2);
    surface_init(&t, space, &twice, 2);
    observe_codes(&s);
    surface_observe(&t, (const double[]){1.0, 0.0}, 4.0);
    surface_observe(&t, (const double[]){0.0, 1.0}, -2.0);
    const struct surface_facts a = surface_find_facts(&s, SURFACE_STANDARD);
    const struct surface_facts b = surface_find_facts(&t, SURFACE_STANDARD);
    CHECK_REL(a.largest_sd, b.largest_sd, 1e-9);
    CHECK_REL(a.mean_range, b.mean_range, 1e-9);
    CHECK_REL(a.sd_range, b.sd_range, 1e-9);
    surface_clear(&s);
    surface_clear(&t);
    inlay_space_free(space);
}

/* The GP of the exact encoding, asked at r itself, applies the same T. */
TEST(an_integer_is_rounded_as_the_kernel_rounds_it)
{
    inlay_space *space = program_make_space("ir", (const size_t[]){5, 0});
    struct inlay_rng rng = inlay_rng_seed(1);
    struct surface s;
    surface_init(&s, space, &PRIOR, 6);
    for (int k = 0; k < 6; k++) {
        const double r[2] = {inlay_rng_uniform(&rng), inlay_rng_uniform(&rng)};
        surface_observe(&s, r, inlay_rng_normal(&rng));
    }
    for (int k = 0; k < 200; k++) {
        const double r[2] = {inlay_rng_uniform(&rng), inlay_rng_uniform(&rng)};
        const struct moments a = surface_at(&s, SURFACE_PROPOSED, r);
        const struct moments b = posterior_at(&s.model[SURFACE_PROPOSED], r);
        CHECK_ABS(a.mean, b.mean, 1e-6);
        CHECK_ABS(a.sd, b.sd, 1e-6);
    }
    const struct surface_facts p = surface_find_facts(&s, SURFACE_PROPOSED);
    CHECK(p.mean_range == 0.0 && p.sd_range == 0.0 && p.largest_sd > 0.1);
    surface_clear(&s);
    inlay_space_free(space);
}
