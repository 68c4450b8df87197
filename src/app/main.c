/*
 * main.c: the tool `inlay`.  All else is in the archive that tests link.
 */
#include "app/commands/cmd.h"
#include "app/screen/say.h"
#include "base/linalg.h"

int main(int argc, char **argv)
{
    inlay_say_begin();
    inlay_linalg_end_threads();
    return inlay_command_line(argc, argv);
}
