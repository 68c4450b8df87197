#include <inlay.h>
#include <math.h>
#include <stdio.h>

/* Smallest, 0, at a rate of 0.01, depth 4 and relu (the third name, so 2). */
static double loss(const inlay_value *x, void *context)
{
    (void)context;
    return pow(log10(x[0].real) + 2.0, 2) + 0.1 * pow(x[1].real - 4.0, 2) +
           (x[2].integer == 2 ? 0.0 : 0.5);
}

int main(void)
{
    static const char *const names[] = {"linear", "tanh", "relu"};
    inlay_space *space = NULL;
    inlay_error err = {0};
    inlay_value x[3];
    double best;
    if (inlay_space_new(&space, &err) ||
        inlay_space_add_real(space, "rate", 1e-5, 1.0, INLAY_SCALE_LOG, &err) ||
        inlay_space_add_integer(space, "depth", 1, 9, INLAY_SCALE_LINEAR,
                                &err) ||
        inlay_space_add_categorical(space, "activation", names, 3, &err) ||
        inlay_minimize(space, NULL, 40, loss, NULL, x, &best, &err))
        fprintf(stderr, "%s\n", err.msg);
    else
        printf("%g: %g %g %s\n", best, x[0].real, x[1].real, x[2].text);
    inlay_space_free(space);
    return err.code != INLAY_OK;
}
