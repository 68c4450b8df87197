/*
 * findings.c: what a study tells beside its best trial.
 *
 * People take a best value in a corner for a finding.  It is one of two things:
 * the range ends too early, or the variable does not matter and was put there by
 * chance.  Which of them, the model knows after some trials.
 */
#include "app/pages/findings.h"

#include <math.h>

#include "app/screen/readable.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "problem/encode.h"

/* Done trials before anything is said: so many, and so many for a variable. */
enum { LEAST_DONE = 10, LEAST_PER_VARIABLE = 2 };
/* Fewer values than these have a bound among them too often. */
enum { LEAST_LEVELS = 4 };
/* A variable with a smaller share of what the model explains does not matter. */
static const double IRRELEVANT = 0.01;
/* So near to a bound, in the model's coordinate, is at it. */
static const double AT_BOUND = 0.01;
/* Less noise, in standard deviations of the values, is the model's caution. */
static const double LEAST_NOISE = 0.02;

void inlay_findings_clear(struct inlay_findings *findings)
{
    inlay_mem_free(findings->of);
    *findings = (struct inlay_findings){0};
}

/* ---- Found ---- */

static inlay_status find_noise(inlay_study *study, struct inlay_findings *f,
                               inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st = inlay_study_hyperparameters(study, &h, err);
    double noise = 0.0;

    if (st != INLAY_OK)
        return st;
    for (size_t k = 0; k < h->n_samples; k++)
        noise += h->noise[k] / (double)h->n_samples;
    if (noise >= LEAST_NOISE)
        f->noise_sd = h->noise_sd;
    inlay_hyperparameters_free(h);
    return INLAY_OK;
}

/* A variable matters if it does to any output. */
static inlay_status find_relevance(inlay_study *study, double *share,
                                   inlay_error *err)
{
    const inlay_options *options = inlay_study_options(study);
    const size_t n = inlay_space_n_variables(inlay_study_space(study));
    inlay_relevance *r = inlay_mem_new(n, sizeof *r);
    inlay_status st =
        r ? INLAY_OK : inlay_fail_memory(err, "what variables matter");

    for (size_t k = 0; st == INLAY_OK && k < inlay_options_n_outputs(options);
         k++) {
        st = inlay_study_relevance_of(study, k, r, err);
        for (size_t i = 0; st == INLAY_OK && i < n; i++) /* NaN: not known */
            share[i] = isnan(r[i].share) ? 1.0 : fmax(share[i], r[i].share);
    }
    inlay_mem_free(r);
    return st;
}

/* A flat model has shares of 0 only, and says nothing. */
static bool is_flat(const double *share, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (share[i] > 0.0)
            return false;
    return true;
}

static enum inlay_finding find_bound(const struct inlay_axis *axis,
                                     const struct inlay_var *var, double u)
{
    const bool is_numeric =
        var->is.type == INLAY_TYPE_REAL || var->is.type == INLAY_TYPE_INTEGER;

    if (!is_numeric || (axis->n_levels > 0 && axis->n_levels < LEAST_LEVELS))
        return INLAY_FINDING_NONE;
    return u <= AT_BOUND         ? INLAY_FINDING_AT_MIN
           : u >= 1.0 - AT_BOUND ? INLAY_FINDING_AT_MAX
                                 : INLAY_FINDING_NONE;
}

static inlay_status find_variables(const inlay_value *best, const double *share,
                                   struct inlay_findings *f, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(f->space);
    struct inlay_encoding enc;
    const inlay_status st = inlay_encoding_init(&enc, f->space, false, err);

    if (st != INLAY_OK)
        return st;
    double *u = inlay_mem_doubles(enc.dim);
    if (u) {
        inlay_encode(&enc, best, u);
        for (size_t j = 0; j < enc.dim && !is_flat(share, n); j++) {
            const size_t i = enc.axis[j].var;
            f->of[i] = share[i] < IRRELEVANT
                           ? INLAY_FINDING_IRRELEVANT
                           : find_bound(&enc.axis[j],
                                        inlay_space_var(f->space, i), u[j]);
        }
    }
    inlay_mem_free(u);
    inlay_encoding_clear(&enc);
    return u ? INLAY_OK : inlay_fail_memory(err, "a configuration");
}

