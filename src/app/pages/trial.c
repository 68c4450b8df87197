/*
 * trial.c: one trial as words and as JSON.
 */
#include "app/pages/trial.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/listed.h"
#include "app/exchange/moment.h"
#include "app/exchange/trial_json.h"
#include "app/pages/page.h"
#include "app/screen/readable.h"
#include "base/harmless.h"
#include "base/json_writer.h"
#include "problem/notes.h"
#include "study/life.h"
#include "study/tell.h"

static struct inlay_shown number(double v)
{
    return inlay_readable_number(v, 6);
}

/* ---- What happened ---- */

/* "0.31", or "failed: no disk". */
static void add_result(const inlay_change *c, struct inlay_text *page)
{
    if (isfinite(c->value)) {
        inlay_text_add(page, number(c->value).text);
        if (!isnan(c->variance))
            inlay_text_printf(page, " (variance %s)", number(c->variance).text);
        return;
    }
    inlay_text_add(page, "failed: ");
    inlay_harmless_add(page, c->text ? c->text : "no reason given");
}

static void print_change(const inlay_change *c, void *context)
{
    struct inlay_text *page = context;
    const bool is_result =
        c->kind == INLAY_CHANGE_ENDED || c->kind == INLAY_CHANGE_AMENDED;
    const size_t from = inlay_page_label(page, "");

    inlay_moment_add_local(page, c->at);
    inlay_text_printf(page, "  %s", inlay_change_name(c->kind));
    if (is_result || c->text)
        inlay_text_add(page, ": ");
    if (is_result)
        add_result(c, page);
    else if (c->text)
        inlay_harmless_add(page, c->text);
    inlay_page_wrap(page, from);
}

/* ---- Earlier results ---- */

struct earlier {
    struct inlay_text was; /* the result before the next change */
    struct inlay_text *page;
};

static void add_earlier(const inlay_change *c, void *context)
{
    struct earlier *e = context;

    if (c->kind == INLAY_CHANGE_AMENDED && e->was.n > 0) {
        inlay_text_printf(e->page, "It was %s until ", e->was.bytes);
        inlay_moment_add_local(e->page, c->at);
        inlay_text_add(e->page, ".\n");
    }
    if (c->kind != INLAY_CHANGE_ENDED && c->kind != INLAY_CHANGE_AMENDED)
        return;
    inlay_text_cut(&e->was, 0);
    add_result(c, &e->was);
}

void inlay_trial_page_add_earlier(inlay_study *study, int64_t id,
                                  struct inlay_text *page)
{
    struct earlier e = {.page = page};
    inlay_trial t;

    inlay_study_changes(study, id, add_earlier, &e, NULL);
    if (inlay_study_trial(study, id, &t, NULL) == INLAY_OK && t.is_discarded) {
        inlay_text_add(page, "Its result was discarded and counts for nothing");
        inlay_text_add(page, t.void_because ? ": " : "");
        inlay_harmless_add(page, t.void_because ? t.void_because : "");
        inlay_text_add(page, ".\n");
    }
    inlay_text_clear(&e.was);
}

/* ---- The page ---- */

static void print_state(const inlay_trial *t, struct inlay_text *page)
{
    const size_t from = inlay_page_label(page, "state");

    inlay_text_add(page, inlay_state_name(t->state));
    if (t->why) {
        inlay_text_add(page, ": ");
        inlay_harmless_add(page, t->why);
    }
    if (t->state == INLAY_STATE_DONE && !t->is_feasible)
        inlay_text_add(page, ", outside its limits");
    if (t->is_outside)
        inlay_text_add(page, ", outside the space as it is now");
    if (t->is_discarded)
        inlay_text_add(page, "; discarded");
    if (t->void_because) {
        inlay_text_add(page, ": ");
        inlay_harmless_add(page, t->void_because);
    }
    inlay_page_wrap(page, from);
}

