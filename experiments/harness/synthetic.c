/*
 * synthetic.c: a drawn function as an objective, and the methods of its panels.
 *
 * The GP of the paper's methods has the kernel of the prior the function is drawn
 * from, and is told whether there is noise, as in the paper; it is not told the
 * length-scales.  "default" is told nothing at all.
 */
#include "harness/synthetic.h"

#include <stdlib.h>
#include <string.h>

#include "harness/path.h"
#include "harness/refuse.h"
#include "harness/scenarios.h"

enum { KEY_FUNCTION = 1, KEY_FIRST = 2, KEY_NOISE = 3 };

struct synthetic {
    struct objective base; /* first */
    const struct synthetic_family *family;
    struct drawn *drawn;
    struct inlay_rng noise;
};

static double value(const struct objective *o, const inlay_value *x)
{
    return drawn_value(((const struct synthetic *)o)->drawn, x);
}

static double observe(const struct objective *o, const inlay_value *x, size_t i)
{
    const struct synthetic *s = (const struct synthetic *)o;
    struct inlay_rng rng = inlay_rng_split(&s->noise, i);
    return value(o, x) + s->family->kind.noise_sd * inlay_rng_normal(&rng);
}

static void free_synthetic(struct objective *o)
{
    drawn_free(((struct synthetic *)o)->drawn);
    inlay_space_free(o->space);
    free(o);
}

static const struct objective_ops OPS = {value, observe, free_synthetic};

static struct objective *make(const struct panel *panel, uint64_t seed)
{
    const struct synthetic_family *family = panel->family;
    const struct inlay_rng root = objective_rng(seed);
    struct inlay_rng function = inlay_rng_split(&root, KEY_FUNCTION);
    struct inlay_rng first = inlay_rng_split(&root, KEY_FIRST);
    struct synthetic *s = refuse_or_room("synthetic", 1, sizeof *s);
    inlay_error err = {0};

    refuse_unless_ok(inlay_space_new(&s->base.space, &err), "synthetic", &err);
    family->kind.add_variables(s->base.space);
    s->base.ops = &OPS;
    s->family = family;
    s->noise = inlay_rng_split(&root, KEY_NOISE);
    s->drawn = drawn_make(s->base.space, family->law, &function);
    s->base.minimum = drawn_minimum(s->drawn, NULL);
    objective_draw_first(&s->base, &first);
    return &s->base;
}

void synthetic_panel(const char *kind, size_t law,
                     struct synthetic_family *family, struct panel *panel)
{
    family->law = SCENARIO_LAW[law].law;
    if (!problem_find(kind, &family->kind))
        refuse("synthetic", "there is no problem '%s'", kind);
    *panel = (struct panel){
        .n_evaluations = 50, .floor = 1e-6, .make = make, .family = family};
    scenario_name(kind, law, panel->name);
}

void synthetic_add_way(struct panel *panel, const char *name, const char *way,
                       const char *more)
{
    const struct synthetic_family *f = panel->family;
    panel_add_method(panel, name, "%s:preset=paper,kernel=%s,noise=%s%s", way,
                     f->law.kernel == DRAWN_MATERN32 ? "matern32" : "matern52",
                     f->kind.noise_sd > 0.0 ? "yes" : "none", more);
}

static void add_methods(struct panel *p)
{
    synthetic_add_way(p, "proposed", "gp", "");
    synthetic_add_way(p, "basic", "gp-basic", "");
    synthetic_add_way(p, "naive", "gp-naive", "");
    panel_add_method(p, "smac", "smac:preset=paper");
    panel_add_method(p, "tpe", "tpe:preset=paper");
    panel_add_method(p, "random", "random");
    panel_add_method(p, "hillclimb", "hillclimb");
    panel_add_method(p, "default", "default");
}

int synthetic_main(const char *figure, int argc, char **argv)
{
    enum { MOST = SCENARIO_N_KINDS * SCENARIO_N_LAWS };
    struct synthetic_family family[MOST];
    struct panel panel[MOST];
    char out[PATH_ROOM];
    size_t n = 0;
    struct arguments a = {
        .out = out,
        .commit = "unknown",
        .n_problems = 100,
        .n_jobs = 2,
        .seed = 1,
    };
    path_print(out, "build/paper/%s", figure);
    arguments_read(&a, argc, argv);
    /* Law by law: the panels of the figures themselves come first. */
    for (size_t law = 0; law < SCENARIO_N_LAWS; law++)
        for (size_t k = 0; k < SCENARIO_N_KINDS; k++) {
            if (strcmp(SCENARIO_KIND[k].figure, figure) != 0)
                continue;
            synthetic_panel(SCENARIO_KIND[k].name, law, &family[n], &panel[n]);
            add_methods(&panel[n++]);
        }
    panels_run(panel, n, figure, &a);
    return 0;
}
