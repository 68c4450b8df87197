/*
 * gnuplot.c: strings, numbers and places as gnuplot takes them.
 */
#include "app/pages/gnuplot.h"

#include <math.h>
#include <string.h>

/* U+FFFE and U+FFFF, which are in no XML. */
static bool is_noncharacter(const char *s)
{
    return strncmp(s, "\xEF\xBF\xBE", 3) == 0 ||
           strncmp(s, "\xEF\xBF\xBF", 3) == 0;
}

/* There is no apostrophe within: gnuplot 5.4 takes the doubled one at the start
 * of a string for the whole of it. */
static void quote(struct inlay_page *page, const char *s, bool is_format)
{
    inlay_page_add(page, "'");
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '\'')
            inlay_page_add(page, "\xE2\x80\x99"); /* U+2019 */
        else if (is_format && c == '%')
            inlay_page_add(page, "%%%%");
        else if (c < 0x20 || c == 0x7F)
            inlay_page_add(page, " ");
        else if (is_noncharacter(s)) {
            inlay_page_add(page, "?");
            s += 2;
        } else
            inlay_page_add(page, "%c", c);
    }
    inlay_page_add(page, "'");
}

void inlay_gnuplot_quote(struct inlay_page *page, const char *s)
{
    quote(page, s, false);
}

void inlay_gnuplot_quote_tic(struct inlay_page *page, const char *s)
{
    quote(page, s, true);
}

void inlay_gnuplot_row(struct inlay_page *page, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        inlay_page_add(page, "%s", i > 0 ? " " : "");
        if (isfinite(v[i]))
            inlay_page_number(page, v[i]);
        else
            inlay_page_add(page, "NaN");
    }
    inlay_page_add(page, "\n");
}

void inlay_gnuplot_range(struct inlay_page *page, const char *axis, double lo,
                         double hi)
{
    inlay_page_add(page, "set %srange [", axis);
    inlay_page_number(page, lo);
    inlay_page_add(page, ":");
    inlay_page_number(page, hi);
    inlay_page_add(page, "]\n");
}

void inlay_gnuplot_series(struct inlay_page *page, size_t *n, const char *block,
                          size_t k, const char *how)
{
    inlay_page_add(page, "%s$%s", (*n)++ > 0 ? ", \\\n  " : "plot ", block);
    if (k > 0)
        inlay_page_add(page, "%zu", k);
    inlay_page_add(page, " using %s", how);
}

void inlay_gnuplot_margins(struct inlay_page *page, const double at[4])
{
    static const char *const SIDES[] = {"l", "r", "t", "b"};

    for (size_t i = 0; i < 4; i++)
        inlay_page_add(page, "set %smargin at screen %.5f\n", SIDES[i], at[i]);
}

void inlay_gnuplot_heading(struct inlay_page *page, const char *s,
                           bool is_right, const char *colour)
{
    inlay_page_add(page, "set label ");
    inlay_gnuplot_quote(page, s);
    inlay_page_add(page,
                   " at graph %d, graph 1 offset 0, 0.9 %s textcolor rgb "
                   "'%s'\n",
                   is_right, is_right ? "right" : "left", colour);
}
