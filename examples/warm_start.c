/*
 * warm_start.c: start from a table of finished trials and from a configuration
 * that you want to try; then ask what the model predicts.
 */
#include <inlay.h>
#include <stdio.h>

static const struct {
    double rate, error;
    const char *kernel;
} table[] = {{0.1, 0.31, "rbf"},
             {0.01, 0.12, "rbf"},
             {0.001, 0.19, "rbf"},
             {0.01, 0.27, "linear"}};

static inlay_status add_table(inlay_study *study, inlay_error *err)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const inlay_value x[] = {inlay_real(table[i].rate),
                                 inlay_category(table[i].kernel)};
        if (inlay_study_add(study, x, table[i].error, NULL, err))
            return err->code;
    }
    return INLAY_OK;
}

static inlay_status run(inlay_study *study, inlay_error *err)
{
    const inlay_value wish[] = {inlay_real(0.005), inlay_category("rbf")};
    inlay_trial trial;
    inlay_prediction p;
    if (inlay_study_enqueue(study, wish, err) ||
        inlay_study_predict(study, wish, &p, err))
        return err->code;
    printf("predicted at 0.005, rbf: %.3f +- %.3f\n", p.mean, p.sd);
    if (inlay_study_ask(study, &trial, err) || /* the one we queued */
        inlay_study_tell(study, trial.id, 0.11, err) ||
        inlay_study_ask(study, &trial, err)) /* Inlay's own */
        return err->code;
    printf("next: %.4g, %s\n", trial.x[0].real, trial.x[1].text);
    return INLAY_OK;
}

int main(void)
{
    static const char *const kernels[] = {"linear", "rbf"};
    inlay_space *space = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    if (inlay_space_new(&space, &err) ||
        inlay_space_add_real(space, "rate", 1e-4, 1.0, INLAY_SCALE_LOG, &err) ||
        inlay_space_add_categorical(space, "kernel", kernels, 2, &err) ||
        inlay_study_new(space, NULL, &study, &err) || add_table(study, &err) ||
        run(study, &err))
        fprintf(stderr, "%s\n", err.msg);
    inlay_study_free(study);
    inlay_space_free(space);
    return err.code != INLAY_OK;
}
