/*
 * cmd_show.c: inlay show: the trials, as a table for people, as CSV, as JSON.
 *
 * The journal is read twice for a table: to find the best trial, and for the
 * cells, which are kept as text until the widths of all columns are known.
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

/* ---- Which --------------------------------------------------------------- */

static inlay_status read_flags(const struct inlay_args *args, void *context,
                               inlay_error *err)
{
    const char *state = inlay_args_get(args, "state"); /* one of the names */
    struct inlay_trial_choice *choice = context;

    if (args->is_json && inlay_args_has(args, "csv"))
        return inlay_fail(err, INLAY_EINVAL, "--json and --csv: choose one");
    choice->states =
        state ? 1U << inlay_listed_find(state) : (unsigned)INLAY_LISTED_ALL;
    return inlay_args_number(inlay_args_get(args, "last"), "--last", INT64_MAX,
                             &choice->n_last, err);
}

/* ---- The cells of a table ------------------------------------------------ */

struct table {
    const inlay_space *space;
    const inlay_options *options;
    int64_t last, best; /* trials; 0: none */
    double best_y;

    size_t n_columns;
    size_t *width;           /* of each column */
    bool has_why;            /* else the last column is left out */
    struct inlay_text cells; /* row by row, harmless; each has a line */
};

static inlay_status find_best(const struct inlay_listed *trial, void *context,
                              inlay_error *err)
{
    struct table *t = context;

    (void)err;
    t->last = trial->id;
    if (inlay_options_is_better(t->options, trial->y, t->best_y)) {
        t->best = trial->id;
        t->best_y = trial->y;
    }
    return INLAY_OK;
}

/* The variable of a column; NULL for those before and after. */
static const inlay_variable *variable_of(const struct table *t, size_t column)
{
    return column >= N_BEFORE && column + 1 < t->n_columns
               ? &inlay_space_var(t->space, column - N_BEFORE)->is
               : NULL;
}

/* Of the header where trial is NULL; nothing where the trial has none. */
static void add_cell(const struct table *t, const struct inlay_listed *trial,
                     size_t column, struct inlay_text *cell)
{
    static const char *const before[] = {"id", "state", "value", "seconds"};
    const inlay_variable *v = variable_of(t, column);
    const inlay_value *x = v && trial ? &trial->x[column - N_BEFORE] : NULL;

    if (!trial)
        inlay_text_add(cell, v                   ? v->name
                             : column < N_BEFORE ? before[column]
                                                 : "why");
    else if (x)
        inlay_text_add(cell,
                       x->text ? x->text : inlay_readable_value(x, 6).text);
    else if (column == 0)
        inlay_text_printf(cell, "%s%" PRId64, trial->id == t->best ? "*" : "",
                          trial->id);
    else if (column == 1)
        inlay_text_add(cell, inlay_listed_names[trial->state]);
    else if (column == 2 && isfinite(trial->y))
        inlay_text_add(cell, inlay_readable_number(trial->y, 6).text);
    else if (column == 3 && isfinite(trial->seconds))
        inlay_text_add(cell, inlay_readable_number(trial->seconds, 6).text);
    else if (column >= N_BEFORE && trial->why)
        inlay_text_add(cell, trial->why);
}

static void add_row(struct table *t, const struct inlay_listed *trial)
{
    struct inlay_text cell = {0};

    for (size_t i = 0; i < t->n_columns; i++) {
        const size_t from = t->cells.n;

        inlay_text_cut(&cell, 0);
        add_cell(t, trial, i, &cell);
        inlay_harmless_add(&t->cells, inlay_text_view(&cell));
        const size_t width = inlay_width(inlay_text_view(&t->cells) + from);
        if (width > t->width[i])
            t->width[i] = width < MAX_WIDTH ? width : MAX_WIDTH;
        inlay_text_add(&t->cells, "\n");
    }
    inlay_text_fail_as(&t->cells, &cell);
    inlay_text_clear(&cell);
}

