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
    return synthetic_main("figure4", argc, argv);
}
