/*
 * limits.c: limits of outputs, and how far values are from them, in words.
 */
#include "app/screen/limits.h"

#include <math.h>

#include "app/screen/readable.h"
#include "base/width.h"

static struct inlay_shown number(double v)
{
    return inlay_readable_number(v, 6);
}

/* A distance: few digits, however small. */
static struct inlay_shown distance(double v)
{
    return inlay_readable_number(v, 3);
}

void inlay_limits_add_range(struct inlay_text *text, const inlay_output *o)
{
    const bool has_min = o->min > -INFINITY, has_max = o->max < INFINITY;
    if (has_min && has_max)
        inlay_text_printf(text, "%s to %s", number(o->min).text,
                          number(o->max).text);
    else if (has_min || has_max)
        inlay_text_printf(text, "at %s %s", has_min ? "least" : "most",
                          number(has_min ? o->min : o->max).text);
    else
        inlay_text_add(text, "none");
}

double inlay_limits_margin(const inlay_output *o, double value)
{
    if (isnan(value) || !inlay_output_has_limit(o))
        return NAN;
    return fmin(value - o->min, o->max - value);
}

void inlay_limits_add_margin(struct inlay_text *text, const inlay_output *o,
                             double value)
{
    const double margin = inlay_limits_margin(o, value);
    if (!inlay_output_has_limit(o))
        return;
    if (isnan(margin))
        inlay_text_add(text, "not known");
    else if (margin == 0.0)
        inlay_text_add(text, "just within");
    else if (margin > 0.0)
        inlay_text_printf(text, "within by %s", distance(margin).text);
    else
        inlay_text_printf(text, "%s too %s", distance(-margin).text,
                          value > o->max ? "high" : "low");
}

void inlay_limits_add_broken(struct inlay_text *text,
                             const struct inlay_outputs *outputs,
                             const double *values)
{
    size_t n = 0;
    for (size_t k = 0; k < outputs->n; k++) {
        const inlay_output *o = &outputs->at[k];
        if (inlay_output_violation(o, values[k]) == 0.0)
            continue;
        inlay_text_printf(text, "%s%s=%s", n++ > 0 ? ", " : "",
                          inlay_shown_text(o->name).text,
                          number(values[k]).text);
        if (!isnan(values[k]))
            inlay_text_printf(
                text, " %s %s", values[k] > o->max ? ">" : "<",
                number(values[k] > o->max ? o->max : o->min).text);
    }
}

static bool is_listed(const struct inlay_outputs *outputs, size_t k)
{
    return k != outputs->objective || inlay_output_has_limit(&outputs->at[k]);
}

static size_t widest_name(const struct inlay_outputs *outputs)
{
    size_t widest = 0;
    for (size_t k = 0; k < outputs->n; k++) {
        const size_t n =
            inlay_width(inlay_shown_text(outputs->at[k].name).text);
        if (is_listed(outputs, k) && n > widest)
            widest = n;
    }
    return widest;
}

void inlay_limits_add_table(struct inlay_text *text,
                            const struct inlay_outputs *outputs,
                            const double *values)
{
    const size_t width = widest_name(outputs);
    for (size_t k = 0; k < outputs->n; k++) {
        const inlay_output *o = &outputs->at[k];
        if (!is_listed(outputs, k))
            continue;
        inlay_text_add(text, "  ");
        inlay_readable_add_padded(text, inlay_shown_text(o->name).text, width,
                                  false);
        inlay_text_printf(text, "  %s", number(values[k]).text);
        if (inlay_output_has_limit(o)) {
            inlay_text_add(text, " (");
            inlay_limits_add_range(text, o);
            inlay_text_add(text, ": ");
            inlay_limits_add_margin(text, o, values[k]);
            inlay_text_add(text, ")");
        }
        inlay_text_add(text, "\n");
    }
}
