/*
 * fuzz_study_file.c: any bytes as a study file: parsed and printed so that it comes
 * back, or refused with a reason and its place.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "study/study_file.h"

static void
check_print_then_parse_is_identity(const struct inlay_study_file *file)
{
    char *first = NULL, *second = NULL;
    struct inlay_study_file *again = NULL;

    if (inlay_study_file_print(file, &first, NULL) != INLAY_OK ||
        inlay_study_file_parse(first, strlen(first), NULL, NULL, &again,
                               NULL) != INLAY_OK ||
        inlay_study_file_print(again, &second, NULL) != INLAY_OK ||
        strcmp(first, second) != 0)
        abort();
    inlay_text_free(first);
    inlay_text_free(second);
    inlay_study_file_free(again);
}

static void ignore(void *context, const char *message)
{
    (void)context;
    (void)message;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    inlay_error err = {0};
    struct inlay_study_file *file = NULL;

    if (inlay_study_file_parse((const char *)bytes, n, ignore, NULL, &file,
                               &err) == INLAY_OK)
        check_print_then_parse_is_identity(file);
    else if (strncmp(err.msg, "line ", 5) != 0)
        abort(); /* a refusal that does not say where */
    inlay_study_file_free(file);
    return 0;
}