static inlay_status find_all(inlay_study *study, const inlay_value *best,
                             struct inlay_findings *f, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(f->space);
    double *share = inlay_mem_doubles(n);
    enum inlay_finding *of = inlay_mem_new(n, sizeof *of);
    inlay_status st =
        share && of ? INLAY_OK : inlay_fail_memory(err, "what was found");

    f->of = of;
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        share[i] = 0.0;
    if (st == INLAY_OK)
        st = find_noise(study, f, err);
    if (st == INLAY_OK)
        st = find_relevance(study, share, err);
    if (st == INLAY_OK)
        st = find_variables(best, share, f, err);
    inlay_mem_free(share);
    return st;
}

inlay_status inlay_findings_make(inlay_study *study, const inlay_value *best,
                                 struct inlay_findings *out, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    const size_t n_done = inlay_study_n_in_state(study, INLAY_STATE_DONE);

    *out = (struct inlay_findings){.space = space, .noise_sd = NAN};
    if (n_done <
        LEAST_DONE + LEAST_PER_VARIABLE * inlay_space_n_variables(space))
        return INLAY_OK;
    const inlay_status st = find_all(study, best, out, err);
    if (st == INLAY_OK)
        return st;
    inlay_findings_clear(out);
    *out = (struct inlay_findings){.space = space, .noise_sd = NAN};
    return st == INLAY_ENUMERIC ? INLAY_OK : st;
}

/* ---- Told ---- */

static const char *name_of(const struct inlay_findings *f, size_t i)
{
    return inlay_space_var(f->space, i)->is.name;
}

static struct inlay_shown bound_of(const struct inlay_findings *f, size_t i)
{
    const inlay_variable *is = &inlay_space_var(f->space, i)->is;
    const bool is_max = f->of[i] == INLAY_FINDING_AT_MAX;
    const bool is_integer = is->type == INLAY_TYPE_INTEGER;
    const double lo = is_integer ? (double)is->int_lo : is->lo;
    const double hi = is_integer ? (double)is->int_hi : is->hi;

    return inlay_shown_number(is_max ? hi : lo);
}

static void print_bounds(const struct inlay_findings *f,
                         struct inlay_text *page)
{
    for (size_t i = 0; f->of && i < inlay_space_n_variables(f->space); i++) {
        if (f->of[i] != INLAY_FINDING_AT_MIN &&
            f->of[i] != INLAY_FINDING_AT_MAX)
            continue;
        inlay_text_add(page, "at a bound: ");
        inlay_harmless_add(page, name_of(f, i));
        inlay_text_printf(page, ", whose %s is %s; widen its range?\n",
                          f->of[i] == INLAY_FINDING_AT_MAX ? "max" : "min",
                          bound_of(f, i).text);
    }
}

static void print_irrelevant(const struct inlay_findings *f,
                             struct inlay_text *page)
{
    size_t n = 0;

    for (size_t i = 0; f->of && i < inlay_space_n_variables(f->space); i++)
        if (f->of[i] == INLAY_FINDING_IRRELEVANT) {
            inlay_text_add(page, n++ > 0 ? ", " : "makes no difference: ");
            inlay_harmless_add(page, name_of(f, i));
        }
    if (n > 0)
        inlay_text_add(page, "\n");
}

void inlay_findings_print(const struct inlay_findings *f,
                          struct inlay_text *page)
{
    if (isfinite(f->noise_sd))
        inlay_text_printf(page,
                          "noise: repeated evaluations would have standard "
                          "deviation %s\n",
                          inlay_readable_number(f->noise_sd, 3).text);
    print_bounds(f, page);
    print_irrelevant(f, page);
}

void inlay_findings_json(const struct inlay_findings *f,
                         struct inlay_json_writer *w)
{
    const size_t n = f->of ? inlay_space_n_variables(f->space) : 0;

    inlay_json_write_number(w, "noise_sd", f->noise_sd);
    inlay_json_begin_array(w, "at_bound", INLAY_JSON_LINE);
    for (size_t i = 0; i < n; i++) {
        if (f->of[i] != INLAY_FINDING_AT_MIN &&
            f->of[i] != INLAY_FINDING_AT_MAX)
            continue;
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(w, "name", name_of(f, i));
        inlay_json_write_text(w, "bound",
                              f->of[i] == INLAY_FINDING_AT_MAX ? "max" : "min");
        inlay_json_end(w);
    }
    inlay_json_end(w);
    inlay_json_begin_array(w, "irrelevant", INLAY_JSON_LINE);
    for (size_t i = 0; i < n; i++)
        if (f->of[i] == INLAY_FINDING_IRRELEVANT)
            inlay_json_write_text(w, NULL, name_of(f, i));
    inlay_json_end(w);
}
