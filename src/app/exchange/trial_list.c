/*
 * trial_list.c: trials as JSON and CSV, and those of a store one after the other.
 */
#include "app/exchange/trial_list.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "app/exchange/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "problem/configuration.h"

const char *inlay_listed_name(size_t state)
{
    static const char *const names[] = {"pending", "running", "done", "failed"};

    return state < sizeof names / sizeof *names ? names[state] : NULL;
}

int inlay_listed_find(const char *word)
{
    static const struct {
        const char *name;
        enum inlay_listed_state state;
    } row[] = {
        {"pending", INLAY_LISTED_PENDING}, {"waiting", INLAY_LISTED_PENDING},
        {"asked", INLAY_LISTED_PENDING},   {"running", INLAY_LISTED_RUNNING},
        {"done", INLAY_LISTED_DONE},       {"complete", INLAY_LISTED_DONE},
        {"completed", INLAY_LISTED_DONE},  {"finished", INLAY_LISTED_DONE},
        {"ok", INLAY_LISTED_DONE},         {"failed", INLAY_LISTED_FAILED},
        {"fail", INLAY_LISTED_FAILED},     {"pruned", INLAY_LISTED_FAILED},
        {"error", INLAY_LISTED_FAILED},    {"crashed", INLAY_LISTED_FAILED},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcasecmp(word, row[i].name) == 0)
            return (int)row[i].state;
    return -1;
}

/* ---- Rows ---------------------------------------------------------------- */

struct listing {
    struct inlay_journal *journal;
    const inlay_space *space;
    inlay_value *x;
    inlay_listed_fn *fn;
    void *context;
};

static enum inlay_listed_state state_of(const struct inlay_trial_row *row)
{
    if (row->is_ended)
        return isfinite(row->y) ? INLAY_LISTED_DONE : INLAY_LISTED_FAILED;
    return row->holder && row->holder[0] &&
                   inlay_process_is_alive(row->holder) != INLAY_DEAD
               ? INLAY_LISTED_RUNNING
               : INLAY_LISTED_PENDING;
}

static double seconds_of(const struct inlay_trial_row *row)
{
    return row->started_at > 0.0 && row->ended_at >= row->started_at
               ? round((row->ended_at - row->started_at) * 1e3) / 1e3
               : NAN;
}

static inlay_status fail_row(const struct listing *l,
                             const struct inlay_trial_row *row, inlay_status st,
                             inlay_error *err)
{
    if (st == INLAY_ENOMEM)
        return st;
    inlay_fail_within(err, st, "store '%s': trial %" PRId64, l->journal->name,
                      row->id);
    if (err)
        err->code = INLAY_ESTORE;
    return INLAY_ESTORE;
}

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    const struct listing *l = context;
    const struct inlay_listed trial = {
        .row = row,
        .state = state_of(row),
        .x = l->x,
        .seconds = seconds_of(row),
    };
    const inlay_status st =
        inlay_configuration_parse(l->space, row->x ? row->x : "", l->x, err);

    return st == INLAY_OK ? l->fn(&trial, l->context, err)
                          : fail_row(l, row, st, err);
}

inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   const inlay_space *space,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err)
{
    inlay_value *x = inlay_mem_new(inlay_space_n_variables(space), sizeof *x);
    struct listing l = {journal, space, x, fn, context};

    if (!x)
        return inlay_fail_memory(err, "a trial");
    const inlay_status st =
        journal->ops->trials(journal, 1, INT64_MAX, take_row, &l, err);
    inlay_mem_free(x);
    return st;
}

/* ---- JSON ---------------------------------------------------------------- */

static void write_metrics(struct inlay_json_writer *w, const char *metrics)
{
    json_t *json = NULL;
    inlay_error err = {0};

    if (inlay_json_parse(metrics, strlen(metrics), &json, &err) == INLAY_OK)
        inlay_json_add(inlay_json_write_value(w, "metrics"), json);
    else
        inlay_text_fail(w->text, &err);
    json_decref(json);
}

void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space,
                            const struct inlay_trial_json *t)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", t->id);
    if (t->state)
        inlay_json_write_text(w, "state", t->state);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space, t->x);
    if (t->y)
        inlay_json_write_number(w, "y", *t->y);
    if (t->why)
        inlay_json_write_text(w, "why", t->why);
    if (t->metrics)
        write_metrics(w, t->metrics);
    if (t->seconds)
        inlay_json_write_number(w, "seconds", *t->seconds);
    if (t->attempts > 0)
        inlay_json_write_integer(w, "attempts", t->attempts);
}

void inlay_trial_json_write_asked(struct inlay_json_writer *w,
                                  const inlay_space *space,
                                  const inlay_trial *trial)
{
    const struct inlay_trial_json t = {.id = trial->id, .x = trial->x};

    inlay_trial_json_begin(w, NULL, space, &t);
    inlay_json_end(w);
}

