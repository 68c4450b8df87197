/*
 * findings.c: what a study tells beside its best trial.
 *
 * People take a best value in a corner for a finding.  It is one of two things:
 * the range ends too early, or the variable does not matter and was put there by
 * chance.  Which of them, the model knows after some trials.
 */
#include "app/pages/findings.h"

#include "app/pages/matter.h"
#include "app/screen/readable.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "problem/encode.h"
#include "study/open.h"

/* Done trials before anything is said: so many, and so many for a variable. */
enum { LEAST_DONE = 10, LEAST_PER_VARIABLE = 2 };
/* Fewer values than these have a bound among them too often. */
enum { LEAST_LEVELS = 4 };
/* So near to a bound, in the model's coordinate, is at it. */
static const double AT_BOUND = 0.01;

void inlay_findings_clear(struct inlay_findings *findings)
{
    inlay_mem_free(findings->of);
    *findings = (struct inlay_findings){0};
}

/* ---- Found ---- */

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

/* A value that is only the default of a later variable was not found. */
static inlay_status find_bounds(const inlay_study *study,
                                const inlay_trial *best,
                                struct inlay_findings *f, inlay_error *err)
{
    struct inlay_encoding enc;
    const inlay_status st = inlay_encoding_init(&enc, f->space, false, err);

    if (st != INLAY_OK)
        return st;
    double *u = inlay_mem_doubles(enc.dim);
    if (u) {
        inlay_encode(&enc, best->x, u);
        for (size_t j = 0; j < enc.dim; j++) {
            const size_t i = enc.axis[j].var;
            if (f->of[i] == INLAY_FINDING_NONE &&
                !inlay_study_took_default(study, best->id, i))
                f->of[i] = find_bound(&enc.axis[j],
                                      inlay_space_var(f->space, i), u[j]);
        }
    }
    inlay_mem_free(u);
    inlay_encoding_clear(&enc);
    return u ? INLAY_OK : inlay_fail_memory(err, "a configuration");
}

static inlay_status find_variables(inlay_study *study, const inlay_trial *best,
                                   struct inlay_findings *f, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(f->space);
    bool *is_idle = inlay_mem_new(n, sizeof *is_idle);
    bool is_flat = false;
    inlay_status st =
        is_idle ? inlay_matter_find(study, best, is_idle, &is_flat, err)
                : inlay_fail_memory(err, "what was found");

    f->of = st == INLAY_OK ? inlay_mem_new(n, sizeof *f->of) : NULL;
    if (st == INLAY_OK && !f->of)
        st = inlay_fail_memory(err, "what was found");
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        f->of[i] = is_idle[i] ? INLAY_FINDING_IRRELEVANT : INLAY_FINDING_NONE;
    inlay_mem_free(is_idle);
    return st == INLAY_OK && !is_flat ? find_bounds(study, best, f, err) : st;
}

/* What is not allowed says nothing of the range to search, nor of what may be
 * left alone. */
static inlay_status find_all(inlay_study *study, const inlay_trial *best,
                             struct inlay_findings *f, inlay_error *err)
{
    return best->is_feasible ? find_variables(study, best, f, err) : INLAY_OK;
}

inlay_status inlay_findings_make(inlay_study *study, const inlay_trial *best,
                                 struct inlay_findings *out, inlay_error *err)
{
    const inlay_space *space = inlay_study_space(study);
    const size_t n_done = inlay_study_n_in_state(study, INLAY_STATE_DONE);

    *out = (struct inlay_findings){.space = space};
    if (n_done <
        LEAST_DONE + LEAST_PER_VARIABLE * inlay_space_n_variables(space))
        return INLAY_OK;
    const inlay_status st = find_all(study, best, out, err);
    if (st == INLAY_OK)
        return st;
    inlay_findings_clear(out);
    *out = (struct inlay_findings){.space = space};
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
            inlay_text_add(
                page,
                n++ > 0 ? ", " : "makes hardly any difference at the best: ");
            inlay_harmless_add(page, name_of(f, i));
        }
    if (n > 0)
        inlay_text_add(page, "\n");
}

void inlay_findings_print(const struct inlay_findings *f,
                          struct inlay_text *page)
{
    print_bounds(f, page);
    print_irrelevant(f, page);
}

void inlay_findings_json(const struct inlay_findings *f,
                         struct inlay_json_writer *w)
{
    const size_t n = f->of ? inlay_space_n_variables(f->space) : 0;

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
