/*
 * readable.c: few digits, as many as one compares at a glance.
 */
#include "app/screen/readable.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/width.h"
#include "base/words.h"
#include "problem/configuration.h"

struct inlay_shown inlay_readable_number(double v, int digits)
{
    struct inlay_shown shown = {"-"};

    if (!isnan(v)) /* no "-0" */
        snprintf(shown.text, sizeof shown.text, "%.*g", digits,
                 v == 0.0 ? 0.0 : v);
    return shown;
}

struct inlay_shown inlay_readable_percent(double share)
{
    struct inlay_shown shown = {"-"};
    const double percent = 100.0 * share;

    if (isnan(share))
        return shown;
    if (percent > 0.0 && percent < 1.0)
        return inlay_shown_text("< 1 %");
    if (percent > 99.0 && percent < 100.0)
        return inlay_shown_text("> 99 %");
    snprintf(shown.text, sizeof shown.text, "%.0f %%", percent);
    return shown;
}

struct inlay_shown inlay_readable_count(size_t n, const char *one)
{
    struct inlay_shown shown;

    snprintf(shown.text, sizeof shown.text, "%zu %s%s", n, one,
             n == 1 ? "" : "s");
    return shown;
}

struct inlay_shown inlay_readable_value(const inlay_value *v, int digits)
{
    struct inlay_shown shown;

    if (v->type == INLAY_TYPE_ABSENT)
        return inlay_shown_text("");
    if (v->text)
        return inlay_shown_text(v->text);
    if (v->type == INLAY_TYPE_ORDINAL)
        return inlay_shown_number(v->real);
    if (v->type == INLAY_TYPE_REAL)
        return inlay_readable_number(v->real, digits);
    snprintf(shown.text, sizeof shown.text, "%" PRId64, v->integer);
    return shown;
}

void inlay_readable_add_configuration(struct inlay_text *text,
                                      const inlay_space *space,
                                      const inlay_value *x, unsigned how)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const char *name = inlay_space_var(space, i)->is.name;

        inlay_text_add(text, i > 0 ? " " : "");
        inlay_harmless_add_bytes(text, name, strlen(name), how);
        inlay_text_add(text, "=");
        if (x[i].text)
            inlay_harmless_add_bytes(text, x[i].text, strlen(x[i].text), how);
        else
            inlay_text_add(text, inlay_readable_value(&x[i], 6).text);
    }
}

void inlay_readable_add_assignments(struct inlay_text *text,
                                    const inlay_space *space,
                                    const inlay_value *x, const char *before,
                                    const char *after)
{
    struct inlay_text value = {0};

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_cut(&value, 0);
        inlay_configuration_add_plain(&value, inlay_space_var(space, i), &x[i]);
        inlay_text_add(text, before);
        inlay_words_add_quoted(text, inlay_space_var(space, i)->is.name);
        inlay_text_add(text, "=");
        inlay_words_add_quoted(text, inlay_text_view(&value));
        inlay_text_add(text, after);
    }
    inlay_text_fail_as(text, &value);
    inlay_text_clear(&value);
}

void inlay_readable_add_padded(struct inlay_text *text, const char *s,
                               size_t width, bool is_right)
{
    struct inlay_text shown = {0};

    inlay_harmless_add(&shown, s);
    const size_t n = inlay_width(inlay_text_view(&shown));
    const int gap = n < width ? (int)(width - n) : 0;
    inlay_text_printf(text, "%*s", is_right ? gap : 0, "");
    inlay_text_add_text(text, &shown);
    inlay_text_printf(text, "%*s", is_right ? 0 : gap, "");
    inlay_text_clear(&shown);
}

const char *inlay_readable_acquisition(const char *acquisition)
{
    static const char *const WORDS[][2] = {
        {"ei", "expected improvement"},
        {"kg", "expected improvement of the recommended value"},
        {"pes", "information about the optimum's place"},
        {"mes", "information about the optimum's value"},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strcmp(WORDS[i][0], acquisition) == 0)
            return WORDS[i][1];
    return "acquisition";
}