static void print_values(const inlay_study *s, const inlay_trial *t,
                         struct inlay_text *page)
{
    const inlay_options *o = inlay_study_options(s);

    for (size_t i = 0; t->state == INLAY_STATE_DONE && i < t->n_values; i++)
        inlay_page_say(page,
                       inlay_study_outputs(s)->is_default
                           ? "value"
                           : inlay_options_output(o, i)->name,
                       "%s", number(t->values[i]).text);
    if (!isnan(t->variance))
        inlay_page_say(page, "variance", "%s", number(t->variance).text);
}

static void print_times(const struct inlay_listed *t, struct inlay_text *page)
{
    for (size_t i = 0; i < INLAY_N_LISTED_TIMES; i++)
        if (t->at[i] > 0.0) {
            const size_t from = inlay_page_label(page, inlay_listed_times[i]);
            inlay_moment_add_local(page, t->at[i]);
            if (i == INLAY_LISTED_STARTED && t->n_starts > 1)
                inlay_text_printf(page, ", attempt %" PRId64, t->n_starts);
            inlay_page_wrap(page, from);
        }
}

static void print_notes(const inlay_study *s, int64_t id,
                        struct inlay_text *page)
{
    const struct inlay_notes *notes = inlay_study_notes(s, id);

    for (size_t i = 0; notes && i < notes->n; i++) {
        const size_t from = inlay_page_label(page, i == 0 ? "notes" : "");
        inlay_harmless_add(page, notes->at[i].key);
        inlay_text_add(page, notes->at[i].value[0] ? "=" : "");
        inlay_harmless_add(page, notes->at[i].value);
        inlay_page_wrap(page, from);
    }
}

inlay_status inlay_trial_page_print(inlay_study *s, int64_t id,
                                    struct inlay_text *page, inlay_error *err)
{
    struct inlay_text notes = {0};
    inlay_trial t;
    inlay_status st = inlay_study_trial(s, id, &t, err);

    if (st != INLAY_OK)
        return st;
    inlay_page_say(page, "trial", "%lld", (long long)id);
    print_state(&t, page);
    print_values(s, &t, page);
    const size_t from = inlay_page_label(page, "x");
    inlay_readable_add_configuration(page, inlay_study_space(s), t.x, 0);
    inlay_page_wrap(page, from);
    if (t.metrics) {
        const size_t at = inlay_page_label(page, "metrics");
        inlay_harmless_add(page, t.metrics);
        inlay_page_wrap(page, at);
    }
    const struct inlay_listed listed = inlay_listed_of(s, &t, &notes);
    print_times(&listed, page);
    inlay_text_clear(&notes);
    print_notes(s, id, page);
    inlay_text_add(page, "changes\n");
    return inlay_study_changes(s, id, print_change, page, err);
}

inlay_status inlay_trial_page_json(inlay_study *s, int64_t id,
                                   struct inlay_text *page, inlay_error *err)
{
    const struct inlay_trial_terms terms = {
        inlay_study_space(s), inlay_study_outputs(s), .has_times = true};
    struct inlay_json_writer w = {.text = page};
    struct inlay_text notes = {0}, trial = {0};
    inlay_trial t;
    inlay_status st = inlay_study_trial(s, id, &t, err);

    if (st != INLAY_OK)
        return st;
    const struct inlay_listed listed = inlay_listed_of(s, &t, &notes);
    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_trial_json_write(&(struct inlay_json_writer){.text = &trial}, terms,
                           &listed);
    inlay_text_add(inlay_json_write_value(&w, "trial"),
                   inlay_text_view(&trial));
    inlay_json_begin_array(&w, "changes", INLAY_JSON_LINE);
    st = inlay_study_changes(s, id, inlay_trial_json_change, &w, err);
    inlay_json_end(&w);
    inlay_json_end(&w);
    inlay_text_add(page, "\n");
    inlay_text_fail_as(page, &trial);
    inlay_text_clear(&trial);
    inlay_text_clear(&notes);
    return st;
}