static void write_listed(struct inlay_json_writer *w, const inlay_space *space,
                         const struct inlay_listed *t)
{
    const char *why = t->row->why ? t->row->why : "";
    const struct inlay_trial_json trial = {
        .id = t->row->id,
        .state = inlay_listed_name(t->state),
        .x = t->x,
        .y = &t->row->y,
        .why = t->state == INLAY_LISTED_FAILED ? why : NULL,
        .metrics = t->row->metrics,
        .seconds = isfinite(t->seconds) ? &t->seconds : NULL,
        .attempts = t->row->n_starts,
    };

    inlay_trial_json_begin(w, NULL, space, &trial);
    inlay_json_end(w);
}

/* ---- CSV ----------------------------------------------------------------- */

/* The name of a column that is no variable. */
static void add_column(struct inlay_text *text, const inlay_space *space,
                       const char *name)
{
    struct inlay_text column = {0};
    size_t i, n = 0; /* names of variables so far */

    for (inlay_text_add(&column, name); column.st == INLAY_OK; n++) {
        if (inlay_space_find(space, column.bytes, &i, NULL) != INLAY_OK)
            break;
        inlay_text_cut(&column, 0);
        for (i = 0; i <= n; i++)
            inlay_text_add(&column, INLAY_TRIAL_LIST_PREFIX);
        inlay_text_add(&column, name);
    }
    inlay_text_add(text, text->n > 0 ? "," : "");
    inlay_text_add_text(text, &column);
    inlay_text_clear(&column);
}

static void add_header(struct inlay_text *text, const inlay_space *space)
{
    static const char *const names[] = {"id",      "state",    "value",  "why",
                                        "seconds", "attempts", "metrics"};

    for (size_t i = 0; i < 3; i++)
        add_column(text, space, names[i]);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(text, ",");
        inlay_csv_add(text, inlay_space_var(space, i)->is.name);
    }
    for (size_t i = 3; i < 7; i++)
        add_column(text, space, names[i]);
    inlay_text_add(text, "\n");
}

static void add_row(struct inlay_text *text, const inlay_space *space,
                    const struct inlay_listed *t)
{
    inlay_text_printf(text, "%" PRId64 ",%s,", t->row->id,
                      inlay_listed_name(t->state));
    if (isfinite(t->row->y))
        inlay_text_add_number(text, t->row->y);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(text, ",");
        if (t->x[i].type == INLAY_CATEGORICAL)
            inlay_csv_add(text, t->x[i].text);
        else
            inlay_configuration_add_plain(text, &t->x[i]);
    }
    inlay_text_add(text, ",");
    inlay_csv_add(text, t->row->why ? t->row->why : "");
    inlay_text_add(text, ",");
    if (isfinite(t->seconds))
        inlay_text_add_number(text, t->seconds);
    inlay_text_add(text, ",");
    if (t->row->n_starts > 0)
        inlay_text_printf(text, "%" PRId64, t->row->n_starts);
    inlay_text_add(text, ",");
    inlay_csv_add(text, t->row->metrics ? t->row->metrics : "");
    inlay_text_add(text, "\n");
}

/* ---- All ----------------------------------------------------------------- */

struct printing {
    struct inlay_trial_writing *w;
    const inlay_space *space;
    struct inlay_text text;
    struct inlay_json_writer json;
};

static inlay_status print_trial(const struct inlay_listed *t, void *context,
                                inlay_error *err)
{
    struct printing *p = context;

    if (!p->w->is_wanted(t, p->w->context))
        return INLAY_OK;
    p->w->n++;
    if (p->w->format == INLAY_TRIALS_CSV)
        add_row(&p->text, p->space, t);
    else
        write_listed(&p->json, p->space, t);
    if (p->w->format == INLAY_TRIALS_JSONL) {
        inlay_text_add(&p->text, "\n");
        p->json = (struct inlay_json_writer){.text = &p->text};
    }
    return inlay_output_add_text(p->w->out, &p->text, err);
}

inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    const inlay_space *space,
                                    struct inlay_trial_writing *w,
                                    inlay_error *err)
{
    struct printing p = {.w = w, .space = space, .json = {.text = &p.text}};

    if (w->format == INLAY_TRIALS_CSV)
        add_header(&p.text, space);
    if (w->format == INLAY_TRIALS_JSON)
        inlay_json_begin_array(&p.json, NULL, INLAY_JSON_HANGING);
    inlay_status st =
        inlay_trial_list_each(journal, space, print_trial, &p, err);
    if (w->format == INLAY_TRIALS_JSON) {
        inlay_json_end(&p.json);
        inlay_text_add(&p.text, "\n");
    }
    if (st == INLAY_OK)
        st = inlay_output_add_text(w->out, &p.text, err);
    inlay_text_clear(&p.text);
    return st;
}
