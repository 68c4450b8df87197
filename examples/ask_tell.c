/*
 * ask_tell.c: a study, in which your program, not Inlay, calls the objective.
 *
 * We maximize the yield of a reaction.  Some mixtures boil over: we report those
 * trials as failed, and the model learns to avoid such mixtures.
 */
#include <inlay.h>
#include <math.h>
#include <stdio.h>

enum { TEMPERATURE, STEPS, STIRRED };

static const char SPACE[] =
    "[{\"name\": \"temperature\", \"type\": \"real\", \"min\": 20, \"max\": "
    "200},"
    " {\"name\": \"steps\", \"type\": \"integer\", \"min\": 1, \"max\": 8},"
    " {\"name\": \"stirred\", \"type\": \"boolean\"}]";

static inlay_status evaluate(inlay_study *study, const inlay_trial *trial,
                             inlay_error *err)
{
    const inlay_value *x = trial->x;
    if (x[TEMPERATURE].real > 140.0 && !x[STIRRED].integer)
        return inlay_study_tell_failed(study, trial->id, "boiled over", err);
    const double yield = 90.0 - 0.01 * pow(x[TEMPERATURE].real - 150.0, 2) -
                         4.0 * pow(x[STEPS].real - 3.0, 2);
    return inlay_study_tell(study, trial->id, yield, err);
}

static inlay_status run(inlay_study *study, inlay_error *err)
{
    inlay_trial trial;
    for (int i = 0; i < 30; i++)
        if (inlay_study_ask(study, &trial, err) || evaluate(study, &trial, err))
            return err->code;
    if (inlay_study_best(study, &trial, err))
        return err->code;
    printf("trial %d yields %.2f %%: %.1f degrees, %d steps, stirred: %s\n",
           (int)trial.id, trial.value, trial.x[TEMPERATURE].real,
           (int)trial.x[STEPS].integer, trial.x[STIRRED].text);
    return INLAY_OK;
}

int main(void)
{
    inlay_space *space = NULL;
    inlay_options *options = NULL;
    inlay_study *study = NULL;
    inlay_error err = {0};
    if (inlay_space_parse(SPACE, sizeof SPACE - 1, &space, &err) ||
        inlay_options_new(&options, &err) ||
        inlay_options_set(options, "goal", "maximize", &err) ||
        inlay_study_new(space, options, &study, &err) || run(study, &err))
        fprintf(stderr, "%s\n", err.msg);
    inlay_study_free(study);
    inlay_options_free(options);
    inlay_space_free(space);
    return err.code != INLAY_OK;
}
