/* report.h: what the user sees, while it runs and at the end. */
#ifndef DIGITS_REPORT_H
#define DIGITS_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "data.h"
#include "objective.h"

/* Names of the activations, in the order of enum network_activation. */
extern const char *const REPORT_ACTIVATIONS[NETWORK_N_ACTIVATIONS];

/* All that was found out; evaluations in the order in which they were made. */
struct report {
    const struct evaluation *evaluations;
    size_t n;         /* made */
    size_t n_planned; /* more than n if the user ended it */
    double evaluate_seconds, ask_seconds;
};

void report_start(const struct data_split *split, size_t n_planned);

/* The last evaluation: on a terminal one line that is written over. */
void report_progress(const struct report *report, bool is_terminal);
void report_progress_end(bool is_terminal);

/* best is one of the evaluations; test is its score on the test rows. */
void report_result(const struct report *report, const struct evaluation *best,
                   const struct network_score *test, size_t n_test);

#endif
