/*
 * change.c: changes of a study file, in words, and those that cannot be.
 *
 * Only two changes are refused, and only where there are trials: a variable that
 * they lack and that has no default, which is a question that the user alone can
 * answer; and a variable that was a number and is a name, or the other way round,
 * as its old values would be lost.  What stood in the way before the change, too,
 * does not count.
 */
#include "study/change.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json_writer.h"
#include "base/shown.h"
#include "problem/configuration.h"
#include "problem/outcome.h"
#include "problem/space.h"
#include "strategy/options.h"

enum { MOST_VALUES = 4 }; /* that are named of a list */

/* ---- Variables ---- */

static void add_name(struct inlay_text *text, const char *name)
{
    inlay_text_add(text, text->n > 0 ? "; " : "");
    inlay_text_add(text, inlay_shown_text(name).text);
}

static void add_bounds(struct inlay_text *text, const inlay_variable *is)
{
    if (is->type == INLAY_TYPE_INTEGER)
        inlay_text_printf(text, "%" PRId64 " to %" PRId64, is->int_lo,
                          is->int_hi);
    else
        inlay_text_printf(text, "%s to %s", inlay_shown_number(is->lo).text,
                          inlay_shown_number(is->hi).text);
}

static bool has_bounds(const inlay_variable *is)
{
    return is->type == INLAY_TYPE_REAL || is->type == INLAY_TYPE_INTEGER;
}

/* Value k of a list, as it is found in another. */
static bool has_value(const inlay_variable *list, const inlay_variable *of,
                      size_t k)
{
    const bool is_kin = inlay_variable_is_kin(list, of);
    for (size_t i = 0; is_kin && i < list->n_values; i++)
        if (of->labels ? strcmp(list->labels[i], of->labels[k]) == 0
                       : list->numbers[i] == of->numbers[k])
            return true;
    return false;
}

static void add_value(struct inlay_text *text, const inlay_variable *of,
                      size_t k)
{
    if (of->labels)
        inlay_text_printf(text, "'%s'", inlay_shown_text(of->labels[k]).text);
    else
        inlay_text_add(text, inlay_shown_number(of->numbers[k]).text);
}

/* Appends those of a list that another lacks: "'gelu', 'silu' are new".  Returns
 * how many there are. */
static size_t add_lacking(struct inlay_text *text, const char *before,
                          const inlay_variable *of, const inlay_variable *other,
                          const char *what)
{
    size_t n = 0;
    for (size_t k = 0; k < of->n_values; k++) {
        if (has_value(other, of, k))
            continue;
        if (n < MOST_VALUES) {
            inlay_text_add(text, n == 0 ? before : ", ");
            add_value(text, of, k);
        }
        n++;
    }
    if (n > MOST_VALUES)
        inlay_text_printf(text, " and %zu more", n - MOST_VALUES);
    if (n > 0)
        inlay_text_printf(text, " %s %s", n == 1 ? "is" : "are", what);
    return n;
}

static void add_lists(struct inlay_text *text, const inlay_variable *was,
                      const inlay_variable *now)
{
    const size_t n_new = add_lacking(text, ": ", now, was, "new");
    const size_t n_gone =
        add_lacking(text, n_new > 0 ? ", " : ": ", was, now, "gone");
    if (n_new + n_gone == 0)
        inlay_text_add(text, ": its values are in another order");
}

static void add_range(struct inlay_text *text, const inlay_variable *was,
                      const inlay_variable *now)
{
    const char *before = ": ";
    if (was->lo != now->lo || was->hi != now->hi ||
        was->int_lo != now->int_lo || was->int_hi != now->int_hi) {
        inlay_text_add(text, before);
        add_bounds(text, was);
        inlay_text_add(text, " became ");
        add_bounds(text, now);
        before = ", ";
    }
    if (was->step != now->step) {
        inlay_text_printf(text, "%sthe step became ", before);
        inlay_text_add(text, now->step > 0.0
                                 ? inlay_shown_number(now->step).text
                                 : "none");
        before = ", ";
    }
    if (was->scale != now->scale)
        inlay_text_printf(text, "%sthe scale became %s", before,
                          now->scale == INLAY_SCALE_LOG ? "log" : "linear");
}

static void add_default(struct inlay_text *text, const inlay_variable *is)
{
    const struct inlay_var var = {.is = *is};
    const inlay_value *v = is->fallback;
    if (v && v->type == INLAY_TYPE_ABSENT)
        inlay_text_add(text, "unknown");
    else if (v)
        inlay_configuration_add_plain(text, &var, v);
    else
        inlay_text_add(text, "none");
}

static bool is_same_default(const inlay_value *a, const inlay_value *b)
{
    return !a || !b ? a == b : inlay_values_equal(a, b, 1);
}

