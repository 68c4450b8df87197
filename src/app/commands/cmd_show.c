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
#include "app/pages/stranded.h"
#include "app/pages/trial.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "app/screen/terminal.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/width.h"

/* A cell that is wider does not widen its column. */
enum { MAX_WIDTH = 40 };

/* ---- Which --------------------------------------------------------------- */

static inlay_status read_flags(const struct inlay_args *args, void *context,
                               inlay_error *err)
{
    const char *state = inlay_args_get(args, "state"); /* one of the names */
    struct inlay_trial_choice *choice = context;

    if (args->is_json && inlay_args_has(args, "csv"))
        return inlay_fail(err, INLAY_EINVAL, "--json and --csv: choose one");
    if (args->n_words > 1 &&
        (state || inlay_args_has(args, "csv") || inlay_args_has(args, "last")))
        return inlay_fail(err, INLAY_EINVAL,
                          "ID: --state, --last and --csv are for all trials");
    choice->states =
        state ? 1U << inlay_listed_find(state) : (unsigned)INLAY_LISTED_ALL;
    return inlay_args_number(inlay_args_get(args, "last"), "--last", INT64_MAX,
                             &choice->n_last, err);
}

/* ---- The cells of a table ------------------------------------------------ */

/* id, state, the outputs, seconds, the variables, why */
struct table {
    struct inlay_trial_terms terms;
    const inlay_options *options;
    int64_t last; /* trial; 0: none */
    struct inlay_listed_best best;

    size_t n_columns;
    size_t *width;          /* of each column */
    bool has_why;           /* else the last column is left out */
    bool has_outside;       /* a value is marked */
    bool has_trial_outside; /* a trial is marked */
    struct inlay_stranded stranded;
    struct inlay_text cells; /* row by row, harmless; each has a line */
};

enum { ID, STATE, OUTPUTS };

static size_t seconds_column(const struct table *t)
{
    return OUTPUTS + t->terms.outputs->n;
}

static inlay_status find_best(const struct inlay_listed *trial, void *context,
                              inlay_error *err)
{
    struct table *t = context;

    (void)err;
    t->last = trial->id;
    inlay_listed_take_best(&t->best, t->options, trial);
    return INLAY_OK;
}

/* The variable of a column; NULL for those before and after. */
static const inlay_variable *variable_of(const struct table *t, size_t column)
{
    const size_t first = seconds_column(t) + 1;

    return column >= first && column + 1 < t->n_columns
               ? &inlay_space_var(t->terms.space, column - first)->is
               : NULL;
}

static void add_title(const struct table *t, size_t column,
                      struct inlay_text *cell)
{
    const struct inlay_outputs *outputs = t->terms.outputs;
    const inlay_variable *v = variable_of(t, column);
    const size_t seconds = seconds_column(t);

    inlay_text_add(cell, v                   ? v->name
                         : column == ID      ? "id"
                         : column == STATE   ? "state"
                         : column == seconds ? "seconds"
                         : column > seconds  ? "why"
                         : outputs->is_default
                             ? "value"
                             : outputs->name[column - OUTPUTS]);
}

/* !24.1 is outside its limits. */
static void add_output(struct table *t, const struct inlay_listed *trial,
                       size_t i, struct inlay_text *cell)
{
    if (!trial->values || !isfinite(trial->values[i]))
        return;
    if (inlay_output_violation(&t->terms.outputs->at[i], trial->values[i]) >
        0.0) {
        inlay_text_add(cell, "!");
        t->has_outside = true;
    }
    inlay_text_add(cell, inlay_readable_number(trial->values[i], 6).text);
}

static const char *reason_of(const struct inlay_listed *trial)
{
    return trial->void_because ? trial->void_because : trial->why;
}

/* Nothing where the trial has none. */
static void add_cell(struct table *t, const struct inlay_listed *trial,
                     size_t column, struct inlay_text *cell)
{
    const size_t seconds = seconds_column(t);

    if (variable_of(t, column)) {
        const inlay_value *x = &trial->x[column - seconds - 1];
        inlay_text_add(cell,
                       x->text ? x->text : inlay_readable_value(x, 6).text);
    } else if (column == ID) {
        inlay_text_printf(cell, "%s%" PRId64,
                          trial->id == t->best.id ? "*"
                          : trial->is_outside     ? "~"
                                                  : "",
                          trial->id);
    } else if (column == STATE) {
        inlay_text_add(cell, inlay_listed_names[trial->state]);
    } else if (column < seconds) {
        add_output(t, trial, column - OUTPUTS, cell);
    } else if (column == seconds && isfinite(trial->seconds)) {
        inlay_text_add(cell, inlay_readable_number(trial->seconds, 6).text);
    } else if (column > seconds && reason_of(trial)) {
        inlay_text_add(cell, reason_of(trial));
    }
}

