/*
 * cmd_show.c: inlay show: the trials, as a table for people, as CSV, as JSON.
 *
 * The journal is read three times for a table: to find the best and where the
 * last N begin, to find the widths of the columns, to print.  So no trial is
 * kept in memory.  What is appended meanwhile is not shown.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/commands/cmd.h"
#include "app/screen/readable.h"
#include "app/exchange/trial_list.h"
#include "app/exchange/output.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/harmless.h"
#include "base/width.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* A cell that is wider does not widen its column. */
enum { MAX_WIDTH = 40 };

/* id, state, value, seconds; the variables; why. */
enum { N_BEFORE = 4 };

struct showing {
    struct inlay_output out;
    const inlay_space *space;
    int state;      /* only trials of this one; -1: all */
    int64_t n_last; /* 0: all */
    const inlay_options *options;

    size_t n_matching, n_seen;
    int64_t last; /* trials after this one came meanwhile */
    int64_t best;
    double best_y;

    size_t n_columns, *width;
    bool has_why;
    size_t terminal; /* columns; 0: it is none */
    struct inlay_text cell, line;
    struct inlay_json_writer json;
};

/* ---- Which --------------------------------------------------------------- */

/* The state that was meant by a word of another program's, or a near one. */
static const char *suggest_state(const char *word)
{
    static const struct {
        const char *theirs;
        enum inlay_listed_state ours;
    } row[] = {
        {"complete", INLAY_LISTED_DONE},   {"completed", INLAY_LISTED_DONE},
        {"finished", INLAY_LISTED_DONE},   {"ok", INLAY_LISTED_DONE},
        {"error", INLAY_LISTED_FAILED},    {"crashed", INLAY_LISTED_FAILED},
        {"waiting", INLAY_LISTED_PENDING}, {"asked", INLAY_LISTED_PENDING},
    };
    const char *names[INLAY_LISTED_FAILED + 1];

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(word, row[i].theirs) == 0)
            return inlay_listed_name(row[i].ours);
    for (size_t i = 0; i <= INLAY_LISTED_FAILED; i++)
        names[i] = inlay_listed_name(i);
    return inlay_text_nearest(word, names, INLAY_LISTED_FAILED + 1);
}

static inlay_status fail_state(const char *word, inlay_error *err)
{
    const char *meant = suggest_state(word);

    return inlay_fail(
        err, INLAY_EINVAL,
        "--state: '%s' is not one of pending, running, done, failed%s%s%s",
        inlay_shown_text(word).text, meant ? "; did you mean '" : "",
        meant ? meant : "", meant ? "'?" : "");
}

static inlay_status read_flags(const struct inlay_args *args, struct showing *s,
                               inlay_error *err)
{
    const char *state = inlay_args_get(args, "state");
    const char *last = inlay_args_get(args, "last");
    const char *name;

    if (args->is_json && inlay_args_has(args, "csv"))
        return inlay_fail(err, INLAY_EINVAL,
                          "--json and --csv: choose one of them");
    if (last && (!inlay_text_to_integer(last, &s->n_last) || s->n_last < 1))
        return inlay_fail(err, INLAY_EINVAL,
                          "--last: '%s' is not a whole number above 0",
                          inlay_shown_text(last).text);
    s->state = -1;
    for (int i = 0; state && (name = inlay_listed_name((size_t)i)); i++)
        if (strcmp(name, state) == 0)
            s->state = i;
    return state && s->state < 0 ? fail_state(state, err) : INLAY_OK;
}

static bool matches(const struct showing *s, const struct inlay_listed *t)
{
    return s->state < 0 || (int)t->state == s->state;
}

static inlay_status count(const struct inlay_listed *t, void *context,
                          inlay_error *err)
{
    struct showing *s = context;

    (void)err;
    s->last = t->row->id;
    s->n_matching += matches(s, t);
    if (t->state == INLAY_LISTED_DONE &&
        (s->best == 0 ||
         inlay_options_is_better(s->options, t->row->y, s->best_y))) {
        s->best = t->row->id;
        s->best_y = t->row->y;
    }
    return INLAY_OK;
}

/* Is it one of the last N that match? */
static bool is_shown(struct showing *s, const struct inlay_listed *t)
{
    if (!matches(s, t) || t->row->id > s->last)
        return false;
    s->n_seen++;
    return s->n_last == 0 || s->n_matching <= (uint64_t)s->n_last ||
           s->n_seen > s->n_matching - (uint64_t)s->n_last;
}

