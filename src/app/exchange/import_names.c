/*
 * import_names.c: what the names of columns and keys mean.
 */
#include <string.h>

#include "app/exchange/import_row.h"
#include "app/exchange/trial_csv.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/shown.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

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

/* What a name means because of the outputs; else INLAY_MEANS_UNKNOWN.  Where outputs have
 * names, "loss" and "objective" are names like others. */
static enum inlay_meaning output_meaning(const struct inlay_import *r,
                                         const char *name)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);

    if (!outputs)
        return INLAY_MEANS_UNKNOWN;
    const size_t i = inlay_outputs_find(outputs, name);
    if (i < outputs->n && i != outputs->objective)
        return INLAY_MEANS_OUTPUT;
    if (i == outputs->objective && !r->source.value)
        return INLAY_MEANS_VALUE;
    return strcmp(name, "values") == 0     ? INLAY_MEANS_OUTPUTS
           : strcmp(name, "feasible") == 0 ? INLAY_MEANS_KNOWN
                                           : INLAY_MEANS_UNKNOWN;
}

/* Does the word mean the value although outputs have other names? */
static bool is_always_value(const char *name)
{
    return strcmp(name, "y") == 0 || strcmp(name, "value") == 0;
}

enum inlay_meaning inlay_import_meaning(const struct inlay_import *r,
                                        const char *name, bool has_variables)
{
    static const struct {
        const char *name;
        enum inlay_meaning meaning;
    } row[] = {
        {"y", INLAY_MEANS_VALUE},
        {"value", INLAY_MEANS_VALUE},
        {"objective", INLAY_MEANS_VALUE},
        {"loss", INLAY_MEANS_VALUE},
        {"state", INLAY_MEANS_STATE},
        {"why", INLAY_MEANS_WHY},
        {"id", INLAY_MEANS_KNOWN},
        {"seconds", INLAY_MEANS_KNOWN},
        {"attempts", INLAY_MEANS_KNOWN},
        {"metrics", INLAY_MEANS_METRICS},
        {"discarded", INLAY_MEANS_DISCARDED},
        {"attributes", INLAY_MEANS_NOTES},
        {"asked", INLAY_MEANS_KNOWN},
        {"started", INLAY_MEANS_KNOWN},
        {"ended", INLAY_MEANS_KNOWN},
        {"amended", INLAY_MEANS_KNOWN},
        {"outside", INLAY_MEANS_KNOWN},
    };
    const size_t n_prefix = strlen(INLAY_TRIAL_LIST_PREFIX);
    size_t k;

    if (has_variables && inlay_import_is_variable(r, name, &k))
        return INLAY_MEANS_VARIABLE;
    while (has_variables &&
           strncmp(name, INLAY_TRIAL_LIST_PREFIX, n_prefix) == 0 &&
           inlay_import_is_variable(r, name + n_prefix, &k))
        name += n_prefix;
    const enum inlay_meaning output = output_meaning(r, name);
    if (output != INLAY_MEANS_UNKNOWN)
        return output;
    for (size_t i = 0; i < LENGTH(row); i++)
        if (strcmp(name, row[i].name) == 0 &&
            (row[i].meaning != INLAY_MEANS_VALUE ||
             (!r->source.value &&
              (!inlay_import_outputs(r) || is_always_value(name)))))
            return row[i].meaning;
    return INLAY_MEANS_UNKNOWN;
}

inlay_status inlay_import_fail_values(const char *one, const char *other,
                                      inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL,
                      "the columns '%s' and '%s' could both be the value; "
                      "choose one with --value",
                      inlay_shown_text(one).text, inlay_shown_text(other).text);
}

inlay_status inlay_import_ignore(struct inlay_import *r, const char *name,
                                 inlay_error *err)
{
    struct inlay_text *list = &r->report->ignored;

    if (json_object_get(r->ignored, name))
        return INLAY_OK;
    if (json_object_set_new_nocheck(r->ignored, name, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    inlay_text_add(list, list->n > 0 ? ", " : "");
    inlay_harmless_add(list, name);
    return inlay_text_status(list, err);
}
