/*
 * best.c: the best of a study for people, and for programs.
 */
#include "app/pages/best.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/trial_json.h"
#include "app/screen/limits.h"
#include "app/pages/findings.h"
#include "app/pages/noise.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/words.h"
#include "problem/configuration.h"
#include "run/command.h"
#include "run/loop.h"
#include "study/open.h"
#include "study/tell.h"

struct best {
    inlay_trial trial;
    inlay_prediction there; /* mean and sd are NaN where there is no model */
    size_t n_done, n_failed, n_pending;
    /* What to use in the end: x of the trial, unless the noise, or option
     * "recommend", make the model's choice the better one. */
    inlay_value *recommended;
    inlay_prediction at_recommended;
    bool is_another; /* recommended is not trial.x */
    inlay_noise_estimate noise;
    struct inlay_findings findings;
};

/* ---- Which --------------------------------------------------------------- */

/* A model that cannot be fitted, or not in the time that is left, knows nothing;
 * that is no reason to keep the best trial back. */
static inlay_status pass_unknown(inlay_status st)
{
    return st == INLAY_ENUMERIC || st == INLAY_STOPPED || st == INLAY_ENOMEM
               ? INLAY_OK
               : st;
}

static void clear(struct best *best)
{
    inlay_mem_free(best->recommended);
    inlay_findings_clear(&best->findings);
    *best = (struct best){0};
}

/* For clear, also on failure. */
static inlay_status find(inlay_study *study, struct best *best,
                         inlay_error *err)
{
    const inlay_prediction unknown = {NAN, NAN, 1.0, NAN, 1.0};
    const size_t n = inlay_space_n_variables(inlay_study_space(study));
    inlay_status st = inlay_study_refresh(study, err);

    *best = (struct best){.there = unknown,
                          .at_recommended = unknown,
                          .noise = {.sd = NAN, .low = NAN, .high = NAN}};
    if (st == INLAY_OK)
        st = inlay_study_best(study, &best->trial, err);
    if (st != INLAY_OK)
        return st;
    best->n_done = inlay_study_n_in_state(study, INLAY_STATE_DONE);
    best->n_failed = inlay_study_n_in_state(study, INLAY_STATE_FAILED);
    best->n_pending = inlay_study_n_in_state(study, INLAY_STATE_PENDING);
    best->recommended = inlay_mem_new(n, sizeof *best->recommended);
    if (!best->recommended)
        return inlay_fail_memory(err, "the best trial");
    memcpy(best->recommended, best->trial.x, n * sizeof *best->recommended);
    st = pass_unknown(
        inlay_study_predict(study, best->trial.x, &best->there, err));
    if (st == INLAY_OK)
        st = pass_unknown(inlay_study_recommend(study, best->recommended,
                                                &best->at_recommended, err));
    if (st == INLAY_OK)
        st = pass_unknown(inlay_study_noise(study, &best->noise, err));
    if (st == INLAY_OK)
        st = pass_unknown(
            inlay_findings_make(study, &best->trial, &best->findings, err));
    best->is_another = !inlay_values_equal(best->recommended, best->trial.x, n);
    return st;
}

/* ---- JSON ---------------------------------------------------------------- */

void inlay_best_write_margins(struct inlay_json_writer *w,
                              const struct inlay_outputs *outputs,
                              const double *values)
{
    if (!inlay_outputs_have_limits(outputs))
        return;
    inlay_json_begin_object(w, "margins", INLAY_JSON_LINE);
    for (size_t k = 0; k < outputs->n; k++)
        if (inlay_output_has_limit(&outputs->at[k]))
            inlay_json_write_number(
                w, outputs->name[k],
                inlay_limits_margin(&outputs->at[k], values[k]));
    inlay_json_end(w);
}

static void write_best(struct inlay_json_writer *w, const char *key,
                       inlay_study *study, const struct best *best)
{
    const inlay_space *space = inlay_study_space(study);
    const struct inlay_outputs *outputs = inlay_study_outputs(study);

    inlay_trial_json_begin(w, key, space, &best->trial);
    inlay_json_write_numbers(
        w, "y mean sd n_done n_failed n_pending",
        (const double[]){best->trial.value, best->there.mean, best->there.sd,
                         (double)best->n_done, (double)best->n_failed,
                         (double)best->n_pending});
    inlay_trial_json_values(w, outputs, best->trial.values);
    inlay_best_write_margins(w, outputs, best->trial.values);
    if (best->is_another) {
        inlay_json_begin_object(w, "recommended", INLAY_JSON_LINE);
        inlay_configuration_add_object(inlay_json_write_value(w, "x"), space,
                                       best->recommended);
        inlay_json_write_numbers(w, "mean sd",
                                 (const double[]){best->at_recommended.mean,
                                                  best->at_recommended.sd});
        inlay_json_end(w);
    }
    inlay_noise_json(&best->noise, "noise", w);
    inlay_findings_json(&best->findings, w);
    inlay_json_end(w);
}

