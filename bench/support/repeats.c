/*
 * repeats.c: --repeats N and --help.
 */
#include "support/repeats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t repeats_read(const struct repeats_program *p, int argc, char **argv)
{
    size_t repeats = p->unless_given;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s [--repeats N]: %s\n", p->name, p->help);
        exit(0);
    }
    if (argc == 3 && strcmp(argv[1], "--repeats") == 0) {
        repeats = strtoul(argv[2], NULL, 10);
    } else if (argc != 1) {
        fprintf(stderr, "%s: unknown flag, or no value for %s\n", p->name,
                argv[1]);
        exit(2);
    }
    if (repeats == 0 || repeats > p->most) {
        fprintf(stderr, "%s: --repeats must be between 1 and %zu\n", p->name,
                p->most);
        exit(2);
    }
    return repeats;
}
