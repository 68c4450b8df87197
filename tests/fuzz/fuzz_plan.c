/*
 * fuzz_plan.c: any bytes as a study file: parsed and printed so that it comes
 * back, or refused with a reason and its place.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run/plan.h"

static void check_print_then_parse_is_identity(const struct inlay_plan *plan)
{
    char *first = NULL, *second = NULL;
    struct inlay_plan *again = NULL;

    if (inlay_plan_print(plan, &first, NULL) != INLAY_OK ||
        inlay_plan_parse(first, strlen(first), &again, NULL) != INLAY_OK ||
        inlay_plan_print(again, &second, NULL) != INLAY_OK ||
        strcmp(first, second) != 0)
        abort();
    inlay_text_free(first);
    inlay_text_free(second);
    inlay_plan_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    inlay_error err = {0};
    struct inlay_plan *plan = NULL;

    if (inlay_plan_parse((const char *)bytes, n, &plan, &err) == INLAY_OK)
        check_print_then_parse_is_identity(plan);
    else if (strncmp(err.msg, "line ", 5) != 0)
        abort(); /* a refusal that does not say where */
    inlay_plan_free(plan);
    return 0;
}
