/*
 * run_screen.c: the view of a run as it stands; who runs a study.
 *
 * A run on another machine, or on a disk without locks, is seen by its leases.
 */
#include "app/commands/run_screen.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/lock.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/stream.h"
#include "base/text.h"
#include "study/open.h"
#include "study/tell.h"

size_t inlay_run_n_ended(const inlay_study *study)
{
    return inlay_study_n_in_state(study, INLAY_STATE_DONE) +
           inlay_study_n_in_state(study, INLAY_STATE_FAILED);
}

/* The values that were the best of the trials finished before; *n of them, for
 * which there is room.  For n_uncounted trials no budget was spent. */
static void find_steps(const inlay_study *s, int64_t n_uncounted,
                       struct inlay_best_step *steps, size_t *n)
{
    int64_t n_finished = -n_uncounted;
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

inlay_status inlay_run_screen_open(const struct inlay_args *args,
                                   const struct inlay_target *target,
                                   struct inlay_run_view **out,
                                   inlay_error *err)
{
    inlay_study *s = target->study;
    inlay_trial best;
    const bool has_best = inlay_study_best(s, &best, NULL) == INLAY_OK;
    const int64_t n_abandoned =
        (int64_t)inlay_study_n_in_state(s, INLAY_STATE_ABANDONED);
    int64_t n_uncounted = 0; /* for which no budget was spent */
    inlay_status st = inlay_study_n_uncounted(s, &n_uncounted, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_best_step *steps =
        inlay_mem_new(inlay_study_n_trials(s), sizeof *steps);
    if (!steps)
        return inlay_fail_memory(err, "a view");
    struct inlay_run_view_options options = {
        .progress = {.space = inlay_study_space(s),
                     .outputs = inlay_study_outputs(s),
                     .budget = target->file->budget,
                     .n_parallel = target->file->parallel,
                     .n_finished = (int64_t)inlay_run_n_ended(s) + n_abandoned -
                                   n_uncounted},
        .is_quiet = args->is_quiet,
        .is_json = args->is_json,
        .terminal = inlay_terminal_now(),
        .best = has_best ? &best : NULL,
    };
    options.terminal.use_color = args->use_color;
    find_steps(s, n_uncounted, steps, &options.n_steps);
    options.steps = steps;
    st = inlay_run_view_new(&options, stdout, inlay_clock_seconds(), out, err);
    inlay_mem_free(steps);
    return st;
}

/* ---- Who runs it ---- */

/* The caller frees it; NULL without memory. */
static char *notice_path(const char *store_path)
{
    struct inlay_text text = {0};
    char *path = NULL;

    inlay_text_printf(&text, "%s-run", store_path);
    inlay_text_end(&text, &path, NULL);
    return path;
}

int inlay_run_announce(const struct inlay_target *target)
{
    char *path = notice_path(target->store_path);
    const int lock = path ? inlay_lock_share(path) : -1;
    struct inlay_text budget = {0};

    inlay_text_add_integer(&budget, target->file->budget);
    if (lock >= 0 && inlay_text_status(&budget, NULL) == INLAY_OK)
        inlay_stream_write(lock, budget.bytes, budget.n);
    inlay_text_clear(&budget);
    inlay_mem_free(path);
    return lock;
}

/* The budget in a notice; 0 where it has none, as it is just being written. */
static int64_t read_budget(const char *path)
{
    char bytes[24] = ""; /* more than a budget has digits */
    int64_t budget = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return 0;
    inlay_stream_read(fd, bytes, sizeof bytes - 1);
    close(fd);
    return inlay_text_to_integer(bytes, &budget) && budget > 0 ? budget : 0;
}

/* The last one removes the file. */
void inlay_run_leave(const struct inlay_target *target, int lock)
{
    char *path = notice_path(target->store_path);

    inlay_lock_leave(lock);
    if (path && lock >= 0 && inlay_lock_holder(path) == 0)
        unlink(path);
    inlay_mem_free(path);
}

static inlay_status take_lease(const struct inlay_lease *lease, void *context,
                               inlay_error *err)
{
    struct inlay_runs *runs = context;
    const enum inlay_alive alive =
        lease->holder[0] ? inlay_process_is_alive(lease->holder) : INLAY_DEAD;

    (void)err;
    runs->n_leased += alive == INLAY_ALIVE ||
                      (alive == INLAY_ALIVE_UNKNOWN && lease->left > 0.0);
    return INLAY_OK;
}

inlay_status inlay_run_look(const char *store_path,
                            struct inlay_journal *journal,
                            struct inlay_runs *out, inlay_error *err)
{
    struct inlay_runs runs = {0};
    char *path = notice_path(store_path);
    struct stat is;
    const long holder = path ? inlay_lock_holder(path) : 0;
    const inlay_status st =
        journal->ops->leases(journal, 1, INT64_MAX, take_lease, &runs, err);

    runs.is_alive = holder != 0 || runs.n_leased > 0;
    runs.pid = holder > 0 ? holder : 0;
    const bool has_notice = path && stat(path, &is) == 0;
    if (holder != 0 && has_notice) {
        runs.since = (double)is.st_mtime;
        runs.budget = read_budget(path);
    }
    runs.was_killed = !runs.is_alive && has_notice;
    inlay_mem_free(path);
    if (st == INLAY_OK)
        *out = runs;
    return st;
}
