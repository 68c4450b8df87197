/*
 * cmd_run.c: inlay run: evaluates trials until the budget is spent.
 *
 * After the first Ctrl-C the run waits for the running trials; the second one
 * (or SIGTERM, SIGHUP) aborts them and puts them back.  The handlers only set
 * flags, which the loop reads, and are in place only while it runs.  SIGHUP stays
 * ignored if it was, as under nohup.
 */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/commands/init.h"
#include "app/commands/run_screen.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "app/pages/best.h"
#include "app/pages/stranded.h"
#include "app/screen/run_view.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/words.h"
#include "problem/space.h"
#include "run/command.h"
#include "run/local.h"
#include "run/loop.h"
#include "study/audit.h"
#include "study/open.h"

extern char **environ;

/* Set by signals; there is one command line in a process. */
static volatile sig_atomic_t wish, ended_by, has_new_size;
static inlay_stop *stop; /* of the suggestion that is being computed */

static void on_interrupt(int number)
{
    wish = number == SIGINT && wish == 0 ? 1 : 2;
    ended_by = number;
    inlay_stop_request(stop);
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

/* The next Ctrl-C is the one that aborts. */
static void say_limit(struct screen *screen, enum inlay_loop_end end)
{
    static const char *const WHY[] = {
        [INLAY_LOOP_TIME] = "The time limit is reached",
        [INLAY_LOOP_TARGET] = "The target is reached",
        [INLAY_LOOP_PATIENCE] = "No improvement for long",
    };
    if (wish > 0)
        return;
    wish = 1;
    screen->has_said_so = true;
    inlay_run_view_say_stopping(screen->view, WHY[end]);
}

static void listen_to(const struct inlay_loop_news *news, void *context)
{
    struct screen *screen = context;
    if (has_new_size) {
        const struct inlay_terminal now = inlay_terminal_now();
        has_new_size = 0;
        inlay_run_view_set_size(screen->view, now.width, now.height);
    }
    inlay_run_view_news(screen->view, news, inlay_clock_seconds());
    if (news->kind == INLAY_NEWS_LIMIT)
        say_limit(screen, news->end);
    if (wish == 1 && !screen->has_said_so) {
        screen->has_said_so = true;
        inlay_run_view_say_stopping(screen->view, NULL);
    }
    if (!inlay_say_works())
        wish = 2; /* nobody reads any more: inlay run | head */
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
        .time_limit = file->time_limit,
        .has_target = !isnan(file->target),
        .target = file->target,
        .patience = file->patience,
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
        .stop = stop,
    };
    inlay_status st = inlay_run_screen_open(args, target, &screen.view, err);
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
        st = inlay_stranded_say(args, target->study, err);
    }
    if (st == INLAY_OK)
        st = inlay_target_trials(target, &trials, err);
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
    [INLAY_LOOP_TIME] = {"time_limit", NULL, INLAY_EXIT_OK},
    [INLAY_LOOP_TARGET] = {"target", NULL, INLAY_EXIT_OK},
    [INLAY_LOOP_PATIENCE] = {"patience", NULL, INLAY_EXIT_OK},
};

/* Has a run that was not stopped nothing to show?  A time limit may come before
 * the first result. */
static bool is_fruitless(const struct inlay_target *target,
                         enum inlay_loop_end end)
{
    return end != INLAY_LOOP_STOPPED && end != INLAY_LOOP_FAILING &&
           inlay_study_n_in_state(target->study, INLAY_STATE_DONE) == 0 &&
           (end != INLAY_LOOP_TIME || inlay_run_n_ended(target->study) > 0);
}

/* As a shell has it: 128 and the number of the signal. */
static int exit_of_signal(void)
{
    return ended_by == SIGTERM  ? INLAY_EXIT_TERMINATED
           : ended_by == SIGHUP ? INLAY_EXIT_HUNG_UP
                                : INLAY_EXIT_INTERRUPTED;
}

static int exit_of(const struct inlay_target *target, enum inlay_loop_end end)
{
    const bool has_no_reader = end == INLAY_LOOP_STOPPED && !inlay_say_works();
    return has_no_reader || is_fruitless(target, end) ? INLAY_EXIT_FAILED
           : end == INLAY_LOOP_STOPPED                ? exit_of_signal()
                                                      : ENDS[end].code;
}

