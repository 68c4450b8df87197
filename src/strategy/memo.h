/*
 * memo.h: what a belief leaves with a trial, so that the next one goes on from
 * there: numbers in text,
 *
 *     θ θ … θ            or            θ θ … θ; w w … w
 *
 * θ of the objective's GP, with "-" for what is not finite (there is no noise),
 * and the chains of the limits where evaluations fail.  A line follows for each
 * output that has limits: its number and the θ of its GP.
 */
#ifndef INLAY_STRATEGY_MEMO_H
#define INLAY_STRATEGY_MEMO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* n_chains may be 0. */
void inlay_memo_add(struct inlay_text *text, const double *theta,
                    size_t n_theta, const double *chains, size_t n_chains);
void inlay_memo_add_output(struct inlay_text *text, size_t output,
                           const double *theta, size_t n_theta);

/* Where the θ of an output stand in a memo; NULL where they do not. */
const char *inlay_memo_of_output(const char *memo, size_t output);

/* False if the memo does not begin with just n_theta numbers; theta keeps what
 * it has where the memo has "-". */
bool inlay_memo_read_theta(const char *memo, size_t n_theta, double *theta);

/* The chains of a memo, *n of them, to be freed; NULL and 0 where it has none
 * or they are no numbers. */
inlay_status inlay_memo_read_chains(const char *memo, double **chains,
                                    size_t *n, inlay_error *err);

#endif
