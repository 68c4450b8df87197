/* user.c: a user's program in C, also compiled as C++: the header is used from
 * outside, and the library that runs is the one it belongs to. */
#include <inlay.h>

#include <stdio.h>
#include <string.h>

static double square(const inlay_value *x, void *context)
{
    (void)context;
    return x[0].real * x[0].real;
}

static inlay_status minimize(inlay_space **space, double *value,
                             inlay_error *err)
{
    inlay_status st = inlay_space_new(space, err);
    if (st == INLAY_OK)
        st = inlay_space_add_real(*space, "x", -1.0, 1.0, INLAY_SCALE_LINEAR,
                                  err);
    if (st == INLAY_OK)
        st = inlay_minimize(*space, NULL, 8, square, NULL, NULL, value, err);
    return st;
}

int main(void)
{
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", INLAY_VERSION_MAJOR,
             INLAY_VERSION_MINOR, INLAY_VERSION_PATCH);
    if (strcmp(version, inlay_version()) != 0) {
        fprintf(stderr, "header %s, library %s\n", version, inlay_version());
        return 1;
    }

    inlay_error err;
    inlay_space *space = NULL;
    double value = -1.0;
    memset(&err, 0, sizeof err);
    const inlay_status st = minimize(&space, &value, &err);
    inlay_space_free(space);
    if (st != INLAY_OK || !(value >= 0.0 && value <= 1.0)) {
        fprintf(stderr, "%s, value %g\n", err.msg, value);
        return 1;
    }
    return 0;
}
