/*
 * repeats.h: how often a method evaluates what it has evaluated before, though
 * the minimum is still to be found.
 *
 * Purely discrete problems drawn from a GP prior, so small that their minimum is
 * known by enumeration.  All methods begin with the same random configuration
 * and have the same seed.  A run ends with the evaluation of the minimum, or
 * with its budget; so all of its repeats are of an unsolved problem.
 *
 * Evaluations repeat exactly.  With noise=auto, as the preset has it, a method
 * does not know that, and may repeat one to be sure of it; with noise=none, as
 * in the authors' own examples, it has no such reason.  What is left then is the
 * jitter: 1e-6 of the variance, which in the preset EI sees at known points too.
 */
#ifndef INLAY_EXPERIMENTS_REPEATS_H
#define INLAY_EXPERIMENTS_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct repeats_kind {
    const char *name;
    const char *variables;    /* see program_make_space */
    const size_t n_values[2]; /* of each variable */
};

/* All kinds, ended by one without a name. */
extern const struct repeats_kind REPEATS_KINDS[];

struct repeats_way {
    const char *method; /* as the paper calls it, or Inlay does */
    const char *noise;  /* value of this option */
};

struct repeats_run {
    size_t n_evaluations;
    size_t n_repeats; /* evaluations of a configuration evaluated before */
    size_t longest;   /* row of them */
    bool is_solved;
};

/* Problem number `problem` of a kind, by the public interface, with preset=paper.
 * Exits the program with a message where something fails. */
struct repeats_run repeats_run(const struct repeats_kind *kind, uint64_t seed,
                               size_t problem, const struct repeats_way *way,
                               size_t max_evaluations);

#endif
