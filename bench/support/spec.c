/*
 * spec.c: splits a spec at ':', ',' and '=', and sets what it finds.
 */
#include "support/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set(inlay_options *o, const char *name, const char *value,
                const char *spec)
{
    inlay_error err = {0};
    if (inlay_options_set(o, name, value, &err) == INLAY_OK)
        return;
    fprintf(stderr, "%s: %s\n", spec, err.msg);
    exit(2);
}

inlay_options *spec_options(const char *spec, uint64_t seed)
{
    inlay_options *o = NULL;
    inlay_error err = {0};
    char text[512], number[32], *rest = NULL;

    if (inlay_options_new(&o, &err) != INLAY_OK ||
        strlen(spec) >= sizeof text) {
        fprintf(stderr, "%s: %s\n", spec, o ? "the spec is too long" : err.msg);
        exit(2);
    }
    snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
    set(o, "seed", number, spec);
    snprintf(text, sizeof text, "%s", spec);
    char *list = strchr(text, ':');
    if (list)
        *list++ = '\0';
    if (strcmp(text, "default") != 0)
        set(o, "method", text, spec);
    for (char *kv = list ? strtok_r(list, ",", &rest) : NULL; kv;
         kv = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(kv, '=');
        if (!value) {
            fprintf(stderr, "%s: no '=' in option %s\n", spec, kv);
            exit(2);
        }
        *value++ = '\0';
        set(o, kv, value, spec);
    }
    return o;
}
