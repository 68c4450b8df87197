/*
 * space_shown.c: what messages show of names and numbers.
 *
 * A message has room for some 500 bytes, a name may have any number; so names
 * are cut, and the rule that was broken is always there to read.
 */
#include "problem/space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { SHOWN_BYTES = 48 };

struct inlay_shown inlay_shown_text(const char *text)
{
    struct inlay_shown shown = {""};
    size_t n = strlen(text);
    const bool is_cut = n > SHOWN_BYTES;

    if (is_cut) {
        n = SHOWN_BYTES;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
            n--; /* not inside a UTF-8 character */
    }
    memcpy(shown.text, text, n);
    if (is_cut)
        memcpy(shown.text + n, "...", 3); /* zeros follow */
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
