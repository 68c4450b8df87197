/*
 * fuzz_space.c: any bytes as a space: parsed and printed exactly, or refused
 * with a reason.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "inlay.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Equal texts are equal spaces: the text has every name, value and bound. */
static void check_print_then_parse_is_identity(const inlay_space *space)
{
    char *first = NULL, *second = NULL;
    inlay_space *again = NULL;

    if (inlay_space_print(space, &first, NULL) != INLAY_OK ||
        inlay_space_parse(first, strlen(first), &again, NULL) != INLAY_OK ||
        inlay_space_print(again, &second, NULL) != INLAY_OK ||
        strcmp(first, second) != 0)
        abort();
    inlay_text_free(first);
    inlay_text_free(second);
    inlay_space_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    inlay_error err = {0};
    inlay_space *space = NULL;

    if (inlay_space_parse((const char *)bytes, n, &space, &err) == INLAY_OK)
        check_print_then_parse_is_identity(space);
    else if (err.msg[0] == '\0')
        abort(); /* a refusal that does not say why */
    inlay_space_free(space);
    return 0;
}
