/*
 * figure5: the synthetic experiments with 4 variables, two real ones and two
 * integers of 5 values or two categories of 3; without and with noise.
 *
 *     figure5 [--out FOLDER] [--problems N] [--evaluations N] [--jobs N] [--seed N]
 *             [--panel WORD,…] [--method NAME,…] [--commit TEXT]
 */
#include "harness/synthetic.h"

int main(int argc, char **argv)
{
    static const char *const KINDS[] = {"gp4-int", "gp4-int-noisy", "gp4-cat",
                                        "gp4-cat-noisy"};
    return synthetic_main("figure 5", "build/paper/figure5", KINDS, 4, argc,
                          argv);
}
