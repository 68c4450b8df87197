/*
 * results.h: what the summaries of a panel say, and how two methods compare.
 */
#ifndef INLAY_EXPERIMENTS_RESULTS_H
#define INLAY_EXPERIMENTS_RESULTS_H

#include "harness/frame.h"

enum {
    RESULTS_MAX_METHODS = 32,
    RESULTS_MAX_PANELS = 64,
    RESULTS_MAX_NAME = 64
};

/* Figures with panels. */
enum { RESULTS_N_FIGURES = 4 };
extern const char *const RESULTS_FIGURE[RESULTS_N_FIGURES];

/* The summaries of one panel: see harness/panel.h. */
struct results {
    char panel[RESULTS_MAX_NAME];
    struct frame ends;
    struct frame curves, averages; /* may be empty: not all are kept */
    size_t n_methods;
    char method[RESULTS_MAX_METHODS][RESULTS_MAX_NAME];
};

/* Those in ROOT/FIGURE; false where there are none yet. */
bool results_load(struct results *r, const char *root, const char *figure,
                  const char *panel);
void results_clear(struct results *r);

/* Every panel of a figure that there are results of. */
typedef void results_fn(const struct results *r, const void *context);
void results_for_each(const char *root, const char *figure, results_fn *fn,
                      const void *context);

/* ROOT/FIGURE/NAME; false where there is no such file. */
bool results_load_table(struct frame *f, const char *root, const char *figure,
                        const char *name);

/* A method by a rule (r: what it recommends, o: its best observation). */
struct side {
    const char *method;
    char rule;
};

/* What is compared: log10 of the gap of each problem at the end, the same averaged
 * over the evaluations, or log10 of the mean gap at the end. */
enum quantity { AT_THE_END, AVERAGED, OF_MEANS };

/* The column of a method by a rule, with what follows in its name: by r where
 * there is none by o, as the method recommends its best observation then. */
size_t results_column(const struct frame *f, const char *method, char rule,
                      const char *rest);

/* log10 of the mean gap averaged over the evaluations, and its error. */
struct average {
    double mean, error;
};
struct average results_log_of_mean(const struct results *r, struct side side);

/* log10 of the gap of each problem, averaged or at the end; the caller frees. */
double *results_log_gaps(const struct results *r, struct side side,
                         enum quantity q);

/* a − b of each problem, to the 0.001 that files have; the caller frees. */
double *results_differences(const struct results *r, struct side a,
                            struct side b, enum quantity q);

struct comparison {
    double mean, error; /* the error by the bootstrap */
    double p;           /* Wilcoxon's, or of means the bootstrap's */
    int sign;           /* of what p is about: the sum of ranks, or the mean */
    bool has_pairs;
    size_t n_not; /* pairs that differ: a gap below the floor is the floor */
};

/* What n differences of pairs say; they are spoiled. */
struct comparison comparison_of(double *d, size_t n);

/* a − b over the problems of a panel, which both have met. */
struct comparison results_compare(const struct results *r, struct side a,
                                  struct side b, enum quantity q);

/* (a − b in one panel) − (a − b in another): their problems are no pairs. */
struct comparison results_contrast(const struct results *one,
                                   const struct results *other, struct side a,
                                   struct side b, enum quantity q);

/* p of n comparisons := Holm's adjustment. */
void comparisons_adjust(struct comparison *c, size_t n);

#endif
