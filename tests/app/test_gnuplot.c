/*
 * test_gnuplot.c: the parts of a script.
 */
#include "stored_fixture.h"

#include "app/pages/gnuplot.h"

TEST(a_string_is_in_single_quotes_and_in_one_line)
{
    static const struct {
        const char *text, *quoted, *tic;
    } row[] = {
        {"rate", "'rate'", "'rate'"},
        {"it's", "'it’s'", "'it’s'"},
        {"'; rm -rf", "'’; rm -rf'", "'’; rm -rf'"},
        {"\"x\" `id` $(x) @y {z_1}", "'\"x\" `id` $(x) @y {z_1}'",
         "'\"x\" `id` $(x) @y {z_1}'"},
        {"a\nplot x", "'a plot x'", "'a plot x'"},
        {"\033[0m\177", "' [0m '", "' [0m '"},
        {"5 %s", "'5 %s'", "'5 %%s'"},
        {"back\\", "'back\\'", "'back\\'"},
        {"größe €", "'größe €'", "'größe €'"},
        {"\xEF\xBF\xBE|\xEF\xBF\xBD", "'?|\xEF\xBF\xBD'", "'?|\xEF\xBF\xBD'"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text page = {0};
        inlay_gnuplot_quote(&page, row[i].text, false);
        char *text = text_of(&page);
        CHECK_TEXT(text, row[i].quoted);
        inlay_text_free(text);
        page = (struct inlay_text){0};
        inlay_gnuplot_quote(&page, row[i].text, true);
        text = text_of(&page);
        CHECK_TEXT(text, row[i].tic);
        inlay_text_free(text);
    }
}

TEST(rows_are_exact_and_have_no_infinity)
{
    const double v[] = {0.1, -1e-300, NAN, -INFINITY, 5.0};
    struct inlay_text page = {0};
    inlay_gnuplot_row(&page, v, LEN(v));
    char *text = text_of(&page);
    CHECK_TEXT(text, "0.1 -1e-300 NaN NaN 5\n");
    inlay_text_free(text);
}

TEST(series_that_are_drawn_are_parted)
{
    const struct inlay_gnuplot_series series[] = {
        {true, "a", "1:2"}, {false, "a", "1:3"}, {true, "b", "1:($2*2)"}, {0}};
    struct inlay_text page = {0};
    inlay_gnuplot_plot(&page, 3, series);
    inlay_gnuplot_plot(&page, 0, series + 2);
    inlay_gnuplot_plot(&page, 0, series + 3);
    char *text = text_of(&page);
    CHECK_TEXT(text, "plot $a3 using 1:2, \\\n  $b3 using 1:($2*2)\n"
                     "plot $b using 1:($2*2)\nplot NaN notitle\n");
    inlay_text_free(text);
}

TEST(numbers_in_a_command_are_exact)
{
    struct inlay_text page = {0};
    inlay_gnuplot_add(&page, "set xrange [@:@]\n",
                      (const double[]){-0.1, 1e300});
    char *text = text_of(&page);
    CHECK_TEXT(text, "set xrange [-0.1:1e+300]\n");
    inlay_text_free(text);
}

OOM_TEST(a_quote_tells_that_memory_is_out)
{
    struct inlay_text page = {0};
    char *text = NULL;
    inlay_gnuplot_quote(&page, "it's 5 %", false);
    const inlay_status st = inlay_text_end(&page, &text, NULL);
    inlay_text_free(text);
    return st;
}