inlay_status inlay_best_write(struct inlay_json_writer *w, const char *key,
                              inlay_study *study, inlay_error *err)
{
    struct best best;
    const inlay_status st = find(study, &best, err);

    if (st == INLAY_OK)
        write_best(w, key, study, &best);
    clear(&best);
    return st;
}

static inlay_status print_json(inlay_study *study, const char *end,
                               inlay_error *err)
{
    struct inlay_text line = {0};
    struct inlay_json_writer w = {.text = &line};

    if (end) {
        inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(&w, "event", "end");
        inlay_json_write_text(&w, "reason", end);
    }
    inlay_status st = inlay_best_write(&w, end ? "best" : NULL, study, err);
    if (st == INLAY_ESTATE && end) {
        inlay_json_write_null(&w, "best");
        st = INLAY_OK;
    }
    if (end)
        inlay_json_end(&w);
    inlay_text_add(&line, "\n");
    if (st == INLAY_OK)
        return inlay_say_text(&line, err);
    inlay_text_clear(&line);
    return st;
}

/* ---- Words --------------------------------------------------------------- */

/* The command as it was run; words with an unknown placeholder, which could not
 * be run, as they stand. */
static void add_words(struct inlay_text *page,
                      const struct inlay_study_file *file,
                      const struct inlay_command_trial *trial)
{
    for (size_t i = 0; i < file->n_command; i++) {
        const char *word = file->command[i];
        char **argv = NULL;
        inlay_error err = {0};

        if (inlay_command_expand(&word, 1, trial, &argv, &err) == INLAY_ENOMEM)
            inlay_text_fail(page, &err);
        inlay_text_add(page, " ");
        inlay_words_add_quoted(page, argv ? argv[0] : word);
        inlay_command_free(argv);
    }
}

/* env and what the command has no {name} for, which its program finds in the
 * environment. */
static void add_environment(struct inlay_text *page,
                            const struct inlay_study_file *file,
                            const struct inlay_command_trial *trial)
{
    const size_t n = inlay_space_n_variables(file->space);
    inlay_error err = {0};
    char **entries = NULL;
    size_t n_entries = 0;

    if (inlay_command_environment(NULL, trial, &entries, &err) != INLAY_OK)
        inlay_text_fail(page, &err);
    while (entries && entries[n_entries])
        n_entries++;
    assert(!entries || n_entries >= n);
    for (size_t i = 0, n_unused = 0; entries && i < n; i++) {
        if (inlay_study_file_uses(file,
                                  inlay_space_var(file->space, i)->is.name))
            continue;
        inlay_text_add(page, n_unused++ == 0 ? " env " : " ");
        /* variables come last */
        inlay_words_add_quoted(page, entries[n_entries - n + i]);
    }
    inlay_command_free(entries);
}

void inlay_best_add_command(struct inlay_text *page,
                            const struct inlay_study_file *file,
                            const struct inlay_command_trial *trial)
{
    add_environment(page, file, trial);
    add_words(page, file, trial);
}

static void add_command(struct inlay_text *page, const struct inlay_target *t,
                        const struct best *best)
{
    struct inlay_text folder = {0};
    inlay_error err = {0};
    char *trials = NULL;

    if (t->file->n_command == 0)
        return;
    if (inlay_target_trials(t, &trials, &err) != INLAY_OK) {
        inlay_text_fail(page, &err);
        return;
    }
    inlay_loop_folder(trials, best->trial.id, &folder);
    const struct inlay_command_trial trial = {
        .space = t->file->space,
        .x = best->recommended,
        .trial = best->trial.id,
        .seed = inlay_loop_seed(inlay_target_seed(t), best->trial.id),
        .workdir = inlay_text_view(&folder),
    };
    inlay_text_add(page, "\n ");
    inlay_best_add_command(page, t->file, &trial);
    inlay_text_add(page, "\n");
    inlay_text_clear(&folder);
    inlay_mem_free(trials);
}

static void add_prediction(struct inlay_text *page, const inlay_prediction *p)
{
    if (!isfinite(p->mean) || !isfinite(p->sd))
        return;
    inlay_text_printf(page,
                      "the model expects %s there (standard deviation %s)\n",
                      inlay_readable_number(p->mean, 6).text,
                      inlay_readable_number(p->sd, 6).text);
}

/* recommend=auto leaves the best trial for noise alone, but for pes and mes,
 * which have looked for the optimum of the mean. */
