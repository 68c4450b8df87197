/*
 * era.c: study files as events; configurations from one era to another.
 *
 * Most stores have one space, however often their study file changed: then no
 * translation is kept, and reading costs what it costs without eras.
 */
#include "study/era.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/outcome.h"
#include "problem/configuration.h"

/* ---- All of them ---- */

void inlay_era_clear(struct inlay_era *era)
{
    inlay_translation_clear(&era->translation);
    inlay_study_file_free(era->file);
    inlay_mem_free(era->objective);
    *era = (struct inlay_era){0};
}

void inlay_eras_clear(struct inlay_eras *eras)
{
    for (size_t i = 0; i < eras->n; i++)
        inlay_era_clear(&eras->at[i]);
    inlay_mem_free(eras->at);
    *eras = (struct inlay_eras){0};
}

static inlay_status keep_objective(struct inlay_era *era, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_file_outputs(era->file);
    if (outputs->is_default || outputs->objective == outputs->n)
        return INLAY_OK;
    era->objective = inlay_mem_text(outputs->name[outputs->objective]);
    return era->objective ? INLAY_OK : inlay_fail_memory(err, "a study file");
}

static inlay_status make_era(const struct inlay_eras *eras, int64_t seq,
                             const char *text, struct inlay_era *out,
                             inlay_error *err)
{
    struct inlay_era era = {.seq = seq};
    inlay_status st =
        inlay_study_file_parse_recorded(text ? text : "", &era.file, err);
    if (st == INLAY_OK)
        st = keep_objective(&era, err);
    if (st != INLAY_OK) {
        inlay_era_clear(&era);
        return st;
    }
    era.is_same = inlay_space_is_same(era.file->space, eras->space);
    if (era.is_same) {
        inlay_study_file_free(era.file);
        era.file = NULL;
    } else {
        st = inlay_translation_init(&era.translation, era.file->space,
                                    eras->space, err);
    }
    if (st == INLAY_OK)
        *out = era;
    else
        inlay_era_clear(&era);
    return st;
}

inlay_status inlay_eras_reserve(struct inlay_eras *eras, size_t n,
                                inlay_error *err)
{
    struct inlay_era *at =
        inlay_mem_grow(eras->at, &eras->room, eras->n + n, sizeof *at);
    if (!at)
        return inlay_fail_memory(err, "a study file");
    eras->at = at;
    return INLAY_OK;
}

inlay_status inlay_eras_prepare(const struct inlay_eras *eras, int64_t seq,
                                const char *text, const char *store,
                                struct inlay_era *era, inlay_error *err)
{
    const inlay_status st = make_era(eras, seq, text, era, err);
    if (st == INLAY_OK || st == INLAY_ENOMEM)
        return st;
    return inlay_fail_within(err, INLAY_ESTORE,
                             "store '%s': event %lld: its study file", store,
                             (long long)seq);
}

void inlay_eras_add(struct inlay_eras *eras, const struct inlay_era *era)
{
    eras->at[eras->n++] = *era;
}

/* The journal gives the newest first. */
static void turn_round(struct inlay_eras *eras)
{
    for (size_t i = 0; i < eras->n / 2; i++) {
        const struct inlay_era last = eras->at[eras->n - 1 - i];
        eras->at[eras->n - 1 - i] = eras->at[i];
        eras->at[i] = last;
    }
}

inlay_status inlay_eras_load(struct inlay_eras *out, const inlay_space *space,
                             struct inlay_journal *j, inlay_error *err)
{
    struct inlay_eras eras = {.space = space};
    int64_t upto = INT64_MAX;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && upto > 0) {
        struct inlay_era era = {0};
        char *text = NULL;
        int64_t seq = 0;
        st = j->ops->study_file(j, upto, &text, &seq, err);
        if (st == INLAY_OK && text)
            st = inlay_eras_reserve(&eras, 1, err);
        if (st == INLAY_OK && text)
            st = inlay_eras_prepare(&eras, seq, text, j->name, &era, err);
        if (st == INLAY_OK && text)
            inlay_eras_add(&eras, &era);
        inlay_mem_free(text);
        upto = seq - 1;
    }
    turn_round(&eras);
    if (st == INLAY_OK)
        *out = eras;
    else
        inlay_eras_clear(&eras);
    return st;
}

struct inlay_era *inlay_eras_find(const struct inlay_eras *eras, int64_t study,
                                  int64_t upto)
{
    const int64_t last = study > 0 ? study : upto;
    size_t i = eras->n;
    while (i > 0 && eras->at[i - 1].seq > last)
        i--;
    if (i == 0 || (study > 0 && eras->at[i - 1].seq != study))
        return NULL;
    return &eras->at[i - 1];
}

/* ---- Values ---- */

static inlay_status find_number(const char *metrics, const char *name,
                                double *out, inlay_error *err)
{
    json_t *root = NULL;
    *out = NAN;
    if (!metrics)
        return INLAY_OK;
    const inlay_status st =
        inlay_json_parse(metrics, strlen(metrics), &root, err);
    const json_t *value = json_object_get(root, name);
    if (st == INLAY_OK && json_is_number(value))
        *out = json_number_value(value);
    json_decref(root);
    return st == INLAY_ENOMEM ? st : INLAY_OK;
}

inlay_status inlay_era_read_values(const struct inlay_era *era,
                                   const struct inlay_outputs *outputs,
                                   double y, const char *metrics,
                                   double *values, double *variance,
                                   inlay_error *err)
{
    const char *told = era ? era->objective : NULL;
    const char *name = outputs->name[outputs->objective];
    double v = NAN;
    inlay_status st = inlay_outputs_read(outputs, y, metrics, values, err);
    if (st != INLAY_OK || outputs->is_default ||
        (told && strcmp(name, told) == 0))
        return st;
    st = find_number(metrics, name, &v, err);
    if (st != INLAY_OK || (!told && !isfinite(v)))
        return st;
    values[outputs->objective] = v;
    *variance = NAN;
    return INLAY_OK;
}

/* ---- A configuration ---- */

size_t inlay_eras_n_values(const struct inlay_eras *eras)
{
    const size_t n = inlay_space_n_variables(eras->space);
    size_t most = 0;
    for (size_t i = 0; i < eras->n; i++) {
        const struct inlay_era *era = &eras->at[i];
        const size_t m =
            era->file ? inlay_space_n_variables(era->file->space) : 0;
        most = m > most ? m : most;
    }
    return n + most;
}

inlay_status inlay_eras_read(const struct inlay_eras *eras,
                             const struct inlay_era *era, const char *text,
                             bool is_any, struct inlay_era_reading *r,
                             inlay_error *err)
{
    const bool is_same = !era || era->is_same;
    const inlay_space *from = is_same ? eras->space : era->file->space;
    inlay_value *x =
        is_same ? r->x : r->x + inlay_space_n_variables(eras->space);
    inlay_status st = inlay_json_parse(text, strlen(text), &r->json, err);
    r->is_inside = true;
    if (st == INLAY_OK)
        st = is_any ? inlay_configuration_read_past(from, r->json, x,
                                                    &r->is_inside, err)
                    : inlay_configuration_read(from, r->json, x, err);
    if (st == INLAY_OK && !is_same)
        r->is_inside = inlay_translate(&era->translation, x, r->x);
    return st;
}
