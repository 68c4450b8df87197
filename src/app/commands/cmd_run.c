/*
 * cmd_run.c: `inlay run`: evaluates trials until the budget is used up.
 *
 * After the first Ctrl-C the run waits for the trials that are running; the second
 * one (or SIGTERM, SIGHUP) aborts them and puts them back.  The handlers only set
 * flags, which the loop reads, and are in place only while it runs.  SIGHUP stays
 * ignored where it was, as under nohup.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

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

static void on_ends(void (*handler)(int))
{
    const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    struct sigaction was;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const bool is_ignored =
            sigaction(ends[i], NULL, &was) == 0 && was.sa_handler == SIG_IGN;
        if (ends[i] != SIGHUP || !is_ignored)
            sigaction(ends[i], &action, NULL);
    }
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_resize, .sa_flags = SA_RESTART};

    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
    on_ends(on_interrupt);
}

/* ---- What people see ---- */

struct screen {
    struct inlay_run_view *view;
    bool has_said_so; /* that the first Ctrl-C was seen */
};

static bool has_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < 3 && (!value || !value[0]); i++)
        value = getenv(names[i]);
    return value && (strstr(value, "UTF-8") || strstr(value, "utf8") ||
                     strstr(value, "UTF8") || strstr(value, "utf-8"));
}

static struct winsize terminal_size(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    return size;
}

static void listen_to(const struct inlay_loop_news *news, void *context)
{
    struct screen *screen = context;
    if (has_new_size) {
        const struct winsize size = terminal_size();
        has_new_size = 0;
        inlay_run_view_set_size(screen->view, size.ws_col, size.ws_row);
    }
    inlay_run_view_news(screen->view, news, inlay_clock_seconds());
    if (wish == 1 && !screen->has_said_so) {
        screen->has_said_so = true;
        inlay_run_view_say_stopping(screen->view);
    }
    if (!inlay_say_works())
        wish = 2; /* nobody listens any more: inlay run | head */
}

static size_t n_ended(const struct inlay_target *target)
{
    return inlay_study_n_in_state(target->study, INLAY_DONE) +
           inlay_study_n_in_state(target->study, INLAY_FAILED);
}

static inlay_status make_view(const struct inlay_args *args,
                              const struct inlay_target *target,
                              struct inlay_run_view **out, inlay_error *err)
{
    inlay_study *s = target->study;
    const struct winsize size = terminal_size();
    inlay_trial best;
    const bool has_best = inlay_study_best(s, &best, NULL) == INLAY_OK;
    int64_t n_added = 0; /* for which no budget was spent */
    const inlay_status st = inlay_study_n_added(s, &n_added, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_run_view_options options = {
        .space = inlay_study_space(s),
        .is_quiet = args->is_quiet,
        .is_json = args->is_json,
        .is_terminal = isatty(STDOUT_FILENO),
        .use_colour = args->use_colour,
        .has_utf8 = has_utf8(),
        .width = size.ws_col,
        .height = size.ws_row,
        .budget = target->file->budget,
        .n_parallel = target->file->parallel,
        .n_finished = (int64_t)n_ended(target) - n_added,
        .best = has_best ? &best : NULL,
    };
    return inlay_run_view_new(&options, stdout, inlay_clock_seconds(), out,
                              err);
}

/* ---- Running ---- */

static const char *name_of(const struct inlay_target *target)
{
    return target->file_path ? target->file_path : target->store_path;
}

static inlay_status check_command(const struct inlay_target *target,
                                  inlay_error *err)
{
    const struct inlay_study_file *file = target->file;
    if (file->n_command == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: there is no \"command\" to run; add one, or use "
                          "'inlay ask' and 'inlay tell', or 'inlay stdio'",
                          name_of(target));
    const inlay_status st = inlay_command_check(
        (const char *const *)file->command, file->n_command, file->space, err);
    return st == INLAY_EINVAL
               ? inlay_fail_within(err, st, "%s", name_of(target))
               : st;
}

/* A command with no {name} at all has its values from the environment; one that
 * has some has forgotten the others. */
static void warn_forgotten(const struct inlay_args *args,
                           const struct inlay_study_file *file)
{
    const size_t n = inlay_space_n_variables(file->space);
    size_t n_used = 0;
    for (size_t i = 0; i < n; i++)
        n_used += inlay_study_file_uses(
            file, inlay_space_var(file->space, i)->is.name);
    if (n_used > 0)
        inlay_init_warn_unused(args, file);
}

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
    inlay_status st = check_command(target, err);
    if (st == INLAY_OK) {
        warn_forgotten(args, target->file);
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
                              "every configuration of the space was evaluated",
                              INLAY_EXIT_OK},
    [INLAY_LOOP_STOPPED] = {"stopped",
                            "stopped; run the same command again to continue",
                            INLAY_EXIT_INTERRUPTED},
    [INLAY_LOOP_FAILING] = {"failing", NULL, INLAY_EXIT_STOPPED},
};

