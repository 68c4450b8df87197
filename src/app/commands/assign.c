/*
 * assign.c: NAME=VALUE on the command line, as a value of a variable.
 */
#include "app/commands/assign.h"

#include <string.h>

#include "base/error.h"
#include "base/harmless.h"
#include "base/text.h"
#include "problem/configuration.h"
#include "problem/space.h"

static inlay_status fail_word(const inlay_space *space, const char *word,
                              inlay_error *err)
{
    struct inlay_text names = {0};

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(&names, i > 0 ? ", " : "");
        inlay_harmless_add(&names, inlay_space_var(space, i)->is.name);
    }
    inlay_fail(err, INLAY_EINVAL,
               "'%s' is not NAME=VALUE with the name of a variable; the "
               "variables are %s",
               inlay_shown_text(word).text, inlay_text_view(&names));
    inlay_text_clear(&names);
    return INLAY_EINVAL;
}

/* The place of the variable that "NAME=VALUE" is about; *value is after the
 * '='.  Names may have a '=' themselves, so each is tried. */
static inlay_status split(const inlay_space *space, const char *word, size_t *i,
                          const char **value, inlay_error *err)
{
    for (*i = 0; *i < inlay_space_n_variables(space); ++*i) {
        const char *name = inlay_space_var(space, *i)->is.name;
        const size_t n = strlen(name);

        if (strncmp(word, name, n) == 0 && word[n] == '=') {
            *value = word + n + 1;
            return INLAY_OK;
        }
    }
    return fail_word(space, word, err);
}

inlay_status inlay_assign(const inlay_space *space, const char *word,
                          inlay_value *x, bool *is_given, inlay_error *err)
{
    const char *value = NULL;
    size_t i = 0;
    inlay_status st = split(space, word, &i, &value, err);

    if (st == INLAY_OK && is_given[i])
        st = inlay_fail(
            err, INLAY_EINVAL, "%s: is given twice",
            inlay_shown_var(inlay_space_var(space, i)->is.name, 0).text);
    if (st == INLAY_OK)
        st = inlay_configuration_read_plain(space, i, value, &x[i], err);
    if (st == INLAY_OK)
        is_given[i] = true;
    return st;
}
