/*
 * line.c: numbers and configurations in lines for people.
 */
#include "app/screen/line.h"

#include <inttypes.h>
#include <string.h>

#include "base/harmless.h"
#include "problem/space.h"

void inlay_line_add_value(struct inlay_text *line, double v)
{
    inlay_text_printf(line, "%.6g", v == 0.0 ? 0.0 : v);
}

static void add_name(struct inlay_text *line, const char *s, bool has_utf8)
{
    inlay_harmless_add(line, s, strlen(s),
                       has_utf8 ? INLAY_HARMLESS_ESCAPED
                                : INLAY_HARMLESS_ASCII);
}

static void add_variable(struct inlay_text *line, const inlay_value *v,
                         bool has_utf8)
{
    switch (v->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        inlay_line_add_value(line, v->real);
        return;
    case INLAY_INTEGER:
        inlay_text_printf(line, "%" PRId64, v->integer);
        return;
    case INLAY_CATEGORICAL:
    case INLAY_BOOLEAN:
        break;
    }
    add_name(line, v->text, has_utf8);
}

void inlay_line_add_configuration(struct inlay_text *line,
                                  const inlay_space *space,
                                  const inlay_value *x, bool has_utf8)
{

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const char *name = inlay_space_var(space, i)->is.name;

        if (i > 0)
            inlay_text_add(line, " ");
        add_name(line, name, has_utf8);
        inlay_text_add(line, "=");
        add_variable(line, &x[i], has_utf8);
    }
}
