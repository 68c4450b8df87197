/*
 * stdio_fixture.h: requests of stdio, and what is expected of the reply.
 */
#ifndef INLAY_TESTS_STDIO_FIXTURE_H
#define INLAY_TESTS_STDIO_FIXTURE_H

#include <string.h>

#include "../study/study_fixture.h"
#include "app/exchange/stdio.h"
#include "base/json.h"
#include "base/text.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"integer\", \"min\": 1, \"max\": 3}]";

static inline void check_reply(inlay_study *study, const char *line,
                               const char *want)
{
    struct inlay_text reply = {0};
    inlay_stdio_reply(study, line, strlen(line), &reply);
    CHECK_TEXT(reply.bytes, want);
    inlay_text_clear(&reply);
}

/* The reply has this in it. */
static inline void check_within(inlay_study *study, const char *line,
                                const char *want)
{
    struct inlay_text reply = {0};
    inlay_stdio_reply(study, line, strlen(line), &reply);
    if (!strstr(inlay_text_view(&reply), want))
        CHECK_TEXT(reply.bytes, want);
    inlay_text_clear(&reply);
}

/* The reply, for the caller to free. */
static inline json_t *json_of(inlay_study *s, const char *line)
{
    struct inlay_text reply = {0};
    json_t *json = NULL;
    inlay_error err = {0};
    inlay_stdio_reply(s, line, strlen(line), &reply);
    CHECK_OK(inlay_json_parse(reply.bytes, reply.n, &json, &err), err);
    inlay_text_clear(&reply);
    return json;
}

static inline double number_of(const json_t *json, const char *key)
{
    const json_t *value = json_object_get(json, key);
    CHECK(json_is_number(value));
    return json_number_value(value);
}

#endif
