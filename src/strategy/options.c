/*
 * options.c: handles of options: values set from text, and those in force.
 *
 * A handle holds the texts that were set by name.  All other values come from
 * the method's own defaults, then from the preset, then from the table, whatever
 * the order of the calls.  Each value is parsed when an option is set, not when
 * it is read.
 */
#include "strategy/options.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/hyper.h"
#include "problem/foreign.h"
#include "strategy/methods.h"
#include "strategy/option_table.h"

struct value {
    const char *text;
    union {
        int64_t integer;
        double number;
        int choice;
    } as;
};

struct inlay_options {
    char *set[INLAY_N_OPTIONS];          /* NULL where it was not set by name */
    struct value value[INLAY_N_OPTIONS]; /* in force; views of texts */
    struct inlay_outputs outputs;        /* the objective has option goal */
};

/* ---- Values from text ---- */

static inlay_status refuse_choice(const inlay_option *row, const char *value,
                                  inlay_error *err)
{
    const char *now = inlay_choice_renamed(row->name, value);
    if (now)
        return inlay_fail(err, INLAY_EINVAL, "%s '%s' is now called '%s'",
                          row->name, value, now);
    inlay_fail(err, INLAY_EINVAL, "option '%s': '%s' is not one of", row->name,
               value);
    for (size_t k = 0; err && row->choices[k]; k++)
        inlay_fail(err, INLAY_EINVAL, "%s%s%s", err->msg, k ? ", " : " ",
                   row->choices[k]);
    return INLAY_EINVAL;
}

static int value_of(const struct inlay_option_row *row, size_t k)
{
    return row->values ? row->values[k] : (int)k;
}

static inlay_status read_choice(const struct inlay_option_row *row,
                                struct value *v, inlay_error *err)
{
    size_t k = 0;
    while (row->is.choices[k] && strcmp(row->is.choices[k], v->text) != 0)
        k++;
    if (!row->is.choices[k])
        return refuse_choice(&row->is, v->text, err);
    v->as.choice = value_of(row, k);
    return INLAY_OK;
}

static inlay_status check_range(const inlay_option *row, const char *text,
                                double v, inlay_error *err)
{
    if (v >= row->min && v <= row->max)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "option '%s': %s is not between %.16g and %.16g",
                      row->name, text, row->min, row->max);
}

/* v->text is given. */
static inlay_status read_value(size_t id, struct value *v, inlay_error *err)
{
    const struct inlay_option_row *row = inlay_option_row(id);
    const bool is_whole = row->is.type == INLAY_OPTION_INTEGER;
    if (row->is.type == INLAY_OPTION_CHOICE)
        return read_choice(row, v, err);
    if (is_whole && inlay_text_to_integer(v->text, &v->as.integer))
        return check_range(&row->is, v->text, (double)v->as.integer, err);
    if (!is_whole && inlay_text_to_number(v->text, &v->as.number))
        return check_range(&row->is, v->text, v->as.number, err);
    return inlay_fail(err, INLAY_EINVAL, "option '%s': '%s' is not a %s",
                      row->is.name, v->text,
                      is_whole ? "whole number" : "number");
}

/* ---- Values in force ---- */

static const char *text_of(const inlay_options *o, size_t id)
{
    const struct inlay_option_row *row = inlay_option_row(id);
    const char *own = NULL;
    if (o->set[id])
        return o->set[id];
    const bool is_paper =
        o->value[INLAY_OPT_PRESET].as.choice == INLAY_PRESET_PAPER;
    if (o->set[INLAY_OPT_METHOD])
        own = inlay_method_default(inlay_method_find(o->set[INLAY_OPT_METHOD]),
                                   (enum inlay_option_id)id, is_paper);
    if (own)
        return own;
    return is_paper && row->paper ? row->paper : row->is.fallback;
}

/* The preset comes first: all others depend on it. */
_Static_assert(INLAY_OPT_PRESET == 0, "the preset is read before the others");

static void put_in_force(inlay_options *o)
{
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++) {
        o->value[i].text = text_of(o, i);
        read_value(i, &o->value[i], NULL); /* sound: checked, or the table's */
    }
    if (o->outputs.objective < o->outputs.n)
        o->outputs.at[o->outputs.objective].goal =
            o->value[INLAY_OPT_GOAL].as.choice;
}

/* ---- Handles ---- */

inlay_status inlay_options_new(inlay_options **out, inlay_error *err)
{
    if (!out)
        return inlay_refuse_null(__func__, "out", err);
    return inlay_settle(err, inlay_options_copy(NULL, out, err));
}

