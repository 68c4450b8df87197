/*
 * fuzz_spearmint.c: any bytes as a config.json of Spearmint: converted to a
 * study file that parses, or refused with a reason.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/exchange/spearmint.h"
#include "study/study_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    inlay_error err = {0};
    struct inlay_study_file *file = NULL;
    char *study = NULL, *notes = NULL;

    if (inlay_spearmint_convert((const char *)bytes, n, &study, &notes, &err) ==
        INLAY_OK) {
        if (study && inlay_study_file_parse(study, strlen(study), NULL, NULL,
                                            &file, NULL) != INLAY_OK)
            abort();
    } else if (err.msg[0] == '\0') {
        abort(); /* a refusal that does not say why */
    }
    inlay_study_file_free(file);
    inlay_text_free(study);
    inlay_text_free(notes);
    return 0;
}