/* ---- Table --------------------------------------------------------------- */

static const char *const BEFORE[N_BEFORE] = {"id", "state", "value", "seconds"};

static bool is_number(const struct showing *s, size_t column)
{
    const size_t n = inlay_space_n_variables(s->space);
    const size_t i = column - N_BEFORE;

    if (column < N_BEFORE)
        return column != 1;
    return i < n && (inlay_space_var(s->space, i)->is.type == INLAY_REAL ||
                     inlay_space_var(s->space, i)->is.type == INLAY_INTEGER ||
                     inlay_space_var(s->space, i)->is.type == INLAY_ORDINAL);
}

static void head_cell(struct showing *s, size_t column)
{
    const size_t i = column - N_BEFORE;

    inlay_text_cut(&s->cell, 0);
    if (column < N_BEFORE)
        inlay_text_add(&s->cell, BEFORE[column]);
    else if (i == inlay_space_n_variables(s->space))
        inlay_text_add(&s->cell, "why");
    else
        inlay_harmless_add(&s->cell, inlay_space_var(s->space, i)->is.name);
}

static void add_value(struct showing *s, const inlay_value *v)
{
    struct inlay_text plain = {0};

    if (v->type == INLAY_REAL)
        inlay_text_add(&s->cell, inlay_readable_number(v->real, 6).text);
    else
        inlay_configuration_add_plain(&plain, v);
    inlay_harmless_add(&s->cell, inlay_text_view(&plain));
    inlay_text_fail_as(&s->cell, &plain);
    inlay_text_clear(&plain);
}

/* An empty text where the trial has none. */
static void make_cell(struct showing *s, const struct inlay_listed *t,
                      size_t column)
{
    const double v = column == 2 ? t->row->y : t->seconds;

    inlay_text_cut(&s->cell, 0);
    if (column == 0)
        inlay_text_printf(&s->cell, "%s%" PRId64,
                          t->row->id == s->best ? "*" : "", t->row->id);
    else if (column == 1)
        inlay_text_add(&s->cell, inlay_listed_name(t->state));
    else if (column < N_BEFORE && isfinite(v))
        inlay_text_add(&s->cell, inlay_readable_number(v, 6).text);
    else if (column >= N_BEFORE &&
             column - N_BEFORE < inlay_space_n_variables(s->space))
        add_value(s, &t->x[column - N_BEFORE]);
    else if (column >= N_BEFORE && t->row->why)
        inlay_harmless_add(&s->cell, t->row->why);
}

static void widen(struct showing *s, size_t column)
{
    const size_t width = inlay_width(inlay_text_view(&s->cell));

    if (width > s->width[column])
        s->width[column] = width < MAX_WIDTH ? width : MAX_WIDTH;
}

static inlay_status measure(const struct inlay_listed *t, void *context,
                            inlay_error *err)
{
    struct showing *s = context;

    if (!is_shown(s, t))
        return INLAY_OK;
    s->has_why = s->has_why || t->row->why;
    for (size_t i = 0; i < s->n_columns; i++) {
        make_cell(s, t, i);
        widen(s, i);
    }
    return inlay_text_status(&s->cell, err);
}

/* The cell, numbers to the right, and two spaces between columns. */
static void add_cell(struct showing *s, size_t column, bool is_last)
{
    const size_t width = inlay_width(inlay_text_view(&s->cell));
    const size_t gap = s->width[column] > width ? s->width[column] - width : 0;
    const int before = is_number(s, column) ? (int)gap : 0;
    const int after = is_last ? 0 : (int)gap - before + 2;

    inlay_text_printf(&s->line, "%*s", before, "");
    inlay_text_add_text(&s->line, &s->cell);
    inlay_text_printf(&s->line, "%*s", after, "");
}

static inlay_status print_line(struct showing *s, inlay_error *err)
{
    while (s->line.n > 0 && s->line.bytes[s->line.n - 1] == ' ')
        inlay_text_cut(&s->line, s->line.n - 1);
    const char *line = inlay_text_view(&s->line);
    if (s->terminal > 0 && inlay_width(line) > s->terminal) {
        inlay_text_cut(&s->line,
                       inlay_width_fitting(line, s->line.n, s->terminal - 1));
        inlay_text_add(&s->line, "\xE2\x80\xA6"); /* … */
    }
    inlay_text_add(&s->line, "\n");
    return inlay_output_add_text(&s->out, &s->line, err);
}

