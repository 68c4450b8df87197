/*
 * audit.h: is the store sound, what was the budget spent on, and can the model
 * be believed?
 *
 * Damage is looked for from below: pages, journal, trials, study.  What can be
 * read is told, whatever else cannot.
 *
 *     audit.c        the facts
 *     audit_print.c  as words and as JSON
 */
#ifndef INLAY_APP_PAGES_AUDIT_H
#define INLAY_APP_PAGES_AUDIT_H

#include <jansson.h>

#include "base/text.h"
#include "study/inside.h"
#include "study/open.h"

enum { INLAY_MOST_PROBLEMS = 50, INLAY_MOST_REASONS = 20, INLAY_N_WORST = 3 };

/* Failures for one reason; reasons that differ in numbers only are one. */
struct inlay_audit_reason {
    char *why; /* of the first */
    size_t n;
};

struct inlay_audit_lost {
    int64_t id;
    enum {
        INLAY_LOST_DEAD,   /* the process that evaluated it is gone */
        INLAY_LOST_SILENT, /* of another machine, and its lease ran out */
        INLAY_LOST_WAITING /* asked long ago by hand, and never told */
    } how;
    double hours; /* since it was asked */
};

/* Leave-one-out residuals against a standard normal. */
struct inlay_calibration {
    size_t n; /* 0: there is no model */
    double mean, sd;
    size_t n_within_1, n_within_2; /* |z| below */
    inlay_residual worst[INLAY_N_WORST];
    size_t n_worst;
    enum {
        INLAY_CALIBRATION_UNKNOWN, /* too few trials */
        INLAY_CALIBRATION_GOOD,
        INLAY_CALIBRATION_OVERCONFIDENT, /* deviations too small */
        INLAY_CALIBRATION_UNDERCONFIDENT
    } verdict;
};

struct inlay_audit {
    char *problems[INLAY_MOST_PROBLEMS]; /* of the file and its journal */
    size_t n_problems;                   /* also those not kept */
    int64_t n_trials, n_done, n_failed, n_pending, n_added;
    int64_t budget; /* 0: not known */
    struct inlay_audit_reason reasons[INLAY_MOST_REASONS];
    size_t n_reasons;       /* kept */
    size_t n_other_reasons; /* failures for reasons that are not */
    struct inlay_audit_lost *lost;
    size_t n_lost, room_lost;

    bool has_study; /* the journal made sense; else what follows is empty */
    bool may_repeat;
    size_t n_repeats; /* trials with an earlier one's configuration */
    bool is_flat;     /* several are done, and all values are equal */
    inlay_trial best; /* id 0: none; without views */
    size_t n_since;   /* finished after the best */
    struct inlay_calibration calibration;
};

/* The store at path; budget as in the plan, 0 where there is none.  Fails only
 * where nothing can be read, or memory is out. */
inlay_status inlay_audit_make(const char *path, int64_t budget,
                              struct inlay_audit *out, inlay_error *err);
void inlay_audit_clear(struct inlay_audit *audit);

void inlay_audit_print(const struct inlay_audit *audit,
                       struct inlay_text *page);
json_t *inlay_audit_json(const struct inlay_audit *audit);

/* Mean, deviation and verdict of n residuals. */
void inlay_calibration_judge(const inlay_residual *r, size_t n,
                             struct inlay_calibration *out);

#endif
