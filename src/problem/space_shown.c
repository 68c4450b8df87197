/*
 * space_shown.c: what messages show of names and numbers.
 *
 * A message has room for some 500 bytes, a name may have any number; so names
 * are cut, and the rule that was broken is always there to read.  They are made
 * harmless too, as who prints a message may print it on a terminal.
 */
#include "problem/space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/harmless.h"
#include "base/text.h"

enum { SHOWN_BYTES = 48 };

struct inlay_shown inlay_shown_text(const char *text)
{
    struct inlay_shown shown = {""};
    const size_t n = strlen(text);
    size_t n_shown = 0, n_more = 0;

    for (size_t i = 0; i < n; n_shown += n_more) {
        char more[INLAY_HARMLESS_STEP];

        i += inlay_harmless_next(text + i, n - i, INLAY_HARMLESS_ESCAPED, more,
                                 &n_more);
        const bool is_cut = n_shown + n_more > SHOWN_BYTES;
        memcpy(shown.text + n_shown, is_cut ? "..." : more,
               is_cut ? 3 : n_more); /* zeros follow */
        if (is_cut)
            break;
    }
    return shown;
}

/* All digits: "lower bound 1 is above upper bound 1" would be a riddle. */
struct inlay_shown inlay_shown_number(double v)
{
    struct inlay_shown shown = {""};
    struct inlay_text digits = {0};

    if (isnan(v))
        return inlay_shown_text("nan"); /* printf has "-nan" too */
    if (isfinite(v))
        inlay_text_add_number(&digits, v);
    if (digits.n > 0)
        shown = inlay_shown_text(digits.bytes);
    else
        snprintf(shown.text, sizeof shown.text, "%g", v);
    inlay_text_clear(&digits);
    return shown;
}

/* place is at most INLAY_MAX_VARIABLES + 1, where a parser stops; the remainder
 * shows the compiler that it fits. */
struct inlay_shown inlay_shown_var(const char *name, size_t place)
{
    const struct inlay_shown brief = inlay_shown_text(name ? name : "");
    const size_t size = sizeof brief.text;
    struct inlay_shown shown;

    if (!name)
        snprintf(shown.text, size, "variable %zu", place);
    else if (place == 0)
        snprintf(shown.text, size, "variable '%.51s'", brief.text);
    else
        snprintf(shown.text, size, "variable %zu ('%.51s')", place % 1000000,
                 brief.text);
    return shown;
}
