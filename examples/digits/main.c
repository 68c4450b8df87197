/*
 * main.c: tunes a neural network on handwritten digits, with ask and tell.
 *
 * See make_space() for what is tuned, and step() for how to use a study.  The
 * test rows play no part in the choice; they only judge the winner.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "inlay.h"

#include "arguments.h"
#include "data.h"
#include "objective.h"
#include "report.h"

enum { EXIT_USAGE = 2 };

/* One split for all seeds, so that runs can be compared. */
static const uint64_t SPLIT_SEED = 1;

static volatile sig_atomic_t is_interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    is_interrupted = 1;
}

/* The first Ctrl-C ends the search after this evaluation, the second at once. */
static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The study ----------------------------------------------------------- */

/* The order in which make_space() adds them. */
enum { RATE, LAYERS, ACTIVATION, BATCH };

static inlay_status make_space(inlay_space **out, inlay_error *err)
{
    inlay_space *space = NULL;
    inlay_status st = inlay_space_new(&space, err);
    if (st == INLAY_OK)
        st = inlay_space_add_real(space, "learning rate", 5e-5, 1.0,
                                  INLAY_SCALE_LOG, err);
    if (st == INLAY_OK)
        st = inlay_space_add_integer(space, "hidden layers", 1,
                                     NETWORK_MAX_HIDDEN, INLAY_SCALE_LINEAR,
                                     err);
    if (st == INLAY_OK)
        st =
            inlay_space_add_categorical(space, "activation", REPORT_ACTIVATIONS,
                                        NETWORK_N_ACTIVATIONS, err);
    if (st == INLAY_OK)
        st = inlay_space_add_integer(space, "batch size", 8, NETWORK_MAX_BATCH,
                                     INLAY_SCALE_LOG, err);
    if (st == INLAY_OK)
        *out = space;
    else
        inlay_space_free(space);
    return st;
}

static struct setting setting_of(const inlay_value *x)
{
    return (struct setting){
        .learning_rate = x[RATE].real,
        .n_hidden = (size_t)x[LAYERS].integer,
        .activation = (enum network_activation)x[ACTIVATION].integer,
        .batch_size = (size_t)x[BATCH].integer,
    };
}

static inlay_status make_study(uint64_t seed, inlay_study **out,
                               inlay_error *err)
{
    inlay_space *space = NULL;
    inlay_options *options = NULL;
    inlay_status st = make_space(&space, err);
    if (st == INLAY_OK)
        st = inlay_options_new(&options, err);
    if (st == INLAY_OK)
        st = inlay_options_set_number(options, "seed", (double)seed, err);
    if (st == INLAY_OK)
        st = inlay_study_new(space, options, out, err);
    inlay_options_free(options);
    inlay_space_free(space);
    return st;
}

/* ---- The search ---------------------------------------------------------- */

struct search {
    const struct arguments *arguments;
    struct data_split split;
    inlay_study *study;
    struct evaluation *evaluations; /* of trial 1, 2, … */
    struct report report;
};

static bool complain(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "digits: %s\n", what);
    return false;
}

static inlay_status tell(inlay_study *study, int64_t id,
                         const struct evaluation *e, inlay_error *err)
{
    if (e->result == NETWORK_LEARNT)
        return inlay_study_tell(study, id, objective_value(e), err);
    return inlay_study_tell_failed(study, id, "the training diverged", err);
}

/* Ask, evaluate, tell. */
static bool step(struct search *s)
{
    inlay_error err = {0};
    inlay_trial trial;
    const double asked_at = seconds_now();
    if (inlay_study_ask(s->study, &trial, &err) != INLAY_OK)
        return complain(err.msg);

    const double started_at = seconds_now();
    const struct setting setting = setting_of(trial.x);
    const struct evaluation e = objective_evaluate(
        &setting, &s->split.train, &s->split.validation, s->arguments->seed);
    const double ended_at = seconds_now();
    if (e.result == NETWORK_NO_MEMORY)
        return complain("out of memory");
    if (tell(s->study, trial.id, &e, &err) != INLAY_OK)
        return complain(err.msg);

    s->evaluations[s->report.n++] = e;
    s->report.ask_seconds += started_at - asked_at;
    s->report.evaluate_seconds += ended_at - started_at;
    return true;
}

