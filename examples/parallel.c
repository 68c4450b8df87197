/*
 * parallel.c: four evaluations at once, whose results arrive in any order.
 *
 * A trial without a result is pending.  Inlay takes pending trials into account,
 * so that it does not suggest what is already running.
 */
#include <inlay.h>
#include <math.h>
#include <stdio.h>

enum { N_WORKERS = 4, N_EVALUATIONS = 40 };

static double cost_of(const inlay_value *x)
{
    return pow(x[0].real - 0.3, 2) + 0.05 * fabs(x[1].real - 7.0);
}

/* Instead of real workers: nobody knows which running trial ends first. */
static size_t wait_for_one(int n_told)
{
    return (size_t)(n_told * 7 + n_told / 3) % N_WORKERS;
}

static inlay_status run(inlay_study *study, inlay_error *err)
{
    inlay_trial running[N_WORKERS], best;
    size_t n_got = 0;
    if (inlay_study_ask_many(study, N_WORKERS, running, &n_got, err))
        return err->code;
    for (int n_told = 0; n_told < N_EVALUATIONS; n_told++) {
        inlay_trial *ended = &running[wait_for_one(n_told)];
        if (inlay_study_tell(study, ended->id, cost_of(ended->x), err) ||
            inlay_study_ask(study, ended, err)) /* its worker is free again */
            return err->code;
    }
    if (inlay_study_best(study, &best, err))
        return err->code;
    printf("best of %d: trial %d, cost %.4f at x = %.3f, k = %d\n",
           N_EVALUATIONS, (int)best.id, best.value, best.x[0].real,
           (int)best.x[1].integer);
    return INLAY_OK; /* N_WORKERS trials stay pending, which is fine */
}

int main(void)
{
    inlay_space *space = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    if (inlay_space_new(&space, &err) ||
        inlay_space_add_real(space, "x", 0.0, 1.0, INLAY_SCALE_LINEAR, &err) ||
        inlay_space_add_integer(space, "k", 1, 20, INLAY_SCALE_LINEAR, &err) ||
        inlay_study_new(space, NULL, &study, &err) || run(study, &err))
        fprintf(stderr, "%s\n", err.msg);
    inlay_study_free(study);
    inlay_space_free(space);
    return err.code != INLAY_OK;
}
