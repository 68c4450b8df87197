/*
 * figure4: the synthetic experiments with 2 variables, a real one and an
 * integer or categorical one of 5 values; without and with noise.
 *
 *     figure4 [--out FOLDER] [--problems N] [--evaluations N] [--jobs N] [--seed N]
 *             [--panel WORD,…] [--method NAME,…] [--commit TEXT]
 */
#include "harness/synthetic.h"

int main(int argc, char **argv)
{
    static const char *const KINDS[] = {"gp2-int", "gp2-int-noisy", "gp2-cat",
                                        "gp2-cat-noisy"};
    return synthetic_main("figure 4", "build/paper/figure4", KINDS, 4, argc,
                          argv);
}
