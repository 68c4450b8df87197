/*
 * line.c: numbers and configurations in lines for people.
 */
#include "app/screen/line.h"

#include <inttypes.h>
#include <string.h>

#include "base/harmless.h"
#include "problem/space.h"

inlay_status inlay_line_add_value(struct inlay_text *line, double v,
                                  inlay_error *err)
{
    return inlay_text_printf(line, err, "%.6g", v == 0.0 ? 0.0 : v);
}

static inlay_status add_name(struct inlay_text *line, const char *s,
                             bool has_utf8, inlay_error *err)
{
    return inlay_harmless_add(
        line, s, strlen(s),
        has_utf8 ? INLAY_HARMLESS_ESCAPED : INLAY_HARMLESS_ASCII, err);
}

static inlay_status add_variable(struct inlay_text *line, const inlay_value *v,
                                 bool has_utf8, inlay_error *err)
{
    switch (v->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        return inlay_line_add_value(line, v->real, err);
    case INLAY_INTEGER:
        return inlay_text_printf(line, err, "%" PRId64, v->integer);
    case INLAY_CATEGORICAL:
    case INLAY_BOOLEAN:
        break;
    }
    return add_name(line, v->text, has_utf8, err);
}

inlay_status inlay_line_add_configuration(struct inlay_text *line,
                                          const inlay_space *space,
                                          const inlay_value *x, bool has_utf8,
                                          inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++) {
        const char *name = inlay_space_var(space, i)->is.name;

        if (i > 0)
            st = inlay_text_add(line, " ", err);
        if (st == INLAY_OK)
            st = add_name(line, name, has_utf8, err);
        if (st == INLAY_OK)
            st = inlay_text_add(line, "=", err);
        if (st == INLAY_OK)
            st = add_variable(line, &x[i], has_utf8, err);
    }
    return st;
}
