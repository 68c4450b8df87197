/*
 * main.c: the tool `inlay`.  All else is in the archive that tests link.
 */
#include "app/cmd.h"
#include "app/say.h"

int main(int argc, char **argv)
{
    inlay_say_begin();
    return inlay_command_line(argc, argv);
}