static const char *why_another(const inlay_options *o,
                               const inlay_noise_estimate *noise)
{
    const char *acquisition = inlay_options_get(o, "acquisition");
    const bool seeks_mean =
        strcmp(acquisition, "auto") != 0 && strcmp(acquisition, "ei") != 0;
    const bool is_by_noise =
        strcmp(inlay_options_get(o, "recommend"), "auto") == 0 &&
        (noise->is_certain || !seeks_mean);
    return is_by_noise ? "because values are noisy" : "where its mean is best";
}

/* "best: trial 7, loss 0.25", and how far it is from its limits. */
static void add_best(struct inlay_text *page, const inlay_study *study,
                     const struct best *best, bool is_brief)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(study);
    const inlay_trial *t = &best->trial;
    const char *name =
        outputs->is_default ? "value" : outputs->name[outputs->objective];
    inlay_text_printf(
        page, "%s: trial %" PRId64 ", %s %s\n",
        t->is_feasible ? "best" : "no trial keeps all limits; nearest", t->id,
        inlay_shown_text(name).text, inlay_readable_number(t->value, 6).text);
    if (!is_brief)
        inlay_limits_add_table(page, outputs, t->values);
}

static void add_noise(struct inlay_text *page,
                      const inlay_noise_estimate *noise)
{
    if (!inlay_noise_is_told(noise))
        return;
    inlay_text_add(page, "noise: standard deviation ");
    inlay_noise_add(page, noise);
    inlay_text_add(page, "\n");
}

/* What the model says of it, how the study stands, and how to use it. */
static void add_use(struct inlay_text *page, const struct inlay_target *t,
                    const struct best *best)
{
    const inlay_space *space = t->file->space;

    add_prediction(page, &best->there);
    inlay_text_printf(page, "%zu done, %zu failed, %zu pending\n", best->n_done,
                      best->n_failed, best->n_pending);
    add_noise(page, &best->noise);
    inlay_findings_print(&best->findings, page);
    inlay_text_add(page, "\n");
    inlay_readable_add_assignments(page, space, best->trial.x, "  ", "\n");
    if (best->is_another) {
        inlay_text_printf(
            page, "\nrecommended by the model, %s:\n",
            why_another(inlay_study_options(t->study), &best->noise));
        add_prediction(page, &best->at_recommended);
        inlay_text_add(page, "\n");
        inlay_readable_add_assignments(page, space, best->recommended, "  ",
                                       "\n");
    }
    inlay_text_add(page, "\n  ");
    inlay_configuration_add_object(page, space, best->recommended);
    inlay_text_add(page, "\n");
    add_command(page, t, best);
}

static void add_description(struct inlay_text *page,
                            const struct inlay_study_file *file)
{
    const char *text = inlay_study_file_text(file, "description");

    if (!text)
        return;
    inlay_harmless_add(page, text);
    inlay_text_add(page, "\n\n");
}

static inlay_status print_words(const struct inlay_target *t, const char *end,
                                bool is_brief, inlay_error *err)
{
    struct inlay_text page = {0};
    struct best best;
    inlay_status st = find(t->study, &best, err);

    if (st == INLAY_OK) {
        if (!end)
            add_description(&page, t->file);
        inlay_text_add(&page, end && !is_brief ? "\n" : "");
        add_best(&page, t->study, &best, is_brief);
        if (!is_brief)
            add_use(&page, t, &best);
        st = inlay_say_text(&page, err);
    }
    clear(&best);
    return st == INLAY_ESTATE && end ? INLAY_OK : st;
}

/* Results may count as they are recorded, and not as the study file is now. */
static inlay_status add_remedy(const struct inlay_target *t, inlay_error *err)
{
    struct inlay_text line = {0};
    inlay_revision change = {0};

    if (inlay_study_last_revision(t->study, &change, NULL) != INLAY_OK ||
        !change.text[0] || change.is_recorded || !t->store_path ||
        inlay_study_n_in_state(t->study, INLAY_STATE_DONE) == 0)
        return INLAY_ESTATE;
    inlay_text_printf(&line,
                      "%s; they count in the study as it is recorded: "
                      "'inlay best ",
                      err->msg);
    inlay_words_add_quoted(&line, t->store_path);
    inlay_text_add(&line, "'");
    if (inlay_study_lacks_default(t->study))
        inlay_text_add(&line, ", or give the new variable the \"default\" that "
                              "it had in them");
    if (inlay_text_status(&line, NULL) == INLAY_OK)
        inlay_fail(err, INLAY_ESTATE, "%s", line.bytes);
    inlay_text_clear(&line);
    return INLAY_ESTATE;
}

inlay_status inlay_best_print(const struct inlay_args *args,
                              const struct inlay_target *target,
                              const char *end, inlay_error *err)
{
    const inlay_status st =
        args->is_json ? print_json(target->study, end, err)
                      : print_words(target, end, end && args->is_quiet, err);

    return st == INLAY_ESTATE ? add_remedy(target, err) : st;
}
