/*
 * test_man.c: roff takes the manual page without a warning.  Skipped where groff
 * is not installed.
 */
#include "output_fixture.h"

TEST(roff_takes_the_man_page_without_a_warning)
{
    static char said[OUTPUT_MAX];

    if (system("command -v groff >/dev/null 2>&1") != 0)
        skip();
    const struct folder f = folder_enter();
    WRITE_PAGE("inlay.1", "man");
    CHECK(system("groff -man -ww -z -Tutf8 inlay.1 >said 2>&1") == 0);
    folder_read("said", said);
    CHECK_TEXT(said, "");
    CHECK(remove("inlay.1") == 0 && remove("said") == 0);
    folder_leave(&f);
}
