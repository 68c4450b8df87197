/*
 * findings.h: what a study with enough trials tells beside its best trial: bounds
 * that the best sits on, variables that hardly matter there.
 */
#ifndef INLAY_APP_PAGES_FINDINGS_H
#define INLAY_APP_PAGES_FINDINGS_H

#include "base/json_writer.h"
#include "inlay.h"

/* Of a variable. */
enum inlay_finding {
    INLAY_FINDING_NONE = 0,
    INLAY_FINDING_AT_MIN,
    INLAY_FINDING_AT_MAX,
    INLAY_FINDING_IRRELEVANT
};

struct inlay_findings {
    const inlay_space *space; /* not owned */
    enum inlay_finding *of;   /* each variable; NULL: too few trials */
};

/* By the study and its best trial.  A model that cannot be fitted finds
 * nothing; one that breaks limits has neither bounds nor idle variables. */
inlay_status inlay_findings_make(inlay_study *study, const inlay_trial *best,
                                 struct inlay_findings *out, inlay_error *err);
void inlay_findings_clear(struct inlay_findings *findings);

/* Lines for people, or none. */
void inlay_findings_print(const struct inlay_findings *findings,
                          struct inlay_text *page);
/* "at_bound": [{"name": "rate", "bound": "max"}], "irrelevant": ["depth"] */
void inlay_findings_json(const struct inlay_findings *findings,
                         struct inlay_json_writer *w);

#endif