/* A line of the table: the header where t is NULL. */
static inlay_status add_line(struct showing *s, const struct inlay_listed *t,
                             inlay_error *err)
{
    const size_t n = s->n_columns - !s->has_why;

    for (size_t i = 0; i < n; i++) {
        if (t)
            make_cell(s, t, i);
        else
            head_cell(s, i);
        add_cell(s, i, i + 1 == n);
    }
    return print_line(s, err);
}

static inlay_status print_row(const struct inlay_listed *t, void *context,
                              inlay_error *err)
{
    return is_shown(context, t) ? add_line(context, t, err) : INLAY_OK;
}

static inlay_status print_table(struct showing *s,
                                struct inlay_journal *journal, inlay_error *err)
{
    struct winsize size = {0};

    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        s->terminal = size.ws_col;
    s->n_columns = N_BEFORE + inlay_space_n_variables(s->space) + 1;
    s->width = inlay_mem_new(s->n_columns, sizeof *s->width);
    if (!s->width)
        return inlay_fail_memory(err, "a table");
    for (size_t i = 0; i < s->n_columns; i++) {
        head_cell(s, i);
        widen(s, i);
    }
    inlay_status st =
        inlay_trial_list_each(journal, s->space, 1, measure, s, err);
    if (st == INLAY_OK)
        st = add_line(s, NULL, err);
    s->n_seen = 0;
    if (st == INLAY_OK)
        st = inlay_trial_list_each(journal, s->space, 1, print_row, s, err);
    inlay_mem_free(s->width);
    return st;
}

/* ---- CSV and JSON -------------------------------------------------------- */

static inlay_status print_csv_row(const struct inlay_listed *t, void *context,
                                  inlay_error *err)
{
    struct showing *s = context;

    if (!is_shown(s, t))
        return INLAY_OK;
    inlay_trial_list_add_row(&s->line, s->space, t);
    return inlay_output_add_text(&s->out, &s->line, err);
}

static inlay_status print_csv(struct showing *s, struct inlay_journal *journal,
                              inlay_error *err)
{
    inlay_trial_list_add_header(&s->line, s->space);
    inlay_status st = inlay_output_add_text(&s->out, &s->line, err);
    if (st == INLAY_OK)
        st = inlay_trial_list_each(journal, s->space, 1, print_csv_row, s, err);
    return st;
}

static inlay_status print_object(const struct inlay_listed *t, void *context,
                                 inlay_error *err)
{
    struct showing *s = context;

    if (!is_shown(s, t))
        return INLAY_OK;
    inlay_trial_list_write(&s->json, s->space, t);
    return inlay_output_add_text(&s->out, &s->line, err);
}

static inlay_status print_json(struct showing *s, struct inlay_journal *journal,
                               inlay_error *err)
{
    s->json.text = &s->line;
    inlay_json_begin_array(&s->json, NULL, INLAY_JSON_HANGING);
    const inlay_status st =
        inlay_trial_list_each(journal, s->space, 1, print_object, s, err);
    if (st != INLAY_OK)
        return st;
    inlay_json_end(&s->json);
    inlay_text_add(&s->line, "\n");
    return inlay_output_add_text(&s->out, &s->line, err);
}

/* ---- All ----------------------------------------------------------------- */

static inlay_status print(const struct inlay_args *args,
                          const struct inlay_target *t, struct showing *s,
                          inlay_error *err)
{
    inlay_status st = inlay_output_init(&s->out, NULL, err);

    const bool is_table = !args->is_json && !inlay_args_has(args, "csv");

    s->space = t->file->space;
    s->options = t->file->options;
    s->last = INT64_MAX;
    if (st == INLAY_OK && (is_table || s->n_last > 0))
        st = inlay_trial_list_each(t->journal, s->space, 1, count, s, err);
    if (st == INLAY_OK)
        st = is_table        ? print_table(s, t->journal, err)
             : args->is_json ? print_json(s, t->journal, err)
                             : print_csv(s, t->journal, err);
    inlay_text_clear(&s->cell);
    inlay_text_clear(&s->line);
    return st;
}

int inlay_cmd_show(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct showing s = {0};
    inlay_error err = {0};
    inlay_status st = read_flags(args, &s, &err);

    if (st == INLAY_OK)
        st = inlay_target_look(args, &target, &err);
    if (st == INLAY_OK)
        st = print(args, &target, &s, &err);
    inlay_target_clear(&target);
    return inlay_output_end(args, st, &err);
}
