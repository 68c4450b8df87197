/*
 * named.c: trials that a command line names: all or none.
 *
 * All are looked at before the first is changed.  No transaction holds them
 * together: each change is an event with a premise of its own, which another
 * process may break in the meantime.
 */
#include "app/commands/named.h"

#include <inttypes.h>

#include "app/screen/readable.h"
#include "base/error.h"

static inlay_status read_id(const struct inlay_args *args, size_t i,
                            int64_t *id, inlay_error *err)
{
    return inlay_args_number(args->words[i], "ID", INT64_MAX, id, err);
}

inlay_status inlay_named_read(const struct inlay_args *args, void *context,
                              inlay_error *err)
{
    inlay_status st = INLAY_OK;

    (void)context;
    for (size_t i = 1; st == INLAY_OK && i < args->n_words; i++) {
        int64_t id = 0, before = 0;

        st = read_id(args, i, &id, err);
        for (size_t k = 1; st == INLAY_OK && k < i; k++)
            if (read_id(args, k, &before, NULL) == INLAY_OK && before == id)
                st = inlay_fail(err, INLAY_EINVAL,
                                "ID %" PRId64 " is given twice", id);
    }
    return st;
}

static inlay_status check_all(const struct inlay_args *args,
                              const struct inlay_named *named,
                              inlay_study *study, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 1; st == INLAY_OK && i < args->n_words; i++) {
        int64_t id = 0;

        st = read_id(args, i, &id, err);
        if (st == INLAY_OK)
            st = named->check(study, id, err);
    }
    if (args->n_words > 2)
        inlay_fail_within(err, st, "nothing is changed");
    return st;
}

inlay_status inlay_named_change(const struct inlay_args *args,
                                const struct inlay_named *named,
                                inlay_study *study, inlay_error *err)
{
    const char *why = inlay_args_get(args, "why");
    inlay_status st = check_all(args, named, study, err);
    size_t i = 1;

    if (st != INLAY_OK)
        return st;
    for (; st == INLAY_OK && i < args->n_words; i++) {
        int64_t id = 0;

        st = read_id(args, i, &id, err);
        if (st == INLAY_OK)
            st = named->change(study, id, why, err);
    }
    return i > 2 ? inlay_fail_within(err, st, "%s done before",
                                     inlay_readable_count(i - 2, "trial").text)
                 : st;
}
