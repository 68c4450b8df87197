/*
 * trial_list.c: trials as JSON and CSV, and those of a store one after the other.
 */
#include "app/exchange/trial_list.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "problem/configuration.h"

const char *const inlay_listed_names[INLAY_N_LISTED + 1] = {
    "pending", "running", "done", "failed", NULL};

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

const char *inlay_listed_guess(const char *word)
{
    const int found = inlay_listed_find(word);

    return found >= 0 ? inlay_listed_names[found] : NULL;
}

/* ---- Rows ---------------------------------------------------------------- */

struct listing {
    struct inlay_journal *journal;
    const inlay_space *space;
    struct inlay_trial_choice choice;
    int64_t n_seen, n_left_out; /* of the chosen states */
    int64_t last;               /* trial seen */
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

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    struct listing *l = context;
    const struct inlay_listed trial = {
        .id = row->id,
        .state = state_of(row),
        .x = l->x,
        .y = row->y,
        .why = row->why,
        .metrics = row->metrics,
        .seconds = seconds_of(row),
        .n_starts = row->n_starts,
    };

    l->last = row->id;
    if (!(l->choice.states >> trial.state & 1) || l->n_seen++ < l->n_left_out)
        return INLAY_OK;
    const inlay_status st =
        inlay_configuration_parse(l->space, row->x ? row->x : "", l->x, err);
    if (st == INLAY_OK)
        return l->fn(&trial, l->context, err);
    return inlay_fail_within(err, st == INLAY_ENOMEM ? st : INLAY_ESTORE,
                             "store '%s': trial %" PRId64, l->journal->name,
                             row->id);
}

static inlay_status walk(struct listing *l, int64_t n_left_out,
                         inlay_error *err)
{
    const int64_t until = l->choice.until > 0 ? l->choice.until : INT64_MAX;

    l->n_seen = 0;
    l->n_left_out = n_left_out;
    return l->journal->ops->trials(l->journal, 1, until, take_row, l, err);
}

/* The last few are found by counting all of them first. */
inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   const inlay_space *space,
                                   struct inlay_trial_choice choice,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err)
{
    struct listing l = {journal, space, choice, .fn = fn, .context = context};
    inlay_status st = INLAY_OK;

    l.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *l.x);
    if (!l.x)
        return inlay_fail_memory(err, "a trial");
    if (choice.n_last > 0) {
        st = walk(&l, INT64_MAX, err);
        l.choice.until = l.last; /* not those that come meanwhile */
    }
    if (st == INLAY_OK)
        st = walk(&l, l.n_seen > choice.n_last ? l.n_seen - choice.n_last : 0,
                  err);
    inlay_mem_free(l.x);
    return st;
}

/* ---- JSON ---------------------------------------------------------------- */

/* Printed anew, with exact numbers. */
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
                            const inlay_space *space, const inlay_trial *trial)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", trial->id);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space,
                                   trial->x);
}

void inlay_trial_json_write(struct inlay_json_writer *w,
                            const inlay_space *space,
                            const struct inlay_listed *t)
{
    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", t->id);
    inlay_json_write_text(w, "state", inlay_listed_names[t->state]);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space, t->x);
    inlay_json_write_number(w, "y", t->y);
    if (t->state == INLAY_LISTED_FAILED)
        inlay_json_write_text(w, "why", t->why ? t->why : "");
    if (t->metrics)
        write_metrics(w, t->metrics);
    if (isfinite(t->seconds))
        inlay_json_write_number(w, "seconds", t->seconds);
    if (t->n_starts > 0)
        inlay_json_write_integer(w, "attempts", t->n_starts);
    inlay_json_end(w);
}

/* ---- CSV ----------------------------------------------------------------- */

/* The name of a column that is not a variable. */
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

static void add_field(struct inlay_text *text, const char *field)
{
    inlay_text_add(text, ",");
    inlay_csv_add(text, field ? field : "");
}

/* Nothing where it is not known. */
static void add_number(struct inlay_text *text, double v)
{
    inlay_text_add(text, ",");
    if (isfinite(v))
        inlay_text_add_number(text, v);
}

static void add_row(struct inlay_text *text, const inlay_space *space,
                    const struct inlay_listed *t)
{
    inlay_text_printf(text, "%" PRId64 ",%s", t->id,
                      inlay_listed_names[t->state]);
    add_number(text, t->y);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const inlay_value *v = &t->x[i];

        add_field(text, v->type == INLAY_TYPE_CATEGORICAL ? v->text : "");
        if (v->type != INLAY_TYPE_CATEGORICAL)
            inlay_configuration_add_plain(text, v);
    }
    add_field(text, t->why);
    add_number(text, t->seconds);
    add_number(text, t->n_starts > 0 ? (double)t->n_starts : NAN);
    add_field(text, t->metrics);
    inlay_text_add(text, "\n");
}

/* ---- All ----------------------------------------------------------------- */

struct printing {
    const inlay_space *space;
    enum inlay_trial_format format;
    struct inlay_outfile *out;
    size_t n;
    struct inlay_text text;
    struct inlay_json_writer json;
};

static inlay_status print_trial(const struct inlay_listed *t, void *context,
                                inlay_error *err)
{
    struct printing *p = context;

    p->n++;
    if (p->format == INLAY_TRIALS_CSV)
        add_row(&p->text, p->space, t);
    else
        inlay_trial_json_write(&p->json, p->space, t);
    if (p->format == INLAY_TRIALS_JSONL) {
        inlay_text_add(&p->text, "\n");
        p->json = (struct inlay_json_writer){.text = &p->text};
    }
    return inlay_outfile_add_text(p->out, &p->text, err);
}

inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    const inlay_space *space,
                                    struct inlay_trial_choice choice,
                                    enum inlay_trial_format format,
                                    struct inlay_outfile *out, size_t *n,
                                    inlay_error *err)
{
    struct printing p = {space, format, out, .json = {.text = &p.text}};

    if (format == INLAY_TRIALS_CSV)
        add_header(&p.text, space);
    if (format == INLAY_TRIALS_JSON)
        inlay_json_begin_array(&p.json, NULL, INLAY_JSON_HANGING);
    inlay_status st =
        inlay_trial_list_each(journal, space, choice, print_trial, &p, err);
    if (format == INLAY_TRIALS_JSON) {
        inlay_json_end(&p.json);
        inlay_text_add(&p.text, "\n");
    }
    if (st == INLAY_OK)
        st = inlay_outfile_add_text(out, &p.text, err);
    inlay_text_clear(&p.text);
    *n = p.n;
    return st;
}
