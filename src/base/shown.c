/*
 * shown.c: what messages show of names and numbers.
 */
#include "base/shown.h"

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

struct inlay_shown inlay_shown_guess(const char *meant)
{
    struct inlay_shown shown = {""};

    if (meant)
        snprintf(shown.text, sizeof shown.text, "; did you mean '%.51s'?",
                 inlay_shown_text(meant).text);
    return shown;
}
