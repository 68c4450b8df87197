/*
 * criterion.c: a noun for each choice of option acquisition.
 *
 * The words do not say minimum or maximum: they are read by users of both goals.
 */
#include "app/pages/criterion.h"

#include <string.h>

const char *inlay_criterion_name(const char *acquisition)
{
    static const char *const WORDS[][2] = {
        {"ei", "expected improvement"},
        {"pes", "information about the optimum's place"},
        {"mes", "information about the optimum's value"},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strcmp(WORDS[i][0], acquisition) == 0)
            return WORDS[i][1];
    return "acquisition";
}
