/*
 * fuzz_rows.c: any bytes as a table or as JSON lines: trials that fit the space,
 * or a refusal with its reason.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "app/exchange/import_rows.h"
#include "problem/space.h"

static inlay_status check_trial(const struct inlay_finished *t, void *context,
                                inlay_error *err)
{
    inlay_value x[4];

    if (inlay_space_check(context, t->x, x, err) != INLAY_OK ||
        (t->why && !isnan(t->y)))
        abort();
    return INLAY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char text[] =
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        " {\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": 9},"
        " {\"name\": \"b\", \"type\": \"boolean\"},"
        " {\"name\": \"value\", \"type\": \"categorical\", \"values\": "
        "[\"a\", \"b,\\\"\"]}]";
    inlay_space *space = NULL;

    if (inlay_space_parse(text, sizeof text - 1, &space, NULL) != INLAY_OK)
        abort();
    for (int format = INLAY_IMPORT_ANY; format <= INLAY_IMPORT_JSONL;
         format++) {
        const struct inlay_import_source source = {
            .bytes = (const char *)bytes,
            .n = n,
            .format = (enum inlay_import_format)format,
        };
        struct inlay_import_report report = {0};
        inlay_error err = {0};

        if (inlay_import_read(space, &source, check_trial, space, &report,
                              &err) != INLAY_OK &&
            err.msg[0] == '\0')
            abort(); /* a refusal that does not say why */
        inlay_import_clear(&report);
    }
    inlay_space_free(space);
    return 0;
}