static void add_kept(struct inlay_text *text, const inlay_variable *was,
                     const inlay_variable *now)
{
    const bool is_same = inlay_variable_is_same(was, now);
    if (is_same && is_same_default(was->fallback, now->fallback))
        return;
    add_name(text, now->name);
    if (was->type != now->type)
        inlay_text_printf(text, ": %s became %s", inlay_type_name(was->type),
                          inlay_type_name(now->type));
    else if (!is_same && has_bounds(now))
        add_range(text, was, now);
    else if (!is_same)
        add_lists(text, was, now);
    if (is_same_default(was->fallback, now->fallback))
        return;
    inlay_text_add(text, is_same ? ": default " : ", default ");
    add_default(text, was);
    inlay_text_add(text, " became ");
    add_default(text, now);
}

static void add_new(struct inlay_text *text, const inlay_variable *now)
{
    add_name(text, now->name);
    inlay_text_add(text, " is new");
    if (!now->fallback)
        return;
    inlay_text_add(text, " (default: ");
    add_default(text, now);
    inlay_text_add(text, ")");
}

static const inlay_variable *find(const inlay_space *space, const char *name)
{
    size_t i = 0;
    return inlay_space_find(space, name, &i, NULL) == INLAY_OK
               ? &inlay_space_var(space, i)->is
               : NULL;
}

static bool is_reordered(const inlay_space *was, const inlay_space *now)
{
    const size_t n = inlay_space_n_variables(was);
    bool same = n == inlay_space_n_variables(now);
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(inlay_space_var(was, i)->is.name,
                      inlay_space_var(now, i)->is.name) == 0;
    return !same;
}

static void add_variables(struct inlay_text *text, const inlay_space *was,
                          const inlay_space *now)
{
    const size_t n = text->n;
    for (size_t i = 0; i < inlay_space_n_variables(now); i++) {
        const inlay_variable *is = &inlay_space_var(now, i)->is;
        const inlay_variable *before = find(was, is->name);
        if (before)
            add_kept(text, before, is);
        else
            add_new(text, is);
    }
    for (size_t i = 0; i < inlay_space_n_variables(was); i++) {
        const char *name = inlay_space_var(was, i)->is.name;
        if (find(now, name))
            continue;
        add_name(text, name);
        inlay_text_add(text, " is gone");
    }
    if (text->n == n && is_reordered(was, now))
        inlay_text_add(text, "the variables are in another order");
}

/* ---- Outputs ---- */

static void add_limits(struct inlay_text *text, const inlay_output *output)
{
    const bool has_min = output->min > -INFINITY,
               has_max = output->max < INFINITY;
    if (has_min && has_max)
        inlay_text_printf(text, "%s to %s",
                          inlay_shown_number(output->min).text,
                          inlay_shown_number(output->max).text);
    else if (has_min || has_max)
        inlay_text_printf(
            text, "at %s %s", has_min ? "least" : "most",
            inlay_shown_number(has_min ? output->min : output->max).text);
    else
        inlay_text_add(text, "no limits");
}

static void add_output(struct inlay_text *text, const inlay_output *was,
                       const inlay_output *now)
{
    if (was->min == now->min && was->max == now->max)
        return;
    add_name(text, now->name);
    inlay_text_add(text, ": ");
    add_limits(text, was);
    inlay_text_add(text, " became ");
    add_limits(text, now);
}

static void add_outputs(struct inlay_text *text,
                        const struct inlay_outputs *was,
                        const struct inlay_outputs *now)
{
    for (size_t i = 0; i < now->n; i++) {
        const size_t k = inlay_outputs_find(was, now->name[i]);
        if (k < was->n) {
            add_output(text, &was->at[k], &now->at[i]);
            continue;
        }
        inlay_text_add(text, text->n > 0 ? "; output " : "output ");
        inlay_text_printf(text, "%s is new",
                          inlay_shown_text(now->name[i]).text);
    }
    for (size_t i = 0; i < was->n; i++)
        if (inlay_outputs_find(now, was->name[i]) == now->n) {
            inlay_text_add(text, text->n > 0 ? "; output " : "output ");
            inlay_text_printf(text, "%s is gone",
                              inlay_shown_text(was->name[i]).text);
        }
}

void inlay_revision_add(const struct inlay_study_file *was,
                        const struct inlay_study_file *now,
                        struct inlay_text *text)
{
    const char *goal = inlay_options_get(was->options, "goal"),
               *goal_now = inlay_options_get(now->options, "goal");
    add_variables(text, was->space, now->space);
    add_outputs(text, inlay_study_file_outputs(was),
                inlay_study_file_outputs(now));
    if (strcmp(goal, goal_now) == 0)
        return;
    add_name(text, "goal");
    inlay_text_printf(text, ": %s became %s", goal, goal_now);
}

/* ---- What cannot be ---- */

/* "the 28 earlier trials" */
static void add_trials(struct inlay_text *text, size_t n)
{
    if (n == 1)
        inlay_text_add(text, "the earlier trial");
    else
        inlay_text_printf(text, "the %zu earlier trials", n);
}