static bool run(struct search *s)
{
    const bool is_quiet = s->arguments->is_quiet;
    const bool is_terminal = isatty(STDOUT_FILENO);
    if (!is_quiet)
        report_start(&s->split, s->report.n_planned);
    while (s->report.n < s->report.n_planned && !is_interrupted) {
        if (!step(s))
            return false;
        if (!is_quiet)
            report_progress(&s->report, is_terminal);
    }
    if (!is_quiet)
        report_progress_end(is_terminal);
    return true;
}

static bool judge(const struct search *s)
{
    inlay_error err = {0};
    inlay_trial trial;
    if (inlay_study_best(s->study, &trial, &err) != INLAY_OK)
        return complain(err.msg);
    const struct evaluation *best = &s->evaluations[trial.id - 1];
    const struct evaluation again = objective_evaluate(
        &best->setting, &s->split.train, &s->split.test, s->arguments->seed);
    if (again.result != NETWORK_LEARNT)
        return complain("the best network could not be trained again");
    report_result(&s->report, best, &again.score, s->split.test.n);
    return fflush(stdout) == 0 || complain("cannot write the result");
}

static bool search(const struct arguments *arguments, const struct data *data)
{
    inlay_error err = {0};
    struct search s = {.arguments = arguments, .split = data_split(data)};
    s.evaluations = calloc(arguments->n_evaluations, sizeof *s.evaluations);
    s.report.evaluations = s.evaluations;
    s.report.n_planned = arguments->n_evaluations;

    bool ok = s.evaluations || complain("out of memory");
    if (ok && make_study(arguments->seed, &s.study, &err) != INLAY_OK)
        ok = complain(err.msg);
    ok = ok && run(&s) && judge(&s);
    inlay_study_free(s.study);
    free(s.evaluations);
    return ok;
}

/* ---- One evaluation ------------------------------------------------------ */

/* How many initial weights are tried, so that a lucky draw is not taken for a good
 * setting. */
enum { N_TRAININGS = 5 };

/* For a tuner that runs this program: the last line is the result, and an exit
 * code other than 0 means failure. */
static bool evaluate(const struct arguments *arguments, const struct data *data)
{
    const struct data_split split = data_split(data);
    double accuracy = 0.0, loss = 0.0; /* means */
    for (uint64_t i = 0; i < N_TRAININGS; i++) {
        const struct evaluation e =
            objective_evaluate(&arguments->setting, &split.train,
                               &split.validation, arguments->seed + i);
        if (e.result == NETWORK_NO_MEMORY)
            return complain("out of memory");
        if (e.result != NETWORK_LEARNT)
            return complain("the training diverged");
        accuracy += e.score.accuracy / N_TRAININGS;
        loss += e.score.loss / N_TRAININGS;
    }
    printf("{\"wrong_percent\": %.4g, \"loss\": %.6g}\n",
           100.0 - 100.0 * accuracy, loss);
    return fflush(stdout) == 0 || complain("cannot write the result");
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    char message[ARGUMENTS_MAX_MESSAGE];
    if (!arguments_parse(argc, argv, &arguments, message)) {
        complain(message);
        return EXIT_USAGE;
    }
    if (arguments.wants_help) {
        arguments_print_help();
        return EXIT_SUCCESS;
    }
    struct data data = {0};
    struct data_error why = {""};
    if (!data_load(arguments.data, &data, &why)) {
        complain(why.msg);
        complain("--data FILE says where the digits are");
        return EXIT_FAILURE;
    }
    data_shuffle(&data, SPLIT_SEED);
    bool ok = false;
    if (arguments.is_evaluation) {
        ok = evaluate(&arguments, &data);
    } else {
        catch_interrupts();
        ok = search(&arguments, &data);
    }
    data_clear(&data);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
