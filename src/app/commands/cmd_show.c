/*
 * cmd_show.c: inlay show: the trials, as a table for people, as CSV, as JSON.
 *
 * The journal is read three times for a table: to find the best and where the
 * last N begin, to find the widths of the columns, to print.  So no trial is
 * kept in memory.  What is appended meanwhile is not shown.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/trial_list.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "app/screen/terminal.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/width.h"

enum {
    MAX_WIDTH = 40, /* a cell that is wider does not widen its column */
    N_BEFORE = 4    /* id, state, value, seconds; the variables; why */
};

struct showing {
    struct inlay_output out;
    const inlay_space *space;
    const inlay_options *options;
    int state;      /* only trials of this one; -1: all */
    int64_t n_last; /* 0: all */

    size_t n_matching, n_seen;
    int64_t last; /* trials after this one came meanwhile */
    int64_t best;
    double best_y;

    size_t n_columns, *width;
    bool is_measured, has_why;
    size_t terminal; /* columns; SIZE_MAX: no limit */
    struct inlay_text line;
};

/* ---- Which --------------------------------------------------------------- */

/* The state that was meant by a word of another program's, or a near one. */
static const char *suggest_state(const char *word)
{
    const char *names[INLAY_LISTED_FAILED + 1];
    const int found = inlay_listed_find(word);

    for (size_t i = 0; i <= INLAY_LISTED_FAILED; i++)
        names[i] = inlay_listed_name(i);
    return found >= 0
               ? names[found]
               : inlay_text_nearest(word, names, INLAY_LISTED_FAILED + 1);
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
static bool is_shown(const struct inlay_listed *t, void *context)
{
    struct showing *s = context;

    if (!matches(s, t) || t->row->id > s->last)
        return false;
    s->n_seen++;
    return s->n_last == 0 || s->n_matching <= (uint64_t)s->n_last ||
           s->n_seen > s->n_matching - (uint64_t)s->n_last;
}

/* ---- Table --------------------------------------------------------------- */

/* The variable of a column; NULL for those before and behind. */
static const inlay_variable *variable_of(const struct showing *s, size_t column)
{
    return column >= N_BEFORE && column + 1 < s->n_columns
               ? &inlay_space_var(s->space, column - N_BEFORE)->is
               : NULL;
}

static bool is_number(const struct showing *s, size_t column)
{
    const inlay_variable *v = variable_of(s, column);

    return v ? v->type != INLAY_CATEGORICAL && v->type != INLAY_BOOLEAN
             : column < N_BEFORE && column != 1;
}

static void add_head(const struct showing *s, size_t column,
                     struct inlay_text *cell)
{
    static const char *const before[] = {"id", "state", "value", "seconds"};
    const inlay_variable *v = variable_of(s, column);

    inlay_text_add(cell, v                   ? v->name
                         : column < N_BEFORE ? before[column]
                                             : "why");
}

/* Nothing where the trial has none. */
static void add_cell(const struct showing *s, const struct inlay_listed *t,
                     size_t column, struct inlay_text *cell)
{
    const double y = column == 2 ? t->row->y : t->seconds;

    if (column == 0)
        inlay_text_printf(cell, "%s%" PRId64, t->row->id == s->best ? "*" : "",
                          t->row->id);
    else if (column == 1)
        inlay_text_add(cell, inlay_listed_name(t->state));
    else if (column < N_BEFORE && isfinite(y))
        inlay_text_add(cell, inlay_readable_number(y, 6).text);
    else if (variable_of(s, column) && t->x[column - N_BEFORE].text)
        inlay_text_add(cell, t->x[column - N_BEFORE].text);
    else if (variable_of(s, column))
        inlay_text_add(cell,
                       inlay_readable_value(&t->x[column - N_BEFORE], 6).text);
    else if (column >= N_BEFORE && t->row->why)
        inlay_text_add(cell, t->row->why);
}

/* The cells of a trial, or of the header where t is NULL: numbers to the right,
 * two spaces between columns.  The first time, they are measured. */
static void add_cells(struct showing *s, const struct inlay_listed *t)
{
    struct inlay_text cell = {0};

    for (size_t i = 0; i < s->n_columns; i++) {
        const size_t from = s->line.n + (i > 0 ? 2 : 0);

        if (i + 1 == s->n_columns && s->is_measured && !s->has_why)
            break;
        inlay_text_cut(&cell, 0);
        if (t)
            add_cell(s, t, i, &cell);
        else
            add_head(s, i, &cell);
        inlay_text_add(&s->line, i > 0 ? "  " : "");
        (is_number(s, i) ? inlay_readable_add_right : inlay_readable_add_left)(
            &s->line, inlay_text_view(&cell), s->width[i]);
        if (s->is_measured || s->line.st != INLAY_OK)
            continue;
        const size_t width = inlay_width(s->line.bytes + from);
        s->width[i] = width < MAX_WIDTH ? width : MAX_WIDTH;
    }
    inlay_text_fail_as(&s->line, &cell);
    inlay_text_clear(&cell);
}

static inlay_status add_line(struct showing *s, const struct inlay_listed *t,
                             inlay_error *err)
{
    struct inlay_text cut = {0};

    add_cells(s, t);
    while (s->line.n > 0 && s->line.bytes[s->line.n - 1] == ' ')
        inlay_text_cut(&s->line, s->line.n - 1);
    if (s->is_measured) {
        inlay_width_add_cut(&cut, inlay_text_view(&s->line), s->line.n,
                            s->terminal, true);
        inlay_text_add(&cut, "\n");
    }
    inlay_text_fail_as(&cut, &s->line);
    inlay_text_cut(&s->line, 0);
    const inlay_status st = inlay_output_add_text(&s->out, &cut, err);
    inlay_text_clear(&cut);
    return st;
}

static inlay_status take_row(const struct inlay_listed *t, void *context,
                             inlay_error *err)
{
    struct showing *s = context;

    if (!is_shown(t, s))
        return INLAY_OK;
    s->has_why = s->has_why || t->row->why;
    return add_line(s, t, err);
}

static inlay_status print_table(struct showing *s,
                                struct inlay_journal *journal, inlay_error *err)
{
    const size_t width = inlay_terminal_now().width;
    inlay_status st = INLAY_OK;

    s->terminal = width > 0 ? width : SIZE_MAX;
    s->n_columns = N_BEFORE + inlay_space_n_variables(s->space) + 1;
    s->width = inlay_mem_new(s->n_columns, sizeof *s->width);
    if (!s->width)
        return inlay_fail_memory(err, "a table");
    for (int pass = 0; st == INLAY_OK && pass < 2; pass++) {
        s->n_seen = 0;
        s->is_measured = pass > 0;
        st = add_line(s, NULL, err);
        if (st == INLAY_OK)
            st = inlay_trial_list_each(journal, s->space, take_row, s, err);
    }
    inlay_mem_free(s->width);
    inlay_text_clear(&s->line);
    return st;
}

/* ---- All ----------------------------------------------------------------- */

static inlay_status show(const struct inlay_args *args, struct inlay_target *t,
                         void *context, inlay_error *err)
{
    const bool is_table = !args->is_json && !inlay_args_has(args, "csv");
    struct showing *s = context;
    struct inlay_trial_writing w = {
        .out = &s->out,
        .format = args->is_json ? INLAY_TRIALS_JSON : INLAY_TRIALS_CSV,
        .is_wanted = is_shown,
        .context = s,
    };
    inlay_status st = inlay_output_init(&s->out, NULL, err);

    s->space = t->file->space;
    s->options = t->file->options;
    s->last = INT64_MAX;
    if (st == INLAY_OK && (is_table || s->n_last > 0))
        st = inlay_trial_list_each(t->journal, s->space, count, s, err);
    if (st != INLAY_OK)
        return st;
    return is_table ? print_table(s, t->journal, err)
                    : inlay_trial_list_print(t->journal, s->space, &w, err);
}

int inlay_cmd_show(const struct inlay_args *args)
{
    struct showing s = {0};
    inlay_error err = {0};

    return read_flags(args, &s, &err) == INLAY_OK
               ? inlay_target_do(args, INLAY_TARGET_LOOK, show, &s)
               : inlay_say_failure(args, &err);
}
