/*
 * program.c: flags, messages and spaces of the figures' programs.
 */
#include "harness/program.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/refuse.h"

_Noreturn void program_quit(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(2);
}

static void take_value(const struct program_flag *flag, const char *value)
{
    int64_t number;
    if (flag->text) {
        *flag->text = value;
        return;
    }
    if (!inlay_text_to_integer(value, &number) || number < 0)
        program_quit(flag->name, "needs a whole number that is not negative");
    *flag->number = (size_t)number;
}

void program_read_flags(int argc, char **argv, const struct program_flag *flags,
                        size_t n_flags)
{
    for (int i = 1; i < argc; i += 2) {
        size_t k = 0;
        while (k < n_flags && strcmp(argv[i], flags[k].name) != 0)
            k++;
        if (k == n_flags)
            program_quit(argv[i], "unknown flag");
        if (i + 1 == argc)
            program_quit(argv[i], "needs a value");
        take_value(&flags[k], argv[i + 1]);
    }
}

inlay_space *program_make_space(const char *kinds, const size_t *n_values)
{
    static const char *const LABELS[] = {"a", "b", "c", "d", "e"};
    inlay_space *space = NULL;
    inlay_error err = {0};

    refuse_unless_ok(inlay_space_new(&space, &err), "space", &err);
    for (size_t k = 0; kinds[k]; k++) {
        assert(
            strchr("ric", kinds[k]) && k < 9 &&
            (kinds[k] != 'c' || n_values[k] <= sizeof LABELS / sizeof *LABELS));
        const char name[] = {'x', (char)('1' + k), '\0'};
        refuse_unless_ok(kinds[k] == 'r'
                             ? inlay_space_add_real(space, name, 0.0, 1.0,
                                                    INLAY_SCALE_LINEAR, &err)
                         : kinds[k] == 'i'
                             ? inlay_space_add_integer(space, name, 0,
                                                       (int64_t)n_values[k] - 1,
                                                       INLAY_SCALE_LINEAR, &err)
                             : inlay_space_add_categorical(space, name, LABELS,
                                                           n_values[k], &err),
                         "space", &err);
    }
    return space;
}
