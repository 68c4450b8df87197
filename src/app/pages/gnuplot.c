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
void inlay_gnuplot_quote(struct inlay_text *page, const char *s, bool is_format)
{
    inlay_text_add(page, "'");
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '\'')
            inlay_text_add(page, "\xE2\x80\x99"); /* U+2019 */
        else if (is_format && c == '%')
            inlay_text_add(page, "%%");
        else if (c < 0x20 || c == 0x7F)
            inlay_text_add(page, " ");
        else if (is_noncharacter(s)) {
            inlay_text_add(page, "?");
            s += 2;
        } else
            inlay_text_printf(page, "%c", c);
    }
    inlay_text_add(page, "'");
}

void inlay_gnuplot_row(struct inlay_text *page, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        inlay_text_add(page, i > 0 ? " " : "");
        if (isfinite(v[i]))
            inlay_text_add_number(page, v[i]);
        else
            inlay_text_add(page, "NaN");
    }
    inlay_text_add(page, "\n");
}

void inlay_gnuplot_add(struct inlay_text *page, const char *command,
                       const double *v)
{
    while (*command) {
        const size_t n = strcspn(command, "@");

        inlay_text_add_bytes(page, command, n);
        command += n;
        if (*command == '@') {
            inlay_text_add_number(page, *v++);
            command++;
        }
    }
}

void inlay_gnuplot_plot(struct inlay_text *page, size_t k,
                        const struct inlay_gnuplot_series *series)
{
    size_t n = 0;

    for (; series->how; series++) {
        if (!series->is_drawn)
            continue;
        inlay_text_printf(page, "%s$%s", n++ > 0 ? ", \\\n  " : "plot ",
                          series->block);
        if (k > 0)
            inlay_text_printf(page, "%zu", k);
        inlay_text_printf(page, " using %s", series->how);
    }
    inlay_text_add(page, n > 0 ? "\n" : "plot NaN notitle\n");
}

void inlay_gnuplot_heading(struct inlay_text *page, const char *s,
                           bool is_right, const char *color)
{
    inlay_text_add(page, "set label ");
    inlay_gnuplot_quote(page, s, false);
    inlay_text_printf(page,
                      " at graph %d, graph 1 offset 0, 0.9 %s textcolor rgb "
                      "'%s'\n",
                      is_right, is_right ? "right" : "left", color);
}
