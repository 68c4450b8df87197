/*
 * test_completion.c: bash takes the script, and completes.  Skipped where bash
 * is not installed.
 */
#include "output_fixture.h"

TEST(bash_completes_commands_flags_choices_and_files)
{
    static char said[OUTPUT_MAX];
    static const char script[] =
        "source ./completion\n"
        "try() { COMP_WORDS=(inlay \"$@\"); COMP_CWORD=$#; _inlay\n"
        "        printf '<%s>' \"${COMPREPLY[@]}\"; echo; }\n"
        "try ini\n"
        "try init --max\n"
        "try init --method gp-b\n"
        "try init --method = gp-n\n"
        "try init --option burn\n"
        "try init --option kernel = matern3\n"
        "try init --option kernel =\n"
        "try show s.json --state do\n"
        "try plot s.json --kind s\n"
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
    CHECK_TEXT(said, "<init>\n<--max-failures>\n<gp-basic>\n<gp-naive>\n"
                     "<burn_in=>\n<matern32>\n"
                     "<se><matern32><matern52><auto>\n<done>\n<slices>\n"
                     "<a b.json><c.inlay>\n<schema>\n");
    CHECK(system("rm completion script said 'a b.json' c.inlay d.txt") == 0);
    folder_leave(&f);
}
