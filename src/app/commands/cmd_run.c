/*
 * cmd_run.c: inlay run: evaluates trials until the budget is spent.
 *
 * After the first Ctrl-C the run waits for the running trials; the second one
 * (or SIGTERM, SIGHUP) aborts them and puts them back.  The handlers only set
 * flags, which the loop reads, and are in place only while it runs.  SIGHUP stays
 * ignored if it was, as under nohup.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/commands/init.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "app/pages/best.h"
#include "app/screen/run_view.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/space.h"
#include "run/command.h"
#include "run/local.h"
#include "run/loop.h"
#include "study/audit.h"
#include "study/open.h"

extern char **environ;

/* Set by signals; there is one command line in a process. */
static volatile sig_atomic_t wish, has_new_size;

static void on_interrupt(int number)
{
    wish = number == SIGINT && wish == 0 ? 1 : 2;
}

static void on_resize(int number)
{
    (void)number;
    has_new_size = 1;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    struct sigaction was;

    sigemptyset(&action.sa_mask);
    if (number != SIGHUP || sigaction(number, NULL, &was) != 0 ||
        was.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

static void handle_ends(void (*handler)(int))
{
    handle(SIGINT, handler);
    handle(SIGTERM, handler);
    handle(SIGHUP, handler);
}

/* ---- What people see ---- */

struct screen {
    struct inlay_run_view *view;
    bool has_said_so; /* that the first Ctrl-C was seen */
};

static void listen_to(const struct inlay_loop_news *news, void *context)
{
    struct screen *screen = context;
    if (has_new_size) {
        const struct inlay_terminal now = inlay_terminal_now();
        has_new_size = 0;
        inlay_run_view_set_size(screen->view, now.width, now.height);
    }
    inlay_run_view_news(screen->view, news, inlay_clock_seconds());
    if (wish == 1 && !screen->has_said_so) {
        screen->has_said_so = true;
        inlay_run_view_say_stopping(screen->view);
    }
    if (!inlay_say_works())
        wish = 2; /* nobody reads any more: inlay run | head */
}

static size_t n_ended(const struct inlay_target *target)
{
    return inlay_study_n_in_state(target->study, INLAY_STATE_DONE) +
           inlay_study_n_in_state(target->study, INLAY_STATE_FAILED);
}

/* The values that were the best of the trials finished before; *n of them, for
 * which there is room.  n_added trials were imported: no budget was spent. */
static void find_steps(const inlay_study *s, int64_t n_added,
                       struct inlay_best_step *steps, size_t *n)
{
    int64_t n_finished = -n_added;
    inlay_trial t;

    *n = 0;
    for (int64_t id = 1; inlay_study_trial(s, id, &t, NULL) == INLAY_OK; id++) {
        n_finished += t.state != INLAY_STATE_PENDING;
        if (t.state != INLAY_STATE_DONE || !t.is_feasible ||
            (*n > 0 && !inlay_study_is_better(s, t.value, steps[*n - 1].value)))
            continue;
        steps[(*n)++] =
            (struct inlay_best_step){n_finished > 0 ? n_finished : 0, t.value};
    }
}

static inlay_status make_view(const struct inlay_args *args,
                              const struct inlay_target *target,
                              struct inlay_run_view **out, inlay_error *err)
{
    inlay_study *s = target->study;
    inlay_trial best;
    const bool has_best = inlay_study_best(s, &best, NULL) == INLAY_OK;
    int64_t n_added = 0; /* for which no budget was spent */
    inlay_status st = inlay_study_n_added(s, &n_added, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_best_step *steps =
        inlay_mem_new(inlay_study_n_trials(s), sizeof *steps);
    if (!steps)
        return inlay_fail_memory(err, "a view");
    struct inlay_run_view_options options = {
        .progress = {.space = inlay_study_space(s),
                     .budget = target->file->budget,
                     .n_parallel = target->file->parallel,
                     .n_finished = (int64_t)n_ended(target) - n_added},
        .is_quiet = args->is_quiet,
        .is_json = args->is_json,
        .terminal = inlay_terminal_now(),
        .best = has_best ? &best : NULL,
    };
    options.terminal.use_color = args->use_color;
    find_steps(s, n_added, steps, &options.n_steps);
    options.steps = steps;
    st = inlay_run_view_new(&options, stdout, inlay_clock_seconds(), out, err);
    inlay_mem_free(steps);
    return st;
}

/* ---- Running ---- */

static inlay_status run_loop(const struct inlay_args *args,
                             const struct inlay_target *target,
                             struct inlay_runner *runner, const char *trials,
                             enum inlay_loop_end *end, inlay_error *err)
{
    const struct inlay_study_file *file = target->file;
    const struct inlay_loop_options options = {
        .command = file->command,
        .n_command = file->n_command,
        .environment = environ,
        .folder = target->folder,
        .trials_folder = trials,
        .budget = file->budget,
        .n_parallel = file->parallel,
        .n_retries = file->retries,
        .max_failures = file->max_failures,
        .timeout = file->timeout,
        .grace = file->grace,
        .memory = (uint64_t)file->memory_mib << 20,
        .seed = inlay_target_seed(target),
    };
    struct screen screen = {0};
    const struct inlay_loop loop = {
        .study = target->study,
        .runner = runner,
        .options = &options,
        .listener = listen_to,
        .context = &screen,
        .wish = &wish,
    };
    inlay_status st = make_view(args, target, &screen.view, err);
    if (st == INLAY_OK)
        st = inlay_loop_run(&loop, end, err);
    inlay_run_view_free(screen.view);
    return st;
}

static inlay_status run(const struct inlay_args *args,
                        const struct inlay_target *target,
                        enum inlay_loop_end *end, inlay_error *err)
{
    struct inlay_runner *runner = NULL;
    char *trials = NULL;
    inlay_status st =
        inlay_init_check_command(args->words[0], target->file, err);
    if (st == INLAY_OK) {
        inlay_init_warn_unused(args, target->file, false);
        st = inlay_target_trials(target, &trials, err);
    }
    if (st == INLAY_OK)
        st = inlay_local_new(&runner, err);
    if (st == INLAY_OK)
        st = run_loop(args, target, runner, trials, end, err);
    inlay_runner_free(runner);
    inlay_mem_free(trials);
    return st;
}

/* ---- The end ---- */

/* How a run ended: in JSON, in words (NULL: it depends), as exit code. */
static const struct {
    const char *reason, *news;
    int code;
} ENDS[] = {
    [INLAY_LOOP_COMPLETE] = {"complete", NULL, INLAY_EXIT_OK},
    [INLAY_LOOP_EXHAUSTED] = {"exhausted",
                              "every configuration has been evaluated",
                              INLAY_EXIT_OK},
    [INLAY_LOOP_STOPPED] = {"stopped",
                            "stopped; run the same command again to continue",
                            INLAY_EXIT_INTERRUPTED},
    [INLAY_LOOP_FAILING] = {"failing", NULL, INLAY_EXIT_STOPPED},
};

/* Has a run that was not stopped nothing to show? */
static bool is_fruitless(const struct inlay_target *target,
                         enum inlay_loop_end end)
{
    return (end == INLAY_LOOP_COMPLETE || end == INLAY_LOOP_EXHAUSTED) &&
           inlay_study_n_in_state(target->study, INLAY_STATE_DONE) == 0;
}

static int exit_of(const struct inlay_target *target, enum inlay_loop_end end)
{
    const bool has_no_reader = end == INLAY_LOOP_STOPPED && !inlay_say_works();
    return has_no_reader || is_fruitless(target, end) ? INLAY_EXIT_FAILED
                                                      : ENDS[end].code;
}

/* At the end of a run with failures of its own. */
static inlay_status say_random(const struct inlay_args *args,
                               const struct inlay_target *target,
                               inlay_error *err)
{
    bool is_random = false;
    const inlay_status st =
        inlay_study_failures_are_random(target->study, &is_random, err);
    if (st == INLAY_OK && is_random)
        inlay_say_warning(args, "these failures look random: %s retries",
                          target->file->retries > 0 ? "allow more" : "set");
    return st;
}

/* n_before: trials that had ended before the run. */
static void explain_end(const struct inlay_args *args,
                        const struct inlay_target *target,
                        enum inlay_loop_end end, size_t n_before)
{
    const size_t n = n_ended(target);
    const char *store = inlay_args_get(args, "store");
    const char *study = store ? store : args->words[0];
    struct inlay_text trouble = {0};

    if (ENDS[end].news)
        inlay_say_news(args, "%s", ENDS[end].news);
    else if (end == INLAY_LOOP_COMPLETE && n == n_before)
        inlay_say_news(args,
                       "nothing left to run: the budget of %" PRId64
                       " is spent; continue with a larger --budget",
                       target->file->budget);
    if (end == INLAY_LOOP_FAILING)
        inlay_text_printf(&trouble,
                          "%" PRId64 " trials failed in a row, so the run "
                          "stopped (--max-failures 0 never stops)",
                          target->file->max_failures);
    else if (is_fruitless(target, end))
        inlay_text_printf(&trouble, "no trial succeeded, %zu failed", n);
    if (trouble.n > 0)
        inlay_say_error(args,
                        "%s; see 'inlay show --state failed %s', fix the "
                        "command, 'inlay retry %s', and run again",
                        trouble.bytes, study, study);
    inlay_text_clear(&trouble);
}

/* context: where the exit code goes. */
static inlay_status run_and_tell(const struct inlay_args *args,
                                 struct inlay_target *target, void *context,
                                 inlay_error *err)
{
    const size_t n_before = n_ended(target);
    enum inlay_loop_end end = INLAY_LOOP_COMPLETE;

    handle(SIGWINCH, on_resize);
    handle_ends(on_interrupt);
    const inlay_status st = run(args, target, &end, err);
    handle_ends(SIG_DFL);
    if (st != INLAY_OK)
        return st;
    *(int *)context = exit_of(target, end);
    explain_end(args, target, end, n_before);
    const inlay_status random = say_random(args, target, err);
    if (random != INLAY_OK)
        return random;
    return inlay_best_print(args, target, ENDS[end].reason, err);
}

int inlay_cmd_run(const struct inlay_args *args)
{
    int code = INLAY_EXIT_OK;
    const int failure =
        inlay_target_do(args, NULL, INLAY_STORE_CREATE, run_and_tell, &code);

    return failure != INLAY_EXIT_OK ? failure : code;
}
