/*
 * ablations: what makes the difference in figures 4 and 5.  The proposed method of
 * the paper with one thing changed at a time, and the rivals as they are today, on
 * six kinds of problems.  (Both rules of recommendation are recorded anyway.)
 *
 *     ablations [--out FOLDER] [--problems N] [--evaluations N] [--jobs N] [--seed N]
 *               [--panel WORD,…] [--method NAME,…] [--commit TEXT]
 */
#include "harness/synthetic.h"

static const struct {
    const char *name, *way, *more;
} WAYS[] = {
    {"proposed", "proposed", ""},
    {"basic", "basic", ""},
    {"kernel-se", "proposed", ",kernel=se"},
    {"noise-sampled", "proposed", ",noise=yes"},
    {"tied", "proposed", ",categories=tied"},
    {"priors", "proposed", ",priors=inlay"},
    {"warp", "proposed", ",warp=bad-log"},
    {"exact-search", "proposed", ",search=exact,candidates=0,starts=0"},
    {"map", "proposed", ",inference=map"},
    {"design", "proposed", ",initial=6"},
};

static const struct {
    const char *name, *spec;
} RIVALS[] = {
    {"smac", "smac:preset=paper"}, {"smac-today", "smac:initial=12"},
    {"tpe", "tpe:preset=paper"},   {"tpe-today", "tpe"},
    {"default", "default"},
};

int main(int argc, char **argv)
{
    static const char *const KINDS[] = {"gp2-int", "gp2-int-noisy",
                                        "gp2-cat", "gp4-int",
                                        "gp4-cat", "gp4-cat-noisy"};
    enum { N_KINDS = sizeof KINDS / sizeof *KINDS };
    struct synthetic_family family[N_KINDS];
    struct panel panel[N_KINDS];
    struct arguments a = {
        .out = "build/paper/ablations",
        .commit = "unknown",
        .n_problems = 30,
        .n_jobs = 2,
        .seed = 1,
    };
    arguments_read(&a, argc, argv);
    for (size_t k = 0; k < N_KINDS; k++) {
        synthetic_panel(KINDS[k], 0, &family[k], &panel[k]);
        for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
            synthetic_add_way(&panel[k], WAYS[i].name, WAYS[i].way,
                              WAYS[i].more);
        for (size_t i = 0; i < sizeof RIVALS / sizeof *RIVALS; i++)
            panel_add_method(&panel[k], RIVALS[i].name, "%s", RIVALS[i].spec);
    }
    panels_run(panel, N_KINDS, "ablations", &a);
    return 0;
}
