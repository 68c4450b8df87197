/*
 * fuzz_stdio.c: any bytes as requests to a study, line by line: each gets one
 * object as its reply, in one line of valid JSON.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/exchange/stdio.h"
#include "base/json.h"

/* Six configurations: an ask of 10,000 trials is soon answered. */
static inlay_study *new_study(void)
{
    static const char text[] =
        "[{\"name\": \"r\", \"type\": \"ordinal\", \"values\": [0, 0.5, 1]},"
        " {\"name\": \"c\", \"type\": \"categorical\", \"values\": [\"a\", "
        "\"b\"]}]";
    inlay_space *space = NULL;
    inlay_options *options = NULL;
    inlay_study *study = NULL;

    if (inlay_space_parse(text, sizeof text - 1, &space, NULL) != INLAY_OK ||
        inlay_options_new(&options, NULL) != INLAY_OK ||
        inlay_options_set(options, "method", "random", NULL) != INLAY_OK ||
        inlay_study_new(space, options, &study, NULL) != INLAY_OK)
        abort();
    inlay_options_free(options);
    inlay_space_free(space);
    return study;
}

static void check_reply(const struct inlay_text *reply)
{
    json_t *json = NULL;

    if (reply->n == 0 || strchr(reply->bytes, '\n') ||
        inlay_json_parse(reply->bytes, reply->n, &json, NULL) != INLAY_OK ||
        !json_is_object(json))
        abort();
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    enum { MAX_LINES = 50 };
    inlay_study *study = new_study();
    const char *at = (const char *)bytes, *end = at + n;

    for (int i = 0; i < MAX_LINES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop ? stop : end) - at);
        struct inlay_text reply = {0};

        inlay_stdio_reply(study, at, length, &reply);
        if (reply.st != INLAY_OK)
            abort();
        check_reply(&reply);
        inlay_text_clear(&reply);
        at += length + (stop != NULL);
    }
    inlay_study_free(study);
    return 0;
}
