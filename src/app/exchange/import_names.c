/*
 * import_names.c: what the names of columns and keys mean.
 */
#include <string.h>

#include "app/exchange/import_row.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/shown.h"
#include "base/utf8.h"

bool inlay_import_is_variable(const struct inlay_import *r, const char *name,
                              size_t *i)
{
    return inlay_space_find(r->space, name, i, NULL) == INLAY_OK;
}

bool inlay_import_is_wanted(const struct inlay_import *r, const char *name)
{
    return r->source.value && strcmp(name, r->source.value) == 0;
}

const struct inlay_outputs *inlay_import_outputs(const struct inlay_import *r)
{
    const struct inlay_outputs *outputs = r->source.outputs;

    return outputs && !outputs->is_default ? outputs : NULL;
}

/* What a column of ours is to a reader. */
static const enum inlay_meaning OURS[INLAY_N_OURS] = {
    [INLAY_OUR_ID] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_STATE] = INLAY_MEANS_STATE,
    [INLAY_OUR_VALUE] = INLAY_MEANS_VALUE,
    [INLAY_OUR_VARIANCE] = INLAY_MEANS_VARIANCE,
    [INLAY_OUR_WHY] = INLAY_MEANS_WHY,
    [INLAY_OUR_SECONDS] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_ATTEMPTS] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_METRICS] = INLAY_MEANS_METRICS,
    [INLAY_OUR_DISCARDED] = INLAY_MEANS_DISCARDED,
    [INLAY_OUR_ATTRIBUTES] = INLAY_MEANS_NOTES,
    [INLAY_OUR_ASKED] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_STARTED] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_ENDED] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_AMENDED] = INLAY_MEANS_KNOWN,
    [INLAY_OUR_OUTSIDE] = INLAY_MEANS_KNOWN,
};

static struct inlay_meant meant(enum inlay_meaning is)
{
    return (struct inlay_meant){.is = is};
}

/* The value, unless the user has named another. */
static struct inlay_meant value_of(const struct inlay_import *r)
{
    return meant(r->source.value ? INLAY_MEANS_UNKNOWN : INLAY_MEANS_VALUE);
}

static struct inlay_meant ours_of(const struct inlay_import *r,
                                  enum inlay_our_column i)
{
    return i == INLAY_N_OURS      ? meant(INLAY_MEANS_UNKNOWN)
           : i == INLAY_OUR_VALUE ? value_of(r)
                                  : meant(OURS[i]);
}

static struct inlay_meant output_of(const struct inlay_import *r, size_t i)
{
    return i == inlay_import_outputs(r)->objective
               ? value_of(r)
               : (struct inlay_meant){.is = INLAY_MEANS_OUTPUT, .i = i};
}

/* Words of other tools.  Where outputs have names, "loss" and "objective" are
 * names like others. */
static struct inlay_meant word_of(const struct inlay_import *r,
                                  const char *name)
{
    if (strcmp(name, "y") == 0)
        return value_of(r);
    if (inlay_import_outputs(r))
        return meant(strcmp(name, "values") == 0     ? INLAY_MEANS_OUTPUTS
                     : strcmp(name, "feasible") == 0 ? INLAY_MEANS_KNOWN
                                                     : INLAY_MEANS_UNKNOWN);
    return strcmp(name, "loss") == 0 || strcmp(name, "objective") == 0
               ? value_of(r)
               : meant(INLAY_MEANS_UNKNOWN);
}

struct inlay_meant inlay_import_column(const struct inlay_import *r,
                                       const char *name)
{
    const struct inlay_column column = inlay_columns_find(r->columns, name);

    switch (column.is) {
    case INLAY_COLUMN_VARIABLE:
        return (struct inlay_meant){.is = INLAY_MEANS_VARIABLE, .i = column.i};
    case INLAY_COLUMN_OUTPUT:
        return output_of(r, column.i);
    case INLAY_COLUMN_OURS:
        return ours_of(r, (enum inlay_our_column)column.i);
    case INLAY_COLUMN_METRIC:
        if (inlay_utf8_is_valid(column.metric)) /* JSON cannot say others */
            return (struct inlay_meant){.is = INLAY_MEANS_METRIC,
                                        .metric = column.metric};
        break;
    case INLAY_COLUMN_UNKNOWN:
        break;
    }
    return word_of(r, name);
}

struct inlay_meant inlay_import_key(const struct inlay_import *r,
                                    const char *key, bool is_ours)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    const size_t i = outputs ? inlay_outputs_find(outputs, key) : 0;
    const bool is_output = outputs && i < outputs->n;
    const struct inlay_meant word = word_of(r, key);
    const enum inlay_our_column our = inlay_columns_our(key);

    if (is_output && !is_ours)
        return output_of(r, i);
    if (our != INLAY_N_OURS && our != INLAY_OUR_VALUE)
        return ours_of(r, our);
    if (word.is != INLAY_MEANS_UNKNOWN)
        return word;
    return is_output ? output_of(r, i) : ours_of(r, our);
}
