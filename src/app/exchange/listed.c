/*
 * listed.c: what the tool knows of a trial, and the words for it.
 */
#include "app/exchange/listed.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "study/life.h"
#include "study/tell.h"

const char *const inlay_listed_names[INLAY_N_LISTED + 1] = {
    "pending", "running", "done", "failed", "abandoned", "discarded", NULL};

int inlay_listed_find(const char *word)
{
    static const struct {
        const char *name;
        enum inlay_listed_state state;
    } row[] = {
        {"pending", INLAY_LISTED_PENDING},
        {"waiting", INLAY_LISTED_PENDING},
        {"asked", INLAY_LISTED_PENDING},
        {"running", INLAY_LISTED_RUNNING},
        {"done", INLAY_LISTED_DONE},
        {"complete", INLAY_LISTED_DONE},
        {"completed", INLAY_LISTED_DONE},
        {"finished", INLAY_LISTED_DONE},
        {"ok", INLAY_LISTED_DONE},
        {"failed", INLAY_LISTED_FAILED},
        {"fail", INLAY_LISTED_FAILED},
        {"pruned", INLAY_LISTED_FAILED},
        {"error", INLAY_LISTED_FAILED},
        {"crashed", INLAY_LISTED_FAILED},
        {"abandoned", INLAY_LISTED_ABANDONED},
        {"discarded", INLAY_LISTED_DISCARDED},
        {"void", INLAY_LISTED_DISCARDED},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcasecmp(word, row[i].name) == 0)
            return (int)row[i].state;
    return -1;
}

const char *inlay_listed_guess(const char *word)
{
    const int found = inlay_listed_find(word);

    return found >= 0 ? inlay_listed_names[found] : NULL;
}

const char *inlay_listed_end(const struct inlay_listed *t)
{
    const enum inlay_listed_state state =
        t->state != INLAY_LISTED_DISCARDED ? t->state
        : isfinite(t->y)                   ? INLAY_LISTED_DONE
                                           : INLAY_LISTED_FAILED;
    return inlay_listed_names[state];
}

const char *const inlay_listed_times[INLAY_N_LISTED_TIMES] = {
    "asked", "started", "ended", "amended"};

struct inlay_listed inlay_listed_of(const inlay_study *study,
                                    const inlay_trial *t,
                                    struct inlay_text *notes)
{
    static const enum inlay_listed_state STATES[] = {
        [INLAY_STATE_PENDING] = INLAY_LISTED_PENDING,
        [INLAY_STATE_DONE] = INLAY_LISTED_DONE,
        [INLAY_STATE_FAILED] = INLAY_LISTED_FAILED,
        [INLAY_STATE_ABANDONED] = INLAY_LISTED_ABANDONED,
    };
    const double seconds =
        t->started_at > 0.0 ? t->ended_at - t->started_at : NAN;
    if (inlay_study_n_attributes(study, t->id) > 0)
        inlay_notes_print(inlay_study_notes(study, t->id), NULL, 0, notes);
    return (struct inlay_listed){
        .id = t->id,
        .state = t->is_discarded ? INLAY_LISTED_DISCARDED : STATES[t->state],
        .x = t->x,
        .y = t->value,
        .variance = t->variance,
        .values = t->state == INLAY_STATE_DONE ? t->values : NULL,
        .violation =
            t->state == INLAY_STATE_DONE
                ? inlay_outputs_violation(inlay_study_outputs(study), t->values)
                : 0.0,
        .is_outside = t->is_outside,
        .why = t->why,
        .metrics = t->metrics,
        .seconds = seconds >= 0.0 ? round(seconds * 1e3) / 1e3 : NAN,
        .n_starts = t->attempts,
        .is_discarded = t->is_discarded,
        .void_because = t->void_because,
        .notes = notes->n > 0 ? notes->bytes : NULL,
        .at = {t->asked_at, t->started_at, t->ended_at, t->amended_at},
    };
}

/* Where a value is missing, a metric of that name says something else. */
static void drop_values(const struct inlay_listed *t,
                        const struct inlay_outputs *outputs, json_t *metrics)
{
    for (size_t i = 0; t->values && i < outputs->n; i++)
        if (isfinite(t->values[i]))
            json_object_del(metrics, outputs->name[i]);
}

inlay_status inlay_listed_metrics(const struct inlay_listed *t,
                                  const struct inlay_outputs *outputs,
                                  json_t **out, inlay_error *err)
{
    json_t *metrics = NULL;
    const inlay_status st =
        t->metrics
            ? inlay_json_parse(t->metrics, strlen(t->metrics), &metrics, err)
            : INLAY_OK;

    if (st == INLAY_OK && !outputs->is_default && json_is_object(metrics)) {
        drop_values(t, outputs, metrics);
        if (json_object_size(metrics) == 0) {
            json_decref(metrics);
            metrics = NULL;
        }
    }
    *out = metrics;
    return st;
}

static bool is_better(const struct inlay_listed_best *best,
                      const inlay_options *options,
                      const struct inlay_listed *trial)
{
    if (trial->state != INLAY_LISTED_DONE || isnan(trial->y) ||
        trial->is_outside)
        return false;
    if (best->id == 0 || trial->violation != best->violation)
        return best->id == 0 || trial->violation < best->violation;
    return inlay_options_is_better(options, trial->y, best->y);
}

bool inlay_listed_take_best(struct inlay_listed_best *best,
                            const inlay_options *options,
                            const struct inlay_listed *trial)
{
    if (!is_better(best, options, trial))
        return false;
    *best = (struct inlay_listed_best){trial->id, trial->y, trial->violation};
    return true;
}