/* A run that ended by itself, and has nothing to show. */
static bool is_fruitless(const struct inlay_target *target,
                         enum inlay_loop_end end)
{
    return (end == INLAY_LOOP_COMPLETE || end == INLAY_LOOP_EXHAUSTED) &&
           inlay_study_n_in_state(target->study, INLAY_DONE) == 0;
}

static int exit_of(const struct inlay_target *target, enum inlay_loop_end end)
{
    const bool has_no_reader = end == INLAY_LOOP_STOPPED && !inlay_say_works();
    return has_no_reader || is_fruitless(target, end) ? INLAY_EXIT_FAILED
                                                      : ENDS[end].code;
}

/* n_before: trials that had ended before the run. */
static void explain_end(const struct inlay_args *args,
                        const struct inlay_target *target,
                        enum inlay_loop_end end, size_t n_before)
{
    const size_t n = n_ended(target);
    const char *study =
        inlay_args_get(args, "store") ? target->store_path : name_of(target);
    if (ENDS[end].news)
        inlay_say_news(args, "%s", ENDS[end].news);
    else if (end == INLAY_LOOP_FAILING)
        inlay_say_error(
            args,
            "%" PRId64 " evaluations failed in a row, so the run was stopped "
            "(--max-failures 0 never stops); see 'inlay show --state failed "
            "%s'; if the command was wrong, fix it, 'inlay retry %s', and run "
            "again",
            target->file->max_failures, study, study);
    else if (n == n_before)
        inlay_say_news(args,
                       "nothing left to run: the budget of %" PRId64
                       " is used up; continue with a larger --budget",
                       target->file->budget);
    if (is_fruitless(target, end))
        inlay_say_error(args,
                        "no evaluation worked, %zu failed; see 'inlay show "
                        "--state failed %s', fix the command, 'inlay retry "
                        "%s', and run again",
                        n, study, study);
}

/* context: where the exit code goes. */
static inlay_status run_and_tell(const struct inlay_args *args,
                                 struct inlay_target *target, void *context,
                                 inlay_error *err)
{
    const size_t n_before = n_ended(target);
    enum inlay_loop_end end = INLAY_LOOP_COMPLETE;

    catch_signals();
    const inlay_status st = run(args, target, &end, err);
    on_ends(SIG_DFL);
    if (st != INLAY_OK)
        return st;
    *(int *)context = exit_of(target, end);
    explain_end(args, target, end, n_before);
    return inlay_best_print(args, target, ENDS[end].reason, err);
}

int inlay_cmd_run(const struct inlay_args *args)
{
    int code = INLAY_EXIT_OK;
    const int failure =
        inlay_target_do(args, INLAY_STORE_CREATE, run_and_tell, &code);

    return failure != INLAY_EXIT_OK ? failure : code;
}
