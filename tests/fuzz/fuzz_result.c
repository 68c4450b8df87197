/*
 * fuzz_result.c: any bytes as a worker's output: a finite value that reads back
 * as it is printed, or a reason why there is none.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "run/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void check_print_then_read_is_identity(double value)
{
    struct inlay_text text = {0};
    struct inlay_result again = {0};

    if (!isfinite(value))
        abort();
    inlay_text_add_number(&text, value);
    if (text.st != INLAY_OK ||
        inlay_result_of_text(text.bytes, text.n, "objective", &again, NULL) !=
            INLAY_OK ||
        again.kind != INLAY_RESULT_VALUE || again.value != value)
        abort();
    inlay_text_clear(&text);
    inlay_result_clear(&again);
}

/* Metrics are a JSON object in one line. */
static void check_metrics(const char *metrics)
{
    json_t *json = NULL;

    if (strchr(metrics, '\n') ||
        inlay_json_parse(metrics, strlen(metrics), &json, NULL) != INLAY_OK ||
        !json_is_object(json))
        abort();
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct inlay_result result = {0};

    if (inlay_result_of_text((const char *)bytes, n, "objective", &result,
                             NULL) != INLAY_OK)
        abort();
    if (result.kind == INLAY_RESULT_VALUE)
        check_print_then_read_is_identity(result.value);
    if ((result.kind == INLAY_RESULT_VALUE) != (result.why[0] == '\0'))
        abort();
    if (result.metrics)
        check_metrics(result.metrics);
    inlay_result_clear(&result);
    return 0;
}