/* The header where trial is NULL. */
static void add_row(struct table *t, const struct inlay_listed *trial)
{
    struct inlay_text cell = {0};

    for (size_t i = 0; i < t->n_columns; i++) {
        const size_t from = t->cells.n;

        inlay_text_cut(&cell, 0);
        if (trial)
            add_cell(t, trial, i, &cell);
        else
            add_title(t, i, &cell);
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

    t->has_why = t->has_why || reason_of(trial);
    t->has_trial_outside = t->has_trial_outside || trial->is_outside;
    inlay_stranded_take(&t->stranded, t->terms.space, trial);
    add_row(t, trial);
    return inlay_text_status(&t->cells, err);
}

/* ---- The table ----------------------------------------------------------- */

static bool is_number(const struct table *t, size_t column)
{
    const inlay_variable *v = variable_of(t, column);

    return v ? v->type != INLAY_TYPE_CATEGORICAL &&
                   v->type != INLAY_TYPE_BOOLEAN
             : column <= seconds_column(t) && column != STATE;
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

static inlay_status print_table(struct table *t, const struct inlay_args *args,
                                inlay_error *err)
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
    if (t->has_outside)
        inlay_text_add(&page, "! outside its limit\n");
    if (t->has_trial_outside)
        inlay_text_add(&page, "~ outside the space as it is now\n");
    inlay_stranded_add(&t->stranded, args, &page);
    inlay_text_add(&page, t->stranded.n > 0 ? "\n" : "");
    inlay_text_fail_as(&page, &line);
    inlay_text_clear(&line);
    return inlay_say_text(&page, err);
}

static inlay_status show_table(const struct inlay_args *args,
                               const struct inlay_target *target,
                               struct inlay_trial_choice choice,
                               inlay_error *err)
{
    const struct inlay_trial_choice all = {.states = INLAY_LISTED_ALL};
    struct table t = {
        .terms = inlay_target_terms(target),
        .options = target->file->options,
    };
    inlay_status st = inlay_trial_list_each(target->journal, t.terms, all,
                                            find_best, &t, err);

    t.n_columns =
        seconds_column(&t) + 1 + inlay_space_n_variables(t.terms.space) + 1;

    t.width = inlay_mem_new(t.n_columns, sizeof *t.width);
    if (st == INLAY_OK && !t.width)
        st = inlay_fail_memory(err, "a table");
    if (st == INLAY_OK)
        add_row(&t, NULL);
    choice.until = t.last;
    if (st == INLAY_OK && t.last > 0)
        st = inlay_trial_list_each(target->journal, t.terms, choice, take_trial,
                                   &t, err);
    if (st == INLAY_OK)
        st = inlay_text_status(&t.cells, err);
    if (st == INLAY_OK)
        st = print_table(&t, args, err);
    inlay_text_clear(&t.stranded.ids);
    inlay_text_clear(&t.cells);
    inlay_mem_free(t.width);
    return st;
}

/* ---- All ----------------------------------------------------------------- */

static inlay_status show(const struct inlay_args *args, struct inlay_target *t,
                         void *context, inlay_error *err)
{
    const struct inlay_trial_choice *choice = context;
    struct inlay_trial_terms terms = inlay_target_terms(t);
    struct inlay_outfile out = {.file = stdout};
    size_t n = 0;

    if (!args->is_json && !inlay_args_has(args, "csv"))
        return show_table(args, t, *choice, err);
    terms.has_times = inlay_args_has(args, "times");
    return inlay_trial_list_print(
        t->journal, terms, *choice,
        args->is_json ? INLAY_TRIALS_JSON : INLAY_TRIALS_CSV, &out, &n, err);
}

static inlay_status show_one(const struct inlay_args *args,
                             struct inlay_target *t, void *context,
                             inlay_error *err)
{
    struct inlay_text page = {0};
    int64_t id = 0;
    inlay_status st =
        inlay_args_number(args->words[1], "ID", INT64_MAX, &id, err);

    (void)context;
    if (st == INLAY_OK)
        st = args->is_json ? inlay_trial_page_json(t->study, id, &page, err)
                           : inlay_trial_page_print(t->study, id, &page, err);
    if (st == INLAY_OK)
        return inlay_say_text(&page, err);
    inlay_text_clear(&page);
    return st;
}

int inlay_cmd_show(const struct inlay_args *args)
{
    struct inlay_trial_choice choice = {0};

    if (args->n_words > 1)
        return inlay_target_do(args, read_flags, INLAY_STORE_READ, show_one,
                               &choice);
    return inlay_target_do(args, read_flags, INLAY_TARGET_VIEW, show, &choice);
}