void inlay_options_free(inlay_options *o)
{
    for (size_t i = 0; o && i < INLAY_N_OPTIONS; i++)
        inlay_mem_free(o->set[i]);
    if (o)
        inlay_outputs_clear(&o->outputs);
    inlay_mem_free(o);
}

inlay_status inlay_options_copy(const inlay_options *options,
                                inlay_options **out, inlay_error *err)
{
    inlay_options *o = inlay_mem_new(1, sizeof *o);
    if (!o)
        return inlay_fail_memory(err, "options");
    inlay_status st =
        options ? inlay_outputs_copy(&options->outputs, &o->outputs, err)
                : inlay_outputs_init(&o->outputs, err);
    for (size_t i = 0; options && st == INLAY_OK && i < INLAY_N_OPTIONS; i++)
        if (options->set[i] && !(o->set[i] = inlay_mem_text(options->set[i])))
            st = inlay_fail_memory(err, "options");
    if (st != INLAY_OK) {
        inlay_options_free(o);
        return st;
    }
    put_in_force(o);
    *out = o;
    return INLAY_OK;
}

/* ---- Set ---- */

static inlay_status refuse_name(const char *name, inlay_error *err)
{
    const char *names[INLAY_N_OPTIONS];
    const char *now = inlay_option_renamed(name);
    if (now)
        return inlay_fail(err, INLAY_EINVAL, "option '%s' is now called '%s'",
                          name, now);
    for (size_t i = 0; i < INLAY_N_OPTIONS; i++)
        names[i] = inlay_option_at(i)->name;
    const char *near = inlay_foreign_at(INLAY_FOREIGN_KEY, name, 0);
    if (!near || inlay_option_find(near) == INLAY_N_OPTIONS)
        near = inlay_text_nearest(name, names, INLAY_N_OPTIONS);
    return inlay_fail(err, INLAY_EINVAL, "unknown option '%s'%s", name,
                      inlay_shown_guess(near).text);
}

inlay_status inlay_options_set(inlay_options *o, const char *name,
                               const char *value, inlay_error *err)
{
    if (!o || !name || !value)
        return inlay_refuse_null(__func__, "options, name and value", err);
    const size_t i = inlay_option_find(name);
    if (i == INLAY_N_OPTIONS)
        return refuse_name(name, err);
    const inlay_status st = read_value(i, &(struct value){.text = value}, err);
    if (st != INLAY_OK)
        return st;
    char *text = inlay_mem_text(value);
    if (!text)
        return inlay_fail_memory(err, "an option");
    inlay_mem_free(o->set[i]);
    o->set[i] = text;
    put_in_force(o);
    return inlay_settle(err, INLAY_OK);
}

static inlay_status refuse_number(const inlay_option *row, inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL,
                      "option '%s' is a choice, not a number: use "
                      "inlay_options_set and inlay_options_get",
                      row->name);
}

/* The range comes first, as outside of it a cast may not be defined.  Whole
 * numbers in full: a seed is not written as 1e15. */
static inlay_status write_number(const inlay_option *row, double value,
                                 struct inlay_text *text, inlay_error *err)
{
    const bool is_whole = row->type == INLAY_OPTION_INTEGER;
    if (!isfinite(value))
        return inlay_fail(err, INLAY_EINVAL,
                          "option '%s': %s is not a finite number", row->name,
                          isnan(value) ? "NaN" : "infinity");
    if (is_whole && value != floor(value))
        return inlay_fail(err, INLAY_EINVAL,
                          "option '%s': %.16g is not a whole number", row->name,
                          value);
    inlay_text_add_number(text, value);
    inlay_status st = inlay_text_status(text, err);
    if (st == INLAY_OK)
        st = check_range(row, inlay_text_view(text), value, err);
    if (st != INLAY_OK || !is_whole)
        return st;
    inlay_text_cut(text, 0);
    inlay_text_add_integer(text, (int64_t)value);
    return inlay_text_status(text, err);
}

inlay_status inlay_options_set_number(inlay_options *o, const char *name,
                                      double value, inlay_error *err)
{
    if (!o || !name)
        return inlay_refuse_null(__func__, "options and name", err);
    const size_t i = inlay_option_find(name);
    if (i == INLAY_N_OPTIONS)
        return refuse_name(name, err);
    const inlay_option *row = inlay_option_at(i);
    if (row->type == INLAY_OPTION_CHOICE)
        return refuse_number(row, err);
    struct inlay_text text = {0};
    inlay_status st = write_number(row, value, &text, err);
    if (st == INLAY_OK)
        st = inlay_options_set(o, name, inlay_text_view(&text), err);
    inlay_text_clear(&text);
    return st;
}

