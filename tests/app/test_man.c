/*
 * test_man.c: roff takes the manual page without a warning, and bash the
 * completion script.  Where a program is not installed, its test is skipped.
 */
#include "output_fixture.h"

/* Writes a page to a file of the current folder. */
static void write_page(const char *name, const char *const *words)
{
    static struct output o;
    FILE *file = fopen(name, "w");

    output_of(&o, words);
    CHECK(o.code == 0 && file != NULL);
    CHECK(fputs(o.out, file) >= 0 && fclose(file) == 0);
}
#define WRITE_PAGE(name, ...)                                                  \
    write_page(name, (const char *const[]){__VA_ARGS__, NULL})

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

TEST(bash_completes_commands_flags_choices_and_files)
{
    static char said[OUTPUT_MAX];
    static const char script[] =
        "source ./completion\n"
        "try() { COMP_WORDS=(inlay \"$@\"); COMP_CWORD=$#; _inlay\n"
        "        printf '<%s>' \"${COMPREPLY[@]}\"; echo; }\n"
        "try ini\n"
        "try init --burn\n"
        "try init --method b\n"
        "try init --method = na\n"
        "try init ''\n"
        "try help sch\n";

    if (system("command -v bash >/dev/null 2>&1") != 0)
        skip();
    const struct folder f = folder_enter();
    WRITE_PAGE("completion", "completion", "bash");
    FILE *file = fopen("script", "w");
    CHECK(file && fputs(script, file) >= 0 && fclose(file) == 0);
    CHECK(system("touch 'a b.json' c.inlay d.txt && bash -u script >said "
                 "2>&1") == 0);
    folder_read("said", said);
    CHECK_TEXT(said, "<init>\n<--burn-in>\n<basic>\n<naive>\n"
                     "<a b.json><c.inlay>\n<schema>\n");
    CHECK(system("rm completion script said 'a b.json' c.inlay d.txt") == 0);
    folder_leave(&f);
}
