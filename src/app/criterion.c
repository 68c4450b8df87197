/*
 * criterion.c: a noun for each choice of option acquisition.
 *
 * The words do not say minimum or maximum: they are read by users of both goals.
 */
#include "app/criterion.h"

#include <string.h>

const char *inlay_criterion_name(const inlay_study *study)
{
    static const struct {
        const char *choice, *name;
    } WORDS[] = {
        {"ei", "expected improvement"},
        {"pes", "information about the optimum's place"},
        {"mes", "information about the optimum's value"},
    };
    enum { N_WORDS = sizeof WORDS / sizeof WORDS[0] };
    const char *choice = inlay_options_get(study->options, "acquisition");

    for (size_t i = 0; i < N_WORDS; i++)
        if (strcmp(WORDS[i].choice, choice) == 0)
            return WORDS[i].name;
    return "acquisition";
}