/* A value that could be meant, as JSON. */
static void add_example(struct inlay_text *text, const struct inlay_var *var)
{
    const inlay_value v = var->is.type == INLAY_TYPE_REAL
                              ? inlay_real(var->is.lo)
                              : inlay_var_value(var, 0);
    inlay_configuration_add_value(text, var, &v);
}

static void ask_default(struct inlay_text *text, const struct inlay_var *var,
                        size_t n)
{
    inlay_text_printf(text, "%s is new: which value did ",
                      inlay_shown_var(var->is.name, 0).text);
    add_trials(text, n);
    inlay_text_add(text, " have? Add \"default\": ");
    add_example(text, var);
    inlay_text_printf(text,
                      " (or what it was) to it, or \"default\": null if it is "
                      "not known; then %s kept, but the model does not use %s",
                      n == 1 ? "that trial is" : "those trials are",
                      n == 1 ? "it" : "them");
}

static void refuse_type(struct inlay_text *text, const struct inlay_var *var,
                        const inlay_variable *was, size_t n, const char *store)
{
    inlay_text_printf(text, "%s is of type %s in ",
                      inlay_shown_var(var->is.name, 0).text,
                      inlay_type_name(was->type));
    add_trials(text, n);
    inlay_text_printf(text,
                      ", and type %s cannot have %s values; give the new "
                      "variable another name, or begin a new study",
                      inlay_type_name(var->is.type), n == 1 ? "its" : "their");
    if (store)
        inlay_text_printf(text,
                          ": 'inlay run STUDY --store NEW.inlay', and 'inlay "
                          "export %s' for what is there",
                          inlay_shown_text(store).text);
}

/* Does a variable stand in the way that has this one of its era, or NULL? */
static bool is_obstacle(const inlay_variable *of_era, const inlay_variable *is)
{
    return of_era ? !inlay_variable_is_kin(of_era, is) : !is->fallback;
}

/* Did it in the space before, too?  So it does where a handle that has kept an
 * older space has added trials. */
static bool was_obstacle(const inlay_space *before,
                         const inlay_variable *of_era, const char *name)
{
    const inlay_variable *is = before ? find(before, name) : NULL;
    return is && is_obstacle(of_era, is);
}

/* What the trials of an era lack, or have of another kind, and did not in the
 * space before; NULL: nothing.  *was: the variable of that kind, or NULL. */
static const struct inlay_var *find_obstacle(const struct inlay_era *era,
                                             const inlay_space *before,
                                             const inlay_variable **was)
{
    const struct inlay_translation *t = &era->translation;
    for (size_t i = 0; i < inlay_space_n_variables(t->to); i++) {
        const struct inlay_var *var = inlay_space_var(t->to, i);
        *was = t->source[i] == SIZE_MAX
                   ? NULL
                   : &inlay_space_var(t->from, t->source[i])->is;
        if (is_obstacle(*was, &var->is) &&
            !was_obstacle(before, *was, var->is.name))
            return var;
    }
    return NULL;
}

bool inlay_revision_lacks_default(const struct inlay_eras *eras)
{
    const inlay_space *space = eras->space;
    for (size_t i = 0; i < eras->n; i++)
        if (!eras->at[i].is_same && eras->at[i].n_trials > 0)
            for (size_t k = 0; k < inlay_space_n_variables(space); k++)
                if (!inlay_space_var(space, k)->is.fallback &&
                    eras->at[i].translation.source[k] == SIZE_MAX)
                    return true;
    return false;
}

/* Trials of all eras that have such an obstacle in the same variable. */
static size_t count_trials(const struct inlay_eras *eras,
                           const struct inlay_var *obstacle, bool is_new)
{
    size_t n = 0;
    for (size_t i = 0; i < eras->n; i++) {
        const inlay_variable *was =
            eras->at[i].file ? find(eras->at[i].file->space, obstacle->is.name)
                             : &obstacle->is;
        if (is_new ? !was : was && !inlay_variable_is_kin(was, &obstacle->is))
            n += eras->at[i].n_trials;
    }
    return n;
}

inlay_status inlay_revision_check(const struct inlay_eras *eras,
                                  const inlay_space *before, const char *store,
                                  inlay_error *err)
{
    const struct inlay_var *obstacle = NULL;
    const inlay_variable *was = NULL;
    struct inlay_text text = {0};
    for (size_t i = 0; i < eras->n && !obstacle; i++)
        if (!eras->at[i].is_same && eras->at[i].n_trials > 0)
            obstacle = find_obstacle(&eras->at[i], before, &was);
    if (!obstacle)
        return INLAY_OK;
    const bool is_new = !was;
    const size_t n = count_trials(eras, obstacle, is_new);
    if (is_new)
        ask_default(&text, obstacle, n);
    else
        refuse_type(&text, obstacle, was, n, store);
    inlay_status st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        st = inlay_fail(err, INLAY_EINVAL, "%s", text.bytes);
    inlay_text_clear(&text);
    return st;
}
