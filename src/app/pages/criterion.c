/*
 * criterion.c: a noun for each choice of option acquisition.
 *
 * The words do not say minimum or maximum: they are read by users of both goals.
 */
#include "app/pages/criterion.h"

const char *inlay_criterion_name(const inlay_study *study)
{
    static const char *const WORDS[] = {
        [INLAY_ACQUISITION_EI] = "expected improvement",
        [INLAY_ACQUISITION_PES] = "information about the optimum's place",
        [INLAY_ACQUISITION_MES] = "information about the optimum's value",
    };
    enum { N_WORDS = sizeof WORDS / sizeof WORDS[0] };
    const size_t k = study->strategy->acquisition;

    return k < N_WORDS ? WORDS[k] : "acquisition";
}
