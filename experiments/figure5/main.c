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
    return synthetic_main("figure5", argc, argv);
}
