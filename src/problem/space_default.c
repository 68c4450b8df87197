/*
 * space_default.c: the default of a variable: the value of trials that are older
 * than it.
 *
 * It is a value of the variable's type, but need not lie within its bounds: what
 * a program did before it had a knob is often what nobody wants to search.  So
 * only what no trial could have had is refused.
 */
#include "problem/space.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/utf8.h"

static inlay_status check_name(const inlay_value *v, inlay_error *err)
{
    return v->text && v->text[0] && inlay_utf8_is_valid(v->text)
               ? INLAY_OK
               : inlay_fail(err, INLAY_EINVAL,
                            "the default must be a name in UTF-8 that is "
                            "not empty");
}

static inlay_status check_content(const inlay_variable *is,
                                  const inlay_value *v, inlay_error *err)
{
    if (inlay_var_has_names(is) && v->type == INLAY_TYPE_ORDINAL)
        return check_name(v, err);
    switch (v->type) {
    case INLAY_TYPE_REAL:
    case INLAY_TYPE_ORDINAL:
        return isfinite(v->real)
                   ? INLAY_OK
                   : inlay_fail(err, INLAY_EINVAL,
                                "the default %s is not a finite number",
                                inlay_shown_number(v->real).text);
    case INLAY_TYPE_CATEGORICAL:
        return check_name(v, err);
    case INLAY_TYPE_BOOLEAN:
        return v->integer == 0 || v->integer == 1
                   ? INLAY_OK
                   : inlay_fail(err, INLAY_EINVAL,
                                "the default %" PRId64 " is not 0 or 1",
                                v->integer);
    case INLAY_TYPE_INTEGER:
    case INLAY_TYPE_ABSENT:
        break;
    }
    return INLAY_OK;
}

inlay_status inlay_default_check(const inlay_variable *is, const inlay_value *v,
                                 inlay_error *err)
{
    const char *type = inlay_type_name(v->type);
    if (v->type == is->type || v->type == INLAY_TYPE_ABSENT)
        return check_content(is, v, err);
    return inlay_fail(err, INLAY_EINVAL, "the default is of type %s, not %s",
                      type ? type : "unknown", inlay_type_name(is->type));
}

/* The text of a category comes behind the value. */
inlay_status inlay_default_copy(const inlay_value *v, inlay_value **out,
                                inlay_error *err)
{
    const bool is_ordinal = v->type == INLAY_TYPE_ORDINAL;
    const bool has_text =
        v->type == INLAY_TYPE_CATEGORICAL || (is_ordinal && v->text);
    const size_t n = has_text ? strlen(v->text) + 1 : 0;
    inlay_value *copy = inlay_mem_new(1, sizeof *copy + n);
    if (!copy)
        return inlay_fail_memory(err, "a default");
    const char *text = has_text ? memcpy(copy + 1, v->text, n) : NULL;
    *copy = v->type == INLAY_TYPE_REAL      ? inlay_real(v->real + 0.0)
            : is_ordinal && has_text        ? inlay_ordinal_name(text)
            : is_ordinal                    ? inlay_ordinal(v->real + 0.0)
            : v->type == INLAY_TYPE_INTEGER ? inlay_integer(v->integer)
            : v->type == INLAY_TYPE_BOOLEAN ? inlay_boolean(v->integer == 1)
            : has_text                      ? inlay_category(text)
                                            : inlay_absent();
    *out = copy;
    return INLAY_OK;
}
