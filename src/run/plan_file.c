/*
 * plan_file.c: a plan from a file, with its path in every message.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/plan.h"

/* Above any study file: 1000 variables of 10000 names each. */
enum { MAX_BYTES = 1 << 28, FIRST_BYTES = 1 << 14 };

/* All of a file, in memory of its own. */
static inlay_status read_all(FILE *file, char **out, size_t *n_bytes,
                             inlay_error *err)
{
    size_t n = 0, room = FIRST_BYTES;
    char *bytes = inlay_mem_new(room, 1);

    while (bytes && !feof(file) && n < MAX_BYTES) {
        n += fread(bytes + n, 1, room - n, file);
        if (ferror(file)) {
            inlay_mem_free(bytes);
            return inlay_fail(err, INLAY_ESTATE, "%s", strerror(errno));
        }
        if (n < room)
            continue;
        room *= 2;
        char *larger = inlay_mem_resize(bytes, room, 1);
        if (!larger)
            inlay_mem_free(bytes);
        bytes = larger;
    }
    if (!bytes)
        return inlay_fail_memory(err, "a file");
    if (n >= MAX_BYTES) {
        inlay_mem_free(bytes);
        return inlay_fail(err, INLAY_ESTATE, "is larger than %d MiB",
                          MAX_BYTES >> 20);
    }
    *out = bytes;
    *n_bytes = n;
    return INLAY_OK;
}

static inlay_status set_name(struct inlay_plan *plan, const char *path,
                             inlay_error *err)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const size_t n = strlen(base);
    const bool has_end = n > 5 && strcmp(base + n - 5, ".json") == 0;
    char *name = inlay_mem_bytes(base, has_end ? n - 5 : n);

    if (!name)
        return inlay_fail_memory(err, "a plan");
    const inlay_status st = inlay_plan_set(plan, "name", name, err);
    inlay_mem_free(name);
    return st;
}

static inlay_status read_plan(const char *path, struct inlay_plan **out,
                              inlay_error *err)
{
    static const char store[] = "SQLite format 3";
    struct inlay_plan *plan = NULL;
    char *text = NULL;
    size_t n = 0;
    FILE *file = fopen(path, "rb");

    if (!file)
        return inlay_fail(err, INLAY_ESTATE, "%s", strerror(errno));
    inlay_status st = read_all(file, &text, &n, err);
    fclose(file);
    if (st == INLAY_OK && n >= sizeof store - 1 &&
        memcmp(text, store, sizeof store - 1) == 0)
        st = inlay_fail(err, INLAY_EPARSE,
                        "is a store, not a study file: it has no JSON");
    if (st == INLAY_OK)
        st = inlay_plan_parse(text, n, &plan, err);
    if (st == INLAY_OK && !plan->name)
        st = set_name(plan, path, err);
    inlay_mem_free(text);
    if (st == INLAY_OK)
        *out = plan;
    else
        inlay_plan_free(plan);
    return st;
}

inlay_status inlay_plan_read(const char *path, struct inlay_plan **out,
                             inlay_error *err)
{
    const inlay_status st = read_plan(path, out, err);

    if (st == INLAY_OK || st == INLAY_ENOMEM)
        return st;
    return inlay_fail_within(err, st, "%s", path);
}