static inlay_status take_trial(const struct inlay_listed *trial, void *context,
                               inlay_error *err)
{
    struct table *t = context;

    t->has_why = t->has_why || trial->why;
    add_row(t, trial);
    return inlay_text_status(&t->cells, err);
}

/* ---- The table ----------------------------------------------------------- */

static bool is_number(const struct table *t, size_t column)
{
    const inlay_variable *v = variable_of(t, column);

    return v ? v->type != INLAY_TYPE_CATEGORICAL &&
                   v->type != INLAY_TYPE_BOOLEAN
             : column < N_BEFORE && column != 1;
}

/* A row: numbers to the right, two spaces between columns.  Gives the next
 * row. */
static const char *add_line(const struct table *t, const char *cell,
                            struct inlay_text *line)
{
    for (size_t i = 0; i < t->n_columns; i++, cell += strlen(cell) + 1) {
        if (i + 1 == t->n_columns && !t->has_why)
            continue;
        inlay_text_add(line, i > 0 ? "  " : "");
        inlay_readable_add_padded(line, cell, t->width[i], is_number(t, i));
    }
    while (line->n > 0 && line->bytes[line->n - 1] == ' ')
        inlay_text_cut(line, line->n - 1);
    return cell;
}

static inlay_status print_table(struct table *t, inlay_error *err)
{
    const size_t width = inlay_terminal_now().width;
    const char *at = t->cells.bytes, *end = at + t->cells.n;
    struct inlay_text page = {0}, line = {0};

    for (char *c = t->cells.bytes; (c = strchr(c, '\n')); c++)
        *c = '\0'; /* cells are strings from here on */
    while (at < end) {
        inlay_text_cut(&line, 0);
        at = add_line(t, at, &line);
        inlay_width_add_cut(&page, inlay_text_view(&line), line.n,
                            width > 0 ? width : SIZE_MAX, true);
        inlay_text_add(&page, "\n");
    }
    inlay_text_fail_as(&page, &line);
    inlay_text_clear(&line);
    return inlay_say_text(&page, err);
}

static inlay_status show_table(const struct inlay_target *target,
                               struct inlay_trial_choice choice,
                               inlay_error *err)
{
    const struct inlay_trial_choice all = {.states = INLAY_LISTED_ALL};
    const inlay_space *space = target->file->space;
    struct table t = {
        .space = space,
        .options = target->file->options,
        .best_y = NAN,
        .n_columns = N_BEFORE + inlay_space_n_variables(space) + 1,
    };
    inlay_status st =
        inlay_trial_list_each(target->journal, space, all, find_best, &t, err);

    t.width = inlay_mem_new(t.n_columns, sizeof *t.width);
    if (st == INLAY_OK && !t.width)
        st = inlay_fail_memory(err, "a table");
    if (st == INLAY_OK)
        add_row(&t, NULL);
    choice.until = t.last;
    if (st == INLAY_OK && t.last > 0)
        st = inlay_trial_list_each(target->journal, space, choice, take_trial,
                                   &t, err);
    if (st == INLAY_OK)
        st = inlay_text_status(&t.cells, err);
    if (st == INLAY_OK)
        st = print_table(&t, err);
    inlay_text_clear(&t.cells);
    inlay_mem_free(t.width);
    return st;
}

/* ---- All ----------------------------------------------------------------- */

static inlay_status show(const struct inlay_args *args, struct inlay_target *t,
                         void *context, inlay_error *err)
{
    const struct inlay_trial_choice *choice = context;
    struct inlay_outfile out = {.file = stdout};
    size_t n = 0;

    if (!args->is_json && !inlay_args_has(args, "csv"))
        return show_table(t, *choice, err);
    return inlay_trial_list_print(
        t->journal, t->file->space, *choice,
        args->is_json ? INLAY_TRIALS_JSON : INLAY_TRIALS_CSV, &out, &n, err);
}

int inlay_cmd_show(const struct inlay_args *args)
{
    struct inlay_trial_choice choice = {0};

    return inlay_target_do(args, read_flags, INLAY_TARGET_LOOK, show, &choice);
}