/* Which limit of the user's it was. */
static void tell_limit(const struct inlay_args *args,
                       const struct inlay_study_file *file,
                       enum inlay_loop_end end)
{
    if (end == INLAY_LOOP_TIME)
        inlay_say_news(
            args,
            "stopped at the time limit of %s s; run the same command "
            "again to continue",
            inlay_readable_number(file->time_limit, 6).text);
    else if (end == INLAY_LOOP_TARGET)
        inlay_say_news(args,
                       "stopped: the best value has reached the target %s",
                       inlay_shown_number(file->target).text);
    else if (end == INLAY_LOOP_PATIENCE)
        inlay_say_news(
            args, "stopped: %s without improvement",
            inlay_readable_count((size_t)file->patience, "trial").text);
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
    return st == INLAY_STOPPED ? INLAY_OK : st;
}

/* n_before: trials that had ended before the run. */
static void explain_end(const struct inlay_args *args,
                        const struct inlay_target *target,
                        enum inlay_loop_end end, size_t n_before)
{
    const size_t n = inlay_run_n_ended(target->study);
    const char *store = inlay_args_get(args, "store");
    struct inlay_text trouble = {0}, study = {0};

    tell_limit(args, target->file, end);
    if (ENDS[end].news)
        inlay_say_news(args, "%s", ENDS[end].news);
    else if (end == INLAY_LOOP_COMPLETE && n == n_before)
        inlay_say_news(args,
                       "nothing left to run: the budget of %" PRId64
                       " is spent; continue with a larger --budget",
                       target->file->budget);
    if (end == INLAY_LOOP_FAILING)
        inlay_text_printf(&trouble,
                          target->file->max_failures == 1
                              ? "%" PRId64 " trial failed, so the run stopped "
                                "(--max-failures 0 never stops)"
                              : "%" PRId64
                                " trials failed in a row, so the run stopped "
                                "(--max-failures 0 never stops)",
                          target->file->max_failures);
    else if (is_fruitless(target, end))
        inlay_text_printf(&trouble, "no trial succeeded, %zu failed", n);
    inlay_words_add_quoted(&study, store ? store : args->words[0]);
    if (trouble.n > 0)
        inlay_say_error(args,
                        "%s; see 'inlay show --state failed %s', fix the "
                        "command, 'inlay retry %s', and run again",
                        trouble.bytes, inlay_text_view(&study),
                        inlay_text_view(&study));
    inlay_text_clear(&trouble);
    inlay_text_clear(&study);
}

/* Who is in a hurry does not wait long for what the model says of the best. */
static inlay_status limit_report(const struct inlay_target *target,
                                 enum inlay_loop_end end, inlay_error *err)
{
    static const double REPORT = 1.0; /* seconds, for each of two numbers */
    const bool is_hurried = end == INLAY_LOOP_STOPPED || end == INLAY_LOOP_TIME;
    return inlay_study_set_deadline(target->study,
                                    is_hurried ? REPORT : INFINITY, err);
}

/* context: where the exit code goes. */
static inlay_status run_and_tell(const struct inlay_args *args,
                                 struct inlay_target *target, void *context,
                                 inlay_error *err)
{
    const size_t n_before = inlay_run_n_ended(target->study);
    enum inlay_loop_end end = INLAY_LOOP_COMPLETE;

    inlay_status st = inlay_stop_new(&stop, err);
    if (st != INLAY_OK)
        return st;
    handle(SIGWINCH, on_resize);
    handle_ends(on_interrupt);
    const int lock = inlay_run_announce(target);
    st = run(args, target, &end, err);
    inlay_run_leave(target, lock);
    handle_ends(SIG_DFL);
    inlay_stop_free(stop);
    stop = NULL;
    if (st != INLAY_OK)
        return st;
    *(int *)context = exit_of(target, end);
    explain_end(args, target, end, n_before);
    st = limit_report(target, end, err);
    if (st != INLAY_OK)
        return st;
    st = say_random(args, target, err);
    if (st != INLAY_OK)
        return st;
    return inlay_best_print(args, target, ENDS[end].reason, err);
}

int inlay_cmd_run(const struct inlay_args *args)
{
    int code = INLAY_EXIT_OK;
    const int failure =
        inlay_target_do(args, NULL, INLAY_STORE_CREATE, run_and_tell, &code);

    return failure != INLAY_EXIT_OK ? failure : code;
}
