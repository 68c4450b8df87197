/*
 * fuzz_configuration.c: any bytes as a configuration: JSON by name or in order,
 * or plain values.  What is read lies in the space and prints as it was read;
 * what is refused is refused with a reason.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const char SPACE[] =
    "[{\"name\":\"r\",\"type\":\"real\",\"min\":-1e9,\"max\":1e9},"
    "{\"name\":\"i\",\"type\":\"integer\",\"min\":-9007199254740,"
    "\"max\":9007199254740},"
    "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0,0.1,0.25]},"
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\\\"\"]},"
    "{\"name\":\"b\",\"type\":\"boolean\"}]";

enum { N = 5 };

static inlay_status read(const inlay_space *space, const char *text, size_t n,
                         inlay_value *x, inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(text, n, &json, err);
    if (st == INLAY_OK)
        st = inlay_configuration_read(space, json, x, err);
    json_decref(json);
    return st;
}

static void check_round_trip(const inlay_space *space, const inlay_value *x)
{
    struct inlay_text text = {0};
    inlay_value again[N];

    inlay_configuration_add_object(&text, space, x);
    if (text.st != INLAY_OK ||
        read(space, text.bytes, text.n, again, NULL) != INLAY_OK)
        abort();
    for (size_t i = 0; i < N; i++)
        if (x[i].real != again[i].real || x[i].integer != again[i].integer ||
            x[i].text != again[i].text)
            abort();
    inlay_text_clear(&text);
}

static void check_plain(const inlay_space *space, const char *text)
{
    for (size_t i = 0; i < N; i++) {
        inlay_error err = {0};
        inlay_value v;
        if (inlay_configuration_read_plain(space, i, text, &v, &err) !=
                INLAY_OK &&
            err.msg[0] == '\0')
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    inlay_space *space = NULL;
    inlay_error err = {0};
    inlay_value x[N];
    char *text = inlay_mem_bytes((const char *)bytes, n);

    if (!text ||
        inlay_space_parse(SPACE, sizeof SPACE - 1, &space, NULL) != INLAY_OK)
        abort();
    if (read(space, text, n, x, &err) == INLAY_OK)
        check_round_trip(space, x);
    else if (err.msg[0] == '\0')
        abort();
    check_plain(space, text);
    inlay_space_free(space);
    inlay_mem_free(text);
    return 0;
}