inlay_status inlay_options_set_recorded(inlay_options *o, const char *name,
                                        const char *value, inlay_error *err)
{
    const char *now = inlay_option_renamed(name);
    const char *choice = inlay_choice_renamed(now ? now : name, value);
    return inlay_options_set(o, now ? now : name, choice ? choice : value, err);
}

/* ---- Outputs ---- */

static inlay_status set_goal(inlay_options *o, inlay_goal goal,
                             inlay_error *err)
{
    return goal == INLAY_GOAL_NONE
               ? INLAY_OK
               : inlay_options_set(
                     o, "goal", inlay_choice_name(INLAY_OPT_GOAL, goal), err);
}

inlay_status inlay_options_add_output(inlay_options *o, const char *name,
                                      inlay_goal goal, double min, double max,
                                      inlay_error *err)
{
    const inlay_output output = {name, goal, min, max};
    struct inlay_outputs was = {0};
    if (!o || !name)
        return inlay_refuse_null(__func__, "options and name", err);
    if (goal != INLAY_GOAL_NONE && !inlay_choice_name(INLAY_OPT_GOAL, goal))
        return inlay_fail(err, INLAY_EINVAL,
                          "output '%s': %d is not an inlay_goal",
                          inlay_shown_text(name).text, (int)goal);
    inlay_status st = inlay_outputs_copy(&o->outputs, &was, err);
    if (st == INLAY_OK)
        st = inlay_outputs_add(&o->outputs, &output, err);
    if (st == INLAY_OK) {
        st = set_goal(o, goal, err);
        if (st != INLAY_OK) { /* as if nothing had been added */
            const struct inlay_outputs now = o->outputs;
            o->outputs = was;
            was = now;
        }
    }
    inlay_outputs_clear(&was);
    return inlay_settle(err, st);
}

const struct inlay_outputs *inlay_options_outputs(const inlay_options *o)
{
    return &o->outputs;
}

size_t inlay_options_n_outputs(const inlay_options *o)
{
    return o ? o->outputs.n : 0;
}

const inlay_output *inlay_options_output(const inlay_options *o, size_t i)
{
    return o && i < o->outputs.n ? &o->outputs.at[i] : NULL;
}

size_t inlay_options_objective(const inlay_options *o)
{
    return o ? o->outputs.objective : 0;
}

/* ---- Get ---- */

const char *inlay_options_get(const inlay_options *o, const char *name)
{
    const size_t i = o && name ? inlay_option_find(name) : INLAY_N_OPTIONS;
    return i < INLAY_N_OPTIONS ? o->value[i].text : NULL;
}

inlay_status inlay_options_get_number(const inlay_options *o, const char *name,
                                      double *out, inlay_error *err)
{
    if (!o || !name || !out)
        return inlay_refuse_null(__func__, "options, name and out", err);
    const size_t i = inlay_option_find(name);
    if (i == INLAY_N_OPTIONS)
        return refuse_name(name, err);
    const inlay_option *row = inlay_option_at(i);
    if (row->type == INLAY_OPTION_CHOICE)
        return refuse_number(row, err);
    *out = row->type == INLAY_OPTION_INTEGER ? (double)o->value[i].as.integer
                                             : o->value[i].as.number;
    return inlay_settle(err, INLAY_OK);
}

int64_t inlay_options_integer(const inlay_options *o, enum inlay_option_id id)
{
    return o->value[id].as.integer;
}

size_t inlay_options_count(const inlay_options *o, enum inlay_option_id id)
{
    return (size_t)o->value[id].as.integer;
}

double inlay_options_number(const inlay_options *o, enum inlay_option_id id)
{
    return o->value[id].as.number;
}

int inlay_options_choice(const inlay_options *o, enum inlay_option_id id)
{
    return o->value[id].as.choice;
}

const char *inlay_choice_name(enum inlay_option_id id, int value)
{
    const struct inlay_option_row *row = inlay_option_row(id);
    size_t k = 0;
    while (row->is.choices[k] && value_of(row, k) != value)
        k++;
    return row->is.choices[k];
}

/* With noise the best observed value is partly luck. */
enum inlay_incumbent inlay_options_incumbent(const inlay_options *o)
{
    const int which = inlay_options_choice(o, INLAY_OPT_INCUMBENT);
    if (which != INLAY_INCUMBENT_AUTO)
        return which;
    return inlay_options_choice(o, INLAY_OPT_NOISE) == INLAY_NOISE_NONE
               ? INLAY_INCUMBENT_OBSERVED
               : INLAY_INCUMBENT_PREDICTED;
}
